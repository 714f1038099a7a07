import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { seal, verifyJournal } from "#kernel/server/journal/journal.ts";
import { openInOrganization } from "#modules/admin/index.ts";
import { modules } from "#modules/index.ts";
import type { Client } from "../support/client.ts";
import { asInstaller } from "../support/database.ts";
import { codeOf, openWorld, password, wear, type World } from "./admin-world.ts";

let world: World;
let admin: Client;
beforeAll(async () => {
  world = await openWorld();
  admin = await wear(await world.admin(), world.responsibility("SYS_ADMIN"));
});
afterAll(() => world.drop());

const orderOf = (supplierId: string, more: object = {}) => ({
  title: "t",
  orgCode: "O",
  supplierId,
  orderType: "STANDARD",
  orderDate: "2026-03-01",
  lines: [],
  ...more,
});
const supplier = async (code: string) => (await world.save("SampleSupplier", { supplierCode: code, supplierName: code })).id as string;

describe("lookups and settings", () => {
  test("admin 9: a code that stands on records cannot go; switched off, old records keep its meaning and nobody chooses it", async () => {
    const values = (name: string, body: object) => admin.call(`baseServer/baseLookupValuesService/${name}`, body);
    const saved = await values("saveOrUpdateALL", {
      type: "JOB_FAMILY",
      values: [{ lookupCode: "LAB", meaning: "实验", meaningEn: "Laboratory" }],
      deletedIds: [],
    });
    expect(codeOf(saved)).toBe("S");
    const lab = saved.data.values.find((v: any) => v.lookupCode === "LAB");
    const jobs = [];
    for (const n of [1, 2, 3])
      jobs.push(
        (await admin.call("baseServer/v1/baseJobRestful/saveOrUpdate", { jobCode: `LAB${n}`, jobName: `实验员${n}`, jobFamily: "LAB" }))
          .data.id,
      );
    const refused = await values("delete", { id: lab.id });
    expect(refused).toMatchObject({ code: "LOOKUP_IN_USE", data: { code: "LAB" } });
    expect(refused.data.uses.find((u: any) => u.count > 0)).toMatchObject({ label: ["职务", "Job"], count: 3 });
    expect(codeOf(await values("saveOrUpdateALL", { type: "JOB_FAMILY", values: [], deletedIds: [lab.id] }))).toBe("LOOKUP_IN_USE");
    expect(codeOf(await admin.call("baseServer/v1/baseLookupValuesRestful/saveOrUpdate", { id: lab.id, enabledFlag: "N" }))).toBe("S");
    const found = (await admin.call("baseServer/baseLookupValuesService/findDic", { types: ["JOB_FAMILY"] })).data.JOB_FAMILY.values.find(
      (v: any) => v.lookupCode === "LAB",
    );
    expect(found).toMatchObject({ meaning: "实验", enabledFlag: "N" });
    expect((await admin.call("baseServer/v1/baseJobRestful/findById", { id: jobs[0] })).data.jobFamily).toBe("LAB");
    const chosen = await admin.call("baseServer/v1/baseJobRestful/saveOrUpdate", { jobCode: "LAB9", jobName: "x", jobFamily: "LAB" });
    expect(chosen.fieldErrors).toMatchObject([{ path: "jobFamily", code: "LOOKUP_VALUE" }]);
    const system = await world.kernel.db.one<{ id: string }>(
      `select v.id from "BaseLookupValues" v join "BaseLookupTypes" t on t.id = v."parentId" where t."lookupType" = 'USER_TYPE' limit 1`,
    );
    expect(codeOf(await values("delete", { id: system!.id }))).toBe("LOOKUP_SYSTEM");
  });

  test("a list brings at most as many rows at once as the house has set, and says when it stops there", async () => {
    const all = (pageRows: number) => admin.call("baseServer/v1/baseLookupValuesRestful/listByPage", { pageRows, count: "exact" });
    const whole = await all(0);
    expect(whole.data).toHaveLength(whole.page!.count);
    expect(whole.page).not.toHaveProperty("truncated");
    const profile = (await admin.call("baseServer/v1/baseProfileRestful/listByPage", { profileCode: "TABLE_MAX_ROWS" })).data[0];
    await world.save("BaseProfile", { id: profile.id, values: [{ level: "SITE", value: "500" }] });
    await world.kernel.settings.ready();
    const cut = await all(0);
    expect(cut.data).toHaveLength(500);
    expect(cut.page).toMatchObject({ truncated: true });
    expect(codeOf(await all(600))).not.toBe("S");
    await world.save("BaseProfile", { id: profile.id, values: [] });
    expect(codeOf(await all(600))).toBe("S");
  });

  test("admin 10: a longer password is asked of whoever holds the responsibility that asks for it", async () => {
    const value = (body: object) => admin.call("baseServer/baseProfileService/saveValue", { profileCode: "PWD_MIN_LENGTH", ...body });
    expect(codeOf(await value({ level: "SITE", value: "7" }))).toBe("PROFILE_VALUE");
    expect(codeOf(await value({ level: "USER", levelId: admin.session.user.userId, value: "9" }))).toBe("PROFILE_VALUE");
    expect((await value({ level: "SITE", value: "8" })).data).toMatchObject({ value: "8", by: "SITE" });
    expect(codeOf(await value({ level: "RESP", levelId: world.responsibility("YARD_CLERK"), value: "14" }))).toBe("S");
    const change = async (responsibility: string, next: string) => {
      const client = await (await world.person("pw", [responsibility])).signIn();
      return client.call("baseServer/baseUsersService/changePassword", {}, { sealed: { oldPassword: password, newPassword: next } });
    };
    expect(await change("YARD_CLERK", "Lantern-Moth9")).toMatchObject({ code: "PWD_WEAK", data: { rules: ["LENGTH"] } });
    expect(codeOf(await change("YARD_CLERK", "Lantern-Moth95"))).toBe("S");
    expect(codeOf(await change("YARD_BOSS", "Lantern-Moth9"))).toBe("S");
    const clerk = await (await world.person("tab", ["YARD_CLERK"])).signIn();
    const own = clerk.session.user.userId;
    expect(
      (
        await clerk.call("baseServer/baseProfileService/saveValue", {
          profileCode: "TAB_MODE",
          level: "USER",
          levelId: own,
          value: "SINGLE",
        })
      ).data,
    ).toMatchObject({ value: "SINGLE", by: "USER" });
    expect((await clerk.call("baseServer/baseProfileService/getValue", { codes: ["TAB_MODE"] })).data).toEqual({ TAB_MODE: "SINGLE" });
    expect(
      codeOf(await clerk.call("baseServer/baseProfileService/saveValue", { profileCode: "TAB_MODE", level: "SITE", value: "SINGLE" })),
    ).toBe("PERM_DENIED");
    expect(
      (await clerk.call("baseServer/baseProfileService/saveValue", { profileCode: "TAB_MODE", level: "USER", levelId: own, value: null }))
        .data,
    ).toMatchObject({ value: "MULTI", by: "DEFAULT" });
  });
});

