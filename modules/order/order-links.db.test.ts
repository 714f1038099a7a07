import { afterAll, beforeAll, expect, test } from "vitest";
import { houseZone, shift } from "#kernel/time.ts";
import type { Client } from "../../tests/support/client.ts";
import { day, ok, OrderWorld, type Row } from "../../tests/support/ordering.ts";
import { OrderClock } from "./server/order-calls.ts";
import { runDue } from "../../tests/support/due.ts";

let world: OrderWorld;
beforeAll(async () => void (world = await OrderWorld.open()));
afterAll(() => world?.life.product.drop());

const line = (doc: Row): Row => doc["lines"][0];
const again = (doc: Row): Promise<Row> => world.find(doc["id"]);
const programs = (now = new Date()) => new OrderClock(world.life.product.kernel, { now: () => now }).programs();

test("lines of requisitions become one draft for their supplier, which holds them", async () => {
  const [a, b] = [await world.demand.approved(["10"]), await world.demand.approved(["20"])];
  const lines = [a, b].map((doc) => ({ reqLineId: line(doc)["id"], qty: line(doc)["openQty"] }));
  const reply = await world.demand.call(world.buyer, "toOrder", { id: a["id"], lines, supplierId: "S1", mergeFlag: "Y" });
  expect([reply.status, reply.msg]).toEqual(["S", undefined]);
  const { targetHeaderIds } = reply.revealed;
  expect(targetHeaderIds).toHaveLength(1);
  const doc = await world.find(targetHeaderIds[0]);
  expect(doc).toMatchObject({ status: "DRAFT", supplierId: "S1", sourceType: "REQUISITION" });
  expect(doc["lines"].map((row: Row) => row["qty"])).toEqual(["10", "20"]);
  expect([await world.needs(a), await world.needs(b)]).toEqual([
    "open 0 occupied 10 ordered 0 cancelled 0",
    "open 0 occupied 20 ordered 0 cancelled 0",
  ]);
});

test("a line that is closed, cancelled or not approved is sourced in no way: PUR-2005 names it and its status", async () => {
  const [closed, partly, draft] = [await world.demand.approved(), await world.demand.approved(["10", "20"]), await world.demand.draft()];
  await ok(world.demand.call(world.buyer, "doClose", { id: closed["id"], closeWhy: "不再需要" }));
  await ok(world.demand.call(world.buyer, "doCancel", { id: partly["id"], lineIds: [line(partly)["id"]] }));
  for (const [doc, status] of [
    [closed, "已关闭"],
    [partly, "已取消"],
    [draft, "拟定"],
  ] as const) {
    const refused = { code: "PUR-2005", msg: `申请行[10]状态[${status}]，不能转采购` };
    const lines = [{ reqLineId: line(doc)["id"], qty: "1" }];
    for (const action of ["toOrder", "toAgreement", "toDemandSummary"])
      expect(await world.demand.call(world.buyer, action, { id: doc["id"], lines, supplierId: "S1", mergeFlag: "Y" })).toMatchObject(
        refused,
      );
    const desk = "srmServer/v1/srmPurRequisitionLineRestful/doToTarget";
    expect(await world.buyer.call(desk, { targetType: "ORDER", lines, supplierId: "S1", mergeFlag: "Y" })).toMatchObject(refused);
    expect(await world.call("saveOrUpdate", world.body({ rows: ["1"], line: { reqRels: lines } }))).toMatchObject(refused);
  }
  expect((await world.demand.find(partly["id"]))["lines"][1]["openQty"], "the other line is as it was").toBe("20");
});

test("purchasing 36: an order turns what the plan held into what is used, at its own price", async () => {
  const plan = await world.planned();
  const req = await world.demand.approved(["80"]);
  expect(await world.budget(plan)).toBe("occupied 800.00 used 0.00 open 200.00");
  const dear = await world.draft({ rows: ["80"], price: "12.51", req });
  expect(await world.call("doSubmit", { id: dear["id"] })).toMatchObject({
    code: "PUR-2003",
    msg: expect.stringContaining("剩余200.00，申请200.80"),
  });
  await ok(world.call("delete", { id: dear["id"] }));
  const late = await world.draft({ rows: ["80"], price: "12.5", req });
  await ok(world.call("doSubmit", { id: late["id"] }));
  const other = await world.demand.approved(["10"]);
  expect(await world.life.decides(late["id"]), "what was left at submission is gone").toMatchObject({ code: "PUR-2003" });
  await ok(world.life.decides(late["id"], "doReject"));
  await ok(world.call("doCancel", { id: late["id"], reason: "太贵" }));
  await ok(world.demand.call(world.buyer, "doCancel", { id: other["id"], reason: "不再需要" }));
  const doc = await world.running({ rows: ["80"], price: "12.5", req });
  expect(await world.budget(plan)).toBe("occupied 0.00 used 1000.00 open 0.00");
  await world.received(doc, "50");
  await ok(world.call("doClose", { id: doc["id"], reason: "够了" }));
  expect(await world.budget(plan)).toBe("occupied 0.00 used 625.00 open 375.00");
  await world.life.rows(`update "SrmPurProcurementPlan" set status = 'CLOSED'`);
});

