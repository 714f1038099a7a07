import { afterAll, beforeAll, expect, test } from "vitest";
import type { Me } from "#kernel/entity.ts";
import { findFor } from "#kernel/server/find/find-for.ts";
import { systemMe } from "#kernel/server/access/permit.ts";
import { shift } from "#kernel/time.ts";
import { spendOfSuppliers, trialFigures, trialOrders } from "#modules/lifecycle/index.ts";
import { categorySpend, furtherHits, type FurtherHit } from "#modules/supplier/index.ts";
import { WarningWatch } from "#modules/supplier/warning.calls.ts";
import { someone } from "../../tests/support/kernel.ts";
import { officeDay as day } from "../../tests/support/day.ts";
import { ReceivingWorld } from "../../tests/support/receiving.ts";

type Row = Record<string, any>;
let world: ReceivingWorld;
const ids = (): Record<string, string> => world.life.ids;
const db = () => world.life.product.kernel.db;
const seen = (more: Partial<Me> = {}) => world.life.product.kernel.finder.sourceFor(someone(more));
const find = () => findFor(world.life.product.kernel, systemMe("test"));

beforeAll(async () => {
  world = await ReceivingWorld.open();
});
afterAll(() => world?.life.product.drop());

/** So much of ten yuan each from a supplier, received today. */
async function bought(supplier: "S1" | "S2", qty: string): Promise<Awaited<ReturnType<ReceivingWorld["order"]>>> {
  const order = await world.order({ supplier, rows: [qty], line: { price: "10" } });
  const by = supplier === "S1" ? world.vendor : world.stranger;
  const { id } = await world.drafted([[order.rowIds[0]!, qty]], by);
  expect((await world.note(by, "doSubmit", { id })).status).toBe("S");
  const note = (await world.note(world.warehouse, "findById", { id })).data;
  await world.takes(note, qty);
  return order;
}

let asked = 0;
async function hits(type: string, supplierIds: readonly string[] = ["S1", "S2"], days = 0): Promise<readonly FurtherHit[]> {
  asked = 0;
  const counting = { query: <T>(sql: string, values?: unknown[]): Promise<T[]> => (asked++, db().query<T>(sql, values)) };
  return (await furtherHits.ask(find(), { db: counting, supplierIds, on: day(days) })).filter((furtherHit) => furtherHit.type === type);
}
const warned = (type: string): Promise<Row[]> =>
  world.life.rows(`select "supplierId", "hitValue", status from "SrmSupWarning" where "warningType" = $1 order by "supplierId"`, type);
const run = (days = 0): Promise<number> => {
  const clock = { now: () => shift(new Date(), { days }) };
  return new WarningWatch(world.life.product.kernel, clock).all(["CONCENTRATION", "OTD_LOW"]);
};
/** When everything that was promised within three days has fallen due. */
const later = 10;

test("what a supplier brings of a category is the sum of its postings, and from the limit on it is warned of until others bring more", async () => {
  await bought("S1", "70");
  await bought("S2", "30");
  const spent = await categorySpend.ask(find(), { db: db(), source: seen(), today: day(0), categories: "all" });
  expect(spent.map((entry) => [entry.supplierId, entry.categoryId, Number(entry.amount)]).toSorted()).toEqual([
    ["S1", ids()["category"], 700],
    ["S2", ids()["category"], 300],
  ]);
  expect(await categorySpend.ask(find(), { db: db(), source: seen({ orgs: ["elsewhere"] }), today: day(0), categories: "all" })).toEqual(
    [],
  );
  expect(await categorySpend.ask(find(), { db: db(), source: seen({ selfOnly: true }), today: day(0), categories: "all" })).toEqual([]);
  const visits = await spendOfSuppliers.ask(find(), { orgId: ids()["org"]!, supplierIds: ["S1", "S2"], today: day(0) });
  expect(visits.map((visit) => [visit.supplierId, Number(visit.amount)]).toSorted()).toEqual([
    ["S1", 700],
    ["S2", 300],
  ]);

  const found = await hits("CONCENTRATION");
  expect(found.map((furtherHit) => [furtherHit.supplierId, furtherHit.bizId, furtherHit.hitValue])).toEqual([
    ["S1", ids()["category"], "70.00%"],
  ]);
  const statements = asked;
  await hits("CONCENTRATION", ["S1"]);
  expect(asked, "as many statements for one supplier as for all").toBe(statements);
  await run();
  expect(await warned("CONCENTRATION")).toEqual([{ supplierId: "S1", hitValue: "70.00%", status: "OPEN" }]);
  await bought("S2", "5");
  await run();
  expect(await warned("CONCENTRATION")).toEqual([{ supplierId: "S1", hitValue: "70.00%", status: "CLOSED" }]);
});

test("deliveries that were not there on the day promised first are counted, from five on", async () => {
  // Two were due and kept: too few to tell anything, whatever the next one does.
  await world.order({ supplier: "S2", rows: ["9"], line: { price: "10" } });
  expect(await hits("OTD_LOW", ["S1", "S2"], later)).toEqual([]);
  for (const qty of ["1", "2", "3"]) await bought("S2", qty);
  expect((await hits("OTD_LOW", ["S1", "S2"], later)).map((hit) => [hit.supplierId, hit.hitValue, hit.ruleValue])).toEqual([
    ["S2", "83.33%", "90%"],
  ]);
  expect(await hits("OTD_LOW"), "nothing is due yet").toEqual([]);
  await run(later);
  expect(await warned("OTD_LOW")).toEqual([{ supplierId: "S2", hitValue: "83.33%", status: "OPEN" }]);
});

test("a tryout's figures are what arrived on its trial orders and how it was judged", async () => {
  const order = await world.order({ rows: ["100"], line: { price: "10" } });
  await world.life.rows(`update "SrmPurOrderHeader" set "orderType" = 'TRIAL' where id = $1`, order.id);
  const about = { tryoutId: "T", supplierId: "S1", orgId: ids()["org"]!, itemIds: [ids()["item"]!], from: day(-6) };
  expect(await trialFigures.ask(find(), about)).toEqual([]);
  expect((await trialOrders.ask(find(), about)).map((trialOrder) => [trialOrder.itemId, trialOrder.isOpen])).toEqual([
    [ids()["item"], true],
  ]);
  await world.takes(await world.sent(order.rowIds[0]!, "60"), "55", "5");
  const [figures] = await trialFigures.ask(find(), about);
  expect([
    figures!.itemId,
    Number(figures!.receivedQty),
    Number(figures!.okQty),
    Number(figures!.ngQty),
    Number(figures!.concessionQty),
  ]).toEqual([ids()["item"], 60, 55, 5, 0]);
  expect(await trialFigures.ask(find(), { ...about, from: day(1) }), "orders before the tryout are none of it").toEqual([]);
  expect(await trialFigures.ask(find(), { ...about, supplierId: "S2" })).toEqual([]);
});
