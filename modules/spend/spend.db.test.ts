import { afterAll, beforeAll, expect, test } from "vitest";
import type { Client } from "../../tests/support/client.ts";
import { someone } from "../../tests/support/kernel.ts";
import { day, ok, OrderWorld, type Row } from "../../tests/support/ordering.ts";
import type { Entity, Me } from "#kernel/entity.ts";
import type { Context } from "#kernel/server/http/call.ts";
import { newId } from "#kernel/server/act/id.ts";
import { systemMe } from "#kernel/server/access/permit.ts";
import { requisition } from "#modules/demand/index.ts";
import { reportShapes as supplierShapes } from "#modules/lifecycle/report.ts";
import { reportCalls } from "#modules/lifecycle/reports.calls.ts";
import { order, orderLine } from "#modules/order/index.ts";
import { openAdvances, quotaShares } from "./questions.ts";
import { reportShapes } from "./report.ts";
import { spendCalls } from "./spend.calls.ts";
import { execution } from "./server/desk.ts";
import { workingDays } from "./server/days.ts";

let world: OrderWorld;
let chief: Client;
let doc: Row;
beforeAll(async () => {
  world = await OrderWorld.open();
  await world.life.product.person("spend.chief", ["PUR_MANAGER"]);
  chief = await world.life.wearing("spend.chief", "PUR_MANAGER");
  const req = await world.demand.approved(["1000"]);
  doc = await world.running({ rows: ["600", "400"], req });
  await world.ship(doc, "600");
  await world.receive(doc, "590", "10", 0, "T-RECEIPT");
  await world.undo(doc, "E15", "20", "T-RECEIPT");
  await world.undo(doc, "E16", "5", "T-RECEIPT");
});
afterAll(() => world?.life.product.drop());

const report = (call: string, body: object = {}, by: Client = chief): Promise<Row> =>
  ok(by.call(`srmServer/v1/srmPurReportRestful/${call}`, body));
const sums = (rows: readonly Row[], key: string): number => rows.reduce((all, row) => all + Number(row[key]), 0);

test("purchasing 25: both reports agree with the postings behind them", async () => {
  const execution = await report("getOrderPurchase");
  expect(execution["rows"]).toHaveLength(1);
  expect(execution["rows"][0]).toMatchObject({ orderNum: doc["orderNum"], received: "590.000", returned: "25.000", open: "430.000" });
  const payable = await report("getOrderPayable");
  expect(payable["rows"][0]).toMatchObject({ received: "8333.75", returned: "353.13", payable: "7980.62", invoiced: "0.00" });
  const posted = await world.transactions(doc["id"]);
  expect(sums(posted, "incl").toFixed(2)).toBe(payable["rows"][0]["payable"]);
  expect(sums(posted, "excl").toFixed(2)).toBe(execution["rows"][0]["receivedAmount"]);
});

test("every figure of the amounts is the sum of the lines it leads to", async () => {
  const stat = await report("getOrderSumPriceStat", { dimension: "SUPPLIER" });
  expect(stat["figures"]).toMatchObject({ total: "12500.00", orders: 1, lines: 1, average: "12500.00" });
  const [cell] = stat["rows"] as Row[];
  const behind = await report("getOrderPurchase", cell!["drill"]);
  expect(sums(behind["rows"], "amount")).toBe(Number(cell!["amount"]));
  expect([stat["totals"]["amount"], stat["totals"]["lines"]]).toEqual(["12500.00", "1"]);
  // What was asked goes along: tax, supplier and whatever else narrowed the figure.
  const asked = { dimension: "CATEGORY", supplierId: doc["supplierId"], tax: "INCL" };
  const [taxed] = (await report("getOrderSumPriceStat", asked))["rows"] as Row[];
  expect(taxed!["drill"]).toMatchObject({ supplierId: doc["supplierId"], tax: "INCL" });
  const within = await report("getOrderPurchase", taxed!["drill"]);
  expect([sums(within["rows"], "amount"), within["totals"]["amount"]]).toEqual([Number(taxed!["amount"]), taxed!["amount"]]);
  for (const call of ["getOrderPortionPurchaseAmount", "getOrderPortionSupplier"]) {
    const shares = await report(call);
    expect([sums(shares["rows"], "share"), shares["figures"]["total"]]).toEqual([100, "12500.00"]);
  }
  const pivot = await report("getOrderPurchasePivot", { measure: "RECEIPT_AMOUNT", rowsBy: "SUPPLIER" });
  const posted = await world.transactions(doc["id"]);
  expect(pivot["figures"]["total"]).toBe(sums(posted, "excl").toFixed(2));
});

