import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Action } from "#kernel/entity.ts";
import { newId } from "#kernel/server/act/id.ts";
import { inOwnName } from "#kernel/server/access/permit.ts";
import { msOf, shift } from "#kernel/time.ts";
import { Firm, codeOf, type Who } from "../../tests/support/firm.ts";
import { Clockwork } from "./clockwork.calls.ts";
import { nodeSettings, type NodeSettings, type ProcessNode } from "./engine/definition.ts";
import { line, user } from "./engine/test-office.ts";
import { callbackOf } from "./move.ts";
import { runDue } from "../../tests/support/due.ts";

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
  me: () => firm.kernel.permits.me({ userId: who.id, responsibilityId: firm.responsibility(resp), supplierId: null, language: "EN" }),
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
  const day = msOf({ days: 1 });
  const at = (ms: number) => new Date(Date.now() + ms).toISOString();
  return firm.save("BaseUserAuthorisation", {
    fromUserId: from.id,
    toUserId: to.id,
    authType,
    startTime: at(-day),
    endTime: at(day),
    reason: "leave",
  });
};

/** Gives one delegation again as it is but for these fields: what the page would refuse, stored data may hold. */
const copyDelegation = (id: string, fields: Record<string, unknown>) =>
  firm.kernel.db.query(
    `insert into "BaseUserAuthorisation" select (jsonb_populate_record(a, $2::jsonb)).* from "BaseUserAuthorisation" a where id = $1`,
    [id, JSON.stringify({ id: newId(), ...fields })],
  );

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

const groups = [
  ["holders of the right", null],
  ["a responsibility", { approverRule: "RESP", ruleValue: { respCode: "FIRM_BOSS" } } as Partial<NodeSettings>],
] as const;

