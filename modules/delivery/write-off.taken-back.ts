import { add, cmp } from "#kernel/decimal.ts";
import { set, type Effect, type Find } from "#kernel/rule.ts";
import { storageTransaction } from "#modules/order/index.ts";
import type { OriginFacts } from "./write-off.origin.ts";
import type { UndoneLine } from "./write-off.posting.ts";

/** How much of each posted return was taken back before, by its transaction. */
export type TakenBack = ReadonlyMap<string, string>;

/** Reads it for all lines of the returns, of whatever order they are. */
export async function takenBackBefore(find: Find, { returns }: Pick<OriginFacts, "returns">): Promise<TakenBack> {
  const ids = returns.flatMap((writeOff) => writeOff.lines.flatMap((line) => (line.newTransactionId as string | null) ?? []));
  const posted = ids.length
    ? await find.where(storageTransaction, { originTransactionId: ids, transactionType: "RETURN_REV" }, 20_000)
    : [];
  return summed(posted.map((doc) => [doc.originTransactionId ?? "", doc.qty]));
}

const summed = (parts: readonly (readonly [id: string, qty: string])[], from: TakenBack = new Map()): Map<string, string> => {
  const sums = new Map(from);
  for (const [id, qty] of parts) sums.set(id, add(sums.get(id) ?? "0", qty));
  return sums;
};

/** Returns of which nothing is left once these lines are posted: there is nothing for the supplier to confirm any more. */
export function endedReturns({ returns }: Pick<OriginFacts, "returns">, before: TakenBack, lines: readonly UndoneLine[]): Effect[] {
  const after = summed(
    lines.map((line) => [line.origin?.id ?? "", line.line.qty]),
    before,
  );
  const ended = returns.filter((writeOff) =>
    writeOff.lines.every((line) => cmp(after.get(line.newTransactionId ?? "") ?? "0", line.qty) >= 0),
  );
  return ended.map((writeOff) => set(writeOff, { takenBackFlag: "Y" }));
}
