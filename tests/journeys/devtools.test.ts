import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { errorsOf, goTo, openPage, signInOn } from "../support/browser.ts";
import { accessible } from "../support/eyes.ts";
import { adminPassword, openTestProduct, type TestProduct } from "../support/product.ts";

/** What an administrator does with the model, the modules and the database; and how favourites are kept. */
let product: TestProduct;
let page: Page;

beforeAll(async () => {
  product = await openTestProduct();
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

describe("the model", () => {
  test("a label that is changed here is the label everywhere", async () => {
    await goTo(page, "table_model?entity=BaseDepartment");
    const fields = main().locator("article[data-document]:visible");
    await fields.getByRole("gridcell").getByText("部门名称", { exact: true }).dblclick();
    await page.keyboard.press("Control+a");
    await page.keyboard.type("部门全称");
    await page.keyboard.press("Enter");
    await fields.getByRole("button", { name: /保存/ }).click();
    await page.getByText("即时生效").first().waitFor();
    await goTo(page, "department");
    await main().getByRole("columnheader", { name: "部门全称" }).first().waitFor();
    const client = await product.signIn("admin");
    const { data } = await client.call("baseServer/v1/baseTableModelRestful/refinements");
    expect(data).toEqual([{ entity: "BaseDepartment", fields: [{ key: "deptName", label: ["部门全称", "Name"] }] }]);
  });

  test("what is fixed says why", async () => {
    await goTo(page, "table_model?entity=BaseUsers");
    await main().getByText("单据靠它识别").first().waitFor();
    expect(await accessible(page)).toEqual([]);
  });
});

describe("the database", () => {
  test("its tables are listed, and one opens with its columns and indexes", async () => {
    await goTo(page, "databaseList");
    await main().getByPlaceholder("表名或名称").fill("BaseDepartment");
    await main().getByRole("gridcell").getByText("BaseDepartment", { exact: true }).click();
    await main().getByRole("heading", { name: "BaseDepartment" }).waitFor();
    await main().getByRole("tab", { name: /索引/ }).click();
    await main()
      .getByText(/CREATE UNIQUE INDEX/)
      .first()
      .waitFor();
    expect(await accessible(page)).toEqual([]);
  });
});

describe("modules", () => {
  test("admin 25: a module that is switched off loses its menus at once and its calls are refused", async () => {
    const client = await product.signIn("admin");
    const menus = async (): Promise<number> =>
      (await client.call("baseServer/baseMenuService/findMenusByResp")).data.filter(
        (candidate: { moduleId: string }) => candidate.moduleId === "messages",
      ).length;
    expect(await menus()).toBeGreaterThan(0);
    const list = (): Promise<{ readonly status?: string; readonly code?: string }> =>
      client.call("messageServer/v1/baseMsgTemplateRestful/listByPage", {}).catch((error) => error);
    expect((await list()).status).toBe("S");
    await goTo(page, "projectAndModule");
    await main()
      .getByText(/消息 messages/)
      .click();
    await main().getByRole("switch").click();
    await page.getByText("停用消息？").waitFor();
    await page.getByRole("button", { name: "停用", exact: true }).click();
    await expect.poll(menus, { timeout: 15_000 }).toBe(0);
    expect((await list()).code).toBe("PERM_DENIED");
    await main().getByText("已停用", { exact: true }).waitFor();
    await main().getByRole("switch").click();
    await expect.poll(menus, { timeout: 15_000 }).toBeGreaterThan(0);
    expect((await list()).status).toBe("S");
  });

  test("what switches modules cannot switch itself off", async () => {
    await main()
      .getByText(/开发工具 devtools/)
      .click();
    await main().getByRole("switch").click();
    await page.getByRole("button", { name: "停用", exact: true }).click();
    await page.getByText("开发工具模块不能停用").waitFor();
  });
});

describe("favourites", () => {
  test("a star puts a page among them, where it gets a folder and can be taken away", async () => {
    await goTo(page, "collect");
    await page.getByRole("button", { name: "收藏授权委托" }).click();
    const line = page.locator(".bk-items > li").filter({ hasText: "授权委托" });
    await line.waitFor();
    await page.getByRole("region", { name: "收藏", exact: true }).getByText("授权委托").waitFor();
    await line.getByRole("combobox").fill("每日");
    await page.keyboard.press("Tab");
    await main().getByRole("heading", { name: "每日" }).waitFor();
    expect(await accessible(page)).toEqual([]);
    await line.getByRole("button", { name: "移除授权委托" }).click();
    await main().getByText("还没有收藏").waitFor();
  });
});

describe("the generator", () => {
  test("says that it is off in production, and how it is switched on", async () => {
    await goTo(page, "devtoolsGeneratorCode?tableName=BaseDepartment");
    await main().getByRole("button", { name: "预览" }).click();
    await main()
      .getByText(/生产环境不允许生成代码/)
      .waitFor();
    expect(await accessible(page)).toEqual([]);
  });
});
