import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page, Request } from "playwright-core";
import type { MenuRow } from "#kernel/menu.ts";
import { pagesOf } from "#kernel/module.ts";
import { platformEntities } from "#kernel/platform/index.ts";
import type { Language } from "#kernel/text.ts";
import { scanPage } from "#kernel/web/pages-plugin.ts";
import { allOf, routesOf } from "#kernel/web/page/declared-plugin.ts";
import { modules } from "#modules/index.ts";
import { beginAfresh, goTo, openPage, signInOn } from "./browser.ts";
import { faults, settled, watch } from "./eyes.ts";
import { adminPassword, openDemoProduct, type TestProduct } from "./product.ts";
import { isThorough } from "./thorough.ts";
import { standing } from "./witness.ts";

const root = join(import.meta.dirname, "..", "..");
const written = globSync("modules/**/*.{list,edit,page}.tsx", { cwd: root }).flatMap(
  (file) => scanPage(file, readFileSync(join(root, file), "utf8"))?.routes ?? [],
);
const entities = allOf([...platformEntities, ...modules.flatMap((module) => module.entities)]);
const declared = [...entities.values()].flatMap((entity) => routesOf(entity).map(([route]) => route));
/** Pages that only suppliers open are walked as suppliers. */
const suppliersOwn = new Set(
  modules
    .flatMap((module) => pagesOf(module.menus ?? []))
    .flatMap((page) => (page.audience === "SUPPLIER" ? [page.route, ...page.children] : [])),
);
export const staticRoutes = [...new Set([...written, ...declared])].filter((route) => !suppliersOwn.has(route)).sort();

