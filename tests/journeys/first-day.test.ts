import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { errorsOf, openPage } from "../support/browser.ts";
import { adminPassword, openTestProduct, type TestProduct } from "../support/product.ts";

/** The first day of an empty company outside China: the administrator follows the assistant alone, and every press and every field is counted. */
let product: TestProduct;
let page: Page;
let pressed = 0;
let filled = 0;

beforeAll(async () => {
  product = await openTestProduct();
  page = await openPage({ locale: "en-GB", timezoneId: "Europe/Berlin" });
  page.setDefaultTimeout(60_000);
});
afterAll(async () => {
  await page?.context().close();
  await product?.drop();
});

const assistant = (): Locator => page.getByRole("region", { name: "Set-up assistant" });
const press = async (name: string | RegExp): Promise<void> => {
  await assistant().getByRole("button", { name }).first().click();
  pressed++;
};
const tick = async (name: string | RegExp): Promise<void> => {
  await assistant().getByLabel(name).first().click();
  pressed++;
};
const fill = async (label: string | RegExp, value: string): Promise<void> => {
  await assistant().getByLabel(label).first().fill(value);
  filled++;
};
const choose = async (label: string | RegExp, option: string): Promise<void> => {
  await assistant().getByLabel(label).first().selectOption({ label: option });
  filled++;
};
const stands = (note: string | RegExp): Promise<void> => assistant().getByText(note).first().waitFor();
const read = async (sql: string): Promise<unknown[]> => product.kernel.db.query(sql);

test("the sign-in page speaks the browser's language", async () => {
  await page.goto(`${product.url}/login`);
  await page.getByRole("button", { name: "Sign in" }).waitFor();
  expect(await page.evaluate(() => document.documentElement.lang)).toBe("en");
  const chinese = await openPage({ locale: "zh-TW" });
  await chinese.goto(`${product.url}/login`);
  await expect.poll(() => chinese.evaluate(() => document.documentElement.lang)).toBe("zh-CN");
  await chinese.context().close();
});

test("the home page of an empty system leads to a published order and its receipt in at most 120 presses and fields", async () => {
  await page.locator("input[autocomplete=username]").fill("admin");
  await page.locator("input[autocomplete=current-password]").fill(adminPassword);
  await page.keyboard.press("Enter");
  filled += 2;
  pressed++;

  await stands(/Name, country and currency are missing/);
  await fill("Company name", "Northwind Tools");
  // The browser names the United Kingdom with its language: currency and zone are proposed from there, and anew for another country.
  const proposed = (): Promise<string[]> =>
    Promise.all([/^Currency$/, /^Time zone$/, /^Language$/].map((label) => assistant().getByLabel(label).first().inputValue()));
  expect(await proposed()).toEqual(["GBP", "Europe/London", "EN"]);
  await choose(/^Country$/, "Germany");
  expect(await proposed()).toEqual(["EUR", "Europe/Berlin", "EN"]);
  await fill("Standard tax rate %", "19");
  await press("Save and continue");

  await stands(/Legal entity, purchasing unit and receiving warehouse are missing/);
  await fill("Tax number", "DE123456789");
  await fill("Address", "Musterweg 1, 20095 Hamburg");
  await fill("Receiving phone", "+49 40 1234567");
  await press("Save and continue");

  await stands(/No colleagues yet/);
  await press("Skip for now");
  await assistant().getByLabel("Material").waitFor();

  await stands(/Nobody can approve yet/);
  await press("Choose");
  await tick(/No approval/);
  await press("Save and continue");
  await stands("Approved on submission");

  await fill("Material", "Hex bolt M8");
  await fill("Category", "Fasteners");
  await press("Save and continue");
  await stands("1 material");

  await fill("Supplier name", "Boltworks GmbH");
  await fill("Tax or registration no.", "DE987654321");
  await choose(/^Country$/, "Germany");
  await fill("Address", "Hafenstr. 2, 24103 Kiel");
  await fill(/^Contact$/, "Jan Petersen");
  await fill("Contact's e-mail", "sales@boltworks.example");
  await press("Save and continue");
  await stands("1 ready for orders");

  await fill("Quantity", "100");
  await fill("Price excl. tax", "0.35");
  await press("Submit the order");
  await stands(/not published yet/);
  await press("Publish to the supplier");
  await stands(/waits for the goods/);
  await press("Goods arrived: receive");
  await expect.poll(() => read(`select status from "SrmPurReceive"`), { timeout: 60_000 }).toEqual([{ status: "POSTED" }]);

  expect(await read(`select "publishDate" is not null as published from "SrmPurOrderHeader"`)).toEqual([{ published: true }]);
  await expect
    .poll(() => read(`select recipient as to from "BaseSentMessage" where kind = 'PUR_ORDER_PUBLISHED'`), { timeout: 60_000 })
    .toEqual([{ to: "sales@boltworks.example" }]);
  // Nothing is left to do: the assistant leaves the home page.
  await assistant().waitFor({ state: "detached" });
  expect(pressed + filled).toBeLessThanOrEqual(120);
  expect({ pressed, filled }).toEqual({ pressed: 12, filled: 18 });
  expect(errorsOf(page)).toEqual([]);
}, 180_000);
