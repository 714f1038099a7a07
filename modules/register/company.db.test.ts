import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Outside } from "#kernel/server/outside/outside.ts";
import { folderCompanies, serviceCompanies } from "#bridges/companies.ts";
import { systemMe } from "#kernel/server/access/permit.ts";
import { WarningWatch } from "#modules/supplier/warning.calls.ts";
import type { Client } from "../../tests/support/client.ts";
import { press, save } from "../../tests/support/kernel.ts";
import { openTestProduct, type TestProduct } from "../../tests/support/product.ts";
import { CompanyLook } from "./server/company-look.ts";

type Row = Record<string, any>;
const system = systemMe("test");
const uscc = "91350100M000100Y43";
const penalty = { kind: "PENALTY", title: "废水超标罚款", date: "2026-10-20", no: "0117" };

let product: TestProduct;
let specialist: Client;
let service: Server;
let answer: { status: number; body: string } = { status: 404, body: "" };
let supplierId = "";

const rows = (sql: string, ...values: unknown[]): Promise<Row[]> => product.kernel.db.query<Row>(sql, values);
const lay = (more: Row): void => {
  mkdirSync(join(product.dataDir, "companies"), { recursive: true });
  const given = { name: "示例查询有限公司", uscc, legalPerson: "某人", registeredCapital: "5000000", capitalCurrency: "CNY", ...more };
  writeFileSync(join(product.dataDir, "companies", `${uscc}.json`), JSON.stringify(given));
};
const refresh = async (): Promise<Row> =>
  (await specialist.call("srmServer/v1/srmSupInfoRestful/refreshExternal", { id: supplierId })) as Row;
const warned = (): Promise<Row[]> =>
  rows(`select "bizNo", severity, content, status from "SrmSupWarning" where "warningType" = 'EXTERNAL_RISK' order by "bizId"`);
const setting = async (code: string, value: string): Promise<void> => {
  const row = await product.kernel.db.one<{ id: string }>(`select id from "BaseProfile" where "profileCode" = $1`, [code]);
  const [had] = await rows(`select id from "BaseProfileValue" where "parentId" = $1 and level = 'SITE'`, row!.id);
  await save(product.kernel, "BaseProfileValue", { ...(had ? { id: had["id"] } : { parentId: row!.id, level: "SITE" }), value }, system);
  await expect.poll(() => product.kernel.settings.value(code)).toBe(value);
};

beforeAll(async () => {
  product = await openTestProduct([], [], { OUTBOUND_ALLOW: "127.0.0.1:*" });
  const owner = await product.person("cmp.owner", ["SUP_SPECIALIST"]);
  specialist = await product.signIn("cmp.owner");
  await product.person("cmp.buyer", ["BUYER"]);
  const [country] = await rows(`select id from "SrmBaseDistrict" where "districtLevel" = 'COUNTRY' limit 1`);
  const made = await save(
    product.kernel,
    "SrmSupInfo",
    {
      supplierName: "示例查询有限公司",
      supplierNature: "MAINLAND",
      uscc,
      supplierType: "MANUFACTURER",
      legalPerson: "某人",
      countryId: country!["id"],
      registeredAddress: "一号路",
      mainProducts: "支架",
      ownerId: owner,
      registeredCapital: "3000000",
      capitalCurrency: "CNY",
    },
    system,
  );
  supplierId = made["id"];
  await rows(`update "SrmSupInfo" set "infoStatus" = 'EFFECTIVE', "supStatus" = 'QUALIFIED' where id = $1`, supplierId);
  service = createServer((_, reply) => reply.writeHead(answer.status).end(answer.body)).listen(0, "127.0.0.1");
  await once(service, "listening");
});
afterAll(async () => {
  service?.close();
  await product?.drop();
});

test("without a source nothing is verified and nothing is kept; nobody without the button asks", async () => {
  const buyer = await product.signIn("cmp.buyer");
  expect((await buyer.call("srmServer/v1/srmSupInfoRestful/refreshExternal", { id: supplierId })).code).toBe("PERM_DENIED");
  expect(await refresh()).toMatchObject({ status: "S", data: { provider: "NONE", found: false } });
  expect(await rows(`select 1 from "SrmSupRegisterCompany"`)).toEqual([]);
});

