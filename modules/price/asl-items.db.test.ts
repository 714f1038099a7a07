import { afterAll, beforeAll, expect, test } from "vitest";
import { item } from "#modules/base/item.entity.ts";
import { from, ManagingWorld, ok, today, type Row } from "../../tests/support/managing.ts";
import { runDue } from "../../tests/support/due.ts";

let world: ManagingWorld;
let ids: Record<string, string>;
let n = 0;
const on = (entity: string) => `srmServer/v1/${entity[0]!.toLowerCase()}${entity.slice(1)}Restful`;
const applies = (name: string, body: object) => world.people["buyer"]!.call(`${on("SrmPurAslApply")}/${name}`, body);
const alters = (name: string, body: object) => world.people["buyer"]!.call(`${on("SrmPurAslAlteration")}/${name}`, body);
const obsolete = (id: string) => world.act("SrmBaseItem", id, "doObsolete");

async function anItem(): Promise<string> {
  const itemCode = `OBS${++n}`;
  const input = { itemCode, itemName: `件${n}`, itemNameEn: `Part ${n}`, categoryId: ids["sheet"], itemType: "RAW", primaryUom: "PCS" };
  const made = await world.made("SrmBaseItem", input);
  await world.act("SrmBaseItem", made["id"], "doSubmit");
  return made["id"];
}
async function applied(rows: readonly object[]): Promise<Row> {
  const lines = rows.map((row) => ({ startDate: today, ...row }));
  const doc = await ok(applies("saveOrUpdate", { orgId: ids["org"], applyReason: "扩大货源", lines }));
  await ok(applies("doSubmit", { id: doc["id"] }));
  return doc;
}
const admitted = async (rows: readonly object[]): Promise<void> => void (await ok(world.decides((await applied(rows))["id"])));
const drafted = (alterType: string, rows: readonly object[]) =>
  ok(alters("saveOrUpdate", { orgId: ids["org"], alterType, alterReason: "货源调整", lines: rows }));
const linesOf = (itemId: string): Promise<Row[]> =>
  world.rows(
    `select id, "aslHeaderId", "supplierId", "aslStatus" as status, "endDate"::text as end, "allowOrder", "freezeSourceId", "liveBefore"
       from "SrmPurAslLine" where "itemId" = $1 order by id`,
    itemId,
  );
const states = async (itemId: string) => (await linesOf(itemId)).map((line) => [line["status"], line["end"]]);

beforeAll(async () => {
  world = await ManagingWorld.open();
  ids = world.ids;
});
afterAll(() => world?.product.drop());

