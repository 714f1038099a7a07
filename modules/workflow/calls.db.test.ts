import { createHash } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { LocalChat } from "#bridges/chat.ts";
import type { Call, Context } from "#kernel/server/http/call.ts";
import type { Premises } from "#kernel/server/install/side.ts";
import { Firm, codeOf, type Who } from "../../tests/support/firm.ts";
import { writeBpmn } from "./engine/bpmn-write.ts";
import { line, node, process, user } from "./engine/test-office.ts";
import { connectChat, listen, workflowSide } from "./server.ts";
import { Clockwork, registerWork } from "./clockwork.calls.ts";
import { runDue } from "../../tests/support/due.ts";

let firm: Firm;
let clerk: Who, ann: Who, bob: Who, admin: Who;
let people: Record<string, Who>;
let calls: ReadonlyMap<string, Call>;
let clockwork: Clockwork;

beforeAll(async () => {
  firm = await Firm.open();
  clerk = await firm.person("clerk", ["FIRM_CLERK"]);
  ann = await firm.person("ann", ["EMPLOYEE"]);
  bob = await firm.person("bob", ["EMPLOYEE"]);
  admin = await firm.person("admin", ["BPM_ADMIN"]);
  people = { clerk, ann, bob, admin };
  const clock = { now: () => firm.now };
  const gate = { keys: { mac: (purpose: string, text: string) => createHash("sha256").update(`${purpose}|${text}`).digest("hex") } };
  const premises = { kernel: firm.kernel, clock, env: {}, publicUrl: "https://srm.example", gate } as unknown as Premises;
  calls = new Map(workflowSide.calls!(premises).map((c) => [c.path, c]));
  clockwork = new Clockwork(firm.kernel, clock);
  listen(firm.kernel, clock);
});
afterAll(() => firm.drop());
afterEach(() => firm.stopClock(null));

const by = (...who: Who[]) => who.map((w) => w.id);

async function ask(path: string, who: Who, body: Record<string, unknown>, key?: string): Promise<any> {
  const me = await who.me();
  const request = { headers: key ? { "idempotency-key": key } : {} };
  const ctx = { me, db: firm.kernel.db, now: firm.now, requestId: "r", language: "EN", ip: "", request } as unknown as Context;
  return calls.get(path)!.handle(ctx, body);
}

