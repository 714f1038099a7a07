import { remedy, type Remedies } from "#kernel/remedy.ts";

export const baseRemedies: Remedies = {
  BASE_FX_001: remedy("exchangeRateManagement", "维护汇率", "Add the exchange rate", {
    query: { fromCurrency: "{fromCurrency}", toCurrency: "{toCurrency}" },
    button: "btnAdd",
  }),
  BASE_BTR_002: remedy("purchaseBillTypeList", "设置单据类型", "Set up document types", { button: "btnSave" }),
  BASE_UOM_001: remedy("materialManagement", "维护单位换算", "Add the unit conversion", { button: "btnSave" }),
  BASE_ITEM_008: [
    remedy("materialManagement", "打开物料", "Open the item", { query: { keyword: "{itemCode}" } }),
    remedy("materialManagement", "打开物料列表", "Open items"),
  ],
};
