import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { MenuRow } from "#kernel/menu.ts";
import { pagesOf } from "#kernel/module.ts";
import { platformEntities } from "#kernel/platform/index.ts";
import { SHELL_ROUTES } from "#kernel/routes.ts";
import type { Language } from "#kernel/text.ts";
import { scanPage } from "#kernel/web/pages-plugin.ts";
import { allOf, routesOf } from "#kernel/web/page/declared-plugin.ts";
import { modules } from "#modules/index.ts";
import { beginAfresh, goTo, openPage, signInOn } from "../support/browser.ts";
import { faults, nothing, settled, watch } from "../support/eyes.ts";
import { standing } from "../support/witness.ts";
import { adminPassword, openDemoProduct, type TestProduct } from "../support/product.ts";

/** Opens every page that exists, as everybody who may, in both languages, switched in place: nothing may complain, overflow, be dead or be a placeholder. Grows by itself with the modules. */
let product: TestProduct;
/** What people wrote in Chinese alone: an English reader gets it as it is. */
let given: readonly string[] = [];
const root = join(import.meta.dirname, "..", "..");
const written = globSync("modules/**/*.{list,edit,page}.tsx", { cwd: root }).flatMap(
  (file) => scanPage(file, readFileSync(join(root, file), "utf8"))?.routes ?? [],
);
const entities = allOf([...platformEntities, ...modules.flatMap((one) => one.entities)]);
const declared = [...entities.values()].flatMap((one) => routesOf(one).map(([route]) => route));
/** Pages that only suppliers open are walked as suppliers. */
const suppliersOwn = new Set(
  modules
    .flatMap((one) => pagesOf(one.menus ?? []))
    .flatMap((page) => (page.audience === "SUPPLIER" ? [page.route, ...page.children] : [])),
);
const staticRoutes = [...new Set([...written, ...declared])].filter((route) => !suppliersOwn.has(route)).sort();

beforeAll(async () => {
  product = await openDemoProduct();
  await product.person("vendor.admin", ["SUP_ADMIN"], { displayName: "鲸落塑业", userType: "SUPPLIER", supplierId: "S1" });
  await product.person("vendor.sales", ["SUP_SALES"], { displayName: "鲸落塑业销售", userType: "SUPPLIER", supplierId: "S1" });
  given = await writtenOnce();
}, 240_000);
afterAll(() => product?.drop());

/** Everything written in fields that have no English half. */
async function writtenOnce(): Promise<string[]> {
  const texts = new Set<string>();
  for (const one of entities.values()) {
    const halves = new Set(Object.values(one.fields).map((field) => field.english));
    const single = Object.entries(one.fields).filter(([key, field]) => /text/.test(field.kind) && !field.english && !halves.has(key));
    for (const [key] of single) {
      const rows = await product.kernel.db.query<{ text: string }>(
        `select distinct "${key}"::text as text from "${one.name}" where "${key}"::text ~ '[一-龥]' limit 2000`,
      );
      for (const { text } of rows) texts.add(text);
    }
  }
  // People are called by the name they gave, and a history tells which one that was.
  for (const [table, key] of [
    ["BaseUsers", "displayName"],
    ["BasePerson", "personName"],
  ])
    for (const { text } of await product.kernel.db.query<{ text: string }>(`select distinct "${key}" as text from "${table}"`))
      texts.add(text);
  // What somebody filled into a form that was drawn here is his own words too.
  const forms = await product.kernel.db.query<{ text: string }>(
    `select distinct v.value as text from "BpmFreeForm" f, jsonb_each_text(case when jsonb_typeof(f.content) = 'object' then f.content else '{}' end) v where v.value ~ '[一-龥]'`,
  );
  for (const { text } of forms) texts.add(text);
  // A language is called by its own name everywhere.
  return [...texts, "中文"];
}

interface Desk {
  readonly page: Page;
  readonly who: string;
  /** The language now shown. */
  language: Language;
  readonly found: string[];
  readonly seen: Set<string>;
  /** Where the accessibility rules were asked already. */
  readonly places: Set<string>;
}

