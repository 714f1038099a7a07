import { afterAll, beforeAll, expect, test } from "vitest";
import { runDue } from "../../../tests/support/due.ts";
import { ContractOrders } from "../../../tests/support/contract-orders.ts";
import { unbalanced } from "../../../tests/support/balanced.ts";
import { day, ok, OrderWorld, type Row } from "../../../tests/support/ordering.ts";
import type { Client } from "../../../tests/support/client.ts";
import { postDeduction, type DeductionUse } from "./deduction.doors.ts";

const path = "srmServer/v1/srmRcnDeductionsRestful";
let orders: OrderWorld;
let house: ContractOrders;
let finance: Client;
beforeAll(async () => {
  orders = await OrderWorld.open();
  house = new ContractOrders(orders);
  await orders.life.product.person("rcn.finance", ["FINANCE"]);
  finance = await orders.life.wearing("rcn.finance", "FINANCE");
});
afterAll(async () => {
  expect(await unbalanced(orders.life.product.kernel)).toEqual([]);
  await orders.life.product.drop();
});

const call = (name: string, body: object, by: Client = finance): Promise<any> => by.call(`${path}/${name}`, body);
const found = (id: string, by?: Client): Promise<Row> => ok(call("findById", { id }, by));
const bare = (more: object = {}): Promise<Row> =>
  ok(
    call("saveOrUpdate", {
      supplierId: "S1",
      orgId: orders.life.ids["org"],
      amountIncl: "1700",
      mode: "PAYMENT_OFFSET",
      happenDate: day(0),
      reason: "交付延误",
      ...more,
    }),
  );
/** A draft with its evidence. */
async function draft(more: object = {}): Promise<Row> {
  const doc = await bare(more);
  await orders.life.rows(`update "SrmRcnDeductions" set "fileIds" = 'proof-1' where id = $1`, doc["id"]);
  return doc;
}
/** Published: the supplier has it. */
async function sent(more: object = {}): Promise<Row> {
  const { id } = await draft(more);
  await ok(call("doSubmit", { id }));
  await ok(orders.life.decides(id));
  return found(id);
}
const events = (event: string, id: string): Promise<Row[]> =>
  orders.life.rows(`select data from "Outbox" where event = $1 and data->>'id' = $2 order by no`, event, id);
const profile = (profileCode: string, profileValue: string): Promise<unknown> =>
  orders.life.rows(`update "SrmBaseConfigProfile" set "profileValue" = $2 where "profileCode" = $1`, profileCode, profileValue);
let uses = 0;
const use = (id: string, op: DeductionUse["op"], amount: string, more: Partial<DeductionUse> = {}) => {
  const effect = postDeduction(id, [
    { op, amount, use: "ROW", key: `K${++uses}`, refType: "SrmRcnAccountStmt", refId: "ST1", refNum: "ST202601-1", ...more },
  ]) as { readonly input: object };
  return orders.life.act("SrmRcnDeductions", id, "doPost", effect.input);
};
const refusal = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => "done",
    (error: { code?: string }) => error.code ?? String(error),
  );

test("finance 8: a deduction off the invoice of 1,700.00 at 13 % is 1,504.42 net and 195.58 tax", async () => {
  const doc = await bare({ mode: "INVOICE_OFFSET", taxRate: "T13" });
  expect([doc["amountExcl"], doc["taxAmount"], doc["balance"]]).toEqual(["1504.42", "195.58", "1700.00"]);
  const changed = await ok(call("saveOrUpdate", { id: doc["id"], versionNum: doc["versionNum"], mode: "PAYMENT_OFFSET" }));
  expect([changed["taxRate"], changed["amountExcl"]]).toEqual([null, null]);
});

test("evidence, an amount above zero and a supported currency are asked for", async () => {
  const lacking = await bare();
  expect((await call("doSubmit", { id: lacking["id"] }))["fieldErrors"]?.[0]?.code).toBe("RCN-051");
  const base = { supplierId: "S1", orgId: orders.life.ids["org"], happenDate: day(0), reason: "x", mode: "PAYMENT_OFFSET" };
  expect((await call("saveOrUpdate", { ...base, amountIncl: "0" }))["fieldErrors"]?.[0]?.code).toBe("RCN-057");
  expect((await call("saveOrUpdate", { ...base, amountIncl: "10.5", currency: "JPY" }))["status"]).toBe("E");
});

