import { afterAll, beforeAll, expect, test } from "vitest";
import type { Entity } from "#kernel/entity.ts";
import { menu } from "#kernel/platform/grant.entity.ts";
import { user } from "#kernel/platform/user.entity.ts";
import { readTable } from "#kernel/server/excel/read.ts";
import { writeWorkbook } from "#kernel/server/excel/write.ts";
import { stampUnused } from "#kernel/server/admin/unused.ts";
import { shift } from "#kernel/time.ts";
import { importTemplates } from "#modules/admin/templates.ts";
import { AdminWork } from "#modules/admin/work.calls.ts";
import { connect, type Client } from "../support/client.ts";
import { codeOf, openWorld, password, wear, type World } from "./admin-world.ts";

let world: World;
let security: Client;
beforeAll(async () => {
  world = await openWorld();
  security = await wear(await world.admin(), world.responsibility("SEC_ADMIN"));
});
afterAll(() => world.drop());

/** A sheet of a workbook as rows of texts. */
async function sheetOf(bytes: Buffer, sheet: number): Promise<string[][]> {
  const rows: string[][] = [];
  for await (const batch of readTable(bytes, { sheet })) rows.push(...batch.map((sheetRow) => sheetRow.cells.map((cell) => cell ?? "")));
  return rows;
}

test("admin §8: the access review names every account, page and button with the role it comes through, and who is not seen is not in it", async () => {
  const clerk = await world.person("matrix.clerk", ["YARD_CLERK"]);
  const file = await security.download("baseServer/basePermitService/exportAccessReview", {});
  const rows = (await sheetOf(file.bytes, 0)).filter((row) => row[0] === clerk.userName);
  expect(rows.map((row) => [row[5], row[10], row[11], row[13]])).toEqual(
    expect.arrayContaining([
      ["YARD_CLERK", "yardOrder", "", "YARD_CLERK"],
      ["YARD_CLERK", "yardOrder", "btnAdd", "YARD_CLERK"],
      ["YARD_CLERK", "yardOrder", "btnSave", "YARD_CLERK"],
    ]),
  );
  expect(rows.some((row) => row[11] === "btnDelete")).toBe(false);
  expect(
    await clerk
      .signIn()
      .then((client) => client.call("baseServer/basePermitService/exportAccessReview", {}))
      .then(codeOf),
  ).toBe("PERM_DENIED");
});

test("admin §8: an account nobody signed in with for ninety days is listed until somebody does", async () => {
  const idle = await world.person("idle.one", ["BUYER"]);
  const fresh = await world.person("fresh.one", ["BUYER"]);
  const { db } = world.kernel;
  await db.query(`update "BaseUsers" set "lastLoginTime" = now() - interval '91 days' where id = $1`, [idle.id]);
  await db.query(`update "BaseUsers" set "lastLoginTime" = now() - interval '89 days' where id = $1`, [fresh.id]);
  await stampUnused(db, new Date());
  const unused = async (): Promise<string[]> =>
    (await security.call("baseServer/v1/baseUsersRestful/listByPage", { list: "user", view: "unused" })).data.map(
      (row: any) => row.userName,
    );
  expect(await unused()).toEqual([idle.userName]);
  const file = await security.download("baseServer/basePermitService/exportAccessReview", {});
  expect((await sheetOf(file.bytes, 1)).map((row) => row[0])).toContain(idle.userName);
  await idle.signIn();
  expect(await unused()).toEqual([]);
});

test("admin §8: failed sign-ins are told by day and by address, to whoever reads the login log alone", async () => {
  const before = (await security.call("baseServer/baseLogService/loginFailures", { days: 7 })).data;
  expect(before.days).toHaveLength(7);
  const victim = await world.person("wrong.word", ["BUYER"]);
  expect(codeOf(await (await connect(world.base)).login(victim.userName, `${password}x`))).toBe("AUTH_BAD");
  const after = (await security.call("baseServer/baseLogService/loginFailures", { days: 7 })).data;
  expect(after.days.at(-1).failed).toBe(before.days.at(-1).failed + 1);
  expect(after.addresses[0]).toMatchObject({ accounts: expect.any(Number) as number, failed: expect.any(Number) as number });
  expect(codeOf(await security.call("baseServer/baseLogService/loginFailures", { days: 0 }))).toBe("FIELD_TYPE");
  expect(codeOf(await (await victim.signIn()).call("baseServer/baseLogService/loginFailures", {}))).toBe("PERM_DENIED");
});

