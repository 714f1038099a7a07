import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { totp, stepAt } from "#kernel/server/gate/mfa.ts";
import { msOf } from "#kernel/time.ts";
import { heldByPerson } from "#modules/admin/index.ts";
import { AdminWork } from "#modules/admin/work.calls.ts";
import { connect, type Client } from "../support/client.ts";
import { codeOf, openWorld, password, wear, type World } from "./admin-world.ts";
import { officeDay } from "../support/day.ts";
import { runDue } from "../support/due.ts";

let world: World;
let admin: Client;
let at = 0;
/** A clock that runs ahead by as much as a test says, for work that waits for its time. */
const clock = { now: () => new Date(Date.now() + at) };
let work: AdminWork;
beforeAll(async () => {
  world = await openWorld();
  admin = await wear(await world.admin(), world.responsibility("SYS_ADMIN"));
  work = new AdminWork(world.kernel, world.product.gate, clock);
});
afterAll(() => world.drop());

const day = msOf({ days: 1 });
const dayFrom = (days: number) => officeDay(days);
const status = async (table: string, id: string, column = "status") =>
  (await world.kernel.db.one<Record<string, string>>(`select "${column}" as it from "${table}" where id = $1`, [id]))!["it"];
const group = async (code: string) =>
  (await world.save("BaseOrganization", { orgCode: code, orgName: code, orgType: "GROUP" })).id as string;
const employee = (personNum: string, orgId: string, more: object = {}) =>
  world.save("BasePerson", { personNum, personName: personNum, orgId, email: `${personNum.toLowerCase()}@example.com`, ...more });

