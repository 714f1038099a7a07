import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { collections, type Entity, type Me } from "#kernel/entity.ts";
import { isPage, pagesOf, type MenuFolder, type MenuPage, type Module } from "#kernel/module.ts";
import { openKernel, type Kernel } from "#kernel/server/kernel.ts";
import { ship } from "#kernel/server/install/ship.ts";
import { shift } from "#kernel/time.ts";
import { modules } from "#modules/index.ts";
import { freshDatabase, type FreshDatabase } from "../../tests/support/database.ts";
import { shipped } from "../../tests/support/shipped.ts";
import { press, save, someone } from "../../tests/support/kernel.ts";

const clock = { now: () => new Date() };
let database: FreshDatabase;
let kernel: Kernel;
let responsibilities: ReadonlyMap<string, string>;

beforeAll(async () => {
  database = await freshDatabase(await shipped());
  kernel = await openKernel(modules, database.url, clock);
  const rows = await kernel.db.query<{ id: string; code: string }>(`select id, "respCode" as code from "BaseResponsibility"`);
  responsibilities = new Map(rows.map((r) => [r.code, r.id]));
});
afterAll(async () => {
  await kernel.close();
  await database.drop();
});

const installer = someone({ audience: "system", userId: "system:test" });
const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "done",
    (error) => error.code ?? String(error),
  );
let count = 0;

/** An account with its responsibilities, given by the system as an installation would. */
async function person(name: string, codes: readonly string[], more: { userType?: string; supplierId?: string } = {}): Promise<Me> {
  const userName = `${name}${++count}`;
  const made = await save(
    kernel,
    "BaseUsers",
    { userName, displayName: name, email: `${userName}@example.com`, userType: "INTERNAL", ...more },
    installer,
  );
  for (const code of codes)
    await save(
      kernel,
      "BaseUserResp",
      { userId: made.id, responsibilityId: responsibilities.get(code), supplierId: more.supplierId },
      installer,
    );
  return someone({ userId: made.id, userName, displayName: name });
}
const wearing = async (who: Me, code: string, supplierId: string | null = null): Promise<Me> =>
  kernel.permits.me({ userId: who.userId, responsibilityId: responsibilities.get(code)!, supplierId, language: "EN" });
const stateOf = async (id: string) =>
  (await kernel.db.one<{ status: string }>(`select status from "BaseUserResp" where id = $1`, [id]))!.status;

describe("a shipped installation", () => {
  test("has every menu, button and responsibility, and ships nothing twice", async () => {
    const counts = () =>
      kernel.db.one<Record<string, number>>(
        `select (select count(*)::int from "BaseMenu") as menus, (select count(*)::int from "BaseResource") as resources, (select count(*)::int from "BaseResponsibility") as responsibilities,
              (select count(*)::int from "BaseMenuRole") as grants, (select count(*)::int from "BaseLookupTypes") as lookups, (select count(*)::int from "BaseProfile") as profiles`,
      );
    const before = await counts();
    const codes = (list: readonly (MenuFolder | MenuPage)[]): string[] =>
      list.flatMap((m) => (isPage(m) ? [m.route] : [m.code, ...codes(m.children)]));
    const declared = (of: (module: Module) => readonly string[]): number => new Set(modules.flatMap(of)).size;
    expect(before).toMatchObject({
      menus: declared((module) => codes(module.menus ?? [])),
      responsibilities: declared((module) => Object.keys(module.roles ?? {})),
      profiles: declared((module) => Object.keys(module.settings ?? {})),
    });
    await ship(kernel, clock.now);
    expect(await counts()).toEqual(before);
  });

  test("every responsibility opens its own pages and no others", async () => {
    const granted = (code: string): MenuPage[] => {
      const routes = new Set(
        modules.flatMap((module) => module.roles?.[code]?.grants ?? []).map((g) => (typeof g === "string" ? g : g[0])),
      );
      return modules.flatMap((module) => pagesOf(module.menus ?? [])).filter((p) => routes.has(p.route));
    };
    const ops = await kernel.permits.grants(responsibilities.get("OPS")!);
    expect([...ops.routes].sort()).toEqual([...new Set(granted("OPS").flatMap((p) => [p.route, ...p.children]))].sort());
    expect(ops.routes.has("systemsetting/role")).toBe(false);
    const auditor = await kernel.permits.grants(responsibilities.get("AUDITOR")!);
    expect(auditor.pressable.has("BaseUsers|btnSave")).toBe(false);
    expect(auditor.readable.has("BaseUsers")).toBe(true);
    const supplier = await kernel.permits.grants(responsibilities.get("SUP_SALES")!);
    expect(granted("SUP_SALES").filter((p) => p.audience === "INTERNAL")).toEqual([]);
    const below = (e: Entity): string[] => [e.name, ...Object.values(collections(e)).flatMap(below)];
    const shown = new Set(granted("SUP_SALES").flatMap((p) => [...p.entities, ...p.reads].flatMap(below)));
    expect([...supplier.readable].filter((name) => !shown.has(name))).toEqual([]);
    expect(supplier.readable.has("BaseReportBackExport")).toBe(true);
  });
});

