import { secretPattern, secretPrefix } from "./secret-ref.ts";
import type { Text } from "./text.ts";

/** What a field holds. The kind decides column, check, cell, editor, Excel format and print alike. */
export type Kind =
  | "text"
  | "longtext"
  | "richtext"
  | "code"
  | "int"
  | "qty"
  | "price"
  | "money"
  | "rate"
  | "percent"
  | "date"
  | "datetime"
  | "month"
  | "year"
  | "yn"
  | "pick"
  | "picks"
  | "ref"
  | "refs"
  | "files"
  | "rows"
  | "snapshot"
  | "payload"
  | "secret";

export type Format = "email" | "phone" | "url" | "account" | "creditCode" | "ip" | "zone" | "route";

/** A reference to a document of the named entity; the brand is optional so that plain strings pass at the edges. */
export type Id<N extends string = string> = string & { readonly $id?: N };
export type YN = "Y" | "N";

/** What a field of attachments says beyond its formats and its number of files (`max`). */
interface FileOptions {
  /** Bytes a file may have; 2147483648 unless said. */
  readonly maxSize?: number;
  /** Suppliers never see these files. */
  readonly visibleTo?: "INTERNAL_ONLY";
  /** Reader, time and company are printed across every page of a preview. */
  readonly watermark?: true;
  /** No file without a word about it. */
  readonly descRequired?: true;
}

/** One field of an entity. `$` exists only for the compiler; at run time a field is plain data. */
export interface Field<T = unknown, Computed extends boolean = boolean> extends FileOptions {
  readonly $: T;
  readonly kind: Kind;
  readonly label: Text;
  readonly optional: boolean;
  /** Written by the server only: totals, stamps, counters. A caller may send it back unchanged, never changed. */
  readonly computed: Computed;
  readonly target?: string;
  readonly lookup?: string;
  readonly rows?: Fields;
  readonly max?: number;
  readonly least?: string;
  readonly most?: string;
  readonly scale?: number;
  readonly format?: Format;
  readonly pattern?: string;
  /** A code that is kept letter by letter as it came: an id, which is another one in capitals. */
  readonly exact?: true;
  /** What is said of a value that does not fit the pattern. */
  readonly patternText?: Text;
  readonly initial?: string | number | null;
  /** What a new document begins with where its page knows it. A reference that has to be chosen begins with the only record offered, unless said. */
  readonly begins?: Begins;
  /** "create": may be set only when the row is made. */
  readonly fixed?: "create";
  /** Stored for the server's use, shown as its last four characters or not at all. */
  readonly hidden?: "last4" | "all";
  /** Shown in English readers' place of this field (the other half of a bilingual pair). */
  readonly english?: string;
  /** A text that was filled with the name of the record this reference leads to: English readers see that record's own name where it stands here in Chinese. */
  readonly repeats?: string;
  readonly hint?: Text;
  /**
   * The reference leads to a row that agrees with this one: what its field there (left) holds, the field here (right) holds. Pickers offer no other; saving refuses others.
   * Of several fields here the first says whether it is asked about, and any of them may agree.
   */
  readonly within?: Within;
  /** The record named here goes with the one that another field names (of this row, else of the document above it), as a module judges it (`fits` of a module). Asked when either is chosen anew, and of everything when the document is submitted. */
  readonly fits?: readonly [fit: string, of: string];
  /** What becomes of the reference when the record it names is merged into another; asked for where records can be. */
  readonly merging?: Merging;
  /** Which rows may be chosen, in the words of a filter: the picker offers no others, saving refuses others. What was chosen before stays, until the document is submitted. */
  readonly pick?: Readonly<Record<string, unknown>>;
  /** A reference that may be chosen beyond the rows its chooser sees: the rules of the document say who may. */
  readonly judged?: true;
  /** A list of references that names none (null) means every one: a search for one of them finds the row too. */
  readonly noneIsAll?: true;
  /** Money and price: the field of the same row that names the currency. */
  readonly currency?: string;
  /** A quantity counted in another unit than those beside it: the field of the same row that names it. */
  readonly unit?: string;
  /** Formatted text: the field of the same row whose attachments may stand in it as pictures. */
  readonly pictures?: string;
  /** A limit stands for itself: no list adds it up. */
  readonly adds?: false;
  /** How many rows name this one, of those the reader sees: counted when it is read, agreeing with `whereUsed`; never sorted, searched or added up by. */
  readonly uses?: true;
  readonly was?: string;
  readonly width?: number;
  readonly formats?: readonly string[];
  /** Shown only to those who hold the button for sensitive fields. */
  readonly sensitive?: 1;
  /** Shown to our own people only where they hold this button; suppliers see what their list of fields says. */
  readonly seenWith?: string;
  /** Never leaves in an export. */
  readonly stays?: true;
  /** Among the filters of every list of its entity, or of none, whatever the lists say. */
  readonly searchable?: boolean;
}

