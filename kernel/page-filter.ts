import { fieldOf, ofLines } from "./entity.ts";
import type { Audience, Entity } from "./entity.ts";
import type { Field, Kind } from "./field.ts";
import { isDecimalKind } from "./field.ts";
import { dateKinds, isShown, listOf } from "./page.ts";

/** One condition people may narrow a list by; its form follows from the kind. */
export interface Filter {
  readonly key: string;
  readonly field: Field;
  readonly as: "text" | "range" | "dates" | "choice" | "reference" | "yesNo";
}

/** Kinds a list cannot be narrowed by. */
const unfiltered: ReadonlySet<Kind> = new Set<Kind>(["rows", "snapshot", "payload", "files", "secret", "richtext"]);
type Values = Readonly<Record<string, unknown>>;

/** The conditions of a list; what the keyword box already searches comes last. */
export function filtersOf(e: Entity, audience: Audience, list?: string): readonly Filter[] {
  const all = (listOf(e, list).search ?? []).flatMap((key): Filter[] => {
    const place = ofLines(e, key);
    const field = place ? fieldOf(place.line, place.key) : fieldOf(e, key);
    const shown = place ? isShown(e, place.collection, audience) && isShown(place.line, place.key, audience) : isShown(e, key, audience);
    return field && shown && !unfiltered.has(field.kind) && !field.hidden ? [{ key, field, as: filterForm(field.kind) }] : [];
  });
  const byKeyword = (f: Filter): boolean => f.as === "text" && e.title.includes(f.key);
  return [...all.filter((f) => !byKeyword(f)), ...all.filter(byKeyword)];
}

function filterForm(kind: Kind): Filter["as"] {
  if (dateKinds.has(kind)) return "dates";
  if (isDecimalKind(kind) || kind === "int") return "range";
  if (kind === "pick" || kind === "picks") return "choice";
  if (kind === "ref" || kind === "refs") return "reference";
  return kind === "yn" ? "yesNo" : "text";
}

const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);

/** The names under which a filter travels: both ends of a range, or the field itself. */
const namesOf = (filter: Filter): readonly string[] =>
  filter.as === "dates" || filter.as === "range" ? [`${filter.key}From`, `${filter.key}To`] : [filter.key];

/** What a filled filter form asks: only what was filled, under the names the list call knows. */
export function filterParams(filters: readonly Filter[], typed: Values): Values {
  const names = ["keyword", "ids", ...filters.flatMap(namesOf)];
  return Object.fromEntries(
    names.flatMap((name) => (isBlank(typed[name]) ? [] : [[name, typeof typed[name] === "string" ? typed[name].trim() : typed[name]]])),
  );
}

export const usedFilters = (filters: readonly Filter[], typed: Values): readonly Filter[] =>
  filters.filter((filter) => namesOf(filter).some((name) => !isBlank(typed[name])));

export const withoutFilter = (filter: Filter, typed: Values): Values =>
  Object.fromEntries(Object.entries(typed).filter(([name]) => !namesOf(filter).includes(name)));

/** Filters that an address carries, so that a figure elsewhere can open the very rows it counted. */
export function filtersIn(filters: readonly Filter[], query: Readonly<Record<string, string>>): Values {
  const known = new Map(filters.flatMap((filter) => namesOf(filter).map((name) => [name, filter] as const)));
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => {
      const filter = known.get(name);
      if (name === "keyword") return [[name, value]];
      return filter === undefined || value === "" ? [] : [[name, filter.as === "choice" ? value.split(",") : value]];
    }),
  );
}
