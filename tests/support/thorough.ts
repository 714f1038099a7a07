/** `npm run prove` looks at everything in full size; `npm test` at the same things in sizes that still find what breaks. */
import { createHash } from "node:crypto";

export const isThorough = process.env["PROVE"] === "1";

/** How many: in a short run, and in a thorough one. */
export const sized = (short: number, thorough: number): number => (isThorough ? thorough : short);

const rank = (name: string): string => createHash("sha256").update(name).digest("hex");

/** Some of many alike, always the same ones for the same `about`; all of them in a thorough run. The order stays. */
export function sampled<T>(all: readonly T[], most: number, about: string, nameOf: (entry: T) => string = String): readonly T[] {
  if (isThorough || all.length <= most) return all;
  const chosen = new Set(all.toSorted((a, b) => (rank(about + nameOf(a)) < rank(about + nameOf(b)) ? -1 : 1)).slice(0, most));
  return all.filter((entry) => chosen.has(entry));
}
