import { afterAll, beforeAll, expect, test } from "vitest";
import { pathOf } from "#kernel/declared.ts";
import { shift } from "#kernel/time.ts";
import type { Client } from "../support/client.ts";
import { codeOf, openWorld, wear, worldModules, type World } from "./admin-world.ts";

let world: World;
let admin: Client;
beforeAll(async () => {
  world = await openWorld();
  admin = await wear(await world.admin(), world.responsibility("SEC_ADMIN"));
});
afterAll(() => world.drop());

const widgets = worldModules.flatMap((worldModule) => worldModule.widgets ?? []);
const shownTo = async (client: Client): Promise<string[]> =>
  (await client.call("baseServer/baseHomeService/findWidgets")).data.map((w: { widgetCode: string }) => w.widgetCode);

/** A tile and the length of its list. Timed jobs write to the log meanwhile, so both are read again until the tile did not move between. */
async function atRest(load: () => Promise<any>, countOf: (query: object) => Promise<number>): Promise<[tile: any, rows: number]> {
  for (;;) {
    const tile = await load();
    const rows = await countOf(tile.query);
    if ((await load()).value === tile.value) return [tile, rows];
  }
}

/** Every figure this person sees, beside the number of rows of the list it leads to. */
async function figures(client: Client, audience: string): Promise<Record<string, [tile: string, list: string]>> {
  const shown = await shownTo(client);
  const found: Record<string, [string, string]> = {};
  for (const { code, counts } of widgets.filter(
    (w) => w.audience === audience && w.type === "FIGURE" && w.counts && shown.includes(w.code),
  )) {
    const { entity, view, list } = counts!;
    const load = async () => (await client.call("baseServer/baseHomeService/loadWidget", { widgetCode: code })).data;
    const countOf = async (query: object) =>
      (await client.call(`${entity.service}/v1/${pathOf(entity)}/listByPage`, { list, ...query, count: "exact" })).page!.count;
    const [tile, rows] = await atRest(load, countOf);
    expect([code, tile.query.view]).toEqual([code, view || undefined]);
    found[code] = [tile.value, String(rows)];
    expect(tile.value, code).toBe(String(rows));
  }
  return found;
}

test("a tile of the home page tells exactly what the list behind it holds", async () => {
  const second = await (await world.person("second", ["SEC_ADMIN"])).signIn();
  const boss = await world.person("boss", ["BUYER"]);
  const helper = await world.person("helper", ["BUYER"]);
  await second.call("baseServer/v1/baseUserRespRestful/saveOrUpdate", {
    userId: boss.id,
    responsibilityId: world.responsibility("DEV_ADMIN"),
  });
  const orgId = (await world.save("BaseOrganization", { orgCode: "HOME", orgName: "HOME", orgType: "GROUP" })).id;
  const leaver = await world.save("BasePerson", { personNum: "H1", personName: "H1", orgId, email: "h1@example.com" });
  await world.press("BasePerson", leaver.id, "doLeave", { leaveDate: "2099-12-31" });
  const asBoss = await boss.signIn();
  const [from, to] = [shift(new Date(), { minutes: -1 }), shift(new Date(), { days: 1 })].map((time) => time.toISOString());
  await asBoss.call("baseServer/v1/baseUserAuthorisationRestful/saveOrUpdate", {
    fromUserId: boss.id,
    toUserId: helper.id,
    authType: "APPROVAL",
    startTime: from,
    endTime: to,
  });
  expect(await figures(admin, "INTERNAL")).toMatchObject({ GRANT_CONFIRM: ["1", "1"] });
  const asSystem = await figures(await wear(await world.admin(), world.responsibility("SYS_ADMIN")), "INTERNAL");
  expect(asSystem).toMatchObject({ USER_LOCKED: ["0", "0"], PERSON_LEAVING: ["1", "1"] });
  expect(asSystem).not.toHaveProperty("GRANT_CONFIRM");
  expect(await figures(await helper.signIn(), "INTERNAL")).toMatchObject({ DELEGATION_ACTING: ["1", "1"], EXPORT_READY: ["0", "0"] });
});

test("operations of jobs and of the installation are not counted as operations of people", async () => {
  const log = "baseServer/v1/baseOperateLogRestful/listByPage";
  const countOf = async (query: object) => Number((await admin.call(log, { ...query, pageRows: 1, count: "exact" })).page!.count);
  const [all, people] = [await countOf({}), await countOf({ view: "people" })];
  expect(people).toBeGreaterThan(0);
  expect(all).toBeGreaterThan(people);
  const newest: { account: string }[] = (await admin.call(log, { view: "people", pageRows: 100, count: "none" })).data;
  expect(newest.filter(({ account }) => account.startsWith("system:"))).toEqual([]);
});

