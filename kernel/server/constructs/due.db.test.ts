import { afterAll, beforeAll, expect, test } from "vitest";
import { action, entity } from "#kernel/entity.ts";
import { code, date, datetime, int, longtext, ref, text, yn } from "#kernel/field.ts";
import { module } from "#kernel/module.ts";
import { platformEntities, platformLookups, platformPrograms, platformSettings } from "#kernel/platform/index.ts";
import { refuse } from "#kernel/refusal.ts";
import { msOf } from "#kernel/time.ts";
import { rule, set } from "#kernel/rule.ts";
import { freshDatabase, prepareTemplate } from "../../../tests/support/database.ts";
import { runDue } from "../../../tests/support/due.ts";
import { press, save, someone } from "../../../tests/support/kernel.ts";
import { DueDates } from "./due.ts";
import { openKernel, type Kernel } from "../kernel.ts";

const program = "TRIAL_DATES";
const stage = entity("TrialStage", "试验阶段", "Trial stage", {
  fields: { payBy: date("应付日", "Pay by"), paidFlag: yn("已付", "Paid", { initial: "N" }) },
  timed: [
    {
      does: "doPay",
      of: "parentId",
      where: { paidFlag: "N" },
      on: "payBy",
      plus: { workingDays: 2 },
      program,
      input: (row) => ({ stageId: row["id"] }),
    },
  ],
  sees: {},
  title: ["payBy"],
});
const contract = entity("TrialContract", "试验合同", "Trial contract", {
  fields: {
    contractNum: code("合同号", "Number"),
    expiryDate: date("到期", "Expiry", { optional: true }),
    closesAt: datetime("截止", "Closes", { optional: true }),
    noticeDays: int("提前天数", "Notice days", { initial: 10 }),
    ownerId: text("负责人", "Owner", { max: 40, optional: true }),
    supplierId: text("供应商", "Supplier", { max: 40, optional: true }),
    countedTimes: int("次数", "Times", { initial: 0, computed: true }),
    failReason: longtext("原因", "Reason", { max: 500, optional: true, computed: true }),
    prevId: ref("TrialContract", "前一", "Previous", { optional: true }),
  },
  lines: { stages: stage },
  states: {
    DRAFT: ["拟定", "Draft"],
    SENT: ["待确认", "Sent", "waiting"],
    EFFECTIVE: ["生效", "Effective"],
    EXPIRED: ["到期", "Expired", "ended"],
    FAILED: ["失败", "Failed", "refused"],
  },
  actions: {
    doSend: action("发送", "Send", { button: "btnSave", who: "internal", from: ["DRAFT"], to: "SENT" }),
    doConfirm: action("确认", "Confirm", { button: "btnSave", who: "both", from: ["SENT"], to: "EFFECTIVE" }),
    doBack: action("收回", "Take back", { button: "btnSave", who: "internal", from: ["SENT", "EFFECTIVE"], to: "DRAFT" }),
    doExpire: action("到期", "Expire", { button: "btnSave", who: "system", from: ["EFFECTIVE"], to: "EXPIRED", quiet: true }),
    doFail: action("失败", "Fail", {
      button: "btnSave",
      who: "system",
      from: ["EFFECTIVE"],
      to: "FAILED",
      quiet: true,
      input: { reason: text("原因", "Reason", { max: 500 }) },
    }),
    doCount: action("计数", "Count", { button: "btnSave", who: "system", quiet: true }),
    doPay: action("付款", "Pay", { button: "btnSave", who: "system", quiet: true, input: { stageId: text("阶段", "Stage", { max: 40 }) } }),
  },
  timed: [
    { does: "doExpire", otherwise: "doFail", in: ["EFFECTIVE"], after: "expiryDate", program },
    { does: "doCount", once: true, in: ["SENT"], on: "closesAt", program },
  ],
  remind: [
    {
      tells: "TRIAL_EXPIRING",
      in: ["EFFECTIVE"],
      before: "expiryDate",
      by: [60, { days: "noticeDays" }],
      program,
      says: (row, { left, step }) => ({ num: row["contractNum"], left, step }),
    },
    {
      tells: "TRIAL_UNCONFIRMED",
      in: ["SENT"],
      since: "creationDate",
      by: [{ hours: 1 }],
      every: { days: 1 },
      todo: "TRIAL_CONFIRM",
      program,
    },
  ],
  waiting: [
    {
      todo: "TRIAL_CONFIRM",
      label: ["确认合同", "Confirm contract"],
      route: "trialContract",
      title: ["请确认{bizNo}", "Confirm {bizNo}"],
      in: ["SENT"],
      who: { user: "ownerId" },
      due: "closesAt",
      tells: "TRIAL_SENT",
      says: (doc) => ({ num: doc["contractNum"] }),
    },
  ],
  sees: { internal: "all" },
  saves: "internal",
  title: ["contractNum"],
});

