import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { inOwnName, systemMe } from "#kernel/server/access/permit.ts";
import { Firm, codeOf, type Who } from "../../tests/support/firm.ts";
import { writeBpmn } from "./engine/bpmn-write.ts";
import { line, node, process, user } from "./engine/test-office.ts";

let firm: Firm;
let clerk: Who, ann: Who, bob: Who, admin: Who, admin2: Who;
let people: Record<string, Who>;

beforeAll(async () => {
  firm = await Firm.open();
  clerk = await firm.person("clerk", ["FIRM_CLERK"]);
  ann = await firm.person("ann", ["EMPLOYEE"]);
  bob = await firm.person("bob", ["EMPLOYEE"]);
  admin = await firm.person("admin", ["BPM_ADMIN"]);
  admin2 = await firm.person("second", ["BPM_ADMIN"]);
  people = { clerk, ann, bob, admin, admin2 };
});
afterAll(() => firm.drop());
afterEach(() => firm.stopClock(null));

const by = (...who: Who[]) => who.map((w) => w.id);

describe("without a process", () => {
  test("workflow 11: one task for holders of the button on the document's page, never for its starter nor for a supplier; nobody refuses the submit", async () => {
    await firm.bill({});
    expect(await codeOf(firm.submit(clerk))).toBe("BPM_NO_ASSIGNEE");
    const [draft] = await firm.kernel.db.query<{ status: string }>(`select status from "FirmRequest" order by id desc limit 1`);
    expect(draft!.status).toBe("DRAFT");
    const vendor = await firm.person("vendor", ["FIRM_VENDOR"], { userType: "SUPPLIER", supplierId: "s1" });
    const both = await firm.person("both", ["FIRM_CLERK", "FIRM_BOSS"]);
    const boss = await firm.person("boss", ["FIRM_BOSS"]);
    const it = await firm.submit(both);
    expect((await firm.todos(boss, "gtasks")).map((t) => t["bizId"]).concat((await firm.todos(boss)).map((t) => t["bizId"]))).toContain(
      it["bizId"],
    );
    expect(await codeOf(firm.press(it, "doPass", both, { taskId: firm.task(it, boss) }))).toBe("BPM_NOT_MINE");
    expect(await codeOf(firm.press(it, "doPass", vendor, { taskId: firm.task(it, boss) }))).toBe("BPM_NOT_MINE");
    expect((await firm.pass(it, boss))["status"]).toBe("PASSED");
  });

  test("workflow 21: whoever loses the role loses its unclaimed task at once, without any clean-up", async () => {
    await firm.bill({});
    const [one, two] = [await firm.person("one", ["FIRM_BOSS"]), await firm.person("two", ["FIRM_BOSS"])];
    const it = await firm.submit(clerk);
    const seen = async (who: Who) => (await firm.todos(who, "gtasks")).some((t) => t["bizId"] === it["bizId"]);
    expect([await seen(one), await seen(two), await seen(clerk)]).toEqual([true, true, false]);
    await firm.kernel.db.query(`delete from "BaseUserResp" where "userId" = $1`, [one.id]);
    expect([await seen(one), await seen(two)]).toEqual([false, true]);
    expect(await codeOf(firm.press(it, "doClaim", one, { taskId: firm.task(it, two) }))).toBe("BPM_NOT_MINE");
    const claimed = await firm.press(it, "doClaim", two, { taskId: firm.task(it, two) });
    expect(firm.waiting(claimed, { two })).toEqual(["approve:two"]);
    expect(await seen(two)).toBe(false);
    expect((await firm.pass(claimed, two))["status"]).toBe("PASSED");
  });

  test("what another has claimed says by whom; a document on its way and a process switched off are refused by name", async () => {
    await firm.bill({});
    const [first, second] = [await firm.person("first", ["FIRM_BOSS"]), await firm.person("second", ["FIRM_BOSS"])];
    const it = await firm.submit(clerk);
    const taskId = firm.task(it, first);
    await firm.press(it, "doClaim", first, { taskId });
    const late = firm.press(it, "doClaim", second, { taskId });
    await expect(late).rejects.toMatchObject({ code: "BPM_CLAIMED", text: ["任务已被first认领", "Already claimed by first"] });
    await firm.kernel.db.query(`update "FirmRequest" set status = 'DRAFT' where id = $1`, [it["bizId"]]);
    expect(await codeOf(firm.submit(clerk, { id: it["bizId"] }))).toBe("BPM_OPEN_EXISTS");
    const modelId = await firm.process(line(user("a", by(ann))));
    await firm.act("BpmModel", modelId, "doDisable", {}, systemMe("test"));
    expect(await codeOf(firm.submit(clerk))).toBe("BPM_NO_MODEL");
  });

  test("a chain of nodes is compiled when its bill type is enabled; a condition makes a node optional", async () => {
    const boss = { approverRule: "USER", multiMode: "SINGLE" };
    const nodes = [
      { nodeSeq: 1, nodeCode: "LEAD", nodeName: "主管", ...boss, ruleValue: { userIds: [ann.id] } },
      {
        nodeSeq: 2,
        nodeCode: "CFO",
        nodeName: "财务",
        ...boss,
        ruleValue: { userIds: [bob.id] },
        conditionJson: { expression: "amount >= 500" },
      },
    ];
    await firm.bill({ nodes });
    const [row] = await firm.kernel.db.query<{ id: string }>(`select id from "BaseApprovalBillType" where "billTypeCode" = 'FIRM_REQUEST'`);
    const system = { ...(await admin.me()), audience: "system" as const };
    await firm.act("BaseApprovalBillType", row!.id, "doInvalid", {}, system);
    await firm.act("BaseApprovalBillType", row!.id, "doEnabled", {}, system);
    expect((await firm.pass(await firm.submit(clerk, { amount: "499" }), ann))["status"]).toBe("PASSED");
    const large = await firm.pass(await firm.submit(clerk, { amount: "500" }), ann);
    expect(firm.waiting(large, people)).toEqual(["CFO:bob"]);
  });

  test("a chain that is changed while in force is followed at once, and what runs keeps its own; what could not be followed is not saved", async () => {
    const step = (nodeCode: string, who: Who) => ({
      nodeSeq: 1,
      nodeCode,
      nodeName: nodeCode,
      approverRule: "USER",
      multiMode: "SINGLE",
      ruleValue: { userIds: [who.id] },
    });
    const versions = () =>
      firm.kernel.db.query<{ version: number }>(
        `select v.version from "BpmModelVersion" v join "BpmModel" m on m.id = v."modelId" where m."modelKey" = 'CHAIN_FIRM_REQUEST' order by v.version desc`,
      );
    await firm.bill({ approvalMode: "NODE_CHAIN", nodes: [step("FIRST", ann)] });
    const before = await firm.submit(clerk);
    expect(firm.waiting(before, people)).toEqual(["FIRST:ann"]);
    await firm.bill({ approvalMode: "NODE_CHAIN", nodes: [step("SECOND", bob)] });
    const after = await firm.submit(clerk);
    expect(firm.waiting(after, people)).toEqual(["SECOND:bob"]);
    expect((await firm.pass(before, ann))["status"]).toBe("PASSED");
    const [newest] = await versions();
    await firm.bill({ approvalMode: "NODE_CHAIN", withdrawPolicy: "NEVER", nodes: [step("SECOND", bob)] });
    expect((await versions())[0]).toEqual(newest);
    expect(await codeOf(firm.bill({ approvalMode: "NODE_CHAIN", nodes: [] }))).toBe("BPM_MODEL_INVALID");
    expect(await codeOf(firm.bill({ processKey: "NOWHERE" }))).toBe("BPM_NO_MODEL");
    expect(firm.waiting(await firm.submit(clerk), people)).toEqual(["SECOND:bob"]);
  });

  test("a routing rule that answers NONE approves at once, and the sheet says that nobody was asked", async () => {
    const amount = { name: "amount", labelCn: "金额", labelEn: "Amount", type: "NUMBER" };
    const rules = [{ seq: 1, conditions: { amount: "< 100" }, outputs: { processKey: "NONE" } }];
    const set = await firm.save("BaseRuleSet", { ruleCode: "ROUTE_FIRM", name: "路由", inputFields: [amount], rules });
    await firm.act("BaseRuleSet", set["id"], "doPublish", {}, inOwnName(await admin.me()));
    await firm.process(line(user("a", by(ann))), { routeRuleCode: "ROUTE_FIRM" });
    expect((await firm.submit(clerk, { amount: "100" }))["status"]).toBe("RUNNING");
    const it = await firm.submit(clerk, { amount: "1" });
    expect(it["status"]).toBe("PASSED");
    expect((await firm.request(it["bizId"]))["status"]).toBe("APPROVED");
    expect((await firm.sheet(it["id"]))["history"].map((h: any) => [h.action, h.note])).toEqual([["NO_APPROVAL", "免审"]]);
  });
});

