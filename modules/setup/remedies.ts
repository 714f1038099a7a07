import { remedy, type Remedies } from "#kernel/remedy.ts";

export const setupRemedies: Remedies = {
  SETUP_COMPANY: remedy("setup", "填写公司", "Enter the company", { query: { step: "COMPANY" } }),
  SETUP_PLACES: remedy("setup", "建立组织", "Set up the organisation", { query: { step: "ORGANISATION" } }),
  SETUP_SITE: remedy("supplierInfoEdit", "打开供应商", "Open the supplier", { query: { id: "{supplierId}" } }),
};
