import { afterAll, beforeAll, expect, test } from "vitest";
import { shift } from "#kernel/time.ts";
import { officeDay } from "../../tests/support/day.ts";
import { LifecycleWorld, ok, type Row } from "../../tests/support/lifecycle.ts";
import type { Client } from "../../tests/support/client.ts";

let life: LifecycleWorld;
let planner: Client;
const path = (name: string) => `srmServer/v1/srmPurForecastRestful/${name}`;
const plans = (name: string, body: object) => planner.call(path(name), body);
const sells = (name: string, body: object) => life.vendor.call(path(name), body);
const soon = (days: number): string => shift(new Date(), { days }).toISOString();
const periods = (doc: Row): Row[] => doc["lines"].flatMap((line: Row) => line["periods"]);
const todos = async (id: string, type: string): Promise<string[]> =>
  (await life.rows(`select status from "SrmBaseSupplierPending" where "bizId" = $1 and "pendingType" = $2 order by id`, id, type)).map(
    (row) => row["status"],
  );

beforeAll(async () => {
  life = await LifecycleWorld.open();
  await life.product.person("fc.planner", ["PLANNER"]);
  planner = await life.wearing("fc.planner", "PLANNER");
  await life.act("SrmBaseItem", life.ids["item"]!, "doSubmit");
  const plant = { orgCode: "PLANT", orgName: "一号工厂", orgType: "INV", parentOrgId: life.ids["org"] };
  life.ids["plant"] = (await life.made("BaseOrganization", plant))["id"];
  const grant = { orgId: null, categoryId: life.ids["category"], categoryStatus: "QUALIFIED" };
  await life.act("SrmSupInfo", life.ids["S1"]!, "doGrant", { docType: "TEST", docId: "T1", reason: "test", categories: [grant] });
});
afterAll(() => life?.product.drop());

async function drafted(demands: readonly string[], more: object = {}): Promise<Row> {
  const doc = await ok(
    plans("saveOrUpdate", {
      orgId: life.ids["org"],
      supplierId: life.ids["S1"],
      periodType: "WEEK",
      startPeriod: officeDay(10),
      periodCount: demands.length,
      firmPeriods: 1,
      materialPeriods: 2,
      replyDeadline: soon(5),
      ...more,
      lines: [{ itemId: life.ids["item"], invOrgId: life.ids["plant"] }],
    }),
  );
  const line = doc["lines"][0] as Row;
  const rows = (line["periods"] as Row[]).map((period, i) => ({ id: period["id"], demandQty: demands[i] }));
  return ok(plans("saveOrUpdate", { id: doc["id"], lines: [{ id: line["id"], periods: rows }] }));
}
async function published(demands: readonly string[], more: object = {}): Promise<Row> {
  const doc = await drafted(demands, more);
  await ok(plans("doPublish", { id: doc["id"] }));
  return ok(plans("findById", { id: doc["id"] }));
}

test("a supplier is offered organisations by the condition that references to them declare, though the field is not shown", async () => {
  const reply = await life.vendor.call("baseServer/v1/baseOrganizationRestful/pickByPage", { where: { enabledFlag: "Y" } });
  expect([reply.status, reply.code]).toEqual(["S", undefined]);
  expect(reply.data.length).toBeGreaterThan(0);
  expect(reply.data[0]).not.toHaveProperty("enabledFlag");
});

