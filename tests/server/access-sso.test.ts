import { createHash, randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Client, Reply } from "../support/client.ts";
import { connect } from "../support/client.ts";
import { startIdentity, type IdentitySource, type Known } from "../support/identity.ts";
import { adminPassword, openTestProduct, type TestProduct } from "../support/product.ts";

let product: TestProduct;
let idp: IdentitySource;
let admin: Client;
let ssoId = "";

const publicUrl = (): string => product.url.replace("127.0.0.1", "localhost");
const anna: Known = { sub: "s-anna", email: "anna@example.com", email_verified: true, name: "Anna" };
const save = async (entity: string, body: object): Promise<any> => {
  const reply = await admin.call(`baseServer/v1/${entity}Restful/saveOrUpdate`, body);
  expect([reply.status, reply.msg]).toEqual(["S", undefined]);
  return reply.data;
};
const setting = (profileCode: string, value: string): Promise<Reply> =>
  admin.call("baseServer/baseProfileService/saveValue", { profileCode, level: "SITE", value });
const change = async (what: object): Promise<void> => void (await save("baseSso", { id: ssoId, ...what }));
const links = (): Promise<{ subject: string; userName: string }[]> =>
  product.kernel.db.query(`select l.subject, u."userName" from "BaseUserSsoLink" l join "BaseUsers" u on u.id = l."userId" order by 1`);

beforeAll(async () => {
  product = await openTestProduct([], [], { OUTBOUND_ALLOW: "localhost:*", SSO_SECRET_CORP: "from-outside" });
  idp = await startIdentity(publicUrl());
  await product.person("anna", ["BUYER"]);
  await product.person("bert", ["BUYER"], { email: "bert@example.com" });
  admin = await product.signIn("admin");
  const made = await save("baseSso", {
    ssoCode: "CORP",
    nameCn: "集团账号",
    nameEn: "Group account",
    issuer: idp.issuer,
    clientId: idp.clientId,
  });
  ssoId = made.id;
  await admin.call("baseServer/baseSsoService/setSecret", { id: ssoId, secret: idp.clientSecret });
  const on = await admin.call("baseServer/v1/baseSsoRestful/doEnabled", { id: ssoId, confirmed: ["SSO_UNTESTED"] });
  expect(on.status).toBe("S");
});
afterAll(async () => {
  await idp?.close();
  await product?.drop();
});
beforeEach(() => {
  idp.current = anna;
});

/** Sends a browser away and brings it back to our door; a test may bend the way. */
async function comeBack(client: Client, bend: (url: URL) => void = () => undefined, body: object = {}): Promise<URL> {
  const started = await client.call("baseServer/baseLoginService/ssoStart", { providerCode: "CORP", redirect: "/main/inHome", ...body });
  expect([started.status, started.msg]).toEqual(["S", undefined]);
  const url = new URL(started.data.url);
  bend(url);
  const back = await idp.walk(url.href);
  return arrive(back);
}

async function arrive(back: string): Promise<URL> {
  const reply = await fetch(back, { redirect: "manual" });
  expect([reply.status, reply.headers.get("cache-control")]).toEqual([303, "no-store"]);
  return new URL(reply.headers.get("location")!);
}

async function signInBySso(bend?: (url: URL) => void): Promise<{ client: Client; reply: Reply }> {
  const client = await connect(product.url);
  const page = await comeBack(client, bend);
  return { client, reply: await client.comeIn("exchangeTicket", { ticket: page.searchParams.get("sso") }) };
}

test("a person comes in through the identity source, is linked once, and goes where they wanted", async () => {
  const client = await connect(product.url);
  expect(client.handshake["ssoProviders"]).toEqual([{ providerCode: "CORP", name: "集团账号", nameEn: "Group account", icon: null }]);
  const page = await comeBack(client);
  expect([page.origin, page.pathname, page.searchParams.get("redirect")]).toEqual([publicUrl(), "/login", "/main/inHome"]);
  const reply = await client.comeIn("exchangeTicket", { ticket: page.searchParams.get("sso") });
  expect([reply.status, reply.data.user.userName]).toEqual(["S", "anna"]);
  expect(await links()).toEqual([{ subject: "s-anna", userName: "anna" }]);
  const session = await product.kernel.db.one(`select "loginMethod", "ssoCode" from "BaseLoginSession" where certificate = $1`, [
    reply.data.certificate,
  ]);
  expect(session).toEqual({ loginMethod: "OIDC", ssoCode: "CORP" });
  // The subject counts from now on, whatever the e-mail says.
  idp.current = { ...anna, email: "anna.other@example.com", email_verified: false };
  expect((await signInBySso()).reply.data.user.userName).toBe("anna");
});

