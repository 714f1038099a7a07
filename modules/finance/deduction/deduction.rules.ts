import { addDays } from "#kernel/days.ts";
import { add, cmp, isZero, round, sub, trim } from "#kernel/decimal.ts";
import type { Doc } from "#kernel/entity.ts";
import type { Post } from "#kernel/ledger-book.ts";
import { bookOf, knownPostings, rebuildRule } from "#kernel/ledger-rule.ts";
import { refuse, refuseField, type Refusal } from "#kernel/refusal.ts";
import { add as addRow, rule, run, set, tell, type Effect, type Find, type Moment } from "#kernel/rule.ts";
import type { Text } from "#kernel/text.ts";
import { digitsOf, getProfile } from "#modules/base/index.ts";
import { contract, postContractExec } from "#modules/contracts/index.ts";
import { taxPercents } from "#modules/price/index.ts";
import { taxed } from "../common.ts";
import { deductionHome } from "./deduction.home.ts";
import { deduction } from "./deduction.entity.ts";
import type { deductionLedger } from "./deduction.ledger.ts";
import { offsetPosting } from "./offset-posting.entity.ts";

export type Deduction = Doc<typeof deduction>;

const about = ({ id, deductNo, supplierId, ownerId, amountIncl, currency }: Deduction) => ({
  id,
  num: deductNo,
  supplierId,
  ownerId,
  amount: trim(amountIncl),
  currency,
});

/** Net and tax of a deduction off the invoice; one off the payment has none. */
export function splitOf({ mode, amountIncl }: Pick<Deduction, "mode" | "amountIncl">, percent: string | undefined, digits: number) {
  if (mode !== "INVOICE_OFFSET" || percent === undefined || !amountIncl) return { amountExcl: null, taxAmount: null };
  const { amountExcl, taxAmount } = taxed("INCL", amountIncl, percent, digits);
  return { amountExcl, taxAmount };
}

const amountFacts = async (doc: Deduction, find: Find) => {
  const [digits, percents] = await Promise.all([digitsOf(find, doc.currency), taxPercents(find, doc.taxRate ? [doc.taxRate] : [])]);
  return { digits, percent: percents.get(doc.taxRate ?? "") };
};
type AmountFacts = Awaited<ReturnType<typeof amountFacts>>;

/** What is wrong with the amount in this currency. */
function amountFaults({ amountIncl, currency }: Pick<Deduction, "amountIncl" | "currency">, digits: number): Refusal[] {
  if (digits > 2) return [refuse("RCN-019", `币种${currency}小数位不支持`, `Currency ${currency} has unsupported decimals`)];
  // an amount that was left empty is refused as a required field
  if (!amountIncl) return [];
  const isFine = cmp(round(amountIncl, digits), amountIncl) === 0;
  return [
    ...(cmp(amountIncl, "0") > 0 ? [] : [refuseField("amountIncl", "RCN-057", "扣款金额须大于零", "Enter an amount above zero")]),
    ...(isFine ? [] : [refuseField("amountIncl", "RCN-056", `金额最多${digits}位小数`, `Enter at most ${digits} decimals`)]),
  ];
}

const fixed = ["supplierId", "orgId", "currency"] as const;

const save = rule(deduction, "saveOrUpdate", {
  reads: amountFacts,
  decide: (doc, { digits, percent }, { before }, me) => {
    const isMoved = before !== null && before.sourceType !== "MANUAL" && fixed.some((key) => before[key] !== doc[key]);
    return [
      isMoved &&
        refuse(
          "RCN-058",
          `来自${doc.sourceNo ?? ""}的扣款不能改供应商、组织和币种，可取消后手工新增`,
          `A deduction from ${doc.sourceNo ?? ""} keeps its supplier, organisation and currency; cancel it and add another by hand`,
        ),
      ...amountFaults(doc, digits),
      set(doc, {
        ...splitOf(doc, percent, digits),
        taxRate: doc.mode === "INVOICE_OFFSET" ? doc.taxRate : null,
        ownerId: doc.ownerId ?? (before === null && me.audience === "internal" ? me.userId : null),
      }),
    ];
  },
});

/** A refund of a contract is marked as asked for once its deduction goes to approval. */
async function refundOf(doc: Deduction, find: Find): Promise<string | null> {
  const of = doc.sourceType === "CONTRACT" ? await find.maybe(contract, doc.contractId) : null;
  return of?.refunds.some((row) => row.id === doc.sourceId) ? doc.sourceId : null;
}

const marked = (doc: Deduction, refundId: string, amount: string): Effect =>
  run(contract, doc.contractId!, "doMarkRefund", { refund: { refundId, deductionId: doc.id, amount } });

