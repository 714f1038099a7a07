import { describe, expect, test } from "vitest";
import { cmp } from "./decimal.ts";
import {
  addPageSize,
  checkPageSize,
  cleanParams,
  lastPage,
  meanOf,
  mergeColumns,
  moveKey,
  nextOrder,
  pageSizeOptions,
  readPath,
  rowSpans,
  selectionKey,
  spansHold,
  sumOf,
  toDecimal,
  writePath,
  type ColumnState,
  type Row,
} from "./table.ts";

/** The same sequence on every run: a failing case can be looked at again. */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % below;
  };
}

const rowsOf = (key: string, values: readonly unknown[]): Row[] => values.map((value) => ({ [key]: value }));

describe("sums and means", () => {
  test("table 4: sum and mean skip what is no number", () => {
    const rows = rowsOf("qty", [10, "5.5", null, "abc"]);
    expect(sumOf(rows, "qty")).toBe("15.50");
    expect(meanOf(rows, "qty")).toBe("7.75");
  });

  test("the worked footer: quantities and the mean price", () => {
    expect(sumOf(rowsOf("qty", ["12.5", "7.25", ""]), "qty")).toBe("19.75");
    expect(meanOf(rowsOf("price", ["8.1", null, "9"]), "price")).toBe("8.55");
  });

  test("0.1 + 0.2 is 0.30, and nothing to average is nothing", () => {
    expect(sumOf(rowsOf("x", [0.1, 0.2]), "x")).toBe("0.30");
    expect(meanOf(rowsOf("x", ["", null]), "x")).toBeNull();
  });

  test("a number in exponent form counts in full", () => {
    expect(toDecimal(1e21)).toBe("1000000000000000000000");
    expect(toDecimal(1.25e-7)).toBe("0.000000125");
    expect(toDecimal(-2.5e22)).toBe("-25000000000000000000000");
    expect(toDecimal(Number.NaN)).toBeNull();
  });

  test("a sum equals the sum in whole units, whatever is mixed in", () => {
    const random = seeded(7);
    for (let round = 0; round < 300; round++) {
      let cents = 0n;
      const values = Array.from({ length: random(40) }, () => {
        if (random(5) === 0) return ["", null, undefined, "n/a", "1e3", {}][random(6)];
        const n = random(2_000_000) - 1_000_000;
        cents += BigInt(n);
        return `${n < 0 ? "-" : ""}${Math.floor(Math.abs(n) / 100)}.${String(Math.abs(n) % 100).padStart(2, "0")}`;
      });
      const sum = sumOf(rowsOf("x", values), "x");
      expect(
        cmp(
          sum,
          `${cents < 0n ? "-" : ""}${(cents < 0n ? -cents : cents) / 100n}.${String((cents < 0n ? -cents : cents) % 100n).padStart(2, "0")}`,
        ),
      ).toBe(0);
    }
  });
});

describe("merged rows", () => {
  test("table 5: equal neighbours merge, a later equal row begins again", () => {
    const spans = rowSpans(rowsOf("orderNum", ["A", "A", "B", "A"]), ["orderNum"]);
    expect(spans[0]!.filter((span) => span > 0)).toEqual([2, 1, 1]);
  });

  test("a later field merges only inside the earlier one", () => {
    const rows = [
      { a: 1, b: 1 },
      { a: 1, b: 1 },
      { a: 2, b: 1 },
    ];
    expect(rowSpans(rows, ["a", "b"])).toEqual([
      [2, 0, 1],
      [2, 0, 1],
    ]);
  });

  test("sorting by another column turns merging off", () => {
    expect(spansHold([{ key: "orderNum", dir: "asc" }], ["orderNum"])).toBe(true);
    expect(spansHold([{ key: "qty", dir: "asc" }], ["orderNum"])).toBe(false);
    expect(spansHold([], [])).toBe(false);
  });

  test("spans always cover every row once, and inner ones never cross outer ones", () => {
    const random = seeded(11);
    for (let round = 0; round < 300; round++) {
      const rows = Array.from({ length: random(30) }, () => ({ a: random(3), b: random(2), c: random(2) }));
      const spans = rowSpans(rows, ["a", "b", "c"]);
      const same = (level: number, i: number, k: number): boolean =>
        ["a", "b", "c"].slice(0, level + 1).every((key) => readPath(rows[i], key) === readPath(rows[k], key));
      const wrong = spans.flatMap((list, level) =>
        list.flatMap((span, i) => {
          const covered = Array.from({ length: span }, (_, k) => i + k);
          const uneven = covered.filter((k) => !same(level, i, k) || (level > 0 && k > i && spans[level - 1]![k] !== 0));
          const unmerged = span > 0 && i + span < rows.length && same(level, i, i + span) ? [i] : [];
          return [...uneven, ...unmerged];
        }),
      );
      expect(wrong).toEqual([]);
      for (const list of spans) expect(list.reduce((sum, span) => sum + span, 0)).toBe(rows.length);
    }
  });
});

