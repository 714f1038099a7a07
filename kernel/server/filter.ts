import { fieldOf, keywordFields, ofLines, type Entity, type Where } from "../entity.ts";
import type { Field } from "../field.ts";
import { isDecimalKind } from "../field.ts";
import { isDecimal } from "../decimal.ts";
import { refuse } from "../refusal.ts";
import { isDay, nextDay, readTime, toUtc } from "../time.ts";

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

function bound(name: string, field: Field, value: unknown, zone: string, end: "from" | "to"): Record<string, unknown> {
  const text = String(value);
  if (field.kind === "datetime") {
    if (isDay(text))
      return end === "from" ? { from: toUtc(`${text} 00:00:00`, zone) } : { below: toUtc(`${nextDay(text)} 00:00:00`, zone) };
    const time = readTime(text, zone);
    if (!time) throw wrong(name);
    return { [end]: time };
  }
  if (field.kind === "date" && !isDay(text)) throw wrong(name);
  if ((isDecimalKind(field.kind) || field.kind === "int") && !isDecimal(text)) throw wrong(name);
  return { [end]: text };
}

function test(name: string, field: Field, value: unknown, zone: string): Where[string] {
  const values = Array.isArray(value) ? value : [value];
  if (values.length > 5000 || !values.every((v) => (typeof v === "string" && !v.includes("\u0000")) || typeof v === "number"))
    throw wrong(name);
  if (field.kind === "int" && !values.every((v) => /^-?\d{1,10}$/.test(String(v)) && Math.abs(Number(v)) <= 2_147_483_647))
    throw wrong(name);
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
  if (["rows", "snapshot", "payload", "files", "secret", "richtext"].includes(field.kind)) throw unknown(name);
  if (field.kind === "picks" || field.kind === "refs")
    return { holds: values.flatMap((v) => String(v).split(",")), ...(field.noneIsAll ? { orNone: true } : {}) };
  if (!Array.isArray(value) && typeof value === "string" && value.includes(",")) return value.split(",");
  return values as string[];
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
    const ranged = !field && range ? fieldFor(range[1]!) : undefined;
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
  if (Array.isArray(body["ids"])) where["id"] = body["ids"];
  return where as Where;
}
