import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { overNetwork, type Client } from "../support/client.ts";
import { day, ok, OrderWorld, type Row } from "../support/ordering.ts";
import { startServer, type RunningServer } from "../support/server.ts";

/** What the handbook says of two people at once, with each of them at a server process of its own. */
let world: OrderWorld;
let servers: readonly [RunningServer, RunningServer];
let keeper: Client;
let colleague: Client;

beforeAll(async () => {
  world = await OrderWorld.open();
  const { life } = world;
  const { product } = life;
  await product.person("two.keeper", ["WAREHOUSE"]);
  await product.person("two.u1b", ["SUP_ADMIN"], { userType: "SUPPLIER", supplierId: "S1" });
  [keeper, colleague] = [await life.wearing("two.keeper", "WAREHOUSE"), await product.signIn("two.u1b")];
  const env = { DEMO: "0", MULTI_NODE: "1", DATA_DIR: product.dataDir, CALLS_PER_MINUTE: "0", LOG_LEVEL: "silent" };
  servers = await Promise.all([startServer(product.databaseUrl, env), startServer(product.databaseUrl, env)]);
}, 300_000);
afterAll(async () => {
  await Promise.all((servers ?? []).map((server) => server.stop()));
  await world?.life.product.drop();
});

/** The same person, reaching one of the two processes. */
function at(server: 0 | 1, client: Client): Client {
  const moved = Object.create(client) as Client;
  Object.defineProperty(moved, "send", { value: overNetwork(servers[server].url) });
  return moved;
}

type Ask = readonly [by: Client, entity: string, action: string, body: object];

/** Two requests at the same moment, one at each process. */
const together = (first: Ask, second: Ask): Promise<[any, any]> =>
  Promise.all(
    [first, second].map(([by, entity, action, body], i) =>
      at(i as 0 | 1, by).call(`srmServer/v1/srmPur${entity}Restful/${action}`, body),
    ) as [Promise<any>, Promise<any>],
  );

/** Which of the two went through; exactly one must. */
function winner(answers: readonly [any, any]): 0 | 1 {
  expect(
    answers.map((answer) => answer.status).sort(),
    JSON.stringify(answers.map((answer) => [answer.status, answer.code, answer.msg])),
  ).toEqual(["E", "S"]);
  return answers[0].status === "S" ? 0 : 1;
}

const rowOf = (doc: Row): Row => doc["lines"][0]["deliveries"][0];

const noted = (doc: Row, qty: string, by = world.vendor): Promise<Row> =>
  ok(
    by.call("srmServer/v1/srmPurDeliveryNoteRestful/saveOrUpdate", {
      shipDate: day(0),
      eta: `${day(20)} 10:00:00`,
      lines: [{ orderDeliveryId: rowOf(doc)["id"], noteQty: qty }],
    }),
  );
const sent = async (doc: Row, qty: string): Promise<Row> => {
  const { id } = await noted(doc, qty);
  return ok(world.vendor.call("srmServer/v1/srmPurDeliveryNoteRestful/doSubmit", { id }));
};
const counted = (note: Row, qty: string): Promise<Row> =>
  ok(
    keeper.call("srmServer/v1/srmPurReceiveRestful/saveOrUpdate", {
      receiveType: "NOTE",
      noteId: note["id"],
      receiveDate: day(0),
      lines: [{ noteLineId: note["lines"][0]["id"], arrivalQty: qty, diffReason: "清点" }],
    }),
  );

/** A column of the order's only schedule. */
const figure = async (doc: Row, column: string): Promise<string> => {
  const [found] = await world.life.rows(
    `select trim_scale("${column}")::text as is from "SrmPurOrderDelivery" where id = $1`,
    rowOf(doc)["id"],
  );
  return found!["is"];
};