describe("the document", () => {
  test("workflow 12: the document refuses its approval: the last approver sees why, his task stays open", async () => {
    await firm.process(line(user("a", by(ann))));
    const it = await firm.submit(clerk, { title: "over budget" });
    await expect(firm.pass(it, ann)).rejects.toMatchObject({ code: "FIRM_BUDGET", text: ["预算超支", "Budget exceeded"] });
    const still = await firm.instance(it["bizId"]);
    expect(firm.waiting(still, people)).toEqual(["a:ann"]);
    expect((await firm.request(it["bizId"]))["status"]).toBe("APPROVING");
  });

  test("workflow 13: whoever decides on an older version of the document is asked to look again", async () => {
    await firm.process(line(user("a", by(ann), { editableFields: ["remark"] }), user("b", by(bob))));
    const it = await firm.submit(clerk);
    const shown = (await firm.request(it["bizId"]))["versionNum"];
    const moved = await firm.pass(it, ann, { fields: { remark: "cheaper" }, docVersion: shown });
    expect((await firm.request(it["bizId"]))["remark"]).toBe("cheaper");
    expect(await codeOf(firm.pass(moved, bob, { docVersion: shown }))).toBe("APPROVAL_DOC_CHANGED");
    expect((await firm.pass(moved, bob, { docVersion: shown + 1 }))["status"]).toBe("PASSED");
    const deed = (await firm.instance(it["bizId"]))["deeds"].find((d: any) => d.action === "PASS");
    expect([deed.beforeJson, deed.afterJson]).toEqual([{ remark: null }, { remark: "cheaper" }]);
  });

  test("fields the node does not open stay shut, and what it needs must be filled", async () => {
    await firm.process(line(user("a", by(ann), { editableFields: ["remark"], requiredFields: ["remark"] })));
    const it = await firm.submit(clerk);
    expect(await codeOf(firm.pass(it, ann, { fields: { remark: "x", title: "gold" } }))).toBe("PERM_DENIED");
    expect(await codeOf(firm.pass(it, ann))).toBe("FIELD_INVALID");
    expect((await firm.pass(it, ann, { fields: { remark: "x" } }))["status"]).toBe("PASSED");
  });

  test("a document in approval is not submitted twice, not even at the same moment", async () => {
    await firm.process(line(user("a", by(ann))));
    const made = await firm.draft(clerk);
    const codes = await Promise.all([1, 2].map(() => codeOf(firm.submit(clerk, made))));
    expect(codes.sort()).toEqual(["S", "STATE_NOT_ALLOWED"].sort());
  });
});

