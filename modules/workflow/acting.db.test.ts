import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Action } from "#kernel/entity.ts";
import { newId } from "#kernel/server/id.ts";
import { inOwnName } from "#kernel/server/permit.ts";
import { Firm, codeOf, type Who } from "../../tests/support/firm.ts";
import { Clockwork } from "./clockwork.calls.ts";
import { nodeSettings, type NodeSettings, type ProcessNode } from "./engine/definition.ts";
import { line, user } from "./engine/test-office.ts";
import { callbackOf } from "./move.ts";

/** Who may act on a task: the same answer in lists, counts, claims and decisions, by the responsibility in force and the permits of the moment. */
let firm: Firm;
let clerk: Who;
let orgId: string;

beforeAll(async () => {
  firm = await Firm.open();
  clerk = await firm.person("clerk", ["FIRM_CLERK"]);
  orgId = (await firm.save("BaseOrganization", { orgCode: "G1", orgName: "集团", orgType: "GROUP", functionalCurrency: "CNY" }))["id"];
});
afterAll(() => firm.drop());

const under = (who: Who, resp: string): Who => ({
  id: who.id,
  me: () => firm.kernel.permits.me({ userId: who.id, responsibilityId: firm.hat(resp), supplierId: null, language: "EN" }),
});
const role = (id: string, settings: Partial<NodeSettings>): ProcessNode => ({
  id,
  kind: "user",
  name: [id, id],
  settings: nodeSettings(settings),
});
const sees = async (who: Who, it: Record<string, any>, list = "gtasks") =>
  (await firm.todos(who, list)).some((t) => t["bizId"] === it["bizId"]);
const deny = (who: Who) => firm.save("BaseUserOrgPermit", { userId: who.id, orgId, permitType: "EXCLUDE" });
const delegates = (from: Who, to: Who, authType = "APPROVAL") => {
  const day = 86_400_000;
  const at = (ms: number) => new Date(Date.now() + ms).toISOString();
  return firm.save("BaseUserAuthorisation", {
    ...{ fromUserId: from.id, toUserId: to.id, authType, startTime: at(-day), endTime: at(day), reason: "leave" },
  });
};

describe("under the responsibility in force", () => {
  test.each([
    ["holders of the right", null],
    ["a responsibility", { approverRule: "RESP", ruleValue: { respCode: "FIRM_BOSS" } } as Partial<NodeSettings>],
  ])("a task for %s is neither offered nor claimed nor decided under a responsibility without the right", async (_, settings) => {
    await (settings ? firm.process(line(role("boss", settings))) : firm.bill({}));
    const asClerk = await firm.person("both", ["FIRM_CLERK", "FIRM_BOSS"]);
    const asBoss = under(asClerk, "FIRM_BOSS");
    await firm.person("other", ["FIRM_BOSS"]);
    const it = await firm.submit(clerk);
    const taskId = firm.task(it, asBoss);
    expect([await sees(asClerk, it), await sees(asBoss, it)]).toEqual([false, true]);
    expect(await codeOf(firm.press(it, "doClaim", asClerk, { taskId }))).toBe("BPM_NOT_MINE");
    expect(await codeOf(firm.press(it, "doPass", asClerk, { taskId }))).toBe("BPM_NOT_MINE");
    const held = await firm.press(it, "doClaim", asBoss, { taskId });
    expect([await sees(asClerk, it, "myUpcoming"), await sees(asBoss, it, "myUpcoming")]).toEqual([false, true]);
    expect(await codeOf(firm.press(held, "doReject", asClerk, { taskId, targetNodeId: "START", comment: "no" }))).toBe("BPM_NOT_MINE");
    expect((await firm.pass(held, asBoss))["status"]).toBe("PASSED");
  });
});