describe("a task open to a group", () => {
  const opened = async (settings: Partial<NodeSettings> | null) => {
    await (settings ? firm.process(line(role("boss", settings))) : firm.bill({}));
    const [absent, deputy] = [await firm.person("absent", ["FIRM_BOSS"]), await firm.person("deputy", ["EMPLOYEE"])];
    return { absent, deputy };
  };

  test.each(groups)("of %s reaches the delegate of an absent member: he sees, claims and decides it on his behalf", async (_, settings) => {
    const { absent, deputy } = await opened(settings);
    const first = await firm.submit(clerk);
    expect(await sees(deputy, first)).toBe(false);
    expect(await codeOf(firm.press(first, "doClaim", deputy, { taskId: firm.task(first, absent) }))).toBe("BPM_NOT_MINE");
    const delegation = await delegates(absent, deputy);
    const [offer] = (await firm.todos(deputy, "gtasks")).filter((t) => t["bizId"] === first["bizId"]);
    expect([offer!["kind"], offer!["fromUserId"]]).toEqual(["GROUP", absent.id]);
    const taskId = firm.task(first, absent);
    const claimed = await firm.press(first, "doClaim", deputy, { taskId });
    expect(firm.waiting(claimed, { absent, deputy })).toEqual([expect.stringMatching(/:absent$/)]);
    expect([await sees(deputy, first, "myUpcoming"), await sees(absent, first, "myUpcoming")]).toEqual([true, true]);
    await firm.press(claimed, "doUnclaim", deputy, { taskId });
    expect(await sees(deputy, first)).toBe(true);
    const passed = await firm.press(first, "doPass", deputy, { taskId });
    expect(passed["status"]).toBe("PASSED");
    const decided = passed["deeds"].filter((d: any) => d.action === "PASS").map((d: any) => [d.byUserId, d.forUserId]);
    expect(decided).toEqual([[deputy.id, absent.id]]);
    const second = await firm.submit(clerk);
    const [told] = await firm.kernel.db.query<{ data: { userIds: string[] } }>(
      `select data from "Outbox" where event = 'BPM_TASK_ARRIVED' and data->>'bizId' = $1`,
      [second["bizId"]],
    );
    expect(told!.data.userIds).toEqual(expect.arrayContaining([absent.id, deputy.id]));
    await firm.act("BaseUserAuthorisation", delegation["id"], "doRevoke", {}, inOwnName(await absent.me()));
    expect(await sees(deputy, second)).toBe(false);
    expect(await codeOf(firm.press(second, "doPass", deputy, { taskId: firm.task(second, absent) }))).toBe("BPM_NOT_MINE");
  });

  test.each(groups)(
    "of %s gives nobody two rights: no own document, no passing on, no two rows, no more than the absent one has",
    async (_, settings) => {
      const { absent, deputy } = await opened(settings);
      const [starter, third, boss] = [
        await firm.person("starter", ["FIRM_CLERK"]),
        await firm.person("third", ["EMPLOYEE"]),
        await firm.person("boss", ["FIRM_BOSS"]),
      ];
      for (const to of [deputy, starter, boss]) await delegates(absent, to);
      await delegates(boss, deputy);
      await delegates(deputy, third);
      const it = await firm.submit(starter, { orgId });
      const rows = async (who: Who) =>
        (await firm.todos(who, "gtasks")).filter((t) => t["bizId"] === it["bizId"]).map((t) => t["fromUserId"]);
      expect(await rows(starter)).toEqual([]);
      expect(await rows(third)).toEqual([]);
      expect(await rows(boss)).toEqual([null]);
      expect(await rows(deputy)).toEqual([[absent.id, boss.id].toSorted()[0]]);
      const taskId = firm.task(it, boss);
      for (const who of [starter, third]) expect(await codeOf(firm.press(it, "doPass", who, { taskId }))).toBe("BPM_NOT_MINE");
      await deny(absent);
      expect(await rows(deputy)).toEqual([boss.id]);
      const passed = await firm.press(it, "doPass", deputy, { taskId });
      expect(passed["deeds"].findLast((d: any) => d.action === "PASS").forUserId).toBe(boss.id);
    },
  );

  test("reaches no delegate of somebody who stands in the starter's place, and none for other kinds of documents", async () => {
    const { absent, deputy } = await opened(null);
    await firm.person("other", ["FIRM_BOSS"]);
    const starter = await firm.person("starter", ["FIRM_CLERK"]);
    const it = await firm.submit(starter);
    const [other] = await firm.kernel.db.query<{ id: string }>(`select id from "BaseApprovalBillType" where "billTypeCode" = 'PUR_ORDER'`);
    const delegation = await delegates(absent, deputy);
    expect(await sees(deputy, it)).toBe(true);
    await firm.kernel.db.query(`update "BaseUserAuthorisation" set "billTypeCodes" = $2 where id = $1`, [
      delegation["id"],
      JSON.stringify([other?.id ?? "another"]),
    ]);
    expect(await sees(deputy, it)).toBe(false);
    expect(await codeOf(firm.press(it, "doPass", deputy, { taskId: firm.task(it, absent) }))).toBe("BPM_NOT_MINE");
    await firm.kernel.db.query(`update "BaseUserAuthorisation" set "billTypeCodes" = null where id = $1`, [delegation["id"]]);
    await copyDelegation(delegation["id"], { fromUserId: starter.id, toUserId: absent.id });
    expect(await sees(deputy, it)).toBe(false);
    expect(await codeOf(firm.press(it, "doPass", deputy, { taskId: firm.task(it, absent) }))).toBe("BPM_NOT_MINE");
  });
});