test("an extract laid down is kept with its differences, its risks are warned of at once, told to the owner, and go with the next extract", async () => {
  lay({ risks: [penalty, { kind: "DISHONEST", title: "被执行", no: "0200" }] });
  expect(await refresh()).toMatchObject({ status: "S", data: { provider: "MANUAL", found: true } });
  const [look] = await rows(`select provider, "mismatchFields" as wrong from "SrmSupRegisterCompany" where "supplierId" = $1`, supplierId);
  expect(look).toEqual({ provider: "MANUAL", wrong: ["registeredCapital"] });
  expect((await warned()).map((row) => [row["bizNo"], row["severity"], row["status"]])).toEqual([
    ["0200", "RED", "OPEN"],
    ["0117", "YELLOW", "OPEN"],
  ]);
  const light = async () => (await rows(`select "riskLight" from "SrmSupInfo" where id = $1`, supplierId))[0]!["riskLight"];
  expect(await light()).toBe("RED");
  const sentEvents = await rows(`select data from "Outbox" where event = 'EXTERNAL_RISK'`);
  expect(sentEvents.map((row) => row["data"].risk)).toEqual(
    expect.arrayContaining(["行政处罚：废水超标罚款 2026-10-20", "失信被执行人：被执行"]),
  );

  // What the night looks at is the newest extract: nothing comes twice, nothing goes that is still there.
  const watch = new WarningWatch(product.kernel, { now: () => new Date() });
  await watch.all(["EXTERNAL_RISK"]);
  expect((await warned()).map((row) => row["status"])).toEqual(["OPEN", "OPEN"]);
  const [fine] = await rows(`select id from "SrmSupWarning" where "bizNo" = '0117'`);
  await press(product.kernel, "SrmSupWarning", fine!["id"], "doHandle", { handleDesc: "已整改", closeFlag: "Y" }, {}, system);
  lay({ risks: [penalty] });
  await refresh();
  expect((await warned()).map((row) => [row["bizNo"], row["status"]])).toEqual([
    ["0200", "CLOSED"],
    ["0117", "CLOSED"],
  ]);
  lay({ registerStatus: "REVOKED" });
  await refresh();
  expect((await warned()).filter((row) => row["status"] === "OPEN").map((row) => row["content"])).toEqual(["登记状态：吊销"]);
});

test("a service must be allowed, is asked by code, every call is logged, and one that fails says so", async () => {
  const { port } = service.address() as AddressInfo;
  await setting("SUP_COMPANY_URL", `http://127.0.0.1:${port}/find?code={code}`);
  expect((await refresh()).code).toBe("SUP_EXT_001");
  await setting("SCSI_HTTP_ALLOW", `127.0.0.1:${port}`);
  expect(await refresh()).toMatchObject({ status: "S", data: { provider: "REGISTRY", found: false } });
  answer = { status: 500, body: "down" };
  expect((await refresh()).code).toBe("SUP_EXT_002");
  answer = { status: 200, body: JSON.stringify({ name: "示例查询有限公司", uscc }) };
  expect(await refresh()).toMatchObject({ status: "S", data: { provider: "REGISTRY", found: true } });
  const logged = await rows(
    `select result, "requestMasked" as asked from "SrmBaseTripartiteLogs" where provider = 'COMPANY_INFO' order by id`,
  );
  expect(logged.map((row) => row["result"])).toEqual(["SUCCESS", "FAILED", "SUCCESS"]);
  expect(logged[0]!["asked"]).toContain(uscc);
});

test("the weekly program looks up every qualified supplier, and says so where nothing is connected", async () => {
  const source = (folder: string) => ({
    local: folderCompanies(folder),
    at: (address: string) => serviceCompanies(new Outside("127.0.0.1:*"), address),
  });
  const look = (folder: string) => new CompanyLook(product.kernel, { now: () => new Date() }, source(folder));
  const program = (folder: string) => look(folder).programs()["SUP_EXTERNAL_REFRESH"]!({ signal: new AbortController().signal } as never);
  expect(await program(product.dataDir)).toEqual(["查询 1 家，取得 1 家", "1 looked up, 1 found"]);
  await setting("SUP_COMPANY_URL", "");
  expect(((await program(join(product.dataDir, "nowhere"))) as readonly string[])[1]).toMatch(/^Not verified/);
});
