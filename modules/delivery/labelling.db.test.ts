import { afterAll, beforeAll, expect, test } from "vitest";
import type { Client } from "../../tests/support/client.ts";
import { officeDay } from "../../tests/support/day.ts";
import { linkOpener, testMac } from "../../tests/support/link.ts";
import { ok, ShippingWorld } from "../../tests/support/shipping.ts";
import { noticeLinks } from "./notice-mail.calls.ts";

let world: ShippingWorld;
beforeAll(async () => void (world = await ShippingWorld.open()));
afterAll(() => world?.life.product.drop());

const pdf = async (by: Client, path: string, body: object): Promise<Buffer> => (await by.send(by.prepare(path, body))).body;
const batch = (name: string, body: object) => world.vendor.call(`srmServer/v1/srmPurDeliveryBatchTemporaryRestful/${name}`, body);

test("what may be called off and shipped is listed with how much, for whoever it concerns", async () => {
  const mine = await world.order({ rows: ["60", "40"] });
  const theirs = await world.order({ rows: ["10"], supplier: "S2" });
  const noticeable = (await ok(world.notice(world.planner, "listNoticeable", { keyword: mine.orderNum }))) as unknown as any[];
  expect(noticeable.map((row) => [row.scheduleNum, row.canNotice])).toEqual([
    [1, "60"],
    [2, "40"],
  ]);
  const shippable = (await ok(world.note(world.vendor, "listShippable", {}))) as unknown as any[];
  expect(shippable.map((row) => row.orderNum)).not.toContain(theirs.orderNum);
  expect(shippable.find((row) => row.orderDeliveryId === mine.rowIds[0])).toMatchObject({ canShip: "65", itemCode: "M-100" });
  expect(await world.notice(world.vendor, "listNoticeable", {})).toMatchObject({ code: "PUR-0004" });
});

test("rows are named by order, line and schedule as an import does; one document has one supplier and one ship-to", async () => {
  const mine = await world.order({ rows: ["60"] });
  const theirs = await world.order({ rows: ["10"], supplier: "S2" });
  const lines = [{ orderNum: mine.orderNum, orderLineNum: 10, scheduleNum: 1, noticeQty: "5" }];
  const window = { arriveFrom: `${officeDay(2)}T01:00:00.000Z`, arriveTo: `${officeDay(2)}T02:00:00.000Z` };
  const doc = await ok(world.notice(world.planner, "saveOrUpdate", { ...window, lines }));
  expect(doc).toMatchObject({ supplierId: "S1", lines: [{ orderDeliveryId: mine.rowIds[0], itemDesc: "支架", lineNum: 1 }] });
  const mixed = [...lines, { orderDeliveryId: theirs.rowIds[0], noticeQty: "1" }];
  expect(await world.notice(world.planner, "saveOrUpdate", { ...window, lines: mixed })).toMatchObject({ code: "PUR-3102" });
  expect(await world.notice(world.planner, "saveOrUpdate", { ...window, lines: [] })).toMatchObject({ code: "PUR-0006" });
  expect(await world.tried([[theirs.rowIds[0]!, "1"]]), "a row of another supplier does not exist").toMatchObject({ code: "PUR-0004" });
  expect(await world.notice(world.vendor, "findById", { id: doc["id"] }), "a draft is nobody's business yet").toMatchObject({
    code: "PUR-0004",
  });
});

