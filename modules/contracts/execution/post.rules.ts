import { cmp, isZero, neg, sub, sum, type Decimal } from "#kernel/decimal.ts";
import type { Doc, Me } from "#kernel/entity.ts";
import type { Post } from "#kernel/ledger-book.ts";
import { bookOf, knownPostings, rebuildRule } from "#kernel/ledger-rule.ts";
import type { PostingRow } from "#kernel/ledger-postings.ts";
import { Refusal, refuse } from "#kernel/refusal.ts";
import { rule, run, set, tell, type Decision, type Effect, type Find, type Moment } from "#kernel/rule.ts";
import { digitsOf, getProfile } from "#modules/base/index.ts";
import { about } from "../about.ts";
import { contract } from "../contract.entity.ts";
import { overStage, stageStatusOf } from "./contract.ledger.ts";
import { contractPosts, itemPosts, ordersMore, stepPassed, type Exec } from "./exec.ts";
import { contractHome, itemHome, stageHome } from "./homes.ts";
import { contractPosting } from "./posting.entity.ts";
import { dueDayOf, dueShare, stagePosts, type Held, type StageUse } from "./stages.ts";

export type Contract = Doc<typeof contract>;
type StageRow = Contract["stages"][number];

/** What rules about falling due ask of the house. */
export interface DueFacts {
  readonly digits: number;
  readonly isToWorkday: boolean;
}
export const dueFacts = async (find: Find, doc: Contract): Promise<DueFacts> => {
  const [digits, profile] = await Promise.all([digitsOf(find, doc.currency), getProfile(find, "CCT_DUE_WORKDAY", { orgId: doc.orgId })]);
  return { digits, isToWorkday: profile.value === "Y" };
};

/** Orders are placed while a contract is in force and not over on that day. */
export const notInForce = (doc: Pick<Contract, "status" | "effectiveDate" | "expiryDate">, today: string): Refusal | null =>
  doc.status === "EFFECTIVE" && doc.effectiveDate <= today && today <= doc.expiryDate
    ? null
    : refuse("CCT-062", "合同未生效或已到期", "The contract is not in force or has expired");

/** A stage that falls due by so much in all, with the day it is payable. Less than before takes back what was not asked for. */
export interface Due {
  readonly stage: StageRow;
  readonly amount: Decimal;
}

/** Posts what fell due on stages, with the days of those that begin to. */
export function triggered(
  doc: Contract,
  dues: readonly Due[],
  facts: DueFacts,
  cause: Omit<Post, "owner" | "event" | "deltas">,
  me: Me,
  at: Moment,
) {
  const posts = dues.flatMap(({ stage, amount }): Post[] => {
    const delta = sub(amount, stage.triggeredAmount);
    return isZero(delta) ? [] : [{ ...cause, owner: stage.id, event: "TRIGGER", deltas: { TRG: delta } }];
  });
  const book = bookOf(stageHome, doc).post(posts);
  return [
    ...book.effects(contractPosting, me, at),
    ...dues.map(({ stage, amount }): Effect => {
      const isUndone = isZero(amount) && stage.trigger === "RECEIPT";
      const triggeredAt = isUndone ? null : (stage.triggeredAt ?? at.now);
      // A contract that was agreed to begin on a day is due from that day, whenever the house gets round to it.
      const begins = stage.trigger === "SIGN" && doc.effectiveMode === "ON_DATE" ? doc.effectiveDate : at.today;
      const day = stage.trigger === "DATE" ? stage.dueDate! : begins;
      const dueDateCalc = isUndone ? null : (stage.dueDateCalc ?? dueDayOf(stage, day, facts.isToWorkday));
      const after = { ...stage, triggeredAmount: amount, triggeredAt };
      return set(stage, { triggeredAt, dueDateCalc, stageStatus: stageStatusOf(after) ?? stage.stageStatus });
    }),
  ];
}

/** Stages that follow what comes in or is invoiced, and what of them is due by now. */
const followed = (doc: Contract, trigger: string, done: Decimal, digits: number): Due[] =>
  doc.stages
    .filter((stage) => stage.trigger === trigger && stage.stageStatus !== "CLOSED")
    .map((stage) => ({ stage, amount: dueShare(stage, doc, done, digits) }))
    .filter(({ stage, amount }) => cmp(amount, stage.triggeredAmount) !== 0);

const isExec = (value: unknown): value is Exec => typeof value === "object" && value !== null && Array.isArray((value as Exec).rows);