test("the supplier sees it once it is published, without the internal remark, and confirms it", async () => {
  const { id } = await draft({ remark: "只供内部" });
  const { vendor, stranger } = orders.life;
  expect((await call("findById", { id }, vendor))["code"]).toBe("RCN-026");
  await ok(call("doSubmit", { id }));
  await ok(orders.life.decides(id));
  const seen = await found(id, vendor);
  expect([seen["status"], seen["remark"], seen["answerDue"]]).toEqual(["WAIT_CONFIRM", undefined, day(7)]);
  expect((await call("findById", { id }, stranger))["code"]).toBe("RCN-026");
  expect(await events("RCN_DEDUCTION_PUBLISHED", id)).toHaveLength(1);
  const [task] = await orders.life.rows(`select "pendingType" from "SrmBaseSupplierPending" where "bizId" = $1`, id);
  expect(task?.["pendingType"]).toBe("DEDUCT_CONFIRM");
  await ok(call("doSuppConfirm", { id }, vendor));
  expect(await found(id)).toMatchObject({ status: "EFFECTIVE", supplierConfirmFlag: "Y", validFrom: day(0) });
});

test("an appeal is lowered, and no second one is possible; kept in the last round it takes effect", async () => {
  const { vendor } = orders.life;
  const one = await sent();
  await ok(call("doSuppAppeal", { id: one["id"], text: "货物按期送达" }, vendor));
  const refused = await call("doAnswerAppeal", { id: one["id"], decision: "LOWER", lowered: "1700", answer: "部分成立" });
  expect(refused["fieldErrors"]?.[0]?.code).toBe("RCN-053");
  await ok(call("doAnswerAppeal", { id: one["id"], decision: "LOWER", lowered: "1000", answer: "部分成立" }));
  const lowered = await found(one["id"], vendor);
  expect([lowered["status"], lowered["amountIncl"], lowered["appealRound"]]).toEqual(["WAIT_CONFIRM", "1000.00", 1]);
  expect(lowered["appeals"][0]).toMatchObject({ decision: "LOWER", amountBefore: "1700.00", amountAfter: "1000.00" });
  expect((await call("doSuppAppeal", { id: one["id"], text: "再申诉" }, vendor))["code"]).toBe("RCN-052");

  const two = await sent();
  await ok(call("doSuppAppeal", { id: two["id"], text: "不同意" }, vendor));
  await ok(call("doAnswerAppeal", { id: two["id"], decision: "KEEP", answer: "证据充分" }));
  expect((await found(two["id"]))["status"]).toBe("EFFECTIVE");

  const three = await sent();
  await ok(call("doSuppAppeal", { id: three["id"], text: "不同意" }, vendor));
  await ok(call("doAnswerAppeal", { id: three["id"], decision: "WAIVE", answer: "撤销" }));
  expect((await found(three["id"], vendor))["status"]).toBe("CANCELLED");
});

test("silence until the last day is consent, once", async () => {
  const { id } = await sent();
  await runDue(orders.life.product.kernel, "DUE_DATES", new Date());
  expect((await found(id))["status"]).toBe("WAIT_CONFIRM");
  await orders.life.rows(`update "SrmRcnDeductions" set "answerDue" = $2 where id = $1`, id, day(-1));
  await runDue(orders.life.product.kernel, "DUE_DATES", new Date());
  expect(await found(id)).toMatchObject({ status: "EFFECTIVE", noReplyFlag: "Y", supplierConfirmFlag: "N" });
  expect(await events("RCN_DEDUCTION_DECIDED", id)).toHaveLength(1);
});

