import { expect, test } from "vitest";
import type { ChainNode, PassportStep } from "./chain.ts";
import { moneyOf, timeOf } from "./chain-story.ts";

const step = (key: string, qty: string | null, amount: string | null): PassportStep => ({
  key,
  label: [key, key],
  stage: "ORDER",
  qty,
  amount,
});
const node = (stage: ChainNode["stage"], date: string, more: Partial<ChainNode> = {}): ChainNode =>
  ({ type: "X", id: date, num: date, stage, date, takesAway: false, ...more }) as ChainNode;

test("each piece of the money begins where the last one ended, and together they are what is payable", () => {
  const passport = [
    step("received", "1900", "107350"),
    step("stated", null, "100000"),
    step("invoiced", null, "96615"),
    step("paid", null, "62715"),
  ];
  const { payable, pieces } = moneyOf({ passport });
  expect(payable).toBe("107350");
  expect(pieces.map((piece) => [piece.key, piece.amount])).toEqual([
    ["paid", "62715"],
    ["invoiced", "33900"],
    ["stated", "3385"],
    ["open", "7350"],
  ]);
  for (const [at, piece] of pieces.entries()) if (at > 0) expect(piece.from).toBeCloseTo(pieces[at - 1]!.from + pieces[at - 1]!.width);
  expect(pieces.at(-1)!.from + pieces.at(-1)!.width).toBeCloseTo(100);
  expect(moneyOf({ passport: [step("received", "0", "0")] }).pieces).toEqual([]);
});

test("time is told from the need to the last goods; what is still awaited runs on to today, a return counts for nothing", () => {
  const nodes = [
    node("SOURCE", "2026-01-01", { type: "SrmPurAgreementHeader" }),
    node("SOURCE", "2026-07-28", { type: "SrmPurRequisitionHeader" }),
    node("ORDER", "2026-08-03"),
    node("RECEIVE", "2026-08-24"),
    node("RECEIVE", "2026-08-31"),
    node("RECEIVE", "2026-09-04", { takesAway: true }),
  ];
  const open = { nodes, passport: [step("ordered", "2000", null), step("received", "1900", null)] };
  expect(timeOf(open, "2026-09-10").map((span) => span.days)).toEqual([6, 21, 7, 10]);
  const done = { nodes, passport: [step("ordered", "1900", null), step("received", "1900", null)] };
  expect(timeOf(done, "2026-09-10").map((span) => span.days)).toEqual([6, 21, 7]);
});
