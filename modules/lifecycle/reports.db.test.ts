import { afterAll, beforeAll, expect, test } from "vitest";
import type { Client } from "../../tests/support/client.ts";
import { from, ManagingWorld, ok, today, type Row } from "../../tests/support/managing.ts";
import { purchaseAmounts } from "./amounts.ts";

let world: ManagingWorld;
let reader: Client;
const ids: Record<string, string> = {};
const report = (name: string, body: object = {}, by: Client = reader): Promise<Row> =>
  ok(by.call(`srmServer/v1/srmSupReportRestful/${name}`, body));
const year = today.slice(0, 4);
const before = String(Number(year) - 1);

beforeAll(async () => {
  world = await ManagingWorld.open();
  reader = world.people["specialist"]!;
  // Four suppliers: two qualified long ago, one this January, one that is only known.
  ids["old"] = await world.qualified({ supplierType: "MANUFACTURER" }, `${before}-03-10`);
  ids["sold"] = await world.qualified({ supplierType: "TRADER" }, `${before}-05-20`);
  ids["fresh"] = await world.qualified({ supplierType: "MANUFACTURER" }, `${year}-01-15`);
  ids["known"] = await world.supplier({ supplierType: "SERVICE" }, `${before}-06-01`);
});
afterAll(() => world?.product.drop());

test("status distribution tells any past day from the log", async () => {
  const past = await report("getSupplierStatusScatter", { asOfDate: `${before}-04-01` });
  expect([past["figures"].total, past["rows"].map((row: Row) => [row["id"], row["supStatus"]])]).toEqual([1, [[ids["old"], "QUALIFIED"]]]);
  const later = await report("getSupplierStatusScatter", { asOfDate: `${before}-12-31`, dimension: "TYPE" });
  const shares = Object.fromEntries(
    later["groups"].statuses.map((status: Row) => [status["supStatus"], [status["count"], status["share"]]]),
  );
  // Two qualified and one potential of three.
  expect(shares).toEqual({ QUALIFIED: [2, "66.67"], POTENTIAL: [1, "33.33"] });
  expect(later["groups"].byDimension.map((row: Row) => row["name"]).sort()).toEqual(["MANUFACTURER", "SERVICE", "TRADER"]);
  await world.act("SrmSupInfo", ids["old"]!, "doControl", {
    docType: "TEST",
    docId: "T2",
    reason: "x",
    add: [{ scopeType: "ALL", blockedOps: ["ORDER"], startDate: today, controlReason: "QUALITY" }],
  });
  const now = await report("getSupplierStatusScatter");
  expect(now["rows"].find((row: Row) => row["id"] === ids["old"])["supStatus"]).toBe("FROZEN");
  const again = await report("getSupplierStatusScatter", { asOfDate: `${before}-12-31` });
  expect(again["rows"].find((row: Row) => row["id"] === ids["old"])["supStatus"], "the past does not change").toBe("QUALIFIED");
});

test("no transaction counts whole months since the last trade, or since it was qualified", async () => {
  await world.act("SrmSupInfo", ids["fresh"]!, "doTrade", { tradeDate: from(-40) });
  const reply = await report("getSupplierNoTransaction", { months: 6 });
  expect(reply["rows"].map((entry: Row) => entry["id"])).toEqual([ids["sold"]]);
  const [row] = reply["rows"];
  expect(row["idleMonths"]).toBeGreaterThanOrEqual(6);
  expect([reply["figures"].total, reply["figures"].of, reply["figures"].never]).toEqual([1, 2, 1]);
  const few = await report("getSupplierNoTransaction", { months: 1 });
  expect(few["rows"].map((entry: Row) => entry["id"]).sort()).toEqual([ids["sold"], ids["fresh"]].sort());
});

test("introduced and exited: opening plus in minus out is closing", async () => {
  const quit = await world.made("SrmSlcSupplierQuit", {
    supplierId: ids["sold"],
    quitReason: "PRICE",
    quitDate: today,
    transitionPlan: "由他人承接",
  });
  await world.rows(`update "SrmSlcSupplierQuit" set status = 'EFFECTIVE', "effectDate" = $2 where id = $1`, quit["id"], `${year}-01-20`);
  const reply = await report("getSupplierIntroduceAndQuitQty", { year });
  const [january] = reply["rows"];
  // Opening two (old, sold), fresh came, sold went.
  expect([january.opening, january.introduced, january.exited, january.closing]).toEqual([2, 1, 1, 2]);
  for (const row of reply["rows"]) expect(row.opening + row.introduced - row.exited).toBe(row.closing);
  expect(reply["figures"]).toMatchObject({ opening: 2, introduced: 1, exited: 1, closing: 2 });
  const months = await report("getSupplierIntroduceAndQuitQtyByMonth", { year });
  expect(months.length).toBe(Number(today.slice(5, 7)));
});

