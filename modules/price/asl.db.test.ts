import { afterAll, beforeAll, expect, test } from "vitest";
import { findFor } from "#kernel/server/find/find-for.ts";
import { systemMe } from "#kernel/server/access/permit.ts";
import { impactOf, tradable, tradeFacts } from "#modules/supplier/index.ts";
import { from, ManagingWorld, ok, today, type Row } from "../../tests/support/managing.ts";
import { aslFor } from "./asl.ask.ts";
import { runDue } from "../../tests/support/due.ts";

let world: ManagingWorld;
let ids: Record<string, string>;
const me = systemMe("test");
const on = (entity: string) => `srmServer/v1/${entity[0]!.toLowerCase()}${entity.slice(1)}Restful`;
const applies = (name: string, body: object, by = world.people["buyer"]!) => by.call(`${on("SrmPurAslApply")}/${name}`, body);
const alters = (name: string, body: object, by = world.people["buyer"]!) => by.call(`${on("SrmPurAslAlteration")}/${name}`, body);
const daily = (name: string, body: object) => world.people["buyer"]!.call(`${on("SrmSlcDailyManage")}/${name}`, body);
const night = (name: "expireAsl" | "applyAslAlteration" | "SLC_QUIT_TICK", days: number): Promise<number> =>
  runDue(world.product.kernel, name, new Date(`${from(days)}T00:10:00+08:00`));
const sentEvents = async (event: string): Promise<Row[]> => world.rows(`select data from "Outbox" where event = $1 order by no`, event);

const lines = (supplierId: string): Promise<Row[]> =>
  world.rows(
    `select l.id, i."itemCode" as item, l."aslStatus" as status, l."allowOrder", l."allowDelivery", l."freezeSourceId", l."sourceType", l."endDate"::text
      from "SrmPurAslLine" l left join "SrmBaseItem" i on i.id = l."itemId" where l."supplierId" = $1 order by i."itemCode"`,
    supplierId,
  );
const statuses = async (supplierId: string) => Object.fromEntries((await lines(supplierId)).map((line) => [line["item"], line["status"]]));

/** An application, submitted and approved. */
async function admitted(rows: readonly object[]): Promise<Row> {
  const doc = await ok(
    applies("saveOrUpdate", { orgId: ids["org"], applyReason: "扩大货源", lines: rows.map((row) => ({ startDate: today, ...row })) }),
  );
  await ok(applies("doSubmit", { id: doc["id"] }));
  await ok(world.decides(doc["id"]));
  return ok(applies("findById", { id: doc["id"] }));
}
const drafted = (alterType: string, rows: readonly object[], more: object = {}) =>
  alters("saveOrUpdate", { orgId: ids["org"], alterType, alterReason: "货源调整", lines: rows, ...more });
async function altered(alterType: string, rows: readonly object[], more: object = {}): Promise<Row> {
  const doc = await ok(drafted(alterType, rows, more));
  await ok(alters("doSubmit", { id: doc["id"] }));
  await ok(world.decides(doc["id"]));
  return ok(alters("findById", { id: doc["id"] }));
}
async function measure(input: object): Promise<Row> {
  const doc = await ok(daily("saveOrUpdate", { reasonType: "QUALITY", reasonDesc: "批量不良", notifySupplier: "Y", ...input }));
  await ok(daily("doDailyManageSubmit", { id: doc["id"] }));
  await ok(world.decides(doc["id"]));
  return doc;
}

beforeAll(async () => {
  world = await ManagingWorld.open();
  ids = world.ids;
  for (const code of ["M100", "M200", "M300"])
    ids[code] = (
      await world.made("SrmBaseItem", {
        itemCode: code,
        itemName: `件${code}`,
        categoryId: ids["sheet"],
        itemType: "RAW",
        primaryUom: "PCS",
      })
    )["id"];
  await world.rows(`update "SrmBaseItem" set "itemStatus" = 'ACTIVE'`);
});
afterAll(() => world?.product.drop());

