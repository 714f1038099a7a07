import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { systemMe } from "#kernel/server/access/permit.ts";
import { errorsOf, goTo, openPage, signInOn } from "../support/browser.ts";
import { save } from "../support/kernel.ts";
import { adminPassword, openTestProduct, type TestProduct } from "../support/product.ts";

/** Names that came from the server follow the language without a reload, and nothing that was typed is lost. */
let product: TestProduct;
let page: Page;
const made = (entity: string, input: object) => save(product.kernel, entity, { ...input }, systemMe("test"));

beforeAll(async () => {
  product = await openTestProduct();
  const unit = await made("BaseOrganization", { orgCode: "JBU", orgName: "采购单位", orgType: "BU", functionalCurrency: "CNY" });
  const plant = await made("BaseOrganization", { orgCode: "JINV", orgName: "一号工厂", orgType: "INV", parentOrgId: unit.id });
  const category = (categoryCode: string, categoryName: string, categoryNameEn: string) =>
    made("SrmBasePurchaseCategory", {
      categoryCode,
      categoryName,
      categoryNameEn,
      purchaseKind: "DIRECT",
      importanceLevel: "ROUTINE",
    });
  const bearings = await category("JC", "轴承", "Bearings");
  await category("JT", "胶带", "Tapes");
  for (const n of [1, 2, 3]) {
    const item = await made("SrmBaseItem", {
      itemCode: `J${n}`,
      itemName: `滚珠 ${n}`,
      itemNameEn: `Ball ${n}`,
      categoryId: bearings.id,
      itemType: "RAW",
      primaryUom: "EA",
    });
    await made("SrmBaseItemOrg", { itemId: item.id, orgId: plant.id, moq: "10" });
  }
  page = await openPage();
  page.setDefaultTimeout(60_000);
  await signInOn(page, product.url, "admin", adminPassword);
});

afterAll(async () => {
  await page?.context().close();
  await product?.drop();
});

afterEach(() => expect(errorsOf(page).filter((error) => !/403|404/.test(error))).toEqual([]));

const main = (): Locator => page.locator(".s-main");
const rowOf = (text: string): Locator => main().getByRole("row").filter({ hasText: text });
/** The switch of the shell, also behind a drawer. */
const switchLanguage = (at: Page = page): Promise<void> =>
  at.locator(".s-lang-btn").evaluate((button: HTMLButtonElement) => button.click());
const drawer = (): Locator => page.locator(".pg-drawer").filter({ visible: true });
const field = (key: string): Locator => drawer().locator(`[data-field=${key}]`);

test("an open list, what is ticked in it and the panel beside it have the names of the other language", async () => {
  await goTo(page, "materialManagement");
  await rowOf("J1").filter({ hasText: "轴承" }).waitFor();
  await rowOf("J2").getByRole("checkbox").first().click();
  await rowOf("J1").locator("[data-act=link], a, button.dt-link").first().click();
  const panel = main().locator("aside.pg-dock");
  await panel.getByText("轴承").first().waitFor();
  await switchLanguage();
  await rowOf("J1").filter({ hasText: "Bearings" }).waitFor();
  await panel.getByText("Bearings").first().waitFor();
  await expect.poll(() => panel.getByText("轴承").count()).toBe(0);
  expect(await rowOf("J2").getByRole("checkbox").first().isChecked()).toBe(true);
  await panel.getByRole("button", { name: "Close panel", exact: true }).click();
  await switchLanguage();
  await rowOf("J1").filter({ hasText: "轴承" }).waitFor();
});

test("a form that was typed in keeps what was typed, also when it has never been saved", async () => {
  await goTo(page, "materialManagement");
  await rowOf("J1").filter({ hasText: "轴承" }).dblclick();
  await field("specification").locator("input").fill("typed here");
  await field("categoryId").getByText("轴承").waitFor();
  await switchLanguage();
  await field("categoryId").getByText("Bearings").waitFor();
  expect(await field("specification").locator("input").inputValue()).toBe("typed here");
  await drawer().getByText("1 unsaved").waitFor();
  // What is chosen since it was read is named too.
  await field("categoryId").locator(".ant-select").click();
  await page.locator(".ant-select-dropdown:visible .ant-select-item-option").filter({ hasText: "Tapes" }).first().click();
  await switchLanguage();
  await field("categoryId").getByText("胶带").waitFor();
  expect(await field("specification").locator("input").inputValue()).toBe("typed here");
  await drawer().getByText("2 处改动未保存").waitFor();
  await page.keyboard.press("Control+s");
  await expect
    .poll(
      async () =>
        (await product.kernel.db.one<{ n: number }>(
          `select count(*)::int as n from "SrmBaseItem" i join "SrmBasePurchaseCategory" c on c.id = i."categoryId"
     where i."itemCode" = 'J1' and i.specification = 'typed here' and c."categoryCode" = 'JT'`,
        ))!.n,
    )
    .toBe(1);
  await drawer().waitFor({ state: "hidden" });

  await main().getByRole("button", { name: "新建" }).first().click();
  await field("itemName").locator("input").first().fill("新的");
  await field("categoryId").locator(".ant-select").click();
  await page.locator(".ant-select-dropdown:visible .ant-select-item-option").filter({ hasText: "胶带" }).first().click();
  await switchLanguage();
  await field("categoryId").getByText("Tapes").waitFor();
  expect(await field("itemName").locator("input").first().inputValue()).toBe("新的");
  await switchLanguage();
  await field("categoryId").getByText("胶带").waitFor();
});

test("cells typed in a list stay when its names are read in the other language", async () => {
  await goTo(page, "materialManagement2");
  await main().getByRole("button", { name: "表内编辑" }).click();
  await rowOf("滚珠 1").getByRole("gridcell", { name: "10", exact: true }).first().dblclick();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("25");
  await page.keyboard.press("Enter");
  await main().getByRole("button", { name: "保存 1 行" }).waitFor();
  await switchLanguage();
  await rowOf("Ball 1").getByRole("gridcell", { name: "25", exact: true }).waitFor();
  await main().getByRole("button", { name: "Save 1 row" }).click();
  await expect.poll(async () => (await product.kernel.db.query(`select 1 from "SrmBaseItemOrg" where moq = 25`)).length).toBe(1);
  await main().getByRole("button", { name: "Stop editing" }).click();
  await switchLanguage();
});

test("two windows of one person switch at the same moment: neither is refused", async () => {
  const windows = await Promise.all([openPage(), openPage()]);
  for (const window of windows) window.setDefaultTimeout(60_000);
  await Promise.all(windows.map((window) => signInOn(window, product.url, "admin", adminPassword)));
  for (let turn = 0; turn < 3; turn++) {
    const answers = windows.map((window) => window.waitForResponse(/baseUserPreferenceRestful\/saveOrUpdate/));
    await Promise.all(windows.map((window) => switchLanguage(window)));
    const texts = await Promise.all(answers.map(async (answer) => (await answer).text()));
    expect(texts.filter((text) => !text.startsWith('{"status":"S"'))).toEqual([]);
  }
  await Promise.all(windows.map((window) => window.context().close()));
});
