import { expect, test } from "vitest";
import { action, entity, type Doc } from "./entity.ts";
import { code, date, money, pick, qty, ref, text } from "./field.ts";
import type { Moment } from "./rule.ts";
import { composed, differences, revisionFaults, type Difference } from "./revision-diff.ts";
import { draftOf, takeOver } from "./revision-rule.ts";
import { changeReason, revisionActions, revisionFields } from "./revision.ts";

const stage = entity("TrialStage", "试验阶段", "Trial stage", {
  fields: {
    stageNo: code("阶段", "Stage"),
    amount: money("金额", "Amount"),
    paidAmount: money("已付", "Paid", { computed: true, initial: "0" }),
    appliedAmount: money("已申请", "Applied", { computed: true, initial: "0" }),
    dueDate: date("到期日", "Due date"),
    liveStageId: text("现行阶段", "Active stage", { max: 64, computed: true, optional: true }),
  },
  sees: {},
});

const clause = entity("TrialClause", "试验条款", "Trial clause", {
  fields: { termsCode: code("编码", "Code"), wording: text("内容", "Wording"), ended: text("结束", "Ended", { optional: true }) },
  sees: {},
});

const contract = entity("TrialContract", "试验合同", "Trial contract", {
  fields: {
    contractNum: code("合同号", "Contract no.", { computed: true, optional: true }),
    supplierId: ref("SrmSupInfo", "供应商", "Supplier"),
    amount: money("金额", "Amount"),
    orderedAmount: money("已下单", "Ordered", { computed: true, initial: "0" }),
    expiryDate: date("到期日", "Expiry"),
    ...revisionFields("TrialContract"),
    changeStatus: pick("变更状态", "Change state", "TRIAL_STATUS", { computed: true, optional: true }),
    stateBefore: pick("变更前状态", "State before change", "TRIAL_STATUS", { computed: true, optional: true }),
  },
  lines: { stages: stage, clauses: clause },
  states: {
    DRAFT: ["拟定", "Draft"],
    EFFECTIVE: ["生效", "Effective", "done"],
    CHANGING: ["变更中", "Change pending"],
    CLOSED: ["已关闭", "Closed"],
  },
  approval: { bill: "TRIAL_ALTERATION", optional: true },
  actions: revisionActions({ from: ["EFFECTIVE"], to: "CHANGING", discardFrom: ["CHANGING"], input: { reason: changeReason() } }),
  revises: {
    live: "liveId",
    draft: "draftId",
    number: "revisionNum",
    status: "changeStatus",
    before: "stateBefore",
    reason: "changeReason",
    kept: "changeRows",
    open: ["DRAFT", "APPROVING", "REJECTED"],
    done: "CLOSED",
    changes: ["amount", "expiryDate"],
    fixed: ["supplierId"],
    leaves: ["orderedAmount"],
    floors: { amount: "orderedAmount" },
    lines: {
      stages: {
        by: "liveStageId",
        called: ["阶段", "Stage", "stageNo"],
        changes: ["amount", "dueDate"],
        leaves: ["paidAmount", "appliedAmount"],
        floors: { amount: "paidAmount + appliedAmount" },
        gone: "removed",
      },
      clauses: {
        by: ["termsCode"],
        called: ["条款", "Clause", "termsCode"],
        changes: ["wording"],
        gone: { ended: "Y" },
        while: (row: { readonly ended?: string | null }) => row.ended !== "Y",
      },
    },
  },
  sees: { internal: "all", supplier: (me) => ({ supplierId: me.supplierId ?? "-" }) },
  saves: "internal",
  savesFrom: ["DRAFT", "REJECTED"],
});

type Contract = Doc<typeof contract>;

