import type { Decimal } from "#kernel/decimal.ts";
import { postTo } from "#kernel/ledger-rule.ts";
import type { Effect, Find } from "#kernel/rule.ts";
import { advance } from "./advance.entity.ts";
import { advanceHome } from "./advance.home.ts";

export interface OpenAdvance {
  readonly advanceId: string;
  readonly applyNo: string | null;
  readonly balance: Decimal;
}

/** The advances of an order or a contract that have a balance, oldest first. */
export async function listOpenAdvances(
  find: Find,
  on: { readonly poHeaderId: string } | { readonly contractId: string },
): Promise<readonly OpenAdvance[]> {
  const rows = await find.where(advance, { ...on, status: ["PART_PAID", "PAID"], balance: { above: "0" } }, 1000);
  return rows.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map((row) => ({ advanceId: row.id, applyNo: row.applyNo, balance: row.balance }));
}

/** What an invoice or a payment does with an advance, under a key that counts once. A write-off takes what was reserved before. */
export interface AdvanceUse {
  readonly op: "RESERVE" | "RELEASE" | "WRITE_OFF" | "UNAPPLY";
  /** The row that uses it: the reversal of a write-off names it again and puts back its stored base value. */
  readonly use: string;
  readonly key: string;
  readonly amount: Decimal;
  readonly refType: string;
  readonly refId: string;
  readonly refNum: string | null;
}

const neg = (amount: Decimal): Decimal => (amount.startsWith("-") ? amount.slice(1) : `-${amount}`);

const deltasOf = ({ op, amount }: AdvanceUse) => {
  if (op === "RESERVE") return { RES: amount };
  if (op === "RELEASE") return { RES: neg(amount) };
  return op === "WRITE_OFF" ? { RES: neg(amount), OFF: amount } : { RES: amount, OFF: neg(amount) };
};

/** Reserves, releases, writes off and takes back parts of an advance, in the same transaction and under its lock; RCN-009 where less is left. */
export const postAdvance = (advanceId: string, uses: readonly AdvanceUse[]): Effect =>
  postTo(
    advanceHome,
    advanceId,
    uses.map((use) => ({
      owner: advanceId,
      event: use.op,
      deltas: deltasOf(use),
      causeType: use.refType,
      causeId: use.refId,
      causeLineId: use.use,
      causeNum: use.refNum,
      key: use.key,
    })),
  );
