import { expect, test } from "vitest";
import { blockingStep, type Progress } from "./blocking.ts";

const progress = (more: Partial<Progress> = {}): Progress => ({
  ...{ receivedQty: "5", hasHold: false, hasProvisional: false, openAmount: "0", reservedAmount: "0", stmtStatus: null, stmtOwner: null },
  ...{ reconciledAmount: "0", invoicedAmount: "0", paidAmount: "0" },
  ...more,
});

test.each([
  ["NOT_RECEIVED", { receivedQty: "0" }],
  ["ON_HOLD", { hasHold: true, openAmount: "10" }],
  ["PROVISIONAL", { hasProvisional: true, openAmount: "10" }],
  ["NOT_RECONCILED", { openAmount: "10" }],
  ["WAIT_SUPPLIER", { reservedAmount: "10", stmtStatus: "WAIT_CONFIRM", stmtOwner: "BUYER" }],
  ["WAIT_US", { reservedAmount: "10", stmtStatus: "WAIT_CONFIRM", stmtOwner: "SUPPLIER" }],
  ["WAIT_US", { reservedAmount: "10", stmtStatus: "DISPUTED", stmtOwner: "BUYER" }],
  ["WAIT_SUPPLIER", { reservedAmount: "10", stmtStatus: "DISPUTED", stmtOwner: "SUPPLIER" }],
  ["WAIT_US", { reservedAmount: "10", stmtStatus: "APPROVING", stmtOwner: "SUPPLIER" }],
  ["NOT_INVOICED", { reconciledAmount: "10" }],
  ["NOT_PLANNED", { reconciledAmount: "10", invoicedAmount: "10" }],
  ["PAID", { reconciledAmount: "10", invoicedAmount: "10", paidAmount: "10" }],
] as const)("%s is what a line waits for", (step, more) => {
  expect(blockingStep(progress(more))).toBe(step);
});
