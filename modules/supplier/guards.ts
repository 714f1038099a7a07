/** How a field of a supplier's file may be changed: at once, by one approval, or by an approval that includes finance or compliance. */
export type Guard = "FREE" | "GUARDED" | "CRITICAL";

interface Levels {
  /** What a field not named below is. */
  readonly others: Guard;
  readonly free?: readonly string[];
  readonly guarded?: readonly string[];
  readonly critical?: readonly string[];
}

/** Identity and money are critical, what a document or the law relies on is guarded, the rest is free. */
const levels: Readonly<Record<string, Levels>> = {
  SrmSupInfo: {
    others: "FREE",
    critical: ["supplierName", "supplierNameEn", "supplierNature", "uscc", "taxNo", "legalPerson", "legalPersonId"],
    guarded: [
      ...["shortName", "dunsNo", "supplierType", "registeredCapital", "capitalCurrency", "establishDate", "licenseValidTo", "longTermFlag"],
      ...[
        "countryId",
        "provinceId",
        "cityId",
        "registeredAddress",
        "businessScope",
        "listedFlag",
        "groupName",
        "parentSupplierId",
        "branchFlag",
      ],
    ],
  },
  SrmSupContact: {
    others: "FREE",
    guarded: ["contactName", "contactNameEn", "contactRole", "primaryFlag", "userId", "enabledFlag"],
  },
  SrmSupLocation: { others: "GUARDED", free: ["phone", "postCode", "longitude", "latitude"] },
  SrmSupSite: { others: "GUARDED", critical: ["accountId"], free: ["deliveryDays", "statementDay", "erpSiteCode"] },
  SrmSupAccount: { others: "CRITICAL" },
  SrmSupQualification: { others: "GUARDED" },
  SrmSupCategories: { others: "GUARDED" },
  SrmSupIndirect: { others: "GUARDED", free: ["riskNote", "itemDesc"] },
  SrmSupFinance: { others: "GUARDED" },
  SrmSupBrand: { others: "FREE" },
  SrmSupDevice: { others: "FREE" },
  SrmSupCustomer: { others: "FREE" },
};

/** How the field may be changed; of tables that are no part of a supplier's file everything is free. */
export function guardOf(entityName: string, fieldKey: string): Guard {
  const known = levels[entityName];
  if (!known) return "FREE";
  if (known.critical?.includes(fieldKey)) return "CRITICAL";
  if (known.guarded?.includes(fieldKey)) return "GUARDED";
  if (known.free?.includes(fieldKey)) return "FREE";
  return known.others;
}
