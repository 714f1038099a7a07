import { add, cmp, div, isZero, min, mul, round, sum } from "#kernel/decimal.ts";

/** How many of an item were accepted. */
export interface Accepted {
  readonly lineId: string;
  readonly qty: string;
  readonly result: string;
}

interface Item {
  readonly id: string;
  readonly qty: string | null;
  readonly amountIncl: string;
  readonly receivedQty: string;
  readonly assetFlag: string;
}

interface Stage {
  readonly id: string;
  readonly stageNo: number | null;
  readonly trigger: string;
  readonly stageStatus: string;
  readonly amount: string;
  readonly triggeredAmount: string;
}

/** The goods that have to be accepted: those marked as assets, else all of them. */
export function assetsOf<I extends Item>(items: readonly I[]): readonly I[] {
  const marked = items.filter((item) => item.assetFlag === "Y");
  return marked.length ? marked : items;
}

/** How much of an item was accepted; what failed was not. */
export const acceptedOf = (id: string, lines: readonly Accepted[]): string =>
  sum(lines.filter((line) => line.lineId === id && line.result !== "FAIL").map((line) => line.qty));

/** The items of which more would be accepted than came in. */
export const overAccepted = (items: readonly Item[], before: readonly Accepted[], now: readonly Accepted[]): readonly string[] =>
  items.filter((item) => cmp(add(acceptedOf(item.id, before), acceptedOf(item.id, now)), item.receivedQty) > 0).map((item) => item.id);

/** The accepted share of a contract's assets by value, between 0 and 1. */
export function shareOf(items: readonly Item[], lines: readonly Accepted[]): string {
  const assets = assetsOf(items).filter((item) => item.qty !== null && !isZero(item.qty));
  const whole = sum(assets.map((item) => item.amountIncl));
  const done = assets.map((item) => div(mul(item.amountIncl, min(acceptedOf(item.id, lines), item.qty!)), item.qty!, 8));
  return isZero(whole) ? "0" : div(sum(done), whole, 8);
}

/** Up to which amounts the stages that wait for acceptance are due, where that is more than before. */
export const dueBy = (stages: readonly Stage[], share: string, digits: number) =>
  stages
    .filter((stage) => stage.trigger === "ASSET" && stage.stageStatus !== "CLOSED")
    .map((stage) => ({
      stageId: stage.id,
      stageNo: stage.stageNo,
      amount: min(stage.amount, round(mul(stage.amount, share), digits)),
      before: stage.triggeredAmount,
    }))
    .filter((due) => cmp(due.amount, due.before) > 0)
    .map(({ before: _, ...due }) => due);
