import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { day, ok, OrderWorld, type Row } from "../../../tests/support/ordering.ts";

let world: OrderWorld;
beforeAll(async () => void (world = await OrderWorld.open()));
afterAll(() => world?.life.product.drop());

const line = (doc: Row): Row => doc["lines"][0];
const row = (doc: Row, i = 0): Row => line(doc)["deliveries"][i];
const code = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => "done",
    (error: { code?: string; message: string }) => [error.code, error.message.replace(/^[^:]*: /, "")],
  );
const again = (doc: Row): Promise<Row> => world.find(doc["id"]);
const stands = async (doc: Row): Promise<string> => {
  const now = await again(doc);
  return `${now["status"]} ${line(now)["lineStatus"]} open ${line(now)["openQty"]} closed ${line(now)["closedQty"]}`;
};

describe("what may come", () => {
  test("purchasing 4: more than tolerance allows is refused with what may still be shipped", async () => {
    const doc = await world.running({ rows: ["100"] });
    await world.received(doc, "60");
    expect(await code(world.ship(doc, "46"))).toEqual(["PUR-3301", "Ship quantity 46 exceeds 45 shippable"]);
    await world.ship(doc, "45");
    expect(row(await again(doc))).toMatchObject({ inTransitQty: "45" });
    expect(await code(world.ship(doc, "1"))).toEqual(["PUR-3301", "Ship quantity 1 exceeds 0 shippable"]);
  });

  test("purchasing 5: tolerance rounds down to the unit", async () => {
    const pieces = await world.running({ rows: ["33"] });
    expect(await code(world.ship(pieces, "35"))).toEqual(["PUR-3301", "Ship quantity 35 exceeds 34 shippable"]);
    await world.ship(pieces, "34");
    const kilos = await world.running({ rows: ["33"], line: { itemId: null, itemDesc: "铝粒", uom: "KG" } });
    expect(await code(world.ship(kilos, "34.651"))).toEqual(["PUR-3301", "Ship quantity 34.651 exceeds 34.65 shippable"]);
    await world.ship(kilos, "34.650");
  });

  test("purchasing 6: tolerance is one pot for the line", async () => {
    const doc = await world.running({ rows: ["60", "40"] });
    expect(await code(world.ship(doc, "66"))).toEqual(["PUR-3301", "Ship quantity 66 exceeds 65 shippable"]);
    await world.ship(doc, "63");
    expect(await code(world.ship(doc, "43", 1))).toEqual(["PUR-3301", "Ship quantity 43 exceeds 42 shippable"]);
    await world.ship(doc, "42", 1);
    expect(await code(world.ship(doc, "1"))).toMatchObject(["PUR-3301", expect.anything()]);
    expect(await code(world.ship(doc, "1", 1))).toMatchObject(["PUR-3301", expect.anything()]);
  });

  test("purchasing 7: what is short within tolerance completes the line and is lost to the requisition", async () => {
    const req = await world.demand.approved(["100"]);
    const doc = await world.running({ rows: ["100"], req });
    await world.ship(doc, "2");
    await world.received(doc, "98");
    expect(await stands(doc)).toBe("CONFIRMED OPEN open 2 closed 0");
    const other = await world.demand.approved(["100"]);
    const second = await world.running({ rows: ["100"], req: other });
    await world.received(second, "98");
    expect(await stands(second)).toBe("COMPLETED COMPLETED open 0 closed 2");
    expect(line(await again(second))["closeReason"]).toBe("UNDER_TOL");
    expect(await world.needs(other)).toBe("open 0 occupied 0 ordered 98 cancelled 2");
  });

  test("purchasing 31: a rejection is undone only under the cap", async () => {
    const doc = await world.running({ rows: ["100"] });
    await world.ship(doc, "105");
    await world.receive(doc, "100", "5", 0, "T31");
    expect(await stands(doc)).toBe("COMPLETED COMPLETED open 0 closed 0");
    await world.undo(doc, "E15", "5", "T31");
    await world.ship(doc, "10");
    const undo = () => world.post(doc["id"], { deliveryId: row(doc)["id"], event: "E14", deltas: { REJ: "-5", TRN: "5" } });
    expect(await code(undo())).toEqual(["PUR-3404", "Receipt would exceed the maximum 105 (now 105)"]);
    await world.post(doc["id"], { deliveryId: row(doc)["id"], event: "E8", deltas: { TRN: "-10" } });
    await undo();
    expect(row(await again(doc))).toMatchObject({ inTransitQty: "5", rejectedQty: "0" });
  });

  test("purchasing 33: a completed line comes back by a return and ends again when it is undone", async () => {
    const doc = await world.running({ rows: ["100"] });
    await world.ship(doc, "100");
    await world.receive(doc, "100", "0", 0, "T33");
    expect(await stands(doc)).toBe("COMPLETED COMPLETED open 0 closed 0");
    await world.undo(doc, "E15", "10", "T33");
    expect(await stands(doc)).toBe("CONFIRMED OPEN open 10 closed 0");
    expect(await code(world.ship(doc, "16"))).toEqual(["PUR-3301", "Ship quantity 16 exceeds 15 shippable"]);
    const [, back] = await world.transactions(doc["id"]);
    await world.undo(doc, "E19", "10", back!["id"]);
    expect(await stands(doc)).toBe("COMPLETED COMPLETED open 0 closed 0");
  });
});