describe("structure", () => {
  test("admin 17: an organisation with open documents stays, and says which and where", async () => {
    const org = await world.save("BaseOrganization", { orgCode: "S17", orgName: "S17", orgType: "GROUP" });
    const withdraw = world.kernel.declared.answers.add(
      openInOrganization.answeredBy(async (_, { orgId }) =>
        orgId === org.id ? [{ label: ["采购订单", "Purchase order"], count: 3, route: "purchaseOrderList" }] : [],
      ),
    );
    const refused = await admin.call("baseServer/v1/baseOrganizationRestful/doDisable", { id: org.id });
    withdraw();
    expect(refused).toMatchObject({ code: "ORG_IN_USE", msg: "组织存在未结单据，不能停用：采购订单 3" });
    expect(refused.data.open).toContainEqual(expect.objectContaining({ count: 3, route: "purchaseOrderList" }));
    await world.save("BaseOrganization", { orgCode: "S17B", orgName: "b", orgType: "GROUP", parentOrgId: org.id });
    expect((await admin.call("baseServer/v1/baseOrganizationRestful/doDisable", { id: org.id })).msg).toContain("启用的下级组织 1");
  });

  test("admin 23: a menu moved under its own child makes a circle", async () => {
    const menu = async (menuCode: string, menuParentId?: string) =>
      (await admin.call("baseServer/v1/baseMenuRestful/saveOrUpdate", { menuCode, name: menuCode, menuType: "DIR", menuParentId })).data.id;
    const top = await menu("T1");
    const below = await menu("T2", top);
    expect(codeOf(await admin.call("baseServer/baseMenuService/doMove", { id: top, menuParentId: below }))).toBe("MENU_CYCLE");
    const tree = (await admin.call("baseServer/baseMenuService/findTree", { responsibilityId: world.responsibility("OPS") })).data;
    expect(tree.find((m: any) => m.menuCode === "T1").children.map((m: any) => m.menuCode)).toEqual(["T2"]);
    const flat = (list: any[]): any[] => list.flatMap((m) => [m, ...flat(m.children)]);
    expect(
      flat(tree)
        .filter((m) => m.granted === "Y" && m.menuType === "PAGE")
        .map((m) => m.menuCode)
        .sort(),
    ).toEqual(
      [...new Set(modules.flatMap((module) => module.roles?.["OPS"]?.grants ?? []).map((g) => (typeof g === "string" ? g : g[0])))].sort(),
    );
    expect(tree.map((m: any) => m.menuCode).filter((c: string) => ["HOME", "REPORT_DESIGN", "ADMIN"].includes(c))).toEqual([
      "HOME",
      "REPORT_DESIGN",
      "ADMIN",
    ]);
  });
});

