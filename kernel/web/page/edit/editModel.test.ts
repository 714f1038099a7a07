// @vitest-environment happy-dom
import { beforeEach, expect, test } from "vitest";
import { isDecimal, mul, round, sum } from "../../../decimal.ts";
import { entity } from "../../../entity.ts";
import { code, date, money, percent, price, qty, ref, text } from "../../../field.ts";
import type { Viewer } from "../../../page-action.ts";
import { touchedByMe } from "../../../page-merge.ts";
import { useLanguage } from "../../language.ts";
import { createEditModel } from "./editModel.ts";
import { problemList } from "./problemList.ts";

// Another test of the same worker may have switched it.
beforeEach(() => useLanguage.getState().setLanguage("EN"));

const line = entity("TrialLine", "行", "Line", {
  fields: {
    itemId: ref("TrialItem", "物料", "Item"),
    qty: qty("数量", "Quantity"),
    price: price("单价", "Price"),
    amount: money("金额", "Amount", { computed: true, optional: true }),
  },
  computes: {
    amount: (row: { qty: string; price: string }, head: { taxRate?: string }) =>
      isDecimal(row.qty) && isDecimal(row.price) ? round(mul(mul(row.qty, row.price), head.taxRate === "10" ? "1.1" : "1"), 2) : null,
  },
  sees: { internal: "all" },
});
const order = entity("TrialOrder", "订单", "Order", {
  fields: {
    orderNum: code("订单号", "Order no."),
    needBy: date("需求日期", "Need by"),
    note: text("备注", "Note", { optional: true }),
    taxRate: percent("税率", "Tax", { optional: true }),
    amount: money("金额", "Amount", { computed: true }),
  },
  number: ["orderNum", "PO{0001}"],
  lines: { lines: line },
  computes: { amount: (doc: { lines: { amount: string | null }[] }) => sum(doc.lines.map((l) => l.amount ?? "0")) },
  saves: "internal",
  sees: { internal: "all" },
});
const viewer: Viewer = { userId: "u1", audience: "internal", may: () => true };
const stored = {
  id: "o1",
  versionNum: 4,
  orderNum: "PO1",
  needBy: "2026-11-28",
  note: null,
  taxRate: null,
  amount: "30.00",
  lines: [
    { id: "l1", itemId: "i1", qty: "2", price: "5", amount: "10.00" },
    { id: "l2", itemId: "i2", qty: "4", price: "5", amount: "20.00" },
  ],
};
const open = () => createEditModel(order, viewer, stored);
const key = (model: ReturnType<typeof open>, at: number) => model.lines["lines"]!.state.getState().rows[at]!.key;

test("nothing edited is nothing unsaved and nothing to send", () => {
  const model = open();
  expect(model.state.getState().unsaved).toBe(0);
  expect(model.body()).toEqual({ id: "o1", versionNum: 4 });
});

test("the key amount follows while lines are edited, and only what changed is counted", () => {
  const model = open();
  model.lines["lines"]!.set([{ key: key(model, 0), field: "qty", value: "10" }]);
  model.patch({ note: "快" });
  const { doc, unsaved } = model.state.getState();
  expect([doc["amount"], unsaved]).toEqual(["70.00", 2]);
});

test("a formula of the lines that reads the header follows the header", () => {
  const model = open();
  model.patch({ taxRate: "10" });
  expect(model.state.getState().doc["amount"]).toBe("33.00");
});

test("errors stand on their field, their line and in the list of problems, and go when touched", () => {
  const model = open();
  model.patch({ needBy: null });
  expect(model.check()).toBe(1);
  expect([...model.state.getState().errors.keys()]).toEqual(["needBy"]);
  model.patch({ needBy: "2026-12-01" });
  expect(model.state.getState().errors.size).toBe(0);
  model.pin([{ path: "lines[1].qty", code: "PUR-1", msg: "须为 1,000 的倍数" }], "有 1 处需要更正");
  expect(problemList(model, model.state.getState()).map((p) => [p.section, p.where[0], p.message[0]])).toEqual([
    ["lines", "行 2 数量", "须为 1,000 的倍数"],
  ]);
  expect(model.state.getState().lineErrors).toEqual({ lines: 1 });
});

test("what names no field is said of the document, with the pages that put it right, until nothing is wrong", () => {
  const model = open();
  const fix = { route: "rates", label: "维护汇率" };
  model.pin(
    [
      { path: "", code: "NO_RATE", msg: "没有汇率", fix },
      { path: "", code: "CLOSED", msg: "期间已关闭" },
      { path: "lines[1].qty", code: "PUR-1", msg: "过多", fix },
    ],
    "没有汇率；期间已关闭；过多",
  );
  expect(model.state.getState()).toMatchObject({ said: "没有汇率; 期间已关闭", fixes: [fix] });
  expect(problemList(model, model.state.getState())).toHaveLength(1);
  model.check();
  expect(model.state.getState().fixes).toEqual([]);
});

