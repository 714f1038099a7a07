import { expect, test } from "vitest";
import { div, round } from "#kernel/decimal.ts";
import { scaleOf } from "#kernel/field.ts";
import { mostRows } from "#kernel/server/sheet/template.ts";
import { modules } from "#modules/index.ts";
import { reportShapes as supplierShapes } from "#modules/lifecycle/report.ts";
import { reportShapes } from "#modules/spend/report.ts";

test("ruling 11: halves are rounded away from zero, also below it", () => {
  expect([round("0.005", 2), round("-0.005", 2), round("2.345", 2), round("-2.345", 2), div("-1", "8", 2)]).toEqual([
    ...["0.01", "-0.01", "2.35", "-2.35", "-0.13"],
  ]);
});

/** Numbers that nobody buys, counts or delivers: bytes, hours, tokens and scores. */
const notGoods = /\.(fileSize|quotaBytes|handleHours|tokens|passScore|totalScore|releasedScore|myScore)$/;

test("ruling 12: every quantity is stored with six decimals and every price with eight", () => {
  const wrong = modules
    .flatMap((m) => m.entities)
    .flatMap((e) =>
      Object.entries(e.fields).flatMap(([key, field]) => {
        const due = field.kind === "qty" ? 6 : field.kind === "price" ? 8 : null;
        return due === null || notGoods.test(`${e.name}.${key}`) || scaleOf(field) === due
          ? []
          : [`${e.name}.${key} has ${scaleOf(field)}`];
      }),
    );
  expect(wrong).toEqual([]);
});

test("ruling 13: each report states its rate: the document's in purchasing, the month's average for suppliers", () => {
  const says = (formula: readonly [string, string] | undefined, what: RegExp): boolean => what.test(formula?.[1] ?? "");
  const bases = Object.values(reportShapes).filter((reportShape) => "currency" in reportShape.filters && "tax" in reportShape.filters);
  expect(bases.filter((base) => !says(base.formula, /rate/i)).map((base) => base.route)).toEqual([]);
  const spend = Object.values(supplierShapes).filter((supplierShape) => /amount/i.test(supplierShape.call));
  expect(spend.filter((candidate) => !says(candidate.formula, /average/i)).map((entry) => entry.route)).toEqual([]);
});

test("ruling 14: a workbook brings at most 20,000 rows", () => {
  expect(mostRows).toBe(20_000);
});