test("everybody has the own tiles, and those of a page only with that page", async () => {
  const buyer = await (await world.person("plain", ["BUYER"])).signIn();
  const shown = await shownTo(buyer);
  expect(shown).toEqual(expect.arrayContaining(["DELEGATION_ACTING", "EXPORT_READY", "LINKS"]));
  expect(shown.filter((code) => ["GRANT_CONFIRM", "USER_LOCKED", "PERSON_LEAVING"].includes(code))).toEqual([]);
  expect((await buyer.call("baseServer/baseHomeService/loadWidget", { widgetCode: "GRANT_CONFIRM" })).code).toBe("DATA_NOT_FOUND");
  const vendor = await (await world.person("vendor", ["SUP_SALES"], { userType: "SUPPLIER", supplierId: "S1" })).signIn();
  expect(await figures(vendor, "SUPPLIER")).toMatchObject({ DELEGATION_ACTING: ["0", "0"], EXPORT_READY: ["0", "0"] });
});

test("shell 4.6: what an administrator says of a tile holds at home: name, order, width, needed menu, switched off", async () => {
  const boss = await wear(await world.admin(), world.responsibility("SYS_ADMIN"));
  const at = (name: string, body: object) => boss.call(`baseServer/v1/baseHomeWidgetRestful/${name}`, body);
  const rowOf = async (widgetCode: string, audience = "INTERNAL") => (await at("listByPage", { widgetCode, audience })).data[0];
  const change = async (widgetCode: string, values: object) => {
    const { id, versionNum } = await rowOf(widgetCode);
    return at("saveOrUpdate", { id, versionNum, ...values });
  };
  const tile = async (client: Client, code: string) =>
    (await client.call("baseServer/baseHomeService/findWidgets")).data.find((w: { widgetCode: string }) => w.widgetCode === code);
  const buyer = await (await world.person("tiled", ["BUYER"])).signIn();
  const vendor = await (await world.person("tiledvendor", ["SUP_SALES"], { userType: "SUPPLIER", supplierId: "S1" })).signIn();
  expect(await tile(buyer, "EXPORT_READY")).toMatchObject({ nameCn: "待下载的导出", seq: 720, span: 1, refreshSeconds: 60 });

  await change("EXPORT_READY", { nameCn: "我的导出", nameEn: "My exports", defaultSeq: 5, defaultSpan: 2, refreshSeconds: 300 });
  expect(await tile(buyer, "EXPORT_READY")).toMatchObject({
    nameCn: "我的导出",
    nameEn: "My exports",
    seq: 5,
    span: 2,
    refreshSeconds: 300,
  });
  expect(await tile(vendor, "EXPORT_READY")).toMatchObject({ nameCn: "待下载的导出", seq: 720 });

  expect(codeOf(await change("EXPORT_READY", { needMenuId: "nowhere" }))).toBe("FIELD_INVALID");
  const [menu] = (await boss.call("baseServer/v1/baseMenuRestful/listByPage", { menuCode: "profile" })).data;
  expect(codeOf(await change("EXPORT_READY", { needMenuId: menu.id }))).toBe("S");
  expect(await rowOf("EXPORT_READY")).toMatchObject({ needMenuId: menu.id, needMenuCode: "profile", needMenuName: "系统配置" });
  expect(await tile(buyer, "EXPORT_READY")).toBeUndefined();
  expect(await tile(boss, "EXPORT_READY")).toMatchObject({ nameCn: "我的导出" });

  await change("LINKS", { enabledFlag: "N" });
  expect([await tile(boss, "LINKS"), await tile(buyer, "LINKS")]).toEqual([undefined, undefined]);
  expect(codeOf(await buyer.call("baseServer/baseHomeService/loadWidget", { widgetCode: "LINKS" }))).toBe("DATA_NOT_FOUND");
  expect(await tile(vendor, "LINKS")).toBeDefined();
  await change("LINKS", { enabledFlag: "Y" });
  const made = { widgetCode: "OWN", nameCn: "自造", audience: "INTERNAL", widgetType: "FIGURE" };
  expect(codeOf(await at("saveOrUpdate", made))).toBe("WIDGET_SHIPPED");
});

