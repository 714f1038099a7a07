import { add, cmp, neg, sub, sum, trim, type Decimal } from "./decimal.ts";
import type { Field } from "./field.ts";
import { refuse, type Refusal } from "./refusal.ts";
import type { Text } from "./text.ts";

/** Which way an event may move a bucket. */
export type Sign = "+" | "-" | "±";

/** A balance stored on the owner: the field that holds it, its declaration, and the field of its value in base currency where it has one.
 *  Without a field its movements are posted and no balance is stored: what people entered, from the day it counts. */
type Bucket = readonly [field: string | null, shape: Field<string, true>, base?: string];
type Buckets = Readonly<Record<string, Bucket>>;

/** The buckets an event moves, or the code of the event it reverses. */
type Moves<B extends string> = Readonly<Partial<Record<B, Sign>>> | string;

/** "a + b - c": fields of the owner, added and subtracted. */
type Sum = string;

/** How much of the owner is asked for and how much of the limit is left. */
export interface Over {
  readonly cap: string;
  readonly owner: string;
  readonly left: Decimal;
  readonly asked: Decimal;
}

type Values = object;

/** A limit: what raises `of` above `within` is refused, what lowers it never is. An empty limit limits nothing. */
interface Cap<B extends string> {
  readonly of: Sum;
  /** A sum of fields, or a limit worked out from the owner and what the caller knows of its document; null limits nothing. */
  readonly within: Sum | ((owner: any, context: any) => Decimal | null);
  /** Whether it applies to this owner; what the caller knows of its document comes second. A limit that always applies is also a constraint of the table. */
  readonly when?: (owner: any, context: any) => boolean;
  /** Postings that are not asked even where they raise the sum. */
  readonly exempts?: (deltas: Readonly<Partial<Record<B, Decimal>>>) => boolean;
  readonly refuse: (over: Over, owner: any, context: any) => Refusal;
}

/** A figure worked out from fields of the owner: its declaration, the sum, and a value it is never shown below. */
type Figure = readonly [shape: Field<string, true>, of: Sum, least?: Decimal];

interface Shape<Bs extends Buckets, F extends Readonly<Record<string, Figure>>, E extends string> {
  readonly buckets: Bs;
  readonly events: Readonly<Record<E, Moves<keyof Bs & string>>>;
  /** What each event is called. */
  readonly names: Readonly<Record<string, Text>>;
  readonly figures?: F;
  readonly caps?: Readonly<Record<string, Cap<keyof Bs & string>>>;
  /** The field of the owner that says how far it has come, and its value by the balances; undefined leaves it as it is. */
  readonly status?: readonly [field: string, of: (owner: any) => string | undefined];
  /** The refusal of a posting that would bring a bucket below zero; a sentence of the kernel unless said. */
  readonly short?: (bucket: keyof Bs & string, asked: Decimal, balance: Decimal) => Refusal;
}

type FieldOf<Bs extends Buckets> = { readonly [B in keyof Bs as Stored<Bs[B][0]>]: Bs[B][1] };
type Stored<F extends string | null> = F extends string ? F : never;
type BaseOf<Bs extends Buckets> = {
  readonly [B in keyof Bs as Bs[B] extends readonly [any, any, infer K extends string] ? K : never]: Field<string, true>;
};

/** Every movement of one kind of owner: which buckets it has, which event moves which of them, and how far. */
export interface Ledger<Bs extends Buckets = any, F extends Readonly<Record<string, Figure>> = any, E extends string = any> extends Shape<
  Bs,
  F,
  E
> {
  readonly code: string;
  readonly label: Text;
  /** The balances and figures as fields of the owner. */
  readonly fields: FieldOf<Bs> & BaseOf<Bs> & { readonly [K in keyof F]: F[K][0] };
  /** Limits that always apply, as constraints of the owner's table. */
  readonly holds: Readonly<Record<string, readonly [left: string, op: "<=", right: string]>>;
  /** The figures as computed fields of the owner. */
  readonly computes: { readonly [K in keyof F]: (owner: any) => Decimal };
  /** Each event's moves, reversals worked out. */
  readonly matrix: Readonly<Record<E, Readonly<Partial<Record<keyof Bs & string, Sign>>>>>;
}