describe("a permit taken away", () => {
  test("takes the group's task and the claimed one with it, from him and from whoever stands in for him", async () => {
    await firm.bill({});
    const [one, two, deputy] = [
      await firm.person("one", ["FIRM_BOSS"]),
      await firm.person("two", ["FIRM_BOSS"]),
      await firm.person("deputy", ["EMPLOYEE"]),
    ];
    const [open, claimed] = [await firm.submit(clerk, { orgId }), await firm.submit(clerk, { orgId })];
    const taskId = firm.task(claimed, one);
    await firm.press(claimed, "doClaim", one, { taskId });
    await delegates(one, deputy);
    expect([await sees(one, open), await sees(one, claimed, "myUpcoming"), await sees(deputy, claimed, "myUpcoming")]).toEqual([
      true,
      true,
      true,
    ]);
    await deny(one);
    expect([await sees(one, open), await sees(one, claimed, "myUpcoming"), await sees(deputy, claimed, "myUpcoming")]).toEqual([
      false,
      false,
      false,
    ]);
    expect(await codeOf(firm.press(open, "doClaim", one, { taskId: firm.task(open, one) }))).toBe("BPM_NOT_MINE");
    for (const who of [one, deputy]) expect(await codeOf(firm.press(claimed, "doPass", who, { taskId }))).toBe("BPM_NOT_MINE");
    expect(await codeOf(firm.press(claimed, "doTransfer", one, { taskId, toUserId: deputy.id }))).toBe("BPM_NOT_MINE");
    await new Clockwork(firm.kernel, { now: () => firm.now }).lost();
    expect((await firm.pass(await firm.instance(claimed["bizId"]), two))["status"]).toBe("PASSED");
  });

  test("takes a task from somebody who was named, and the administrators get it; who opens no such documents at all keeps it", async () => {
    const [named, guest] = [await firm.person("named", ["FIRM_BOSS"]), await firm.person("guest", ["EMPLOYEE"])];
    const admin = await firm.person("admin", ["BPM_ADMIN"]);
    await firm.process(line(user("a", [named.id]), user("b", [guest.id])));
    const it = await firm.submit(clerk, { orgId });
    expect(await sees(named, it, "myUpcoming")).toBe(true);
    await deny(named);
    expect(await sees(named, it, "myUpcoming")).toBe(false);
    const blind = await firm.person("blind", ["FIRM_BOSS"]);
    await deny(blind);
    await firm.process(line(user("a", [guest.id])));
    const lent = await firm.submit(clerk, { orgId });
    const given = { taskId: firm.task(lent, guest), toUserId: blind.id };
    expect(await codeOf(firm.press(lent, "doTransfer", guest, given))).toBe("BPM_RECEIVER");
    expect(await codeOf(firm.pass(it, named))).toBe("BPM_NOT_MINE");
    await new Clockwork(firm.kernel, { now: () => firm.now }).lost();
    const moved = await firm.pass(await firm.instance(it["bizId"]), admin);
    await deny(guest);
    expect(await sees(guest, moved, "myUpcoming")).toBe(true);
    expect((await firm.pass(moved, guest))["status"]).toBe("PASSED");
  });
});

describe("two delegations in force", () => {
  test("each delegate is offered what he can decide: not the starter, not who signs at the step already", async () => {
    const [ann, bob, cid, dan] = [
      await firm.person("ann", ["EMPLOYEE"]),
      await firm.person("bob", ["EMPLOYEE"]),
      await firm.person("cid", ["EMPLOYEE"]),
      await firm.person("dan", ["FIRM_CLERK"]),
    ];
    for (const to of [bob, cid, dan]) await delegates(ann, to);
    await firm.process(line(user("a", [ann.id, bob.id], { multiMode: "ALL" })));
    const it = await firm.submit(dan);
    const ofAnn = it["tasks"].find((t: any) => t.assigneeUserId === ann.id).id;
    const offered = async (who: Who) => (await firm.todos(who)).some((t) => t["taskId"] === ofAnn);
    expect([await offered(bob), await offered(cid), await offered(dan)]).toEqual([false, true, false]);
    for (const who of [bob, dan]) expect(await codeOf(firm.press(it, "doPass", who, { taskId: ofAnn }))).toBe("BPM_NOT_MINE");
    expect(await codeOf(firm.press(it, "doPass", cid, { taskId: ofAnn }))).toBe("S");
    await firm.process(line(user("a", [ann.id])));
    const second = await firm.submit(clerk);
    const task = firm.task(second, ann);
    expect([await sees(bob, second, "myUpcoming"), await sees(cid, second, "myUpcoming")]).toEqual([true, true]);
    expect(await codeOf(firm.press(second, "doPass", cid, { taskId: task }))).toBe("S");
  });
});

describe("a task that was lent", () => {
  test("is taken back by its owner before the borrower has spoken; that the borrower is away is asked before anything is done", async () => {
    const [ann, bob, cid] = [
      await firm.person("ann", ["EMPLOYEE"]),
      await firm.person("bob", ["EMPLOYEE"]),
      await firm.person("cid", ["EMPLOYEE"]),
    ];
    await firm.process(line(user("a", [ann.id])));
    const it = await firm.submit(clerk);
    const taskId = firm.task(it, ann);
    const lend = { taskId, toUserId: bob.id };
    await delegates(bob, cid);
    expect(await codeOf(firm.press(it, "doDelegate", ann, lend))).toBe("CONFIRM_NEEDED");
    expect(firm.waiting(await firm.instance(it["bizId"]), { ann, bob })).toEqual(["a:ann"]);
    const command = { entity: firm.kernel.declared.entity("BpmInstance"), action: "doDelegate", confirmed: ["BPM_DELEGATE_AWAY"] };
    const doer = { me: inOwnName(await ann.me()), now: firm.now, requestId: newId(), ip: null };
    await firm.kernel.actor.act({ ...command, targets: [{ id: it["id"], input: lend }] }, doer);
    const lent = await firm.instance(it["bizId"]);
    expect(firm.waiting(lent, { ann, bob })).toEqual(["a:bob"]);
    const handled = firm.kernel.declared.entity("BpmHandled");
    const { rows } = await firm.kernel.finder.list(handled, { list: "handled", pageRows: 0 }, await ann.me());
    expect(rows.map((row) => [row["action"], row["revocableFlag"]])).toEqual([["DELEGATE", "Y"]]);
    expect(await codeOf(firm.press(lent, "doRevokeMine", cid, { taskId }))).toBe("BPM_NOT_MINE");
    const back = await firm.press(lent, "doRevokeMine", ann, { taskId });
    expect(firm.waiting(back, { ann, bob })).toEqual(["a:ann"]);
    expect(await codeOf(firm.press(back, "doPass", bob, { taskId }))).toBe("BPM_NOT_MINE");
    expect((await firm.pass(back, ann))["status"]).toBe("PASSED");
  });
});