test("a price changed on a running order moves what the plan has used, and cancelling gives back all of it", async () => {
  const plan = await world.planned();
  const [a, b] = [await world.demand.approved(["30"]), await world.demand.approved(["50"])];
  const reqRels = [a, b].map((doc) => ({ reqLineId: line(doc)["id"], qty: line(doc)["requestQty"] }));
  const doc = await world.running({ rows: ["80"], price: "10", line: { reqRels } });
  expect(await world.budget(plan)).toBe("occupied 0.00 used 800.00 open 200.00");
  const priced = async (price: string): Promise<any> => {
    const { changeId } = await ok(world.call("doChange", { id: doc["id"] }));
    const draft = await world.find(changeId);
    await ok(world.call("saveOrUpdate", { id: changeId, lines: { changed: [{ id: line(draft)["id"], price }] } }));
    const reply = await world.call("doSubmit", { id: changeId });
    if (reply.status === "S") await ok(world.life.decides(changeId));
    else await ok(world.call("doCancelChange", { id: doc["id"] }));
    return reply;
  };
  expect(await priced("12.51")).toMatchObject({ code: "PUR-2003", msg: expect.stringContaining("剩余200.00，申请200.80") });
  expect(await priced("12.335")).toMatchObject({ status: "S" });
  expect(await world.budget(plan)).toBe("occupied 0.00 used 986.80 open 13.20");
  const shares = `select "usedAmount"::text used from "SrmPurRequisitionTargetRel" where "targetHeaderId" = $1 order by "requisitionNum"`;
  expect(await world.life.rows(shares, doc["id"])).toEqual([{ used: "370.05" }, { used: "616.75" }]);
  expect(await priced("9")).toMatchObject({ status: "S" });
  expect(await world.budget(plan)).toBe("occupied 0.00 used 720.00 open 280.00");
  await ok(world.call("doCancel", { id: doc["id"], reason: "不要了" }));
  expect(await world.budget(plan)).toBe("occupied 800.00 used 0.00 open 200.00");
  await world.life.rows(`update "SrmPurProcurementPlan" set status = 'CLOSED'`);
});

test("an order is found by its items and by the requisition it is made from, and says what is unusual in the reader's language", async () => {
  const req = await world.demand.approved(["10"]);
  const doc = await world.draft({ rows: ["10"], req });
  const found = async (filter: object): Promise<readonly string[]> =>
    (await ok(world.call("listByPage", { pageRows: 500, ...filter }))).map((row: Row) => row["id"]);
  expect(await world.find(doc["id"])).toMatchObject({ sourceNums: req["requisitionNum"] });
  expect(await found({ sourceNums: req["requisitionNum"] })).toEqual([doc["id"]]);
  expect(await found({ "lines.itemId": [world.life.ids["item"]] })).toContain(doc["id"]);
  expect(await found({ "lines.itemId": ["nobody"] })).toEqual([]);
  expect(await world.call("listByPage", { "lines.nothing": "x" })).toMatchObject({ status: "E", code: "FILTER_UNKNOWN" });
  const unseen = await world.vendor.call("srmServer/v1/srmPurOrderHeaderRestful/listByPage", { "lines.costCenter": "x" });
  expect(unseen, "what a supplier does not see it cannot ask for either").toMatchObject({ status: "E", code: "FILTER_UNKNOWN" });
  await world.life.rows(`update "SrmBasePurchaseBillType" set "priceControl" = 'WARN' where id = $1`, world.life.ids["type"]);
  await world.life.rows(`update "SrmBaseItem" set "itemNameEn" = 'Bracket' where id = $1`, world.life.ids["item"]);
  const odd = await world.find((await world.draft({ rows: ["10"] }))["id"]);
  await world.life.rows(`update "SrmBasePurchaseBillType" set "priceControl" = 'NONE' where id = $1`, world.life.ids["type"]);
  expect([odd["exceptionNote"], odd["exceptionNoteEn"]], "each half calls the item by its own name").toEqual([
    expect.stringMatching(/^10: PUR-2110 物料\[支架\]/),
    expect.stringMatching(/^10: PUR-2110 No effective price for Bracket/),
  ]);
});