test("introductions: counts, pass rate, median and ninetieth percentile", async () => {
  const scene = (
    await world.made("SrmSlcIntroduceScenes", {
      sceneCode: "NEW1",
      sceneName: "新引入",
      sceneType: "NEW",
      priority: 1,
      processTemplateId: await template(),
    })
  )["id"];
  const spans = [
    ["PASSED", 10],
    ["PASSED", 20],
    ["PASSED", 30],
    ["PASSED", 40],
    ["FAILED", 5],
  ] as const;
  for (const [i, [trackStatus, days]] of spans.entries()) {
    const made = await world.made("SrmSlcIntroduceTrack", {
      supplierId: ids["old"],
      orgId: world.ids["org"],
      sceneId: scene,
      ownerId: world.ids["buyer"],
      categoryIds: [world.ids[i % 2 ? "sheet" : "plastic"]],
      scopes: [{ categoryId: world.ids[i % 2 ? "sheet" : "plastic"] }],
      startDate: from(-days),
    });
    await world.rows(
      `update "SrmSlcIntroduceTrack" set "trackStatus" = $2, "startDate" = $3, "endDate" = $4 where id = $1`,
      made["id"],
      trackStatus,
      from(-days),
      today,
    );
    await world.rows(`update "SrmSlcIntroduceTrackScope" set "runningFlag" = 'N' where "parentId" = $1`, made["id"]);
  }
  const reply = await report("getSupplierIntroduceQty");
  // 10, 20, 30, 40 days: median 25, ninetieth percentile 37; four of five passed.
  expect(reply["figures"]).toMatchObject({ passed: 4, failed: 1, passRate: "80.00", median: "25.0", p90: "37.0", started: 5 });
  expect(reply["groups"].scenes[0]).toMatchObject({ name: "NEW", passed: 4, failed: 1 });
  const sheet = await report("getSupplierIntroduceQty", { categoryId: world.ids["sheet"] });
  expect(sheet["figures"]).toMatchObject({ passed: 2, failed: 0, median: "30.0" });
});

async function template(): Promise<string> {
  const made = await world.made("SrmBaseProcessTemplate", {
    templateCode: "P1",
    templateName: "路径",
    effectiveFrom: from(-1),
    nodes: [{ nodeSeq: 10, nodeCode: "QUALIFIED", requiredType: "MUST" }],
  });
  await world.act("SrmBaseProcessTemplate", made["id"], "doEnabled");
  return made["id"];
}