test("purchasing 26: a freeze suspends both lines and lets goods come; lifted they are as they were; an exit disqualifies them", async () => {
  const id = await world.qualified();
  await admitted([
    { itemId: ids["M100"], supplierId: id, aslStatus: "APPROVED" },
    { itemId: ids["M200"], supplierId: id, aslStatus: "TRIAL" },
    { itemId: ids["M300"], supplierId: id, aslStatus: "APPROVED" },
  ]);
  expect(await statuses(id)).toEqual({ M100: "APPROVED", M200: "TRIAL", M300: "APPROVED" });
  // A line known by references alone is named by what they lead to.
  const [instance] = await world.rows(`select subject, "subjectEn" from "BpmInstance" where "bizEntity" = 'SrmPurAslApply'`);
  expect([instance!["subject"], instance!["subjectEn"]]).toEqual([
    expect.stringMatching(/ · 件M100等 3 行$/),
    expect.stringMatching(/ · 件M100 and 2 more$/),
  ]);
  const third = (await lines(id))[2]!["id"];
  await altered("SUSPEND", [{ aslLineId: third }]);
  const freeze = await measure({
    supplierId: id,
    manageType: "FREEZE",
    startDate: today,
    lines: [{ scopeType: "ALL", blockedOps: ["ORDER"] }],
  });
  expect(await statuses(id)).toEqual({ M100: "SUSPENDED", M200: "SUSPENDED", M300: "SUSPENDED" });
  const find = findFor(world.product.kernel, me);
  const asked = { supplierId: id, orgId: ids["org"]!, categoryId: ids["sheet"]!, date: today };
  expect(tradable(await tradeFacts(find, { ...asked, op: "ORDER" }), { ...asked, op: "ORDER" })).toMatchObject({
    ok: false,
    code: "SLC_TRD_001",
  });
  expect(tradable(await tradeFacts(find, { ...asked, op: "DELIVERY" }), { ...asked, op: "DELIVERY" })).toMatchObject({ ok: true });
  expect((await lines(id)).map((line) => line["allowDelivery"])).toEqual(["Y", "Y", "Y"]);
  const [control] = await world.rows(`select id from "SrmSupControl" where "supplierId" = $1`, id);
  expect((await lines(id)).map((line) => line["freezeSourceId"])).toEqual([control!["id"], control!["id"], null]);
  expect(freeze["id"]).toBeTruthy();
  await measure({ supplierId: id, manageType: "UNFREEZE", lines: [{ controlId: control!["id"] }] });
  expect(await statuses(id)).toEqual({ M100: "APPROVED", M200: "TRIAL", M300: "SUSPENDED" });
  expect((await sentEvents("PUR_ASL_CHANGED")).length).toBeGreaterThan(3);
  const specialist = world.people["specialist"]!;
  const leaving = (name: string, body: object) => specialist.call(`${on("SrmSlcSupplierQuit")}/${name}`, body);
  // Nobody else supplies these items: the plan has to name them.
  const plan = "M100、M200 由替代供应商承接，库存覆盖两个月";
  const quit = await ok(leaving("saveOrUpdate", { supplierId: id, quitReason: "QUALITY", quitDate: from(3), transitionPlan: plan }));
  await ok(leaving("doSubmit", { id: quit["id"] }));
  await ok(world.decides(quit["id"]));
  expect(await statuses(id), "an exit to come stops new orders").toEqual({ M100: "SUSPENDED", M200: "SUSPENDED", M300: "SUSPENDED" });
  await night("SLC_QUIT_TICK", 3);
  expect(await statuses(id)).toEqual({ M100: "DISQUALIFIED", M200: "DISQUALIFIED", M300: "DISQUALIFIED" });
  expect((await lines(id)).map((line) => line["allowDelivery"])).toEqual(["N", "N", "N"]);
});