test("headline figures are held against the period before only where it is complete", async () => {
  const redate = (to: string) => world.life.rows(`update "SrmPurOrderHeader" set "orderDate" = $2 where id = $1`, doc["id"], to);
  const [{ day: kept } = { day: "" }] = await world.life.rows<{ day: string }>(
    `select "orderDate"::text as day from "SrmPurOrderHeader" where id = $1`,
    doc["id"],
  );
  await redate("2001-03-01");
  try {
    const asked = { from: "2001-03-05", to: "2001-03-14" };
    const whole = await report("getOrderPurchase", asked);
    expect(whole["before"]).toMatchObject({ from: "2001-02-23", to: "2001-03-04", figures: { lines: 1, amount: "12500.00" } });
    expect([whole["figures"]["lines"], /^\d{4}-\d\d-\d\dT/.test(whole["at"])]).toEqual([0, true]);
    // Nothing ordered in complete days is a figure too; days before the first order are none.
    const none = await report("getOrderSumPriceStat", { from: "2001-03-15", to: "2001-03-24" });
    expect(none["before"]).toMatchObject({ from: "2001-03-05", to: "2001-03-14", figures: { total: "0.00", orders: 0 } });
    const half = await report("getOrderSumPriceStat", { from: "2001-02-23", to: "2001-03-04" });
    expect(half["before"]).toEqual({ from: "2001-02-13", to: "2001-02-22", figures: null, since: "2001-03-01" });
  } finally {
    await redate(kept);
  }
});

test("an entry of the money is laid out further until only its lines are left", async () => {
  const [category] = (await report("getOrderPortionPurchaseAmount"))["rows"] as Row[];
  expect(category!["next"]).toBe("SUPPLIER");
  const [bought] = (await report("getOrderPortionPurchaseAmount", { ...category!["drill"], dimension: "SUPPLIER" }))["rows"] as Row[];
  expect([bought!["next"], bought!["amount"]]).toEqual([null, category!["amount"]]);
  expect((await report("getOrderPurchase", bought!["drill"]))["totals"]["amount"]).toBe(category!["amount"]);
  const [cell] = (await report("getOrderPurchasePivot", { rowsBy: "SUPPLIER", year: day(0).slice(0, 4) }))["rows"] as Row[];
  const month = Number(day(0).slice(5, 7));
  expect((await report("getOrderPurchase", cell!["months"][month - 1]))["totals"]["amount"]).toBe(cell![`m${month}`]);
});

test("what came and went back is led to by its own days, and quantities keep their unit", async () => {
  const month = Number(day(0).slice(5, 7));
  const cell = async (measure: string): Promise<readonly [figure: string, lines: Row]> => {
    const { rows, figures } = await report("getOrderPurchasePivot", { measure, rowsBy: "SUPPLIER", year: day(0).slice(0, 4) });
    expect([rows.length, rows[0]["uom"], figures["total"]]).toEqual([1, measure.endsWith("QTY") ? "PCS" : null, rows[0]["total"]]);
    return [rows[0][`m${month}`], await report("getOrderPurchase", rows[0]["months"][month - 1])];
  };
  const [received, behind] = await cell("RECEIPT_QTY");
  // 590 came and 25 went back: quantities leave returns out as amounts do
  expect([received, sums(behind["rows"], "net").toFixed(3), sums(behind["rows"], "received").toFixed(3)]).toEqual([
    ...["565.000", "565.000", "590.000"],
  ]);
  const [returned, back] = await cell("RETURN_QTY");
  expect([returned, sums(back["rows"], "returned").toFixed(3)]).toEqual(["25.000", "25.000"]);
  const [worth, lines] = await cell("RECEIPT_AMOUNT");
  expect(lines["totals"]["receivedAmount"]).toBe(worth);
  // Nothing was received before, although the order is of these days: the days asked for are those of the receipts.
  const before = await report("getOrderPurchase", { from: "2001-01-01", to: "2001-12-31", daysOf: "POSTING" });
  expect(before["rows"]).toEqual([]);
});

