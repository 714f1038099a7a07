import { afterAll, beforeAll, expect, test } from "vitest";
import { registerReady, scanAgain } from "#modules/access/server.ts";
import type { Client } from "../support/client.ts";
import { openTestProduct, type TestProduct } from "../support/product.ts";

let product: TestProduct;
let admin: Client;
const listJobs = "baseServer/v1/baseJobRestful/listByPage";

beforeAll(async () => {
  product = await openTestProduct();
  await registerReady(product.kernel);
  admin = await product.signIn("admin");
});
afterAll(() => product?.drop());

const row = async (apiCode: string): Promise<any> =>
  (await admin.call("baseServer/v1/baseApiRestful/listByPage", { pageIndex: 1, pageRows: 5, apiCode })).data.find(
    (candidate: any) => candidate.apiCode === apiCode,
  );
const set = async (id: string, body: object): Promise<void> => {
  const reply = await admin.call("baseServer/v1/baseApiRestful/saveOrUpdate", { id, ...body });
  expect([reply.status, reply.msg]).toEqual(["S", undefined]);
};

const paths = (changed: number, total = 40): object =>
  Object.fromEntries(
    Array.from({ length: total }, (_, i) => [
      `/orders/${i}`,
      {
        post: {
          operationId: `order${i}`,
          tags: ["orders"],
          summary: i < changed ? `Order ${i}, new words` : `Order ${i}`,
          responses: { 200: { description: "ok" } },
        },
      },
    ]),
  );

async function upload(content: string): Promise<string> {
  const reply = await admin.upload(
    "fileServer/v2/file/upload",
    [{ name: "orders.json", bytes: Buffer.from(content), mime: "application/json" }],
    {
      path: "api",
    },
  );
  expect([reply.status, reply.msg]).toEqual(["S", undefined]);
  return (Array.isArray(reply.data) ? reply.data[0] : reply.data).id;
}
const file = (of: object): string => JSON.stringify({ openapi: "3.1.0", info: { title: "Whale ERP" }, paths: of });
const bring = async (content: string, dryRun: "Y" | "N", more: object = {}): Promise<any> =>
  admin.call("baseServer/baseApiService/importDefinition", { fileId: await upload(content), format: "OPENAPI3", dryRun, ...more });

