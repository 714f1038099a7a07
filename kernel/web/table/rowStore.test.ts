import { describe, expect, test } from "vitest";
import { mul, round } from "#kernel/decimal.ts";
import type { CellRules } from "#kernel/cell.ts";
import { createRowStore, undoSteps, type RowStore } from "./rowStore.ts";
import { markOf } from "./rows.ts";

const rules: readonly CellRules[] = [
  { key: "qty", title: ["数量", "Quantity"], editType: "number", min: 0, validate: { required: true } },
  { key: "needBy", title: ["需求日期", "Need by"], editType: "date", validate: { required: true } },
];

function lines(): RowStore {
  const store = createRowStore([
    { id: "1", versionNum: 3, qty: "2", price: "1.5", amount: "3.00", needBy: "2026-11-28", seqNum: 10 },
    { id: "2", versionNum: 1, qty: "4", price: "2", amount: "8.00", needBy: "2026-11-28", seqNum: 20 },
  ]);
  store.behave({
    rules: rules as never,
    patch: (row) => (row["qty"] === null ? { amount: null } : { amount: round(mul(String(row["qty"]), String(row["price"])), 2) }),
  });
  return store;
}

const rowsOf = (store: RowStore) => store.state.getState().rows;
const marks = (store: RowStore) => rowsOf(store).map(markOf);

describe("changes", () => {
  test("a changed cell marks its row, calculates along, and going back unmarks it", () => {
    const store = lines();
    store.set([{ key: "1", field: "qty", value: "3" }]);
    expect(marks(store)).toEqual(["CHANGED", ""]);
    expect(rowsOf(store)[0]!.row["amount"]).toBe("4.50");
    store.set([{ key: "1", field: "qty", value: "2" }]);
    expect(marks(store)).toEqual(["", ""]);
  });

  test("getChanges tells new rows whole, changed rows by their changed fields, deleted ones by id", () => {
    const store = lines();
    const [key] = store.insert([{ qty: "1" }]);
    store.set([{ key: "1", field: "qty", value: "5" }]);
    store.remove(["2"]);
    expect(store.changes()).toEqual({
      inserted: [{ qty: "1" }],
      updated: [{ id: "1", versionNum: 3, qty: "5", amount: "7.50" }],
      deleted: ["2"],
      keys: [key, "1"],
    });
    expect(store.dirty()).toBe(3);
    expect(store.rows()).toHaveLength(2);
  });

  test("a new row that is deleted vanishes, a stored one waits for the save and can come back", () => {
    const store = lines();
    const [key] = store.insert([{}], "top");
    store.remove([key!, "1"]);
    expect(marks(store)).toEqual(["DELETED", ""]);
    store.restore(["1"]);
    expect(marks(store)).toEqual(["", ""]);
  });

  test("a copy stands below its row, without id, number and status", () => {
    const store = createRowStore([{ id: "1", versionNum: 2, status: "DONE", qty: "1", lineNum: 10 }]);
    const key = store.copy("1", ["status", "lineNum"]);
    expect(rowsOf(store)[1]).toMatchObject({ key, row: { qty: "1" }, base: null });
    expect(Object.keys(rowsOf(store)[1]!.row)).toEqual(["qty"]);
  });

  test("moving a line swaps its place in the numbering", () => {
    const store = lines();
    store.move("2", -1, "seqNum");
    expect(rowsOf(store).map((edit) => [edit.key, edit.row["seqNum"]])).toEqual([
      ["2", 10],
      ["1", 20],
    ]);
    store.move("2", -1, "seqNum");
    expect(rowsOf(store)[0]!.key).toBe("2");
  });
});

describe("undo", () => {
  test("typing in one cell is one step; Esc takes the whole cell back", () => {
    const store = lines();
    for (const value of ["1", "12", "123"]) store.set([{ key: "1", field: "qty", value }], "cell:1");
    expect(store.state.getState().past).toHaveLength(1);
    store.cancel("cell:1");
    expect(rowsOf(store)[0]!.row).toMatchObject({ qty: "2", amount: "3.00" });
    expect(store.state.getState().past).toHaveLength(0);
  });

  test("undo and redo walk up to 50 steps", () => {
    const store = lines();
    for (let i = 1; i <= undoSteps + 10; i++) store.set([{ key: "1", field: "qty", value: String(i) }]);
    for (let i = 0; i < undoSteps + 10; i++) store.undo();
    expect(rowsOf(store)[0]!.row["qty"]).toBe("10");
    store.redo();
    expect(rowsOf(store)[0]!.row["qty"]).toBe("11");
    store.set([{ key: "1", field: "qty", value: "99" }]);
    store.redo();
    expect(rowsOf(store)[0]!.row["qty"]).toBe("99");
  });

  test("a deleted row comes back by undo, and its flags are judged again", () => {
    const store = lines();
    store.set([{ key: "1", field: "qty", value: null }]);
    expect(store.check()).toHaveLength(1);
    store.undo();
    expect(store.errors()).toEqual([]);
    const [key] = store.insert([{}]);
    expect(store.check()).toHaveLength(2);
    store.undo();
    expect(store.state.getState().problems.has(key!)).toBe(false);
  });
});