test("a forecast is published at once where nobody is to approve it; the supplier answers, the planner decides", async () => {
  const doc = await published(["10", "20", "30"]);
  expect(doc).toMatchObject({ status: "PUBLISHED", versionNo: 1, lineCount: 1, repliedCount: 0 });
  expect(new Date(`${doc["startPeriod"]}T00:00:00Z`).getUTCDay()).toBe(1);
  expect(await life.stranger.call(path("findById"), { id: doc["id"] })).toMatchObject({ status: "E", code: "PUR-0004" });
  const seen = await ok(sells("findById", { id: doc["id"] }));
  expect(Object.keys(seen)).not.toContain("forceReason");
  const rows = periods(seen);
  expect(await sells("doReply", { id: doc["id"], answers: [{ periodId: rows[0]!["id"], commitQty: "10" }] })).toMatchObject({
    code: "PUR-1101",
  });
  await ok(sells("doSaveCommit", { id: doc["id"], answers: [{ periodId: rows[0]!["id"], commitQty: "10" }] }));
  expect(await plans("withdraw", { id: doc["id"] }), "an answer was begun").toMatchObject({ status: "E", code: "PUR-0008" });
  const answers = rows.map((row, i) => ({ periodId: row["id"], commitQty: ["10", "15", "30"][i] }));
  expect(await sells("doReply", { id: doc["id"], answers })).toMatchObject({ code: "PUR-1102" });
  await ok(sells("doReply", { id: doc["id"], answers: answers.map((answer) => ({ ...answer, gapReason: "CAPACITY" })) }));
  const replied = await ok(plans("findById", { id: doc["id"] }));
  expect(replied).toMatchObject({ status: "REPLIED", repliedCount: 1, lateFlag: "N", deviationRate: "8.3333" });
  await ok(plans("doRefuse", { id: doc["id"], refuseWhy: "请补足第二周", newDeadline: soon(8) }));
  expect(await ok(sells("findById", { id: doc["id"] }))).toMatchObject({ status: "PUBLISHED", refuseReason: "请补足第二周" });
  await ok(sells("doReply", { id: doc["id"], answers: [] }));
  await ok(plans("doApprove", { id: doc["id"] }));
  expect((await ok(plans("findById", { id: doc["id"] })))["status"]).toBe("CONFIRMED");
  expect((await todos(doc["id"], "FORECAST_REPLY")).every((todo) => todo !== "OPEN" && todo !== "TODO")).toBe(true);
});

test("as asked is confirmed at once; a refusal waits for the planner and may be answered again", async () => {
  const doc = await published(["5", "5"]);
  await ok(sells("doRefuseReply", { id: doc["id"], refuseWhy: "停线检修" }));
  expect((await ok(plans("findById", { id: doc["id"] })))["status"]).toBe("REFUSED");
  await ok(sells("doAcceptAll", { id: doc["id"] }));
  const done = await ok(plans("findById", { id: doc["id"] }));
  expect([done["status"], done["deviationRate"], periods(done).map((period) => period["commitQty"])]).toEqual([
    "CONFIRMED",
    "0",
    ["5", "5"],
  ]);
});

test("a new version stands beside the old one, holds its firm zone and replaces it when it is published", async () => {
  const doc = await published(["10", "10", "10"]);
  await ok(plans("doChange", { id: doc["id"] }));
  expect(await plans("doChange", { id: doc["id"] })).toMatchObject({ status: "E", code: "PUR-1104" });
  const [row] = await life.rows(`select id from "SrmPurForecast" where "prevForecastId" = $1`, doc["id"]);
  const next = await ok(plans("findById", { id: row!["id"] }));
  expect(next).toMatchObject({ versionNo: 2, status: "DRAFT", forecastNum: doc["forecastNum"] });
  expect(await sells("findById", { id: next["id"] })).toMatchObject({ status: "E", code: "PUR-0004" });
  const line = next["lines"][0] as Row;
  const rows = (line["periods"] as Row[]).map((period, i) => ({ id: period["id"], demandQty: ["9", "4", "10"][i] }));
  await ok(plans("saveOrUpdate", { id: next["id"], lines: [{ id: line["id"], periods: rows }] }));
  expect(await plans("doPublish", { id: next["id"] })).toMatchObject({ status: "E", code: "PUR-1103" });
  await ok(plans("saveOrUpdate", { id: next["id"], forceReason: "客户取消" }));
  await ok(plans("doPublish", { id: next["id"] }));
  expect((await ok(plans("findById", { id: doc["id"] })))["status"]).toBe("CHANGED");
  const seen = await ok(sells("findById", { id: next["id"] }));
  expect(periods(seen).map((period) => [period["demandQty"], period["prevDemandQty"]])).toEqual([
    ["9", "10"],
    ["4", "10"],
    ["10", "10"],
  ]);
  expect(await plans("withdraw", { id: next["id"] })).toMatchObject({ status: "E", code: "PUR-0008" });
  await ok(plans("doInvalid", { id: next["id"], invalidWhy: "计划调整" }));
  expect(await plans("doInvalid", { id: doc["id"], invalidWhy: "x" })).toMatchObject({ status: "E", code: "PUR-0003" });
});