test("admin 16: a wrong nonce or an unverified e-mail is refused and links nobody", async () => {
  const before = await links();
  const bent = await signInBySso((url) => url.searchParams.set("nonce", "another-nonce"));
  expect([bent.reply.code, bent.reply.msg]).toEqual(["SSO_TOKEN", "身份令牌校验失败"]);
  idp.current = { sub: "s-bert", email: "bert@example.com", email_verified: false };
  const unproved = await signInBySso();
  expect([unproved.reply.code, unproved.reply.msg]).toEqual(["SSO_NO_USER", "未找到对应账号"]);
  expect(await links()).toEqual(before);
  const log = await product.kernel.db.query(`select account, result from "BaseLoginLog" where result = 'SSO_FAIL' order by "loginTime"`);
  expect(log).toMatchObject([{ account: "CORP" }, { account: "bert@example.com" }]);
});

test("an answer is good once, for the one who asked, and for ten minutes", async () => {
  const client = await connect(product.url);
  const started = await client.call("baseServer/baseLoginService/ssoStart", { providerCode: "CORP" });
  const back = await idp.walk(started.data.url);
  const first = await arrive(back);
  const again = await arrive(back);
  const english = await connect(product.url);
  english.language = "EN";
  const replayed = await english.comeIn("exchangeTicket", { ticket: again.searchParams.get("sso") });
  expect([replayed.code, replayed.msg]).toEqual(["SSO_STATE", "Sign-in request expired"]);
  // Somebody else's browser cannot be signed in with this answer, and trying uses it up.
  const other = await connect(product.url);
  expect((await other.comeIn("exchangeTicket", { ticket: first.searchParams.get("sso") })).code).toBe("SSO_STATE");
  expect((await client.comeIn("exchangeTicket", { ticket: first.searchParams.get("sso") })).code).toBe("AUTH_BAD");
  // An answer nobody asked for, and one that came too late.
  const foreign = await arrive(`${publicUrl()}/api/baseServer/baseLoginService/ssoCallback?code=x&state=tk_unknown`);
  expect((await client.comeIn("exchangeTicket", { ticket: foreign.searchParams.get("sso") })).code).toBe("SSO_STATE");
  const late = await client.call("baseServer/baseLoginService/ssoStart", { providerCode: "CORP" });
  await product.kernel.db.query(`update "BaseTicket" set "expiresAt" = now() where purpose = 'SSO_STATE' and "usedAt" is null`);
  const tooLate = await arrive(await idp.walk(late.data.url));
  expect((await client.comeIn("exchangeTicket", { ticket: tooLate.searchParams.get("sso") })).code).toBe("SSO_STATE");
});

test("a page that was loaded anew proves itself by the secret it kept", async () => {
  const proof = randomBytes(32).toString("base64url");
  const before = await connect(product.url);
  const page = await comeBack(before, undefined, { binder: createHash("sha256").update(proof).digest("hex") });
  const after = await connect(product.url);
  const reply = await after.comeIn("exchangeTicket", { ticket: page.searchParams.get("sso"), proof });
  expect([reply.status, reply.data.user.userName]).toEqual(["S", "anna"]);
});

test("a code challenge that was exchanged for another is refused by the source", async () => {
  const { reply } = await signInBySso((url) =>
    url.searchParams.set("code_challenge", createHash("sha256").update("mine").digest("base64url")),
  );
  expect(reply.code).toBe("SSO_TOKEN");
});

test("only the e-mail domains that are allowed come in, only the own side, and only enabled accounts", async () => {
  await change({ allowedDomains: "example.org" });
  expect((await signInBySso()).reply.code).toBe("SSO_NO_USER");
  await change({ allowedDomains: "example.org,Example.com" });
  expect((await signInBySso()).reply.status).toBe("S");
  await change({ allowedDomains: null, audience: "SUPPLIER" });
  expect((await signInBySso()).reply.code).toBe("SSO_NO_USER");
  await change({ audience: "INTERNAL" });
});

test("the employee number finds the account where the source is set so", async () => {
  const org = await save("baseOrganization", { orgCode: "G1", orgName: "样例集团", orgType: "GROUP" });
  const person = await save("basePerson", {
    personNum: "E1001",
    personName: "卡拉",
    orgId: org.id,
    email: "carla@example.com",
    hireDate: "2020-01-01",
  });
  await product.person("carla", ["BUYER"], { personId: person.id });
  await change({ matchBy: "PERSON_NUM" });
  idp.current = { sub: "s-carla", employee_number: "e1001" };
  expect((await signInBySso()).reply.data?.user?.userName).toBe("carla");
  await change({ matchBy: "EMAIL_VERIFIED" });
});

