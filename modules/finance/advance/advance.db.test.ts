import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { unbalanced } from "../../../tests/support/balanced.ts";
import type { Client } from "../../../tests/support/client.ts";
import { ContractOrders } from "../../../tests/support/contract-orders.ts";
import { runDue } from "../../../tests/support/due.ts";
import { day, ok, OrderWorld, type Row } from "../../../tests/support/ordering.ts";
import { plant } from "../../../tests/support/plant.ts";
import { closedPeriods } from "#modules/order/index.ts";
import { postAdvance, type AdvanceUse } from "./advance.doors.ts";

const path = (entity: string): string => `srmServer/v1/${entity[0]!.toLowerCase()}${entity.slice(1)}Restful`;
const [advances, carries, collections, entries] = [
  path("SrmRcnAdvanceApply"),
  path("SrmRcnAdvanceCarryOver"),
  path("SrmRcnCollectAdvance"),
  path("SrmRcnPaymentDetail"),
];

let orders: OrderWorld;
let house: ContractOrders;
let finance: Client;
let chief: Client;
let flow = 0;
beforeAll(async () => {
  orders = await OrderWorld.open();
  house = new ContractOrders(orders);
  const { life } = orders;
  life.ids["finance"] = await life.product.person("rcn.finance", ["FINANCE"]);
  await life.product.person("rcn.chief", ["FINANCE_MANAGER"]);
  [finance, chief] = [await life.wearing("rcn.finance", "FINANCE"), await life.wearing("rcn.chief", "FINANCE_MANAGER")];
  const [district] = await life.rows(`select id from "SrmBaseDistrict" where "districtLevel" = 'COUNTRY' limit 1`);
  const bank = await life.made("SrmBaseBank", {
    ...{ bankCode: "RCN", bankName: "样例银行", bankLevel: "HEAD", swiftCode: "PROOFXX1", countryId: district!["id"] },
  });
  for (const [id, currency] of [
    ["ACC-1", "CNY"],
    ["ACC-USD", "USD"],
  ])
    await plant(life.product.kernel.db, "SrmSupAccount", id!, {
      ...{ supplierId: "S1", accountName: "S1", accountNo: `6222${id}`, currency, verifyStatus: "VERIFIED", enabledFlag: "Y" },
      ...{ accountUse: "BASIC", primaryFlag: "N", verifyDate: `${day(-90)}T00:00:00Z`, bankId: bank["id"] },
    });
});
afterAll(async () => {
  expect(await unbalanced(orders.life.product.kernel)).toEqual([]);
  await orders.life.product.drop();
});
beforeEach(() => orders.life.rows(`update "SrmSupInfo" set "paymentHoldFlag" = 'N' where id = 'S1'`));

const call = (name: string, body: object, by: Client = finance, of = advances): Promise<any> => by.call(`${of}/${name}`, body);
const found = (id: string, by?: Client): Promise<Row> => ok(call("findById", { id }, by));
const draft = (more: object = {}): Promise<any> =>
  call("saveOrUpdate", {
    ...{ advanceType: "GENERAL", supplierId: "S1", orgId: orders.life.ids["org"], currency: "CNY", applyAmount: "1000" },
    ...{ supplierAccountId: "ACC-1", planPayDate: day(0), dueRecoverDate: day(60), reason: "备料" },
    ownerId: orders.life.ids["finance"],
    ...more,
  });
async function approved(more: object = {}): Promise<Row> {
  const { id } = await ok(draft(more));
  await ok(call("doSubmit", { id }));
  await ok(orders.life.decides(id));
  return found(id);
}
const pay = (id: string, amount: string, more: object = {}): Promise<any> =>
  call("doRegisterPayment", { id, payDate: day(0), amount, bankAccountFrom: "BOC-1", bankFlowNo: `F${++flow}`, ...more });
async function paid(more: object = {}, amount = "1000"): Promise<Row> {
  const { id } = await approved(more);
  await ok(pay(id, amount));
  return found(id);
}
let uses = 0;
const use = (id: string, op: AdvanceUse["op"], amount: string, of = "ROW") => {
  const effect = postAdvance(id, [
    { op, amount, use: of, key: `K${++uses}`, refType: "SrmRcnInvoiceHeader", refId: "IV1", refNum: "IV1" },
  ]) as { readonly input: object };
  return orders.life.act("SrmRcnAdvanceApply", id, "doPost", effect.input);
};
const refusal = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => "done",
    (error: { code?: string }) => error.code ?? String(error),
  );
