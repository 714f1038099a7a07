import { abs, add, cmp, isZero, sum } from "#kernel/decimal.ts";
import type { Doc } from "#kernel/entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { rule, run, type Effect } from "#kernel/rule.ts";
import { postOrder, storageTransaction, type OrderPosting } from "#modules/order/index.ts";

type Transaction = Doc<typeof storageTransaction>;

/** What finance has put into statements and invoices, or taken out, of one transaction. */
export interface FinanceRow {
  readonly transactionId: string;
  readonly statementDelta?: string;
  readonly invoiceDelta?: string;
  readonly statementAmountDelta?: string;
  readonly invoiceAmountDelta?: string;
  readonly paidDelta?: string;
  readonly refType: string;
  readonly refId: string;
}

/** The door of finance: all rows of one call count together, or none does. */
export const postFinanceQty = (rows: readonly FinanceRow[]): Effect =>
  run(storageTransaction, rows[0]?.transactionId ?? "", "doFinanceQty", { rows });

type After = Pick<
  Transaction,
  "id" | "qty" | "statementQty" | "invoicedQty" | "transactionNum" | "originTransactionId" | "transactionType"
>;

const outside = (of: After, net: string, reached: string): Refusal =>
  refuse(
    "PUR-3503",
    `交易[${of.transactionNum ?? ""}]可对账净数量${net}，本次将达到${reached}`,
    `Transaction ${of.transactionNum ?? ""}: net quantity ${net}, the call would bring it to ${reached}`,
  );

/** Quantities keep the sign of their transaction: no more invoiced than stated, no more stated than moved. */
function ownFault(after: After): Refusal[] {
  const isTurned = [after.statementQty, after.invoicedQty].some((qty) => !isZero(qty) && qty.startsWith("-") !== after.qty.startsWith("-"));
  const isOver = cmp(abs(after.invoicedQty), abs(after.statementQty)) > 0 || cmp(abs(after.statementQty), abs(after.qty)) > 0;
  return isTurned || isOver
    ? [outside(after, after.qty, isTurned || cmp(abs(after.statementQty), abs(after.qty)) > 0 ? after.statementQty : after.invoicedQty)]
    : [];
}

/** A receipt and what was reversed of it are one: the net of both stays between nothing and what is left. */
function pairFault(receipt: After, reversals: readonly After[]): Refusal[] {
  if (reversals.length === 0) return [];
  const pair = [receipt, ...reversals];
  const [net, stated, invoiced] = [
    sum(pair.map((after) => after.qty)),
    sum(pair.map((after) => after.statementQty)),
    sum(pair.map((after) => after.invoicedQty)),
  ];
  const isOver = cmp(stated, net) > 0 || cmp(invoiced, stated) > 0 || invoiced.startsWith("-") || stated.startsWith("-");
  return isOver ? [outside(receipt, net, cmp(stated, net) > 0 || stated.startsWith("-") ? stated : invoiced)] : [];
}

/** All that is wrong with a call, told from the figures after the whole of it. */
export function financeFaults(family: readonly After[], rows: readonly FinanceRow[]): Refusal[] {
  const deltaOf = (id: string, key: "statementDelta" | "invoiceDelta"): string =>
    sum(rows.filter((row) => row.transactionId === id).map((row) => row[key] ?? "0"));
  const after = family.map((row) => ({
    ...row,
    statementQty: add(row.statementQty, deltaOf(row.id, "statementDelta")),
    invoicedQty: add(row.invoicedQty, deltaOf(row.id, "invoiceDelta")),
  }));
  const named = after.filter((candidate) => rows.some((row) => row.transactionId === candidate.id));
  const heads = new Set(named.map((row) => (row.transactionType === "REVERSAL" ? (row.originTransactionId ?? row.id) : row.id)));
  return [
    ...named.flatMap(ownFault),
    ...[...heads].flatMap((id) => {
      const receipt = after.find((row) => row.id === id);
      const reversals = after.filter((row) => row.originTransactionId === id && row.transactionType === "REVERSAL");
      return receipt ? pairFault(receipt, reversals) : [];
    }),
  ];
}

const postings = (transaction: Transaction, row: FinanceRow): OrderPosting[] => {
  const cause = { deliveryId: transaction.orderDeliveryId, causeType: row.refType, causeId: row.refId, causeLineId: transaction.id };
  const of = (event: "E17" | "E18", deltas: OrderPosting["deltas"]): OrderPosting => ({ ...cause, event, deltas });
  return [
    ...(isZero(row.statementDelta ?? "0") ? [] : [of("E17", { STM: row.statementDelta! })]),
    ...(isZero(row.invoiceDelta ?? "0") ? [] : [of("E18", { INV: row.invoiceDelta! })]),
  ];
};

const financeQty = rule(storageTransaction, "doFinanceQty", {
  reads: async (doc, find, input) => {
    const ids = [...new Set(((input.rows ?? []) as readonly FinanceRow[]).map((row) => row.transactionId))];
    const named = await find.where(storageTransaction, { id: [...ids, doc.id] });
    const heads = named.map((row) => (row.transactionType === "REVERSAL" ? (row.originTransactionId ?? row.id) : row.id));
    const [origins, reversals] = await Promise.all([
      Promise.all([...new Set(heads)].map((id) => find.lock(storageTransaction, id))),
      find.where(storageTransaction, { originTransactionId: heads, transactionType: "REVERSAL" }),
    ]);
    return { family: [...new Map([...named, ...origins, ...reversals].map((row) => [row.id, row])).values()] };
  },
  decide(_, { family }, input) {
    const rows = (input.rows ?? []) as readonly FinanceRow[];
    const known = new Map(family.map((doc) => [doc.id, doc]));
    if (rows.some((row) => !known.has(row.transactionId)))
      return refuse("PUR-0004", "单据不存在或无权查看", "Document does not exist or is not visible to you");
    const wrong = financeFaults(family, rows);
    if (wrong.length) return wrong;
    const moved = rows.flatMap((row) =>
      postings(known.get(row.transactionId)!, row).map((posting) => ({ one: posting, orderId: known.get(row.transactionId)!.orderId })),
    );
    return [
      ...rows.map(({ transactionId, refType: _type, refId: _id, ...deltas }) =>
        run(storageTransaction, transactionId, "doFinance", deltas),
      ),
      ...[...Map.groupBy(moved, (row) => row.orderId)].map(([id, some]) =>
        postOrder(
          id,
          some.map((row) => row.one),
        ),
      ),
    ];
  },
});

/** What finance does with transactions, kept within what was received. */
export const financeQtyRules = [financeQty];
