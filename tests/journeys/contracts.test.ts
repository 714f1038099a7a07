import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Language } from "#kernel/text.ts";
import { SigningWorld } from "../support/contract-signing.ts";
import { errorsOf, openPage, signInOn } from "../support/browser.ts";
import { settled, watch } from "../support/eyes.ts";
import { ok, type Row } from "../support/managing.ts";
import { adminPassword } from "../support/product.ts";

/** A contract from its publication to its execution: signed by the supplier on a telephone, by the buyer at a desk, and looked at in both languages. */
let world: SigningWorld;
let doc: Row;
const open = new Set<Page>();
const telephone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

beforeAll(async () => {
  world = await SigningWorld.open();
  doc = await world.published();
  await world.started(doc);
});
afterAll(() => world?.house.drop());
afterEach(async () => {
  for (const page of open) {
    expect(errorsOf(page)).toEqual([]);
    await page.context().close();
  }
  open.clear();
});

async function sit(userName: string, language: Language, options: Parameters<typeof openPage>[0] = {}): Promise<Page> {
  const { url } = world.house.world.product;
  const page = await openPage(options);
  open.add(page);
  page.setDefaultTimeout(60_000);
  await watch(page);
  await page.goto(`${url}/login`);
  await page
    .locator(".s-language button")
    .nth(language === "EN" ? 1 : 0)
    .click();
  await signInOn(page, url, userName, adminPassword);
  await page.goto(`${url}/main/contractManage/cctContractEdit?id=${doc["id"]}`);
  await page.locator("[id=signing], section:has-text('签署'), section:has-text('Signing')").first().waitFor();
  await settled(page);
  return page;
}

/** PICTURES=folder keeps what was seen, for whoever wants to look. */
const picture = async (page: Page, name: string): Promise<void> => {
  const folder = process.env["PICTURES"];
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: false });
};

test("the supplier reads the contract on a telephone and signs it", async () => {
  const page = await sit("ct.vendor", "CN", telephone);
  const press = page.getByRole("button", { name: "签署合同", exact: true });
  await press.scrollIntoViewIfNeeded();
  await picture(page, "sign-phone");
  await press.click();
  await page.getByText("已签", { exact: true }).first().waitFor();
  await expect.poll(async () => (await world.house.found(doc["id"]))["status"]).toBe("SIGNING");
});

test("the buyer signs at the desk; the contract takes effect and says where it stands", async () => {
  const page = await sit("mg.buyer", "EN");
  await picture(page, "contract-desk");
  const press = page.getByRole("button", { name: "Sign contract", exact: true });
  await press.scrollIntoViewIfNeeded();
  await press.click();
  await page.getByText("Signed", { exact: true }).nth(1).waitFor();
  await expect.poll(async () => (await world.house.found(doc["id"]))["status"]).toBe("EFFECTIVE");
  expect(await ok(world.signs("verify", { contractId: doc["id"] }))).toMatchObject({ ok: true, whole: true });
});

test.each(["CN", "EN"] as const)("signing, execution and changes are told on the page in %s", async (language) => {
  const page = await sit("mg.buyer", language);
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