test("an account is opened by itself with the default responsibilities, without a password, and never with a privileged one", async () => {
  const db = product.kernel.db;
  const responsibilities = await db.query<{ id: string; respCode: string }>(
    `select id, "respCode" from "BaseResponsibility" where "respCode" in ('EMPLOYEE', 'SYS_ADMIN', 'SUP_SALES')`,
  );
  const resp = (code: string): string => responsibilities.find((candidate) => candidate.respCode === code)!.id;
  const refused = async (body: object): Promise<string | undefined> =>
    (await admin.call("baseServer/v1/baseSsoRestful/saveOrUpdate", { id: ssoId, autoProvision: "Y", ...body })).code;
  expect(await refused({ defaultRespIds: [resp("SYS_ADMIN")] })).toBe("SSO_PRIVILEGED");
  expect(await refused({ defaultRespIds: [resp("SUP_SALES")] })).toBe("RESP_AUDIENCE");
  expect(await refused({ defaultRespIds: [] })).toBe("TABLE_REQUIRED");
  await change({ autoProvision: "Y", defaultRespIds: [resp("EMPLOYEE")] });
  idp.current = { sub: "s-dora", email: "dora@example.com", email_verified: true, name: "多拉", preferred_username: "anna" };
  const { reply } = await signInBySso();
  expect([reply.status, reply.data.user.userName, reply.data.user.personName]).toEqual(["S", "dora", "多拉"]);
  expect(reply.data.responsibilities.map((responsibility: { respCode: string }) => responsibility.respCode)).toEqual(["EMPLOYEE"]);
  expect(reply.data.mustChangePassword).toBe(false);
  const row = await db.one(`select "passwordHash", "emailVerified", "userType" from "BaseUsers" where "userName" = 'dora'`);
  expect(row).toEqual({ passwordHash: null, emailVerified: "Y", userType: "INTERNAL" });
  // The role turned privileged afterwards: no account is opened any more.
  await db.query(`update "BaseRole" set "privilegedFlag" = 'Y' where "roleCode" = 'EMPLOYEE'`);
  idp.current = { sub: "s-emil", email: "emil@example.com", email_verified: true };
  expect((await signInBySso()).reply.code).toBe("SSO_TOKEN");
  await db.query(`update "BaseRole" set "privilegedFlag" = 'N' where "roleCode" = 'EMPLOYEE'`);
  await change({ autoProvision: "N" });
  expect((await signInBySso()).reply.code).toBe("SSO_NO_USER");
});

test("a test sign-in shows claims and match, and makes neither session nor link", async () => {
  idp.current = { sub: "s-bert", email: "bert@example.com", email_verified: true, name: "Bert" };
  const sessions = async (): Promise<unknown> =>
    product.kernel.db.one(`select count(*)::int as n from "BaseLoginSession" where "userId" is not null`);
  const [before, linked] = [await sessions(), await links()];
  const started = await admin.call("baseServer/baseSsoService/test", { id: ssoId });
  expect((await admin.call("baseServer/baseSsoService/testResult", { testId: started.data.testId })).data).toEqual({ done: false });
  const page = await fetch(await idp.walk(started.data.url), { redirect: "manual" });
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("测试完成")]);
  const { data } = await admin.call("baseServer/baseSsoService/testResult", { testId: started.data.testId });
  expect(data).toMatchObject({
    done: true,
    ok: true,
    claims: { sub: "s-bert", email: "bert@example.com" },
    match: { reason: "MATCHED", account: { userName: "bert" } },
  });
  expect([await sessions(), await links()]).toEqual([before, linked]);
  expect((await admin.call("baseServer/v1/baseSsoRestful/findById", { id: ssoId })).data).toMatchObject({ testResult: "OK" });
  const bert = await product.signIn("bert");
  expect((await bert.call("baseServer/baseSsoService/testResult", { testId: started.data.testId })).code).toBe("PERM_DENIED");
  expect((await bert.call("baseServer/baseSsoService/test", { id: ssoId })).code).toBe("PERM_DENIED");
});

