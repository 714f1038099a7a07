import { afterAll, beforeAll, expect, test } from "vitest";
import { Question } from "#kernel/question.ts";
import { unbalanced } from "../../tests/support/balanced.ts";
import { plant } from "../../tests/support/plant.ts";
import { from, ManagingWorld, ok, type Row } from "../../tests/support/managing.ts";
import { demandTargets, suggestions, type TargetAsked, type TargetMade } from "./doors.ts";
import type { DemandMove } from "./moves.ts";
import { planningPrograms } from "./planning.calls.ts";

let world: ManagingWorld;
let ids: Record<string, string>;
const on = (entity: string) => `srmServer/v1/${entity[0]!.toLowerCase()}${entity.slice(1)}Restful`;
const plans = (name: string, body: object) => world.people["planner"]!.call(`${on("SrmPurProcurementPlan")}/${name}`, body);
const needs = (name: string, body: object) => world.people["pbuyer"]!.call(`${on("SrmPurRequisitionHeader")}/${name}`, body);
const summaries = (name: string, body: object) => world.people["planner"]!.call(`${on("SrmPurDemandSummary")}/${name}`, body);
const orders = (name: string, body: object) => world.people["planner"]!.call(`${on("SrmPurCustomerOrder")}/${name}`, body);
const numbers = (row: Row, ...keys: string[]): number[] => keys.map((key) => Number(row[key]));

beforeAll(async () => {
  world = await ManagingWorld.open();
  ids = world.ids;
  const { product } = world;
  ids["inv"] = (
    await world.made("BaseOrganization", {
      orgCode: "W1",
      orgName: "一仓",
      orgType: "INV",
      parentOrgId: ids["org"],
      functionalCurrency: "CNY",
    })
  )["id"];
  ids["dept"] = (await world.made("BaseDepartment", { deptCode: "D1", deptName: "计划部", orgId: ids["org"] }))["id"];
  for (const code of ["M100", "M200"]) {
    const more = { itemCode: code, itemName: `件${code}`, categoryId: ids["sheet"], itemType: "RAW", primaryUom: "PCS" };
    ids[code] = (await world.made("SrmBaseItem", more))["id"];
    await world.made("SrmBaseItemOrg", { itemId: ids[code], orgId: ids["inv"] });
  }
  await world.rows(`update "SrmBaseItem" set "itemStatus" = 'ACTIVE'`);
  await world.rows(`update "SrmBaseItemOrg" set status = 'ACTIVE', "purchasableFlag" = 'Y'`);
  const [type] = await world.rows(`select id from "SrmBasePurchaseBillType" where "billCategory" = 'REQUISITION' order by id limit 1`);
  ids["type"] = type!["id"];
  for (const [key, responsibility] of [
    ["planner", "PLANNER"],
    ["pbuyer", "BUYER"],
  ] as const) {
    ids[key] = await product.person(`pl.${key}`, [responsibility]);
    world.people[key] = await world.wearing(`pl.${key}`, responsibility);
  }
});
afterAll(() => world?.product.drop());

async function planned(
  more: object = {},
  lines: object[] = [{ itemId: ids["M100"], uom: "PCS", planQty: "100", planAmount: "1000" }],
): Promise<string> {
  const doc = await ok(
    plans("saveOrUpdate", {
      planType: "MONTH",
      periodStart: from(-10),
      periodEnd: from(60),
      orgId: ids["org"],
      controlMode: "BLOCK",
      controlBasis: "AMOUNT",
      lines,
      ...more,
    }),
  );
  await ok(plans("doSubmit", { id: doc["id"] }));
  await ok(world.decides(doc["id"]));
  return doc["id"];
}
const planLine = async (id: string): Promise<Row> => (await ok(plans("findById", { id })))["lines"][0];
const standing = async (id: string): Promise<number[]> => numbers(await planLine(id), "occupiedAmount", "usedAmount", "openAmount");