const told = (cn: string, en: string) => ({ label: [cn, en], kind: "BUSINESS", carries: {} }) as const;
const trial = module("trial", "试验", "Trial", {
  entities: [contract],
  rules: [
    rule(contract, "doExpire", {
      decide: (doc) => (doc.contractNum.startsWith("BAD") ? refuse("TRIAL_OPEN", "尚未结清", "Not settled") : undefined),
    }),
    rule(contract, "doFail", { decide: (doc, _, input) => set(doc, { failReason: input.reason ?? null }) }),
    rule(contract, "doCount", { decide: (doc) => set(doc, { countedTimes: doc.countedTimes + 1 }) }),
    rule(contract, "doPay", {
      decide: (doc, _, input) => doc.stages.filter((row) => row.id === input.stageId).map((row) => set(row, { paidFlag: "Y" })),
    }),
  ],
  events: {
    TRIAL_EXPIRING: told("合同到期", "Contract expiring"),
    TRIAL_UNCONFIRMED: told("合同未确认", "Contract not confirmed"),
    TRIAL_SENT: told("合同已发送", "Contract sent"),
  },
  programs: { [program]: { label: ["试验日期", "Trial dates"] } },
});
const platform = module("platform", "平台", "Platform", {
  entities: platformEntities,
  lookups: platformLookups,
  settings: platformSettings,
  programs: platformPrograms,
});

let kernel: Kernel;
let drop: () => Promise<void>;
let n = 0;
beforeAll(async () => {
  const clock = { now: () => new Date() };
  await prepareTemplate("due", async (url) => (await openKernel([platform, trial], url, clock)).close());
  const fresh = await freshDatabase("due");
  kernel = await openKernel([platform, trial], fresh.url, clock);
  drop = async () => {
    await kernel.close();
    await fresh.drop();
  };
});
afterAll(() => drop?.());

const at = (day: string, time = "12:00"): Date => new Date(`${day}T${time}:00+08:00`);
const run = (day: string, time?: string): Promise<number> => runDue(kernel, program, at(day, time));
const made = async (state: string, more: object = {}): Promise<string> => {
  const { id } = await save(kernel, "TrialContract", { contractNum: `C${++n}`, ownerId: "owner", ...more });
  if (state !== "DRAFT") await press(kernel, "TrialContract", id, "doSend");
  if (state === "EFFECTIVE") await press(kernel, "TrialContract", id, "doConfirm");
  return id;
};
const read = (id: string) => kernel.finder.byId(kernel.declared.entity("TrialContract"), id, someone()) as Promise<any>;
const events = async (id: string, event: string) =>
  (await kernel.db.query<{ data: any }>(`select data from "Outbox" where "docId" = $1 and event = $2 order by no`, [id, event])).map(
    (entry) => entry.data,
  );
const todos = async (id: string) =>
  (
    await kernel.db.query<{ status: string; userId: string }>(
      `select status, "userId" from "SrmBaseInsidePending" where "bizId" = $1 order by "creationDate", id`,
      [id],
    )
  ).map((entry) => [entry.userId, entry.status]);

test("nothing happens before the date; after it it happens once, although two processes run it, twice", async () => {
  const id = await made("EFFECTIVE", { expiryDate: "2035-03-31" });
  await run("2035-03-31", "23:59");
  expect((await read(id)).status).toBe("EFFECTIVE");
  const done = await Promise.all([run("2035-04-01", "00:00"), run("2035-04-01", "00:00")]);
  expect(done.toSorted()).toEqual([0, 1]);
  expect(await run("2035-04-01")).toBe(0);
  expect((await read(id)).status).toBe("EXPIRED");
});

test("what leaves the document as due as it was happens once for a date, and again for another", async () => {
  const id = await made("SENT", { closesAt: "2035-05-01 10:00:00" });
  await Promise.all([run("2035-05-01"), run("2035-05-01")]);
  await run("2035-05-02");
  expect((await read(id)).countedTimes).toBe(1);
  await save(kernel, "TrialContract", { id, versionNum: (await read(id)).versionNum, closesAt: "2035-06-01 10:00:00" });
  await run("2035-06-01", "09:59");
  expect((await read(id)).countedTimes).toBe(1);
  await run("2035-06-01", "10:00");
  expect((await read(id)).countedTimes).toBe(2);
  await press(kernel, "TrialContract", id, "doBack");
});

