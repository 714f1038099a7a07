import { abs, add, cmp, isZero, sub, sum } from "#kernel/decimal.ts";
import type { Doc } from "#kernel/entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { amounts, noAmounts, type Amounts } from "../common.ts";
import type { Info } from "../transaction/holds.ts";
import { adjustLines } from "./adjust.ts";
import { groupKey } from "./grouping.ts";
import { sliceOf } from "./slices.ts";
import type { accountStmt } from "./stmt.entity.ts";
import { sharesOf, totalOf } from "./totals.ts";

export type Stmt = Doc<typeof accountStmt>;
export type StmtRow = Stmt["transactions"][number];
export type StmtLine = Stmt["lines"][number];
export type StmtDetail = Stmt["details"][number];

/** A row as the statement will have it: its own, or one that is added. */
export interface Wanted {
  readonly id: string;
  readonly txnId: string;
  readonly qty: string;
  /** The row as it stands; none for one that is added. */
  readonly row: StmtRow | null;
}

/** What composing needs to know besides the statement. */
export interface ComposeFacts {
  readonly txns: ReadonlyMap<string, Info>;
  /** How often each transaction was cut, cancelled statements included. */
  readonly cuts: ReadonlyMap<string, number>;
  readonly digits: number;
  readonly taxLevel: string;
  readonly taxes: ReadonlyMap<string, string>;
}

export interface NextRow extends Amounts {
  readonly wanted: Wanted;
  readonly txn: Info;
  readonly key: string;
}

export interface NextLine extends Amounts {
  readonly groupKey: string;
  readonly lineNum: number;
  readonly lineKind: "GOODS" | "ADJUST";
  readonly qty: string;
  readonly taxRate: string;
  readonly taxPercent: string;
  readonly priceBasis: string;
  readonly price: string | null;
  readonly priceUnit: string | null;
  readonly roundShare: string;
  readonly slices: number;
  /** A transaction of the group, for what all of them share. */
  readonly of: Info | null;
  readonly text: string | null;
}

export interface Composed {
  readonly rows: readonly NextRow[];
  readonly lines: readonly NextLine[];
  readonly goods: Amounts;
  readonly adjust: Amounts;
}

const isReserved = (row: StmtRow | null): row is StmtRow => row?.lockState === "RESERVED" || row?.lockState === "CONSUMED";
/** A row that keeps its quantity keeps the amounts that were fixed when it was reserved. */
const isKept = ({ row, qty }: Wanted): boolean => isReserved(row) && cmp(row.qty, qty) === 0;

/** What is live of a transaction without what this row itself holds of it. */
function sliced(of: Info, { row }: Wanted, digits: number, qty: string): Amounts {
  const own = isReserved(row) ? row : { qty: "0", amountExcl: "0", taxAmount: "0" };
  return sliceOf(
    {
      ...of,
      liveQty: sub(add(of.reconciledQty, of.reservedQty), own.qty),
      liveExcl: sub(add(of.reconciledAmountEx, of.reservedAmountEx), own.amountExcl),
      liveTax: sub(add(of.reconciledTax, of.reservedTax), own.taxAmount),
    },
    qty,
    digits,
  );
}

/** More than is open, the wrong sign, or nothing of what has a quantity. */
export function quantityFault({ qty, row }: Wanted, of: Info): Refusal | null {
  const own = isReserved(row) ? row.qty : "0";
  const open = add(of.openQty, own);
  const isRight = isZero(of.qty)
    ? isZero(qty) && (!of.takenStmtId || isReserved(row))
    : !isZero(qty) && qty.startsWith("-") === of.qty.startsWith("-") && cmp(abs(qty), abs(open)) <= 0;
  return isRight
    ? null
    : refuse("RCN-003", `事务${of.txnNo ?? ""}可对账数量为${open}`, `Transaction ${of.txnNo ?? ""} has only ${open} left to reconcile`, {
        data: { txnId: of.id },
      });
}

function goodsLines(rows: readonly NextRow[], old: readonly StmtLine[], { cuts }: ComposeFacts): NextLine[] {
  const known = new Map(old.map((line) => [line.groupKey, line.lineNum]));
  let last = Math.max(0, ...old.map((line) => line.lineNum ?? 0));
  return [...Map.groupBy(rows, (row) => row.key)].map(([key, own]): NextLine => {
    const { txn } = own[0]!;
    return {
      ...totalOf(own),
      groupKey: key,
      lineNum: known.get(key) ?? ++last,
      lineKind: "GOODS",
      qty: sum(own.map((row) => row.wanted.qty)),
      taxRate: txn.taxRate,
      taxPercent: txn.taxPercent,
      priceBasis: txn.priceBasis,
      price: txn.price,
      priceUnit: txn.priceUnit,
      roundShare: "0",
      slices: own.reduce((all, row) => all + Math.max(1, cuts.get(row.txn.id) ?? 1), 0),
      of: txn,
      text: null,
    };
  });
}

function shared(lines: readonly NextLine[], { taxLevel, digits }: ComposeFacts): NextLine[] {
  if (taxLevel !== "DOC") return [...lines];
  const shares = new Map(sharesOf(lines, digits).map((share) => [share.lineNum, share]));
  return lines.map((line) => {
    const share = shares.get(line.lineNum);
    if (!share) return line;
    return { ...line, ...amounts(add(line.amountExcl, share.net), add(line.taxAmount, share.tax)), roundShare: share.tax };
  });
}

/** The statement that these rows and differences make: slices of posted amounts, lines by group, adjustments and totals. */
export function compose(doc: Stmt, wanted: readonly Wanted[], details: readonly StmtDetail[], facts: ComposeFacts): Composed {
  const rows = wanted.map((entry): NextRow => {
    const txn = facts.txns.get(entry.txnId)!;
    const fixed =
      entry.row && isKept(entry) ? amounts(entry.row.amountExcl, entry.row.taxAmount) : sliced(txn, entry, facts.digits, entry.qty);
    return { ...fixed, wanted: entry, txn, key: groupKey(txn) };
  });
  const goods = shared(goodsLines(rows, doc.lines, facts), facts);
  const adjusts = adjustLines(doc.lines, details, [...goods], facts);
  return {
    rows,
    lines: [...goods, ...adjusts],
    goods: goods.length ? totalOf(goods) : noAmounts,
    adjust: adjusts.length ? totalOf(adjusts) : noAmounts,
  };
}
