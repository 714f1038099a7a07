import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Language } from "#kernel/text.ts";
import { errorsOf, goTo, openPage, signInOn } from "../support/browser.ts";
import { settled, watch } from "../support/eyes.ts";
import { adminPassword, openDemoProduct, type TestProduct } from "../support/product.ts";

/** From an order to the signed contract in the demonstration's company: a clause that deviates, a change the supplier asked for, signatures by telephone and at a desk. Our people work in English, the supplier in Chinese. */
let product: TestProduct;
let id = "";
const seats = new Map<string, Page>();
const telephone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const people = { buyer: "buyer.east01", chief: "lead.buyer", seller: "starcast" } as const;

beforeAll(async () => void (product = await openDemoProduct()));
afterAll(async () => {
  await Promise.all([...seats.values()].map((page) => page.context().close()));
  await product?.drop();
});

async function at(who: keyof typeof people, language: Language = who === "seller" ? "CN" : "EN"): Promise<Page> {
  const seat = seats.get(who + language);
  if (seat) return seat;
  const page = await openPage(who === "seller" ? telephone : {});
  page.setDefaultTimeout(60_000);
  seats.set(who + language, page);
  await watch(page);
  await page.goto(`${product.url}/login`);
  await page
    .locator(".s-language button")
    .nth(language === "EN" ? 1 : 0)
    .click();
  await signInOn(page, product.url, people[who], adminPassword);
  return page;
}

const button = (page: Page, name: string | RegExp): Locator => page.getByRole("button", { name }).filter({ visible: true }).first();
const dialog = (page: Page): Locator => page.getByRole("dialog").filter({ visible: true }).last();
const text = async (): Promise<Record<string, unknown>> =>
  (await product.kernel.db.one<Record<string, unknown>>(`select * from "SrmCctContract" where id = $1`, [id]))!;
const status = async (): Promise<unknown> => (await text())["status"];
const becomes = async (wanted: string): Promise<void> => await expect.poll(status, { timeout: 60_000, interval: 150 }).toBe(wanted);

/** PICTURES=folder keeps what was seen, for whoever wants to look. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env["PICTURES"];
  if (!folder) return;
  await settled(page);
  await page.screenshot({ path: join(folder, `${name}.png`) });
}

/** The page of the contract, read anew: somebody else may have acted meanwhile. */
async function open(page: Page, route = "cctContractEdit"): Promise<Page> {
  await goTo(page, `contractManage/${route}?id=${id}`);
  await page.reload();
  await page.locator(".s-main h1:visible").first().waitFor();
  return page;
}

/** Presses, says yes where the page first shows what will happen, and waits for the state that follows. */
async function press(page: Page, name: string, wanted: string): Promise<void> {
  await button(page, new RegExp(`^${name.replaceAll(/[()]/g, String.raw`\$&`)}`)).click();
  const sure = button(page, `Confirm ${name}`).or(button(page, `确认${name}`));
  const answers = dialog(page).getByRole("button", { name, exact: true });
  await expect
    .poll(
      async () => {
        for (const next of [answers, sure])
          if (await next.first().isVisible())
            await next
              .first()
              .click({ timeout: 2_000 })
              .catch(() => undefined);
        return status();
      },
      { timeout: 60_000, interval: 200 },
    )
    .toBe(wanted);
}

/** The director takes the task from the group and agrees on the contract's page. */
async function agreed(wanted: string): Promise<void> {
  const page = await at("chief");
  await goTo(page, "gtasks");
  await page.reload();
  const num = String((await text())["contractNum"]);
  await page.locator("[role=row], tr").getByText(num, { exact: true }).filter({ visible: true }).first().click();
  await button(page, /^Claim and open/).click();
  const bar = page.locator(".bk-footbar").filter({ visible: true }).first();
  await bar.getByRole("button", { name: /^Approve/ }).click();
  await page
    .locator(".bk-footbar-confirm")
    .filter({ visible: true })
    .getByRole("button", { name: /^Approve/ })
    .click();
  await becomes(wanted);
}

/** Signs on the page; whoever signed in more than five minutes ago proves with the password that it is still he. */
async function signs(page: Page, name: string, then: () => Promise<boolean>): Promise<void> {
  await button(page, name).click();
  const password = dialog(page).locator("input[type=password]");
  await expect
    .poll(
      async () => {
        if (await password.isVisible()) {
          await password.fill(adminPassword);
          await page.keyboard.press("Enter");
        }
        return then();
      },
      { timeout: 60_000, interval: 500 },
    )
    .toBe(true);
}