describe("grants", () => {
  test("admin 5: a privileged grant waits for the second security administrator and counts from then on", async () => {
    const [anna, ben, carl] = [
      await person("anna", ["SEC_ADMIN", "SYS_ADMIN"]),
      await person("ben", ["SEC_ADMIN"]),
      await person("carl", ["BUYER"]),
    ];
    const asAnna = await wearing(anna, "SEC_ADMIN");
    const give = (userId: string) => save(kernel, "BaseUserResp", { userId, responsibilityId: responsibilities.get("SYS_ADMIN") }, asAnna);
    expect(await codeOf(give(anna.userId))).toBe("GRANT_SELF");
    const pending = await give(carl.userId);
    expect(pending.status).toBe("PENDING");
    const held = async () => (await kernel.directory.responsibilities(carl.userId, clock.now())).map((r) => r.respCode);
    expect(await held()).toEqual(["BUYER"]);
    expect(await codeOf(press(kernel, "BaseUserResp", pending.id, "doConfirm", {}, {}, asAnna))).toBe("GRANT_SECOND");
    expect(await codeOf(press(kernel, "BaseUserResp", pending.id, "doConfirm", {}, {}, await wearing(anna, "SYS_ADMIN")))).toBe(
      "PERM_DENIED",
    );
    await press(kernel, "BaseUserResp", pending.id, "doConfirm", {}, {}, await wearing(ben, "SEC_ADMIN"));
    expect([await stateOf(pending.id), await held()]).toEqual(["ACTIVE", ["BUYER", "SYS_ADMIN"]]);
  });

  test("admin 6: two powers that exclude each other never meet in one person", async () => {
    const eve = await person("eve", ["MASTER_DATA"]);
    const admin = await wearing(await person("boss", ["SYS_ADMIN"]), "SYS_ADMIN");
    const rule = await save(
      kernel,
      "BaseSodRule",
      {
        ruleCode: "LOOKUP_LEAVE",
        resourceA: "lookuptype:btnDelete",
        resourceB: "employee:btnLeave",
        level: "BLOCK",
        reason: "维护快码与办理离职",
      },
      installer,
    );
    expect(
      await codeOf(save(kernel, "BaseUserResp", { userId: eve.userId, responsibilityId: responsibilities.get("ORG_ADMIN") }, admin)),
    ).toBe("SOD_BLOCK");
    expect(await codeOf(save(kernel, "BaseUserResp", { userId: eve.userId, responsibilityId: responsibilities.get("BUYER") }, admin))).toBe(
      "done",
    );
    await press(kernel, "BaseSodRule", rule.id, "delete", {}, {}, installer);
  });

  test("two powers that exclude each other, given at the same moment, do not meet either", async () => {
    const admin = await wearing(await person("boss", ["SYS_ADMIN"]), "SYS_ADMIN");
    const powers = { resourceA: "lookuptype:btnDelete", resourceB: "employee:btnLeave", level: "BLOCK", reason: "x" };
    const rule = await save(kernel, "BaseSodRule", { ruleCode: "AT_ONCE", ...powers }, installer);
    for (let round = 0; round < 8; round++) {
      const twin = await person("twin", []);
      const give = (code: string) =>
        codeOf(save(kernel, "BaseUserResp", { userId: twin.userId, responsibilityId: responsibilities.get(code) }, admin));
      expect((await Promise.all([give("MASTER_DATA"), give("ORG_ADMIN")])).toSorted()).toEqual(["SOD_BLOCK", "done"]);
    }
    await press(kernel, "BaseSodRule", rule.id, "delete", {}, {}, installer);
  });

  test("the wall, the unknown account and the last administrator", async () => {
    const admin = await wearing(await person("root", ["SYS_ADMIN"]), "SYS_ADMIN");
    const sam = await person("sam", [], { userType: "SUPPLIER", supplierId: "S1" });
    expect(await codeOf(save(kernel, "BaseUserResp", { userId: sam.userId, responsibilityId: responsibilities.get("BUYER") }, admin))).toBe(
      "RESP_AUDIENCE",
    );
    expect(
      await codeOf(
        save(
          kernel,
          "BaseUsers",
          { userName: sam.userName.toUpperCase(), displayName: "x", email: "x@example.com", userType: "SUPPLIER", supplierId: "S1" },
          admin,
        ),
      ),
    ).toBe("USER_EXISTS");
    expect(await codeOf(press(kernel, "BaseUsers", admin.userId, "doDisable", {}, {}, admin))).toBe("USER_SELF");
  });
});