test("where only single sign-on is allowed a right password is refused, but the emergency account's", async () => {
  await setting("SSO_ONLY", "Y");
  const client = await connect(product.url);
  expect(client.handshake["ssoOnly"]).toBe(true);
  const refused = await client.login("bert", adminPassword);
  expect([refused.code, refused.msg]).toEqual(["SSO_ONLY", "本系统只允许单点登录"]);
  expect((await client.login("bert", "wrong-Password9")).code).toBe("AUTH_BAD");
  expect((await client.login("admin", adminPassword)).status).toBe("S");
  expect((await signInBySso()).reply.status).toBe("S");
  await setting("SSO_ONLY", "N");
  expect((await (await connect(product.url)).login("bert", adminPassword)).status).toBe("S");
});

test("signing out reaches the source where it is set so", async () => {
  await change({ logoutMode: "PROVIDER" });
  const { client } = await signInBySso();
  const { data } = await client.call("baseServer/baseLoginService/logout");
  const url = new URL(data.logoutUrl);
  expect([url.origin, url.searchParams.get("post_logout_redirect_uri")]).toEqual([idp.issuer, `${publicUrl()}/login`]);
  await change({ logoutMode: "LOCAL" });
  const again = await signInBySso();
  expect((await again.client.call("baseServer/baseLoginService/logout")).data).toEqual({});
});

test("a source inside the own network is not called unless the operator lists its host, all failures read alike, and a disabled one is not offered", async () => {
  const inside = await save("baseSso", { ssoCode: "INSIDE", nameCn: "内网", issuer: "http://localhost:1/idp", clientId: "x" });
  const answers = new Set<string>();
  for (const issuer of [
    "http://localhost:1/idp",
    "https://127.0.0.1/idp",
    "https://169.254.169.254/idp",
    "https://no-such-host.invalid/",
  ]) {
    await save("baseSso", { id: inside.id, issuer });
    const { code, msg } = await admin.call("baseServer/baseSsoService/discover", { id: inside.id });
    answers.add(`${code} ${msg}`);
  }
  expect([...answers]).toEqual([expect.stringMatching(/^SSO_UNREACHABLE /)]);
  const client = await connect(product.url);
  expect((await client.call("baseServer/baseLoginService/ssoStart", { providerCode: "INSIDE" })).code).toBe("DATA_NOT_FOUND");
  expect(
    (await client.call("baseServer/baseSsoService/listEnabled")).data.map((entry: { providerCode: string }) => entry.providerCode),
  ).toEqual(["CORP"]);
});

test("a secret by reference names a variable of single sign-on and no other, whether saved or smuggled into the row", async () => {
  const other = await save("baseSso", { ssoCode: "REFERS", nameCn: "引用", issuer: idp.issuer, clientId: idp.clientId });
  for (const clientSecretRef of ["DATABASE_URL", "PATH", "SRM_KEY_MASTER_M1", "DATA_SOURCE_SECRET_ERP", "sso_secret_corp"]) {
    const reply = await admin.call("baseServer/v1/baseSsoRestful/saveOrUpdate", { id: other.id, clientSecretRef });
    expect(reply.fieldErrors).toEqual([expect.objectContaining({ path: "clientSecretRef", code: "FIELD_FORMAT" })]);
    await product.kernel.db.query(`update "BaseSso" set "clientSecretRef" = $2 where id = $1`, [other.id, clientSecretRef]);
    expect((await admin.call("baseServer/baseSsoService/discover", { id: other.id })).code).toBe("SECRET_REF");
  }
  await product.kernel.db.query(`update "BaseSso" set "clientSecretRef" = null where id = $1`, [other.id]);
  await save("baseSso", { id: other.id, clientSecretRef: "SSO_SECRET_CORP" });
  expect((await admin.call("baseServer/baseSsoService/discover", { id: other.id })).status).toBe("S");
  await save("baseSso", { id: other.id, clientSecretRef: "SSO_SECRET_NOBODY" });
  expect((await admin.call("baseServer/baseSsoService/discover", { id: other.id })).code).toBe("SECRET_MISSING");
});

test("the secret is kept sealed and never told", async () => {
  const row = await product.kernel.db.one<{ clientSecretEnc: string }>(`select "clientSecretEnc" from "BaseSso" where id = $1`, [ssoId]);
  expect(row!.clientSecretEnc).toMatch(/^m1\./);
  const json = JSON.stringify([
    (await admin.call("baseServer/v1/baseSsoRestful/findById", { id: ssoId })).data,
    (await admin.call("baseServer/v1/baseSsoRestful/history", { id: ssoId })).data,
  ]);
  expect(json).not.toContain(idp.clientSecret);
  expect(json).not.toContain(row!.clientSecretEnc);
});
