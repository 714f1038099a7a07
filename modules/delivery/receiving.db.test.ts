import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { officeDay } from "../../tests/support/day.ts";
import { plant } from "../../tests/support/plant.ts";
import { ok, ReceivingWorld, type Row } from "../../tests/support/receiving.ts";

let world: ReceivingWorld;
beforeAll(async () => void (world = await ReceivingWorld.open()));
afterAll(() => world?.life.product.drop());

const money = (rows: Row[]) => rows.map((row) => [row["type"], row["qty"], row["excl"], row["tax"], row["incl"]]);

describe("goods that come and go back", () => {
  let order: Awaited<ReturnType<ReceivingWorld["order"]>>;
  let receipt: Row;

  test("purchasing 1: what is accepted is booked, what is refused is not, and everything balances", async () => {
    order = await world.order({ rows: ["600", "400"] });
    const note = await world.sent(order.rowIds[0]!, "600");
    expect(await world.strip(order.lineId)).toMatchObject({ TRN: "600", RCV: "0" });
    receipt = await world.takes(note, "590", "10");
    expect([receipt["status"], receipt["acceptedQty"], receipt["rejectedQty"], receipt["amountIncl"]]).toEqual([
      "POSTED",
      "590",
      "10",
      "8333.75",
    ]);
    expect(await world.strip(order.lineId)).toMatchObject({ TRN: "0", RCV: "590", REJ: "10", OPEN: "410" });
    expect(money(await world.transactions(order.lineId))).toEqual([["RECEIVE", "590", "7375.00", "958.75", "8333.75"]]);
    expect(await world.noteLine(note["id"])).toEqual({ arrived: "600", closed: "0", transit: "0", status: "RECEIVED" });
    await world.balances(order);
  });

  test("purchasing 2: a return for replacement opens the order again", async () => {
    const posted = await ok(world.undoes("RETURN_REPLACE", receipt, "20"));
    expect(posted["lines"][0]).toMatchObject({ amountExcl: "-250.00", taxAmount: "-32.50", amountIncl: "-282.50" });
    expect(money(await world.transactions(order.lineId)).at(-1)).toEqual(["RETURN_REPLACE", "-20", "-250.00", "-32.50", "-282.50"]);
    expect(await world.strip(order.lineId)).toMatchObject({ RTR: "20", OPEN: "430" });
    const tried = await world.ships(order.rowIds[1]!, "481");
    expect(tried).toMatchObject({ code: "PUR-3301" });
    expect(tried.msg).toContain("450");
    await world.balances(order);
  });

  test("purchasing 3: a return with refund leaves the order as it is", async () => {
    await ok(world.undoes("RETURN_REFUND", receipt, "5"));
    expect(money(await world.transactions(order.lineId)).at(-1)).toEqual(["RETURN_REFUND", "-5", "-62.50", "-8.13", "-70.63"]);
    expect(await world.strip(order.lineId)).toMatchObject({ RTR: "20", RTF: "5", OPEN: "430" });
    await world.balances(order);
  });
});

test("the database itself keeps what is posted, whoever asks: receipts, returns and their lines", async () => {
  const { receipt } = await world.received("50");
  const back = await ok(world.undoes("RETURN_REPLACE", receipt, "5"));
  const draft = await world.counted(await world.sent((await world.order({ rows: ["10"] })).rowIds[0]!, "10"), "10");
  const bent = (sql: string, id: string): Promise<string> =>
    world.life.product.kernel.db.query(sql, [id]).then(
      () => "done",
      (error: Error) => error.message,
    );
  for (const [table, id, figure] of [
    ["SrmPurReceiveLine", receipt["lines"][0].id, "acceptedQty"],
    ["SrmPurReceive", receipt["id"], "acceptedQty"],
    ["SrmPurWriteOffLine", back["lines"][0].id, "qty"],
    ["SrmPurWriteOff", back["id"], "qty"],
  ]) {
    expect(await bent(`update "${table}" set "${figure}" = 1 where id = $1`, id), table).toContain(table);
    expect(await bent(`delete from "${table}" where id = $1`, id), table).not.toBe("done");
  }
  expect(await bent(`update "SrmPurReceiveLine" set "postedFlag" = 'N' where id = $1`, receipt["lines"][0].id)).not.toBe("done");
  expect(await bent(`update "SrmPurReceiveLine" set "batchNum" = 'B1' where id = $1`, draft["lines"][0].id)).toBe("done");
});