const money = (row: Row): readonly string[] => [row["status"], row["paidAmount"], row["balance"]];
const order = (price: string) => orders.running({ rows: ["1000"], price });

test("finance 15: live advances of an order stay within 30 % of its gross", async () => {
  const of = await order("200");
  const on = { advanceType: "PO", poHeaderId: of["id"] };
  const first = await ok(draft({ ...on, applyAmount: "50000" }));
  expect([first["basisAmount"], first["applyRatio"]]).toEqual(["226000.00", "22.1239"]);
  await ok(call("doSubmit", { id: first["id"] }));
  const second = await ok(draft({ ...on, applyAmount: "20000" }));
  expect(await call("doSubmit", { id: second["id"] })).toMatchObject({ status: "E", code: "RCN-013" });
  const third = await ok(draft({ ...on, applyAmount: "17800" }));
  await ok(call("doSubmit", { id: third["id"] }));
});

test("finance 16: what is reserved of an advance cannot be used twice", async () => {
  const { id } = await paid({ applyAmount: "30000" }, "30000");
  await use(id, "RESERVE", "20000");
  expect(await refusal(use(id, "RESERVE", "15000"))).toBe("RCN-009");
  await use(id, "WRITE_OFF", "20000");
  await use(id, "RESERVE", "10000");
  await use(id, "WRITE_OFF", "10000");
  expect(money(await found(id))).toEqual(["CLOSED", "30000.00", "0.00"]);
  await use(id, "UNAPPLY", "20000");
  await use(id, "RELEASE", "20000");
  expect(money(await found(id))).toEqual(["PAID", "30000.00", "20000.00"]);
});

test("payments: in parts, never more than asked for, a bank entry once, reversed by the finance manager", async () => {
  const { id } = await approved();
  await ok(pay(id, "400", { bankFlowNo: "ONCE" }));
  expect(money(await found(id))).toEqual(["PART_PAID", "400.00", "400.00"]);
  expect(await pay(id, "10", { bankFlowNo: "ONCE" })).toMatchObject({ code: "RCN-015" });
  expect(await pay(id, "601")).toMatchObject({ code: "RCN-014" });
  expect(await pay(id, "10", { payDate: day(1) })).toMatchObject({ code: "RCN-069" });
  await ok(pay(id, "600"));
  expect((await found(id))["status"]).toBe("PAID");
  const [entry] = await orders.life.rows(`select id from "SrmRcnPaymentDetail" where "bankFlowNo" = 'ONCE'`);
  await use(id, "RESERVE", "700");
  const reversal = { id: entry!["id"], reason: "退票", reverseOn: day(0) };
  expect((await call("doReverse", reversal, finance, entries))["status"]).toBe("E");
  expect(await call("doReverse", reversal, chief, entries)).toMatchObject({ code: "RCN-009" });
  await use(id, "RELEASE", "700");
  await ok(call("doReverse", reversal, chief, entries));
  expect(money(await found(id))).toEqual(["PART_PAID", "600.00", "600.00"]);
  expect(await pay(id, "10", { bankFlowNo: "ONCE" })).toMatchObject({ code: "RCN-015" });
  const sources = await orders.life.rows(
    `select amount from "SrmRcnPaymentSourceDetail" where "parentId" = $1 order by amount`,
    entry!["id"],
  );
  expect(sources.map((row) => row["amount"])).toEqual(["-400.00", "400.00"]);
  await ok(call("doClose", { id, reason: "不再付款" }));
  expect(await found(id)).toMatchObject({ status: "PAID", givenUpAmount: "400.00" });
});