describe("money", () => {
  test("purchasing 11: each receipt is what its own quantity comes to, and undoing closes to the cent", async () => {
    const doc = await world.running({ rows: ["6"], price: "0.335" });
    await world.ship(doc, "3");
    await world.receive(doc, "3", "0", 0, "T11");
    for (const n of [1, 2, 3]) await world.received(doc, "1", 0, `T11-${n}`);
    for (let i = 0; i < 3; i++) await world.undo(doc, "E14", "1", "T11");
    const amounts = (await world.transactions(doc["id"])).map((transaction) => transaction["excl"]);
    expect(amounts.toSorted()).toEqual(["-0.33", "-0.34", "-0.34", "0.34", "0.34", "0.34", "1.01"]);
    expect(line(await again(doc))).toMatchObject({ amountExcl: "2.01" });
    // Three single receipts are left: 1.02 against 1.01 of three pieces together.
    const left = await ok(world.call("getRounding", { id: doc["id"] }));
    expect(left).toMatchObject([{ lineNum: 10, amountExcl: "0.01", amountIncl: "0.00" }]);
    expect(await world.call("getRounding", { id: "nobody" })).toMatchObject({ status: "E", code: "PUR-0004" });
  });

  test("purchasing 27: a retroactive price adjusts what was kept, and alters nothing that was posted", async () => {
    const doc = await world.running({ rows: ["100", "100"], price: "10" });
    await world.ship(doc, "100");
    await world.receive(doc, "100", "0", 0, "T27");
    await world.undo(doc, "E15", "40", "T27");
    const { changeId } = await ok(world.call("doChange", { id: doc["id"], reason: "降价" }));
    const draft = await world.find(changeId);
    await ok(
      world.call("saveOrUpdate", {
        id: changeId,
        versionNum: draft["versionNum"],
        lines: { changed: [{ id: line(draft)["id"], price: "9.5", retroFlag: "Y" }] },
      }),
    );
    await ok(world.call("doSubmit", { id: changeId }));
    await ok(world.life.decides(changeId));
    const all = await world.transactions(doc["id"]);
    expect(all.map((entry) => [entry["type"], entry["qty"], entry["excl"], entry["tax"], entry["incl"]])).toEqual(
      expect.arrayContaining([
        ["RECEIVE", "100", "1000.00", "130.00", "1130.00"],
        ["RETURN_REPLACE", "-40", "-400.00", "-52.00", "-452.00"],
        ["PRICE_ADJUST", "0", "-30.00", "-3.90", "-33.90"],
      ]),
    );
    expect(all).toHaveLength(3);
    expect(await again(doc)).toMatchObject({ revisionNum: 1, status: "CONFIRMED" });
    expect(line(await again(doc))).toMatchObject({ price: "9.5", receivedAmount: "644.10" });
  });
});

