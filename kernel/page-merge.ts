import type { Entity, Lines } from "./entity.ts";
import { companions } from "./entity.ts";
import { changesOf, isSame, isWritable, type Row } from "./page-document.ts";
import type { Text } from "./text.ts";

/** What one of two people did at one place. */
export type Deed = "same" | "changed" | "added" | "removed";

/** One place where two versions of a document went apart: a field, or a whole line that came or went. */
export interface Difference {
  readonly key: string;
  /** Where it is, in the words of the journal, so that its value can be said as its field says it. */
  readonly path: string;
  readonly where: readonly Text[];
  readonly mine: { readonly deed: Deed; readonly value: unknown };
  readonly theirs: { readonly deed: Deed; readonly value: unknown };
}

/** Both changed it, and not to the same. */
export const isClash = (difference: Difference): boolean => difference.mine.deed !== "same" && difference.theirs.deed !== "same";

interface Triple {
  readonly base: Row | undefined;
  readonly mine: Row | undefined;
  readonly theirs: Row | undefined;
  readonly key: string;
  readonly index: number;
}

const rowsOf = (row: Row | undefined, key: string): readonly Row[] => (Array.isArray(row?.[key]) ? (row[key] as Row[]) : []);

/** The lines of three versions by their ids, theirs first; a line without an id is new and stands for itself. */
function triples(base: Row | undefined, mine: Row | undefined, theirs: Row | undefined, collection: string): readonly Triple[] {
  const [old, own, other] = [base, mine, theirs].map((row) => rowsOf(row, collection));
  const find = (rows: readonly Row[] | undefined, id: unknown): Row | undefined => rows?.find((row) => row["id"] === id);
  const stored = (row: Row, index: number): Triple => {
    const id = row["id"];
    return { key: String(id), index, base: find(old, id), mine: find(own, id), theirs: find(other, id) };
  };
  const left = (own ?? []).flatMap((row, index): readonly Triple[] => {
    if (!row["id"]) return [{ key: `+${index}`, index, base: undefined, mine: row, theirs: undefined }];
    return find(other, row["id"]) ? [] : [stored(row, index)];
  });
  const gone = (old ?? []).filter((row) => !find(own, row["id"]) && !find(other, row["id"]));
  return [...(other ?? []).map(stored), ...left].filter(({ key }) => !gone.some((row) => row["id"] === key));
}

const deedOf = (line: Entity, base: Row | undefined, now: Row | undefined): Deed =>
  base === undefined
    ? now === undefined
      ? "same"
      : "added"
    : now === undefined
      ? "removed"
      : changesOf(line, base, now).length > 0
        ? "changed"
        : "same";

const isWhole = ({ mine, theirs }: Triple): boolean => mine === undefined || theirs === undefined;

/** Every place where my unsaved version and their saved one differ, seen from the version both began with. */
export function differences(e: Entity, base: Row, mine: Row, theirs: Row, at = "", path = "", where: readonly Text[] = []): Difference[] {
  const found: Difference[] = [];
  for (const [key, field] of Object.entries(e.fields)) {
    if (!isWritable(field, false) || isSame(mine[key], theirs[key])) continue;
    const side = (row: Row) => ({ deed: isSame(base[key], row[key]) ? ("same" as const) : ("changed" as const), value: row[key] });
    found.push({ key: at + key, path: path + key, where: [...where, field.label], mine: side(mine), theirs: side(theirs) });
  }
  for (const [collection, line] of Object.entries(e.lines as Lines))
    for (const row of triples(base, mine, theirs, collection)) {
      const place = `${at}${collection}/${row.key}`;
      const label: Text = [`${line.label[0]} ${row.index + 1}`, `${line.label[1]} ${row.index + 1}`];
      const here = `${path}${collection}[${row.index}]`;
      if (!isWhole(row)) {
        found.push(...differences(line, row.base ?? row.theirs!, row.mine!, row.theirs!, `${place}/`, `${here}.`, [...where, label]));
        continue;
      }
      const side = (now: Row | undefined) => ({ deed: deedOf(line, row.base, now), value: now });
      found.push({ key: place, path: here, where: [...where, label], mine: side(row.mine), theirs: side(row.theirs) });
    }
  return found;
}

/** Whatever I touched is mine, everything else theirs. */
export const touchedByMe = (found: readonly Difference[]): ReadonlySet<string> =>
  new Set(found.filter((difference) => difference.mine.deed !== "same").map((difference) => difference.key));

/** Their version with my side at the chosen places; a line they removed and I keep comes back as a new one. */
export function merge(e: Entity, base: Row, mine: Row, theirs: Row, takesMine: (key: string) => boolean, at = ""): Row {
  const merged: Record<string, unknown> = { ...theirs };
  for (const [key, field] of Object.entries(e.fields)) {
    if (!isWritable(field, false) || isSame(mine[key], theirs[key]) || !takesMine(at + key)) continue;
    for (const value of field.kind === "ref" ? [key, ...Object.values(companions(key))] : [key]) merged[value] = mine[value];
  }
  for (const [collection, line] of Object.entries(e.lines as Lines))
    merged[collection] = triples(base, mine, theirs, collection).flatMap((row): readonly Row[] => {
      const place = `${at}${collection}/${row.key}`;
      if (!isWhole(row)) return [merge(line, row.base ?? row.theirs!, row.mine!, row.theirs!, takesMine, `${place}/`)];
      const stored = takesMine(place) ? row.mine : row.theirs;
      if (stored === undefined) return [];
      const { id: _id, versionNum: _versionNum, ...fresh } = stored;
      return [row.theirs === undefined ? fresh : stored];
    });
  return merged;
}
