import { afterAll, beforeAll, expect, test } from "vitest";
import { registerReady } from "#modules/access/server.ts";
import { AppClient } from "../support/app-client.ts";
import { connect, type Client } from "../support/client.ts";
import { openTestProduct, type TestProduct } from "../support/product.ts";
import { runDue } from "../support/due.ts";

let product: TestProduct;
let admin: Client;
let runAs = "";
let owner = "";
const apis = new Map<string, string>();

const make = async (entity: string, body: object): Promise<any> => {
  const reply = await admin.call(`baseServer/v1/${entity}Restful/saveOrUpdate`, body);
  expect([reply.status, reply.msg]).toEqual(["S", undefined]);
  return reply.data;
};

interface Made {
  readonly id: string;
  readonly clientId: string;
  readonly secret: string;
  readonly client: AppClient;
}

/** An app that may make these calls, with its secret. */
async function app(appName: string, codes: readonly string[], more: object = {}): Promise<Made> {
  const row = await make("baseOauthApp", {
    appName,
    ownerUserId: owner,
    runAsUserId: runAs,
    apis: codes.map((code) => ({ apiId: apis.get(code) })),
    ...more,
  });
  const { data } = await admin.call("baseServer/baseOauthService/rotateSecret", { id: row.id });
  const client = new AppClient(product.url, data.clientId, data.clientSecret);
  return { id: row.id, clientId: data.clientId, secret: data.clientSecret, client };
}

const list = "baseServer/v1/baseJobRestful/listByPage";
const saveJob = "baseServer/v1/baseJobRestful/saveOrUpdate";
const scope = ["BaseJob.listByPage", "BaseJob.saveOrUpdate"];

beforeAll(async () => {
  product = await openTestProduct();
  await registerReady(product.kernel);
  owner = await product.person("owner", ["EMPLOYEE"]);
  runAs = await product.person("erp.sync", ["MASTER_DATA"], { userType: "SYSTEM", displayName: "ERP 同步" });
  admin = await product.signIn("admin");
  for (const row of await product.kernel.db.query<{ id: string; apiCode: string }>(`select id, "apiCode" from "BaseApi"`))
    apis.set(row.apiCode, row.id);
});
afterAll(() => product?.drop());

test("an app fetches a token for its secret and calls, signed, what it was given; the journal names it", async () => {
  const { client, id, secret } = await app("蓝鲸 ERP", scope);
  const reply = await client.fetchToken();
  expect(reply).toMatchObject({ status: "S", access_token: client.code, expires_in: 1800, token_type: "Bearer" });
  expect((await client.call(list, { pageIndex: 1, pageRows: 5 })).status).toBe("S");
  const saved = await client.call(saveJob, { jobCode: "ERPJOB", jobName: "同步职务", jobFamily: "OTHER" });
  expect([saved.status, saved.msg]).toEqual(["S", undefined]);
  const [entry] = (await admin.call("baseServer/v1/baseJobRestful/history", { id: saved.data.id })).data;
  expect(entry).toMatchObject({ userName: "erp.sync/蓝鲸 ERP", displayName: "蓝鲸 ERP（账号ERP 同步）" });
  const row = await product.kernel.db.one<Record<string, string>>(
    `select a."secretHash", a."signKeyEnc", a."secretHint", t."tokenHash" from "BaseOauthApp" a join "BaseOauthToken" t on t."appId" = a.id where a.id = $1`,
    [id],
  );
  expect(row!["secretHash"]).toMatch(/^\$argon2id\$/);
  expect(row!["tokenHash"]).toMatch(/^[0-9a-f]{64}$/);
  expect(row!["secretHint"]).toBe(secret.slice(-4));
  const json = JSON.stringify([
    (await admin.call("baseServer/v1/baseOauthAppRestful/findById", { id })).data,
    (await admin.call("baseServer/v1/baseOauthAppRestful/history", { id })).data,
  ]);
  for (const hidden of [secret, row!["secretHash"]!, row!["signKeyEnc"]!]) expect(json).not.toContain(hidden);
});