test("what was bought before is compared for one unit in base currency; what an order wrote stays", async () => {
  const { ids } = world.life;
  const history = (name: string, body: object) => world.buyer.call(`srmServer/v1/srmPurHistoryRestful/${name}`, body);
  const old = (orderNum: string, supplierId: string, orderDate: string, qty: string, priceExcl: string, priceUnit: string) =>
    world.life.made("SrmPurHistory", {
      itemId: ids["item"],
      orgId: ids["org"],
      uom: "KG",
      currency: "CNY",
      orderNum,
      supplierId,
      orderDate,
      qty,
      priceExcl,
      priceUnit,
    });
  await old("OLD-1", "S1", day(-400), "300", "1000", "100");
  await old("OLD-2", "S2", day(-300), "100", "12", "1");
  const sides = await ok(history("compareItemPrices", { itemIds: [ids["item"]] }));
  expect(sides.filter((side: Row) => side["uom"] === "KG").map((side: Row) => [side["supplierId"], side["average"], side["qty"]])).toEqual([
    ["S1", "10.00000000", "300.000000"],
    ["S2", "12.00000000", "100.000000"],
  ]);
  await world.published({ rows: ["10"] });
  const row = await ok(history("getItemPriceSummary", { itemId: ids["item"], orgId: ids["org"] }));
  expect(row).toMatchObject({ uom: "PCS", last: "12.50000000" });
  expect(row["recent"][0]).toMatchObject({ supplierId: "S1", qty: "10.000000" });
  const [own] = await world.life.rows(`select id from "SrmPurHistory" where "sourceType" = 'ORDER' limit 1`);
  await expect(world.life.made("SrmPurHistory", { id: own!["id"], priceExcl: "1" })).rejects.toMatchObject({ code: "PUR-0008" });
});

test("a keeper who only looks orders up finds those that bring goods to his warehouse, and no others", async () => {
  const { life } = world;
  const store = await life.made("BaseOrganization", {
    orgCode: "LOOK1",
    orgName: "试验仓",
    orgType: "INV",
    parentOrgId: life.ids["org"],
    enabledFlag: "Y",
  });
  const userId = await life.product.person("po.keeper", ["WAREHOUSE"]);
  await life.made("BaseUserOrgPermit", { userId, orgId: store["id"], permitType: "INCLUDE" });
  const keeper = await life.wearing("po.keeper", "WAREHOUSE");
  const doc = await world.published({ rows: ["5"] });
  await world.published({ rows: ["6"] });
  const looked = async (): Promise<readonly string[]> =>
    (await ok(keeper.call("srmServer/v1/srmPurOrderHeaderRestful/listByPage", { list: "tracking", pageRows: 500 }))).map(
      (row: Row) => row["id"],
    );
  expect(await looked()).toEqual([]);
  await life.rows(`update "SrmPurOrderDelivery" set "invOrgId" = $2 where "orderId" = $1`, doc["id"], store["id"]);
  expect(await looked()).toEqual([doc["id"]]);
});

test("purchasing 37: an agreement over an amount is released to the cent", async () => {
  const { ids } = world.life;
  const type = await world.life.made("SrmBasePurchaseBillType", {
    billCategory: "AGREEMENT",
    billTypeCode: "AG_TEST",
    billTypeName: "试验协议",
    aslControl: "NONE",
  });
  await world.life.act("SrmBasePurchaseBillType", type["id"], "doEnabled");
  const agrees = (name: string, body: object) => world.buyer.call(`srmServer/v1/srmPurAgreementHeaderRestful/${name}`, body);
  const made = await ok(
    agrees("saveOrUpdate", {
      billTypeId: type["id"],
      agreementType: "AMOUNT",
      orgId: ids["org"],
      supplierId: ids["S1"],
      currency: "CNY",
      amountLimit: "10",
      startDate: day(-30),
      endDate: day(300),
      paymentTermId: ids["term"],
      taxRate: "T13",
      lines: [{ itemId: ids["item"], uom: "PCS", price: "0.335" }],
    }),
  );
  await ok(agrees("doSubmit", { id: made["id"], confirmed: ["PUR-2102"] }));
  await ok(world.life.decides(made["id"]));
  const stands = async (): Promise<string> => {
    const doc = await ok(agrees("findById", { id: made["id"] }));
    return `occupied ${doc["occupiedAmount"]} released ${doc["releasedAmount"]} open ${doc["openAmount"]}`;
  };
  const agreementLineId = made["lines"][0]["id"];
  const draft = await world.draft({ rows: ["3"], price: "0.335", line: { agreementLineId } });
  expect(await stands()).toBe("occupied 1.01 released 0.00 open 8.99");
  expect(line(draft)).toMatchObject({ priceSource: "AGREEMENT", priceException: "N" });
  await ok(world.call("doSubmit", { id: draft["id"] }));
  await ok(world.life.decides(draft["id"]));
  expect(await stands()).toBe("occupied 0.00 released 1.01 open 8.99");
  await ok(world.call("doSupplierDeliveryConfirm", { id: draft["id"] }, world.vendor));
  await world.received(draft, "1");
  await ok(world.call("doClose", { id: draft["id"], reason: "x" }));
  expect(await stands()).toBe("occupied 0.00 released 0.34 open 9.66");
  expect(await world.call("saveOrUpdate", world.body({ rows: ["100"], price: "0.335", line: { agreementLineId } }))).toMatchObject({
    code: "PUR-2103",
  });
});

