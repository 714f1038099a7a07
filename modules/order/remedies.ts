import { remedy, type Remedies } from "#kernel/remedy.ts";

export const orderRemedies: Remedies = {
  "PUR-2209": remedy("purDeliveryNoteList", "打开送货单", "Open delivery notes"),
  "PUR-2213": remedy("supplierInfoEdit", "填写联系人邮箱", "Add a contact's e-mail", { query: { id: "{supplierId}" }, button: "btnSave" }),
  "PUR-2217": remedy("materialManagement", "声明替代物料", "Declare the replacement", { button: "btnSave" }),
  "PUR-2219": remedy("paymentProportionManagement", "启用付款条件", "Enable a payment term", { button: "btnEnable" }),
  "PUR-2220": [
    remedy("supplierInfoEdit", "新增地点", "Add a site", { query: { id: "{supplierId}" }, button: "btnSave" }),
    remedy("supplierInfoList", "新增地点", "Add a site", { button: "btnSave" }),
  ],
};