test("admin 15: a third call is OAUTH_SCOPE, another address is OAUTH_IP", async () => {
  const { client, id } = await app("蓝鲸 MES", scope, { ipAllow: "10.0.0.0/8" });
  // The test talks from this machine: let it in first.
  await make("baseOauthApp", { id, ipAllow: "10.0.0.0/8, 127.0.0.1" });
  await client.fetchToken();
  expect((await client.call(list, { pageIndex: 1, pageRows: 1 })).status).toBe("S");
  const third = await client.call("baseServer/v1/baseDepartmentRestful/listByPage", { pageIndex: 1, pageRows: 1 });
  expect([third.http, third.code, third.msg]).toEqual([403, "OAUTH_SCOPE", "应用无权调用该接口"]);
  client.language = "EN";
  expect((await client.call("baseServer/v1/baseJobRestful/delete", { id: "x" })).msg).toBe("App cannot call this API");
  await make("baseOauthApp", { id, ipAllow: "10.0.0.0/8" });
  const elsewhere = await client.call(list, { pageIndex: 1, pageRows: 1 });
  expect([elsewhere.http, elsewhere.code, elsewhere.msg]).toEqual([403, "OAUTH_IP", "Source address not allowed"]);
  const token = await client.fetchToken();
  expect(token.code).toBe("OAUTH_IP");
});

test("scope opens no more than the account may: permits and the audience wall stay", async () => {
  const { client } = await app("蓝鲸 WMS", ["BaseRole.listByPage", "BaseJob.listByPage"]);
  await client.fetchToken();
  expect((await client.call("baseServer/v1/baseRoleRestful/listByPage", { pageIndex: 1, pageRows: 1 })).code).toBe("PERM_DENIED");
  expect((await client.call("baseServer/baseLoginService/heartbeat", {})).code).toBe("OAUTH_SCOPE");
  expect((await client.call("baseServer/baseLoginService/switchResponsibility", { responsibilityId: "x" })).code).toBe("OAUTH_SCOPE");
});

test("a token without its key is worth nothing, and neither is a request sent twice", async () => {
  const { client } = await app("蓝鲸 PLM", scope);
  await client.fetchToken();
  const request = client.prepare(list, { pageIndex: 1, pageRows: 1 });
  expect((await client.ask(request)).status).toBe("S");
  expect((await client.ask(request)).code).toBe("SIGN_REPLAY");
  const bent = client.prepare(list, { pageIndex: 1, pageRows: 1 });
  expect((await client.ask({ ...bent, body: String(bent.body).replace("1", "2") })).code).toBe("SIGN_PARAM");
  client.spoilKey();
  expect((await client.call(list)).code).toBe("SIGN_APP");
  const other = await app("蓝鲸 SCM", scope);
  await other.client.fetchToken();
  // Another app's token under the own name is unknown.
  const mixed = await client.fetchToken();
  client.code = other.client.code;
  expect([mixed.status, (await client.call(list)).code]).toEqual(["S", "AUTH_EXPIRED"]);
});

test("a wrong secret, a wrong name and a wrong way are refused, ten tries a minute", async () => {
  const { clientId } = await app("蓝鲸 CRM", scope);
  const guess = new AppClient(product.url, clientId, "guessed");
  const first = await guess.fetchToken();
  expect([first.http, first.code, first.msg]).toEqual([401, "OAUTH_CLIENT", "应用或密钥不正确"]);
  expect((await guess.fetchToken({ grant_type: "password" })).code).toBe("OAUTH_GRANT");
  const codes: (string | undefined)[] = [];
  for (let i = 0; i < 10; i++) codes.push((await guess.fetchToken()).code);
  expect(codes.filter((code) => code === "OAUTH_CLIENT")).toHaveLength(9);
  expect(codes.at(-1)).toBe("RATE_LIMIT");
  expect((await new AppClient(product.url, "app.nobody", "guessed").fetchToken()).code).toBe("OAUTH_CLIENT");
});