test("what a revision brings is told in the reader's language: a new line by its goods, a term by its name", async () => {
  const { life } = world;
  await life.rows(`update "SrmBaseItem" set "itemNameEn" = 'Bracket' where id = $1`, life.ids["item"]);
  const doc = await world.running({ rows: ["5"] });
  const { changeId } = await ok(world.call("doChange", { id: doc["id"] }));
  const [added] = world.body({ rows: ["7"], price: "2" })["lines"];
  await ok(world.call("saveOrUpdate", { id: changeId, settleMode: "SERVICE", lines: { changed: [added] } }));
  await ok(world.call("doSubmit", { id: changeId }));
  const draft = await world.find(changeId);
  expect([draft["changeSummary"], draft["changeSummaryEn"]]).toEqual(["+ 支架 7 × 2", "+ Bracket 7 × 2"]);
  await ok(life.decides(changeId));
  const compare = () => world.buyer.call("srmServer/v1/srmPurOrderHistoryRestful/compareRevision", { orderId: doc["id"] });
  const told = async (): Promise<readonly unknown[]> =>
    ((await ok(compare())) as unknown as Row[]).map((row) => [row["changeType"], row["newValue"]]).toSorted();
  expect(await told()).toEqual([
    ["ADD_LINE", "支架 7"],
    ["TERM", "结算方式：按验收结算"],
  ]);
});

test("silence past the deadline is consent where the bill type says so; elsewhere both sides are reminded", async () => {
  const { life } = world;
  const doc = await world.published({ rows: ["5"] });
  const late = shift(new Date(), { hours: 60 });
  await runDue(life.product.kernel, "PUR_AUTO_CONFIRM", late);
  expect(await again(doc)).toMatchObject({ status: "PUBLISHED" });
  expect(await life.rows(`select 1 from "Outbox" where event = 'PUR_ORDER_CONFIRM_OVERDUE' and "docId" = $1`, doc["id"])).toHaveLength(1);
  await life.rows(
    `update "SrmBasePurchaseBillType" set "supplierConfirmMode" = 'AUTO_AFTER_DAYS', "autoConfirmDays" = 2 where id = $1`,
    life.ids["type"],
  );
  await runDue(life.product.kernel, "PUR_AUTO_CONFIRM", late);
  expect(await again(doc)).toMatchObject({ status: "CONFIRMED" });
  expect(line(await again(doc))["deliveries"]).toMatchObject([{ autoConfirmFlag: "Y" }]);
  await life.rows(
    `update "SrmBasePurchaseBillType" set "supplierConfirmMode" = 'MUST', "autoConfirmDays" = null where id = $1`,
    life.ids["type"],
  );
});

