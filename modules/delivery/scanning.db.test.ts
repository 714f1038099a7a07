import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Client } from "../../tests/support/client.ts";
import { officeDay } from "../../tests/support/day.ts";
import { ok, ReceivingWorld, type Row } from "../../tests/support/receiving.ts";

let world: ReceivingWorld;
beforeAll(async () => void (world = await ReceivingWorld.open()));
afterAll(() => world?.life.product.drop());

/** A shipment in boxes of ten, on pallets of so many. */
async function boxed(qty: string, palletBoxes: number | undefined = undefined, line: Row = {}) {
  const order = await world.order({ rows: [qty], line });
  const draft = await world.drafted([[order.rowIds[0]!, qty, { packQty: "10" }]]);
  await ok(
    world.note(world.vendor, "doGenBarcode", {
      id: draft["id"],
      lineId: draft["lines"][0].id,
      packQty: "10",
      ...(palletBoxes ? { palletBoxes } : {}),
    }),
  );
  await ok(world.note(world.vendor, "doSubmit", { id: draft["id"] }));
  const codes = await world.life.rows(
    `select barcode, "barcodeType" as type from "SrmPurBarcode" where "noteId" = $1 order by id`,
    draft["id"],
  );
  const of = (type: string): string[] => codes.filter((code) => code["type"] === type).map((code) => code["barcode"]);
  return { order, noteId: draft["id"] as string, boxes: of("BOX"), pallets: of("PALLET") };
}

const scan = (barcode: string, more: object = {}) => world.receive(world.warehouse, "doScan", { barcode, ...more });
const states = async (noteId: string) =>
  (
    await world.life.rows(
      `select status, count(*)::int n from "SrmPurBarcode" where "noteId" = $1 and "barcodeType" = 'BOX' group by status order by status`,
      noteId,
    )
  ).map((row) => `${row["status"]} ${row["n"]}`);

