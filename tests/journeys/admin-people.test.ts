import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { errorsOf, openPage } from "../support/browser.ts";
import type { Client } from "../support/client.ts";
import { wholeLetters } from "../support/letters.ts";
import { adminPassword as password, openDemoProduct, type TestProduct } from "../support/product.ts";

/** People and their accounts as administrators and the people themselves live with them, on the demonstration's company. */
let product: TestProduct;
let admin: Client;

beforeAll(async () => {
  product = await openDemoProduct();
});
// Three sessions of one person live at a time; each story begins with a fresh one beside its browsers.
beforeEach(async () => {
  admin = await product.signIn("admin");
  await wear(admin, "SYS_ADMIN");
});
afterAll(() => product?.drop());

async function wear(client: Client, respCode: string): Promise<void> {
  const resp = client.session.responsibilities.find((responsibility: { respCode: string }) => responsibility.respCode === respCode);
  await client.call("baseServer/baseLoginService/switchResponsibility", { responsibilityId: resp.responsibilityId });
}

async function data<T = any>(path: string, body: object): Promise<T> {
  const reply = await admin.call<T>(path, body);
  if (reply.status !== "S") throw new Error(`${path}: ${reply.code} ${reply.msg}`);
  return reply.data;
}

const one = async (entity: string, filter: object): Promise<any> =>
  (await data<any[]>(`baseServer/v1/${entity}Restful/listByPage`, { pageIndex: 1, pageRows: 5, ...filter }))[0];
const save = (entity: string, row: object): Promise<any> => data(`baseServer/v1/${entity}Restful/saveOrUpdate`, row);

/** The newest letter somebody got, whole, from the folder of whoever runs the server. */
const letter = async (recipient: string, kind: string): Promise<string> =>
  wholeLetters([await one("baseSentMessage", { recipient, kind })], join(product.dataDir, "letters"))[0]!.content;

/** What the letter says of this form; the letter is written a moment after the press. */
async function inLetter(recipient: string, kind: string, form: RegExp): Promise<string> {
  const found = async (): Promise<string> => form.exec(await letter(recipient, kind).catch(() => ""))?.[0] ?? "";
  await expect.poll(found).not.toBe("");
  return found();
}

async function enter(userName: string, secret = password): Promise<Page> {
  const page = await openPage();
  await page.goto(`${product.url}/login`);
  await signInAs(page, userName, secret);
  return page;
}

async function signInAs(page: Page, userName: string, secret: string): Promise<void> {
  await page.getByLabel("账号").first().fill(userName);
  await page.locator("input[type=password]").first().fill(secret);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/main\//);
}

/** Goes to a page of the product inside the running shell. */
async function go(page: Page, route: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, "", `/main/${to}`);
    dispatchEvent(new PopStateEvent("popstate"));
  }, route);
  await page.locator("main h1:visible").first().waitFor();
}

/** Finds a record in a reference field by typing and takes the first answer. */
async function choose(page: Page, field: Locator, typed: string, option: string | RegExp): Promise<void> {
  await field.click();
  await page.keyboard.type(typed);
  await page.locator(".ant-select-item-option:visible").filter({ hasText: option }).first().click();
}

const shown = (page: Page, text: string | RegExp): Locator => page.getByText(text).filter({ visible: true }).first();
const press = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole("button", { name }).filter({ visible: true }).first().click();
/** Answers the question that stands on the screen. */
const answer = (page: Page, name: string): Promise<void> => page.getByRole("dialog").getByRole("button", { name, exact: true }).click();

async function calm(page: Page): Promise<void> {
  expect(errorsOf(page).filter((line) => !/status of 401|status of 403/.test(line))).toEqual([]);
  await page.context().close();
}

