import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { openKernel } from "#kernel/server/kernel.ts";
import { below, narrow } from "#kernel/server/access/scope.ts";
import { readTable } from "#kernel/server/excel/read.ts";
import type { Client } from "../support/client.ts";
import { bare, codeOf, openWorld, wear, worldModules, type World } from "./admin-world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.drop());

const list = (client: Client, entity: string, body: object = {}) => client.call(`baseServer/v1/${entity}Restful/listByPage`, body);
const orders = (client: Client, name: string, body: object = {}) => client.call(`srmServer/v1/sampleOrderRestful/${name}`, body);

async function organisations(prefix: string) {
  const org = async (code: string, orgType: string, parentOrgId?: string) =>
    (
      await world.save("BaseOrganization", {
        orgCode: `${prefix}${code}`,
        orgName: code,
        orgType,
        parentOrgId,
        functionalCurrency: "CNY",
        taxNo: "T",
        invoiceTitle: "I",
      })
    ).id as string;
  const ledger = await org("L", "LEDGER");
  const [bu1, bu2] = [await org("B1", "BU", ledger), await org("B2", "BU", ledger)];
  const [inv1, inv2] = [await org("I1", "INV", bu1), await org("I2", "INV", bu1)];
  const dept = async (orgId: string, code: string) =>
    (await world.save("BaseDepartment", { deptCode: `${prefix}${code}`, deptName: code, orgId })).id as string;
  return {
    ledger,
    bu1,
    bu2,
    inv1,
    inv2,
    depts: { bu1: await dept(bu1, "D0"), bu2: await dept(bu2, "D9"), inv1: await dept(inv1, "D1"), inv2: await dept(inv2, "D2") },
  };
}

const order = async (supplierId: string, more: object = {}) =>
  world.save("SampleOrder", {
    title: "t",
    orgCode: "O",
    supplierId,
    orderType: "STANDARD",
    orderDate: "2026-03-01",
    lines: [{ lineNum: 10, item: "i", qty: "1", price: "2" }],
    ...more,
  });
const supplier = async (code: string) =>
  (await world.save("SampleSupplier", { supplierCode: code, supplierName: `${code} Paper` })).id as string;

