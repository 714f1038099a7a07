import { expect, test } from "vitest";
import { date, pick, ref } from "./field.ts";
import { filterPieces, fitting, isChanged } from "./report-filters.ts";

const filters = {
  from: date("开始", "From", { optional: true }),
  to: date("结束", "To", { optional: true }),
  by: pick("维度", "By", "X_BY", { initial: "A" }),
  orgId: ref("X", "组织", "Organisation", { optional: true }),
  buyerId: ref("X", "采购员", "Buyer", { optional: true }),
};
const pieces = filterPieces(filters);

test("both ends of a span stand in one place, everything else as declared", () => {
  expect(pieces.map((piece) => [piece.key, piece.to])).toEqual([
    ["from", "to"],
    ["by", undefined],
    ["orgId", undefined],
    ["buyerId", undefined],
  ]);
});

test("as many filters stand in the line as fit; the last ones give way to the button for the others", () => {
  expect(fitting(pieces, 2000, 130, 110)).toBe(4);
  // 220 + 188 + 164 + 164 + 130 just fit
  expect(fitting(pieces, 866, 130, 110)).toBe(4);
  expect(fitting(pieces, 865, 130, 110)).toBe(3);
  expect(fitting(pieces, 10, 130, 110), "the period always stands").toBe(1);
});

test("a filter counts as used when it differs from the beginning", () => {
  const initial = { from: "2026-01-01", to: "2026-11-18", by: "A", orgId: null };
  expect(isChanged(pieces[0]!, initial, initial)).toBe(false);
  expect(isChanged(pieces[0]!, { ...initial, to: "2026-10-31" }, initial)).toBe(true);
  expect(isChanged(pieces[2]!, { ...initial, orgId: "" }, initial)).toBe(false);
  expect(isChanged(pieces[2]!, { ...initial, orgId: "7" }, initial)).toBe(true);
});