describe("supplier accounts", () => {
  test("two administrators of a company who end each other at the same moment leave one", async () => {
    for (let round = 0; round < 8; round++) {
      const of = { userType: "SUPPLIER", supplierId: `TWO${round}` };
      const [entry, other] = [await person("one", ["SUP_ADMIN"], of), await person("other", [], of)];
      await press(
        kernel,
        "BaseUsers",
        other.userId,
        "doSetAdmin",
        { supAdminFlag: "Y" },
        {},
        await wearing(entry, "SUP_ADMIN", of.supplierId),
      );
      const ends = async (who: Me, whom: Me) =>
        codeOf(press(kernel, "BaseUsers", whom.userId, "doDisable", {}, {}, await wearing(who, "SUP_ADMIN", of.supplierId)));
      expect((await Promise.all([ends(entry, other), ends(other, entry)])).toSorted()).toEqual(["USER_LAST_ADMIN", "done"]);
    }
  });

  test("admin 20: the last administrator of a company stays; invited colleagues count against the quota", async () => {
    const boss = await person("chief", ["SUP_ADMIN"], { userType: "SUPPLIER", supplierId: "S7" });
    const asBoss = await wearing(boss, "SUP_ADMIN", "S7");
    expect(await codeOf(press(kernel, "BaseUsers", boss.userId, "doDisable", {}, {}, asBoss))).toBe("USER_LAST_ADMIN");
    const invite = (n: number) =>
      kernel.actor.act(
        {
          entity: kernel.declared.entity("BaseUsers"),
          action: "doInvite",
          targets: [{ input: { displayName: `Colleague ${n}`, email: `c${n}.s7@example.com` } }],
        },
        { me: asBoss, now: clock.now(), requestId: `r${n}`, ip: null },
      );
    const invited = (await invite(0)).documents[0]!;
    expect(invited).toMatchObject({ userName: "c0.s7@example.com", supplierId: "S7", supAdminFlag: "N", userStatus: "ACTIVE" });
    expect(invited).not.toHaveProperty("passwordHash");
    expect((await kernel.directory.responsibilities(String(invited["id"]), clock.now())).map((r) => [r.respCode, r.supplierId])).toEqual([
      ["SUP_SALES", "S7"],
    ]);
    for (let n = 1; n < 9; n++) await invite(n);
    expect(await codeOf(invite(9))).toBe("SUP_USER_LIMIT");
  });

  test("a company sees and touches its own people only", async () => {
    const own = await wearing(await person("own", ["SUP_ADMIN"], { userType: "SUPPLIER", supplierId: "S8" }), "SUP_ADMIN", "S8");
    const foreign = await person("foreign", ["SUP_ADMIN"], { userType: "SUPPLIER", supplierId: "S9" });
    const users = kernel.declared.entity("BaseUsers");
    const listed = await kernel.finder.list(users, { list: "user2", pageRows: 50 }, own);
    expect(listed.rows.map((r) => r["supplierId"])).toEqual(["S8"]);
    expect(await codeOf(kernel.finder.byId(users, foreign.userId, own))).toBe("DATA_NOT_FOUND");
    expect(await codeOf(press(kernel, "BaseUsers", foreign.userId, "doDisable", {}, {}, own))).toBe("DATA_NOT_FOUND");
  });
});

