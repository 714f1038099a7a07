import { afterAll, beforeAll, expect, test } from "vitest";
import { ok, ReceivingWorld } from "../../../tests/support/receiving.ts";

let world: ReceivingWorld;
beforeAll(async () => {
  world = await ReceivingWorld.open();
});
afterAll(() => world.life.product.drop());

test("goods taken under concession at a deduction: one draft for the receive line, in the transaction of the inspection", async () => {
  const order = await world.order({ rows: ["200"], line: { receiptRouting: "INSPECT" } });
  const waiting = await world.takes(await world.sent(order.rowIds[0]!, "200"), "200");
  const lineId = waiting["lines"][0].id;
  const line = { receiveLineId: lineId, acceptedQty: "200", rejectedQty: "0", result: "CONCESSION", concessionDeduct: "150.00" };
  await ok(world.receive(world.life.quality, "doInspect", { id: waiting["id"], lines: [line] }));
  const drafts = await world.life.rows(`select * from "SrmRcnDeductions" where "sourceType" = 'CONCESSION' and "sourceId" = $1`, lineId);
  expect(drafts).toHaveLength(1);
  expect(drafts[0]).toMatchObject({ status: "DRAFT", amountIncl: "150.00", mode: "PAYMENT_OFFSET", currency: "CNY" });
  expect(drafts[0]!["deductNo"]).toBeTruthy();
});
