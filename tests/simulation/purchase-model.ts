/** What an order of one line should do, written from the words of the business alone: whole pieces, cents, nothing of the product's own code. */

export interface Buckets {
  ord: number;
  can: number;
  cls: number;
  trn: number;
  rcv: number;
  rej: number;
  rev: number;
  rtr: number;
  rtf: number;
}

export interface Note {
  readonly id: string;
  readonly lineId: string;
  readonly row: number;
  readonly qty: number;
  arrived: number;
  closed: number;
  transit: number;
  status: "SHIPPED" | "PARTIAL" | "RECEIVED" | "CLOSED" | "CANCELLED";
}

interface Money {
  readonly excl: number;
  readonly tax: number;
}

export interface Return {
  readonly transactionId: string;
  readonly receipt: Receipt;
  readonly kind: "RETURN_REPLACE" | "RETURN_REFUND";
  readonly qty: number;
  readonly money: Money;
  undone: number;
}

export interface Receipt {
  readonly id: string;
  readonly lineId: string;
  readonly note: Note;
  readonly accepted: number;
  readonly rejected: number;
  undone: number;
  undoneRejected: number;
  /** What was booked back so far, as posted. */
  back: Money;
}

/** Half away from zero. */
const half = (numerator: number, denominator: number): number => {
  const sign = numerator < 0 ? -1 : 1;
  return sign * Math.floor((Math.abs(numerator) * 2 + denominator) / (denominator * 2));
};

const blank = (ord: number): Buckets => ({ ord, can: 0, cls: 0, trn: 0, rcv: 0, rej: 0, rev: 0, rtr: 0, rtf: 0 });

/** One order line with its schedules, notes, receipts and the requisition behind it. */
export class Line {
  readonly rows: Buckets[];
  readonly notes: Note[] = [];
  readonly receipts: Receipt[] = [];
  readonly returns: Return[] = [];
  status: "OPEN" | "COMPLETED" | "CLOSED" | "CANCELLED" = "OPEN";
  /** Pieces of the requisition: ordered from it, given up, and back on the shelf of open demand. */
  need: { ordered: number; cancelled: number; open: number; released: number };
  booked: Money = { excl: 0, tax: 0 };
  /** Thousandths of the currency for one piece. */
  readonly price: number;

  constructor(rows: readonly number[], price: number) {
    this.rows = rows.map(blank);
    this.price = price;
    this.need = { ordered: rows.reduce((a, b) => a + b, 0), cancelled: 0, open: 0, released: 0 };
  }

  sum = (of: (row: Buckets) => number): number => this.rows.reduce((all, row) => all + of(row), 0);
  effOf = (row: Buckets): number => row.ord - row.can - row.cls;
  fulOf = (row: Buckets): number => row.rcv - row.rev - row.rtr;
  get eff(): number {
    return this.sum(this.effOf);
  }
  get ful(): number {
    return this.sum(this.fulOf);
  }
  get trn(): number {
    return this.sum((row) => row.trn);
  }
  get open(): number {
    return Math.max(0, this.eff - this.ful);
  }
  /** Five in a hundred more, rounded down to a whole piece. */
  get max(): number {
    return Math.floor((this.eff * 105) / 100);
  }
  /** Two in a hundred less, rounded up, of what was not cancelled. */
  get min(): number {
    return Math.ceil((this.sum((row) => row.ord - row.can) * 98) / 100);
  }

  canShip(row: Buckets): number {
    if (this.status !== "OPEN") return 0;
    const line = Math.max(0, this.max - this.ful - this.trn);
    return Math.min(line, Math.max(0, this.effOf(row) - this.fulOf(row) - row.trn + (this.max - this.eff)));
  }

