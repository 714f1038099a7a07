import { afterAll, beforeAll, expect, test } from "vitest";
import { systemMe } from "#kernel/server/access/permit.ts";
import type { Client } from "../../tests/support/client.ts";
import { press, save } from "../../tests/support/kernel.ts";
import { officeDay } from "../../tests/support/day.ts";
import { openTestProduct, type TestProduct } from "../../tests/support/product.ts";
import { WarningWatch } from "./warning.calls.ts";
import { furtherHits } from "./warning.ts";

type Row = Record<string, any>;
const system = systemMe("test");
const url = "srmServer/v1/srmSupWarningRestful";

let product: TestProduct;
const ids: Record<string, string> = {};
let specialist: Client, vendor: Client;

const made = (entity: string, input: object): Promise<Row> => save(product.kernel, entity, { ...input }, system);
const rows = (sql: string, ...values: unknown[]): Promise<Row[]> => product.kernel.db.query<Row>(sql, values);
const day = officeDay;
const watch = (): WarningWatch => new WarningWatch(product.kernel, { now: () => new Date() });
const open = (type?: string): Promise<Row[]> =>
  rows(
    `select * from "SrmSupWarning" where "supplierId" = $1 and status in ('OPEN', 'PROCESSING', 'IGNORED') and ($2::text is null or "warningType" = $2) order by id`,
    ids["S1"],
    type ?? null,
  );
const certify = (validTo: string, certNo: string): Promise<Row> =>
  press(
    product.kernel,
    "SrmSupInfo",
    ids["S1"]!,
    "doCertify",
    {
      docType: "TEST",
      docId: certNo,
      certificates: [{ certType: "ISO9001", certName: "质量体系", certNo, validFrom: day(-700), validTo }],
    },
    {},
    system,
  );
/** As if so many days had passed for the certificates. */
const age = (days: number): Promise<Row[]> => rows(`update "SrmSupQualification" set "validTo" = "validTo" - $1::int`, days);
const light = async (): Promise<string> => (await rows(`select "riskLight" from "SrmSupInfo" where id = $1`, ids["S1"]))[0]!["riskLight"];

beforeAll(async () => {
  product = await openTestProduct();
  const [country] = await rows(`select id from "SrmBaseDistrict" where "districtLevel" = 'COUNTRY' limit 1`);
  ids["owner"] = await product.person("wrn.owner", ["SUP_SPECIALIST"]);
  specialist = await product.signIn("wrn.owner");
  const { id } = await made("SrmSupInfo", {
    supplierName: "示例预警有限公司",
    supplierNameEn: "Example Warning",
    supplierNature: "OVERSEAS",
    taxNo: "W-1",
    supplierType: "MANUFACTURER",
    legalPerson: "负责人",
    countryId: country!["id"],
    registeredAddress: "一号路",
    mainProducts: "支架",
    ownerId: ids["owner"],
  });
  ids["S1"] = id;
  await rows(`update "SrmSupInfo" set "infoStatus" = 'EFFECTIVE', "supStatus" = 'POTENTIAL' where id = $1`, id);
  await product.person("wrn.S1", ["SUP_ADMIN"], { userType: "SUPPLIER", supplierId: id, supAdminFlag: "Y" });
  vendor = await product.signIn("wrn.S1");
  ids["org"] = (await made("BaseOrganization", { orgCode: "WRN", orgName: "WRN", orgType: "BU", functionalCurrency: "CNY" }))["id"];
  const requirement = await made("SrmSlcQualificationRequire", {
    requireCode: "R1",
    requireName: "质量体系",
    certType: "ISO9001",
    useAt: ["YEARLY"],
    warnDays: "90,60,30",
    expireAction: "BLOCK_ORDER",
    graceDays: 5,
  });
  await press(product.kernel, "SrmSlcQualificationRequire", requirement["id"], "doEnabled", {}, {}, system);
});
afterAll(() => product?.drop());