/** What orders, receipts, invoices and payments come to: one ledger, one place. */
const post = rule(contract, "doPost", {
  reads: async (doc, find, input) => {
    const exec = isExec(input.exec) ? input.exec : null;
    const posts = exec ? [...contractPosts(doc.id, exec), ...itemPosts(exec)] : [];
    const [known, knownItems, due] = await Promise.all([
      knownPostings(contractHome, find, posts),
      knownPostings(itemHome, find, posts),
      dueFacts(find, doc),
    ]);
    return { exec, known, knownItems, due };
  },
  decide: (doc, { exec, known, knownItems, due }, _, me, at): Decision => {
    if (!exec) return [];
    const book = bookOf(contractHome, doc, { known }).post(contractPosts(doc.id, exec));
    const items = bookOf(itemHome, doc, { known: knownItems }).post(itemPosts(exec));
    const barred = ordersMore(exec) ? notInForce(doc, at.today) : null;
    const refusals = [...(barred ? [barred] : []), ...book.refusals, ...items.refusals];
    if (refusals.length) return refusals;
    const after = book.balances(doc.id);
    const step = stepPassed(doc.orderLimit === null ? null : doc.amountIncl, doc.orderedAmount, after.orderedAmount);
    const dues = [
      ...followed(doc, "RECEIPT", after.receivedAmount, due.digits),
      ...followed(doc, "INVOICE", after.invoicedAmount, due.digits),
    ];
    const cause = { causeType: exec.refType, causeId: exec.refId, causeNum: exec.refNum, ...(exec.key ? { key: exec.key } : {}) };
    return [
      ...book.effects(contractPosting, me, at),
      ...items.effects(contractPosting, me, at),
      ...triggered(doc, dues, due, cause, me, at),
      step !== null && tell("CCT_AMOUNT_USED", { ...about(doc), percent: step }),
    ];
  },
});

/** What each use holds of each stage, by its postings. */
const heldBy = (rows: readonly (PostingRow & { readonly causeLineId: string })[], use: string): Held[] =>
  [
    ...Map.groupBy(
      rows.filter((row) => row.causeLineId === use),
      (row) => row.ownerId,
    ),
  ].map(([owner, own]) => {
    const of = (bucket: string): Decimal => sum(own.filter((row) => row.bucket === bucket).map((row) => row.delta));
    return { owner, applied: of("APP"), paid: of("PAY") };
  });

/** What an operation moved when it was made before under its key. */
const movedBefore = (rows: readonly PostingRow[], use: StageUse): Decimal | null => {
  const own = rows.filter((row) => row.requestId === use.key);
  if (own.length === 0) return null;
  const bucket = use.op === "RESERVE" || use.op === "RELEASE" ? "APP" : "PAY";
  const moved = sum(own.filter((row) => row.bucket === bucket).map((row) => row.delta));
  return moved.startsWith("-") ? neg(moved) : moved;
};

/** Posts several operations in turn: each sees what those before it hold. */
function usedIn(doc: Contract, uses: readonly StageUse[], known: readonly (PostingRow & { readonly causeLineId: string })[]) {
  const [book, rows] = [bookOf(stageHome, doc), [...known]];
  const refusals: Refusal[] = [];
  for (const use of uses) {
    const before = movedBefore(rows, use);
    if (before !== null) {
      const whole = sum([use.amount, use.op === "RESERVE" ? (use.share ?? "0") : "0"]);
      if (cmp(before, whole) !== 0)
        refusals.push(refuse("LEDGER_KEY", `请求号${use.key}已用于另一笔过账`, `Request key ${use.key} was used for another posting`));
      continue;
    }
    const stages = doc.stages.map((stage) => book.owner(stage.id) as unknown as StageRow);
    const posts = stagePosts(use, stages, heldBy(rows, use.use));
    if (posts instanceof Refusal) refusals.push(posts);
    else {
      book.post(posts);
      for (const { owner, event, deltas } of posts)
        for (const [bucket, delta] of Object.entries(deltas))
          rows.push({ ownerId: owner, bucket, delta: delta ?? "0", eventCode: event, requestId: use.key, causeLineId: use.use });
    }
  }
  return { book, refusals };
}

const listOf = (value: unknown): readonly StageUse[] => (Array.isArray(value) ? (value as readonly StageUse[]) : []);

/** Nothing is left to pay and nothing more to come. */
export const isCarriedOut = (doc: Contract, stages: readonly Pick<StageRow, "stageStatus">[]): boolean =>
  stages.every((stage) => ["PAID", "CLOSED"].includes(stage.stageStatus)) &&
  doc.items.every((item) => item.lineStatus !== "OPEN" || cmp(item.receivedQty, item.orderedQty) >= 0);

/** What finance asks for, pays and gives back, under the lock of the contract. */
const useStages = rule(contract, "doUseStages", {
  reads: async (_, find, input) => {
    const uses = listOf(input.uses);
    const asked = [...new Set(uses.map((use) => use.use))];
    const known = asked.length ? await find.where(contractPosting, { ownerType: "CCT_STAGE", causeLineId: asked }, 50_000) : [];
    return { uses, known: known as unknown as readonly (PostingRow & { readonly causeLineId: string })[] };
  },
  decide: (doc, { uses, known }, _, me, at): Decision => {
    const { book, refusals } = usedIn(doc, uses, known);
    if (refusals.length) return refusals;
    const stages = doc.stages.map((stage) => book.settled(stage.id) as unknown as StageRow);
    const applied = sum(stages.map((stage) => stage.appliedAmount));
    if (doc.payLimit !== null && cmp(applied, doc.payLimit) > 0 && cmp(applied, doc.appliedAmount) > 0)
      return overStage({ left: sub(doc.payLimit, doc.appliedAmount) });
    return [
      ...book.effects(contractPosting, me, at),
      doc.status === "EXPIRED" && doc.stages.length > 0 && isCarriedOut(doc, stages) && run(contract, doc.id, "doClose", {}),
    ];
  },
});

export const postRules = [post, useStages, rebuildRule(contractHome, itemHome, stageHome)];