describe("ending and opening again", () => {
  test("purchasing 12: a draft holds the requisition until it is deleted", async () => {
    const req = await world.demand.approved(["100"]);
    const a = await world.draft({ rows: ["80"], req });
    expect(await world.call("saveOrUpdate", world.body({ rows: ["30"], req }))).toMatchObject({ code: "PUR-2001" });
    await ok(world.call("delete", { id: a["id"] }));
    await world.draft({ rows: ["30"], req });
    expect(await world.needs(req)).toBe("open 70 occupied 30 ordered 0 cancelled 0");
  });

  test("purchasing 13: cancelling gives back, closing does not unless asked", async () => {
    const req = await world.demand.approved(["100"]);
    const doc = await world.running({ rows: ["100"], req });
    await ok(world.call("doCancel", { id: doc["id"], reason: "需求取消" }));
    expect(await world.needs(req)).toBe("open 100 occupied 0 ordered 0 cancelled 0");
    expect((await again(doc))["status"]).toBe("CANCELLED");
    const second = await world.demand.approved(["100"]);
    const closed = await world.running({ rows: ["100"], req: second });
    await world.received(closed, "60");
    await ok(world.call("doClose", { id: closed["id"], reason: "不再需要" }));
    expect(await world.needs(second)).toBe("open 0 occupied 0 ordered 60 cancelled 40");
    const third = await world.demand.approved(["100"]);
    const released = await world.running({ rows: ["100"], req: third });
    await world.received(released, "60");
    await ok(world.call("doClose", { id: released["id"], reason: "改由他人", releaseToReq: "Y" }));
    expect(await world.needs(third)).toBe("open 40 occupied 0 ordered 60 cancelled 0");
    expect((await again(released))["status"]).toBe("CLOSED");
    expect(await world.call("doCancel", { id: (await world.running({ rows: ["5"] }))["id"], reason: "x", lineIds: ["no"] })).toMatchObject({
      code: "PUR-0003",
    });
  });

  test("purchasing 14: goods on their way block closing", async () => {
    const doc = await world.running({ rows: ["100"] });
    await world.ship(doc, "10");
    expect(await world.call("doClose", { id: doc["id"], reason: "x" })).toMatchObject({ code: "PUR-2209" });
    expect(await world.call("doCancel", { id: doc["id"], reason: "x" })).toMatchObject({ code: "PUR-2208" });
    await world.post(doc["id"], { deliveryId: row(doc)["id"], event: "E9", deltas: { TRN: "-10" } });
    await ok(world.call("doClose", { id: doc["id"], reason: "x" }));
    expect(row(await again(doc))).toMatchObject({ inTransitQty: "0", closedQty: "100" });
  });

  test("purchasing 34: what was closed is opened again as far as the requisition still has it", async () => {
    const manager = world.life.manager;
    const req = await world.demand.approved(["100"]);
    const doc = await world.running({ rows: ["100"], req });
    await world.received(doc, "60");
    await ok(world.call("doClose", { id: doc["id"], reason: "x" }));
    await ok(world.call("doOpenLine", { id: doc["id"] }, manager));
    expect(await world.needs(req)).toBe("open 0 occupied 0 ordered 100 cancelled 0");
    expect(await stands(doc)).toBe("CONFIRMED OPEN open 40 closed 0");
    await ok(world.call("doClose", { id: doc["id"], reason: "x", releaseToReq: "Y" }));
    const other = await world.draft({ rows: ["15"], req });
    const refused = await world.call("doOpenLine", { id: doc["id"], language: "EN" }, manager);
    expect([refused.code, refused.msg]).toEqual(["PUR-2210", expect.stringMatching(/40.*25/)]);
    await ok(world.call("delete", { id: other["id"] }));
    await ok(world.call("doOpenLine", { id: doc["id"] }, manager));
    expect(await world.needs(req)).toBe("open 0 occupied 0 ordered 100 cancelled 0");
  });

  test("purchasing 35: what goes back onto a closed requisition is lost", async () => {
    const req = await world.demand.approved(["100"]);
    const doc = await world.running({ rows: ["60"], req });
    await ok(world.demand.call(world.buyer, "doClose", { id: req["id"], closeWhy: "x" }));
    await ok(world.call("doCancel", { id: doc["id"], reason: "x" }));
    expect(await world.needs(req)).toBe("open 0 occupied 0 ordered 0 cancelled 100");
  });
});

