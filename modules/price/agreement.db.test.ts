import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Client } from "../../tests/support/client.ts";
import { unbalanced } from "../../tests/support/balanced.ts";
import { from, ManagingWorld, ok, today, type Row } from "../../tests/support/managing.ts";
import { stocked } from "../../tests/support/stocked.ts";
import type { Draw } from "./draw.ts";
import { runDue } from "../../tests/support/due.ts";

let world: ManagingWorld;
let ids: Record<string, string>;
let vendor: Client;
const path = (entity: string) => `srmServer/v1/${entity[0]!.toLowerCase()}${entity.slice(1)}Restful`;
const agrees = (name: string, body: object, by: Client = world.people["buyer"]!) =>
  by.call(`${path("SrmPurAgreementHeader")}/${name}`, body);
const prices = (name: string, body: object, by: Client = world.people["boss"]!) =>
  by.call(`${path("SrmPurSupplierPriceList")}/${name}`, body);
const found = (id: string, by?: Client): Promise<Row> => ok(agrees("findById", { id }, by));
const sentEvents = (event: string): Promise<Row[]> => world.rows(`select data from "Outbox" where event = $1 order by no`, event);

async function itemNamed(code: string): Promise<string> {
  const made = await world.made("SrmBaseItem", {
    itemCode: code,
    itemName: `件${code}`,
    categoryId: ids["sheet"],
    itemType: "RAW",
    primaryUom: "PCS",
  });
  await world.rows(`update "SrmBaseItem" set "itemStatus" = 'ACTIVE' where id = $1`, made["id"]);
  await stocked(world.product.kernel, made["id"], ids["org"]!);
  return made["id"];
}

const draft = (supplierId: string, lines: readonly object[], more: object = {}): Promise<Row> =>
  ok(
    agrees("saveOrUpdate", {
      billTypeId: ids["type"],
      agreementType: "PRICE",
      orgId: ids["org"],
      supplierId,
      currency: "CNY",
      startDate: from(-30),
      endDate: from(300),
      paymentTermId: ids["term"],
      taxRate: "T13",
      lines: lines.map((line) => ({ uom: "PCS", ...line })),
      ...more,
    }),
  );

async function approved(supplierId: string, lines: readonly object[], more: object = {}): Promise<Row> {
  const doc = await draft(supplierId, lines, more);
  await ok(agrees("doSubmit", { id: doc["id"], confirmed: ["PUR-2102"] }));
  await ok(world.decides(doc["id"]));
  return found(doc["id"]);
}

const drawing = (doc: Row, orderId: string, more: Partial<Draw>): Draw => ({
  agreementLineId: doc["lines"][0].id,
  orderId,
  orderLineId: `${orderId}-1`,
  orderNum: orderId,
  orgId: ids["org"]!,
  occupiedQtyDelta: "0",
  releasedQtyDelta: "0",
  occupiedAmountDelta: "0",
  releasedAmountDelta: "0",
  check: true,
  ...more,
});
const draws = (doc: Row, orderId: string, more: Partial<Draw>, day: string | null = null): Promise<Row> =>
  world.act("SrmPurAgreementHeader", doc["id"], "doDraw", { draws: [drawing(doc, orderId, more)] }, day);
const codeOf = (work: Promise<unknown>): Promise<any> =>
  work.then(
    () => "done",
    (error: { code?: string; message: string; data?: unknown }) => (error.code ? [error.code, error.data] : error.message),
  );
const rowsOf = (itemId: string): Promise<Row[]> =>
  world.rows(
    `select price::text, "startDate"::text as "from", "endDate"::text as "to", status, "sourceGroup" as "group" from "SrmPurSupplierPriceList"
      where "itemId" = $1 order by "startDate", status, id`,
    itemId,
  );

