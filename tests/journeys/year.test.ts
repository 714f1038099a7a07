import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clock } from "#kernel/server/clock.ts";
import { verifyJournal } from "#kernel/server/journal/journal.ts";
import { contract } from "#modules/contracts/index.ts";
import { proveLedger } from "#modules/order/server/proof.ts";
import { reportShapes } from "#modules/spend/report.ts";
import { demoYear } from "../../demo/year/index.ts";
import { wholeYear } from "../../demo/year/plan.ts";
import type { Client } from "../support/client.ts";
import { officeDay } from "../support/day.ts";
import { adminPassword, openDemoProduct, type TestProduct } from "../support/product.ts";

/** The demonstration's year in short: the same story over fewer turns and materials, told after today's desks. */
const short = { ...wholeYear, turns: 6, materials: 260, orders: 10 };
type Row = Readonly<Record<string, any>>;
let product: TestProduct;
let chief: Client;

beforeAll(async () => {
  product = await openDemoProduct();
  await demoYear(product.kernel, product.gate, adminPassword, clock.now, short);
  chief = await product.signIn("lead.buyer");
});
afterAll(() => product?.drop());

const count = async (text: string): Promise<number> =>
  (await product.kernel.db.one<{ n: number }>(`select count(*)::int as n from ${text}`))!.n;
async function report(call: string, filter: Row = {}): Promise<Row> {
  const { filters } = Object.values(reportShapes).find((reportShape) => reportShape.call === call)!;
  const body = { ...("from" in filters ? { from: officeDay(-400), to: officeDay(0) } : {}), ...filter };
  const reply: Row = await chief.call(`srmServer/v1/srmPurReportRestful/${call}`, body);
  expect([call, reply["status"], reply["message"]]).toEqual([call, "S", reply["message"]]);
  expect([call, reply["data"]["rows"].length > 0]).toEqual([call, true]);
  return reply["data"];
}

