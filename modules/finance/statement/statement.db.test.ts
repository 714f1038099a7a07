import { afterAll, beforeAll, expect, test } from "vitest";
import type { Client } from "../../../tests/support/client.ts";
import { ok, OrderWorld, type Row } from "../../../tests/support/ordering.ts";

let world: OrderWorld;
let chief: Client;

beforeAll(async () => {
  world = await OrderWorld.open();
  const { product } = world.life;
  await product.person("stm.chief", ["FINANCE_MANAGER"]);
  chief = await world.life.wearing("stm.chief", "FINANCE_MANAGER");
});
afterAll(() => world?.life.product.drop());

const call = (name: string, body: object, by: Client = world.buyer): Promise<any> =>
  by.call(`srmServer/v1/srmRcnAccountStmtRestful/${name}`, body);
const found = (id: string, by: Client = world.buyer): Promise<Row> => ok(call("findById", { id }, by));
const info = async (id: string): Promise<Row> =>
  (
    await world.life.rows(
      `select i.id, trim_scale(i."openQty")::text open, trim_scale(i."reservedQty")::text reserved, trim_scale(i."reconciledQty")::text reconciled,
              i."reconStatus" recon, i."reconciledInc"::text inc, trim_scale(t."statementQty")::text stated, t."statementAmount"::text amount
         from "SrmRcnTransactionInfo" i left join "SrmPurStorageTransaction" t on t.id = i."sourceTransactionId" where i.id = $1`,
      id,
    )
  )[0]!;

/** A receipt of so much at a price: the order and its transactions. */
async function receipt(qty: string, price = "10", more: object = {}): Promise<{ order: Row; txnId: string }> {
  const order = await world.running({ rows: [qty], price, ...more });
  await world.received(order, qty);
  const [txn] = await world.transactions(order["id"]);
  return { order, txnId: txn!["id"] };
}
const drawn = async (chosen: readonly object[], by: Client = world.buyer): Promise<Row> => {
  const made = await ok(call("doCreateFrom", { chosen }, by));
  return found(Array.isArray(made) ? made[0]["id"] : made["id"], by);
};
const sent = async (chosen: readonly object[]): Promise<Row> => {
  const doc = await drawn(chosen);
  await ok(call("doSubmit", { id: doc["id"] }));
  return found(doc["id"]);
};
/** The group that approves statements has people of purchasing and of finance: the one who has the task decides. */
const decided = async (id: string, what: "doPass" | "doReject" = "doPass"): Promise<void> => {
  const first = await world.life.decides(id, what);
  if (first.status !== "S") await ok(world.life.decides(id, what, chief));
};
const approved = async (doc: Row): Promise<Row> => {
  await ok(call("doConfirm", { id: doc["id"] }, world.vendor));
  await decided(doc["id"]);
  return found(doc["id"]);
};

test("finance 2: a receipt reconciled piece by piece closes to the posted cent", async () => {
  const { txnId } = await receipt("3", "0.335");
  const net: string[] = [];
  for (let piece = 0; piece < 3; piece++) {
    const doc = await approved(await sent([{ id: txnId, qty: "1" }]));
    net.push(doc["goodsEx"]);
  }
  expect(net).toEqual(["0.34", "0.33", "0.34"]);
  expect(await info(txnId)).toMatchObject({ open: "0", reserved: "0", reconciled: "3", recon: "FULL", stated: "3" });
});

test("a statement is reserved when it is sent, reconciled when it is approved, and told to both sides", async () => {
  const { txnId } = await receipt("100");
  const draft = await drawn([{ id: txnId }]);
  expect(draft).toMatchObject({ status: "DRAFT", goodsEx: "1000.00", goodsTax: "130.00", invoiceableInc: "1130.00", origin: "BUYER" });
  expect(draft["lines"]).toMatchObject([{ lineKind: "GOODS", qty: "100", amountIncl: "1130.00" }]);
  expect(await info(txnId)).toMatchObject({ open: "100", reserved: "0" });
  expect((await call("findById", { id: draft["id"] }, world.vendor)).code).toBe("RCN-026");
  await ok(call("doSubmit", { id: draft["id"] }));
  expect(await info(txnId)).toMatchObject({ open: "0", reserved: "100", stated: "100", amount: "1130.00" });
  await ok(call("doConfirm", { id: draft["id"] }, world.vendor));
  expect((await found(draft["id"]))["status"]).toBe("APPROVING");
  await decided(draft["id"]);
  expect(await found(draft["id"])).toMatchObject({ status: "APPROVED", confirmUserId: expect.any(String) });
  expect(await info(txnId)).toMatchObject({ reserved: "0", reconciled: "100", inc: "1130.00", stated: "100" });
  await ok(call("doRevoke", { id: draft["id"], cancelReason: "数量有误" }, chief));
  expect(await info(txnId)).toMatchObject({ open: "100", reconciled: "0", inc: "0.00", stated: "0", recon: "NONE" });
});

