import { abs, cmp } from "#kernel/decimal.ts";
import { add, drop, set, type Effect } from "#kernel/rule.ts";
import type { Composed, NextLine, NextRow, Stmt, StmtDetail, StmtLine } from "./compose.ts";
import type { StmtFacts } from "./stmt.facts.ts";

const lineFields = (line: NextLine, old: StmtLine | undefined, disputed: ReadonlySet<number>, settled: ReadonlySet<number>) => ({
  lineNum: line.lineNum,
  lineKind: line.lineKind,
  groupKey: line.groupKey,
  poHeaderId: line.of?.poHeaderId ?? null,
  poLineId: line.of?.poLineId ?? null,
  itemId: line.of?.itemId ?? null,
  itemDesc: line.text ?? line.of?.itemDesc ?? null,
  uom: line.lineKind === "GOODS" ? (line.of?.uom ?? null) : null,
  qty: line.qty,
  price: line.price,
  priceUnit: line.priceUnit,
  priceBasis: line.priceBasis,
  taxRate: line.taxRate,
  taxPercent: line.taxPercent,
  amountExcl: line.amountExcl,
  taxAmount: line.taxAmount,
  amountIncl: line.amountIncl,
  roundShare: line.roundShare,
  lineStatus: disputed.has(line.lineNum) ? "DISPUTED" : settled.has(line.lineNum) ? "SETTLED" : "OK",
  supplierQty: old?.supplierQty ?? null,
  supplierPrice: old?.supplierPrice ?? null,
});

const rowFields = ({ wanted, txn, amountExcl, taxAmount, amountIncl }: NextRow, lineId: string, disputed: boolean, lockState: string) => ({
  txnId: wanted.txnId,
  lineId,
  txnType: txn.txnType,
  receiveNo: txn.receiveNo,
  deliveryNoteNo: txn.deliveryNoteNo,
  itemId: txn.itemId,
  itemDesc: txn.itemDesc,
  uom: txn.uom,
  qty: wanted.qty,
  price: txn.price,
  priceUnit: txn.priceUnit,
  priceBasis: txn.priceBasis,
  taxRate: txn.taxRate,
  taxPercent: txn.taxPercent,
  amountExcl,
  taxAmount,
  amountIncl,
  disputeFlag: disputed ? "Y" : "N",
  lockState,
});

const numbersOf = (details: readonly StmtDetail[], status: string): ReadonlySet<number> =>
  new Set(details.flatMap((detail) => (detail.detailStatus === status && detail.lineNum !== null ? [detail.lineNum] : [])));

/** Writes the statement as it was composed: rows, lines that keep their ids, and totals. */
export function written(
  doc: Stmt,
  next: Composed,
  details: readonly StmtDetail[],
  facts: StmtFacts,
  lockOf: (row: NextRow) => string,
  newId: () => string,
): Effect[] {
  const oldLines = new Map(doc.lines.map((line) => [line.groupKey, line]));
  const ids = new Map(next.lines.map((line) => [line.groupKey, (oldLines.get(line.groupKey)?.id as string | undefined) ?? newId()]));
  const [disputed, settled] = [numbersOf(details, "OPEN"), numbersOf(details, "SETTLED")];
  const numOf = new Map(next.lines.map((line) => [line.groupKey, line.lineNum]));
  const lines = next.lines.map((line): Effect => {
    const old = oldLines.get(line.groupKey);
    const fields = lineFields(line, old, disputed, settled);
    return old ? set(old, fields as never) : add(doc, "lines", { ...fields, id: ids.get(line.groupKey)! });
  });
  const rows = next.rows.map((row): Effect => {
    const fields = rowFields(row, ids.get(row.key)!, disputed.has(numOf.get(row.key)!), lockOf(row));
    return row.wanted.row ? set(row.wanted.row, fields as never) : add(doc, "transactions", { ...fields, id: row.wanted.id });
  });
  const isHere = new Set(next.rows.map(({ wanted }) => wanted.id));
  return [
    ...lines,
    ...rows,
    ...doc.lines.filter((line) => !ids.has(line.groupKey)).map((line) => drop(line)),
    ...doc.transactions.filter((row) => !isHere.has(row.id)).map((row) => drop(row)),
    set(doc, headOf(next, facts)),
  ];
}

/** Totals and days of the head. */
function headOf({ rows, goods, adjust }: Composed, { taxLevel, adjustLimit }: StmtFacts) {
  const days = rows.map(({ txn }) => txn.txnDate).toSorted();
  const periods = rows.map(({ txn }) => txn.periodId).toSorted();
  const first = rows[0]?.txn;
  return {
    taxLevel,
    goodsEx: goods.amountExcl,
    goodsTax: goods.taxAmount,
    adjustEx: adjust.amountExcl,
    adjustTax: adjust.taxAmount,
    adjustOverFlag: cmp(abs(adjust.amountIncl), adjustLimit) > 0 ? ("Y" as const) : ("N" as const),
    dateFrom: days[0] ?? null,
    dateTo: days.at(-1) ?? null,
    ...(periods.length ? { periodId: periods.at(-1)! } : {}),
    ...(first ? { buyerId: rows.find(({ txn }) => txn.buyerId)?.txn.buyerId ?? null } : {}),
  };
}
