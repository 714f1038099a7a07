import { add, isZero, neg, sub } from "#kernel/decimal.ts";
import { postTo } from "#kernel/ledger-rule.ts";
import type { Post } from "#kernel/ledger-book.ts";
import type { Effect } from "#kernel/rule.ts";
import { postFinanceQty, type FinanceRow } from "#modules/delivery/index.ts";
import type { Amounts } from "../common.ts";
import { transactionHome } from "../transaction/home.ts";
import type { Info } from "../transaction/holds.ts";
import type { Stmt } from "./compose.ts";

type Step = "RESERVE" | "RELEASE" | "CONSUME" | "CANCEL";

/** One step of one row of a statement: so much of a transaction with its slice. */
export interface Taking extends Pick<Amounts, "amountExcl" | "taxAmount"> {
  readonly step: Step;
  readonly txn: Pick<Info, "id" | "sourceTransactionId">;
  readonly rowId: string;
  readonly qty: string;
}

const deltasOf = ({ step, qty, amountExcl, taxAmount }: Taking): Record<string, string> => {
  const up = { qty, amountExcl, taxAmount };
  const down = { qty: neg(qty), amountExcl: neg(amountExcl), taxAmount: neg(taxAmount) };
  const reserved = (of: typeof up) => ({ RES: of.qty, RESX: of.amountExcl, REST: of.taxAmount });
  const reconciled = (of: typeof up) => ({ REC: of.qty, RECX: of.amountExcl, RECT: of.taxAmount });
  if (step === "RESERVE") return reserved(up);
  if (step === "RELEASE") return reserved(down);
  if (step === "CANCEL") return reconciled(down);
  return { ...reserved(down), ...reconciled(up) };
};

const postOf = (doc: Stmt, taking: Taking): Post => ({
  owner: taking.txn.id,
  event: taking.step,
  deltas: deltasOf(taking),
  causeType: "SrmRcnAccountStmt",
  causeId: doc.id,
  causeLineId: taking.rowId,
  causeNum: doc.stmtNo,
});

/** What is posted back to purchasing: reservations count, and a reservation that becomes reconciled changes nothing. */
function financeRow(doc: Stmt, own: readonly Taking[]): FinanceRow[] {
  const source = own[0]!.txn.sourceTransactionId;
  if (!source) return [];
  const total = (value: (taking: Taking) => string): string =>
    own.reduce((all, taking) => {
      if (taking.step === "CONSUME") return all;
      return (taking.step === "RESERVE" ? add : sub)(all, value(taking));
    }, "0");
  const [statementDelta, statementAmountDelta] = [total(({ qty }) => qty), total((taking) => add(taking.amountExcl, taking.taxAmount))];
  return isZero(statementDelta) && isZero(statementAmountDelta)
    ? []
    : [{ transactionId: source, statementDelta, statementAmountDelta, refType: "SrmRcnAccountStmt", refId: doc.id }];
}

/** Posts steps of a statement on its transactions and on their sources, pairs in one call. */
export function takingEffects(doc: Stmt, takings: readonly Taking[]): Effect[] {
  const byTxn = [...Map.groupBy(takings, ({ txn }) => txn.id as string)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const rows = byTxn.flatMap(([, own]) => financeRow(doc, own));
  return [
    ...byTxn.map(([id, own]) => postTo(transactionHome, id, own.map((taking) => postOf(doc, taking)) as never)),
    ...(rows.length ? [postFinanceQty(rows)] : []),
  ];
}
