import { afterAll, beforeAll, expect, test } from "vitest";
import { pathOf } from "#kernel/declared.ts";
import type { Client } from "../support/client.ts";
import { openWorld, wear, worldModules, type World } from "./admin-world.ts";

let world: World;
let admin: Client;
beforeAll(async () => {
  world = await openWorld();
  admin = await wear(await world.admin(), world.hat("SEC_ADMIN"));
});
afterAll(() => world.drop());

const widgets = worldModules.flatMap((one) => one.widgets ?? []);
const shownTo = async (client: Client): Promise<string[]> =>
  (await client.call("baseServer/baseHomeService/findWidgets")).data.map((w: { widgetCode: string }) => w.widgetCode);

/** Every figure this person sees, beside the number of rows of the list it leads to. */
async function figures(client: Client, audience: string): Promise<Record<string, [tile: string, list: string]>> {
  const shown = await shownTo(client);
  const found: Record<string, [string, string]> = {};
  for (const { code, counts } of widgets.filter(
    (w) => w.audience === audience && w.type === "FIGURE" && w.counts && shown.includes(w.code),
  )) {
    const { entity, view, list } = counts!;
    const tile = (await client.call("baseServer/baseHomeService/loadWidget", { widgetCode: code })).data;
    const rows = await client.call(`${entity.service}/v1/${pathOf(entity)}/listByPage`, { list, ...tile.query, count: "exact" });
    expect([code, tile.query.view]).toEqual([code, view]);
    found[code] = [tile.value, String(rows.page!.count)];
    expect(tile.value, code).toBe(String(rows.page!.count));
  }
  return found;
}

test("a tile of the home page tells exactly what the list behind it holds", async () => {
  const second = await (await world.person("second", ["SEC_ADMIN"])).signIn();
  const boss = await world.person("boss", ["BUYER"]);
  const helper = await world.person("helper", ["BUYER"]);
  await second.call("baseServer/v1/baseUserRespRestful/saveOrUpdate", { userId: boss.id, responsibilityId: world.hat("DEV_ADMIN") });
  const orgId = (await world.save("BaseOrganization", { orgCode: "HOME", orgName: "HOME", orgType: "GROUP" })).id;
  const leaver = await world.save("BasePerson", { personNum: "H1", personName: "H1", orgId, email: "h1@example.com" });
  await world.press("BasePerson", leaver.id, "doLeave", { leaveDate: "2099-12-31" });
  const asBoss = await boss.signIn();
  const [from, to] = [new Date(Date.now() - 60_000), new Date(Date.now() + 86_400_000)].map((time) => time.toISOString());
  await asBoss.call("baseServer/v1/baseUserAuthorisationRestful/saveOrUpdate", {
    fromUserId: boss.id,
    toUserId: helper.id,
    authType: "APPROVAL",
    startTime: from,
    endTime: to,
  });
  expect(await figures(admin, "INTERNAL")).toMatchObject({ GRANT_CONFIRM: ["1", "1"] });
  const asSystem = await figures(await wear(await world.admin(), world.hat("SYS_ADMIN")), "INTERNAL");
  expect(asSystem).toMatchObject({ USER_LOCKED: ["0", "0"], PERSON_LEAVING: ["1", "1"] });
  expect(asSystem).not.toHaveProperty("GRANT_CONFIRM");
  expect(await figures(await helper.signIn(), "INTERNAL")).toMatchObject({ DELEGATION_ACTING: ["1", "1"], EXPORT_READY: ["0", "0"] });
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
