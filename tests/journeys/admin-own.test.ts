import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { stepAt, totp } from "#kernel/server/gate/mfa.ts";
import { errorsOf, goTo, openPage, signInOn } from "../support/browser.ts";
import { adminPassword, openTestProduct, type TestProduct } from "../support/product.ts";

/** What one person keeps in order alone: the second factor of the own account, and settings carried to another installation. */
let product: TestProduct;
beforeAll(async () => {
  product = await openTestProduct();
  await product.person("keeper", ["BUYER"]);
});
afterAll(() => product?.drop());

/** A picture for whoever looks at the pages of a run. */
const picture = async (page: Page, name: string): Promise<void> => {
  if (process.env["PICTURES"]) await page.screenshot({ path: join(process.env["PICTURES"], `${name}.png`) });
};

async function enter(userName: string): Promise<Page> {
  const page = await openPage({ acceptDownloads: true });
  await signInOn(page, product.url, userName, adminPassword);
  return page;
}

test("a phone is bound by scanning, proved by its digits, and a code on paper stands in for it once", async () => {
  const page = await enter("keeper");
  await goTo(page, "userCenter");
  await page.getByRole("button", { name: "开启" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("img", { name: "验证器二维码" }).waitFor();
  const secret = (await dialog.locator("code").first().textContent())!.replaceAll(" ", "");
  await dialog.getByLabel("填写应用显示的六位口令").fill(totp(secret, stepAt(new Date())));
  await dialog.getByRole("button", { name: "保存" }).click();
  await page.getByText("保存恢复码").waitFor();
  const codes = await dialog.getByRole("listitem").allTextContents();
  expect(codes).toHaveLength(8);
  expect(await dialog.getByRole("button", { name: "完成" }).isDisabled()).toBe(true);
  await dialog.getByRole("checkbox", { name: "我已妥善保存" }).check();
  await dialog.getByRole("button", { name: "完成" }).click();
  await page.getByText("还剩 8 个").waitFor();

  const again = await openPage();
  await again.goto(`${product.url}/login`);
  await again.locator("input[autocomplete=username]").fill("keeper");
  await again.locator("input[autocomplete=current-password]").fill(adminPassword);
  await again.keyboard.press("Enter");
  await again.getByRole("button", { name: "手机不在身边？用恢复码" }).click();
  await again.getByLabel("恢复码").fill(codes[0]!.toLowerCase());
  await again.getByRole("button", { name: "验证并登录" }).click();
  await again.locator(".s-main h1:visible").first().waitFor();
  await goTo(again, "userCenter");
  await again.getByText("还剩 7 个").waitFor();
  expect([...errorsOf(page), ...errorsOf(again)]).toEqual([]);
  await Promise.all([page, again].map((entry) => entry.context().close()));
});

test("an open screen alone changes nothing: the dialog asks for the password, and what was pressed goes on by itself", async () => {
  const userId = await product.person("careful", ["BUYER"]);
  const page = await enter("careful");
  await goTo(page, "userCenter");
  const begin = page.getByRole("button", { name: "开启" });
  await begin.waitFor();
  const { certificate } = (await product.kernel.db.one<{ certificate: string }>(
    `select certificate from "BaseLoginSession" where "userId" = $1 and "endReason" is null`,
    [userId],
  ))!;
  const live = (await product.gate.sessions.find(certificate))!;
  const forget = (): void => void (live.info = { ...live.info, proof: null });
  forget();
  await begin.click();
  const asked = page.getByRole("dialog", { name: "验证身份" });
  await asked.waitFor();
  await picture(page, "proof-cn");
  await asked.getByLabel("登录密码").fill("wrong");
  await asked.getByRole("button", { name: "验证并继续" }).click();
  await asked.getByText("账号或密码错误").waitFor();
  await asked.getByLabel("登录密码").fill(adminPassword);
  await asked.getByRole("button", { name: "验证并继续" }).click();
  await page.getByRole("img", { name: "验证器二维码" }).waitFor();
  expect(await asked.count()).toBe(0);
  await page.keyboard.press("Escape");
  forget();
  await page.locator(".s-lang-btn").click();
  await page.getByRole("button", { name: "Turn on" }).click();
  const english = page.getByRole("dialog", { name: "Confirm it is you" });
  await english.waitFor();
  await picture(page, "proof-en");
  await english.getByRole("button", { name: "Cancel" }).click();
  await english.waitFor({ state: "detached" });
  expect(errorsOf(page)).toEqual([]);
  await page.context().close();
});

test("a bundle of settings is compared before any of it is taken in", async () => {
  const page = await enter("admin");
  await goTo(page, "profile?tab=bundle");
  await page.getByLabel("签名口令，至少 8 位").fill("harbour lantern");
  const [taken] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "导出配置包" }).click()]);
  const file = join(product.dataDir, "bundle.json");
  await taken.saveAs(file);
  const client = await product.signIn("admin");
  const set = await client.call("baseServer/baseProfileService/saveValue", { profileCode: "LOG_KEEP_DAYS", level: "SITE", value: "400" });
  expect(set.status).toBe("S");

  const compare = page.getByRole("button", { name: "与本环境比较" });
  const bring = async (path: string, passphrase: string): Promise<void> => {
    await page.getByLabel("配置包文件").setInputFiles(path);
    await page.getByLabel("导出时的签名口令").fill(passphrase);
    await compare.click();
  };
  const broken = join(product.dataDir, "broken.json");
  writeFileSync(broken, "no bundle");
  await page.getByLabel("配置包文件").setInputFiles(broken);
  await page.getByText("这不是配置包文件").waitFor();
  expect(await compare.isDisabled()).toBe(true);
  await bring(file, "another lantern");
  await page.getByText("配置包签名不符或口令错误").waitFor();
  await bring(file, "harbour lantern");
  await page.getByRole("button", { name: /LOG_KEEP_DAYS/ }).click();
  await page.getByText("400 → 默认值").waitFor();
  await page.getByRole("button", { name: "采纳所选 1 项" }).click();
  await page.getByRole("alertdialog").or(page.getByRole("dialog")).getByRole("button", { name: "采纳", exact: true }).click();
  await page.getByText("已采纳", { exact: true }).waitFor();
  await page.getByRole("button", { name: "重新比较" }).click();
  await page.getByText("两个环境的设置完全一致，没有需要采纳的内容").waitFor();
  const value = await client.call("baseServer/baseProfileService/getValue", { codes: ["LOG_KEEP_DAYS"] });
  expect(value.data).toEqual({ LOG_KEEP_DAYS: "365" });
  expect(errorsOf(page)).toEqual([]);
  await page.context().close();
});