export type BucketOf<L extends Ledger> = keyof L["buckets"] & string;
export type EventOf<L extends Ledger> = keyof L["matrix"] & string;
export type Deltas<L extends Ledger = Ledger> = Readonly<Partial<Record<BucketOf<L>, Decimal>>>;
/** The balances of an owner, by the fields that hold them. */
export type Balances<L extends Ledger> = { readonly [B in keyof L["buckets"] as Stored<L["buckets"][B][0]>]: Decimal };

const fieldOf = (owner: Values, field: string): unknown => (owner as Readonly<Record<string, unknown>>)[field];

const decimalIn = (owner: Values, field: string): Decimal => {
  const value = fieldOf(owner, field);
  return value === null || value === undefined || value === "" ? "0" : String(value);
};

/** The fields of a sum with their signs. */
export function termsOf(of: Sum): readonly (readonly [field: string, sign: 1 | -1])[] {
  const words = of.split(" ");
  const odd = words.find((word, i) => (i % 2 === 1) !== (word === "+" || word === "-"));
  if (words.length % 2 === 0 || odd !== undefined) throw new Error(`"${of}" is not a sum of fields`);
  return words.flatMap((word, i) => (i % 2 === 1 ? [] : [[word, words[i - 1] === "-" ? -1 : 1] as const]));
}

/** The value of a sum on an owner; an empty field counts as nothing. */
export const valueOf = (of: Sum, owner: Values): Decimal =>
  termsOf(of).reduce((value, [field, sign]) => (sign === 1 ? add : sub)(value, decimalIn(owner, field)), "0");

const figureOf =
  ([, of, least]: Figure) =>
  (owner: Values): Decimal => {
    const value = valueOf(of, owner);
    return least !== undefined && cmp(value, least) < 0 ? least : value;
  };

const opposite: Readonly<Record<Sign, Sign>> = { "+": "-", "-": "+", "±": "±" };

function matrixOf(code: string, { buckets, events, names }: Shape<Buckets, any, string>): Record<string, Partial<Record<string, Sign>>> {
  const movesOf = (event: string): Partial<Record<string, Sign>> => {
    const moves = events[event];
    if (moves === undefined) throw new Error(`${code}: no event is called ${event}`);
    if (typeof moves !== "string") return moves;
    return Object.fromEntries(Object.entries(movesOf(moves)).map(([bucket, sign]) => [bucket, opposite[sign!]]));
  };
  const matrix = Object.fromEntries(Object.keys(events).map((event) => [event, movesOf(event)]));
  for (const [event, moves] of Object.entries(matrix)) {
    if (!names[event]) throw new Error(`${code}: the event ${event} has no name`);
    const unknown = Object.keys(moves).find((bucket) => !(bucket in buckets));
    if (unknown) throw new Error(`${code}: ${event} moves ${unknown}, which is no bucket`);
  }
  return matrix;
}

const baseField = ({ label }: Field<string, true>): Field<string, true> =>
  ({ kind: "money", label: [`${label[0]}(本位币)`, `${label[1]} (base)`], optional: false, computed: true, initial: "0" }) as never;

/** Declares a ledger once: the owner's fields, its constraints, the checks of every posting, the nightly proof and the explanation of each figure follow. */
export function ledger<const Bs extends Buckets, const E extends string, const F extends Readonly<Record<string, Figure>> = {}>(
  code: string,
  cn: string,
  en: string,
  shape: Shape<Bs, F, E>,
): Ledger<Bs, F, E> {
  const figures = Object.entries(shape.figures ?? {}) as [string, Figure][];
  const buckets = Object.values(shape.buckets) as Bucket[];
  return {
    ...shape,
    code,
    label: [cn, en],
    fields: Object.fromEntries([
      ...buckets.flatMap(([field, own, base]) =>
        field === null ? [] : [[field, own] as const, ...(base ? [[base, baseField(own)] as const] : [])],
      ),
      ...figures.map(([key, [own]]) => [key, own] as const),
    ]) as never,
    holds: Object.fromEntries(
      Object.entries(shape.caps ?? {}).flatMap(([name, cap]) =>
        cap.when || cap.exempts || typeof cap.within !== "string"
          ? []
          : [[`within${name[0]!.toUpperCase()}${name.slice(1)}`, [cap.of, "<=", cap.within] as const]],
      ),
    ),
    computes: Object.fromEntries(figures.map(([key, figure]) => [key, figureOf(figure)])) as never,
    matrix: matrixOf(code, shape as never) as never,
  };
}