describe("boxes at the gate", () => {
  test("once every box is counted, confirming the receipt posts what was scanned instead of refusing", async () => {
    const { order, noteId, boxes } = await boxed("30");
    const first = await ok(scan(boxes[0]!));
    expect(await world.note(world.warehouse, "doConfirmReceipt", { id: noteId, scanReason: "rest" }), "two are still out").toMatchObject({
      status: "E",
    });
    for (const code of boxes.slice(1)) await ok(scan(code));
    await ok(world.note(world.warehouse, "doConfirmReceipt", { id: noteId }));
    const [receipt, ...more] = await world.life.rows(`select id, status from "SrmPurReceive" where "noteId" = $1`, noteId);
    expect([receipt!["id"], receipt!["status"], more.length]).toEqual([first["receiveId"], "POSTED", 0]);
    expect(await world.strip(order.lineId)).toMatchObject({ RCV: "30", TRN: "0" });
  });

  test("purchasing 10: a box counts once, a box of another note does not count, a pallet counts what has not come", async () => {
    const { order, noteId, boxes, pallets } = await boxed("100", 10);
    const other = await boxed("20");
    const first = await ok(scan(boxes[0]!, { requestId: "s1" }));
    expect(first).toMatchObject({ scannedBoxes: 1, totalBoxes: 10, line: { scannedQty: "10", arrivalQty: "10" } });
    const again = await scan(boxes[0]!, { requestId: "s2" });
    expect(again).toMatchObject({ code: "PUR-3401" });
    expect(await ok(scan(boxes[0]!, { requestId: "s1" })), "the same press again is the same answer").toMatchObject({
      receiveId: first["receiveId"],
    });
    expect(await scan(other.boxes[0]!, { receiveId: first["receiveId"] })).toMatchObject({ code: "PUR-3402" });
    expect(await scan(other.boxes[0]!, { noteId })).toMatchObject({ code: "PUR-3402" });
    expect(await scan("BX-NOBODY")).toMatchObject({ code: "PUR-0004" });
    const pallet = await ok(scan(pallets[0]!, { requestId: "s3" }));
    expect(pallet).toMatchObject({ scannedBoxes: 10, line: { scannedQty: "100" } });
    expect(pallet["already"].join()).toContain(boxes[0]!);
    expect(await states(noteId)).toEqual(["RECEIVED 10"]);
    const posted = await ok(world.receive(world.warehouse, "doConfirm", { id: first["receiveId"] }));
    expect([posted["status"], posted["sourceType"], posted["acceptedQty"]]).toEqual(["POSTED", "SCAN", "100"]);
    expect(await world.strip(order.lineId)).toMatchObject({ RCV: "100", TRN: "0" });
    await world.balances(order);
  });

  test("two scanners at one note share one draft", async () => {
    const { boxes, noteId } = await boxed("40");
    const rows = await Promise.all(boxes.map((code, i) => scan(code, { requestId: `par-${i}` })));
    expect(rows.map((entry) => entry.status)).toEqual(["S", "S", "S", "S"]);
    expect(new Set(rows.map((entry) => entry.data.receiveId)).size).toBe(1);
    const doc = await ok(world.receive(world.warehouse, "findById", { id: rows[0]!.data.receiveId }));
    expect([doc["lines"].length, doc["lines"][0].scannedQty]).toEqual([1, "40"]);
    expect(await states(noteId)).toEqual(["RECEIVED 4"]);
    await ok(world.receive(world.warehouse, "doCancel", { id: doc["id"], cancelReason: "重扫" }));
    expect(await states(noteId)).toEqual(["SHIPPED 4"]);
  });

  test("J12: a reversal names its boxes, and exactly these go back on the road", async () => {
    const { order, boxes, noteId } = await boxed("30");
    let receiveId = "";
    for (const code of boxes) receiveId = (await ok(scan(code)))["receiveId"];
    const receipt = await ok(world.receive(world.warehouse, "doConfirm", { id: receiveId }));
    const stored = await world.life.rows(`select id, barcode from "SrmPurBarcode" where "noteId" = $1 and "barcodeType" = 'BOX'`, noteId);
    const idOf = (code: string): string => stored.find((row) => row["barcode"] === code)!["id"];
    const [first, middle, last] = boxes.map(idOf) as [string, string, string];
    // nobody guesses which boxes are meant, a box of another note is none of them, and they hold what is undone
    expect(await world.undoes("REVERSAL", receipt, "20")).toMatchObject({ code: "PUR-3504" });
    const [other] = await world.life.rows(`select id from "SrmPurBarcode" where "noteId" <> $1 limit 1`, noteId);
    expect(await world.undoes("REVERSAL", receipt, "10", { boxIds: [other!["id"]] })).toMatchObject({ code: "PUR-3402" });
    expect(await world.undoes("REVERSAL", receipt, "20", { boxIds: [first] })).toMatchObject({ code: "PUR-3505" });
    await ok(world.undoes("REVERSAL", receipt, "20", { boxIds: [first, middle] }));
    expect(await states(noteId)).toEqual(["RECEIVED 1", "SHIPPED 2"]);
    expect(await world.life.rows(`select id from "SrmPurBarcode" where "noteId" = $1 and status = 'RECEIVED'`, noteId)).toEqual([
      { id: last },
    ]);
    expect(await world.strip(order.lineId)).toMatchObject({ TRN: "20", REV: "20" });
    await world.balances(order);
  });

  test("more than the note says comes in only where the house allows it", async () => {
    const order = await world.order({ rows: ["100"] });
    const note = await world.sent(order.rowIds[0]!, "90");
    const lines = [
      { noteLineId: note["lines"][0].id, arrivalQty: "90" },
      { orderDeliveryId: order.rowIds[0], arrivalQty: "5" },
    ];
    const body = { receiveType: "NOTE", noteId: note["id"], receiveDate: officeDay(0), lines };
    expect(await world.receive(world.warehouse, "saveOrUpdate", body)).toMatchObject({ code: "PUR-3403" });
    await world.life.rows(`update "SrmBaseConfigProfile" set "profileValue" = 'Y' where "profileCode" = 'PUR_OVER_NOTE'`);
    const { id } = await ok(world.receive(world.warehouse, "saveOrUpdate", body));
    await ok(world.receive(world.warehouse, "doConfirm", { id }));
    expect(await world.strip(order.lineId)).toMatchObject({ RCV: "95", TRN: "0", OPEN: "5" });
    const over = await ok(
      world.receive(world.warehouse, "saveOrUpdate", {
        receiveType: "ORDER",
        receiveDate: officeDay(0),
        lines: [{ orderDeliveryId: order.rowIds[0], arrivalQty: "11" }],
      }),
    );
    const refused = await world.receive(world.warehouse, "doConfirm", { id: over["id"] });
    expect(refused).toMatchObject({ code: "PUR-3404" });
    expect(refused.msg).toContain("105");
    await world.balances(order);
  });

  test("a reply names what its act changed elsewhere, as far as its caller may read it, and never which documents", async () => {
    const named = async (by: Client, path: string, body: object, options: object = {}): Promise<string[] | null> =>
      (await by.send(by.prepare(`srmServer/v1/${path}`, body, options))).headers.get("x-changed")?.split(",").toSorted() ?? null;
    const scans = (requestId: string): Promise<string[] | null> =>
      named(world.warehouse, "srmPurReceiveRestful/doScan", { barcode: boxes[0], requestId });
    const order = await world.order({ rows: ["10"] });
    const { id, lines } = await world.drafted([[order.rowIds[0]!, "10", { packQty: "10" }]]);
    await ok(world.note(world.vendor, "doGenBarcode", { id, lineId: lines[0].id, packQty: "10" }));
    const ordered = ["SrmPurOrderDelivery", "SrmPurOrderHeader", "SrmPurOrderLine"];
    // The to-dos of the buying side changed with those of the supplier; nobody outside hears of them.
    expect(await named(world.vendor, "srmPurDeliveryNoteRestful/doSubmit", { id })).toEqual([
      ...["SrmBaseSupplierPending", "SrmPurBarcode", "SrmPurDeliveryNoteLine"],
      ...ordered,
    ]);
    const boxes = (await world.life.rows(`select barcode from "SrmPurBarcode" where "noteId" = $1`, id)).map((row) => row["barcode"]);
    expect(await scans("f1"), "a receipt began that no page asked for").toEqual(
      expect.arrayContaining(["SrmPurDeliveryNote", "SrmPurReceive"]),
    );
    expect(await scans("f1"), "the same press again changes nothing").toBeNull();
    expect(await scans("f2"), "a refused one neither").toBeNull();
    const [receipt] = await world.life.rows(`select id from "SrmPurReceive" where "noteId" = $1`, id);
    const posts = (): Promise<string[] | null> =>
      named(world.warehouse, "srmPurReceiveRestful/doConfirm", { id: receipt!["id"] }, { key: "follow-post" });
    const posted = await posts();
    expect(posted).toEqual(expect.arrayContaining(["SrmBaseInsidePending", "SrmPurDeliveryNote", "SrmPurStorageTransaction", ...ordered]));
    expect(posted, "the receipt itself comes with the reply").not.toContain("SrmPurReceive");
    expect(await posts(), "a replayed request has nothing more to tell").toBeNull();
    expect(await named(world.warehouse, "srmPurReceiveRestful/listByPage", {})).toBeNull();
  });
});