describe("the sheet", () => {
  test("findTrace shows the way walked and ahead, the reader's own task and what he may do", async () => {
    await firm.process(line(user("a", by(ann), { editableFields: ["remark"] }), user("b", by(bob))));
    const it = await firm.submit(clerk, { amount: "12.50", remark: "quick" });
    const mine = await ask("bpmHistoryService/findTrace", ann, { bizEntity: "FirmRequest", bizId: it["bizId"] });
    expect(mine).toMatchObject({
      instanceId: it["id"],
      status: "RUNNING",
      starterName: "clerk",
      mine: { nodeId: "a", editableFields: ["remark"] },
    });
    expect(mine.steps.map((s: any) => [s.nodeId, s.state, s.people.map((p: any) => p.userName)])).toEqual([
      ["a", "CURRENT", ["ann"]],
      ["b", "AHEAD", ["bob"]],
    ]);
    expect(mine.facts.map((f: any) => [f.key, f.value])).toEqual([
      ["title", "pens"],
      ["amount", "12.50"],
      ["remark", "quick"],
    ]);
    const starters = await ask("bpmHistoryService/findTrace", clerk, { instanceId: it["id"] });
    expect([starters.mine, starters.may]).toEqual([null, { withdraw: true, urge: true, copy: true, ask: true, administer: false }]);
    const done = await ask("bpmTaskService/doPass", ann, {
      taskId: mine.mine.taskId,
      comment: "fine",
      fields: { remark: "slow" },
      versionNum: (await firm.request(it["bizId"]))["versionNum"],
    });
    expect(done).toMatchObject({ status: "RUNNING", currentNode: "b" });
    expect((await firm.request(it["bizId"]))["remark"]).toBe("slow");
    const url = await ask("bpmProcessService/getTaskUrl", bob, { taskId: firm.task(await firm.instance(it["bizId"]), bob) });
    expect(url).toMatchObject({ route: "firmRequest", query: { id: it["bizId"] } });
  });

  test("whoever a document is laid before reads it without a page for it, but not what his step hides; nobody else does", async () => {
    await firm.process(line(user("a", by(ann), { hiddenFields: ["remark"] }), user("b", by(bob))));
    const it = await firm.submit(clerk, { amount: "12.50", remark: "between us" });
    const request = firm.kernel.declared.entity("FirmRequest");
    const { finder } = firm.kernel;
    const read = async (who: Who) => finder.byId(request, it["bizId"], await who.me());
    const seen = await read(ann);
    expect(seen).toMatchObject({ title: "pens", amount: "12.50", status: "APPROVING" });
    expect(seen).not.toHaveProperty("remark");
    expect(await codeOf(read(bob)), "whose turn has not come").toBe("PERM_DENIED");
    expect(await codeOf(finder.list(request, {}, await ann.me())), "one document is no list").toBe("PERM_DENIED");
    expect(await finder.sees(request, it["bizId"], await ann.me()), "attachments, pushes and messages follow").toBe(true);
    const versionNum = Number(seen["versionNum"]);
    expect(await codeOf(ask("bpmTaskService/doPass", ann, { taskId: firm.task(it, ann), versionNum: versionNum - 1 }))).toBe(
      "APPROVAL_DOC_CHANGED",
    );
    await ask("bpmTaskService/doPass", ann, { taskId: firm.task(it, ann), versionNum });
    expect((await read(ann))["title"], "what was decided can be read again").toBe("pens");
    expect((await read(bob))["remark"]).toBe("between us");
    const cat = await firm.person("cat", ["EMPLOYEE"]);
    const dog = await firm.person("dog", ["EMPLOYEE"]);
    expect(await codeOf(read(cat))).toBe("PERM_DENIED");
    await ask("bpmListService/doCopy", clerk, { instanceId: it["id"], users: [cat.id] });
    await ask("bpmCommuneService/doAsk", clerk, { instanceId: it["id"], toUserIds: [dog.id], question: "why pens?" });
    expect([(await read(cat))["title"], (await read(dog))["title"]]).toEqual(["pens", "pens"]);
    await ask("bpmListService/doWithdraw", clerk, { instanceId: it["id"] });
    expect(await codeOf(read(bob)), "a task that is gone opens nothing").toBe("PERM_DENIED");
  });

  test("names on the card and in the subject are read in the reader's language, whoever submitted", async () => {
    const plant = { orgCode: "PL1", orgName: "一厂", orgNameEn: "Plant One", orgType: "GROUP" };
    const orgId = (await firm.save("BaseOrganization", plant)).id;
    await firm.process(line(user("a", by(ann))), {
      titleTemplate: "请购 ${orgName}",
      titleTemplateEn: "Requisition ${orgName}",
      subjects: [{ subjectCode: "S", subjectName: "要点", summaryFields: ["orgId"] }],
    });
    const it = await firm.submit(clerk, { orgId });
    const { facts, subject } = await ask("bpmHistoryService/findTrace", ann, { instanceId: it["id"] });
    expect([facts.find((f: any) => f.key === "orgId"), subject]).toEqual([
      { key: "orgId", label: "Organisation", value: "Plant One", named: true },
      "Requisition Plant One",
    ]);
    expect(it["subject"]).toBe("请购 一厂");
    await firm.bill({ titleTemplate: null, titleTemplateEn: null, subjects: [] });
  });

  test("the list of processes says how many matters are on their way in each", async () => {
    await firm.process(line(user("a", by(ann))));
    const it = await firm.submit(clerk);
    const modelKey = it["modelKey"];
    const count = async () => (await ask("bpmModelService/countRunning", admin, { modelKeys: [modelKey, "NONE"] }))[modelKey];
    expect(await count()).toBe(1);
    await ask("bpmTaskService/doPass", ann, { taskId: firm.task(it, ann) });
    expect(await count()).toBe(0);
    expect(await codeOf(ask("bpmModelService/countRunning", clerk, { modelKeys: [modelKey] }))).toBe("PERM_DENIED");
  });

  test("a matter is found, urged, followed and taken back under the names of its sheet", async () => {
    const sheet = (name: string, who: Who, body: object) => ask(`v1/baseApprovalRestful/${name}`, who, { ...body });
    await firm.process(line(user("a", by(ann))));
    const it = await firm.submit(clerk);
    const mine = await sheet("listMyMatters", ann, { bizNo: it["billNum"] });
    expect(mine.data.map((row: any) => [row.id, row.status])).toEqual([[it["id"], "RUNNING"]]);
    expect((await sheet("findTrack", clerk, { id: it["id"] })).steps[0]).toMatchObject({ nodeId: "a", state: "CURRENT" });
    expect(await codeOf(sheet("withdraw", bob, { id: it["id"] }))).not.toBe("done");
    expect(await sheet("urge", clerk, { id: it["id"] })).toMatchObject({ status: "RUNNING" });
    expect(await sheet("withdraw", clerk, { id: it["id"], reason: "later" })).toMatchObject({ status: "WITHDRAWN" });
  });

  test("whoever added signers sees whom the decision waits for, lets one go again, and has the task back", async () => {
    await firm.process(line(user("a", by(ann))));
    const it = await firm.submit(clerk);
    const trace = async (who: Who) => (await ask("bpmHistoryService/findTrace", who, { instanceId: it["id"] })).mine;
    const taskId = firm.task(it, ann);
    await ask("bpmTaskService/doAddSign", ann, { taskId, userIds: by(bob), mode: "BEFORE" });
    const held = await trace(ann);
    expect(held).toMatchObject({ taskId, status: "WAITING_SIGN", added: [{ userName: "bob" }] });
    expect(await trace(bob)).toMatchObject({ taskId: held.added[0].taskId, status: "TODO" });
    expect(await codeOf(ask("bpmTaskService/doRemoveSign", bob, { taskId: held.added[0].taskId }))).toBe("BPM_NOT_MINE");
    await ask("bpmTaskService/doRemoveSign", ann, { taskId: held.added[0].taskId });
    expect([await trace(ann), await trace(bob)]).toMatchObject([{ taskId, status: "TODO", added: [] }, null]);
  });

  test("a double press is one action", async () => {
    await firm.process(line(user("a", by(ann)), user("b", by(bob))));
    const it = await firm.submit(clerk);
    const body = { taskId: firm.task(it, ann) };
    const answers = await Promise.all([1, 2].map(() => ask("bpmTaskService/doPass", ann, body, "twice")));
    expect(answers.map((a) => a.status)).toEqual(["RUNNING", "RUNNING"]);
    expect((await firm.instance(it["bizId"]))["deeds"].filter((d: any) => d.action === "PASS")).toHaveLength(1);
  });

  test("workflow 20: a supplier sees of his own matter only the nodes meant for him, and nothing at all of another's", async () => {
    const shown = { ...user("check", by(ann)), supplierVisible: true };
    await firm.process(line(shown, user("secret", by(bob))), { supplierVisibleFlag: "Y" });
    const [s1, s2] = [
      await firm.person("s1", ["FIRM_VENDOR"], { userType: "SUPPLIER", supplierId: "sup1" }),
      await firm.person("s2", ["FIRM_VENDOR"], { userType: "SUPPLIER", supplierId: "sup2" }),
    ];
    const own = await firm.pass(await firm.submit(s1), ann, { comment: "internal words" });
    const foreign = await firm.submit(s2);
    expect(await codeOf(ask("bpmHistoryService/findTrace", s1, { instanceId: foreign["id"] }))).toBe("DATA_NOT_FOUND");
    expect(await codeOf(ask("bpmHistoryService/findTrace", s1, { instanceId: "no-such-id" }))).toBe("DATA_NOT_FOUND");
    const seen = await ask("bpmHistoryService/findTrace", s1, { instanceId: own["id"] });
    expect(seen.steps.map((s: any) => [s.nodeName, s.state, s.people])).toEqual([["check", "DONE", []]]);
    expect(JSON.stringify(seen)).not.toContain("internal words");
    expect(JSON.stringify(seen)).not.toContain("ann");
    const matters = await firm.kernel.finder.list(firm.kernel.declared.entity("BaseApproval"), { list: "matters" }, await s1.me());
    expect(matters.rows.map((r) => r["bizId"])).toEqual([own["bizId"]]);
  });

  test("the way is foreseen before anything is submitted, and a drawing is tried on values", async () => {
    const choice = node("choice", "exclusive", { defaultFlow: "choice-end" });
    await firm.process(
      process(
        [node("start", "start"), user("a", by(ann)), choice, user("b", by(bob)), node("end", "end")],
        ["start > a > choice", "choice > b ? amount >= 100", "choice > end", "b > end"],
      ),
    );
    const draft = await firm.draft(clerk, { amount: "100" });
    const ahead = await ask("bpmProcessService/predict", clerk, {
      billTypeCode: "FIRM_REQUEST",
      bizEntity: "FirmRequest",
      bizId: draft["id"],
      submitAction: "doSubmit",
    });
    expect(ahead.steps.map((s: any) => [s.nodeId, s.people])).toEqual([
      ["a", ["ann"]],
      ["b", ["bob"]],
    ]);
    const model = await ask("bpmModelService/exportBpmn", admin, {
      id: (await firm.kernel.db.one<{ id: string }>(`select id from "BpmModel" order by id desc limit 1`))!.id,
    });
    const tried = await ask("bpmModelService/simulate", admin, {
      bpmnXml: model.xml,
      billTypeCode: "FIRM_REQUEST",
      variables: {},
      amount: "5",
    });
    expect(tried.steps.map((s: any) => s.nodeId)).toEqual(["a"]);
    expect(await codeOf(ask("bpmModelService/simulate", clerk, { bpmnXml: model.xml, billTypeCode: "FIRM_REQUEST" }))).toBe("PERM_DENIED");
    const refused = model.xml.replace(/userTask/g, "manualTask");
    expect(await codeOf(ask("bpmModelService/importBpmn", admin, { xml: refused, modelKey: "IMPORTED" }))).toBe("BPM_MODEL_INVALID");
  });

  test.each([["bpmTaskService/batchPass"], ["v1/srmBaseInsidePendingRestful/batchPass"]])(
    "many tasks are passed at once where the bill type allows it, each with its own answer: %s",
    async (batchPass) => {
      await firm.process(line(user("a", by(ann))), { batchFlag: "Y" });
      const [one, two] = [await firm.submit(clerk), await firm.submit(clerk, { title: "over budget" })];
      const results = await ask(batchPass, ann, { taskIds: [firm.task(one, ann), firm.task(two, ann)], comment: "ok" });
      expect(results.map((r: any) => [r.status, r.code])).toEqual([
        ["S", undefined],
        ["E", "FIRM_BUDGET"],
      ]);
      await firm.bill({ processKey: one["modelKey"], batchFlag: "N" });
      const [none] = await ask(batchPass, ann, { taskIds: [firm.task(two, ann)] });
      expect(none).toMatchObject({ status: "E", code: "BPM_BATCH" });
    },
  );

  test("reports count what was done in working hours", async () => {
    await firm.process(line(user("a", by(ann), { timeLimitHours: 2 })), { batchFlag: "N" });
    firm.stopClock("2049-02-05T08:00:00.000Z");
    const it = await firm.submit(clerk, { title: "slow" });
    firm.stopClock("2049-02-08T02:00:00.000Z");
    await firm.pass(it, ann);
    const [row] = (await ask("bpmHistoryService/getTaskEfficiency", admin, {
      from: "2049-02-01",
      by: "NODE",
      billTypeCode: "FIRM_REQUEST",
    })) as any[];
    expect(row).toMatchObject({ nodeId: "a", count: 1, meanHours: "3.00", p90Hours: "3.00", overdueRate: "100.00", rejectRate: "0.00" });
  });
});

