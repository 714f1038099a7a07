import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clock } from "#kernel/server/clock.ts";
import { verifyJournal } from "#kernel/server/journal.ts";
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
}, 240_000);
afterAll(() => product?.drop());

const count = async (text: string): Promise<number> =>
  (await product.kernel.db.one<{ n: number }>(`select count(*)::int as n from ${text}`))!.n;
async function report(call: string, filter: Row = {}): Promise<Row> {
  const { filters } = Object.values(reportShapes).find((one) => one.call === call)!;
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
      .then((found) => ({ rows: found.map((one) => one.status) }));
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
