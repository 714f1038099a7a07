import { cmp, mul, round, type Decimal } from "#kernel/decimal.ts";
import type { Doc } from "#kernel/entity.ts";
import { postTo } from "#kernel/ledger-rule.ts";
import { refuse, refuseField, type Refusal } from "#kernel/refusal.ts";
import { make, reveal, rule, run, set, type Decision, type Effect, type Find, type Moment } from "#kernel/rule.ts";
import { digitsOf } from "#modules/base/index.ts";
import { advance } from "./advance.entity.ts";
import { amountFault, type Advance } from "./advance.facts.ts";
import { advanceHome } from "./advance.home.ts";
import { baseOfUse, type advanceLedger } from "./advance.ledger.ts";
import { carryOver } from "./carry-over.entity.ts";
import type { EventOf } from "#kernel/ledger.ts";

type CarryOver = Doc<typeof carryOver>;

/** Both advances, locked: their figures stay as they are until the carry-over is written. */
const both = async (doc: CarryOver, find: Find) => {
  const [from, to] = await Promise.all([find.maybe(advance, doc.fromAdvanceId ?? null), find.maybe(advance, doc.toAdvanceId ?? null)]);
  return { from, to, digits: await digitsOf(find, to?.currency ?? "CNY") };
};

/** What arrives in the currency of the target. */
const arriving = (doc: CarryOver, from: Advance, to: Advance, digits: number): Decimal | null => {
  if (from.currency === to.currency) return doc.amount;
  return doc.convertRate === null ? null : round(mul(doc.amount, doc.convertRate), digits);
};

const targets = ["APPROVED", "PART_PAID", "PAID"];

/** Why the balance of one advance cannot go to the other. */
function unfit(doc: CarryOver, from: Advance | null, to: Advance | null, digits: number): (Refusal | false)[] {
  if (!from || !to) return [refuse("RCN-026", "数据不存在", "Record not found")];
  const isOther = from.id !== to.id && from.supplierId === to.supplierId && from.orgId === to.orgId;
  return [
    (!isOther || !targets.includes(to.status)) &&
      refuse(
        "RCN-066",
        "转入预付须为同一供应商、同一业务实体、待付或已付的另一张预付单",
        "The target has to be another advance of the same supplier and organisation that is approved or paid",
      ),
    from.currency !== to.currency &&
      doc.convertRate === null &&
      refuseField("convertRate", "RCN-067", "币种不同，请填写折算率", "The currencies differ; enter the conversion rate"),
    amountFault(doc.amount, from.currency, digits > 2 ? digits : 2),
  ];
}

const save = rule(carryOver, "saveOrUpdate", {
  reads: both,
  decide: (doc, { from, to, digits }): Decision => [
    ...unfit(doc, from, to, digits),
    from !== null &&
      to !== null &&
      set(doc, {
        ...{ supplierId: from.supplierId, orgId: from.orgId, currency: from.currency, toCurrency: to.currency },
        convertRate: from.currency === to.currency ? null : doc.convertRate,
        toAmount: arriving(doc, from, to, digits),
      }),
  ],
});

type Event = EventOf<typeof advanceLedger>;
type Deltas = Readonly<Record<string, Decimal>>;

const posted = (doc: CarryOver, advanceId: string, event: Event, deltas: Deltas, at: Moment, base?: Deltas): Effect =>
  postTo(advanceHome, advanceId, [
    {
      ...{ owner: advanceId, event, deltas, key: at.newId() },
      ...{ causeType: carryOver.name, causeId: doc.id, causeNum: doc.carryNo },
      ...(base ? { base } : {}),
    },
  ]);

const submit = rule(carryOver, "doSubmit", {
  reads: both,
  decide: (doc, { from, to, digits }, _, __, at): Decision => [
    ...unfit(doc, from, to, digits),
    posted(doc, doc.fromAdvanceId, "RESERVE", { RES: doc.amount }, at),
    posted(doc, doc.toAdvanceId, "EXPECT", { EXP: doc.toAmount ?? doc.amount }, at),
  ],
});

const neg = (amount: Decimal): Decimal => `-${amount}`;

const approve = rule(carryOver, "doApproval", {
  reads: async (doc, find) => ({ from: await find.lock(advance, doc.fromAdvanceId), to: await find.lock(advance, doc.toAdvanceId) }),
  decide: (doc, { from, to }, _, __, at): Decision => {
    const toAmount = doc.toAmount ?? doc.amount;
    const base = baseOfUse(from, doc.amount);
    return [
      !targets.includes(to.status) &&
        refuse(
          "RCN-066",
          "转入预付已不可用，请驳回后改选",
          "The target advance cannot take it any more; return the carry-over and choose another",
        ),
      posted(doc, from.id, "CARRY_OUT", { RES: neg(doc.amount), OUT: doc.amount }, at, { OUT: base }),
      posted(doc, to.id, "CARRY_IN", { EXP: neg(toAmount), IN: toAmount }, at, { IN: base }),
    ];
  },
});

/** Nothing is carried: both advances have what they had. */
const letGo = (doc: CarryOver, at: Moment): Effect[] => [
  posted(doc, doc.fromAdvanceId, "RELEASE", { RES: neg(doc.amount) }, at),
  posted(doc, doc.toAdvanceId, "UNEXPECT", { EXP: neg(doc.toAmount ?? doc.amount) }, at),
];

/** On the advance: a carry-over is made and sent for approval in one step. */
const begin = rule(advance, "doCarryOver", {
  decide: (doc, _, { toAdvanceId, amount, convertRate, reason }, __, at): Decision => {
    const id = at.newId();
    return [
      cmp(amount ?? "0", "0") <= 0 && refuseField("amount", "RCN-065", "金额须大于零", "Enter an amount above zero"),
      make(carryOver, id, {
        ...{ fromAdvanceId: doc.id, toAdvanceId: toAdvanceId!, amount: amount!, convertRate: convertRate ?? null, reason: reason! },
      }),
      run(carryOver, id, "saveOrUpdate", {}),
      run(carryOver, id, "doSubmit", {}),
      reveal({ carryOverId: id }),
    ];
  },
});

export const carryOverRules = [
  ...[save, submit, approve, begin],
  rule(carryOver, "doReject", { decide: (doc, _, __, ___, at) => letGo(doc, at) }),
  rule(carryOver, "doWithdraw", { decide: (doc, _, __, ___, at) => letGo(doc, at) }),
];
