import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fitsCheckDigit } from "#kernel/check-digit.ts";
import { openKernel } from "#kernel/server/kernel.ts";
import { systemMe } from "#kernel/server/access/permit.ts";
import { modules } from "#modules/index.ts";
import { clock } from "#kernel/server/clock.ts";
import { officeDay } from "../../tests/support/day.ts";
import { unbalanced } from "../../tests/support/balanced.ts";
import { press } from "../../tests/support/kernel.ts";
import type { Row } from "../../tests/support/lifecycle.ts";
import { ok, ShippingWorld } from "../../tests/support/shipping.ts";

let world: ShippingWorld;
beforeAll(async () => void (world = await ShippingWorld.open()));
afterAll(() => world?.life.product.drop());

describe("what may be shipped", () => {
  test("purchasing 4: more than the tolerance is refused, with what may still be sent", async () => {
    const { rowIds } = await world.order({ rows: ["100"], received: "60" });
    const over = await world.ships(rowIds[0]!, "46");
    expect(over).toMatchObject({ code: "PUR-3301" });
    expect(over.msg).toContain("可发数量45");
    await ok(world.ships(rowIds[0]!, "45"));
    expect(await world.row(rowIds[0]!)).toEqual({ ntc: "0", trn: "45", rcv: "60" });
    expect((await world.ships(rowIds[0]!, "1")).msg).toContain("可发数量0");
  });

  test("purchasing 5: tolerance rounds down to the digits of the unit", async () => {
    const pieces = await world.order({ rows: ["33"] });
    expect(await world.ships(pieces.rowIds[0]!, "35")).toMatchObject({ code: "PUR-3301" });
    await ok(world.ships(pieces.rowIds[0]!, "34"));
    const weight = await world.order({ rows: ["33"], uom: "KG", decimals: 3 });
    expect(await world.ships(weight.rowIds[0]!, "34.651")).toMatchObject({ code: "PUR-3301" });
    await ok(world.ships(weight.rowIds[0]!, "34.650"));
    expect(await world.tried([[pieces.rowIds[0]!, "0.5"]])).toMatchObject({ code: "PUR-0005" });
  });

  test("purchasing 6: tolerance is one pot for all schedules of a line", async () => {
    const { rowIds } = await world.order({ rows: ["60", "40"] });
    const [one, two] = rowIds as [string, string];
    expect((await world.ships(one, "66")).msg).toContain("可发数量65");
    await ok(world.ships(one, "63"));
    expect((await world.ships(two, "43")).msg).toContain("可发数量42");
    await ok(world.ships(two, "42"));
    for (const id of [one, two]) expect(await world.ships(id, "1")).toMatchObject({ code: "PUR-3301" });
  });

  test("purchasing 8: of two shipments at the same moment on two servers one goes out, the other is told what is left", async () => {
    const { rowIds } = await world.order({ rows: ["50"], over: "0" });
    const row = rowIds[0]!;
    const [first, second] = [await world.drafted([[row, "40"]]), await world.drafted([[row, "30"]])];
    const other = await openKernel(modules, world.life.product.databaseUrl, clock);
    try {
      const kernels = [world.life.product.kernel, other] as const;
      const ends = await Promise.allSettled(
        [first, second].map((doc, i) => press(kernels[i]!, "SrmPurDeliveryNote", doc["id"], "doSubmit", {}, {}, systemMe("test"))),
      );
      const won = ends.findIndex((result) => result.status === "fulfilled");
      const lost = ends[1 - won] as PromiseRejectedResult;
      expect(ends.filter((result) => result.status === "fulfilled")).toHaveLength(1);
      expect(lost.reason).toMatchObject({ code: "PUR-3301" });
      expect(lost.reason.text[0]).toContain(won === 0 ? "可发数量10" : "可发数量20");
      expect(await world.row(row)).toMatchObject({ trn: won === 0 ? "40" : "30" });
    } finally {
      await other.close();
    }
  });

  test("purchasing 19: an order that ships when called goes out against its notices only", async () => {
    const { rowIds } = await world.order({ rows: ["100"], mode: "NOTICE" });
    const row = rowIds[0]!;
    expect(await world.ships(row, "10")).toMatchObject({ code: "PUR-3303" });
    const called = await world.called(row, "60");
    const noticeLineId = called["lines"][0].id;
    expect(await world.row(row)).toMatchObject({ ntc: "60", trn: "0" });
    const over = await world.drafted([[row, "61", { noticeLineId }]]);
    expect(await world.note(world.vendor, "doSubmit", { id: over["id"] })).toMatchObject({ code: "PUR-3302" });
    await ok(world.note(world.vendor, "delete", { id: over["id"] }));
    const part = await world.drafted([[row, "20", { noticeLineId }]]);
    await ok(world.note(world.vendor, "doSubmit", { id: part["id"] }));
    expect(await world.row(row)).toMatchObject({ ntc: "40", trn: "20" });
    expect(await ok(world.notice(world.planner, "findById", { id: called["id"] }))).toMatchObject({ status: "PARTIAL" });
    const closed = await ok(world.notice(world.planner, "doClose", { id: called["id"], endReason: "停线" }));
    expect(closed).toMatchObject({ status: "CLOSED", lines: [{ shippedQty: "20", closedQty: "40", openQty: "0" }] });
    expect(await world.row(row)).toMatchObject({ ntc: "0", trn: "20" });
  });
});