describe("two server processes", () => {
  test("purchasing 8: two users of a supplier ship at once: one goes out, the other is told what is left", async () => {
    // 48 with five in a hundred more: fifty may be shipped.
    const doc = await world.running({ rows: ["48"] });
    const [first, second] = [await noted(doc, "40"), await noted(doc, "30", colleague)];
    const answers = await together(
      [world.vendor, "DeliveryNote", "doSubmit", { id: first["id"] }],
      [colleague, "DeliveryNote", "doSubmit", { id: second["id"] }],
    );
    const won = winner(answers);
    expect(answers[1 - won]).toMatchObject({ code: "PUR-3301", msg: expect.stringContaining(won === 0 ? "可发数量10" : "可发数量20") });
    expect(await figure(doc, "inTransitQty")).toBe(won === 0 ? "40" : "30");
  });

  test("purchasing 9: a receipt confirmed twice under one request is posted once, whichever process it reaches", async () => {
    const doc = await world.running({ rows: ["100"] });
    const { id, versionNum } = await counted(await sent(doc, "100"), "100");
    const body = { id, versionNum, requestId: "two-press" };
    const answers = await together([keeper, "Receive", "doConfirm", body], [keeper, "Receive", "doConfirm", body]);
    expect(answers.map((answer) => answer.status)).toEqual(["S", "S"]);
    expect(answers[0].data.lines[0].transactionId).toBe(answers[1].data.lines[0].transactionId);
    expect((await world.transactions(doc["id"])).map((transaction) => transaction["qty"])).toEqual(["100"]);
  });

  test("two receipts against one note: together they never take in more than is on the road", async () => {
    const doc = await world.running({ rows: ["100"] });
    const note = await sent(doc, "100");
    const [first, second] = [await counted(note, "70"), await counted(note, "60")];
    const answers = await together(
      [keeper, "Receive", "doConfirm", { id: first["id"] }],
      [keeper, "Receive", "doConfirm", { id: second["id"] }],
    );
    const won = winner(answers);
    expect(answers[1 - won]).toMatchObject({ code: "PUR-3403" });
    expect(await figure(doc, "receivedQty")).toBe(won === 0 ? "70" : "60");
    expect(await figure(doc, "inTransitQty")).toBe(won === 0 ? "30" : "40");
  });

  test("purchasing 12: two buyers draft from one requisition line: the second is refused until the first lets go", async () => {
    const req = await world.demand.approved(["100"]);
    const bodies = ["80", "30"].map((qty) => world.body({ rows: [qty], req }));
    const answers = await together(
      [world.buyer, "OrderHeader", "saveOrUpdate", bodies[0]!],
      [world.buyer, "OrderHeader", "saveOrUpdate", bodies[1]!],
    );
    const won = winner(answers);
    const [held, left] = won === 0 ? ["80", "20"] : ["30", "70"];
    expect(answers[1 - won]).toMatchObject({ code: "PUR-2001", msg: expect.stringContaining(left) });
    expect(await world.needs(req)).toBe(`open ${left} occupied ${held} ordered 0 cancelled 0`);
    await ok(world.call("delete", { id: answers[won].data.id }));
    await ok(at(won, world.buyer).call("srmServer/v1/srmPurOrderHeaderRestful/saveOrUpdate", bodies[1 - won]!));
  });

  test("purchasing 15: the buyer accepts while the supplier proposes anew: one of them is told", async () => {
    const doc = await world.published({ rows: ["400"] });
    const parts = (later: number) => [
      { qty: "250", promiseDate: day(20) },
      { qty: "150", promiseDate: day(later) },
    ];
    const proposal = { id: doc["id"], deliveryId: rowOf(doc)["id"] };
    await ok(world.call("doSupplierDeliveryPropose", { ...proposal, parts: parts(27) }, world.vendor));
    const read = rowOf(await world.find(doc["id"]));
    const answers = await together(
      [
        world.buyer,
        "OrderHeader",
        "doBuyerDeliveryConfirm",
        { id: doc["id"], rows: [{ deliveryId: read["id"], versionNum: read["versionNum"] }] },
      ],
      [world.vendor, "OrderHeader", "doSupplierDeliveryPropose", { ...proposal, rowVersion: read["versionNum"], parts: parts(30) }],
    );
    const won = winner(answers);
    expect(["PUR-0002", "PUR-2212", "VERSION_CONFLICT"]).toContain(answers[1 - won].code);
    const rows = (await world.find(doc["id"]))["lines"][0]["deliveries"] as Row[];
    expect(rows.map((row) => [row["qty"], row["confirmStatus"]])).toEqual(
      won === 0
        ? [
            ["250", "CONFIRMED"],
            ["150", "CONFIRMED"],
          ]
        : [["400", "PROPOSED"]],
    );
  });

  test("purchasing 18: two drafts at once cannot both hold what an agreement has left", async () => {
    const { ids } = world.life;
    const type = await world.life.made("SrmBasePurchaseBillType", {
      billCategory: "AGREEMENT",
      billTypeCode: "AG_TWO",
      billTypeName: "双机协议",
      aslControl: "NONE",
    });
    await world.life.act("SrmBasePurchaseBillType", type["id"], "doEnabled");
    const agrees = (name: string, body: object) => world.buyer.call(`srmServer/v1/srmPurAgreementHeaderRestful/${name}`, body);
    const made = await ok(
      agrees("saveOrUpdate", {
        billTypeId: type["id"],
        agreementType: "QTY",
        orgId: ids["org"],
        supplierId: ids["S1"],
        currency: "CNY",
        startDate: day(-30),
        endDate: day(300),
        paymentTermId: ids["term"],
        taxRate: "T13",
        lines: [{ itemId: ids["item"], uom: "PCS", price: "1", agreeQty: "300" }],
      }),
    );
    await ok(agrees("doSubmit", { id: made["id"], confirmed: ["PUR-2102"] }));
    await ok(world.life.decides(made["id"]));
    const agreementLineId = made["lines"][0]["id"];
    const body = (qty: string) => world.body({ rows: [qty], price: "1", line: { agreementLineId } });
    const answers = await together(
      [world.buyer, "OrderHeader", "saveOrUpdate", body("200")],
      [world.buyer, "OrderHeader", "saveOrUpdate", body("150")],
    );
    const won = winner(answers);
    const [held, left] = won === 0 ? ["200", "100"] : ["150", "150"];
    expect(answers[1 - won]).toMatchObject({ code: "PUR-2103" });
    expect((await ok(agrees("findById", { id: made["id"] })))["lines"][0]).toMatchObject({ occupiedQty: held, openQty: left });
  });

  test("purchasing 24: a movement reported to both processes is one receipt", async () => {
    const doc = await world.running({ rows: ["50"] });
    const { noteNum } = await sent(doc, "50");
    const moved = { sourceSystem: "WMS", sourceTxnId: "TWO-1", movementType: "PO_RECEIPT", movementTime: `${day(0)} 00:00:01` };
    const body = { rows: [{ ...moved, qty: "20", uom: "PCS", noteNum }] };
    await world.life.product.person("two.feed", ["INT_ADMIN"]);
    const feed = await world.life.wearing("two.feed", "INT_ADMIN");
    const answers = await together(
      [feed, "StorageInbox", "doBatchSaveOrUpdate", body],
      [feed, "StorageInbox", "doBatchSaveOrUpdate", body],
    );
    const sum = (key: string): number => answers.reduce((all, answer) => all + Number(answer.data?.[key] ?? 0), 0);
    expect([sum("accepted"), sum("duplicates")], JSON.stringify(answers)).toEqual([1, 1]);
    const [row] = await world.life.rows(`select id from "SrmPurStorageInbox" where "sourceTxnId" = 'TWO-1'`);
    await together(
      [keeper, "StorageInbox", "doProcess", { ids: [row!["id"]] }],
      [keeper, "StorageInbox", "doProcess", { ids: [row!["id"]] }],
    );
    expect(await figure(doc, "receivedQty")).toBe("20");
    expect(await figure(doc, "inTransitQty")).toBe("30");
    expect((await world.transactions(doc["id"])).map((transaction) => transaction["qty"])).toEqual(["20"]);
  });

  test("goods leave while the order is closed: what happened is what one after the other would have done", async () => {
    const doc = await world.running({ rows: ["100"] });
    const { id } = await noted(doc, "40");
    const answers = await together(
      [world.vendor, "DeliveryNote", "doSubmit", { id }],
      [world.buyer, "OrderHeader", "doClose", { id: doc["id"], reason: "够了" }],
    );
    const won = winner(answers);
    expect(answers[1 - won].code).toMatch(won === 0 ? /PUR-2209/ : /PUR-3301|PUR-3304/);
    expect([await figure(doc, "inTransitQty"), await figure(doc, "closedQty")]).toEqual(won === 0 ? ["40", "0"] : ["0", "100"]);
  });
});
