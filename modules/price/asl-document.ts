import { action, type Me } from "#kernel/entity.ts";
import { int, pick, refs } from "#kernel/field.ts";
import type { Text } from "#kernel/text.ts";
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

/** The way of such a document: submitted, and decided by whoever approves it. */
export const approving = <const K extends string>(bill: string, label: Text, summary: readonly K[]) =>
  ({
    doSubmit: action("提交", "Submit", {
      button: "btnSubmit",
      who: "internal",
      from: ["DRAFT", "REJECTED"],
      to: "APPROVING",
      tone: "primary",
      approval: { bill, label, approve: "doApproval", reject: "doReject", withdraw: "doWithdraw", org: "orgId", summary },
    }),
    doApproval: action("批准", "Approve", { button: "btnApproval", who: "system", from: ["APPROVING"], to: "APPROVED", quiet: true }),
    doReject: action("驳回", "Reject", { button: "btnReject", who: "system", from: ["APPROVING"], to: "REJECTED", quiet: true }),
    doWithdraw: action("撤回", "Withdraw", { button: "btnWithdraw", who: "system", from: ["APPROVING"], to: "DRAFT", quiet: true }),
  }) as const;

/** Everything else they have in common: states, who works on them and how they are sorted. */
export const aslDocument = {
  stateLookup: "PUR_DOC_STATUS",
  states: {
    DRAFT: ["拟定", "Draft"],
    APPROVING: ["审批中", "In approval", "waiting"],
    APPROVED: ["已批准", "Approved", "done"],
    REJECTED: ["已驳回", "Rejected", "refused"],
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