describe("numbers", () => {
  test("admin 18: fifty saves at once take fifty numbers; a changed rule is for new documents only", async () => {
    const boss = await (await world.person("num", ["YARD_BOSS"])).signIn();
    const supplierId = await supplier("N1");
    const make = async () => (await boss.call("srmServer/v1/sampleOrderRestful/saveOrUpdate", orderOf(supplierId))).data;
    const made = await Promise.all(Array.from({ length: 50 }, make));
    expect(new Set(made.map((o) => o.orderNum)).size).toBe(50);
    for (const { orderNum } of made) expect(orderNum).toMatch(/^SO\d{8}\d{4}$/);
    const rule = await world.kernel.db.one<{ id: string; pattern: string; resetBy: string }>(
      `select id, pattern, "resetBy" from "BaseNumberRule" where entity = 'SampleOrder'`,
    );
    expect(rule).toMatchObject({ pattern: "SO{yyyyMMdd}{0001}", resetBy: "DAY" });
    await expect(world.save("BaseNumberRule", { id: rule!.id, pattern: "SO{dd}{0001}" })).rejects.toMatchObject({ code: "NUMBER_PATTERN" });
    await expect(world.save("BaseNumberRule", { id: rule!.id, pattern: "SO{yyyy}" })).rejects.toMatchObject({ code: "NUMBER_PATTERN" });
    await expect(world.save("BaseNumberRule", { id: rule!.id, pattern: "SO{week}{01}" })).rejects.toMatchObject({ code: "NUMBER_PATTERN" });
    expect(await world.save("BaseNumberRule", { id: rule!.id, pattern: "YARD-{yyyy}-{00001}", gaplessFlag: "Y" })).toMatchObject({
      resetBy: "YEAR",
    });
    const next = await Promise.all(Array.from({ length: 5 }, make));
    expect(next.map((o) => o.orderNum.slice(-5)).sort()).toEqual(["00001", "00002", "00003", "00004", "00005"]);
    const before = await boss.call("srmServer/v1/sampleOrderRestful/findById", { id: made[0].id });
    expect(before.data.orderNum).toBe(made[0].orderNum);
    await world.save("BaseNumberRule", { id: rule!.id, pattern: "SO{yyyyMMdd}{0001}", gaplessFlag: "N" });
    expect(Number((await make()).orderNum.slice(-4))).toBeGreaterThan(50);
  });
});

