import { describe, expect, test } from "vitest";
import { responsibility } from "#kernel/platform/grant.entity.ts";
import { userResp } from "#kernel/platform/permit.entity.ts";
import { user, userAuthorisation } from "#kernel/platform/user.entity.ts";
import { expireDelegation, mayActFor, revokeDelegation, saveDelegation, startDelegation } from "./delegation.rules.ts";
import { judge, moment, sample, someone, world } from "./examples.ts";
import { job } from "./job.entity.ts";
import { person, personHandover } from "./person.entity.ts";
import { createAccount, leavePerson, leftPerson, savePerson } from "./person.rules.ts";
import { position, positionAllot } from "./position.entity.ts";
import { heldByPerson, type Burden } from "./questions.ts";

const account = (id: string, more = {}) => sample(user, { id, displayName: id, userStatus: "ACTIVE", userType: "INTERNAL", ...more });

describe("leaving", () => {
  const lin = (more = {}) =>
    sample(person, { id: "lin", personName: "林", orgId: "o1", email: "Lin@example.com", personStatus: "ACTIVE", ...more });
  const tasks: Burden[] = [1, 2, 3].map((n) => ({ kind: "TASK", title: `任务 ${n}`, entity: "BpmTask", docId: `t${n}` }));
  const suppliers: Burden[] = Array.from({ length: 12 }, (_, n): Burden => ({
    kind: "SUPPLIER",
    title: `供应商 ${n}`,
    entity: "SrmSupInfo",
    docId: `s${n}`,
  }));
  const held = heldByPerson.answeredBy(async (_, { personId }) => (personId === "lin" ? [...tasks, ...suppliers] : []));
  const rows: Parameters<typeof world>[0] = [
    [user, [account("lin1", { personId: "lin" }), account("ben"), account("off", { userStatus: "DISABLED" })]],
    [positionAllot, []],
    [position, []],
    [userAuthorisation, []],
  ];
  const find = world(rows, {}, [held]);

  test("admin 24: fifteen things are listed, and none may stay without a taker", async () => {
    const doc = lin();
    const started = await judge(leavePerson, doc, find, { leaveDate: "2026-03-31" });
    const lines = started.effects.flatMap((e) => (e.kind === "add" ? [sample(personHandover, e.draft)] : []));
    expect([started.codes, lines.length, started.set(doc)]).toEqual([[], 15, { leaveDate: "2026-03-31" }]);
    expect((await judge(leftPerson, lin({ handover: lines }), find)).codes).toEqual(["LEAVE_OPEN"]);
    const almost = lines.map((line, n) => ({ ...line, takerUserId: n === 0 ? null : "ben" }));
    expect((await judge(leftPerson, lin({ handover: almost }), find)).codes).toEqual(["LEAVE_OPEN"]);
    const done = await judge(leftPerson, lin({ handover: lines.map((line) => ({ ...line, takerUserId: "ben" })) }), find);
    expect([done.codes, done.told("PERSON_LEFT")]).toEqual([[], true]);
  });

  test("one taker for a whole kind", async () => {
    const judged = await judge(leavePerson, lin(), find, { leaveDate: "2026-03-31", handOver: [{ kind: "SUPPLIER", takerUserId: "ben" }] });
    const takers = judged.effects.flatMap((e) => (e.kind === "add" ? [e.draft["takerUserId"]] : []));
    expect([takers.filter((t) => t === "ben").length, takers.filter((t) => t === null).length]).toEqual([12, 3]);
  });

  test("a disabled account or the leaver takes nothing over; nobody lets himself go", async () => {
    const code = async (takerUserId: string, me = someone()) =>
      (await judge(leavePerson, lin(), find, { leaveDate: "2026-03-31", handOver: [{ kind: "TASK", takerUserId }] }, me)).codes;
    expect([await code("off"), await code("lin1"), await code("ben", someone({ userId: "lin1" }))]).toEqual([
      ["LEAVE_TAKER"],
      ["LEAVE_TAKER"],
      ["USER_SELF"],
    ]);
  });

  test("asking again adds what is new and keeps what is answered", async () => {
    const stored = sample(personHandover, { id: "h1", ...tasks[0], takerUserId: "ben" });
    const stale = sample(personHandover, { id: "h2", kind: "TASK", title: "x", entity: "BpmTask", docId: "gone" });
    const judged = await judge(leavePerson, lin({ handover: [stored, stale] }), find, { leaveDate: "2026-03-31" });
    expect(judged.effects.filter((e) => e.kind === "add").length).toBe(14);
    expect(judged.effects).toContainEqual({ kind: "drop", row: stale });
  });

  test("who takes tasks and suppliers over holds a responsibility the leaver had; a seat needs none", async () => {
    const resp = (id: string, userId: string, responsibilityId: string, more = {}) =>
      sample(userResp, { id, userId, responsibilityId, status: "ACTIVE", ...more });
    const facts = (...grants: object[]) =>
      world([
        [user, [account("lin.account", { personId: "lin" }), account("ben"), account("carl", { userStatus: "DISABLED" })]],
        [userResp, [resp("g1", "lin.account", "BUYER"), ...grants]],
        [responsibility, [sample(responsibility, { id: "BUYER", respName: "采购员", respNameEn: "Buyer" })]],
      ]);
    const line = sample(personHandover, { id: "h1", kind: "TASK", title: "x", docId: "t" });
    const seat = sample(personHandover, { id: "h2", kind: "POSITION", title: "y", docId: "p" });
    const before = lin({ handover: [line, seat] });
    const give = async (world_: ReturnType<typeof facts>, id: string, takerUserId = "ben") =>
      (await judge(leavePerson, before, world_, { leaveDate: "2026-03-31", handOver: [{ id, takerUserId }] })).codes;
    expect(await give(facts(), "h1")).toEqual(["LEAVE_TAKER"]);
    expect(await give(facts(resp("g2", "ben", "BUYER", { endDate: "2026-03-01" })), "h1")).toEqual(["LEAVE_TAKER"]);
    expect(await give(facts(resp("g2", "ben", "BUYER")), "h1")).toEqual([]);
    expect(await give(facts(), "h2")).toEqual([]);
    expect(await give(facts(), "h2", "carl")).toEqual(["LEAVE_TAKER"]);
    const saved = lin({ handover: [{ ...line, takerUserId: "ben" }, seat] });
    expect((await judge(savePerson, saved, facts(), { before })).codes).toEqual(["LEAVE_TAKER"]);
    expect((await judge(savePerson, saved, facts(resp("g2", "ben", "BUYER")), { before })).codes).toEqual([]);
  });

  test("lines are answered, not struck out", async () => {
    const before = lin({ handover: [sample(personHandover, { id: "h1" })] });
    expect((await judge(savePerson, lin({ handover: [] }), find, { before })).codes).toEqual(["LEAVE_LINES"]);
  });

  test("an account comes with the responsibilities of the job", async () => {
    const facts = world([
      [user, []],
      [job, [sample(job, { id: "j", defaultRespIds: ["BUYER"] })]],
      [responsibility, [sample(responsibility, { id: "BUYER" }), sample(responsibility, { id: "SALES", audience: "SUPPLIER" })]],
    ]);
    const judged = await judge(createAccount, lin({ jobId: "j" }), facts, { userName: "lin" });
    expect(judged.codes).toEqual([]);
    expect(judged.made(user)).toMatchObject([{ userName: "lin", personId: "lin", email: "lin@example.com", orgId: "o1" }]);
    expect(judged.made(userResp)).toMatchObject([{ responsibilityId: "BUYER" }]);
    expect(judged.effects).toContainEqual(expect.objectContaining({ kind: "run", action: "saveOrUpdate" }));
    expect((await judge(createAccount, lin(), facts, { userName: "lin", responsibilityIds: ["SALES"] })).codes).toEqual(["RESP_AUDIENCE"]);
  });
});

