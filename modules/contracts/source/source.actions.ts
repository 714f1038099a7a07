import { date, money, pick, ref, refs, text } from "#kernel/field.ts";
import { creating } from "../common.ts";

const begins = {
  templateId: ref("SrmCctTemplate", "模板", "Template", { pick: { status: "APPROVED" } }),
  supplierId: ref("SrmSupInfo", "供应商", "Supplier", { optional: true, pick: { infoStatus: "EFFECTIVE" } }),
  contractName: text("合同名称", "Name", { max: 200, optional: true }),
  effectiveDate: date("生效日期", "Effective from", { optional: true }),
  expiryDate: date("到期日期", "Expires on", { optional: true }),
} as const;

/** A contract made of another document. */
export const sourceActions = {
  createFromSource: creating("从来源生成", "Create from source", {
    button: "btnFromSource",
    who: "internal",
    quiet: true,
    input: { sourceType: pick("来源", "Source", "CCT_SOURCE"), sourceId: text("来源单据", "Source document", { max: 2000 }), ...begins },
  }),
  /** The same for people, who choose the document. */
  doFromSource: creating("从来源生成", "Create from source", {
    button: "btnFromSource",
    who: "internal",
    input: {
      agreementId: ref("SrmPurAgreementHeader", "采购协议", "Purchase agreement", {
        optional: true,
        pick: { status: "EFFECTIVE", liveId: null },
      }),
      reqLineIds: refs("SrmPurRequisitionLine", "采购申请行", "Requisition lines", {
        optional: true,
        pick: { lineStatus: ["OPEN", "PARTIAL"] },
      }),
      ...begins,
    },
  }),
} as const;

/** What an award allows, and what a source is held by. */
export const sourceFields = {
  sourceCap: money("来源金额上限", "Awarded amount", { computed: true, optional: true, currency: "currency", adds: false }),
  heldSource: text("占用的来源", "Source taken", { max: 150, computed: true, optional: true, hidden: "all" }),
} as const;
export const sourceItemFields = {
  heldLineId: text("占用的来源行", "Source line taken", { max: 60, computed: true, optional: true, hidden: "all" }),
} as const;

/** Sources that become one contract with each supplier; of others each line does. */
const whole = ["AUCTION", "BIDDING", "COMPETE", "PATTERN_MAKING", "MOULD", "RENEWAL"];

interface Of {
  readonly status?: unknown;
  readonly liveId?: unknown;
}
/** A source is taken as long as its contract is not voided; a draft that changes a contract takes nothing. */
const isFree = (doc: Of | null): boolean => doc?.status === "VOIDED" || Boolean(doc?.liveId);
export const sourceComputes = {
  heldSource: (doc: Of & { readonly sourceType: string; readonly sourceId: string | null; readonly supplierId: string }) =>
    isFree(doc) || !doc.sourceId || !whole.includes(doc.sourceType) ? null : [doc.sourceType, doc.sourceId, doc.supplierId].join("|"),
};
export const sourceItemComputes = {
  heldLineId: (row: { readonly sourceLineId: string | null }, doc: Of | null) => (isFree(doc) ? null : row.sourceLineId),
};

const taken = ["来源已生成合同，作废或删除后可再次生成", "A contract was made of it already; void or delete that one first"] as const;
const held = <K extends string>(field: K) => ({
  fields: [field] as const,
  while: { [field]: { not: null } },
  code: "CCT-112",
  text: taken,
});
export const sourceUnique = held("heldSource");
export const sourceItemUnique = held("heldLineId");
