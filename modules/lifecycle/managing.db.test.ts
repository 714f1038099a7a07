import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#kernel/server/act/id.ts";
import { systemMe } from "#kernel/server/access/permit.ts";
import { isBlacklisted, openBusiness, tradable, tradeFacts, type Operation } from "#modules/supplier/index.ts";
import { from, ManagingWorld, ok, today, type Row } from "../../tests/support/managing.ts";
import { findFor } from "#kernel/server/find/find-for.ts";
import { plant } from "../../tests/support/plant.ts";
import { runDue } from "../../tests/support/due.ts";

let world: ManagingWorld;
let ids: Record<string, string>;
const me = systemMe("test");
/** Five past midnight in Shanghai, so many days from now. */
const tick = (name: "SUP_CONTROL_TICK" | "SLC_QUIT_TICK" | "BLACKLIST_TICK", days: number): Promise<number> =>
  runDue(world.product.kernel, name, new Date(`${from(days)}T00:05:00+08:00`));

const may = async (supplierId: string, op: Operation, categoryId = ids["sheet"]!, date = today) => {
  const asked = { supplierId, op, orgId: ids["org"]!, categoryId, date };
  return tradable(await tradeFacts(findFor(world.product.kernel, me), asked), asked);
};
const supplier = async (id: string): Promise<Row> => (await world.rows(`select * from "SrmSupInfo" where id = $1`, id))[0]!;
const sentEvents = async (event: string): Promise<number> =>
  Number((await world.rows(`select count(*) as n from "Outbox" where event = $1`, event))[0]!["n"]);

const daily = (name: string, body: object) => world.people["buyer"]!.call(`srmServer/v1/srmSlcDailyManageRestful/${name}`, body);
const quits = (name: string, body: object, by = world.people["specialist"]!) =>
  by.call(`srmServer/v1/srmSlcSupplierQuitRestful/${name}`, body);
const listing = (name: string, body: object) =>
  world.people["specialist"]!.call(`srmServer/v1/srmSlcSupplierBlacklistRestful/${name}`, body);

/** A measure, submitted and approved. */
async function measure(input: object): Promise<Row> {
  const doc = await ok(daily("saveOrUpdate", { reasonType: "QUALITY", reasonDesc: "批量不良", notifySupplier: "Y", ...input }));
  await ok(daily("doDailyManageSubmit", { id: doc["id"] }));
  await ok(world.decides(doc["id"]));
  return ok(daily("findById", { id: doc["id"] }));
}

const plan = "由替代供应商承接全部物料，库存覆盖两个月";

beforeAll(async () => {
  world = await ManagingWorld.open();
  ids = world.ids;
});
afterAll(() => world?.product.drop());

test("supplier 16: a freeze of orders for sheet metal stops new orders there and nothing else; the supplier stays qualified", async () => {
  const id = await world.qualified();
  const doc = await measure({
    supplierId: id,
    manageType: "FREEZE",
    startDate: today,
    lines: [{ scopeType: "CATEGORY", categoryId: ids["sheet"], blockedOps: ["ORDER"] }],
  });
  expect([doc["status"], doc["scopeTypes"], doc["scopeNames"]]).toEqual(["APPROVED", ["CATEGORY"], "钣金"]);
  expect(await may(id, "ORDER")).toMatchObject({ ok: false, code: "SLC_TRD_001", by: { table: "SrmSupControl" } });
  for (const op of ["DELIVERY", "STATEMENT", "PAYMENT", "SOURCING"] as const) expect([op, (await may(id, op)).ok]).toEqual([op, true]);
  expect((await may(id, "ORDER", ids["plastic"])).ok).toBe(true);
  expect((await supplier(id))["supStatus"]).toBe("QUALIFIED");
  expect(await sentEvents("SUPPLIER_FROZEN")).toBeGreaterThan(0);
  // Lifted by a document that points at the control.
  const [control] = await world.rows(`select id from "SrmSupControl" where "supplierId" = $1`, id);
  const before = await sentEvents("SUPPLIER_LIFTED");
  await measure({ supplierId: id, manageType: "UNFREEZE", lines: [{ controlId: control!["id"] }] });
  expect((await may(id, "ORDER")).ok).toBe(true);
  expect(await sentEvents("SUPPLIER_LIFTED")).toBe(before + 1);
  expect((await ok(daily("findById", { id: doc["id"] })))["endedFlag"]).toBe("Y");
});