describe("structure and settings", () => {
  test("admin 23: a menu cannot stand under its own child", async () => {
    const made = async (menuCode: string, menuParentId: string | null) =>
      (await save(kernel, "BaseMenu", { menuCode, name: menuCode, menuType: "DIR", menuParentId }, installer)).id as string;
    const top = await made("T1", null);
    const below = await made("T2", top);
    const deep = await made("T4", await made("T3", below));
    expect(await codeOf(press(kernel, "BaseMenu", top, "doMove", { menuParentId: below }))).toBe("MENU_CYCLE");
    expect(await codeOf(save(kernel, "BaseMenu", { menuCode: "T5", name: "T5", menuType: "DIR", menuParentId: deep }))).toBe("MENU_DEPTH");
    expect(await codeOf(save(kernel, "BaseMenu", { menuCode: "T4", name: "x", menuType: "DIR" }))).toBe("MENU_CODE_DUP");
  });

  test("admin 9: a lookup code on a record cannot go, but be switched off; a free one can", async () => {
    const type = await save(kernel, "BaseLookupTypes", {
      lookupType: "TEST_KIND",
      meaning: "测试",
      values: [
        { lookupCode: "A", meaning: "甲" },
        { lookupCode: "B", meaning: "乙" },
      ],
    });
    expect(type.values.map((v: any) => [v.lookupType, v.lookupCode])).toEqual([
      ["TEST_KIND", "A"],
      ["TEST_KIND", "B"],
    ]);
    const jobs = await kernel.db.one<{ id: string; values: string }>(
      `select t.id, v.id as values from "BaseLookupTypes" t join "BaseLookupValues" v on v."parentId" = t.id where t."lookupType" = 'JOB_FAMILY' and v."lookupCode" = 'TECH'`,
    );
    expect(await codeOf(press(kernel, "BaseLookupValues", jobs!.values, "delete"))).toBe("LOOKUP_SYSTEM");
    const extra = (
      await save(kernel, "BaseLookupTypes", { id: jobs!.id, values: { changed: [{ lookupCode: "LAB", meaning: "实验" }], removed: [] } })
    ).values.find((v: any) => v.lookupCode === "LAB");
    await vi.waitFor(async () => expect(await kernel.lookups.ready().then(() => kernel.lookups.has("JOB_FAMILY", "LAB"))).toBe(true));
    await save(kernel, "BaseJob", { jobCode: "LAB1", jobName: "实验员", jobFamily: "LAB" });
    expect(await codeOf(press(kernel, "BaseLookupValues", extra.id, "delete"))).toBe("LOOKUP_IN_USE");
    expect(await codeOf(save(kernel, "BaseLookupValues", { id: extra.id, enabledFlag: "N" }))).toBe("done");
  });

  test("admin 10: the nearest level decides a setting", async () => {
    const row = await kernel.db.one<{ id: string }>(`select id from "BaseProfile" where "profileCode" = 'PWD_MIN_LENGTH'`);
    const values = (...rows: object[]) => save(kernel, "BaseProfile", { id: row!.id, values: rows });
    expect(await codeOf(values({ level: "SITE", value: "7" }))).toBe("PROFILE_VALUE");
    await values({ level: "SITE", value: "8" }, { level: "RESP", levelId: responsibilities.get("BUYER"), value: "12" });
    await kernel.settings.ready();
    expect(await kernel.settings.value("PWD_MIN_LENGTH", { responsibilityId: responsibilities.get("BUYER")! })).toBe("12");
    expect(await kernel.settings.value("PWD_MIN_LENGTH", { responsibilityId: responsibilities.get("PLANNER")! })).toBe("8");
  });

  test("an organisation tree, its departments, positions and people keep together", async () => {
    const org = async (orgCode: string, orgType: string, parentOrgId?: string) =>
      (
        await save(kernel, "BaseOrganization", {
          orgCode,
          orgName: orgCode,
          orgType,
          parentOrgId,
          functionalCurrency: "CNY",
          taxNo: "T",
          invoiceTitle: "I",
        })
      ).id as string;
    const [ledger, other] = [await org("L1", "LEDGER"), await org("L2", "LEDGER")];
    const unit = await org("B1", "BU", ledger);
    const store = await org("I1", "INV", unit);
    expect(await codeOf(org("I2", "INV", ledger))).toBe("ORG_PARENT");
    expect(await codeOf(save(kernel, "BaseOrganization", { id: ledger, parentOrgId: ledger }))).toBe("ORG_CYCLE");
    expect(await codeOf(press(kernel, "BaseOrganization", unit, "doDisable"))).toBe("ORG_IN_USE");
    await press(kernel, "BaseOrganization", store, "doDisable");
    await press(kernel, "BaseOrganization", unit, "doDisable");
    const dept = await save(kernel, "BaseDepartment", { deptCode: "D1", deptName: "采购部", orgId: ledger });
    expect(await codeOf(save(kernel, "BasePosition", { positionCode: "P0", positionName: "x", orgId: other, deptId: dept.id }))).toBe(
      "POSITION_DEPT",
    );
    const [p1, p2] = [
      await save(kernel, "BasePosition", { positionCode: "P1", positionName: "经理", orgId: ledger, deptId: dept.id }),
      await save(kernel, "BasePosition", { positionCode: "P2", positionName: "采购员", orgId: ledger }),
    ];
    const lin = await save(kernel, "BasePerson", {
      personNum: "E1",
      personName: "林",
      orgId: ledger,
      deptId: dept.id,
      email: "Lin@example.com",
    });
    const allot = (positionId: string, more: object) =>
      save(kernel, "BasePositionAllot", { personId: lin.id, positionId, startDate: "2026-01-01", ...more });
    expect((await allot(p1.id, {})).primaryFlag).toBe("Y");
    expect(await codeOf(allot(p2.id, { primaryFlag: "Y" }))).toBe("POSITION_PRIMARY");
    expect(await codeOf(press(kernel, "BaseDepartment", dept.id, "doDisable"))).toBe("DEPT_IN_USE");
  });

  test("admin 24: an employee leaves once every line of the hand-over has a taker", async () => {
    const orgId = (await save(kernel, "BaseOrganization", { orgCode: "L9", orgName: "L9", orgType: "GROUP" })).id;
    const mei = await save(kernel, "BasePerson", { personNum: "E9", personName: "梅", orgId, email: "mei@example.com" });
    await press(kernel, "BasePerson", mei.id, "doCreateUser", { userName: "mei9", responsibilityIds: [responsibilities.get("BUYER")] });
    const seat = await save(kernel, "BasePosition", { positionCode: "P9", positionName: "采购员", orgId });
    await save(kernel, "BasePositionAllot", { personId: mei.id, positionId: seat.id, startDate: "2026-01-01" });
    const taker = await person("taker", ["BUYER"]);
    const leaving = await press(kernel, "BasePerson", mei.id, "doLeave", { leaveDate: "2030-12-31" });
    expect([leaving.personStatus, leaving.handover.map((h: any) => h.kind)]).toEqual(["LEAVING", ["POSITION"]]);
    expect(await codeOf(press(kernel, "BasePerson", mei.id, "doLeft"))).toBe("LEAVE_OPEN");
    expect(await codeOf(save(kernel, "BasePerson", { id: mei.id, handover: [] }))).toBe("LEAVE_LINES");
    await save(kernel, "BasePerson", { id: mei.id, handover: [{ id: leaving.handover[0].id, takerUserId: taker.userId }] });
    expect((await press(kernel, "BasePerson", mei.id, "doLeft")).personStatus).toBe("LEFT");
  });

  test("admin 7 and 8: delegation begins, is never passed on, and ends with the account", async () => {
    const [a, b, c] = [await person("da", ["EMPLOYEE"]), await person("db", ["EMPLOYEE"]), await person("dc", ["EMPLOYEE"])];
    const asA = await wearing(a, "EMPLOYEE");
    const asB = await wearing(b, "EMPLOYEE");
    const soon = (days: number) => shift(clock.now(), { days }).toISOString();
    const delegate = (fromUserId: string, toUserId: string, days: number, me: Me) =>
      save(
        kernel,
        "BaseUserAuthorisation",
        { fromUserId, toUserId, authType: "APPROVAL", startTime: soon(-0.01), endTime: soon(days) },
        me,
      );
    expect(await codeOf(delegate(a.userId, b.userId, 91, asA))).toBe("AUTH_PERIOD");
    const made = await delegate(a.userId, b.userId, 5, asA);
    expect(made.status).toBe("ACTIVE");
    expect(await codeOf(delegate(a.userId, c.userId, 5, asB))).toBe("AUTH_CHAIN");
    await press(kernel, "BaseUsers", b.userId, "doDisable", {}, {}, await wearing(await person("chiefadmin", ["SYS_ADMIN"]), "SYS_ADMIN"));
    expect((await kernel.db.one<{ status: string }>(`select status from "BaseUserAuthorisation" where id = $1`, [made.id]))!.status).toBe(
      "REVOKED",
    );
  });

  test("the first responsibility of an account is one it has", async () => {
    const lin = await person("lin", ["BUYER"]);
    const choose = (code: string) => codeOf(save(kernel, "BaseUsers", { id: lin.userId, defaultRespId: responsibilities.get(code) }));
    expect([await choose("SYS_ADMIN"), await choose("BUYER")]).toEqual(["RESP_NOT_HELD", "done"]);
  });
});
