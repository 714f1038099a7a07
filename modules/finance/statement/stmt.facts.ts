import type { Find } from "#kernel/rule.ts";
import { digitsOf, getProfile } from "#modules/base/index.ts";
import { taxPercents } from "#modules/price/index.ts";
import type { ComposeFacts, Stmt, Wanted } from "./compose.ts";
import { familiesOf } from "./pairs.ts";
import { stmtTransaction } from "./stmt-lines.entity.ts";

export interface StmtFacts extends ComposeFacts {
  readonly adjustLimit: string;
}

/** The rows of the statement as they stand. */
export const wantedOf = (doc: Stmt): Wanted[] => doc.transactions.map((row) => ({ id: row.id, txnId: row.txnId, qty: row.qty, row }));

/** Everything a statement is composed from, read once. */
export async function stmtFacts(
  find: Find,
  doc: Stmt,
  { rates = [], isLocked = false }: { readonly rates?: readonly (string | null | undefined)[]; readonly isLocked?: boolean } = {},
): Promise<StmtFacts> {
  const ids = doc.transactions.map((row) => row.txnId as string);
  const at = { orgId: doc.orgId };
  const taxRates = [...doc.lines, ...doc.details].flatMap(({ taxRate }) => taxRate ?? []);
  const [txns, cut, digits, level, limit, taxes] = await Promise.all([
    familiesOf(find, ids, isLocked),
    ids.length ? find.where(stmtTransaction, { txnId: ids }, 50_000) : [],
    digitsOf(find, doc.currency),
    getProfile(find, "RCN_TAX_LEVEL", at),
    getProfile(find, "RCN_ADJUST_LIMIT", at),
    taxPercents(find, [...new Set([...taxRates, ...rates.flatMap((rate) => rate ?? [])])]),
  ]);
  const isFixed = doc.stmtNo !== null && !["DRAFT", "REJECTED"].includes(doc.status);
  return {
    txns,
    cuts: new Map([...Map.groupBy(cut, (row) => row.txnId as string)].map(([id, rows]) => [id, rows.length])),
    digits,
    // Frozen once the statement was submitted.
    taxLevel: isFixed ? doc.taxLevel : level.value,
    taxes,
    adjustLimit: limit.value,
  };
}
