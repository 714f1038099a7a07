import { addDays } from "#kernel/days.ts";
import { fieldOf, keywordFields, ofLines, type Entity, type Where } from "../../entity.ts";
import { isDecimalKind, isJsonKind, type Field, type Kind } from "../../field.ts";
import { isDecimal } from "../../decimal.ts";
import { refuse } from "../../refusal.ts";
import { isDay, readTime, toUtc } from "../../time.ts";

/** What a list call may carry besides filters. */
export interface ListBody {
  readonly pageIndex?: unknown;
  readonly pageRows?: unknown;
  readonly orderBy?: unknown;
  readonly needSums?: unknown;
  readonly list?: unknown;
  readonly view?: unknown;
  readonly count?: unknown;
  readonly keyword?: unknown;
  readonly language?: unknown;
  readonly [filter: string]: unknown;
}

const reserved = new Set(["pageIndex", "pageRows", "orderBy", "needSums", "list", "view", "count", "keyword", "language", "ids"]);

const unknown = (name: string) => refuse("FILTER_UNKNOWN", `未知查询条件 ${name}`, `Unknown filter ${name}`);
const wrong = (name: string) => refuse("FILTER_VALUE", `查询条件 ${name} 的值不合法`, `The value of filter ${name} is invalid`);

/** Nobody looks for more words than these; the database compares them with every row. */
const longestWords = 500;

/** What nobody can ask for in a list. */
const unasked: ReadonlySet<Kind> = new Set(["rows", "snapshot", "payload", "files", "secret", "richtext"]);

/** A whole number as its column can hold it. */
const isInt = (text: string): boolean => /^-?\d{1,10}$/.test(text) && Math.abs(Number(text)) <= 2_147_483_647;

function bound(name: string, field: Field, value: unknown, zone: string, end: "from" | "to"): Record<string, unknown> {
  if (typeof value !== "string" && typeof value !== "number") throw wrong(name);
  const text = String(value);
  if (text.length > longestWords) throw wrong(name);
  if (field.kind === "datetime") {
    if (isDay(text))
      return end === "from" ? { from: toUtc(`${text} 00:00:00`, zone) } : { below: toUtc(`${addDays(text, 1)} 00:00:00`, zone) };
    const time = readTime(text, zone);
    if (!time) throw wrong(name);
    return { [end]: time };
  }
  if (field.kind === "date" && !isDay(text)) throw wrong(name);
  if (isDecimalKind(field.kind) && !isDecimal(text)) throw wrong(name);
  if (field.kind === "int" && !isInt(text)) throw wrong(name);
  return { [end]: text };
}

function test(name: string, field: Field, value: unknown, zone: string): Where[string] {
  const values = Array.isArray(value) ? value : [value];
  if (values.length > 5000 || !values.every((v) => (typeof v === "string" && !v.includes("\u0000")) || typeof v === "number"))
    throw wrong(name);
  // A list of ids may stand in one text, parted by commas.
  const isList = field.kind === "ref" || field.kind === "refs" || field.kind === "code" || field.kind === "pick" || field.kind === "picks";
  if (!isList && values.some((v) => String(v).length > longestWords)) throw wrong(name);
  if (field.kind === "int" && !values.every((v) => isInt(String(v)))) throw wrong(name);
  if (field.kind === "text" || field.kind === "longtext") {
    if (Array.isArray(value)) return value as string[];
    return { contains: String(value) };
  }
  if (field.kind === "code")
    return Array.isArray(value)
      ? (value as string[])
      : String(value).includes(",")
        ? String(value)
            .split(",")
            .map((v) => v.trim())
        : { contains: String(value) };
  if (field.kind === "datetime") return { ...bound(name, field, value, zone, "from"), ...bound(name, field, value, zone, "to") };
  if (field.kind === "date" && !values.every((v) => isDay(String(v)))) throw wrong(name);
  if ((isDecimalKind(field.kind) || field.kind === "int") && !values.every((v) => isDecimal(String(v)))) throw wrong(name);
  if (unasked.has(field.kind) || field.uses) throw unknown(name);
  if (field.kind === "picks" || field.kind === "refs")
    return { holds: values.flatMap((v) => String(v).split(",")), ...(field.noneIsAll ? { orNone: true } : {}) };
  if (!Array.isArray(value) && typeof value === "string" && value.includes(",")) return value.split(",");
  return values as string[];
}

/** Refuses what no list of this entity knows, whoever asks; what the asker may not name is refused when the list is read. */
export function refuseUnknownFilters(e: Entity, body: Readonly<Record<string, unknown>>, isOwn: (name: string) => boolean): void {
  const isField = (name: string): boolean => {
    const place = ofLines(e, name);
    return name === "parentId" || (place ? fieldOf(place.line, place.key) : fieldOf(e, name)) !== undefined;
  };
  for (const name of Object.keys(body)) {
    const isKnown = reserved.has(name) || name === "requestId" || isOwn(name) || isField(name) || isField(name.replace(/(From|To)$/, ""));
    if (!isKnown) throw unknown(name);
  }
}

/** Filters as callers write them; a name nobody declared is refused, so that a typo never returns everything.
 *  Conditions on lines ("lines.itemId") are met together by one line. */
export function readFilters(e: Entity, body: ListBody, zone: string, visible: (key: string, of: Entity) => boolean): Where {
  const where: Record<string, unknown> = {};
  const lines: Record<string, Record<string, unknown>> = {};
  const fieldFor = (name: string): Field | undefined => {
    if (name === "parentId") return fieldOf(e, "id");
    const place = ofLines(e, name);
    // lines that are not shown with their document do not tell of it either
    if (place) return visible(place.collection, e) && visible(place.key, place.line) ? fieldOf(place.line, place.key) : undefined;
    return visible(name, e) ? fieldOf(e, name) : undefined;
  };
  const enter = (name: string, made: (before: object | undefined) => unknown): void => {
    const place = ofLines(e, name);
    const into = place ? (lines[place.collection] ??= {}) : where;
    const key = place?.key ?? name;
    into[key] = made(into[key] as object | undefined);
  };
  for (const [name, value] of Object.entries(body)) {
    if (reserved.has(name)) continue;
    const field = fieldFor(name);
    const range = /^(.+)(From|To)$/.exec(name);
    const between = !field && range ? fieldFor(range[1]!) : undefined;
    // Lists and structures have no order to lie between.
    const ranged = between && !isJsonKind(between.kind) && !unasked.has(between.kind) && !between.uses ? between : undefined;
    if (!field && !ranged) throw unknown(name);
    if (value === null || value === undefined || value === "") continue;
    if (field) {
      const asRef = field.kind === "ref" || name === "parentId" || name === "id";
      enter(name, () => test(name, asRef ? { ...field, kind: "ref" } : field, value, zone));
    } else enter(range![1]!, (before) => ({ ...before, ...bound(name, ranged!, value, zone, range![2] === "From" ? "from" : "to") }));
  }
  for (const [collection, some] of Object.entries(lines)) where[collection] = { some };
  if (typeof body.keyword === "string" && body.keyword.trim())
    where["any"] = keywordFields(e)
      .filter((key) => visible(key, e))
      .map((key) => ({ [key]: { contains: (body.keyword as string).trim().slice(0, 100) } }));
  if (Array.isArray(body["ids"])) {
    if (!body["ids"].every((id) => typeof id === "string" || typeof id === "number")) throw wrong("ids");
    where["id"] = body["ids"].map(String);
  }
  return where as Where;
}