describe("an employee is hired", () => {
  test("gets an account by a link, sets the password, signs in and changes it", async () => {
    const page = await enter("admin");
    await go(page, "employee");
    await press(page, /新建员工/);
    const form = page.locator("[data-document]").filter({ visible: true });
    await form.getByLabel(/工号/).fill("E9001");
    await form.getByLabel("姓名 中文").fill("新来的采购员");
    await form.getByLabel(/邮箱/).fill("new.buyer@starring.example");
    await choose(page, form.getByLabel(/组织/), "华东事业部", /BU-E/);
    await choose(page, form.getByLabel(/职务/), "BUYER", /采购专员/);
    await press(page, /^保存/);
    await shown(page, "已保存 E9001").waitFor();

    await press(page, /^开通账号/);
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(/账号/).fill("new.buyer");
    await dialog.getByRole("button", { name: "开通账号" }).click();
    await page.getByRole("tab", { name: "账号" }).click();
    await page.getByRole("tabpanel", { name: "账号" }).getByText("new.buyer", { exact: true }).waitFor();

    await go(page, "log?tab=sent");
    await shown(page, "new.buyer@starring.example").waitFor();
    await page.getByRole("button", { name: "USER_CREATED" }).filter({ visible: true }).first().click();
    const text = await page.locator(".bk-code").filter({ hasText: "new.buyer" }).innerText();
    // What opens an account stands in no page, the administrator's neither.
    expect(text).not.toMatch(/ticket=[\w-]/);
    const link = await inLetter("new.buyer@starring.example", "USER_CREATED", /(?<=https?:\/\/[^/\s]+)\/forget\?ticket=\S+/);
    expect(link).toBeDefined();
    await calm(page);

    const own = await openPage();
    await own.goto(product.url + link);
    const fields = own.locator("input[type=password]");
    await fields.nth(0).fill("Kaigou@Star26");
    await fields.nth(1).fill("Kaigou@Star26");
    await own.keyboard.press("Enter");
    await own.waitForURL(/\/login/);
    await signInAs(own, "new.buyer", "Kaigou@Star26");

    await go(own, "userCenter");
    await press(own, "修改密码");
    const change = own.locator("dialog[open]");
    const [old, fresh, again] = [0, 1, 2].map((at) => change.locator("input[type=password]").nth(at));
    await old!.fill("Kaigou@Star26");
    await fresh!.fill("abcd");
    expect(await change.locator("li[data-kept=false]").count()).toBeGreaterThan(1);
    await fresh!.fill("Xinmima#8257");
    await again!.fill("Xinmima#8257");
    expect(await change.locator("li[data-kept=false]").count()).toBe(0);
    await change.getByRole("button", { name: "修改密码" }).click();
    await shown(own, "密码已修改").waitFor();
    expect((await product.signIn("new.buyer", "Xinmima#8257")).session.user.userName).toBe("new.buyer");
    await calm(own);
  });

  test("binds the e-mail by a code and cuts an own picture", async () => {
    const page = await enter("buyer.south01");
    await go(page, "userCenter");
    await press(page, "验证");
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "发送验证码" }).click();
    await dialog.getByText(/验证码已发到/).waitFor();
    const code = await inLetter("buyer.south01@starring.example", "VERIFY_CODE", /\d{6}/);
    await dialog.getByLabel("六位验证码").fill(code);
    await dialog.getByRole("button", { name: "确认绑定" }).click();
    await shown(page, "已验证").waitFor();

    await press(page, "编辑资料");
    const picture = await page.evaluate(async () => {
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [400, 300];
      canvas.getContext("2d")!.fillRect(0, 0, 400, 300);
      const blob = await new Promise<Blob>((done) => canvas.toBlob((made) => done(made!), "image/png"));
      return [...new Uint8Array(await blob.arrayBuffer())];
    });
    await page.locator("input[type=file]").setInputFiles({ name: "me.png", mimeType: "image/png", buffer: Buffer.from(picture) });
    await page.locator("dialog[open]").getByRole("button", { name: "使用" }).click();
    await shown(page, "1 处改动未保存").waitFor();
    await press(page, /^保存/);
    await page.locator("main .pc-face img").filter({ visible: true }).waitFor();
    await calm(page);
  });
});