test("the buyer makes a contract of an order and words a clause otherwise", async () => {
  const page = await at("buyer");
  const order = (await product.kernel.db.one<{ id: string; num: string }>(
    `select o.id, o."orderNum" as num from "SrmPurOrderHeader" o join "SrmPurOrderLine" l on l."parentId" = o.id
      where o.status = 'CONFIRMED' and o."contractId" is null and l.qty = 500 order by o.id desc limit 1`,
  ))!;
  await goTo(page, `purOrderManage/purchaseOrderEdit?id=${order.id}`);
  await page.getByRole("heading", { name: order.num }).filter({ visible: true }).waitFor();
  await button(page, "Create contract").click();
  await dialog(page).getByLabel("Contract template").click();
  await page.locator(".ant-select-item-option").filter({ hasText: "Annual purchase contract", visible: true }).click();
  await dialog(page).getByRole("button", { name: "Create contract" }).click();
  const made = `select id from "SrmCctContract" where "sourceId" = $1`;
  await expect
    .poll(async () => (id = (await product.kernel.db.one<{ id: string }>(made, [order.id]))?.id ?? ""), { timeout: 60_000 })
    .not.toBe("");

  await open(page);
  await page.locator("[data-field=warrantyMonths] input").fill("12");
  await page.locator("[data-field=signMode] .ant-select").click();
  await page.locator(".ant-select-item-option").filter({ hasText: "Electronic", visible: true }).click();
  await button(page, /^Save/).click();
  await expect.poll(async () => (await text())["signMode"]).toBe("ESIGN");

  await open(page, "cctContractText");
  await button(page, "Edit text").click();
  const clause = page.locator(".bk-box").filter({ hasText: "付款" }).filter({ hasText: "六十日" }).first();
  await clause.getByRole("button", { name: "Edit", exact: true }).click();
  const words = page.getByLabel("Clause text");
  await words.fill((await words.inputValue()).replace("六十日", "四十五日").replace("sixty", "forty-five"));
  await page.getByLabel("Reason for deviation").fill("The supplier grants a discount for earlier payment");
  await button(page, "Save").click();
  await page.getByText("Fallback", { exact: true }).first().waitFor();
  await picture(page, "contract-text-en");
  await button(page, "Finish editing").click();
});

test("the director agrees to the deviation and to the content; the contract goes to the supplier", async () => {
  const buyer = await open(await at("buyer"));
  await press(buyer, "Submit", "APPROVING");
  const chief = await open(await at("chief"));
  await button(chief, "Approve deviations (manager)").click();
  await expect.poll(async () => (await text())["deviationLevel"]).toBe("NONE");
  await agreed("APPROVED");
  await press(await open(buyer), "Send to supplier", "CONFIRMING");
});

test("the supplier asks for another wording by telephone and declines; the buyer accepts it", async () => {
  const phone = await open(await at("seller"), "cctContractText");
  await phone
    .getByRole("button", { name: /质量与质保/ })
    .filter({ visible: true })
    .first()
    .click();
  await button(phone, "建议修订").click();
  const words = phone.getByLabel("条款文本");
  await words.fill((await words.inputValue()).replace("修理或更换", "修理；修理不成的予以更换"));
  await button(phone, "提交修订").click();
  await phone.getByText("待处理", { exact: true }).filter({ visible: true }).first().waitFor();
  await picture(phone, "contract-suggest-phone");
  await open(phone);
  await button(phone, "更多操作").click();
  await phone.getByRole("menuitem", { name: "拒绝合同" }).click();
  await dialog(phone).getByLabel("拒绝原因").fill("质保条款请按修订调整");
  await dialog(phone).getByRole("button", { name: "拒绝合同" }).click();
  await becomes("SUPPLIER_REFUSED");

  const buyer = await open(await at("buyer"), "cctContractText");
  await buyer
    .getByRole("button", { name: /质量与质保/ })
    .filter({ visible: true })
    .first()
    .click();
  await button(buyer, "Accept").click();
  await becomes("DRAFT");
  expect(JSON.stringify((await text())["textJson"])).toContain("修理不成的予以更换");
  await press(await open(buyer), "Submit", "APPROVING");
  await agreed("APPROVED");
  await press(await open(buyer), "Send to supplier", "CONFIRMING");
  await press(await open(await at("seller")), "确认合同", "CONFIRMED");
});

test("the supplier signs by telephone, the director at the desk; the contract takes effect and proves it", async () => {
  const buyer = await open(await at("buyer"));
  await press(buyer, "Submit for publication", "PUBLISH_APPROVING");
  await agreed("PUBLISHED");
  await expect.poll(async () => (await text())["pdfFileId"], { timeout: 60_000 }).not.toBeNull();
  await press(await open(buyer), "Start signing", "SIGNING");
  const phone = await open(await at("seller"));
  const sign = button(phone, "签署合同");
  await sign.scrollIntoViewIfNeeded();
  await picture(phone, "sign-phone");
  await signs(phone, "签署合同", () => phone.getByText("已签", { exact: true }).first().isVisible());
  expect(await status()).toBe("SIGNING");
  const chief = await open(await at("chief"));
  await signs(chief, "Sign contract", () => chief.getByText("Signed", { exact: true }).nth(1).isVisible());
  await becomes("EFFECTIVE");
  const client = await product.signIn(people.buyer);
  const { data } = await client.call("srmServer/v1/esignSignRestful/verify", { contractId: id });
  expect(data).toMatchObject({ ok: true, whole: true });
});

test.each(["CN", "EN"] as const)("signing, execution and changes are told on the page in %s", async (language) => {
  const page = await open(await at("buyer", language));
  for (const [name, cn, en] of [
    ["signing", "签署", "Signing"],
    ["standing", "履行", "Execution"],
    ["changes", "变更", "Changes"],
  ] as const) {
    const heading = page.getByRole("heading", { name: language === "CN" ? cn : en, exact: true }).first();
    await heading.scrollIntoViewIfNeeded();
    await settled(page);
    await picture(page, `contract-${name}-${language.toLowerCase()}`);
  }
});

test("nobody's page complained", () => {
  for (const page of seats.values()) expect(errorsOf(page)).toEqual([]);
});
