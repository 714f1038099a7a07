import { sum } from "./decimal.ts";
import type { Action, Doc, Entity, Where } from "./entity.ts";
import { code, payload, text, type Fields } from "./field.ts";
import { Book, type How, type Post } from "./ledger-book.ts";
import type { Ledger } from "./ledger.ts";
import type { PostingRow, Postings } from "./ledger-postings.ts";
import { refuse } from "./refusal.ts";
import { rule, run, set, type Effect, type Find, type Rule } from "./rule.ts";

type Row = Readonly<Record<string, any>> & { readonly id: string };

/** Where a ledger lives: the document that is locked while it is posted to, the owners in it, and the table of its postings. */
export interface LedgerHome<L extends Ledger = Ledger> {
  readonly ledger: L;
  readonly document: Entity;
  /** The collections that lead from the document to the owners; none where the document owns the buckets itself. */
  readonly path: readonly string[];
  readonly postings: Postings;
  /** Fields of the document: its organisation, its number, and the currency of its amounts. */
  readonly org: string;
  readonly num: string;
  readonly currency?: string;
  /** The documents whose balances are sums of postings; drafts and revisions carry copies. */
  readonly live?: Where;
  /** Whether the caps stop postings on this document. */
  readonly isCapped?: (doc: any) => boolean;
}

/** Declares where a ledger lives; a module names it in `ledgers`. */
export const ledgerHome = <L extends Ledger>(ledger: L, home: Omit<LedgerHome<L>, "ledger">): LedgerHome<L> => ({ ledger, ...home });

/** The owners of a document. */
export const ownersOf = (home: LedgerHome, doc: Row): readonly Row[] =>
  home.path.reduce<readonly Row[]>((rows, key) => rows.flatMap((row) => (row[key] ?? []) as readonly Row[]), [doc]);

/** A book over the owners of a document. */
export const bookOf = <L extends Ledger>(home: LedgerHome<L>, doc: Row, how: Partial<How> = {}): Book<L> =>
  new Book(home.ledger, ownersOf(home, doc), {
    orgId: doc[home.org] ?? null,
    currency: home.currency ? (doc[home.currency] ?? null) : null,
    context: doc,
    isCapped: home.isCapped?.(doc) ?? true,
    ...how,
  });

const keysOf = (posts: readonly Post[]): string[] => [...new Set(posts.flatMap((post) => post.key ?? []))];

/** What was posted before under the keys of some postings: one statement, whatever their number. */
export const knownPostings = async (home: LedgerHome, find: Find, posts: readonly Post[]): Promise<readonly PostingRow[]> => {
  const keys = keysOf(posts);
  return keys.length
    ? ((await find.where(home.postings, { ownerType: home.ledger.code, requestId: keys }, 50_000)) as unknown as readonly PostingRow[])
    : [];
};

const quiet = <const I extends Fields>(cn: string, en: string, button: string, input: I): Action<never, I> => ({
  label: [cn, en],
  button,
  who: "system",
  quiet: true,
  input,
});

/** The two quiet actions of a document with a ledger. */
export const ledgerActions = {
  doPost: quiet("过账", "Post", "btnSave", { postings: payload("过账", "Postings") }),
  doRebuild: quiet("重建计数", "Rebuild the counter", "btnRebuild", {
    ownerId: text("对象", "Owner", { max: 64 }),
    bucket: code("科目", "Bucket", { max: 30 }),
  }),
};

/** Posts on a document under its lock; documents are locked in the one order of all actions. */
export const postTo = <L extends Ledger>(home: LedgerHome<L>, docId: string, posts: readonly Post<L>[]): Effect =>
  run(home.document, docId, "doPost" as never, { postings: posts } as never);

/** The rule behind `doPost`; `also` says what follows from the postings besides balances and rows. */
export const postRule = <L extends Ledger, E extends Entity>(
  home: LedgerHome<L>,
  document: E,
  also: (doc: Doc<E>, book: Book<L>) => readonly Effect[] = () => [],
): Rule =>
  rule(document, "doPost" as never, {
    reads: async (_doc, find, input) => ({ known: await knownPostings(home, find, listOf(input)) }),
    decide: (doc, { known }, input, me, at) => {
      const book = bookOf(home, doc as unknown as Row, { known }).post(listOf(input) as readonly Post<L>[]);
      return [...book.effects(home.postings, me, at), ...also(doc as Doc<E>, book)];
    },
  });

const listOf = (input: unknown): readonly Post[] => {
  const { postings } = input as { readonly postings?: unknown };
  return Array.isArray(postings) ? (postings as readonly Post[]) : [];
};

interface Rebuilding {
  readonly ownerId: string;
  readonly bucket: string;
}

/** A row above the owners whose field is the sum of theirs, with that sum. */
function totalOf(home: LedgerHome, doc: Row, rowId: string, field: string): { readonly owner: Row; readonly patch: Row | object } | null {
  for (let depth = 1; depth < home.path.length; depth++) {
    const row = ownersOf({ ...home, path: home.path.slice(0, depth) }, doc).find((owner) => owner.id === rowId);
    if (row)
      return {
        owner: row,
        patch: { [field]: sum(ownersOf({ ...home, path: home.path.slice(depth) }, row).map((owner) => owner[field] ?? "0")) },
      };
  }
  return null;
}

/** The rule behind `doRebuild`: sets a balance to the sum of its postings, or the total of a row above to the sum of its owners' balances,
 *  under the document's lock. A document may have several ledgers. */
export const rebuildRule = (...homes: readonly [LedgerHome, ...LedgerHome[]]): Rule =>
  rule(homes[0].document, "doRebuild" as never, {
    reads: async (doc, find, input) => {
      const { ownerId, bucket } = input as unknown as Rebuilding;
      for (const home of homes) {
        const owner = ownersOf(home, doc as unknown as Row).find((row) => row.id === ownerId);
        const [field, , base] = (home.ledger.buckets as Readonly<Record<string, readonly [string | null, unknown, string?]>>)[bucket] ?? [];
        if (!field) continue;
        const above = owner ? null : totalOf(home, doc as unknown as Row, ownerId, field);
        if (above) return above;
        if (!owner) continue;
        const where = { ownerType: home.ledger.code, ownerId, bucket };
        const total = (of: string): Promise<string> => find.sum(home.postings, where, of);
        return { owner, patch: { [field]: await total("delta"), ...(base ? { [base]: await total("baseDelta") } : {}) } };
      }
      return null;
    },
    decide: (_doc, found) =>
      found
        ? set(found.owner, found.patch)
        : refuse("LEDGER_OWNER", "该数量不属于本单据的台账", "This balance is not in the ledger of the document"),
  });