describe("by themselves", () => {
  test("a time limit that ran out rejects, reminds or hands on; a suspended instance waits", async () => {
    await firm.process(line(user("a", by(ann), { timeLimitHours: 1, timeoutAction: "REJECT", useCalendar: false })));
    firm.stopClock("2049-03-01T02:00:00.000Z");
    const it = await firm.submit(clerk);
    const held = await firm.submit(clerk);
    await firm.press(held, "doSuspend", admin, { comment: "wait" });
    firm.stopClock("2049-03-01T03:00:01.000Z");
    await runDue(firm.kernel, "BPM_TIMEOUT", firm.now);
    expect((await firm.instance(it["bizId"]))["status"]).toBe("REJECTED");
    expect((await firm.instance(held["bizId"]))["status"]).toBe("SUSPENDED");
    firm.stopClock("2049-03-02T02:00:00.000Z");
    await firm.press(held, "doResume", admin);
    await runDue(firm.kernel, "BPM_TIMEOUT", firm.now);
    const resumed = await firm.instance(held["bizId"]);
    expect([resumed["status"], resumed["tasks"][0].dueDate]).toEqual(["RUNNING", "2049-03-02 11:00:00"]);
  });

  test("two workers at the same moment fire a timer once", async () => {
    await firm.process(line(user("a", by(ann), { timeLimitHours: 1, timeoutAction: "REMIND", useCalendar: false })));
    firm.stopClock("2049-03-05T02:00:00.000Z");
    const it = await firm.submit(clerk);
    firm.stopClock("2049-03-05T03:00:01.000Z");
    await Promise.all([runDue(firm.kernel, "BPM_TIMEOUT", firm.now), runDue(firm.kernel, "BPM_TIMEOUT", firm.now)]);
    expect((await firm.instance(it["bizId"]))["deeds"].filter((d: any) => d.action === "TIMER")).toHaveLength(1);
  });

  test("reminders come by the rule that fits best, at most so often, and at last to whoever is above", async () => {
    await firm.process(line(user("a", by(ann))));
    await firm.save("BpmUrgeConfig", { firstAfterHours: 1000, repeatHours: 1000, maxTimes: 1 });
    await firm.save("BpmUrgeConfig", {
      billTypeCode: "FIRM_REQUEST",
      firstAfterHours: 24,
      repeatHours: 24,
      maxTimes: 2,
      escalateRule: "USERS",
      escalateUserIds: [bob.id],
      channels: ["SITE", "EMAIL"],
    });
    firm.stopClock("2049-04-05T02:00:00.000Z");
    const it = await firm.submit(clerk);
    const sentEvents = async () =>
      (
        await firm.kernel.db.query<{ data: any }>(`select data from "Outbox" where event = 'BPM_URGED' and "docId" = $1 order by no`, [
          it["id"],
        ])
      ).map((r) => (expect(r.data.byChannels).toEqual(["SITE", "EMAIL"]), r.data.userIds));
    firm.stopClock("2049-04-06T02:00:00.000Z");
    await clockwork.reminders();
    await clockwork.reminders();
    expect(await sentEvents()).toEqual([[ann.id]]);
    firm.stopClock("2049-04-09T02:00:00.000Z");
    await clockwork.reminders();
    await clockwork.reminders();
    expect(await sentEvents()).toEqual([[ann.id], [ann.id, bob.id]]);
  });

  test("a step done by the product runs after the transaction; one that fails keeps its token, is tried again and waits for a person", async () => {
    let fails = true;
    const unregister = registerWork(firm.kernel, "FIRM_BOOK", async () => {
      if (fails) throw new Error("ledger is closed");
      return { booked: "Y" };
    });
    await firm.process(line(user("a", by(ann)), node("book", "work", { code: "FIRM_BOOK" }), user("b", by(bob))));
    firm.stopClock("2049-05-03T02:00:00.000Z");
    const it = await firm.pass(await firm.submit(clerk), ann);
    await firm.kernel.outbox.drain();
    const broken = await firm.instance(it["bizId"]);
    expect([broken["status"], (await firm.sheet(it["id"]))["mark"]]).toEqual(["ERROR", "ERROR"]);
    fails = false;
    await firm.press(broken, "doRetry", admin);
    await firm.kernel.outbox.drain();
    const going = await firm.instance(it["bizId"]);
    expect([going["status"], firm.waiting(going, people)]).toEqual(["RUNNING", ["b:bob"]]);
    unregister();
  });

  test("a called process runs on the same document and answers its caller", async () => {
    const child = await firm.save("BpmModel", { modelKey: "CHILD", nameCn: "子流程", billTypeCode: "FIRM_REQUEST" });
    await firm.publish(child["id"], line(user("inner", by(bob))));
    await firm.process(line(node("sub", "call", { code: "CHILD" }), user("a", by(ann))));
    const it = await firm.submit(clerk);
    await firm.kernel.outbox.drain();
    const inner = await firm.instance(it["bizId"]);
    expect([inner["parentInstanceId"], firm.waiting(inner, people)]).toEqual([it["id"], ["inner:bob"]]);
    await firm.press(inner, "doPass", bob, { taskId: firm.task(inner, bob) });
    await firm.kernel.outbox.drain();
    const [outer] = await firm.kernel.db.query<any>(`select "currentNode", handlers from "BpmInstance" where id = $1`, [it["id"]]);
    expect(outer).toEqual({ currentNode: "a", handlers: "ann" });
    expect((await firm.request(it["bizId"]))["status"]).toBe("APPROVING");
  });

  test("whoever is disabled hands over what waits for him", async () => {
    const gone = await firm.person("gone", ["EMPLOYEE"]);
    await firm.process(line(user("a", by(gone))));
    const it = await firm.submit(clerk);
    await firm.act("BaseUsers", gone.id, "doDisable", { handOverTo: bob.id }, { ...(await admin.me()), audience: "system" });
    await firm.kernel.outbox.drain();
    expect(firm.waiting(await firm.instance(it["bizId"]), people)).toEqual(["a:bob"]);
  });
});

