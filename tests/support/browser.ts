import { chromium, type Browser, type BrowserContextOptions, type Page } from "playwright-core";
import { inject } from "vitest";
import { houseZone } from "#kernel/time.ts";

let browser: Promise<Browser> | undefined;

/** The run's browser, one connection per worker. */
export const openBrowser = (): Promise<Browser> => (browser ??= chromium.connect(inject("browserEndpoint")));

const errors = new WeakMap<Page, string[]>();
/** What is open in this worker. */
export const openPages = new Set<Page>();

/** Keeps what a page complains about, for as long as it is open; also of the windows a page opens itself. */
function listenTo(page: Page): void {
  const seen: string[] = [];
  errors.set(page, seen);
  openPages.add(page);
  page.on("close", () => openPages.delete(page));
  page.on("pageerror", (error) => seen.push(error.stack ?? error.message));
  page.on("console", (message) => {
    if (message.type() === "error") seen.push(message.text());
  });
}

/** A page of a fresh person at a desk in China: no cookies, no storage, no motion; close it with page.context().close(). */
export async function openPage(options: BrowserContextOptions = {}): Promise<Page> {
  const context = await (
    await openBrowser()
  ).newContext({
    locale: "zh-CN",
    timezoneId: houseZone,
    viewport: { width: 1440, height: 900 },
    reducedMotion: "reduce",
    ...options,
  });
  context.on("page", listenTo);
  const page = await context.newPage();
  return page;
}

/** What the page complained about so far: thrown errors and console errors. */
export const errorsOf = (page: Page): readonly string[] => errors.get(page) ?? [];

/** Types account and password on the sign-in page and waits until the workspace stands. */
export async function signInOn(page: Page, url: string, userName: string, password: string): Promise<void> {
  if (!page.url().startsWith(`${url}/login`)) await page.goto(`${url}/login`);
  await page.locator("input[autocomplete=username]").fill(userName);
  await page.locator("input[autocomplete=current-password]").fill(password);
  await page.keyboard.press("Enter");
  await page.locator(".s-main h1:visible").first().waitFor({ timeout: 30_000 });
}

/** Goes to a page of the product inside the running shell, as a link would. */
export async function goTo(page: Page, route: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, "", `/main/${to}`);
    dispatchEvent(new PopStateEvent("popstate"));
  }, route);
}

/** Begins again with the home page alone. The tabs are forgotten where none of the product's code runs: whatever it is still busy with cannot write them down once more. */
export async function beginAfresh(page: Page, url: string): Promise<void> {
  await page.route("**/favicon.ico", (route) => route.fulfill({ status: 204 }), { times: 1 });
  await page.goto(`${url}/api/health`);
  await page.evaluate(() => sessionStorage.removeItem("srm.tabs"));
  await page.goto(`${url}/main/inHome`);
  await page.locator(".s-main h1:visible").first().waitFor();
}
