/** The two languages every text of the product exists in. */
export type Language = "CN" | "EN";

/** One text in both languages: a missing translation does not compile. */
export type Text = readonly [cn: string, en: string];

export const say = (text: Text, language: Language): string => (language === "EN" ? text[1] : text[0]);

/** A name people gave in Chinese and perhaps in English too: where they did not, the one there is serves both. */
export const inBoth = (cn: string, en: string | null | undefined): Text => [cn, en || cn];

/** Replaces {name} placeholders in both languages; an unknown placeholder stays visible instead of vanishing. */
export function fill(text: Text, values: Readonly<Record<string, unknown>>): Text {
  const entry = (part: string) => part.replace(/\{(\w+)\}/g, (all, key: string) => (key in values ? String(values[key]) : all));
  return [entry(text[0]), entry(text[1])];
}

/** Chinese sentences join clauses with a full-width comma, English ones with a comma and a space. */
export const joinText = (parts: readonly Text[]): Text => [parts.map((p) => p[0]).join("，"), parts.map((p) => p[1]).join(", ")];