describe("a shipment from the call to the gate", () => {
  test("purchasing 1: a call of 600, batches of 400 and 200 in boxes of 50, under way and off the notice", async () => {
    const { rowIds } = await world.order({ rows: ["600", "400"] });
    const row = rowIds[0]!;
    const called = await world.called(row, "600");
    expect(await world.row(row)).toMatchObject({ ntc: "600" });
    const more = await ok(
      world.notice(world.planner, "saveOrUpdate", {
        arriveFrom: `${officeDay(3)}T05:00:00.000Z`,
        arriveTo: `${officeDay(3)}T06:00:00.000Z`,
        lines: [{ orderDeliveryId: row, noticeQty: "1" }],
      }),
    );
    expect(await world.notice(world.planner, "doPublish", { id: more["id"] })).toMatchObject({ code: "PUR-3101" });
    const batches = [
      { batchNum: "B1", batchQty: "400", packQty: "50" },
      { batchNum: "B2", batchQty: "200", packQty: "50" },
    ];
    const draft = await world.drafted([[row, "600", { noticeLineId: called["lines"][0].id, batches }]]);
    const lineId = draft["lines"][0].id;
    expect(draft).toMatchObject({
      sourceMode: "NOTICE",
      dockCode: "D1",
      lines: [{ boxCount: 12, batches: [{ boxCount: 8 }, { boxCount: 4 }] }],
    });
    await ok(world.note(world.vendor, "doGenBarcode", { id: draft["id"], lineId, palletBoxes: 6 }));
    const boxes = await world.life.rows(
      `select barcode, "barcodeType", trim_scale(qty)::text qty, status from "SrmPurBarcode" where "noteId" = $1`,
      draft["id"],
    );
    expect(boxes.filter((box) => box["barcodeType"] === "BOX")).toHaveLength(12);
    expect(boxes.filter((box) => box["barcodeType"] === "PALLET").map((box) => box["qty"])).toEqual(["300", "300"]);
    expect(boxes.every((box) => fitsCheckDigit(box["barcode"]))).toBe(true);
    const sent = await ok(world.note(world.vendor, "doSubmit", { id: draft["id"] }));
    expect(sent).toMatchObject({
      status: "SHIPPED",
      inTransitQty: "600",
      lines: [{ inTransitQty: "600", batches: [{ frozenFlag: "Y" }, { frozenFlag: "Y" }] }],
    });
    expect(await world.row(row)).toMatchObject({ ntc: "0", trn: "600" });
    expect(await ok(world.notice(world.planner, "findById", { id: called["id"] }))).toMatchObject({ status: "SHIPPED" });
    const arrived = await ok(world.note(world.warehouse, "doArrive", { id: draft["id"] }));
    expect(arrived).toMatchObject({ status: "ARRIVED" });
    expect(await world.note(world.vendor, "doCancel", { id: draft["id"], cancelReason: "x" })).toMatchObject({ code: "PUR-3310" });
    const closed = await ok(world.note(world.warehouse, "doClose", { id: draft["id"], closeReason: "短收" }));
    expect(closed).toMatchObject({ status: "CLOSED", lines: [{ closedQty: "600", inTransitQty: "0", noticeReturnedQty: "600" }] });
    expect(await world.row(row)).toMatchObject({ ntc: "600", trn: "0" });
    const again = await ok(world.note(world.warehouse, "doReopen", { id: draft["id"] }));
    expect(again).toMatchObject({ status: "SHIPPED", lines: [{ closedQty: "0", inTransitQty: "600", noticeReturnedQty: "0" }] });
    expect(await world.row(row)).toMatchObject({ ntc: "0", trn: "600" });
    const states = await world.life.rows(`select distinct status from "SrmPurBarcode" where "noteId" = $1`, draft["id"]);
    expect(states).toEqual([{ status: "SHIPPED" }]);
  });
});

test("the docks of a ship-to show what is taken on a day, before anything is saved too", async () => {
  const { rowIds } = await world.order({ rows: ["100"] });
  await world.life.rows(`update "SrmBaseDeliveryInfo" set "dockCount" = 2 where id = $1`, world.life.ids["address"]);
  const called = await world.called(rowIds[0]!, "10");
  const day = officeDay(3);
  const asked = await ok(world.notice(world.planner, "listDocks", { day, orderDeliveryId: rowIds[0] }));
  expect(asked).toMatchObject({ day, place: "收样处", docks: ["D1", "D2"] });
  expect((asked["taken"] as Row[]).filter((row) => row["id"] === called["id"])).toMatchObject([
    { dockCode: "D1", from: "09:00", to: "11:00", noticeNum: called["noticeNum"] },
  ]);
  expect(
    (await ok(world.notice(world.planner, "listDocks", { day: officeDay(9), deliveryInfoId: world.life.ids["address"] })))["taken"],
  ).toEqual([]);
  expect(await world.notice(world.vendor, "listDocks", { day, orderDeliveryId: rowIds[0] })).toMatchObject({ code: "PUR-0004" });
});

test("after all of this the balances of notices and notes are the sums of their postings", async () => {
  expect(await unbalanced(world.life.product.kernel)).toEqual([]);
});