test("batches are split evenly and cleared, labels printed once and reprinted with their count, pallets packed and unpacked", async () => {
  const { rowIds } = await world.order({ rows: ["100"], line: { batchControl: "Y", barcodeControl: "Y" } });
  const draft = await world.drafted([[rowIds[0]!, "100"]]);
  const noteLineId = draft["lines"][0].id;
  expect(await world.note(world.vendor, "doSubmit", { id: draft["id"] })).toMatchObject({ status: "E", code: "PUR-3305" });
  const split = await ok(batch("doSplitEven", { noteLineId, parts: 3, prefix: "L", packQty: "20" }));
  expect(split["lines"][0].batches.map((entry: any) => [entry.batchNum, entry.batchQty, entry.boxCount])).toEqual([
    ["L01", "33", 2],
    ["L02", "33", 2],
    ["L03", "34", 2],
  ]);
  expect((await ok(batch("doClear", { noteLineId })))["lines"][0].batches).toEqual([]);
  await ok(batch("doSplitEven", { noteLineId, parts: 2, prefix: "L", packQty: "25" }));
  expect(await world.note(world.vendor, "doSubmit", { id: draft["id"] })).toMatchObject({ code: "PUR-3306" });
  const made = await ok(world.barcode(world.vendor, "doGenerate", { noteLineId, palletBoxes: 2 }));
  expect([made["boxes"], made["pallets"]]).toEqual([4, 2]);
  const again = await ok(world.barcode(world.vendor, "doGenerate", { noteLineId, packQty: "50", palletBoxes: 2 }));
  expect([again["boxes"], again["pallets"]], "labels made anew take the place of the old").toEqual([2, 1]);
  const [pallet, ...boxes] = again["rows"].toSorted((a: any) => (a.barcodeType === "PALLET" ? -1 : 1));
  await ok(world.barcode(world.vendor, "doUnpack", { id: boxes[0].id }));
  expect(await ok(world.barcode(world.vendor, "findById", { id: pallet.id }))).toMatchObject({ qty: "50" });
  await ok(world.barcode(world.vendor, "doPack", { id: boxes[0].id, palletId: pallet.id }));
  expect(await ok(world.barcode(world.vendor, "findById", { id: pallet.id }))).toMatchObject({ qty: "100" });
  expect(await world.barcode(world.stranger, "findById", { id: pallet.id })).toMatchObject({ code: "PUR-0004" });
  const sheet = await pdf(world.vendor, "srmServer/v1/srmPurBarcodeRestful/printLabels", { noteId: draft["id"] });
  expect(sheet.subarray(0, 5).toString("latin1")).toBe("%PDF-");
  expect(await ok(world.barcode(world.vendor, "findById", { id: pallet.id }))).toMatchObject({ printCount: 1, status: "PRINTED" });
  expect(await world.barcode(world.vendor, "doPrint", { id: pallet.id })).toMatchObject({ code: "PUR-0003" });
  const sent = await ok(world.note(world.vendor, "doSubmit", { id: draft["id"] }));
  expect(sent["qrToken"]).toHaveLength(40);
  const found = await ok(world.note(world.warehouse, "findByScan", { code: boxes[0].barcode }));
  expect(found).toMatchObject({ kind: "BOX", noteId: draft["id"] });
  expect(await ok(world.note(world.warehouse, "findByToken", { token: sent["qrToken"] }))).toMatchObject({ id: draft["id"] });
  expect(await world.note(world.stranger, "findByToken", { token: sent["qrToken"] })).toMatchObject({ code: "PUR-0004" });
  const paper = await pdf(world.warehouse, "srmServer/v1/srmPurDeliveryNoteRestful/printPdf", { id: draft["id"] });
  expect(paper.subarray(0, 5).toString("latin1")).toBe("%PDF-");
  const board = (await ok(world.note(world.warehouse, "listArrivals", { day: officeDay(3) }))) as unknown as any[];
  expect(board.map((entry) => entry.id)).toContain(draft["id"]);
});

test("a report is asked for where the item needs one, and goods too old or too early stay", async () => {
  const { rowIds } = await world.order({ rows: ["10"], line: { inspectReportFlag: "Y" } });
  const draft = await world.drafted([[rowIds[0]!, "10"]]);
  expect(await world.note(world.vendor, "doSubmit", { id: draft["id"] })).toMatchObject({ code: "PUR-3307" });
  const plain = await world.order({ rows: ["10"] });
  const old = { batchNum: "X", batchQty: "10", productionDate: officeDay(-50), expiryDate: officeDay(50) };
  const aged = await world.drafted([[plain.rowIds[0]!, "10", { batches: [old] }]]);
  expect(await world.note(world.vendor, "doSubmit", { id: aged["id"] })).toMatchObject({ code: "PUR-3309" });
  const open = await world.order({ rows: ["10"], confirm: "PENDING" });
  const waiting = await world.drafted([[open.rowIds[0]!, "1"]]);
  expect(await world.note(world.vendor, "doSubmit", { id: waiting["id"] })).toMatchObject({ code: "PUR-3304" });
});

