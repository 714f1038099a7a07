import { afterAll, beforeAll, expect, test } from "vitest";
import { dayIn, houseZone } from "#kernel/time.ts";
import { closedPeriods } from "#modules/order/index.ts";
import { day, ok, OrderWorld, type Row } from "../../tests/support/ordering.ts";

let world: OrderWorld;
beforeAll(async () => void (world = await OrderWorld.open()));
afterAll(() => world?.life.product.drop());

const frozen = (startDate: string): Promise<Row> =>
  world.life.act("SrmSupInfo", "S1", "doControl", {
    add: [{ scopeType: "ALL", blockedOps: ["ORDER"], startDate, controlReason: "COMPLIANCE" }],
    docType: "TEST",
    docId: "T",
    reason: "test",
  });
const lifted = async (): Promise<void> => {
  const rows = await world.life.rows(`select id from "SrmSupControl" where "supplierId" = 'S1' and "controlStatus" <> 'LIFTED'`);
  await world.life.act("SrmSupInfo", "S1", "doControl", {
    lift: rows.map((row) => row["id"]),
    docType: "TEST",
    docId: "T",
    reason: "test",
  });
};
const codeOf = (reply: Row): string => String(reply["code"] ?? "done");
/** A change of the first line of a running order to so many, submitted. */
async function changed(doc: Row, qty: string): Promise<string> {
  const { changeId } = await ok(world.call("doChange", { id: doc["id"] }));
  const draft = await world.find(changeId);
  const [line] = draft["lines"] as Row[];
  const rows = [{ ...line!["deliveries"][0], qty }];
  await ok(
    world.call("saveOrUpdate", {
      id: changeId,
      versionNum: draft["versionNum"],
      lines: { changed: [{ id: line!["id"], qty, deliveries: { changed: rows } }] },
    }),
  );
  return codeOf(await world.call("doSubmit", { id: changeId }));
}
async function typed(billTypeCode: string, more: object): Promise<string> {
  const { id } = await world.life.made("SrmBasePurchaseBillType", {
    billCategory: "ORDER",
    billTypeCode,
    billTypeName: billTypeCode,
    aslControl: "NONE",
    priceControl: "NONE",
    ...more,
  });
  await world.life.act("SrmBasePurchaseBillType", id, "doEnabled");
  return id;
}

test("ruling 3: goods keep their true date; a month closed for money moves the amount to the next open one", async () => {
  const month = day(0).slice(0, 7);
  const ends = world.life.product.kernel.declared.answers.add(
    closedPeriods.answeredBy(async (_, { months }) => months.map((value) => ({ month: value, next: "2099-01" }))),
  );
  const doc = await world.running({ rows: ["5"] });
  await world.received(doc, "5");
  ends();
  const posted = await world.life.rows(
    `select "transactionDate"::text as day, "periodMonth" as month from "SrmPurStorageTransaction" where "orderId" = $1`,
    doc["id"],
  );
  expect(posted).toEqual([{ day: day(0), month: "2099-01" }]);
  expect(month).not.toBe("2099-01");
});

test("ruling 6 and 17: a change that orders more passes the gate of the day it is submitted, one that orders less never is asked", async () => {
  const [more, less] = [await world.running({ rows: ["10"] }), await world.running({ rows: ["10"] })];
  await frozen(day(0));
  expect(await changed(more, "12")).toMatch(/^SLC_TRD/);
  expect(await changed(less, "8")).toBe("done");
  await lifted();
});

test("ruling 17: a freeze that begins later stops nothing today, whatever the order date says", async () => {
  await frozen(day(3));
  const { id } = await world.draft({ rows: ["5"], head: { orderDate: day(0) } });
  expect(codeOf(await world.call("doSubmit", { id }))).toBe("done");
  await lifted();
});

