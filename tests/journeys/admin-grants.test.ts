import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { systemMe } from "#kernel/server/access/permit.ts";
import { errorsOf, openPage } from "../support/browser.ts";
import { accessible as axeOf } from "../support/eyes.ts";
import { save } from "../support/kernel.ts";
import { adminPassword, openTestProduct, type TestProduct } from "../support/product.ts";

/** How grants are given: a role gets a page and a button, a person gets the role, signs in and finds exactly that. */
const installer = systemMe("test");
const password = "Grants@2026";
let product: TestProduct;
let security: Page;
let system: Page;

beforeAll(async () => {
  product = await openTestProduct();
  const { kernel } = product;
  const orgId = (await save(kernel, "BaseOrganization", { orgCode: "G1", orgName: "云岭集团", orgType: "GROUP" }, installer)).id;
  const role = await save(
    kernel,
    "BaseRole",
    { roleCode: "CLERK", roleName: "文员", roleNameEn: "Clerk", audience: "INTERNAL" },
    installer,
  );
  const responsibility = await save(
    kernel,
    "BaseResponsibility",
    { respCode: "CLERK", respName: "文员", respNameEn: "Clerk", audience: "INTERNAL" },
    installer,
  );
  await save(kernel, "BaseRespRole", { responsibilityId: responsibility.id, roleId: role.id }, installer);
  await person("clerk01", "文小员", orgId, []);
  await person("sec02", "安二", orgId, ["SEC_ADMIN"]);
  await person("sys01", "系一", orgId, ["SYS_ADMIN"]);
  const rule = {
    ruleCode: "KEEP_LEAVE",
    resourceA: "lookuptype:btnSave",
    resourceB: "employee:btnLeave",
    level: "BLOCK",
    reason: "维护快码与办理离职",
  };
  await save(kernel, "BaseSodRule", rule, installer);
  security = await enter("admin", adminPassword);
  system = await enter("sys01");
});

afterAll(async () => {
  await security?.context().close();
  await system?.context().close();
  await product?.drop();
});

afterEach(() => {
  for (const page of [security, system]) expect(errorsOf(page)).toEqual([]);
});

/** An employee with an account, some responsibilities and a password. */
async function person(userName: string, displayName: string, orgId: string, responsibilities: readonly string[]): Promise<void> {
  const { kernel, gate } = product;
  const email = `${userName}@example.com`;
  const employee = await save(kernel, "BasePerson", { personNum: userName, personName: displayName, orgId, email }, installer);
  const user = await save(
    kernel,
    "BaseUsers",
    { userName, displayName, email, userType: "INTERNAL", orgId, personId: employee.id },
    installer,
  );
  const rows = await kernel.db.query<{ id: string }>(`select id from "BaseResponsibility" where "respCode" = any($1)`, [responsibilities]);
  for (const { id } of rows) await save(kernel, "BaseUserResp", { userId: user.id, responsibilityId: id }, installer);
  const { phc, pepperId } = await gate.passwords.hash(password);
  await kernel.directory.setPassword(user.id, phc, pepperId, { mustChange: false, by: "system", reason: "ADMIN" });
}

async function enter(userName: string, secret = password): Promise<Page> {
  const page = await openPage();
  page.setDefaultTimeout(60_000);
  await page.goto(`${product.url}/login`);
  await page.locator("input").first().fill(userName);
  await page.locator("input[type=password]").fill(secret);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/main\//);
  return page;
}

async function go(page: Page, route: string): Promise<void> {
  await page.goto(`${product.url}/main/${route}`);
  await page.locator("main h1:visible").first().waitFor();
}

/** Chooses in a list that is searched by typing. */
async function choose(page: Page, box: Locator, typed: string): Promise<void> {
  await box.click();
  await box.pressSequentially(typed);
  await page.locator(".ant-select-item-option:visible", { hasText: typed }).first().click();
}

const accessible = (page: Page): Promise<string[]> => axeOf(page, "main", ["best-practice"]);
const said = (page: Page, text: string | RegExp): Promise<void> => page.getByText(text).first().waitFor();
const button = (page: Page, name: string): Locator => page.locator("main").getByRole("button", { name }).first();
const square = (page: Page, row: string, column: string): Locator => page.locator(`[role=checkbox][aria-label^="${row} · ${column}"]`);

