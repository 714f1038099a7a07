import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { houseDay } from "#kernel/time.ts";

const quotes = [
  ["USD", "7.1126"],
  ["EUR", "7.7684"],
  ["JPY", "0.04869"],
  ["HKD", "0.9133"],
  ["GBP", "9.0712"],
  ["KRW", "0.005122"],
] as const;

/** The file treasury would have laid down this morning, so that fetching rates has something to find. */
export function demoRates(dataDir: string, now: Date): void {
  const folder = join(dataDir, "rates");
  const file = join(folder, `${houseDay(now)}.csv`);
  if (existsSync(file)) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, `# from,to,rate\n${quotes.map(([from, rate]) => `${from},CNY,${rate}`).join("\n")}\n`);
}

/** About what one of a currency is worth in yuan: prices abroad are agreed at it. */
export const yuan = { USD: 7.1, EUR: 7.75 } as const;

/** What it was worth in each week of the past, between two days ago: up and down by less than two in a hundred. */
export const pastRates = (
  first: number,
  last: number,
): readonly { readonly currency: string; readonly back: number; readonly rate: string }[] =>
  Object.entries(yuan).flatMap(([currency, rate], i) =>
    Array.from({ length: Math.floor((first - last) / 7) + 1 }, (_, week) => {
      const back = last + 7 * week;
      return { currency, back, rate: (rate * (1 + 0.015 * Math.sin(back / 45 + i))).toFixed(4) };
    }),
  );
