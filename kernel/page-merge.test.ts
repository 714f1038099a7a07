import { expect, test } from "vitest";
import { entity } from "./entity.ts";
import { qty, ref, text } from "./field.ts";
import { differences, isClash, merge, touchedByMe } from "./page-merge.ts";

const line = entity("TrialLine", "行", "Line", { fields: { item: text("物料", "Item"), qty: qty("数量", "Quantity") }, sees: {} });
const order = entity("TrialOrder", "订单", "Order", {
  fields: {
    note: text("备注", "Note", { optional: true }),
    place: text("地点", "Place", { optional: true }),
    buyerId: ref("TrialBuyer", "采购员", "Buyer", { optional: true }),
    stamp: text("戳", "Stamp", { computed: true }),
  },
  lines: { lines: line },
  sees: { internal: "all" },
});
const base = {
  id: "o1",
  versionNum: 1,
  note: "a",
  place: null,
  buyerId: "b1",
  buyerName: "One",
  stamp: "1",
  lines: [
    { id: "l1", item: "x", qty: "1" },
    { id: "l2", item: "y", qty: "2" },
    { id: "l3", item: "z", qty: "3" },
  ],
};
const [l1, l2, l3] = base.lines as [(typeof base.lines)[0], (typeof base.lines)[0], (typeof base.lines)[0]];
const deeds = (mine: object, theirs: object) =>
  differences(order, base, mine as never, theirs as never).map((difference) => [
    difference.key,
    difference.mine.deed,
    difference.theirs.deed,
  ]);

test("what only one changed, what both changed alike and what both changed differently", () => {
  const mine = { ...base, note: "mine", buyerId: "b2", buyerName: "Two", place: "same" };
  const theirs = { ...base, versionNum: 2, note: "theirs", place: "same", stamp: "2" };
  const found = differences(order, base, mine, theirs);
  expect(found.map((difference) => [difference.key, isClash(difference)])).toEqual([
    ["note", true],
    ["buyerId", false],
  ]);
  expect(touchedByMe(found)).toEqual(new Set(["note", "buyerId"]));
});

test("a chosen reference brings its names along; the version and what the server keeps are theirs", () => {
  const mine = { ...base, buyerId: "b2", buyerName: "Two", note: "mine" };
  const theirs = { ...base, versionNum: 7, stamp: "9", note: "theirs" };
  expect(merge(order, base, mine, theirs, (key) => key === "buyerId")).toMatchObject({
    versionNum: 7,
    stamp: "9",
    note: "theirs",
    buyerId: "b2",
    buyerName: "Two",
  });
});

test("lines are told apart by who they are, not by where they stand", () => {
  const mine = { ...base, lines: [{ ...l1, qty: "5" }, l2, l3, { item: "new", qty: "9" }] };
  const theirs = { ...base, versionNum: 2, lines: [{ id: "l0", item: "w", qty: "7" }, l3, { ...l1, item: "xx" }] };
  expect(deeds(mine, theirs)).toEqual([
    ["lines/l0", "same", "added"],
    ["lines/l1/item", "same", "changed"],
    ["lines/l1/qty", "changed", "same"],
    ["lines/l2", "same", "removed"],
    ["lines/+3", "added", "same"],
  ]);
  const chosen = touchedByMe(differences(order, base, mine, theirs));
  expect(merge(order, base, mine, theirs, (key) => chosen.has(key))["lines"]).toEqual([
    { id: "l0", item: "w", qty: "7" },
    l3,
    { id: "l1", item: "xx", qty: "5" },
    { item: "new", qty: "9" },
  ]);
});

test("a line I changed and they removed: theirs leaves it away, mine brings it back as a new one", () => {
  const mine = { ...base, lines: [l1, { ...l2, qty: "8" }, l3] };
  const theirs = { ...base, versionNum: 2, lines: [l1, l3] };
  expect(deeds(mine, theirs)).toEqual([["lines/l2", "changed", "removed"]]);
  expect(merge(order, base, mine, theirs, () => false)["lines"]).toEqual([l1, l3]);
  expect(merge(order, base, mine, theirs, () => true)["lines"]).toEqual([l1, l3, { item: "y", qty: "8" }]);
});

test("a line I removed and they changed, and a line both removed", () => {
  const mine = { ...base, lines: [l1] };
  const theirs = { ...base, versionNum: 2, lines: [l1, { ...l2, qty: "6" }] };
  expect(deeds(mine, theirs)).toEqual([["lines/l2", "removed", "changed"]]);
  expect(merge(order, base, mine, theirs, () => true)["lines"]).toEqual([l1]);
});
