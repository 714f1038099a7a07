import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Language } from "#kernel/text.ts";
import { creditCode, fillIn } from "../server/register-world.ts";
import { errorsOf, goTo, openPage, signInOn } from "../support/browser.ts";
import type { Client } from "../support/client.ts";
import { officeDay } from "../support/day.ts";
import { House } from "../support/introducing.ts";
import { adminPassword } from "../support/product.ts";
import { registerOn, solveCaptcha } from "../support/registering.ts";

/** A supplier from its first visit on a telephone to its qualification, a bank change, and a company nobody trades with any more. */
let house: House;
const open = new Set<Page>();
const password = "Kiln7!rope#2";
const telephone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

beforeAll(async () => {
  house = await House.open();
});
afterAll(() => house?.product.drop());
afterEach(async () => {
  for (const page of open) {
    expect(errorsOf(page)).toEqual([]);
    await page.context().close();
  }
  open.clear();
});

async function sit(
  userName: string,
  options: Parameters<typeof openPage>[0] = {},
  language: Language = "CN",
  word = adminPassword,
): Promise<Page> {
  const page = await openPage(options);
  open.add(page);
  page.setDefaultTimeout(60_000);
  await page.goto(`${house.product.url}/login`);
  await page
    .locator(".s-language button")
    .nth(language === "EN" ? 1 : 0)
    .click();
  await signInOn(page, house.product.url, userName, word);
  return page;
}

const seen = (page: Page, text: string | RegExp): Locator => page.getByText(text).filter({ visible: true }).first();
const button = (page: Page, name: string | RegExp): Locator => page.getByRole("button", { name }).filter({ visible: true }).first();
const card = (page: Page, text: string | RegExp): Locator => page.locator(".pg-card").filter({ hasText: text, visible: true }).first();

/** Nothing reaches beyond the screen unless it can be pushed into view. */
async function fits(page: Page, step: string): Promise<void> {
  await page.waitForTimeout(250);
  const beyond = await page.evaluate(() => {
    const scrolls = (el: Element | null): boolean =>
      el !== null && ((/auto|scroll/.test(getComputedStyle(el).overflowX) && el.scrollWidth > el.clientWidth) || scrolls(el.parentElement));
    return [...document.querySelectorAll("body *")]
      .filter((el) => el.checkVisibility({ visibilityProperty: true }) && el.getBoundingClientRect().width > 0)
      .filter((el) => el.getBoundingClientRect().right > screen.width + 1 && !scrolls(el))
      .map((el) => `${el.tagName} ${el.getAttribute("class") ?? ""} ${(el.textContent ?? "").slice(0, 20)}`)
      .slice(0, 5);
  });
  expect([step, beyond]).toEqual([step, []]);
}

/** Waits for what follows a moment later. */
function soon<T>(read: () => Promise<T>) {
  return expect.poll(read, { timeout: 30_000, interval: 150 });
}

/** The open task of a document is decided on its page, as its decider would. */
async function agreesOn(page: Page, route: string): Promise<void> {
  await goTo(page, route);
  const bar = page.locator(".bk-footbar").filter({ visible: true }).first();
  await bar.getByLabel("审批意见").fill("同意");
  await page.keyboard.press("Tab");
  await page.locator("h1").filter({ visible: true }).first().click();
  await page.keyboard.press("p");
  await button(page, /确认同意/).click();
}