describe("a year of the demonstration's company", () => {
  test("suppliers stand in every stage, and every kind of document is there", async () => {
    const { rows } = await product.kernel.db
      .query<{ status: string }>(`select distinct "supStatus" as status from "SrmSupInfo" where "supStatus" is not null`)
      .then((found) => ({ rows: found.map((entry) => entry.status) }));
    expect(rows).toEqual(expect.arrayContaining(["QUALIFIED", "TRIAL", "POTENTIAL", "FROZEN", "QUIT", "TEMPORARY"]));
    expect(await count(`"SrmSupInfo"`)).toBeGreaterThanOrEqual(100);
    for (const [table, least] of [
      [`"SrmPurOrderHeader" where status = 'COMPLETED'`, 15],
      [`"SrmPurOrderHeader" where status = 'CONFIRMED'`, 5],
      [`"SrmPurRequisitionHeader" where status = 'COMPLETED'`, 8],
      [`"SrmPurAgreementHeader" where status = 'EXPIRED'`, 20],
      [`"SrmPurAgreementHeader" where status = 'EFFECTIVE'`, 20],
      [`"SrmPurDeliveryNote" where status = 'RECEIVED'`, 3],
      [`"SrmPurReceive" where status = 'POSTED'`, 20],
    ] as const)
      expect([table, await count(table)]).toEqual([table, expect.toSatisfy((n: number) => n >= least)]);
  });

  test("whatever can happen to an order, a note, a receipt or a supplier has happened, to the leading suppliers too", async () => {
    const ofLeads = `"supplierId" in (select id from "SrmSupInfo" where "shortName" in ('星铸钣金', '鲸落塑业'))`;
    const order = `"SrmPurOrderHeader" where`;
    const line = `"SrmPurOrderLine" l join "SrmPurOrderHeader" o on o.id = l."parentId" where`;
    for (const [name, what] of [
      ["an order cancelled", `${order} status = 'CANCELLED' and "orderDate" < '${officeDay(-10)}'`],
      ["an order closed", `${order} status = 'CLOSED'`],
      ["a line closed within an order that went on", `${line} l."lineStatus" = 'CLOSED' and o.status <> 'CLOSED'`],
      ["an order in dollars", `${order} currency = 'USD' and "exchangeRate" > 6 and "exchangeRateId" is not null`],
      ["one of a leading supplier", `${order} currency = 'USD' and ${ofLeads}`],
      ["an order in euros", `${order} currency = 'EUR' and "exchangeRate" > 6 and "exchangeRateId" is not null`],
      ["an order with tax included", `${order} "taxIncludedFlag" = 'Y' and status not in ('DRAFT', 'CANCELLED')`],
      ["releases of framework agreements", `"SrmPurAgreementLine" where "releasedQty" > 0 and "agreeQty" > "releasedQty"`],
      ["received by leading suppliers", `${order} status = 'COMPLETED' and ${ofLeads}`],
      ["a note cancelled", `"SrmPurDeliveryNote" where status = 'CANCELLED'`],
      ["a note closed short", `"SrmPurDeliveryNote" where status = 'CLOSED' and ${ofLeads}`],
      ["a note reopened and received", `"Journal" where entity = 'SrmPurDeliveryNote' and action = 'doReopen'`],
      ["a receipt reversed", `"SrmPurWriteOff" where "writeOffType" = 'REVERSAL' and status = 'POSTED' and ${ofLeads}`],
      ["a return for money", `"SrmPurWriteOff" where "writeOffType" = 'RETURN_REFUND' and status = 'POSTED'`],
      ["a return for replacement", `"SrmPurWriteOff" where "writeOffType" = 'RETURN_REPLACE' and "postDate" < '${officeDay(-5)}'`],
      ["a supplier released", `"SrmSupControl" where "controlStatus" = 'LIFTED' and ${ofLeads}`],
      ["an order of a supplier on trial", `${order} "supplierId" in (select id from "SrmSupInfo" where "supStatus" = 'TRIAL')`],
      ["a cap that an order draws on", `"SrmSupInfo" where "tempFlag" = 'Y' and "tempUsedAmount" > 0`],
      ["a supplier merged into another", `"SrmSupInfo" where "mergedIntoId" is not null`],
      ["the approved list altered", `"SrmPurAslAlteration" where "alterReason" = '新增产线，交期缩短' and "appliedDate" is not null`],
    ] as const)
      expect([name, await count(what)]).toEqual([name, expect.toSatisfy((n: number) => n >= 1)]);
  });

  test("contracts stand in every state with the leading suppliers and others, below the orders made under them", async () => {
    const found = await product.kernel.db.query<{ status: string; suppliers: number }>(
      `select status, count(distinct "supplierId")::int as suppliers from "SrmCctContract" group by 1`,
    );
    const suppliers = new Map(found.map((row) => [row.status, row.suppliers]));
    expect([...suppliers.keys()].toSorted()).toEqual(Object.keys(contract.states!).toSorted());
    expect(suppliers.get("EFFECTIVE")).toBeGreaterThanOrEqual(3);
    expect(await count(`"SrmPurOrderHeader" where "contractId" is not null and status in ('CONFIRMED', 'COMPLETED')`)).toBeGreaterThan(5);
  });

  test("every posting adds up, and the journal is whole", async () => {
    expect(await proveLedger(product.kernel.db)).toEqual([]);
    expect((await verifyJournal(product.kernel.db)).broken).toBeNull();
  });

  test("nobody is written to about what happened long ago", async () => {
    expect(await count(`"Outbox" where "doneAt" is null and at < now() - interval '4 days'`)).toBe(0);
    expect(await count(`"Journal" where at < now() - interval '30 days' and entity = 'SrmPurOrderHeader'`)).toBeGreaterThan(50);
  });

  test("the reports tell one total, whichever way they are cut", async () => {
    const { figures, rows } = await report("getOrderSumPriceStat", { dimension: "SUPPLIER" });
    expect(Number(figures["total"])).toBeGreaterThan(500_000);
    expect(new Set((rows as Row[]).map((row) => row["period"])).size).toBeGreaterThan(2);
    for (const dimension of ["ORG", "CATEGORY", "BUYER"])
      expect([dimension, (await report("getOrderSumPriceStat", { dimension }))["figures"]["total"]]).toEqual([dimension, figures["total"]]);
    for (const call of [
      "getOrderPortionPurchaseAmount",
      "getOrderPurchase",
      "getOrderPurchasePivot",
      "getOrderPayable",
      "getRequisitionPo",
    ])
      await report(call);
  });
});