describe("what reminds of a task reaches whoever is offered it", () => {
  const toldOf = async (it: Record<string, any>, event: string): Promise<readonly (readonly string[])[]> =>
    (
      await firm.kernel.db.query<{ data: { userIds: string[] } }>(
        `select data from "Outbox" where event = $1 and data->>'bizId' = $2 order by no`,
        [event, it["bizId"]],
      )
    ).map(({ data }) => data.userIds.toSorted());
  const later = (hours: number): string => shift(new Date(), { hours }).toISOString();
  const sorted = (...people: readonly Who[]): readonly string[] => people.map(({ id }) => id).toSorted();
  afterEach(() => firm.stopClock(null));

  test.each(groups)(
    "a task open to %s: the members and those who stand in for one who could decide it, whether a person, a time limit or a schedule reminds",
    async (_, settings) => {
      const limit = { timeLimitHours: 1, timeoutAction: "REMIND", useCalendar: false } as const;
      const holders: Partial<NodeSettings> = { approverRule: "RESP", ruleValue: { holds: "btnApproval@FirmRequest" } };
      await firm.process(line(role("boss", { ...(settings ?? holders), ...limit })));
      await firm.kernel.db.query(`update "BaseUserResp" set status = 'REVOKED' where "responsibilityId" = $1`, [
        firm.responsibility("FIRM_BOSS"),
      ]);
      await firm.kernel.db.query(`delete from "BpmUrgeConfig"`, []);
      const [absent, present, blind] = [
        await firm.person("absent", ["FIRM_BOSS"]),
        await firm.person("present", ["FIRM_BOSS"]),
        await firm.person("blind", ["FIRM_BOSS"]),
      ];
      const [deputy, third, ofBlind, starter] = [
        await firm.person("deputy", ["EMPLOYEE"]),
        await firm.person("third", ["EMPLOYEE"]),
        await firm.person("ofblind", ["EMPLOYEE"]),
        await firm.person("starter", ["FIRM_CLERK"]),
      ];
      const delegation = await delegates(absent, deputy);
      for (const [from, to] of [
        [absent, starter],
        [deputy, third],
        [blind, ofBlind],
      ] as const)
        await delegates(from, to);
      await copyDelegation(delegation["id"], { toUserId: third.id, billTypeCodes: ["another"] });
      await deny(blind);
      const it = await firm.submit(starter, { orgId });
      const taskId = it["tasks"].find((t: any) => t.status === "TODO").id;
      const offered = await Promise.all([deputy, third, ofBlind, starter].map((who) => sees(who, it)));
      expect(offered).toEqual([true, false, false, false]);
      const arrived = (await toldOf(it, "BPM_TASK_ARRIVED"))[0]!;
      // A responsibility's task is told to all who have it, that of a right's holders to those who may decide it.
      expect(arrived).toEqual(settings ? sorted(absent, present, blind, deputy) : sorted(absent, present, deputy));
      await firm.press(it, "doUrge", starter, { taskId });
      expect(await toldOf(it, "BPM_URGED")).toEqual([arrived]);
      const clockwork = new Clockwork(firm.kernel, { now: () => firm.now });
      firm.stopClock(later(2));
      await runDue(firm.kernel, "BPM_TIMEOUT", firm.now);
      expect(await toldOf(it, "BPM_OVERDUE")).toEqual([arrived]);
      await firm.save("BpmUrgeConfig", { billTypeCode: "FIRM_REQUEST", firstAfterHours: 1, repeatHours: 100, maxTimes: 1 });
      await clockwork.reminders();
      expect(await toldOf(it, "BPM_URGED")).toEqual([arrived, arrived]);
      // Taken by the delegate it is held by the absent one: both are reminded, and nobody else.
      firm.stopClock(later(3));
      await firm.press(it, "doClaim", deputy, { taskId });
      await firm.press(it, "doUrge", starter, { taskId });
      expect((await toldOf(it, "BPM_URGED"))[2]).toEqual(sorted(absent, deputy));
      await firm.act("BaseUserAuthorisation", delegation["id"], "doRevoke", {}, inOwnName(await absent.me()));
      firm.stopClock(later(5));
      await firm.press(it, "doUrge", starter, { taskId });
      expect((await toldOf(it, "BPM_URGED"))[3], "the delegation is over").toEqual(sorted(absent));
    },
  );

  test("nobody who stands in the starter's place is reminded for an absent member, and no delegate of a member who stands there", async () => {
    await firm.bill({});
    const [absent, deputy, starter] = [
      await firm.person("absent", ["FIRM_BOSS"]),
      await firm.person("deputy", ["EMPLOYEE"]),
      await firm.person("starter", ["FIRM_CLERK"]),
    ];
    const delegation = await delegates(absent, deputy);
    const urged = async (): Promise<boolean> => {
      const it = await firm.submit(starter);
      await firm.press(it, "doUrge", starter, { taskId: it["tasks"].find((t: any) => t.status === "TODO").id });
      const [told] = await toldOf(it, "BPM_URGED");
      expect(await sees(deputy, it)).toBe(told!.includes(deputy.id));
      return told!.includes(deputy.id);
    };
    expect(await urged()).toBe(true);
    await copyDelegation(delegation["id"], { fromUserId: starter.id, toUserId: absent.id });
    expect(await urged()).toBe(false);
    await firm.kernel.db.query(`delete from "BaseUserAuthorisation" where "fromUserId" = $1`, [starter.id]);
    expect(await urged()).toBe(true);
    await delegates(starter, deputy);
    expect(await urged()).toBe(false);
  });
});

