import { afterAll, beforeAll, expect, test } from "vitest";
import { press, save, someone } from "../../../tests/support/kernel.ts";
import { freshDatabase, type FreshDatabase } from "../../../tests/support/database.ts";
import { action, entity } from "../../entity.ts";
import { code, text } from "../../field.ts";
import { module } from "../../module.ts";
import { platformEntities, platformLookups, platformSettings } from "../../platform/index.ts";
import { refuse } from "../../refusal.ts";
import { closeTodo, rule, run, set, todo } from "../../rule.ts";
import { openKernel, type Kernel } from "../kernel.ts";
import { ship } from "../install/ship.ts";

const paper = entity("TodoPaper", "文件", "Paper", {
  number: ["paperNum", "TP{0001}"],
  fields: {
    paperNum: text("编号", "No.", { computed: true, max: 20 }),
    owner: code("负责人", "Owner"),
    hurdle: code("障碍", "Hurdle", { optional: true }),
  },
  states: { DRAFT: ["拟定", "Draft"], ASKED: ["待答", "Asked", "running"], DONE: ["完成", "Done", "done"] },
  approval: {
    bill: "PAPER",
    during: "ASKED",
    to: "DONE",
    submit: { name: "doSend", from: ["DRAFT"] },
    approve: { name: "doAnswer", label: ["回答", "Answer"], button: "btnSubmit", who: "internal", quiet: null },
    reject: { name: "doAnswer", to: "DONE" },
    withdraw: { name: "doAnswer" },
  },
  actions: {
    doAsk: action("询问", "Ask", { button: "btnSubmit", who: "internal", from: ["DRAFT", "ASKED"], to: "ASKED" }),
    doPass: action("转交", "Pass on", { button: "btnSubmit", who: "internal", from: ["DRAFT"], submits: () => "doSend" }),
  },
  sees: { internal: "all" },
  saves: "internal",
  title: ["paperNum", "owner"],
});

const sheet = entity("TodoSheet", "审批", "Sheet", {
  fields: {
    about: code("单据", "About", { computed: true, optional: true }),
    picked: text("人选", "Picked", { computed: true, optional: true, max: 100 }),
  },
  sees: { internal: "all" },
  actions: { begin: action("开始", "Begin", { button: "btnSubmit", who: "system", quiet: true }) },
  title: ["about"],
});

const rules = [
  rule(paper, "doAsk", {
    decide: (doc, _facts, _input, _me, at) => [
      todo("PAPER_ANSWER", doc, { userId: doc.owner, dueDate: at.now }),
      todo("PAPER_ANSWER", doc, { supplierId: "s1", contactRole: "SALES" }),
      doc.hurdle === "REFUSE" && refuse("HURDLE", "不行", "No"),
    ],
  }),
  rule(paper, "doAnswer", { decide: (doc) => closeTodo("PAPER_ANSWER", doc, "HANDLED") }),
  rule(paper, "doPass", { decide: (doc) => run(paper, doc.id, "doSend", {}) }),
  rule(sheet, "begin", {
    reads: async (_doc, find, input) => ({ doc: await find.one(find.entity(String(input["bizEntity"])), String(input["bizId"])) }),
    decide(doc, { doc: about }, input) {
      if ((about as unknown as { hurdle: string }).hurdle === "NOBODY") return refuse("BPM_NO_ASSIGNEE", "未找到处理人", "No handler");
      return set(doc, { about: `${String(input["submitAction"])} ${about.id} ${about.status}`, picked: JSON.stringify(input["picks"]) });
    },
  }),
];

const trial = module("trial", "试用", "Trial", {
  entities: [paper, sheet],
  rules,
  todos: { PAPER_ANSWER: { label: ["回答", "Answer"], side: "BOTH", route: "paperEdit", title: ["请回答{bizNo}", "Answer {bizNo}"] } },
  approvals: { entity: sheet, begin: "begin" },
});
const platform = module("platform", "平台", "Platform", {
  entities: platformEntities,
  lookups: platformLookups,
  settings: platformSettings,
});