describe("accounts", () => {
  test("a new account's letter holds a link that sets the password once", async () => {
    const orgId = await group("LINK");
    const person = await employee("LINK1", orgId);
    const made = await admin.call("baseServer/v1/basePersonRestful/doCreateUser", {
      id: person.id,
      userName: "link.one",
      responsibilityIds: [world.responsibility("BUYER")],
    });
    expect(codeOf(made)).toBe("S");
    const user = await world.kernel.db.one<{ id: string }>(`select id from "BaseUsers" where "userName" = 'link.one'`);
    const letter = await vi.waitFor(async () => {
      const [entry] = await world.letters(user!.id);
      expect(entry).toMatchObject({ kind: "USER_CREATED", recipient: "link1@example.com" });
      return entry!;
    });
    const resetTicket = /ticket=(\S+)/.exec(letter.content)![1];
    const client = await connect(world.base);
    const set = () =>
      client.call("baseServer/baseForgetPwdService/changePassword", { resetTicket }, { sealed: { password: "Willow-Bridge8" } });
    expect([codeOf(await set()), codeOf(await set())]).toEqual(["S", "CODE_BAD"]);
    expect(codeOf(await client.login("link.one", "Willow-Bridge8"))).toBe("S");
    expect((await client.call("baseServer/baseUsersService/findOwn")).data).toMatchObject({
      userName: "link.one",
      email: "link1@example.com",
      responsibilities: [{ respCode: "BUYER" }],
    });
  });

  test("an administrator's unlock opens the gate's lock", async () => {
    const person = await world.person("locked", ["BUYER"]);
    await admin.call("baseServer/baseProfileService/saveValue", { profileCode: "LOGIN_CAPTCHA_MODE", level: "SITE", value: "OFF" });
    const client = await connect(world.base);
    for (let n = 0; n < 5; n++) await client.login(person.userName, "wrong-Password1");
    expect(codeOf(await client.login(person.userName, password))).toBe("AUTH_LOCKED");
    const shown = await admin.call("baseServer/baseUsersService/findPagination", { userName: person.userName });
    expect(shown.data[0].lockedUntil).toMatch(/^\d{4}-/);
    const locked = async () =>
      (await admin.call("baseServer/v1/baseUsersRestful/listByPage", { list: "user", view: "locked" })).data.map((u: any) => u.userName);
    expect(await locked()).toEqual([person.userName]);
    expect((await admin.call("baseServer/baseHomeService/loadWidget", { widgetCode: "USER_LOCKED" })).data).toMatchObject({
      value: "1",
      route: "user",
      query: { view: "locked" },
    });
    expect(codeOf(await admin.call("baseServer/v1/baseUsersRestful/doUnlock", { id: person.id }))).toBe("S");
    await vi.waitFor(async () => expect(codeOf(await client.login(person.userName, password))).toBe("S"));
    await vi.waitFor(async () => expect((await world.letters(person.id)).map((l) => l.kind)).toContain("USER_UNLOCKED"));
    expect(await locked()).toEqual([]);
    expect(codeOf(await admin.call("baseServer/v1/baseUsersRestful/doUnlock", { id: person.id }))).toBe("USER_NOT_LOCKED");
    expect((await admin.call("baseServer/baseUsersService/findById", { id: person.id })).data).toMatchObject({
      lockedUntil: null,
      sessionCount: 1,
      responsibilities: [{ responsibilityCode: "BUYER" }],
    });
  });

  test("everybody keeps the own account in order, and nothing else of it", async () => {
    const me = await world.person("own", ["BUYER", "YARD_BOSS"]);
    const [client, other] = [await me.signIn(), await me.signIn()];
    const own = (name: string, body: object = {}) => client.call(`baseServer/baseUsersService/${name}`, body);
    expect(await own("saveOwn", { displayName: "Own Name", userStatus: "DISABLED" })).toMatchObject({
      code: "FIELD_UNKNOWN",
      fieldErrors: [{ path: "userStatus" }],
    });
    expect(
      (
        await own("saveOwn", {
          displayName: "Own Name",
          timeZone: "Europe/Berlin",
          userLanguage: "EN",
          defaultRespId: world.responsibility("YARD_BOSS"),
        })
      ).data,
    ).toMatchObject({
      displayName: "Own Name",
      timeZone: "Europe/Berlin",
      userLanguage: "EN",
      userStatus: "ACTIVE",
      defaultRespId: world.responsibility("YARD_BOSS"),
    });
    expect(codeOf(await own("saveOwn", { defaultRespId: world.responsibility("SYS_ADMIN") }))).toBe("PERM_DENIED");
    expect(codeOf(await own("saveOwn", { timeZone: "Mars/Olympus" }))).toBe("FIELD_INVALID");
    expect(codeOf(await own("sendBindCode", { channel: "EMAIL", target: "new.own@example.com" }))).toBe("S");
    const code = await vi.waitFor(
      async () => /\d{6}/.exec((await world.letters(me.id)).findLast((l) => l.recipient === "new.own@example.com")!.content)![0],
      { timeout: 10_000 },
    );
    expect(codeOf(await own("bindOwn", { channel: "EMAIL", target: "other@example.com", code }))).toBe("CODE_BAD");
    expect((await own("bindOwn", { channel: "EMAIL", target: "new.own@example.com", code })).data).toMatchObject({
      email: "new.own@example.com",
      emailVerified: "Y",
    });
    await vi.waitFor(
      async () =>
        expect((await world.letters(me.id)).map((l) => [l.kind, l.recipient])).toContainEqual([
          "CONTACT_CHANGED",
          `${me.userName}@example.com`,
        ]),
      { timeout: 10_000 },
    );
    const sessions = (await own("listOwnSessions")).data;
    expect(sessions.map((s: any) => s.current).sort()).toEqual([false, true]);
    expect((await own("endOwnSessions", { others: true })).data).toEqual({ count: 1 });
    expect(codeOf(await other.call("baseServer/baseUsersService/findOwn"))).toBe("AUTH_EXPIRED");
    const { secret, ticket } = (await own("startOwnTotp")).data;
    expect(codeOf(await own("saveOwnMfa", { mfaType: "TOTP", ticket, code: "000000" }))).toBe("CODE_BAD");
    expect((await own("saveOwnMfa", { mfaType: "TOTP", ticket, code: totp(secret, stepAt(new Date())) })).data.mfaType).toBe("TOTP");
    expect(JSON.stringify(await own("findOwn"))).not.toMatch(/passwordHash|mfaSecretEnc|pepperId/);
    const again = await connect(world.base);
    expect(codeOf(await again.login(me.userName, password))).toBe("AUTH_MFA_REQUIRED");
  });

  test("the second factor is turned off only by who can prove it; a code kept on paper stands in for a lost phone, once", async () => {
    const me = await world.person("factor", ["BUYER"]);
    const client = await me.signIn();
    const own = (name: string, body: object = {}) => client.call(`baseServer/baseUsersService/${name}`, body);
    expect(codeOf(await own("saveOwnMfa", { mfaType: "EMAIL" }))).toBe("MFA_EMAIL");
    const { secret, ticket, uri } = (await own("startOwnTotp")).data;
    expect(uri).toContain(`secret=${secret}`);
    const digits = (ahead = 0) => totp(secret, stepAt(new Date()) + ahead);
    const on = await own("saveOwnMfa", { mfaType: "TOTP", ticket, code: digits() });
    const codes: string[] = on.data.recoveryCodes;
    expect([codes.length, new Set(codes).size, on.data.recoveryLeft]).toEqual([8, 8, 8]);
    expect(codes[0]).toMatch(/^[A-Z2-7]{4}-[A-Z2-7]{4}-[A-Z2-7]{4}$/);
    expect((await own("findOwn")).data).not.toHaveProperty("recoveryCodes");
    const comeIn = async (code: string) => {
      const guest = await connect(world.base);
      const asked = await guest.login(me.userName, password);
      return codeOf(await guest.comeIn("verifyMfa", { mfaTicket: asked.data.mfaTicket, code }));
    };
    expect(await comeIn(codes[0]!.toLowerCase().replaceAll("-", " "))).toBe("S");
    expect(await comeIn(codes[0]!)).toBe("CODE_BAD");
    const stranger = await (await world.person("stranger", ["BUYER"])).signIn();
    expect(codeOf(await stranger.call("baseServer/baseUsersService/renewOwnRecoveryCodes", { code: codes[1] }))).toBe("CODE_BAD");
    const renewed = await own("renewOwnRecoveryCodes", { code: digits(1) });
    expect(renewed.data.recoveryCodes).toHaveLength(8);
    expect(await comeIn(codes[1]!)).toBe("CODE_BAD");
    expect(codeOf(await own("saveOwnMfa", { mfaType: null }))).toBe("CODE_BAD");
    expect((await own("saveOwnMfa", { mfaType: null, code: renewed.data.recoveryCodes[0] })).data).toMatchObject({
      mfaType: null,
      recoveryLeft: 0,
    });
    expect(codeOf(await (await connect(world.base)).login(me.userName, password))).toBe("S");
  });

  test("who lost phone and codes is let in again by an administrator, with a new password and no second factor", async () => {
    const me = await world.person("phoneless", ["BUYER"]);
    const client = await me.signIn();
    const { secret, ticket } = (await client.call("baseServer/baseUsersService/startOwnTotp")).data;
    await client.call("baseServer/baseUsersService/saveOwnMfa", { mfaType: "TOTP", ticket, code: totp(secret, stepAt(new Date())) });
    const reset = (more: object) =>
      admin.call("baseServer/baseUsersService/doAdminResetUserPwd", { userId: me.id, mode: "SHOW_ONCE", ...more });
    const first = (await reset({})).data.password;
    expect(codeOf(await (await connect(world.base)).login(me.userName, first))).toBe("AUTH_MFA_REQUIRED");
    const second = (await reset({ dropMfa: true })).data.password;
    expect(codeOf(await (await connect(world.base)).login(me.userName, second))).toBe("S");
    const rows = await world.kernel.db.query<{ why: string }>(`select why from "Journal" where "docId" = $1 and why = 'MFA'`, [me.id]);
    expect(rows.length).toBe(2);
  });
});