test("a hold, a freeze or the blacklist stops the payment; the account has to be verified and of the currency", async () => {
  const { id } = await ok(draft());
  await orders.life.rows(`update "SrmSupInfo" set "paymentHoldFlag" = 'Y', "paymentHoldReason" = '账户核实' where id = 'S1'`);
  expect(await call("doSubmit", { id })).toMatchObject({ code: "RCN-016" });
  await orders.life.rows(`update "SrmSupInfo" set "paymentHoldFlag" = 'N', "blacklistFlag" = 'Y' where id = 'S1'`);
  expect(await call("doSubmit", { id })).toMatchObject({ code: "RCN-016" });
  await orders.life.rows(`update "SrmSupInfo" set "blacklistFlag" = 'N' where id = 'S1'`);
  const freeze = { scopeType: "ALL", blockedOps: ["PAYMENT"], startDate: day(0), controlReason: "QUALITY" };
  await orders.life.act("SrmSupInfo", "S1", "doControl", { docType: "TEST", docId: "T-PAY", reason: "x", add: [freeze] });
  expect(await call("doSubmit", { id })).toMatchObject({ code: "RCN-016" });
  await orders.life.rows(`update "SrmSupControl" set "controlStatus" = 'LIFTED' where "supplierId" = 'S1'`);
  await orders.life.rows(`update "SrmSupAccount" set "verifyStatus" = 'PENDING' where id = 'ACC-1'`);
  expect((await call("doSubmit", { id }))["status"]).toBe("E");
  await orders.life.rows(`update "SrmSupAccount" set "verifyStatus" = 'VERIFIED' where id = 'ACC-1'`);
  await ok(call("doSubmit", { id }));
  await ok(orders.life.decides(id));
  await orders.life.rows(`update "SrmSupInfo" set "paymentHoldFlag" = 'Y' where id = 'S1'`);
  expect(await pay(id, "1000")).toMatchObject({ code: "RCN-016" });
});

test("an account that was changed lately: approvers' people are told, and the payment asks for the phone call", async () => {
  await orders.life.rows(`update "SrmSupAccount" set "verifyDate" = now() where id = 'ACC-1'`);
  try {
    const { id } = await approved();
    const told = await orders.life.rows(`select 1 from "Outbox" where event = 'RCN_BANK_CHANGED' and data->>'id' = $1`, id);
    expect(told).toHaveLength(1);
    expect((await pay(id, "1000"))["status"]).not.toBe("S");
    await ok(pay(id, "1000", { confirmed: ["RCN-070"] }));
  } finally {
    await orders.life.rows(`update "SrmSupAccount" set "verifyDate" = now() - interval '90 days' where id = 'ACC-1'`);
  }
});

test("finance 22: the balance of a cancelled order goes to another one and is not paid again", async () => {
  const [one, two] = [await order("200"), await order("200")];
  const from = await paid({ advanceType: "PO", poHeaderId: one["id"], applyAmount: "12000" }, "12000");
  const to = await approved({ advanceType: "PO", poHeaderId: two["id"], applyAmount: "12000" });
  await ok(orders.call("doCancel", { id: one["id"], reason: "需求取消" }));
  await orders.life.product.kernel.outbox.drain();
  expect((await found(from["id"]))["recoverFlag"]).toBe("Y");
  const task = () =>
    orders.life.rows(`select status from "SrmBaseInsidePending" where "bizId" = $1 and "pendingType" = 'ADVANCE_RECOVER'`, from["id"]);
  expect(await task()).toHaveLength(1);

  await ok(call("doCarryOver", { id: from["id"], toAdvanceId: to["id"], amount: "12000", reason: "转至新订单" }));
  expect(await pay(to["id"], "1")).toMatchObject({ code: "RCN-014" });
  const [carry] = await orders.life.rows(`select id from "SrmRcnAdvanceCarryOver" where "fromAdvanceId" = $1`, from["id"]);
  await ok(orders.life.decides(carry!["id"]));
  expect(money(await found(from["id"]))).toEqual(["CLOSED", "12000.00", "0.00"]);
  expect(await found(to["id"])).toMatchObject({ status: "PAID", paidAmount: "0.00", carriedInAmount: "12000.00", balance: "12000.00" });
  expect(await pay(to["id"], "1")).toMatchObject({ status: "E" });
  await use(to["id"], "RESERVE", "12000");
  await use(to["id"], "WRITE_OFF", "12000");
  expect((await found(to["id"]))["status"]).toBe("CLOSED");
});

