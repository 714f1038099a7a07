import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { errorsOf, goTo, openPage, signInOn } from "../support/browser.ts";
import { adminPassword, openTestProduct, type TestProduct } from "../support/product.ts";
import { creditCode, groundOf, type Ground } from "../server/register-world.ts";

/** A company's way in, as both sides see it: registers, is let in, fills in, is sent back, mends, becomes a supplier. */
let product: TestProduct;
let ground: Ground;
const password = "Kiln7!rope#2";
const company = "虚构云帆钣金有限公司";

beforeAll(async () => {
  product = await openTestProduct("register-journey");
  ground = await groundOf(product);
  await product.person("spec.one", ["SUP_SPECIALIST"], { displayName: "供应商专员" });
}, 240_000);
afterAll(() => product?.drop());

/** Puts an answer the test knows behind every captcha that is open. */
async function solve(page: Page): Promise<void> {
  await page.waitForTimeout(300);
  const { kernel, gate } = product;
  const open = await kernel.db.query<{ id: string; certificate: string }>(
    `select id, certificate from "BaseTicket" where purpose = 'CAPTCHA' and "usedAt" is null`,
  );
  for (const { id, certificate } of open)
    await kernel.db.query(`update "BaseTicket" set content = jsonb_build_object('answer', $1::text) where id = $2`, [
      gate.keys.mac("captcha", `${certificate}|AB23`),
      id,
    ]);
  await page.locator("input[maxlength='4'], .s-captcha input").first().fill("AB23");
}

async function codeFor(target: string): Promise<string> {
  await product.gate.idle();
  const letter = await product.kernel.db.one<{ content: string }>(
    `select content from "BaseSentMessage" where recipient = $1 and kind = 'VERIFY_CODE' order by "sentAt" desc limit 1`,
    [target],
  );
  return /\d{6}/.exec(letter!.content)![0];
}

async function prove(page: Page, label: string, target: string): Promise<void> {
  await solve(page);
  await page.getByLabel(label, { exact: true }).fill(target);
  await page.getByRole("button", { name: "发送验证码" }).first().click();
  await page.getByLabel("收到的六位验证码").waitFor();
  await page.getByLabel("收到的六位验证码").fill(await codeFor(target));
  await page.getByLabel("收到的六位验证码").waitFor({ state: "detached" });
}

async function registers(page: Page): Promise<void> {
  await page.goto(`${product.url}/register`);
  await page.getByLabel("企业名称").fill(company);
  await page.getByLabel("统一社会信用代码").fill(creditCode(777));
  await solve(page);
  await page.getByRole("button", { name: "下一步" }).click();
  await page.getByLabel("账号", { exact: true }).fill("yunfan_1");
  await page.getByLabel("联系人").fill("林一");
  const [first, again] = [page.locator("input[autocomplete=new-password]").nth(0), page.locator("input[autocomplete=new-password]").nth(1)];
  await first.fill(password);
  await again.fill(password);
  await prove(page, "邮箱", "lin@yunfan.example");
  await prove(page, "手机", "13800007777");
  await page.getByRole("button", { name: "下一步" }).click();
  await page.getByLabel("钣金").check();
  await page.getByLabel("我已阅读并同意隐私与廉洁条款").check();
  await page.getByRole("button", { name: "提交" }).click();
  await page.getByRole("heading", { name: "等待账号审核" }).waitFor();
}

const tabNamed = (page: Page, name: string) => page.locator(".rg-side nav button", { hasText: name });
const registerId = async (): Promise<string> =>
  (await product.kernel.db.one<{ id: string }>(`select id from "SrmSupRegister" where "companyName" = $1`, [company]))!.id;

