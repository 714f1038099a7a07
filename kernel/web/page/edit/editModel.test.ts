// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { isDecimal, mul, round, sum } from "../../../decimal.ts";
import { entity } from "../../../entity.ts";
import { code, date, money, percent, price, qty, ref, text } from "../../../field.ts";
import type { Viewer } from "../../../page-action.ts";
import { touchedByMe } from "../../../page-merge.ts";
import { createEditModel } from "./editModel.ts";
import { problemList } from "./problemList.ts";

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
  expect(model.differences().map((one) => [one.key, one.mine.deed, one.theirs.deed])).toEqual([
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
  expect(again.differences().map((one) => one.key)).toEqual(["needBy", "note"]);
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
