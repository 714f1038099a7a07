import type { Entity } from "./entity.ts";
import {
  every,
  inside,
  joined,
  raw,
  readsTables,
  relation,
  sql,
  type Column,
  type Relation,
  type Sources,
  type Sql,
  type Table,
} from "./query.ts";

/** Where a statement reads from: whole tables, or what one reader may see of them. */
type Reader = <E extends Entity>(entity: E, through?: Relation) => Table<E>;

interface Shape<D extends Entity, L extends Entity, K extends string> {
  readonly document: D;
  readonly lines: L;
  /** Which lines have a row: those of documents in force. */
  where(document: Table<D>, line: Table<L>): Sql;
  /** Dimensions and figures of a line, calculated from its document, from itself and from what lies behind it. */
  columns(document: Table<D>, line: Table<L>): Readonly<Record<K, Column | Sql>>;
  /** Further entities that columns are read from, each with the field that names the line. */
  readonly behind: readonly (readonly [entity: Entity, line: string])[];
  readonly indexes: readonly (readonly (NoInfer<K> | "id" | "documentId")[])[];
}

/** One narrow row for each line of documents in force, so that a report over a year of them reads little and calculates nothing twice. */
export interface Figures<K extends string = string> {
  readonly name: string;
  readonly document: Entity;
  readonly lines: Entity;
  readonly behind: readonly (readonly [entity: Entity, line: string])[];
  readonly indexes: readonly (readonly string[])[];
  readonly keys: readonly (K | "id" | "documentId")[];
  /** The rows as they follow from tables or sources; further conditions name the line (l). */
  select(source: Reader, keys: readonly string[], only?: (line: Table) => Sql): Sql;
}

/** The rows as one reader may see them. */
export type FigureRows<K extends string = string> = Relation & { readonly [C in K | "id" | "documentId"]: Column };

export type RowsOf<F extends Figures> = F extends { readonly keys: readonly (infer K extends string)[] } ? FigureRows<K> : never;

/** The schema of the tables: they follow from others, so backups leave them out. */
export const figureSchema = "figures";

/** Declares figures; the name is that of their table. */
export function figuresOf<D extends Entity, L extends Entity, K extends string>(name: string, shape: Shape<D, L, K>): Figures<K> {
  const from = (source: Reader) => {
    const document = source(shape.document);
    const line = source(shape.lines, document);
    const columns: Readonly<Record<string, Column | Sql>> = {
      ...{ id: line.id, documentId: document.id },
      ...shape.columns(document, line),
    };
    return { document, line, columns };
  };
  const { document, lines, behind, indexes } = shape;
  return {
    ...{ name, document, lines, behind, indexes },
    keys: Object.keys(from(every).columns) as K[],
    select(source, keys, only) {
      const { document: d, line, columns } = from(source);
      const shown = keys.length ? joined(keys.map((key) => sql`${columns[key]!} as ${raw(`"${key}"`)}`)) : raw("1");
      const more = only ? sql` and ${only(line)}` : raw("");
      return sql`select ${shown} from ${d} join ${line} on ${line.parentId} = ${d.id} where ${shape.where(d, line)}${more}`;
    },
  };
}

/** The figures as one reader may see them: the stored rows where nothing is narrowed or masked for him, else the same selection over what he sees of documents and lines. */
export const figureRows = <K extends string>(figures: Figures<K>, source: Sources): FigureRows<K> =>
  relation(
    {
      name: figures.name,
      text(keys, values) {
        const seen = figures.select(source, keys);
        return readsTables(seen) ? `${figureSchema}."${figures.name}"` : `(${inside(seen, values)})`;
      },
    },
    figures.keys,
  );