test("an error of a new line in the middle finds its line although the server keeps it last", () => {
  const model = open();
  const [fresh] = model.lines["lines"]!.insert([{ itemId: "i3", qty: "1", price: "1" }], { after: key(model, 0) });
  expect((model.body()["lines"] as { id?: string }[]).map((l) => l.id)).toEqual(["l1", "l2", undefined]);
  model.pin([{ path: "lines[2].qty", code: "X", msg: "x" }], "x");
  expect(model.lines["lines"]!.errors().map((found) => found.key)).toEqual([fresh]);
});

test("a saved reply replaces everything edited", () => {
  const model = open();
  model.patch({ note: "快" });
  model.take({ ...stored, note: "快", versionNum: 5 });
  expect([model.state.getState().unsaved, model.body()]).toEqual([0, { id: "o1", versionNum: 5 }]);
});

test("table 24: keeping mine after somebody was quicker lays my changes over the newer version", () => {
  const model = open();
  model.patch({ note: "我的" });
  model.lines["lines"]!.set([{ key: key(model, 0), field: "qty", value: "3" }]);
  const theirs = {
    ...stored,
    versionNum: 9,
    needBy: "2026-12-24",
    lines: [stored.lines[0]!, { ...stored.lines[1]!, qty: "8", amount: "40.00" }],
  };
  model.stale(theirs);
  expect(model.differences().map((difference) => [difference.key, difference.mine.deed, difference.theirs.deed])).toEqual([
    ["needBy", "same", "changed"],
    ["note", "changed", "same"],
    ["lines/l1/qty", "changed", "same"],
    ["lines/l2/qty", "same", "changed"],
  ]);
  const mine = touchedByMe(model.differences());
  model.settle((key) => mine.has(key));
  expect(model.state.getState().theirs).toBeNull();
  const body = model.body();
  expect(body).toMatchObject({ id: "o1", versionNum: 9, note: "我的" });
  expect(body["needBy"]).toBeUndefined();
  expect((body["lines"] as { qty: string }[]).map((row) => row.qty)).toEqual(["3", "8"]);
});

test("each place of two versions may be taken from either", () => {
  const model = open();
  model.patch({ note: "我的", needBy: "2026-12-01" });
  model.stale({ ...stored, versionNum: 9, note: "对方的", needBy: "2026-12-24" });
  model.settle((key) => key === "needBy");
  expect(model.changes().map((change) => [change.path, change.new])).toEqual([["needBy", "2026-12-01"]]);
  expect(model.state.getState().header).toMatchObject({ note: "对方的", versionNum: 9 });
});

test("unsaved work kept over the end of a session does not cover what somebody saved meanwhile", () => {
  const model = open();
  model.patch({ note: "我的" });
  const again = createEditModel(order, viewer, { ...stored, versionNum: 5, needBy: "2026-12-24" }, model.draft());
  expect(again.differences().map((difference) => difference.key)).toEqual(["needBy", "note"]);
  expect(again.body()).toMatchObject({ versionNum: 4, note: "我的" });
  again.settle((key) => key === "note");
  expect(again.body()).toEqual({ id: "o1", versionNum: 5, note: "我的" });
});

test("unsaved work kept over the end of a session comes back as unsaved", () => {
  const model = open();
  model.patch({ note: "快" });
  model.lines["lines"]!.remove([key(model, 1)]);
  model.lines["lines"]!.insert([{ itemId: "i9", qty: "1", price: "2" }]);
  const again = createEditModel(order, viewer, stored, model.draft());
  expect(again.changes().map((c) => [c.path, c.kind])).toEqual([
    ["note", "field"],
    ["lines[1]", "added"],
    ["lines[l2]", "removed"],
  ]);
});

test("a message goes with its field: also one about a part of it, and one that another field no longer asks for", () => {
  const site = entity("TrialSite", "地点", "Site", {
    fields: {
      use: text("用途", "Use"),
      account: text("账号", "Account", { optional: true }),
      roles: text("岗位", "Role", { optional: true }),
    },
    requires: { account: (doc: { use?: unknown }) => doc.use === "PAY" },
    saves: "internal",
    sees: { internal: "all" },
  });
  const model = createEditModel(site, viewer, null);
  model.patch({ use: "PAY" });
  model.check();
  expect([...model.state.getState().errors.keys()]).toEqual(["account"]);
  model.patch({ use: "SHIP" });
  expect([...model.state.getState().errors.keys()]).toEqual([]);
  model.pin([{ path: "roles[0]", code: "FIELD_REQUIRED", msg: "Role is required" }], "");
  model.patch({ roles: "SALES" });
  expect([...model.state.getState().errors.keys()]).toEqual([]);
});