describe("an administrator", () => {
  test("sees the devices of an account, kicks one, resets the password and explains", async () => {
    const [page, buyer] = await Promise.all([enter("admin"), enter("buyer.east02")]);
    await go(page, "user");
    await page.getByRole("button", { name: "buyer.east02" }).filter({ visible: true }).click();
    const dock = page.locator("aside.pg-dock");
    await dock.getByRole("button", { name: "下线" }).click();
    await answer(page, "强制下线");
    await dock.getByText("现在没有登录。").waitFor();
    await go(buyer, "userCenter").catch(() => undefined);
    await buyer.waitForURL(/\/login/);

    await dock.getByRole("button", { name: "重置密码" }).click();
    await page.getByText("生成随机密码，只显示一次").click();
    await page.getByRole("dialog").getByRole("button", { name: "重置密码" }).click();
    const once = await page.getByRole("dialog").locator("code").innerText();
    expect(once).toHaveLength(16);
    await press(page, "知道了");
    expect(await page.getByText(once).count()).toBe(0);
    await buyer.getByLabel("账号").first().fill("buyer.east02");
    await buyer.locator("input[type=password]").first().fill(once);
    await buyer.keyboard.press("Enter");
    await buyer.getByText("请先设置新密码").waitFor();

    await dock.getByRole("button", { name: "权限解释" }).click();
    await choose(page, page.getByRole("combobox", { name: "页面" }), "staffInquiry", /人员查询/);
    await press(page, "问一下");
    await page.getByText(/^可以，/).waitFor();
    await choose(page, page.getByRole("combobox", { name: "页面" }), "systemsetting/role", "systemsetting/role");
    await press(page, "问一下");
    await page.getByText(/^不可以，/).waitFor();
    expect(await page.locator(".pc-step[data-state=no]").count()).toBeGreaterThan(0);
    expect(await page.locator(".pc-step[data-state=yes]").first().innerText()).toContain("账号");
    await calm(page);
    await buyer.context().close();
  });

  test("admin 19: a disabled account is outside with its next request, and the page says why", async () => {
    const [page, buyer] = await Promise.all([enter("admin"), enter("buyer.north01")]);
    await go(page, "user");
    await page.getByRole("button", { name: "buyer.north01" }).filter({ visible: true }).click();
    const dock = page.locator("aside.pg-dock");
    await dock.getByRole("button", { name: "更多操作" }).click();
    await page.getByRole("menuitem", { name: "停用" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "停用" }).click();
    await dock.getByText("停用", { exact: true }).first().waitFor();
    await go(buyer, "userCenter").catch(() => undefined);
    await buyer.waitForURL(/\/login/);
    expect(await buyer.locator(".s-reason").first().innerText()).not.toBe("");
    await calm(page);
    await buyer.context().close();
  });

  test("admin 9: a lookup value in use is not deleted; disabled, it stays readable and is no longer offered", async () => {
    const type = await one("baseLookupTypes", { lookupType: ["JOB_FAMILY"] });
    await save("baseLookupTypes", {
      id: type.id,
      versionNum: type.versionNum,
      values: { changed: [{ lookupCode: "DESIGN", meaning: "设计", meaningEn: "Design", seqNum: 80 }] },
    });
    await expect
      .poll(async () =>
        (await data<any[]>("baseServer/baseLookupValuesService/find", { lookupType: "JOB_FAMILY" })).map((value) => value.lookupCode),
      )
      .toContain("DESIGN");
    const job = await save("baseJob", { jobCode: "DESIGNER", jobName: "设计师", jobNameEn: "Designer", jobFamily: "DESIGN" });
    const page = await enter("admin");
    await go(page, "lookup?lookupType=JOB_FAMILY");
    const row = page.getByRole("row").filter({ hasText: "DESIGN" }).filter({ visible: true });
    await row.getByRole("checkbox").first().click();
    await press(page, "删除行");
    await answer(page, "删除");
    await press(page, /^保存/);
    await page
      .getByText(/值已被使用，不能删除/)
      .first()
      .waitFor();
    await page.context().close();

    const again = await enter("admin");
    const stored = await one("baseLookupValues", { lookupType: ["JOB_FAMILY"], lookupCode: ["DESIGN"] });
    const fresh = await one("baseLookupTypes", { lookupType: ["JOB_FAMILY"] });
    await save("baseLookupTypes", {
      id: fresh.id,
      versionNum: fresh.versionNum,
      values: { changed: [{ id: stored.id, enabledFlag: "N" }] },
    });
    await go(again, `job/editjob?id=${job.id}`);
    const form = again.locator("[data-document]").filter({ visible: true });
    await form.getByText("设计", { exact: true }).first().waitFor();
    await go(again, "job/editjob");
    await again
      .locator("[data-document]")
      .filter({ visible: true })
      .getByLabel(/职务族/)
      .click();
    await again.locator(".ant-select-item-option:visible").first().waitFor();
    expect(await again.locator(".ant-select-item-option:visible").allInnerTexts()).not.toContain("设计");
    await calm(again);
  });

  test("moves a position in the reporting tree by keys, from a day to come", async () => {
    const page = await enter("admin");
    await go(page, "positionLevelTree");
    const tree = page.getByRole("tree");
    await tree.getByText("质量工程师 SQE").click();
    await press(page, "调整上级");
    const dialog = page.getByRole("dialog");
    await choose(page, dialog.getByLabel(/上级岗位/), "CPO", /采购总监/);
    await dialog.getByLabel(/生效日期/).fill("2099-01-01");
    await page.keyboard.press("Enter");
    await dialog.getByRole("button", { name: "调整", exact: true }).click();
    await shown(page, /2099-01-01 调整到「采购总监」之下/).waitFor();
    expect((await one("basePosition", { positionCode: "SQE" })).nextParentDate).toBe("2099-01-01");
    await tree.getByText("质量工程师 SQE").click();
    await page.keyboard.press("Alt+ArrowLeft");
    await page
      .getByRole("dialog")
      .getByText(/调整「质量工程师」的上级/)
      .waitFor();
    await calm(page);
  });
});