test("a carry-over that is returned leaves both advances as they were; it stays with supplier and organisation", async () => {
  const [from, to] = [await paid(), await approved()];
  expect((await call("doCarryOver", { id: from["id"], toAdvanceId: from["id"], amount: "10", reason: "x" }))["code"]).toBe("RCN-066");
  expect((await call("doCarryOver", { id: from["id"], toAdvanceId: to["id"], amount: "1001", reason: "x" }))["status"]).toBe("E");
  await ok(call("doCarryOver", { id: from["id"], toAdvanceId: to["id"], amount: "400", reason: "x" }));
  const [carry] = await orders.life.rows(`select id from "SrmRcnAdvanceCarryOver" where "fromAdvanceId" = $1`, from["id"]);
  expect(await found(from["id"])).toMatchObject({ balance: "600.00", reservedAmount: "400.00" });
  expect(await found(to["id"])).toMatchObject({ incomingAmount: "400.00" });
  await ok(orders.life.decides(carry!["id"], "doReject"));
  expect(await found(from["id"])).toMatchObject({ balance: "1000.00", reservedAmount: "0.00" });
  expect(await found(to["id"])).toMatchObject({ incomingAmount: "0.00" });
  await ok(call("doCancel", { id: carry!["id"] }, finance, carries));
});

test("a collection comes in in parts; what never comes is given back; a reversed receipt is expected again", async () => {
  const { id } = await paid();
  await ok(call("doCollect", { id, amount: "800", expectDate: day(5), collectReason: "OVERPAID" }));
  const [doc] = await orders.life.rows(`select id from "SrmRcnCollectAdvance" where "advanceId" = $1`, id);
  await ok(orders.life.decides(doc!["id"]));
  const receive = (received: string, bankFlowNo: string) =>
    call("doRegisterReceipt", { id: doc!["id"], payDate: day(0), received, bankAccountFrom: "BOC-1", bankFlowNo }, finance, collections);
  await ok(receive("300", "IN-1"));
  expect(await receive("501", "IN-2")).toMatchObject({ code: "RCN-014" });
  expect(await found(id)).toMatchObject({ collectedAmount: "300.00", reservedAmount: "500.00", balance: "200.00" });
  const [entry] = await orders.life.rows(`select id from "SrmRcnPaymentDetail" where "bankFlowNo" = 'IN-1'`);
  await ok(call("doReverse", { id: entry!["id"], reason: "退票", reverseOn: day(0) }, chief, entries));
  expect(await found(id)).toMatchObject({ collectedAmount: "0.00", reservedAmount: "800.00" });
  await ok(receive("800", "IN-3"));
  const [received] = await orders.life.rows(`select status from "SrmRcnCollectAdvance" where id = $1`, doc!["id"]);
  expect([received!["status"], (await found(id))["balance"]]).toEqual(["RECEIVED", "200.00"]);
});

test("a contract's advance stage is reserved, paid and given back with its advance", async () => {
  const contract = await house.effective();
  const stage = async () => (await house.found(contract["id"]))["stages"][0];
  const on = { advanceType: "CONTRACT", contractId: contract["id"] };
  const doc = await approved({ ...on, applyAmount: "33900" });
  expect(await stage()).toMatchObject({ appliedAmount: "33900.00", paidAmount: "0.00" });
  const more = await ok(draft({ ...on, applyAmount: "1" }));
  expect(await call("doSubmit", { id: more["id"] })).toMatchObject({ code: "RCN-013" });
  await ok(pay(doc["id"], "33900"));
  expect(await stage()).toMatchObject({ paidAmount: "33900.00", stageStatus: "PAID" });
  expect((await house.found(contract["id"]))["paidAmount"]).toBe("33900.00");
  await ok(call("doCollect", { id: doc["id"], amount: "3900", expectDate: day(5), collectReason: "OVERPAID" }));
  const [back] = await orders.life.rows(`select id from "SrmRcnCollectAdvance" where "advanceId" = $1`, doc["id"]);
  await ok(orders.life.decides(back!["id"]));
  const body = { id: back!["id"], payDate: day(0), received: "3900", bankAccountFrom: "BOC-1", bankFlowNo: "CCT-IN" };
  await ok(call("doRegisterReceipt", body, finance, collections));
  expect(await stage()).toMatchObject({ appliedAmount: "30000.00", paidAmount: "30000.00" });
  expect((await house.found(contract["id"]))["paidAmount"]).toBe("30000.00");
});

