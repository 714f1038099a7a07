import { isZero } from "#kernel/decimal.ts";
import { bookOf, knownPostings, rebuildRule } from "#kernel/ledger-rule.ts";
import type { Post } from "#kernel/ledger-book.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { rule, set, type Decision } from "#kernel/rule.ts";
import { takenMeanwhile } from "../common.ts";
import { transactionHome } from "./home.ts";
import type { Info } from "./holds.ts";
import { transactionPosting } from "./posting.entity.ts";
import { transactionInfo } from "./transaction.entity.ts";
import { leastSigned } from "./transaction.ledger.ts";

const postsIn = (input: unknown): readonly Post[] => {
  const { postings } = input as { readonly postings?: unknown };
  return Array.isArray(postings) ? (postings as readonly Post[]) : [];
};

/** Why a transaction cannot be reconciled now. */
export const notReconcilable = (of: Pick<Info, "txnNo" | "holdFlag" | "provisionalFlag">): Refusal | null =>
  of.holdFlag === "Y" || of.provisionalFlag === "Y"
    ? refuse("RCN-004", `事务${of.txnNo ?? ""}已冻结或为暂估价`, `Transaction ${of.txnNo ?? ""} is on hold or has a provisional price`)
    : null;

/** A row without quantity is taken whole by one statement. */
function takenBy(doc: Info, posts: readonly Post[]): { readonly takenStmtId?: Info["takenStmtId"] } {
  if (!isZero(doc.qty)) return {};
  const last = posts.at(-1);
  if (!last || last.event === "CONSUME") return {};
  return { takenStmtId: last.event === "RESERVE" ? last.causeId : null };
}

/** What statements reserve, reconcile and give back, under the lock of the transaction. */
const post = rule(transactionInfo, "doPost", {
  reads: async (_, find, input) => ({ known: await knownPostings(transactionHome, find, postsIn(input)) }),
  decide: (doc, { known }, input, me, at): Decision => {
    const posts = postsIn(input).filter((posting) => !known.some((row) => row.requestId === posting.key));
    const isReserving = posts.some(({ event }) => event === "RESERVE");
    const barred = isReserving ? notReconcilable(doc) : null;
    if (barred) return barred;
    if (isReserving && (doc.status !== "APPROVED" || (isZero(doc.qty) && doc.takenStmtId))) return takenMeanwhile();
    const book = bookOf(transactionHome, doc, { known }).post(postsIn(input) as never);
    if (leastSigned({ ...doc, ...book.balances(doc.id) }).startsWith("-")) return [...book.refusals, takenMeanwhile()];
    return [...book.effects(transactionPosting, me, at), set(doc, takenBy(doc, posts))];
  },
});

/** A receipt whose reversal undid all of it is settled with it. */
const offset = rule(transactionInfo, "doSettleOffset", { decide: (doc) => set(doc, { reconStatus: "OFFSET" }) });

export const postRules = [post, offset, rebuildRule(transactionHome)];
