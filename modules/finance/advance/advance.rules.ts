import { add, cmp, div, isZero, mul, round, sub, trim } from "#kernel/decimal.ts";
import { refuse, refuseField, type Refusal } from "#kernel/refusal.ts";
import { ask, foresee, rule, run, set, tell, type Decision, type Effect, type Find, type Moment } from "#kernel/rule.ts";
import { digitsOf } from "#modules/base/index.ts";
import { supplierAccount } from "#modules/supplier/index.ts";
import { paymentMade } from "../payment-detail/payment.ts";
import { paymentDetail } from "../payment-detail/payment-detail.entity.ts";
import { advance } from "./advance.entity.ts";
import {
  accountFault,
  amountFault,
  basisOf,
  changedLately,
  payBarred,
  periodClosed,
  rateOn,
  roomOn,
  type Advance,
  type Basis,
} from "./advance.facts.ts";
import { capFault, chosenStage } from "./cap.ts";
import { stageUse } from "./stage-use.ts";

export const about = (doc: Advance) => ({ id: doc.id, num: doc.applyNo, supplierId: doc.supplierId, ownerId: doc.ownerId });

/** The share a typed amount is of its basis. */
const ratioOf = (amount: string, gross: string): string | null => (isZero(gross) ? null : round(div(mul(amount, "100"), gross, 8), 4));

/** Amount and ratio follow each other: whichever was changed last counts, an amount before a ratio. */
function amounts(doc: Advance, before: Advance | null, basis: Basis, digits: number) {
  const ratio = doc.applyRatio ?? (before === null ? basis.prepaid : null);
  const isTyped =
    doc.applyAmount !== null && (before === null || before.applyAmount !== doc.applyAmount || before.applyRatio === doc.applyRatio);
  if (isTyped) return { applyAmount: doc.applyAmount, applyRatio: ratioOf(doc.applyAmount!, basis.gross) };
  return ratio === null
    ? { applyAmount: doc.applyAmount, applyRatio: null }
    : { applyAmount: round(div(mul(basis.gross, ratio), "100", digits + 4), digits), applyRatio: ratio };
}

const facts = async (doc: Advance, find: Find) => {
  const [basis, digits] = await Promise.all([basisOf(doc, find), digitsOf(find, doc.currency)]);
  return { basis, digits };
};

const save = rule(advance, "saveOrUpdate", {
  reads: facts,
  decide: (doc, { basis, digits }, { before }, _, at): Decision => {
    const isOn = ["PO", "CONTRACT"].includes(doc.advanceType);
    const stage = basis ? chosenStage(basis.stages, doc.stageNo) : null;
    const own = basis ? amounts(doc, before, basis, digits) : { applyAmount: doc.applyAmount, applyRatio: null };
    return [
      isOn && !basis && refuse("RCN-060", "请选择订单或合同", "Choose the order or the contract"),
      basis !== null && basis.supplierId !== doc.supplierId && mixed(),
      doc.advanceType === "CONTRACT" && basis !== null && !stage && noStage(),
      doc.dueRecoverDate < doc.planPayDate &&
        refuseField("dueRecoverDate", "RCN-064", "应核销日不能早于计划付款日", "Recover the advance after it is paid, not before"),
      amountFault(own.applyAmount, basis?.currency ?? doc.currency, digits),
      set(doc, {
        ...own,
        applyDate: at.today,
        basisAmount: basis?.gross ?? null,
        poHeaderId: doc.advanceType === "PO" ? doc.poHeaderId : null,
        contractId: doc.advanceType === "CONTRACT" ? doc.contractId : (basis?.contractId ?? null),
        contractStageId: stage?.id ?? null,
        ...(basis ? { orgId: basis.orgId, currency: basis.currency } : {}),
      }),
    ];
  },
});

const mixed = (): Refusal =>
  refuse("RCN-002", "供应商、业务实体、币种、付款条件必须一致", "Supplier, business unit, currency and payment term must be the same");
const noStage = (): Refusal =>
  refuse(
    "RCN-062",
    "合同没有可用的预付款阶段，请改选阶段或先变更合同",
    "The contract has no open advance stage; choose another stage or change the contract first",
  );