test("many receive against one line at once: exactly what is allowed comes in", async () => {
  // Twenty with five in a hundred more: six times three leave two open, the seventh reaches the most that is allowed.
  const order = await world.order({ rows: ["20"], under: "0" });
  const drafts: string[] = [];
  for (let n = 0; n < 40; n++) {
    const line = { orderDeliveryId: order.rowIds[0], arrivalQty: "3" };
    const body = { receiveType: "ORDER", receiveDate: officeDay(0), lines: [line] };
    drafts.push((await ok(world.receive(world.warehouse, "saveOrUpdate", body)))["id"]);
  }
  const rows = await Promise.all(drafts.map((id) => world.receive(world.warehouse, "doConfirm", { id })));
  const codes = rows.map((entry) => (entry.status === "S" ? "S" : entry.code)).sort();
  expect(codes).toEqual([...Array(33).fill("PUR-3404"), ...Array(7).fill("S")]);
  expect(await world.strip(order.lineId)).toMatchObject({ RCV: "21", OPEN: "0" });
  expect(await world.transactions(order.lineId)).toHaveLength(7);
  await world.balances(order);
});

test("purchasing 9: a receipt posted twice under one request is posted once", async () => {
  const order = await world.order({ rows: ["100"] });
  const note = await world.sent(order.rowIds[0]!, "100");
  const { id, versionNum } = await world.counted(note, "100");
  const body = { id, versionNum, requestId: "press-1" };
  const [first, again] = await Promise.all([
    world.receive(world.warehouse, "doConfirm", body),
    world.receive(world.warehouse, "doConfirm", body),
  ]);
  const third = await world.receive(world.warehouse, "doConfirm", body);
  expect([first.status, again.status, third.status]).toEqual(["S", "S", "S"]);
  expect(new Set([first, again, third].map((entry) => entry.data.lines[0].transactionId)).size).toBe(1);
  expect(await world.transactions(order.lineId)).toHaveLength(1);
  expect(await world.receive(world.warehouse, "doConfirm", { id, requestId: "press-2" })).toMatchObject({ code: "PUR-0003" });
});