describe("user columns", () => {
  const state = (key: string, more: Partial<ColumnState> = {}): ColumnState => ({ key, ...more });
  const keys = (list: readonly ColumnState[]): string[] => list.map((column) => column.key);

  test("stored order is kept, a new column stands after its left neighbour, a removed one goes", () => {
    const merged = mergeColumns(
      [state("a"), state("b"), state("new"), state("c")],
      [state("c"), state("gone"), state("b", { width: 90 }), state("a")],
    );
    expect(keys(merged)).toEqual(["c", "b", "new", "a"]);
    expect(merged[1]).toEqual({ key: "b", width: 90 });
  });

  test("a new first column stands first, new neighbours follow each other, seq decides the order", () => {
    expect(keys(mergeColumns([state("n1"), state("n2"), state("a")], [state("a")]))).toEqual(["n1", "n2", "a"]);
    expect(keys(mergeColumns([state("a"), state("b")], [state("a", { seq: 2 }), state("b", { seq: 1 })]))).toEqual(["b", "a"]);
    expect(keys(mergeColumns([state("a"), state("b")], null))).toEqual(["a", "b"]);
  });

  test("merging keeps exactly the columns of the code, the stored ones in their order, and is stable", () => {
    const random = seeded(23);
    for (let round = 0; round < 400; round++) {
      const all = Array.from({ length: 12 }, (_, i) => state(`k${i}`));
      const pick = (): ColumnState[] => all.filter(() => random(2) === 0).sort(() => random(3) - 1);
      const defaults = pick();
      const stored = pick();
      const merged = keys(mergeColumns(defaults, stored));
      expect(new Set(merged)).toEqual(new Set(keys(defaults)));
      expect(merged).toHaveLength(defaults.length);
      const known = keys(stored).filter((key) => merged.includes(key));
      expect(merged.filter((key) => known.includes(key))).toEqual(known);
      expect(keys(mergeColumns(defaults, mergeColumns(defaults, stored)))).toEqual(merged);
    }
  });

  test("a dragged column stands before the one it was dropped on", () => {
    const list = [state("a"), state("b"), state("c")];
    expect(keys(moveKey(list, "c", "a"))).toEqual(["c", "a", "b"]);
    expect(keys(moveKey(list, "a", null))).toEqual(["b", "c", "a"]);
    expect(keys(moveKey(list, "x", "a"))).toEqual(["a", "b", "c"]);
  });
});

describe("pages", () => {
  test("table 6: a size below 0 is refused, 0 means all", () => {
    expect(checkPageSize(-1)).toMatchObject({ code: "TABLE_PAGE_SIZE", text: ["每页条数不能小于0", "Page size cannot be less than 0"] });
    expect(checkPageSize(2.5)?.code).toBe("TABLE_PAGE_SIZE");
    expect(checkPageSize(0)).toBeNull();
    expect(() => addPageSize([], -1)).toThrow("TABLE_PAGE_SIZE");
  });

  test("an own size of 35 stands in its place; at most five own sizes", () => {
    expect(pageSizeOptions([35])).toEqual([20, 35, 50, 100, 200, 500]);
    expect(pageSizeOptions([0])).toEqual([20, 50, 100, 200, 500, 0]);
    expect([1, 2, 3, 4, 5, 6].reduce(addPageSize, [] as number[])).toEqual([2, 3, 4, 5, 6]);
    expect(addPageSize([35], 50)).toEqual([35]);
  });

  test("the last page", () => {
    expect([lastPage(0, 20), lastPage(20, 20), lastPage(21, 20), lastPage(9, 0)]).toEqual([1, 1, 2, 1]);
  });

  test("the key of a row joins its key fields", () => {
    expect(selectionKey({ orderNum: "PO1", lineNum: 10 }, ["orderNum", "lineNum"])).toBe("PO1\u000110");
  });

  test("empty filters are not sent", () => {
    expect(cleanParams({ a: "", b: null, c: 0, d: false, e: [], f: "x", g: undefined })).toEqual({ c: 0, d: false, f: "x" });
  });

  test("a header sorts up, down, not at all; more keys when asked", () => {
    const once = nextOrder([], "a", false);
    const twice = nextOrder(once, "a", false);
    expect([once, twice, nextOrder(twice, "a", false)]).toEqual([[{ key: "a", dir: "asc" }], [{ key: "a", dir: "desc" }], []]);
    expect(nextOrder(once, "b", true)).toEqual([
      { key: "a", dir: "asc" },
      { key: "b", dir: "asc" },
    ]);
  });
});

test("a path reads and writes inside a row without touching the rest", () => {
  const row = { a: { b: 1, c: 2 }, "x.y": 3 };
  expect([readPath(row, "a.b"), readPath(row, "x.y"), readPath(row, "a.z.q"), readPath(null, "a")]).toEqual([1, 3, undefined, undefined]);
  const next = writePath(row, "a.b", 9);
  expect(next).toEqual({ a: { b: 9, c: 2 }, "x.y": 3 });
  expect(row.a.b).toBe(1);
  expect(writePath(row, "x.y", 4)["x.y"]).toBe(4);
});
