import { isZero } from "#kernel/decimal.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { revisionFaults } from "#kernel/revision-diff.ts";
import { revisionRules, takeOver } from "#kernel/revision-rule.ts";
import { make, rule, run, set, tell, type Effect, type Find } from "#kernel/rule.ts";
import { about } from "../about.ts";
import { fault } from "../common.ts";
import { contract } from "../contract.entity.ts";
import type { Contract } from "../contract-text-of.ts";
import type { Passage } from "../contract-text.ts";
import { versionRow, versionsOf } from "../text/version-rows.ts";
import { recordOf } from "./alter-types.ts";
import { alteration } from "./alteration.entity.ts";
import { signedKeys } from "./contract-change.ts";
import { draftMoved, flowMoved } from "./moves.ts";
import { openOrderLines } from "./questions.ts";
import { scopeOf } from "./sees.ts";

/** Buyers whose orders under a contract are open. */
export const buyersOf = async (find: Find, contractId: string): Promise<readonly string[]> => [
  ...new Set((await openOrderLines.ask(find, { contractId })).map((line) => line.buyerId)),
];

/** What the declaration of the change cannot say. */
const lateEnd = (live: Contract, draft: Contract, today: string): Refusal | false =>
  draft.expiryDate !== live.expiryDate &&
  Boolean(draft.expiryDate && draft.expiryDate < today) &&
  fault("expiryDate", "CCT-094", "到期日不能早于今天，请走终止", "The contract cannot expire before today; terminate it instead");

/** A change begins: its record is written beside its draft, with the same id. */
const begun = (doc: Contract, draftId: string, reason: string | null): Effect[] => [
  make(alteration, draftId, {
    contractId: doc.id,
    ...scopeOf(doc),
    currency: doc.currency,
    fromVersion: doc.version,
    toVersion: doc.version + 1,
    reason,
    draftId,
  }),
  flowMoved(doc.id, "ALTERATION", draftId, "DRAFT"),
];

const discarded = (doc: Contract, draftId: string): Effect[] => [
  run(alteration, draftId, "doFollow", { stage: "CANCELLED" }),
  flowMoved(doc.id, "ALTERATION", draftId, "NONE"),
];

const settledTerms = ["stageType", "trigger", "dueDays", "dueDate", "needInvoice"] as const;

/** A stage that payment was asked for keeps its terms; its name and remark may change, its amount has a floor of its own. */
const usedStageFaults = (live: Contract, draft: Contract): (Refusal | false)[] =>
  draft.stages.map((stage, i) => {
    const own = live.stages.find(({ id }) => id === stage.liveRowId);
    const isUsed = own !== undefined && !(isZero(own.appliedAmount) && isZero(own.deductedAmount));
    const changed = isUsed ? settledTerms.find((key) => stage[key] !== own[key]) : undefined;
    return (
      changed !== undefined &&
      fault(
        `stages[${i}].${changed}`,
        "CCT-132",
        `阶段“${own!.stageName}”已申请付款，只能修改名称和备注`,
        `Payment of "${own!.stageNameEn ?? own!.stageName}" was requested: only its name and remark may change`,
      )
    );
  });

/** What a draft that is submitted has to say: it stands against the contract in force as it is now. */
export const changeFaults = (live: Contract, draft: Contract, today: string): (Refusal | false)[] => [
  ...revisionFaults(contract, live, draft),
  ...usedStageFaults(live, draft),
  lateEnd(live, draft, today),
];

/** A draft that is submitted: checked against the contract in force, its record written. */
export function submitted(live: Contract, draft: Contract, today: string): (Effect | Refusal | false)[] {
  const record = recordOf(live, draft);
  const { needSupplierConfirm, needResign } = record;
  return [
    record.diffJson.length === 0 && refuse("CCT-095", "变更稿与现行合同一致，无可提交的变更", "Nothing differs from the contract in force"),
    ...changeFaults(live, draft, today),
    set(draft, { needSupplierConfirm, needResign }),
    ...draftMoved(draft, "APPROVING", record),
  ];
}

const revise = rule(contract, "doRevise", {
  reads: async (doc, find, { draftId }) => ({
    draft: await find.one(contract, draftId ?? ""),
    buyerIds: await buyersOf(find, doc.id),
    versions: await versionsOf(find, doc),
  }),
  decide: (doc, { draft, buyerIds, versions }, _, me, at) => {
    const record = recordOf(doc, draft);
    const passages = (draft.textJson ?? []) as readonly Passage[];
    return [
      ...changeFaults(doc, draft, at.today),
      ...takeOver(contract, doc, draft, { at }),
      // A copy that was signed again replaces the one of the version before.
      draft.signedAt !== null && set(doc, Object.fromEntries(signedKeys.map((key) => [key, draft[key]]))),
      draft.finalFileId !== null && set(doc, { finalFileId: draft.finalFileId }),
      versionRow(doc, { versions, occasion: "CHANGED", hash: draft.pdfHash ?? "", shared: "Y", of: draft, passages }, me, at),
      run(alteration, draft.id, "doFollow", { stage: "DONE", record }),
      flowMoved(doc.id, "ALTERATION", draft.id, "DONE"),
      tell("CCT_CHANGED", { ...about(doc), version: doc.version + 1, delta: record.amountDelta, buyerIds }),
    ];
  },
});

const reopen = rule(contract, "doReopenChange", {
  decide: (doc) => [
    !doc.liveId && refuse("CCT-153", "这不是变更稿", "This contract is not a draft change"),
    set(doc, { pdfHash: null }),
    ...draftMoved(doc, "DRAFT"),
  ],
});

const follow = rule(alteration, "doFollow", {
  decide: (doc, _, { stage, record }) => set(doc, { status: stage as never, ...(record as object | null) }),
});

/** What the record of the change says is worked out when it is submitted and when it takes over. */
export const alterationRules = [
  ...revisionRules(contract, {
    begins: (_, __, { resign }) => ({ needResign: resign ?? null }),
    begun,
    dropped: discarded,
  }),
  revise,
  reopen,
  follow,
];
