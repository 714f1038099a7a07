import { expect, test } from "vitest";
import { monthsBetween } from "#kernel/days.ts";
import { monthsOf, propose, type Candidate } from "./propose.ts";

const of = (supplierId: string, more: Partial<Candidate> = {}): Candidate => ({
  supplierId,
  riskLight: "GREEN",
  spend: null,
  lastDate: "2025-01-10",
  lastScore: null,
  ...more,
});
const how = { today: "2026-11-15", year: "2027", period: "H1", most: 10, months: 12 };

test("red lights come before yellow ones, then spend, then the longest unvisited; the quiet and lately visited stay out", () => {
  const found = propose(
    [
      of("old"),
      of("lately", { lastDate: "2026-06-01" }),
      of("yellow", { riskLight: "YELLOW", lastDate: "2026-10-01" }),
      of("red", { riskLight: "RED", lastDate: "2026-10-01" }),
      of("never", { lastDate: null }),
      of("dear", { spend: "900.00" }),
    ],
    how,
  );
  expect(found.map((proposal) => [proposal.supplierId, proposal.reasonType])).toEqual([
    ["red", "QUALITY_ISSUE"],
    ["yellow", "PERIODIC"],
    ["dear", "PERIODIC"],
    ["never", "PERIODIC"],
    ["old", "PERIODIC"],
  ]);
  expect(found[0]!.note).toEqual(["风险红灯；上次考察1个月前", "red light; last visit 1 months ago"]);
});

test("visits are spread over what is left of the period", () => {
  const six = ["a", "b", "c", "d", "e", "f"].map((id) => of(id));
  expect(propose(six, how).map((proposal) => proposal.planMonth)).toEqual([
    "2027-01",
    "2027-02",
    "2027-03",
    "2027-04",
    "2027-05",
    "2027-06",
  ]);
  expect(propose(six, { ...how, year: "2026", period: "YEAR" }).map((proposal) => proposal.planMonth)).toEqual([
    ...["2026-11", "2026-11", "2026-11", "2026-12", "2026-12", "2026-12"],
  ]);
  expect(new Set(propose(six, { ...how, year: "2026", period: "Q1" }).map((proposal) => proposal.planMonth))).toEqual(new Set(["2026-03"]));
});

test("periods and ages are whole months", () => {
  expect(monthsOf("2026", "Q4")).toEqual(["2026-10", "2026-11", "2026-12"]);
  expect([monthsBetween("2025-11-16", "2026-11-15"), monthsBetween("2025-11-15", "2026-11-15")]).toEqual([11, 12]);
});