describe("a role gets a page and a button", () => {
  test("the matrix says what a save would do before it does it", async () => {
    await go(security, "systemsetting/menuFuncPrivilege");
    await security.getByRole("option", { name: "文员 CLERK" }).click();
    await security.locator(".pg-truth", { hasText: "文员" }).waitFor();
    await security.getByRole("tab", { name: "系统管理" }).click();
    await square(security, "快码类型", "保存").click();
    expect(await square(security, "快码类型", "打开").getAttribute("aria-checked")).toBe("true");
    await said(security, "新增 2，移除 0，影响 0 名用户");
    await button(security, "保存").click();
    await said(security, "保存后会发生什么");
    await said(security, "新增 2 项");
    expect(await accessible(security)).toEqual([]);
    await button(security, "确认保存").click();
    await said(security, "已保存：新增 2，移除 0，影响 0 名用户");
  }, 120_000);

  test("a wish is taken back by the keyboard, and nothing is left to save", async () => {
    await square(security, "快码类型", "删除").focus();
    await security.keyboard.press("Space");
    await said(security, "新增 1，移除 0");
    await security.keyboard.press("Space");
    await security.getByText("还没有保存").waitFor({ state: "detached" });
    expect(await button(security, "放弃修改").isDisabled()).toBe(true);
  });
});

describe("a person gets the role", () => {
  test("pasted accounts are chosen, unknown ones named, and the grant is tried before it is saved", async () => {
    await go(security, "systemsetting/userresponsibility");
    await button(security, "粘贴账号").click();
    await security.locator("textarea:visible").fill("clerk01, nobody.here");
    await security.getByRole("button", { name: "选中这些用户" }).click();
    await said(security, "没有找到 1 个：nobody.here");
    await security.getByRole("dialog").getByRole("button", { name: "关闭" }).last().click();
    await said(security, "文小员 的职责");
    await choose(security, security.getByRole("combobox", { name: "授予职责" }), "CLERK");
    await said(security, "新增 1，移除 0，影响 1 名用户");
    expect(await accessible(security)).toEqual([]);
    await button(security, "保存").click();
    await said(security, "已保存：新增 1，移除 0，影响 1 名用户");
  });

  test("admin 1: the person finds the page and its one button; what was not granted is refused by hand too", async () => {
    const clerk = await enter("clerk01");
    await clerk.getByRole("button", { name: "系统管理" }).click();
    await clerk.getByRole("button", { name: "系统设置" }).click();
    await clerk.getByRole("link", { name: "快码类型" }).click();
    await clerk.getByRole("gridcell").first().waitFor();
    expect(await clerk.getByRole("button", { name: /新建/ }).count()).toBe(0);
    expect(errorsOf(clerk)).toEqual([]);
    await clerk.context().close();
    const byHand = await product.signIn("clerk01", password);
    const { data } = await byHand.call("baseServer/v1/baseLookupTypesRestful/listByPage", { pageIndex: 1, pageRows: 1 });
    const refused = await byHand.call("baseServer/v1/baseLookupTypesRestful/doBatchDelete", { ids: [data[0].id] });
    expect(refused.code).toBe("PERM_DENIED");
  });

  test("admin 6: two powers that exclude each other are shown before saving, and nothing can be saved", async () => {
    await go(security, "systemsetting/userresponsibility?userId=");
    await chooseAccount("clerk01");
    await choose(security, security.getByRole("combobox", { name: "授予职责" }), "ORG_ADMIN");
    await said(security, /存在不相容权限维护快码与办理离职/);
    await said(security, "1 人不能保存");
    expect(await button(security, "保存").isDisabled()).toBe(true);
    await button(security, "放弃修改").click();
  });
});

async function chooseAccount(userName: string): Promise<void> {
  await security
    .getByRole("row", { name: new RegExp(userName) })
    .getByRole("checkbox")
    .first()
    .click();
  await security.getByRole("combobox", { name: "授予职责" }).waitFor();
}