beforeAll(async () => {
  world = await ManagingWorld.open();
  ids = world.ids;
  const type = await world.made("SrmBasePurchaseBillType", {
    billCategory: "AGREEMENT",
    billTypeCode: "AGR",
    billTypeName: "协议",
    aslControl: "NONE",
  });
  await world.act("SrmBasePurchaseBillType", type["id"], "doEnabled");
  ids["type"] = type["id"];
  const term = await world.made("SrmBasePaymentTerm", {
    termCode: "NET30",
    termName: "货到30天",
    applyScope: ["ORDER", "AGREEMENT", "SUPPLIER"],
    nodes: [{ nodeSeq: 1, nodeType: "INVOICE", proportion: "100", dueMode: "DAYS_AFTER", days: 30 }],
  });
  await world.act("SrmBasePaymentTerm", term["id"], "doEnabled");
  ids["term"] = term["id"];
  for (const key of ["S1", "S2", "S3"]) ids[key] = await world.qualified();
  await world.product.person("ag.vendor", ["SUP_SALES"], { userType: "SUPPLIER", supplierId: ids["S1"] });
  await world.product.person("ag.stranger", ["SUP_SALES"], { userType: "SUPPLIER", supplierId: ids["S2"] });
  vendor = await world.product.signIn("ag.vendor");
});
afterAll(() => world?.product.drop());

describe("drawing", () => {
  test("purchasing 17: cumulative steps are chosen from what was released", async () => {
    const itemId = await itemNamed("STEP");
    const doc = await approved(ids["S1"]!, [
      {
        itemId,
        stepFlag: "Y",
        stepMode: "CUMULATIVE",
        steps: [
          { fromQty: "0", toQty: "500", price: "10" },
          { fromQty: "500", toQty: "1000", price: "9.5" },
          { fromQty: "1000", price: "9" },
        ],
      },
    ]);
    await draws(doc, "PO-A", { releasedQtyDelta: "800", releasedAmountDelta: "7600" });
    const ask = async (qty: string) =>
      (await ok(prices("findPrice", { orgId: ids["org"], itemId, qty, uom: "PCS", currency: "CNY", onDate: today })))["rows"][0];
    const steps = (await found(doc["id"]))["lines"][0].steps as Row[];
    expect(await ask("200")).toMatchObject({
      price: "9",
      stepNum: 3,
      stepPriceId: steps.find((step) => step["stepNum"] === 3)!["id"],
    });
    expect(await ask("199")).toMatchObject({ price: "9.5", stepNum: 2 });
  });

  test("purchasing 18: two drafts cannot both hold what is left", async () => {
    const doc = await approved(ids["S1"]!, [{ itemId: await itemNamed("QTY"), price: "1", agreeQty: "1000" }], { agreementType: "QTY" });
    await draws(doc, "PO-1", { releasedQtyDelta: "700", releasedAmountDelta: "700" });
    const hold = (orderId: string, occupiedQtyDelta: string) =>
      codeOf(draws(doc, orderId, { occupiedQtyDelta, occupiedAmountDelta: occupiedQtyDelta }));
    expect((await Promise.all([hold("PO-2", "200"), hold("PO-3", "200")])).filter((candidate) => candidate === "done")).toHaveLength(1);
    expect(await hold("PO-4", "150")).toEqual(["PUR-2103", { left: "100", needed: "150" }]);
    expect((await found(doc["id"]))["lines"][0]).toMatchObject({
      occupiedQty: "200",
      releasedQty: "700",
      openQty: "100",
    });
    expect(await sentEvents("PUR_AGREEMENT_USED")).toMatchObject([{ data: { num: doc["agreementNum"], p: "90" } }]);
    const drawn = await ok(agrees("listDrawn", { id: doc["id"] }));
    expect(drawn).toHaveLength(2);
  });

  test("purchasing 37: an amount is held to the cent, and what is given back comes back to the cent", async () => {
    const doc = await approved(ids["S1"]!, [{ itemId: await itemNamed("AMT"), price: "0.335" }], {
      agreementType: "AMOUNT",
      amountLimit: "10",
    });
    await draws(doc, "PO-5", { occupiedQtyDelta: "3", occupiedAmountDelta: "1.01" });
    await draws(doc, "PO-5", {
      occupiedQtyDelta: "-3",
      occupiedAmountDelta: "-1.01",
      releasedQtyDelta: "3",
      releasedAmountDelta: "1.01",
    });
    expect(await found(doc["id"])).toMatchObject({ releasedAmount: "1.01", occupiedAmount: "0.00", openAmount: "8.99" });
    await draws(doc, "PO-5", { releasedQtyDelta: "-2", releasedAmountDelta: "-0.67", check: false });
    expect(await found(doc["id"])).toMatchObject({ releasedAmount: "0.34", openAmount: "9.66" });
    expect(await codeOf(draws(doc, "PO-6", { occupiedQtyDelta: "29", occupiedAmountDelta: "9.67" }))).toEqual([
      "PUR-2103",
      { left: "9.66", needed: "9.67" },
    ]);
    const [sums] = await world.rows(
      `select sum(delta) filter (where bucket = 'REL_AMT')::text as rel, sum(delta) filter (where bucket = 'OCC_AMT')::text as occ
         from "SrmPurQtyLedger" where "ownerId" = $1`,
      doc["id"],
    );
    expect(sums).toEqual({ rel: "0.340000", occ: "0.000000" });
  });

  test("days, organisation, currency and state are asked; giving back never is", async () => {
    const itemId = await itemNamed("ORG");
    const other = (await world.made("BaseOrganization", { orgCode: "BU2", orgName: "二厂", orgType: "BU", functionalCurrency: "CNY" }))[
      "id"
    ];
    await stocked(world.product.kernel, itemId, other);
    const doc = await approved(ids["S1"]!, [{ itemId, price: "1" }], { orgs: [{ lineNum: 1, orgId: other, quotaQty: "10" }] });
    const entry = { occupiedQtyDelta: "1", occupiedAmountDelta: "1" };
    expect((await codeOf(draws(doc, "PO-7", entry)))[0]).toBe("PUR-2104");
    expect((await codeOf(draws(doc, "PO-7", { ...entry, orgId: other, orderDate: from(301) })))[0]).toBe("PUR-2104");
    expect((await codeOf(draws(doc, "PO-7", { ...entry, orgId: other, currency: "USD" })))[0]).toBe("PUR-2107");
    expect(await codeOf(draws(doc, "PO-7", { ...entry, orgId: other, occupiedQtyDelta: "10" }))).toBe("done");
    expect(await codeOf(draws(doc, "PO-8", { ...entry, orgId: other }))).toEqual(["PUR-2103", { left: "0", needed: "1" }]);
    expect((await found(doc["id"]))["orgs"][0]).toMatchObject({ orgOccupiedQty: "10" });
    const refused = await agrees("doClose", { id: doc["id"], closeWhy: "不再采购" });
    expect([refused.code ?? refused.data?.code, JSON.stringify(refused)]).toEqual([expect.anything(), expect.stringContaining("PO-7")]);
    await ok(agrees("doClose", { id: doc["id"], closeWhy: "不再采购", confirmed: ["PUR-2104"] }));
    const approving = {
      occupiedQtyDelta: "-10",
      releasedQtyDelta: "10",
      occupiedAmountDelta: "-1",
      releasedAmountDelta: "1",
      orgId: other,
    };
    expect((await codeOf(draws(doc, "PO-7", approving)))[0]).toBe("PUR-2104");
    expect(await codeOf(draws(doc, "PO-7", { occupiedQtyDelta: "-10", occupiedAmountDelta: "-1", orgId: other, check: false }))).toBe(
      "done",
    );
    expect(await rowsOf(itemId)).toMatchObject([{ to: today, status: "EFFECTIVE" }]);
  });
});

