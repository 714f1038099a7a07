import type { Me } from "#kernel/entity.ts";
import { int, pick, refs } from "#kernel/field.ts";
import { purchaseCodes } from "#modules/demand/index.ts";
import { namedOn } from "./asl.fields.ts";

type Named = { readonly lines: readonly { readonly [key: string]: unknown }[] };

/** What the documents that change the approved list keep of their lines, so that they are found by them, and where they stand. */
export const namedFields = {
  supplierIds: refs("SrmSupInfo", "供应商", "Suppliers", { merging: "follow", computed: true, optional: true }),
  itemIds: refs("SrmBaseItem", "物料", "Items", { computed: true, optional: true }),
  lineCount: int("行数", "Lines", { computed: true, initial: 0 }),
};
export const statusField = pick("状态", "Status", "PUR_DOC_STATUS", { computed: true });

/** What they have in common: states, who works on them and how they are sorted. */
export const aslDocument = {
  stateLookup: "PUR_DOC_STATUS",
  states: {
    DRAFT: ["拟定", "Draft"],
    APPROVED: ["已批准", "Approved", "done"],
  },
  computes: {
    lineCount: (doc: Named) => doc.lines.length,
    supplierIds: (doc: Named) => namedOn(doc.lines, "supplierId"),
    itemIds: (doc: Named) => namedOn(doc.lines, "itemId"),
  },
  sees: { internal: (me: Me) => ({ orgId: me.orgs }) },
  saves: "internal",
  savesFrom: ["DRAFT", "REJECTED"],
  deletes: "internal",
  deletesFrom: ["DRAFT"],
  order: [["id", "desc"]],
  codes: purchaseCodes,
} as const;
