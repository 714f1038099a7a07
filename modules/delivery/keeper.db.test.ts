import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Client } from "../../tests/support/client.ts";
import { officeDay } from "../../tests/support/day.ts";
import { ok, ReceivingWorld, type Row } from "../../tests/support/receiving.ts";
import { StorageInbox } from "./server/inbox-calls.ts";

/** A keeper who is limited to one warehouse of a business unit he does not belong to. */
let world: ReceivingWorld;
let keeper: Client;
const stores: Record<string, string> = {};
beforeAll(async () => {
  world = await ReceivingWorld.open();
  const { life } = world;
  for (const code of ["KEEP1", "KEEP2"]) {
    const org = await life.made("BaseOrganization", { orgCode: code, orgName: code, orgType: "INV", parentOrgId: life.ids["org"] });
    stores[code] = org["id"];
  }
  const userId = await life.product.person("recv.keeper", ["WAREHOUSE"]);
  await life.made("BaseUserOrgPermit", { userId, orgId: stores["KEEP1"], permitType: "INCLUDE" });
  for (const [code, storageCode] of [
    ["KEEP1", "K1-A"],
    ["KEEP2", "K2-A"],
  ] as const)
    await life.made("SrmBaseStorageLocation", { orgId: stores[code], storageCode, storageName: "A", storageType: "NORMAL" });
  keeper = await life.wearing("recv.keeper", "WAREHOUSE");
});
afterAll(() => world?.life.product.drop());

/** An order of a hundred that is to come to this warehouse. */
async function ordered(code: string): Promise<{ readonly rowId: string; readonly lineId: string; readonly orderNum: string }> {
  const { rowIds, lineId, id } = await world.order({ rows: ["100"] });
  await world.life.rows(`update "SrmPurOrderDelivery" set "invOrgId" = $2 where id = $1`, rowIds[0], stores[code]);
  const [order] = await world.life.rows(`select "orderNum" from "SrmPurOrderHeader" where id = $1`, id);
  return { rowId: rowIds[0]!, lineId, orderNum: order!["orderNum"] };
}

/** A note with two boxes under way. */
async function sent(rowId: string): Promise<Row> {
  const draft = await world.drafted([[rowId, "100", { packQty: "50" }]]);
  await ok(world.note(world.vendor, "doGenBarcode", { id: draft["id"], lineId: draft["lines"][0].id, packQty: "50" }));
  await ok(world.note(world.vendor, "doSubmit", { id: draft["id"] }));
  return ok(world.note(world.warehouse, "findById", { id: draft["id"] }));
}

const boxesOf = async (noteId: string): Promise<string[]> =>
  (await world.life.rows(`select barcode from "SrmPurBarcode" where "noteId" = $1 order by barcode`, noteId)).map((row) => row["barcode"]);
const listed = async (entity: string): Promise<Row[]> => {
  const reply = await keeper.call(`srmServer/v1/${entity}Restful/listByPage`, { pageIndex: 1, pageRows: 100 });
  expect(reply.status, entity).toBe("S");
  return reply.data as Row[];
};