describe("two people for what is privileged", () => {
  test("admin 5: nobody grants to himself", async () => {
    await go(security, "systemsetting/userresponsibility");
    await chooseAccount("admin");
    await choose(security, security.getByRole("combobox", { name: "授予职责" }), "DEV_ADMIN");
    await said(security, "不能给自己授权");
    expect(await button(security, "保存").isDisabled()).toBe(true);
    await button(security, "放弃修改").click();
    await security.getByRole("row", { name: /admin/ }).getByRole("checkbox").first().click();
    await said(security, "先选人");
  });

  test("admin 5: a privileged grant waits until the second security administrator confirms it", async () => {
    await chooseAccount("clerk01");
    await choose(security, security.getByRole("combobox", { name: "授予职责" }), "DEV_ADMIN");
    await said(security, "新增 1，移除 0，影响 1 名用户");
    await button(security, "保存").click();
    await said(security, "待复核");
    const second = await enter("sec02");
    await go(second, "systemsetting/userresponsibility?tab=grants&view=waiting");
    const row = second.getByRole("row", { name: /DEV_ADMIN/ });
    await row.getByRole("checkbox").first().click();
    expect(await accessible(second)).toEqual([]);
    await second.getByRole("button", { name: "复核", exact: true }).first().click();
    await row.waitFor({ state: "detached" });
    expect(errorsOf(second)).toEqual([]);
    await second.context().close();
    const held = await product.kernel.db.one<{ status: string }>(
      `select u.status from "BaseUserResp" u join "BaseResponsibility" r on r.id = u."responsibilityId" join "BaseUsers" a on a.id = u."userId" where r."respCode" = 'DEV_ADMIN' and a."userName" = 'clerk01'`,
    );
    expect(held?.status).toBe("ACTIVE");
  });
});

describe("menus and settings", () => {
  test("admin 23: a menu cannot be moved below itself; the arrows move it among its siblings", async () => {
    await go(system, "systemsetting/menuFunction");
    // The tree draws what is in sight: what is far down is found by its name.
    const wanted = system.locator(".tree-search input").filter({ visible: true });
    await wanted.fill("系统管理");
    await system.getByRole("treeitem", { name: "系统管理" }).click();
    await button(system, "移动").click();
    await choose(system, system.getByRole("dialog").getByRole("combobox").first(), "系统设置");
    await system.getByRole("dialog").getByRole("button", { name: "移动" }).click();
    await said(system, "菜单层级循环");
    await system.getByRole("dialog").getByRole("button", { name: "取消" }).click();
    await wanted.fill("");
    await system.getByRole("treeitem").first().focus();
    await system.keyboard.press("End");
    const names = async (): Promise<string[]> => (await system.getByRole("treeitem").allInnerTexts()).slice(-6);
    const last = system.locator("[role=treeitem]:focus");
    await last.waitFor();
    const before = await names();
    expect(before.at(-1)).toContain((await last.innerText()).trim());
    await system.keyboard.press("Alt+ArrowUp");
    await expect.poll(names, { timeout: 15_000 }).toEqual([...before.slice(0, -2), before.at(-1)!, before.at(-2)!]);
    await system.keyboard.press("Alt+ArrowDown");
    await expect.poll(names, { timeout: 15_000 }).toEqual(before);
    expect(await accessible(system)).toEqual([]);
  });

  test("admin 10: the nearest level decides a setting, and the page says which", async () => {
    await go(system, "profile");
    await system.getByText("密码最小长度", { exact: true }).click();
    await system.getByRole("region", { name: "职责", exact: true }).getByRole("button", { name: "设置" }).click();
    await choose(system, system.getByRole("combobox", { name: "哪个职责" }), "CLERK");
    await system.getByRole("form", { name: "设置值" }).locator("input").last().fill("12");
    await system.getByRole("form", { name: "设置值" }).getByRole("button", { name: "保存" }).click();
    await said(system, "已保存密码最小长度");
    await choose(system, system.getByRole("combobox", { name: "为谁而问" }), "clerk01");
    await choose(system, system.getByRole("combobox", { name: "戴哪个职责" }), "文员");
    const decides = system.locator("ol > li").filter({ hasText: "此值生效" });
    await expect.poll(() => decides.innerText(), { timeout: 15_000 }).toMatch(/职责[\s\S]*文员[\s\S]*12[\s\S]*此值生效/);
    expect(await accessible(system)).toEqual([]);
  });
});