describe("errors undone", () => {
  test("purchasing 20: a reversal puts goods back on the road of their note", async () => {
    const { order, note, receipt } = await world.received("100");
    expect(await world.strip(order.lineId)).toMatchObject({ lineStatus: "COMPLETED" });
    await ok(world.undoes("REVERSAL", receipt, "40"));
    expect(
      money(await world.transactions(order.lineId))
        .at(-1)
        ?.slice(0, 2),
    ).toEqual(["REVERSAL", "-40"]);
    expect(await world.noteLine(note["id"])).toEqual({ arrived: "60", closed: "0", transit: "40", status: "PARTIAL" });
    expect(await world.strip(order.lineId)).toMatchObject({ OPEN: "40", TRN: "40", REV: "40", lineStatus: "OPEN" });
    await world.takes(await ok(world.note(world.warehouse, "findById", { id: note["id"] })), "40");
    expect(money(await world.transactions(order.lineId)).map((entry) => entry.slice(0, 2))).toEqual([
      ["RECEIVE", "100"],
      ["REVERSAL", "-40"],
      ["RECEIVE", "40"],
    ]);
    expect(await world.strip(order.lineId)).toMatchObject({ OPEN: "0", lineStatus: "COMPLETED" });
    await world.balances(order);
  });

  test("purchasing 21: what is reconciled is not reversed, but may be returned", async () => {
    const { order, receipt } = await world.received("100");
    const [{ id }] = (await world.transactions(order.lineId)) as [Row];
    await finance([{ transactionId: id, statementDelta: "100" }]);
    const refused = await world.undoes("REVERSAL", receipt, "10");
    expect(refused).toMatchObject({ code: "PUR-3502" });
    await ok(world.undoes("RETURN_REPLACE", receipt, "10"));
    const last = (await world.transactions(order.lineId)).at(-1)!;
    expect([last["type"], last["qty"], last["recon"]]).toEqual(["RETURN_REPLACE", "-10", "NONE"]);
    await world.balances(order);
  });

  test("purchasing 30: on a closed note what is undone counts as closed", async () => {
    const order = await world.order({ rows: ["100"] });
    const note = await world.sent(order.rowIds[0]!, "100");
    const receipt = await world.takes(note, "60");
    await ok(world.note(world.warehouse, "doClose", { id: note["id"], closeReason: "短交" }));
    expect(await world.noteLine(note["id"])).toMatchObject({ arrived: "60", closed: "40", transit: "0", status: "CLOSED" });
    await ok(world.undoes("REVERSAL", receipt, "10"));
    expect(await world.strip(order.lineId)).toMatchObject({ REV: "10", TRN: "0", OPEN: "50" });
    expect(await world.noteLine(note["id"])).toMatchObject({ arrived: "50", closed: "50", transit: "0", status: "CLOSED" });
    await ok(world.note(world.warehouse, "doReopen", { id: note["id"] }));
    expect(await world.noteLine(note["id"])).toMatchObject({ closed: "0", transit: "50", status: "PARTIAL" });
    await world.balances(order);
  });

  test("purchasing 31: a refusal undone is held against the cap", async () => {
    const order = await world.order({ rows: ["100"] });
    const note = await world.sent(order.rowIds[0]!, "105");
    const receipt = await world.takes(note, "100", "5");
    expect(await world.strip(order.lineId)).toMatchObject({ lineStatus: "COMPLETED", REJ: "5" });
    await ok(world.undoes("RETURN_REPLACE", receipt, "5"));
    const second = await world.sent(order.rowIds[0]!, "10");
    expect(await world.strip(order.lineId)).toMatchObject({ TRN: "10", RTR: "5" });
    const refused = await world.undoes("REVERSAL", receipt, "0", { undoRejectedQty: "5" });
    expect(refused).toMatchObject({ code: "PUR-3404" });
    expect(refused.msg).toContain("105");
    await ok(world.note(world.vendor, "doCancel", { id: second["id"], cancelReason: "改期" }));
    const [open] = await world.life.rows(`select id from "SrmPurWriteOff" where status = 'APPROVING' order by id desc limit 1`);
    await ok(world.life.decides(open!["id"]));
    expect(await world.noteLine(note["id"])).toMatchObject({ arrived: "100", transit: "5" });
    expect(await world.strip(order.lineId)).toMatchObject({ REJ: "0", TRN: "5" });
    await world.balances(order);
  });

  test("two write-offs cannot both hold the same goods", async () => {
    const { receipt } = await world.received("10");
    const line = { receiveLineId: receipt["lines"][0].id, qty: "6" };
    const [a, b] = [await ok(world.drawn("RETURN_REPLACE", line)), await ok(world.drawn("REVERSAL", line))];
    await ok(world.writeOff(world.warehouse, "doSubmit", { id: a["id"] }));
    const refused = await world.writeOff(world.warehouse, "doSubmit", { id: b["id"] });
    expect(refused).toMatchObject({ code: "PUR-3501" });
    expect(refused.msg).toContain("4");
    await ok(world.life.decides(a["id"], "doReject"));
    await ok(world.writeOff(world.warehouse, "doSubmit", { id: b["id"] }));
  });
});

/** What finance would do, through its own door. */
async function finance(rows: Row[]): Promise<Row> {
  return world.life.act("SrmPurStorageTransaction", rows[0]!["transactionId"], "doFinanceQty", {
    rows: rows.map((row) => ({ refType: "SrmRcnStatement", refId: "st1", ...row })),
  });
}

test("purchasing 22: inspected goods count while they wait, and are booked when judged", async () => {
  const order = await world.order({ rows: ["200"], line: { receiptRouting: "INSPECT" } });
  const note = await world.sent(order.rowIds[0]!, "200");
  const waiting = await world.takes(note, "200");
  expect(waiting["status"]).toBe("INSPECTING");
  expect(await world.strip(order.lineId)).toMatchObject({ INS: "200", TRN: "0", RCV: "0", OPEN: "200" });
  expect(await world.transactions(order.lineId)).toHaveLength(0);
  expect((await world.ships(order.rowIds[0]!, "11")).msg).toContain("10");
  const lines = [{ receiveLineId: waiting["lines"][0].id, acceptedQty: "190", rejectedQty: "10", reason: "QUALITY" }];
  expect(
    await world.receive(world.life.quality, "doInspect", { id: waiting["id"], lines: [{ ...lines[0], rejectedQty: "9" }] }),
  ).toMatchObject({
    code: "PUR-3405",
  });
  const judged = await ok(world.receive(world.life.quality, "doInspect", { id: waiting["id"], lines }));
  expect(judged["status"]).toBe("POSTED");
  expect(await world.strip(order.lineId)).toMatchObject({ INS: "0", RCV: "190", REJ: "10" });
  expect(money(await world.transactions(order.lineId)).map((entry) => entry.slice(0, 2))).toEqual([["RECEIVE", "190"]]);
  const heard = await world.life.rows(`select data from "Outbox" where event = 'PUR_INSPECT_REJECTED' and "docId" = $1`, waiting["id"]);
  expect(heard.map((row) => row["data"].qty)).toEqual(["10"]);
  await world.balances(order);
});

