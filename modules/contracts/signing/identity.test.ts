import { expect, test } from "vitest";
import { isIdentityNumber } from "./identity.ts";
import { seqOf, turnOf } from "./turns.ts";

test("the last character of an identity card number proves the others", () => {
  expect(["11010519491231002X", "440524188001010014"].map(isIdentityNumber)).toEqual([true, true]);
  expect(["110105194912310021", "11010519491231002", "ABC"].map(isIdentityNumber)).toEqual([false, false, false]);
});

test("contracts 7: whose turn it is follows the order that was agreed", () => {
  expect(
    (["SUPPLIER_FIRST", "BUYER_FIRST", "PARALLEL"] as const).map((order) => [seqOf("SUPPLIER", order), seqOf("BUYER", order)]),
  ).toEqual([
    [1, 2],
    [2, 1],
    [1, 1],
  ]);
  const task = (seq: number, side: string, state: string) => ({ seq, side, state, signerUserId: null, signerName: null });
  const tasks = [task(1, "SUPPLIER", "SIGNED"), task(2, "BUYER", "WAIT"), task(3, "OTHER", "WAIT")];
  expect(turnOf(tasks).map((row) => row.side)).toEqual(["BUYER"]);
  expect(turnOf([task(1, "SUPPLIER", "SIGNED")])).toEqual([]);
});