describe("delegation", () => {
  test("admin 7 and 8: it begins and ends at its times, is never passed on, and ends with the account", async () => {
    const [a, b, c] = [
      await world.person("da", ["EMPLOYEE"]),
      await world.person("db", ["EMPLOYEE"]),
      await world.person("dc", ["EMPLOYEE"]),
    ];
    const [asA, asB] = [await a.signIn(), await b.signIn()];
    const soon = (ms: number) => new Date(Date.now() + ms).toISOString();
    const give = (client: Client, fromUserId: string, toUserId: string, from: number, to: number) =>
      client.call("baseServer/v1/baseUserAuthorisationRestful/saveOrUpdate", {
        fromUserId,
        toUserId,
        authType: "APPROVAL",
        startTime: soon(from),
        endTime: soon(to),
      });
    expect(codeOf(await give(asA, a.id, b.id, 0, 91 * day))).toBe("AUTH_PERIOD");
    expect(codeOf(await give(asA, a.id, a.id, 0, day))).toBe("AUTH_SELF");
    const made = (await give(asA, a.id, b.id, day, 5 * day)).data;
    expect(made.status).toBe("PENDING");
    expect(codeOf(await give(asB, a.id, c.id, 0, day))).toBe("AUTH_CHAIN");
    expect(codeOf(await asB.call("baseServer/v1/baseUserAuthorisationRestful/doStart", { id: made.id }))).toBe("PERM_DENIED");
    await runDue(world.kernel, "DELEGATION_TICK", clock.now());
    expect(await status("BaseUserAuthorisation", made.id)).toBe("PENDING");
    at = day + 1_000;
    await runDue(world.kernel, "DELEGATION_TICK", clock.now());
    expect(await status("BaseUserAuthorisation", made.id)).toBe("ACTIVE");
    at = 5 * day + 1_000;
    await runDue(world.kernel, "DELEGATION_TICK", clock.now());
    expect(await status("BaseUserAuthorisation", made.id)).toBe("EXPIRED");
    at = 0;
    const second = (await give(asA, a.id, b.id, -1_000, day)).data;
    expect(second.status).toBe("ACTIVE");
    await admin.call("baseServer/v1/baseUsersRestful/doDisable", { id: b.id });
    expect(await status("BaseUserAuthorisation", second.id)).toBe("REVOKED");
  });

  test("pages lent to a colleague open under a responsibility of their own, with the lender's rows and in both names, until the second it ends", async () => {
    const a = await world.person("lender", ["YARD_BOSS", "SEC_ADMIN"]);
    const b = await world.person("borrower", ["EMPLOYEE"]);
    const asB = await b.signIn();
    const menu = (await world.kernel.db.one<{ id: string }>(`select id from "BaseMenu" where "htmlUrl" = 'yardStock'`))!.id;
    const held = async () =>
      (await world.kernel.directory.responsibilities(b.id, new Date())).filter((responsibility) => responsibility.lentBy !== undefined);
    expect(await held()).toEqual([]);
    const endTime = new Date(Date.now() + 60_000);
    const lent = await (
      await a.signIn()
    ).call("baseServer/v1/baseUserAuthorisationRestful/saveOrUpdate", {
      fromUserId: a.id,
      toUserId: b.id,
      authType: "MENU",
      menuIds: [menu],
      startTime: new Date(Date.now() - 1_000).toISOString(),
      endTime: endTime.toISOString(),
    });
    expect(lent).toMatchObject({ status: "S" });
    const [responsibility, ...others] = await held();
    expect(others, "an administrator's responsibility is not lent").toEqual([]);
    expect(responsibility).toMatchObject({ respCode: "YARD_BOSS", respName: "lender的授权 · 样例主管", lentBy: a.id });
    const stock = (client: Client, name: string, body: object) => client.call(`srmServer/v1/sampleStockRestful/${name}`, body);
    expect(codeOf(await stock(asB, "listByPage", {}))).toBe("PERM_DENIED");
    await asB.call("baseServer/baseLoginService/switchResponsibility", { responsibilityId: responsibility!.responsibilityId });
    const menus = (await asB.call("baseServer/baseMenuService/findMenusByResp", { responsibilityId: responsibility!.responsibilityId }))
      .data;
    expect(menus.flatMap((m: any) => m.htmlUrl ?? [])).toEqual(["yardStock"]);
    const made = (await stock(asB, "saveOrUpdate", { stockCode: "LENT", limitQty: "5" })).data;
    expect(codeOf(await asB.call("srmServer/v1/sampleOrderRestful/listByPage", {}))).toBe("PERM_DENIED");
    const [entry] = (await stock(asB, "history", { id: made.id })).data;
    expect(entry.displayName).toBe("borrower（代lender）");
    const [logged] = await world.kernel.db.query(`select "userId", "onBehalfOf" from "BaseOperateLog" where "bizId" = $1`, [made.id]);
    expect(logged).toEqual({ userId: b.id, onBehalfOf: a.id });
    const me = () =>
      world.kernel.permits.me({ userId: b.id, responsibilityId: responsibility!.responsibilityId, supplierId: null, language: "CN" });
    expect((await me()).may("SampleStock", "btnSave")).toBe(true);
    await world.kernel.db.query(`update "BaseUserAuthorisation" set "endTime" = now() where id = $1`, [lent.data.id]);
    world.kernel.permits.forget();
    expect((await me()).may("SampleStock", "btnSave")).toBe(false);
    expect(codeOf(await stock(asB, "listByPage", {}))).toBe("PERM_DENIED");
    expect(await held()).toEqual([]);
  });
});

