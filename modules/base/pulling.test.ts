import { expect, test } from "vitest";
import { choose, currenciesOf, isTooOld, type KeptRate } from "./pulling.ts";

const kept = (fromCurrency: string, effectiveDate: string, rate: string, status = "ACTIVE"): KeptRate => ({
  id: `${fromCurrency}${effectiveDate}`,
  fromCurrency,
  toCurrency: "CNY",
  effectiveDate,
  rate,
  status,
});
const asked = { group: "CNY", day: "2026-11-16", kept: [] as KeptRate[] };

test("what a source quotes against its own currency becomes what one unit costs in the group's", () => {
  const quotes = [
    { from: "EUR", to: "USD", rate: "1.0875" },
    { from: "EUR", to: "CNY", rate: "7.7912" },
  ];
  expect(choose({ ...asked, quotes, wanted: ["EUR", "USD", "GBP"] })).toEqual({
    taken: [
      { fromCurrency: "EUR", toCurrency: "CNY", rate: "7.79120000" },
      { fromCurrency: "USD", toCurrency: "CNY", rate: "7.16432184" },
    ],
    skipped: [],
    failed: [{ pair: "GBP→CNY", reason: ["来源没有该币种", "the source does not quote it"] }],
  });
});

test("a rate of the day is not brought twice, not even one that was voided; a leap waits for a person", () => {
  const quotes = [
    { from: "USD", to: "CNY", rate: "7.1" },
    { from: "EUR", to: "CNY", rate: "7.8" },
    { from: "GBP", to: "CNY", rate: "90.5" },
    { from: "HKD", to: "CNY", rate: "0.91" },
  ];
  const rows = [kept("USD", "2026-11-16", "7.09"), kept("EUR", "2026-11-16", "8.9", "VOID"), kept("GBP", "2026-11-13", "9.05")];
  const { taken, skipped, failed } = choose({
    ...asked,
    kept: [...rows, kept("HKD", "2026-11-13", "0.92")],
    quotes,
    wanted: ["USD", "EUR", "GBP", "HKD"],
  });
  expect(taken.map((entry) => entry.fromCurrency)).toEqual(["HKD"]);
  expect(skipped).toEqual(["USD→CNY", "EUR→CNY"]);
  expect(failed.map((entry) => [entry.pair, entry.reason[1]])).toEqual([
    ["GBP→CNY", "90.5 is 900% away from previous 9.05; enter it by hand if it is right"],
  ]);
});

test("currencies are read as people write them, and a source that fell asleep is not believed", () => {
  expect(currenciesOf("usd, EUR;JPY  CNY,USD", "CNY")).toEqual(["USD", "EUR", "JPY"]);
  expect([isTooOld("2026-10-16", "2026-11-16", 31), isTooOld("2026-10-15", "2026-11-16", 31)]).toEqual([false, true]);
});
