import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ContractOrders } from "../../../tests/support/contract-orders.ts";
import { day, ok, OrderWorld, type Row } from "../../../tests/support/ordering.ts";
import { someone } from "../../../tests/support/kernel.ts";
import { unbalanced } from "../../../tests/support/balanced.ts";
import { execution } from "../server/ledger-report.ts";

let orders: OrderWorld;
let house: ContractOrders;
beforeAll(async () => {
  orders = await OrderWorld.open();
  house = new ContractOrders(orders);
});
afterAll(async () => {
  expect(await unbalanced(orders.life.product.kernel)).toEqual([]);
  await orders.life.product.drop();
});

/** Submitted and approved as any order; answers the last reply. */
async function approved(body: Parameters<OrderWorld["draft"]>[0]): Promise<Row> {
  const { id } = await orders.draft(body);
  const sent = await orders.call("doSubmit", { id });
  return sent.status === "S" ? { id, ...(await orders.life.decides(id)) } : { id, ...sent };
}
const stageOf = (doc: Row, no: number): Row => doc["stages"][no - 1];
const refused = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => "done",
    (error: { code?: string }) => error.code ?? String(error),
  );

describe("in force", () => {
  test("contracts 1: a signed contract takes effect, the stage of the signature falls due, both sides hear of it", async () => {
    const doc = await house.effective();
    expect(doc).toMatchObject({ status: "EFFECTIVE", amountIncl: "113000.00", orderLimit: "113000.00" });
    expect(doc["stages"].map((stage: Row) => [stage["stageStatus"], stage["triggeredAmount"], stage["amount"]])).toEqual([
      ["TRIGGERED", "33900.00", "33900.00"],
      ["WAIT", "0.00", "67800.00"],
      ["WAIT", "0.00", "11300.00"],
    ]);
    expect(stageOf(doc, 1)["dueDateCalc"] >= day(0)).toBe(true);
    expect(await house.events("CCT_EFFECTIVE", doc["id"])).toHaveLength(1);
  });

  test("a contract with an agreed day waits for it", async () => {
    const doc = await house.signed({ effectiveMode: "ON_DATE", effectiveDate: day(5) });
    await house.act(doc["id"], "doTakeEffect");
    expect((await house.found(doc["id"]))["status"]).toBe("SIGNED");
    // Carried out late it is due from the day that was agreed.
    await house.life.rows(`update "SrmCctContract" set "effectiveDate" = $2 where id = $1`, doc["id"], day(-70));
    await house.act(doc["id"], "doTakeEffect");
    expect(stageOf(await house.found(doc["id"]), 1)["dueDateCalc"] <= day(-67)).toBe(true);
  });

  test("it renews by itself; a notice in time ends it, one that is late counts for the next period", async () => {
    const renewing = { autoRenewFlag: "Y", renewMonths: 12, noticeDays: 30 };
    const late = await house.effective({ ...renewing, expiryDate: day(10) });
    const answer = await orders.buyer.call("srmServer/v1/srmCctContractRestful/doNonRenew", {
      id: late["id"],
      nonRenewReason: "不再采购此类物料",
    });
    expect(answer.status).toBe("S");
    expect((await house.found(late["id"]))["nonRenewFor"] > day(10)).toBe(true);
    await house.life.rows(
      `update "SrmCctContract" set "effectiveDate" = $2, "expiryDate" = $3 where id = $1`,
      late["id"],
      day(-30),
      day(-1),
    );
    await house.act(late["id"], "doExpire");
    const renewed = await house.found(late["id"]);
    expect([renewed["status"], renewed["renewedTimes"]]).toEqual(["EFFECTIVE", 1]);
    expect(await house.events("CCT_RENEWED", late["id"])).toHaveLength(1);

    const early = await house.effective({ ...renewing, expiryDate: day(200) });
    await ok(orders.buyer.call("srmServer/v1/srmCctContractRestful/doNonRenew", { id: early["id"], nonRenewReason: "不再采购此类物料" }));
    await house.life.rows(
      `update "SrmCctContract" set "effectiveDate" = $2, "expiryDate" = $3, "nonRenewFor" = $3 where id = $1`,
      ...[early["id"], day(-30), day(-1)],
    );
    await house.act(early["id"], "doExpire");
    expect((await house.found(early["id"]))["status"]).toBe("EXPIRED");
  });

  test("contracts 25: after its last day nothing is ordered under it, and an old receipt is still paid", async () => {
    const doc = await house.effective();
    const before = await orders.running(house.order(doc, "100"));
    await house.life.rows(
      `update "SrmCctContract" set "effectiveDate" = $2, "expiryDate" = $3 where id = $1`,
      doc["id"],
      day(-30),
      day(-1),
    );
    expect((await approved(house.order(doc, "1")))["code"]).toBe("CCT-062");
    await house.act(doc["id"], "doExpire");
    expect((await house.found(doc["id"]))["status"]).toBe("EXPIRED");
    await orders.received(before, "100");
    const pay = {
      use: "PAY-25",
      amount: "600",
      stageId: stageOf(doc, 2)["id"],
      refType: "SrmRcnPaymentApply",
      refId: "P25",
      refNum: "P25",
    };
    await house.act(doc["id"], "doUseStages", { uses: [{ ...pay, op: "RESERVE", key: "P25-R" }] });
    await house.act(doc["id"], "doUseStages", { uses: [{ ...pay, op: "CONFIRM", key: "P25-C" }] });
    expect(stageOf(await house.found(doc["id"]), 2)).toMatchObject({ stageStatus: "PART_PAID", paidAmount: "600.00" });
  });
});