describe("time", () => {
  test("workflow 14: eight working hours from Friday 16:00 are over on Monday 15:00", async () => {
    await firm.process(line(user("a", by(ann), { timeLimitHours: 8 })));
    firm.stopClock("2049-01-08T08:00:00.000Z");
    const it = await firm.submit(clerk);
    expect(it["tasks"][0].dueDate).toBe("2049-01-11 15:00:00");
  });

  test("workflow 15: urged twice within ten minutes", async () => {
    await firm.process(line(user("a", by(ann))));
    firm.stopClock("2049-01-08T08:00:00.000Z");
    const it = await firm.submit(clerk);
    const urged = await firm.press(it, "doUrge", clerk);
    expect(urged["tasks"][0].urgeCount).toBe(1);
    firm.stopClock("2049-01-08T08:10:00.000Z");
    expect(await codeOf(firm.press(it, "doUrge", clerk))).toBe("BPM_URGE_OFTEN");
    firm.stopClock("2049-01-08T08:31:00.000Z");
    expect(await codeOf(firm.press(it, "doUrge", clerk))).toBe("S");
  });
});

describe("versions", () => {
  test("workflow 16: what runs on the first version ends on it, what comes later uses the second", async () => {
    const model = await firm.process(line(user("a", by(ann))));
    const old = await firm.submit(clerk);
    await firm.publish(model, line(user("a", by(ann)), user("b", by(bob))));
    const young = await firm.submit(clerk);
    expect([old["version"], young["version"]]).toEqual([1, 2]);
    expect((await firm.pass(old, ann))["status"]).toBe("PASSED");
    expect(firm.waiting(await firm.pass(young, ann), people)).toEqual(["b:bob"]);
  });

  test("an instance moves to another version when an administrator says so, and the sheet of deeds keeps it", async () => {
    const model = await firm.process(line(user("a", by(ann))));
    const it = await firm.submit(clerk);
    await firm.publish(model, line(user("a", by(ann)), user("b", by(bob))));
    expect(await codeOf(firm.press(it, "doMigrate", ann, { version: 2, comment: "new rule" }))).toBe("PERM_DENIED");
    await firm.press(it, "doMigrate", admin, { version: 2, comment: "new rule" });
    expect(firm.waiting(await firm.pass(it, ann), people)).toEqual(["b:bob"]);
  });

  test("workflow 17: a split without a default flow is not published, and the refusal names the node", async () => {
    const broken = process(
      [
        node("start", "start"),
        node("choice", "exclusive", { name: ["金额判断", "Amount choice"] }),
        user("a", by(ann)),
        user("b", by(bob)),
        node("end", "end"),
      ],
      ["start > choice", "choice > a ? amount >= 10", "choice > b ? amount < 10", "a > end", "b > end"],
    );
    const xml = await writeBpmn(broken);
    const model = await firm.save("BpmModel", { modelKey: "BROKEN", nameCn: "坏的", billTypeCode: "FIRM_REQUEST", bpmnXml: xml });
    const me = { ...(await admin.me()) };
    await expect(firm.act("BpmModel", model["id"], "doPublish", {}, me)).rejects.toMatchObject({
      code: "BPM_MODEL_INVALID",
      message: expect.stringContaining("Amount choice"),
    });
  });

  test("a drawn process is published with its test cases, and a failing case keeps it back", async () => {
    const drawn = process(
      [
        node("start", "start"),
        user("a", by(ann)),
        node("choice", "exclusive", { defaultFlow: "choice-end" }),
        user("b", by(bob)),
        node("end", "end"),
      ],
      ["start > a > choice", "choice > b ? amount >= 10", "choice > end", "b > end"],
    );
    const xml = await writeBpmn(drawn);
    const model = await firm.save("BpmModel", {
      modelKey: "DRAWN",
      nameCn: "画的",
      billTypeCode: "FIRM_REQUEST",
      bpmnXml: xml,
      testCases: [
        { name: "small", amount: "9", path: "a" },
        { name: "large", amount: "10", path: "a" },
      ],
    });
    await expect(firm.act("BpmModel", model["id"], "doPublish", {}, await admin.me())).rejects.toMatchObject({
      code: "BPM_MODEL_INVALID",
      message: expect.stringContaining("large"),
    });
    await firm.save("BpmModel", { id: model["id"], testCases: [{ name: "large", amount: "10", path: "a,b" }] });
    await firm.act("BpmModel", model["id"], "doPublish", {}, await admin.me());
    await firm.bill({ processKey: "DRAWN" });
    expect((await firm.pass(await firm.submit(clerk, { amount: "9" }), ann))["status"]).toBe("PASSED");
    await expect(firm.kernel.db.query(`update "BpmModelVersion" set version = 9`)).rejects.toThrow();
  });
});

