import type { Entity, Where } from "./entity.ts";
import type { Merging } from "./field.ts";

/** A field somewhere in a document that names records of an entity. */
export interface Reference {
  /** The document it stands in. */
  readonly root: Entity;
  /** The collections from the document down to the row; none for the document itself. */
  readonly path: readonly string[];
  readonly row: Entity;
  readonly field: string;
  readonly merging: Merging | null;
}

interface Bound {
  readonly entities: ReadonlyMap<string, Entity>;
  parent(e: Entity): { readonly entity: Entity; readonly collection: string } | undefined;
}

/** Every reference to an entity, as declared: fields of documents and of their lines. A view repeats what stands elsewhere. */
export function referencesTo(declared: Bound, target: Entity): Reference[] {
  return [...declared.entities.values()]
    .filter((e) => !e.view)
    .flatMap((row) =>
      Object.entries(row.fields)
        .filter(([, field]) => field.target === target.name && (field.kind === "ref" || field.kind === "refs"))
        .map(([field, { merging }]): Reference => ({ ...homeOf(declared, row), row, field, merging: merging ?? null })),
    );
}

function homeOf(declared: Bound, row: Entity): Pick<Reference, "root" | "path"> {
  const place = declared.parent(row);
  if (!place) return { root: row, path: [] };
  const above = homeOf(declared, place.entity);
  return { root: above.root, path: [...above.path, place.collection] };
}

/** The documents in which such a reference names the record. */
export const namingWhere = ({ path, row, field }: Reference, id: string): Where =>
  path.reduceRight<Where>((inner, collection) => ({ [collection]: { some: inner } }), {
    [field]: row.fields[field]!.kind === "refs" ? { holds: [id] } : id,
  });

type Row = Readonly<Record<string, unknown>> & { readonly id: string };

/** The rows of a document where the reference stands. */
export const rowsAt = (doc: Row, path: readonly string[]): readonly Row[] =>
  path.reduce<readonly Row[]>((rows, collection) => rows.flatMap((row) => (row[collection] ?? []) as readonly Row[]), [doc]);

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
const last = "9999-12-31";

/** A row as it would be stored: what follows from its fields follows. */
const settled = (e: Entity, row: Row): Row => {
  const computes = (e.computes ?? {}) as Readonly<Record<string, (row: unknown, above: unknown) => unknown>>;
  // What comes from the document above does not change here.
  const own = Object.entries(computes).filter(([, of]) => of.length < 2);
  return { ...row, ...Object.fromEntries(own.map(([key, of]) => [key, of(row, null)])) };
};

/** The fields that a carried row would share with one that is there although they must differ; null when there is room for both. */
function sharedBy(e: Entity, field: string, row: Row, after: Row, there: readonly Row[]): readonly string[] | null {
  const moved = (fields: readonly string[]): boolean => fields.some((key) => key === field || !same(after[key], row[key]));
  const isLike = (entry: Row, fields: readonly string[]): boolean => fields.every((key) => key === field || same(entry[key], after[key]));
  for (const { fields } of (e.unique ?? []) as readonly { readonly fields: readonly string[] }[])
    if (moved(fields) && !fields.includes("id") && there.some((candidate) => isLike(candidate, fields)))
      return fields.filter((key) => key !== field);
  for (const { fields, from, to } of (e.ranges ?? []) as readonly {
    readonly fields: readonly string[];
    readonly from: string;
    readonly to: string;
  }[]) {
    const meets = (entry: Row): boolean =>
      String(entry[from] ?? "") <= String(row[to] ?? last) && String(row[from] ?? "") <= String(entry[to] ?? last);
    if (moved(fields) && there.some((candidate) => isLike(candidate, fields) && meets(candidate))) return [];
  }
  return null;
}

/** How a row names the surviving record: what is set on it, or null when it stays where it is because that record has its like. */
export function carriedRow(
  { row: e, field }: Pick<Reference, "row" | "field">,
  row: Row,
  [from, to]: readonly [from: string, to: string],
  there: readonly Row[],
  suffix: string,
): Readonly<Record<string, unknown>> | null {
  const named = e.fields[field]!.kind === "refs" ? ((row[field] ?? []) as readonly string[]) : null;
  const patch = { [field]: named ? [...new Set(named.map((id) => (id === from ? to : id)))] : to };
  const shared = sharedBy(e, field, row, settled(e, { ...row, ...patch }), there);
  if (!shared) return patch;
  // A name of its own gives way; without one the row of the surviving record counts and this one stays as history.
  const name = shared.find((key) => ["code", "text"].includes(e.fields[key]?.kind ?? "") && !e.fields[key]?.computed);
  if (!name) return null;
  const room = (e.fields[name]!.max ?? 100) - suffix.length - 1;
  const free = `${String(row[name] ?? "").slice(0, room)}-${suffix}`;
  return there.some((candidate) => same(candidate[name], free)) ? null : { ...patch, [name]: free };
}
