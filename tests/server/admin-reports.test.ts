import { afterAll, beforeAll, expect, test } from "vitest";
import { readTable } from "#kernel/server/excel/read.ts";
import { stampUnused } from "#kernel/server/admin/unused.ts";
import { connect, type Client } from "../support/client.ts";
import { codeOf, openWorld, password, wear, type World } from "./admin-world.ts";

let world: World;
let security: Client;
beforeAll(async () => {
  world = await openWorld();
  security = await wear(await world.admin(), world.hat("SEC_ADMIN"));
});
afterAll(() => world.drop());

/** A sheet of a workbook as rows of texts. */
async function sheetOf(bytes: Buffer, sheet: number): Promise<string[][]> {
  const rows: string[][] = [];
  for await (const batch of readTable(bytes, { sheet })) rows.push(...batch.map((one) => one.cells.map((cell) => cell ?? "")));
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
      .then((one) => one.call("baseServer/basePermitService/exportAccessReview", {}))
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

test("a background export under a lent hat has the lender's rows; it is taken away under the own hat, and not once nothing is lent", async () => {
  const a = await world.person("lends.stock", ["YARD_BOSS"]);
  const b = await world.person("borrows.stock", ["EMPLOYEE"]);
  const [asA, asB] = [await a.signIn(), await b.signIn()];
  await asA.call("srmServer/v1/sampleStockRestful/saveOrUpdate", { stockCode: "LENT-OUT", limitQty: "5" });
  const { db, directory } = world.kernel;
  const menu = (await db.one<{ id: string }>(`select id from "BaseMenu" where "htmlUrl" = 'yardStock'`))!.id;
  const lent = await asA.call("baseServer/v1/baseUserAuthorisationRestful/saveOrUpdate", {
    ...{ fromUserId: a.id, toUserId: b.id, authType: "MENU", menuIds: [menu] },
    ...{ startTime: new Date(Date.now() - 1_000).toISOString(), endTime: new Date(Date.now() + 3_600_000).toISOString() },
  });
  expect(codeOf(lent)).toBe("S");
  const hats = await directory.responsibilities(b.id, new Date());
  const put = (responsibilityId: string) => asB.call("baseServer/baseLoginService/switchResponsibility", { responsibilityId });
  await put(hats.find((hat) => hat.lentBy !== undefined)!.responsibilityId);
  const asked = await asB.call("exportServer/v1/exportExcelRestful/doBackExport", {
    paramsValue: { requestUrl: "/srmServer/v1/sampleStockRestful/listByPage", requestParams: {}, columns: [{ key: "stockCode" }] },
    fileName: "stock",
  });
  expect(asked.msg).toMatch(/^EXP\d+$/);
  const row = (): Promise<any> => db.one(`select * from "BaseReportBackExport" where "exportNum" = $1`, [asked.msg]);
  await expect.poll(async () => (await row()).status).toBe("DONE");
  const { id } = await row();

  await put(hats.find((hat) => hat.lentBy === undefined)!.responsibilityId);
  const taken = await asB.download("reportServer/v1/baseReportBackExportRestful/download", { id });
  expect((await sheetOf(taken.bytes, 0)).flat()).toContain("LENT-OUT");
  await db.query(`update "BaseUserAuthorisation" set "endTime" = now() where id = $1`, [lent.data.id]);
  world.kernel.permits.forget();
  expect(codeOf(await asB.call("reportServer/v1/baseReportBackExportRestful/download", { id }))).toBe("EXPORT_PERMIT_LOST");
});
