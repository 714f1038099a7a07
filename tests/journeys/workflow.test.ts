import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { goTo } from "../support/browser.ts";
import type { Client } from "../support/client.ts";
import { calm, openTrial, type Trial } from "../support/trial/world.ts";

/** A process drawn, published and bound; a document that goes through it, is signed by two, sent back, submitted again and ends. */
let trial: Trial;
let designer: Page;
let buyer: Client;
const pages: Page[] = [];
const ids: Record<string, string> = {};
let order: { id: string; orderNum: string };

async function enter(userName: string, options?: Parameters<Trial["enter"]>[1]): Promise<Page> {
  const page = await trial.enter(userName, options);
  page.setDefaultTimeout(60_000);
  pages.push(page);
  return page;
}

beforeAll(async () => {
  trial = await openTrial();
  const supplierId = (await trial.make("TrialSupplier", { supplierCode: "S10102", supplierName: "鲸落塑业" })).id;
  for (const [userName, displayName] of [
    ["buyer", "采购专员"],
    ["lead", "采购主管"],
    ["finance", "财务复核"],
  ] as const)
    ids[userName] = await trial.person(userName, "TRIAL_BUYER", { displayName });
  // Named on a node without any page of the orders: what is laid before him he reads all the same.
  ids["legal"] = await trial.person("legal", "EMPLOYEE", { displayName: "法务专员" });
  await trial.person("bpm", "BPM_ADMIN", { displayName: "流程管理员" });
  buyer = await trial.client("buyer");
  const made = await buyer.call("srmServer/v1/trialOrderRestful/saveOrUpdate", {
    supplierId,
    needBy: "2026-12-24",
    plant: "苏州工厂",
    lines: [{ lineNum: 10, item: "ABS 上盖注塑件", qty: "12000", price: "12.80" }],
  });
  expect(made.status).toBe("S");
  order = made.data;
});
afterAll(async () => {
  for (const page of pages) await calm(page);
  await trial?.drop();
});

const visible = (page: Page, text: string | RegExp): Locator => page.getByText(text).filter({ visible: true }).first();
const button = (page: Page, name: string | RegExp): Locator => page.getByRole("button", { name }).filter({ visible: true }).first();
const element = (page: Page, id: string): Locator => page.locator(`.bk-canvas [data-element-id="${id}"]`).first();
const pane = (page: Page): Locator => page.getByRole("complementary", { name: "设计旁栏" });
const bar = (page: Page): Locator => page.locator(".bk-footbar").filter({ visible: true }).first();
const way = (page: Page): Locator => page.getByRole("region", { name: "审批进度" }).filter({ visible: true }).first();

/** Waits for what follows a moment later, however busy the machine is. */
function soon<T>(read: () => Promise<T>) {
  return expect.poll(read, { timeout: 20_000, interval: 100 });
}

/** Chooses an option of a select by its label. */
async function choose(page: Page, within: Locator, label: string | RegExp, option: string | RegExp): Promise<void> {
  await within.getByLabel(label).first().click();
  await page.locator(".ant-select-dropdown:visible .ant-select-item-option").filter({ hasText: option }).first().click();
}

async function openOrder(page: Page): Promise<void> {
  // Coming from elsewhere the page is read anew: somebody else may have acted meanwhile.
  await goTo(page, "myUpcoming");
  await page.getByRole("heading", { name: "我的待办" }).filter({ visible: true }).waitFor();
  await goTo(page, `trial/orderEdit?id=${order.id}`);
  await page
    .locator("[data-document]")
    .getByRole("heading", { name: new RegExp(order.orderNum) })
    .filter({ visible: true })
    .waitFor();
}

/** Names people in a picker by typing them. */
async function pick(page: Page, box: Locator, name: string): Promise<void> {
  await box.click();
  await page.keyboard.type(name);
  await page.locator(".ant-select-dropdown:visible .ant-select-item-option").filter({ hasText: name }).first().click();
  await page.keyboard.press("Escape");
}