describe("intervention", () => {
  test("workflow 23: above the limit a jump waits for a second administrator; the sheet says 人工干预 for ever", async () => {
    await firm.process(line(user("a", by(ann)), user("b", by(bob))));
    const it = await firm.submit(clerk, { amount: "1000001" });
    const asked = await firm.press(it, "doJump", admin, { nodeId: "b", comment: "urgent" });
    expect(firm.waiting(asked, people)).toEqual(["a:ann"]);
    const [pending] = asked["interventions"];
    expect(pending).toMatchObject({ kind: "JUMP", decision: "PENDING", byUserId: admin.id });
    const confirm = (who: Who) => firm.press(asked, "doConfirm", who, { interventionId: pending.id, agree: "Y" });
    expect(await codeOf(confirm(admin))).toBe("PERM_DENIED");
    expect(await codeOf(confirm(ann))).toBe("PERM_DENIED");
    const jumped = await confirm(admin2);
    expect(firm.waiting(jumped, people)).toEqual(["b:bob"]);
    expect(jumped["intervenedFlag"]).toBe("Y");
    const history = (await firm.sheet(it["id"]))["history"];
    expect(history.find((h: any) => h.action === "JUMP")).toMatchObject({ intervened: "Y", note: "人工干预" });
    const small = await firm.submit(clerk, { amount: "5" });
    expect(
      firm.waiting(
        await firm.press(small, "doReassign", admin, { taskId: firm.task(small, ann), toUserId: bob.id, comment: "ill" }),
        people,
      ),
    ).toEqual(["a:bob"]);
  });

  test("suspended nothing moves, resumed it goes on; stopped by an administrator the document is a draft again", async () => {
    await firm.process(line(user("a", by(ann))));
    const it = await firm.submit(clerk);
    const held = await firm.press(it, "doSuspend", admin, { comment: "audit" });
    expect([held["status"], (await firm.sheet(it["id"]))["mark"], (await firm.sheet(it["id"]))["status"]]).toEqual([
      "SUSPENDED",
      "SUSPENDED",
      "RUNNING",
    ]);
    expect(await codeOf(firm.pass(held, ann))).toBe("BPM_SUSPENDED");
    expect(await codeOf(firm.press(it, "doSuspend", ann, { comment: "no" }))).toBe("BPM_SUSPENDED");
    await firm.press(it, "doResume", admin, {});
    const stopped = await firm.press(it, "doStop", admin, { comment: "duplicate" });
    expect([stopped["status"], (await firm.request(it["bizId"]))["status"]]).toEqual(["STOPPED", "DRAFT"]);
  });

  test("a question is asked and answered without moving the task", async () => {
    await firm.process(line(user("a", by(ann))));
    const it = await firm.submit(clerk);
    const asSystem = async (who: Who) => inOwnName(await who.me());
    await firm.act(
      "BaseApproval",
      it["id"],
      "doAsk",
      { toUserIds: [bob.id], question: "why?", taskId: firm.task(it, ann) },
      await asSystem(ann),
    );
    expect((await firm.todos(ann)).find((t) => t["bizId"] === it["bizId"])).toMatchObject({ askedFlag: "Y" });
    const [commune] = (await firm.sheet(it["id"]))["communes"];
    await firm.act("BaseApproval", it["id"], "doReply", { communeId: commune.id, content: "because" }, await asSystem(bob));
    const after = (await firm.sheet(it["id"]))["communes"][0];
    expect([after.status, after.replies.map((r: any) => r.content)]).toEqual(["ANSWERED", ["because"]]);
    expect(
      await codeOf(firm.act("BaseApproval", it["id"], "doAsk", { toUserIds: [bob.id], question: "me too" }, await asSystem(admin))),
    ).toBe("S");
    expect(firm.waiting(await firm.instance(it["bizId"]), people)).toEqual(["a:ann"]);
  });
});
