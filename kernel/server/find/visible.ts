import type { Declared } from "../../declared.ts";
import { fieldOf, type Entity, type Me, type Where } from "../../entity.ts";
import type { Field } from "../../field.ts";
import { sensitiveButton } from "../../refine.ts";
import { inZone } from "../../time.ts";
import { lineScope, linesScope } from "../access/line-permits.ts";
import { storedKeys } from "./sql.ts";

/** A row whose fields only its declaration knows. */
// oxlint-disable-next-line typescript/no-explicit-any -- typed where a declaration is at hand, loose in between
export type Row = Record<string, any>;

const isKept = (e: Entity, key: string): boolean => {
  const field = fieldOf(e, key);
  return key === "parentId" || (field !== undefined && field.hidden !== "all" && field.kind !== "secret");
};

/** Which fields of an entity a caller of this audience ever sees; silence is no. */
export function visibleKeys(declared: Declared, e: Entity, audience: Me["audience"]): readonly string[] {
  const keys = storedKeys(declared, e).filter((key) => isKept(e, key));
  if (audience === "internal" || audience === "system") return keys;
  const shown = new Set<string>(["id", "versionNum", "parentId", ...(e.shows?.supplier ?? [])]);
  return keys.filter((key) => shown.has(key));
}

/** The buttons that fields are seen with. */
export const fieldButtons = (declared: Declared): readonly string[] => [
  ...new Set([
    sensitiveButton,
    ...[...declared.entities.values()].flatMap((e) => Object.values(e.fields).flatMap((field) => field.seenWith ?? [])),
  ]),
];

/** Whether the caller holds what a field is seen with. */
export const isSeenBy = (me: Me, field: Field | undefined): boolean =>
  (!field?.sensitive || me.audience === "system" || me.holds(sensitiveButton)) &&
  (!field?.seenWith || me.audience !== "internal" || me.holds(field.seenWith));

/** The rows a caller sees, as a filter; null means none at all. Lines are seen through their document. */
export function scopeOf(declared: Declared, e: Entity, me: Me): Where | null {
  if (me.audience === "system") return {};
  const parent = declared.parent(e);
  if (parent) {
    const isLine = parent.collection in parent.entity.lines;
    // Lines that suppliers never see with their document they never see alone.
    if (isLine && me.audience !== "internal" && !parent.entity.shows?.supplier?.includes(parent.collection)) return null;
    const above = scopeOf(declared, parent.entity, me);
    if (above === null) return null;
    const sees = e.sees[me.audience];
    const own = [...(typeof sees === "function" ? [sees(me)] : []), ...lineScope(declared, parent.entity, parent.collection, me)];
    return { ...(Object.keys(above).length === 0 ? {} : { parent: above as never }), ...(own.length ? { all: own } : {}) };
  }
  const sees = e.sees[me.audience];
  if (!sees || e.internal) return null;
  const scope: Where = sees === "all" ? {} : sees(me);
  const own = me.selfOnly && "orgId" in e.fields ? [{ createdBy: me.userId }] : [];
  const mine = e.mine ? [{ [e.mine]: me.userId }] : [];
  const all = [...own, ...mine, ...linesScope(declared, e, me), ...judgedScope(declared, e, me)];
  return all.length ? { ...scope, all: [...(scope.all ?? []), ...all] } : scope;
}

/** What tells of another document is seen with it, as far as permits by category and goods go. */
function judgedScope(declared: Declared, e: Entity, me: Me): readonly Where[] {
  const target = e.judgedBy ? declared.entities.get(e.fields[e.judgedBy]?.target ?? "") : undefined;
  const asked = target ? linesScope(declared, target, me) : [];
  return asked.length ? [{ [e.judgedBy!]: { row: { all: asked }, of: target!.name } }] : [];
}

/** Reading needs a granted menu that shows the entity, its document or, for lines, the document's. */
export function mayRead(declared: Declared, e: Entity, me: Me): boolean {
  if (me.audience === "system" || e.open || e.mine) return me.audience !== "public";
  const parent = declared.parent(e);
  return me.may(e.name, "") || (parent ? mayRead(declared, parent.entity, me) : false);
}

interface Presented {
  readonly times: readonly string[];
  readonly masked: readonly string[];
  readonly nested: readonly (readonly [key: string, entity: Entity])[];
}
const presented = new WeakMap<Entity, Presented>();

function howPresented(e: Entity): Presented {
  let how = presented.get(e);
  if (!how) {
    const entries = Object.entries(e.fields);
    how = {
      times: ["creationDate", "lastUpdateDate", ...entries.filter(([, f]) => f.kind === "datetime").map(([key]) => key)],
      masked: entries.filter(([, f]) => f.hidden === "last4").map(([key]) => key),
      nested: Object.entries(e.lines) as [string, Entity][],
    };
    presented.set(e, how);
  }
  return how;
}

export const maskLast4 = (value: unknown): string | null =>
  value === null || value === undefined || value === "" ? null : `****${String(value).slice(-4)}`;

/** One value as it may be told: whole, masked, or not at all. */
export function masked(e: Entity, key: string, value: unknown): unknown {
  const field = e.fields[key];
  if (field?.hidden === "all" || field?.kind === "secret") return value === null ? null : "***";
  return field?.hidden === "last4" ? maskLast4(value) : value;
}

/** A row as its reader gets it: times in the reader's zone, masked values masked, lines alike. Changes the row in place. */
export function present(e: Entity, row: Row, zone: string): Row {
  const how = howPresented(e);
  for (const key of how.times) {
    const value = row[key];
    if (typeof value === "string") row[key] = inZone(value, zone);
  }
  for (const key of how.masked) if (key in row) row[key] = maskLast4(row[key]);
  for (const [key, line] of how.nested) if (Array.isArray(row[key])) for (const entry of row[key] as Row[]) present(line, entry, zone);
  return row;
}