describe("leaving", () => {
  test("admin 24: nobody has left before everything held has a taker", async () => {
    const [seat, extra] = [await one("basePosition", { positionCode: "AP" }), await one("basePosition", { positionCode: "CLERK" })];
    const org = await one("baseOrganization", { orgCode: "STAR" });
    const who = await save("basePerson", { personNum: "E9100", personName: "要走的会计", email: "leaver@starring.example", orgId: org.id });
    expect(seat && extra).toBeTruthy();

    const page = await enter("admin");
    await go(page, `positionAllot/positionAllotAdd?personId=${who.id}`);
    await page.getByRole("button", { name: "选择岗位" }).click();
    const picker = page.getByRole("dialog");
    for (const code of ["AP", "CLERK"]) {
      await picker.getByLabel("编码或名称").fill(code);
      await picker.getByRole("option").filter({ hasText: code }).first().click();
    }
    await picker.getByRole("button", { name: /选定 2/ }).click();
    await page.getByRole("row").filter({ hasText: "AP" }).getByRole("switch").click();
    await page.getByRole("row").filter({ hasText: "CLERK" }).getByRole("switch").click();
    await shown(page, "同一时间只能有一个主职位").waitFor();
    await page.getByRole("row").filter({ hasText: "CLERK" }).getByRole("switch").click();
    await press(page, "保存");
    await shown(page, "已分配 2 项").waitFor();

    await go(page, `EditEmployee?id=${who.id}`);
    await page.getByRole("button", { name: "更多操作" }).filter({ visible: true }).click();
    await page.getByRole("menuitem", { name: "办理离职" }).click();
    await page
      .getByRole("dialog")
      .getByLabel(/离职日期/)
      .fill("2099-12-31");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").getByRole("button", { name: "办理离职" }).click();
    const handover = page.getByRole("region", { name: "离职交接" });
    await handover.getByText("已交接 0 / 2 项，还有 2 项没有接手人").waitFor();
    expect(await handover.getByRole("button", { name: "确认离职" }).isDisabled()).toBe(true);
    expect((await admin.call("baseServer/v1/basePersonRestful/doLeft", { id: who.id })).code).toBe("LEAVE_OPEN");

    await choose(page, handover.getByLabel("岗位的接手人"), "finance01", /finance01/);
    await handover.getByRole("button", { name: "指定 2 项" }).click();
    await handover.getByText("2 项都有接手人，可以确认离职").waitFor();
    await handover.getByRole("button", { name: "确认离职" }).click();
    await answer(page, "确认离职");
    await shown(page, "离职").waitFor();
    await expect.poll(async () => (await one("basePerson", { personNum: "E9100" })).personStatus).toBe("LEFT");
    await calm(page);
  });
});

test("the operation log tells old and new, and proves that nobody bent it", async () => {
  const job = await one("baseJob", { jobCode: "BUYER" });
  await save("baseJob", { id: job.id, versionNum: job.versionNum, description: "负责直接物料的采购" });
  const page = await enter("admin");
  await go(page, "userOperateLogList");
  await press(page, /校验日志链/);
  await shown(page, /日志链完整，截至/).waitFor();
  await page.getByRole("row").filter({ hasText: "职务" }).getByRole("button", { name: "admin" }).first().click();
  const dock = page.locator("aside.pg-dock");
  await dock.getByText("负责直接物料的采购").waitFor();
  await calm(page);
});