describe("orders under a contract", () => {
  const cap = { amountMode: "CAP", fixedAmount: "100000", overRunPct: "5" };

  test("contracts 16: a cap of 100 000 with 5 % overrun takes 105 000.00 and not a cent more", async () => {
    const doc = await house.effective({ ...cap, items: [] });
    const of = (price: string) => ({ ...house.order(doc, "1", { price }), line: { taxRate: "T0" } });
    expect((await approved(of("98000")))["status"]).toBe("S");
    expect(await house.stands(doc["id"])).toEqual(["98000", "0", "0", "0"]);
    expect(await approved(of("7000.01"))).toMatchObject({ code: "CCT-061" });
    expect((await approved(of("7000")))["status"]).toBe("S");
    expect((await house.stands(doc["id"]))[0]).toBe("105000");
    expect((await house.events("CCT_AMOUNT_USED", doc["id"])).map(({ data }) => data["percent"])).toEqual([95, 100]);
  });

  test("contracts 16: of two orders of 4 000 at once with 7 000 left one passes", async () => {
    const doc = await house.effective({ ...cap, fixedAmount: "7000", overRunPct: "0", items: [] });
    const bodies = [1, 2].map(() => ({ ...house.order(doc, "1", { price: "4000" }), line: { taxRate: "T0" } }));
    const drafts: Row[] = [];
    for (const body of bodies) {
      const draft = await orders.draft(body);
      await ok(orders.call("doSubmit", { id: draft["id"] }));
      drafts.push(draft);
    }
    const answers = await Promise.all(drafts.map(({ id }) => orders.life.decides(id)));
    expect(answers.map((answer) => (answer.status === "S" ? "S" : answer.code)).toSorted()).toEqual(["CCT-061", "S"]);
    expect((await house.stands(doc["id"]))[0]).toBe("4000");
  });

  test("price, goods and quantity are those of the contract", async () => {
    const doc = await house.effective();
    expect((await approved(house.order(doc, "10", { price: "10.5" })))["code"]).toBe("CCT-063");
    expect((await approved(house.order(doc, "10", { line: { taxRate: "T6" } })))["code"]).toBe("CCT-170");
    const other = await orders.item("CCT-OTHER");
    expect((await approved(house.order(doc, "10", { line: { itemId: other } })))["code"]).toBe("CCT-064");
    expect((await approved(house.order(doc, "10001")))["code"]).toBe("CCT-061");
  });

  test("an organisation that is no party of the contract orders nothing under it; the other party of ours does", async () => {
    const other = await house.life.made("BaseOrganization", { orgCode: "BU9", orgName: "九厂", orgType: "BU", functionalCurrency: "CNY" });
    const doc = await house.effective();
    const { id } = await orders.draft(house.order(doc, "10"));
    await house.life.rows(`update "SrmCctContract" set "orgId" = $2 where id = $1`, doc["id"], other["id"]);
    expect((await orders.call("doSubmit", { id })).code).toBe("CCT-126");
    await house.life.rows(`update "SrmCctContract" set "ourPartyId" = $2 where id = $1`, doc["id"], house.life.ids["org"]);
    expect((await orders.call("doSubmit", { id })).status).toBe("S");
  });

  test("goods free of charge use up nothing of a contract and need not be among its items", async () => {
    const doc = await house.effective();
    await orders.running(house.order(doc, "100"));
    const gift = { giftFlag: "Y", itemId: await orders.item("CCT-GIFT") };
    await orders.running(house.order(doc, "50", { price: "0", line: gift }));
    expect(await house.stands(doc["id"])).toEqual(["1130", "0", "100", "0"]);
  });

  test("a change that both sides have agreed to leaves orders only what it leaves", async () => {
    const doc = await house.effective();
    const draft = await house.signed({
      items: [{ itemId: house.life.ids["item"], itemName: "支架", uom: "PCS", qty: "100", unitPrice: "10", taxRate: "T13" }],
    });
    await house.life.rows(`update "SrmCctContract" set "liveId" = $2, status = 'CONFIRMED' where id = $1`, draft["id"], doc["id"]);
    await house.life.rows(`update "SrmCctContract" set "draftId" = $2 where id = $1`, doc["id"], draft["id"]);
    await house.life.rows(`update "SrmCctItem" set "liveRowId" = $2 where "parentId" = $1`, draft["id"], doc["items"][0]["id"]);
    expect(await approved(house.order(doc, "101"))).toMatchObject({ code: "CCT-061" });
    expect((await approved(house.order(doc, "100")))["status"]).toBe("S");
    expect((await house.stands(doc["id"]))[0]).toBe("1130");
  });

  test("what is received, returned, closed and cancelled is posted with it", async () => {
    const doc = await house.effective();
    const order = await orders.running(house.order(doc, "100"));
    expect(await house.stands(doc["id"])).toEqual(["1130", "0", "100", "0"]);
    await orders.received(order, "40", 0, "T-CCT-1");
    expect(await house.stands(doc["id"])).toEqual(["1130", "452", "100", "40"]);
    expect(stageOf(await house.found(doc["id"]), 2)).toMatchObject({ stageStatus: "TRIGGERED", triggeredAmount: "271.20" });
    await orders.undo(order, "E16", "10", "T-CCT-1");
    expect(await house.stands(doc["id"])).toEqual(["1130", "339", "100", "30"]);
    expect(stageOf(await house.found(doc["id"]), 2)["triggeredAmount"]).toBe("203.40");
    await ok(orders.call("doClose", { id: order["id"], reason: "不再需要" }));
    expect(await house.stands(doc["id"])).toEqual(["452", "339", "40", "30"]);
    const given = await orders.running(house.order(doc, "7"));
    expect(await house.stands(doc["id"])).toEqual(["531.1", "339", "47", "30"]);
    await ok(orders.call("doCancel", { id: given["id"], reason: "不再需要" }));
    expect(await house.stands(doc["id"])).toEqual(["452", "339", "40", "30"]);
    const [open] = await house.life.rows(`select count(*)::int as n from "SrmCctPosting" where "causeId" = $1`, given["id"]);
    expect(open!["n"]).toBe(4);
  });

  test("a change that orders more is posted, and held against what is left", async () => {
    const doc = await house.effective({
      items: [{ itemId: house.life.ids["item"], itemName: "支架", uom: "PCS", qty: "120", unitPrice: "10", taxRate: "T13" }],
    });
    const order = await orders.running(house.order(doc, "100"));
    const change = async (qty: string) => {
      await ok(orders.call("doChange", { id: order["id"] }));
      const draftId = (await orders.find(order["id"]))["changeId"];
      const { versionNum, lines: rows } = await orders.find(draftId);
      const [line] = rows as Row[];
      const lines = [{ id: line!["id"], qty, deliveries: [{ id: line!["deliveries"][0]["id"], qty }] }];
      await ok(orders.call("saveOrUpdate", { id: draftId, versionNum, lines }));
      const sent = await orders.call("doSubmit", { id: draftId });
      return sent.status === "S" ? orders.life.decides(draftId) : sent;
    };
    expect((await change("121")).code).toBe("CCT-061");
    await ok(orders.call("doCancelChange", { id: order["id"] }));
    expect((await change("120")).status).toBe("S");
    expect(await house.stands(doc["id"])).toEqual(["1356", "0", "120", "0"]);
  });
});