describe("the delegate of a group's member", () => {
  const todo = () => firm.kernel.declared.entity("BpmTodo");
  const offersOf = async (who: Who, it: Record<string, any>, list = "gtasks") =>
    (await firm.todos(who, list)).filter((t) => t["bizId"] === it["bizId"]);
  const refusals = (it: Record<string, any>, who: Who) => {
    const taskId = firm.task(it, who);
    return Promise.all(["doClaim", "doPass"].map((verb) => codeOf(firm.press(it, verb, who, { taskId }))));
  };
  const opened = async (settings: Partial<NodeSettings> | null) => {
    await (settings ? firm.process(line(role("boss", settings))) : firm.bill({}));
    const [absent, deputy] = [await firm.person("absent", ["FIRM_BOSS"]), await firm.person("deputy", ["EMPLOYEE"])];
    return { absent, deputy, delegation: await delegates(absent, deputy) };
  };

  test.each(groups)("loses what is open to %s with the member's candidacy, in lists and by its id", async (_, settings) => {
    const { absent, deputy } = await opened(settings);
    const it = await firm.submit(clerk);
    const [offer] = await offersOf(deputy, it);
    const byId = async () => codeOf(firm.kernel.finder.byId(todo(), offer!["id"], await deputy.me()));
    expect(await byId()).toBe("S");
    await firm.kernel.db.query(`update "BaseUserResp" set "startDate" = '2019-01-01', "endDate" = '2020-01-01' where "userId" = $1`, [
      absent.id,
    ]);
    expect(await offersOf(deputy, it)).toEqual([]);
    expect(await byId()).toBe("DATA_NOT_FOUND");
    expect(await refusals(it, deputy)).toEqual(["BPM_NOT_MINE", "BPM_NOT_MINE"]);
  });

  test.each(groups)(
    "is offered what is open to %s once, however often it was delegated, and counted as it is listed",
    async (_, settings) => {
      const { absent, deputy, delegation } = await opened(settings);
      const [other, starter] = [await firm.person("other", ["FIRM_BOSS"]), await firm.person("starter", ["FIRM_CLERK"])];
      await copyDelegation(delegation["id"], {});
      await copyDelegation(delegation["id"], { fromUserId: other.id, billTypeCodes: ["another"] });
      const it = await firm.submit(starter);
      for (const list of ["gtasks", "mine"]) {
        expect((await offersOf(deputy, it, list)).map((t) => t["fromUserId"])).toEqual([absent.id]);
        const asked = { list, pageIndex: 1, pageRows: 1, count: "exact" } as const;
        const { page } = await firm.kernel.finder.list(todo(), asked, await deputy.me());
        expect(page.count).toBe((await firm.todos(deputy, list)).length);
      }
      await delegates(starter, deputy);
      expect(await offersOf(deputy, it), "who stands in the starter's place too").toEqual([]);
      expect(await refusals(it, deputy)).toEqual(["BPM_NOT_MINE", "BPM_NOT_MINE"]);
    },
  );

  test("costs one look at the open tasks, and one more for each person who delegates, however many tasks there are", async () => {
    const { deputy } = await opened(null);
    const it = await firm.submit(clerk);
    for (const [table, key, fields] of [
      ["BpmInstance", "id", `jsonb_build_object('bizId', t."bizId" || n, 'instanceNum', t."instanceNum" || n)`],
      ["BpmToken", "parentId", `jsonb_build_object('parentId', t."parentId" || n)`],
      ["BpmTask", "parentId", `jsonb_build_object('parentId', t."parentId" || n, 'tokenId', t."tokenId" || n)`],
    ] as const)
      await firm.kernel.db.query(
        `insert into "${table}" select (jsonb_populate_record(t, jsonb_build_object('id', t.id || n) || ${fields})).* from "${table}" t, generate_series(1, 100) n where t."${key}" = $1`,
        [it["id"]],
      );
    const looks = async (who: Who) => {
      const [row] = await firm.kernel.db.query<Record<string, any>>(
        `explain (analyze, format json) select * from "BpmTodo" where "userId" = '${who.id}'`,
      );
      const nodes = (plan: any): any[] => [plan, ...(plan["Plans"] ?? []).flatMap(nodes)];
      const all = nodes(row!["QUERY PLAN"][0]["Plan"]);
      return all.filter((node) => String(node["Filter"] ?? "").includes("HOLDS:")).map((node) => node["Actual Loops"]);
    };
    expect(await looks(clerk)).toEqual([1]);
    expect(await looks(deputy)).toEqual([2]);
    await firm.kernel.db.query(`update "BpmInstance" set status = 'STOPPED' where id like $1 and id <> $2`, [`${it["id"]}%`, it["id"]]);
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
