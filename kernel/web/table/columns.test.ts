import { describe, expect, test } from "vitest";
import { houseZone } from "#kernel/time.ts";
import { currentStates, layoutOf, visibleColumns } from "./columns.ts";
import { footerFigures } from "./footer.ts";
import { nextPlace } from "./focus.ts";
import { compareRows } from "./local.ts";
import { pageNumbers } from "./Pager.tsx";
import { createReader } from "./reader.ts";
import type { Column, World } from "./types.ts";
import { anchorsOf, spansOf, treeView, plainView } from "./view.ts";

const column = (key: string, more: Partial<Column> = {}): Column => ({ key, title: [key, key], ...more });
const widths = (columns: readonly Column[], room: number, controls = {}): number[] =>
  layoutOf(columns, currentStates(columns, null), controls, room).leaves.map((leaf) => leaf.width);

describe("layout", () => {
  test("given widths stay, the others share the rest, at least 80; never below 40", () => {
    expect(widths([column("a", { width: 100 }), column("b"), column("c")], 500)).toEqual([100, 200, 200]);
    expect(widths([column("a", { width: 450 }), column("b")], 500)).toEqual([450, 80]);
    expect(widths([column("a", { width: 10 })], 500)).toEqual([40]);
    expect(widths([column("a")], 471, { index: 70, pick: 40, expand: 30, operate: 80 })).toEqual([40, 30, 70, 251, 80]);
  });

  test("where the first amount would be off the screen, words before it give way; numbers, frozen and drawn widths do not", () => {
    const columns = [
      column("no", { width: 160, fixed: "left" }),
      column("status", { width: 150, cellType: "tag" }),
      column("supplier", { width: 240 }),
      column("qty", { width: 100, cellType: "number" }),
      column("amount", { width: 120, cellType: "money" }),
      column("remark", { width: 200 }),
    ];
    expect(widths(columns, 1000)).toEqual([160, 150, 240, 100, 120, 200]);
    const narrow = widths(columns, 700);
    expect(narrow.slice(0, 5).reduce((sum, width) => sum + width, 0)).toBeLessThanOrEqual(700);
    expect([narrow[0], narrow[3], narrow[4], narrow[5]]).toEqual([160, 100, 120, 200]);
    // However little room there is, a tag and a name stay readable.
    expect(widths(columns, 300)).toEqual([160, 120, 120, 100, 120, 200]);
    // The amount that adds up counts, not the price before it.
    const priced = [column("item", { width: 220 }), column("price", { width: 150, cellType: "money" })];
    const summed = column("total", { width: 130, cellType: "money", isSummary: true });
    expect(widths([...priced, summed], 420)).toEqual([140, 150, 130]);
    expect(widths(priced, 300)).toEqual([150, 150]);
    const drawn = currentStates(columns, [{ key: "supplier", width: 300 }]);
    expect(layoutOf(columns, drawn, {}, 700).leaves.find((leaf) => leaf.key === "supplier")?.width).toBe(300);
  });

  test("frozen columns stand at their side; groups keep together and count their depth", () => {
    const columns = [
      column("a"),
      column("r", { fixed: "right" }),
      column("l", { fixed: "left" }),
      column("g", { children: [column("g1"), column("h", { children: [column("h1"), column("h2")] })] }),
    ];
    const layout = layoutOf(columns, currentStates(columns, null), {}, 2000);
    expect(layout.leaves.map((leaf) => leaf.key)).toEqual(["l", "a", "g1", "h1", "h2", "r"]);
    expect([layout.depth, layout.headerHeight]).toEqual([3, 75]);
    expect(layout.groups.map((cell) => [cell.column.key, cell.level, cell.from, cell.span])).toEqual([
      ["g", 0, 2, 3],
      ["h", 1, 3, 2],
    ]);
    expect(layoutOf([column("a")], currentStates([column("a")], null), {}, 500).headerHeight).toBe(36);
  });

  test("hidden columns are left out, but a required editable one cannot be hidden", () => {
    const columns = [column("a"), column("b", { editType: "text", validate: { required: true } })];
    const hidden = [
      { key: "a", columnsDisplay: "N" as const },
      { key: "b", columnsDisplay: "N" as const },
    ];
    expect(layoutOf(columns, currentStates(columns, hidden), {}, 500).leaves.map((leaf) => leaf.key)).toEqual(["b"]);
  });

  test("only columns near the screen are drawn", () => {
    const columns = Array.from({ length: 60 }, (_, i) => column(`c${i}`, { width: 100 }));
    const layout = layoutOf(columns, currentStates(columns, null), {}, 1000);
    expect(visibleColumns(layout, 0, 1000)).toEqual([0, 13]);
    expect(visibleColumns(layout, 3000, 1000)).toEqual([27, 43]);
  });
});

