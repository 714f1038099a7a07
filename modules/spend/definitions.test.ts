import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { derived, figures, isWhole } from "./definitions.ts";

const root = join(import.meta.dirname, "../..");

test("every figure is named in docs/figures.md as it is defined", () => {
  const page = readFileSync(join(root, "docs/figures.md"), "utf8");
  const missing = [...Object.values(figures), ...derived].filter(({ label, says }) => !page.includes(`| ${label[1]} | ${says[1]} |`));
  expect(missing.map((figure) => `| ${figure.label[1]} | ${figure.says[1]} |`)).toEqual([]);
});

test("reports take kinds of postings from the definitions and from nowhere else", () => {
  const kinds = /'(RECEIVE|SERVICE|REVERSAL|RETURN[A-Z_%]*)'/;
  const files = ["desk", "amounts", "facts", "standing", "demand"].map((name) => `modules/spend/server/${name}.ts`);
  expect(files.filter((file) => kinds.test(readFileSync(join(root, file), "utf8")))).toEqual([]);
});

test("a month is a base of comparison when orders began before it or in its first week", () => {
  expect([
    isWhole("2025-03", "2025-02-20"),
    isWhole("2025-03", "2025-03-07"),
    isWhole("2025-03", "2025-03-08"),
    isWhole("2025-03", null),
  ]).toEqual([...[true, true, false, false]]);
});