  amount(pieces: number): Money {
    const excl = half(pieces * this.price, 10);
    return { excl, tax: half(excl * 13, 100) };
  }
  #book(money: Money): Money {
    this.booked = { excl: this.booked.excl + money.excl, tax: this.booked.tax + money.tax };
    return money;
  }

  /** What is given up goes from the last schedule forward, each at most what it still lacks. */
  #giveUp(pieces: number): void {
    let left = pieces;
    for (const row of [...this.rows].reverse()) {
      const part = Math.min(left, Math.max(0, this.effOf(row) - this.fulOf(row)));
      row.cls += part;
      left -= part;
    }
  }

  #burn(pieces: number): void {
    this.need = { ...this.need, ordered: this.need.ordered - pieces, cancelled: this.need.cancelled + pieces };
  }
  #release(pieces: number): void {
    const { need } = this;
    this.need = { ...need, ordered: need.ordered - pieces, open: need.open + pieces, released: need.released + pieces };
  }

  /** Nothing open and nothing on the way ends a line; a small shortfall ends it too, but only when goods came or a note was given up. */
  #settle(mayFallShort: boolean): void {
    if (this.status !== "OPEN" || this.trn > 0 || this.ful <= 0) return;
    if (this.open === 0) this.status = "COMPLETED";
    else if (mayFallShort && this.ful >= this.min) {
      const rest = this.open;
      this.#giveUp(rest);
      this.#burn(rest);
      this.status = "COMPLETED";
    }
  }

  #wake(): void {
    if ((this.status === "COMPLETED" || this.status === "CLOSED") && (this.open > 0 || this.trn > 0)) this.status = "OPEN";
  }

  ship(row: number, qty: number, id: string, lineId: string): string | null {
    if (this.status !== "OPEN") return "*";
    if (qty > this.canShip(this.rows[row]!)) return "PUR-3301";
    this.rows[row]!.trn += qty;
    this.notes.push({ id, lineId, row, qty, arrived: 0, closed: 0, transit: qty, status: "SHIPPED" });
    return null;
  }

  cancelNote(note: Note): string | null {
    if (note.status !== "SHIPPED" || note.arrived > 0) return "*";
    this.rows[note.row]!.trn -= note.transit;
    note.transit = 0;
    note.status = "CANCELLED";
    this.#settle(false);
    return null;
  }

  closeNote(note: Note): string | null {
    if (note.status !== "SHIPPED" && note.status !== "PARTIAL") return "*";
    this.rows[note.row]!.trn -= note.transit;
    note.closed += note.transit;
    note.transit = 0;
    note.status = "CLOSED";
    this.#settle(true);
    return null;
  }

  reopenNote(note: Note): string | null {
    if (note.status !== "CLOSED") return "*";
    if (note.closed > this.canShip(this.rows[note.row]!)) return "PUR-3301";
    this.rows[note.row]!.trn += note.closed;
    note.transit = note.closed;
    note.closed = 0;
    note.status = note.arrived > 0 ? "PARTIAL" : "SHIPPED";
    return null;
  }

  /** Only what is on the way can come in. */
  receive(note: Note, accepted: number, rejected: number, id: string, lineId: string): string | null {
    if (note.status !== "SHIPPED" && note.status !== "PARTIAL") return "*";
    if (accepted + rejected > note.transit) return "PUR-3403";
    const row = this.rows[note.row]!;
    row.trn -= accepted + rejected;
    row.rcv += accepted;
    row.rej += rejected;
    note.transit -= accepted + rejected;
    note.arrived += accepted + rejected;
    note.status = note.transit > 0 ? "PARTIAL" : "RECEIVED";
    if (accepted > 0) this.#book(this.amount(accepted));
    this.receipts.push({ id, lineId, note, accepted, rejected, undone: 0, undoneRejected: 0, back: { excl: 0, tax: 0 } });
    this.#settle(true);
    return null;
  }

  /** What undoing so many pieces more is worth: the whole undone so far at its price, less what was booked back. */
  #undo(receipt: Receipt, qty: number): Money {
    const whole = this.amount(receipt.undone + qty);
    const money = { excl: -(whole.excl - receipt.back.excl), tax: -(whole.tax - receipt.back.tax) };
    receipt.undone += qty;
    receipt.back = { excl: receipt.back.excl - money.excl, tax: receipt.back.tax - money.tax };
    return this.#book(money);
  }

  reverse(receipt: Receipt, qty: number, rejected: number): string | null {
    if (qty > receipt.accepted - receipt.undone || rejected > receipt.rejected - receipt.undoneRejected) return "PUR-3501";
    const { note } = receipt;
    const row = this.rows[note.row]!;
    const isLive = note.status !== "CLOSED";
    if (isLive && rejected > 0 && this.ful + this.trn + rejected > this.max) return "PUR-3404";
    row.rev += qty;
    row.rej -= rejected;
    note.arrived -= qty + rejected;
    if (isLive) {
      row.trn += qty + rejected;
      note.transit += qty + rejected;
      note.status = "PARTIAL";
    } else note.closed += qty + rejected;
    receipt.undoneRejected += rejected;
    if (qty > 0) this.#undo(receipt, qty);
    this.#wake();
    return null;
  }

  giveBack(receipt: Receipt, kind: Return["kind"], qty: number, transactionId: string): string | null {
    if (qty > receipt.accepted - receipt.undone) return "PUR-3501";
    const row = this.rows[receipt.note.row]!;
    if (kind === "RETURN_REPLACE") row.rtr += qty;
    else row.rtf += qty;
    const money = this.#undo(receipt, qty);
    this.returns.push({ transactionId, receipt, kind, qty, money, undone: 0 });
    if (kind === "RETURN_REPLACE") this.#wake();
    return null;
  }

  /** A return that was keyed in error comes back with its share of what it had taken. */
  takeBack(back: Return, qty: number): string | null {
    if (qty > back.qty - back.undone) return "PUR-3501";
    if (back.kind === "RETURN_REPLACE" && this.ful + this.trn + qty > this.max) return "PUR-3404";
    const { receipt, money } = back;
    const share = (of: number, pieces: number): number => (pieces === back.qty ? of : half(of * pieces, back.qty));
    const excl = -(share(money.excl, back.undone + qty) - share(money.excl, back.undone));
    const tax = -(share(money.tax, back.undone + qty) - share(money.tax, back.undone));
    const row = this.rows[receipt.note.row]!;
    if (back.kind === "RETURN_REPLACE") row.rtr -= qty;
    else row.rtf -= qty;
    back.undone += qty;
    receipt.undone -= qty;
    receipt.back = { excl: receipt.back.excl - excl, tax: receipt.back.tax - tax };
    this.#book({ excl, tax });
    this.#settle(false);
    return null;
  }

  cancel(): string | null {
    if (this.status !== "OPEN") return "*";
    if (this.trn > 0 || this.sum((row) => row.rcv - row.rev) > 0) return "PUR-2208";
    this.#release(this.eff);
    for (const row of this.rows) row.can += this.effOf(row);
    this.status = "CANCELLED";
    return null;
  }

  close(toRequisition: boolean): string | null {
    if (this.status !== "OPEN") return "*";
    if (this.trn > 0) return "PUR-2209";
    const rest = this.open;
    this.#giveUp(rest);
    if (toRequisition) this.#release(rest);
    else this.#burn(rest);
    this.status = "CLOSED";
    return null;
  }
}