describe("a keeper limited to his warehouse", () => {
  let own: Row;
  let foreign: Row;
  let receipt: Row;

  test("finds the notes and boxes that come to it, and no others", async () => {
    own = await sent((await ordered("KEEP1")).rowId);
    foreign = await sent((await ordered("KEEP2")).rowId);
    expect((await listed("srmPurDeliveryNote")).map((row) => row["id"])).toEqual([own["id"]]);
    expect((await listed("srmPurBarcode")).map((row) => row["noteId"])).toEqual([own["id"], own["id"]]);
    const byOrder = await keeper.call("srmServer/v1/srmPurDeliveryNoteRestful/listByPage", { contents: own["lines"][0].orderNum });
    expect([byOrder.data.length, (await listed("srmPurDeliveryNote"))[0]!["contents"]]).toEqual([
      1,
      expect.stringContaining(own["lines"][0].orderNum),
    ]);
    expect(await world.note(keeper, "findById", { id: foreign["id"] })).toMatchObject({ status: "E", code: "PUR-0004" });
    expect(await world.note(keeper, "doArrive", { id: foreign["id"] })).toMatchObject({ status: "E", code: "PUR-0004" });
    const board = (await ok(world.note(keeper, "listArrivals", { day: officeDay(3) }))) as unknown as Row[];
    expect(board.map((row) => row["id"])).toEqual([own["id"]]);
    expect(await world.life.rows(`select "orgId" from "SrmBaseInsidePending" where "bizId" = $1`, own["id"])).toEqual([
      { orgId: stores["KEEP1"] },
    ]);
  });

  test("reads what was changed on an order that brings goods to it, and on no other", async () => {
    const changes = (of: Row) =>
      keeper.call("srmServer/v1/srmPurOrderHistoryRestful/compareRevision", { orderId: of["lines"][0].orderId, from: -1 });
    await world.life.rows(
      `insert into "SrmPurOrderHistory" (id, "createdBy", "creationDate", "lastUpdatedBy", "lastUpdateDate", "versionNum", "orderId", "orgId", "revisionNum", "changeType", "newValue", "askedBy", "buyerCausedFlag")
       select 'H' || h.id, 'x', now(), 'x', now(), 1, h.id, h."orgId", 0, 'TERM', 'x', 'BUYER', 'Y' from "SrmPurOrderHeader" h where h.id = any($1)`,
      [own["lines"][0].orderId, foreign["lines"][0].orderId],
    );
    expect((await ok(changes(own))) as unknown).toMatchObject([{ changeType: "TERM", newValue: "x" }]);
    expect(await changes(foreign)).toMatchObject({ status: "E", code: "PUR-0004" });
  });

  test("checks in, scans and posts them", async () => {
    await ok(world.note(keeper, "doArrive", { id: own["id"] }));
    const [strange] = await boxesOf(foreign["id"]);
    expect(await world.receive(keeper, "doScan", { barcode: strange })).toMatchObject({ status: "E", code: "PUR-0004" });
    for (const barcode of await boxesOf(own["id"])) receipt = (await ok(world.receive(keeper, "doScan", { barcode })))["receiveId"];
    receipt = await ok(world.receive(keeper, "doConfirm", { id: receipt }));
    expect(receipt).toMatchObject({ status: "POSTED", acceptedQty: "100", invOrgId: stores["KEEP1"] });
    const [posted] = await world.life.rows(
      `select data from "Outbox" where event = 'PUR_TXN_POSTED' and data->>'orderLineId' = $1`,
      receipt["lines"][0].orderLineId,
    );
    expect(posted!["data"]).toMatchObject({
      supplierId: "S1",
      itemId: world.life.ids["item"],
      orgId: world.life.ids["org"],
      invOrgId: stores["KEEP1"],
      day: officeDay(0),
      qty: "100",
      transactionType: "RECEIVE",
    });
  });

  test("sends some of it back, and every posting names its receipt and its return", async () => {
    const back = await ok(
      world.writeOff(keeper, "saveOrUpdate", {
        writeOffType: "RETURN_REFUND",
        reasonCode: "QUALITY",
        lines: [{ receiveLineId: receipt["lines"][0].id, qty: "5" }],
      }),
    );
    expect(back).toMatchObject({ invOrgId: stores["KEEP1"] });
    await ok(world.writeOff(keeper, "doSubmit", { id: back["id"] }));
    await world.life.decides(back["id"]);
    expect((await listed("srmPurWriteOff")).map((row) => row["status"])).toEqual(["POSTED"]);
    const rows = (await listed("srmPurStorageTransaction")).toSorted((a, b) => (a["id"] < b["id"] ? -1 : 1));
    expect(rows.map((row) => [row["transactionType"], row["receiveId"], row["writeOffId"], row["unreconciledQty"]])).toEqual([
      ["RECEIVE", receipt["id"], null, "100"],
      ["RETURN_REFUND", receipt["id"], back["id"], "-5"],
    ]);
    expect(rows.map((row) => row["unreconciledAmount"])).toEqual(rows.map((row) => row["amountIncl"]));
  });

  test("receives by order what is to come to him, and no more", async () => {
    const mine = await ordered("KEEP1");
    const other = await ordered("KEEP2");
    const found = (await ok(world.receive(keeper, "listReceivable", {}))) as unknown as Row[];
    expect(found.map((row) => row["orderDeliveryId"])).toEqual([mine.rowId]);
    const counted = ({ rowId }: { readonly rowId: string }) => ({
      receiveType: "ORDER",
      receiveDate: officeDay(0),
      lines: [{ orderDeliveryId: rowId, arrivalQty: "100" }],
    });
    expect(await world.receive(keeper, "saveOrUpdate", counted(other))).toMatchObject({ status: "E", code: "PUR-0004" });
    const made = await ok(world.receive(keeper, "saveOrUpdate", counted(mine)));
    expect(await ok(world.receive(keeper, "doConfirm", { id: made["id"] }))).toMatchObject({ status: "POSTED" });
  });

  test("finds on his desk what is to be received, next first; what has come stands behind it, newest first", async () => {
    const notes = [await sent((await ordered("KEEP1")).rowId), await sent((await ordered("KEEP1")).rowId)];
    for (const [i, { id }] of notes.entries())
      await world.life.rows(`update "SrmPurDeliveryNote" set eta = $2 where id = $1`, id, `${officeDay(9 - i)}T02:00:00.000Z`);
    const desk = async (view?: string): Promise<string[]> => {
      const body = { list: "desk", ...(view ? { view } : {}) };
      return ((await ok(world.note(keeper, "listByPage", body))) as unknown as Row[]).map((row) => row["id"]);
    };
    const [later, sooner] = notes.map((note) => note["id"]);
    expect(await desk("toReceive")).toEqual([sooner, later]);
    expect(await desk("received")).toEqual([own["id"]]);
    expect(await desk()).toEqual([later, sooner, own["id"]]);
  });

  test("sees what other systems report of his warehouse, and what names no place at all", async () => {
    await world.life.product.person("recv.feeder", ["INT_ADMIN"]);
    const feeder = await world.life.wearing("recv.feeder", "INT_ADMIN");
    const row = (sourceTxnId: string, warehouseCode: string) => ({
      sourceSystem: "WMS",
      sourceTxnId,
      movementType: "PO_RECEIPT",
      movementTime: `${officeDay(0)}T00:00:00.000Z`,
      qty: "1",
      orderNum: "NOBODY-KNOWS",
      lineNum: 10,
      warehouseCode,
    });
    expect(
      await ok(world.inbox(feeder, "doBatchSaveOrUpdate", { rows: [row("K-1", "K1-A"), row("K-2", "NOWHERE"), row("K-3", "K2-A")] })),
    ).toMatchObject({
      accepted: 3,
    });
    expect((await listed("srmPurStorageInbox")).map((entry) => entry["sourceTxnId"]).toSorted()).toEqual(["K-1", "K-2"]);
  });

  test("hears of failed movements he sees, what names no place among them", async () => {
    const { kernel } = world.life.product;
    const reported = async (id: string) =>
      (await world.life.rows(`select id from "SrmPurStorageInbox" where "sourceTxnId" = $1`, id))[0]!["id"];
    const feeder = await world.life.wearing("recv.feeder", "INT_ADMIN");
    for (const [client, id] of [
      [keeper, "K-1"],
      [keeper, "K-2"],
      [feeder, "K-3"],
    ] as const)
      expect(await world.inbox(client, "doProcess", { id: await reported(id) })).toMatchObject({ code: "PUR-3602" });
    await new StorageInbox(kernel, { now: () => new Date() }).programs()["PUR_STORAGE_FAILED"]!({} as never);
    const people = await world.life.rows(`select id, "userName" as name from "BaseUsers"`);
    const sentEvents = (await world.life.rows(`select data from "Outbox" where event = 'PUR_STORAGE_TXN_FAILED'`)).flatMap(({ data }) =>
      data.userIds.map((id: string) => [people.find((person) => person["id"] === id)!["name"], data.n]),
    );
    expect(sentEvents).toContainEqual(["recv.keeper", "2"]);
    expect(
      sentEvents.filter(([, n]) => n === "3").map(([name]) => name),
      "the unlimited keeper sees all",
    ).toContain("ship.warehouse");
  });

  test("settles what named no place with an order of his warehouse; one of another looks like none", async () => {
    const [found] = await world.life.rows(`select id from "SrmPurStorageInbox" where "sourceTxnId" = 'K-2'`);
    const rematch = (orderNum: string) => world.inbox(keeper, "doRematch", { id: found!["id"], orderNum, lineNum: 10 });
    expect(await rematch((await ordered("KEEP2")).orderNum)).toMatchObject({ status: "E", code: "PUR-3602" });
    expect(await rematch("NO-SUCH-ORDER")).toMatchObject({ status: "S" });
    const { orderNum } = await ordered("KEEP1");
    expect(await rematch(orderNum)).toMatchObject({ status: "S" });
    expect(await ok(world.inbox(keeper, "doProcess", { id: found!["id"] }))).toMatchObject({ processStatus: "PROCESSED" });
  });
});
