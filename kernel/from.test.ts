import { describe, expect, test } from "vitest";
import { createsFrom, type Chooser } from "./chooser.ts";
import { entity } from "./entity.ts";
import { code, qty, ref } from "./field.ts";
import { from, holding, offerOf, planned, rowsWithin, source, type Taken } from "./from.ts";
import { isWithinLeft } from "./from-left.ts";
import { refuse } from "./refusal.ts";

const part = entity("FromPart", "计划行", "Schedule", { fields: { qty: qty("数量", "Quantity"), sent: qty("已发", "Sent") }, sees: {} });
const line = entity("FromLine", "行", "Line", {
  fields: { itemId: ref("FromItem", "物料", "Item") },
  lines: { parts: part },
  sees: {},
});
const doc = entity("FromDoc", "单据", "Document", {
  fields: { num: code("编号", "Number") },
  lines: { lines: line },
  sees: { internal: "all" },
});
const chooses: Chooser = {
  list: "listParts",
  preview: "previewParts",
  sources: { PART: ["行", "Row"] },
  columns: {},
  heads: [["行", "Row"], "num"],
  groups: [],
  left: ["剩余", "Left"],
  empty: ["无", "None"],
};
const made = entity("FromMade", "新单", "Made", {
  fields: { num: code("编号", "Number") },
  actions: { doCreateFrom: createsFrom("生成", "Create", chooses, { button: "btnAdd", who: "internal" }) },
  sees: { internal: "all" },
});

const parts = source([doc, line, part], {
  offers: () => ({}),
  left: ([, , row]) => String(Number(row.qty) - Number(row.sent)),
  suggests: ([, , row], left) => (row.sent === "0" ? left : "1"),
  row: ([of, own]) => ({ num: of.num, itemId: own.itemId }),
});
const of = from(made, "doCreateFrom", {
  sources: { PART: parts },
  refuses: ({ row }) => (row.num === "D9" ? refuse("NO", "不可", "No") : null),
  groupBy: ({ row }) => [row.num],
  head: ([first]) => ({ num: first!.row.num }),
  lines: ["lines", ({ id, qty: taken }) => ({ partId: id, qty: taken })],
});

const stored = {
  id: "d1",
  num: "D1",
  lines: [
    {
      id: "l1",
      itemId: "i1",
      itemName: "Bracket",
      parts: [
        { id: "p1", qty: "10", sent: "0" },
        { id: "p2", qty: "5", sent: "2" },
      ],
    },
  ],
};
const how = { me: {} as never, at: { now: "", today: "" }, input: {} };
const taken = (id: string, num: string, asked: string, left = "10"): Taken => ({
  source: "PART",
  id,
  docId: num,
  left,
  suggested: left,
  qty: asked,
  row: { num, itemId: "i1" },
});

describe("rows of a document", () => {
  test("are found at any depth with what they stand in", () => {
    const found = rowsWithin([doc, line, part], stored);
    expect([...found.keys()]).toEqual(["p1", "p2"]);
    expect(found.get("p2")!.map((entry) => entry["id"])).toEqual(["d1", "l1", "p2"]);
    expect(rowsWithin([doc], stored).get("d1")).toEqual([stored]);
  });

  test("are asked for through their document", () => {
    expect(holding([doc, line, part], ["p1"])).toEqual({ lines: { some: { parts: { some: { id: ["p1"] } } } } });
    expect(holding([doc], ["d1"])).toEqual({ id: ["d1"] });
    expect(() => holding([doc, part], ["p1"])).toThrow("FromPart is no line of FromDoc");
  });

  test("are offered with what is left, what is suggested and the names behind their references", () => {
    const along = rowsWithin([doc, line, part], stored);
    expect(offerOf("PART", parts, along.get("p2")!, null)).toEqual({
      source: "PART",
      id: "p2",
      docId: "d1",
      left: "3",
      suggested: "1",
      row: { num: "D1", itemId: "i1", itemName: "Bracket" },
    });
    expect(offerOf("PART", parts, along.get("p1")!, null)).toMatchObject({ left: "10", suggested: "10" });
  });
});

test.each([
  ["3", "3", true],
  ["3.000001", "3", false],
  ["0", "3", false],
  ["-1", "3", false],
  ["x", "3", false],
  ["-2", "-3", true],
  ["-3.1", "-3", false],
  ["1", "-3", false],
])("%s of %s left: %s", (asked, left, expected) => expect(isWithinLeft(asked, left)).toBe(expected));

describe("the documents that rows become", () => {
  test("are as many as there are groups, each row in one of them", () => {
    const { groups, refusals } = planned(of, [taken("a", "D1", "1"), taken("b", "D2", "2"), taken("c", "D1", "3")], {}, how);
    expect(refusals).toEqual([]);
    expect(groups.map(({ head, lines }) => ({ head, lines }))).toEqual([
      {
        head: { num: "D1" },
        lines: [
          { partId: "a", qty: "1" },
          { partId: "c", qty: "3" },
        ],
      },
      { head: { num: "D2" }, lines: [{ partId: "b", qty: "2" }] },
    ]);
  });

  test("leave out rows that stand in the way, each with its reason", () => {
    const { groups, refusals } = planned(of, [taken("a", "D1", "11"), taken("b", "D9", "1"), taken("c", "D1", "")], {}, how);
    expect(groups).toEqual([]);
    expect(refusals.map(({ id, refusal }) => [id, refusal.code])).toEqual([
      ["a", "FROM_OVER"],
      ["b", "NO"],
      ["c", "FROM_QTY"],
    ]);
  });
});
