import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { systemMe } from "#kernel/server/access/permit.ts";
import { errorsOf, goTo, openPage, signInOn } from "../support/browser.ts";
import { accessible } from "../support/eyes.ts";
import { press, save } from "../support/kernel.ts";
import { adminPassword, openTestProduct, type TestProduct } from "../support/product.ts";

/** What a buyer edits where it stands, and which document may become which. */
let product: TestProduct;
let page: Page;
const system = systemMe("test");
const made = (entity: string, input: object) => save(product.kernel, entity, { ...input }, system);
const rows = <T = Record<string, any>>(sql: string, ...values: unknown[]) => product.kernel.db.query<T>(sql, values);

beforeAll(async () => {
  product = await openTestProduct();
  const unit = await made("BaseOrganization", { orgCode: "JBU", orgName: "采购单位", orgType: "BU", functionalCurrency: "CNY" });
  const plant = await made("BaseOrganization", { orgCode: "JINV", orgName: "一号工厂", orgType: "INV", parentOrgId: unit.id });
  const leaf = await made("SrmBasePurchaseCategory", {
    categoryCode: "JC",
    categoryName: "轴承",
    purchaseKind: "DIRECT",
    importanceLevel: "ROUTINE",
  });
  for (const n of [1, 2, 3]) {
    const item = await made("SrmBaseItem", {
      itemCode: `J${n}`,
      itemName: `轴承 ${n}`,
      categoryId: leaf.id,
      itemType: "RAW",
      primaryUom: "EA",
    });
    await press(product.kernel, "SrmBaseItem", item.id, "doSubmit", {}, {}, system);
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
const moqs = async () => (await rows(`select moq from "SrmBaseItemOrg" order by id`)).map((row) => Number(row["moq"]));

test("purchasing data is edited in the table and saved together", async () => {
  await goTo(page, "materialManagement2");
  await main().getByRole("button", { name: "表内编辑" }).click();
  const fill = async (n: number, text: string): Promise<void> => {
    const row = main()
      .getByRole("row")
      .filter({ hasText: `轴承 ${n}` });
    await row.getByRole("gridcell", { name: "10", exact: true }).first().dblclick();
    await page.keyboard.press("Control+a");
    await page.keyboard.type(text);
    await page.keyboard.press("Enter");
  };
  await fill(1, "25");
  await main().getByRole("button", { name: "保存 1 行" }).waitFor();
  // Another window changed rows of this list meanwhile: what is typed here stays.
  await page.evaluate(() => new BroadcastChannel("srm").postMessage({ kind: "changed", entity: "SrmBaseItemOrg", id: "" }));
  await fill(2, "40");
  await main().getByRole("button", { name: "保存 2 行" }).click();
  await page.getByText("已保存 2 行").first().waitFor();
  expect((await moqs()).toSorted((a, b) => a - b)).toEqual([10, 25, 40]);
  expect(await accessible(page)).toEqual([]);
  await main().getByRole("button", { name: "结束编辑" }).click();
  await main().getByRole("button", { name: "表内编辑" }).waitFor();
});

test("base-data 16 on its page: a tick in the matrix lets one document become another, another tick takes it back", async () => {
  await goTo(page, "purchaseBillTypeRel");
  const boxes = main().getByRole("region", { name: "单据类型关系矩阵" }).getByRole("checkbox");
  await boxes.first().waitFor();
  const free = main()
    .getByRole("region", { name: "单据类型关系矩阵" })
    .locator("input[type=checkbox]:not(:checked):not(:disabled)")
    .first();
  const label = (await free.getAttribute("aria-label"))!;
  const effective = async () => (await rows(`select id from "SrmBasePurchaseBillTypeRel" where status = 'EFFECTIVE'`)).length;
  const before = await effective();
  await free.check();
  await main().getByRole("button", { name: "保存 1 处" }).click();
  await page.getByText("已保存 1 处关系").first().waitFor();
  expect(await effective()).toBe(before + 1);
  await main().getByRole("button", { name: label }).click();
  await main().getByRole("complementary").getByText("取价来源").first().waitFor();
  expect(await accessible(page)).toEqual([]);
  await main().getByRole("checkbox", { name: label, exact: true }).uncheck();
  await main().getByRole("button", { name: "保存 1 处" }).click();
  await expect.poll(effective).toBe(before);
  await main().getByRole("button", { name: "检查缺口" }).click();
  await main().getByRole("status").filter({ hasText: /没有/ }).first().waitFor();
});