describe("keys", () => {
  const size = { rows: 10, columns: 4, screen: 5 };
  test("arrows, ends and pages stay inside the table; above the first row is the header", () => {
    expect(nextPlace({ r: 0, c: 0 }, "ArrowUp", false, size)).toEqual({ r: -1, c: 0 });
    expect(nextPlace({ r: 9, c: 3 }, "ArrowDown", false, size)).toEqual({ r: 9, c: 3 });
    expect(nextPlace({ r: 3, c: 2 }, "Home", false, size)).toEqual({ r: 3, c: 0 });
    expect(nextPlace({ r: 3, c: 2 }, "End", true, size)).toEqual({ r: 9, c: 3 });
    expect(nextPlace({ r: 3, c: 2 }, "Home", true, size)).toEqual({ r: 0, c: 0 });
    expect(nextPlace({ r: 3, c: 2 }, "PageDown", false, size)).toEqual({ r: 8, c: 2 });
    expect(nextPlace({ r: 3, c: 2 }, "PageUp", false, size)).toEqual({ r: 0, c: 2 });
    expect(nextPlace({ r: 3, c: 2 }, "x", false, size)).toBeNull();
  });
});

test("page numbers show both ends and the neighbours", () => {
  expect(pageNumbers(1, 3)).toEqual([1, 2, 3]);
  expect(pageNumbers(1, 26)).toEqual([1, 2, 3, 4, 5, null, 26]);
  expect(pageNumbers(13, 26)).toEqual([1, null, 12, 13, 14, null, 26]);
  expect(pageNumbers(26, 26)).toEqual([1, null, 22, 23, 24, 25, 26]);
});

test("local rows sort numbers as numbers and put nothing last", () => {
  const rows = [{ n: "10" }, { n: "" }, { n: "9" }, { n: "9.5" }];
  const sorted = (dir: "asc" | "desc") => rows.toSorted((a, b) => compareRows(a, b, [{ key: "n", dir }])).map((row) => row.n);
  expect(sorted("asc")).toEqual(["9", "9.5", "10", ""]);
  expect(sorted("desc")).toEqual(["10", "9.5", "9", ""]);
});

test("the footer sums the page, or shows what the server added up", () => {
  const columns = [column("amount", { isSummary: true }), column("price")];
  const rows = [
    { amount: "1.5", price: "8.1" },
    { amount: "2", price: null },
  ];
  const page = { count: 9, curIndex: 1, sums: { amount: "1234.5" } };
  const texts = (scope: "page" | "all") =>
    [...footerFigures({ columns, showSummary: true, footerConfig: { scope, meanNumFields: ["price"] } }, rows, page)].map(
      ([key, figure]) => [key, figure.text],
    );
  expect(texts("page")).toEqual([
    ["amount", "3.50"],
    ["price", "8.10"],
  ]);
  expect(texts("all")[0]).toEqual(["amount", "1,234.50"]);
  const pieces = { columns: [column("n", { isSummary: true, cellType: "number" })], showSummary: true } as const;
  const piecesOf = (...all: string[]) =>
    footerFigures(
      pieces,
      all.map((n) => ({ n })),
      { count: 1, curIndex: 1 },
    ).get("n")!.text;
  const shares = [
    column("share", { isSummary: true, cellType: "percent", least: 2 }),
    column("plain", { isSummary: true, cellType: "percent" }),
  ];
  const parts = [
    { share: "62.50", plain: "60" },
    { share: "37.50", plain: "40" },
  ];
  const shareTexts = [...footerFigures({ columns: shares, showSummary: true }, parts, page)].map(([, figure]) => figure.text);
  expect(shareTexts, "a share is summed with its sign").toEqual(["100.00%", "100%"]);
  expect([piecesOf("590", "-20"), piecesOf("0.125", "1200"), piecesOf("-20")]).toEqual(["570", "1,200.125", "−20"]);
  expect(
    [...footerFigures({ columns, showSummary: true, footerConfig: { scope: "all" } }, rows, { count: 1, curIndex: 1 })][0]![1].text,
  ).toBe("–");
});

