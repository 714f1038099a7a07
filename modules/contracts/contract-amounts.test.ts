import { describe, expect, test } from "vitest";
import { sum } from "#kernel/decimal.ts";
import { amountInCapitals, isLadder, lineMoney, stageAmounts, sumOf } from "./contract-amounts.ts";

describe("amounts of a contract", () => {
  test("contracts 1: 100 000 plus 13 % in stages of 30, 60 and 10", () => {
    const line = lineMoney({ qty: "100", unitPrice: "1000", unitPriceIncl: null }, "13", false, 2);
    expect(line).toMatchObject({ amountExcl: "100000.00", taxAmount: "13000.00", amountIncl: "113000.00", unitPriceIncl: "1130.00000000" });
    expect(stageAmounts(sumOf([line]).amountIncl, ["30", "60", "10"], 2)).toEqual(["33900.00", "67800.00", "11300.00"]);
  });

  test("contracts 2: 100.00 in three parts adds up", () => {
    const parts = stageAmounts("100.00", ["33.3333", "33.3333", "33.3334"], 2);
    expect([parts, sum(parts)]).toEqual([["33.33", "33.33", "33.34"], "100.00"]);
    expect(stageAmounts("0.00", [], 2)).toEqual([]);
  });

  test("a price entered with tax keeps the amount that was entered", () => {
    expect(lineMoney({ qty: "3", unitPrice: null, unitPriceIncl: "9.99" }, "13", true, 2)).toMatchObject({
      amountIncl: "29.97",
      amountExcl: "26.52",
      taxAmount: "3.45",
      unitPrice: "8.84070796",
    });
  });

  test("a ladder begins at nought and rises", () => {
    const ladder = [
      { fromQty: "0", price: "10" },
      { fromQty: "100", price: "9" },
    ];
    expect([isLadder(ladder), isLadder(ladder.slice(1)), isLadder(ladder.toReversed())]).toEqual([true, false, false]);
  });
});

test.each([
  ["100300.00", "壹拾万零叁佰元整"],
  ["113000.00", "壹拾壹万叁仟元整"],
  ["1001.05", "壹仟零壹元零伍分"],
  ["20000000.10", "贰仟万元壹角整"],
  ["100000001.00", "壹亿零壹元整"],
  ["0.56", "伍角陆分"],
  ["0.06", "陆分"],
  ["0", "零元整"],
  ["10500.50", "壹万零伍佰元伍角整"],
])("%s in capitals is %s", (amount, words) => expect(amountInCapitals(amount)).toBe(words));
