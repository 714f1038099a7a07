import { describe, expect, test } from "vitest";
import { createTableModel, type TableModel } from "./model.ts";
import type { Picked, Row, TableApi, TableConfig, TableQuery, TableReply } from "./types.ts";

const rowsFrom = (from: number, count: number): Row[] =>
  Array.from({ length: count }, (_, i) => ({
    id: String(from + i),
    orderNum: `PO${Math.floor((from + i) / 10)}`,
    lineNum: (from + i) % 10,
  }));

interface Desk {
  readonly model: TableModel;
  readonly asked: TableQuery[];
  readonly loads: (TableReply | null)[];
  readonly chosen: Picked[];
}

/** A table over `count` rows, with every question it asks written down. */
async function desk(count: number, more: Partial<TableConfig> = {}, api?: TableApi): Promise<Desk> {
  const asked: TableQuery[] = [];
  const loads: (TableReply | null)[] = [];
  const chosen: Picked[] = [];
  const config: TableConfig = {
    name: "t",
    columns: [],
    pageSize: 20,
    api: (query, signal) => {
      asked.push(query);
      if (api !== undefined) return api(query, signal);
      const size = query.pageRows === 0 ? 5000 : query.pageRows;
      const from = (query.pageIndex - 1) * size;
      return Promise.resolve({
        rows: rowsFrom(from, Math.max(0, Math.min(size, count - from))),
        page: { count, curIndex: query.pageIndex, ...(query.pageRows === 0 && count > 5000 ? { truncated: true } : {}) },
      });
    },
    onLoadSuccess: (reply) => void loads.push(reply),
    onSelectionChange: (picked) => void chosen.push(picked),
    ...more,
  };
  const model = createTableModel(config);
  model.configure(config, more.world?.preferences, () => undefined);
  await model.start([]);
  return { model, asked, loads, chosen };
}

const lines = (model: TableModel, from: number, count: number) =>
  model.state
    .getState()
    .rows.slice(from, from + count)
    .map((row) => ({ key: model.keyOf(row), row }));