test("supplier 17: a freeze that ends today has expired tomorrow at five past midnight, and its owner is told", async () => {
  const id = await world.qualified();
  const doc = await measure({
    supplierId: id,
    manageType: "FREEZE",
    startDate: today,
    endDate: today,
    lines: [{ scopeType: "ALL", blockedOps: ["SOURCING", "ORDER"] }],
  });
  expect((await supplier(id))["supStatus"]).toBe("FROZEN");
  expect((await may(id, "ORDER")).ok).toBe(false);
  await tick("SUP_CONTROL_TICK", 0);
  expect((await may(id, "ORDER")).ok, "its last day is one of its days").toBe(false);
  const before = await sentEvents("SUPPLIER_LIFTED");
  await tick("SUP_CONTROL_TICK", 1);
  const [control] = await world.rows(`select "controlStatus" from "SrmSupControl" where "supplierId" = $1`, id);
  expect(control!["controlStatus"]).toBe("EXPIRED");
  expect((await supplier(id))["supStatus"]).toBe("QUALIFIED");
  expect((await may(id, "ORDER", ids["sheet"], from(1))).ok).toBe(true);
  expect(await sentEvents("SUPPLIER_LIFTED")).toBe(before + 1);
  const [event] = await world.rows(`select data from "Outbox" where event = 'SUPPLIER_LIFTED' order by no desc limit 1`);
  expect(event!["data"].ownerId).toBe(world.ids["buyer"]);
  expect((await ok(daily("findById", { id: doc["id"] })))["endedFlag"]).toBe("Y");
});

test("a measure that begins later blocks nothing until its first day", async () => {
  const id = await world.qualified();
  const events = async () => [await sentEvents("DAILY_MANAGE_BEGUN"), await sentEvents("DAILY_MANAGE_OVER")] as const;
  const before = await events();
  const since = async () => (await events()).map((count, i) => count - before[i]!);
  await measure({
    supplierId: id,
    manageType: "FREEZE",
    startDate: from(2),
    endDate: from(3),
    lines: [{ scopeType: "ALL", blockedOps: ["ORDER"] }],
  });
  expect([(await supplier(id))["supStatus"], (await may(id, "ORDER")).ok]).toEqual(["QUALIFIED", true]);
  expect(await since()).toEqual([0, 0]);
  await tick("SUP_CONTROL_TICK", 2);
  expect([(await supplier(id))["supStatus"], (await may(id, "ORDER", ids["sheet"], from(2))).ok]).toEqual(["FROZEN", false]);
  // The supplier hears of it on the day it starts, once, and when it is over.
  await tick("SUP_CONTROL_TICK", 2);
  expect(await since()).toEqual([1, 0]);
  await tick("SUP_CONTROL_TICK", 4);
  expect((await supplier(id))["supStatus"]).toBe("QUALIFIED");
  expect(await since()).toEqual([1, 1]);
});