test("an order whose term asks for a guarantee; one that is returned frees its stage; a terminated contract gets no advance", async () => {
  const contract = await house.effective();
  const on = { advanceType: "CONTRACT", contractId: contract["id"], applyAmount: "33900" };
  const { id } = await ok(draft(on));
  await ok(call("doSubmit", { id }));
  await ok(orders.life.decides(id, "doReject"));
  expect((await house.found(contract["id"]))["stages"][0]["appliedAmount"]).toBe("0.00");
  await orders.life.rows(`update "SrmCctContract" set status = 'TERMINATED' where id = $1`, contract["id"]);
  expect((await call("doSubmit", { id }))["status"]).toBe("E");

  const of = await order("200");
  await orders.life.rows(
    `update "SrmBasePaymentTermNode" set "nodeType" = 'PREPAY', "guaranteeFlag" = 'Y' where "parentId" = $1`,
    orders.life.ids["term"],
  );
  const secured = await ok(draft({ advanceType: "PO", poHeaderId: of["id"], applyAmount: "100" }));
  expect((await call("doSubmit", { id: secured["id"] }))["fieldErrors"]?.[0]?.code).toBe("RCN-063");
  await ok(call("saveOrUpdate", { id: secured["id"], versionNum: secured["versionNum"], guaranteeNo: "G1", guaranteeTo: day(90) }));
  await ok(call("doSubmit", { id: secured["id"] }));
});

test("a foreign currency keeps its base value to the last cent", async () => {
  await orders.life.made("SrmBaseExchangeRate", {
    ...{ rateType: "CORPORATE", fromCurrency: "USD", toCurrency: "CNY", effectiveDate: day(0), rate: "7.1234" },
  });
  const { id } = await paid({ currency: "USD", applyAmount: "100", supplierAccountId: "ACC-USD" }, "100");
  expect(await found(id)).toMatchObject({ exchangeRate: "7.1234", baseAmount: "712.34" });
  for (const [i, amount] of ["33.33", "33.33", "33.33", "0.01"].entries()) {
    await use(id, "RESERVE", amount, `U${i}`);
    await use(id, "WRITE_OFF", amount, `U${i}`);
  }
  expect(await found(id)).toMatchObject({ status: "CLOSED", baseAmount: "0.00", writtenOffBase: "712.34" });
  await use(id, "UNAPPLY", "33.33", "U2");
  expect((await found(id))["baseAmount"]).toBe("237.43");
});

test("finance 21: the supplier sees its own advances once they are approved, and nobody else's", async () => {
  const { life } = orders;
  const one = await approved();
  expect(await found(one["id"], life.vendor)).toMatchObject({ applyAmount: "1000.00" });
  expect((await found(one["id"], life.vendor))["reason"]).toBeUndefined();
  expect(await call("findById", { id: one["id"] }, life.stranger)).toMatchObject({ code: "RCN-026" });
  expect(await call("findById", { id: "nothing" }, life.stranger)).toMatchObject({ code: "RCN-026" });
  expect((await ok(call("listByPage", { pageIndex: 1, pageRows: 10, supplierId: "S1" }, life.stranger))) as unknown as Row[]).toEqual([]);
});

test("an advance past its day is to be recovered, and its people hear of it", async () => {
  const { id } = await paid();
  await orders.life.rows(`update "SrmRcnAdvanceApply" set "dueRecoverDate" = $2 where id = $1`, id, day(-2));
  await runDue(orders.life.product.kernel, "DUE_DATES", new Date());
  expect((await found(id))["recoverFlag"]).toBe("Y");
  expect(await orders.life.rows(`select 1 from "Outbox" where event = 'RCN_ADVANCE_OVERDUE' and data->>'id' = $1`, id)).toHaveLength(1);
});

test("a payment dated in a closed month is refused", async () => {
  const { id } = await approved();
  const month = day(0).slice(0, 7);
  const opened = orders.life.product.kernel.declared.answers.add(
    closedPeriods.answeredBy(async (_, { months }) =>
      months.filter((one) => one === month).map((one) => ({ month: one, next: "2099-01" })),
    ),
  );
  try {
    expect(await pay(id, "1000")).toMatchObject({ code: "RCN-012" });
  } finally {
    opened();
  }
  await ok(pay(id, "1000"));
});