/**
 * What becomes of a reference when the record it names is merged into another one. "carry": it names that one from then on.
 * "keep": it is history and stays as it was written. "follow": it repeats what the document above or beside it names.
 * "own": it is a part of the merged record itself, whose own rule says what becomes of it.
 */
export type Merging = "carry" | "keep" | "follow" | "own";

export type Fields = Readonly<Record<string, Field>>;

/** By field there: the field here, or several of which one agrees. */
export type Within = Readonly<Record<string, string | readonly string[]>>;
/** Each field there with those here; the first is the one it belongs to. */
export const tiesOf = (within: Within): readonly (readonly [there: string, here: readonly string[]])[] =>
  Object.entries(within).map(([there, here]) => [there, [here].flat()]);

/** The writer, the day, the only record that stands so (`where`) or agrees with fields of the document (`like`: there, here), or what a field of another chosen record says. */
export type Begins =
  | "me"
  | "today"
  | { readonly where: Readonly<Record<string, unknown>> }
  | { readonly like: Readonly<Record<string, string>> }
  | { readonly of: string; readonly field: string };

interface Options {
  readonly optional?: true;
  readonly computed?: true;
  readonly max?: number;
  readonly least?: string | number;
  readonly most?: string | number;
  readonly scale?: number;
  readonly format?: Format;
  readonly pattern?: string;
  readonly initial?: string | number | null;
  readonly begins?: Begins;
  readonly fixed?: "create";
  readonly hidden?: "last4" | "all";
  readonly repeats?: string;
  readonly hint?: Text;
  readonly within?: Within;
  readonly fits?: readonly [fit: string, of: string];
  readonly merging?: Merging;
  readonly pick?: Readonly<Record<string, unknown>>;
  readonly judged?: true;
  readonly noneIsAll?: true;
  readonly currency?: string;
  readonly unit?: string;
  readonly pictures?: string;
  readonly adds?: false;
  readonly uses?: true;
  readonly was?: string;
  readonly width?: number;
  readonly formats?: readonly string[];
}

type Value<T, O> = O extends { readonly optional: true } ? T | null : T;
type Made<T, O> = Field<Value<T, O>, O extends { readonly computed: true } ? true : false>;

function make<T, O extends Options>(kind: Kind, cn: string, en: string, options: O | undefined, more: Partial<Field> = {}): Made<T, O> {
  const { optional, computed, least, most, ...rest } = options ?? ({} as O);
  const field = {
    kind,
    label: [cn, en] as const,
    optional: optional ?? false,
    computed: computed ?? false,
    ...(least === undefined ? {} : { least: String(least) }),
    ...(most === undefined ? {} : { most: String(most) }),
    ...rest,
    ...more,
  };
  return field as unknown as Made<T, O>;
}

const maker =
  <T, Own = {}>(kind: Kind) =>
  <const O extends Options & Own = {} & Own>(cn: string, en: string, options?: O): Made<T, O> =>
    make<T, O>(kind, cn, en, options);

export const text = maker<string>("text");
export const longtext = maker<string>("longtext");
export const richtext = maker<string>("richtext");
export const code = maker<string>("code");
/** The id of a row whose entity another field names, or of a thing in another system; a reference to a known entity is a `ref`. */
export const anyId = <const O extends Options = {}>(cn: string, en: string, options?: O): Made<string, O> =>
  make<string, O>("code", cn, en, options, { exact: true });