const live = {
  id: "c",
  contractNum: "C1",
  supplierId: "S1",
  amount: "100.00",
  orderedAmount: "60",
  expiryDate: "2027-12-31",
  revisionNum: 1,
  liveId: null,
  draftId: null,
  changeReason: null,
  changeRows: null,
  status: "CHANGING",
  stateBefore: "EFFECTIVE",
  stages: [
    { id: "s1", stageNo: "1", amount: "40", paidAmount: "30", appliedAmount: "5", dueDate: "2027-01-31", liveStageId: null },
    { id: "s2", stageNo: "2", amount: "60", paidAmount: "0", appliedAmount: "0", dueDate: "2027-06-30", liveStageId: null },
  ],
  clauses: [
    { id: "k1", termsCode: "PAY", wording: "30 days", ended: null },
    { id: "k2", termsCode: "OLD", wording: "gone", ended: "Y" },
  ],
} as unknown as Contract;

const draft = { id: "d", ...draftOf(contract, live, "more work") } as unknown as Contract;
const stagesOf = (doc: Contract) => doc.stages as readonly (Contract["stages"][number] & object)[];
const withStages = (stages: readonly object[]): Contract => ({ ...draft, stages }) as unknown as Contract;
const told = (rows: readonly Difference[]): string[] =>
  rows.map(
    ({ where, key, before, after }) =>
      `${where[1]} ${key || (after ? "new" : "gone")}: ${JSON.stringify(before)} → ${JSON.stringify(after)}`,
  );
const at = { newId: () => "new1" } as unknown as Moment;

test("a draft is a copy that names what it stands for, without what happened to the document in force", () => {
  expect(draft).toMatchObject({ liveId: "c", revisionNum: 2, changeReason: "more work", supplierId: "S1", amount: "100.00" });
  expect(draft).not.toHaveProperty("orderedAmount");
  expect(draft).not.toHaveProperty("status");
  expect(stagesOf(draft)).toMatchObject([{ liveStageId: "s1", amount: "40" }, { liveStageId: "s2" }]);
  expect(stagesOf(draft)[0]).not.toHaveProperty("paidAmount");
  expect(draft.clauses, "what ended is not copied").toHaveLength(1);
});

test("an untouched draft changes nothing, however its figures are written", () => {
  expect(differences(contract, live, { ...draft, amount: "100" })).toEqual([]);
});

test("a draft says what it changes, adds and takes away, in the order of the document", () => {
  const changed = {
    ...withStages([
      { ...stagesOf(draft)[0], amount: "45" },
      { id: "x", stageNo: "3", amount: "55", dueDate: "2027-09-30" },
    ]),
    amount: "120",
    clauses: [{ id: "q", termsCode: "PAY", wording: "60 days" }],
  };
  expect(told(differences(contract, live, changed))).toEqual([
    'Trial contract amount: "100.00" → "120"',
    'Stage 1 amount: "40" → "45"',
    'Stage 3 new: null → {"amount":"55","dueDate":"2027-09-30"}',
    'Stage 2 gone: {"amount":"60","dueDate":"2027-06-30"} → null',
    'Clause PAY wording: "30 days" → "60 days"',
  ]);
});

test("what has happened cannot be undercut, and the refusal says what it consists of in both languages", () => {
  const [refusal, ...more] = revisionFaults(contract, live, withStages([{ ...stagesOf(draft)[0], amount: "34.99" }, stagesOf(draft)[1]!]));
  expect(more).toEqual([]);
  expect(refusal).toMatchObject({ code: "REVISION_FLOOR", fieldErrors: [{ path: "stages[0].amount" }] });
  expect(refusal!.text).toEqual(["金额不能低于35（已付30+已申请5）", "Amount cannot go below 35 (Paid 30 + Applied 5)"]);
  expect(revisionFaults(contract, live, withStages([{ ...stagesOf(draft)[0], amount: "35" }, stagesOf(draft)[1]!]))).toEqual([]);
  expect(revisionFaults(contract, live, { ...draft, amount: "59" }).map((revisionFault) => revisionFault.text[1])).toEqual([
    "Amount cannot go below 60 (Ordered)",
  ]);
});

test("what stays as it is is not refused, even where it is below its floor already", () => {
  const over = { ...live, orderedAmount: "130" };
  expect(revisionFaults(contract, over, draft)).toEqual([]);
  expect(revisionFaults(contract, over, { ...draft, amount: "129" })).toHaveLength(1);
});

