import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Client } from "../support/client.ts";
import { codeOf, openWorld, wear, type World } from "./admin-world.ts";

let world: World;
let admin: Client;
beforeAll(async () => {
  world = await openWorld();
  admin = await wear(await world.admin(), world.responsibility("SYS_ADMIN"));
});
afterAll(() => world.drop());

const permit = (client: Client, name: string, body: object) => client.call(`baseServer/basePermitService/${name}`, body);
const idOf = async (table: string, column: string, value: string) =>
  (await world.kernel.db.one<{ id: string }>(`select id from "${table}" where "${column}" = $1`, [value]))!.id;

describe("giving", () => {
  test("admin 5: nobody gives himself a privileged responsibility; to another it waits for the second administrator", async () => {
    const [anna, ben, carl] = [
      await world.person("anna", ["SEC_ADMIN"]),
      await world.person("ben", ["SEC_ADMIN"]),
      await world.person("carl", ["BUYER"]),
    ];
    const [asAnna, asBen] = [await anna.signIn(), await ben.signIn()];
    const grant = (id: string, dryRun = false) =>
      permit(asAnna, "saveBatchUserRespPermit", {
        id,
        added: [{ responsibilityId: world.responsibility("SYS_ADMIN") }],
        removed: [],
        dryRun,
      });
    expect(codeOf(await grant(anna.id))).toBe("GRANT_SELF");
    expect((await grant(anna.id, true)).data).toMatchObject({ allowed: false, reasons: [{ code: "GRANT_SELF" }] });
    expect((await grant(carl.id, true)).data).toMatchObject({ allowed: true, added: 1, removed: 0, touchedUsers: 1 });
    expect((await grant(carl.id)).data).toMatchObject({ added: 1 });
    const held = await permit(asAnna, "listUserRespPermit", { id: carl.id });
    const pending = held.data.find((row: any) => row.responsibilityCode === "SYS_ADMIN");
    expect(pending.status).toBe("PENDING");
    const codes = async () => (await world.kernel.directory.responsibilities(carl.id, new Date())).map((r) => r.respCode);
    expect(await codes()).toEqual(["BUYER"]);
    expect(codeOf(await asAnna.call("baseServer/v1/baseUserRespRestful/doConfirm", { id: pending.id }))).toBe("GRANT_SECOND");
    expect(codeOf(await asBen.call("baseServer/v1/baseUserRespRestful/doConfirm", { id: pending.id }))).toBe("S");
    expect(await codes()).toEqual(["BUYER", "SYS_ADMIN"]);
    await vi.waitFor(async () => expect((await world.letters(ben.id)).map((l) => l.kind)).toContain("GRANT_CHANGED"));
  });

  test("a grant request (GRANT_REQUEST): who asks says why, whoever grants decides, and nobody grants himself anything", async () => {
    const [asker, guard, other] = [
      await world.person("req.asker", ["BUYER"]),
      await world.person("req.guard", ["SEC_ADMIN"]),
      await world.person("req.other", ["SEC_ADMIN"]),
    ];
    const [mine, asGuard, asOther] = [await asker.signIn(), await guard.signIn(), await other.signIn()];
    const own = (name: string, body: object = {}, client = mine) => client.call(`baseServer/baseUsersService/${name}`, body);
    const ask = (responsibility: string, body: object = { reason: "顶岗一个月" }, client = mine) =>
      own("requestResp", { responsibilityId: world.responsibility(responsibility), ...body }, client);
    const held = async () => (await world.kernel.directory.responsibilities(asker.id, new Date())).map((r) => r.respCode).toSorted();
    const taskOf = async (id: string): Promise<string> =>
      (await world.kernel.db.one<{ id: string }>(
        `select t.id from "BpmTask" t join "BpmInstance" i on i.id = t."parentId" where i."bizId" = $1 and t.status in ('TODO', 'CLAIMED')`,
        [id],
      ))!.id;
    const decide = async (id: string, what: string, client: Client) =>
      codeOf(
        await client.call(`bpmServer/bpmTaskService/${what}`, {
          taskId: await taskOf(id),
          comment: "已核对岗位",
          ...(what === "doReject" ? { targetNodeId: "START" } : {}),
        }),
      );
    const offered = async () => (await own("listOwnRequests")).data.open.map((entry: any) => entry.respCode);

    expect(await offered()).toEqual(expect.arrayContaining(["QUALITY", "FINANCE"]));
    expect(await offered()).not.toEqual(expect.arrayContaining(["BUYER"]));
    expect(codeOf(await ask("QUALITY", {}))).toBe("TABLE_REQUIRED");
    expect(codeOf(await ask("SUP_SALES"))).toBe("GRANT_CLOSED");
    expect(codeOf(await ask("QUALITY", { reason: "x", endDate: "2020-01-01" }))).toBe("GRANT_PERIOD");
    const vendor = await (await world.person("req.vendor", ["SUP_SALES"], { userType: "SUPPLIER", supplierId: "S1" })).signIn();
    expect(codeOf(await ask("QUALITY", { reason: "x" }, vendor))).toBe("PERM_DENIED");

    const { data: request } = await ask("QUALITY");
    expect(request.status).toBe("REQUESTED");
    expect(codeOf(await ask("QUALITY"))).not.toBe("S");
    expect([await held(), await offered()]).toEqual([["BUYER"], expect.not.arrayContaining(["QUALITY"])]);
    const [task] = (await asGuard.call("bpmServer/bpmTaskService/findGroupTasks", { pageRows: 50 })).data.filter(
      (candidate: any) => candidate.bizId === request.id,
    );
    expect(request.grantNum).toMatch(/^GR\d{8}\d{4}$/);
    expect(task).toMatchObject({
      billTypeCode: "GRANT_REQUEST",
      billNum: request.grantNum,
      subject: "req.asker申请职责「质量工程师」",
    });
    expect(await world.kernel.db.one(`select "bizNo" from "BaseApproval" where "bizId" = $1`, [request.id])).toMatchObject({
      bizNo: request.grantNum,
    });
    expect((await own("listOwnRequests")).data.asked).toMatchObject([{ id: request.id, grantNum: request.grantNum }]);
    expect(await decide(request.id, "doPass", mine)).not.toBe("S");
    expect(await decide(request.id, "doPass", asGuard)).toBe("S");
    expect(await held()).toEqual(["BUYER", "QUALITY"]);

    // A privileged responsibility asked for is granted by one administrator and confirmed by another.
    const { data: mighty } = await ask("DEV_ADMIN");
    expect(await decide(mighty.id, "doPass", asGuard)).toBe("S");
    expect(await held()).not.toContain("DEV_ADMIN");
    expect(codeOf(await asGuard.call("baseServer/v1/baseUserRespRestful/doConfirm", { id: mighty.id }))).toBe("GRANT_SECOND");
    expect(codeOf(await asOther.call("baseServer/v1/baseUserRespRestful/doConfirm", { id: mighty.id }))).toBe("S");
    expect(await held()).toContain("DEV_ADMIN");

    const { data: refused } = await ask("FINANCE");
    expect(await decide(refused.id, "doReject", asGuard)).toBe("S");
    expect((await own("listOwnRequests")).data.asked[0]).toMatchObject({ id: refused.id, status: "REFUSED" });
    // A security administrator asks like anybody else, and another one decides.
    const { data: self } = await ask("LEGAL", { reason: "代法务" }, asGuard);
    expect(await decide(self.id, "doPass", asGuard)).not.toBe("S");
    expect(await decide(self.id, "doPass", asOther)).toBe("S");
  });

  test("admin 6: two powers that exclude each other are refused, and shown before anything is saved", async () => {
    const eve = await world.person("eve", ["MASTER_DATA"]);
    const rule = await world.save("BaseSodRule", {
      ruleCode: "LOOKUP_LEAVE",
      resourceA: "lookuptype:btnDelete",
      resourceB: "employee:btnLeave",
      level: "BLOCK",
      reason: "维护快码与办理离职",
    });
    const grant = (dryRun: boolean) =>
      permit(admin, "saveBatchUserRespPermit", { id: eve.id, added: [world.responsibility("ORG_ADMIN")], removed: [], dryRun });
    expect((await grant(true)).data).toMatchObject({
      allowed: false,
      reasons: [{ code: "SOD_BLOCK", msg: expect.stringContaining("主数据专员") }],
    });
    expect(codeOf(await grant(false))).toBe("SOD_BLOCK");
    const conflicts = async () => (await permit(admin, "listSodConflicts", {})).data.filter((c: any) => c.userId === eve.id);
    expect(await conflicts()).toEqual([]);
    await world.save("BaseSodRule", { id: rule.id, enabledFlag: "N" });
    expect(codeOf(await grant(false))).toBe("S");
    await world.save("BaseSodRule", { id: rule.id, enabledFlag: "Y" });
    expect(await conflicts()).toMatchObject([{ ruleCode: "LOOKUP_LEAVE", respA: "MASTER_DATA", respB: "ORG_ADMIN" }]);
    await world.press("BaseSodRule", rule.id, "delete");
  });

  test("the matrix saves menus and buttons of a role together, tells what it touches, and notices a second editor", async () => {
    const role = await world.save("BaseRole", { roleCode: "MATRIX", roleName: "矩阵", audience: "INTERNAL" });
    const responsibility = await world.save("BaseResponsibility", { respCode: "MATRIX", respName: "矩阵", audience: "INTERNAL" });
    await world.save("BaseRespRole", { responsibilityId: responsibility.id, roleId: role.id });
    const worker = await (await world.person("worker", [responsibility.id])).signIn();
    const menuId = await idOf("BaseMenu", "menuCode", "yardStock");
    const resources = await world.kernel.db.query<{ id: string; code: string }>(
      `select id, "resourceCode" as code from "BaseResource" where "menuId" = $1 order by 2`,
      [menuId],
    );
    const first = (await permit(admin, "listRolePermit", { id: role.id })).data;
    expect(first).toMatchObject({ menus: [], resources: [], touchedUsers: 1 });
    const added = [{ menuId }, ...resources.map((r) => ({ resourceId: r.id }))];
    const dry = (
      await permit(admin, "saveBatchRolePermit", { id: role.id, added, removed: [], versionNum: first.versionNum, dryRun: true })
    ).data;
    expect(dry).toMatchObject({ added: 1 + resources.length, removed: 0, touchedUsers: 1, allowed: true });
    expect(codeOf(await worker.call("srmServer/v1/sampleStockRestful/listByPage"))).toBe("PERM_DENIED");
    expect((await permit(admin, "saveBatchRolePermit", { id: role.id, added, removed: [], versionNum: first.versionNum })).data).toEqual(
      dry,
    );
    expect(codeOf(await worker.call("srmServer/v1/sampleStockRestful/listByPage"))).toBe("S");
    expect(
      codeOf(await permit(admin, "saveBatchRolePermit", { id: role.id, added: [], removed: added, versionNum: first.versionNum })),
    ).toBe("VERSION_CONFLICT");
    const buttons = (await permit(admin, "listResourceRolePermit", { id: role.id })) as any;
    expect(buttons.data).toHaveLength(resources.length);
    const drop = await permit(admin, "saveBatchResourceRolePermit", {
      id: role.id,
      added: [],
      removed: resources.map((r) => r.id),
      versionNum: buttons.versionNum,
    });
    expect(drop.data).toMatchObject({ removed: resources.length, added: 0 });
    expect(codeOf(await worker.call("srmServer/v1/sampleStockRestful/saveOrUpdate", { stockCode: "X", limitQty: "1" }))).toBe(
      "PERM_DENIED",
    );
    expect(codeOf(await permit(worker, "listRolePermit", { id: role.id }))).toBe("PERM_DENIED");
  });

  test("roles of a responsibility and permits of a person are saved in whole sets", async () => {
    const responsibility = await world.save("BaseResponsibility", { respCode: "SETS", respName: "整套", audience: "INTERNAL" });
    const [clerk, boss] = [await idOf("BaseRole", "roleCode", "YARD_CLERK"), await idOf("BaseRole", "roleCode", "YARD_BOSS")];
    expect((await permit(admin, "saveBatchRespPermit", { id: responsibility.id, added: [clerk, boss], removed: [] })).data).toMatchObject({
      added: 2,
    });
    expect((await permit(admin, "saveBatchRespPermit", { id: responsibility.id, added: [], removed: [clerk] })).data).toMatchObject({
      removed: 1,
    });
    expect((await permit(admin, "listRespPermit", { id: responsibility.id })).data.map((r: any) => r.roleCode)).toEqual(["YARD_BOSS"]);
    expect(
      codeOf(
        await permit(admin, "saveBatchRespPermit", {
          id: responsibility.id,
          added: [await idOf("BaseRole", "roleCode", "YARD_VENDOR")],
          removed: [],
        }),
      ),
    ).toBe("RESP_AUDIENCE");
    const org = await world.save("BaseOrganization", { orgCode: "SETS", orgName: "x", orgType: "GROUP" });
    const person = await world.person("sets", []);
    const list = (await permit(admin, "listUserOrgPermit", { id: person.id })) as any;
    expect(
      (
        await permit(admin, "saveBatchUserOrgPermit", {
          id: person.id,
          added: [{ orgId: org.id, permitType: "INCLUDE", includeChildren: "Y" }],
          removed: [],
          versionNum: list.versionNum,
        })
      ).data,
    ).toMatchObject({ added: 1 });
    expect(
      codeOf(await permit(admin, "saveBatchUserOrgPermit", { id: person.id, added: [], removed: [org.id], versionNum: list.versionNum })),
    ).toBe("VERSION_CONFLICT");
    expect((await permit(admin, "saveBatchUserOrgPermit", { id: person.id, added: [], removed: [org.id] })).data).toMatchObject({
      removed: 1,
    });
  });
});

