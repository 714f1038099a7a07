import { afterAll, beforeAll, expect, test } from "vitest";
import type { Client } from "../../../tests/support/client.ts";
import { day, ok, OrderWorld, type Row } from "../../../tests/support/ordering.ts";

let world: OrderWorld;
let accountant: Client;
let chief: Client;

beforeAll(async () => {
  world = await OrderWorld.open();
  const { product } = world.life;
  await product.person("txn.fin", ["FINANCE"]);
  await product.person("txn.chief", ["FINANCE_MANAGER"]);
  [accountant, chief] = [await world.life.wearing("txn.fin", "FINANCE"), await world.life.wearing("txn.chief", "FINANCE_MANAGER")];
});
afterAll(() => world?.life.product.drop());

const call = (by: Client, name: string, body: object): Promise<any> => by.call(`srmServer/v1/srmRcnTransactionInfoRestful/${name}`, body);
const infos = (orderId: string): Promise<Row[]> =>
  world.life.rows(
    `select i.id, i."txnType" as type, trim_scale(i.qty)::text qty, i."amountExcl"::text excl, i."taxAmount"::text tax, i."amountIncl"::text incl,
            trim_scale(i."openQty")::text open, i."reversedTxnId" reversed, i."reconStatus" recon, i.status, i."holdFlag" held, i."periodId" period,
            t."financeInfoId" "infoId", t.id "sourceId", t."holdFlag" "sourceHeld", trim_scale(i.price)::text price, trim_scale(i."priceUnit")::text unit
       from "SrmPurStorageTransaction" t left join "SrmRcnTransactionInfo" i on i."sourceTransactionId" = t.id
      where t."orderId" = $1 order by t.id`,
    orderId,
  );
const manual = (more: object = {}): object => ({
  txnType: "FREIGHT",
  orgId: world.life.ids["org"],
  supplierId: world.life.ids["S1"],
  txnDate: day(0),
  qty: "1",
  price: "100",
  taxRate: "T9",
  currency: "CNY",
  paymentTermId: world.life.ids["term"],
  ...more,
});

test("finance 1: a receipt is one transaction of finance, with the amounts that were posted", async () => {
  const order = await world.running({ rows: ["1000"], price: "3.335" });
  await world.received(order, "1000");
  const [info, ...others] = await infos(order["id"]);
  expect(others).toEqual([]);
  expect(info).toMatchObject({
    ...{ type: "RECEIVE", qty: "1000", excl: "3335.00", tax: "433.55", incl: "3768.55", open: "1000", status: "APPROVED", recon: "NONE" },
    ...{ price: "3.335", unit: "1", period: day(0).slice(0, 7) },
  });
  expect(info!["infoId"]).toBe(info!["id"]);
});

test("a reversal stands beside the receipt it undoes, with negative amounts", async () => {
  const order = await world.running({ rows: ["10"], price: "5" });
  await world.received(order, "10");
  const [receipt] = await world.transactions(order["id"]);
  await world.undo(order, "E14", "4", receipt!["id"]);
  const [, reversal] = await infos(order["id"]);
  expect(reversal).toMatchObject({ type: "REVERSAL", qty: "-4", excl: "-20.00", open: "-4", reversed: receipt!["id"] });
});

test("finance 27: the price unit is carried and the posted amounts stand", async () => {
  const order = await world.running({ rows: ["3300"], price: "125", line: { priceUnit: "1000" } });
  await world.received(order, "3300");
  expect((await infos(order["id"]))[0]).toMatchObject({ price: "125", unit: "1000", excl: "412.50", tax: "53.63", incl: "466.13" });
});

test("finance 25: what is on hold is marked in purchasing too, until it is released", async () => {
  const order = await world.running({ rows: ["5"] });
  await world.received(order, "5");
  const [info] = await infos(order["id"]);
  await ok(call(accountant, "doHold", { id: info!["id"], reason: "质量异常" }));
  expect((await infos(order["id"]))[0]).toMatchObject({ held: "Y", sourceHeld: "Y" });
  await ok(call(accountant, "doRelease", { id: info!["id"] }));
  expect((await infos(order["id"]))[0]).toMatchObject({ held: "N", sourceHeld: "N" });
});