test("an application marks what is there, is refused for it, and brings an expired line back with new values", async () => {
  const id = await world.qualified();
  const row = { itemId: ids["M100"], supplierId: id, moq: "5" };
  await admitted([row]);
  const again = await ok(applies("saveOrUpdate", { orgId: ids["org"], applyReason: "再次", lines: [{ ...row, startDate: today }] }));
  expect(again["lines"][0]).toMatchObject({ duplicateFlag: "Y", categoryId: ids["sheet"] });
  expect(await applies("doSubmit", { id: again["id"] })).toMatchObject({ code: "PUR-1001" });
  const [line] = await lines(id);
  await altered("DISQUALIFY", [{ aslLineId: line!["id"] }]);
  await ok(applies("saveOrUpdate", { ...again, lines: [{ ...again["lines"][0], moq: "8" }] }));
  await ok(applies("doSubmit", { id: again["id"] }));
  await ok(world.decides(again["id"]));
  const [back] = await world.rows(`select id, "aslStatus", moq::text, "sourceId" from "SrmPurAslLine" where "supplierId" = $1`, id);
  expect(back).toMatchObject({ id: line!["id"], aslStatus: "APPROVED", sourceId: again["id"] });
  expect(Number(back!["moq"])).toBe(8);
  const empty = await ok(applies("saveOrUpdate", { orgId: ids["org"], applyReason: "空" }));
  expect(await applies("doSubmit", { id: empty["id"] })).toMatchObject({ code: "PUR-0006" });
});

test("one alteration of a line at a time; a later day waits for the night; limits are set as approved", async () => {
  const id = await world.qualified();
  await admitted([{ itemId: ids["M200"], supplierId: id, aslStatus: "TRIAL", endDate: from(100) }]);
  const [line] = await lines(id);
  const entry = { aslLineId: line!["id"] };
  expect(await drafted("LIMIT", [{ ...entry, afterJson: { moq: "-1" } }])).toMatchObject({ status: "E" });
  const limit = await ok(drafted("LIMIT", [{ ...entry, afterJson: { moq: "20", aslStatus: "APPROVED" } }], { effectiveDate: from(2) }));
  expect(limit["lines"][0]["beforeJson"]).toMatchObject({ aslStatus: "TRIAL", moq: null });
  await ok(alters("doSubmit", { id: limit["id"] }));
  const rival = await ok(drafted("SUSPEND", [entry]));
  expect(await alters("doSubmit", { id: rival["id"] })).toMatchObject({ code: "PUR-1006" });
  await ok(world.decides(limit["id"]));
  await night("applyAslAlteration", 1);
  expect((await lines(id))[0]).toMatchObject({ status: "TRIAL" });
  await night("applyAslAlteration", 2);
  await night("applyAslAlteration", 2);
  expect((await lines(id))[0]).toMatchObject({ status: "APPROVED", sourceType: "ALTERATION" });
  await ok(alters("doSubmit", { id: rival["id"] }));
  await ok(world.decides(rival["id"]));
  expect(await statuses(id)).toEqual({ M200: "SUSPENDED" });
  await altered("RESUME", [entry]);
  expect(await statuses(id)).toEqual({ M200: "APPROVED" });
});

test("an alteration of several lines names what it is about, also where nobody is asked and it is carried out at once", async () => {
  const id = await world.qualified();
  const items = ["M100", "M200", "M300"].map((code) => ids[code]);
  await admitted(items.map((itemId) => ({ itemId, supplierId: id, aslStatus: "TRIAL" })));
  const mine = await lines(id);
  const two = mine.slice(1).map((row) => ({ aslLineId: row["id"] }));
  const subject = async (doc: Row) =>
    (await world.rows(`select subject, "subjectEn" from "BpmInstance" where "bizId" = $1`, doc["id"])).map((row) => [
      row["subject"],
      row["subjectEn"],
    ]);
  const asked = await altered("SUSPEND", two);
  expect(await subject(asked)).toEqual([[expect.stringMatching(/ · 件M200等 2 行$/), expect.stringMatching(/ · 件M200 and 1 more$/)]]);
  expect(await statuses(id)).toEqual({ M100: "TRIAL", M200: "SUSPENDED", M300: "SUSPENDED" });
  const mode = (value: string | null): Promise<unknown> =>
    world.rows(`update "BaseApprovalBillType" set "approvalMode" = $1 where "billTypeCode" = 'PUR_ASL_ALTERATION'`, value);
  await mode("NONE");
  const atOnce = await ok(drafted("RESUME", two));
  await ok(alters("doSubmit", { id: atOnce["id"] }));
  expect(await statuses(id)).toEqual({ M100: "TRIAL", M200: "TRIAL", M300: "TRIAL" });
  expect(await ok(alters("findById", { id: atOnce["id"] }))).toMatchObject({ status: "APPROVED", appliedDate: today, lineCount: 2 });
  await mode(null);
});

