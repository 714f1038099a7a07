import { format, isDecimal } from "#kernel/decimal.ts";
import type { Language } from "#kernel/text.ts";
import { inZone } from "#kernel/time.ts";

/** A template, read: plain text, a value with its form, or a list repeated for each of its rows. */
export type Part =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "value"; readonly name: string; readonly form: string | null; readonly arg: string | null }
  | { readonly kind: "list"; readonly name: string; readonly parts: readonly Part[] };

export interface Fault {
  readonly at: number;
  readonly what: "OPEN_LIST" | "CLOSE_LIST" | "FORM";
  readonly name: string;
}

const mostRows = 50;
const forms = new Set(["date", "money", "qty", "count", "upper"]);
const token = /\$\{([#/]?)([\w.]+)(?:\|(\w+)(?::([^}]*))?)?\}/g;

/** Takes the short form {name} of the editor and answers the stored one; what is no name stays as it is. */
export const storedForm = (text: string): string => text.replace(/(?<!\$)\{([#/]?[A-Za-z][\w.]*(?:\|[^{}]*)?)\}/g, "$${$1}");

/** Reads a template into its parts; lists may stand in lists, and what is not understood is reported, never run. */
export function readTemplate(text: string): { readonly parts: readonly Part[]; readonly faults: readonly Fault[] } {
  const faults: Fault[] = [];
  const stack: { name: string; parts: Part[]; at: number }[] = [{ name: "", parts: [], at: 0 }];
  let from = 0;
  const plain = (until: number) => {
    if (until > from) stack.at(-1)!.parts.push({ kind: "text", text: text.slice(from, until) });
  };
  for (const found of text.matchAll(token)) {
    plain(found.index);
    from = found.index + found[0].length;
    const [, sign, name = "", form = null, arg = null] = found;
    if (sign === "#") stack.push({ name, parts: [], at: found.index });
    else if (sign === "/") {
      const open = stack.at(-1)!;
      if (stack.length === 1 || open.name !== name) faults.push({ at: found.index, what: "CLOSE_LIST", name });
      else {
        stack.pop();
        stack.at(-1)!.parts.push({ kind: "list", name, parts: open.parts });
      }
    } else {
      if (form !== null && !forms.has(form)) faults.push({ at: found.index, what: "FORM", name: form });
      stack.at(-1)!.parts.push({ kind: "value", name, form, arg });
    }
  }
  plain(text.length);
  while (stack.length > 1) {
    const open = stack.pop()!;
    faults.push({ at: open.at, what: "OPEN_LIST", name: open.name });
    stack.at(-1)!.parts.push(...open.parts);
  }
  return { parts: stack[0]!.parts, faults };
}

/** The values and lists a template names; names inside a list are written list.name. */
export function namesIn(parts: readonly Part[], within = ""): { readonly values: readonly string[]; readonly lists: readonly string[] } {
  const values: string[] = [];
  const lists: string[] = [];
  for (const part of parts) {
    if (part.kind === "value") values.push(within ? `${within}.${part.name}` : part.name);
    if (part.kind === "list") {
      lists.push(part.name);
      const inner = namesIn(part.parts, part.name);
      values.push(...inner.values);
      lists.push(...inner.lists);
    }
  }
  return { values: [...new Set(values)], lists: [...new Set(lists)] };
}

export const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;").replaceAll("'", "&#39;");

export interface Reading {
  readonly language: Language;
  readonly zone: string;
  readonly html?: boolean;
}

type Values = Readonly<Record<string, unknown>>;

const isoTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

/** A time as this reader writes it: Chinese days as 2026-11-15, English ones as 15 Nov 2026, unless a pattern says otherwise. */
function dateText(value: string, pattern: string | null, { language, zone }: Reading): string {
  const wall = isoTime.test(value) ? inZone(new Date(value).toISOString(), zone) : value;
  if (!/^\d{4}-\d{2}-\d{2}/.test(wall)) return value;
  const [day = "", time = ""] = wall.split(" ");
  const [year = "", month = "", date = ""] = day.split("-");
  if (pattern)
    return pattern
      .replace("yyyy", year)
      .replace("MM", month)
      .replace("dd", date)
      .replace("HH", time.slice(0, 2))
      .replace("mm", time.slice(3, 5))
      .replace("ss", time.slice(6, 8));
  const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
  const shown = language === "EN" ? `${Number(date)} ${months[Number(month) - 1]} ${year}` : day;
  return time ? `${shown} ${time.slice(0, 5)}` : shown;
}

function valueText(value: unknown, form: string | null, arg: string | null, reading: Reading): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map((entry) => valueText(entry, form, arg, reading)).join(reading.language === "EN" ? ", " : "、");
  if (typeof value === "object") {
    const text = (value as { cn?: unknown; en?: unknown })[reading.language === "EN" ? "en" : "cn"];
    return text === undefined ? "" : String(text);
  }
  const text = String(value);
  if (form === "money" || form === "qty")
    return isDecimal(text)
      ? format(text, { thousands: true, ...(arg === null ? (form === "money" ? { scale: 2 } : {}) : { scale: Number(arg) }) })
      : text;
  // so many of what is counted: ${n|count:line/lines}
  if (form === "count") return [text, arg?.split("/").at(text === "1" ? 0 : -1)].filter(Boolean).join(" ");
  if (form === "date") return dateText(text, arg, reading);
  if (form === "upper") return text.toUpperCase();
  return isoTime.test(text) ? dateText(text, null, reading) : text;
}

export interface Rendered {
  readonly text: string;
  /** Named by the template, absent from the values: shown as nothing. */
  readonly missing: readonly string[];
}

/** What stands there in both languages (`subject`, `subjectEn`) is read in the reader's. */
const lookIn = (scopes: readonly Values[], name: string, { language }: Reading): unknown => {
  for (const scope of scopes.toReversed())
    if (Object.hasOwn(scope, name)) return (language === "EN" && Object.hasOwn(scope, `${name}En`) && scope[`${name}En`]) || scope[name];
  return undefined;
};

/** Fills a template for one reader. No code runs, values are escaped where the channel shows HTML, and long lists end after fifty rows. */
export function render(template: string | readonly Part[], values: Values, reading: Reading): Rendered {
  const missing = new Set<string>();
  const shown = (text: string) => (reading.html ? escapeHtml(text) : text);
  const entry = (parts: readonly Part[], scopes: readonly Values[]): string =>
    parts
      .map((part) => {
        if (part.kind === "text") return part.text;
        const value = lookIn(scopes, part.name, reading);
        if (value === undefined) missing.add(part.name);
        if (part.kind === "value") return shown(valueText(value, part.form, part.arg, reading));
        const rows = Array.isArray(value) ? (value as unknown[]) : [];
        const inner = rows
          .slice(0, mostRows)
          .map((row) => entry(part.parts, [...scopes, (row !== null && typeof row === "object" ? row : { value: row }) as Values]));
        const rest = rows.length - mostRows;
        return inner.join("") + (rest > 0 ? shown(reading.language === "EN" ? `… ${rest} more` : `……另有${rest}条`) : "");
      })
      .join("");
  const parts = typeof template === "string" ? readTemplate(template).parts : template;
  // A value may itself look like a placeholder; what the reader sees never does.
  const text = entry(parts, [values]).replaceAll("${", "$ {");
  return { text, missing: [...missing] };
}

const isGsm = (text: string): boolean => /^[\u0020-\u007e\n\r]*$/.test(text);

/** How many pieces an SMS is charged as: 70 characters, or 67 each when there are several; plain Latin letters take half. */
export function smsParts(text: string): { readonly length: number; readonly parts: number } {
  const length = text.length;
  const [single, each] = isGsm(text) ? [160, 153] : [70, 67];
  return { length, parts: length === 0 ? 0 : length <= single ? 1 : Math.ceil(length / each) };
}