test("a row that is removed asks for zero; a fixed field is refused where it changes", () => {
  expect(revisionFaults(contract, live, withStages([stagesOf(draft)[1]!])).map((revisionFault) => revisionFault.code)).toEqual([
    "REVISION_FLOOR",
  ]);
  expect(revisionFaults(contract, live, withStages([stagesOf(draft)[0]!]))).toEqual([]);
  expect(revisionFaults(contract, live, { ...draft, supplierId: "S2" }).map((revisionFault) => revisionFault.text[1])).toEqual([
    "Supplier cannot change in a revision",
  ]);
});

test("a takeover changes rows in place, adds what is new and ends what is gone", () => {
  const approved = {
    ...withStages([
      { ...stagesOf(draft)[0], amount: "45" },
      { id: "x", stageNo: "3", amount: "55", dueDate: "2027-09-30" },
    ]),
    clauses: [],
  } as unknown as Contract;
  const effects = takeOver(contract, live, approved, { at });
  expect(effects).toMatchObject([
    {
      kind: "set",
      row: { id: "d" },
      patch: { changeRows: [{ key: "amount" }, { path: ["stages", "new1"] }, { path: ["stages", "s2"] }, { path: ["clauses", "PAY"] }] },
    },
    {
      kind: "set",
      row: { id: "c" },
      patch: {
        amount: "100.00",
        revisionNum: 2,
        draftId: null,
        changeStatus: null,
        changeReason: "more work",
        status: "EFFECTIVE",
        stateBefore: null,
      },
    },
    { kind: "set", row: { id: "s1" }, patch: { amount: "45" } },
    { kind: "add", collection: "stages", draft: { id: "new1", amount: "55" } },
    { kind: "drop", row: { id: "s2" } },
    { kind: "set", row: { id: "k1" }, patch: { ended: "Y" } },
  ]);
  expect(effects[2], "what happened to a row stays with it").not.toHaveProperty("patch.paidAmount");
});

const row = (path: readonly string[], key: string, before: unknown, after: unknown): Difference => ({
  path,
  where: ["行 1", "Line 1"],
  key,
  before,
  after,
});
const line = ["stages", "s1"];

test("revisions taken together are the comparison of any two versions", () => {
  const first = [row([], "amount", "1", "2"), row(line, "amount", "5", "6"), row(["stages", "n"], "", null, { amount: "9" })];
  const second = [row([], "amount", "2", "3"), row(line, "amount", "6", "5"), row(["stages", "n"], "amount", "9", "8")];
  expect(told(composed([first, second]))).toEqual(['Line 1 amount: "1" → "3"', 'Line 1 new: null → {"amount":"8"}']);
});

test("a row that goes is compared as it was at first; one that came and went is no difference", () => {
  const first = [row(line, "amount", "5", "6"), row(["stages", "n"], "", null, { amount: "9" })];
  const second = [row(line, "", { amount: "6", dueDate: "D" }, null), row(["stages", "n"], "", { amount: "9" }, null)];
  expect(told(composed([first, second]))).toEqual(['Line 1 gone: {"amount":"5","dueDate":"D"} → null']);
});

test("one open draft at a time, which no supplier sees", () => {
  expect(contract.unique).toMatchObject([
    { fields: ["liveId"], while: { status: ["DRAFT", "APPROVING", "REJECTED"] }, code: "REVISION_OPEN" },
  ]);
  expect((contract.sees.supplier as (me: object) => unknown)({ supplierId: "S1" })).toEqual({ supplierId: "S1", liveId: null });
});

test("names in a declaration that the entity does not have do not compile", () => {
  const declared = () =>
    entity("TrialWrong", "错", "Wrong", {
      fields: { amount: qty("数量", "Quantity"), ...revisionFields("TrialWrong") },
      states: { DRAFT: ["拟定", "Draft"] },
      // @ts-expect-error price is no field
      revises: { live: "liveId", number: "revisionNum", open: ["DRAFT"], changes: ["price"] },
      actions: { doX: action("做", "Do", { button: "btnSave", who: "internal" }) },
      sees: {},
    });
  expect(declared).toBeTypeOf("function");
});
