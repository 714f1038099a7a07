import { system, type Generate, type Hints, type Row } from "../support/generate.ts";

/** The file of an effective supplier is changed by requests: each part of it belongs to a company of its own. */
const ownCompany = async (g: Generate, given: Row): Promise<Row> => ({
  supplierId: given["supplierId"] ?? (await g.id("SrmSupInfo", true)),
});

/** What the rules of a supplier's file demand beyond their declarations. */
export const supplierHints: Hints = {
  SrmSupInfo: (g) => ({
    supplierNature: "OVERSEAS",
    uscc: undefined,
    taxNo: `TX${g.word()}`,
    supplierNameEn: `Maker ${g.word()}`,
    legalPerson: `法人${g.word()}`,
    branchFlag: "N",
    parentSupplierId: undefined,
    relatedPartyFlag: "N",
    erpCode: g.word(),
    email: undefined,
    dunsNo: undefined,
    tempFlag: "N",
    tempValidTo: undefined,
    tempAmountLimit: undefined,
  }),
  "SrmSupInfo.doCertify": () => ({ certificates: [] }),
  "SrmSupInfo.doAmend": () => ({ changes: [] }),
  "SrmSupInfo.doImport": async (g) => ({ values: await g.body(g.declared.entity("SrmSupInfo")), file: {} }),
  SrmSupLocation: (g, _, given) => ownCompany(g, given),
  SrmSupBrand: (g, _, given) => ownCompany(g, given),
  SrmSupDevice: (g, _, given) => ownCompany(g, given),
  SrmSupCustomer: (g, _, given) => ownCompany(g, given),
  SrmSupAccount: async (g, _, given) => ({
    ...(await ownCompany(g, given)),
    nameReason: "户名为总公司",
    iban: undefined,
    cnapsCode: undefined,
  }),
  SrmSupSite: async (g, _, given) => {
    const supplierId = given["supplierId"] ?? (await g.id("SrmSupInfo", true));
    // Of a supplier in force only the system writes an address down directly.
    const location = await g.lone(g.declared.entity("SrmSupLocation"), { supplierId }, {}, system);
    return { supplierId, locationId: location["id"], siteUse: ["SOURCING"], accountId: undefined };
  },
  SrmSupIndirect: async (g, _, given) => ({ ...(await ownCompany(g, given)), sharePercent: "1" }),
  // One open warning of a kind about a company as a whole.
  SrmSupWarning: async (g) => ({ supplierId: await g.id("SrmSupInfo", true) }),
  SrmSupChangeInfo: async (g) => ({
    supplierId: (await g.inState(g.declared.entity("SrmSupInfo"), "EFFECTIVE"))["id"],
    effectDate: undefined,
  }),
  SrmSupChangeInfoLine: (g) => ({
    entityName: "SrmSupContact",
    rowId: `new${g.word()}`,
    rowAction: "ADD",
    fieldKey: "contactName",
    newValue: `联系人${g.word()}`,
  }),
};