test("amounts: nothing is made up while nothing was bought; then shares, growth and rows without a rate", async () => {
  const empty = await report("getMainSupplierSchedule");
  expect([empty["notes"], Number(empty["figures"].total), empty["rows"]]).toEqual([[], 0, []]);
  const row = (supplierId: string, month: string, amount: string, currency = "CNY") => ({
    supplierId,
    month,
    amount,
    currency,
    orgId: world.ids["org"]!,
    categoryId: world.ids["sheet"]!,
  });
  const forget = world.product.kernel.declared.answers.add(
    purchaseAmounts.answeredBy(async (_, asked) =>
      [
        row(ids["old"]!, `${year}-01`, "600"),
        row(ids["fresh"]!, `${year}-01`, "300"),
        row(ids["sold"]!, `${year}-01`, "100"),
        row(ids["old"]!, `${before}-01`, "500"),
        row(ids["fresh"]!, `${year}-01`, "77", "USD"),
      ].filter((candidate) => candidate.month >= asked.from && candidate.month <= asked.to),
    ),
  );
  try {
    const main = await report("getMainSupplierSchedule", { year });
    expect(main["rows"].map((entry: Row) => [entry["rank"], entry["id"], entry["share"], entry["cumulative"]])).toEqual([
      [1, ids["old"], "60.00", "60.00"],
      [2, ids["fresh"], "30.00", "90.00"],
    ]);
    expect(main["notes"]).toMatchObject([{ code: "RATE_MISSING", count: 1 }]);
    const filed = (certType: string, certName: string) => ({ certType, certName, certNo: certName, validTo: `${Number(year) + 1}-06-30` });
    await world.act("SrmSupInfo", ids["old"]!, "doCertify", {
      docType: "TEST",
      docId: "T3",
      certificates: [filed("ISO9001", "质量管理体系证书"), filed("OTHER", "原产地证明")],
    });
    const certificates = async (): Promise<string> => (await report("getMainSupplierSchedule", { year }))["rows"][0].certificates;
    const end = `${Number(year) + 1}-06-30`;
    expect(await certificates()).toBe(`原产地证明 ${end}、质量管理体系证书 ${end}`);
    reader.language = "EN";
    expect(await certificates()).toBe(`ISO 9001 ${end}, 原产地证明 ${end}`);
    reader.language = "CN";
    const spend = await report("getSupplierPurchaseAmount", { year });
    const own = spend["rows"].find((candidate: Row) => candidate["id"] === ids["old"]);
    expect([own.amount, own.lastAmount, own.growth, own.share]).toEqual(["600.00", "500.00", "20.00", "60.00"]);
    expect(spend["rows"].find((candidate: Row) => candidate["id"] === ids["fresh"])["rateMissing"]).toBe(1);
    expect(spend["totals"]).toEqual({ amount: "1000.00", lastAmount: "500.00", share: "100.00" });
    // 60² + 30² + 10² = 4600.
    expect([spend["figures"].total, spend["figures"].hhi]).toEqual(["1000.00", "4600"]);
  } finally {
    forget();
  }
});

test("amounts are not compared with a year that began late: no growth of 1,881 % against one month", async () => {
  const row = (month: string, amount: string) => ({
    supplierId: ids["old"]!,
    month,
    orgId: world.ids["org"]!,
    categoryId: world.ids["plastic"]!,
    currency: "CNY",
    amount,
  });
  const forget = world.product.kernel.declared.answers.add(
    purchaseAmounts.answeredBy(async (_, asked) =>
      [row(`${before}-02`, "20"), row(`${year}-01`, "600")].filter(
        (candidate) => candidate.month >= asked.from && candidate.month <= asked.to,
      ),
    ),
  );
  try {
    const spend = await report("getSupplierPurchaseAmount", { year });
    expect([spend["figures"].growth, spend["rows"][0].growth, spend["rows"][0].lastAmount]).toEqual([null, null, null]);
    expect(spend["notes"]).toMatchObject([{ code: "BASE_YEAR" }]);
    expect(spend["groups"].months.every((month: Row) => month["lastAmount"] === null)).toBe(true);
  } finally {
    forget();
  }
});

test("a question is held to its declared filters: a year as a number, an unknown name, an unknown code are refused and named", async () => {
  const ask = (body: object) => reader.call("srmServer/v1/srmSupReportRestful/getSupplierIntroduceAndQuitQty", body);
  expect(await ask({ year: "2026" })).toMatchObject({ status: "S" });
  expect(await ask({ year: 2026 })).toMatchObject({ status: "E", code: "FIELD_TYPE", fieldErrors: [{ path: "year" }] });
  const unknown = await ask({ year: "2026", categoryld: "x" });
  expect(unknown).toMatchObject({ code: "FIELD_UNKNOWN", msg: "没有字段 categoryld", fieldErrors: [{ path: "categoryld" }] });
  const base = "srmServer/v1/srmSupReportRestful";
  expect(await reader.call(`${base}/getSupplierPurchaseAmount`, { dimension: "MOON" })).toMatchObject({ status: "E" });
  expect((await reader.download(`${base}/exportReport`, { report: "introduceExit", year: 2026 })).error).toMatchObject({
    code: "FIELD_TYPE",
  });
});

test("a reader without the page is refused; an unreadable filter too", async () => {
  await world.product.person("mg.nobody", ["EMPLOYEE"]);
  const nobody = await world.product.signIn("mg.nobody");
  expect(await nobody.call("srmServer/v1/srmSupReportRestful/getSupplierStatusScatter", {})).toMatchObject({ status: "E" });
  expect(await reader.call("srmServer/v1/srmSupReportRestful/getSupplierStatusScatter", { asOfDate: "2026-02-30" })).toMatchObject({
    code: "FIELD_TYPE",
  });
});