/** What has to be right before money goes out on an advance: asked at submission and again at approval. */
const checks = async (doc: Advance, find: Find, today: string) => {
  const [basis, account, digits, barred] = await Promise.all([
    basisOf(doc, find, true),
    find.maybe(supplierAccount, doc.supplierAccountId),
    digitsOf(find, doc.currency),
    payBarred(doc, find, today),
  ]);
  const [room, changed] = await Promise.all([roomOn(doc, basis, find), changedLately(account, doc.orgId, find, today)]);
  return { basis, account, digits, barred, room, changed };
};
type Checks = Awaited<ReturnType<typeof checks>>;

function faults(doc: Advance, { basis, account, digits, barred, room }: Checks, today: string): (Refusal | false | null)[] {
  const isOn = ["PO", "CONTRACT"].includes(doc.advanceType);
  const isCovered = Boolean(doc.guaranteeNo) && doc.guaranteeTo !== null && doc.guaranteeTo >= today;
  return [
    isOn &&
      !basis?.isRunning &&
      refuse("RCN-061", "订单或合同已不在执行中，不能预付", "The order or contract is not running; nothing can be paid in advance on it"),
    basis !== null && (basis.supplierId !== doc.supplierId || basis.currency !== doc.currency || basis.orgId !== doc.orgId) && mixed(),
    doc.advanceType === "CONTRACT" && basis !== null && !chosenStage(basis.stages, doc.stageNo) && noStage(),
    basis?.needsGuarantee === true &&
      !isCovered &&
      refuseField(
        "guaranteeNo",
        "RCN-063",
        "付款条件要求保函，请填写保函号和有效期",
        "The payment term asks for a guarantee; enter its number and validity",
      ),
    amountFault(doc.applyAmount, doc.currency, digits),
    capFault(doc.applyAmount ?? "0", room.others, room.cap),
    accountFault(account, doc),
    barred,
  ];
}

const submit = rule(advance, "doSubmit", {
  reads: (doc, find, _, __, at) => checks(doc, find, at.today),
  decide: (doc, known, _, __, at): Decision => [
    ...faults(doc, known, at.today),
    known.changed !== null &&
      foresee(
        "RCN-070",
        `收款账户于${known.changed}变更，付款前请电话核实`,
        `The payee account was changed on ${known.changed}; verify it by phone before payment`,
      ),
    ...stageUse(doc, ["RESERVE"], doc.applyAmount ?? "0", at),
  ],
});

const approve = rule(advance, "doApproval", {
  reads: (doc, find, _, __, at) => checks(doc, find, at.today),
  decide: (doc, known, _, __, at): Decision => [
    ...faults(doc, known, at.today),
    known.changed !== null && tell("RCN_BANK_CHANGED", { ...about(doc), changed: known.changed }),
  ],
});

const released = (doc: Advance, at: Moment): Effect[] => stageUse(doc, ["RELEASE"], doc.applyAmount ?? "0", at);

const cancel = rule(advance, "doCancel", {
  decide: (doc, _, { reason }, __, at): Decision => {
    const got = [doc.paidAmount, doc.carriedInAmount, doc.incomingAmount].reduce(add);
    return [
      !isZero(got) && refuse("RCN-023", `存在下游单据：已付款或结转`, `Later document exists: a payment or a carry-over`),
      set(doc, { endReason: reason }),
      ...(doc.status === "APPROVED" ? released(doc, at) : []),
    ];
  },
});

/** The rest is not paid any more; it counts as paid with what it got. */
const close = rule(advance, "doClose", {
  decide: (doc, _, { reason }, __, at): Decision => {
    const got = [doc.paidAmount, doc.carriedInAmount, doc.incomingAmount].reduce(add);
    const rest = sub(sub(doc.applyAmount ?? "0", doc.givenUpAmount), got);
    return [
      set(doc, {
        givenUpAmount: add(doc.givenUpAmount, rest),
        endReason: reason,
        status: isZero(doc.incomingAmount) ? settledAs(doc) : doc.status,
      }),
      ...stageUse(doc, ["RELEASE"], rest, at),
    ];
  },
});
const settledAs = ({ balance, reservedAmount }: Advance): string => (isZero(balance) && isZero(reservedAmount) ? "CLOSED" : "PAID");

