import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { add, sum } from "#kernel/decimal.ts";
import { action, entity, some } from "#kernel/entity.ts";
import { code, int, qty, text, yn } from "#kernel/field.ts";
import { module } from "#kernel/module.ts";
import { platformEntities, platformLookups, platformPrograms, platformSettings } from "#kernel/platform/index.ts";
import { rule, run, set } from "#kernel/rule.ts";
import { freshDatabase, prepareTemplate } from "../../../tests/support/database.ts";
import { press, save, someone } from "../../../tests/support/kernel.ts";
import { openKernel, type Kernel } from "../kernel.ts";

const part = entity("TrialListPart", "试验清单分行", "Trial list part", {
  fields: { qty: qty("数量", "Quantity") },
  sees: {},
  title: ["qty"],
});
const line = entity("TrialListLine", "试验清单行", "Trial list line", {
  fields: { lineNum: int("行号", "Line"), qty: qty("数量", "Quantity"), used: qty("已用", "Used", { initial: "0" }) },
  lines: { parts: part },
  sees: {},
  title: ["lineNum"],
});
const list = entity("TrialList", "试验清单", "Trial list", {
  fields: {
    listCode: code("编码", "Code"),
    total: qty("合计", "Total", { computed: true, initial: "0" }),
    seenFlag: yn("已读", "Seen", { initial: "N" }),
  },
  lines: { lines: line },
  computes: { total: (doc) => sum(doc.lines.map((entry: { used: string }) => entry.used)) },
  actions: {
    doUse: action("使用", "Use", { button: "btnSave", who: "internal", quiet: true, input: { lineId: text("行", "Line", { max: 40 }) } }),
    /** Known without its lines. */
    doSee: action("读", "See", { button: "btnSave", who: "internal", quiet: true, loads: "row" }),
  },
  sees: { internal: "all" },
  saves: "internal",
});
/** Something that uses a line of a list, known by the id of the line alone. */
const call = entity("TrialListCall", "试验调用", "Trial call", {
  fields: { callCode: code("编码", "Code"), lineId: text("行", "Line", { max: 40 }), qty: qty("数量", "Quantity") },
  actions: {
    doCall: action("调用", "Call", { button: "btnSave", who: "internal", quiet: true }),
    doLock: action("锁定后调用", "Call under lock", { button: "btnSave", who: "internal", quiet: true }),
    doRun: action("执行", "Run", { button: "btnSave", who: "internal", quiet: true }),
    doDeep: action("逐层", "Deep", { button: "btnSave", who: "internal", quiet: true }),
  },
  sees: { internal: "all" },
  saves: "internal",
});

/** What happens elsewhere between the reading of a line and that of its list. */
let meanwhile = async (): Promise<void> => undefined;
const listWith = (id: string) => ({ lines: some({ id: [id] }) });
const parentOf = (row: object): string => (row as { parentId: string }).parentId;

const called = rule(call, "doCall", {
  reads: async (doc, find) => {
    const own = await find.one(line, doc.lineId);
    const [whole] = await find.where(list, listWith(doc.lineId));
    return { own, whole: whole! };
  },
  decide: (doc, { own, whole }) => whole.lines.filter((row) => row.id === own.id).map((row) => set(row, { used: add(own.used, doc.qty) })),
});
const locked = rule(call, "doLock", {
  reads: async (doc, find) => {
    const own = await find.one(line, doc.lineId);
    await meanwhile();
    return { own, whole: await find.lock(list, parentOf(own)) };
  },
  decide: (doc, { own }) => set(own, { used: add(own.used, doc.qty) }),
});
const ran = rule(call, "doRun", {
  reads: async (doc, find) => ({ own: await find.one(line, doc.lineId) }),
  decide: (_, { own }) => run(list, parentOf(own), "doUse", { lineId: own.id }),
});
const use = rule(list, "doUse", {
  decide: (doc, _, input) => doc.lines.filter((row) => row.id === input.lineId).map((row) => set(row, { used: add(row.used, "1") })),
});
const deep = rule(call, "doDeep", {
  reads: async (doc, find) => {
    const parts = await find.where(part, { qty: { above: "0" } });
    const [own] = await find.where(line, { id: doc.lineId });
    const [whole] = await find.where(list, listWith(doc.lineId));
    return { parts, own: own!, whole: whole! };
  },
  decide: (_, { parts, own, whole }) => [
    ...parts.filter((row) => own.parts.includes(row)).map((row) => set(row, { qty: "9" })),
    set(own, { used: String(whole.lines.length) }),
  ],
});
const see = rule(list, "doSee", {
  reads: async (doc, find) => ({ whole: await find.where(list, { listCode: doc.listCode }) }),
  decide: (doc, { whole }) => [set(doc, { seenFlag: "Y" }), ...whole.flatMap((row) => row.lines.map((of) => set(of, { used: "2" })))],
});