test("after a rotation the old secret and its tokens stay good for a day, then not", async () => {
  const { id, client } = await app("蓝鲸 TMS", scope);
  await client.fetchToken();
  const { data } = await admin.call("baseServer/baseOauthService/rotateSecret", { id });
  expect(data.earlierValidHours).toBe(24);
  expect((await client.call(list, { pageIndex: 1, pageRows: 1 })).status).toBe("S");
  expect((await client.fetchToken()).status).toBe("S");
  expect((await client.call(list, { pageIndex: 1, pageRows: 1 })).status).toBe("S");
  const fresh = new AppClient(product.url, data.clientId, data.clientSecret);
  expect((await fresh.fetchToken()).status).toBe("S");
  await product.kernel.db.query(`update "BaseOauthApp" set "prevValidUntil" = now() - interval '1 second' where id = $1`, [id]);
  expect((await client.call(list, { pageIndex: 1, pageRows: 1 })).code).toBe("AUTH_EXPIRED");
  expect((await client.fetchToken()).code).toBe("OAUTH_CLIENT");
  expect((await fresh.call(list, { pageIndex: 1, pageRows: 1 })).status).toBe("S");
});

test("a token ends after half an hour, when it is revoked, and with its app", async () => {
  const { id, client } = await app("蓝鲸 OA", scope);
  await client.fetchToken();
  const introspect = (): Promise<any> =>
    client.ask({
      method: "POST",
      url: "/api/baseServer/baseOauthService/introspect",
      headers: {
        authorization: `Basic ${Buffer.from(`${client.clientId}:${encodeURIComponent(secretOf.get(client)!)}`).toString("base64")}`,
        "content-type": "application/x-www-form-urlencoded",
      },
      body: new URLSearchParams({ token: client.code }).toString(),
    });
  secretOf.set(client, (await admin.call("baseServer/baseOauthService/rotateSecret", { id })).data.clientSecret);
  expect(await introspect()).toMatchObject({ active: true, scope: scope.join(" "), client_id: client.clientId });
  await product.kernel.db.query(`update "BaseOauthToken" set "expiresAt" = now() where "appId" = $1`, [id]);
  expect((await client.call(list)).code).toBe("AUTH_EXPIRED");
  expect(await introspect()).toMatchObject({ active: false });

  await client.fetchToken();
  const tokens = (await admin.call("baseServer/v1/baseOauthTokenRestful/listByPage", { appId: [id], pageIndex: 1, pageRows: 10 })).data;
  expect(JSON.stringify(tokens)).not.toContain(client.code);
  const last = tokens.find((row: { tokenHint: string }) => row.tokenHint === client.code.slice(-4));
  expect((await admin.call("baseServer/v1/baseOauthTokenRestful/doRevoke", { id: last.id })).status).toBe("S");
  expect((await client.call(list)).code).toBe("AUTH_EXPIRED");

  await client.fetchToken();
  expect((await client.call(list, { pageIndex: 1, pageRows: 1 })).status).toBe("S");
  expect((await admin.call("baseServer/v1/baseOauthAppRestful/doRevoke", { id })).status).toBe("S");
  expect((await client.call(list)).code).toBe("AUTH_EXPIRED");
  expect((await client.fetchToken()).code).toBe("OAUTH_CLIENT");
});
const secretOf = new Map<AppClient, string>();

test("an app calls so many times a minute and no more; a scope that is asked for is all its token has", async () => {
  const { client } = await app("蓝鲸 BI", scope, { rateLimitPerMin: 3 });
  const token = await client.fetchToken({ scope: "BaseJob.listByPage" });
  expect(token.data.scope).toBe("BaseJob.listByPage");
  expect((await client.call(saveJob, { jobCode: "X", jobName: "X", jobFamily: "OTHER" })).code).toBe("OAUTH_SCOPE");
  expect((await client.call(list, { pageIndex: 1, pageRows: 1 })).status).toBe("S");
  expect((await client.call(list, { pageIndex: 1, pageRows: 1 })).status).toBe("S");
  expect((await client.call(list, { pageIndex: 1, pageRows: 1 })).code).toBe("RATE_LIMIT");
  expect((await client.fetchToken({ scope: "BaseRole.listByPage" })).code).toBe("OAUTH_SCOPE");
});