const submit = rule(deduction, "doSubmit", {
  reads: async (doc, find) => ({ facts: await amountFacts(doc, find), refundId: await refundOf(doc, find) }),
  decide: (doc, { facts, refundId }) => [
    ...amountFaults(doc, facts.digits),
    !doc.fileIds && refuseField("fileIds", "RCN-051", "请上传扣款依据", "Attach the evidence of the deduction"),
    set(doc, splitOf(doc, facts.percent, facts.digits)),
    refundId !== null && marked(doc, refundId, "0"),
  ],
});

const answerDays = async (doc: Deduction, find: Find): Promise<number> =>
  Number((await getProfile(find, "RCN_DED_CONFIRM_DAYS", { orgId: doc.orgId })).value);

/** Sent to the supplier, who has some days to answer. */
const published = (doc: Deduction, days: number, at: Moment, lowered: Partial<Deduction> = {}): Effect[] => {
  const answerDue = addDays(at.today, days);
  return [
    set(doc, { ...lowered, publishedAt: doc.publishedAt ?? at.now, answerDue } as never),
    tell("RCN_DEDUCTION_PUBLISHED", { ...about({ ...doc, ...lowered }), days, due: answerDue }),
  ];
};

const approve = rule(deduction, "doApproval", {
  reads: async (doc, find) => ({ days: await answerDays(doc, find) }),
  decide: (doc, { days }, _, __, at) => published(doc, days, at),
});

/** From now on statements and payments take it. */
const effective = (doc: Deduction, at: Moment, more: Partial<Deduction>): Effect =>
  set(doc, { status: "EFFECTIVE", validFrom: at.today, confirmDate: at.now, ...more } as never);

const answered = (doc: Deduction, [how, howEn]: Text, note: string): Effect =>
  tell("RCN_DEDUCTION_ANSWERED", { ...about(doc), how, howEn, note });
const decided = (doc: Deduction, [how, howEn]: Text, note: string): Effect =>
  tell("RCN_DEDUCTION_DECIDED", { ...about(doc), how, howEn, note });

/** A deduction of a punishment or claim that the supplier has already accepted. */
const takeEffect = rule(deduction, "doTakeEffect", {
  reads: amountFacts,
  decide: (doc, { digits, percent }, _, __, at) => [
    ...amountFaults(doc, digits),
    effective(doc, at, { ...splitOf(doc, percent, digits), publishedAt: at.now, supplierConfirmFlag: "Y" }),
    decided(doc, ["已生效", "is effective"], doc.reason),
  ],
});

const confirm = rule(deduction, "doSuppConfirm", {
  decide: (doc, _, __, ___, at) => [effective(doc, at, { supplierConfirmFlag: "Y" }), answered(doc, ["确认了扣款", "confirmed"], "")],
});

const silent = rule(deduction, "doSilentConfirm", {
  decide: (doc, _, __, ___, at) => [
    effective(doc, at, { noReplyFlag: "Y" }),
    answered(doc, ["逾期未答复，视为同意扣款", "did not answer in time and is taken to accept"], ""),
    decided(doc, ["逾期未答复，已生效", "took effect without an answer"], ""),
  ],
});

const rounds = async (doc: Deduction, find: Find): Promise<number> =>
  Number((await getProfile(find, "RCN_DED_APPEAL_ROUNDS", { orgId: doc.orgId })).value);

const appeal = rule(deduction, "doSuppAppeal", {
  reads: async (doc, find) => ({ most: await rounds(doc, find) }),
  decide: (doc, { most }, { text, proof }, me, at) => [
    doc.appealRound >= most &&
      refuse(
        "RCN-052",
        `申诉次数已用完（${most}次），请确认扣款或联系采购方`,
        `All appeals are used (${most}); confirm the deduction or contact the buyer`,
      ),
    set(doc, { appealText: text, appealAnswer: null }),
    addRow(doc, "appeals", {
      round: doc.appealRound + 1,
      appealText: text,
      appealFileIds: proof ?? null,
      appealedBy: me.displayName,
      appealedAt: at.now,
      amountBefore: doc.amountIncl,
    }),
    answered(doc, ["提出申诉", "appeals"], text ?? ""),
  ],
});

interface Answer {
  readonly decision?: string | null;
  readonly lowered?: string | null;
  readonly answer?: string | null;
}