describe("chat", () => {
  test("workflow 19: chat passes and web rejects at the same moment: exactly one counts, the card shows how it ended", async () => {
    const chat = new LocalChat("secret");
    const bridge = connectChat({ kernel: firm.kernel, clock: { now: () => firm.now }, publicUrl: "https://srm.example" }, chat);
    const org = await firm.save("BaseOrganization", { orgCode: "CHATORG", orgName: "组织", orgType: "GROUP" });
    const person = await firm.save("BasePerson", { personNum: "P1", personName: "chatty", orgId: org["id"], chatUserId: "ding-1" });
    const chatty = await firm.person("chatty", ["EMPLOYEE"], { personId: person["id"] });
    await firm.process(line(user("a", by(chatty))), { chatSyncFlag: "Y" });
    const it = await firm.submit(clerk, { amount: "10" });
    await firm.kernel.outbox.drain();
    const taskId = firm.task(it, chatty);
    const card = () => chat.cards.get(`chat-${it["id"]}`)!;
    expect(card()).toMatchObject({ status: "RUNNING", tasks: [{ taskId, chatUserId: "ding-1", node: "a" }] });
    const nonceOn = (of: string): string => chat.cards.get(`chat-${of}`)!.tasks[0]!.nonce;
    const pressedAt = firm.now.getTime();
    const body = JSON.stringify({
      externalTaskId: taskId,
      action: "PASS",
      userExternalId: "ding-1",
      comment: "ok",
      nonce: nonceOn(it["id"]),
      pressedAt,
    });
    const pressed = (signature: string) => {
      const request = { headers: { "x-chat-signature": signature } };
      return codeOf(bridge.pressed({ request, now: firm.now, requestId: "r", ip: "", language: "CN" } as unknown as Context, body));
    };
    expect(await pressed("forged")).toBe("CHAT_SIGNATURE");
    const codes = await Promise.all([
      pressed(chat.sign(body)),
      codeOf(firm.press(it, "doReject", chatty, { taskId, targetNodeId: "START", comment: "no" })),
    ]);
    // Who comes second meets a task that was decided, or a button that was used.
    expect([
      ["BPM_NOT_MINE", "S"],
      ["CHAT_USED", "S"],
    ]).toContainEqual(codes.sort());
    await firm.kernel.outbox.drain();
    const ended = await firm.instance(it["bizId"]);
    expect(["PASSED", "REJECTED"]).toContain(ended["status"]);
    expect(card().status).toBe(ended["status"]);
    expect(ended["tasks"][0].sourceChannel).toBe(ended["status"] === "PASSED" ? "CHAT" : "WEB");
    const heavy = await firm.submit(clerk, { amount: "50001" });
    await firm.kernel.outbox.drain();
    const large = JSON.stringify({
      externalTaskId: firm.task(heavy, chatty),
      action: "PASS",
      userExternalId: "ding-1",
      nonce: nonceOn(heavy["id"]),
      pressedAt,
    });
    const request = { headers: { "x-chat-signature": chat.sign(large) } };
    expect(
      await codeOf(bridge.pressed({ request, now: firm.now, requestId: "r", ip: "", language: "CN" } as unknown as Context, large)),
    ).toBe("CHAT_OPEN_PAGE");
  });

  test("a button decides the task of its card, once and within minutes: taken back, the task has another", async () => {
    const chat = new LocalChat("secret");
    const bridge = connectChat({ kernel: firm.kernel, clock: { now: () => firm.now }, publicUrl: "https://srm.example" }, chat);
    const org = await firm.save("BaseOrganization", { orgCode: "CHATORG2", orgName: "组织", orgType: "GROUP" });
    const person = await firm.save("BasePerson", { personNum: "P2", personName: "chatter", orgId: org["id"], chatUserId: "ding-2" });
    const chatter = await firm.person("chatter", ["EMPLOYEE"], { personId: person["id"] });
    await firm.process(line(user("a", by(chatter)), user("b", by(bob))), { chatSyncFlag: "Y" });
    const it = await firm.submit(clerk, { amount: "10" });
    await firm.kernel.outbox.drain();
    const taskId = firm.task(it, chatter);
    const button = () => chat.cards.get(`chat-${it["id"]}`)!.tasks[0]!;
    const body = (more: object = {}) =>
      JSON.stringify({
        externalTaskId: taskId,
        action: "PASS",
        userExternalId: "ding-2",
        nonce: button().nonce,
        pressedAt: firm.now.getTime(),
        ...more,
      });
    const press = (raw: string) => {
      const request = { headers: { "x-chat-signature": chat.sign(raw) } };
      return codeOf(bridge.pressed({ request, now: firm.now, requestId: "r", ip: "10.9.9.9", language: "CN" } as unknown as Context, raw));
    };
    expect(await press(body({ pressedAt: firm.now.getTime() - 6 * 60_000 }))).toBe("CHAT_EXPIRED");
    expect(await press(body({ nonce: "made-up" }))).toBe("CHAT_USED");
    expect(
      await press(JSON.stringify({ externalTaskId: taskId, action: "PASS", userExternalId: "ding-2" })),
      "without nonce and time",
    ).toBe("CHAT_SIGNATURE");
    const old = body();
    expect(await press(old)).toBe("S");
    expect(await press(old)).toBe("CHAT_USED");
    await firm.press(await firm.instance(it["bizId"]), "doRevokeMine", chatter, { taskId });
    await firm.kernel.outbox.drain();
    expect(button().taskId, "the very same task is back").toBe(taskId);
    expect(await press(old), "what was signed for the first time does not decide the second").toBe("CHAT_USED");
    const logged = await firm.kernel.db.query<{ message: string }>(
      `select message from "BaseSystemLog" where logger = 'security' order by time`,
    );
    expect(logged.map((row) => row.message.split(":")[0])).toEqual(expect.arrayContaining(["CALLBACK_REPLAYED", "SIGNATURE_FORGED"]));
    expect(await press(body())).toBe("S");
  });
});