test("purchasing 24: a warehouse may report twice, and may report what nobody knows", async () => {
  const order = await world.order({ rows: ["50"], mode: "ORDER" });
  const moved = (sourceTxnId: string, more: Row) => ({
    sourceSystem: "WMS",
    sourceTxnId,
    movementType: "PO_RECEIPT",
    movementTime: `${officeDay(0)}T01:00:00.000Z`,
    qty: "20",
    uom: "PCS",
    orderNum: order.orderNum,
    lineNum: 10,
    ...more,
  });
  const feeder = await world.life.wearing("ship.warehouse", "WAREHOUSE");
  void feeder;
  const admin = await feed();
  const result = await ok(
    world.inbox(admin, "doBatchSaveOrUpdate", { rows: [moved("T1", {}), moved("T1", {}), moved("T2", { orderNum: "PO-NONE" })] }),
  );
  expect(result).toMatchObject({ accepted: 2, duplicates: 1, errors: [] });
  const ids = (await world.life.rows(`select id from "SrmPurStorageInbox" order by "sourceTxnId"`)).map((row) => row["id"]);
  const answers = await ok(world.inbox(world.warehouse, "doProcess", { ids }));
  expect(answers.map((answer: Row) => [answer["status"], answer["code"]])).toEqual([
    ["S", undefined],
    ["E", "PUR-3602"],
  ]);
  const state = async () =>
    (await world.life.rows(`select "processStatus" s, "processMsg" m, "receiveId" r from "SrmPurStorageInbox" order by "sourceTxnId"`)).map(
      (row) => row["s"],
    );
  expect(await state()).toEqual(["PROCESSED", "ERROR"]);
  expect(await world.strip(order.lineId)).toMatchObject({ RCV: "20" });
  await ok(world.inbox(world.warehouse, "doRematch", { id: ids[1], orderNum: order.orderNum }));
  await ok(world.inbox(world.warehouse, "doProcess", { id: ids[1] }));
  expect(await state()).toEqual(["PROCESSED", "PROCESSED"]);
  expect(await world.strip(order.lineId)).toMatchObject({ RCV: "40" });
  expect(await ok(world.inbox(admin, "doBatchSaveOrUpdate", { rows: [moved("T1", {})] }))).toMatchObject({ accepted: 0, duplicates: 1 });
  await world.balances(order);
});

test("a warehouse that reports pieces of an order in boxes is booked by the factor frozen on the order", async () => {
  const order = await world.order({ rows: ["50"], mode: "ORDER" });
  await world.life.rows(`update "SrmPurOrderLine" set uom = 'BOX', "stockUom" = 'PCS', "convertRate" = 12 where id = $1`, order.lineId);
  // A later conversion of the item is not the order's.
  await plant(world.life.product.kernel.db, "SrmBaseItemUom", "BOX-OF-TEN", {
    parentId: world.life.ids["item"],
    itemId: world.life.ids["item"],
    originalUnit: "BOX",
    targetUnit: "PCS",
    convertRate: "10",
    startDate: officeDay(-1),
  });
  const admin = await world.life.wearing("recv.feed", "INT_ADMIN");
  const row = {
    sourceSystem: "WMS",
    sourceTxnId: "BOX-1",
    movementType: "PO_RECEIPT",
    movementTime: `${officeDay(0)}T01:00:00.000Z`,
    qty: "60",
    uom: "PCS",
    orderNum: order.orderNum,
    lineNum: 10,
  };
  await ok(world.inbox(admin, "doBatchSaveOrUpdate", { rows: [row] }));
  const [entry] = await world.life.rows(`select id from "SrmPurStorageInbox" where "sourceTxnId" = 'BOX-1'`);
  await ok(world.inbox(world.warehouse, "doProcess", { id: entry!["id"] }));
  expect(await world.strip(order.lineId)).toMatchObject({ RCV: "5" });
  const stock = await world.life.rows(
    `select trim_scale(qty)::text as qty, trim_scale("stockQty")::text as stock, "stockUom" as uom from "SrmPurStorageTransaction" where "orderLineId" = $1`,
    order.lineId,
  );
  expect(stock).toEqual([{ qty: "5", stock: "60", uom: "PCS" }]);
});

