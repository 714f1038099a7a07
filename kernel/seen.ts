import type { Action, Common, CommonKey, Entity, StateOf } from "./entity.ts";
import type { Fields, Id } from "./field.ts";
import type { Row } from "./page-document.ts";

type References<F> = {
  [K in keyof F & string]: F[K] extends { readonly $: infer T } ? ("$id" extends keyof NonNullable<T> ? K : never) : never;
}[keyof F & string];
type Base<K extends string> = K extends `${infer B}Id` ? B : K;
/** The names under which code and name travel beside each reference: supplierId → supplierCode, supplierName. */
export type CompanionKeys<F> = `${Base<References<F>>}${"Code" | "Name"}`;

/** A declared field, or one that every record has. */
export type FieldKey<E extends Entity> = (keyof E["fields"] & string) | CommonKey;

type Stamps = Pick<Common, "createdBy" | "creationDate" | "lastUpdatedBy" | "lastUpdateDate">;
type StampNames = `${"createdBy" | "lastUpdatedBy"}${"Code" | "Name"}`;

/** What travels beside the fields of a record. */
type Beside<E extends Entity> = {
  readonly [K in Exclude<CompanionKeys<E["fields"]> | StampNames, keyof E["fields"]>]?: string | null;
} & { readonly [K in keyof Stamps]?: string | null } & { readonly parentId?: string | null; readonly versionNum?: number } & {
  readonly [K in Exclude<"status", keyof E["fields"]>]?: StateOf<E> | null;
} & { readonly [note: `$${string}`]: unknown };

/** A stored record as a page receives it: fields, the code and name behind each reference, and its lines. What the reader may not see is missing or null. Of an entity known only at run time it is a plain row. */
export type Seen<E extends Entity> = string extends keyof E["fields"]
  ? Row
  : { readonly [K in keyof E["fields"]]?: E["fields"][K]["$"] | null } & Beside<E> & { readonly id: Id<E["name"]> } & {
        readonly [K in keyof E["lines"]]?: readonly Seen<E["lines"][K]>[];
      };

type InputOf<F extends Fields> = { readonly [K in keyof F]?: Sent<F[K]["$"]> | null };
/** A value on its way to the server: columns of a short list may be left out. */
type Sent<T> = T extends string
  ? T
  : T extends readonly (infer R)[]
    ? readonly Sent<R>[]
    : T extends object
      ? { readonly [K in keyof T]?: T[K] | null }
      : T;

/** The same record in a form: a new one has no id yet, nor have new lines. Names with $ are notes of the page that never leave it. */
export type Form<E extends Entity> = string extends keyof E["fields"]
  ? Row
  : InputOf<E["fields"]> &
      Beside<E> & { readonly id?: Id<E["name"]> } & { readonly [K in keyof E["lines"]]?: readonly Form<E["lines"][K]>[] };

/** The collections of lines of an entity, the lines of lines by both names: "lines", "lines.deliveries". */
export type LinePath<E extends Entity> = string extends keyof E["lines"]
  ? string
  : { [K in keyof E["lines"] & string]: K | `${K}.${LinePath<E["lines"][K]>}` }[keyof E["lines"] & string];
/** The entity of the lines at such a path. */
export type LineAt<E extends Entity, P extends string> = string extends keyof E["lines"]
  ? Entity
  : P extends keyof E["lines"]
    ? E["lines"][P]
    : P extends `${infer K}.${infer Rest}`
      ? K extends keyof E["lines"]
        ? LineAt<E["lines"][K], Rest>
        : Entity
      : Entity;

/** What a page may send beside the input of an action. */
interface Envelope {
  readonly id?: string | null;
  readonly ids?: readonly string[];
  readonly versionNum?: unknown;
  readonly reason?: string;
  readonly confirmed?: readonly string[];
}
type Asked<E extends Entity, A extends string> = A extends keyof E["actions"]
  ? E["actions"][A] extends Action<string, infer I>
    ? InputOf<I>
    : never
  : never;

/** The input of an action as a page gathers it. */
export type Given<E extends Entity, A extends string> = string extends keyof E["actions"] ? Row : Asked<E, A>;

/** What a page sends with an action: its input, and the documents it is about. */
export type Press<E extends Entity, A extends string> = string extends keyof E["actions"] ? Row : Envelope & Asked<E, A>;

/** What a page sends to save a record: changed fields, and lines whole or as changes. */
export type Save<E extends Entity> = string extends keyof E["fields"]
  ? Row
  : InputOf<E["fields"]> &
      Beside<E> & { readonly id?: Id<E["name"]> } & { readonly [K in keyof E["lines"]]?: SentLines<E["lines"][K]> } & {
        readonly confirmed?: readonly string[];
      };
type SentLines<L extends Entity> = readonly Form<L>[] | { readonly changed: readonly Form<L>[]; readonly removed?: readonly unknown[] };