describe("a company comes in by telephone", () => {
  const company = "虚构长风钣金有限公司";
  let id = "";
  let supplierId = "";
  let own: Client;

  test("it registers on a screen of 390 pixels, in English, and waits for its account", { timeout: 180_000 }, async () => {
    const page = await openPage(telephone);
    open.add(page);
    await registerOn(
      house.product,
      page,
      {
        companyName: company,
        uscc: creditCode(501),
        username: "changfeng_1",
        password,
        contactName: "林一",
        email: "lin@changfeng.example",
        mobile: "13800005010",
        category: "Sheet metal",
      },
      "EN",
      (step) => fits(page, `register ${step}`),
    );
    ({ id } = (await house.one(`select id from "SrmSupRegister" where "companyName" = $1`, company)) as { id: string });
  });

  test("the account is let in; the file is filled in by telephone and passed", { timeout: 180_000 }, async () => {
    const desk = await sit("house.specialist");
    await goTo(desk, "supplierRegisterApproval");
    await button(desk, /^ZC/).click();
    await desk.locator("aside.pg-dock").getByRole("button", { name: /^通过/ }).click();
    await desk.waitForTimeout(500);
    const sure = desk.getByRole("button", { name: /^通过/ }).filter({ visible: true }).last();
    if (await sure.isVisible().catch(() => false)) await sure.click().catch(() => undefined);
    const stands = async (): Promise<string> => (await house.one(`select status from "SrmSupRegister" where id = $1`, id))["status"];
    await soon(stands).toBe("INFO_FILLING");

    const page = await openPage(telephone);
    open.add(page);
    await page.goto(`${house.product.url}/login`);
    await page.locator("input[autocomplete=username]").fill("changfeng_1");
    await page.locator("input[autocomplete=current-password]").fill(password);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: company }).waitFor();
    await fits(page, "file first");
    await page.locator("[data-field=legalPerson] input").fill("林一");
    await page.locator("[data-field=registeredAddress] input").fill("虚构路1号");
    await seen(page, "已自动保存").waitFor();
    await fillIn(await house.product.signIn("changfeng_1", password), house.ground);
    await page.reload();
    await seen(page, "100%").waitFor();
    await fits(page, "file filled");
    for (const tab of ["联系人", "地址", "银行账户", "品类"]) {
      await page.getByRole("navigation", { name: "资料页签" }).getByRole("button").filter({ hasText: tab }).click();
      await fits(page, `file ${tab}`);
    }
    await button(page, "提交审核").click();
    await page.locator(".ant-popover").getByRole("button", { name: "提交" }).click();
    await seen(page, "资料已提交，审核期间不能修改").waitFor();
    await fits(page, "file handed in");

    await goTo(desk, `supplierRegisterInfoApproval?id=${id}`);
    await desk.getByRole("heading", { name: company }).waitFor();
    await desk.getByRole("button", { name: "通过", exact: true }).click();
    await button(desk, "确定").click();
    await soon(stands).toBe("APPROVED");
    supplierId = (await house.one(`select "supplierId" as id from "SrmSupRegister" where id = $1`, id))["id"];
    expect(await house.stopped(supplierId)).toEqual(["AWARD", "ORDER"]);
  });

  test("it is reviewed, visited and qualified; each time it sees its own part by telephone", { timeout: 180_000 }, async () => {
    const { buyer } = house.who;
    own = await house.product.signIn("changfeng_1", password);
    const review = await house.ok(buyer, "SrmSlcQualifyHeader", "saveOrUpdate", {
      supplierId,
      orgId: house.ground.orgId,
      introduceReason: "扩大供应",
      categories: [{ categoryId: house.ground.categoryId }],
    });
    await house.ok(buyer, "SrmSlcQualifyHeader", "doSendSupplier", {
      id: review["id"],
      versionNum: review["versionNum"],
      dueDate: officeDay(10),
    });
    const page = await sit("changfeng_1", telephone, "EN", password);
    await goTo(page, "supplierPendingList");
    await seen(page, review["qualifyNo"]).waitFor();
    await fits(page, "to do");
    await goTo(page, "qualifyCensorList");
    await card(page, review["qualifyNo"]).locator(".pg-card-open").click();
    await seen(page, "Business licence").waitFor();
    await fits(page, "review");
    const asked = await house.ok(own, "SrmSlcQualifyHeader", "findById", { id: review["id"] });
    const fileIds = await house.proof(own);
    const lines = asked["lines"].map((line: { id: string }) => ({ id: line.id, certNo: "L-1", validTo: officeDay(700), fileIds }));
    await house.ok(own, "SrmSlcQualifyHeader", "saveOrUpdate", { id: review["id"], versionNum: asked["versionNum"], lines });
    await page.reload();
    await button(page, "Submit documents").click();
    await button(page, /^Confirm/).waitFor();
    await fits(page, "what follows");
    await button(page, /^Confirm/).click();
    await soon(async () => (await house.one(`select status from "SrmSlcQualifyHeader" where id = $1`, review["id"]))["status"]).toBe(
      "JUDGING",
    );

    const judged = await house.ok(buyer, "SrmSlcQualifyHeader", "findById", { id: review["id"] });
    const fine = judged["lines"].map((line: { id: string }) => ({ id: line.id, lineResult: "OK" }));
    await house.ok(buyer, "SrmSlcQualifyHeader", "saveOrUpdate", {
      id: review["id"],
      versionNum: judged["versionNum"],
      lines: fine,
      conclusion: "PASS",
    });
    await house.ok(buyer, "SrmSlcQualifyHeader", "doSubmit", { id: review["id"] });
    await house.passed(review["id"], "manager");

    const visitId = await house.announces(supplierId, review["trackId"]);
    const visit = await house.one(`select "inspectNo" as no from "SrmSlcLocaleInspect" where id = $1`, visitId);
    await goTo(page, "localeInspectList");
    await card(page, visit["no"]).waitFor();
    await fits(page, "visits");
    await house.visits(visitId);
    await goTo(page, "supplierPendingList");
    await goTo(page, `localeInspectDetail?id=${visitId}`);
    await seen(page, "90.00").waitFor();
    await fits(page, "report");
    expect(await page.getByText("压价时可用").count()).toBe(0);

    const applyId = await house.appliesFor(supplierId);
    const desk = await sit("house.manager");
    await agreesOn(desk, `slcQualifiedSupplierEdit?id=${applyId}`);
    await soon(async () => (await house.supplier(supplierId))["supStatus"]).toBe("QUALIFIED");
    expect(await house.stopped(supplierId)).toEqual([]);
    await goTo(desk, `supplierInfoEdit?id=${supplierId}`);
    await seen(desk, company).waitFor();
    await seen(desk, "合格").waitFor();
  });

  test("it signs in and sees its own company, and nothing of another", { timeout: 120_000 }, async () => {
    const other = await house.knows("other", creditCode(502));
    const theirs = await house.ok(house.who.buyer, "SrmSlcQualifyHeader", "saveOrUpdate", {
      supplierId: other,
      orgId: house.ground.orgId,
      introduceReason: "扩大",
      categories: [{ categoryId: house.ground.categoryId }],
    });
    const page = await sit("changfeng_1", telephone, "EN", password);
    await fits(page, "home");
    await goTo(page, "supplierInfoToPortal");
    await seen(page, company).waitFor();
    await page.getByText("Qualified", { exact: true }).filter({ visible: true }).first().waitFor();
    await fits(page, "my company");
    for (const route of [
      "changeInfoList",
      "qualifyCensorList",
      "localeInspectList",
      "slcAgreementSigningList",
      "sampleTrialList",
      "user2",
    ]) {
      await goTo(page, route);
      await page.locator(".pg-list:visible").waitFor();
      await fits(page, route);
      expect([route, await page.getByText(/虚构other|other Invented|other管理员/).count()]).toEqual([route, 0]);
    }
    const [foreign, missing] = await Promise.all(
      [theirs["id"], "missing"].map((entry) => house.ask(own, "SrmSlcQualifyHeader", "findById", { id: entry })),
    );
    expect([foreign.status, foreign.code, foreign.msg]).toEqual(["E", missing.code, missing.msg]);
    await goTo(page, "supplierInfoList");
    await seen(page, /cannot open|Page not found/).waitFor();
  });
});

