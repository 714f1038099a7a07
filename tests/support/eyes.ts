import axe from "axe-core";
import type { Page, Request } from "playwright-core";
import type { Language } from "#kernel/text.ts";
import { errorsOf } from "./browser.ts";

/** What the page itself keeps count of: work under way, calls refused, how often it changed. */
interface Seen {
  /** Calls, and what is signed for them. */
  underWay: number;
  /** Timers that will run in a moment. */
  readonly soon: Set<number>;
  changes: number;
  refused: string[];
  /** What people wrote in Chinese alone, line by line. */
  given: string;
}

declare global {
  interface Window {
    seen: Seen;
  }
}

/** Runs before the product's own code: counts its calls and whatever leads to them, and notes every refusal. */
function keepWatch(): void {
  const seen: Seen = { underWay: 0, soon: new Set(), changes: 0, refused: [], given: "" };
  window.seen = seen;
  const changed = (): void => void (seen.changes += 1);
  new MutationObserver(changed).observe(document, { subtree: true, childList: true, characterData: true });
  // A part that has just come is not drawn yet.
  new PerformanceObserver(changed).observe({ type: "resource" });
  const [later, stop] = [window.setTimeout.bind(window), window.clearTimeout.bind(window)];
  const follow = <T>(work: Promise<T>): Promise<T> => {
    seen.underWay += 1;
    // Whatever waits for it goes on first.
    const over = (): void => void later(() => ((seen.underWay -= 1), changed()));
    work.then(over, over);
    return work;
  };

  // What is put off for a moment is still to come: a search while somebody types, parts that are drawn together.
  const most = 500;
  window.setTimeout = ((work: TimerHandler, wait = 0, ...rest: unknown[]) => {
    if (typeof work !== "function" || wait > most) return later(work, wait, ...rest);
    const id = later(() => {
      work(...rest);
      seen.soon.delete(id);
    }, wait);
    seen.soon.add(id);
    return id;
  }) as typeof window.setTimeout;
  window.clearTimeout = (id) => {
    seen.soon.delete(id as number);
    stop(id);
  };

  // Calls are signed before they are sent.
  const { subtle } = crypto;
  for (const name of ["digest", "sign", "verify", "encrypt", "decrypt", "importKey", "exportKey", "generateKey", "deriveBits"] as const) {
    const own = subtle?.[name] as ((...given: unknown[]) => Promise<unknown>) | undefined;
    if (own) Object.defineProperty(subtle, name, { value: (...given: unknown[]) => follow(own.apply(subtle, given)) });
  }

  const ask = window.fetch.bind(window);
  window.fetch = (...sent) =>
    follow(
      ask(...sent).then(async (reply) => {
        const path = reply.url.split("/api/")[1];
        if (path && reply.headers.get("content-type")?.includes("json")) {
          const text = await reply.clone().text();
          if (reply.status >= 400 || text.startsWith('{"status":"E"')) seen.refused.push(`${path} → ${text.slice(0, 160)}`);
        }
        return reply;
      }),
    );
}

/** How long a part that has just arrived may take to begin. */
const moment = 40;
const patience = 20_000;

/** What a page has asked for and what has not come yet, and until when something may follow from what came. */
interface Fetching {
  readonly parts: Set<Request>;
  restlessUntil: number;
}
const fetching = new WeakMap<Page, Fetching>();

/** Watches a page from its first moment on. */
export async function watch(page: Page): Promise<void> {
  const seen: Fetching = { parts: new Set(), restlessUntil: 0 };
  fetching.set(page, seen);
  const ended = (request: Request): void => {
    seen.parts.delete(request);
    seen.restlessUntil = performance.now() + moment;
  };
  page.on("request", (request) => void (["websocket", "eventsource"].includes(request.resourceType()) || seen.parts.add(request)));
  page.on("requestfinished", ended);
  page.on("requestfailed", ended);
  await page.addInitScript(keepWatch);
}

/** Calm from now on: a heading is there, nothing is on its way, and nothing is left to be drawn. */
export async function settled(page: Page): Promise<void> {
  const until = performance.now() + patience;
  let isCalm = false;
  do {
    // A page that goes elsewhere meanwhile is waited for where it arrives.
    isCalm = await page.evaluate(becomesCalm, patience).catch(() => page.waitForLoadState("domcontentloaded").then(() => page.isClosed()));
  } while ((!isCalm || isFetching(page)) && performance.now() < until);
}

function isFetching(page: Page): boolean {
  const seen = fetching.get(page);
  return seen !== undefined && (seen.parts.size > 0 || performance.now() < seen.restlessUntil);
}