describe("what administration cannot take from itself", () => {
  test("the administrators' responsibilities, roles and pages stay; a privileged role stays privileged", async () => {
    const [role, responsibility] = [await idOf("BaseRole", "roleCode", "SYS_ADMIN"), world.responsibility("SYS_ADMIN")];
    const security = await (await world.person("sec", ["SEC_ADMIN"])).signIn();
    expect(codeOf(await permit(security, "saveBatchRespPermit", { id: responsibility, added: [], removed: [role] }))).toBe(
      "USER_LAST_ADMIN",
    );
    expect(
      codeOf(
        await permit(security, "saveBatchMenuRolePermit", { id: role, added: [], removed: [await idOf("BaseMenu", "menuCode", "user")] }),
      ),
    ).toBe("USER_LAST_ADMIN");
    expect(codeOf(await security.call("baseServer/v1/baseRoleRestful/saveOrUpdate", { id: role, enabledFlag: "N" }))).toBe(
      "USER_LAST_ADMIN",
    );
    expect(codeOf(await security.call("baseServer/v1/baseRoleRestful/saveOrUpdate", { id: role, privilegedFlag: "N" }))).toBe(
      "ROLE_PRIVILEGED",
    );
    expect(codeOf(await security.call("baseServer/v1/baseResponsibilityRestful/doDisable", { id: responsibility }))).toBe(
      "USER_LAST_ADMIN",
    );
  });

  test("admin 20: the last administrator of a company cannot disable itself", async () => {
    const chief = await world.person("chief", ["SUP_ADMIN"], { userType: "SUPPLIER", supplierId: "S20" });
    await world.kernel.db.query(`update "BaseUsers" set "supAdminFlag" = 'Y' where id = $1`, [chief.id]);
    const client = await chief.signIn();
    expect(codeOf(await client.call("baseServer/v1/baseUsersRestful/doDisable", { id: chief.id }))).toBe("USER_LAST_ADMIN");
    const invited = await client.call("baseServer/v1/baseUsersRestful/doInvite", { displayName: "Colleague", email: "c20@example.com" });
    expect(invited.data).toMatchObject({ userName: "c20@example.com", supplierId: "S20" });
    await vi.waitFor(async () =>
      expect((await world.letters(invited.data.id))[0]).toMatchObject({
        kind: "USER_INVITED",
        recipient: "c20@example.com",
        content: expect.stringContaining("/forget?ticket=tk_"),
      }),
    );
  });

  test("who looks after one kind of account, or stands lower, reaches no other", async () => {
    const [orgId, elsewhere] = [
      (await world.save("BaseOrganization", { orgCode: "HERE", orgName: "x", orgType: "GROUP" })).id,
      (await world.save("BaseOrganization", { orgCode: "THERE", orgName: "x", orgType: "GROUP" })).id,
    ];
    const [boss, buyer] = [await world.person("root", ["SYS_ADMIN"], { orgId }), await world.person("plain", ["BUYER"], { orgId })];
    const stranger = await world.person("stranger", ["BUYER"], { orgId: elsewhere });
    const vendor = await world.person("ven", ["SUP_SALES"], { userType: "SUPPLIER", supplierId: "S21" });
    const [org, special] = [
      await (await world.person("org", ["ORG_ADMIN"], { orgId })).signIn(),
      await (await world.person("spec", ["SUP_SPECIALIST"])).signIn(),
    ];
    const users = (client: Client, name: string, body: object) => client.call(`baseServer/v1/baseUsersRestful/${name}`, body);
    const reset = (client: Client, userId: string) =>
      client.call("baseServer/baseUsersService/doAdminResetUserPwd", { userId, mode: "SHOW_ONCE" });
    expect(codeOf(await users(org, "saveOrUpdate", { id: boss.id, email: "mine@example.com" }))).toBe("PERM_DENIED");
    expect(codeOf(await users(org, "doDisable", { id: boss.id }))).toBe("PERM_DENIED");
    expect(codeOf(await reset(org, boss.id))).toBe("PERM_DENIED");
    expect(codeOf(await reset(org, vendor.id))).toBe("PERM_DENIED");
    expect(codeOf(await users(special, "doDisable", { id: buyer.id }))).toBe("PERM_DENIED");
    expect(codeOf(await reset(special, buyer.id))).toBe("PERM_DENIED");
    expect(codeOf(await reset(special, vendor.id))).toBe("S");
    const shown = await reset(org, buyer.id);
    expect(shown.data.password).toHaveLength(16);
    expect(codeOf(await users(org, "saveOrUpdate", { id: buyer.id, displayName: "Plain" }))).toBe("S");
    expect(codeOf(await users(org, "saveOrUpdate", { id: stranger.id, displayName: "Mine" }))).toBe("PERM_DENIED");
    const kept = (client: Client, userId: string) =>
      permit(client, "saveBatchUserOrgPermit", { id: userId, added: [{ orgId, permitType: "EXCLUDE" }], removed: [] });
    expect(codeOf(await kept(org, buyer.id))).toBe("S");
    expect(codeOf(await kept(org, stranger.id))).toBe("PERM_DENIED");
    expect(codeOf(await kept(org, boss.id))).toBe("PERM_DENIED");
    expect(codeOf(await kept(org, org.session.user.userId))).toBe("GRANT_SELF");
  });
});
