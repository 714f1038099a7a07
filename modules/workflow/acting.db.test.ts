import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Firm, codeOf, type Who } from "../../tests/support/firm.ts";
import { Clockwork } from "./clockwork.calls.ts";
import { nodeSettings, type NodeSettings, type ProcessNode } from "./engine/definition.ts";
import { line, user } from "./engine/test-office.ts";

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