describe("the price library", () => {
  test("purchasing 38: agreements and list in their order; a month inside a year leaves three rows", async () => {
    const itemId = await itemNamed("M100");
    const on = from(20);
    const list = {
      orgId: ids["org"],
      itemId,
      uom: "PCS",
      currency: "CNY",
      taxRate: "T13",
      startDate: from(-30),
      endDate: from(300),
      reason: "年度谈判",
    };
    await ok(prices("saveOrUpdate", { ...list, supplierId: ids["S1"], price: "8" }));
    await approved(ids["S1"]!, [{ itemId, price: "10" }]);
    await approved(ids["S2"]!, [{ itemId, price: "11.3" }], { taxIncludedFlag: "Y", startDate: from(-10) });
    await approved(ids["S3"]!, [{ itemId, price: "29.9", priceUnit: "3", agreeQty: "5" }], { agreementType: "QTY" });
    const ask = (qty: string, more: object = {}) =>
      ok(prices("findPrice", { orgId: ids["org"], itemId, qty, uom: "PCS", currency: "CNY", onDate: on, priceType: "STANDARD", ...more }));
    const order = (answer: Row) => (answer["rows"] as Row[]).map((row) => [row["supplierId"], row["sourceGroup"], row["priceExcl"]]);
    expect(order(await ask("5"))).toEqual([
      [ids["S3"], "AGREEMENT", "9.96666667"],
      [ids["S2"], "AGREEMENT", "10.00000000"],
      [ids["S1"], "AGREEMENT", "10.00000000"],
      [ids["S1"], "LIST", "8.00000000"],
    ]);
    const ten = await ask("10");
    expect(order(ten).map(([supplier, group]) => [supplier, group])).toEqual([
      [ids["S2"], "AGREEMENT"],
      [ids["S1"], "AGREEMENT"],
      [ids["S1"], "LIST"],
    ]);
    expect(ten["leftOut"]).toMatchObject([{ because: "NOT_ENOUGH" }]);
    expect(ten["rows"][0]["why"]).toContain("AG");
    const [s1, month] = [await itemNamed("YEAR"), { startDate: from(100), endDate: from(130) }];
    await approved(ids["S1"]!, [{ itemId: s1, price: "10" }]);
    await approved(ids["S1"]!, [{ itemId: s1, price: "12" }], month);
    expect(await rowsOf(s1)).toEqual([
      { price: "10.00000000", from: from(-30), to: from(99), status: "EFFECTIVE", group: "AGREEMENT" },
      { price: "12.00000000", from: from(100), to: from(130), status: "FUTURE", group: "AGREEMENT" },
      { price: "10.00000000", from: from(131), to: from(300), status: "FUTURE", group: "AGREEMENT" },
    ]);
  });

  test("is maintained by hand only with the grant and a reason; a newer row cuts the older one of its own group", async () => {
    const itemId = await itemNamed("HAND");
    const row = {
      orgId: ids["org"],
      supplierId: ids["S1"],
      itemId,
      uom: "PCS",
      currency: "CNY",
      price: "5",
      taxRate: "T13",
      startDate: from(-9),
    };
    expect((await prices("saveOrUpdate", { ...row, reason: "试" }, world.people["buyer"]!)).code).toBe("PUR-2119");
    expect((await prices("saveOrUpdate", row)).code).toBe("PUR-0001");
    const first = await ok(prices("saveOrUpdate", { ...row, reason: "首次" }));
    const second = await ok(prices("saveOrUpdate", { ...row, price: "6", startDate: from(5), reason: "涨价" }));
    expect(second).toMatchObject({ prevPriceId: first["id"], changePercent: "20.0000", status: "FUTURE" });
    expect(await rowsOf(itemId)).toMatchObject([
      { from: from(-9), to: from(4), status: "EFFECTIVE" },
      { from: from(5), to: null, status: "FUTURE" },
    ]);
    expect((await prices("saveOrUpdate", { id: second["id"], startDate: from(0), reason: "提前" })).code).toBe("PUR-2102");
    await ok(prices("doInvalid", { id: second["id"], maintainWhy: "录入错误" }));
    await runDue(world.product.kernel, "refreshPriceStatus", new Date(`${from(6)}T00:30:00+08:00`));
    expect(await rowsOf(itemId)).toMatchObject([{ status: "EXPIRED" }, { status: "INVALID" }]);
  });
});