describe("the log", () => {
  test("admin 21: a bank account is told old to new but for its last four digits, and a bent row is found", async () => {
    const boss = await (await world.person("bank", ["YARD_BOSS"])).signIn();
    const order = (
      await boss.call("srmServer/v1/sampleOrderRestful/saveOrUpdate", orderOf(await supplier("B1"), { bankAccount: "6222000011112222" }))
    ).data;
    expect(order.bankAccount).toBe("****2222");
    expect(
      codeOf(
        await boss.call("srmServer/v1/sampleOrderRestful/saveOrUpdate", {
          id: order.id,
          bankAccount: "6222000033334444",
          reason: "supplier moved",
        }),
      ),
    ).toBe("S");
    const log = (name: string, body: object, client = admin) => client.call(`baseServer/v1/baseOperateLogRestful/${name}`, body);
    const found = await log("listByPage", { entity: "SampleOrder", bizNum: order.orderNum, userId: boss.session.user.userId });
    expect(found.data).toHaveLength(2);
    expect(found.data[0]).toMatchObject({
      account: boss.session.user.userName,
      userName: "bank",
      action: "saveOrUpdate",
      why: "supplier moved",
      changeText: "账号：****2222 → ****4444",
    });
    // A text kept in both languages is said in the reader's half.
    await admin.call("baseServer/v1/baseJobRestful/saveOrUpdate", {
      jobCode: "HALVES",
      jobName: "半边职务",
      jobNameEn: "Half job",
      jobFamily: "OTHER",
    });
    const [made] = (await log("listByPage", { entity: "BaseJob", bizNum: "HALVES" })).data;
    expect(made.changeText).toContain("半边职务");
    expect(made.changeText).not.toContain("Half job");
    const entry = (await log("findById", { id: found.data[0].id })).data;
    expect(entry.changeText, "the entry's own page says what the list says").toBe("账号：****2222 → ****4444");
    expect(entry.changes).toEqual([expect.objectContaining({ field: "bankAccount", label: "账号", old: "****2222", new: "****4444" })]);
    expect(JSON.stringify(await log("listByPage", { pageRows: 500 }))).not.toContain("6222000");
    expect(codeOf(await log("listByPage", { nonsense: 1 }))).toBe("FILTER_UNKNOWN");
    expect(codeOf(await log("listByPage", {}, boss))).toBe("PERM_DENIED");
    expect(codeOf(await admin.call("baseServer/v1/baseOperateLogRestful/saveOrUpdate", { why: "x" }))).toBe("PERM_DENIED");
    const file = await admin.download("exportServer/v1/exportExcelRestful/exportExcel", {
      requestUrl: "/api/baseServer/v1/baseOperateLogRestful/listByPage",
      requestParams: { entity: "SampleOrder" },
      columns: [
        { key: "bizNum", title: "No." },
        { key: "action", title: "Action" },
      ],
    });
    expect([file.error, file.bytes.subarray(0, 2).toString()]).toEqual([null, "PK"]);
    const { db } = world.kernel;
    // What runs in another test of the same cluster holds the seal back for as long as it lasts.
    await vi.waitFor(async () => expect((await log("doVerify", {})).data).toMatchObject({ broken: null, unsealed: 0 }), 30_000);
    await asInstaller(db, async (installer) => {
      await installer.query(`alter table "Journal" disable trigger "Journal_forbid"`);
      await installer.query(`update "Journal" set changes = jsonb_set(changes, '{0,n}', '"****9999"') where no = $1`, [entry.no]);
      expect((await log("doVerify", {})).data.broken).toMatchObject({ row: entry.no, what: "changed" });
      await installer.query(`update "Journal" set changes = jsonb_set(changes, '{0,n}', '"****4444"') where no = $1`, [entry.no]);
      await installer.query(`alter table "Journal" enable trigger "Journal_forbid"`);
    });
    await vi.waitFor(async () => {
      await seal(db, new Date());
      expect((await verifyJournal(db)).broken).toBeNull();
    }, 30_000);
  });

  test("logs are read by those who watch, letters with links only by those who may reset passwords", async () => {
    const who = async (responsibility: string) => (await world.person(responsibility.toLowerCase(), [responsibility])).signIn();
    const [ops, auditor, buyer] = [await who("OPS"), await who("AUDITOR"), await who("BUYER")];
    const read = (client: Client, entity: string) => client.call(`baseServer/v1/${entity}Restful/listByPage`, { pageRows: 5 });
    for (const entity of ["baseLoginLog", "baseSystemLog", "baseSentMessage", "baseOperateLog"])
      expect(codeOf(await read(buyer, entity)), entity).toBe("PERM_DENIED");
    for (const client of [ops, auditor, admin])
      for (const entity of ["baseLoginLog", "baseSystemLog", "baseOperateLog"])
        expect(codeOf(await read(client, entity)), entity).toBe("S");
    await world.person("fresh", ["BUYER"], {}, false);
    await vi.waitFor(async () =>
      expect((await read(admin, "baseSentMessage")).data.some((m: any) => m.kind === "USER_CREATED")).toBe(true),
    );
    for (const client of [ops, auditor])
      expect((await read(client, "baseSentMessage")).data.filter((m: any) => m.userId !== client.session.user.userId)).toEqual([]);
  });
});

