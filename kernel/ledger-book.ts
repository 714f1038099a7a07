import { add, cmp, isZero, mul, neg, round, type Decimal } from "./decimal.ts";
import type { Me } from "./entity.ts";
import { matrixFault, movedBy, overCaps, shorts, type Balances, type BucketOf, type Deltas, type EventOf, type Ledger } from "./ledger.ts";
import type { PostingRow, Postings } from "./ledger-postings.ts";
import { refuse, type Refusal } from "./refusal.ts";
import { make, set, type Effect, type Moment } from "./rule.ts";

/** The document that causes a posting. */
export interface Cause {
  readonly causeType: string;
  readonly causeId: string;
  readonly causeLineId?: string | null;
  readonly causeNum?: string | null;
}

/** One movement of one owner: what an event adds to which buckets, and why. */
export interface Post<L extends Ledger = Ledger> extends Cause {
  readonly owner: string;
  readonly event: EventOf<L>;
  readonly deltas: Deltas<L>;
  /** One of the document's currency in base currency, for buckets that are kept in both. */
  readonly rate?: Decimal;
  /** The same movement in base currency where it is known exactly: a reversal takes back what was posted, whatever the rate is now. */
  readonly base?: Deltas<L>;
  /** Whether it asks the caps; an owner's caps are asked when any of its postings does. */
  readonly isCapped?: boolean;
  /** Posted twice under one key it counts once; without a key every posting counts. */
  readonly key?: string;
}

type Owner = Readonly<Record<string, unknown>> & { readonly id: string };

interface Entry extends Cause {
  readonly owner: string;
  readonly bucket: string;
  readonly delta: Decimal;
  readonly baseDelta: Decimal | null;
  readonly event: string;
  readonly key: string | null;
}

export interface How {
  readonly orgId: string | null;
  readonly currency?: string | null;
  /** What the caps' conditions are asked about besides the owner: its document. */
  readonly context?: unknown;
  /** Whether caps are asked at all; giving back never asks them. */
  readonly isCapped?: boolean;
  /** Postings that were made before under the keys of these. */
  readonly known?: readonly PostingRow[];
}

const sameEntry = (entry: Entry): string =>
  [entry.owner, entry.bucket, entry.event, entry.causeLineId ?? entry.causeId, entry.key ?? ""].join("|");

const usedKey = (key: string): Refusal =>
  refuse("LEDGER_KEY", `请求号${key}已用于另一笔过账`, `Request key ${key} was used for another posting`);

/** What makes up for postings, to the last digit of both currencies. */
export function reversalOf<L extends Ledger>(
  of: L,
  rows: readonly PostingRow[],
  event: EventOf<L>,
  cause: Cause & { readonly key?: string },
): Post<L>[] {
  return [...Map.groupBy(rows, (row) => row.ownerId)].map(([owner, own]) => {
    const total = (value: (row: PostingRow) => Decimal): Record<string, Decimal> => {
      const sums: Record<string, Decimal> = {};
      for (const row of own) sums[row.bucket] = add(sums[row.bucket] ?? "0", neg(value(row)));
      return sums;
    };
    const base = Object.values(of.buckets as Record<string, readonly unknown[]>).some((bucket) => bucket[2]);
    return {
      ...cause,
      owner,
      event,
      deltas: total((row) => row.delta) as Deltas<L>,
      ...(base ? { base: total((row) => row.baseDelta ?? "0") as Deltas<L> } : {}),
    };
  });
}

/** Working copies of owners while postings are made on them. Every check is asked here; refused postings leave nothing behind. */
export class Book<L extends Ledger = Ledger> {
  readonly #ledger: L;
  readonly #how: How;
  readonly #before: ReadonlyMap<string, Owner>;
  readonly #after: Map<string, Owner>;
  readonly #posts: Post<L>[] = [];
  readonly #entries: Entry[] = [];
  readonly #refusals: Refusal[] = [];

  constructor(of: L, owners: readonly Owner[], how: How) {
    this.#ledger = of;
    this.#how = how;
    this.#before = new Map(owners.map((owner) => [owner.id, owner]));
    this.#after = new Map(this.#before);
  }

  /** An owner as the postings leave it. */
  owner(id: string): Owner {
    const found = this.#after.get(id);
    if (!found) throw new Error(`${this.#ledger.code}: ${id} is none of the owners of this document`);
    return found;
  }