test("finance 6: two drafts of the same receipt: one is sent, the other holds nothing", async () => {
  const { txnId } = await receipt("100");
  const [a, b] = [await drawn([{ id: txnId }]), await drawn([{ id: txnId }])];
  const replies = await Promise.all([call("doSubmit", { id: a["id"] }), call("doSubmit", { id: b["id"] })]);
  expect(replies.map((reply) => (reply.status === "S" ? "S" : reply.code)).toSorted()).toEqual(["RCN-010", "S"]);
  const loser = replies[0].status === "S" ? b : a;
  expect((await found(loser["id"]))["status"]).toBe("DRAFT");
  expect(await info(txnId)).toMatchObject({ reserved: "100", stated: "100" });
});

test("finance 7: a disputed line is deferred, its transactions are open again", async () => {
  const [one, two] = [await receipt("50"), await receipt("90")];
  const doc = await sent([{ id: one.txnId }, { id: two.txnId }]);
  const line = (doc["lines"] as Row[]).find((row) => row["qty"] === "90")!;
  const details = [{ lineNum: line["lineNum"], diffType: "QTY", theirValue: "100", reason: "我方发货100" }];
  await ok(call("doDispute", { id: doc["id"], details }, world.vendor));
  const disputed = await found(doc["id"]);
  expect([disputed["status"], disputed["disputeCount"], disputed["details"][0]["ourValue"]]).toEqual(["DISPUTED", 1, "90"]);
  expect((await call("doConfirm", { id: doc["id"] }, world.vendor)).status).toBe("E");
  const settled = [{ id: disputed["details"][0].id, resolution: "DEFER" }];
  await ok(call("doSettleDispute", { id: doc["id"], details: settled }));
  const after = await found(doc["id"]);
  expect([after["status"], after["lines"].length, after["goodsEx"]]).toEqual(["WAIT_CONFIRM", 1, "500.00"]);
  expect(await info(two.txnId)).toMatchObject({ open: "90", reserved: "0", stated: "0" });
  expect(await info(one.txnId)).toMatchObject({ reserved: "50", stated: "50" });
});

test("an accepted price is an adjustment, an accepted quantity lowers the newest rows", async () => {
  const { txnId } = await receipt("10", "10");
  const doc = await sent([{ id: txnId }]);
  const details = [
    { lineNum: 1, diffType: "PRICE", theirValue: "11", reason: "合同价11" },
    { lineNum: 1, diffType: "QTY", theirValue: "8", reason: "少收2" },
  ];
  await ok(call("doDispute", { id: doc["id"], details }, world.vendor));
  const disputed = await found(doc["id"]);
  const settled = (disputed["details"] as Row[]).map(({ id }) => ({ id, resolution: "ACCEPT" }));
  await ok(call("doSettleDispute", { id: doc["id"], details: settled }));
  const after = await found(doc["id"]);
  expect(after).toMatchObject({ status: "WAIT_CONFIRM", goodsEx: "80.00", adjustEx: "8.00", adjustTax: "1.04", invoiceableInc: "99.44" });
  expect(await info(txnId)).toMatchObject({ open: "2", reserved: "8", stated: "8" });
});

test("a receipt and its reversal go together, and a pair that undoes itself closes with nothing to invoice", async () => {
  const { order, txnId } = await receipt("10");
  await world.undo(order, "E14", "10", txnId);
  const [, reversal] = await world.transactions(order["id"]);
  const draft = await drawn([{ id: txnId }]);
  expect((draft["transactions"] as Row[]).map((row) => row["qty"]).toSorted()).toEqual(["-10", "10"]);
  expect((await call("doclearTranction", { id: draft["id"], txnIds: [reversal!["id"]] })).code).toBe("RCN-029");
  await ok(call("doSubmit", { id: draft["id"] }));
  expect((await approved(draft))["status"]).toBe("CLOSED");
  expect(await info(txnId)).toMatchObject({ recon: "OFFSET", open: "0" });
});

