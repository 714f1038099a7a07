import { add, cmp, div, isZero, max, min, mul, round, sub, type Decimal } from "#kernel/decimal.ts";
import { addDays, mondayToFriday, workingDayFrom } from "#kernel/days.ts";
import type { Post } from "#kernel/ledger-book.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { overStage } from "./contract.ledger.ts";

/** A payment stage as far as its rules look at it. */
export interface Stage {
  readonly id: string;
  readonly stageNo: number | null;
  readonly stageType: string;
  readonly trigger: string;
  readonly percent: Decimal;
  readonly amount: Decimal | null;
  readonly dueDays: number | null;
  readonly dueDate: string | null;
  readonly limitAmount: Decimal | null;
  readonly triggeredAmount: Decimal;
  readonly appliedAmount: Decimal;
  readonly paidAmount: Decimal;
  readonly deductedAmount: Decimal;
  readonly stageStatus: string;
}

/** The day on which a stage that was triggered on a day falls due; a day off moves on where the house wants it. */
export function dueDayOf({ dueDays }: Pick<Stage, "dueDays">, triggered: string, isToWorkday: boolean): string {
  const day = addDays(triggered, dueDays ?? 0);
  return isToWorkday ? workingDayFrom(mondayToFriday, day) : day;
}

interface Whole {
  readonly amountMode: string;
  readonly amountIncl: Decimal | null;
}

/** How much of a stage has fallen due where so much of the contract was received, invoiced or accepted: its share, never more than the stage.
 *  What was asked for already stays due. A contract without an amount applies the percent to what came in. */
export function dueShare(stage: Stage, { amountMode, amountIncl }: Whole, done: Decimal, digits: number): Decimal {
  const whole = amountIncl ?? "0";
  const share =
    amountMode === "NONE" || isZero(whole)
      ? round(div(mul(done, stage.percent), "100", digits + 4), digits)
      : min(stage.amount ?? "0", round(div(mul(stage.amount ?? "0", done), whole, digits + 4), digits));
  return max(max(share, "0"), min(stage.appliedAmount, stage.triggeredAmount));
}

/** How much can still be asked for of a stage; null where nothing limits it. */
export const roomOf = ({ limitAmount, appliedAmount, deductedAmount, stageStatus }: Stage): Decimal | null =>
  stageStatus === "CLOSED" ? "0" : limitAmount === null ? null : max("0", sub(limitAmount, add(appliedAmount, deductedAmount)));

/** What finance does with a stage, under a key that counts once. `use` names what asks for the money: all that follows names it again. */
export interface StageUse {
  readonly op: "RESERVE" | "CONFIRM" | "UNCONFIRM" | "RELEASE";
  readonly use: string;
  readonly key: string;
  /** The caller's part of the stage. */
  readonly amount: Decimal;
  /** RESERVE: the stage that is asked. */
  readonly stageId?: string;
  /** RESERVE: the advance contained in the request, asked of ADVANCE stages as far as nobody applied for them. */
  readonly share?: Decimal;
  readonly refType: string;
  readonly refId: string;
  readonly refNum: string | null;
}

/** What one use holds of one stage. */
export interface Held {
  readonly owner: string;
  readonly applied: Decimal;
  readonly paid: Decimal;
}

const postOf = (use: StageUse, owner: string, event: string, deltas: Record<string, Decimal>): Post => ({
  owner,
  event,
  deltas,
  causeType: use.refType,
  causeId: use.refId,
  causeLineId: use.use,
  causeNum: use.refNum,
  key: use.key,
});

/** Takes an amount from several rooms in turn; what does not fit is left. */
function taken(amount: Decimal, rooms: readonly (readonly [owner: string, room: Decimal | null])[]) {
  const parts: (readonly [owner: string, part: Decimal])[] = [];
  let left = amount;
  for (const [owner, room] of rooms) {
    const part = room === null ? left : min(left, room);
    if (cmp(part, "0") > 0) parts.push([owner, part]);
    left = sub(left, part);
  }
  return { parts, left };
}

function reserve(use: StageUse, stages: readonly Stage[]): Post[] | Refusal {
  const stage = stages.find(({ id }) => id === use.stageId);
  if (!stage) return refuse("CCT-155", "付款阶段不存在", "The payment stage does not exist");
  const room = roomOf(stage);
  if (room !== null && cmp(use.amount, room) > 0) return overStage({ left: room });
  const advances = stages.filter((other) => other.stageType === "ADVANCE" && other.id !== stage.id);
  const share = taken(
    use.share ?? "0",
    advances.map((other) => [other.id, roomOf(other)]),
  );
  if (cmp(share.left, "0") > 0) return overStage({ left: sub(use.share!, share.left) });
  const own: Post[] = isZero(use.amount) ? [] : [postOf(use, stage.id, "RESERVE", { APP: use.amount })];
  return [...own, ...share.parts.map(([owner, part]) => postOf(use, owner, "RESERVE", { APP: part }))];
}

/** What one operation posts, given what its use holds; a refusal where it holds less. */
export function stagePosts(use: StageUse, stages: readonly Stage[], held: readonly Held[]): Post[] | Refusal {
  if (use.op === "RESERVE") return reserve(use, stages);
  const rooms = (of: (row: Held) => Decimal) => held.map((row): readonly [string, Decimal] => [row.owner, of(row)]);
  const unpaid = ({ applied, paid }: Held): Decimal => sub(applied, paid);
  if (use.op === "CONFIRM") {
    const { parts, left } = taken(use.amount, rooms(unpaid));
    return cmp(left, "0") > 0
      ? overStage({ left: sub(use.amount, left) })
      : parts.map(([owner, part]) => postOf(use, owner, "CONFIRM", { PAY: part }));
  }
  if (use.op === "UNCONFIRM") {
    const { parts, left } = taken(
      use.amount,
      rooms((row) => row.paid),
    );
    return cmp(left, "0") > 0
      ? overStage({ left: sub(use.amount, left) })
      : parts.map(([owner, part]) => postOf(use, owner, "RETURN", { PAY: neg(part) }));
  }
  // the unpaid part first; what goes beyond it was collected back or carried to another document
  const first = taken(use.amount, rooms(unpaid));
  const second = taken(
    first.left,
    rooms((row) => row.paid),
  );
  if (cmp(second.left, "0") > 0) return overStage({ left: sub(use.amount, second.left) });
  return [
    ...second.parts.map(([owner, part]) => postOf(use, owner, "RETURN", { PAY: neg(part) })),
    ...[...Map.groupBy([...first.parts, ...second.parts], ([owner]) => owner)].map(([owner, parts]) =>
      postOf(use, owner, "RELEASE", { APP: neg(parts.map(([, part]) => part).reduce(add, "0")) }),
    ),
  ];
}

const neg = (value: Decimal): Decimal => sub("0", value);