test("a certificate near its end: one warning, told once on each warn day, red when it is over, closed by a new one", async () => {
  await certify(day(80), "C1");
  await watch().certificates();
  await watch().certificates();
  const [first, ...more] = await open("CERT_EXPIRE");
  expect([more.length, first!["severity"], first!["toldDays"]]).toEqual([0, "INFO", "90"]);
  expect(await light()).toBe("GREEN");
  await age(55);
  await watch().certificates();
  const [later] = await open("CERT_EXPIRE");
  expect([later!["id"], later!["severity"], later!["toldDays"]]).toEqual([first!["id"], "YELLOW", "90,60,30"]);
  const sentEvents = await rows(`select count(*)::int as n from "Outbox" where event = 'CERT_EXPIRING'`);
  expect(sentEvents[0]!["n"]).toBe(2);
  expect(await light()).toBe("YELLOW");

  await age(40);
  await watch().certificates();
  const [over] = await open("CERT_EXPIRE");
  expect([over!["severity"], await light()]).toEqual(["RED", "RED"]);
  expect((await rows(`select "certStatus" from "SrmSupQualification" where "supplierId" = $1`, ids["S1"]))[0]!["certStatus"]).toBe(
    "EXPIRED",
  );
  expect((await rows(`select count(*)::int as n from "Outbox" where event = 'CERT_EXPIRED_BLOCK'`))[0]!["n"]).toBe(1);
  const todo = await rows(`select status from "SrmBaseInsidePending" where "bizId" = $1`, over!["id"]);
  expect(todo.map((row) => row["status"])).toEqual(["OPEN"]);

  await certify(day(900), "C2");
  await watch().certificates();
  expect(await open("CERT_EXPIRE")).toEqual([]);
  const [closed] = await rows(`select status, "autoClosed" from "SrmSupWarning" where id = $1`, over!["id"]);
  expect([closed, await light()]).toEqual([{ status: "CLOSED", autoClosed: "Y" }, "GREEN"]);
  expect((await rows(`select status from "SrmBaseInsidePending" where "bizId" = $1`, over!["id"]))[0]!["status"]).toBe("HANDLED");
});

test("ignored until a day it sleeps and wakes if still true; handled by hand the same cause does not come again", async () => {
  const cause = { on: true, mark: "2026-Q3" };
  const stop = product.kernel.declared.answers.add(
    furtherHits.answeredBy(async () =>
      cause.on
        ? [
            {
              supplierId: ids["S1"]!,
              type: "PPM_HIGH",
              severity: "RED",
              bizType: "TEST",
              bizId: "Q",
              content: ["PPM超标", "PPM too high"],
              mark: cause.mark,
            } as const,
          ]
        : [],
    ),
  );
  const run = (): Promise<number> => watch().supplier(ids["S1"]!);
  await run();
  const [hit] = await open("PPM_HIGH");
  const act = (action: string, input: object) => specialist.call(`${url}/${action}`, { id: hit!["id"], ...input });
  expect((await act("doIgnore", { ignoreUntil: day(-1), ignoreReason: "等复检" })).status).toBe("E");
  expect((await act("doIgnore", { ignoreUntil: day(10), ignoreReason: "等复检" })).status).toBe("S");
  expect(await light()).toBe("GREEN");
  await run();
  expect((await open("PPM_HIGH")).map((row) => row["status"])).toEqual(["IGNORED"]);
  await rows(`update "SrmSupWarning" set "ignoreUntil" = $2 where id = $1`, hit!["id"], day(-1));
  await run();
  expect([(await open("PPM_HIGH")).map((row) => row["status"]), await light()]).toEqual([["OPEN"], "RED"]);

  const letter = await act("doCreateNotification", { orgId: ids["org"] });
  expect([letter.status, letter.data?.status]).toEqual(["S", "PROCESSING"]);
  const drafts = await rows(`select "bizId", "supplierIds" from "SrmBaseNotification"`);
  expect(drafts).toEqual([{ bizId: hit!["id"], supplierIds: [ids["S1"]] }]);
  expect((await act("doHandle", { handleDesc: "已约谈", closeFlag: "Y" })).data.status).toBe("CLOSED");
  await run();
  expect(await open("PPM_HIGH")).toEqual([]);
  cause.mark = "2026-Q4";
  await run();
  expect((await open("PPM_HIGH")).length).toBe(1);
  cause.on = false;
  await run();
  expect(await open("PPM_HIGH")).toEqual([]);
  stop();
});