test("finance 25: what is on hold is not loaded until it is released", async () => {
  const { txnId } = await receipt("5");
  await ok(chief.call("srmServer/v1/srmRcnTransactionInfoRestful/doHold", { id: txnId, reason: "质量异常" }));
  expect((await call("doCreateFrom", { chosen: [{ id: txnId }] })).code).toBe("RCN-004");
  await ok(chief.call("srmServer/v1/srmRcnTransactionInfoRestful/doRelease", { id: txnId }));
  expect((await drawn([{ id: txnId }]))["transactions"]).toHaveLength(1);
});

test("a supplier starts a statement, our side confirms it", async () => {
  const { txnId } = await receipt("5");
  const doc = await drawn([{ id: txnId }], world.vendor);
  expect(doc).toMatchObject({ origin: "SUPPLIER", ownerSide: "SUPPLIER" });
  expect((await call("doSubmit", { id: doc["id"] })).status).toBe("E");
  await ok(call("doSubmit", { id: doc["id"] }, world.vendor));
  expect((await call("doConfirm", { id: doc["id"] }, world.vendor)).status).toBe("E");
  await ok(call("doConfirm", { id: doc["id"] }));
  expect((await found(doc["id"]))["status"]).toBe("APPROVING");
  await decided(doc["id"], "doReject");
  expect((await found(doc["id"]))["status"]).toBe("REJECTED");
  expect(await info(txnId)).toMatchObject({ open: "5", reserved: "0", stated: "0" });
});

test("an empty statement is not sent", async () => {
  const { ids } = world.life;
  const head = { orgId: ids["org"], supplierId: ids["S1"], currency: "CNY", paymentTermId: ids["term"] };
  const doc = await ok(call("saveOrUpdate", head));
  expect((await call("doSubmit", { id: doc["id"] })).code).toBe("RCN-001");
});

test("finance 21: another supplier's statement is not there", async () => {
  const { txnId } = await receipt("5");
  const doc = await sent([{ id: txnId }]);
  await world.life.rows(`update "SrmRcnAccountStmt" set "supplierId" = 'S2' where id = $1`, doc["id"]);
  expect((await call("findById", { id: doc["id"] }, world.vendor)).code).toBe("RCN-026");
  expect((await call("findById", { id: "nothing" }, world.vendor)).code).toBe("RCN-026");
  const { data } = await call("listByPage", { supplierId: "S2", pageIndex: 1, pageRows: 10 }, world.vendor);
  expect(data).toEqual([]);
});

test("finance 5: a run makes one draft, the next one adds what is new", async () => {
  const chosen = await world.life.rows(
    `select id from "SrmRcnTransactionInfo" where "reconStatus" in ('NONE', 'PARTIAL') and "holdFlag" = 'N'`,
  );
  for (const { id } of chosen) await ok(chief.call("srmServer/v1/srmRcnTransactionInfoRestful/doHold", { id, reason: "other tests" }));
  for (let i = 0; i < 5; i++) await receipt("10");
  const run = (more: object = {}): Promise<Row> => ok(call("doAutoGenerateStmt", { ...more }));
  const seen = await run({ dryRun: "Y" });
  expect([seen["created"].length, seen["created"][0].amountIncl]).toEqual([1, "565.00"]);
  const first = await run();
  expect([first["created"].length, first["appended"].length]).toEqual([1, 0]);
  const again = await run();
  expect([again["created"].length, again["appended"].length, again["skipped"][0].reason]).toEqual([0, 0, "IN_DRAFT"]);
  await receipt("10");
  const third = await run();
  expect([third["created"].length, third["appended"].length]).toEqual([0, 1]);
  expect((await found(third["appended"][0].id))["transactions"]).toHaveLength(6);
});

test("the board adds up: opening, received and returned less reconciled is what is open", async () => {
  const { data } = await chief.call("srmServer/v1/srmRcnReportRestful/listAccountStmt", { supplierId: world.life.ids["S1"] });
  const [row] = data.rows as Row[];
  const [open] = await world.life.rows(
    `select sum("amountIncl" - "reconciledInc")::text as open from "SrmRcnTransactionInfo" where "supplierId" = $1 and status = 'APPROVED' and "reconStatus" <> 'NA'`,
    world.life.ids["S1"]!,
  );
  expect(Number(row!["closing"])).toBe(Number(open!["open"]));
});
