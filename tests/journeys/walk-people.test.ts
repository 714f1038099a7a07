import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Language } from "#kernel/text.ts";
import { goTo, openPage } from "../support/browser.ts";
import { faults, nothing, watch } from "../support/eyes.ts";
import { adminPassword } from "../support/product.ts";
import { isThorough } from "../support/thorough.ts";
import { differentPages, languages, note, openGround, sit, speak, tabCount, visitAs, type Ground } from "../support/walking.ts";

/** Opens the pages that differ from person to person, and those around the workspace, in both languages. */
let ground: Ground;
beforeAll(async () => void (ground = await openGround()));
afterAll(() => ground?.product.drop());

test("every page as the people of suppliers, and in a thorough run as everybody whose pages or buttons differ", async () => {
  const pages = await differentPages(ground, isThorough ? undefined : "SUPPLIER");
  const visits = [...pages.values()].reduce((sum, routes) => sum + routes.size, 0);
  expect(visits).toBeGreaterThan(20);
  nothing(await visitAs(ground, pages));
}, 2_400_000);

/** Looks at an address that needs no session, or none of the workspace. */
async function glance(page: Page, language: Language, address: string, found: string[], expected: RegExp = /^$/): Promise<void> {
  await page.goto(ground.product.url + address);
  const all = await faults(page, language, ground.given, "body");
  found.push(...all.filter((value) => !expected.test(value)).map((value) => `${language} ${address}: ${value}`));
}

describe("around the workspace", () => {
  test.each(languages)("sign-in, recovery, registration, viewer and container in %s", async (language) => {
    const found: string[] = [];
    const page = await openPage();
    await watch(page);
    await page.goto(`${ground.product.url}/login`);
    await speak(page, language);
    for (const address of ["/", "/login", "/forget", "/register", "/fileViewer", "/iframeBox"])
      await glance(page, language, address, found);
    // What nobody may open is refused in words, not by an empty page.
    const refused = /console: .*40[134]|"status":"E"/;
    await glance(page, language, "/fileViewer?fileId=none&authorizationCode=vc_none", found, refused);
    await glance(page, language, "/iframeBox?token=none", found, refused);
    await page.goto(`${ground.product.url}/main/user?id=1`);
    await page.waitForURL(/\/login\?redirect=%2Fmain%2Fuser%3Fid%3D1/);
    await page.goto(`${ground.product.url}/no/such/place`);
    await page.waitForURL(/\/login/);
    await page.context().close();
    nothing(found);
  });

  test.each(languages)("an unknown page, a page of others, and every page's own address in %s", async (language) => {
    const desk = await sit(ground, "buyer.east01", language);
    const { page } = desk;
    const say = (text: RegExp): Promise<void> => page.locator("main h1:visible", { hasText: text }).first().waitFor();
    await goTo(page, "noSuchPage");
    await say(/没有这个页面|Page not found/);
    expect((await faults(page, language, ground.given, "body")).filter((fault) => fault !== "not a page")).toEqual([]);
    await goTo(page, "systemsetting/role");
    await say(/不能打开「角色|cannot open “Roles/);
    expect((await faults(page, language, ground.given, "body")).filter((fault) => fault !== "not a page")).toEqual([]);
    await page.goto(`${ground.product.url}/main/staffInquiry`);
    await note(desk, "by its address", "body");
    expect(await tabCount(page)).toBe(2);
    await page.context().close();
    nothing(desk.found);
  });

  test("an applicant and somebody who must change the password see their one page", async () => {
    const fresh = await ground.product.person("fresh.one", ["EMPLOYEE"]);
    await ground.product.kernel.db.query(`update "BaseUsers" set "mustChangePwd" = 'Y' where id = $1`, [fresh]);
    const found: string[] = [];
    for (const language of languages)
      // Somebody of the demonstration who fills in the file, one who waits, one to whom it was sent back.
      for (const userName of ["applicant3", "applicant6", "applicant7", "fresh.one"]) {
        const page = await openPage();
        await watch(page);
        await page.goto(`${ground.product.url}/login`);
        await speak(page, language);
        await page.locator("input[autocomplete=username]").fill(userName);
        await page.locator("input[autocomplete=current-password]").fill(adminPassword);
        await page.keyboard.press("Enter");
        await page.locator(userName === "fresh.one" ? "dialog[open]" : ".s-applicant").waitFor();
        found.push(...(await faults(page, language, ground.given, "body")).map((fault) => `${userName} ${language}: ${fault}`));
        expect(new URL(page.url()).pathname).toBe(userName === "fresh.one" ? "/login" : "/registerInfoEdit");
        await page.context().close();
      }
    nothing(found);
  });

  test.each(languages)("sign-in and home on a phone in %s", async (language) => {
    const found: string[] = [];
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
    const page = await openPage(phone);
    await watch(page);
    await page.goto(`${ground.product.url}/login`);
    await speak(page, language);
    await glance(page, language, "/login", found);
    await page.context().close();
    for (const who of ["vendor.admin", "buyer.east01"]) {
      const desk = await sit(ground, who, language, phone);
      await note(desk, "home", "body");
      found.push(...desk.found);
      await desk.page.context().close();
    }
    nothing(found);
  });
});