test("what was bought outside the lists leads to its orders", async () => {
  const { rows, totals } = await report("getQualifiedSupplier");
  const off = (rows as Row[]).filter((row) => row["drillOff"]);
  for (const row of off) expect((await report("getOrderPurchase", row["drillOff"]))["totals"]["amount"]).toBe(row["offAmount"]);
  const all = await report("getOrderPurchase", { from: day(-360), to: day(0), offList: "Y" });
  expect(all["totals"]["amount"]).toBe(totals["offAmount"]);
});

test("source coverage is told as things stood on its day", async () => {
  const { life } = world;
  const { kernel } = life.product;
  const { ids } = life;
  const at = (days: number) => ({
    me: systemMe("test"),
    now: new Date(`${day(days)}T09:00:00+08:00`),
    requestId: newId(),
    ip: null,
  });
  const entity = kernel.declared.entity("SrmPurAslHeader");
  const line = { supplierId: "S1", aslStatus: "APPROVED", startDate: day(-40), endDate: day(-10) };
  const made = await kernel.actor.act(
    {
      entity,
      action: "saveOrUpdate",
      targets: [{ id: undefined, input: { orgId: ids["org"], aslLevel: "ITEM", itemId: ids["item"], lines: [line] } }],
    },
    at(-40),
  );
  const id = String(made.documents[0]!["id"]);
  await kernel.actor.act({ entity, action: "doExpire", targets: [{ id, input: {} }] }, at(-9));
  const covered = async (asOfDate: string): Promise<unknown[]> => {
    const { figures } = await report("getQualifiedSupplier", { asOfDate });
    return [figures["day"], figures["none"], figures["single"]];
  };
  const all = (await report("getQualifiedSupplier"))["figures"]["items"];
  expect(await covered(day(-41)), "before it was approved").toEqual([day(-41), all, 0]);
  expect(await covered(day(-20)), "while it was in force").toEqual([day(-20), all - 1, 1]);
  expect(await covered(day(-10)), "on its last day").toEqual([day(-10), all - 1, 1]);
  expect(await covered(day(-9)), "the day after").toEqual([day(-9), all, 0]);
  expect(await covered(day(0))).toEqual([day(0), all, 0]);
});

test("the trend of an item has what was agreed beside what was ordered", async () => {
  const itemId = world.life.ids["item"]!;
  await world.life.rows(
    `insert into "SrmPurSupplierPriceList" (id, "createdBy", "creationDate", "lastUpdatedBy", "lastUpdateDate", "versionNum", "orgId", "supplierId", "itemId", "priceType", currency, uom,
       "priceUnit", price, "taxRate", "taxIncludedFlag", "stepFlag", "startDate", priority, "sourceGroup", "sourceType", status, "priceKey")
     values ('TREND', 'x', now(), 'x', now(), 1, $1, $2, $3, 'STANDARD', 'CNY', 'PCS', 2, 22.6, 'T13', 'Y', 'N', $4, 1, 'AGREEMENT', 'AGREEMENT', 'EFFECTIVE', 'TREND')`,
    ...[world.life.ids["org"], doc["supplierId"], itemId, day(-3)],
  );
  const { rows, groups } = await report("getPurItemInquiryTrend", { itemId });
  const now = (rows as Row[]).find((row) => row["month"] === day(0).slice(0, 7))!;
  expect([now["ordered"], now["agreed"], now["index"]]).toEqual(["12.5000", "10.0000", "100.0"]);
  expect(groups["items"][0]["agreed"].at(-1)).toBe("10.00000000");
  await world.life.rows(`delete from "SrmPurSupplierPriceList" where id = 'TREND'`);
});