describe("grants at the door", () => {
  test("admin 1: a page granted with the save button alone does not delete, however it is called", async () => {
    const clerk = await (await world.person("clerk", ["YARD_CLERK"])).signIn();
    const made = await orders(clerk, "saveOrUpdate", {
      title: "mine",
      orgCode: "O",
      supplierId: await supplier("A1"),
      orderType: "STANDARD",
      orderDate: "2026-03-01",
      lines: [],
    });
    expect(codeOf(made)).toBe("S");
    const { id } = made.data;
    expect(codeOf(await orders(clerk, "doBatchDelete", { ids: [id] }))).toBe("PERM_DENIED");
    expect(codeOf(await orders(clerk, "delete", { id }))).toBe("PERM_DENIED");
    expect(codeOf(await orders(clerk, "doBatchSaveOrUpdate", { rows: [{ id, title: "x" }], removed: [id] }))).toBe("PERM_DENIED");
    expect(codeOf(await orders(clerk, "doSubmit", { id }))).toBe("PERM_DENIED");
    expect(codeOf(await clerk.call("srmServer/v1/sampleStockRestful/listByPage"))).toBe("PERM_DENIED");
    expect(codeOf(await clerk.call("srmServer/v1/sampleSupplierRestful/listByPage"))).toBe("S");
    expect(codeOf(await clerk.call("srmServer/v1/sampleSupplierRestful/saveOrUpdate", { supplierCode: "X", supplierName: "X" }))).toBe(
      "PERM_DENIED",
    );
    expect(
      (
        await clerk.download("exportServer/v1/exportExcelRestful/exportExcel", {
          requestUrl: "/api/srmServer/v1/sampleOrderRestful/listByPage",
          columns: [{ key: "orderNum", title: "No." }],
        })
      ).error?.code,
    ).toBe("PERM_DENIED");
    expect(codeOf(await orders(clerk, "saveOrUpdate", { id, title: "still mine" }))).toBe("S");
  });

  test("promise 13: a grant taken away is gone at the next call, here and in another process", async () => {
    const boss = await world.person("boss", ["YARD_BOSS"]);
    const client = await boss.signIn();
    const second = await openKernel(worldModules, world.url, { now: () => new Date() });
    const seenThere = async () =>
      (
        await second.permits.me({ userId: boss.id, responsibilityId: world.responsibility("YARD_BOSS"), supplierId: null, language: "CN" })
      ).may("SampleStock", "");
    expect([codeOf(await client.call("srmServer/v1/sampleStockRestful/listByPage")), await seenThere()]).toEqual(["S", true]);
    const [role, menu] = await Promise.all(
      [`select id from "BaseRole" where "roleCode" = 'YARD_BOSS'`, `select id from "BaseMenu" where "menuCode" = 'yardStock'`].map(
        async (sql) => (await world.kernel.db.one<{ id: string }>(sql))!.id,
      ),
    );
    await world.press("BaseRole", role!, "doGrant", { dropMenus: [menu] });
    expect(codeOf(await client.call("srmServer/v1/sampleStockRestful/listByPage"))).toBe("PERM_DENIED");
    await vi.waitFor(async () => expect(await seenThere()).toBe(false));
    await second.close();
    const grant = await world.kernel.db.one<{ id: string }>(`select id from "BaseUserResp" where "userId" = $1`, [boss.id]);
    expect(codeOf(await orders(client, "listByPage"))).toBe("S");
    await world.press("BaseUserResp", grant!.id, "delete");
    expect(codeOf(await orders(client, "listByPage"))).toBe("PERM_DENIED");
    expect(codeOf(await client.call("baseServer/baseMenuService/findMenusByResp"))).toBe("PERM_DENIED");
  });

  test("admin 19: who is disabled is out at the next call, and cannot come back", async () => {
    const victim = await world.person("victim", ["YARD_BOSS"]);
    const [client, other, admin] = [await victim.signIn(), await victim.signIn(), await world.admin()];
    await wear(admin, world.responsibility("SYS_ADMIN"));
    expect(codeOf(await admin.call("baseServer/v1/baseUsersRestful/doDisable", { id: victim.id }))).toBe("S");
    for (const entry of [client, other])
      expect(await orders(entry, "listByPage")).toMatchObject({ http: 401, code: "AUTH_EXPIRED", data: { reason: "DISABLED" } });
    await vi.waitFor(async () => {
      const open = await world.kernel.db.query(`select 1 from "BaseLoginSession" where "userId" = $1 and "endReason" is null`, [victim.id]);
      expect(open).toEqual([]);
    });
    await expect(victim.signIn()).rejects.toThrow("AUTH_DISABLED");
  });

  test("admin 25: a module that is switched off has no menus and answers nothing", async () => {
    const boss = await (await world.person("mod", ["YARD_BOSS"])).signIn();
    const menus = async () => (await boss.call("baseServer/baseMenuService/findMenusByResp")).data.map((m: any) => m.menuCode);
    expect(await menus()).toEqual(expect.arrayContaining(["YARD", "yardOrder"]));
    const state = await world.kernel.db.one<{ id: string }>(`select id from "BaseModule" where "moduleCode" = 'yard'`);
    await world.save("BaseModule", { id: state!.id, enabledFlag: "N" });
    expect(await menus()).toEqual([]);
    expect(codeOf(await orders(boss, "listByPage"))).toBe("PERM_DENIED");
    await world.save("BaseModule", { id: state!.id, enabledFlag: "Y" });
    expect(codeOf(await orders(boss, "listByPage"))).toBe("S");
    const own = await world.kernel.db.one<{ id: string }>(`select id from "BaseModule" where "moduleCode" = 'admin'`);
    await expect(world.save("BaseModule", { id: own!.id, enabledFlag: "N" })).rejects.toMatchObject({ code: "MODULE_ADMIN" });
  });
});

