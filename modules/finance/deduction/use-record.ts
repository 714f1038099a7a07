import { add, isZero, type Decimal } from "#kernel/decimal.ts";
import type { ExplainedPosting } from "#kernel/ledger-postings.ts";
import type { Text } from "#kernel/text.ts";

/** What one document came to on a deduction or an advance, by bucket. */
export interface UsedBy {
  readonly key: string;
  readonly kind: Text;
  readonly num: string;
  readonly href: string | null;
  readonly at: string;
  readonly amounts: Readonly<Record<string, Decimal>>;
}

type Posting = Pick<ExplainedPosting, "causeType" | "causeKind" | "causeNum" | "causeHref" | "postedAt" | "delta">;

/** The documents behind postings with what each holds and took; one that let go of everything is left out. */
export function usedBy(postings: Readonly<Record<string, readonly Posting[]>>): readonly UsedBy[] {
  const found = new Map<string, UsedBy>();
  for (const [bucket, rows] of Object.entries(postings))
    for (const { causeType, causeKind, causeNum, causeHref, postedAt, delta } of rows) {
      const key = `${causeType} ${causeNum}`;
      const before = found.get(key) ?? { key, kind: causeKind, num: causeNum, href: causeHref, at: postedAt, amounts: {} };
      const amounts = { ...before.amounts, [bucket]: add(before.amounts[bucket] ?? "0", delta) };
      found.set(key, { ...before, at: postedAt > before.at ? postedAt : before.at, amounts });
    }
  return [...found.values()]
    .filter(({ amounts }) => Object.values(amounts).some((amount) => !isZero(amount)))
    .toSorted((a, b) => (a.at < b.at ? -1 : 1));
}
