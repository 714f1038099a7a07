import { afterAll, beforeAll, expect, test } from "vitest";
import { openPage } from "../support/browser.ts";
import { stepAt, totp } from "#kernel/server/gate/mfa.ts";
import type { Client } from "../support/client.ts";
import { startIdentity, type IdentitySource } from "../support/identity.ts";
import { adminPassword, openTestProduct, type TestProduct } from "../support/product.ts";

let product: TestProduct;
let idp: IdentitySource;
let admin: Client;
const url = (): string => product.url.replace("127.0.0.1", "localhost");

beforeAll(async () => {
  product = await openTestProduct([], [], { OUTBOUND_ALLOW: "localhost:*" });
  idp = await startIdentity(url());
  await product.person("anna", ["BUYER"]);
  admin = await product.signIn("admin");
  const { data } = await admin.call("baseServer/v1/baseSsoRestful/saveOrUpdate", {
    ssoCode: "CORP",
    nameCn: "集团账号",
    nameEn: "Group account",
    issuer: idp.issuer,
    clientId: idp.clientId,
  });
  await admin.call("baseServer/baseSsoService/setSecret", { id: data.id, secret: idp.clientSecret });
  await admin.call("baseServer/v1/baseSsoRestful/doEnabled", { id: data.id, confirmed: ["SSO_UNTESTED"] });
});
afterAll(async () => {
  await idp?.close();
  await product?.drop();
});

test("one press on the identity source's button leads there, back and in", async () => {
  idp.current = { sub: "s-anna", email: "anna@example.com", email_verified: true, name: "Anna" };
  const page = await openPage();
  await page.goto(`${url()}/login`);
  await page.getByRole("button", { name: "集团账号" }).click();
  await page.locator(".s-main h1:visible").first().waitFor({ timeout: 30_000 });
  expect(new URL(page.url()).pathname).toBe("/main/inHome");
  expect(page.url()).not.toContain("sso=");
  await page.context().close();
});

test("whoever has no account is told so above the form, in the language of the page", async () => {
  idp.current = { sub: "s-nobody", email: "nobody@example.com", email_verified: true };
  const page = await openPage();
  await page.goto(`${url()}/login`);
  await page.getByText("English", { exact: true }).click();
  await page.getByRole("button", { name: "Group account" }).click();
  await page.getByRole("alert").filter({ hasText: "No matching account" }).waitFor({ timeout: 30_000 });
  expect(new URL(page.url()).search).toBe("");
  await page.context().close();
});

test("a stranger's answer signs nobody in: the browser that began it must end it", async () => {
  idp.current = { sub: "s-anna", email: "anna@example.com", email_verified: true };
  const started = await admin.call("baseServer/baseLoginService/ssoStart", { providerCode: "CORP" });
  const back = await idp.walk(started.data.url);
  const page = await openPage();
  await page.goto(back);
  await page.getByRole("alert").filter({ hasText: "登录请求已失效" }).waitFor({ timeout: 30_000 });
  await page.context().close();
});

test("where only single sign-on is allowed the form waits behind the emergency account", async () => {
  await admin.call("baseServer/baseProfileService/saveValue", { profileCode: "SSO_ONLY", level: "SITE", value: "Y" });
  const page = await openPage();
  await page.goto(`${url()}/login`);
  await page.getByRole("button", { name: "集团账号" }).waitFor();
  expect(await page.locator("input[autocomplete=current-password]").count()).toBe(0);
  await page.getByRole("button", { name: "用应急账号登录" }).click();
  await page.locator("input[autocomplete=current-password]").waitFor();
  await page.context().close();
});

test("the first sign-in of an administrator leads through an authenticator and its recovery codes to the work", async () => {
  await admin.call("baseServer/baseProfileService/saveValue", { profileCode: "LOGIN_MFA", level: "SITE", value: null });
  const page = await openPage();
  await page.goto(`${url()}/login`);
  await page.getByLabel("账号").fill("admin");
  await page.getByLabel("密码", { exact: true }).fill(adminPassword);
  await page.getByRole("button", { name: "登录", exact: true }).click();
  await page.getByRole("heading", { name: "设置二次验证" }).waitFor();
  expect(await page.getByRole("img", { name: "验证器二维码" }).isVisible()).toBe(true);
  const secret = (await page.locator(".s-mfa-secret").innerText()).replaceAll(" ", "");
  await page.locator("#mfa-code").fill(totp(secret, stepAt(new Date())));
  await page.locator(".s-mfa-codes code").first().waitFor();
  expect(await page.locator(".s-mfa-codes code").count()).toBe(8);
  const goOn = page.getByRole("button", { name: "进入系统" });
  expect(await goOn.isDisabled()).toBe(true);
  await page.getByLabel("我已妥善保存").check();
  await goOn.click();
  await page.locator(".s-main h1:visible").first().waitFor({ timeout: 30_000 });
  expect(new URL(page.url()).pathname).toBe("/main/inHome");
});