test("a suspended category comes back as it was; levels, letters and rectifications do what they say", async () => {
  const id = await world.qualified();
  await measure({ supplierId: id, manageType: "SUSPEND", startDate: today, lines: [{ categoryId: ids["sheet"], orgId: ids["org"] }] });
  expect([(await may(id, "ORDER")).ok, (await may(id, "ORDER", ids["plastic"])).ok]).toEqual([false, true]);
  await measure({ supplierId: id, manageType: "RESUME", lines: [{ categoryId: ids["sheet"] }] });
  expect((await may(id, "ORDER")).ok).toBe(true);
  await measure({ supplierId: id, manageType: "LEVEL_ADJUST", newLevel: "PREFERRED" });
  expect((await supplier(id))["supLevel"]).toBe("PREFERRED");
  expect(
    await daily("saveOrUpdate", {
      supplierId: id,
      manageType: "LEVEL_ADJUST",
      newLevel: "PREFERRED",
      reasonType: "OTHER",
      reasonDesc: "x",
    }),
  ).toMatchObject({ code: "SLC_DLY_001" });
  const warned = await measure({ supplierId: id, manageType: "WARN_LETTER" });
  const [letter] = await world.rows(`select status, "supplierIds", "bizNo" from "SrmBaseNotification" where id = $1`, warned["letterId"]);
  expect(letter).toMatchObject({ status: "PUBLISHED", supplierIds: [id], bizNo: warned["dailyNo"] });
});

test("a supplier answers a rectification and sees nothing else of daily management", async () => {
  const own = await world.qualified();
  await world.product.person("mg.vendor", ["SUP_ADMIN"], { userType: "SUPPLIER", supplierId: own, supAdminFlag: "Y" });
  const other = await world.qualified();
  await world.product.person("mg.other", ["SUP_ADMIN"], { userType: "SUPPLIER", supplierId: other, supAdminFlag: "Y" });
  const [vendor, stranger] = await Promise.all([world.product.signIn("mg.vendor"), world.product.signIn("mg.other")]);
  const doc = await measure({ supplierId: own, manageType: "RECTIFY", rectifyDueDate: from(7), sourceBizType: "TEST", sourceBizId: "X1" });
  await measure({ supplierId: own, manageType: "INTERVIEW", startDate: today });
  const path = "srmServer/v1/srmSlcDailyManageRestful";
  const list = await ok(vendor.call(`${path}/listByPage`, { pageIndex: 1, pageRows: 20 }));
  expect(list.map((row: Row) => [row["id"], row["sourceBizId"]])).toEqual([[doc["id"], undefined]]);
  expect(await stranger.call(`${path}/doRectifyReply`, { id: doc["id"], reply: "x" })).toMatchObject({ code: "SUP_AUTH_404" });
  await ok(vendor.call(`${path}/doRectifyReply`, { id: doc["id"], reply: "已更换模具" }));
  await ok(daily("doVerify", { id: doc["id"], result: "NG", opinion: "缺少验证数据", newDueDate: from(10) }));
  await ok(vendor.call(`${path}/doRectifyReply`, { id: doc["id"], reply: "补充验证数据" }));
  expect((await ok(daily("doVerify", { id: doc["id"], result: "OK" })))["rectifyResult"]).toBe("OK");
});

