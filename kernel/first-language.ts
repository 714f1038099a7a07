import type { Language } from "./text.ts";

/** What was chosen here goes first; otherwise the browser's first language that is ours, and English for all others. */
export function firstLanguage(chosen: string | null, spoken: readonly string[]): Language {
  if (chosen === "CN" || chosen === "EN") return chosen;
  const known = spoken.map((tag) => tag.toLowerCase()).find((tag) => /^(zh|en)\b/.test(tag));
  return known?.startsWith("zh") ? "CN" : "EN";
}