test("a cancelled shipment gives back what it took, and a notice answered in part keeps the rest open to others", async () => {
  const { rowIds } = await world.order({ rows: ["100"] });
  const row = rowIds[0]!;
  const doc = await ok(
    world.notice(world.planner, "saveOrUpdate", {
      arriveFrom: `${officeDay(3)}T01:00:00.000Z`,
      arriveTo: `${officeDay(3)}T03:00:00.000Z`,
      lines: [{ orderDeliveryId: row, noticeQty: "80" }],
    }),
  );
  await ok(world.notice(world.planner, "doPublish", { id: doc["id"] }));
  const lines = [{ lineId: doc["lines"][0].id, confirmQty: "50" }];
  const other = { confirmFrom: `${officeDay(4)}T01:00:00.000Z`, confirmTo: `${officeDay(4)}T02:00:00.000Z` };
  expect(await world.notice(world.vendor, "doSupplierConfirm", { id: doc["id"], lines, ...other })).toMatchObject({ code: "PUR-0001" });
  const given = await ok(world.notice(world.vendor, "doSupplierConfirm", { id: doc["id"], lines, ...other, confirmReason: "车辆" }));
  expect(given).toMatchObject({ status: "CONFIRMED", lines: [{ confirmQty: "50", openQty: "50" }] });
  expect(await world.row(row)).toMatchObject({ ntc: "50" });
  const draft = await world.drafted([[row, "50", { noticeLineId: doc["lines"][0].id }]]);
  expect(await world.notice(world.planner, "doClose", { id: doc["id"], endReason: "x" }), "a draft holds it").toMatchObject({
    code: "PUR-0003",
  });
  await ok(world.note(world.vendor, "doSubmit", { id: draft["id"] }));
  expect(await world.row(row)).toMatchObject({ ntc: "0", trn: "50" });
  expect(await ok(world.note(world.vendor, "doCancel", { id: draft["id"], cancelReason: "车坏" }))).toMatchObject({
    status: "CANCELLED",
    inTransitQty: "0",
  });
  expect(await world.row(row)).toMatchObject({ ntc: "50", trn: "0" });
  expect(await ok(world.notice(world.planner, "doCancel", { id: doc["id"], endReason: "停线" }))).toMatchObject({ status: "CANCELLED" });
  expect(await world.row(row)).toMatchObject({ ntc: "0", trn: "0" });
});

test("one press takes in everything on the road", async () => {
  const { rowIds } = await world.order({ rows: ["100"] });
  const draft = await world.drafted([[rowIds[0]!, "40"]]);
  await ok(world.note(world.vendor, "doSubmit", { id: draft["id"] }));
  const done = await ok(world.note(world.warehouse, "doConfirmReceipt", { id: draft["id"] }));
  expect(done).toMatchObject({ status: "RECEIVED", arrivedQty: "40", inTransitQty: "0" });
  expect(await world.row(rowIds[0]!)).toMatchObject({ trn: "0", rcv: "40" });
});

test("a call-off is confirmed as asked from its e-mail, once, and not after it was taken back and sent again", async () => {
  const { life } = world;
  const { kernel } = life.product;
  const links = noticeLinks(kernel, { mac: testMac }, { now: () => new Date() }, "https://srm.example/");
  const open = linkOpener(links, () => Date.now());
  const [setting] = await life.rows(`select id from "BaseProfile" where "profileCode" = 'PUR_MAIL_LINK_HOURS'`);
  const [reader] = await life.rows(
    `select u."userId" id from "BaseUserResp" u join "BaseUsers" a on a.id = u."userId" where coalesce(u."supplierId", a."supplierId") = 'S1' limit 1`,
  );
  const { rowIds } = await world.order({ rows: ["60"] });
  const doc = await ok(
    world.notice(world.planner, "saveOrUpdate", {
      arriveFrom: `${officeDay(4)}T01:00:00.000Z`,
      arriveTo: `${officeDay(4)}T03:00:00.000Z`,
      lines: [{ orderDeliveryId: rowIds[0], noticeQty: "60" }],
    }),
  );
  await ok(world.notice(world.planner, "doPublish", { id: doc["id"] }));
  const offer = () => links.offer(reader!["id"], `purDeliveryManage/purDeliveryNoticeEdit?id=${doc["id"]}`);
  expect(await offer(), "off unless the house says otherwise").toBeNull();
  await life.made("BaseProfile", { id: setting!["id"], values: [{ level: "SITE", value: "24" }] });
  await kernel.settings.ready();
  const early = (await offer())!;
  await ok(world.notice(world.planner, "withdraw", { id: doc["id"] }));
  await ok(world.notice(world.planner, "doPublish", { id: doc["id"] }));
  expect((await open(early.url, "POST"))[0]).toBe(410);
  const link = (await offer())!;
  const [code, page] = await open(link.url, "GET");
  expect([code, page.includes(doc["noticeNum"]), page.includes("09:00 – 11:00")]).toEqual([200, true, true]);
  expect((await open(link.url, "POST"))[0]).toBe(200);
  expect(await ok(world.notice(world.planner, "findById", { id: doc["id"] }))).toMatchObject({ status: "CONFIRMED" });
  expect((await open(link.url, "POST"))[0]).toBe(410);
  await life.made("BaseProfile", { id: setting!["id"], values: [] });
});
