import { expect, test } from "vitest";
import { isCovered, spanBefore } from "./report-period.ts";

test("the period before a span that begins with a month is as many months earlier, to the same day", () => {
  expect(spanBefore(["2025-12-01", "2026-11-18"])).toEqual(["2024-12-01", "2025-11-18"]);
  expect(spanBefore(["2026-11-01", "2026-11-18"])).toEqual(["2026-10-01", "2026-10-18"]);
  expect(spanBefore(["2026-04-01", "2026-06-30"]), "whole quarters stay whole").toEqual(["2026-01-01", "2026-03-31"]);
  expect(spanBefore(["2026-03-01", "2026-03-30"]), "a day the month has not").toEqual(["2026-02-01", "2026-02-28"]);
});

test("any other span is compared with as many days right before it", () => {
  expect(spanBefore(["2026-03-05", "2026-03-14"])).toEqual(["2026-02-23", "2026-03-04"]);
  expect(spanBefore(["2026-03-05", "2026-03-05"])).toEqual(["2026-03-04", "2026-03-04"]);
});

test("months are compared with months", () => {
  expect(spanBefore(["2025-12", "2026-11"])).toEqual(["2024-12", "2025-11"]);
  expect(spanBefore(["2026-02", "2026-02"])).toEqual(["2026-01", "2026-01"]);
});

test("a period that began before what is counted, or within its first week, is complete; any other is not", () => {
  expect(isCovered(["2026-01-01", "2026-03-31"], "2025-06-10")).toBe(true);
  expect(isCovered(["2026-01-01", "2026-03-31"], "2026-01-07")).toBe(true);
  expect(isCovered(["2026-01-01", "2026-03-31"], "2026-01-08")).toBe(false);
  expect(isCovered(["2026-01", "2026-03"], "2026-01-05")).toBe(true);
  expect(isCovered(["2026-01-01", "2026-03-31"], null)).toBe(false);
});
