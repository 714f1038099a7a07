import { add, cmp, isZero, max, min, neg, sub, sum } from "#kernel/decimal.ts";
import { matrixFault, overCaps, shorts } from "#kernel/ledger.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { bucketFields, buckets, orderLedger, said, type Bucket, type BucketField } from "./buckets.ts";
import type { OrderPosting, PostingEvent } from "./posting.types.ts";
import { canNotice, canShip, eff, ful, isQuiet, maxOf, minOf, openOf, summed, taken, type StripLine, type StripRow } from "./quantities.ts";

export type OwnEvent = "E1" | "E2" | "E3" | "E3c" | "E3o" | "E4";
export type LedgerEvent = PostingEvent | OwnEvent;

/** A delivery row while it is posted to. */
export interface LedgerRow extends Record<BucketField, string> {
  readonly id: string;
  readonly scheduleNum: number;
  readonly confirmStatus: string;
}

export interface LedgerLine {
  readonly id: string;
  readonly lineNum: number;
  lineStatus: string;
  closeReason: string | null;
  readonly overTolerance: string | null;
  readonly underTolerance: string | null;
  readonly uomDecimals: number;
  readonly rows: readonly LedgerRow[];
}

interface Cause {
  readonly causeType: string;
  readonly causeId: string;
  readonly causeLineId: string;
}

/** One bucket of one row, how it moved and why. */
export interface Entry extends Cause {
  readonly rowId: string;
  readonly bucket: Bucket;
  readonly delta: string;
  readonly event: LedgerEvent;
}

/** After these a line that is short within its tolerance counts as delivered. */
const underEvents: readonly LedgerEvent[] = ["E9", "E11", "E12", "E13"];
/** After these a line with nothing open counts as delivered. */
const plainEvents: readonly LedgerEvent[] = ["E2", "E3o", "E6", "E8", "E19", ...underEvents];
const reopening: readonly LedgerEvent[] = ["E14", "E15"];

export const stripOf = (line: LedgerLine): StripLine => ({ ...line, ...summed(line.rows) });

const overReceived = (line: StripLine): Refusal =>
  said("PUR-3404", "收货后将超出最大可收数量{0}（当前{1}）", "Receipt would exceed the maximum {0} (now {1})", maxOf(line), taken(line));

/** Carries out postings on working copies of an order's lines: every rule of the ledger is asked here and nowhere else. */
export class Ledger {
  readonly #order: { readonly status: string };
  readonly #lines: readonly LedgerLine[];
  readonly #touched = new Map<LedgerLine, Set<LedgerEvent>>();
  readonly entries: Entry[] = [];
  readonly refusals: Refusal[] = [];

  constructor(order: { readonly status: string }, lines: readonly LedgerLine[]) {
    this.#order = order;
    this.#lines = lines;
  }

  get touched(): readonly LedgerLine[] {
    return [...this.#touched.keys()];
  }

  find(rowId: string): readonly [LedgerLine, LedgerRow] | null {
    for (const line of this.#lines) {
      const row = line.rows.find((ledgerRow) => ledgerRow.id === rowId);
      if (row) return [line, row];
    }
    return null;
  }

  /** One posting from outside; refused ones leave nothing behind. */
  post(posting: OrderPosting): this {
    const found = this.find(posting.deliveryId);
    if (!found) {
      this.refusals.push(refuse("PUR-0004", "单据不存在或无权查看", "Document does not exist or is not visible to you"));
      return this;
    }
    const [line, row] = found;
    const refusal = this.#refusal(line, row, posting);
    if (refusal) this.refusals.push(refusal);
    else this.move(line, row, posting.event, posting.deltas, posting);
    return this;
  }

  /** Moves columns of a row and remembers it; signs are those of the matrix. */
  move(line: LedgerLine, row: LedgerRow, event: LedgerEvent, deltas: Partial<Record<Bucket, string>>, cause: Cause): void {
    const fault = matrixFault(orderLedger, event, deltas);
    if (fault) throw new Error(fault);
    for (const bucket of buckets) {
      const delta = deltas[bucket];
      if (delta === undefined || isZero(delta)) continue;
      row[bucketFields[bucket]] = add(row[bucketFields[bucket]], delta);
      const { causeType, causeId, causeLineId } = cause;
      this.entries.push({ rowId: row.id, bucket, delta, event, causeType, causeId, causeLineId });
    }
    this.#touched.set(line, (this.#touched.get(line) ?? new Set()).add(event));
  }

  #refusal(line: LedgerLine, row: LedgerRow, { event, deltas }: OrderPosting): Refusal | null {
    const [short] = shorts(orderLedger, row, deltas);
    if (short) return short;
    const [over] = overCaps(orderLedger, row, [deltas]);
    if (over) return orderLedger.caps!["undone"]!.refuse(over, row, null);
    return this.#overCap(stripOf(line), row, event, deltas);
  }

