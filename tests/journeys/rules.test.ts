import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { systemMe } from "#kernel/server/access/permit.ts";
import { errorsOf, goTo, openPage, signInOn } from "../support/browser.ts";
import { accessible } from "../support/eyes.ts";
import { save } from "../support/kernel.ts";
import { adminPassword, openTestProduct, type TestProduct } from "../support/product.ts";

/** How a rule is kept: a table is edited, what cannot be reached is marked at once, it is published, asked and explained. */
const installer = systemMe("test");
let product: TestProduct;
let page: Page;

const row = (seq: number, amount: string, level: string) => ({ seq, conditions: { amount }, outputs: { level } });

beforeAll(async () => {
  product = await openTestProduct();
  await save(
    product.kernel,
    "BaseRuleSet",
    {
      ruleCode: "LEVEL_JOURNEY",
      name: "评分等级",
      nameEn: "Score level",
      inputFields: [{ name: "amount", labelCn: "金额", labelEn: "Amount", type: "NUMBER" }],
      defaults: { level: "C" },
      rules: [row(1, "< 100", "A"), row(2, "< 1000", "B")],
      cases: [{ seq: 1, caseName: "接近上限", inputs: { amount: "999.995" }, expected: { level: "B" } }],
    },
    installer,
  );
  page = await openPage();
  page.setDefaultTimeout(60_000);
  await signInOn(page, product.url, "admin", adminPassword);
});

afterAll(async () => {
  await page?.context().close();
  await product?.drop();
});

afterEach(() => expect(errorsOf(page)).toEqual([]));

const shown = (): ReturnType<Page["locator"]> => page.locator("article[data-document]:visible");

/** Types into the cell that shows this text. */
async function retype(text: string, typed: string): Promise<void> {
  await shown().getByRole("gridcell").getByText(text, { exact: true }).first().dblclick();
  await page.keyboard.press("Control+a");
  await page.keyboard.type(typed);
  await page.keyboard.press("Enter");
}

describe("a rule", () => {
  test("workflow 22: what an earlier row covers is marked at once, and publishing waits for it", async () => {
    await goTo(page, "table_model?tab=rules&ruleCode=LEVEL_JOURNEY");
    await shown().getByText("可以发布").waitFor();
    await retype("< 100", "< 5000");
    await shown().getByText("第2行永远不会生效：已被第1行覆盖").first().waitFor();
    await shown().getByText("不可达").first().waitFor();
    expect(await shown().getByRole("button", { name: "发布" }).isDisabled()).toBe(true);
    expect(await shown().getByRole("tab", { name: /用例/ }).textContent()).toContain("1");
  });

  test("a cell that cannot be read says so inside itself", async () => {
    await retype("< 5000", "< 很多");
    await shown().getByText("“很多”不是数字").first().waitFor();
    await retype("< 很多", "< 100");
    await shown().getByText("可以发布").waitFor();
  });

  test("an example tells which row decided and why the others did not", async () => {
    await shown().getByRole("tab", { name: /用例/ }).click();
    await shown().getByText("通过").first().waitFor();
    await shown().getByRole("button", { name: /展开/ }).first().click();
    await shown().getByText("第1行不符合：金额 < 100（金额 = 999.995）").waitFor();
    await shown().getByText("第2行符合").waitFor();
    expect(await accessible(page)).toEqual([]);
  });

  test("published it is frozen, answers, and every answer can be explained", async () => {
    await shown().getByRole("button", { name: "发布" }).click();
    await shown().getByRole("button", { name: "修订" }).waitFor();
    const client = await product.signIn("admin");
    const path = "ruleEngineServer/v1/baseRuleSetRestful";
    const near = await client.call(`${path}/evaluate`, { ruleCode: "LEVEL_JOURNEY", inputs: { amount: "999.995" } });
    expect(near.data).toMatchObject({ outputs: { level: "B" }, usedDefault: false });
    const empty = await client.call(`${path}/evaluate`, { ruleCode: "LEVEL_JOURNEY", inputs: { amount: null } });
    expect(empty.data).toMatchObject({ outputs: { level: "C" }, usedDefault: true });
    await shown().getByRole("tab", { name: "决策记录" }).click();
    await shown().getByRole("button", { name: "原因" }).first().click();
    const drawer = page.getByRole("dialog");
    await drawer.getByText("采用默认结果").first().waitFor();
    await drawer.getByText(/第2行不符合：金额 < 1000/).waitFor();
    await page.keyboard.press("Escape");
  });

  test("a revision is a draft of its own that can be compared", async () => {
    await shown().getByRole("button", { name: "修订" }).click();
    await shown().getByText("第 2 版 · 草稿").first().waitFor();
    await retype("< 100", "< 200");
    await shown().getByRole("tab", { name: "版本对比" }).click();
    await shown().getByText("amount < 100 → level A").waitFor();
    await shown().getByText("amount < 200 → level A").waitFor();
  });
});