test("what a new document begins with is no change of the writer's, is saved with it, and gives way to what somebody writes", () => {
  const model = createEditModel(order, viewer, null);
  expect([model.isFree("needBy"), model.state.getState().unsaved]).toEqual([true, 0]);
  model.begin({ needBy: "2026-11-18" });
  expect([model.state.getState().unsaved, model.body()["needBy"], model.isFree("needBy")]).toEqual([0, "2026-11-18", true]);
  model.patch({ needBy: "2026-12-01" });
  expect([model.state.getState().unsaved, model.isFree("needBy")]).toEqual([1, false]);
});

const inLanguage = (supplierName: string, itemName: string) => ({
  id: "d1",
  versionNum: 2,
  supplierId: "s1",
  supplierName,
  note: "a",
  lines: [
    { id: "l1", itemId: "i1", itemName, qty: "2", price: "5", amount: "10.00" },
    { id: "l2", itemId: "i2", itemName, qty: "4", price: "5", amount: "20.00" },
  ],
});
const deal = entity("TrialDeal", "交易", "Deal", {
  fields: {
    supplierId: ref("TrialSupplier", "供应商", "Supplier"),
    payeeId: ref("TrialSupplier", "收款方", "Payee", { optional: true }),
    note: text("备注", "Note", { optional: true }),
  },
  lines: { lines: line },
  saves: "internal",
  sees: { internal: "all" },
});

test("read again in another language, a document nobody typed in has the other names and no change", () => {
  const model = createEditModel(deal, viewer, inLanguage("鲸落", "纸箱"));
  model.reread(inLanguage("Whale", "Box"));
  const { doc, unsaved } = model.state.getState();
  expect([doc["supplierName"], unsaved]).toEqual(["Whale", 0]);
  expect((doc["lines"] as { itemName: string }[]).map((row) => row.itemName)).toEqual(["Box", "Box"]);
  expect(model.body()).toEqual({ id: "d1", versionNum: 2 });
});

test("read again in another language, everything typed stays, and so does what undo brings back", () => {
  const model = createEditModel(deal, viewer, inLanguage("鲸落", "纸箱"));
  const store = model.lines["lines"]!;
  model.patch({ note: "typed" });
  store.set([{ key: "l1", field: "qty", value: "3" }]);
  store.insert([{ itemId: "i3", itemName: "胶带", qty: "1", price: "1" }]);
  store.remove(["l2"]);
  const before = [model.state.getState().unsaved, model.body()];
  model.reread(inLanguage("Whale", "Box"));
  expect([model.state.getState().unsaved, model.body()]).toEqual(before);
  const { doc } = model.state.getState();
  expect([doc["supplierName"], doc["note"]]).toEqual(["Whale", "typed"]);
  expect(store.rows().map((row) => [row["itemName"], row["qty"]])).toEqual([
    ["Box", "3"],
    ["胶带", "1"],
  ]);
  store.undo();
  expect(store.rows().map((row) => row["itemName"])).toEqual(["Box", "Box", "胶带"]);
});

test("what was chosen since is named anew, and its choice is still the writer's only change", () => {
  const model = createEditModel(deal, viewer, inLanguage("鲸落", "纸箱"));
  const store = model.lines["lines"]!;
  model.patch({ payeeId: "s9", payeeName: "磐石" });
  store.set([{ key: "l1", field: "itemId", value: "i9" }]);
  const before = [model.state.getState().unsaved, model.body()];
  const named = (id: string, name: string) => ({ id, code: id.toUpperCase(), name });
  model.rename(
    new Map([
      ["TrialSupplier s1", named("s1", "not asked for")],
      ["TrialSupplier s9", named("s9", "Rock")],
      ["TrialItem i9", named("i9", "Tape")],
    ]),
  );
  const { doc } = model.state.getState();
  expect([doc["payeeName"], doc["payeeCode"], doc["supplierName"]]).toEqual(["Rock", "S9", "鲸落"]);
  expect(store.rows().map((row) => row["itemName"])).toEqual(["Tape", "纸箱"]);
  expect([model.state.getState().unsaved, model.body()]).toEqual(before);
});