test("a background export under a lent responsibility has the lender's rows; it is taken away under the own responsibility, and not once nothing is lent", async () => {
  const a = await world.person("lends.stock", ["YARD_BOSS", "EMPLOYEE"]);
  const b = await world.person("borrows.stock", ["EMPLOYEE"]);
  const [asA, asB] = [await a.signIn(), await b.signIn()];
  await world.save("SampleStock", { stockCode: "LENT-OUT", limitQty: "5" });
  await wear(asA, world.responsibility("EMPLOYEE"));
  const { db, directory } = world.kernel;
  const menu = (await db.one<{ id: string }>(`select id from "BaseMenu" where "htmlUrl" = 'yardStock'`))!.id;
  const lent = await asA.call("baseServer/v1/baseUserAuthorisationRestful/saveOrUpdate", {
    fromUserId: a.id,
    toUserId: b.id,
    authType: "MENU",
    menuIds: [menu],
    startTime: new Date(Date.now() - 1_000).toISOString(),
    endTime: shift(new Date(), { hours: 1 }).toISOString(),
  });
  expect(codeOf(lent)).toBe("S");
  const responsibilities = await directory.responsibilities(b.id, new Date());
  const put = (responsibilityId: string) => asB.call("baseServer/baseLoginService/switchResponsibility", { responsibilityId });
  await put(responsibilities.find((responsibility) => responsibility.lentBy !== undefined)!.responsibilityId);
  const asked = await asB.call("exportServer/v1/exportExcelRestful/doBackExport", {
    paramsValue: { requestUrl: "/srmServer/v1/sampleStockRestful/listByPage", requestParams: {}, columns: [{ key: "stockCode" }] },
    fileName: "stock",
  });
  expect(asked.msg).toMatch(/^EXP\d+$/);
  const row = (): Promise<any> => db.one(`select * from "BaseReportBackExport" where "exportNum" = $1`, [asked.msg]);
  await expect.poll(async () => (await row()).status).toBe("DONE");
  const { id } = await row();
  await expect
    .poll(() =>
      db.query(`select 1 from "BaseMsgBox" where "userId" = $1 and title like $2`, [b.id, `%${asked.msg}%`]).then((found) => found.length),
    )
    .toBe(1);

  await put(responsibilities.find((responsibility) => responsibility.lentBy === undefined)!.responsibilityId);
  const taken = await asB.download("reportServer/v1/baseReportBackExportRestful/download", { id });
  expect((await sheetOf(taken.bytes, 0)).flat()).toContain("LENT-OUT");
  await db.query(`update "BaseUserAuthorisation" set "endTime" = now() where id = $1`, [lent.data.id]);
  world.kernel.permits.forget();
  expect(codeOf(await asB.call("reportServer/v1/baseReportBackExportRestful/download", { id }))).toBe("EXPORT_PERMIT_LOST");
});

test("logs go when their days are over, those that forbid changes too; younger ones and the guard stay", async () => {
  const { db } = world.kernel;
  const row = (id: string, days: number) =>
    db.query(
      `insert into "BaseSystemLog" (id, time, level, logger, message, "createdBy", "creationDate", "lastUpdatedBy", "lastUpdateDate", "versionNum")
       values ($1, now() - make_interval(days => $2), 'INFO', 'test', 'kept', 'x', now(), 'x', now(), 1)`,
      [id, days],
    );
  await row("log-old", 366);
  await row("log-young", 364);
  const work = new AdminWork(world.kernel, world.product.gate, { now: () => new Date() });
  expect(await work.oldLogs()).toBeGreaterThan(0);
  expect(await db.query(`select id from "BaseSystemLog" where id in ('log-old', 'log-young')`)).toEqual([{ id: "log-young" }]);
  await expect(db.query(`delete from "BaseSystemLog" where id = 'log-young'`)).rejects.toThrow();
});

test("admin §10: every shipped import template gives its workbook under its short code", async () => {
  const system = await wear(await world.admin(), world.responsibility("SYS_ADMIN"));
  for (const [code] of importTemplates) {
    const file = await system.download("exportServer/v1/importExcelRestful/downloadImportTemplate", { templateCode: code });
    expect([code, file.error?.code]).toEqual([code, undefined]);
    expect(file.bytes.subarray(0, 2).toString()).toBe("PK");
  }
});

/** A workbook under the headings of the template. */
async function workbookOf(of: Entity, keys: readonly string[], rows: readonly (readonly string[])[]): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const columns = keys.map((key) => ({ key, title: of.fields[key]!.label[0] }));
  await writeWorkbook(async (bytes) => void chunks.push(bytes), [{ name: of.label[0], columns, rows: [rows] }]);
  return Buffer.concat(chunks);
}