describe("checks", () => {
  test("errors come in row order and go when the cell is right; nothing new is flagged while typing", () => {
    const store = lines();
    store.set([{ key: "2", field: "qty", value: "-1" }]);
    expect(store.errors()).toEqual([]);
    store.set([{ key: "1", field: "needBy", value: null }]);
    expect(store.check().map(({ key, field, problem }) => [key, field, problem.code])).toEqual([
      ["1", "needBy", "TABLE_REQUIRED"],
      ["2", "qty", "TABLE_RANGE"],
    ]);
    store.set([{ key: "2", field: "qty", value: "1" }]);
    expect(store.errors()).toHaveLength(1);
    store.remove(["1"]);
    expect(store.errors()).toEqual([]);
  });

  test("the server's objections are pinned to their cells by the order of what was sent", () => {
    const store = lines();
    const [key] = store.insert([{ qty: "1", needBy: "2026-11-30" }]);
    store.set([{ key: "2", field: "qty", value: "9" }]);
    const { keys } = store.changes();
    const found = store.pin(
      [
        { path: "rows[1].qty", code: "PUR-1", msg: "超过可订量" },
        { path: "header.org", code: "X", msg: "elsewhere" },
      ],
      keys,
    );
    expect(keys).toEqual([key, "2"]);
    expect(found).toEqual([
      { key: "2", field: "qty", problem: { code: "PUR-1", text: ["超过可订量", "超过可订量"], level: "error", from: "server" } },
    ]);
    store.set([{ key: "2", field: "price", value: "3" }]);
    expect(store.errors()).toHaveLength(1);
    store.set([{ key: "2", field: "qty", value: "5" }]);
    expect(store.errors()).toEqual([]);
  });

  test("a warning shows but does not count as an error", () => {
    const store = lines();
    store.behave({
      rules: [
        {
          key: "qty",
          title: ["数量", "Quantity"],
          editType: "number",
          validate: { fn: () => ({ code: "MPQ", level: "warning", text: ["看", "Look"] }) },
        },
      ],
    });
    expect(store.check()).toEqual([]);
    expect(store.state.getState().problems.size).toBe(2);
  });
});

describe("two users", () => {
  test("table 24: a lost race is pinned to its row; theirs can be taken, or mine put over it with their version", () => {
    const theirs = { id: "2", versionNum: 2, qty: "7", price: "2", amount: "14.00", needBy: "2026-12-01" };
    const raced = (): RowStore => {
      const store = lines();
      store.set([{ key: "2", field: "qty", value: "5" }]);
      store.pin([{ path: "rows[0]", code: "VERSION_CONFLICT", msg: "数据已被他人修改" }], store.changes().keys);
      store.conflict("2", theirs);
      return store;
    };
    const taken = raced();
    expect(taken.errors()[0]).toMatchObject({ key: "2", field: "" });
    taken.takeTheirs("2");
    expect([rowsOf(taken)[1]!.row, marks(taken)[1], taken.errors()]).toEqual([theirs, "", []]);
    const mine = raced();
    mine.keepMine("2");
    expect(mine.changes().updated).toEqual([{ id: "2", versionNum: 2, qty: "5", amount: "10.00" }]);
    expect(rowsOf(mine)[1]!.row["needBy"]).toBe("2026-12-01");
  });
});

test("rows without a usable key still stay apart", () => {
  const store = createRowStore([{ a: 1 }, { a: 2 }, { id: "x" }, { id: "x" }]);
  expect(new Set(rowsOf(store).map((edit) => edit.key)).size).toBe(4);
});

describe("rows read once more in another language", () => {
  const read = (versionNum: number) => [
    { id: "1", versionNum, qty: "2", price: "1.5", amount: "3.00", itemName: "Box" },
    { id: "2", versionNum: 2, qty: "9", price: "2", amount: "18.00", itemName: "Tape" },
  ];

  test("come under what was typed; a row nobody typed in is as it is read now", () => {
    const store = lines();
    store.set([{ key: "1", field: "qty", value: "5" }]);
    store.reread(read(3));
    expect(store.rows().map((row) => [row["itemName"], row["qty"]])).toEqual([
      ["Box", "5"],
      ["Tape", "9"],
    ]);
    expect(store.changes().updated).toEqual([{ id: "1", versionNum: 3, qty: "5", amount: "7.50" }]);
    store.undo();
    expect(store.rows()[0]).toMatchObject({ itemName: "Box", qty: "2" });
  });

  test("never carry a typed row over a version its writer has not seen", () => {
    const store = lines();
    store.set([{ key: "1", field: "qty", value: "5" }]);
    store.reread(read(4));
    expect(store.changes().updated[0]).toMatchObject({ id: "1", versionNum: 3, qty: "5" });
  });
});
