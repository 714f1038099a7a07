import { neg, sum, type Decimal } from "#kernel/decimal.ts";
import type { Post } from "#kernel/ledger-book.ts";
import { bookOf, knownPostings, rebuildRule } from "#kernel/ledger-rule.ts";
import { rule, type Decision, type Effect, type Find, type Moment } from "#kernel/rule.ts";
import { postContractExec } from "#modules/contracts/index.ts";
import { offsetPosting } from "../deduction/offset-posting.entity.ts";
import { advance } from "./advance.entity.ts";
import type { Advance } from "./advance.facts.ts";
import { advanceHome } from "./advance.home.ts";
import { baseOfUse, type advanceLedger } from "./advance.ledger.ts";
import { stageUse } from "./stage-use.ts";

type Posting = Post<typeof advanceLedger>;

const postingsIn = (input: { readonly postings?: unknown }): readonly Posting[] =>
  Array.isArray(input.postings) ? (input.postings as readonly Posting[]) : [];

/** The bucket whose base value follows from what is left, by the event that fills it. */
const uses: Readonly<Record<string, "OFF" | "OUT" | "COL">> = { WRITE_OFF: "OFF", CARRY_OUT: "OUT", COLLECT: "COL" };
/** The bucket that a reversal empties again, by what was stored. */
const reversals: Readonly<Record<string, "OFF" | "COL">> = { UNAPPLY: "OFF", UNCOLLECT: "COL" };

interface StoredPosting {
  readonly bucket: string;
  readonly baseDelta: Decimal | null;
  readonly causeLineId: string;
}

/** What was posted for the uses that are reversed: their stored base value is put back, never computed anew. */
const storedFor = async (doc: Advance, find: Find, posts: readonly Posting[]): Promise<readonly StoredPosting[]> => {
  const lines = posts.filter((post) => post.event in reversals).map((post) => post.causeLineId ?? post.causeId);
  if (lines.length === 0) return [];
  const where = { ownerType: advanceHome.ledger.code, ownerId: doc.id, causeLineId: [...new Set(lines)] };
  return (await find.where(offsetPosting, where, 5000)) as unknown as readonly StoredPosting[];
};

function withBase(post: Posting, owner: Advance, stored: readonly StoredPosting[]): Posting {
  if (post.base) return post;
  const used = uses[post.event];
  if (used) return { ...post, base: { [used]: baseOfUse(owner, post.deltas[used] ?? "0") } };
  const undone = reversals[post.event];
  if (!undone) return post;
  const rows = stored.filter((row) => row.bucket === undone && row.causeLineId === (post.causeLineId ?? post.causeId));
  return { ...post, base: { [undone]: neg(sum(rows.map((row) => row.baseDelta ?? "0"))) } };
}

/** What the contract of an advance hears of its money: what was paid and what came back, on its stage and in its total. */
function followed(doc: Advance, post: Posting, at: Moment): Effect[] {
  if (!doc.contractId) return [];
  const of = (bucket: "PAID" | "IN" | "OUT" | "COL"): Decimal => {
    const delta = post.deltas[bucket] ?? "0";
    return delta.startsWith("-") ? delta.slice(1) : delta;
  };
  const paid = (amount: Decimal): Effect =>
    postContractExec(doc.contractId!, {
      rows: [{ paidAmount: amount }],
      ...{ refType: advance.name, refId: doc.id, refNum: doc.applyNo, key: null },
    });
  switch (post.event) {
    case "PAY":
      return [...stageUse(doc, ["CONFIRM"], of("PAID"), at), paid(of("PAID"))];
    case "UNPAY":
      return [...stageUse(doc, ["UNCONFIRM"], of("PAID"), at), paid(neg(of("PAID")))];
    case "CARRY_IN":
      return [...stageUse(doc, ["CONFIRM"], of("IN"), at), paid(of("IN"))];
    case "CARRY_OUT":
      return [...stageUse(doc, ["UNCONFIRM", "RELEASE"], of("OUT"), at), paid(neg(of("OUT")))];
    case "COLLECT":
      return [...stageUse(doc, ["UNCONFIRM", "RELEASE"], of("COL"), at), paid(neg(of("COL")))];
    case "UNCOLLECT":
      return [...stageUse(doc, ["RESERVE", "CONFIRM"], of("COL"), at), paid(of("COL"))];
    default:
      return [];
  }
}

const post = rule(advance, "doPost", {
  reads: async (doc, find, input) => {
    const posts = postingsIn(input);
    const [known, stored] = await Promise.all([knownPostings(advanceHome, find, posts), storedFor(doc, find, posts)]);
    return { known, stored };
  },
  decide: (doc, { known, stored }, input, me, at): Decision => {
    const book = bookOf(advanceHome, doc, { known });
    const isKnown = (key: string | undefined): boolean => key !== undefined && known.some((row) => row.requestId === key);
    const posts = postingsIn(input);
    for (const posting of posts) book.post([withBase(posting, book.owner(doc.id) as unknown as Advance, stored)]);
    return [
      ...book.effects(offsetPosting, me, at),
      ...posts.filter((posting) => !isKnown(posting.key)).flatMap((posting) => followed(doc, posting, at)),
    ];
  },
});

export const advancePostRules = [post, rebuildRule(advanceHome)];