test("an item made obsolete ends its sources at once: suspended, frozen and later ones as well, with their history and a message to the buyer", async () => {
  const itemId = await anItem();
  const suppliers = [await world.qualified(), await world.qualified(), await world.qualified(), await world.qualified()];
  await admitted([
    { itemId, supplierId: suppliers[0] },
    { itemId, supplierId: suppliers[1], endDate: from(90) },
    { itemId, supplierId: suppliers[2], startDate: from(5), endDate: from(90) },
    { itemId, supplierId: suppliers[3], aslStatus: "TRIAL" },
  ]);
  const sus = await drafted("SUSPEND", [{ aslLineId: (await linesOf(itemId))[1]!["id"] }]);
  await ok(alters("doSubmit", { id: sus["id"] }));
  await ok(world.decides(sus["id"]));
  const freeze = await ok(
    world.people["buyer"]!.call(`${on("SrmSlcDailyManage")}/saveOrUpdate`, {
      reasonType: "QUALITY",
      reasonDesc: "批量不良",
      supplierId: suppliers[3],
      manageType: "FREEZE",
      startDate: today,
      lines: [{ scopeType: "ALL", blockedOps: ["ORDER"] }],
    }),
  );
  await ok(world.people["buyer"]!.call(`${on("SrmSlcDailyManage")}/doDailyManageSubmit`, { id: freeze["id"] }));
  await ok(world.decides(freeze["id"]));
  expect((await linesOf(itemId)).map((line) => line["status"])).toEqual(["APPROVED", "SUSPENDED", "APPROVED", "SUSPENDED"]);
  const [last] = await world.rows(`select max(no)::text as no from "Outbox"`);
  await world.made("SrmBasePurchaseCategory", {
    id: ids["sheet"],
    buyers: [{ orgId: ids["org"], buyerRole: "EXECUTION", buyerId: ids["buyer"], primaryFlag: "Y", startDate: today }],
  });
  await obsolete(itemId);
  expect(await states(itemId)).toEqual([
    ["EXPIRED", today],
    ["EXPIRED", today],
    ["EXPIRED", from(5)],
    ["EXPIRED", today],
  ]);
  expect((await linesOf(itemId)).map((line) => [line["allowOrder"], line["freezeSourceId"]])).toEqual(suppliers.map(() => ["N", null]));
  const sentEvents = await world.rows(`select data from "Outbox" where event = 'PUR_ASL_CHANGED' and no > $1 order by no`, last!["no"]);
  expect(sentEvents.map(({ data }) => [data.status, data.statusEn, data.cause, data.causeEn, data.buyerId, data.lines.length])).toEqual([
    ["已过期", "Expired", "（物料已淘汰）", " (item obsolete)", ids["buyer"], 4],
  ]);
  const [list] = await linesOf(itemId);
  const history = await ok(world.people["buyer"]!.call(`${on("SrmPurAslHeader")}/findHistory`, { id: list!["aslHeaderId"] }));
  expect(history[0]).toMatchObject({ action: "doEndSources" });
  // The end of the freeze brings nothing back.
  const [control] = await world.rows(`select id from "SrmSupControl" where "supplierId" = $1`, suppliers[3]);
  const lift = await ok(
    world.people["buyer"]!.call(`${on("SrmSlcDailyManage")}/saveOrUpdate`, {
      reasonType: "QUALITY",
      reasonDesc: "整改完成",
      supplierId: suppliers[3],
      manageType: "UNFREEZE",
      lines: [{ controlId: control!["id"] }],
    }),
  );
  await ok(world.people["buyer"]!.call(`${on("SrmSlcDailyManage")}/doDailyManageSubmit`, { id: lift["id"] }));
  await ok(world.decides(lift["id"]));
  expect((await states(itemId))[3]).toEqual(["EXPIRED", today]);
});

test("nothing brings the sources of an obsolete item back: no extension, no application under way, no list entered or imported", async () => {
  const itemId = await anItem();
  const [a, b, c] = [await world.qualified(), await world.qualified(), await world.qualified()];
  await admitted([{ itemId, supplierId: a, endDate: from(90) }]);
  const underway = await applied([{ itemId, supplierId: b }]);
  await obsolete(itemId);
  expect(await world.decides(underway["id"])).toMatchObject({ code: "PUR-1007" });
  const [line] = await linesOf(itemId);
  const extend = await drafted("EXTEND", [{ aslLineId: line!["id"], afterJson: { endDate: from(300) } }]);
  expect(await alters("doSubmit", { id: extend["id"] })).toMatchObject({ code: "PUR-1007" });
  const save = world.made("SrmPurAslHeader", { id: line!["aslHeaderId"], lines: { changed: [{ supplierId: c, startDate: today }] } });
  await expect(save).rejects.toMatchObject({ code: "PUR-1007" });
  expect(await states(itemId)).toEqual([["EXPIRED", today]]);
});

test("the night ends what an item that was obsolete before still has, once; other items keep theirs", async () => {
  const [gone, stays] = [await anItem(), await anItem()];
  const supplierId = await world.qualified();
  await admitted([
    { itemId: gone, supplierId },
    { itemId: stays, supplierId },
  ]);
  await world.rows(`update "SrmBaseItem" set "itemStatus" = 'OBSOLETE' where id = $1`, gone);
  const night = () => runDue(world.product.kernel, "expireAsl", new Date(`${today}T00:10:00+08:00`));
  await night();
  await night();
  expect([await states(gone), await states(stays)]).toEqual([[["EXPIRED", today]], [["APPROVED", null]]]);
  const [list] = await linesOf(gone);
  const [version] = await world.rows(`select "versionNum" as no from "SrmPurAslHeader" where id = $1`, list!["aslHeaderId"]);
  expect(version!["no"], "made, admitted, ended").toBe(2);
});

test("an obsolete item is so for good: no action of it begins there", () => {
  const out = Object.entries(item.actions as Record<string, { from?: readonly string[] }>).filter(([, entry]) =>
    entry.from?.includes("OBSOLETE"),
  );
  expect([out, (item.savesFrom as readonly string[]).includes("OBSOLETE")]).toEqual([[], false]);
});