  /** What would bring more onto a line or row than may come. */
  #overCap(line: StripLine, row: LedgerRow & StripRow, event: LedgerEvent, deltas: Partial<Record<Bucket, string>>): Refusal | null {
    const grown = (bucket: Bucket): string => deltas[bucket] ?? "0";
    if (event === "E5") {
      const may = canNotice(this.#order, line, row);
      if (cmp(grown("NTC"), may) > 0)
        return said("PUR-3101", "通知数量{0}超过可通知数量{1}", "Notice {0} exceeds {1} available", grown("NTC"), may);
    }
    if (event === "E7" || event === "E10") {
      const may = canShip(this.#order, line, row);
      if (cmp(grown("TRN"), may) > 0)
        return said("PUR-3301", "送货数量{0}超过可发数量{1}", "Ship quantity {0} exceeds {1} shippable", grown("TRN"), may);
    }
    if (event === "E13" || event === "E13i") {
      const may = canShip(this.#order, line, row);
      if (cmp(add(grown("RCV"), grown("INS")), may) > 0) return overReceived(line);
    }
    const more = sum([grown("RCV"), neg(grown("REV")), neg(grown("RTR")), grown("INS"), grown("TRN")]);
    if (cmp(more, "0") > 0 && cmp(add(taken(line), more), maxOf(line)) > 0) return overReceived(line);
    return null;
  }

  /** Ends or opens the lines that were posted to, as the events say; what tolerance gives up is posted too. */
  settle(cause: Cause): this {
    for (const [line, events] of [...this.#touched]) {
      const has = (some: readonly LedgerEvent[]): boolean => some.some((event) => events.has(event));
      const strip = stripOf(line);
      if (line.lineStatus === "OPEN") this.#complete(line, strip, has(underEvents), has(plainEvents), cause);
      else if (
        ["COMPLETED", "CLOSED"].includes(line.lineStatus) &&
        has(reopening) &&
        (cmp(openOf(strip), "0") > 0 || cmp(strip.inTransitQty, "0") > 0)
      )
        line.lineStatus = "OPEN";
    }
    return this;
  }

  #complete(line: LedgerLine, strip: StripLine, mayBeShort: boolean, mayBeFull: boolean, cause: Cause): void {
    if (!isQuiet(strip) || cmp(ful(strip), "0") <= 0) return;
    const open = openOf(strip);
    if (isZero(open)) {
      if (mayBeFull) line.lineStatus = "COMPLETED";
      return;
    }
    const isShortEnough = cmp(line.underTolerance ?? "0", "0") > 0 && cmp(ful(strip), minOf(strip)) >= 0;
    if (!mayBeShort || !isShortEnough) return;
    this.close(line, open, cause);
    line.lineStatus = "COMPLETED";
    line.closeReason = "UNDER_TOL";
  }

  /** A line whose state changes although none of its columns may have moved. */
  touch(line: LedgerLine): void {
    this.#touched.set(line, this.#touched.get(line) ?? new Set());
  }

  /** Gives up what is open on a line: on its rows from the latest back, each at most what it lacks; what is on notice goes too. */
  close(line: LedgerLine, qty: string, cause: Cause): void {
    let left = qty;
    for (const row of line.rows.toSorted((a, b) => b.scheduleNum - a.scheduleNum)) {
      const part = min(left, max("0", sub(eff(row), ful(row))));
      const notice = row.noticeOpenQty;
      if (isZero(part) && isZero(notice)) continue;
      this.move(line, row, "E3c", { CLS: part, NTC: neg(notice) }, cause);
      left = sub(left, part);
    }
  }

  /** Withdraws all that still counts on a line. */
  cancel(line: LedgerLine, cause: Cause): void {
    for (const row of line.rows) {
      const rest = eff(row);
      this.move(line, row, "E3", { CAN: rest, CFM: neg(min(row.confirmedQty, rest)), NTC: neg(row.noticeOpenQty) }, cause);
    }
  }

  /** Takes back what was given up at closing. */
  open(line: LedgerLine, cause: Cause): void {
    for (const row of line.rows) this.move(line, row, "E3o", { CLS: neg(row.closedQty) }, cause);
  }
}

interface StatusLine {
  readonly lineStatus: string;
  readonly rows: readonly { readonly confirmStatus: string }[];
}

/** The state of an order told from its lines; drafts, approvals and changes keep theirs. */
export function orderStatusOf(status: string, lines: readonly StatusLine[]): string {
  if (!["PUBLISHED", "CONFIRMED", "REFUSED", "COMPLETED", "CLOSED", "APPROVED"].includes(status)) return status;
  const open = lines.filter((line) => line.lineStatus === "OPEN");
  if (open.length === 0) {
    const has = (lineStatus: string): boolean => lines.some((line) => line.lineStatus === lineStatus);
    return has("COMPLETED") ? "COMPLETED" : has("CLOSED") ? "CLOSED" : "CANCELLED";
  }
  const isConfirmed = open.every((line) => line.rows.every((row) => row.confirmStatus === "CONFIRMED"));
  if (status === "COMPLETED" || status === "CLOSED") return isConfirmed ? "CONFIRMED" : "PUBLISHED";
  return status === "PUBLISHED" && isConfirmed ? "CONFIRMED" : status;
}
