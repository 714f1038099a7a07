import { afterAll, beforeAll, expect, test } from "vitest";
import { openPage } from "../support/browser.ts";
import type { Client } from "../support/client.ts";
import { startIdentity, type IdentitySource } from "../support/identity.ts";
import { openTestProduct, type TestProduct } from "../support/product.ts";

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