const languages: readonly Language[] = ["CN", "EN"];
/** Some of the routes only, for whoever works on them: WALK=supplier npm test -- --only=browser walk. */
const wanted = new RegExp(process.env["WALK"] ?? "");
const words = (desk: Desk, cn: string, en: string): string => (desk.language === "EN" ? en : cn);
const routeNow = (page: Page): string => new URL(page.url()).pathname.replace(/^\/main\//, "");

async function sit(userName: string, language: Language, options = {}): Promise<Desk> {
  const page = await openPage(options);
  page.setDefaultTimeout(30_000);
  await watch(page);
  await page.goto(`${product.url}/login`);
  await speak(page, language);
  await signInOn(page, product.url, userName, adminPassword);
  return { page, who: userName, language, found: [], seen: new Set(), places: new Set() };
}

const speak = (page: Page, language: Language): Promise<void> =>
  page
    .locator(".s-language button")
    .nth(language === "EN" ? 1 : 0)
    .click();

/** A long way: what is found is said at once, not only at its end. */
function tell(desk: Desk, fault: string): void {
  desk.found.push(fault);
  console.error(fault);
}

/** Reminders and jobs go on writing while the walk is under way: what looks untranslated may have been written since. */
async function faultsNow({ page, language }: Desk, part?: string): Promise<string[]> {
  const isUntranslated = (fault: string): boolean => fault.startsWith("not translated");
  const found = await faults(page, language, given, part);
  if (!found.some(isUntranslated)) return found;
  given = await writtenOnce();
  return [...new Set([...found.filter((one) => !isUntranslated(one)), ...(await faults(page, language, given))])];
}

/** Switches the language of what is on the screen, also behind a dialog. */
async function switchLanguage(desk: Desk): Promise<void> {
  await desk.page.locator(".s-lang-btn").evaluate((button: HTMLButtonElement) => button.click());
  desk.language = desk.language === "CN" ? "EN" : "CN";
}

/** Notes what is wrong with a place in both languages, switched in place. What it is built of is the same in both: accessibility is asked in the first alone. */
async function noteBoth(desk: Desk, step: string, part?: string): Promise<void> {
  await note(desk, step, part);
  await switchLanguage(desk);
  await note(desk, step);
}

/** Notes what is wrong with what stands on the screen. */
async function note(desk: Desk, step: string, part?: string): Promise<void> {
  const route = routeNow(desk.page);
  desk.seen.add(route);
  // The page behind a row and behind "new" is mostly one: the accessibility of each place is asked once, where it has most to show.
  const place = `${route} ${part}`;
  const asked = desk.places.has(place) ? undefined : part;
  if (part) desk.places.add(place);
  for (const fault of await faultsNow(desk, asked)) tell(desk, `${desk.who} ${desk.language} ${route} ${step}: ${fault}`);
}

const tabCount = (page: Page): Promise<number> => page.locator(".s-tab").count();

/** Closes the shown tab; nothing was typed, so nothing may ask. */
async function closeTab(desk: Desk): Promise<void> {
  const { page } = desk;
  const before = await tabCount(page);
  await page.locator(".s-tab[data-active=true] .s-tab-close").click();
  await page.waitForFunction((n) => document.querySelectorAll(".s-tab").length < n || document.querySelector("dialog[open]"), before);
  const asks = page.locator("dialog[open]");
  if ((await asks.count()) === 0) return;
  tell(desk, `${desk.who} ${desk.language} ${routeNow(page)}: asks to discard changes nobody made`);
  await asks.locator("button").last().click();
}

/** Leaves whatever a press has opened: a tab of its own, a drawer, a dialog. */
async function leave(desk: Desk, tabsBefore: number): Promise<void> {
  const { page } = desk;
  if ((await tabCount(page)) > tabsBefore) return closeTab(desk);
  const over = page.locator("[role=dialog]:visible, dialog[open]");
  for (let tries = 0; tries < 3 && (await over.count()) > 0; tries++) {
    await page.keyboard.press("Escape");
    await over
      .first()
      .waitFor({ state: "hidden", timeout: 10_000 })
      .catch(() => undefined);
  }
  if ((await over.count()) > 0) tell(desk, `${desk.who} ${desk.language} ${routeNow(page)}: does not close by Esc`);
}

/** Presses a button if it is there, notes what it opens and leaves it again. */
async function tryOut(desk: Desk, step: string, button: Locator, part: string | undefined): Promise<void> {
  if (!(await button.isVisible()) || (await button.isDisabled())) return;
  const before = await tabCount(desk.page);
  await button.click();
  await settled(desk.page);
  const isOver = (await desk.page.locator("[role=dialog]:visible, dialog[open]").count()) > 0;
  await noteBoth(desk, step, isOver && part ? "[role=dialog], dialog[open]" : part);
  await leave(desk, before);
  await settled(desk.page);
}

/** A list leads further: to the panel of its first row, to that row's own page, to something new. */
async function explore(desk: Desk, part: string | undefined): Promise<void> {
  const { page } = desk;
  const pane = page.locator("main .s-pane:visible");
  const row = pane.locator('.dt-row[data-r="0"]').first();
  const link = row.locator("[data-act=link], a, button.dt-link").first();
  if (await link.isVisible()) {
    const before = await tabCount(page);
    await link.click();
    const panel = pane.locator("aside.pg-dock");
    await settled(page);
    await noteBoth(desk, "first row", part && (await panel.isVisible()) ? "aside.pg-dock" : part);
    if (await panel.isVisible()) await panel.getByRole("button", { name: words(desk, "关闭面板", "Close panel"), exact: true }).click();
    else await leave(desk, before);
  }
  await tryOut(desk, "open", row.getByRole("button", { name: words(desk, "打开", "Open"), exact: true }), part);
  await tryOut(desk, "new", pane.locator(".pg-head-buttons .ant-btn-primary").first(), part);
}

/** The pages a person's menu offers, asked from the server itself. */
async function routesFor(userName: string): Promise<string[]> {
  const client = await product.signIn(userName);
  const { data } = await client.call("baseServer/baseMenuService/findMenusByResp");
  await client.call("baseServer/baseLoginService/logout");
  return (data as MenuRow[]).flatMap((one) => (one.menuType === "PAGE" && one.htmlUrl ? [one.htmlUrl] : []));
}

/** For everybody but the administrator the pages that nobody before has seen with the same buttons; the home page is each one's own. */
async function differentPages(): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const rows = await product.kernel.db.query<{ userName: string; userType: string; route: string; buttons: string }>(`
    select a."userName", a."userType", m."htmlUrl" as route, coalesce(string_agg(distinct s."resourceCode", ',' order by s."resourceCode"), '') as buttons
    from "BaseUsers" a
      join "BaseUserResp" ur on ur."userId" = a.id
      join "BaseRespRole" rr on rr."responsibilityId" = ur."responsibilityId"
      join "BaseMenuRole" mr on mr."roleId" = rr."roleId"
      join "BaseMenu" m on m.id = mr."menuId" and m."htmlUrl" is not null
      left join ("BaseResourceRole" sr join "BaseResource" s on s.id = sr."resourceId") on sr."roleId" = rr."roleId" and s."menuId" = m.id
    where a."userStatus" = 'ACTIVE' and a."userName" <> 'admin'
    group by a."userName", a."userType", m."htmlUrl" order by 1, 3`);
  const known = new Set<string>();
  const found = new Map<string, Set<string>>();
  for (const { userName, userType, route, buttons } of rows) {
    const mine = found.get(userName) ?? new Set();
    found.set(userName, mine);
    const sight = `${userType} ${route} ${buttons}`;
    if (!known.has(sight)) mine.add(route);
    known.add(sight);
  }
  return found;
}

