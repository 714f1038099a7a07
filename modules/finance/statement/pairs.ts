import { abs, add, cmp, isZero, sum } from "#kernel/decimal.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import type { Find } from "#kernel/rule.ts";
import type { Info } from "../transaction/holds.ts";
import { transactionInfo } from "../transaction/transaction.entity.ts";
import type { Wanted } from "./compose.ts";

/** The receipt a transaction belongs to as a pair: what it undoes, else itself. */
const headOf = (of: Pick<Info, "id" | "txnType" | "reversedTxnId">): string =>
  of.txnType === "REVERSAL" && of.reversedTxnId ? of.reversedTxnId : of.id;

/** The transactions of some ids with the receipts they undo and the reversals that undo them: two statements, whatever their number. Locked they are what slices may be cut from. */
export async function familiesOf(find: Find, ids: readonly string[], isLocked = false): Promise<ReadonlyMap<string, Info>> {
  if (ids.length === 0) return new Map();
  const named = await find.where(transactionInfo, { id: [...new Set(ids)] }, 50_000);
  const heads = [...new Set(named.map(headOf))];
  const kin = await find.where(
    transactionInfo,
    { any: [{ id: heads }, { reversedTxnId: heads, txnType: "REVERSAL" }], status: "APPROVED" },
    50_000,
  );
  const all = [...new Map([...named, ...kin].map((of) => [of.id as string, of])).values()];
  if (!isLocked) return new Map(all.map((of) => [of.id as string, of]));
  const locked = await Promise.all(
    all
      .map((of) => of.id as string)
      .toSorted()
      .map((id) => find.lock(transactionInfo, id)),
  );
  return new Map(locked.map((of) => [of.id as string, of]));
}

/** Pairs of a receipt and its reversals; a receipt that nothing undid is none. */
export const pairsIn = (txns: ReadonlyMap<string, Info>): readonly (readonly Info[])[] =>
  [...Map.groupBy(txns.values(), headOf).values()].filter((family) => family.some(({ txnType }) => txnType === "REVERSAL"));

const isOpen = (of: Info): boolean => of.reconStatus !== "NA" && !isZero(of.openQty);

/** The partners that pairs of the statement still lack, each with its whole open quantity. */
export function partnersOf(wanted: readonly Wanted[], txns: ReadonlyMap<string, Info>, newId: () => string): Wanted[] {
  const here = new Set(wanted.map(({ txnId }) => txnId));
  return pairsIn(txns)
    .filter((pair) => pair.some(({ id }) => here.has(id)))
    .flatMap((pair) => pair.filter((of) => !here.has(of.id) && isOpen(of)))
    .map((of) => ({ id: newId(), txnId: of.id, qty: of.openQty, row: null }));
}

const torn = (a: Info, b: Info): Refusal =>
  refuse(
    "RCN-029",
    `事务${a.txnNo ?? ""}与其冲销${b.txnNo ?? ""}须在同一对账单`,
    `Transaction ${a.txnNo ?? ""} and its reversal ${b.txnNo ?? ""} must be in entry statement`,
  );

const ownOf = ({ row }: Wanted): string => (row?.lockState === "RESERVED" ? row.qty : "0");

/** A receipt and its reversals stand in one statement, each with its whole open quantity. */
export function pairFaults(wanted: readonly Wanted[], txns: ReadonlyMap<string, Info>): Refusal[] {
  const byTxn = new Map(wanted.map((entry) => [entry.txnId, entry]));
  return pairsIn(txns).flatMap((pair): Refusal[] => {
    const here = pair.filter(({ id }) => byTxn.has(id));
    if (here.length === 0) return [];
    const receipt = pair.find(({ txnType }) => txnType !== "REVERSAL") ?? pair[0]!;
    const reversal = pair.find(({ txnType }) => txnType === "REVERSAL")!;
    const missing = pair.some((of) => !byTxn.has(of.id) && isOpen(of));
    const isCut = here.some((of) => {
      const entry = byTxn.get(of.id)!;
      return cmp(abs(entry.qty), abs(add(of.openQty, ownOf(entry)))) !== 0;
    });
    return missing || isCut ? [torn(receipt, reversal)] : [];
  });
}

/** The transactions of pairs that undo each other whole. */
export const offsetIds = (txns: ReadonlyMap<string, Info>): readonly string[] =>
  pairsIn(txns).flatMap((pair) => (isZero(sum(pair.map((of) => of.qty))) ? pair.map((of) => of.id as string) : []));
