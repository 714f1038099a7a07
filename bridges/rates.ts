import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Outside } from "#kernel/server/outside/outside.ts";
import type { QuotedRates, RateSource } from "#modules/base/index.ts";

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);
const isRate = (text: string): boolean => /^\d{1,12}(\.\d{1,12})?$/.test(text) && Number(text) > 0;

/** Lines of a rate file: `USD,CNY,7.1020`. Blank lines, headings and lines after # say nothing. */
export function readRateFile(text: string, day: string): QuotedRates {
  const quotes = text.split(/\r?\n/).flatMap((line) => {
    const [from = "", to = "", rate = ""] = line.split(/[,;\t]/).map((part) => part.trim());
    return /^[A-Z]{3}$/.test(from) && /^[A-Z]{3}$/.test(to) && isRate(rate) ? [{ from, to, rate }] : [];
  });
  return { day, quotes, said: text };
}

/** Files somebody lays down, one for a day: `2026-11-16.csv`. What treasury saves there is what is taken; anybody can look at it. */
export const folderRates = (folder: string): RateSource => ({
  name: folder,
  local: true,
  async on(day) {
    const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return [];
      throw error;
    });
    const days = names.filter((name) => name.endsWith(".csv") && isDay(name.slice(0, -4))).map((name) => name.slice(0, -4));
    const newest = days
      .filter((value) => value <= day)
      .toSorted()
      .at(-1);
    return newest === undefined ? null : readRateFile(await readFile(join(folder, `${newest}.csv`), "utf8"), newest);
  },
});

/** The daily sheet of a central bank: <Cube time="…"> with one <Cube currency="…" rate="…"/> each, against the euro. */
function readCubes(text: string): QuotedRates | null {
  const day = /time=["'](\d{4}-\d{2}-\d{2})["']/.exec(text)?.[1];
  if (day === undefined) return null;
  const found = [...text.matchAll(/currency=["']([A-Z]{3})["']\s+rate=["']([\d.]+)["']/g)];
  return { day, said: text, quotes: found.flatMap(([, to = "", rate = ""]) => (isRate(rate) ? [{ from: "EUR", to, rate }] : [])) };
}

/** {"base": "EUR", "date": "…", "rates": {"USD": 1.08}}: what most services of rates answer. */
function readJson(text: string): QuotedRates | null {
  const parsed = JSON.parse(text) as { base?: unknown; date?: unknown; rates?: unknown };
  const { base, date, rates } = parsed;
  if (typeof base !== "string" || typeof date !== "string" || typeof rates !== "object" || rates === null) return null;
  const quotes = Object.entries(rates).flatMap(([to, rate]) => (isRate(String(rate)) ? [{ from: base, to, rate: String(rate) }] : []));
  return { day: date.slice(0, 10), quotes, said: text };
}

/** What a service answered, in whichever of the two forms it speaks; null when it says nothing of rates. */
export function readRates(text: string): QuotedRates | null {
  try {
    const found = text.trimStart().startsWith("<") ? readCubes(text) : readJson(text);
    return found && isDay(found.day) ? found : null;
  } catch {
    return null;
  }
}

/** A service of rates behind an address; `{date}` in it becomes the day. */
export const serviceRates = (outside: Outside, address: string): RateSource => ({
  name: new URL(address.replaceAll("{date}", "2000-01-01")).host,
  local: false,
  async on(day) {
    const reply = await outside.call(address.replaceAll("{date}", day), { headers: { accept: "application/json, text/xml" } });
    if (!reply.ok) throw new Error(`HTTP ${reply.status}`);
    return readRates(await reply.text());
  },
});
