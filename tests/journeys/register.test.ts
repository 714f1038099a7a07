import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { errorsOf, goTo, openPage, signInOn } from "../support/browser.ts";
import { adminPassword, openTestProduct, type TestProduct } from "../support/product.ts";
import { registerOn } from "../support/registering.ts";
import { creditCode, groundOf, type Ground } from "../server/register-world.ts";

/** A company's way in, as both sides see it: registers, is let in, fills in, is sent back, mends, becomes a supplier. */
let product: TestProduct;
let ground: Ground;
const password = "Kiln7!rope#2";
const company = "虚构云帆钣金有限公司";

beforeAll(async () => {
  product = await openTestProduct();
  ground = await groundOf(product);
  await product.person("spec.one", ["SUP_SPECIALIST"], { displayName: "供应商专员" });
});
afterAll(() => product?.drop());

const registers = (page: Page): Promise<void> =>
  registerOn(product, page, {
    companyName: company,
    uscc: creditCode(777),
    username: "yunfan_1",
    password,
    contactName: "林一",
    email: "lin@yunfan.example",
    mobile: "13800007777",
    category: "钣金",
  });

const tabNamed = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "资料页签" }).getByRole("button").filter({ hasText: name });
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
    await inside.getByRole("dialog").getByRole("button", { name: /^通过/ }).click();
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
    expect(await applicant.getByRole("list", { name: "还缺的内容" }).getByRole("listitem").count()).toBeGreaterThan(0);

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