/** Waits inside the page. The browser is idle only when no drawing is pending; what changed in between begins the waiting anew. */
async function becomesCalm(patience: number): Promise<boolean> {
  const { seen } = window;
  const idle = (): Promise<unknown> => new Promise((done) => requestIdleCallback(done, { timeout: 1000 }));
  const frame = (): Promise<unknown> => new Promise((done) => requestAnimationFrame(done));
  const hasHeading = (): boolean =>
    [...document.querySelectorAll("h1")].some((hTMLHeadingElement) => hTMLHeadingElement.getClientRects().length > 0);
  const since = performance.now();
  let quietSince = since;
  for (let now = since; now - since < patience; now = performance.now()) {
    const before = seen.changes;
    await idle();
    await frame();
    await idle();
    if (seen.changes !== before || seen.underWay > 0) quietSince = performance.now();
    else if (seen.soon.size === 0 && hasHeading()) return true;
    // Something that is put off again and again, or a page without a heading, is waited for no longer than this.
    else if (performance.now() - quietSince > (hasHeading() ? 1_000 : patience / 2)) return true;
  }
  return true;
}

/** What was found, each on its line: an empty list is the only good one. */
export function nothing(found: readonly string[]): void {
  if (found.length > 0) throw new Error(`${found.length} found\n${found.join("\n")}`);
}

const result = new WeakMap<Page, number>();

/** Console errors and refused calls since the last time somebody asked. */
export async function complaints(page: Page): Promise<string[]> {
  const errors = errorsOf(page);
  const fresh = errors.slice(result.get(page) ?? 0).map((error) => `console: ${error.slice(0, 200)}`);
  result.set(page, errors.length);
  return [...fresh, ...(await page.evaluate(() => window.seen.refused.splice(0)))];
}