test("a line expires after its last day, is warned of before, and comes back by an extension", async () => {
  const id = await world.qualified();
  await admitted([{ itemId: ids["M300"], supplierId: id, endDate: from(40) }]);
  const warnings = async () =>
    (await sentEvents("PUR_ASL_EXPIRING")).filter((row) => row["data"].supplierId === id).map((row) => row["data"].days);
  for (const day of [5, 10, 10, 33, 34, 39, 40]) await night("expireAsl", day);
  expect(await warnings()).toEqual([30, 7, 1]);
  expect(await statuses(id), "its last day is one of its days").toEqual({ M300: "APPROVED" });
  await night("expireAsl", 41);
  expect((await lines(id))[0]).toMatchObject({ status: "EXPIRED", allowOrder: "N", allowDelivery: "Y" });
  await altered("EXTEND", [{ aslLineId: (await lines(id))[0]!["id"], afterJson: { endDate: from(400) } }]);
  expect((await lines(id))[0]).toMatchObject({ status: "APPROVED", endDate: from(400), allowOrder: "Y" });
});

test("the item's own list goes before its category's, the site's line before the general one; only-sources are known", async () => {
  const [a, b] = [await world.qualified(), await world.qualified()];
  const find = findFor(world.product.kernel, me);
  const asked = { orgId: ids["org"]!, itemId: ids["plain"] ?? null, categoryId: ids["plastic"]!, onDate: today };
  expect(await aslFor(find, { ...asked, supplierId: a })).toEqual({ line: null, listExists: false });
  await admitted([{ aslLevel: "CATEGORY", categoryId: ids["plastic"], supplierId: a }]);
  const own = (
    await world.made("SrmBaseItem", { itemCode: "P1", itemName: "壳", categoryId: ids["plastic"], itemType: "RAW", primaryUom: "PCS" })
  )["id"];
  await world.rows(`update "SrmBaseItem" set "itemStatus" = 'ACTIVE'`);
  expect((await aslFor(findFor(world.product.kernel, me), { ...asked, itemId: own, supplierId: a })).line?.aslStatus).toBe("APPROVED");
  await admitted([{ itemId: own, supplierId: b }]);
  const now = findFor(world.product.kernel, me);
  expect(await aslFor(now, { ...asked, itemId: own, supplierId: a })).toEqual({ line: null, listExists: true });
  expect((await aslFor(now, { ...asked, itemId: own, supplierId: b })).line?.supplierId).toBe(b);
  const sole = await impactOf(now, { supplierId: b, orgIds: null, categoryIds: null }, today);
  expect(sole.soleItems).toEqual([{ itemCode: "P1", itemName: "壳" }]);
  const permitted = await ok(world.people["buyer"]!.call(`${on("SrmPurAslHeader")}/listPermitted`, { orgId: ids["org"], itemId: own }));
  expect(permitted["rows"].map((row: Row) => row["supplierId"])).toEqual([b]);
});

test("a supplier that is blacklisted cannot be put on the list; being listed takes it off", async () => {
  const id = await world.qualified();
  await admitted([{ itemId: ids["M100"], supplierId: id }]);
  await world.act("SrmSupInfo", id, "doStanding", { blacklistFlag: "Y", docType: "TEST", docId: "T1" });
  expect(await statuses(id)).toEqual({ M100: "DISQUALIFIED" });
  const doc = await ok(
    applies("saveOrUpdate", { orgId: ids["org"], applyReason: "x", lines: [{ itemId: ids["M200"], supplierId: id, startDate: today }] }),
  );
  expect(await applies("doSubmit", { id: doc["id"] })).toMatchObject({ code: "PUR-1004" });
});