describe("a process is drawn, tried and published", () => {
  test("a new process opens in the designer with one step; its palette holds only what can be run", async () => {
    designer = await enter("bpm");
    await goTo(designer, "processList");
    await button(designer, /新建流程模型/).click();
    const drawer = designer.locator(".ant-drawer").filter({ visible: true }).last();
    await drawer.getByLabel(/流程编码/).fill("PO_SIGN");
    await drawer.getByLabel("流程名称 中文").fill("订单会签");
    await drawer.getByLabel("流程名称 英文").fill("Order signing");
    await drawer.getByRole("button", { name: /保存/ }).click();
    await drawer.waitFor({ state: "hidden" });
    const row = designer.getByRole("row").filter({ hasText: "PO_SIGN" });
    await row.first().waitFor();
    const id = (await trial.kernel.db.one<{ id: string }>(`select id from "BpmModel" where "modelKey" = 'PO_SIGN'`))!.id;
    await goTo(designer, `processList?id=${id}`);
    await element(designer, "step1").waitFor();
    const tools = await designer
      .locator(".djs-palette .entry")
      .evaluateAll((all) => all.map((hTMLElement) => hTMLElement.getAttribute("aria-label")));
    expect(tools).toEqual([
      ...["移动画布", "框选", "连线", "开始", "审批节点", "系统处理", "发送消息", "调用流程", "子流程"],
      ...["条件分支", "并行分支", "包容分支", "定时器", "结束", "立即结束全部"],
    ]);
    await visible(designer, "BPMN.iO")
      .or(designer.locator(".bjs-powered-by").filter({ visible: true }))
      .first()
      .waitFor();
  });

  test("a step drawn by the palette is named as a problem until its approvers are set; undo and redo walk", async () => {
    const beside = (await element(designer, "step1").boundingBox())!;
    await designer.locator('.djs-palette [data-action="create.user"]').click();
    await designer.mouse.move(beside.x + 60, beside.y + 180, { steps: 4 });
    await designer.mouse.click(beside.x + 60, beside.y + 180);
    await visible(designer, /\d 个问题/).waitFor();
    await pane(designer).getByRole("tab", { name: /问题/ }).click();
    await visible(designer, /未设置处理人规则|无法从开始到达/).waitFor();
    await button(designer, /^撤销/).click();
    await visible(designer, "可以发布").waitFor();
    await button(designer, /^重做/).click();
    await visible(designer, /\d 个问题/).waitFor();
    await button(designer, /^撤销/).click();
    await visible(designer, "可以发布").waitFor();
  });

  test("a step appended beside the chosen one is set in business words", async () => {
    await pane(designer).getByRole("tab", { name: /属性/ }).click();
    await element(designer, "step1").click({ position: { x: 12, y: 12 } });
    await choose(designer, pane(designer), /处理人规则/, "指定用户");
    await pick(designer, pane(designer).getByLabel(/用户$/).first(), "采购主管");
    await element(designer, "end").click();
    await designer.locator('.djs-context-pad [data-action="delete"]').click();
    await element(designer, "step1").click({ position: { x: 12, y: 12 } });
    await designer.locator('.djs-context-pad [data-action="append.user"]').click();
    await pane(designer).getByLabel("中文名称").fill("财务与法务会签");
    await pane(designer).getByLabel("英文名称").fill("Finance and legal");
    await choose(designer, pane(designer), /处理人规则/, "指定用户");
    await pick(designer, pane(designer).getByLabel(/用户$/).first(), "财务复核");
    await pick(designer, pane(designer).getByLabel(/用户$/).first(), "法务专员");
    await choose(designer, pane(designer), "签核方式", "会签");
    await pane(designer).getByText("一票否决").waitFor();
    await designer.locator('.djs-context-pad [data-action="append.end"]').click();
    await visible(designer, "可以发布").waitFor();
  });

  test("what is drawn can be tried before it is published", async () => {
    await pane(designer).getByRole("tab", { name: "模拟" }).click();
    await button(designer, /走一遍/).click();
    const walked = designer.getByRole("region", { name: "走过的路径" });
    await walked.getByText("采购主管").first().waitFor();
    await walked.getByText(/财务复核、法务专员/).waitFor();
  });

  test("publishing asks for a note, and what follows is compared with it", async () => {
    await button(designer, "发布").click();
    const dialog = designer.getByRole("dialog", { name: /发布第 1 版/ });
    await dialog.getByLabel(/变更说明/).fill("首次发布");
    await dialog.getByRole("button", { name: "发布" }).click();
    await dialog.waitFor({ state: "hidden" });
    await visible(designer, "已发布到第 1 版").waitFor();
    await pane(designer).getByRole("tab", { name: /属性/ }).click();
    await element(designer, "step1").click({ position: { x: 12, y: 12 } });
    await pane(designer).getByLabel("中文名称").fill("主管初审");
    await pane(designer).getByRole("tab", { name: /版本/ }).click();
    await visible(designer, "首次发布").waitFor();
    await button(designer, "与画布比较").click();
    const compare = designer.getByRole("dialog", { name: "版本比较" });
    await compare.getByRole("listitem").filter({ hasText: "主管初审" }).getByText("修改").waitFor();
    await soon(() => compare.locator(".bjs-container").count()).toBe(2);
    await designer.keyboard.press("Escape");
    await button(designer, /^撤销/).click();
  });

  test("the published process is bound to its bill type", async () => {
    const bill = (await trial.kernel.db.one<{ id: string }>(`select id from "BaseApprovalBillType" where "billTypeCode" = 'TRIAL'`))!;
    await goTo(designer, `baseApprovalBillTypeList?id=${bill.id}`);
    const document = designer.locator("[data-document]").filter({ visible: true });
    await choose(designer, document, "流程", /PO_SIGN/);
    await button(designer, /^保存/).click();
    await soon(
      async () =>
        (await trial.kernel.db.one<{ k: string }>(`select "processKey" as k from "BaseApprovalBillType" where id = $1`, [bill.id]))?.k,
    ).toBe("PO_SIGN");
  });
});