test("finance 28: an amount entered by hand waits for its approval", async () => {
  const doc = await ok(call(accountant, "saveOrUpdate", manual()));
  expect(doc).toMatchObject({
    status: "DRAFT",
    amountExcl: "100.00",
    taxAmount: "9.00",
    amountIncl: "109.00",
    periodId: day(0).slice(0, 7),
  });
  expect((await call(accountant, "doSubmit", { id: doc["id"] })).code).toBe("RCN-104");
  await world.life.rows(`update "SrmRcnTransactionInfo" set "fileIds" = 'f1' where id = $1`, doc["id"]);
  await ok(call(accountant, "doSubmit", { id: doc["id"] }));
  await ok(world.life.decides(doc["id"], "doPass", chief));
  expect(await ok(call(accountant, "findById", { id: doc["id"] }))).toMatchObject({ status: "APPROVED", openQty: "1" });
  await ok(call(accountant, "doCancel", { id: doc["id"], cancelReason: "重复" }));
});

test("a type of purchasing cannot be entered by hand, and what purchasing posted cannot be cancelled here", async () => {
  expect((await call(accountant, "saveOrUpdate", manual({ txnType: "RECEIVE" }))).code).toBe("RCN-102");
  expect((await call(accountant, "saveOrUpdate", manual({ qty: "3" }))).code).toBe("RCN-103");
  const order = await world.running({ rows: ["5"] });
  await world.received(order, "5");
  const [info] = await infos(order["id"]);
  expect((await call(chief, "doCancel", { id: info!["id"], cancelReason: "x" })).code).toBe("RCN-105");
});

test("a supplier sees its own transactions without reasons of holds, and no drafts", async () => {
  const draft = await ok(call(accountant, "saveOrUpdate", manual()));
  expect((await call(world.vendor, "findById", { id: draft["id"] })).code).toBe("RCN-026");
  const page = await world.vendor.call("srmServer/v1/srmRcnTransactionInfoRestful/listByPage", { pageIndex: 1, pageRows: 50 });
  expect(page.data.length).toBeGreaterThan(0);
  expect(page.data.every((row: Row) => row["status"] === "APPROVED" && !("holdReason" in row))).toBe(true);
});

test("storage transactions of the time before finance get their rows, once", async () => {
  const order = await world.running({ rows: ["5"] });
  await world.received(order, "5");
  const [before] = await infos(order["id"]);
  await world.life.rows(`delete from "SrmRcnTransactionInfo" where id = $1`, before!["id"]);
  await world.life.rows(`update "SrmPurStorageTransaction" set "financeInfoId" = null where id = $1`, before!["sourceId"]);
  await world.life.act("SrmPurStorageTransaction", before!["sourceId"], "doPosted");
  await world.life.act("SrmPurStorageTransaction", before!["sourceId"], "doPosted");
  expect(await infos(order["id"])).toMatchObject([{ id: before!["id"], incl: before!["incl"] }]);
});

test("where an order line stands on its way to payment is told to both sides", async () => {
  const order = await world.running({ rows: ["5"], price: "10" });
  const report = async (by: Client): Promise<Row> => {
    const reply = await by.call("srmServer/v1/srmRcnReportRestful/listByOrderLine", { poHeaderId: order["id"] });
    expect(reply.status).toBe("S");
    return reply.data.rows[0];
  };
  expect(await report(world.vendor)).toMatchObject({ blockingStep: "NOT_RECEIVED", orderedQty: "5.000000" });
  await world.received(order, "5");
  expect(await report(accountant)).toMatchObject({ blockingStep: "NOT_RECONCILED", receivedQty: "5.000000", openAmount: "56.50" });
  const [info] = await infos(order["id"]);
  await ok(call(accountant, "doHold", { id: info!["id"], reason: "质量异常" }));
  expect(await report(world.vendor)).toMatchObject({ blockingStep: "ON_HOLD" });
});