  /** The balances of an owner as the postings leave them, by field. */
  balances(id: string): Balances<L> {
    return movedBy(this.#ledger, this.owner(id), []);
  }

  post(posts: readonly Post<L>[]): this {
    for (const post of posts) {
      const fault = matrixFault(this.#ledger, post.event, post.deltas);
      if (fault) throw new Error(fault);
      if (!this.#isKnown(post)) this.#move(post);
    }
    return this;
  }

  /** Movements whose balances are written with something else: rows that are added, changed or removed as a whole. */
  record(posts: readonly Post<L>[]): this {
    for (const post of posts) {
      const fault = matrixFault(this.#ledger, post.event, post.deltas);
      if (fault) throw new Error(fault);
      this.#enter(post);
    }
    return this;
  }

  /** Whether it was posted before under its key; another movement under the same key is refused. */
  #isKnown(post: Post<L>): boolean {
    const known = post.key ? (this.#how.known ?? []).filter((row) => row.requestId === post.key && row.ownerId === post.owner) : [];
    if (known.length === 0) return false;
    const same = Object.entries(post.deltas as Record<string, Decimal>).every(([bucket, delta]) => {
      const posted = known.filter((row) => row.bucket === bucket && row.eventCode === post.event);
      return (
        cmp(
          posted.reduce((total, row) => add(total, row.delta), "0"),
          delta,
        ) === 0
      );
    });
    if (!same) this.#refusals.push(usedKey(post.key!));
    return true;
  }

  #move(post: Post<L>): void {
    const owner = this.owner(post.owner);
    const refused = shorts(this.#ledger, owner, post.deltas);
    if (refused.length) return void this.#refusals.push(...refused);
    const base: Record<string, Decimal> = {};
    for (const { bucket, baseDelta } of this.#enter(post)) {
      const field = this.#ledger.buckets[bucket]![2] as string | undefined;
      if (field) base[field] = add(String(owner[field] ?? "0"), baseDelta!);
    }
    this.#posts.push(post);
    const moved = { ...owner, ...movedBy(this.#ledger, owner, [post.deltas]), ...base };
    const figures = Object.entries(this.#ledger.computes as Record<string, (owner: object) => Decimal>);
    this.#after.set(post.owner, { ...moved, ...Object.fromEntries(figures.map(([key, of]) => [key, of(moved)])) });
  }

  #enter(post: Post<L>): Entry[] {
    const { owner, event, deltas, base, rate, causeType, causeId, causeLineId = null, causeNum = null, key = null } = post;
    const entries = Object.entries(deltas as Record<string, Decimal>).flatMap(([bucket, delta]): Entry[] => {
      if (isZero(delta)) return [];
      const inBase = this.#ledger.buckets[bucket]![2] as string | undefined;
      const baseDelta = inBase ? (base?.[bucket as BucketOf<L>] ?? round(mul(delta, rate ?? "1"), 2)) : null;
      return [{ owner, bucket, delta, baseDelta, event, causeType, causeId, causeLineId, causeNum, key }];
    });
    this.#entries.push(...entries);
    return entries;
  }

  /** Everything that stands against the postings: what falls short, and the caps they pass together. */
  get refusals(): readonly Refusal[] {
    const { caps = {} } = this.#ledger;
    const { isCapped = true, context } = this.#how;
    if (!isCapped || Object.keys(caps).length === 0) return this.#refusals;
    const byOwner = Map.groupBy(this.#posts, (post) => post.owner);
    const over = [...byOwner].flatMap(([id, posts]) => {
      if (posts.every((post) => post.isCapped === false)) return [];
      const owner = this.#before.get(id)!;
      return overCaps(
        this.#ledger,
        owner,
        posts.map((post) => post.deltas),
        context,
      ).map((overCap) => caps[overCap.cap]!.refuse(overCap, owner, context));
    });
    return [...this.#refusals, ...over];
  }

  /** An owner as the postings leave it, with its status. */
  settled(id: string): Owner {
    const { status } = this.#ledger;
    const after = this.owner(id);
    const next = this.#moved.has(id) ? status?.[1](after) : undefined;
    return next === undefined ? after : { ...after, [status![0]]: next };
  }

  /** The changed balances and status of the owners. */
  get changes(): readonly Effect[] {
    const status = this.#ledger.status?.[0];
    return [...this.#moved].map((id) => {
      const [before, after] = [this.#before.get(id)!, this.settled(id)];
      const fields = Object.keys(after).filter((field) => after[field] !== before[field] || field === status);
      return set(before, Object.fromEntries(fields.map((field) => [field, after[field]])));
    });
  }

  get #moved(): ReadonlySet<string> {
    return new Set(this.#posts.map((post) => post.owner));
  }

  /** Everything a rule returns of the book: what stands against it, else balances and postings. */
  effects(postings: Postings, me: Pick<Me, "userId">, at: Moment): readonly (Refusal | Effect)[] {
    const { refusals } = this;
    return refusals.length ? refusals : [...this.changes, ...this.rows(postings, me, at)];
  }

  /** The postings as rows, movements of one bucket for one cause together in one. */
  rows(postings: Postings, me: Pick<Me, "userId">, at: Moment): readonly Effect[] {
    const requestId = at.newId();
    return [...Map.groupBy(this.#entries, sameEntry).values()].flatMap((same) => {
      const { owner, bucket, event, causeType, causeId, causeLineId, causeNum, key, baseDelta } = same[0]!;
      const delta = same.reduce((total, entry) => add(total, entry.delta), "0");
      const inBase = baseDelta === null ? {} : { baseDelta: same.reduce((total, entry) => add(total, entry.baseDelta ?? "0"), "0") };
      if (isZero(delta)) return [];
      return [
        make(postings, at.newId(), {
          ownerType: this.#ledger.code,
          ownerId: owner,
          orgId: this.#how.orgId ?? "",
          bucket,
          delta,
          ...inBase,
          eventCode: event,
          causeType,
          causeId,
          causeLineId: causeLineId ?? causeId,
          causeNum: causeNum ?? null,
          requestId: key ?? requestId,
          postedAt: at.now,
          postedBy: me.userId,
          ...(this.#how.currency ? { currency: this.#how.currency } : {}),
        } as never),
      ];
    });
  }
}