const brought = (by: Client, templateCode: string, bytes: Buffer) =>
  by.upload("exportServer/v1/importExcelRestful/importExcel", [{ name: "rows.xlsx", bytes }], { templateCode, dryRun: "N" });

test("admin §10: MENU_IMPORT brings menus under their parents, and one under itself is refused", async () => {
  const system = await wear(await world.admin(), world.responsibility("SYS_ADMIN"));
  const keys = ["menuCode", "name", "nameEn", "menuParentId", "menuType", "htmlUrl", "seqNum"];
  const page = ["IMP_PAGE", "导入页", "Imported page", "IMP_DIR", "PAGE", "yardStock", "20"];
  const dir = ["IMP_DIR", "导入目录", "Imported folder", "", "DIR", "", "10"];
  for (const row of [dir, page])
    expect(await brought(system, "MENU_IMPORT", await workbookOf(menu, keys, [row]))).toMatchObject({
      data: { status: "DONE", inserts: 1 },
    });
  const stored = await world.kernel.db.query(
    `select m."menuCode", m."levelId", p."menuCode" as parent from "BaseMenu" m left join "BaseMenu" p on p.id = m."menuParentId" where m."menuCode" like 'IMP_%' order by 1`,
  );
  expect(stored).toEqual([
    { menuCode: "IMP_DIR", levelId: 1, parent: null },
    { menuCode: "IMP_PAGE", levelId: 2, parent: "IMP_DIR" },
  ]);
  const sub = ["IMP_SUB", "子目录", "Below", "IMP_DIR", "DIR", "", "30"];
  expect(await brought(system, "MENU_IMPORT", await workbookOf(menu, keys, [sub]))).toMatchObject({ data: { inserts: 1 } });
  const round = await brought(system, "MENU_IMPORT", await workbookOf(menu, keys, [dir.with(3, "IMP_SUB")]));
  expect(round).toMatchObject({ code: "IMPORT_FAILED", msg: expect.stringContaining("菜单层级循环") });
});

test("admin §10: USER_IMPORT makes accounts with their responsibilities, never a password; what is held stays, what is unknown or privileged is not simply given", async () => {
  const system = await wear(await world.admin(), world.responsibility("SYS_ADMIN"));
  const orgId = (await world.save("BaseOrganization", { orgCode: "IMPORG", orgName: "IMPORG", orgType: "GROUP" })).id;
  for (const no of ["I1", "I2"]) await world.save("BasePerson", { personNum: no, personName: no, orgId, email: `${no}@example.com` });
  const keys = ["userName", "displayName", "personId", "email", "respCodes"];
  const responsibilitiesOf = (userName: string) =>
    world.kernel.db.query<{ responsibility: string; status: string }>(
      `select r."respCode" as responsibility, g.status from "BaseUserResp" g join "BaseResponsibility" r on r.id = g."responsibilityId" join "BaseUsers" u on u.id = g."userId" where u."userName" = $1 order by 1`,
      [userName],
    );
  const bring = async (rows: readonly (readonly string[])[]) => brought(system, "USER_IMPORT", await workbookOf(user, keys, rows));
  expect(
    await bring([
      ["import.one", "One", "I1", "i1@example.com", "BUYER，PLANNER"],
      ["import.two", "Two", "I2", "i2@example.com", ""],
    ]),
  ).toMatchObject({ data: { status: "DONE", inserts: 2 } });
  expect(await responsibilitiesOf("import.one")).toEqual([
    { responsibility: "BUYER", status: "ACTIVE" },
    { responsibility: "PLANNER", status: "ACTIVE" },
  ]);
  expect(await responsibilitiesOf("import.two")).toEqual([]);
  expect(
    await world.kernel.db.query(`select "passwordHash", "mustChangePwd", "respCodes" from "BaseUsers" where "userName" = 'import.one'`),
  ).toEqual([{ passwordHash: null, mustChangePwd: "Y", respCodes: null }]);

  expect(await bring([["import.one", "One", "I1", "i1@example.com", "BUYER,WAREHOUSE"]])).toMatchObject({ data: { status: "DONE" } });
  expect((await responsibilitiesOf("import.one")).map((entry) => entry.responsibility)).toEqual(["BUYER", "PLANNER", "WAREHOUSE"]);

  expect(await bring([["import.two", "Two", "I2", "i2@example.com", "NO_SUCH_HAT"]])).toMatchObject({ code: "IMPORT_FAILED" });
  expect(await bring([["import.two", "Two", "I2", "i2@example.com", "SUP_SALES"]])).toMatchObject({ code: "IMPORT_FAILED" });
  expect(await responsibilitiesOf("import.two")).toEqual([]);
});