/** A balance is never below zero unless its field says nothing of a least value. */
const isSigned = (of: Ledger, bucket: string): boolean => (of.buckets as Buckets)[bucket]![1].least === undefined;

/** Why a movement of an owner's buckets is against the matrix: a mistake of the program, never of a person. */
export function matrixFault(of: Ledger, event: string, deltas: Deltas): string | null {
  const moves = (of.matrix as Record<string, Partial<Record<string, Sign>>>)[event];
  if (!moves) return `${of.code} has no event ${event}`;
  for (const [bucket, delta] of Object.entries(deltas) as [string, Decimal][]) {
    if (cmp(delta, "0") === 0) continue;
    const sign = moves[bucket];
    if (!sign || (sign !== "±" && (sign === "-") !== delta.startsWith("-")))
      return `${of.code}: ${event} does not move ${bucket} by ${delta}`;
  }
  return null;
}

const shortOf = (of: Ledger, bucket: string, asked: Decimal, balance: Decimal): Refusal => {
  const own = of.short?.(bucket, asked, balance);
  if (own) return own;
  const [cn, en] = (of.buckets as Buckets)[bucket]![1].label;
  return refuse(
    "LEDGER_SHORT",
    `${cn}仅有${trim(balance)}，不足${trim(asked)}`,
    `${en} is ${trim(balance)}; ${trim(asked)} cannot be taken from it`,
  );
};

/** The buckets that deltas would bring below zero. */
export const shorts = (of: Ledger, owner: Values, deltas: Deltas): readonly Refusal[] =>
  (Object.entries(deltas) as [string, Decimal][]).flatMap(([bucket, delta]) => {
    const field = (of.buckets as Buckets)[bucket]![0];
    if (field === null) return [];
    const balance = decimalIn(owner, field);
    const isShort = !isSigned(of, bucket) && delta.startsWith("-") && add(balance, delta).startsWith("-");
    return isShort ? [shortOf(of, bucket, neg(delta), balance)] : [];
  });

/** By how much deltas raise a sum of fields. */
const raisedBy = (of: Ledger, total: Sum, deltas: Deltas): Decimal => {
  const byField = Object.fromEntries(
    (Object.entries(deltas) as [string, Decimal][]).map(([bucket, delta]) => [(of.buckets as Buckets)[bucket]![0] ?? "", delta]),
  );
  return valueOf(total, byField);
};

/** The limit of an owner; null where there is none. */
function limitOf({ within }: Cap<string>, owner: Values, context: unknown): Decimal | null {
  if (typeof within !== "string") return within(owner, context);
  return termsOf(within).some(([field]) => (fieldOf(owner, field) ?? null) !== null) ? valueOf(within, owner) : null;
}

/** The caps that postings together would pass on an owner: what lowers counts for what raises, and nothing that only lowers is stopped. */
export function overCaps(
  of: Ledger,
  owner: Values & { readonly id: string },
  posts: readonly Deltas[],
  context?: unknown,
): readonly Over[] {
  return (Object.entries(of.caps ?? {}) as [string, Cap<string>][]).flatMap(([name, cap]): Over[] => {
    const limit = cap.when && !cap.when(owner, context) ? null : limitOf(cap, owner, context);
    if (limit === null) return [];
    const asked = sum(
      posts.map((deltas) => {
        const more = raisedBy(of, cap.of, deltas);
        return cap.exempts?.(deltas) && cmp(more, "0") > 0 ? "0" : more;
      }),
    );
    const left = sub(limit, valueOf(cap.of, owner));
    return cmp(asked, "0") > 0 && cmp(asked, left) > 0 ? [{ cap: name, owner: owner.id, left, asked }] : [];
  });
}

/** An owner's balances with deltas added, by field. */
export function movedBy<L extends Ledger>(of: L, owner: Values, deltas: readonly Deltas<L>[]): Balances<L> {
  return Object.fromEntries(
    (Object.entries(of.buckets) as [string, Bucket][]).flatMap(([bucket, [field]]) =>
      field === null ? [] : [[field, add(decimalIn(owner, field), sum(deltas.map((delta) => delta[bucket as BucketOf<L>] ?? "0")))]],
    ),
  ) as Balances<L>;
}