/** Everything written in fields that have no English half. */
async function writtenOnce(product: TestProduct): Promise<string[]> {
  const texts = new Set<string>();
  for (const entity of entities.values()) {
    const halves = new Set(Object.values(entity.fields).map((field) => field.english));
    const single = Object.entries(entity.fields).filter(([key, field]) => /text/.test(field.kind) && !field.english && !halves.has(key));
    for (const [key] of single) {
      const rows = await product.kernel.db.query<{ text: string }>(
        `select distinct "${key}"::text as text from "${entity.name}" where "${key}"::text ~ '[一-龥]' limit 2000`,
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

/** The product that is walked over, and what people wrote in Chinese alone: an English reader gets it as it is. */
export interface Ground {
  readonly product: TestProduct;
  given: readonly string[];
}

/** The demonstration's company with two people of a supplier. */
export async function openGround(): Promise<Ground> {
  const product = await openDemoProduct();
  await product.person("vendor.admin", ["SUP_ADMIN"], { displayName: "鲸落塑业", userType: "SUPPLIER", supplierId: "S1" });
  await product.person("vendor.sales", ["SUP_SALES"], { displayName: "鲸落塑业销售", userType: "SUPPLIER", supplierId: "S1" });
  return { product, given: await writtenOnce(product) };
}

export interface Desk {
  readonly ground: Ground;
  readonly page: Page;
  readonly who: string;
  /** The language now shown. */
  language: Language;
  readonly found: string[];
  readonly seen: Set<string>;
  /** Where the accessibility rules were asked already. */
  readonly places: Set<string>;
  /** Lists whose first row and "new" were opened already, by the call that reads them. */
  readonly explored: Set<string>;
  /** What the shown page has asked of the server since it was opened. */
  calls: PageCalls;
}

/** Calls of a page with the body of the first of each. */
export type PageCalls = Map<string, Record<string, unknown>>;

export const languages: readonly Language[] = ["CN", "EN"];
/** Some of the routes only, for whoever works on them: WALK=supplier npm test -- --only=browser walk. */
export const wanted = new RegExp(process.env["WALK"] ?? "");
const words = (desk: Desk, cn: string, en: string): string => (desk.language === "EN" ? en : cn);
const routeNow = (page: Page): string => new URL(page.url()).pathname.replace(/^\/main\//, "");

export async function sit(ground: Ground, userName: string, language: Language, options = {}): Promise<Desk> {
  const page = await openPage(options);
  page.setDefaultTimeout(30_000);
  await watch(page);
  await page.goto(`${ground.product.url}/login`);
  await speak(page, language);
  await signInOn(page, ground.product.url, userName, adminPassword);
  const desk: Desk = {
    ground,
    page,
    who: userName,
    language,
    found: [],
    seen: new Set(),
    places: new Set(),
    explored: new Set<string>(),
    calls: new Map(),
  };
  page.on("request", (request) => {
    const path = new URL(request.url()).pathname.split("/api/")[1];
    const body = path && request.method() === "POST" ? bodyOf(request) : null;
    for (const [called, given] of path && body ? partsOf(path, body) : []) if (!desk.calls.has(called)) desk.calls.set(called, given);
  });
  return desk;
}

type Called = readonly [path: string, body: Record<string, unknown>];

/** The calls of a request: one that carries several names them all. */
const partsOf = (path: string, body: Record<string, unknown>): readonly Called[] =>
  path.endsWith("/readTogether")
    ? (body["calls"] as { path: string; body: Record<string, unknown> }[]).map((part) => [part.path, part.body])
    : [[path, body]];

/** The JSON a request carries; nothing of an upload or an envelope. */
function bodyOf(request: Request): Record<string, unknown> | null {
  try {
    return request.postDataJSON() as Record<string, unknown> | null;
  } catch {
    return null;
  }
}

export const speak = (page: Page, language: Language): Promise<void> =>
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
async function faultsNow({ ground, page, language }: Desk, part?: string): Promise<string[]> {
  const isUntranslated = (fault: string): boolean => fault.startsWith("not translated");
  const found = await faults(page, language, ground.given, part);
  if (!found.some(isUntranslated)) return found;
  ground.given = await writtenOnce(ground.product);
  return [...new Set([...found.filter((value) => !isUntranslated(value)), ...(await faults(page, language, ground.given))])];
}

/** Switches the language of what is on the screen, also behind a dialog. */
async function switchLanguage(desk: Desk): Promise<void> {
  await desk.page.locator(".s-lang-btn").evaluate((button: HTMLButtonElement) => button.click());
  desk.language = desk.language === "CN" ? "EN" : "CN";
}

/** Notes what is wrong with a place in both languages, switched in place. What it is built of is the same in both: accessibility is asked in the first alone. */
export async function noteBoth(desk: Desk, step: string, part?: string): Promise<void> {
  await note(desk, step, part);
  await switchLanguage(desk);
  await note(desk, step);
}

/** Notes what is wrong with what stands on the screen. */
export async function note(desk: Desk, step: string, part?: string): Promise<void> {
  const route = routeNow(desk.page);
  desk.seen.add(route);
  // The page behind a row and behind "new" is mostly one: the accessibility of each place is asked once, where it has most to show.
  const place = `${route} ${part}`;
  const asked = desk.places.has(place) ? undefined : part;
  if (part) desk.places.add(place);
  for (const fault of await faultsNow(desk, asked)) tell(desk, `${desk.who} ${desk.language} ${route} ${step}: ${fault}`);
}

export const tabCount = (page: Page): Promise<number> => page.locator(".s-tab").count();

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

/** What opens from a page: a short run notes it in the language at hand, which changes from page to page. */
const noteOpened = (desk: Desk, step: string, part?: string): Promise<void> =>
  isThorough ? noteBoth(desk, step, part) : note(desk, step, part);

/** Presses a button if it is there, notes what it opens and leaves it again. */
async function tryOut(desk: Desk, step: string, button: Locator, part: string | undefined): Promise<void> {
  if (!(await button.isVisible()) || (await button.isDisabled())) return;
  const before = await tabCount(desk.page);
  await button.click();
  await settled(desk.page);
  const isOver = (await desk.page.locator("[role=dialog]:visible, dialog[open]").count()) > 0;
  await noteOpened(desk, step, isOver && part ? "[role=dialog], dialog[open]" : part);
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
    await noteOpened(desk, "first row", part && (await panel.isVisible()) ? "aside.pg-dock" : part);
    if (await panel.isVisible()) await panel.getByRole("button", { name: words(desk, "关闭面板", "Close panel"), exact: true }).click();
    else await leave(desk, before);
  }
  await tryOut(desk, "open", row.getByRole("button", { name: words(desk, "打开", "Open"), exact: true }), part);
  await tryOut(desk, "new", pane.locator(".pg-head-buttons .ant-btn-primary").first(), part);
}

/** The pages a person's menu offers, asked from the server itself. */
export async function routesFor({ product }: Ground, userName: string): Promise<string[]> {
  const client = await product.signIn(userName);
  const { data } = await client.call("baseServer/baseMenuService/findMenusByResp");
  await client.call("baseServer/baseLoginService/logout");
  return (data as MenuRow[]).flatMap((menuRow) => (menuRow.menuType === "PAGE" && menuRow.htmlUrl ? [menuRow.htmlUrl] : []));
}

/** For everybody but the administrator the pages that nobody before has seen with the same buttons; the home page is each one's own. */
export async function differentPages(
  { product }: Ground,
  side?: "INTERNAL" | "SUPPLIER",
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
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
    if (side && userType !== side) continue;
    const mine = found.get(userName) ?? new Set();
    found.set(userName, mine);
    const sight = `${userType} ${route} ${buttons}`;
    if (!known.has(sight)) mine.add(route);
    known.add(sight);
  }
  return found;
}

/** Several lists show one kind of document: what lies behind its rows is the same, and a short run opens it once. */
function isNews({ calls, explored }: Desk): boolean {
  const lists = [...calls.keys()].filter((path) => path.endsWith("/listByPage"));
  const fresh = lists.filter((path) => !explored.has(path));
  for (const path of fresh) explored.add(path);
  return isThorough || lists.length === 0 || fresh.length > 0;
}

/** Answers what the page asked of the server before anything on it was pressed. */
async function visit(desk: Desk, route: string, how: { explores: boolean; part?: string | undefined }): Promise<PageCalls> {
  desk.calls = new Map();
  await goTo(desk.page, route);
  await noteBoth(desk, "", how.part);
  const asked = new Map(desk.calls);
  if (how.explores && isNews(desk)) await explore(desk, how.part);
  if ((await tabCount(desk.page)) > 1) await closeTab(desk);
  return asked;
}

/** One page after the other; where one holds the visitor up, that is noted and the next begins afresh. Answers what each page asked. */
export async function walk(
  desk: Desk,
  routes: readonly string[],
  explores: boolean,
  part?: string,
): Promise<ReadonlyMap<string, PageCalls>> {
  const asked = new Map<string, PageCalls>();
  for (const route of routes.filter((value) => wanted.test(value))) {
    try {
      asked.set(route, await visit(desk, route, { explores, part }));
    } catch (error) {
      const cause = (error as Error).message.split("\n").slice(0, 12).join(" ").slice(0, 600);
      tell(desk, `${desk.who} ${desk.language} ${route}: ${cause} ${await standing(desk.page)}`);
      await beginAfresh(desk.page, desk.ground.product.url);
      await settled(desk.page);
    }
  }
  return asked;
}

/** Opens pages as the people who have them, three people at once: one thinks while another draws. */
export async function visitAs(ground: Ground, pages: ReadonlyMap<string, Iterable<string>>): Promise<string[]> {
  const found: string[] = [];
  const left = [...pages]
    .map(([userName, routes]) => [userName, [...routes].filter((route) => wanted.test(route))] as const)
    .filter(([, routes]) => routes.length > 0);
  const next = async (): Promise<void> => {
    for (let entry = left.shift(); entry !== undefined; entry = left.shift()) {
      const [userName, routes] = entry;
      const desk = await sit(ground, userName, "CN");
      await noteBoth(desk, "home");
      await walk(desk, routes, false);
      found.push(...desk.found);
      await desk.page.context().close();
    }
  };
  await Promise.all([next(), next(), next()]);
  return found;
}
