import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { entity } from "#kernel/entity.ts";
import { code, longtext, money, payload, pick, qty, ref, text, yn } from "#kernel/field.ts";
import type { Lookups } from "../find/lookups.ts";
import { documentBlocks, pdfOf, sheetsPdf } from "./document-pdf.ts";
import { openPreview } from "./preview/engine.ts";

const line = entity("PaperLine", "单据行", "Paper line", {
  fields: {
    itemName: text("物料", "Item", { max: 60 }),
    qty: qty("数量", "Quantity"),
    note: text("备注", "Note", { max: 60, optional: true }),
  },
  sees: {},
  title: ["itemName"],
});
const paper = entity("Paper", "单据", "Paper", {
  number: ["paperNo", "P{0001}"],
  fields: {
    paperNo: code("单号", "Number", { computed: true }),
    supplierId: ref("PaperSupplier", "供应商", "Supplier"),
    kind: pick("类型", "Kind", "PAPER_KIND"),
    urgent: yn("加急", "Urgent", { initial: "N" }),
    total: money("金额", "Total"),
    terms: longtext("条款", "Terms", { max: 500, optional: true }),
    secret: text("内部键", "Key", { max: 20, optional: true, hidden: "all" }),
    raw: payload("原文", "Raw", { optional: true }),
  },
  lines: { lines: line },
  sees: { internal: "all" },
  title: ["paperNo"],
});
const lookups = { values: () => [{ lookupCode: "STD", meaning: "标准", meaningEn: "Standard" }] } as unknown as Lookups;
const row = {
  paperNo: "P0001",
  supplierId: "s1",
  supplierCode: "S001",
  supplierName: "试验工厂",
  kind: "STD",
  urgent: "Y",
  total: "1234.50",
  terms: "<p>三十天内付款</p>",
  secret: "x",
  raw: { a: 1 },
  lines: [
    { itemName: "轴承", qty: "12", note: null },
    { itemName: "支架", qty: "3.5", note: null },
  ],
};

test("a document is printed as its reader sees it: words for codes, names for references, lines as a table, nothing hidden", () => {
  const cn = documentBlocks(paper, row, lookups, "CN");
  expect(cn[0]).toEqual({ t: "h", level: 1, text: "单据 P0001" });
  expect(JSON.stringify(cn)).toMatch(/试验工厂/);
  expect(cn).toContainEqual({
    t: "table",
    rows: [
      ["物料", "数量"],
      ["轴承", "12"],
      ["支架", "3.5"],
    ],
  });
  const en = JSON.stringify(documentBlocks(paper, row, lookups, "EN"));
  expect(en).toMatch(/"Kind","Standard"/);
  expect(en).toMatch(/"Urgent","Yes"/);
  expect(en).not.toMatch(/"x"|<p>|Key/);
});

let folder: string;
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), "base-srm-pdf-"))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("blocks become the bytes of a PDF", async () => {
  const preview = await openPreview({ temp: folder, soffice: null });
  try {
    const bytes = await pdfOf({ temp: folder, preview }, "单据 P0001", documentBlocks(paper, row, lookups, "CN"));
    expect(bytes.subarray(0, 5).toString("latin1")).toBe("%PDF-");
  } finally {
    await preview.close();
  }
});

test("drawings stand among blocks, and sheets have the size that was asked for", async () => {
  const preview = await openPreview({ temp: folder, soffice: null });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 60"><rect width="40" height="20"/><text x="5" y="50" font-family="Noto Sans SC" font-size="6">箱标签</text></svg>`;
  try {
    const page = await pdfOf({ temp: folder, preview }, "带图", [
      { t: "h", level: 1, text: "带图" },
      { t: "svg", svg, width: 30 },
    ]);
    expect(page.subarray(0, 5).toString("latin1")).toBe("%PDF-");
    const labels = await sheetsPdf({ temp: folder, preview }, "标签", [
      { width: 100, height: 60, svg },
      { width: 100, height: 100, svg },
    ]);
    const text = labels.toString("latin1");
    expect(text.match(/\/Type\s*\/Page\b/g)).toHaveLength(2);
    expect(text).toMatch(/\/MediaBox\s*\[0 0 283\.46\d* 170\.0?7?\d*\]/);
  } finally {
    await preview.close();
  }
});