async function need(qty: string, more: object = {}, line: object = {}): Promise<Row> {
  return ok(
    needs("saveOrUpdate", {
      billTypeId: ids["type"],
      requisitionType: "MATERIAL",
      orgId: ids["org"],
      deptId: ids["dept"],
      currency: "CNY",
      ...more,
      lines: [{ itemId: ids["M100"], requestQty: qty, needByDate: from(20), estPrice: "10", invOrgId: ids["inv"], ...line }],
    }),
  );
}
async function approved(qty: string, more: object = {}, line: object = {}): Promise<Row> {
  const doc = await need(qty, more, line);
  await ok(needs("doSubmit", { id: doc["id"] }));
  await ok(world.decides(doc["id"]));
  return ok(needs("findById", { id: doc["id"] }));
}
const move = (doc: Row, kind: DemandMove["kind"], qty: string, more: Partial<DemandMove> = {}) =>
  world.act("SrmPurRequisitionHeader", doc["id"], "doPost", {
    moves: [
      {
        kind,
        qty,
        reqLineId: doc["lines"][0].id,
        targetType: "ORDER",
        targetHeaderId: `PO-${doc["id"]}`,
        targetLineId: `POL-${doc["id"]}`,
        targetNum: "PO1",
        ...more,
      },
    ],
  });

test("purchasing 36: a plan by amount holds requisitions and orders to it, and gets back what is not used", async () => {
  const id = await planned({ deptId: ids["dept"] });
  const doc = await approved("80");
  expect(await standing(id)).toEqual([800, 0, 200]);
  // Returned and submitted again unchanged.
  await ok(needs("doReturn", { id: doc["id"], returnWhy: "补充说明" }));
  expect(await standing(id)).toEqual([800, 0, 200]);
  await ok(needs("doSubmit", { id: doc["id"] }));
  await ok(world.decides(doc["id"]));
  expect(await standing(id)).toEqual([800, 0, 200]);
  await move(doc, "take", "80");
  await expect(move(doc, "order", "80", { amountExcl: "1000.80" })).rejects.toMatchObject({ code: "PUR-2003" });
  await move(doc, "order", "80", { amountExcl: "1000.00" });
  expect(await standing(id)).toEqual([0, 1000, 0]);
  // Another requisition finds nothing left.
  const late = await need("1");
  expect(await needs("doSubmit", { id: late["id"] })).toMatchObject({ status: "E", code: "PUR-2003" });
  await move(doc, "release", "30", { amountExcl: "375.00" });
  expect(await standing(id)).toEqual([300, 625, 75]);
  const line = await planLine(id);
  const ledger = await world.rows(
    `select bucket, sum(delta)::text as total from "SrmPurQtyLedger" where "ownerId" = $1 group by bucket`,
    line["id"],
  );
  const total = Object.fromEntries(ledger.map((row) => [row["bucket"], Number(row["total"])]));
  expect(total).toEqual({ OCC_QTY: 30, USED_QTY: 50, OCC_AMT: 300, USED_AMT: 625 });
  await ok(plans("doClose", { id, closeWhy: "测试结束" }));
});

test("purchasing 36: closed with defaults the rest is open on the plan again", async () => {
  const id = await planned({ deptId: ids["dept"] });
  const doc = await approved("80");
  await move(doc, "take", "80");
  await move(doc, "order", "80", { amountExcl: "1000.00" });
  await move(doc, "burn", "30", { amountExcl: "375.00" });
  expect(await standing(id)).toEqual([0, 625, 375]);
  await ok(plans("doClose", { id, closeWhy: "测试结束" }));
});

test("a plan is adjusted beside the one in force, never below what is used", async () => {
  const id = await planned({ deptId: ids["dept"] });
  await approved("80");
  await ok(plans("doAdjust", { id, adjustWhy: "需求下降" }));
  expect(await plans("doAdjust", { id, adjustWhy: "再来" })).toMatchObject({ status: "E", code: "PUR-0008" });
  const [draft] = await world.rows(`select id from "SrmPurProcurementPlan" where "liveId" = $1`, id);
  const doc = await ok(plans("findById", { id: draft!["id"] }));
  const [row] = doc["lines"] as Row[];
  const saved = (adjustAmount: string, more: object = {}) =>
    plans("saveOrUpdate", { id: doc["id"], lines: [{ id: row!["id"], adjustAmount, ...more }] });
  expect(await saved("-200.01")).toMatchObject({ status: "E", code: "PUR-2006" });
  expect(await saved("-100", { planAmount: "5000" })).toMatchObject({ status: "E", code: "PUR-0008" });
  await ok(saved("-100"));
  expect(await standing(id), "the plan in force is as it was").toEqual([800, 0, 200]);
  await ok(plans("doSubmit", { id: doc["id"] }));
  await ok(world.decides(doc["id"]));
  expect(await standing(id)).toEqual([800, 0, 100]);
  const live = await ok(plans("findById", { id }));
  expect([live["revisionNum"], live["status"], live["planNum"]]).toEqual([1, "APPROVED", doc["planNum"]]);
  expect(await plans("doAdjust", { id: doc["id"], adjustWhy: "x" })).toMatchObject({ status: "E" });
  await ok(plans("doClose", { id, closeWhy: "测试结束" }));
});