describe("rows", () => {
  test("admin 2: a listed unit narrowed by a personal permit shows that unit alone, everywhere", async () => {
    const { bu1, inv2, depts } = await organisations("S2");
    const person = await world.person("narrow", ["ORG_ADMIN"]);
    const responsibility = await world.save("BaseResponsibility", {
      respCode: "S2_LIST",
      respName: "BU1",
      audience: "INTERNAL",
      orgScope: "LIST",
      orgs: [{ orgId: bu1, includeChildren: "Y" }],
    });
    const role = await world.kernel.db.one<{ id: string }>(`select id from "BaseRole" where "roleCode" = 'ORG_ADMIN'`);
    await world.save("BaseRespRole", { responsibilityId: responsibility.id, roleId: role!.id });
    await world.save("BaseUserResp", { userId: person.id, responsibilityId: responsibility.id });
    const client = await wear(await person.signIn(), responsibility.id);
    const codes = async () => (await list(client, "baseDepartment", { deptCode: "S2D", pageRows: 50 })).data.map((d: any) => d.deptName);
    expect(await codes()).toEqual(["D0", "D1", "D2"]);
    await world.save("BaseUserOrgPermit", { userId: person.id, orgId: inv2, permitType: "INCLUDE" });
    expect(await codes()).toEqual(["D2"]);
    expect(codeOf(await client.call("baseServer/v1/baseDepartmentRestful/findById", { id: depts.inv1 }))).toBe("DATA_NOT_FOUND");
    expect(codeOf(await client.call("baseServer/v1/baseDepartmentRestful/saveOrUpdate", { id: depts.inv1, deptName: "x" }))).toBe(
      "DATA_NOT_FOUND",
    );
    expect(
      (await client.call("baseServer/v1/baseDepartmentRestful/pickByPage", { ids: [depts.inv1, depts.inv2] })).data.map((d: any) => d.id),
    ).toEqual([depts.inv2]);
    expect((await list(client, "baseDepartment", { orgId: [bu1] })).page!.count).toBe(0);
    const file = await client.download("exportServer/v1/exportExcelRestful/exportExcel", {
      requestUrl: "/api/baseServer/v1/baseDepartmentRestful/listByPage",
      requestParams: { deptCode: "S2D" },
      columns: [{ key: "deptName", title: "Name" }],
    });
    expect(file.error).toBeNull();
    const sheet: unknown[] = [];
    for await (const batch of readTable(file.bytes)) sheet.push(...batch.map((row) => row.cells[0]));
    expect(sheet.slice(1)).toEqual(["D2"]);
  });

  test("admin 3: an excluded branch under an included one is not seen", async () => {
    const { bu1, bu2, inv1, inv2, ledger } = await organisations("S3");
    const person = await world.person("branch", ["ORG_ADMIN"], { orgId: ledger });
    const client = await person.signIn();
    await world.save("BaseUserOrgPermit", { userId: person.id, orgId: bu1, permitType: "INCLUDE" });
    await world.save("BaseUserOrgPermit", { userId: person.id, orgId: inv2, permitType: "EXCLUDE" });
    const rows = (await list(client, "baseDepartment", { deptCode: "S3D" })).data.map((d: any) => d.orgId);
    expect(new Set(rows)).toEqual(new Set([bu1, inv1]));
    // Categories are narrowed by the same two functions over their own tree.
    const tree = new Map<string, string | null>([
      ["C1", null],
      ["C1.1", "C1"],
      ["C1.2", "C1"],
      ["C1.2.1", "C1.2"],
      ["C2", null],
    ]);
    // Without an include, everything but the excluded branch.
    expect(narrow("all", null, ["C1.2"])).toEqual({ not: ["C1.2"] });
    const scope = narrow("all", below(tree, [{ id: "C1", children: true }]), below(tree, [{ id: "C1.2", children: true }]));
    expect(scope).toEqual(["C1", "C1.1"]);
    expect([bu2, ledger].some((id) => rows.includes(id))).toBe(false);
  });

  test("admin 4: another supplier's rows answer exactly like rows that do not exist", async () => {
    const [s1, s2] = [await supplier("S41"), await supplier("S42")];
    const [own, foreign] = [await order(s1), await order(s2)];
    for (const { id } of [own, foreign]) await world.press("SampleOrder", id, "doSubmit");
    const user = await world.person("vendor", ["YARD_VENDOR", "SUP_ADMIN"], { userType: "SUPPLIER", supplierId: s1 });
    const other = await world.person("rival", ["SUP_ADMIN"], { userType: "SUPPLIER", supplierId: s2 });
    const client = await wear(await user.signIn(), world.responsibility("YARD_VENDOR"));
    expect((await orders(client, "listByPage", {})).data.map((o: any) => o.id)).toEqual([own.id]);
    expect((await orders(client, "listByPage", { supplierId: s2 })).data).toEqual([]);
    expect((await orders(client, "listByPage", { ids: [foreign.id] })).data).toEqual([]);
    expect((await orders(client, "countViews", { supplierId: [s2] })).data.all.count).toBe(0);
    for (const [name, body] of [
      ["findById", {}],
      ["history", {}],
      ["whereUsed", {}],
      ["delete", {}],
      ["saveOrUpdate", { title: "x" }],
      ["whyNot", { action: "doSubmit" }],
      ["whatIf", { action: "doFinish" }],
    ] as const)
      expect(bare(await orders(client, name, { id: foreign.id, ...body })), name).toEqual(
        bare(await orders(client, name, { id: "01zzzzzzzzzzzzzzzzzz", ...body })),
      );
    await wear(client, world.responsibility("SUP_ADMIN"));
    const users = (name: string, body: object) => client.call(`baseServer/v1/baseUsersRestful/${name}`, body);
    expect((await users("listByPage", { list: "user2", supplierId: s2 })).data).toEqual([]);
    expect((await users("listByPage", { list: "user2" })).data.map((u: any) => u.id)).toEqual([user.id]);
    for (const name of ["findById", "history", "doDisable", "doSetAdmin", "doResetPwd"])
      expect(bare(await users(name, { id: other.id })), name).toEqual(bare(await users(name, { id: "01zzzzzzzzzzzzzzzzzz" })));
    expect(bare(await client.call("baseServer/baseUsersService/doAdminResetUserPwd", { userId: other.id, mode: "SHOW_ONCE" }))).toEqual(
      bare(await client.call("baseServer/baseUsersService/doAdminResetUserPwd", { userId: "01zzzzzzzzzzzzzzzzzz", mode: "SHOW_ONCE" })),
    );
  });
});