test("ruling 7: caps count what is effective: approved, less what was cancelled or closed", async () => {
  await world.life.rows(
    `update "SrmSupInfo" set "tempFlag" = 'Y', "tempValidTo" = $1, "tempAmountLimit" = 100000, "tempUsedAmount" = 0 where id = 'S1'`,
    day(30),
  );
  await world.life.rows(`update "SrmSupCategories" set "categoryStatus" = 'CANDIDATE', "validTo" = null where "supplierId" = 'S1'`);
  const used = async (): Promise<number> =>
    Number((await world.life.rows(`select "tempUsedAmount" as used from "SrmSupInfo" where id = 'S1'`))[0]!["used"]);
  const doc = await world.published({ rows: ["10"], price: "100" });
  expect(await used()).toBe(1130);
  await ok(world.call("doCancel", { id: doc["id"], reason: "x" }));
  expect(await used()).toBe(0);
  const part = await world.running({ rows: ["10"], price: "100" });
  await world.received(part, "4");
  await ok(world.call("doClose", { id: part["id"], reason: "x" }));
  expect(await used()).toBe(452);
  await world.life.rows(`update "SrmSupInfo" set "tempFlag" = 'N' where id = 'S1'`);
  await world.life.rows(
    `update "SrmSupCategories" set "categoryStatus" = 'QUALIFIED', "validTo" = $1 where "supplierId" = 'S1'`,
    day(4000),
  );
});

test("ruling 15: an item's own control makes the bill type stricter and never looser", async () => {
  const { ids } = world.life;
  const [free, strict] = [await typed("PO_FREE", {}), await typed("PO_STRICT", { priceControl: "BLOCK" })];
  const own = (mode: string | null, asl: string | null): Promise<Row[]> =>
    world.life.rows(`update "SrmBaseItemOrg" set "priceControlMode" = $1, "aslRequired" = $2 where "itemId" = $3`, mode, asl, ids["item"]);
  const submitted = async (billTypeId: string): Promise<string> => {
    const { id } = await world.draft({ rows: ["1"], head: { billTypeId } });
    return codeOf(await world.call("doSubmit", { id }));
  };
  expect(await submitted(free)).toBe("done");
  await own("MUST_PRICE", null);
  expect(await submitted(free)).toBe("PUR-2110");
  await own(null, "Y");
  expect(await submitted(free)).toBe("PUR-1002");
  await own("FREE", "N");
  expect(await submitted(strict)).toBe("PUR-2110");
  await own(null, null);
});

test("ruling 18: the business day is the organisation's, whatever zone its reader sits in", async () => {
  const { ids, product } = world.life;
  await product.kernel.db.query(`update "BaseUsers" set "timeZone" = 'Pacific/Honolulu', "orgId" = $2 where id = $1`, [
    ids["purchaser"],
    ids["org"],
  ]);
  const me = await product.kernel.permits.me({ userId: ids["purchaser"]!, responsibilityId: null, supplierId: null, language: "CN" });
  expect([me.zone, me.orgZone]).toEqual(["Pacific/Honolulu", houseZone]);
  const at = new Date("2026-11-18T20:00:00Z");
  expect([dayIn(at.toISOString(), me.orgZone!), dayIn(at.toISOString(), me.zone)]).toEqual(["2026-11-19", "2026-11-18"]);
  await product.kernel.db.query(`update "BaseUsers" set "timeZone" = '${houseZone}' where id = $1`, [ids["purchaser"]]);
});

test("ruling 19: of several refusals the supplier's state is named before the list of sources", async () => {
  const listed = await typed("PO_LISTED", { aslControl: "BLOCK" });
  const { id } = await world.draft({ rows: ["1"], head: { billTypeId: listed } });
  expect(codeOf(await world.call("doSubmit", { id }))).toMatch(/^PUR-100[234]$/);
  await frozen(day(0));
  expect(codeOf(await world.call("doSubmit", { id }))).toMatch(/^SLC_TRD/);
  await lifted();
});
