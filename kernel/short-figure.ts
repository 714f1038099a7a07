import { abs, cmp, div, format, isDecimal, round } from "./decimal.ts";
import { nothing, signs } from "./page-format.ts";
import type { Language } from "./text.ts";

/** A large unit figures are read in: how much it is, its word, and the digits behind the point. */
export interface Unit {
  readonly by: string;
  readonly word: string;
  readonly digits: number;
}

const plain: Unit = { by: "1", word: "", digits: 2 };
const units: Readonly<Record<Language, readonly Unit[]>> = {
  CN: [
    { by: "100000000", word: "亿", digits: 2 },
    { by: "10000", word: "万", digits: 1 },
  ],
  EN: [
    { by: "1000000", word: "M", digits: 2 },
    { by: "10000", word: "K", digits: 1 },
  ],
};
const thousand: Readonly<Record<string, string>> = { K: "1000" };

/** The unit a figure of this size is read in. */
export function unitFor(value: string, language: Language): Unit {
  const unit = units[language].find((candidate) => cmp(abs(value), candidate.by) >= 0) ?? plain;
  // Ten thousand is where it becomes hard to read, a thousand what it is then counted in.
  return { ...unit, by: thousand[unit.word] ?? unit.by };
}

/** An amount inside a sentence: 37.0 万元, ¥18.43 M. Tables are never shortened. */
export function shortMoney(value: unknown, currency: string | undefined, language: Language): string {
  const text = String(value ?? "");
  if (!isDecimal(text)) return nothing;
  const unit = unitFor(text, language);
  const figure = format(round(div(text, unit.by, 8), unit.digits), { thousands: true }).replace("-", "−");
  if (language === "CN") {
    const end = currency === undefined ? "" : currency === "CNY" ? "元" : ` ${currency}`;
    return unit.word === "" ? `${figure}${end === "元" ? " 元" : end}` : `${figure} ${unit.word}${end}`;
  }
  const sign = currency === undefined ? "" : (signs[currency] ?? `${currency} `);
  const signed = figure.startsWith("−") ? `−${sign}${figure.slice(1)}` : `${sign}${figure}`;
  return unit.word === "" ? signed : `${signed} ${unit.word}`;
}