export const int = maker<number>("int");
export const qty = maker<string>("qty");
export const price = maker<string>("price");
export const money = maker<string>("money");
export const rate = maker<string>("rate");
export const percent = maker<string>("percent");
export const date = maker<string>("date");
export const datetime = maker<string>("datetime");
export const month = maker<string>("month");
export const year = maker<string>("year");
export const yn = maker<YN>("yn");
export const secret = maker<string>("secret");
/** The name of an environment variable that holds a secret of this purpose; no other variable can be named. */
export const secretRef = <const O extends Options = {}>(purpose: string, cn: string, en: string, options?: O): Made<string, O> =>
  make<string, O>("text", cn, en, options, {
    max: 100,
    pattern: secretPattern(purpose),
    patternText: [`须以 ${secretPrefix(purpose)} 开头`, `must begin with ${secretPrefix(purpose)}`],
    hint: [
      `服务器上以 ${secretPrefix(purpose)} 开头的环境变量名；密钥本身不存入系统`,
      `The name of a server variable that begins with ${secretPrefix(purpose)}; the secret itself is not stored`,
    ],
  });
/** Attachment ids, a comma-separated list on the wire. */
export const files = maker<string, FileOptions>("files");
/** A frozen copy of another thing, written by the server. */
export const snapshot = maker<Readonly<Record<string, unknown>>>("snapshot");
/** What an outside world or a configuration said, kept as it came. */
export const payload = maker<any>("payload");

/** One value of a lookup type. */
export const pick = <const O extends Options = {}>(cn: string, en: string, lookup: string, options?: O): Made<string, O> =>
  make<string, O>("pick", cn, en, options, { lookup });

/** Several values of a lookup type. */
export const picks = <const O extends Options = {}>(cn: string, en: string, lookup: string, options?: O): Made<readonly string[], O> =>
  make<readonly string[], O>("picks", cn, en, options, { lookup });

/** A reference by entity name: no import, no circle; names are bound and checked at start. */
export const ref = <const N extends string, const O extends Options = {}>(target: N, cn: string, en: string, options?: O): Made<Id<N>, O> =>
  make<Id<N>, O>("ref", cn, en, options, { target });

export const refs = <const N extends string, const O extends Options = {}>(
  target: N,
  cn: string,
  en: string,
  options?: O,
): Made<readonly Id<N>[], O> => make<readonly Id<N>[], O>("refs", cn, en, options, { target });

/** A short typed list that lives inside one column. */
export const rows = <const R extends Fields, const O extends Options = {}>(
  cn: string,
  en: string,
  of: R,
  options?: O,
): Made<readonly { readonly [K in keyof R]: R[K]["$"] }[], O> => make("rows", cn, en, options, { rows: of }) as never;

/** A Chinese field and its English half as one word; readers see the half of their language, editors both. */
export function bilingual<const K extends string, const O extends Options = {}>(
  key: K,
  cn: string,
  en: string,
  options?: O,
): { readonly [P in K]: Made<string, O> } & { readonly [P in `${K}En`]: Field<string | null, false> } {
  const own = make<string, O>("text", cn, en, options, { english: `${key}En` });
  const english = make<string, { optional: true }>("text", `${cn}（英文）`, `${en} (English)`, {
    ...(options as Options | undefined),
    optional: true,
  });
  return { [key]: own, [`${key}En`]: english } as never;
}

/** Digits after the point that a decimal kind keeps. */
export const scaleOf = (field: Pick<Field, "kind" | "scale">): number | undefined =>
  field.scale ?? ({ qty: 6, price: 8, money: 2, rate: 8, percent: 4 } as Partial<Record<Kind, number>>)[field.kind];

export const isDecimalKind = (kind: Kind): boolean =>
  kind === "qty" || kind === "price" || kind === "money" || kind === "rate" || kind === "percent";

export const isJsonKind = (kind: Kind): boolean =>
  kind === "picks" || kind === "refs" || kind === "rows" || kind === "snapshot" || kind === "payload";