describe("a bank account is changed", () => {
  const change = "SrmSupChangeInfo";
  const account = { accountName: "虚构bank有限公司", accountNo: "6222000011112222", currency: "CNY", accountUse: "BASIC" };
  let own: Client;
  let id = "";
  let no = "";
  const status = async (): Promise<string> => (await house.one(`select status from "SrmSupChangeInfo" where id = $1`, id))["status"];

  test("handed in by telephone it holds payments at once and tells whoever was on file", { timeout: 120_000 }, async () => {
    const supplierId = await house.knows("bank", creditCode(503), { qualified: true });
    expect(await house.stopped(supplierId)).toEqual([]);
    own = await house.product.signIn("bank.admin");
    const fileIds = await house.proof(own);
    const values = Object.entries({ ...account, bankId: house.ground.bankId });
    const draft = await house.ok(own, change, "saveOrUpdate", {
      supplierId,
      changeReason: "更换开户行",
      lines: values.map(([fieldKey, newValue], i) => ({
        entityName: "SrmSupAccount",
        rowId: "new1",
        rowAction: "ADD",
        fieldKey,
        newValue,
        ...(i === 0 ? { fileIds } : {}),
      })),
    });
    [id, no] = [draft["id"], draft["changeNo"]];
    const page = await sit("bank.admin", telephone);
    await goTo(page, "changeInfoList");
    await card(page, no).locator(".pg-card-open").click();
    await seen(page, "变更内容").waitFor();
    await fits(page, "bank draft");
    await button(page, /^提交/).click();
    await soon(status).toBe("VERIFYING");
    await seen(page, /付款已冻结/).waitFor();
    await fits(page, "bank verifying");
    expect(await page.getByText("6222000011112222").count()).toBe(0);
    // The number is another company's too: we are warned, the supplier learns nothing of it.
    expect((await house.supplier(supplierId))["riskLight"]).toBe("RED");
    expect(await page.getByText("其他供应商").count()).toBe(0);
    expect(await house.stopped(supplierId)).toEqual(["PAYMENT"]);
    const sentEvents = await house.one(`select data from "Outbox" where event = 'BANK_CHANGE_STARTED' and data::text like $1`, `%${no}%`);
    expect(sentEvents["data"]["userIds"]).toEqual([house.ids["bank.user"]]);
  });

  test("finance calls a number that was on file before; no other number and nobody else will do", { timeout: 120_000 }, async () => {
    const check = { id, method: "CALL_BACK", callNumber: "13800000001", record: "已确认", result: "VERIFIED" };
    for (const role of ["specialist", "manager"] as const)
      expect((await house.ask(house.who[role], change, "doVerifyBank", check)).code).toBe("PERM_DENIED");
    expect((await house.ask(own, change, "doVerifyBank", check)).status).toBe("E");
    const desk = await sit("house.finance");
    await goTo(desk, `changeInfoEdit?id=${id}`);
    await button(desk, /^核验账户/).click();
    const dialog = desk.locator(".ant-modal").filter({ visible: true });
    const choose = async (field: string, option: string): Promise<void> => {
      await dialog.locator(`[data-field=${field}] .ant-select`).click();
      await desk.locator(".ant-select-dropdown:visible .ant-select-item-option").filter({ hasText: option }).first().click();
    };
    await choose("method", "回拨");
    await choose("result", "已核验");
    await dialog.locator("[data-field=record] textarea").fill("与旧联系人通话确认");
    const press = (): Promise<void> => dialog.getByRole("button", { name: /核验账户/ }).click();
    await dialog.locator("[data-field=callNumber] input").fill("13999999999");
    await press();
    await seen(desk, "请回拨变更前已登记的电话号码").waitFor();
    expect(await status()).toBe("VERIFYING");
    await dialog.locator("[data-field=callNumber] input").fill("13800000001");
    await press();
    await soon(status).toBe("APPROVING");
    expect(await house.stopped(house.ids["bank"]!), "still held until it is approved").toEqual(["PAYMENT"]);
  });

  test("approved it is in force, verified, and payments go on", { timeout: 120_000 }, async () => {
    const desk = await sit("house.chief");
    await agreesOn(desk, `changeInfoEdit?id=${id}`);
    await soon(status).toBe("EFFECTIVE");
    const row = await house.one(
      `select "verifyStatus", "verifiedBy", "accountNo" from "SrmSupAccount" where "supplierId" = $1`,
      house.ids["bank"],
    );
    expect(row).toMatchObject({ verifyStatus: "VERIFIED", verifiedBy: house.ids["finance"] });
    expect(row["accountNo"]).not.toContain(account.accountNo);
    expect(await house.stopped(house.ids["bank"]!)).toEqual([]);
  });
});