async function visit(desk: Desk, route: string, how: { explores: boolean; part?: string | undefined }): Promise<void> {
  await goTo(desk.page, route);
  await noteBoth(desk, "", how.part);
  if (how.explores) await explore(desk, how.part);
  if ((await tabCount(desk.page)) > 1) await closeTab(desk);
}

/** One page after the other; where one holds the visitor up, that is noted and the next begins afresh. */
async function walk(desk: Desk, routes: readonly string[], explores: boolean, part?: string): Promise<void> {
  for (const route of routes.filter((one) => wanted.test(one))) {
    try {
      await visit(desk, route, { explores, part });
    } catch (error) {
      const cause = (error as Error).message.split("\n").slice(0, 12).join(" ").slice(0, 600);
      tell(desk, `${desk.who} ${desk.language} ${route}: ${cause} ${await standing(desk.page)}`);
      await beginAfresh(desk.page, product.url);
      await settled(desk.page);
    }
  }
}

/** Several at once: one thinks while another draws. */
async function together<T>(many: readonly T[], atOnce: number, work: (one: T) => Promise<void>): Promise<void> {
  const left = [...many];
  const next = async (): Promise<void> => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) await work(one);
  };
  await Promise.all(Array.from({ length: atOnce }, next));
}

describe("every page", () => {
  test("as the administrator, in and behind the menu", async () => {
    const routes = await routesFor("admin");
    const behind = [...staticRoutes, ...SHELL_ROUTES].filter((route) => route !== "exHome");
    const places = new Set<string>();
    const desks = await Promise.all(languages.map(async (language) => ({ ...(await sit("admin", language)), places })));
    const seen = (): Set<string> => new Set(desks.flatMap((desk) => [...desk.seen]));
    const share = (many: readonly string[], explores: boolean): Promise<unknown> => {
      const left = [...many];
      return Promise.all(
        desks.map(async (desk) => {
          for (let route = left.shift(); route !== undefined; route = left.shift()) await walk(desk, [route], explores, "main");
        }),
      );
    };
    await Promise.all(desks.map((desk) => note(desk, "home", "body")));
    await share(routes, true);
    const known = seen();
    await share(
      behind.filter((route) => !known.has(route)),
      false,
    );
    await Promise.all(desks.map((desk) => desk.page.context().close()));
    nothing(desks.flatMap((desk) => desk.found));
    const all = seen();
    expect(staticRoutes.filter((route) => wanted.test(route) && !all.has(route))).toEqual([]);
  }, 2_400_000);

  test("as everybody whose pages or buttons differ", async () => {
    const found: string[] = [];
    const pages = await differentPages();
    expect(pages.get("auditor")?.size).toBeGreaterThan(0);
    await together([...pages], 3, async ([userName, fresh]) => {
      const routes = (await routesFor(userName)).filter((route) => fresh.has(route));
      const desk = await sit(userName, "CN");
      await noteBoth(desk, "home");
      await walk(desk, routes, false);
      found.push(...desk.found);
      await desk.page.context().close();
    });
    nothing(found);
  }, 2_400_000);
});