describe("loading", () => {
  test("table 2: a new search asks for page 1", async () => {
    const { model, asked } = await desk(200);
    await model.goTo(4);
    await model.search({ status: "DRAFT", empty: "", none: null });
    expect(asked.map((query) => query.pageIndex)).toEqual([1, 4, 1]);
    expect(asked.at(-1)).toEqual({ status: "DRAFT", pageIndex: 1, pageRows: 20, orderBy: [] });
    await model.search({ status: "DRAFT" });
    expect(asked).toHaveLength(3);
  });

  test("another language reads the same page once more: order, filter and marks stay, no row counts as changed", async () => {
    let language = "CN";
    const api: TableApi = ({ pageIndex }) =>
      Promise.resolve({
        rows: rowsFrom((pageIndex - 1) * 20, 20).map((row) => ({ ...row, supplierName: language })),
        page: { count: 200, curIndex: pageIndex },
      });
    const { model, asked } = await desk(200, { pageSelection: { keyFields: ["id"] } }, api);
    await model.search({ status: "DRAFT" });
    await model.sort("orderNum", false);
    await model.goTo(3);
    model.pick(lines(model, 1, 2), true);
    language = "EN";
    await model.reread();
    expect(asked.at(-1)).toEqual(asked.at(-2));
    const { rows, picked, flash, pageIndex } = model.state.getState();
    expect([pageIndex, flash.size, rows[0]!["supplierName"]]).toEqual([3, 0, "EN"]);
    expect([...picked.values()].map((row) => [row["id"], row["supplierName"]])).toEqual([
      ["41", "EN"],
      ["42", "EN"],
    ]);
  });

  test("a table that asked for nothing yet has nothing to read in another language", async () => {
    const { model, asked } = await desk(20, { isAutoRequest: false });
    await model.reread();
    expect(asked).toEqual([]);
  });

  test("table 1: without an api nothing is asked", async () => {
    const config: TableConfig = { name: "t", columns: [] };
    const model = createTableModel(config);
    await model.start([]);
    await model.reload();
    expect(model.state.getState()).toMatchObject({ phase: "idle", rows: [] });
  });

  test("table 9: a failed load tells null, stops loading and keeps the old rows", async () => {
    let fail = false;
    const { model, loads } = await desk(0, {}, () =>
      fail
        ? Promise.reject(Object.assign(new Error("no"), { msg: "坏了", requestId: "R1", http: 500 }))
        : Promise.resolve({ rows: rowsFrom(0, 3), page: { count: 3, curIndex: 1 } }),
    );
    fail = true;
    await model.reload();
    expect(loads.at(-1)).toBeNull();
    expect(model.state.getState()).toMatchObject({ phase: "failed", failure: { message: "坏了", requestId: "R1", denied: false } });
    expect(model.state.getState().rows).toHaveLength(3);
    fail = false;
    await model.reload();
    expect(model.state.getState()).toMatchObject({ phase: "ready", failure: null });
  });

  test("only the newest answer is used, and the older question is aborted", async () => {
    const waiting: { answer: (reply: TableReply) => void; signal: AbortSignal }[] = [];
    const { model } = await desk(
      0,
      { isAutoRequest: false },
      (_query, signal) => new Promise((answer) => void waiting.push({ answer, signal })),
    );
    const first = model.goTo(1);
    const second = model.goTo(2);
    expect(waiting[0]!.signal.aborted).toBe(true);
    waiting[1]!.answer({ rows: rowsFrom(20, 2), page: { count: 22, curIndex: 2 } });
    waiting[0]!.answer({ rows: rowsFrom(0, 20), page: { count: 22, curIndex: 1 } });
    await Promise.all([first, second]);
    expect(model.state.getState().rows.map((row) => row["id"])).toEqual(["20", "21"]);
  });

  test("after deletions the last page is asked once", async () => {
    let count = 45;
    const { model, asked } = await desk(0, {}, (query) =>
      Promise.resolve({ rows: query.pageIndex === 3 && count < 41 ? [] : rowsFrom(0, 5), page: { count, curIndex: query.pageIndex } }),
    );
    await model.goTo(3);
    count = 40;
    await model.reload();
    expect(asked.map((query) => query.pageIndex)).toEqual([1, 3, 3, 2]);
    expect(model.state.getState().pageIndex).toBe(2);
  });

  test("a reload keeps the page and marks the rows that came back different", async () => {
    let version = 1;
    const { model } = await desk(0, {}, () =>
      Promise.resolve({
        rows: [
          { id: "1", versionNum: version },
          { id: "2", versionNum: 1 },
        ],
        page: { count: 2, curIndex: 1 },
      }),
    );
    version = 2;
    await model.reload();
    expect([...model.state.getState().flash]).toEqual(["1"]);
  });

  test("isAutoRequest false waits for the first search", async () => {
    const { model, asked } = await desk(5, { isAutoRequest: false });
    expect(asked).toEqual([]);
    await model.search({ a: "1" });
    expect(asked).toHaveLength(1);
  });

  test("sums over everything are asked of the server", async () => {
    const { asked } = await desk(5, { footerConfig: { summaryFields: ["qty"], scope: "all" } });
    expect(asked[0]!.needSums).toEqual(["qty"]);
  });
});