test("what is open of a plan becomes a requisition of it", async () => {
  const id = await planned({ deptId: ids["dept"], controlMode: "NONE" });
  const elsewhere = await world.made("BaseOrganization", { orgCode: "BU9", orgName: "九部", orgType: "BU", functionalCurrency: "CNY" });
  const limited = (orgIds: string | null) =>
    world.rows(`update "SrmBasePurchaseBillType" set "orgIds" = $1 where id = $2`, orgIds, ids["type"]);
  await limited(JSON.stringify([elsewhere["id"]]));
  expect(await plans("doToRequisition", { id, billTypeId: ids["type"], invOrgId: ids["inv"], needByDate: from(20) })).toMatchObject({
    fieldErrors: [{ code: "BASE_BTR_002" }],
  });
  await limited(null);
  await ok(plans("doToRequisition", { id, billTypeId: ids["type"], invOrgId: ids["inv"], needByDate: from(20) }));
  const [made] = await world.rows(`select id from "SrmPurRequisitionHeader" where "planId" = $1`, id);
  const doc = await ok(needs("findById", { id: made!["id"] }));
  expect(doc).toMatchObject({ status: "DRAFT", sourceType: "PLAN", totalAmount: "1000.00" });
  expect(doc["lines"]).toMatchObject([{ itemId: ids["M100"], requestQty: "100", needByDate: from(20), uom: "PCS" }]);
  await ok(plans("doClose", { id, closeWhy: "测试结束" }));
});

test("open lines are gathered by item and week and held; a split goes to orders, the rest is given back", async () => {
  const [a, b] = [await approved("100", {}, { itemId: ids["M200"] }), await approved("50", {}, { itemId: ids["M200"] })];
  const made = await ok(summaries("doGenerate", { ofOrgId: ids["org"], ofItemId: ids["M200"], periodType: "WEEK" }));
  const [row] = await world.rows(`select id from "SrmPurDemandSummary" where "itemId" = $1`, ids["M200"]);
  const id = row!["id"];
  expect(made).toBeTruthy();
  const doc = await ok(summaries("findById", { id }));
  expect(doc).toMatchObject({ status: "OPEN", totalQty: "150", openQty: "150", sourceCount: 2, uom: "PCS" });
  expect((await ok(needs("findById", { id: a["id"] })))["lines"][0]).toMatchObject({ occupiedQty: "100", openQty: "0" });
  expect(await summaries("doGenerate", { ofOrgId: ids["org"], ofItemId: ids["M200"] })).toMatchObject({ status: "E", code: "PUR-0006" });
  const [s1, s2] = [await world.qualified(), await world.qualified()];
  const forget = world.product.kernel.declared.answers.add(
    suggestions.answeredBy(async (_, asked) =>
      asked.lines.flatMap(({ lineId }) => [s1, s2].map((supplierId) => ({ lineId, supplierId, priceListId: null, price: null }))),
    ),
  );
  await ok(summaries("doSplitByQuota", { id }));
  forget();
  const split = await ok(summaries("findById", { id }));
  expect(split["splits"]).toMatchObject([{ qty: "75" }, { qty: "75" }]);
  const over = split["splits"].map((entry: Row) => ({ id: entry["id"], qty: "80", reason: "试算" }));
  expect(await summaries("saveOrUpdate", { id, splits: over })).toMatchObject({ status: "E", code: "PUR-2007" });
  const entries = [{ id: split["splits"][0].id, qty: "120", reason: "集中采购", targetType: "INQUIRY" }];
  await ok(summaries("saveOrUpdate", { id, splits: entries }));
  expect(await summaries("doToTarget", { id, targetType: "INQUIRY" }), "nobody makes inquiries yet").toMatchObject({ code: "PUR-0008" });
  const asked = new Set<string>();
  const target = new Question<TargetAsked, TargetMade>();
  world.product.kernel.declared.answers.add(
    target.answeredBy(async (_, { lines, supplierId }) => {
      asked.add(`${supplierId}: ${lines.map((line) => Number(line.qty)).join(" + ")}`);
      const taken = (reqLineId: string, qty: string): DemandMove => ({
        kind: "take",
        reqLineId,
        qty,
        targetType: "INQUIRY",
        targetHeaderId: "RFQ-9",
        targetLineId: "RFQL-9",
        targetNum: "RFQ9",
      });
      const moves = lines.map((line) => ({ requisitionId: line.requisition.id, moves: [taken(line.line.id, line.qty)] }));
      return [{ ids: ["RFQ-9"], effects: [], moves }];
    }),
  );
  Object.assign(demandTargets, { INQUIRY: target });
  await ok(summaries("doToTarget", { id, targetType: "INQUIRY" }));
  Reflect.deleteProperty(demandTargets, "INQUIRY");
  expect([...asked]).toEqual([`${s1}: 100 + 20`]);
  const turned = await ok(summaries("findById", { id }));
  expect(turned).toMatchObject({ status: "PARTIAL", movedQty: "120", openQty: "30", splits: [] });
  await ok(summaries("doDissolve", { id, dissolveWhy: "不再需要" }));
  expect(await ok(summaries("findById", { id }))).toMatchObject({ status: "DONE", releasedQty: "30", openQty: "0" });
  const lines = await Promise.all([a, b].map(async (entry) => (await ok(needs("findById", { id: entry["id"] })))["lines"][0]));
  expect(lines.map((line) => numbers(line, "occupiedQty", "openQty")).toSorted((x, y) => x[1]! - y[1]!)).toEqual([
    [100, 0],
    [20, 30],
  ]);
});

