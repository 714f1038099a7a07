import type { Doc } from "#kernel/entity.ts";
import { isZero, trim } from "#kernel/decimal.ts";
import { hasBegun } from "#kernel/effective.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { add, drop, make, reveal, rule, run, set, tell, type Effect, type Find } from "#kernel/rule.ts";
import { about as aboutContract } from "../about.ts";
import { fault, notVisible } from "../common.ts";
import { contract } from "../contract.entity.ts";
import type { Contract } from "../contract-text-of.ts";
import { buyersOf } from "./alteration.rules.ts";
import { flowMoved, type FlowState } from "./moves.ts";
import { closesOrderLines, openOrderLines, type OpenOrderLine } from "./questions.ts";
import { scopeOf } from "./sees.ts";
import { settlementOf } from "./settlement.ts";
import { termination } from "./termination.entity.ts";

type Termination = Doc<typeof termination>;

const moved = (doc: Termination, state: FlowState): Effect => flowMoved(doc.contractId, "TERMINATION", doc.id, state);

const facts = async (doc: Termination, find: Find) => {
  const [of, open] = await Promise.all([
    find.maybe(contract, doc.contractId ?? null),
    openOrderLines.ask(find, { contractId: doc.contractId ?? "" }),
  ]);
  return { of, open };
};

/** The figures of the contract as they are now, with the penalty. */
const settled = (doc: Termination, of: Contract) =>
  settlementOf({ ...of, penaltyAmount: doc.penaltyAmount, penaltyDirection: doc.penaltyDirection });

/** The open order lines as they are now; what was chosen for a line stays. */
function listed(doc: Termination, open: readonly OpenOrderLine[]): Effect[] {
  const found = new Map(doc.orders.map((row) => [row.orderLineId, row]));
  return [
    ...open.map(({ orderId: _, ...line }) => {
      const row = found.get(line.orderLineId);
      return row ? set(row, { ...line, buyerId: line.buyerId }) : add(doc, "orders", line);
    }),
    ...doc.orders.filter((row) => !open.some((line) => line.orderLineId === row.orderLineId)).map((row) => drop(row)),
  ];
}

/** What is on its way to us cannot be closed: it comes in, or its note is cancelled, before. */
const movingFaults = (doc: Termination, open: readonly OpenOrderLine[]): (Refusal | false)[] =>
  doc.orders.map((row, i) => {
    const inTransit = open.find((line) => line.orderLineId === row.orderLineId)?.inTransitQty ?? "0";
    return (
      row.plan === "CLOSE" &&
      !isZero(inTransit) &&
      fault(
        `orders[${i}].plan`,
        "CCT-128",
        `订单${row.orderNum ?? ""}第${row.lineNum ?? ""}行有在途货物${trim(inTransit)}，请选择保留，或待收货、取消送货单后再关闭`,
        `Line ${row.lineNum ?? ""} of order ${row.orderNum ?? ""} has ${trim(inTransit)} in transit: keep it, or close it once they are received or the delivery note is cancelled`,
      )
    );
  });

const past = (doc: Termination, today: string): Refusal | false =>
  Boolean(doc.effectiveDate && doc.effectiveDate < today) &&
  fault("effectiveDate", "CCT-096", "终止日不能早于今天", "The termination date cannot be in the past");

const save = rule(termination, "saveOrUpdate", {
  reads: facts,
  decide: (doc, { of, open }, { before }, _, at) => {
    if (!of) return notVisible();
    return [
      past(doc, at.today),
      ...movingFaults(doc, open),
      set(doc, { ...scopeOf(of), currency: of.currency, ...settled(doc, of) }),
      ...listed(doc, open),
      before === null && moved(doc, "DRAFT"),
    ];
  },
});

const submit = rule(termination, "doSubmit", {
  reads: facts,
  decide: (doc, { of, open }, _, __, at) => [
    past(doc, at.today),
    ...movingFaults(doc, open),
    !doc.fileIds && fault("fileIds", "CCT-097", "请上传终止协议或通知", "Attach the agreement or the notice"),
    ...doc.orders.map(
      (row, i) =>
        !row.plan && fault(`orders[${i}].plan`, "CCT-098", "请选择未完订单行的处理方式", "Choose what becomes of each open order line"),
    ),
    isStale(doc, open) && refuse("CCT-099", "未完订单行已变化，请重新保存", "The open order lines have changed; save again"),
    of !== null && set(doc, { ...settled(doc, of), supplierConfirm: null, confirmedBy: null, refuseReason: null }),
    moved(doc, "APPROVING"),
  ],
});

const isStale = (doc: Termination, open: readonly OpenOrderLine[]): boolean =>
  open.some((line) => !doc.orders.some((row) => row.orderLineId === line.orderLineId));