const platform = module("platform", "平台", "Platform", {
  entities: platformEntities,
  lookups: platformLookups,
  settings: platformSettings,
  programs: platformPrograms,
});
const trial = module("trial", "试验", "Trial", { entities: [call, list], rules: [called, locked, ran, use, deep, see] });

let kernel: Kernel;
let drop: () => Promise<void>;
let doc: any;
let n = 0;

beforeAll(async () => {
  const clock = { now: () => new Date() };
  await prepareTemplate("working", async (url) => (await openKernel([platform, trial], url, clock)).close());
  const fresh = await freshDatabase("working");
  kernel = await openKernel([platform, trial], fresh.url, clock);
  drop = async () => {
    await kernel.close();
    await fresh.drop();
  };
});
afterAll(() => drop?.());
beforeEach(async () => {
  meanwhile = async () => undefined;
  const lines = [10, 20, 30].map((lineNum) => ({ lineNum, qty: "5", parts: lineNum === 20 ? [{ qty: "1" }] : [] }));
  doc = await save(kernel, "TrialList", { listCode: `L${++n}`, lines });
});

const called20 = (more: object = {}) => save(kernel, "TrialListCall", { callCode: `C${n}`, lineId: doc.lines[1].id, qty: "3", ...more });
const read = () => kernel.finder.byId(kernel.declared.entity("TrialList"), doc.id, someone()) as Promise<any>;
const usedNow = async () => (await read()).lines.map((entry: any) => entry.used);

test("a line read by itself and then with its document is the same line: it is written, computed and remembered as part of it", async () => {
  await press(kernel, "TrialListCall", (await called20()).id, "doCall");
  expect(await usedNow()).toEqual(["0", "3", "0"]);
  expect(await read()).toMatchObject({ total: "3", versionNum: 2 });
  const [entry] = (await kernel.history.of(kernel.declared.entity("TrialList"), doc.id, someone())) as any[];
  expect(entry.changes.map((change: any) => [change.path, change.new])).toEqual([
    ["total", "3"],
    [expect.stringMatching(/^lines\[20#.*\]\.used$/), "3"],
  ]);
});

test("an action run on the document finds all of its lines, whichever was read before", async () => {
  const made = await called20();
  await press(kernel, "TrialListCall", made.id, "doRun");
  await press(kernel, "TrialListCall", made.id, "doRun");
  expect(await usedNow()).toEqual(["0", "2", "0"]);
  expect(await read()).toMatchObject({ total: "2", lines: [{ lineNum: 10 }, { lineNum: 20 }, { lineNum: 30 }] });
});

test("rows two levels down, lines and the document may be read one after another", async () => {
  await press(kernel, "TrialListCall", (await called20()).id, "doDeep");
  expect(await read()).toMatchObject({ total: "3", lines: [{}, { used: "3", parts: [{ qty: "9" }] }, {}] });
});

test("a document known without its lines has them once it is read whole", async () => {
  await press(kernel, "TrialList", doc.id, "doSee");
  expect(await read()).toMatchObject({ total: "6", seenFlag: "Y", lines: [{ used: "2" }, { used: "2" }, { used: "2" }] });
});

test("a line that somebody changed between the two readings is read again: no movement is lost", async () => {
  const mine = await called20();
  const theirs = await called20({ callCode: "other", qty: "4" });
  let times = 0;
  meanwhile = async () => {
    if (times++ === 0) await press(kernel, "TrialListCall", theirs.id, "doCall");
  };
  await press(kernel, "TrialListCall", mine.id, "doLock");
  expect([times, await usedNow()]).toEqual([3, ["0", "7", "0"]]);
});