describe("the supplier's word", () => {
  const vendor = () => world.vendor;
  const propose = (doc: Row, parts: object[], more: object = {}) =>
    world.call("doSupplierDeliveryPropose", { id: doc["id"], deliveryId: row(doc)["id"], parts, ...more }, vendor());

  test("purchasing 15: a proposal in two parts becomes two rows when the buyer accepts it", async () => {
    const doc = await world.published({ rows: [{ qty: "400", needByDate: day(20) }] });
    expect(
      await propose(doc, [
        { qty: "250", promiseDate: day(20) },
        { qty: "100", promiseDate: day(27) },
      ]),
    ).toMatchObject({ code: "PUR-2211" });
    await ok(
      propose(doc, [
        { qty: "250", promiseDate: day(20) },
        { qty: "150", promiseDate: day(27) },
      ]),
    );
    const proposed = await again(doc);
    expect(proposed).toMatchObject({ confirmStatus: "PROPOSED" });
    const read = { deliveryId: row(proposed)["id"], versionNum: row(proposed)["versionNum"] };
    await ok(
      propose(doc, [
        { qty: "250", promiseDate: day(20) },
        { qty: "150", promiseDate: day(28) },
      ]),
    );
    expect(await world.call("doBuyerDeliveryConfirm", { id: doc["id"], rows: [read] })).toMatchObject({ code: "PUR-0002" });
    await ok(
      propose(doc, [
        { qty: "250", promiseDate: day(20) },
        { qty: "150", promiseDate: day(27) },
      ]),
    );
    const fresh = await again(doc);
    await ok(world.call("doBuyerDeliveryConfirm", { id: doc["id"], rows: [{ ...read, versionNum: row(fresh)["versionNum"] }] }));
    const after = await again(doc);
    expect(after).toMatchObject({ status: "CONFIRMED", confirmStatus: "CONFIRMED" });
    expect(line(after)["deliveries"]).toMatchObject([
      { qty: "250", firstPromiseDate: day(20), confirmedQty: "250" },
      { qty: "150", firstPromiseDate: day(27), confirmedQty: "150" },
    ]);
    expect(await world.call("doBuyerDeliveryConfirm", { id: doc["id"], rows: [read] })).toMatchObject({ code: "PUR-2212" });
  });

  test("the order waits for whoever has the word: an answer that proposes or refuses ends the supplier's to-do, a rejected proposal brings it back", async () => {
    const todos = async (doc: Row): Promise<string[]> => {
      const open = `select "pendingType" as t from "SrmBaseSupplierPending" where "bizId" = $1 and status = 'OPEN'
        union all select "pendingType" from "SrmBaseInsidePending" where "bizId" = $1 and status = 'OPEN'`;
      return (await world.life.rows(open, doc["id"])).map((entry) => String(entry["t"]));
    };
    const doc = await world.published({ rows: [{ qty: "10", needByDate: day(20) }, "5"] });
    expect(await todos(doc)).toEqual(["PO_CONFIRM"]);
    await ok(propose(doc, [{ qty: "10", promiseDate: day(25) }]));
    expect(await todos(doc)).toEqual(["PO_CONFIRM", "PO_PROPOSAL"]);
    const refused = { deliveryId: row(doc, 1)["id"] };
    await ok(world.call("doSupplierRefuse", { id: doc["id"], rows: [refused], reason: "x" }, vendor()));
    expect(await todos(doc)).toEqual(["PO_PROPOSAL"]);
    const rows = [{ deliveryId: row(doc)["id"], versionNum: row(await again(doc))["versionNum"] }];
    await ok(world.call("doBuyerReject", { id: doc["id"], rows, reason: "x" }));
    expect(await todos(doc)).toContain("PO_CONFIRM");
  });

  test("purchasing 28: who moved the date is kept, and the first promise stands", async () => {
    const doc = await world.running({ rows: [{ qty: "10", needByDate: day(10) }] });
    await ok(propose(doc, [{ qty: "10", promiseDate: day(15) }]));
    await ok(world.call("doBuyerDeliveryConfirm", { id: doc["id"], rows: [{ deliveryId: row(doc)["id"], buyerCausedFlag: "Y" }] }));
    const history = await world.life.rows(
      `select "changeType", "askedBy", "buyerCausedFlag", "oldValue", "newValue" from "SrmPurOrderHistory" where "orderId" = $1`,
      doc["id"],
    );
    expect(history).toEqual([{ changeType: "DATE", askedBy: "SUPPLIER", buyerCausedFlag: "Y", oldValue: day(10), newValue: day(15) }]);
    expect(row(await again(doc))).toMatchObject({ firstPromiseDate: day(10), currentPromiseDate: day(15) });
  });

  test("a refused order is published again, and a rejected proposal is answered anew", async () => {
    const doc = await world.published({ rows: ["10"] });
    await ok(world.call("doSupplierRefuse", { id: doc["id"], reason: "产能不足" }, vendor()));
    expect(await again(doc)).toMatchObject({ status: "REFUSED", refuseReason: "产能不足" });
    await ok(world.call("doPublish", { id: doc["id"] }));
    await ok(propose(doc, [{ qty: "10", promiseDate: day(30) }]));
    await ok(world.call("doBuyerReject", { id: doc["id"], rows: [{ deliveryId: row(doc)["id"] }], reason: "太晚" }));
    expect(row(await again(doc))).toMatchObject({ confirmStatus: "BUYER_REJECTED", buyerReason: "太晚" });
    await ok(world.call("doSupplierDeliveryConfirm", { id: doc["id"] }, vendor()));
    expect(await again(doc)).toMatchObject({ status: "CONFIRMED" });
    expect(await world.call("findById", { id: doc["id"] }, world.life.stranger)).toMatchObject({ code: "PUR-0004" });
  });
});