test("only system accounts, real ranges and calls for signed-in callers make an app", async () => {
  const refused = async (body: object): Promise<string | undefined> =>
    (
      await admin.call("baseServer/v1/baseOauthAppRestful/saveOrUpdate", {
        appName: "坏应用",
        ownerUserId: owner,
        runAsUserId: runAs,
        ...body,
      })
    ).fieldErrors?.[0]?.path;
  expect(await refused({ runAsUserId: owner })).toBe("runAsUserId");
  expect(await refused({ ownerUserId: runAs })).toBe("ownerUserId");
  expect(await refused({ ipAllow: "10.0.0.0/40" })).toBe("ipAllow");
  expect(await refused({ apis: [{ apiId: apis.get("baseServer.baseLoginService.login") }] })).toBe("apis");
  const nobody = await product.signIn("owner");
  expect((await nobody.call("baseServer/baseOauthService/rotateSecret", { id: "x" })).code).toBe("PERM_DENIED");
  // Nobody signs in with a system account.
  await expect(product.signIn("erp.sync")).rejects.toThrow(/AUTH_BAD/);
});

test("owners hear of a secret that runs out at thirty, seven and one day, each time once", async () => {
  const { id } = await app("蓝鲸 HR", scope);
  const db = product.kernel.db;
  const daysLeft = (days: number) =>
    db.query(`update "BaseOauthApp" set "expiresAt" = now() + make_interval(days => $2) - interval '1 hour' where id = $1`, [id, days]);
  const sentEvents = (): Promise<{ days: string }[]> =>
    db.query(`select data->>'days' as days from "Outbox" where event = 'SECRET_EXPIRING' and "docId" = $1 order by no`, [id]);
  await daysLeft(31);
  await runDue(product.kernel, "SECRET_EXPIRE_WARN", new Date());
  expect(await sentEvents()).toEqual([]);
  for (const left of [30, 29, 7, 6, 1]) {
    await daysLeft(left);
    await runDue(product.kernel, "SECRET_EXPIRE_WARN", new Date());
    await runDue(product.kernel, "SECRET_EXPIRE_WARN", new Date());
  }
  expect((await sentEvents()).map((entry) => entry.days)).toEqual(["30", "7", "1"]);
});

test("a partner shows one of our pages to somebody it names: once, for ten minutes, never as a powerful account", async () => {
  const embed = "baseServer/baseOauthService/embedToken";
  const { id, client } = await app("蓝鲸门户", ["baseServer.baseOauthService.embedToken"]);
  expect((await admin.call("baseServer/v1/baseOauthAppRestful/findById", { id })).data.grantTypes).toEqual([
    "client_credentials",
    "authorization_code",
  ]);
  await client.fetchToken();
  const { data } = await client.call(embed, { userName: "owner", pageName: "staffInquiry", menuId: "" });
  expect(data.url).toMatch(/\/iframeBox\?token=tk_/);
  const inside = await connect(product.url);
  const entered = await inside.comeIn("exchangeTicket", { ticket: data.token });
  expect([entered.status, entered.data.user.userName, entered.data.pageName]).toEqual(["S", "owner", "staffInquiry"]);
  expect((await (await connect(product.url)).comeIn("exchangeTicket", { ticket: data.token })).code).toBe("AUTH_BAD");
  expect((await client.call(embed, { userName: "admin", pageName: "staffInquiry" })).code).toBe("EMBED_USER");
  expect((await client.call(embed, { userName: "nobody.here", pageName: "staffInquiry" })).code).toBe("EMBED_USER");
  expect((await client.call(embed, { userName: "owner", pageName: "nowhere" })).code).toBe("EMBED_PAGE");
  expect((await admin.call(embed, { userName: "owner", pageName: "staffInquiry" })).code).toBe("PERM_DENIED");
});
