import { describe, expect, test } from "vitest";
import { entity } from "./entity.ts";
import { code, date, ref, text } from "./field.ts";
import { carriedRow, namingWhere, rowsAt, type Reference } from "./merge.ts";

const site = entity("MergeSite", "地点", "Site", {
  fields: { ownerId: ref("MergeFirm", "公司", "Firm", { merging: "carry" }), siteCode: code("编码", "Code", { max: 8 }) },
  unique: [{ fields: ["ownerId", "siteCode"] }],
  sees: { internal: "all" },
});
const price = entity("MergePrice", "价格", "Price", {
  fields: {
    ownerId: ref("MergeFirm", "公司", "Firm", { merging: "carry" }),
    itemKey: text("物料", "Item", { max: 40 }),
    key: text("键", "Key", { max: 80, computed: true, optional: true }),
    from: date("起", "From"),
    to: date("止", "To", { optional: true }),
  },
  computes: { key: (row) => `${row.ownerId}|${row.itemKey}` },
  ranges: [{ fields: ["key"], from: "from", to: "to" }],
  sees: { internal: "all" },
});
const carried = (e: typeof site | typeof price, row: object, there: readonly object[]) =>
  carriedRow({ row: e, field: "ownerId" } as never, { id: "r", ownerId: "A", ...row } as never, ["A", "B"], there as never, "S9");

describe("rows that name a merged record", () => {
  test("name the surviving one; a code that is taken there gives way within its length", () => {
    expect(carried(site, { siteCode: "X" }, [])).toEqual({ ownerId: "B" });
    expect(carried(site, { siteCode: "X" }, [{ id: "t", ownerId: "B", siteCode: "Y" }])).toEqual({ ownerId: "B" });
    expect(carried(site, { siteCode: "LONGCODE" }, [{ id: "t", ownerId: "B", siteCode: "LONGCODE" }])).toEqual({
      ownerId: "B",
      siteCode: "LONGC-S9",
    });
  });

  test("stay where their days would overlap those of the surviving one, also when the key is computed from it", () => {
    const there = [{ id: "t", ownerId: "B", itemKey: "I", key: "B|I", from: "2026-01-01", to: "2026-06-30" }];
    const row = { itemKey: "I", key: "A|I", from: "2026-03-01", to: null };
    expect(carried(price, row, there)).toBeNull();
    expect(carried(price, { ...row, from: "2026-07-01" }, there)).toEqual({ ownerId: "B" });
    expect(carried(price, { ...row, itemKey: "J", key: "A|J" }, there)).toEqual({ ownerId: "B" });
  });

  test("are found and reached at any depth", () => {
    const reference = { root: site, path: ["lines", "parts"], row: site, field: "ownerId", merging: "carry" } as unknown as Reference;
    expect(namingWhere(reference, "A")).toEqual({ lines: { some: { parts: { some: { ownerId: "A" } } } } });
    const doc = { id: "d", lines: [{ id: "l", parts: [{ id: "p1" }, { id: "p2" }] }] };
    expect(rowsAt(doc, ["lines", "parts"]).map((row) => row.id)).toEqual(["p1", "p2"]);
  });
});
