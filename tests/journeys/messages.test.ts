import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { errorsOf, goTo, openPage, signInOn } from "../support/browser.ts";
import type { Client } from "../support/client.ts";
import { adminPassword, openTestProduct, type TestProduct } from "../support/product.ts";

/** Messages and articles as their readers live with them: told at the bell, read, stopped, written, published. */
let product: TestProduct;
let keeperId: string;
let newcomerId: string;

beforeAll(async () => {
  product = await openTestProduct();
  keeperId = await product.person("keeper", ["SEC_ADMIN"], { displayName: "守门人" });
  newcomerId = await product.person("newcomer", ["BUYER"], { displayName: "新同事" });
  await product.person("clerk", ["MSG_ADMIN"], { displayName: "消息管理员" });
  await product.person("editor", ["ARTICLE_EDITOR"], { displayName: "文章编辑" });
  await product.person("vendor", ["SUP_SALES"], { displayName: "鲸落塑业销售", userType: "SUPPLIER", supplierId: "S1" });
});
afterAll(() => product?.drop());

async function enter(userName: string): Promise<Page> {
  const page = await openPage();
  await signInOn(page, product.url, userName, adminPassword);
  return page;
}

/** Gives somebody the responsibility of an administrator, of which the guardians of grants are told. */
async function makeAdministrator(userId: string): Promise<void> {
  const admin = await product.signIn("admin");
  const resp = admin.session.responsibilities.find((responsibility: { respCode: string }) => responsibility.respCode === "SYS_ADMIN");
  await admin.call("baseServer/baseLoginService/switchResponsibility", { responsibilityId: resp.responsibilityId });
  const { status, msg } = await admin.call("baseServer/v1/baseUserRespRestful/saveOrUpdate", {
    userId,
    responsibilityId: resp.responsibilityId,
  });
  expect(`${status} ${msg ?? ""}`.trim()).toBe("S");
}

/** A message somebody writes by hand to the keeper, over the inbox and by mail. */
async function write(clerk: Client, titleCn: string): Promise<string> {
  const body = { channels: ["SITE", "EMAIL"], receivers: { userIds: [keeperId] }, titleCn, contentCn: `${titleCn}，请于今天处理。` };
  const { status, msg, data } = await clerk.call<{ id: string }>("messageServer/baseMsgInstanceService/sendManual", body);
  expect(`${status} ${msg ?? ""}`.trim()).toBe("S");
  return data.id;
}

test("an event reaches the bell without a reload, is read there, and what may not be stopped says so", async () => {
  const page = await enter("keeper");
  const bell = page.locator("header").getByRole("button", { name: /消息$/ });
  await bell.waitFor();
  await page.waitForTimeout(600); // the socket opens a moment after the first page
  await makeAdministrator(newcomerId);
  await page
    .locator("header")
    .getByRole("button", { name: /条未读消息/ })
    .waitFor();
  await bell.click();
  const newest = page.getByRole("dialog", { name: "最新消息" });
  await newest
    .getByRole("button", { name: /权限变更/ })
    .first()
    .click();
  await page.getByRole("heading", { level: 1, name: "用户职责" }).waitFor();

  await goTo(page, "receiveMessageList");
  await page.getByText("都读过了").waitFor();
  await page.locator("header").getByRole("button", { name: "消息", exact: true }).waitFor();
  await page.getByRole("list", { name: "消息" }).waitFor();
  await page.keyboard.press("j");
  const panel = page.getByRole("complementary", { name: "权限变更" });
  await panel.getByText(/修改了新同事的权限/).waitFor();
  await panel.getByRole("button", { name: /退订「系统」类消息/ }).click();
  await page.getByRole("menuitem", { name: "不再以邮件接收" }).click();
  await panel.getByText("该类消息不可退订").waitFor();
  expect(errorsOf(page)).toEqual([]);
  await page.context().close();
});