/** Read in one go inside the browser: whatever stands on the page that should not. */
function lookAround(english: boolean): string[] {
  const found = new Set<string>();
  const shown = (el: Element): boolean => el.checkVisibility({ visibilityProperty: true }) && el.getClientRects().length > 0;
  const nameOf = (el: Element): string => (el.getAttribute("aria-label") ?? el.textContent ?? "").trim().slice(0, 60);
  const main = document.querySelector("main") ?? document.body;

  if (![...document.querySelectorAll("h1")].some(shown)) found.add("no heading");
  if (/没有这个页面|Page not found|不能打开「|cannot open “/.test(main.textContent ?? "")) found.add("not a page");
  const tooWide = document.documentElement.scrollWidth - window.innerWidth;
  if (tooWide > 1) found.add(`the page is ${tooWide} px too wide`);

  // Names that people gave in one language stay as they are for everybody; words of the product do not.
  const isForeign = (text: string): boolean =>
    english && (text.match(/[\u4e00-\u9fff]+/g) ?? []).some((run) => !window.seen.given.includes(run));
  const isData = (el: Element): boolean =>
    el.closest("[role=gridcell], td, dd, input, textarea, [contenteditable], :not(html)[lang]") !== null;
  const isLog = /\/(userOperateLogList|log|databaseList)\b/.test(location.pathname);
  const where = (el: Element): string => `<${el.tagName.toLowerCase()}${el.className ? `.${String(el.className).split(" ")[0]}` : ""}>`;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = (node.textContent ?? "").trim();
    const el = node.parentElement!;
    if (text === "" || el.closest("script, style") || !shown(el)) continue;
    if (/\bundefined\b|\bNaN\b|\[object |\blorem\b|\bTODO\b|coming soon|敬请期待|建设中|占位/i.test(text) && !isData(el))
      found.add(`placeholder: ${text.slice(0, 60)}`);
    if (
      !english &&
      /^[A-Z][a-z]{2,}( [a-z]+)*$/.test(text) &&
      el.closest("label, h1, h2, h3, th, [role=columnheader], [role=tab], .ant-btn") &&
      !isData(el)
    )
      found.add(`not translated: ${text} ${where(el)}`);
    // Numbers that are quoted to support stand in the log of what was done; so do they in drawn processes and stored definitions; everywhere else an id tells nobody anything.
    const isDefinition = /^[<{[]/.test(text);
    if (!isLog && !isDefinition && /(?<![0-9a-z])(?=\d*[a-z])0[0-9a-z]{19}(?![0-9a-z])/.test(text))
      found.add(`an id: ${text.slice(0, 60)} ${where(el)}`);
    if (/\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text)) found.add(`a raw time: ${text.slice(0, 60)} ${where(el)}`);
    if (/^(…|\.\.\.)$/.test(text) && el.closest(".pg-edit-head, .s-strip")) found.add(`a lone ${text} ${where(el)}`);
    if (isForeign(text) && !el.closest(":not(html)[lang]")) found.add(`not translated: ${text.slice(0, 60)} ${where(el)}`);
    const style = getComputedStyle(el);
    if (el.matches(".s-menu-item > span") && el.scrollWidth > el.clientWidth + 1) found.add(`cut in the menu: ${text}`);
    if (el.closest(".s-hidden, [aria-hidden=true]")) continue;
    if (
      /hidden|clip/.test(style.overflowX) &&
      style.textOverflow !== "ellipsis" &&
      el.scrollWidth > el.clientWidth + 1 &&
      el.clientWidth > 1
    )
      found.add(`cut: ${text.slice(0, 60)}`);
    const button = el.closest("button, [role=tab], .ant-btn");
    if (button && button.clientHeight > 0 && button.clientHeight < 34 && button.scrollHeight > button.clientHeight + 3)
      found.add(`wrapped: ${text.slice(0, 60)}`);
  }
  for (const el of document.querySelectorAll("[placeholder], [aria-label], [title], [alt]"))
    for (const name of ["placeholder", "aria-label", "title", "alt"]) {
      const text = el.getAttribute(name) ?? "";
      if (isForeign(text) && shown(el) && !el.closest(".s-language")) found.add(`not translated: ${name} ${text} ${where(el)}`);
    }

  for (const el of document.querySelectorAll<HTMLButtonElement>("button")) {
    if (!shown(el) || el.disabled) continue;
    if (nameOf(el) === "" && !el.getAttribute("aria-labelledby") && !el.title) found.add("a button without a name");
    // Cells of the table answer through one listener of the grid, named by data-act.
    let live = (el.type === "submit" && el.closest("form") !== null) || el.hasAttribute("data-act");
    for (let at: Element | null = el, up = 0; at && !live && up < 5; at = at.parentElement, up++) {
      const key = Object.keys(at).find((value) => value.startsWith("__reactProps"));
      const props = key ? (at as unknown as Record<string, Record<string, unknown>>)[key]! : {};
      live = ["onClick", "onMouseDown", "onPointerDown", "onClickCapture", "onKeyDown", "onMouseEnter"].some(
        (name) => typeof props[name] === "function",
      );
    }
    if (!live) found.add(`dead button: ${nameOf(el)}`);
  }
  return [...found];
}

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** What the accessibility rules say of a part of the page and of every dialog over it. */
export async function accessible(page: Page, part = "body", more: readonly string[] = []): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const violations = await page.evaluate(
    async ([root, runOnly]) => {
      const { run } = (window as unknown as { axe: typeof axe }).axe;
      const include = [root, "[role=dialog]", "dialog[open]"].filter((value) => document.querySelector(value) !== null);
      // A hundred rows of one kind say no more than the first few.
      for (const el of document.querySelectorAll("[data-twin]")) el.removeAttribute("data-twin");
      for (const group of new Set(
        [...document.querySelectorAll("[role=row], [role=option], [role=treeitem], tr")].map((el) => el.parentElement!),
      ))
        for (const el of [...group.children].slice(5)) el.setAttribute("data-twin", "");
      const exclude = document.querySelector("[data-twin]") ? ["[data-twin]"] : [];
      const { violations } = await run({ include, exclude }, { runOnly: [...runOnly], resultTypes: ["violations"] });
      return violations.map(({ id, nodes }) => ({ id, count: nodes.length, target: nodes[0]?.target.join(" "), html: nodes[0]?.html }));
    },
    [part, [...tags, ...more]] as const,
  );
  return violations.map(({ id, count, target, html }) => `axe ${id} (${count}): ${target} ${html?.slice(0, 120)}`);
}

/** A long text that seldom changes: it travels when the page does not have it. */
async function tellGiven(page: Page, given: string): Promise<void> {
  const has = await page.evaluate(() => window.seen.given.length);
  if (has !== given.length) await page.evaluate((text) => void (window.seen.given = text), given);
}

/** Everything that is wrong with the page as it stands now. */
export async function faults(page: Page, language: Language, given: readonly string[], part?: string): Promise<string[]> {
  await settled(page);
  if (language === "EN") await tellGiven(page, given.join("\n"));
  const seen = await page.evaluate(lookAround, language === "EN");
  const heard = await complaints(page);
  return [...heard, ...seen, ...(part === undefined ? [] : await accessible(page, part))];
}