/** What ends the contract: chosen order lines are closed in the same transaction, those that are done by now need nothing. */
const endFacts = async (doc: Termination, find: Find) => {
  const known = await facts(doc, find);
  const lineIds = doc.orders
    .filter((row) => row.plan === "CLOSE" && known.open.some((line) => line.orderLineId === row.orderLineId))
    .map((row) => row.orderLineId!);
  const closing = lineIds.length ? await closesOrderLines.ask(find, { contractId: doc.contractId, lineIds, reason: doc.reason }) : [];
  return { ...known, closing };
};
type EndFacts = Awaited<ReturnType<typeof endFacts>>;

/** The contract ends today, or on the day that was agreed. */
function ends(doc: Termination, { of, open, closing }: EndFacts, today: string): (Effect | Refusal | false)[] {
  if (!of) return [];
  if (!hasBegun(doc.effectiveDate, today)) return [set(doc, { status: "AGREED" })];
  const { penaltyAmount, penaltyDirection, reason } = doc;
  const settlement = settled(doc, of);
  return [
    isStale(doc, open) &&
      refuse("CCT-099", "未完订单行已变化，请退回后重新保存", "The open order lines have changed; return it and save again"),
    set(doc, { ...settlement, status: "DONE" }),
    ...closing,
    run(contract, doc.contractId, "doTerminated", {
      docId: doc.id,
      terminated: { reason, penaltyAmount, penaltyDirection, ...settlement },
    }),
  ];
}

const approve = rule(termination, "doApproval", {
  reads: endFacts,
  decide: (doc, known, _, __, at) =>
    doc.kind === "MUTUAL" ? set(doc, { status: "CONFIRMING", supplierConfirm: "WAIT" }) : ends(doc, known, at.today),
});

const about = (doc: Termination) => ({ id: doc.id, num: doc.terminateNum, supplierId: doc.supplierId, ownerId: doc.ownerId });

const agree = rule(termination, "doSupplierConfirm", {
  reads: endFacts,
  decide: (doc, known, _, me, at) => [
    set(doc, { supplierConfirm: "CONFIRMED", confirmedBy: me.displayName }),
    tell("CCT_TERMINATE_ANSWERED", { ...about(doc), answer: "同意", answerEn: "agrees", reason: "" }),
    ...ends(doc, known, at.today),
  ],
});

const decline = rule(termination, "doSupplierRefuse", {
  decide: (doc, _, { answer }) => [
    (answer ?? "").trim().length < 5 && fault("answer", "CCT-034", "请填写拒绝原因，至少5个字", "Give a reason of at least 5 characters"),
    set(doc, { supplierConfirm: "REFUSED", refuseReason: answer ?? null }),
    tell("CCT_TERMINATE_ANSWERED", { ...about(doc), answer: "不同意", answerEn: "declines", reason: answer }),
    moved(doc, "REJECTED"),
  ],
});

const takeEffect = rule(termination, "doTakeEffect", { reads: endFacts, decide: (doc, known, _, __, at) => ends(doc, known, at.today) });

/** On the contract: a termination is drafted with the open order lines and the settlement as they are now. */
const begin = rule(contract, "doTermination", {
  decide: (doc, _, { kind, reason, terminateDate, penalty, penaltyTo }, __, at) => {
    const id = at.newId();
    return [
      make(termination, id, {
        contractId: doc.id,
        kind: kind!,
        reason: reason!,
        effectiveDate: terminateDate!,
        penaltyAmount: penalty ?? null,
        penaltyDirection: penaltyTo ?? null,
      }),
      run(termination, id, "saveOrUpdate", {}),
      reveal({ terminationId: id }),
    ];
  },
});

interface Terminated {
  readonly reason: string;
  readonly penaltyAmount: string | null;
  readonly penaltyDirection: string | null;
  readonly claimAmount: string;
  readonly owedAmount: string;
}

/** The contract has ended: stages that were not paid are closed, and all who buy under it are told. */
const ended = rule(contract, "doTerminated", {
  reads: async (doc, find) => ({ buyerIds: await buyersOf(find, doc.id) }),
  decide: (doc, { buyerIds }, { docId, terminated }) => {
    const { reason, ...money } = terminated as Terminated;
    const open = doc.stages.filter((stage) => !["PAID", "CLOSED"].includes(stage.stageStatus));
    return [
      set(doc, { terminateReason: reason }),
      ...open.map((stage) => set(stage, { stageStatus: "CLOSED" })),
      flowMoved(doc.id, "TERMINATION", docId!, "DONE"),
      tell("CCT_TERMINATED", { ...aboutContract(doc), ...money, reason, buyerIds }),
    ];
  },
});

export const terminationRules = [
  save,
  submit,
  approve,
  agree,
  decline,
  takeEffect,
  begin,
  ended,
  rule(termination, "doReject", { decide: (doc) => moved(doc, "REJECTED") }),
  rule(termination, "doWithdraw", { decide: (doc) => moved(doc, "DRAFT") }),
  rule(termination, "delete", { decide: (doc) => moved(doc, "NONE") }),
];