async function feed() {
  const { product } = world.life;
  await product.person("recv.feed", ["INT_ADMIN"]);
  return world.life.wearing("recv.feed", "INT_ADMIN");
}

test("purchasing 29: a return taken back closes to the cent in the ledger too", async () => {
  const { order, receipt } = await world.received("3", { line: { price: "0.335" } });
  const first = await ok(world.undoes("RETURN_REFUND", receipt, "1"));
  await ok(world.undoes("RETURN_REFUND", receipt, "1"));
  await ok(world.takesBack(first, "1"));
  await ok(world.undoes("RETURN_REFUND", receipt, "1"));
  await ok(world.undoes("RETURN_REFUND", receipt, "1"));
  const rows = await world.transactions(order.lineId);
  expect(money(rows).map((entry) => entry.slice(1, 4))).toEqual([
    ["3", "1.01", "0.13"],
    ["-1", "-0.34", "-0.04"],
    ["-1", "-0.33", "-0.05"],
    ["1", "0.34", "0.04"],
    ["-1", "-0.34", "-0.04"],
    ["-1", "-0.34", "-0.04"],
  ]);
  expect((await world.undoes("RETURN_REFUND", receipt, "1")).code).toBe("PUR-3501");
  await world.balances(order);
});

test("purchasing 32: finance counts a receipt and its reversal as one", async () => {
  const { order, receipt } = await world.received("100");
  await ok(world.undoes("REVERSAL", receipt, "60"));
  const [got, undone] = (await world.transactions(order.lineId)) as [Row, Row];
  const over = await finance([{ transactionId: got["id"], statementDelta: "41" }]).catch((error: unknown) => error as Row);
  expect([over["code"], String(over["text"])]).toEqual(["PUR-3503", expect.stringContaining("40")]);
  await finance([
    { transactionId: got["id"], statementDelta: "100" },
    { transactionId: undone["id"], statementDelta: "-60" },
  ]);
  expect(await world.strip(order.lineId)).toMatchObject({ STM: "40" });
  expect((await world.undoes("REVERSAL", receipt, "1")).code).toBe("PUR-3502");
  const out = await finance([{ transactionId: undone["id"], statementDelta: "60" }]).catch((error: unknown) => error as Row);
  expect(out["code"]).toBe("PUR-3503");
  await world.balances(order);
});

test("purchasing 33: a completed line comes back with a return, and ends again when it is taken back", async () => {
  const { order, receipt } = await world.received("100");
  const status = async () => (await world.life.rows(`select status from "SrmPurOrderHeader" where id = $1`, order.id))[0]!["status"];
  expect(await status()).toBe("COMPLETED");
  const returned = await ok(world.undoes("RETURN_REPLACE", receipt, "10"));
  expect([await status(), (await world.strip(order.lineId))["lineStatus"]]).toEqual(["CONFIRMED", "OPEN"]);
  expect((await world.ships(order.rowIds[0]!, "16")).msg).toContain("15");
  await ok(world.takesBack(returned, "10"));
  expect([await status(), (await world.strip(order.lineId))["lineStatus"]]).toEqual(["COMPLETED", "COMPLETED"]);
  await world.balances(order);
});

test("a return that was taken back whole waits for no confirmation any more; a part of it still does", async () => {
  const { receipt } = await world.received("10");
  const returned = await ok(world.undoes("RETURN_REFUND", receipt, "3", {}, { supplierConfirmFlag: "Y" }));
  const { id } = returned;
  const todos = () => world.life.rows(`select "pendingType" as type, status from "SrmBaseSupplierPending" where "bizId" = $1`, id);
  await ok(world.takesBack(returned, "1"));
  expect(await todos()).toEqual([{ type: "RETURN_CONFIRM", status: "OPEN" }]);
  await ok(world.takesBack(returned, "2"));
  expect(await todos()).toEqual([{ type: "RETURN_CONFIRM", status: "WITHDRAWN" }]);
  expect(await world.writeOff(world.vendor, "doSupplierConfirm", { id })).toMatchObject({ code: "PUR-0003" });
});