describe("lines", () => {
  test("merged cells keep their first row drawn", () => {
    const view = plainView(
      ["A", "A", "A", "B"].map((order, i) => ({ id: i, order, plant: i < 2 ? 1 : 2 })),
      (row) => String(row["id"]),
      0,
    );
    const spans = spansOf(view, ["order", "plant"], []);
    expect(anchorsOf(spans, 2)).toEqual([0, 2]);
    expect(spansOf(view, ["order"], [{ key: "plant", dir: "asc" }]).size).toBe(0);
    expect(
      plainView(
        view.map((line) => line.row),
        (row) => String(row["id"]),
        0,
      )[1],
    ).toBe(view[1]);
  });

  test("a tree shows open branches, loaded or at hand", () => {
    const rows = [{ id: "a", children: [{ id: "a1" }] }, { id: "b" }];
    const keyOf = (row: object) => String((row as { id: string }).id);
    const lines = (open: string[], branches = new Map()) =>
      treeView(rows, { hasChildren: (row) => row["id"] !== "a1" }, keyOf, new Set(open), branches, 0).map(
        (line) => `${line.level}${line.key}`,
      );
    expect(lines([])).toEqual(["1a", "1b"]);
    expect(lines(["a"])).toEqual(["1a", "2a1", "1b"]);
    expect(lines(["b"], new Map([["b", { rows: [{ id: "b1" }], phase: "ready" }]]))).toEqual(["1a", "1b", "2b1"]);
  });
});

describe("reading cells", () => {
  const world = {
    zone: houseZone,
    today: () => "2026-11-14",
    lookups: () => [
      { lookupCode: "B", meaning: ["乙", "Beta"], seqNum: 2, description: "waiting", parentLookupValuesId: "p" },
      { lookupCode: "A", meaning: ["甲", "Alpha"], seqNum: 1, enabledFlag: "N" },
    ],
  } as unknown as World;
  const cn = createReader("CN", world);
  const en = createReader("EN", world);
  const lookup = { typeCode: "T" };

  test("a disabled code still shows its meaning but is offered no more; cascades narrow", () => {
    expect(cn.text(column("x", { cellType: "select", lookup }), { x: "A" })).toBe("甲");
    expect(en.text(column("x", { cellType: "multiSelect", lookup }), { x: "A,B" })).toBe("Alpha, Beta");
    expect(cn.choices(column("x", { lookup }), {}).map((choice) => [choice.value, choice.disabled])).toEqual([
      ["A", true],
      ["B", false],
    ]);
    expect(cn.choices(column("x", { lookup: { typeCode: "T", parentKey: "up" } }), { up: "p" }).map((choice) => choice.value)).toEqual([
      "B",
    ]);
    expect(cn.tone(column("x", { lookup }), { x: "B" })).toBe("waiting");
  });

  test("a code whose values are on their way is not shown; one that nobody knows is", () => {
    const awaiting = createReader("EN", { ...world, lookups: () => [], awaits: () => true } as unknown as World);
    const without = createReader("EN", { ...world, lookups: () => [], awaits: () => false } as unknown as World);
    const tax = column("x", { cellType: "select", lookup });
    expect([awaiting.text(tax, { x: "T13" }), without.text(tax, { x: "T13" })]).toEqual(["", "T13"]);
  });

  test("numbers, money, dates and links are written in the product's forms", () => {
    expect(cn.text(column("x", { cellType: "money" }), { x: "-1234567.8" })).toBe("−1,234,567.80");
    expect(cn.plain(column("x", { cellType: "money" }), { x: "-1234567.8" })).toBe("-1234567.80");
    expect(cn.text(column("x", { cellType: "number", precision: 6, least: 2 }), { x: "12.800000" })).toBe("12.80");
    expect(cn.text(column("x", { cellType: "date", shortDate: true }), { x: "2026-11-21" })).toBe("11-21");
    expect(cn.text(column("x", { cellType: "date", shortDate: true }), { x: "2025-11-21" })).toBe("2025-11-21");
    expect(cn.text(column("x", { cellType: "datetime" }), { x: "2026-11-14T01:02:03Z" })).toBe("2026-11-14 09:02:03");
    expect(cn.text(column("x", { linkTag: true, cellType: "date" }), { x: "2026-11-21" })).toBe("2026-11-21");
    expect(cn.text(column("a.b"), { a: { b: 5 } })).toBe("5");
    expect(cn.text(column("x", { displayKey: "name" }), { x: "1", name: "螺丝" })).toBe("螺丝");
  });
});