describe("what other areas post", () => {
  test("a key counts once, another posting under it is refused", async () => {
    const doc = await house.effective();
    const exec = {
      rows: [{ invoicedAmount: "100", paidAmount: "60" }],
      refType: "SrmRcnInvoiceHeader",
      refId: "I1",
      refNum: "INV1",
      key: "I1",
    };
    await house.act(doc["id"], "doPost", { exec });
    await house.act(doc["id"], "doPost", { exec });
    expect(await house.found(doc["id"])).toMatchObject({ invoicedAmount: "100.00", paidAmount: "60.00" });
    const other = { ...exec, rows: [{ invoicedAmount: "101" }] };
    expect(await refused(house.act(doc["id"], "doPost", { exec: other }))).toBe("LEDGER_KEY");
  });

  test("contracts 17: of two payment requests of 20 000 at once on a stage with 30 000 one passes", async () => {
    const doc = await house.effective({
      items: [{ itemId: house.life.ids["item"], itemName: "支架", uom: "PCS", qty: "1000", unitPrice: "30", taxRate: "T0" }],
      stages: [{ stageName: "全款", stageType: "PROGRESS", percent: "100", trigger: "SIGN", dueDays: 0 }],
    });
    expect(stageOf(doc, 1)["amount"]).toBe("30000.00");
    const asks = (no: number) =>
      house.act(doc["id"], "doUseStages", {
        uses: [
          {
            ...{ op: "RESERVE", use: `A${no}`, key: `A${no}`, amount: "20000", stageId: stageOf(doc, 1)["id"] },
            ...{ refType: "SrmRcnPaymentApply", refId: `A${no}`, refNum: null },
          },
        ],
      });
    expect((await Promise.all([refused(asks(1)), refused(asks(2))])).toSorted()).toEqual(["CCT-060", "done"]);
    expect(stageOf(await house.found(doc["id"]), 1)).toMatchObject({ appliedAmount: "20000.00", stageStatus: "APPLYING" });
    expect((await house.found(doc["id"]))["appliedAmount"]).toBe("20000.00");
  });

  test("a release after collection gives a paid advance back to its stage; sent twice it counts once", async () => {
    const doc = await house.effective();
    const use = { use: "ADV", stageId: stageOf(doc, 1)["id"], refType: "SrmRcnAdvanceApply", refId: "ADV", refNum: "YF1" };
    const uses = (op: string, amount: string) => house.act(doc["id"], "doUseStages", { uses: [{ ...use, op, key: `ADV-${op}`, amount }] });
    await uses("RESERVE", "33900");
    await uses("CONFIRM", "33900");
    expect(stageOf(await house.found(doc["id"]), 1)["stageStatus"]).toBe("PAID");
    await uses("RELEASE", "10000");
    await uses("RELEASE", "10000");
    const after = stageOf(await house.found(doc["id"]), 1);
    expect([after["appliedAmount"], after["paidAmount"], after["stageStatus"]]).toEqual(["23900.00", "23900.00", "PART_PAID"]);
  });

  test("everything is paid and received: it can be completed, not before", async () => {
    const doc = await house.effective({ stages: [{ stageName: "全款", stageType: "OTHER", percent: "100", trigger: "MANUAL" }] });
    const press = (name: string, body: object = {}) =>
      orders.buyer.call(`srmServer/v1/srmCctContractRestful/${name}`, { id: doc["id"], ...body });
    expect((await press("doClose")).code).toBe("CCT-069");
    await ok(press("doTriggerStage", { stageNo: 1 }));
    expect((await press("doTriggerStage", { stageNo: 1 })).code).toBe("CCT-068");
    const use = { use: "ALL", amount: "113000", stageId: stageOf(doc, 1)["id"], refType: "SrmRcnPaymentApply", refId: "ALL", refNum: null };
    await house.act(doc["id"], "doUseStages", {
      uses: [
        { ...use, op: "RESERVE", key: "ALL-1" },
        { ...use, op: "CONFIRM", key: "ALL-2" },
      ],
    });
    await ok(press("doClose"));
    expect((await house.found(doc["id"]))["status"]).toBe("COMPLETED");
  });
});

