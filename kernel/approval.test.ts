import { expect, test } from "vitest";
import { action, entity } from "./entity.ts";
import { code, date, money, pick, ref } from "./field.ts";

const claim = entity("TrialClaim", "试验索赔", "Trial claim", {
  fields: {
    claimNum: code("编号", "Number"),
    supplierId: ref("SrmSupInfo", "供应商", "Supplier"),
    amount: money("金额", "Amount", { currency: "currency" }),
    currency: pick("币种", "Currency", "CURRENCY"),
    dueDate: date("到期日", "Due date"),
  },
  states: {
    DRAFT: ["拟定", "Draft"],
    SETTLED: ["已结清", "Settled", "done"],
    CANCELLED: ["已取消", "Cancelled", "ended"],
  },
  approval: {
    bill: "TRIAL_CLAIM",
    to: "SETTLED",
    supplier: "supplierId",
    amount: "amount",
    currency: "currency",
    again: ["dueDate"],
    submit: { label: ["送审", "Send for approval"], batch: "each", input: { answerBy: date("答复期限", "Answer by") } },
  },
  actions: {
    doCancel: action("取消", "Cancel", { button: "btnCancel", who: "internal", from: ["DRAFT", "REJECTED"], to: "CANCELLED" }),
  },
  sees: { internal: "all" },
  saves: "internal",
  savesFrom: ["DRAFT", "REJECTED"],
});

test("an approval adds its two states, in approval before approved and rejected after it", () => {
  expect(Object.keys(claim.states!)).toEqual(["DRAFT", "APPROVING", "SETTLED", "REJECTED", "CANCELLED"]);
  expect(claim.fields).toHaveProperty("status.initial", "DRAFT");
});

test("its four actions lead from state to state, and the declaration's own follow them", () => {
  expect(Object.entries(claim.actions).map(([name, { from, to, who }]) => [name, from, to, who])).toEqual([
    ["doSubmit", ["DRAFT", "REJECTED"], "APPROVING", "internal"],
    ["doApproval", ["APPROVING"], "SETTLED", "system"],
    ["doReject", ["APPROVING"], "REJECTED", "system"],
    ["doWithdraw", ["APPROVING"], "DRAFT", "system"],
    ["doCancel", ["DRAFT", "REJECTED"], "CANCELLED", "internal"],
  ]);
});

test("submitting names what it is approved by and keeps what differs", () => {
  const { label, batch, input, approval } = claim.actions.doSubmit;
  expect([label, batch, Object.keys(input!)]).toEqual([["送审", "Send for approval"], "each", ["answerBy"]]);
  expect(approval).toEqual({
    ...{ bill: "TRIAL_CLAIM", approve: "doApproval", reject: "doReject", withdraw: "doWithdraw" },
    ...{ supplier: "supplierId", amount: "amount", currency: "currency", again: ["dueDate"] },
  });
});