describe("purchasing 23: what is another supplier's is nobody's", () => {
  test("receipts, write-offs, transactions, scans, previews and prints of another supplier are not there", async () => {
    const { order, receipt } = await world.received("10");
    const back = await ok(world.undoes("RETURN_REFUND", receipt, "1"));
    const { boxes } = await boxed("20");
    const [tx] = await world.transactions(order.lineId);
    const u2 = world.stranger;
    const of = (entity: string) => (name: string, body: object) => u2.call(`srmServer/v1/${entity}Restful/${name}`, body);
    const answers = [
      await of("srmPurReceive")("findById", { id: receipt["id"] }),
      await of("srmPurWriteOff")("findById", { id: back["id"] }),
      await of("srmPurWriteOff")("doSupplierConfirm", { id: back["id"] }),
      await of("srmPurStorageTransaction")("findById", { id: tx!["id"] }),
      await of("srmPurReceive")("history", { id: receipt["id"] }),
    ];
    expect(answers.map((answer) => answer.code)).toEqual(answers.map(() => "PUR-0004"));
    for (const entity of ["srmPurReceive", "srmPurWriteOff", "srmPurStorageTransaction"]) {
      const list = await of(entity)("listByPage", { pageRows: 50, needSums: "Y" });
      expect([entity, list.data?.length ?? 0]).toEqual([entity, 0]);
    }
    // No page of a supplier scans: the code of any box, known or not, gets the same refusal.
    for (const barcode of [boxes[0], "no-such-box"]) expect((await of("srmPurReceive")("doScan", { barcode })).code).toBe("PERM_DENIED");
    const closed = [
      await of("srmPurReceive")("listReceivable", { keyword: "PO" }),
      await of("srmPurReceive")("doConfirm", { id: receipt["id"] }),
      await of("srmPurWriteOff")("doPreview", { type: "REVERSAL", lines: [{ receiveLineId: receipt["lines"][0].id, qty: "1" }] }),
      await of("srmPurStorageInbox")("listByPage", {}),
    ];
    expect(closed.every((reply) => reply.status === "E")).toBe(true);
  });

  test("the supplier itself sees its receipts without what is ours alone", async () => {
    const { receipt, order } = await world.received("10");
    const seen = await ok(world.receive(world.vendor, "findById", { id: receipt["id"] }));
    expect([seen["receiveNum"], seen["lines"][0].acceptedQty]).toEqual([receipt["receiveNum"], "10"]);
    for (const key of ["keeperId", "remark", "requestId", "sourceType"]) expect(seen).not.toHaveProperty(key);
    for (const key of ["storageLocationId", "warehouseCode", "concessionDeduct", "reversibleQty"])
      expect(seen["lines"][0]).not.toHaveProperty(key);
    const rows = await ok(world.vendor.call("srmServer/v1/srmPurStorageTransactionRestful/listByPage", { orderId: order.id }));
    expect(rows).toHaveLength(1);
    for (const key of ["warehouseCode", "mouldId", "baseAmount", "exchangeRate", "heldQty"]) expect(rows[0]).not.toHaveProperty(key);
    const draft = await world.counted(await world.sent((await world.order({ rows: ["5"] })).rowIds[0]!, "5"), "5");
    expect(await world.receive(world.vendor, "findById", { id: draft["id"] })).toMatchObject({ code: "PUR-0004" });
  });
});