/** Decides by its key, with a comment, and confirms the line that says what follows. */
async function decide(page: Page, key: "a" | "p" | "r", comment: string, target?: string): Promise<void> {
  await bar(page).getByLabel("审批意见").fill(comment);
  await page.keyboard.press("Tab");
  await page.locator("h1").filter({ visible: true }).first().click();
  await page.keyboard.press(key);
  if (target) await bar(page).getByText(target).click();
  await button(page, key === "r" ? /确认驳回/ : /确认同意/).click();
  await page.locator(".bk-footbar-confirm").waitFor({ state: "detached" });
}

describe("a document goes through it", () => {
  let starter: Page;
  let lead: Page;
  let finance: Page;
  let legal: Page;
  const status = async (): Promise<string> => (await buyer.call("srmServer/v1/trialOrderRestful/findById", { id: order.id })).data.status;

  test("before it is submitted the way ahead is shown; after, the starter sees where it waits", async () => {
    starter = await enter("buyer");
    await openOrder(starter);
    await button(starter, /^提交审批/).click();
    const ahead = starter.getByRole("region", { name: "预计审批路径" });
    await ahead.getByText("采购主管").waitFor();
    await ahead.getByText(/财务复核、法务专员/).waitFor();
    await button(starter, /确认提交审批/).click();
    await button(starter, "知道了").click();
    await way(starter).getByText("主管审批").waitFor();
    await bar(starter).getByText("等 采购主管 处理").waitFor();
    expect(await status()).toBe("APPROVING");
  });

  test("a task is lent to somebody found by typing alone; the opinion comes back beside it", async () => {
    lead = await enter("lead");
    await goTo(lead, "myUpcoming");
    await button(lead, order.orderNum).click();
    await way(lead).getByText("轮到您").waitFor();
    await bar(lead).getByRole("button", { name: "更多操作" }).click();
    await lead.getByRole("menuitem", { name: "委派" }).click();
    const people = bar(lead).getByRole("combobox", { name: "人员" });
    await soon(() => people.evaluate((field) => field === document.activeElement)).toBe(true);
    await lead.keyboard.type("法务");
    const found = lead.locator(".ant-select-dropdown:visible .ant-select-item-option");
    await soon(() => found.allInnerTexts().then((names) => names.length === 1 && names[0]!.includes("法务专员"))).toBe(true);
    await lead.keyboard.press("Enter");
    await bar(lead).getByLabel("审批意见").fill("请看付款条款");
    await button(lead, /确认委派/).click();
    await visible(lead, "没有等您处理的事").waitFor();

    legal = await enter("legal");
    await goTo(legal, "myUpcoming");
    await legal.getByRole("tab", { name: /^代他人/ }).click();
    await button(legal, order.orderNum).click();
    await way(legal).getByText("（代采购主管）").waitFor();
    await way(legal).getByText("请看付款条款").waitFor();
    expect(await bar(legal).getByRole("button", { name: "转办" }).count()).toBe(0);
    await bar(legal).getByRole("button", { name: /反对/ }).click();
    await legal.keyboard.type("先别签");
    await button(legal, /确认反对/).click();
    await visible(legal, "意见已交回").waitFor();
    await goTo(lead, "inHome");
    await goTo(lead, "myUpcoming");
    await button(lead, order.orderNum).click();
    await way(lead).getByText("先别签").waitFor();
    await way(lead).getByText("轮到您").waitFor();
  });

  test("another language re-reads the panel that is open", async () => {
    await way(lead).getByText("财务与法务会签").waitFor();
    await lead.locator(".s-lang-btn").click();
    const english = lead.getByRole("region", { name: "Approval" }).filter({ visible: true }).first();
    await english.getByText("Finance and legal").waitFor();
    await english.getByText("your turn").waitFor();
    await lead.locator(".s-lang-btn").click();
    await way(lead).getByText("财务与法务会签").waitFor();
  });

  test("a rejection to the starter needs a comment and opens the document again", async () => {
    await goTo(lead, "inHome");
    await goTo(lead, "myUpcoming");
    await button(lead, order.orderNum).click();
    await way(lead).getByText("轮到您").waitFor();
    await button(lead, "打开单据").click();
    await lead.locator("[data-document]").filter({ visible: true }).waitFor();
    await openOrder(lead);
    await lead.locator("h1").filter({ visible: true }).first().click();
    await lead.keyboard.press("r");
    expect(await button(lead, /确认驳回/).isDisabled()).toBe(true);
    await lead.keyboard.press("Escape");
    await decide(lead, "r", "请补充付款条款");
    await soon(status).toBe("DRAFT");
    await openOrder(starter);
    await starter.getByRole("tab", { name: "审批" }).filter({ visible: true }).click();
    await way(starter).getByText("请补充付款条款").waitFor();
  });

  test("submitted again it is signed by both; one sends it back and everything after is asked anew", async () => {
    await button(starter, /^提交审批/).click();
    await button(starter, /确认提交审批/).click();
    await button(starter, "知道了").click();
    await way(starter).getByText("第 2 轮").first().waitFor();
    await openOrder(lead);
    await decide(lead, "p", "同意");
    finance = await enter("finance");
    await openOrder(finance);
    await decide(finance, "p", "额度内");
    await way(finance).getByText("额度内").waitFor();
    const task = await trial.kernel.db.one<{ id: string }>(
      `select t.id from "BpmTask" t join "BpmInstance" i on i.id = t."parentId" where i."bizId" = $1 and t."assigneeUserId" = $2 and t.status = 'TODO'`,
      [order.id, ids["legal"]],
    );
    await goTo(legal, `myUpcoming?taskId=${task!.id}`);
    await way(legal).getByText("轮到您").waitFor();
    await visible(legal, "ABS 上盖注塑件").waitFor();
    await openOrder(legal);
    await decide(legal, "r", "条款有误", "退回「主管审批」");
    await way(legal).getByText("条款有误").waitFor();
    await openOrder(lead);
    await way(lead).getByText("轮到您").waitFor();
    expect(await way(lead).locator('li[data-tone="warning"]').count()).toBeGreaterThan(0);
    await decide(lead, "p", "已更正");
  });

  test("the last signature ends it; diagram and monitoring show the way it went", async () => {
    for (const page of [finance, legal]) {
      await openOrder(page);
      await way(page).getByText("轮到您").waitFor();
      await page.getByRole("region", { name: "批准前请看" }).filter({ visible: true }).getByText("现在可以批准").waitFor();
      await decide(page, "a", "同意");
      await soon(() => bar(page).count()).toBe(0);
    }
    await soon(status).toBe("APPROVED");
    await goTo(designer, "processMonitoring");
    await visible(designer, /^BPM\d{8}/).click();
    await designer.getByRole("region", { name: "流程图" }).locator(".bjs-container").waitFor();
    await designer.getByRole("region", { name: "办理过程" }).getByText("条款有误").waitFor();
  });
});