test("the first sign-in of an administrator leads through an authenticator and its recovery codes to the work", async () => {
  const admin = await product.signIn("admin");
  await admin.call("baseServer/baseProfileService/saveValue", { profileCode: "LOGIN_MFA", level: "SITE", value: null });
  const page = await openPage();
  await page.goto(`${product.url}/login`);
  await page.locator("input[autocomplete=username]").fill("admin");
  await page.locator("input[autocomplete=current-password]").fill(adminPassword);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "设置二次验证" }).waitFor();
  await page.getByRole("img", { name: "验证器二维码" }).waitFor();
  await picture(page, "mfa-setup-cn");
  const secret = (await page.locator(".s-mfa-secret").innerText()).replaceAll(" ", "");
  await page.locator("#mfa-code").fill(totp(secret, stepAt(new Date())));
  await page.locator(".s-mfa-codes code").first().waitFor();
  expect(await page.locator(".s-mfa-codes code").count()).toBe(8);
  await picture(page, "mfa-codes-cn");
  const goOn = page.getByRole("button", { name: "进入系统" });
  expect(await goOn.isDisabled()).toBe(true);
  await page.getByLabel("我已妥善保存").check();
  await goOn.click();
  await page.locator(".s-main h1:visible").first().waitFor();
  expect(new URL(page.url()).pathname).toBe("/main/inHome");
  await page.context().close();
});