test("data not confirmed, no trade, a temporary cap: each by its own figure", async () => {
  await rows(
    `update "SrmSupInfo" set "portalFlag" = 'Y', "infoConfirmDate" = $2, "supStatus" = 'QUALIFIED', "qualifiedDate" = $2 where id = $1`,
    ids["S1"],
    day(-400),
  );
  await watch().supplier(ids["S1"]!);
  expect((await open()).map((row) => row["warningType"]).toSorted()).toEqual(["INFO_STALE", "NO_TRADE"]);
  const confirmed = await vendor.call("srmServer/v1/srmSupInfoRestful/confirmInfo", { id: ids["S1"] });
  if (confirmed.status !== "S") await rows(`update "SrmSupInfo" set "infoConfirmDate" = $2 where id = $1`, ids["S1"], day(0));
  await rows(`update "SrmSupInfo" set "infoConfirmDate" = $2, "lastTradeDate" = $2 where id = $1`, ids["S1"], day(-1));
  await watch().supplier(ids["S1"]!);
  expect(await open()).toEqual([]);
  await rows(
    `update "SrmSupInfo" set "supStatus" = 'TEMPORARY', "tempFlag" = 'Y', "tempValidTo" = $2, "tempAmountLimit" = 50000, "tempUsedAmount" = 42000 where id = $1`,
    ids["S1"],
    day(90),
  );
  await watch().supplier(ids["S1"]!);
  expect((await open()).map((row) => [row["warningType"], row["severity"], row["hitValue"]])).toEqual([["TEMP_LIMIT", "YELLOW", "84.00%"]]);
});

test("how long confirmed data counts is a parameter, read anew by every run", async () => {
  const months = (value: string): Promise<Row[]> =>
    rows(`update "SrmBaseConfigProfile" set "profileValue" = $1 where "profileCode" = 'SUP_INFO_CONFIRM_MONTHS' returning id`, value);
  await rows(`update "SrmSupInfo" set "infoConfirmDate" = $2 where id = $1`, ids["S1"], day(-100));
  const asked = async (): Promise<Row[]> => {
    await watch().programs()["SUP_INFO_CONFIRM"]!({} as never);
    return (await open("INFO_STALE")).map((row) => [row["ruleValue"], row["hitValue"]]);
  };
  expect(await asked()).toEqual([]);
  expect((await months("3")).length).toBe(1);
  expect(await asked()).toEqual([["3", day(-100)]]);
  await months("12");
  expect(await asked()).toEqual([]);
});

test("supplier 25 (warning): a supplier sees no warning, not even its own", async () => {
  const [own] = await rows(`select id from "SrmSupWarning" limit 1`);
  const read = await vendor.call(`${url}/findById`, { id: own!["id"] });
  const list = await vendor.call(`${url}/listByPage`, { pageIndex: 1, pageRows: 10 });
  expect([read.status, list.status, list.code]).toEqual(["E", "E", "PERM_DENIED"]);
  const summary = await vendor.call(`${url}/summary`, {});
  expect(summary.code).toBe("PERM_DENIED");
  const figures = await specialist.call(`${url}/summary`, {});
  expect(figures.data.open).toEqual([{ warningType: "TEMP_LIMIT", severity: "YELLOW", n: 1 }]);
});

test("what a warning is about is told in both languages", async () => {
  const category = await made("SrmBasePurchaseCategory", {
    categoryCode: "WRN",
    categoryName: "预警品类",
    categoryNameEn: "Warned goods",
    purchaseKind: "DIRECT",
  });
  const grant = { orgId: null, categoryId: category["id"], categoryStatus: "QUALIFIED", validTo: day(20) };
  await press(product.kernel, "SrmSupInfo", ids["S1"]!, "doGrant", { docType: "TEST", docId: "G", categories: [grant] }, {}, system);
  await watch().supplier(ids["S1"]!);
  const [hit] = await open("QUALIFY_EXPIRE");
  expect([hit!["bizNo"], hit!["bizNoEn"]]).toEqual(["预警品类", "Warned goods"]);
});

test("a region of high risk warns of whoever sits there, until it is one no longer", async () => {
  const [place] = await rows(`select "countryId" as id from "SrmSupInfo" where id = $1`, ids["S1"]);
  await rows(`update "SrmBaseDistrict" set "riskLevel" = 'HIGH' where id = $1`, place!["id"]);
  await watch().all(["EXTERNAL_RISK"]);
  expect((await open("EXTERNAL_RISK")).map((row) => [row["bizId"], row["severity"]])).toEqual([[place!["id"], "YELLOW"]]);
  await rows(`update "SrmBaseDistrict" set "riskLevel" = 'LOW' where id = $1`, place!["id"]);
  await watch().all(["EXTERNAL_RISK"]);
  expect(await open("EXTERNAL_RISK")).toEqual([]);
});