test("reserved, used, given back: the balance is never used twice, and the database holds it too", async () => {
  const { id } = await sent();
  expect(await refusal(use(id, "RESERVE", "1"))).toBe("RCN-018");
  await ok(call("doSuppConfirm", { id }, orders.life.vendor));
  await use(id, "RESERVE", "1000", { key: "A" });
  await use(id, "RESERVE", "1000", { key: "A" });
  expect(await refusal(use(id, "RESERVE", "700.01"))).toBe("RCN-009");
  await use(id, "CONSUME", "600");
  expect(await found(id)).toMatchObject({ status: "PART_USED", usedAmount: "600.00", reservedAmount: "400.00", balance: "700.00" });
  expect((await call("doCancel", { id, reason: "错误" }))["code"]).toBe("RCN-018");
  await use(id, "CONSUME", "400");
  await use(id, "RESERVE", "700");
  await use(id, "CONSUME", "700");
  expect(await found(id)).toMatchObject({ status: "USED", balance: "0.00" });
  await use(id, "RETURN", "1700");
  expect((await call("doCancel", { id, reason: "错误" }))["code"]).toBe("RCN-023");
  await use(id, "RELEASE", "1700");
  await ok(call("doCancel", { id, reason: "错误" }));
  await expect(orders.life.rows(`update "SrmRcnDeductions" set "usedAmount" = 9999 where id = $1`, id)).rejects.toThrow();
});

test("a termination's penalty and a refund of a contract become one draft each, once", async () => {
  const refunds = [{ refundKind: "MOLD", itemIds: [orders.life.ids["item"]], feeAmount: "50000", refundMode: "BY_DATE", deadline: day(0) }];
  const contract = await house.effective({ refunds });
  await house.act(contract["id"], "doTrackRefunds");
  expect((await house.found(contract["id"]))["refunds"][0]["refundStatus"]).toBe("REACHED");
  const matching = { filters: { contractId: contract["id"] } };
  const made = await call("doCreateContractDeductions", { matching }, finance);
  expect([made.status, made.code, made.msg]).toEqual(["S", undefined, undefined]);
  const [doc] = await orders.life.rows(`select * from "SrmRcnDeductions" where "contractId" = $1`, contract["id"]);
  expect(doc).toMatchObject({ sourceType: "CONTRACT", amountIncl: "50000.00", status: "DRAFT", supplierId: "S1" });
  expect((await call("doCreateContractDeductions", { matching }, finance))["status"]).toBe("E");
  expect(await orders.life.rows(`select id from "SrmRcnDeductions" where "contractId" = $1`, contract["id"])).toHaveLength(1);

  await orders.life.rows(`update "SrmRcnDeductions" set "fileIds" = 'proof-1' where id = $1`, doc!["id"]);
  await ok(call("doSubmit", { id: doc!["id"] }));
  expect((await house.found(contract["id"]))["refunds"][0]["refundStatus"]).toBe("APPLIED");
  await ok(orders.life.decides(doc!["id"]));
  await ok(call("doSuppConfirm", { id: doc!["id"] }, orders.life.vendor));
  await use(doc!["id"], "RESERVE", "50000");
  await use(doc!["id"], "CONSUME", "50000");
  const after = await house.found(contract["id"]);
  expect([after["refunds"][0]["refundStatus"], after["deductedAmount"]]).toEqual(["REFUNDED", "50000.00"]);
});

test("more rounds of appeal where the organisation allows them", async () => {
  await profile("RCN_DED_APPEAL_ROUNDS", "2");
  const { id } = await sent();
  await ok(call("doSuppAppeal", { id, text: "不同意" }, orders.life.vendor));
  await ok(call("doAnswerAppeal", { id, decision: "KEEP", answer: "维持" }));
  expect((await found(id))["status"]).toBe("WAIT_CONFIRM");
  await ok(call("doSuppAppeal", { id, text: "仍不同意" }, orders.life.vendor));
  await ok(call("doAnswerAppeal", { id, decision: "KEEP", answer: "维持" }));
  const doc = await found(id);
  expect([doc["status"], doc["appeals"].map((row: Row) => row["round"])]).toEqual(["EFFECTIVE", [1, 2]]);
});