describe("a company is blacklisted", () => {
  const entry = "SrmSlcSupplierBlacklist";
  const codes = { bad: creditCode(504), good: creditCode(505), fresh: creditCode(506) };
  let id = "";

  test("while it is decided nothing new is begun with it; everything else goes on", { timeout: 120_000 }, async () => {
    for (const name of ["bad", "good"] as const) await house.knows(name, codes[name], { qualified: true });
    const { specialist } = house.who;
    const draft = await house.ok(specialist, entry, "saveOrUpdate", {
      direction: "IN",
      supplierId: house.ids["bad"],
      companyName: "-",
      reasonType: "FRAUD",
      reasonDesc: "伪造检验报告",
      startDate: officeDay(0),
      endDate: officeDay(700),
      scope: "GROUP",
      paymentPolicy: "PAY_UNDISPUTED",
      fileIds: await house.proof(specialist),
    });
    ({ id } = draft as { id: string });
    const desk = await sit("house.specialist");
    await goTo(desk, `slcSupplierBlacklistEdit?id=${id}`);
    await button(desk, /^提交/).click();
    await button(desk, /^确认提交/).click();
    await soon(async () => (await house.one(`select status from "SrmSlcSupplierBlacklist" where id = $1`, id))["status"]).toBe("APPROVING");
    expect(await house.stopped(house.ids["bad"]!)).toEqual(["SOURCING", "AWARD", "ORDER"]);
    expect(await house.stopped(house.ids["good"]!)).toEqual([]);
    expect((await house.product.signIn("bad.admin")).certificate).toBeTruthy();
  });

  test(
    "in force it stops all business and its people, but neither statements nor what is owed, nor anybody else",
    { timeout: 120_000 },
    async () => {
      const desk = await sit("house.manager");
      await agreesOn(desk, `slcSupplierBlacklistEdit?id=${id}`);
      await soon(async () => (await house.supplier(house.ids["bad"]!))["supStatus"]).toBe("BLACKLISTED");
      expect(await house.stopped(house.ids["bad"]!)).toEqual(["SOURCING", "AWARD", "ORDER", "DELIVERY", "LOGIN"]);
      expect(await house.stopped(house.ids["good"]!)).toEqual([]);
      await goTo(desk, "srmSlcSupplierBlacklistList");
      await seen(desk, "虚构bad有限公司").waitFor();

      await expect(house.product.signIn("bad.admin")).rejects.toThrow(/AUTH_DISABLED/);
      const page = await sit("good.admin", telephone, "EN");
      await goTo(page, "supplierInfoToPortal");
      await seen(page, "Qualified").waitFor();
    },
  );

  test("the same code does not come in by another door, and another company does", { timeout: 120_000 }, async () => {
    const page = await openPage(telephone);
    open.add(page);
    const tries = async (uscc: string): Promise<void> => {
      await page.goto(`${house.product.url}/register`);
      await page.getByLabel("企业名称", { exact: true }).fill("虚构换名有限公司");
      await page.getByLabel("统一社会信用代码").fill(uscc);
      await solveCaptcha(house.product, page);
      await button(page, "下一步").click();
    };
    await tries(codes.bad);
    await seen(page, /暂不能受理|已在系统中/).waitFor();
    await fits(page, "refused at the door");
    await tries(codes.fresh);
    await page.getByLabel("账号", { exact: true }).waitFor();
    const invite = (uscc: string) =>
      house.ask(house.who.buyer, "SrmSupRegisterInvite", "saveOrUpdate", {
        companyName: "虚构换名有限公司",
        uscc,
        email: `x${uscc}@example.com`,
        contactName: "林二",
        language: "CN",
      });
    expect((await invite(codes.bad)).code).toMatch(/^SUP_REG_00[23]$/);
    expect((await invite(codes.fresh)).code).not.toMatch(/^SUP_REG_00[23]$/);
  });
});