describe("the life of an agreement", () => {
  test("a supplier confirms or refuses what waits for it, and sees neither drafts nor other suppliers' papers", async () => {
    const itemId = await itemNamed("CONF");
    const doc = await draft(ids["S1"]!, [{ itemId, price: "3" }], { supplierConfirmFlag: "Y" });
    const id = doc["id"];
    expect((await agrees("findById", { id }, vendor)).code).toBe("PUR-0004");
    await ok(agrees("doSubmit", { id }));
    await ok(world.decides(id));
    expect((await found(id))["status"]).toBe("TO_CONFIRM");
    const waiting = () => world.rows(`select status from "SrmBaseSupplierPending" where "bizId" = $1 order by id desc`, id);
    expect((await waiting())[0]).toEqual({ status: "OPEN" });
    const seen = await found(id, vendor);
    expect(Object.keys(seen)).not.toContain("orgs");
    expect(seen["lines"][0]).toMatchObject({ price: "3" });
    const stranger = await world.product.signIn("ag.stranger");
    expect((await agrees("doSupplierConfirm", { id }, stranger)).code).toBe("PUR-0004");
    await ok(agrees("doSupplierRefuse", { id, refuseWhy: "原料涨价" }, vendor));
    expect((await waiting())[0]).toEqual({ status: "HANDLED" });
    expect(await found(id)).toMatchObject({ status: "REJECTED", refuseReason: "原料涨价", confirmStatus: "REFUSED" });
    await ok(agrees("doSubmit", { id }));
    await ok(world.decides(id));
    await ok(agrees("doWithdraw", { id }));
    expect((await agrees("findById", { id }, vendor)).code).toBe("PUR-0004");
    await ok(agrees("doSubmit", { id }));
    await ok(world.decides(id));
    await ok(agrees("doSupplierConfirm", { id }, vendor));
    expect(await found(id)).toMatchObject({ status: "EFFECTIVE", confirmStatus: "CONFIRMED" });
    expect(await rowsOf(itemId)).toMatchObject([{ status: "EFFECTIVE" }]);
  });

  test("a revision is a draft beside what is in force, and never below what orders took", async () => {
    const itemId = await itemNamed("CHG");
    const more = await itemNamed("CHG2");
    const doc = await approved(ids["S1"]!, [{ itemId, price: "10", agreeQty: "100" }], { agreementType: "QTY" });
    await draws(doc, "PO-C", { releasedQtyDelta: "60", releasedAmountDelta: "600" });
    await ok(agrees("doChange", { id: doc["id"], changeWhy: "追加" }));
    const live = await found(doc["id"]);
    expect(live).toMatchObject({ status: "CHANGING", changeStatus: "DRAFT", revisionNum: 0 });
    const revision = await found(live["draftId"]);
    expect(revision).toMatchObject({ status: "DRAFT", revisionNum: 1, agreementNum: doc["agreementNum"], liveId: doc["id"] });
    const lineOf = (agreeQty: string) => ({
      id: revision["id"],
      lines: [
        { id: revision["lines"][0].id, agreeQty, price: "9" },
        { itemId: more, uom: "PCS", price: "4", agreeQty: "5" },
      ],
    });
    await ok(agrees("saveOrUpdate", lineOf("50")));
    expect((await agrees("doSubmit", { id: revision["id"] })).code).toBe("PUR-2105");
    await ok(
      agrees("saveOrUpdate", {
        id: revision["id"],
        lines: (await found(revision["id"]))["lines"].map((line: Row, i: number) => ({
          id: line["id"],
          ...(i === 0 ? { agreeQty: "70" } : {}),
        })),
      }),
    );
    await ok(agrees("doSubmit", { id: revision["id"] }));
    expect((await found(doc["id"]))["changeStatus"]).toBe("APPROVING");
    expect((await agrees("doCancelChange", { id: doc["id"] })).code).toBe("PUR-0003");
    // What is in force may be drawn on meanwhile; the limit is asked again under lock.
    await draws(doc, "PO-D", { occupiedQtyDelta: "15", occupiedAmountDelta: "150" });
    expect((await world.decides(revision["id"])).code).toBe("PUR-2105");
    await draws(doc, "PO-D", { occupiedQtyDelta: "-15", occupiedAmountDelta: "-150", check: false });
    await ok(world.decides(revision["id"]));
    const after = await found(doc["id"]);
    expect(after).toMatchObject({ status: "EFFECTIVE", revisionNum: 1, draftId: null, changeStatus: null });
    expect(after["lines"]).toMatchObject([
      { id: doc["lines"][0].id, agreeQty: "70", price: "9", releasedQty: "60", openQty: "10" },
      { lineNum: 2, itemId: more, price: "4" },
    ]);
    expect(await rowsOf(itemId)).toEqual([
      { price: "10.00000000", from: from(-30), to: from(-1), status: "EXPIRED", group: "AGREEMENT" },
      { price: "9.00000000", from: today, to: from(300), status: "EFFECTIVE", group: "AGREEMENT" },
    ]);
    expect(await rowsOf(more)).toMatchObject([{ price: "4.00000000", status: "EFFECTIVE" }]);
    const [past] = (await ok(agrees("compareRevision", { id: doc["id"] }))) as unknown as Row[];
    expect(past!["rows"]).toEqual(expect.arrayContaining([{ lineNum: 1, key: "price", before: "10", after: "9" }]));
    expect((await agrees("doAbolish", { id: doc["id"], closeWhy: "错" }, world.people["boss"]!)).code).toBe("PUR-2106");
  });

  test("a change given up leaves the version in force as it was; after its last day it is expired", async () => {
    const doc = await approved(ids["S1"]!, [{ itemId: await itemNamed("GIVE"), price: "1" }]);
    await ok(agrees("doChange", { id: doc["id"], changeWhy: "试" }));
    const { draftId } = await found(doc["id"]);
    await ok(agrees("doSubmit", { id: draftId }));
    await ok(world.decides(draftId, "doReject"));
    expect(await found(doc["id"])).toMatchObject({ status: "CHANGING", changeStatus: "REJECTED" });
    expect(await codeOf(draws(doc, "PO-E", { occupiedQtyDelta: "1", occupiedAmountDelta: "1" }))).toBe("done");
    await ok(agrees("doCancelChange", { id: doc["id"] }));
    expect(await found(doc["id"])).toMatchObject({ status: "EFFECTIVE", changeStatus: null, revisionNum: 0, draftId: null });
    expect((await found(draftId))["status"]).toBe("ABOLISHED");
  });

  test("its end is announced at 60, 30 and 7 days, once each; past it, it is expired and only what held it can be approved", async () => {
    const doc = await approved(ids["S1"]!, [{ itemId: await itemNamed("END"), price: "1" }]);
    await draws(doc, "PO-F", { occupiedQtyDelta: "1", occupiedAmountDelta: "1" });
    const night = (days: number) => runDue(world.product.kernel, "expireAgreement", new Date(`${from(days)}T00:20:00+08:00`));
    const mine = async () => (await sentEvents("PUR_AGREEMENT_EXPIRING")).filter((row) => row["data"].num === doc["agreementNum"]).length;
    const counts: number[] = [];
    for (const days of [239, 240, 241, 270, 270, 293, 300]) {
      await night(days);
      counts.push(await mine());
    }
    expect(counts).toEqual([0, 1, 1, 2, 2, 3, 3]);
    await night(301);
    expect(await found(doc["id"])).toMatchObject({ status: "EXPIRED", lines: [{ lineStatus: "EXPIRED" }] });
    expect((await codeOf(draws(doc, "PO-G", { occupiedQtyDelta: "1", occupiedAmountDelta: "1" })))[0]).toBe("PUR-2104");
    const turn = { occupiedQtyDelta: "-1", occupiedAmountDelta: "-1", releasedQtyDelta: "1", releasedAmountDelta: "1" };
    expect(await codeOf(draws(doc, "PO-F", { ...turn, orderDate: from(299) }))).toBe("done");
  });

  test("steps, dates and doubles are checked before anybody is asked; overlap with another agreement is confirmed", async () => {
    const itemId = await itemNamed("BAD");
    const bad = await draft(ids["S1"]!, [{ itemId, stepFlag: "Y", stepMode: "SINGLE", steps: [{ fromQty: "0", toQty: "5", price: "1" }] }]);
    expect((await agrees("doSubmit", { id: bad["id"] })).code).toBe("PUR-2101");
    const twice = agrees("saveOrUpdate", {
      id: bad["id"],
      lines: [
        { itemId, uom: "PCS", price: "1" },
        { itemId, uom: "PCS", price: "2" },
      ],
    });
    expect((await twice).code).toBe("PUR-2102");
    expect((await agrees("saveOrUpdate", { id: bad["id"], endDate: from(-40) })).code).toBe("PUR-0007");
    const fine = await agrees("saveOrUpdate", { id: bad["id"], lines: [{ itemId, uom: "PCS", price: "1", agreeQty: "1.5" }] });
    expect(fine.code).toBe("PUR-0005");
    await approved(ids["S1"]!, [{ itemId, price: "2" }]);
    const second = await draft(ids["S1"]!, [{ itemId, price: "3" }]);
    const asked = await agrees("doSubmit", { id: second["id"] });
    expect(asked.status).not.toBe("S");
    expect(JSON.stringify(asked)).toContain("PUR-2102");
    await ok(agrees("doSubmit", { id: second["id"], confirmed: ["PUR-2102"] }));
    await ok(agrees("doAbolish", { id: bad["id"], closeWhy: "录错" }, world.people["boss"]!));
  });
});

test("after all of this the balances of agreements, lines and quotas are the sums of their postings", async () => {
  expect(await unbalanced(world.product.kernel)).toEqual([]);
});