describe("configuration bundles", () => {
  test("what was exported is compared before it is taken in, by the actions of whoever takes it in", async () => {
    const call = (name: string, body: object) => admin.call(`baseServer/baseConfigService/${name}`, body);
    const passphrase = "harbour lantern";
    const role = (await world.kernel.db.one<{ id: string }>(`select id from "BaseRole" where "roleCode" = 'YARD_CLERK'`))!.id;
    const bundle = (await call("exportBundle", { passphrase })).data;
    expect(Object.keys(bundle.parts)).toEqual(["lookups", "profiles", "menus", "roles"]);
    expect(bundle.parts.roles.YARD_CLERK).toMatchObject({ menus: ["yardOrder"], buttons: ["yardOrder:btnAdd", "yardOrder:btnSave"] });
    const compare = async (more: object = {}) => call("importBundle", { bundle, passphrase, ...more });
    expect((await compare()).data.differences).toEqual([]);
    expect(codeOf(await call("importBundle", { bundle, passphrase: "wrong lantern" }))).toBe("BUNDLE_SIGNATURE");
    const bent = { ...bundle, parts: { ...bundle.parts, profiles: { ...bundle.parts.profiles, DEV_TOOLS: { value: "Y" } } } };
    expect(codeOf(await call("importBundle", { bundle: bent, passphrase }))).toBe("BUNDLE_SIGNATURE");

    const grants = await world.kernel.db.query<{ resourceId: string }>(`select "resourceId" from "BaseResourceRole" where "roleId" = $1`, [
      role,
    ]);
    await world.press("BaseRole", role, "doGrant", { dropResources: grants.map((g) => g.resourceId) });
    await world.save("BaseRole", { id: role, roleName: "改名" });
    await world.save("BaseRole", { roleCode: "LOCAL", roleName: "本地", audience: "INTERNAL" });
    const menu = (await world.kernel.db.one<{ id: string }>(`select id from "BaseMenu" where "menuCode" = 'yardStock'`))!.id;
    await world.save("BaseMenu", { id: menu, name: "库存改名", enabled: "N" });
    await admin.call("baseServer/baseProfileService/saveValue", { profileCode: "LOG_KEEP_DAYS", level: "SITE", value: "400" });
    const family = (await world.kernel.db.one<{ id: string }>(`select id from "BaseLookupTypes" where "lookupType" = 'JOB_FAMILY'`))!.id;
    const tech = (await world.kernel.db.one<{ id: string }>(
      `select id from "BaseLookupValues" where "lookupType" = 'JOB_FAMILY' and "lookupCode" = 'TECH'`,
    ))!.id;
    await world.save("BaseLookupTypes", { id: family, values: { changed: [{ id: tech, meaning: "技术改名" }], removed: [] } });

    const seen = (await compare()).data.differences.map((d: any) => [d.change, d.part, d.code, d.fields.map((f: any) => f.path).join()]);
    expect(seen).toEqual([
      ["CHANGE", "lookups", "JOB_FAMILY", "values.TECH.meaning"],
      ["CHANGE", "profiles", "LOG_KEEP_DAYS", "value"],
      ["CHANGE", "menus", "yardStock", "name,enabled"],
      ["CHANGE", "roles", "YARD_CLERK", "roleName,buttons"],
      ["ONLY_HERE", "roles", "LOCAL", ""],
    ]);
    const entry = (await compare({ dryRun: false, codes: ["menus:yardStock"] })).data.results;
    expect(entry).toEqual([{ part: "menus", code: "yardStock", status: "S" }]);
    const rest = (await compare({ dryRun: false })).data.results;
    expect(rest.map((r: any) => [r.code, r.status])).toEqual([
      ["JOB_FAMILY", "S"],
      ["LOG_KEEP_DAYS", "S"],
      ["YARD_CLERK", "S"],
    ]);
    expect((await compare()).data.differences).toMatchObject([{ change: "ONLY_HERE", code: "LOCAL" }]);
    const clerk = await (await world.person("plainclerk", ["YARD_CLERK"])).signIn();
    expect(codeOf(await clerk.call("baseServer/baseConfigService/exportBundle", { passphrase }))).toBe("PERM_DENIED");
  });
});