describe("delegation", () => {
  const anna = account("anna");
  const people = [anna, account("ben"), account("carl"), account("sam", { userType: "SUPPLIER", supplierId: "S1" })];
  const march = (from: number, to: number, more = {}) =>
    sample(userAuthorisation, {
      id: "d",
      fromUserId: "anna",
      toUserId: "ben",
      authType: "APPROVAL",
      status: "PENDING",
      startTime: `2026-03-0${from}T00:00:00.000Z`,
      endTime: `2026-03-${String(to).padStart(2, "0")}T16:00:00.000Z`,
      ...more,
    });
  const find = (...rows: object[]) =>
    world([
      [user, people],
      [userAuthorisation, rows],
    ]);

  test("to a colleague, beginning at once when its time has come", async () => {
    const now = march(1, 10);
    const judged = await judge(saveDelegation, now, find(), { before: null });
    expect([judged.codes, judged.set(now), judged.told("DELEGATION_START")]).toEqual([[], { status: "ACTIVE" }, true]);
    const later = march(9, 12);
    expect((await judge(saveDelegation, later, find(), { before: null })).effects).toEqual([]);
  });

  test("not over ninety days, not to oneself, not to the other side, not into the past", async () => {
    const code = async (more: object) => (await judge(saveDelegation, march(1, 10, more), find(), { before: null })).codes;
    expect(await code({ endTime: "2026-06-01T00:00:00.001Z", startTime: "2026-03-03T00:00:00.000Z" })).toEqual(["AUTH_PERIOD"]);
    expect(await code({ endTime: "2026-06-01T00:00:00.000Z", startTime: "2026-03-03T00:00:00.000Z" })).toEqual([]);
    expect(await code({ toUserId: "anna" })).toEqual(["AUTH_SELF"]);
    expect(await code({ toUserId: "sam" })).toEqual(["RESP_AUDIENCE"]);
    expect(await code({ startTime: "2026-03-01T00:00:00.000Z", endTime: "2026-03-05T00:00:00.000Z" })).toEqual(["AUTH_PERIOD"]);
    expect(await code({ authType: "MENU", menuIds: [] })).toEqual(["AUTH_MENU"]);
  });

  test("admin 8: what came by delegation cannot be passed on", async () => {
    const plain = (userId: string) => someone({ userId, may: () => false });
    const onward = march(1, 10, { id: "n", fromUserId: "anna", toUserId: "carl" });
    expect((await judge(saveDelegation, onward, find(march(1, 10)), { before: null }, plain("ben"))).codes).toEqual(["AUTH_CHAIN"]);
    expect((await judge(saveDelegation, onward, find(), { before: null }, plain("ben"))).codes).toEqual(["PERM_DENIED"]);
    const own = march(1, 10, { id: "n", fromUserId: "ben", toUserId: "carl" });
    expect((await judge(saveDelegation, own, find(march(1, 10)), { before: null }, plain("ben"))).codes).toEqual([]);
    expect(mayActFor(own, "anna", "carl", "x", "2026-03-04T00:00:00.000Z")).toBe(false);
  });

  test("delegations never go in a circle in the same time, however long; a delegate who is away himself is asked about before it is saved", async () => {
    const judged = async (doc: ReturnType<typeof march>, ...known: ReturnType<typeof march>[]) => {
      const { codes, effects } = await judge(saveDelegation, doc, find(...known), { before: null });
      return [...codes, ...effects.flatMap((effect) => (effect.kind === "ask" ? [effect.code] : []))];
    };
    const back = march(3, 12, { id: "b", fromUserId: "ben", toUserId: "anna" });
    expect(await judged(march(9, 12), back)).toEqual(["AUTH_CIRCLE"]);
    expect(await judged(march(9, 12), march(3, 8, { id: "b", fromUserId: "ben", toUserId: "anna" }))).toEqual([]);
    expect(await judged(march(9, 12), { ...back, status: "REVOKED" })).toEqual([]);
    expect(await judged(march(9, 12), { ...back, authType: "MENU" })).toEqual([]);
    const on = march(3, 12, { id: "o", fromUserId: "ben", toUserId: "carl" });
    expect(await judged(march(9, 12), on)).toEqual(["AUTH_AWAY"]);
    expect(await judged(march(9, 12), on, march(9, 11, { id: "c", fromUserId: "carl", toUserId: "anna" }))).toEqual(["AUTH_CIRCLE"]);
    const apart = march(3, 9, { id: "o", fromUserId: "ben", toUserId: "carl" });
    expect(
      await judged(
        march(5, 14),
        apart,
        march(9, 12, { id: "c", fromUserId: "carl", toUserId: "anna", startTime: "2026-03-10T00:00:00.000Z" }),
      ),
    ).toEqual(["AUTH_AWAY"]);
  });

  test("who delegates to several people at once is followed along each of them, by the kinds of documents they share", async () => {
    const from = (id: string, fromUserId: string, toUserId: string, ...billTypeCodes: string[]) =>
      march(3, 12, { id, fromUserId, toUserId, billTypeCodes });
    const codes = async (doc: ReturnType<typeof march>, ...known: ReturnType<typeof march>[]) =>
      (await judge(saveDelegation, doc, find(...known), { before: null })).codes;
    const orders = from("n", "anna", "ben", "order");
    expect(await codes(orders, from("1", "ben", "dora", "order"), from("2", "ben", "carl", "order"), from("3", "carl", "anna"))).toEqual([
      "AUTH_CIRCLE",
    ]);
    expect(await codes(orders, from("1", "ben", "dora", "order"), from("2", "ben", "carl", "invoice"), from("3", "carl", "anna"))).toEqual(
      [],
    );
    expect(
      await codes(
        from("n", "anna", "ben"),
        from("1", "ben", "dora", "order"),
        from("2", "ben", "carl", "invoice"),
        from("3", "carl", "anna"),
      ),
    ).toEqual(["AUTH_CIRCLE"]);
    expect(await codes(orders, from("1", "ben", "anna", "invoice"))).toEqual([]);
    // Others who go in a circle from before are walked through once.
    expect(await codes(orders, from("1", "ben", "carl"), from("2", "carl", "ben"))).toEqual([]);
  });

  test("admin 7: from the first to the fifth, never for what the delegate made himself", () => {
    const period = march(1, 5, { status: "ACTIVE" });
    const may = (now: string, createdBy = "x") => mayActFor(period, "anna", "ben", createdBy, now);
    expect([
      may("2026-03-01T00:00:00.000Z"),
      may("2026-03-05T15:59:59.000Z"),
      may("2026-03-06T00:00:00.000Z"),
      may("2026-03-03T00:00:00.000Z", "ben"),
    ]).toEqual([true, true, false, false]);
  });

  test("either side or an administrator ends it; the clock starts and ends it", async () => {
    const row = march(1, 10, { status: "REVOKED" });
    expect((await judge(revokeDelegation, row, find(), {}, someone({ userId: "carl", may: () => false }))).codes).toEqual(["PERM_DENIED"]);
    expect((await judge(revokeDelegation, row, find(), {}, someone({ userId: "ben", may: () => false }))).told("DELEGATION_END")).toBe(
      true,
    );
    expect((await judge(startDelegation, march(9, 12), find())).codes).toEqual(["AUTH_EARLY"]);
    expect(
      (await judge(expireDelegation, march(1, 10), find(), {}, someone(), moment("2026-03-10T16:00:00.000Z"))).told("DELEGATION_END"),
    ).toBe(true);
  });
});