test("quotas and advances stand beside what was bought where somebody keeps them", async () => {
  const [plain] = (await report("getOrderPortionSupplier"))["rows"] as Row[];
  expect([plain!["quota"], plain!["deviation"]]).toEqual([null, null]);
  const ends = [
    world.life.product.kernel.declared.answers.add(
      quotaShares.answeredBy(async (_, { ids }) => ids.map((id) => ({ id, supplierId: doc["supplierId"], share: "60.00" }))),
    ),
    world.life.product.kernel.declared.answers.add(
      openAdvances.answeredBy(async (_, { orderIds }) => orderIds.map((orderId) => ({ orderId, amount: "100" }))),
    ),
  ];
  const [meant] = (await report("getOrderPortionSupplier"))["rows"] as Row[];
  expect([meant!["quota"], meant!["deviation"]]).toEqual(["60.00", "40.00"]);
  expect((await report("getOrderPayable"))["rows"][0]["advance"]).toBe("100.00");
  for (const end of ends) end();
});

test("what postings come to is told by currency and by unit", async () => {
  const call = (body: object, by: Client = chief) => by.call("srmServer/v1/srmPurStorageTransactionRestful/sumByCondition", body);
  const reply = await ok(call({ orderId: [doc["id"]] }));
  const posted = await world.transactions(doc["id"]);
  expect(reply["currencies"]).toMatchObject([{ currency: "CNY", amountIncl: sums(posted, "incl").toFixed(2) }]);
  expect((reply["units"] as Row[]).map((row) => [row["uom"], Number(row["qty"])])).toEqual([["PCS", 565]]);
  expect((await ok(call({ transactionDateTo: "2001-01-01" })))["units"]).toEqual([]);
  const [own] = (await ok(call({ orderId: [doc["id"]] }, world.vendor)))["currencies"] as Row[];
  expect(own!["amountIncl"]).toBe(sums(posted, "incl").toFixed(2));
});

test("what was bought of a supplier stands in its reports and on its file, as far as the postings go", async () => {
  const posted = sums(await world.transactions(doc["id"]), "excl").toFixed(2);
  const year = day(0).slice(0, 4);
  const told = (call: string, body: object): Promise<Row> => ok(chief.call(`srmServer/v1/srmSupReportRestful/${call}`, body));
  const main = await told("getMainSupplierSchedule", { year });
  expect(main["rows"].map((row: Row) => [row["id"], row["rank"], row["amount"], row["share"]])).toEqual([
    [doc["supplierId"], 1, posted, "100.00"],
  ]);
  const received = await told("getSupplierPurchaseAmount", { year });
  const ordered = await told("getSupplierPurchaseAmount", { year, basis: "ORDERED" });
  expect([received["figures"].total, ordered["figures"].total]).toEqual([posted, "12500.00"]);
  const { figures } = await ok(chief.call("srmServer/v1/srmSupInfoRestful/find360", { supplierId: doc["supplierId"] }));
  expect([Number(figures["spend12m"]).toFixed(2), figures["onTimeRate"], figures["currency"]]).toEqual([posted, null, "CNY"]);
  const traded = async (): Promise<unknown> =>
    (await world.life.rows(`select "lastTradeDate"::text as day from "SrmSupInfo" where id = $1`, doc["supplierId"]))[0]!["day"];
  await expect.poll(traded).not.toBeNull();
});

test("requisitions are followed from asking to confirming", async () => {
  const { figures, groups } = await report("getRequisitionPo");
  expect(figures).toMatchObject({ lines: 1, requested: "1000.000", ordered: "1000.000", rate: "100.00", assignDays: "0.0", overdue: 0 });
  expect(groups["funnel"].map((row: Row) => row["count"])).toEqual([1, 1, 1, 1]);
  expect((await report("getPurRequisition"))["figures"]).toMatchObject({ lines: 1, openLines: 0, openAmount: "0.00" });
});

test("working days leave the weekend out, as counted day by day", async () => {
  const wrong = await world.life.rows(
    `select a, b from (select date '2026-11-01' + i as a, date '2026-11-01' + i + k as b from generate_series(0, 13) i, generate_series(-2, 30) k) x
     where ${workingDays("a", "b")} <> (select count(*) from generate_series(a + 1, b, interval '1 day') d where extract(isodow from d) < 6)`,
  );
  expect(wrong).toEqual([]);
  expect(await world.life.rows(`select ${workingDays("a", "null::date")} as n from (select date '2026-11-13' as a) x`)).toEqual([
    { n: null },
  ]);
});