test("what a summary holds is carried on to order drafts of the suppliers it is split among", async () => {
  const doc = await approved("40", {}, { itemId: ids["M200"], needByDate: from(45) });
  await ok(summaries("doGenerate", { ofOrgId: ids["org"], ofItemId: ids["M200"], needFrom: from(40) }));
  const [row] = await world.rows(`select id from "SrmPurDemandSummary" where status = 'OPEN'`);
  const id = row!["id"];
  const supplierId = await world.qualified();
  const { db } = world.product.kernel;
  const [term] = await world.rows(`select id from "SrmBasePaymentTerm" limit 1`);
  const termId =
    term?.["id"] ??
    (
      await world.made("SrmBasePaymentTerm", {
        termCode: "T1",
        termName: "到付",
        applyScope: ["ORDER", "AGREEMENT", "SUPPLIER"],
        nodes: [],
      })
    )["id"];
  await db.query(`update "SrmBasePaymentTerm" set status = 'EFFECTIVE' where id = $1`, [termId]);
  const [country] = await world.rows(`select id from "SrmBaseDistrict" where "districtLevel" = 'COUNTRY' order by id limit 1`);
  await plant(db, "SrmSupLocation", "LOC-P", {
    supplierId,
    locationCode: "L1",
    locationType: [],
    countryId: country!["id"],
    address: "一号",
    primaryFlag: "Y",
    enabledFlag: "Y",
  });
  await plant(db, "SrmSupSite", "SITE-P", {
    supplierId,
    siteCode: "A",
    siteName: "总部",
    orgId: ids["org"],
    locationId: "LOC-P",
    siteUse: ["ORDER"],
    currency: "CNY",
    taxRate: "T13",
    termId,
    siteStatus: "ACTIVE",
  });
  await ok(summaries("saveOrUpdate", { id, splits: [{ supplierId, qty: "25", targetType: "ORDER" }] }));
  await ok(summaries("doToTarget", { id }));
  expect(await ok(summaries("findById", { id }))).toMatchObject({ status: "PARTIAL", movedQty: "25", openQty: "15" });
  const rels = await world.rows(
    `select "targetType", "relStatus", "netQty"::float as net from "SrmPurRequisitionTargetRel" where "reqLineId" = $1 order by "targetType"`,
    doc["lines"][0].id,
  );
  expect(rels).toEqual([
    { targetType: "DEMAND_SUMMARY", relStatus: "OCCUPIED", net: 15 },
    { targetType: "ORDER", relStatus: "OCCUPIED", net: 25 },
  ]);
  const [made] = await world.rows(`select status, "sourceType" from "SrmPurOrderHeader" where "supplierId" = $1`, supplierId);
  expect(made).toEqual({ status: "DRAFT", sourceType: "SUMMARY" });
});