describe("changes", () => {
  const change = async (doc: Row, qty: string): Promise<readonly [string, any]> => {
    const { changeId } = await ok(world.call("doChange", { id: doc["id"] }));
    const draft = await world.find(changeId);
    const deliveries = { changed: [{ id: row(draft)["id"], qty }] };
    return [changeId, await world.call("saveOrUpdate", { id: changeId, lines: { changed: [{ id: line(draft)["id"], qty, deliveries }] } })];
  };

  test("purchasing 16: a change cannot go below what was done", async () => {
    const doc = await world.running({ rows: ["100"] });
    await world.received(doc, "30");
    await world.ship(doc, "25");
    await world.post(doc["id"], { deliveryId: row(doc)["id"], event: "E11i", deltas: { TRN: "-5", INS: "5" } });
    await world.post(doc["id"], { deliveryId: row(doc)["id"], event: "E5", deltas: { NTC: "10" } });
    const [changeId, refused] = await change(doc, "64");
    expect(refused).toMatchObject({ code: "PUR-2205" });
    expect(refused.msg).toContain("65");
    const draft = await world.find(changeId);
    const deliveries = { changed: [{ id: row(draft)["id"], qty: "65" }] };
    await ok(world.call("saveOrUpdate", { id: changeId, lines: { changed: [{ id: line(draft)["id"], qty: "65", deliveries }] } }));
    await ok(world.call("doSubmit", { id: changeId }));
    await ok(world.life.decides(changeId));
    expect(line(await again(doc))).toMatchObject({ qty: "65", openQty: "35" });
    expect(await again(doc)).toMatchObject({ status: "PUBLISHED", revisionNum: 1, changeStatus: null });
  });

  test("purchasing 39: a change given up leaves everything as it was", async () => {
    const req = await world.demand.approved(["120"]);
    const doc = await world.running({ rows: ["100"], req });
    const [changeId, saved] = await change(doc, "120");
    expect(saved.status).toBe("S");
    await ok(world.call("doSubmit", { id: changeId }));
    await ok(world.life.decides(changeId, "doReject"));
    expect(await again(doc)).toMatchObject({ status: "CHANGING", changeStatus: "REJECTED" });
    await world.ship(doc, "100");
    await ok(world.call("doCancelChange", { id: doc["id"] }));
    expect(await again(doc)).toMatchObject({ status: "CONFIRMED", revisionNum: 0, changeStatus: null });
    expect(await world.needs(req)).toBe("open 20 occupied 0 ordered 100 cancelled 0");
    await world.draft({ rows: ["5"], req });
    const [next] = await change(doc, "120");
    expect(await world.call("doSubmit", { id: next })).toMatchObject({ code: "PUR-2001" });
  });

  test("a raised quantity takes more demand at approval, a lowered one gives it back, a new line is ordered with it", async () => {
    const req = await world.demand.approved(["150"]);
    const doc = await world.running({ rows: ["100"], req });
    const [up, saved] = await change(doc, "130");
    expect(saved.status).toBe("S");
    const draft = await world.find(up);
    const more = world.body({ rows: ["7"] })["lines"] as Row[];
    await ok(world.call("saveOrUpdate", { id: up, lines: { changed: more } }));
    await ok(world.call("doSubmit", { id: up }));
    await ok(world.life.decides(up));
    expect(await world.needs(req)).toBe("open 20 occupied 0 ordered 130 cancelled 0");
    const after = await again(doc);
    expect(after["lines"].map((entry: Row) => [entry["lineNum"], entry["qty"], entry["lineStatus"]])).toEqual([
      [10, "130", "OPEN"],
      [20, "7", "OPEN"],
    ]);
    expect(draft["liveId"]).toBe(doc["id"]);
    await ok(world.call("doSupplierDeliveryConfirm", { id: doc["id"] }, world.vendor));
    const [down] = await change(await again(doc), "90");
    await ok(world.call("doSubmit", { id: down }));
    await ok(world.life.decides(down));
    expect(await world.needs(req)).toBe("open 60 occupied 0 ordered 90 cancelled 0");
    const kinds = await world.life.rows(
      `select "changeType", "revisionNum" from "SrmPurOrderHistory" where "orderId" = $1 order by "revisionNum", "changeType"`,
      doc["id"],
    );
    expect(kinds).toEqual([
      { changeType: "ADD_LINE", revisionNum: 1 },
      { changeType: "QTY", revisionNum: 1 },
      { changeType: "QTY", revisionNum: 2 },
    ]);
  });
});