test("rows beyond what a page lists are left out and that is said; the figures count all", async () => {
  const { kernel } = world.life.product;
  const me = someone({ orgs: "all" });
  const asked = { orgId: null, categoryIds: null };
  const source = kernel.finder.sourceFor(me);
  const asking = { db: kernel.db, find: null as never, source, me, today: day(0), asked, filter: {}, most: 0 };
  const { rows, figures } = await execution(asking);
  expect([rows.length, figures["lines"], figures["shown"]]).toEqual([1, 1, 0]);
});

test("every report answers, nothing of another organisation, and no supplier", async () => {
  for (const [name, { call, filters }] of Object.entries(reportShapes)) {
    const { rows, figures } = await report(call, "from" in filters ? { from: day(-30), to: day(1) } : {});
    expect([name, Array.isArray(rows), typeof figures]).toEqual([name, true, "object"]);
  }
  expect((await report("getOrderPurchase", { orgId: world.life.ids["inv"] }))["rows"]).toEqual([]);
  const refused: Row = await world.vendor.call("srmServer/v1/srmPurReportRestful/getOrderPurchase", {});
  expect(refused["status"]).not.toBe("S");
});

test("documents with a fault are named, as many as were counted", async () => {
  const need = await world.demand.approved(["5"]);
  await ok(world.demand.call(world.demand.purchaser, "doReturn", { id: need["id"], returnWhy: "x" }));
  const { rows, figures, groups, totals } = await report("getPurDocumentAccuracy");
  expect(groups["faulty"].length).toBe(figures["total"] - figures["clean"]);
  expect([groups["faulty"][0]["docType"], groups["faulty"][0]["causes"]]).toEqual(["REQUISITION", ["returned"]]);
  expect(Number(totals["clean"])).toBe(sums(rows, "clean"));
});

test("requisitions in other currencies count at the rate they were submitted with, each line rounded once", async () => {
  const told = async (): Promise<readonly number[]> => {
    const { figures, totals } = await report("getPurRequisition");
    expect(totals["amount"]).toBe(figures["amount"]);
    return [Number(figures["amount"]), Number(figures["openAmount"])];
  };
  const [asked, open] = await told();
  const more = async (): Promise<readonly string[]> => {
    const [now, left] = await told();
    return [(now! - asked!).toFixed(2), (left! - open!).toFixed(2)];
  };
  const abroad = await world.demand.approved(["3", "1"]);
  expect(await more()).toEqual(["40.00", "40.00"]);
  await world.life.rows(`update "SrmPurRequisitionHeader" set currency = 'USD', "exchangeRate" = 7.12345 where id = $1`, abroad["id"]);
  // 30 × 7.12345 = 213.7035 → 213.70; 10 × 7.12345 = 71.2345 → 71.23
  expect(await more()).toEqual(["284.93", "284.93"]);
  const { rows } = await report("getPurRequisition");
  const own = (rows as Row[]).filter((row) => row["requisitionNum"] === abroad["requisitionNum"]);
  expect(own.map((row) => row["amount"]).toSorted()).toEqual(["213.70", "71.23"]);
});

const everyReport = Object.entries({ ...reportShapes, ...supplierShapes }).map(([name, { call }]) => [name, call] as const);

/** A report as somebody reads it whose scope is what he made himself. */
async function ownReport(call: string, me: Me, body: object = {}): Promise<Row> {
  const { kernel } = world.life.product;
  const found = [...spendCalls(kernel), ...reportCalls(kernel)].find((spendCall) => spendCall.path.endsWith(`/${call}`))!;
  const ctx = { me, db: kernel.db, now: new Date(), language: "EN" } as unknown as Context;
  return (await found.handle(ctx, { ...body })) as Row;
}
const own = (userId: string): Me => someone({ userId, userName: userId, selfOnly: true });
const idsIn = async (e: Entity, me: Me): Promise<ReadonlySet<string>> =>
  new Set((await world.life.product.kernel.finder.list(e, { pageRows: 0 }, me)).rows.map((row) => String(row["id"])));

/** Suppliers belong to no organisation: a caller who sees their list may count them. */
const countsSuppliers = new Set(["introduced", "exited"]);

