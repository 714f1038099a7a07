/** A journey that fails says what stood on the screen: nobody can look at it afterwards. */
import type { Page } from "playwright-core";
import { afterEach } from "vitest";
import { errorsOf, openPages } from "./browser.ts";

/** The place, its headings, what lies over it and what it complained about, in one line. */
export async function standing(page: Page): Promise<string> {
  const shown = await page.evaluate(() => {
    const texts = (selector: string): string =>
      [...document.querySelectorAll(selector)]
        .filter((element) => element.getClientRects().length > 0)
        .map((element) => (element.textContent ?? "").trim().slice(0, 80))
        .join(" | ");
    return `h1 [${texts("h1")}] beside [${texts("main aside")}] over [${texts("[role=dialog], dialog[open]")}] says [${texts("[role=alert], [role=status]")}]`;
  });
  return `${new URL(page.url()).pathname} ${shown} complains [${errorsOf(page).slice(-3).join(" | ").slice(0, 300)}]`;
}

afterEach(async ({ task }) => {
  const errors = task.result?.errors;
  if (!errors?.length) return;
  const seen = await Promise.all([...openPages].map((page) => standing(page).catch((error: Error) => error.message.slice(0, 100))));
  const [first] = errors;
  if (!first) return;
  const text = `${first.message}\n${seen.map((value) => `on the screen: ${value}`).join("\n")}`;
  first.stack = text + (first.stack ?? "").slice((first.stack ?? "").indexOf(first.message) + first.message.length);
  first.message = text;
});