/** Looks at an address that needs no session, or none of the workspace. */
async function glance(page: Page, language: Language, address: string, found: string[], expected: RegExp = /^$/): Promise<void> {
  await page.goto(product.url + address);
  const all = await faults(page, language, given, "body");
  found.push(...all.filter((one) => !expected.test(one)).map((one) => `${language} ${address}: ${one}`));
}

describe("around the workspace", () => {
  test.each(languages)("sign-in, recovery, registration, viewer and container in %s", async (language) => {
    const found: string[] = [];
    const page = await openPage();
    await watch(page);
    await page.goto(`${product.url}/login`);
    await speak(page, language);
    for (const address of ["/", "/login", "/forget", "/register", "/fileViewer", "/iframeBox"])
      await glance(page, language, address, found);
    // What nobody may open is refused in words, not by an empty page.
    const refused = /console: .*40[134]|"status":"E"/;
    await glance(page, language, "/fileViewer?fileId=none&authorizationCode=vc_none", found, refused);
    await glance(page, language, "/iframeBox?token=none", found, refused);
    await page.goto(`${product.url}/main/user?id=1`);
    await page.waitForURL(/\/login\?redirect=%2Fmain%2Fuser%3Fid%3D1/);
    await page.goto(`${product.url}/no/such/place`);
    await page.waitForURL(/\/login/);
    await page.context().close();
    nothing(found);
  });

  test.each(languages)("an unknown page, a page of others, and every page's own address in %s", async (language) => {
    const desk = await sit("buyer.east01", language);
    const { page } = desk;
    const say = (text: RegExp): Promise<void> => page.locator("main h1:visible", { hasText: text }).first().waitFor();
    await goTo(page, "noSuchPage");
    await say(/没有这个页面|Page not found/);
    expect((await faults(page, language, given, "body")).filter((one) => one !== "not a page")).toEqual([]);
    await goTo(page, "systemsetting/role");
    await say(/不能打开「角色|cannot open “Roles/);
    expect((await faults(page, language, given, "body")).filter((one) => one !== "not a page")).toEqual([]);
    await page.goto(`${product.url}/main/staffInquiry`);
    await note(desk, "by its address", "body");
    expect(await tabCount(page)).toBe(2);
    await page.context().close();
    nothing(desk.found);
  });

  test("an applicant and somebody who must change the password see their one page", async () => {
    const fresh = await product.person("fresh.one", ["EMPLOYEE"]);
    await product.kernel.db.query(`update "BaseUsers" set "mustChangePwd" = 'Y' where id = $1`, [fresh]);
    const found: string[] = [];
    for (const language of languages)
      // Somebody of the demonstration who fills in the file, one who waits, one to whom it was sent back.
      for (const userName of ["applicant3", "applicant6", "applicant7", "fresh.one"]) {
        const page = await openPage();
        await watch(page);
        await page.goto(`${product.url}/login`);
        await speak(page, language);
        await page.locator("input[autocomplete=username]").fill(userName);
        await page.locator("input[autocomplete=current-password]").fill(adminPassword);
        await page.keyboard.press("Enter");
        await page.locator(userName === "fresh.one" ? "dialog[open]" : ".s-applicant").waitFor();
        found.push(...(await faults(page, language, given, "body")).map((one) => `${userName} ${language}: ${one}`));
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
    await page.goto(`${product.url}/login`);
    await speak(page, language);
    await glance(page, language, "/login", found);
    await page.context().close();
    for (const who of ["vendor.admin", "buyer.east01"]) {
      const desk = await sit(who, language, phone);
      await note(desk, "home", "body");
      found.push(...desk.found);
      await desk.page.context().close();
    }
    nothing(found);
  });
});