test("home offers the pages kept at hand and, beside them, the eight opened most in thirty days", async () => {
  const who = await world.person("frequent", ["SYS_ADMIN"]);
  const client = await who.signIn();
  const home = (name: string, body: object = {}) => client.call(`baseServer/baseHomeService/${name}`, body);
  const links = async () => (await home("loadWidget", { widgetCode: "LINKS" })).data;
  expect(await links()).toMatchObject({ rows: [], often: [] });

  const menus = (await client.call("baseServer/baseMenuService/findMenusByResp")).data.filter((m: any) => m.menuType === "PAGE");
  const [often, once, kept, ...rest] = menus;
  await client.call("baseServer/v1/baseFavouriteRestful/saveOrUpdate", { kind: "MENU", targetRef: kept.menuCode, title: kept.name });
  for (const menu of [often, often, often, once, kept]) expect(codeOf(await home("opened", { menuId: menu.menuId }))).toBe("S");
  expect(await links()).toMatchObject({ rows: [{ menuId: kept.menuId }], often: [{ menuId: often.menuId }, { menuId: once.menuId }] });

  // What the responsibility does not open is neither counted nor shown; what was opened long ago is forgotten.
  expect(codeOf(await home("opened", { menuId: "no-such-menu" }))).toBe("DATA_NOT_FOUND");
  const { db } = world.kernel;
  await db.query(`update "BaseMenuOpening" set day = day - 31 where "userId" = $1 and "menuId" = $2`, [who.id, often.menuId]);
  expect((await links()).often).toMatchObject([{ menuId: once.menuId }]);
  for (const menu of rest.slice(0, 9)) await home("opened", { menuId: menu.menuId });
  expect((await links()).often).toHaveLength(8);
  expect(await db.query(`select 1 from "BaseMenuOpening" where "userId" = $1 and "menuId" = $2`, [who.id, often.menuId])).toEqual([]);
  const stranger = await (await world.person("rare", ["SYS_ADMIN"])).signIn();
  expect((await stranger.call("baseServer/baseHomeService/loadWidget", { widgetCode: "LINKS" })).data.often).toEqual([]);
});

test("notices for me stand at home until they are read; matters say how many are late", async () => {
  const who = await world.person("reader", ["BUYER"]);
  const reader = await who.signIn();
  const load = async (widgetCode: string) => (await reader.call("baseServer/baseHomeService/loadWidget", { widgetCode })).data;
  const orgId = (await world.save("BaseOrganization", { orgCode: "NEWS", orgName: "NEWS", orgType: "GROUP" })).id;
  const text = {
    title: "放假安排",
    titleEn: "Holidays",
    noticeType: "OTHER",
    audience: "INTERNAL",
    orgId,
    content: "<p>放假</p>",
    topFlag: "Y",
  };
  const made = await world.save("SrmBaseNotice", text);
  expect((await load("NOTICES")).rows).toEqual([]);
  await world.press("SrmBaseNotice", made.id, "publish");
  expect(await load("NOTICES")).toMatchObject({
    unread: 1,
    rows: [{ title: "放假安排", pinned: true, unread: true, route: "notice/noticeDesc", query: { id: made.id } }],
  });
  await reader.call("srmServer/v1/srmBaseNoticeRestful/readNotice", { id: made.id });
  expect(await load("NOTICES")).toMatchObject({ unread: 0, rows: [{ unread: false }] });

  const matter = (id: string, due: string) =>
    world.kernel.db.query(
      `insert into "SrmBaseInsidePending" (id, "pendingType", "bizType", "bizId", title, "userId", "routePath", "arrivalDate", "dueDate", priority, status, "createdBy", "creationDate", "lastUpdatedBy", "lastUpdateDate", "versionNum")
       values ($1, 'OTHER', 'X', $1, 'X', $2, 'insidePendingList', now(), now() + $3::interval, 'NORMAL', 'OPEN', 'x', now(), 'x', now(), 1)`,
      [id, who.id, due],
    );
  expect(await load("TODO_MATTER")).toMatchObject({ value: "0", query: {} });
  await matter("matter-late", "-1 hour");
  await matter("matter-soon", "1 hour");
  expect(await load("TODO_MATTER")).toMatchObject({ value: "2", route: "insidePendingList", note: "其中 1 件超期", tone: "error" });

  const handled = async () => (await reader.call("srmServer/v1/srmBaseInsidePendingRestful/listHandled", {})).data;
  expect(await handled()).toEqual([]);
  await world.kernel.db.query(`update "SrmBaseInsidePending" set status = 'HANDLED', "handledBy" = $1 where id = 'matter-late'`, [who.id]);
  expect(await handled()).toMatchObject([{ id: "matter-late" }]);
});
