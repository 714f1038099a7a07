import { describe, expect, test } from "vitest";
import type { Deal, Year } from "./deal.ts";
import { planYear, turnDays, wholeYear, type Scale } from "./plan.ts";

const year = () => planYear(wholeYear, (turn) => turn % 12);
/** The year as it is planned in each month of the calendar: how many are ordered depends on the season. */
const inEveryMonth = (scale: Scale): readonly Year[] =>
  Array.from({ length: 12 }, (_, first) => planYear(scale, (turn) => (first + Math.floor((turn * turnDays) / 30.4)) % 12));
const years = inEveryMonth(wholeYear);
const shortYears = inEveryMonth({ ...wholeYear, turns: 6, materials: 260, orders: 10 });

describe("the year as it is planned", () => {
  test("the same seed tells the same year, another one another", () => {
    expect(year()).toEqual(year());
    expect(planYear({ ...wholeYear, seed: 1 }, (turn) => turn % 12).deals).not.toEqual(year().deals);
  });

  test("two thousand materials and a hundred suppliers with those of the other stories, none of them twice", () => {
    const { goods, firms } = year();
    expect(goods.length + 12).toBe(2000);
    expect(new Set(goods.map((good) => `${good.cn} ${good.spec}`)).size).toBe(goods.length);
    // Those that lead through the demonstration are among the twelve of the other stories.
    expect(firms.filter((firm) => !firm.isLead).length + 12).toBe(100);
    expect(new Set(firms.map((firm) => firm.cn)).size).toBe(firms.length);
    expect(new Set(firms.map((firm) => firm.stage)).size).toBe(10);
  });

  test("every order is with a supplier that trades, for goods it offers, at its price of that half", () => {
    const { deals, firms, offers, turns } = year();
    expect(deals.length).toBeGreaterThan(200);
    for (const { firm, turn, lines } of deals) {
      expect(firms[firm]!.stage).toBe("trading");
      for (const { good, cents, rows } of lines) {
        expect(offers.get(firm)!.find((offer) => offer.good === good)!.cents[turn >= turns / 2 ? 1 : 0]).toBe(cents);
        for (const row of rows) {
          expect(row.qty).toBeGreaterThan(row.refused + row.returned);
          expect(row.after).toBeGreaterThanOrEqual(1);
          expect(Math.abs(row.after * turnDays - row.need)).toBeLessThan(45);
        }
      }
    }
  });

  test("no favourite ever asks five in a hundred more than was paid before: such an order would need a reason", () => {
    const { offers, firms } = year();
    for (const [firm, some] of offers) {
      if (firm % 2 || firms[firm]!.isLead) continue;
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
    const rows = deals.flatMap((deal) => deal.lines.flatMap((line) => line.rows));
    const share = (is: (row: (typeof rows)[number]) => boolean): number => rows.filter(is).length / rows.length;
    expect(share((row) => row.after * turnDays > row.need + 3)).toBeGreaterThan(0.1);
    expect(share((row) => row.after * turnDays > row.need + 3)).toBeLessThan(0.5);
    for (const part of [share((row) => row.refused > 0), share((row) => row.returned > 0)]) {
      expect(part).toBeGreaterThan(0.005);
      expect(part).toBeLessThan(0.1);
    }
    expect(deals.some((deal) => deal.isDropped)).toBe(true);
  });

  const kinds: readonly (readonly [name: string, is: (deal: Deal) => boolean])[] = [
    ["cancelled orders", (deal) => deal.isDropped],
    ["orders in dollars", (deal) => deal.currency === "USD"],
    ["orders in euros", (deal) => deal.currency === "EUR"],
    ["orders with tax included", (deal) => deal.isTaxIncluded],
    ["releases of framework agreements", (deal) => deal.isRelease],
    ["cancelled notes", (deal) => deal.noteEnd === "cancelled"],
    ["notes closed short", (deal) => deal.noteEnd === "closed"],
    ["reopened notes", (deal) => deal.noteEnd === "reopened"],
    ["closed orders", (deal) => deal.lines.every((line) => line.rows.every((row) => row.missing))],
    ["closed lines", (deal) => deal.lines.some((line) => line.rows.some((row) => row.missing))],
    ["reversals", (deal) => deal.lines.some((line) => line.rows.some((row) => row.miscounted))],
    ["returns for replacement", (deal) => deal.lines.some((line) => line.rows.some((row) => row.isReplaced))],
    ["returns for money", (deal) => deal.lines.some((line) => line.rows.some((row) => row.returned && !row.isReplaced))],
  ];

  test.each(kinds)("%s: some over the months, and of the leading suppliers too", (_, is) => {
    for (const { deals, firms, turns } of years) {
      const found = deals.filter(is);
      expect(found.length).toBeGreaterThanOrEqual(3);
      expect(found.length).toBeLessThan(deals.length / 8);
      expect(new Set(found.map((deal) => Math.floor((deal.turn * 4) / turns))).size).toBeGreaterThan(1);
      expect(found.some((deal) => firms[deal.firm]!.isLead)).toBe(true);
    }
    for (const { deals } of shortYears) expect(deals.some(is)).toBe(true);
  });

  test("an order is of one currency, and whatever draws on a framework agreement is in it", () => {
    const { deals, offers, firms, leadsFrom } = year();
    for (const { firm, lines, currency, isRelease, turn } of deals) {
      for (const { good } of lines) expect(offers.get(firm)!.find((offer) => offer.good === good)!.currency).toBe(currency);
      expect(isRelease).toBe(firms[firm]!.isLead && currency === "CNY");
      if (firms[firm]!.isLead) expect(turn).toBeGreaterThanOrEqual(leadsFrom);
    }
  });

  test.each(years)("some suppliers are frozen and released, and nothing is ordered from them meanwhile", (planned) => {
    const { deals, freezes, alterations, firms, turns } = planned;
    expect(freezes.length).toBeGreaterThanOrEqual(3);
    expect(freezes.some((freeze) => firms[freeze.firm]!.isLead)).toBe(true);
    const isFrozen = (firm: number, turn: number): boolean =>
      freezes.some((freeze) => freeze.firm === firm && freeze.from <= turn && turn <= freeze.to);
    for (const { firm, from, to } of freezes) {
      expect([from, to].every((turn) => turn > 0 && turn < turns)).toBe(true);
      expect(deals.filter((deal) => isFrozen(deal.firm, deal.turn) && deal.firm === firm)).toEqual([]);
    }
    expect(new Set(alterations.map((alteration) => alteration.type))).toEqual(new Set(["LIMIT", "SUSPEND", "RESUME"]));
    for (const { firm, turn } of alterations) expect(isFrozen(firm, turn)).toBe(false);
    for (const { firm, turn, goods, type } of alterations)
      if (type === "SUSPEND") {
        const until = alterations.find((alteration) => alteration.type === "RESUME" && alteration.firm === firm)!.turn;
        const ordered = deals.filter((deal) => deal.firm === firm && deal.turn >= turn && deal.turn <= until);
        expect(ordered.filter((deal) => deal.lines.some((line) => goods.includes(line.good)))).toEqual([]);
      }
  });
});
