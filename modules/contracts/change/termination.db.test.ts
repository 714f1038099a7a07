import { afterAll, beforeAll, expect, test } from "vitest";
import { day } from "../../../tests/support/lifecycle.ts";
import { OrderWorld, type Row } from "../../../tests/support/ordering.ts";
import { plant } from "../../../tests/support/plant.ts";
import { begun } from "../../../tests/support/planted-order.ts";
import { contract } from "../contract.entity.ts";
import { template } from "../template.entity.ts";

let world: OrderWorld;
beforeAll(async () => void (world = await OrderWorld.open()));
afterAll(() => world?.life.product.drop());

/** A contract in force, put there past its own approval. */
async function contracted(values: object): Promise<string> {
  const { ids, product } = world.life;
  const db = product.kernel.db;
  await plant(db, template.name, "TPL-1", {
    ...begun(template),
    templateCode: "CTT0001",
    templateName: "采购合同",
    headText: "甲乙双方",
    contractType: "PURCHASE",
    textLanguage: "CN",
    editMode: "CLAUSE",
    version: 1,
    status: "APPROVED",
  });
  await plant(db, contract.name, "CT-1", {
    ...begun(contract),
    contractNum: "HT-T-2026-0001",
    contractName: "支架合同",
    orgId: ids["org"],
    supplierId: ids["S1"],
    templateId: "TPL-1",
    effectiveDate: day(-30),
    expiryDate: day(300),
    ownerId: ids["purchaser"],
    amountIncl: "113000",
    status: "EFFECTIVE",
    ...values,
  });
  return "CT-1";
}

test("contracts 14: settlement with a penalty, and open order lines closed as chosen", async () => {
  const contractId = await contracted({ paidAmount: "33900", receivedAmount: "20000" });
  const [first, second] = [await world.running({ rows: ["5"] }), await world.running({ rows: ["7"] })];
  for (const order of [first, second])
    await world.life.rows(`update "SrmPurOrderHeader" set "contractId" = $2 where id = $1`, order!["id"], contractId);
  await world.life.act("SrmCctContract", contractId, "doTermination", {
    kind: "BREACH_SUPPLIER",
    reason: "多次逾期",
    terminateDate: day(0),
    penalty: "5000",
    penaltyTo: "TO_US",
  });
  const [made] = await world.life.rows(`select id from "SrmCctTermination" where "contractId" = $1`, contractId);
  const rows = () =>
    world.life.rows(
      `select "orderNum", "openQty"::text q, plan, id from "SrmCctTerminationLine" where "parentId" = $1 order by "openQty"`,
      made!["id"],
    );
  expect(await rows()).toMatchObject([
    { orderNum: first["orderNum"], q: "5.000000", plan: null },
    { orderNum: second["orderNum"], q: "7.000000", plan: null },
  ]);
  // Goods on their way: the line is not closed before they are in.
  await world.life.rows(`update "SrmPurOrderLine" set "inTransitQty" = 3 where "parentId" = $1`, first["id"]);
  const [{ id: firstRow }] = (await rows()) as [Row];
  const plan = (choice: string) =>
    world.life.act("SrmCctTermination", made!["id"], "saveOrUpdate", { orders: [{ id: firstRow, plan: choice }] });
  await expect(plan("CLOSE")).rejects.toMatchObject({
    fieldErrors: [expect.objectContaining({ code: "CCT-128", path: "orders[0].plan" })],
  });
  await plan("KEEP");
  await world.life.rows(`update "SrmPurOrderLine" set "inTransitQty" = 0 where "parentId" = $1`, first["id"]);
  for (const [i, { id }] of (await rows()).entries())
    await world.life.rows(`update "SrmCctTerminationLine" set plan = $2 where id = $1`, id, i === 0 ? "CLOSE" : "KEEP");
  await world.life.rows(`update "SrmCctTermination" set status = 'APPROVING' where id = $1`, made!["id"]);
  await world.life.act("SrmCctTermination", made!["id"], "doApproval");
  const [done] = await world.life.rows(
    `select status, "backAmount"::text b, "payableAmount"::text p, "claimAmount"::text c, "owedAmount"::text o from "SrmCctTermination" where id = $1`,
    made!["id"],
  );
  expect(done).toEqual({ status: "DONE", b: "13900.00", p: "0.00", c: "18900.00", o: "0.00" });
  const states = await world.life.rows(`select "lineStatus" s from "SrmPurOrderLine" where "parentId" = any($1) order by qty`, [
    first["id"],
    second["id"],
  ]);
  expect(states.map((row) => row["s"])).toEqual(["CLOSED", "OPEN"]);
  const [ended] = await world.life.rows(`select status, "terminateStatus" t from "SrmCctContract" where id = $1`, contractId);
  expect(ended).toEqual({ status: "TERMINATED", t: "DONE" });
  const [told] = await world.life.rows(`select data from "Outbox" where event = 'CCT_TERMINATED'`);
  expect(told!["data"]).toMatchObject({ penaltyAmount: "5000.00", penaltyDirection: "TO_US", claimAmount: "18900.00" });
});