describe("refunds", () => {
  test("contracts 22: 9 999 pieces are tracked; one more reaches the target, and finance hears of 50 000.00", async () => {
    const itemId = await orders.item("CCT-MOULD");
    const item = { itemId, itemName: "件", uom: "PCS", qty: "20000", unitPrice: "10", taxRate: "T13" };
    const refund = {
      refundKind: "MOLD",
      itemIds: [itemId],
      feeAmount: "50000",
      refundMode: "BY_QTY",
      targetQty: "10000",
      refundRatio: "100",
    };
    const doc = await house.effective({ items: [item], refunds: [refund] });
    const order = await orders.running(house.order(doc, "15000", { line: { itemId } }));
    const tracked = async () => {
      await house.act(doc["id"], "doTrackRefunds");
      return (await house.found(doc["id"]))["refunds"][0] as Row;
    };
    await orders.received(order, "9999");
    expect(await tracked()).toMatchObject({ refundStatus: "TRACKING", reachedQty: "9999.000000", refundAmount: "0.00" });
    await orders.received(order, "1");
    expect(await tracked()).toMatchObject({ refundStatus: "REACHED", refundAmount: "50000.00" });
    const [told] = await house.events("CCT_REFUND_REACHED", doc["id"]);
    expect(told!["data"]).toMatchObject({ amount: "50000.00" });
    const id = (await house.found(doc["id"]))["refunds"][0]["id"];
    await house.act(doc["id"], "doMarkRefund", { refund: { refundId: id, deductionId: "D1", amount: "50000" } });
    expect((await house.found(doc["id"]))["refunds"][0]).toMatchObject({ refundStatus: "REFUNDED", refundedAmount: "50000.00" });
  });
});