function loweredFaults(doc: Deduction, { decision, lowered }: Answer): Refusal | false {
  if (decision !== "LOWER") return false;
  const isLower = lowered != null && cmp(lowered, "0") > 0 && cmp(lowered, doc.amountIncl) < 0;
  return (
    !isLower &&
    refuseField(
      "lowered",
      "RCN-053",
      `降低后的金额须大于零且小于${trim(doc.amountIncl)}`,
      `Enter an amount above zero and below ${trim(doc.amountIncl)}`,
    )
  );
}

/** Kept, lowered or given up. What was kept in the last round allowed takes effect. */
function appealOutcome(doc: Deduction, { decision, lowered }: Answer, known: { most: number; days: number } & AmountFacts, at: Moment) {
  const appealRound = doc.appealRound + 1;
  if (decision === "WAIVE") return [set(doc, { status: "CANCELLED", appealRound } as never), decided(doc, ["已撤销", "is withdrawn"], "")];
  if (decision === "LOWER") {
    const split = splitOf({ ...doc, amountIncl: lowered! }, known.percent, known.digits);
    return published(doc, known.days, at, { status: "WAIT_CONFIRM", appealRound, amountIncl: lowered!, ...split });
  }
  return appealRound >= known.most
    ? [effective(doc, at, { appealRound }), decided(doc, ["维持并生效", "is kept and effective"], "")]
    : published(doc, known.days, at, { status: "WAIT_CONFIRM", appealRound });
}

const answerAppeal = rule(deduction, "doAnswerAppeal", {
  reads: async (doc, find) => {
    const [facts, most, days] = await Promise.all([amountFacts(doc, find), rounds(doc, find), answerDays(doc, find)]);
    return { ...facts, most, days };
  },
  decide: (doc, known, input, me, at) => {
    const fault = loweredFaults(doc, input);
    const talk = doc.appeals.at(-1);
    const decision = input.decision ?? "KEEP";
    return [
      fault,
      ...(fault ? [] : [set(doc, { appealAnswer: input.answer }), ...appealOutcome(doc, { ...input, decision }, known, at)]),
      talk !== undefined &&
        set(talk, {
          decision,
          appealAnswer: input.answer ?? null,
          amountAfter: decision === "LOWER" ? (input.lowered ?? null) : decision === "WAIVE" ? "0" : doc.amountIncl,
          answeredBy: me.displayName,
          answeredAt: at.now,
        }),
    ];
  },
});

/** What statements and payments hold of it, by their numbers. */
const holders = async (doc: Deduction, find: Find): Promise<string> => {
  const rows = await find.where(deductionHome.postings, { ownerType: deductionHome.ledger.code, ownerId: doc.id }, 5000);
  return [...new Set(rows.flatMap((row) => (row as unknown as { causeNum: string | null }).causeNum ?? []))].join(", ");
};

const cancel = rule(deduction, "doCancel", {
  reads: async (doc, find) => ({ held: isZero(add(doc.usedAmount, doc.reservedAmount)) ? null : await holders(doc, find) }),
  decide: (doc, { held }, { reason }) => [
    held !== null && refuse("RCN-023", `存在下游单据${held}`, `Later document ${held} exists`, { data: { num: held } }),
    set(doc, { cancelReason: reason }),
    doc.publishedAt !== null && decided(doc, ["已取消", "is cancelled"], reason ?? ""),
  ],
});

/** What is used of a deduction under a contract is deducted there; a fee that comes back is paid back by it. */
function followed(doc: Deduction, used: string, refundId: string | null): Effect[] {
  const delta = sub(used, doc.usedAmount);
  if (isZero(delta) || !doc.contractId) return [];
  const exec = { rows: [{ deductedAmount: delta }], refType: deduction.name, refId: doc.id, refNum: doc.deductNo, key: null };
  return [postContractExec(doc.contractId, exec), ...(refundId === null ? [] : [marked(doc, refundId, delta)])];
}

const postingsIn = (input: { readonly postings?: unknown }): readonly Post<typeof deductionLedger>[] =>
  Array.isArray(input.postings) ? (input.postings as readonly Post<typeof deductionLedger>[]) : [];

const post = rule(deduction, "doPost", {
  reads: async (doc, find, input) => ({
    known: await knownPostings(deductionHome, find, postingsIn(input)),
    refundId: await refundOf(doc, find),
  }),
  decide: (doc, { known, refundId }, input, me, at) => {
    const book = bookOf(deductionHome, doc, { known }).post(postingsIn(input));
    return [...book.effects(offsetPosting, me, at), ...followed(doc, book.balances(doc.id).usedAmount, refundId)];
  },
});

export const deductionRules = [
  ...[save, submit, approve, takeEffect, confirm, silent, appeal, answerAppeal, cancel, post],
  rebuildRule(deductionHome),
];
