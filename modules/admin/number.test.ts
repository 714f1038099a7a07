import { expect, test } from "vitest";
import { resetOf } from "#kernel/platform/number.entity.ts";
import { judgePattern } from "./number.rules.ts";

test("a pattern counts once, knows its words, and never begins again within what it shows", () => {
  const good = ["PO{yyyyMMdd}{0001}", "{org}-{yyyy}-{00001}", "C{yy}{MM}{dd}{001}", "X{1}", "EXP{yyyyMM}/{000001}"];
  expect(good.map((pattern) => judgePattern(pattern))).toEqual(good.map(() => undefined));
  const bad = [
    "",
    "PO",
    "PO{0001}{0001}",
    "PO{week}{0001}",
    "PO{MM}{0001}",
    "PO{dd}{MM}{0001}",
    "PO {0001}",
    "PO{0001",
    "PO{0002}",
    "编号{0001}",
  ];
  expect(bad.map((pattern) => judgePattern(pattern)?.code)).toEqual(bad.map(() => "NUMBER_PATTERN"));
});

test("it begins again as often as its finest date changes", () => {
  expect(["A{yyyyMMdd}{01}", "A{yyyy}{MM}{01}", "A{yy}{01}", "A{01}"].map(resetOf)).toEqual(["DAY", "MONTH", "YEAR", "NEVER"]);
});
