import { expect, test } from "vitest";
import { isAgreed, kindsOf } from "./alter-types.ts";
import { dueBy, overAccepted, shareOf } from "./accepted.ts";
import { sharedStages } from "./kept-stages.ts";
import { settlementOf } from "./settlement.ts";

test("a stage that was asked for keeps its amount, the others share the rest by their percents", () => {
  const shares = [
    { percent: "30", kept: "33900" },
    { percent: "60", kept: null },
    { percent: "10", kept: null },
  ];
  expect(sharedStages("80000", shares, 2)).toEqual([
    { amount: "33900", percent: "42.3750" },
    { amount: "39514.29", percent: "49.3929" },
    { amount: "6585.71", percent: "8.2321" },
  ]);
  expect(sharedStages("80000", [{ percent: "100", kept: "33900" }], 2)).toBeNull();
});

test("payments against accepted receipts, with the penalty in either direction", () => {
  const paid = { paidAmount: "33900", receivedAmount: "20000", penaltyAmount: "5000" };
  expect(settlementOf({ ...paid, penaltyDirection: "TO_US" })).toMatchObject({
    backAmount: "13900",
    payableAmount: "0",
    claimAmount: "18900",
    owedAmount: "0",
  });
  expect(settlementOf({ ...paid, penaltyDirection: "TO_SUPPLIER" })).toMatchObject({ claimAmount: "8900", owedAmount: "0" });
  expect(settlementOf({ paidAmount: "0", receivedAmount: "20000", penaltyAmount: null, penaltyDirection: null })).toMatchObject({
    backAmount: "0",
    payableAmount: "20000",
    claimAmount: "0",
    owedAmount: "20000",
  });
});

test("the accepted share by value lets stages fall due up to their amount; what failed does not count", () => {
  const items = [{ id: "a", qty: "10", amountIncl: "1000", receivedQty: "8", assetFlag: "Y" }];
  const line = (qty: string, result = "PASS") => ({ lineId: "a", qty, result });
  expect(shareOf(items, [line("8"), line("2", "FAIL")])).toBe("0.80000000");
  expect(overAccepted(items, [line("5")], [line("4")])).toEqual(["a"]);
  expect(overAccepted(items, [line("5")], [line("3")])).toEqual([]);
  const stage = { id: "s", stageNo: 2, trigger: "ASSET", stageStatus: "WAIT", amount: "700", triggeredAmount: "0" };
  expect(dueBy([stage], "0.8", 2)).toEqual([{ stageId: "s", stageNo: 2, amount: "560.00" }]);
  expect(dueBy([{ ...stage, triggeredAmount: "560" }], "0.8", 2)).toEqual([]);
});

test("what a change is about follows from its differences", () => {
  const row = (key: string, ...path: string[]) => ({ key, path });
  expect(kindsOf([row("amountIncl"), row("qty", "items", "1"), row("amount", "stages", "1"), row("contractName")])).toEqual([
    "AMOUNT",
    "ITEM",
    "STAGE",
    "OTHER",
  ]);
  expect([isAgreed(["DATE"]), isAgreed(["DATE", "TERM"])]).toEqual([false, true]);
});