let fresh: FreshDatabase;
let kernel: Kernel;
beforeAll(async () => {
  const clock = { now: () => new Date() };
  fresh = await freshDatabase();
  kernel = await openKernel([platform, trial], fresh.url, clock);
  await ship(kernel, clock.now);
});
afterAll(async () => {
  await kernel.close();
  await fresh.drop();
});

const inside = (bizId: string) =>
  kernel.db.query<{ title: string; titleEn: string; status: string; handledBy: string | null }>(
    `select title, "titleEn", status, "handledBy" from "SrmBaseInsidePending" where "bizId" = $1 order by id`,
    [bizId],
  );
const outside = (bizId: string) =>
  kernel.db.query<{ status: string }>(`select status from "SrmBaseSupplierPending" where "bizId" = $1 order by id`, [bizId]);

test("a to-do opens and closes with its document; opened twice it is one", async () => {
  const { id, paperNum } = await save(kernel, "TodoPaper", { owner: "U1" });
  await press(kernel, "TodoPaper", id, "doAsk");
  await press(kernel, "TodoPaper", id, "doAsk");
  expect(await inside(id)).toEqual([{ title: `请回答${paperNum}`, titleEn: `Answer ${paperNum}`, status: "OPEN", handledBy: null }]);
  expect(await outside(id)).toEqual([{ status: "OPEN" }]);
  const list = kernel.declared.entity("SrmBaseInsidePending");
  const shown = async (userId: string) =>
    (await kernel.finder.list(list, { pageIndex: 1, pageRows: 10, bizNo: paperNum }, someone({ userId }))).rows.map((row) => row["bizId"]);
  expect(await shown("U1")).toEqual([id]);
  expect(await shown("U2"), "nobody sees another's to-do").toEqual([]);
  await press(kernel, "TodoPaper", id, "doAnswer");
  expect((await inside(id)).map((t) => [t.status, t.handledBy])).toEqual([["HANDLED", "u1"]]);
  expect(await outside(id)).toEqual([{ status: "HANDLED" }]);
});

test("a refused action opens nothing", async () => {
  const { id } = await save(kernel, "TodoPaper", { owner: "U1", hurdle: "REFUSE" });
  await expect(press(kernel, "TodoPaper", id, "doAsk")).rejects.toMatchObject({ code: "HURDLE" });
  expect(await inside(id)).toEqual([]);
});

test("an action that submits begins the approval in the same transaction, or does not happen", async () => {
  const { id } = await save(kernel, "TodoPaper", { owner: "U1" });
  await press(kernel, "TodoPaper", id, "doSend", { chosenApprovers: { node: ["u2"] } });
  const sheets = await kernel.db.query<{ about: string; picked: string }>(`select about, picked from "TodoSheet" where about like $1`, [
    `%${id}%`,
  ]);
  expect(sheets).toEqual([{ about: `doSend ${id} ASKED`, picked: '{"node":["u2"]}' }]);

  const passed = await save(kernel, "TodoPaper", { owner: "U1" });
  await press(kernel, "TodoPaper", passed.id, "doPass", { chosenApprovers: { node: ["u3"] } });
  const [own] = await kernel.db.query<{ picked: string }>(`select picked from "TodoSheet" where about like $1`, [`%${passed.id}%`]);
  expect(own, "people chosen travel with an action that submits through another one").toEqual({ picked: '{"node":["u3"]}' });

  const other = await save(kernel, "TodoPaper", { owner: "U1", hurdle: "NOBODY" });
  await expect(press(kernel, "TodoPaper", other.id, "doSend")).rejects.toMatchObject({ code: "BPM_NO_ASSIGNEE" });
  const [row] = await kernel.db.query<{ status: string }>(`select status from "TodoPaper" where id = $1`, [other.id]);
  expect(row!.status).toBe("DRAFT");
});
