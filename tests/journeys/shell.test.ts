import type { CDPSession, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { clock } from "#kernel/server/clock.ts";
import { errorsOf, goTo, openPage, signInOn } from "../support/browser.ts";
import { adminPassword, openTestProduct, type TestProduct } from "../support/product.ts";
import { sized } from "../support/thorough.ts";

/** What only a browser can show of the shell: windows that share one session, tabs that come and go. */
let product: TestProduct;

beforeAll(async () => {
  product = await openTestProduct();
});
afterAll(() => product?.drop());

const realNow = clock.now;
afterEach(() => void (clock.now = realNow));

test("shell 24: two tabs of one browser send one heartbeat per hour, and the second goes on when the first is closed", async () => {
  let ahead = 0;
  clock.now = () => new Date(Date.now() + ahead);
  const first = await openPage();
  const context = first.context();
  const beats: number[] = [];
  const underWay = new Set<unknown>();
  context.on("request", (request) => {
    underWay.add(request);
    if (request.url().endsWith("/heartbeat")) beats.push(ahead);
  });
  for (const end of ["requestfinished", "requestfailed"] as const)
    context.on(end as "requestfinished", (request) => underWay.delete(request));
  await context.clock.install();
  await signInOn(first, product.url, "admin", adminPassword);
  const second = await context.newPage();
  await second.goto(`${product.url}/main/inHome`);
  await second.locator(".s-main h1:visible").first().waitFor({ timeout: 90_000 });

  /** Lets time pass on both sides, in steps so small that no window takes them for a sleep of the machine; no call is overtaken by a step. */
  const pass = async (minutes: number): Promise<void> => {
    for (let gone = 0; gone < minutes; gone += 1.5) {
      ahead += 90_000;
      await context.clock.runFor(90_000);
      await expect.poll(() => underWay.size, { interval: 10 }).toBe(0);
    }
  };
  const act = (page: Page): Promise<void> => page.mouse.click(700, 600);

  // Real time passes too: on a busy machine the steps themselves take minutes.
  await pass(45);
  expect(beats).toEqual([]);
  await act(first);
  await pass(20);
  await expect.poll(() => beats.length).toBe(1);
  for (let hour = 2; hour <= sized(1, 2); hour++) {
    await act(second);
    await pass(66);
    await expect.poll(() => beats.length).toBe(hour);
  }
  const before = beats.length;
  await first.close();
  await act(second);
  await pass(66);
  await expect.poll(() => beats.length).toBe(before + 1);
  await goTo(second, "userCenter");
  await second.locator("main .s-pane h1:visible").first().waitFor();
  expect(new URL(second.url()).pathname).toBe("/main/userCenter");
  // Hours pass here in seconds: a push socket that hears nothing is opened anew, a call signed at the old time is sent again.
  expect(errorsOf(first).filter((line) => !/WebSocket|status of 401/.test(line))).toEqual([]);
  await context.close();
}, 900_000);

test("a second window finds the session while the first is too busy to answer at once", async () => {
  const first = await openPage();
  await signInOn(first, product.url, "admin", adminPassword);
  const second = await first.context().newPage();
  await second.route("**/main/inHome", async (route) => {
    void first.evaluate(() => {
      for (const end = performance.now() + 3000; performance.now() < end;);
    });
    await route.continue();
  });
  await second.goto(`${product.url}/main/inHome`);
  await second.locator(".s-main h1:visible").first().waitFor();
  expect(new URL(second.url()).pathname).toBe("/main/inHome");
  await first.context().close();
}, 60_000);

interface Weight {
  readonly nodes: number;
  readonly listeners: number;
  readonly heap: number;
}

async function weigh(cdp: CDPSession): Promise<Weight> {
  for (let i = 0; i < 3; i++) await cdp.send("HeapProfiler.collectGarbage");
  const { metrics } = await cdp.send("Performance.getMetrics");
  const of = (name: string): number => metrics.find((metric) => metric.name === name)!.value;
  return { nodes: of("Nodes"), listeners: of("JSEventListeners"), heap: of("JSHeapUsedSize") / 1e6 };
}

/** Opens pages one after the other until the strip is full, then closes all: 14 tabs each time. */
const fillAndClose = (page: Page, routes: readonly string[]): Promise<void> =>
  page.evaluate(async (wanted) => {
    const until = async (isSo: () => boolean): Promise<void> => {
      for (let i = 0; i < 500 && !isSo(); i++) await new Promise((resolve) => setTimeout(resolve, 10));
      if (!isSo()) throw new Error("the tab did not come");
    };
    const visible = (selector: string): boolean => [...document.querySelectorAll(selector)].some((el) => el.getClientRects().length > 0);
    for (const [i, route] of wanted.entries()) {
      history.pushState(null, "", `/main/${route}`);
      dispatchEvent(new PopStateEvent("popstate"));
      await until(() => document.querySelectorAll(".s-tab").length === i + 2 && visible(".s-pane h1"));
    }
    document.querySelector<HTMLElement>(".s-tabs-more")!.click();
    await until(() => visible("[role=menu] [role^=menuitem]"));
    [...document.querySelectorAll<HTMLElement>("[role=menu] [role^=menuitem]")].at(-1)!.click();
    await until(() => document.querySelectorAll(".s-tab").length === 1);
  }, routes);

test("memory stays flat however many tabs are opened and closed", async () => {
  const page = await openPage();
  await signInOn(page, product.url, "admin", adminPassword);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Performance.enable");
  const turn = ["job", "lookuptype", "department", "userCenter", "profile", ...Array.from({ length: 9 }, (_, i) => `job/editjob?id=${i}`)];
  for (let i = 0; i < 2; i++) await fillAndClose(page, turn);
  const before = await weigh(cdp);
  for (let i = 0; i < sized(5, 15); i++) await fillAndClose(page, turn);
  const after = await weigh(cdp);
  expect(after.nodes).toBeLessThan(before.nodes * 1.1 + 200);
  expect(after.listeners).toBeLessThan(before.listeners * 1.1 + 50);
  expect(after.heap).toBeLessThan(before.heap * 1.1 + 2);
  await page.context().close();
}, 240_000);

test("with 15 tabs open a page opened by its address shows: the oldest clean tab makes room", async () => {
  const page = await openPage();
  await signInOn(page, product.url, "admin", adminPassword);
  const turn = ["job", "lookuptype", "department", "userCenter", "profile", ...Array.from({ length: 9 }, (_, i) => `job/editjob?id=${i}`)];
  for (const [i, route] of turn.entries()) {
    await goTo(page, route);
    await expect.poll(() => page.locator(".s-tab").count()).toBe(i + 2);
  }
  await page.goto(`${product.url}/main/resp`);
  await page.locator(".s-pane h1:visible").first().waitFor({ timeout: 60_000 });
  expect(new URL(page.url()).pathname).toBe("/main/resp");
  expect(await page.locator(".s-tab").count()).toBe(15);
  // home stays, the tab that was opened first is gone: its page is opened anew, and the next oldest makes room for it
  const names = await page.locator(".s-tab").allInnerTexts();
  await goTo(page, "job");
  await page.locator(".s-pane h1:visible").first().waitFor();
  await expect.poll(() => page.locator(".s-tab").allInnerTexts()).not.toEqual(names);
  expect(await page.locator(".s-tab").count()).toBe(15);
  await page.context().close();
}, 120_000);
