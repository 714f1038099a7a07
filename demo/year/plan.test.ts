import { describe, expect, test } from "vitest";
import { planYear, turnDays, wholeYear } from "./plan.ts";

const year = () => planYear(wholeYear, (turn) => turn % 12);

describe("the year as it is planned", () => {
  test("the same seed tells the same year, another one another", () => {
    expect(year()).toEqual(year());
    expect(planYear({ ...wholeYear, seed: 1 }, (turn) => turn % 12).deals).not.toEqual(year().deals);
  });

  test("two thousand materials and a hundred suppliers with those of the other stories, none of them twice", () => {
    const { goods, firms } = year();
    expect(goods.length + 12).toBe(2000);
    expect(new Set(goods.map((one) => `${one.cn} ${one.spec}`)).size).toBe(goods.length);
    expect(firms.length + 12).toBe(100);
    expect(new Set(firms.map((one) => one.cn)).size).toBe(firms.length);
    expect(new Set(firms.map((one) => one.stage)).size).toBe(10);
  });

  test("every order is with a supplier that trades, for goods it offers, at its price of that half", () => {
    const { deals, firms, offers, turns } = year();
    expect(deals.length).toBeGreaterThan(200);
    for (const { firm, turn, lines } of deals) {
      expect(firms[firm]!.stage).toBe("trading");
      for (const { good, cents, rows } of lines) {
        expect(offers.get(firm)!.find((one) => one.good === good)!.cents[turn >= turns / 2 ? 1 : 0]).toBe(cents);
        for (const row of rows) {
          expect(row.qty).toBeGreaterThan(row.refused + row.returned);
          expect(row.after).toBeGreaterThanOrEqual(1);
          expect(Math.abs(row.after * turnDays - row.need)).toBeLessThan(45);
        }
      }
    }
  });

  test("no favourite ever asks five in a hundred more than was paid before: such an order would need a reason", () => {
    const { offers } = year();
    for (const [firm, some] of offers) {
      if (firm % 2) continue;
      const second = offers.get(firm + 1)!;
      for (const [i, { cents }] of some.entries()) {
        const other = second[i]!.cents;
        for (const [now, before] of [
          [cents[0], other[0]],
          [cents[1], cents[0]],
          [cents[1], other[0]],
          [cents[1], other[1]],
        ] as const)
          expect(now / before).toBeLessThanOrEqual(1.05);
      }
    }
  });

  test("some come late, some is refused, some goes back, some orders are dropped", () => {
    const { deals } = year();
    const rows = deals.flatMap((one) => one.lines.flatMap((line) => line.rows));
    const share = (is: (row: (typeof rows)[number]) => boolean): number => rows.filter(is).length / rows.length;
    expect(share((row) => row.after * turnDays > row.need + 3)).toBeGreaterThan(0.1);
    expect(share((row) => row.after * turnDays > row.need + 3)).toBeLessThan(0.5);
    for (const part of [share((row) => row.refused > 0), share((row) => row.returned > 0)]) {
      expect(part).toBeGreaterThan(0.005);
      expect(part).toBeLessThan(0.1);
    }
    expect(deals.some((one) => one.isDropped)).toBe(true);
  });
});