describe("leaving and moving", () => {
  test("admin 24: three tasks and twelve suppliers need takers before an employee has left; the account ends the night after", async () => {
    const orgId = await group("LEAVE");
    const mei = await employee("MEI", orgId);
    await admin.call("baseServer/v1/basePersonRestful/doCreateUser", {
      id: mei.id,
      userName: "mei.leaves",
      responsibilityIds: [world.responsibility("BUYER")],
    });
    const taker = await world.person("taker", ["BUYER"]);
    const burdens = [
      ...Array.from({ length: 3 }, (_, i) => ({ kind: "TASK" as const, title: `Task ${i}`, docId: `t${i}` })),
      ...Array.from({ length: 12 }, (_, i) => ({ kind: "SUPPLIER" as const, title: `Supplier ${i}`, docId: `s${i}` })),
    ];
    const withdraw = world.kernel.declared.answers.add(
      heldByPerson.answeredBy(async (_, { personId }) => (personId === mei.id ? burdens : [])),
    );
    const person = (name: string, body: object) => admin.call(`baseServer/v1/basePersonRestful/${name}`, { id: mei.id, ...body });
    const leaving = await person("doLeave", { leaveDate: dayFrom(1), handOver: [{ kind: "SUPPLIER", takerUserId: taker.id }] });
    expect(leaving.data.handover).toHaveLength(15);
    expect(await person("doLeft", {})).toMatchObject({ code: "LEAVE_OPEN", msg: "仍有3项未交接" });
    const outsider = await world.person("outsider", ["PLANNER"]);
    expect(await person("doLeave", { leaveDate: dayFrom(1), handOver: [{ kind: "TASK", takerUserId: outsider.id }] })).toMatchObject({
      code: "LEAVE_TAKER",
      msg: "接手人outsider没有合适的职责，须持有其中之一：采购员",
    });
    const again = await person("doLeave", { leaveDate: dayFrom(1), handOver: [{ kind: "TASK", takerUserId: taker.id }] });
    withdraw();
    expect(again.data.handover.filter((h: any) => h.takerUserId === null)).toEqual([]);
    expect((await person("doLeft", {})).data.personStatus).toBe("LEFT");
    const user = (await world.kernel.db.one<{ id: string }>(`select id from "BaseUsers" where "userName" = 'mei.leaves'`))!.id;
    await work.leavers();
    expect(await status("BaseUsers", user, "userStatus")).toBe("ACTIVE");
    at = 2 * day;
    expect(await work.leavers()).toBe(1);
    at = 0;
    expect(await status("BaseUsers", user, "userStatus")).toBe("DISABLED");
  });

  test("a seat moves on its day; the line of superiors follows the seats and shows the gaps", async () => {
    const orgId = await group("CHAIN");
    const level = async (code: string, rank: number) =>
      (await world.save("BasePositionLevel", { levelCode: code, levelName: code, rank })).id;
    const seat = async (code: string, parentPositionId?: string, levelId?: string) =>
      (await world.save("BasePosition", { positionCode: code, positionName: code, orgId, parentPositionId, levelId })).id as string;
    const [ceo, cfo] = [await seat("CEO", undefined, await level("L1", 1)), await seat("CFO")];
    const head = await seat("HEAD", ceo);
    const desk = await seat("DESK", head);
    const sits = async (num: string, positionId: string) => {
      const person = await employee(num, orgId);
      await world.save("BasePositionAllot", { personId: person.id, positionId, startDate: dayFrom(-10) });
      return person.id as string;
    };
    const [lee] = [await sits("LEE", desk), await sits("KIM", ceo), await sits("FAY", cfo)];
    const chain = async () =>
      (await admin.call("baseServer/basePositionService/getManagerChain", { personId: lee, levels: 5 })).data.map((s: any) => [
        s.level,
        s.positionCode,
        s.vacant,
        s.people.map((p: any) => p.personNum).join(),
      ]);
    expect(await chain()).toEqual([
      [1, "HEAD", true, ""],
      [2, "CEO", false, "KIM"],
    ]);
    await admin.call("baseServer/v1/basePositionRestful/doMove", { id: desk, parentPositionId: cfo, effectiveDate: dayFrom(3) });
    expect((await chain())[0]).toEqual([1, "HEAD", true, ""]);
    expect(await runDue(world.kernel, "POSITION_MOVE", clock.now())).toBe(0);
    at = 4 * day;
    expect(await runDue(world.kernel, "POSITION_MOVE", clock.now())).toBe(1);
    at = 0;
    expect(await chain()).toEqual([[1, "CFO", false, "FAY"]]);
    const boss = await employee("BOSS", orgId);
    const loose = await employee("LOOSE", orgId, { managerPersonId: boss.id });
    expect((await admin.call("baseServer/basePositionService/getManagerChain", { personId: loose.id })).data).toMatchObject([
      { level: 1, positionId: null, people: [{ personNum: "BOSS" }] },
    ]);
    expect(codeOf(await admin.call("baseServer/basePersonService/findById", {}, { method: "GET", query: `id=${loose.id}` }))).toBe("S");
    expect((await admin.call("baseServer/baseOrganizationService/list", {}, { method: "GET" })).data.map((o: any) => o.orgCode)).toContain(
      "CHAIN",
    );
  });

  test("the nightly checks write down what they find", async () => {
    await world.save("BaseSodRule", {
      ruleCode: "NIGHT",
      resourceA: "user:btnAdd",
      resourceB: "user:btnResetPwd",
      level: "WARN",
      reason: "x",
    });
    expect(await work.duties()).toBeGreaterThan(0);
    expect(await work.chain()).toBe(true);
    const logs = (await admin.call("baseServer/v1/baseSystemLogRestful/listByPage", { logger: "CHECK" })).data.map((l: any) => [
      l.logger,
      l.level,
    ]);
    expect(logs).toEqual(
      expect.arrayContaining([
        ["SOD_CHECK", "WARN"],
        ["LOG_CHAIN_CHECK", "INFO"],
      ]),
    );
  });
});