test("the nightly proof finds nothing after honest work, and names what somebody bent", async () => {
  const { life } = world;
  const doc = await world.running({ rows: ["100"] });
  await world.received(doc, "60");
  await programs()["PUR_CHECK_LEDGER"]!({} as never);
  expect(await life.rows(`select "docNum", rule, bucket from "SrmPurLedgerDiff"`)).toEqual([]);
  await life.rows(`update "SrmPurOrderDelivery" set "receivedQty" = 61 where "orderId" = $1`, doc["id"]);
  await programs()["PUR_CHECK_LEDGER"]!({} as never);
  const found = await life.rows(
    `select rule, bucket, "storedValue" stored, "provenValue" proven from "SrmPurLedgerDiff" order by rule, bucket`,
  );
  expect(found).toEqual([
    { rule: "I3", bucket: "RCV", stored: "60", proven: "61" },
    { rule: "LEDGER", bucket: "RCV", stored: "61", proven: "60" },
  ]);
  expect(await life.rows(`select data from "Outbox" where event = 'PUR_LEDGER_DIFF'`)).toMatchObject([{ data: { n: "2" } }]);
  // A data administrator puts the counter to its postings; the line's own was right all the time.
  await life.product.person("diff.admin", ["MASTER_DATA"]);
  const admin = await life.wearing("diff.admin", "MASTER_DATA");
  const [bent] = await life.rows(`select id from "SrmPurLedgerDiff" where rule = 'LEDGER'`);
  const rebuild = (by: Client) => by.call("srmServer/v1/srmPurLedgerDiffRestful/doRebuild", { id: bent!["id"], note: "计数被手工改过" });
  expect(await rebuild(world.buyer)).toMatchObject({ status: "E", code: "PERM_DENIED" });
  expect(await ok(rebuild(admin))).toMatchObject({ status: "DEALT", seenNote: "计数被手工改过" });
  expect(line(await again(doc))["deliveries"]).toMatchObject([{ receivedQty: "60" }]);
  await programs()["PUR_CHECK_LEDGER"]!({} as never);
  expect(await life.rows(`select rule, status from "SrmPurLedgerDiff" order by rule`)).toEqual([
    { rule: "I3", status: "GONE" },
    { rule: "LEDGER", status: "DEALT" },
  ]);
});

test("a thousand lines are saved, submitted, approved and published with no more questions than ten", async () => {
  const { db } = world.life.product.kernel;
  const body = (lines: number): Row => {
    const whole = world.body({ rows: ["10"] });
    return { ...whole, lines: Array.from({ length: lines }, () => ({ ...(whole["lines"] as Row[])[0] })) };
  };
  const sent = new Map<string, number>();
  const counted = async <T>(work: () => Promise<T>): Promise<readonly [T, number]> => {
    let n = 0;
    const stop = db.onStatement((text) => void (n++, sent.set(text, (sent.get(text) ?? 0) + 1)));
    const done = await work();
    stop();
    return [done, n];
  };
  const whole = async (lines: number): Promise<readonly [string, readonly number[]]> => {
    const [{ id }, saved] = await counted(() => ok(world.call("saveOrUpdate", body(lines))));
    const [, submitted] = await counted(() => ok(world.call("doSubmit", { id })));
    const [, published] = await counted(() => ok(world.life.decides(id)));
    return [id, [saved, submitted, published]];
  };
  await whole(10);
  const [, few] = await whole(10);
  sent.clear();
  const [id, many] = await whole(1000);
  expect(Math.max(...sent.values()), "no statement is sent for every line, nor for every ten").toBeLessThan(100);
  // The running server asks things of its own meanwhile, the more the longer it takes; a question for each line would be a thousand.
  for (const [i, n] of many.entries()) expect(n).toBeLessThan(few[i]! + 300);
  expect(await world.find(id)).toMatchObject({ status: "PUBLISHED", amountExcl: "125000.00" });
}, 60_000);

test("the digest of what is due waits for the hour of the house; from then on it tells", async () => {
  const { life } = world;
  const run = (clock: string) =>
    programs()["PUR_DUE_DIGEST"]!({ fireTime: new Date(`2026-03-02T${clock}:00+08:00`), createdBy: "system:jobs" } as never);
  const waiting = () =>
    life.rows(
      `select to_char("runAt" at time zone '${houseZone}', 'HH24:MI') at from "BaseScheduleRequest" where "onceKey" = 'PUR_DUE_DIGEST@2026-03-02'`,
    );
  expect(await run("00:05")).toEqual(["将于 08:30 通知", "Notified at 08:30"]);
  expect(await run("00:06")).toEqual(["将于 08:30 通知", "Notified at 08:30"]);
  expect(await waiting()).toEqual([{ at: "08:30" }]);
  expect((await run("08:30")) as readonly string[]).toMatchObject([expect.stringContaining("家"), expect.stringContaining("notified")]);
});

test("an item that needs the maker's report says so on every order approved from then on", async () => {
  const { life } = world;
  const flag = (value: string) => life.rows(`update "SrmBaseItem" set "inspectReportFlag" = $1 where id = $2`, value, life.ids["item"]);
  await flag("Y");
  const asked = await world.published({ rows: ["5"] });
  await flag("N");
  const free = await world.published({ rows: ["5"] });
  expect([line(await again(asked))["inspectReportFlag"], line(await again(free))["inspectReportFlag"]]).toEqual(["Y", "N"]);
});