test("a customer order is asked for no more than it lacks, pegged, covered, and turns red when its day passes", async () => {
  const doc = await ok(
    orders("saveOrUpdate", {
      customerOrderNum: "CO-1",
      lineNum: 10,
      orgId: ids["org"],
      customerName: "虚构客户",
      itemId: ids["M200"],
      qty: "100",
      dueDate: from(20),
    }),
  );
  const id = doc["id"];
  const now = async () => ok(orders("findById", { id }));
  expect(doc).toMatchObject({ status: "OPEN", uom: "PCS", shortageQty: "100", riskLevel: "GREEN" });
  expect(await orders("doPeg", { id, pegQty: "101" })).toMatchObject({ status: "E", code: "PUR-2008" });
  await ok(orders("doPeg", { id, pegQty: "30" }));
  expect(await orders("doToRequisition", { id, billTypeId: ids["type"], askQty: "71" })).toMatchObject({ status: "E", code: "PUR-2008" });
  await ok(orders("doToRequisition", { id, billTypeId: ids["type"], invOrgId: ids["inv"], askQty: "50" }));
  expect(numbers(await now(), "requisitionedQty", "shortageQty", "coverRate")).toEqual([50, 70, 30]);
  const [made] = await world.rows(`select "parentId" as id from "SrmPurRequisitionLine" where "customerOrderId" = $1`, id);
  expect(await orders("doToRequisition", { id, billTypeId: ids["type"], askQty: "21" })).toMatchObject({ code: "PUR-2008" });
  const req = await ok(needs("findById", { id: made!["id"] }));
  const asked = (requestQty: string) => needs("saveOrUpdate", { id: req["id"], lines: [{ id: req["lines"][0].id, requestQty }] });
  expect(await asked("71"), "a line of it asks for no more than is lacking either").toMatchObject({ status: "E", code: "PUR-2008" });
  await ok(asked("70"));
  await ok(asked("50"));
  await ok(needs("saveOrUpdate", { id: req["id"], deptId: ids["dept"] }));
  await ok(needs("doSubmit", { id: req["id"] }));
  await ok(world.decides(req["id"]));
  await move(req, "take", "50");
  await move(req, "order", "50", { amountExcl: "500" });
  expect(numbers(await now(), "orderedQty", "coverRate", "shortageQty")).toEqual([50, 80, 70]);
  await move(req, "receive", "50");
  expect(numbers(await now(), "receivedQty", "shortageQty")).toEqual([50, 20]);
  await ok(orders("doPeg", { id, pegQty: "20" }));
  expect(await now()).toMatchObject({ status: "COVERED", riskLevel: "GREEN" });
  await ok(orders("doUnpeg", { id, pegQty: "10" }));
  expect((await now())["status"]).toBe("OPEN");
  const clock = { now: () => new Date(`${from(21)}T06:30:00+08:00`) };
  await planningPrograms(world.product.kernel, clock)["customerOrderCover"]!({} as never);
  expect((await now())["riskLevel"]).toBe("RED");
  // Sales cancel it: nothing is cancelled by itself, the buyers hear of it.
  await world.rows(`update "SrmPurRequisitionLine" set "buyerId" = $2 where "customerOrderId" = $1`, id, ids["pbuyer"]);
  await ok(orders("saveOrUpdate", { id, salesStatus: "CANCELLED" }));
  expect((await now())["status"]).toBe("CANCELLED");
  const sentEvents = await world.rows(`select data from "Outbox" where event = 'PUR_CUSTOMER_ORDER_ENDED'`);
  expect(sentEvents.map((row) => row["data"].userIds)).toEqual([[ids["pbuyer"]]]);
  expect((await ok(needs("findById", { id: req["id"] })))["lines"][0].orderedQty).toBe("50");
});

test("a requisition names no plan of another organisation", async () => {
  const other = await world.made("BaseOrganization", { orgCode: "BU-Y", orgName: "别处", orgType: "BU", functionalCurrency: "CNY" });
  const id = await planned({ deptId: null, orgId: other["id"] });
  const reply = await needs("saveOrUpdate", {
    billTypeId: ids["type"],
    requisitionType: "MATERIAL",
    orgId: ids["org"],
    deptId: ids["dept"],
    currency: "CNY",
    planId: id,
    lines: [{ itemId: ids["M100"], requestQty: "1", needByDate: from(20), estPrice: "10", invOrgId: ids["inv"] }],
  });
  expect(reply).toMatchObject({ status: "E" });
  expect(JSON.stringify(reply)).toContain("planId");
});

test("after all of this the balances of plans are the sums of their postings", async () => {
  expect(await unbalanced(world.product.kernel)).toEqual([]);
});