describe("who may not look", () => {
  test("withdraw and urge answer a foreign approval exactly like one that is not there", async () => {
    await firm.process(line(user("a", by(ann))));
    const it = await firm.submit(clerk, { amount: "10" });
    const stranger = await firm.person("stranger", ["EMPLOYEE"]);
    const said = (path: string, body: Record<string, unknown>) =>
      ask(path, stranger, body).then(
        (done: unknown) => ["S", done],
        (no: { code: string; text: unknown; http: number; data: unknown }) => [no.code, no.text, no.http, no.data],
      );
    for (const name of [
      "bpmListService/doWithdraw",
      "bpmListService/doUrge",
      "v1/baseApprovalRestful/withdraw",
      "v1/baseApprovalRestful/urge",
    ]) {
      const missing = await said(name, { instanceId: "00000000000000000000" });
      expect(await said(name, { instanceId: it["id"] }), name).toEqual(missing);
      expect(await said(name, { taskId: firm.task(it, ann) }), name).toEqual(await said(name, { taskId: "00000000000000000000" }));
    }
    expect((await firm.instance(it["bizId"]))["status"]).toBe("RUNNING");
  });
});

test("a request without a document of another area is started by its call, with and without chosen people", async () => {
  const bpmnXml = await writeBpmn({ ...line(user("a", by(ann))), key: "FREE_START" });
  const model = await firm.save("BpmModel", { modelKey: "FREE_START", nameCn: "申请", billTypeCode: "FREE_FORM", bpmnXml });
  await firm.act("BpmModel", model["id"], "doPublish", {}, await admin.me());
  const draft = async (): Promise<string> =>
    (await firm.act("BpmFreeForm", undefined, "saveOrUpdate", { modelId: model["id"], subject: "seal" }, await bob.me()))["id"];
  for (const more of [{}, { picks: { a: [ann.id] } }]) {
    const bizId = await draft();
    await ask("bpmProcessService/start", bob, { billTypeCode: "FREE_FORM", bizEntity: "BpmFreeForm", bizId, ...more });
    expect(await firm.instance(bizId)).toMatchObject({ status: "RUNNING" });
  }
});