test("supplier 23: unpaid 12,300 and two moulds stop an exit without release; with it sourcing is blocked at once, payment goes on", async () => {
  const id = await world.qualified();
  const forget = world.product.kernel.declared.answers.add(
    openBusiness.answeredBy(async (_, asked) =>
      asked.supplierId === id
        ? settled
          ? [
              { item: "UNPAID", count: 0, amount: "0" },
              { item: "MOULD", count: 0 },
            ]
          : [
              { item: "UNPAID", count: 3, amount: "12300" },
              { item: "MOULD", count: 2 },
            ]
        : [],
    ),
  );
  let settled = false;
  try {
    const doc = await ok(quits("saveOrUpdate", { supplierId: id, quitReason: "QUALITY", quitDate: from(5), transitionPlan: plan }));
    expect(doc["checks"].length).toBe(13);
    expect(doc["openCount"]).toBe(2);
    const refused = await quits("doSubmit", { id: doc["id"] });
    expect([refused.code, refused.msg]).toEqual(["SLC_QUT_002", expect.stringMatching(/12,300\.00.*2/)]);
    expect(await quits("doRelease", { id: doc["id"], releaseText: "付款与模具已有安排" })).toMatchObject({ status: "E" });
    await ok(quits("doRelease", { id: doc["id"], releaseText: "付款与模具已有安排" }, world.people["boss"]!));
    await ok(quits("doSubmit", { id: doc["id"] }));
    await ok(world.decides(doc["id"]));
    expect((await ok(quits("findById", { id: doc["id"] })))["status"]).toBe("APPROVED");
    expect((await may(id, "SOURCING")).ok).toBe(false);
    expect((await may(id, "ORDER")).ok).toBe(false);
    for (const op of ["STATEMENT", "PAYMENT"] as const) expect([op, (await may(id, op)).ok]).toEqual([op, true]);
    // On the day something is still open: it waits and says so; then it is done.
    const waited = await sentEvents("QUIT_WAITING");
    await tick("SLC_QUIT_TICK", 5);
    expect([(await ok(quits("findById", { id: doc["id"] })))["status"], await sentEvents("QUIT_WAITING")]).toEqual([
      "APPROVED",
      waited + 1,
    ]);
    settled = true;
    await tick("SLC_QUIT_TICK", 6);
    expect((await ok(quits("findById", { id: doc["id"] })))["status"]).toBe("EFFECTIVE");
    expect((await supplier(id))["supStatus"]).toBe("QUIT");
    const grants = await world.rows(`select "categoryStatus" from "SrmSupCategories" where "supplierId" = $1`, id);
    expect(grants.map((grant) => grant["categoryStatus"])).toEqual(["EXITED", "EXITED"]);
    expect(await sentEvents("SUPPLIER_QUIT")).toBeGreaterThan(0);
  } finally {
    forget();
  }
});

test("a cancelled exit gives back what it blocked, until its day has come", async () => {
  const id = await world.qualified();
  const doc = await ok(quits("saveOrUpdate", { supplierId: id, quitReason: "PRICE", quitDate: from(3), transitionPlan: plan }));
  await ok(quits("doSubmit", { id: doc["id"] }));
  await ok(world.decides(doc["id"]));
  expect((await may(id, "ORDER")).ok).toBe(false);
  await ok(quits("doCancel", { id: doc["id"], cancelText: "双方继续合作" }, world.people["boss"]!));
  expect((await may(id, "ORDER")).ok).toBe(true);
});

test("companies that share an owner are related, whatever the owner is called", async () => {
  const id = await world.qualified();
  const looked = { provider: "MANUAL", queryDate: new Date().toISOString() };
  const { db } = world.product.kernel;
  await plant(db, "SrmSupRegisterCompany", newId(), { ...looked, supplierId: id, shareholders: [{ name: '虚构"控股"100%' }, "某自然人"] });
  await plant(db, "SrmSupRegisterCompany", newId(), { ...looked, name: "虚构兄弟公司", shareholders: ['虚构"控股"100%'] });
  await plant(db, "SrmSupRegisterCompany", newId(), { ...looked, name: "虚构旁人公司", shareholders: ['虚构"控股"100号'] });
  const doc = await ok(
    listing("saveOrUpdate", {
      supplierId: id,
      reasonType: "BRIBERY",
      reasonDesc: "查实商业贿赂",
      startDate: today,
      permanentFlag: "Y",
      scope: "GROUP",
      paymentPolicy: "PAY_UNDISPUTED",
    }),
  );
  await ok(listing("findRelated", { id: doc["id"] }));
  const { related } = await ok(listing("findById", { id: doc["id"] }));
  expect(related.map((row: Row) => [row["companyName"], row["relationType"]])).toEqual([["虚构兄弟公司", "SHAREHOLDER"]]);
});