test("many documents are worked through in the order of their dates, also after a long pause", async () => {
  const ids: string[] = [];
  for (let i = 0; i < 230; i++) ids.push(await made("DRAFT", { expiryDate: `2034-01-${String(28 - (i % 28)).padStart(2, "0")}` }));
  await kernel.db.query(`update "TrialContract" set status = 'EFFECTIVE' where id = any($1)`, [ids]);
  expect(await run("2034-12-31")).toBe(230);
  const order = await kernel.db.query<{ day: string }>(
    `select c."expiryDate"::text as day from "Journal" j join "TrialContract" c on c.id = j."docId" where j."docId" = any($1) and j.action like '%doExpire' order by j.no`,
    [ids],
  );
  expect(order.map((entry) => entry.day)).toEqual(order.map((entry) => entry.day).toSorted());
});

test("where it is refused the other action runs, with the reason", async () => {
  const id = await made("EFFECTIVE", { contractNum: "BAD1", expiryDate: "2035-03-31" });
  expect(await run("2035-04-01")).toBe(0);
  expect(await read(id)).toMatchObject({ status: "FAILED", failReason: "尚未结清" });
});

test("a date on a line runs the document's action; working days pass over the weekend", async () => {
  // A Thursday: two working days later is a Monday.
  const id = await made("SENT", { stages: [{ payBy: "2035-02-01" }, { payBy: "2035-02-08" }] });
  await run("2035-02-04");
  expect((await read(id)).stages.map((entry: any) => entry.paidFlag)).toEqual(["N", "N"]);
  await run("2035-02-05");
  expect((await read(id)).stages.map((entry: any) => entry.paidFlag)).toEqual(["Y", "N"]);
  await press(kernel, "TrialContract", id, "doBack");
});

test("reminders: the last step that was reached, each once; none after the date, none once the state is left", async () => {
  const id = await made("EFFECTIVE", { expiryDate: "2036-12-31" });
  const steps = async () => (await events(id, "TRIAL_EXPIRING")).map(({ step, left }) => [step, left]);
  await run("2036-10-31");
  expect(await steps()).toEqual([]);
  await Promise.all([run("2036-11-01"), run("2036-11-01")]);
  await run("2036-11-15");
  expect(await steps()).toEqual([[1, 60]]);
  await run("2036-12-25");
  await run("2036-12-26");
  expect(await steps()).toEqual([
    [1, 60],
    [2, 6],
  ]);
  const late = await made("EFFECTIVE", { expiryDate: "2036-12-31" });
  await run("2036-12-30");
  expect((await events(late, "TRIAL_EXPIRING")).map((event) => event.step)).toEqual([2]);
  const left = await made("EFFECTIVE", { expiryDate: "2037-01-31" });
  await press(kernel, "TrialContract", left, "doBack");
  await run("2037-01-30");
  expect(await events(left, "TRIAL_EXPIRING")).toEqual([]);
});

test("whoever has not answered is reminded again and again, whoever has is not", async () => {
  const id = await made("SENT");
  const now = Date.now();
  const later = (hours: number) => runDue(kernel, program, new Date(now + msOf({ hours })));
  await later(0.5);
  expect(await events(id, "TRIAL_UNCONFIRMED")).toEqual([]);
  for (const hours of [2, 3, 26, 27, 80]) await later(hours);
  expect((await events(id, "TRIAL_UNCONFIRMED")).map((event) => event.userIds)).toEqual([["owner"], ["owner"], ["owner"]]);
  await press(kernel, "TrialContract", id, "doConfirm");
  await later(200);
  expect(await events(id, "TRIAL_UNCONFIRMED")).toHaveLength(3);
});

test("a state that waits opens its to-do and tells of it; leaving it, or another person, closes it", async () => {
  const id = await made("SENT");
  expect([await todos(id), await events(id, "TRIAL_SENT")]).toEqual([[["owner", "OPEN"]], [{ id, num: `C${n}` }]]);
  await save(kernel, "TrialContract", { id, versionNum: (await read(id)).versionNum, ownerId: "deputy" });
  expect(await todos(id)).toEqual([
    ["owner", "WITHDRAWN"],
    ["deputy", "OPEN"],
  ]);
  await press(kernel, "TrialContract", id, "doConfirm");
  expect((await todos(id)).at(-1)).toEqual(["deputy", "HANDLED"]);
});

test("what will happen until a day is told beforehand and does not happen by it", async () => {
  const id = await made("EFFECTIVE", { expiryDate: "2040-12-31" });
  const coming = await new DueDates(kernel, { now: () => at("2040-10-01") }).coming(at("2041-01-01"));
  expect(coming.filter((row) => row.id === id).map((row) => [row.what, row.date])).toEqual([
    ["TRIAL_EXPIRING", "2040-11-01"],
    ["TRIAL_EXPIRING", "2040-12-21"],
    ["doExpire", "2040-12-31"],
  ]);
  expect((await read(id)).status).toBe("EFFECTIVE");
});