test(
  "a visitor registers, is approved, fills in, is returned, resubmits, becomes a supplier and signs in",
  { timeout: 180_000 },
  async () => {
    const visitor = await openPage();
    await registers(visitor);
    await visitor.context().close();
    const id = await registerId();

    const inside = await openPage();
    await signInOn(inside, product.url, "spec.one", adminPassword);
    await goTo(inside, "supplierRegisterApproval");
    await inside.getByRole("button", { name: /^ZC/ }).filter({ visible: true }).click();
    const dock = inside.locator("aside.pg-dock");
    await dock.getByRole("button", { name: /^通过/ }).click();
    await inside.waitForTimeout(500);
    const sure = inside.getByRole("button", { name: /^通过/ }).filter({ visible: true }).last();
    if (await sure.isVisible().catch(() => false)) await sure.click().catch(() => undefined);
    await expect
      .poll(
        async () => (await product.kernel.db.one<{ status: string }>(`select status from "SrmSupRegister" where id = $1`, [id]))?.status,
        { timeout: 15_000 },
      )
      .toBe("INFO_FILLING");

    const applicant = await openPage();
    await applicant.goto(`${product.url}/login`);
    await applicant.locator("input[autocomplete=username]").fill("yunfan_1");
    await applicant.locator("input[autocomplete=current-password]").fill(password);
    await applicant.keyboard.press("Enter");
    await applicant.getByRole("heading", { name: company }).waitFor();
    expect(new URL(applicant.url()).pathname).toBe("/registerInfoEdit");
    await applicant.locator("[data-field=legalPerson] input").fill("林一");
    await applicant.locator("[data-field=registeredAddress] input").fill("虚构路1号");
    await applicant.locator("[data-field=mainProducts] input").fill("钣金件");
    await applicant.getByText("已自动保存").waitFor({ timeout: 15_000 });
    await tabNamed(applicant, "银行账户").click();
    await applicant.getByText("户名应与企业名称一致").waitFor();
    expect(await applicant.locator(".rg-missing li").count()).toBeGreaterThan(0);

    // The tables of the file are typed by the same person through the same calls; the page then shows them.
    const { fillIn } = await import("../server/register-world.ts");
    const client = await product.signIn("yunfan_1", password);
    const filled = await fillIn(client, ground);
    await applicant.reload();
    await applicant.getByText("100%").waitFor();
    await applicant.getByRole("button", { name: "提交审核" }).click();
    await applicant.locator(".ant-popover").getByRole("button", { name: "提交" }).click();
    await applicant.getByText("资料已提交，审核期间不能修改").waitFor();

    await goTo(inside, `supplierRegisterInfoApproval?id=${id}`);
    await inside.getByRole("heading", { name: company }).waitFor();
    await inside.locator("[data-path=registeredAddress]").hover();
    await inside.getByRole("button", { name: "填写意见：注册地址" }).click();
    await inside.getByRole("textbox", { name: "意见：注册地址" }).fill("与执照不符，请核对");
    await inside.getByRole("button", { name: /退回补充/ }).click();
    await inside.getByRole("button", { name: "确定" }).click();
    await inside.getByText("已退回补充").waitFor();

    await applicant.reload();
    await applicant.getByText("审核意见：与执照不符，请核对").waitFor();
    await applicant.locator("[data-field=registeredAddress] input").fill("虚构路88号");
    await applicant.getByRole("button", { name: "保存" }).click();
    await applicant.getByText("已自动保存").waitFor();
    await applicant.getByRole("button", { name: "提交审核" }).click();
    await applicant.locator(".ant-popover").getByRole("button", { name: "提交" }).click();
    await applicant.getByText("资料已提交，审核期间不能修改").waitFor();

    await inside.getByRole("button", { name: "返回列表" }).click();
    await inside.getByRole("button", { name: /^ZC/ }).filter({ visible: true }).click();
    await inside.locator("aside.pg-dock").getByRole("button", { name: "打开审核" }).first().click();
    await inside.getByText("退回后已修改").first().waitFor();
    await inside.getByRole("button", { name: "通过", exact: true }).click();
    await inside.getByRole("button", { name: "确定" }).click();
    await expect
      .poll(
        async () => (await product.kernel.db.one<{ status: string }>(`select status from "SrmSupRegister" where id = $1`, [id]))?.status,
        { timeout: 15_000 },
      )
      .toBe("APPROVED");
    expect(filled.id).toBe(id);

    const supplier = await openPage();
    await signInOn(supplier, product.url, "yunfan_1", password);
    expect(new URL(supplier.url()).pathname).toBe("/main/exHome");
    expect([...errorsOf(inside), ...errorsOf(supplier)]).toEqual([]);
    for (const page of [inside, applicant, supplier]) await page.context().close();
  },
);