test("a workbook with one column for each period makes drafts and fills them; it comes out the same way", async () => {
  const [supplier] = await life.rows(`select "supplierCode" code from "SrmSupInfo" where id = $1`, life.ids["S1"]);
  const store = await life.made("BaseOrganization", {
    orgCode: "FC-INV",
    orgName: "预测仓",
    orgType: "INV",
    parentOrgId: life.ids["org"],
    enabledFlag: "Y",
  });
  const monday = "2031-03-03";
  const book = (...rows: readonly string[]) => [
    {
      name: "forecast.csv",
      bytes: Buffer.from([`供应商编码,组织编码,物料编码,收货组织编码,单位,${monday},2031-03-10`, ...rows].join("\n")),
    },
  ];
  const sent = (rows: readonly string[], meta: object) => planner.upload(path("importMatrix"), book(...rows), meta);
  const row = `${String(supplier!["code"])},SLC,M-100,FC-INV,PCS,100,`;
  expect(await sent([row], {})).toMatchObject({ status: "E", code: "IMPORT_DEADLINE" });
  const wrong = await sent([row, "NOBODY,SLC,M-100,FC-INV,PCS,1,x"], { replyDeadline: soon(5) });
  expect(wrong).toMatchObject({ status: "E", code: "IMPORT_ROW" });
  expect(wrong.fieldErrors?.map((fieldError: Row) => fieldError["msg"])).toEqual([
    expect.stringContaining("第3行：2031-03-10 的数量不是数字"),
    expect.stringContaining("第3行：供应商编码“NOBODY”不存在"),
  ]);
  expect(await ok(sent([row], { replyDeadline: soon(5) }))).toMatchObject({
    done: false,
    horizon: { periodType: "WEEK", startPeriod: monday, periodCount: 2 },
    forecasts: [{ id: null, added: 1, changed: 0, total: "100" }],
  });
  const stored = () =>
    life.rows(
      `select f.id, p."periodStart"::text at, p."demandQty"::text qty from "SrmPurForecast" f join "SrmPurForecastLine" l on l."parentId" = f.id
         join "SrmPurForecastPeriod" p on p."parentId" = l.id where f."startPeriod" = $1 and l."invOrgId" = $2 order by 2`,
      monday,
      store["id"],
    );
  expect(await stored()).toEqual([]);
  await ok(sent([row], { replyDeadline: soon(5), confirmed: "Y" }));
  expect((await stored()).map((entry) => [entry["at"], Number(entry["qty"])])).toEqual([
    [monday, 100],
    ["2031-03-10", 0],
  ]);
  const again = await ok(sent([`${String(supplier!["code"])},,M-100,FC-INV,件,90,40`], { confirmed: "Y" }));
  expect(again).toMatchObject({ done: true, forecasts: [{ added: 0, changed: 1 }] });
  expect((await stored()).map((entry) => Number(entry["qty"]))).toEqual([90, 40]);
  expect(new Set((await stored()).map((entry) => entry["id"])).size).toBe(1);
  const [{ id }] = (await stored()) as [Row];
  const out = await planner.download(path("exportMatrix"), { ids: [id] });
  expect(out.http).toBe(200);
  const back = await ok(planner.upload(path("importMatrix"), [{ name: "back.xlsx", bytes: out.bytes }], {}));
  expect(back, "what comes out and goes in again changes nothing").toMatchObject({
    forecasts: [{ id, added: 0, changed: 0, total: "130" }],
  });
});