describe("the explanation", () => {
  test("says yes exactly where the server does, and names the first step that says no", async () => {
    const { ledger, bu1, inv1, depts } = await organisations("S6");
    const person = await world.person("asked", ["ORG_ADMIN", "BUYER"], { orgId: ledger });
    await world.save("BaseUserOrgPermit", { userId: person.id, orgId: bu1, permitType: "INCLUDE" });
    await world.save("BaseUserOrgPermit", { userId: person.id, orgId: inv1, permitType: "EXCLUDE" });
    const [client, admin] = [await person.signIn(), await wear(await world.admin(), world.responsibility("SYS_ADMIN"))];
    const explain = async (body: object) =>
      (await admin.call("baseServer/baseUsersService/explainAccess", { userId: person.id, ...body })).data;
    const firstNo = (answer: any) => answer.steps.find((s: any) => !s.ok)?.kind ?? "none";
    for (const respCode of ["ORG_ADMIN", "BUYER"]) {
      await wear(client, world.responsibility(respCode));
      for (const id of Object.values(depts)) {
        const seen = codeOf(await client.call("baseServer/v1/baseDepartmentRestful/findById", { id })) === "S";
        const saved = codeOf(await client.call("baseServer/v1/baseDepartmentRestful/saveOrUpdate", { id, costCenter: respCode })) === "S";
        const [read, write] = [
          await explain({ respId: world.responsibility(respCode), entity: "BaseDepartment", id }),
          await explain({ respId: world.responsibility(respCode), entity: "BaseDepartment", id, button: "btnSave" }),
        ];
        expect([read.allowed, write.allowed], `${respCode} ${id}`).toEqual([seen, saved]);
      }
    }
    const at = (code: string, more: object) => explain({ respId: world.responsibility(code), entity: "BaseDepartment", ...more });
    expect(firstNo(await at("ORG_ADMIN", { id: depts.inv1 }))).toBe("organisation");
    expect(firstNo(await at("ORG_ADMIN", { id: "nothing" }))).toBe("row");
    expect(firstNo(await at("BUYER", { id: depts.bu1, button: "btnSave" }))).toBe("role");
    expect(firstNo(await explain({ menuCode: "lookuptype" }))).toBe("role");
    expect(firstNo(await explain({ menuCode: "user", button: "btnConfirm" }))).toBe("resource");
    expect(firstNo(await explain({ menuCode: "user", respId: world.responsibility("SYS_ADMIN") }))).toBe("responsibility");
    expect((await explain({ menuCode: "user", button: "btnSave" })).allowed).toBe(true);
    await world.press("BaseUsers", person.id, "doDisable");
    expect(firstNo(await explain({ menuCode: "user" }))).toBe("account");
    expect(codeOf(await client.call("baseServer/baseUsersService/explainAccess", { userId: person.id, menuCode: "user" }))).toBe(
      "AUTH_EXPIRED",
    );
  });
});