/** An onboarding of the supplier that has just begun. */
async function introduced(supplierId: string, categoryId: string): Promise<string> {
  const path = await world.made("SrmBaseProcessTemplate", {
    templateCode: `MG${supplierId}`,
    templateName: "引入",
    effectiveFrom: from(-1),
    nodes: [{ nodeSeq: 10, nodeCode: "QUALIFIED", requiredType: "MUST" }],
  });
  await world.act("SrmBaseProcessTemplate", path["id"], "doEnabled");
  const scene = await world.made("SrmSlcIntroduceScenes", {
    sceneCode: `MG${supplierId}`,
    sceneName: "新供应商",
    sceneType: "NEW",
    priority: 1,
    processTemplateId: path["id"],
  });
  await world.act("SrmSlcIntroduceScenes", scene["id"], "doEnabled");
  const made = await world.made("SrmSlcIntroduceTrack", {
    supplierId,
    orgId: ids["org"],
    categoryIds: [categoryId],
    sceneId: scene["id"],
    ownerId: ids["buyer"],
    startDate: today,
    scopes: [{ categoryId }],
  });
  await world.act("SrmSlcIntroduceTrack", made["id"], "doOpen");
  return made["id"];
}

test("supplier 24: an onboarding from before ends when its supplier is listed; after the removal the supplier is potential and needs a new one", async () => {
  const id = await world.qualified();
  const running = await introduced(id, ids["plastic"]!);
  const entry = await world.made("SrmSlcSupplierBlacklist", {
    supplierId: id,
    direction: "IN",
    reasonType: "BRIBERY",
    reasonDesc: "查实商业贿赂",
    startDate: today,
    permanentFlag: "Y",
    scope: "GROUP",
    paymentPolicy: "PAY_UNDISPUTED",
  });
  await world.rows(`update "SrmSlcSupplierBlacklist" set "fileIds" = 'evidence' where id = $1`, entry["id"]);
  await ok(listing("doSubmit", { id: entry["id"] }));
  await ok(world.decides(entry["id"], "doPass", world.people["legal"]!));
  expect((await world.rows(`select "trackStatus" from "SrmSlcIntroduceTrack" where id = $1`, running))[0]).toEqual({
    trackStatus: "STOPPED",
  });
  await world.act("SrmSlcSupplierBlacklist", entry["id"], "doRemoved");
  expect(await supplier(id)).toMatchObject({ supStatus: "POTENTIAL", runningTracks: 0 });
  const application = {
    supplierId: id,
    orgId: ids["org"],
    trackId: running,
    validFrom: today,
    validTo: from(300),
    categories: [{ categoryId: ids["plastic"], grantStatus: "QUALIFIED" }],
  };
  expect(await world.people["buyer"]!.call("srmServer/v1/srmSlcQualifiedSupplierRestful/saveOrUpdate", application)).toMatchObject({
    status: "E",
    fieldErrors: [{ path: "trackId" }],
  });
});