test.each(everyReport)(
  "scope SELF holds inside %s: its rows are rows of the caller's own lists, a stranger's figures are nothing",
  async (_, call) => {
    const stranger = await ownReport(call, own("stranger"));
    for (const [key, value] of Object.entries(stranger["totals"] ?? {}))
      if (!countsSuppliers.has(key)) expect([key, Number(value ?? 0)]).toEqual([key, 0]);
    const maker = own(
      String((await world.life.rows(`select "createdBy" as by from "SrmPurOrderHeader" where id = $1`, doc["id"]))[0]!["by"]),
    );
    const kinds: readonly (readonly [string, Entity])[] = [
      ["orderId", order as unknown as Entity],
      ["orderLineId", orderLine as unknown as Entity],
      ["headerId", requisition as unknown as Entity],
    ];
    for (const me of [own("stranger"), maker]) {
      const reply = await ownReport(call, me);
      for (const [key, e] of kinds) {
        const mine = await idsIn(e, me);
        expect((reply["rows"] as Row[]).flatMap((row) => (row[key] && !mine.has(row[key]) ? [row[key]] : []))).toEqual([]);
      }
    }
    expect(JSON.stringify(stranger)).not.toContain(doc["orderNum"]);
  },
);

test("the amounts of a caller with scope SELF are those of the orders he lists, in every report that adds orders up", async () => {
  const { kernel } = world.life.product;
  const maker = own(
    String((await world.life.rows(`select "createdBy" as by from "SrmPurOrderHeader" where id = $1`, doc["id"]))[0]!["by"]),
  );
  for (const me of [own("stranger"), maker]) {
    const asked = { pageRows: 0, status: ["PUBLISHED", "CONFIRMED", "CHANGING", "COMPLETED", "CLOSED"] };
    const { rows } = await kernel.finder.list(order, asked, me);
    const listed = sums(rows, "baseAmount");
    const total = async (call: string, body: object = {}): Promise<number> => Number((await ownReport(call, me, body))["totals"]["amount"]);
    for (const call of ["getOrderSumPriceStat", "getOrderPortionPurchaseAmount", "getOrderPurchase"])
      expect([call, await total(call, { tax: "INCL" })]).toEqual([call, listed]);
    for (const call of ["getOrderPortionSupplier", "getOrderItem"])
      expect([call, await total(call)]).toEqual([call, sums(rows, "amountExcl")]);
  }
});

test("a later refund does not count as completion, and a reversal is taken off the receipt in every report", async () => {
  const late = await world.running({ rows: ["10"] });
  await world.ship(late, "10");
  const [row] = late["lines"][0]["deliveries"] as Row[];
  await world.post(late["id"], {
    deliveryId: row!["id"],
    event: "E11",
    deltas: { TRN: "-10", RCV: "10" },
    transactions: [{ id: "TX-DONE", transactionType: "RECEIVE", transactionDate: day(-4), qty: "10" }],
  });
  await world.life.rows(`update "SrmPurOrderDelivery" set "firstPromiseDate" = $2 where "orderId" = $1`, late["id"], day(-6));
  await world.undo(late, "E16", "2", "TX-DONE");
  const lineOf = async (): Promise<Row> =>
    ((await report("getOrderPurchase", { orderNum: late["orderNum"] }))["rows"] as Row[]).find((row) => row["orderId"] === late["id"])!;
  expect(await lineOf()).toMatchObject({ open: "0.000", delay: 2, received: "10.000", returned: "2.000", net: "8.000" });
  const wrong = await world.running({ rows: ["10"] });
  await world.received(wrong, "10", 0, "TX-WRONG");
  await world.undo(wrong, "E14", "10", "TX-WRONG");
  const payable = ((await report("getOrderPayable"))["rows"] as Row[]).find((row) => row["orderId"] === wrong["id"])!;
  expect([payable["received"], payable["returned"]]).toEqual(["0.00", "0.00"]);
});

test("year on year is empty, and says why, when orders do not cover the year before", async () => {
  const { figures, notes, rows } = await report("getOrderSumPriceRate", { year: day(0).slice(0, 4) });
  expect([figures["rate"], (rows as Row[]).every((row) => row["yearRate"] === null)]).toEqual([null, true]);
  expect(
    (rows as Row[]).map((row) => row["lastYear"]),
    "no figure stands where there was no order yet",
  ).toEqual(rows.map(() => null));
  expect((notes as Row[]).map((note) => note["code"])).toEqual(["BASE_YEAR"]);
});