test("contracts beyond what the ledger lists are left out; its figures and groups count all", async () => {
  await house.effective();
  const { kernel } = orders.life.product;
  const me = someone({ orgs: "all" });
  const asked = { orgId: null, categoryIds: null };
  const source = kernel.finder.sourceFor(me);
  const asking = { db: kernel.db, find: null as never, source, me, today: day(0), asked, filter: {}, most: 0 };
  const { rows, figures, groups } = await execution(asking);
  const all = (await execution({ ...asking, most: 2000 })).rows.length;
  expect([rows.length, all > 1, figures["count"]]).toEqual([1, true, all]);
  expect(groups["totals"]!.reduce((sum, row) => sum + Number(row["count"]), 0)).toBe(all);
});

test("the ledger of contracts lists what became of each, by groups and months", async () => {
  const doc = await house.effective({ contractName: "台账合同" });
  await orders.running(house.order(doc, "100"));
  // Shortly after midnight where the house is, the evening before by universal time.
  await house.life.rows(
    `update "SrmCctContract" set "creationDate" = '2026-11-18T23:10:00Z', "publishedAt" = '2026-11-20T23:10:00Z', "signedAt" = '2026-11-24T23:10:00Z' where id = $1`,
    doc["id"],
  );
  const report = await ok(orders.buyer.call("srmServer/v1/srmCctReportRestful/getContractLedger", { groupBy: "SUPPLIER" }));
  const row = report["rows"].find((entry: Row) => entry["id"] === doc["id"]);
  expect(row).toMatchObject({ orderedAmount: "1130.00", nextStage: "预付", status: "EFFECTIVE" });
  expect(row).toMatchObject({ created: "2026-11-19", signed: "2026-11-25", cycleDays: 6, signDays: 4, changes: 0 });
  expect(Number(row["toOrder"])).toBe(111_870);
  expect(report["groups"]["totals"].length).toBeGreaterThan(0);
  expect(report["groups"]["plan"].length).toBeGreaterThan(0);
  const mould = await house.effective({ contractName: "模具合同", contractType: "MOULD" });
  const { figures, groups } = await ok(
    orders.buyer.call("srmServer/v1/srmCctReportRestful/getContractLedger", { groupBy: "TYPE", contractType: "MOULD" }),
  );
  expect(figures).toEqual({ count: 1, running: 1, amount: "113000.00", overdue: 0, in30: 0, in60: 0, in90: 0 });
  expect(groups).toMatchObject({
    totals: [{ name: "MOULD", count: 1, amount: "113000.00" }],
    months: [{ name: day(0).slice(0, 7), count: 1, amount: "113000.00" }],
    plan: [{ month: stageOf(mould, 1)["dueDateCalc"].slice(0, 7), due: "33900.00", paid: "0.00" }],
  });
  const postings = await ok(
    orders.buyer.call("srmServer/v1/srmCctPostingRestful/findPostings", {
      ...{ docType: "SrmCctContract", docId: doc["id"], ownerIds: [doc["id"]] },
      buckets: { ORD: 1 },
    }),
  );
  expect(postings["sum"]).toBe("1130.000000");
});