describe("selection", () => {
  test("table 3: ticks survive paging, a new page size clears them", async () => {
    const { model, asked, chosen } = await desk(60, { selection: "multiple", pageSelection: { keyFields: ["orderNum", "lineNum"] } });
    model.pick(lines(model, 0, 3), true);
    await model.goTo(2);
    model.pick(lines(model, 0, 2), true);
    expect(model.picked().count).toBe(5);
    await model.goTo(1);
    const { rows, picked } = model.state.getState();
    expect(rows.filter((row) => picked.has(model.keyOf(row)))).toHaveLength(3);
    expect(model.picked().keys[0]).toBe("PO0\u00010");
    await model.resize(50);
    expect(model.picked().count).toBe(0);
    expect(asked.at(-1)).toMatchObject({ pageIndex: 1, pageRows: 50 });
    expect(chosen.at(-1)!.count).toBe(0);
  });

  test("sorting goes to page 1 and keeps the ticks; without key fields a new page drops them", async () => {
    const keyed = await desk(60, { selection: "multiple", pageSelection: { keyFields: ["id"] } });
    await keyed.model.goTo(2);
    keyed.model.pick(lines(keyed.model, 0, 2), true);
    await keyed.model.sort("orderNum", false);
    expect(keyed.model.picked().count).toBe(2);
    expect(keyed.asked.at(-1)).toMatchObject({ pageIndex: 1, orderBy: [{ key: "orderNum", dir: "asc" }] });
    const plain = await desk(60, { selection: "multiple" });
    plain.model.pick(lines(plain.model, 0, 2), true);
    await plain.model.goTo(2);
    expect(plain.model.picked().count).toBe(0);
  });

  test("the whole filter can be meant: then the filter is sent, and a new search ends it", async () => {
    const { model } = await desk(60, { selection: "multiple", pageSelection: { keyFields: ["id"] }, searchParams: { status: "A" } });
    model.pick(lines(model, 0, 20), true);
    model.pickFilter();
    expect(model.picked()).toMatchObject({ count: 60, filter: { status: "A" } });
    await model.search({ status: "B" });
    expect(model.picked()).toMatchObject({ count: 0, filter: null });
  });

  test("rows that cannot be chosen are left out; deleted rows leave the selection", async () => {
    const { model } = await desk(5, { selection: "multiple", selectable: (row) => row["id"] !== "1" });
    model.pick(lines(model, 0, 3), true);
    expect(model.picked().keys).toEqual(["0", "2"]);
    model.forget(["0"]);
    expect(model.picked().keys).toEqual(["2"]);
  });

  test("a batch answer unticks what was done and marks what was refused", async () => {
    const { model } = await desk(5, { selection: "multiple" });
    model.pick(lines(model, 0, 3), true);
    model.answer([
      { key: "0", status: "S" },
      { key: "1", status: "E", code: "X", msg: "不行" },
      { key: "2", status: "S" },
    ]);
    expect(model.picked().keys).toEqual(["1"]);
    expect(model.state.getState().answers.get("1")?.msg).toBe("不行");
  });
});

describe("page sizes and settings", () => {
  test("table 6: 0 loads all rows and says when there are more", async () => {
    const { model, asked } = await desk(6000);
    await model.resize(0);
    expect(asked.at(-1)!.pageRows).toBe(0);
    expect(model.state.getState().rows).toHaveLength(5000);
    expect(model.state.getState().page.truncated).toBe(true);
    await expect(model.addSize(-1)).rejects.toThrow("TABLE_PAGE_SIZE");
  });

  test("the worked page size: 35 is added, stored, and page 1 is shown", async () => {
    const saved: unknown[] = [];
    const preferences = {
      load: () => null,
      save: (_name: string, settings: unknown) => (saved.push(settings), Promise.resolve()),
      reset: () => Promise.resolve(null),
    };
    const { model, asked } = await desk(100, { world: { preferences } });
    await model.goTo(3);
    await model.addSize(35);
    expect(saved.at(-1)).toMatchObject({ pageSize: 35, customPageSizes: [35] });
    expect(asked.at(-1)).toMatchObject({ pageIndex: 1, pageRows: 35 });
  });

  test("table 10: settings that cannot be loaded fall back silently", async () => {
    const preferences = {
      load: () => Promise.reject(new Error("down")),
      save: () => Promise.resolve(),
      reset: () => Promise.resolve(null),
    };
    const { model, asked } = await desk(5, { world: { preferences } });
    expect(model.state.getState()).toMatchObject({ settled: true, settings: {}, phase: "ready" });
    expect(asked[0]!.pageRows).toBe(20);
  });

  test("a stored page size wins over the page's", async () => {
    const preferences = { load: () => ({ pageSize: 100 }), save: () => Promise.resolve(), reset: () => Promise.resolve(null) };
    const { asked } = await desk(5, { world: { preferences } });
    expect(asked[0]!.pageRows).toBe(100);
  });
});

test("a branch is fetched once, and again after a failure", async () => {
  const { model } = await desk(1);
  const [row] = model.state.getState().rows;
  let calls = 0;
  const load = (): Promise<Row[]> => (++calls === 1 ? Promise.reject(new Error("no")) : Promise.resolve([{ id: "9" }]));
  model.toggleOpen(row!, load);
  await Promise.resolve();
  await Promise.resolve();
  expect(model.state.getState().branches.get("0")?.phase).toBe("failed");
  model.toggleOpen(row!, load);
  model.toggleOpen(row!, load);
  await Promise.resolve();
  await Promise.resolve();
  expect(model.state.getState().branches.get("0")).toEqual({ rows: [{ id: "9" }], phase: "ready" });
  model.toggleOpen(row!, load);
  model.toggleOpen(row!, load);
  expect(calls).toBe(2);
});
