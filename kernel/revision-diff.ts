import { cmp, trim } from "./decimal.ts";
import { fieldOf, type Entity, type Lines } from "./entity.ts";
import { termsOf, valueOf } from "./ledger.ts";
import { isSame } from "./page-document.ts";
import { refuse, type Refusal } from "./refusal.ts";
import {
  revisesOf,
  type AnyLines,
  type AnyRow as Row,
  type Floor,
  type Gone,
  type RevisedLines,
  type RevisedRow,
  type Revises,
} from "./revision.ts";
import type { Text } from "./text.ts";

/** One difference between two versions: a field with both values, or a row that came or went. Plain data: it is stored and sent as it is. */
export interface Difference {
  /** The row it is on, from the document down: ["lines", id, "deliveries", id]; empty for the document itself. */
  readonly path: readonly string[];
  /** What people call that row. */
  readonly where: Text;
  /** The field; empty for a whole row. */
  readonly key: string;
  /** Of a whole row its compared values; null where it was not there. */
  readonly before: unknown;
  readonly after: unknown;
}

/** A row of a draft and the row in force it stands for. */
export interface Pair<D, L = D> {
  readonly draft: D;
  readonly live: L | null;
}

export const rowsIn = (row: object | null, key: string): readonly Row[] => {
  const rows = (row as Row | null)?.[key];
  return Array.isArray(rows) ? rows : [];
};

const isCounterpart = ({ by }: RevisedLines, draft: Row, live: Row): boolean =>
  typeof by === "string" ? Boolean(live["id"]) && draft[by] === live["id"] : by.every((key) => isSame(draft[key], live[key]));

/** The rows of a draft, each with the one it stands for; a new row stands for none. */
export const pairs = <D extends object, L extends object = D>(rules: AnyLines, live: readonly L[], drafts: readonly D[]): Pair<D, L>[] =>
  drafts.map((draft) => ({ draft, live: live.find((candidate) => isCounterpart(rules, draft, candidate)) ?? null }));

/** The rows in force that no row of the draft stands for. */
export const gone = <L extends object>(rules: AnyLines, live: readonly L[], drafts: readonly object[]): L[] =>
  live.filter((candidate) => rules.while?.(candidate) !== false && !drafts.some((draft) => isCounterpart(rules, draft, candidate)));

/** The collections that take part, each with its rules and its entity. */
export const collectionsOf = (
  e: Entity,
  { lines = {} }: RevisedRow,
): readonly (readonly [key: string, rules: RevisedLines, line: Entity])[] =>
  Object.entries(lines).flatMap(([key, rules]) => (rules ? [[key, rules as RevisedLines, (e.lines as Lines)[key]!] as const] : []));

const compared = ({ changes = [], about = [] }: RevisedRow): readonly string[] => [...changes, ...about];
/** What says which row it is, where a row came or went. */
const telling = (rules: RevisedLines): readonly string[] => [
  ...new Set([...(typeof rules.by === "string" ? [] : rules.by), ...(rules.fixed ?? []), ...compared(rules)]),
];

const picked = (row: Row, keys: readonly string[]): Row => Object.fromEntries(keys.map((key) => [key, row[key] ?? null]));

/** What people call a row: "Line 10 / 1"; the one row of its kind by its word alone. */
function calledIn(above: Text | null, { called: [cn, en, number] }: RevisedLines, row: Row): Text {
  const no = number === undefined ? "" : String(row[number] ?? "");
  if (above) return [`${above[0]} / ${no || "新"}`, `${above[1]} / ${no || "new"}`];
  return no ? [`${cn} ${no}`, `${en} ${no}`] : number === undefined ? [cn, en] : [`${cn}（新）`, `${en} (new)`];
}

function rowDifferences(rules: RevisedRow, live: Row, draft: Row, path: readonly string[], where: Text): Difference[] {
  return compared(rules)
    .filter((key) => !isSame(live[key], draft[key]))
    .map((key) => ({ path, where, key, before: live[key] ?? null, after: draft[key] ?? null }));
}

/** Rows found by what they have in common are named by that: it is the same in every version. */
const stepOf = ({ by }: RevisedLines, row: Row, id: () => string): string =>
  typeof by === "string" ? id() : by.map((key) => String(row[key] ?? "")).join("|");

