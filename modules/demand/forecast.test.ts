import { expect, test } from "vitest";
import { answered, isAsAsked, loweredFirm, owedBy, periodsOf, zoneOf, type Forecast } from "./forecast.ts";
import { pastedDemand } from "./forecast-paste.ts";

test("periods begin on Monday or the first, follow each other and end the day before the next", () => {
  expect(periodsOf("2026-03-04", "WEEK", 2)).toEqual([
    { start: "2026-03-02", end: "2026-03-08" },
    { start: "2026-03-09", end: "2026-03-15" },
  ]);
  expect(periodsOf("2026-11-20", "MONTH", 3).map((period) => [period.start, period.end])).toEqual([
    ["2026-11-01", "2026-11-30"],
    ["2026-12-01", "2026-12-31"],
    ["2027-01-01", "2027-01-31"],
  ]);
  expect(periodsOf("2028-02-28", "DAY", 3).map((period) => period.start)).toEqual(["2028-02-28", "2028-02-29", "2028-03-01"]);
  expect([0, 1, 2].map((i) => zoneOf(i, { firmPeriods: 1, materialPeriods: 2 }))).toEqual(["FIRM", "MATERIAL", "FREE"]);
});

const doc = (demands: string[], more: object = {}): Forecast =>
  ({
    startPeriod: "2026-03-02",
    periodType: "WEEK",
    periodCount: demands.length,
    firmPeriods: 2,
    materialPeriods: 2,
    ...more,
    lines: [
      {
        itemId: "I",
        invOrgId: "W",
        uom: "PCS",
        periods: periodsOf("2026-03-02", "WEEK", demands.length).map((period, i) => ({
          id: `P${i}`,
          periodStart: period.start,
          demandQty: demands[i],
          commitQty: null,
          gapReason: null,
          gapRemark: null,
        })),
      },
    ],
  }) as unknown as Forecast;

test("the firm zone of the version before is not lowered once published, save for periods that have begun", () => {
  const before = doc(["10", "10", "10"]);
  expect(loweredFirm(doc(["5", "9", "1"]), before, "2026-03-03")).toEqual(["2026-03-09"]);
  expect(loweredFirm(doc(["10", "12", "0"]), before, "2026-02-01")).toEqual([]);
  expect(loweredFirm({ ...doc([]), lines: [] } as never, before, "2026-02-01")).toEqual(["2026-03-02", "2026-03-09"]);
});

test("a reply answers every period and explains every shortfall", () => {
  const of = doc(["10", "20"]);
  expect(owedBy(answered(of, [{ periodId: "P0", commitQty: "10" }]))).toMatchObject([{ code: "PUR-1101" }]);
  const short = answered(of, [
    { periodId: "P0", commitQty: "10" },
    { periodId: "P1", commitQty: "15" },
  ]);
  expect(owedBy(short)).toMatchObject([{ code: "PUR-1102" }]);
  const entries = answered(of, [
    { periodId: "P0", commitQty: "11" },
    { periodId: "P1", commitQty: "15", gapReason: "CAPACITY" },
  ]);
  expect([owedBy(entries), isAsAsked(entries)]).toEqual([[], false]);
  expect(
    isAsAsked(
      answered(of, [
        { periodId: "P0", commitQty: "10.0" },
        { periodId: "P1", commitQty: "20" },
      ]),
    ),
  ).toBe(true);
});

test("a block out of a spreadsheet falls into periods to the right and items below; words and gaps are left out", () => {
  expect(pastedDemand("10\t1,200\t\n5.5\tx\t7")).toEqual([
    { right: 0, down: 0, qty: "10" },
    { right: 1, down: 0, qty: "1200" },
    { right: 0, down: 1, qty: "5.5" },
    { right: 2, down: 1, qty: "7" },
  ]);
});
