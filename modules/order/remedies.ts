import { remedy, type Remedies } from "#kernel/remedy.ts";

export const orderRemedies: Remedies = {
  "PUR-2209": remedy("purDeliveryNoteList", "打开送货单", "Open delivery notes"),
  "PUR-2213": remedy("supplierInfoEdit", "填写联系人邮箱", "Add a contact's e-mail", { id: "{supplierId}" }),
  "PUR-2217": remedy("materialManagement", "声明替代物料", "Declare the replacement"),
  "PUR-2219": remedy("paymentProportionManagement", "启用付款条件", "Enable the payment term"),
  "PUR-2220": [
    remedy("supplierInfoEdit", "新增地点", "Add a site", { id: "{supplierId}" }),
    remedy("supplierInfoList", "新增地点", "Add a site"),
  ],
};
