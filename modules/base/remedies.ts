import { remedy, type Remedies } from "#kernel/remedy.ts";

export const baseRemedies: Remedies = {
  BASE_FX_001: [
    remedy("exchangeRateManagement", "维护汇率", "Add the exchange rate", { fromCurrency: "{fromCurrency}", toCurrency: "{toCurrency}" }),
    remedy("exchangeRateManagement", "维护汇率", "Add the exchange rate"),
  ],
  BASE_BTR_002: remedy("purchaseBillTypeList", "设置单据类型", "Set up document types"),
  BASE_UOM_001: remedy("materialManagement", "维护单位换算", "Add the unit conversion"),
  BASE_ITEM_008: [
    remedy("materialManagement", "打开物料", "Open the item", { keyword: "{itemCode}" }),
    remedy("materialManagement", "打开物料", "Open items"),
  ],
};