describe("other ways of receiving", () => {
  const direct = (receiveType: string, rowId: string, line: Row, more: Row = {}) =>
    world.receive(world.warehouse, "saveOrUpdate", {
      receiveType,
      receiveDate: officeDay(0),
      lines: [{ orderDeliveryId: rowId, ...line }],
      ...more,
    });

  test("services are accepted by amount: the last acceptance takes what is open", async () => {
    const order = await world.order({ rows: ["1"], uom: "SET", line: { price: "1000" } });
    await world.life.rows(`update "SrmPurOrderHeader" set "orderType" = 'SERVICE' where id = $1`, order.id);
    await world.life.rows(
      `update "SrmPurOrderLine" set "amountExcl" = 1000, "amountIncl" = 1130, "taxAmount" = 130, "openQty" = 1 where id = $1`,
      order.lineId,
    );
    await world.life.rows(`update "SrmPurOrderDelivery" set "openQty" = 1 where id = $1`, order.rowIds[0]);
    const first = await ok(direct("SERVICE", order.rowIds[0]!, { acceptedAmount: "333.34" }));
    expect(first["lines"][0].arrivalQty).toBe("0.33334");
    expect(await world.receive(world.warehouse, "doConfirm", { id: first["id"] })).toMatchObject({ code: "PUR-0001" });
    await world.life.rows(`update "SrmPurReceive" set "acceptFileIds" = 'f1' where id = $1`, first["id"]);
    const posted = await ok(world.receive(world.warehouse, "doConfirm", { id: first["id"] }));
    expect([posted["status"], posted["amountIncl"]]).toEqual(["POSTED", "376.67"]);
    const rest = await ok(direct("SERVICE", order.rowIds[0]!, { acceptedAmount: "666.66" }));
    await world.life.rows(`update "SrmPurReceive" set "acceptFileIds" = 'f1' where id = $1`, rest["id"]);
    await ok(world.receive(world.warehouse, "doConfirm", { id: rest["id"] }));
    const rows = await world.transactions(order.lineId);
    expect(rows.map((row) => [row["type"], row["qty"], row["excl"]])).toEqual([
      ["SERVICE", "0.33334", "333.34"],
      ["SERVICE", "0.66666", "666.66"],
    ]);
    expect(await world.strip(order.lineId)).toMatchObject({ OPEN: "0", lineStatus: "COMPLETED" });
    await world.balances(order);
  });

  test("consigned goods are owed for when used, and only unused ones go back", async () => {
    const order = await world.order({ rows: ["100"] });
    await world.life.rows(`update "SrmPurOrderHeader" set "orderType" = 'CONSIGN' where id = $1`, order.id);
    const receipt = await world.takes(await world.sent(order.rowIds[0]!, "100"), "100");
    expect((await world.transactions(order.lineId)).map((transaction) => transaction["recon"])).toEqual(["NA"]);
    const use = await ok(direct("CONSIGN_USE", order.rowIds[0]!, { arrivalQty: "30" }));
    const used = await ok(world.receive(world.warehouse, "doConfirm", { id: use["id"] }));
    const rows = await world.transactions(order.lineId);
    expect(rows.map((row) => [row["type"], row["qty"], row["recon"]])).toEqual([
      ["RECEIVE", "100", "NA"],
      ["CONSUME", "30", "NONE"],
    ]);
    expect(await world.strip(order.lineId)).toMatchObject({ RCV: "100" });
    const more = await ok(direct("CONSIGN_USE", order.rowIds[0]!, { arrivalQty: "71" }));
    expect(await world.receive(world.warehouse, "doConfirm", { id: more["id"] })).toMatchObject({ code: "PUR-3404" });
    const over = await world.undoes("RETURN_REFUND", receipt, "71");
    expect(over).toMatchObject({ code: "PUR-3501" });
    expect(over.msg).toContain("70");
    await ok(world.undoes("REVERSAL", used, "10"));
    expect((await world.transactions(order.lineId)).at(-1)).toMatchObject({ type: "REVERSAL", qty: "-10", recon: "NONE" });
    expect(await world.strip(order.lineId)).toMatchObject({ RCV: "100", REV: "0" });
    await ok(world.undoes("RETURN_REFUND", receipt, "80"));
    expect((await world.transactions(order.lineId)).at(-1)).toMatchObject({ type: "RETURN_REFUND", qty: "-80", recon: "NA" });
    await world.balances(order);
  });

  test("a difference to the note is explained, a date is not to come, and lines of two suppliers are two documents", async () => {
    const order = await world.order({ rows: ["10"] });
    const note = await world.sent(order.rowIds[0]!, "10");
    const short = await world.counted(note, "9", { diffReason: undefined });
    expect(await world.receive(world.warehouse, "doConfirm", { id: short["id"] })).toMatchObject({ code: "PUR-0001" });
    const late = await ok(
      direct("ORDER", (await world.order({ rows: ["10"] })).rowIds[0]!, { arrivalQty: "1" }, { receiveDate: officeDay(2) }),
    );
    expect(await world.receive(world.warehouse, "doConfirm", { id: late["id"] })).toMatchObject({ code: "PUR-3408" });
    const foreign = await world.order({ rows: ["10"], supplier: "S2" });
    const mixed = await world.receive(world.warehouse, "saveOrUpdate", {
      receiveType: "ORDER",
      receiveDate: officeDay(0),
      lines: [
        { orderDeliveryId: order.rowIds[0], arrivalQty: "1" },
        { orderDeliveryId: foreign.rowIds[0], arrivalQty: "1" },
      ],
    });
    expect(mixed).toMatchObject({ code: "PUR-3102" });
  });

  test("the preview of a write-off says what its approval will do", async () => {
    const { order, receipt } = await world.received("100");
    const line = { receiveLineId: receipt["lines"][0].id, qty: "40" };
    const { rows } = await ok(world.writeOff(world.warehouse, "doPreview", { type: "REVERSAL", lines: [line] }));
    expect(rows[0]).toMatchObject({ openAfter: "40", inTransitAfter: "40", netAfter: "60", amountIncl: "-565.00", reversible: "100" });
    const left = await ok(world.writeOff(world.warehouse, "listReversible", { type: "REVERSAL", receiveId: receipt["id"] }));
    expect(left).toMatchObject([{ reversibleQty: "100", orderRow: `${order.orderNum}-10-1`, itemCode: "M-100", itemName: "支架" }]);
    const posted = await ok(world.undoes("REVERSAL", receipt, "40"));
    expect(posted["amountIncl"]).toBe("-565.00");
    expect(await world.strip(order.lineId)).toMatchObject({ OPEN: "40", TRN: "40" });
    const after = await ok(world.receive(world.warehouse, "findById", { id: receipt["id"] }));
    expect([after["writeOffStatus"], after["lines"][0].reversibleQty]).toEqual(["PARTIAL", "60"]);
  });

  test("what can be shipped, received and undone calls its goods in the reader's language; other goods keep their own words", async () => {
    const { receipt } = await world.received("100");
    const order = await world.order({ rows: ["30"] });
    const free = await world.order({ rows: ["5"], line: { itemId: null, itemDesc: "包装辅料" } });
    const asked = async (language: "CN" | "EN") => {
      const people = [world.vendor, world.warehouse];
      for (const person of people) person.language = language;
      try {
        const left = await ok(world.writeOff(world.warehouse, "listReversible", { type: "REVERSAL", receiveId: receipt["id"] }));
        const due = await ok(world.receive(world.warehouse, "listReceivable", { keyword: order.orderNum }));
        const own = await ok(world.receive(world.warehouse, "listReceivable", { keyword: free.orderNum }));
        const ship = await ok(world.note(world.vendor, "listShippable", { orderId: order.id }));
        return [left, due, own, ship].map(([entry]: any) => [entry.itemCode, entry.itemName, entry.itemDesc]);
      } finally {
        for (const person of people) person.language = "CN";
      }
    };
    const told = (name: string) => ["M-100", name, "支架"];
    const words = ["", "", "包装辅料"];
    expect(await asked("EN")).toEqual([told("Bracket"), told("Bracket"), words, told("Bracket")]);
    expect(await asked("CN")).toEqual([told("支架"), told("支架"), words, told("支架")]);
    const found = async (keyword: string) => {
      const due: any = await ok(world.receive(world.warehouse, "listReceivable", { keyword }));
      const ship: any = await ok(world.note(world.vendor, "listShippable", { keyword }));
      return [due, ship].map((rows: any[]) => [order, free].map((placed) => rows.some((row) => row.orderNum === placed.orderNum)));
    };
    for (const keyword of ["m-100", "bracket", "支架"])
      expect(await found(keyword), keyword).toEqual([
        [true, false],
        [true, false],
      ]);
    expect(await found("辅料"), "words of its own").toEqual([
      [false, true],
      [false, true],
    ]);
    expect(await found("nothing of the kind"), "nothing").toEqual([
      [false, false],
      [false, false],
    ]);
  });

  test("a supplier agrees to the count of a return once", async () => {
    const { receipt } = await world.received("10");
    const back = await ok(world.undoes("RETURN_REPLACE", receipt, "2", {}, { supplierConfirmFlag: "Y" }));
    const todos = () =>
      world.life
        .rows(`select status from "SrmBaseSupplierPending" where "bizId" = $1`, back["id"])
        .then((all) => all.map((row) => row["status"]));
    expect(await todos()).toEqual(["OPEN"]);
    const agreed = await ok(world.writeOff(world.vendor, "doSupplierConfirm", { id: back["id"], supplierRemark: "数量一致" }));
    expect(agreed["supplierConfirmDate"]).toBe(officeDay(0));
    expect(await todos()).not.toContain("OPEN");
    expect(await world.writeOff(world.vendor, "doSupplierConfirm", { id: back["id"] })).toMatchObject({ code: "PUR-0003" });
  });
});