test("the product registers every call it answers, each with a true guard", async () => {
  const rows = await product.kernel.db.query<{ guard: string; path: string }>(`select guard, path from "BaseApi" where source = 'SCAN'`);
  const served = (await (await fetch(`${product.url}/api/openapi.json`)).json()) as { paths: Record<string, object> };
  const wanted = Object.entries(served.paths).flatMap(([path, item]) =>
    // Parts of an address stand in the register as the routes write them.
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ":$1")}`),
  );
  const known = await product.kernel.db.query<{ key: string }>(`select method || ' ' || path as key from "BaseApi" where source = 'SCAN'`);
  expect(known.map((entry) => entry.key).sort()).toEqual(wanted.sort());
  expect(rows.every((candidate) => candidate.guard !== "")).toBe(true);
  expect(await row("BaseUsers.saveOrUpdate")).toMatchObject({ guard: "RESOURCE", guardEntity: "BaseUsers", guardButton: "btnSave" });
  expect(await row("BaseUsers.listByPage")).toMatchObject({ guard: "RESOURCE", guardButton: null });
  expect(await row("baseServer.baseLoginService.login")).toMatchObject({ guard: "PUBLIC", rateLimitPerMin: 600 });
  expect(await row("baseServer.baseOauthService.token")).toMatchObject({ guard: "OAUTH" });
  const { data } = await admin.call("baseServer/baseApiService/explainGuard", { id: (await row("BaseUsers.doUnlock")).id });
  expect(data).toMatchObject({
    button: "btnUnlock",
    pages: [{ route: "user", label: ["内部用户", "Internal users"] }],
    apps: [],
    resources: [],
  });
});

test("a new scan brings back the product's own words and keeps what people set", async () => {
  const entry = await row("BaseJob.findById");
  await set(entry.id, { group: "jobs", rateLimitPerMin: 77 });
  const { db } = product.kernel;
  await db.query(`delete from "ShippedState" where what = 'access.apis'`);
  await db.query(`update "BaseApi" set "summaryCn" = 'x' where id = $1`, [entry.id]);
  const before = await db.query<{ id: string }>(`select id from "BaseApi" order by id`);
  await scanAgain(product.kernel);
  expect(await row("BaseJob.findById")).toMatchObject({ id: entry.id, group: "jobs", rateLimitPerMin: 77, summaryCn: entry.summaryCn });
  expect(await db.query(`select id from "BaseApi" order by id`)).toEqual(before);
  await set(entry.id, { rateLimitPerMin: null });
});

test("a call that is switched off is refused to everybody, however its address is written, and comes back", async () => {
  const entry = await row("BaseJob.listByPage");
  expect((await admin.call("baseServer/v1/baseApiRestful/doDisable", { id: entry.id })).status).toBe("S");
  const off = await admin.call(listJobs, { pageIndex: 1, pageRows: 1 });
  expect([off.http, off.code, off.msg]).toEqual([403, "API_DISABLED", "接口已停用"]);
  expect((await admin.call("baseServer/v1/baseJob%52estful/listByPage", { pageIndex: 1, pageRows: 1 })).code).toBe("API_DISABLED");
  expect((await admin.call("baseServer/v1/baseApiRestful/doEnabled", { id: entry.id })).status).toBe("S");
  expect((await admin.call(listJobs, { pageIndex: 1, pageRows: 1 })).status).toBe("S");
  const login = await admin.call("baseServer/v1/baseApiRestful/doDisable", { id: (await row("baseServer.baseLoginService.login")).id });
  expect(login.code).toBe("API_ESSENTIAL");
});

test("a limit a minute counts for each caller, and the log level decides what is written down", async () => {
  const entry = await row("BaseJob.listByPage");
  await set(entry.id, { rateLimitPerMin: 2, logLevel: "BODY" });
  const codes: (string | undefined)[] = [];
  for (let i = 0; i < 3; i++) codes.push((await admin.call(listJobs, { pageIndex: 1, pageRows: 1, jobCode: "HELLO" })).code);
  expect(codes).toEqual([undefined, undefined, "RATE_LIMIT"]);
  const other = await product.signIn("admin");
  expect((await other.call(listJobs, { pageIndex: 1, pageRows: 1 })).status).toBe("S");
  await set(entry.id, { rateLimitPerMin: null, logLevel: "META" });
  await admin.call(listJobs, { pageIndex: 1, pageRows: 1, jobCode: "QUIET" });
  await set(entry.id, { logLevel: "NONE" });
  await admin.call(listJobs, { pageIndex: 1, pageRows: 1 });
  const logs = (): Promise<{ request: string | null; response: string | null; httpStatus: number; result: string }[]> =>
    product.kernel.db.query(
      `select request, response, "httpStatus", result from "SrmBaseInterfaceLogs" where "interfaceCode" = 'POST /api/${listJobs}' order by id`,
    );
  await expect.poll(async () => (await logs()).length).toBe(5);
  const all = await logs();
  expect(all.filter((log) => log.request?.includes("HELLO"))).toHaveLength(3);
  expect(all.filter((log) => log.httpStatus === 429)).toMatchObject([{ result: "FAILED" }]);
  expect(all.filter((log) => log.request === null)).toHaveLength(1);
});

test("admin 14: of forty paths five changed: the dry run shows 5 changed, 0 removed; applying updates 5", async () => {
  const first = await bring(file(paths(0)), "N");
  expect(first.data).toMatchObject({
    serviceCode: "Whale-ERP",
    applied: true,
    counts: { added: 40, changed: 0, removed: 0, disabled: 0, same: 0 },
  });
  const dry = await bring(file(paths(5)), "Y");
  expect(dry.data).toMatchObject({ applied: false, total: 40, counts: { added: 0, changed: 5, removed: 0, disabled: 0, same: 35 } });
  expect(dry.data.changed[0]).toMatchObject({
    path: "/orders/0",
    fields: [{ field: "summaryCn", old: "Order 0", new: "Order 0, new words" }, { field: "summaryEn" }],
  });
  expect((await row("Whale-ERP.order0")).summaryCn).toBe("Order 0");
  const before = await product.kernel.db.query<{ id: string; versionNum: number }>(
    `select id, "versionNum" from "BaseApi" where "serviceCode" = 'Whale-ERP'`,
  );
  const applied = await bring(file(paths(5)), "N");
  expect(applied.data.counts).toMatchObject({ changed: 5, removed: 0 });
  const after = await product.kernel.db.query<{ id: string; versionNum: number }>(
    `select id, "versionNum" from "BaseApi" where "serviceCode" = 'Whale-ERP'`,
  );
  expect(after.filter((candidate) => candidate.versionNum !== before.find((old) => old.id === candidate.id)?.versionNum)).toHaveLength(5);
  expect((await row("Whale-ERP.order0")).summaryCn).toBe("Order 0, new words");
  expect((await bring(file(paths(5)), "Y")).data.counts).toMatchObject({ added: 0, changed: 0, removed: 0, same: 40 });
  const imports = (await admin.call("baseServer/v1/baseApiImportRestful/listByPage", { pageIndex: 1, pageRows: 10 })).data;
  expect(imports.map((entry: any) => [entry.added, entry.changed, entry.removed])).toEqual([
    [0, 5, 0],
    [40, 0, 0],
  ]);
});

test("what vanishes goes, but what is linked is only switched off and cannot be dropped by hand", async () => {
  await bring(file(paths(0, 3)), "N", { serviceCode: "SMALL" });
  const linked = await row("SMALL.order1");
  const [button] = await product.kernel.db.query<{ id: string }>(`select id from "BaseResource" limit 1`);
  const link = await admin.call("baseServer/v1/baseResourceApiRestful/saveOrUpdate", { resourceId: button!.id, apiId: linked.id });
  expect(link.status).toBe("S");
  const dry = await bring(file(paths(0, 1)), "Y", { serviceCode: "SMALL" });
  expect(dry.data.counts).toMatchObject({ removed: 1, disabled: 1 });
  await bring(file(paths(0, 1)), "N", { serviceCode: "SMALL" });
  expect(await row("SMALL.order1")).toMatchObject({ enabledFlag: "N", deprecated: "Y" });
  expect(await row("SMALL.order2")).toBeUndefined();
  const refused = await admin.call("baseServer/v1/baseApiRestful/delete", { id: linked.id });
  expect([refused.code, refused.msg]).toEqual(["API_LINKED", "有1个资源或应用引用该接口，只能停用"]);
  const own = await admin.call("baseServer/v1/baseApiRestful/delete", { id: (await row("BaseJob.listByPage")).id });
  expect(own.code).toBe("API_SCANNED");
});

test("a broken file is refused with its place, and an export comes in again unchanged", async () => {
  const broken = await bring('{"openapi":"3.0.0",\n"paths":{"orders":{}}}', "Y");
  expect([broken.code, broken.msg]).toEqual(["API_IMPORT", "定义文件解析失败：第paths.orders处路径须以 / 开头"]);
  const taken = await admin.download("baseServer/baseApiService/exportDefinition", { serviceCode: "Whale-ERP" });
  expect(taken.fileName).toBe("api-Whale-ERP.json");
  const again = await bring(taken.bytes.toString("utf8"), "Y", { format: "JSON", serviceCode: "Whale-ERP" });
  expect(again.data).toMatchObject({ format: "JSON", counts: { added: 0, changed: 0, removed: 0, same: 40 } });
  const clerk = await product.person("clerk", ["EMPLOYEE"]).then(() => product.signIn("clerk"));
  expect((await clerk.call("baseServer/baseApiService/importDefinition", { fileId: "x" })).code).toBe("PERM_DENIED");
});

test("the console tries a call with the caller's own grants and shows the signed request", async () => {
  const id = (await row("BaseJob.listByPage")).id;
  const { data } = await admin.call("baseServer/baseApiService/tryCall", { id, body: { pageIndex: 1, pageRows: 2 } });
  expect(data.reply).toMatchObject({ http: 200 });
  expect(JSON.parse(data.reply.body)).toMatchObject({ status: "S", page: { curIndex: 1 } });
  expect(data.request.headers).toMatchObject({
    certificate: admin.certificate,
    AuthorizationCode: "***",
    appsign: expect.stringMatching(/^v1\./),
    paramsign: expect.stringMatching(/^v1\./),
  });
  const dev = await product.person("dev", ["DEV_ADMIN"]).then(() => product.signIn("dev"));
  const users = (await row("BaseRole.listByPage")).id;
  const denied = await dev.call("baseServer/baseApiService/tryCall", { id: users, body: { pageIndex: 1, pageRows: 1 } });
  expect([denied.status, denied.data.reply.http, JSON.parse(denied.data.reply.body).code]).toEqual(["S", 403, "PERM_DENIED"]);
  expect((await admin.call("baseServer/baseApiService/tryCall", { id: (await row("baseServer.baseApiService.tryCall")).id })).code).toBe(
    "API_TRY",
  );
  const got = await admin.call("baseServer/baseApiService/tryCall", { id: (await row("Whale-ERP.order0")).id });
  expect(got.code).toBe("API_TRY");
});