test("messaging 7: who unsubscribed business mail still finds the message in the inbox, and no letter is sent", async () => {
  const clerk = await product.signIn("clerk");
  const page = await enter("keeper");
  await goTo(page, "receiveMessageList");
  await page.getByRole("heading", { level: 1, name: "我的消息" }).waitFor();
  await page.waitForTimeout(600);
  await write(clerk, "请核对十一月的权限清单");
  const row = page.getByRole("list", { name: "消息" }).getByRole("button", { name: /请核对十一月的权限清单/ });
  await row.click();
  const panel = page.getByRole("complementary", { name: "请核对十一月的权限清单" });
  await page.locator(".pg-truth", { hasText: "都读过了" }).waitFor();
  await panel.getByText("请核对十一月的权限清单，请于今天处理。").waitFor();
  await panel.getByRole("button", { name: /退订「业务」类消息/ }).click();
  await page.getByRole("menuitem", { name: "不再以邮件接收" }).click();
  await panel.getByText("已退订「业务」类的邮件消息。").waitFor();

  const second = await write(clerk, "请核对十二月的权限清单");
  await page
    .getByRole("list", { name: "消息" })
    .getByRole("button", { name: /请核对十二月的权限清单/ })
    .waitFor();
  const sent = await product.kernel.db.query<{ channel: string; status: string; reason: string | null }>(
    `select channel, status, reason from "BaseMsgDelivery" where "instanceId" = $1 order by channel`,
    [second],
  );
  expect(sent.find((candidate) => candidate.channel === "EMAIL")).toMatchObject({ status: "SUPPRESSED", reason: "UNSUBSCRIBED" });
  expect(sent.find((candidate) => candidate.channel === "SITE")?.status).not.toBe("SUPPRESSED");

  await page.keyboard.press("e");
  await page.getByRole("tab", { name: "已归档 1" }).waitFor();
  await goTo(page, "msgTd");
  await page.getByText("退订中").first().waitFor();
  expect(errorsOf(page)).toEqual([]);
  await page.context().close();
});

test("an article is written, published in one language after a question, read by a supplier and found useful", async () => {
  const page = await enter("editor");
  await goTo(page, "articleManagementList");
  await page
    .getByRole("button", { name: /新建文章/ })
    .first()
    .click();
  await page.getByLabel("标题 中文").fill("供应商如何确认对账单");
  await choose(page, "分类", "帮助");
  await choose(page, "受众", "供应商");
  const words = page.getByRole("textbox", { name: "内容", exact: true });
  await words.click();
  await page.getByRole("button", { name: "标题", exact: true }).first().click();
  await page.keyboard.type("第一步");
  await page.keyboard.press("Enter");
  await page.keyboard.type("打开对账单，逐行核对。");
  await page.getByRole("button", { name: /^保存/ }).click();
  await page.getByRole("heading", { level: 1, name: /^ART\d{12}/ }).waitFor();
  await page.getByRole("button", { name: /^发布/ }).click();
  await page.getByText("请补充另一语言内容或确认仅单语言发布").waitFor();
  await page.getByRole("button", { name: /^确认发布/ }).click();
  await page
    .getByRole("dialog", { name: /仍要发布/ })
    .getByRole("button", { name: "发布", exact: true })
    .click();
  await page.getByText("已发布", { exact: true }).first().waitFor();

  const reader = await enter("vendor");
  await goTo(reader, "articleManagementList");
  await reader.getByText("供应商如何确认对账单").first().waitFor();
  await reader.getByRole("link", { name: /^ART/ }).first().click();
  await reader.getByRole("complementary").getByRole("button", { name: "打开" }).click();
  await reader.getByRole("heading", { level: 1, name: "供应商如何确认对账单" }).waitFor();
  await reader.getByRole("heading", { level: 2, name: "第一步" }).waitFor();
  await reader.getByRole("button", { name: "有用" }).click();
  await reader.getByText("谢谢，编辑会看到。").waitFor();
  const [counted] = await product.kernel.db.query<{ usefulCount: number; viewCount: number }>(
    `select "usefulCount", "viewCount" from "BaseArticle" where "titleCn" = '供应商如何确认对账单'`,
  );
  expect(counted).toMatchObject({ usefulCount: 1, viewCount: 1 });
  expect([...errorsOf(page), ...errorsOf(reader)]).toEqual([]);
  await Promise.all([page, reader].map((entry) => entry.context().close()));
});

/** Picks a value of a list by its label. */
async function choose(page: Page, label: string, value: string): Promise<void> {
  await page.getByRole("combobox", { name: label }).click();
  await page.locator(".ant-select-item-option").getByText(value, { exact: true }).click();
}