describe("four eyes", () => {
  test("look through delegation: who stands in the starter's place decides nothing the starter may not", async () => {
    const [ann, bob] = [await firm.person("ann", ["FIRM_BOSS"]), await firm.person("bob", ["FIRM_BOSS"])];
    await firm.bill({});
    const starter = await firm.person("starter", ["FIRM_CLERK"]);
    const group = await firm.submit(starter);
    await firm.process(line(user("a", [ann.id])));
    const named = await firm.submit(starter);
    expect([await sees(ann, group), await sees(ann, named, "myUpcoming")]).toEqual([true, true]);
    await delegates(starter, ann, "ALL");
    expect([await sees(ann, group), await sees(ann, named, "myUpcoming"), await sees(bob, group)]).toEqual([false, false, true]);
    for (const it of [group, named]) expect(await codeOf(firm.pass(it, ann))).toBe("BPM_NOT_MINE");
    expect((await firm.pass(group, bob))["status"]).toBe("PASSED");
    await new Clockwork(firm.kernel, { now: () => firm.now }).lost();
    const admin = await firm.person("admin", ["BPM_ADMIN"]);
    expect((await firm.pass(await firm.instance(named["bizId"]), admin))["status"]).toBe("PASSED");
  });
});

describe("the end of a process", () => {
  test("by default a document is withdrawn until the first approver has acted, until the end where its bill type says so", async () => {
    const [ann, bob] = [await firm.person("ann", ["EMPLOYEE"]), await firm.person("bob", ["EMPLOYEE"])];
    const shipped = await firm.kernel.db.query<{ policy: string }>(
      `select distinct "withdrawPolicy" as policy from "BaseApprovalBillType" where "billTypeCode" <> 'FIRM_REQUEST'`,
    );
    expect(shipped).toEqual([{ policy: "BEFORE_FIRST_ACTION" }]);
    await firm.process(line(user("a", [ann.id]), user("b", [bob.id])), { withdrawPolicy: "BEFORE_FIRST_ACTION" });
    const untouched = await firm.submit(clerk);
    expect((await firm.press(untouched, "doWithdraw", clerk))["status"]).toBe("WITHDRAWN");
    const acted = await firm.pass(await firm.submit(clerk), ann);
    expect(await codeOf(firm.press(acted, "doWithdraw", clerk))).toBe("BPM_WITHDRAW");
    await firm.bill({ processKey: acted["modelKey"], withdrawPolicy: "UNTIL_END" });
    const late = await firm.pass(await firm.submit(clerk), ann);
    expect((await firm.press(late, "doWithdraw", clerk))["status"]).toBe("WITHDRAWN");
  });

  test("stopped from above every document is as its starter had taken it back, and the starter is told", async () => {
    const ann = await firm.person("ann", ["EMPLOYEE"]);
    const admin = await firm.person("admin", ["BPM_ADMIN"]);
    await firm.process(line(user("a", [ann.id])));
    const it = await firm.submit(clerk);
    await firm.press(it, "doStop", admin, { comment: "duplicate" });
    expect((await firm.request(it["bizId"]))["status"]).toBe("DRAFT");
    const [told] = await firm.kernel.db.query<{ data: { userIds: string[] } }>(
      `select data from "Outbox" where event = 'BPM_STOPPED' and data->>'bizId' = $1`,
      [it["bizId"]],
    );
    expect(told!.data.userIds).toContain(clerk.id);
    const { entities } = firm.kernel.declared;
    const rejected = [...entities.values()].flatMap((e) =>
      Object.values(e.actions as Record<string, Action>).flatMap(({ approval }) =>
        approval && (e.actions as Record<string, Action>)[callbackOf({ shape: approval, bill: null }, "onStop")]?.to === "REJECTED"
          ? e.name
          : [],
      ),
    );
    // An agreement is sent to approval by the supplier's signature: it is begun anew, not taken back.
    expect(rejected).toEqual(["SrmSlcAgreementSigning"]);
  });
});