/** The id a row of a draft has, or will have, in the document in force. */
type IdOf = (draft: Row, live: Row | null) => string;
const ownId: IdOf = (draft, live) => String((live ?? draft)["id"] ?? draft["$key"] ?? "");

function linesDifferences(e: Entity, rules: RevisedRow, live: Row, draft: Row, path: readonly string[], above: Text | null, idOf: IdOf) {
  return collectionsOf(e, rules).flatMap(([collection, below, line]): Difference[] => {
    const [lives, drafts] = [rowsIn(live, collection), rowsIn(draft, collection)];
    const on = (id: string): readonly string[] => [...path, collection, id];
    return [
      ...pairs(below, lives, drafts).flatMap((pair): Difference[] => {
        const at = on(stepOf(below, pair.draft, () => idOf(pair.draft, pair.live)));
        const where = calledIn(above, below, pair.draft);
        if (!pair.live) return [{ path: at, where, key: "", before: null, after: picked(pair.draft, telling(below)) }];
        return [
          ...rowDifferences(below, pair.live, pair.draft, at, where),
          ...linesDifferences(line, below, pair.live, pair.draft, at, where, idOf),
        ];
      }),
      ...gone(below, lives, drafts).map((row) => ({
        path: on(stepOf(below, row, () => String(row["id"]))),
        where: calledIn(above, below, row),
        key: "",
        before: picked(row, telling(below)),
        after: null,
      })),
    ];
  });
}

/** What a draft changes in the document in force, in the order of the document. */
export function differences(e: Entity, live: object, draft: object, idOf: IdOf = ownId): Difference[] {
  const rules: RevisedRow = revisesOf(e) ?? (e.versioned as RevisedRow);
  return [
    ...rowDifferences(rules, live as Row, draft as Row, [], e.label),
    ...linesDifferences(e, rules, live as Row, draft as Row, [], null, idOf),
  ];
}

/** The entity of the row a difference is on. */
export const entityAt = (e: Entity, path: readonly string[]): Entity =>
  path.reduce((at, step, i) => (i % 2 === 0 ? (at.lines as Lines)[step]! : at), e);

const placeOf = ({ path, key }: Difference): string => JSON.stringify([path, key]);
const isRow = ({ key }: Difference): boolean => key === "";

/** A later difference on top of those before it; null where they cancel out. */
function onTop(known: Difference, next: Difference): Difference | null {
  if (!isRow(next)) return isSame(known.before, next.after) ? null : { ...next, before: known.before };
  if (known.before === null && next.after === null) return null;
  return { ...next, before: known.before };
}

/** What several revisions changed together, oldest first: the comparison of any two versions. */
export function composed(revisions: readonly (readonly Difference[])[]): Difference[] {
  const found = new Map<string, Difference>();
  for (const next of revisions.flat()) {
    const place = placeOf(next);
    const whole = found.get(placeOf({ ...next, key: "" }));
    if (!isRow(next) && whole?.after) {
      // the row came with one of these revisions: it came with its newest values
      found.set(placeOf(whole), { ...whole, after: { ...(whole.after as Row), [next.key]: next.after } });
      continue;
    }
    const known = found.get(place);
    const merged = known ? onTop(known, next) : isRow(next) ? withEarlier(found, next) : next;
    if (merged) found.set(place, merged);
    else found.delete(place);
  }
  return [...found.values()];
}

/** A row that goes is shown as it was before the first of these revisions; what happened to it in between is no news any more. */
function withEarlier(found: Map<string, Difference>, next: Difference): Difference {
  if (next.before === null) return next;
  const inside = [...found.values()].filter((difference) => next.path.every((step, i) => difference.path[i] === step));
  for (const difference of inside) found.delete(placeOf(difference));
  const earlier = inside
    .filter((difference) => difference.path.length === next.path.length)
    .map((difference) => [difference.key, difference.before] as const);
  return { ...next, before: { ...(next.before as Row), ...Object.fromEntries(earlier) } };
}

const pinned = (path: string, code: string, cn: string, en: string): Refusal =>
  refuse(code, cn, en, { fieldErrors: [{ path, code, text: [cn, en] }] });

const fixedRefusal = ({ codes }: Revises, path: string, [cn, en]: Text): Refusal =>
  pinned(path, codes?.fixed ?? "REVISION_FIXED", `变更时不能修改[${cn}]`, `${en} cannot change in a revision`);

