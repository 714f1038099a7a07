import { isDecimal, isZero, type Decimal } from "./decimal.ts";
import { companions, type Doc, type Draft, type Entity, type Me, type Where } from "./entity.ts";
import { isWithinLeft } from "./from-left.ts";
import type { Deltas } from "./ledger.ts";
import type { Post } from "./ledger-book.ts";
import type { LedgerHome } from "./ledger-rule.ts";
import { refuse, type Refusal } from "./refusal.ts";
import type { Find } from "./rule.ts";

/** The entities from the document down to the row that is chosen. */
type Path = readonly [Entity, ...Entity[]];
/** The documents and lines of a path: the document first, the chosen row last. */
export type Along<P extends Path> = { readonly [I in keyof P]: P[I] extends Entity ? Doc<P[I]> : never };

type Row = Readonly<Record<string, unknown>>;
type Asked = Readonly<Record<string, string>>;

/** One kind of rows that documents are created from. */
export interface FromSource<P extends Path = any, R extends object = any, B = any> {
  readonly path: P;
  /** Which rows are offered at all, as a condition on the chosen row. */
  readonly offers: (me: Me) => Where;
  /** What is known beside the rows, read once for all of them. */
  readonly reads?: (rows: readonly Along<P>[], find: Find) => Promise<B>;
  /** How much of a row is left; a row with nothing left is not offered. */
  readonly left: (along: Along<P>, beside: B) => Decimal;
  /** How much is taken unless somebody says; all that is left unless given. */
  readonly suggests?: (along: Along<P>, left: Decimal, beside: B) => Decimal;
  /** The fields of a row that pages show and documents copy. Names behind references are added. */
  readonly row: (along: Along<P>, left: Decimal, beside: B) => R;
  /** The condition behind the filters of the chooser. */
  readonly matches?: (asked: Asked) => Where;
  /** The condition behind a keyword. */
  readonly called?: (keyword: string) => Where;
  /** The condition behind ids that another page asks for; the ids of the rows unless given. */
  readonly named?: (ids: readonly string[]) => Where;
  /** What is taken is posted on the ledger of the source, so that nobody else can take it. */
  readonly posts?: {
    readonly home: LedgerHome;
    readonly event: string;
    readonly deltas: (taken: Taken<R>) => Deltas;
    readonly more?: (taken: Taken<R>) => Partial<Post>;
  };
}

/** One kind of rows, with the types of its documents and lines known to its functions. */
export const source = <const P extends Path, R extends object, B = null>(
  path: P,
  shape: Omit<FromSource<P, R, B>, "path">,
): FromSource<P, R, B> => ({ path, ...shape });

/** A row that may be chosen, with what is left of it. */
export interface Offer<R extends object = any> {
  readonly source: string;
  readonly id: string;
  /** The document the row stands in. */
  readonly docId: string;
  readonly left: Decimal;
  readonly suggested: Decimal;
  readonly row: R;
}

/** A chosen row and how much of it is taken. */
export interface Taken<R extends object = any> extends Offer<R> {
  readonly qty: Decimal;
}

/** Who creates documents, when, and what was asked of all of them. */
export interface FromContext<I extends object = any> {
  readonly me: Me;
  readonly at: { readonly now: string; readonly today: string };
  readonly input: I;
}

interface Shape<T extends Entity, R extends object, F> {
  readonly sources: Readonly<Record<string, FromSource<any, R>>>;
  /** Facts the mapping needs besides the rows, read once for all of them. */
  readonly reads?: (taken: readonly Taken<R>[], find: Find, how: FromContext) => Promise<F>;
  /** Why a row cannot be taken, besides not being offered and not being left. */
  readonly refuses?: (taken: Taken<R>, facts: F, how: FromContext) => Refusal | null | undefined;
  /** Rows with the same values go into one document. */
  readonly groupBy: (taken: Taken<R>, facts: F, how: FromContext) => readonly unknown[];
  /** The document without its lines. */
  readonly head: (group: readonly Taken<R>[], facts: F, how: FromContext) => Draft<T>;
  /** The collection of its lines and one of them; without it the document is all that is created. */
  readonly lines?: readonly [collection: string, draft: (taken: Taken<R>, facts: F, how: FromContext) => Row];
  /** The action that adds rows to a document, and the values by which rows and the document go together; null while it takes any. */
  readonly adds?: readonly [action: keyof T["actions"] & string, keyOf: (doc: Doc<T>) => readonly unknown[] | null];
  /** The most rows one call takes; 1,000 unless given. */
  readonly most?: number;
  /** The field of the line that names the chosen row, by source: by it the documents of a row are found. */
  readonly links?: Readonly<Record<string, string>>;
  /** The refusal of more than is left; a sentence of the kernel unless given. */
  readonly over?: (taken: Taken<R>) => Refusal;
  /** The refusal of a row that is not offered; a sentence of the kernel unless given. */
  readonly notOffered?: (offer: Pick<Offer, "source" | "id">) => Refusal;
}

