import type { Doc } from "#kernel/entity.ts";
import { isZero } from "#kernel/decimal.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { make, reveal, rule, run, set, tell, type Effect, type Find } from "#kernel/rule.ts";
import { about } from "../about.ts";
import { fault, notVisible } from "../common.ts";
import { contract } from "../contract.entity.ts";
import type { Contract } from "../contract-text-of.ts";
import { buyersOf } from "./alteration.rules.ts";
import { flowMoved, type FlowState } from "./moves.ts";
import { scopeOf } from "./sees.ts";
import { voiding } from "./void.entity.ts";

type Voiding = Doc<typeof voiding>;

const moved = (doc: Voiding, state: FlowState): Effect => flowMoved(doc.contractId, "VOID", doc.id, state);

/** A contract that was carried out in part cannot be void; it is terminated. */
const executed = (of: Contract): Refusal | false =>
  [of.orderedAmount, of.receivedAmount, of.invoicedAmount, of.paidAmount].some((amount) => !isZero(amount)) &&
  refuse("CCT-052", "已有执行记录，不能作废，请走终止", "Executed already; terminate instead of void");

const facts = async (doc: Voiding, find: Find) => ({ of: await find.maybe(contract, doc.contractId ?? null) });

const save = rule(voiding, "saveOrUpdate", {
  reads: facts,
  decide: (doc, { of }, { before }) => {
    if (!of) return notVisible();
    return [
      executed(of),
      doc.replacedBy === doc.contractId &&
        fault("replacedBy", "CCT-100", "替代合同不能是合同本身", "A contract cannot be replaced by itself"),
      set(doc, scopeOf(of)),
      before === null && moved(doc, "DRAFT"),
    ];
  },
});

const submit = rule(voiding, "doSubmit", {
  reads: facts,
  decide: (doc, { of }) => [of !== null && executed(of), moved(doc, "APPROVING")],
});

const approve = rule(voiding, "doApproval", {
  reads: facts,
  decide: (doc, { of }) => [
    doc.kind === "NOT_SIGNED" &&
      Boolean(of?.signedAt) &&
      refuse("CCT-168", "合同已签署，不能以未签署为由作废", "The contract has been signed: it cannot be voided as not signed"),
    // A signing that runs is revoked before its contract becomes void.
    of?.status === "SIGNING" && run(contract, doc.contractId, "doRevokeSign", { reason: doc.reason.slice(0, 300) }),
    run(contract, doc.contractId, "doVoided", { docId: doc.id, reason: doc.reason }),
  ],
});

const begin = rule(contract, "doVoid", {
  decide: (doc, _, { kind, reason }, __, at) => {
    const id = at.newId();
    return [
      doc.contractNum === null && refuse("CCT-165", "未编号的草稿请直接删除", "A draft without a number is deleted instead"),
      make(voiding, id, { contractId: doc.id, kind: kind!, reason: reason! }),
      run(voiding, id, "saveOrUpdate", {}),
      reveal({ voidId: id }),
    ];
  },
});

/** Numbers have no gaps: a contract that has one is voided, and the draft of a change is discarded. */
const kept = rule(contract, "delete", {
  decide: (doc) => [
    doc.liveId !== null && refuse("CCT-166", "变更稿请用放弃变更", "Discard the draft change instead of deleting it"),
    doc.liveId === null &&
      doc.contractNum !== null &&
      refuse("CCT-167", "已有编号的合同不能删除，请作废", "A contract with a number cannot be deleted; void it"),
  ],
});

/** What the contract was made from is free again: whoever listens releases it. */
const voided = rule(contract, "doVoided", {
  reads: async (doc, find) => ({ buyerIds: await buyersOf(find, doc.id) }),
  decide: (doc, { buyerIds }, { docId, reason }) => [
    executed(doc),
    set(doc, { voidReason: reason ?? null, confirmDue: null }),
    flowMoved(doc.id, "VOID", docId!, "DONE"),
    tell("CCT_VOIDED", { ...about(doc), reason, sourceType: doc.sourceType, sourceId: doc.sourceId, buyerIds }),
  ],
});

export const voidRules = [
  save,
  submit,
  approve,
  begin,
  kept,
  voided,
  rule(voiding, "doReject", { decide: (doc) => moved(doc, "REJECTED") }),
  rule(voiding, "doWithdraw", { decide: (doc) => moved(doc, "DRAFT") }),
  rule(voiding, "delete", { decide: (doc) => moved(doc, "NONE") }),
];