test("supplier 24: off the blacklist a supplier is potential, its categories stay exited and nothing can be ordered", async () => {
  const id = await world.qualified({ legalPerson: "同一人" });
  const twin = await world.qualified({ legalPerson: "同一人" });
  await world.product.person("listed.user", ["SUP_ADMIN"], { userType: "SUPPLIER", supplierId: id, supAdminFlag: "Y" });
  const body = {
    supplierId: id,
    reasonType: "BRIBERY",
    reasonDesc: "查实商业贿赂",
    startDate: today,
    permanentFlag: "Y",
    scope: "GROUP",
    paymentPolicy: "PAY_UNDISPUTED",
  };
  const doc = await ok(listing("saveOrUpdate", body));
  expect(await listing("doSubmit", { id: doc["id"] })).toMatchObject({ code: "SLC_BLK_001" });
  await world.rows(`update "SrmSlcSupplierBlacklist" set "fileIds" = 'evidence' where id = $1`, doc["id"]);
  const searched = await listing("findRelated", { id: doc["id"] });
  expect(searched.status).toBe("S");
  const found = await ok(listing("findById", { id: doc["id"] }));
  expect(found["related"].map((row: Row) => [row["supplierId"], row["relationType"]])).toEqual([[twin, "LEGAL_PERSON"]]);
  await world.rows(`update "SrmSlcSupplierBlacklistRelated" set "includeFlag" = 'Y' where "parentId" = $1`, doc["id"]);
  await ok(listing("doSubmit", { id: doc["id"] }));
  expect((await may(id, "ORDER")).ok, "blocked while it is being decided").toBe(false);
  expect((await may(id, "PAYMENT")).ok).toBe(true);
  await ok(world.decides(doc["id"], "doPass", world.people["legal"]!));
  for (const value of [id, twin]) expect((await supplier(value))["supStatus"]).toBe("BLACKLISTED");
  const [account] = await world.rows(`select "userStatus" from "BaseUsers" where "userName" = 'listed.user'`);
  expect(account!["userStatus"]).toBe("DISABLED");
  const find = findFor(world.product.kernel, me);
  const { taxNo, supplierName } = (await supplier(twin)) as { taxNo: string; supplierName: string };
  expect((await isBlacklisted(find, { taxNo: taxNo.toLowerCase().replace("-", " "), on: today }))?.id).toBe(doc["id"]);
  expect(await isBlacklisted(find, { companyName: `${supplierName} Co., Ltd.`, on: today })).not.toBeNull();
  expect(await isBlacklisted(find, { taxNo: "TX-9999", companyName: "清白公司", on: today })).toBeNull();
  // Out again: the committee may before the least time.
  await listing("doRemove", { id: doc["id"], reasonDesc: "整改完成" });
  const [out] = await world.rows(`select id from "SrmSlcSupplierBlacklist" where "originId" = $1`, doc["id"]);
  await world.rows(`update "SrmSlcSupplierBlacklist" set "fileIds" = 'evidence' where id = $1`, out!["id"]);
  expect(await listing("doSubmit", { id: out!["id"] })).toMatchObject({ status: "S", data: { status: "APPROVING" } });
  expect(await world.decides(out!["id"], "doPass", world.people["legal"]!)).toMatchObject({ code: "SLC_BLK_002" });
  await world.rows(`update "SrmSlcSupplierBlacklist" set "effectDate" = $2 where id = $1`, doc["id"], from(-200));
  await ok(world.decides(out!["id"], "doPass", world.people["legal"]!));
  expect((await ok(listing("findById", { id: doc["id"] })))["status"]).toBe("REMOVED");
  expect((await supplier(id))["supStatus"]).toBe("POTENTIAL");
  const grants = await world.rows(`select "categoryStatus" from "SrmSupCategories" where "supplierId" = $1`, id);
  expect(grants.map((grant) => grant["categoryStatus"])).toEqual(["EXITED", "EXITED"]);
  expect((await may(id, "ORDER")).ok).toBe(false);
  // Only a new introduction grants anew.
  await world.grant(id, "QUALIFIED", ["sheet"]);
  expect([(await may(id, "ORDER")).ok, (await may(id, "ORDER", ids["plastic"])).ok]).toEqual([true, false]);
});

test("an entry with an end runs out by itself; a company that is no supplier may be listed", async () => {
  const body = {
    companyName: "虚构贸易行",
    uscc: "FG-77 88",
    reasonType: "FRAUD",
    reasonDesc: "冒名投标",
    startDate: today,
    endDate: from(1),
    scope: "GROUP",
  };
  const doc = await ok(listing("saveOrUpdate", body));
  await world.rows(`update "SrmSlcSupplierBlacklist" set "fileIds" = 'evidence' where id = $1`, doc["id"]);
  await ok(listing("doSubmit", { id: doc["id"] }));
  await ok(world.decides(doc["id"], "doPass", world.people["legal"]!));
  const find = findFor(world.product.kernel, me);
  expect(await isBlacklisted(find, { uscc: "fg7788", on: today })).not.toBeNull();
  await tick("BLACKLIST_TICK", 1);
  expect((await ok(listing("findById", { id: doc["id"] })))["status"]).toBe("EFFECTIVE");
  await tick("BLACKLIST_TICK", 2);
  expect((await ok(listing("findById", { id: doc["id"] })))["status"]).toBe("EXPIRED");
});