const registered = async (doc: Advance, find: Find, input: Paying, today: string) => {
  const day = input.payDate ?? today;
  const account = await find.maybe(supplierAccount, doc.supplierAccountId);
  const [digits, barred, closed, rate, changed, twice] = await Promise.all([
    digitsOf(find, doc.currency),
    payBarred(doc, find, today),
    periodClosed(doc.orgId, day, find),
    rateOn(doc.orgId, doc.currency, day, find),
    changedLately(account, doc.orgId, find, today),
    find.exists(paymentDetail, { bankAccountFrom: input.bankAccountFrom ?? "", bankFlowNo: input.bankFlowNo ?? "" }),
  ]);
  return { day, account, digits, barred, closed, rate, changed, twice };
};

interface Paying {
  readonly payDate?: string | null;
  readonly amount?: string | null;
  readonly bankAccountFrom?: string | null;
  readonly bankFlowNo?: string | null;
  readonly voucherNo?: string | null;
  readonly slipIds?: string | null;
}

/** A bank entry that is registered already, also one that was reversed. */
export const flowTwice = (flow: string): Refusal =>
  refuse("RCN-015", `银行流水${flow}已登记`, `Bank entry ${flow} is already registered`, { data: { bankFlowNo: flow } });
export const inFuture = (): Refusal => refuse("RCN-069", "付款日不能晚于今天", "The payment date cannot be in the future");

const registerPayment = rule(advance, "doRegisterPayment", {
  reads: (doc, find, input: Paying, _, at) => registered(doc, find, input, at.today),
  decide: (doc, known, input: Paying, _, at): Decision => {
    const amount = input.amount ?? "0";
    const fault = amountFault(amount, doc.currency, known.digits);
    const id = at.newId();
    const baseAmount = round(mul(amount, known.rate), 2);
    return [
      fault,
      known.day > at.today && inFuture(),
      known.closed,
      known.barred,
      accountFault(known.account, doc),
      known.twice && flowTwice(input.bankFlowNo ?? ""),
      known.changed !== null &&
        ask(
          "RCN-070",
          `收款账户于${known.changed}变更，是否已电话核实？`,
          `The payee account was changed on ${known.changed}. Was it verified by phone?`,
        ),
      ...paymentMade(id, {
        ...{ direction: "OUT", ownerType: "ADVANCE", owner: { id: doc.id, num: doc.applyNo }, payDate: known.day, amount, baseAmount },
        ...{ orgId: doc.orgId, supplierId: doc.supplierId, currency: doc.currency, exchangeRate: known.rate, payMethod: doc.payMethod },
        ...{ bankAccountFrom: input.bankAccountFrom!, bankFlowNo: input.bankFlowNo!, supplierAccountId: doc.supplierAccountId },
        ...{ voucherNo: input.voucherNo ?? null, fileIds: input.slipIds ?? null },
        sources: [
          { sourceType: "ADVANCE", advanceId: doc.id, amount, baseAtPayRate: baseAmount, baseAtInvoiceRate: null, exchangeDiff: null },
        ],
      }),
      set(doc, { exchangeRate: known.rate }),
      run(advance, doc.id, "doPost", {
        postings: [
          {
            ...{ owner: doc.id, event: "PAY", deltas: { PAID: amount }, base: { PAID: baseAmount }, key: `${id}:PAY` },
            ...{ causeType: paymentDetail.name, causeId: id, causeNum: input.bankFlowNo },
          },
        ],
      }),
      tell("RCN_PAID", { ...about(doc), amount: trim(amount), currency: doc.currency, flow: input.bankFlowNo }),
    ];
  },
});

const askRecover = rule(advance, "doAskRecover", {
  decide: (doc, _, { why, whyEn }): Decision =>
    cmp(doc.balance, "0") > 0 ? set(doc, { recoverFlag: "Y", recoverReason: why, recoverReasonEn: whyEn }) : [],
});

const overdue = rule(advance, "doOverdue", {
  decide: (doc): Decision =>
    set(doc, {
      recoverFlag: "Y",
      recoverReason: `应核销日${doc.dueRecoverDate}已过`,
      recoverReasonEn: `Was to be recovered by ${doc.dueRecoverDate}`,
    }),
});

export const advanceRules = [
  ...[save, submit, approve, cancel, close, registerPayment, askRecover, overdue],
  rule(advance, "doReject", { decide: (doc, _, __, ___, at) => released(doc, at) }),
  rule(advance, "doWithdraw", { decide: (doc, _, __, ___, at) => released(doc, at) }),
];