function sumRefusal(e: Entity, { codes }: Revises, key: string, of: string, live: Row, path: string): Refusal {
  const total = trim(valueOf(of, live));
  const parts = termsOf(of).map(
    ([field]) => [fieldOf(e, field)?.label ?? ([field, field] as const), trim(String(live[field] ?? "0"))] as const,
  );
  const [cn, en] = fieldOf(e, key)!.label;
  const describe = (at: 0 | 1): string =>
    parts.length > 1 ? parts.map(([label, value]) => `${label[at]}${at ? " " : ""}${value}`).join(at ? " + " : "+") : parts[0]![0][at];
  return pinned(
    path,
    codes?.floor ?? "REVISION_FLOOR",
    `${cn}不能低于${total}（${describe(0)}）`,
    `${en} cannot go below ${total} (${describe(1)})`,
  );
}

/** What a value may not become because of what has happened already. */
function belowFloor(e: Entity, revises: Revises, key: string, floor: Floor, live: Row, asked: string, path: string): Refusal | null {
  if (typeof floor === "function") return floor(live, asked);
  return cmp(asked, valueOf(floor, live)) < 0 ? sumRefusal(e, revises, key, floor, live, path) : null;
}

interface Judging {
  readonly revises: Revises;
  readonly e: Entity;
  readonly rules: RevisedRow;
  readonly path: string;
}

const floorsOf = ({ floors = {} }: RevisedRow): [string, Floor][] => Object.entries(floors) as [string, Floor][];

function floorFaults({ revises, e, rules, path }: Judging, live: Row, asked: (key: string) => string | null): Refusal[] {
  return floorsOf(rules).flatMap(([key, floor]) => {
    const value = asked(key);
    // an empty limit limits nothing, and what stays as it is is not asked
    if (value === null || isSame(value, live[key])) return [];
    return belowFloor(e, revises, key, floor, live, value, path + key) ?? [];
  });
}

function rowFaults(at: Judging, live: Row, draft: Row): Refusal[] {
  const { revises, e, rules, path } = at;
  const fixed = (rules.fixed ?? [])
    .filter((key) => !isSame(live[key], draft[key]))
    .map((key) => fixedRefusal(revises, path + key, fieldOf(e, key)!.label));
  const own = (rules as Partial<RevisedLines>).faults?.(draft, live) ?? [];
  if (own.length) return [...fixed, ...own];
  return [...fixed, ...lineFaults(at, live, draft), ...floorFaults(at, live, (key) => draft[key] ?? null)];
}

function lineFaults({ revises, e, rules, path }: Judging, live: Row, draft: Row): Refusal[] {
  return collectionsOf(e, rules).flatMap(([collection, below, line]) => {
    const [lives, drafts] = [rowsIn(live, collection), rowsIn(draft, collection)];
    const judging = { revises, e: line, rules: below, path: `${path}${collection}` };
    return [
      ...gone(below, lives, drafts).flatMap((row) => goneFaults(judging, row)),
      ...pairs(below, lives, drafts).flatMap((pair, i) =>
        pair.live
          ? rowFaults({ ...judging, path: `${path}${collection}[${i}].` }, pair.live, pair.draft)
          : (below.faults?.(pair.draft, null) ?? []),
      ),
    ];
  });
}

export const fateOf = ({ gone: fate = "refused" }: RevisedLines, row: Row): Gone => (typeof fate === "function" ? fate(row) : fate);

function goneFaults(at: Judging, row: Row): Refusal[] {
  const rules = at.rules as RevisedLines;
  const fate = fateOf(rules, row);
  if (fate === "removed") return floorFaults(at, row, () => "0");
  if (fate !== "refused") return [];
  const [cn, en] = calledIn(null, rules, row);
  const code = at.revises.codes?.fixed ?? "REVISION_FIXED";
  return [pinned(at.path, code, `变更时不能删除[${cn}]`, `${en} cannot be removed in a revision`)];
}

/** Everything the declaration forbids a draft, on the document in force as it is now. */
export function revisionFaults(e: Entity, live: object, draft: object): Refusal[] {
  const revises = revisesOf(e)!;
  return rowFaults({ revises, e, rules: revises, path: "" }, live as Row, draft as Row);
}