/** How documents of one entity are created from rows of others. */
export interface From<T extends Entity = any, R extends object = any, F = any> extends Shape<T, R, F> {
  readonly target: T;
  readonly action: string;
}

/** Declares once how documents are created from rows of others: the list of rows, the preview, the creating call and the chooser follow. */
export const from = <T extends Entity, R extends object, F = Record<never, never>>(
  target: T,
  action: keyof T["actions"] & string,
  shape: Shape<T, R, F>,
): From<T, R, F> => ({ target, action, ...shape });

/** The most rows that one call turns into documents. */
export const mostOf = ({ most = 1000 }: Pick<From, "most">): number => most;

/** The collection of an entity that holds lines of another. */
function collectionOf(above: Entity, line: Entity): string {
  const found = Object.entries(above.lines as Readonly<Record<string, Entity>>).find(([, entity]) => entity.name === line.name);
  if (!found) throw new Error(`${line.name} is no line of ${above.name}`);
  return found[0];
}

const collectionsOf = (path: readonly Entity[]): readonly string[] => path.slice(1).map((line, i) => collectionOf(path[i]!, line));

/** The documents that hold rows of these ids. */
export const holding = (path: readonly Entity[], ids: readonly string[]): Where =>
  collectionsOf(path).reduceRight<Where>((where, collection) => ({ [collection]: { some: where } }), { id: ids });

/** Every row of a document with what it stands in, by its id. */
export function rowsWithin(path: readonly Entity[], doc: Row): ReadonlyMap<string, readonly Row[]> {
  const found = collectionsOf(path).reduce<readonly (readonly Row[])[]>(
    (all, collection) => all.flatMap((along) => ((along.at(-1)![collection] ?? []) as readonly Row[]).map((row) => [...along, row])),
    [[doc]],
  );
  return new Map(found.map((along) => [String(along.at(-1)!["id"]), along]));
}

/** The row as it is offered, with the names behind its references. */
export function offerOf(name: string, of: FromSource, along: readonly Row[], beside: unknown): Offer {
  const docs = along as unknown as Along<any>;
  const left = of.left(docs, beside);
  const row = of.row(docs, left, beside) as Row;
  const named = Object.keys(row).flatMap((key) =>
    Object.values(companions(key)).flatMap((companion) => {
      const holder = along.findLast((doc) => companion in doc && doc[key] === row[key]);
      return holder && !(companion in row) ? [[companion, holder[companion]] as const] : [];
    }),
  );
  return {
    source: name,
    id: String(along.at(-1)!["id"]),
    docId: String(along[0]!["id"]),
    left,
    suggested: of.suggests?.(docs, left, beside) ?? left,
    row: { ...row, ...Object.fromEntries(named) },
  };
}

/** What is wrong with one chosen row. */
export interface RowRefusal {
  readonly source: string;
  readonly id: string;
  readonly refusal: Refusal;
}

/** One document that would be created. */
export interface FromGroup<R extends object = any> {
  readonly key: string;
  readonly taken: readonly Taken<R>[];
  readonly head: Row;
  /** As many as rows are taken, in their order. */
  readonly lines: readonly Row[];
}

export interface FromPlan<R extends object = any> {
  readonly groups: readonly FromGroup<R>[];
  readonly refusals: readonly RowRefusal[];
}

const overLeft = ({ qty, left }: Taken): Refusal =>
  isDecimal(qty) && !isZero(qty)
    ? refuse("FROM_OVER", `剩余${left}，本次${qty}`, `${left} left, ${qty} asked`, { data: { left, asked: qty } })
    : refuse("FROM_QTY", "数量须为不等于零的数字", "The quantity must be a number other than zero");

/** The documents that chosen rows become: which rows go together, and what stands in the way of a row. */
export function planned<R extends object, F>(of: From<any, R, F>, taken: readonly Taken<R>[], facts: F, how: FromContext): FromPlan<R> {
  const refusals = taken.flatMap((row): RowRefusal[] => {
    const refusal = isWithinLeft(row.qty, row.left) ? of.refuses?.(row, facts, how) : (of.over?.(row) ?? overLeft(row));
    return refusal ? [{ source: row.source, id: row.id, refusal }] : [];
  });
  const isRefused = new Set(refusals.map((refusal) => `${refusal.source}|${refusal.id}`));
  const good = taken.filter((row) => !isRefused.has(`${row.source}|${row.id}`));
  const groups = [...Map.groupBy(good, (row) => JSON.stringify(of.groupBy(row, facts, how)))].map(([key, own]): FromGroup<R> => ({
    key,
    taken: own,
    head: of.head(own, facts, how) as Row,
    lines: of.lines ? own.map((row) => of.lines![1](row, facts, how)) : [],
  }));
  return { groups, refusals };
}
