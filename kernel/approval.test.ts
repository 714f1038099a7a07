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
    bill: "TRIAL_CLAIM",
    approve: "doApproval",
    reject: "doReject",
    withdraw: "doWithdraw",
    supplier: "supplierId",
    amount: "amount",
    currency: "currency",
    again: ["dueDate"],
  });
});

const named = entity("TrialForecast", "试验预测", "Trial forecast", {
  fields: { forecastNum: code("编号", "Number"), orgId: ref("BaseOrganization", "组织", "Organisation") },
  states: { DRAFT: ["拟定", "Draft"], REVIEW: ["评审中", "In review"], PUBLISHED: ["已发布", "Published", "done"] },
  approval: {
    bill: "TRIAL_FORECAST",
    during: "REVIEW",
    to: "PUBLISHED",
    submit: { name: "doPublish", label: ["发布", "Publish"] },
    ask: { name: "doAsk" },
    reject: { to: "DRAFT" },
    withdraw: { name: "doReject" },
    org: "orgId",
  },
  sees: { internal: "all" },
});

test("an approval whose states and actions have names of their own adds no others", () => {
  expect(Object.keys(named.states!)).toEqual(["DRAFT", "REVIEW", "PUBLISHED"]);
  expect(Object.entries(named.actions).map(([name, { from, to, who }]) => [name, from, to, who])).toEqual([
    ["doPublish", ["DRAFT"], undefined, "internal"],
    ["doAsk", ["DRAFT"], "REVIEW", "system"],
    ["doApproval", ["REVIEW"], "PUBLISHED", "system"],
    ["doReject", ["REVIEW"], "DRAFT", "system"],
  ]);
  expect(named.actions.doPublish.approval).toBeUndefined();
  expect(named.actions.doAsk.approval).toMatchObject({ bill: "TRIAL_FORECAST", reject: "doReject", withdraw: "doReject", org: "orgId" });
});

const tried = entity("TrialRun", "试验试用", "Trial run", {
  fields: { runNum: code("编号", "Number") },
  states: { DRAFT: ["拟定", "Draft"], RUNNING: ["执行中", "Running"], DONE: ["已完成", "Done", "done"] },
  approval: [
    { bill: "TRIAL_PLAN", to: "RUNNING" },
    {
      bill: "TRIAL_RESULT",
      to: "DONE",
      submit: { name: "doSubmitResult", from: ["RUNNING"] },
      approve: { name: "doApproveResult" },
      reject: { name: "doRejectResult", to: "RUNNING" },
      withdraw: { name: "doRejectResult" },
    },
  ],
  sees: { internal: "all" },
});

test("two approvals of one entity follow each other; what they share is declared by the first", () => {
  expect(Object.keys(tried.states!)).toEqual(["DRAFT", "APPROVING", "RUNNING", "REJECTED", "DONE"]);
  expect(Object.keys(tried.actions)).toEqual([
    ...["doSubmit", "doApproval", "doReject", "doWithdraw", "doSubmitResult", "doApproveResult", "doRejectResult"],
  ]);
  expect(tried.actions.doSubmitResult.approval).toMatchObject({ approve: "doApproveResult", withdraw: "doRejectResult" });
});

test("an entity without states has an approval without states", () => {
  const { actions } = entity("TrialProfile", "试验参数", "Trial parameter", {
    fields: { profileCode: code("编码", "Code") },
    approval: { bill: "TRIAL_PROFILE", submit: { who: "system" } },
    sees: { internal: "all" },
  });
  expect(Object.values(actions).flatMap(({ from, to }) => [from, to])).toEqual(Array(8).fill(undefined));
});

test("an approval written by hand, and an action of an approval declared again, are refused", () => {
  const { approval } = claim.actions.doSubmit;
  const declare = (name: string, shape: object) =>
    entity(name, "试验", "Trial", { fields: { trialNum: code("编号", "Number") }, sees: { internal: "all" }, ...shape } as never);
  const doSend = { ...action("送审", "Send", { button: "btnSubmit", who: "internal" }), approval };
  expect(() => declare("TrialByHand", { actions: { doSend } })).toThrow("TrialByHand: doSend belongs to an approval");
  const doReject = action("驳回", "Reject", { button: "btnReject", who: "system" });
  expect(() => declare("TrialTwice", { approval: { bill: "T" }, actions: { doReject } })).toThrow(
    "TrialTwice: doReject belongs to an approval",
  );
});
