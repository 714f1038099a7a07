import { add, cmp, isZero, mul, round, sub, type Decimal } from "#kernel/decimal.ts";
import type { Doc } from "#kernel/entity.ts";
import { postTo } from "#kernel/ledger-rule.ts";
import type { EventOf } from "#kernel/ledger.ts";
import { refuse, refuseField } from "#kernel/refusal.ts";
import { make, reveal, rule, run, set, type Decision, type Effect, type Find, type Moment } from "#kernel/rule.ts";
import { digitsOf } from "#modules/base/index.ts";
import { paymentMade } from "../payment-detail/payment.ts";
import { paymentDetail } from "../payment-detail/payment-detail.entity.ts";
import { advance } from "./advance.entity.ts";
import { amountFault, periodClosed, rateOn } from "./advance.facts.ts";
import { advanceHome } from "./advance.home.ts";
import { baseOfUse, overpaid, type advanceLedger } from "./advance.ledger.ts";
import { flowTwice, inFuture } from "./advance.rules.ts";
import { collection } from "./collection.entity.ts";

type Collection = Doc<typeof collection>;
type Deltas = Readonly<Record<string, Decimal>>;

const neg = (amount: Decimal): Decimal => `-${amount}`;

const posted = (doc: Collection, event: EventOf<typeof advanceLedger>, deltas: Deltas, at: Moment, line: string, base?: Deltas): Effect =>
  postTo(advanceHome, doc.advanceId, [
    {
      ...{ owner: doc.advanceId, event, deltas, key: at.newId() },
      ...{ causeType: collection.name, causeId: doc.id, causeLineId: line, causeNum: doc.collectNo },
      ...(base ? { base } : {}),
    },
  ]);

const facts = async (doc: Collection, find: Find) => {
  const of = await find.maybe(advance, doc.advanceId ?? null);
  return { of, digits: await digitsOf(find, of?.currency ?? "CNY") };
};

const save = rule(collection, "saveOrUpdate", {
  reads: facts,
  decide: (doc, { of, digits }): Decision => {
    if (!of) return refuse("RCN-026", "数据不存在", "Record not found");
    return [amountFault(doc.amount, of.currency, digits), set(doc, { supplierId: of.supplierId, orgId: of.orgId, currency: of.currency })];
  },
});

const submit = rule(collection, "doSubmit", {
  decide: (doc, _, __, ___, at): Decision => posted(doc, "RESERVE", { RES: doc.amount }, at, doc.id),
});

const letGo = (doc: Collection, at: Moment): Effect => posted(doc, "RELEASE", { RES: neg(doc.amount) }, at, doc.id);

/** What was not received is given back to the advance; what was received stays received. */
const cancel = rule(collection, "doCancel", {
  decide: (doc, _, __, ___, at): Decision => {
    const rest = sub(doc.amount, doc.receivedAmount);
    const isPart = !isZero(doc.receivedAmount);
    return [
      doc.status === "APPROVED" && posted(doc, "RELEASE", { RES: neg(rest) }, at, doc.id),
      set(doc, isPart ? { status: "RECEIVED", amount: doc.receivedAmount } : { status: "CANCELLED" }),
    ];
  },
});

interface Receiving {
  readonly payDate?: string | null;
  readonly received?: string | null;
  readonly bankAccountFrom?: string | null;
  readonly bankFlowNo?: string | null;
  readonly voucherNo?: string | null;
  readonly slipIds?: string | null;
}

const registerReceipt = rule(collection, "doRegisterReceipt", {
  reads: async (doc, find, input: Receiving, _, at) => {
    const of = await find.lock(advance, doc.advanceId);
    const day = input.payDate ?? at.today;
    const [digits, closed, rate, twice] = await Promise.all([
      digitsOf(find, of.currency),
      periodClosed(of.orgId, day, find),
      rateOn(of.orgId, of.currency, day, find),
      find.exists(paymentDetail, { bankAccountFrom: input.bankAccountFrom ?? "", bankFlowNo: input.bankFlowNo ?? "" }),
    ]);
    return { of, day, digits, closed, rate, twice };
  },
  decide: (doc, { of, day, digits, closed, rate, twice }, input: Receiving, _, at): Decision => {
    const amount = input.received ?? "0";
    const [rest, receivedAmount] = [sub(doc.amount, doc.receivedAmount), add(doc.receivedAmount, amount)];
    const [taken, baseAmount] = [baseOfUse(of, amount), round(mul(amount, rate), 2)];
    const id = at.newId();
    return [
      amountFault(amount, of.currency, digits),
      cmp(amount, rest) > 0 && overpaid(rest),
      day > at.today && inFuture(),
      closed,
      twice && flowTwice(input.bankFlowNo ?? ""),
      ...paymentMade(id, {
        ...{ direction: "IN", ownerType: "COLLECT", owner: { id: doc.id, num: doc.collectNo }, payDate: day, amount, baseAmount },
        ...{ orgId: of.orgId, supplierId: of.supplierId, currency: of.currency, exchangeRate: rate, payMethod: of.payMethod },
        ...{ bankAccountFrom: input.bankAccountFrom!, bankFlowNo: input.bankFlowNo!, supplierAccountId: of.supplierAccountId },
        ...{ voucherNo: input.voucherNo ?? null, fileIds: input.slipIds ?? null },
        sources: [
          {
            ...{ sourceType: "ADVANCE", advanceId: of.id, amount },
            ...{ baseAtInvoiceRate: taken, baseAtPayRate: baseAmount, exchangeDiff: sub(taken, baseAmount) },
          },
        ],
      }),
      set(doc, {
        receivedAmount,
        paymentDetailId: id,
        status: cmp(receivedAmount, doc.amount) >= 0 ? "RECEIVED" : "APPROVED",
      }),
      posted(doc, "COLLECT", { RES: neg(amount), COL: amount }, at, id, { COL: taken }),
    ];
  },
});

/** A receipt was reversed at the bank: the money is expected again. */
const unreceive = rule(collection, "doUnreceive", {
  decide: (doc, _, { detailId, amount }, __, at): Decision => [
    set(doc, { receivedAmount: sub(doc.receivedAmount, amount!), paymentDetailId: null, status: "APPROVED" }),
    posted(doc, "UNCOLLECT", { RES: amount!, COL: neg(amount!) }, at, detailId!),
  ],
});

/** On the advance: a collection is made and sent for approval in one step. */
const begin = rule(advance, "doCollect", {
  decide: (doc, _, { amount, expectDate, collectReason }, __, at): Decision => {
    const id = at.newId();
    return [
      cmp(amount ?? "0", "0") <= 0 && refuseField("amount", "RCN-065", "金额须大于零", "Enter an amount above zero"),
      make(collection, id, { advanceId: doc.id, amount: amount!, expectDate: expectDate!, collectReason: collectReason! }),
      run(collection, id, "saveOrUpdate", {}),
      run(collection, id, "doSubmit", {}),
      reveal({ collectionId: id }),
    ];
  },
});

export const collectionRules = [
  ...[save, submit, cancel, registerReceipt, unreceive, begin],
  rule(collection, "doReject", { decide: (doc, _, __, ___, at) => letGo(doc, at) }),
  rule(collection, "doWithdraw", { decide: (doc, _, __, ___, at) => letGo(doc, at) }),
];
