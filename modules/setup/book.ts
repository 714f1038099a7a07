/** One sheet of the workbook of master data that an entity's own import reads. */
export interface BookSheet {
  readonly entity: string;
  readonly fields: readonly string[];
  /** What its rows are told apart by; the same file sent twice changes nothing. */
  readonly keys: readonly string[];
}

/** What stands before the suppliers, in the order in which rows of one name rows of another. */
export const sheetsBefore: readonly BookSheet[] = [
  {
    entity: "BaseOrganization",
    fields: [
      ...["orgCode", "orgName", "orgNameEn", "orgType", "parentOrgId", "functionalCurrency", "taxNo", "invoiceTitle", "address"],
      "timeZone",
    ],
    keys: ["orgCode"],
  },
  { entity: "BasePerson", fields: ["personNum", "personName", "personNameEn", "email", "mobile", "orgId"], keys: ["personNum"] },
  {
    entity: "BaseUsers",
    fields: ["userName", "displayName", "displayNameEn", "personId", "email", "respCodes"],
    keys: ["userName"],
  },
  {
    entity: "SrmBasePurchaseCategory",
    fields: ["categoryCode", "categoryName", "categoryNameEn", "parentId", "purchaseKind", "defaultTaxRate"],
    keys: ["categoryCode"],
  },
  {
    entity: "SrmBaseItem",
    fields: [
      ...["itemCode", "itemName", "itemNameEn", "specification", "categoryId", "itemType", "primaryUom", "purchaseUom"],
      "defaultTaxRate",
    ],
    keys: ["itemCode"],
  },
];

/** What stands behind the suppliers. */
export const sheetsAfter: readonly BookSheet[] = [
  {
    entity: "SrmPurSupplierPriceList",
    fields: ["orgId", "supplierId", "itemId", "currency", "uom", "price", "taxRate", "taxIncludedFlag", "startDate", "endDate", "reason"],
    keys: ["orgId", "supplierId", "itemId", "currency", "uom", "startDate"],
  },
];

/** The rows of a check that ask something, and the codes that answer all of it. */
export function questionsOf(sheets: readonly BookTold[]): { readonly rows: number; readonly codes: readonly string[] } {
  const asking = sheets
    .flatMap(({ rows }) => rows.map(({ notes }) => notes.flatMap(({ code }) => code ?? [])))
    .filter((codes) => codes.length > 0);
  return { rows: asking.length, codes: [...new Set(asking.flat())] };
}

export type RowResult = "new" | "changed" | "same" | "wrong";

/** One row of the file beside what is stored. */
export interface BookRow {
  readonly row: number;
  readonly result: RowResult;
  readonly values: Readonly<Record<string, unknown>>;
  /** What is stored, of the cells that change. */
  readonly old: Readonly<Record<string, unknown>>;
  /** Why a cell is wrong, or what will happen with it. */
  readonly notes: readonly {
    readonly key: string;
    readonly text: string;
    /** Of a question: what confirms it for the whole workbook. */
    readonly code?: string;
  }[];
}

/** The columns of a sheet, in the order of the file. */
export type BookColumns = readonly { readonly key: string; readonly label: string }[];

/** A sheet of the file as it was checked or written. */
export interface BookTold {
  readonly code: string;
  readonly label: string;
  readonly columns: BookColumns;
  readonly rows: readonly BookRow[];
  readonly counts: Readonly<Record<RowResult, number>>;
}

export const countsOf = (rows: readonly Pick<BookRow, "result">[]): BookTold["counts"] => {
  const of = (result: RowResult): number => rows.filter((row) => row.result === result).length;
  return { new: of("new"), changed: of("changed"), same: of("same"), wrong: of("wrong") };
};
