/** What an order of one line should do, written from the words of the business alone: whole pieces, cents, nothing of the product's own code. */

export interface Buckets {
  ord: number;
  can: number;
  cls: number;
  cfm: number;
  ntc: number;
  trn: number;
  ins: number;
  rcv: number;
  rej: number;
  rev: number;
  rtr: number;
  rtf: number;
}

/** One schedule of the line, and how far buyer and supplier agree about it. */
export interface Schedule extends Buckets {
  readonly id: string;
  word: "PENDING" | "CONFIRMED" | "PROPOSED" | "BUYER_REJECTED";
  /** What the supplier proposes: the first part stays here, the others become schedules. */
  parts: readonly number[];
}

export interface Notice {
  readonly id: string;
  readonly lineId: string;
  readonly row: Schedule;
  /** What was called off, and from the supplier's word on what it confirmed. */
  base: number;
  shipped: number;
  closed: number;
  open: number;
  status: "DRAFT" | "PUBLISHED" | "CONFIRMED" | "REFUSED" | "PARTIAL" | "SHIPPED" | "CLOSED" | "CANCELLED";
}

export interface Note {
  readonly id: string;
  readonly lineId: string;
  readonly row: Schedule;
  readonly notice: Notice | null;
  readonly qty: number;
  arrived: number;
  closed: number;
  transit: number;
  /** What its closing gave back to its notice. */
  returned: number;
  /** The truck has been at the gate. */
  gated: boolean;
  status: "SHIPPED" | "ARRIVED" | "PARTIAL" | "RECEIVED" | "CLOSED" | "CANCELLED";
}

export interface Money {
  readonly excl: number;
  readonly tax: number;
}

export interface Receipt {
  readonly id: string;
  readonly lineId: string;
  readonly row: Schedule;
  readonly note: Note | null;
  /** Here, but nobody has judged it yet. */
  waiting: number;
  accepted: number;
  rejected: number;
  /** Thousandths of the currency for one piece, as it was when the goods were taken. */
  price: number;
  undone: number;
  undoneRejected: number;
  /** What papers in approval keep for themselves. */
  held: number;
  heldRejected: number;
  /** What was booked back so far, as posted. */
  back: Money;
}

export interface Return {
  readonly transactionId: string;
  readonly receipt: Receipt;
  readonly kind: "RETURN_REPLACE" | "RETURN_REFUND";
  readonly qty: number;
  readonly money: Money;
  undone: number;
  held: number;
}

export interface Change {
  readonly id: string;
  status: "DRAFT" | "APPROVING" | "REJECTED";
  rows: readonly { readonly of: Schedule | null; readonly qty: number }[];
  price: number;
}

/** Half away from zero. */
export const half = (numerator: number, denominator: number): number => {
  const sign = numerator < 0 ? -1 : 1;
  return sign * Math.floor((Math.abs(numerator) * 2 + denominator) / (denominator * 2));
};

export const blank = (id: string, ord: number, word: Schedule["word"]): Schedule => ({
  id,
  word,
  parts: [],
  ord,
  can: 0,
  cls: 0,
  cfm: 0,
  ntc: 0,
  trn: 0,
  ins: 0,
  rcv: 0,
  rej: 0,
  rev: 0,
  rtr: 0,
  rtf: 0,
});

/** What still counts of a schedule; what was delivered on it; what is here or on its way. */
export const eff = (row: Schedule): number => row.ord - row.can - row.cls;
export const ful = (row: Schedule): number => row.rcv - row.rev - row.rtr;
export const taken = (row: Schedule): number => ful(row) + row.ins + row.trn;
/** Below this no change and no split may bring a schedule. */
export const floor = (row: Schedule): number => taken(row) + row.ntc + row.can + row.cls;

export const isLive = (notice: Notice): boolean => ["CONFIRMED", "PARTIAL", "SHIPPED"].includes(notice.status);

/** One order of one line: its schedules, papers and money, and the requisition behind it. */
export class Line {
  rows: Schedule[];
  readonly notices: Notice[] = [];
  readonly notes: Note[] = [];
  readonly receipts: Receipt[] = [];
  readonly returns: Return[] = [];
  change: Change | null = null;
  status: "OPEN" | "COMPLETED" | "CLOSED" | "CANCELLED" = "OPEN";
  state: "PUBLISHED" | "CONFIRMED" | "CHANGING" | "COMPLETED" | "CLOSED" | "CANCELLED" = "PUBLISHED";
  before: Line["state"] = "PUBLISHED";
  /** Pieces of the requisition: ordered from it, given up, back on the shelf of open demand; and of what was given back, the part given up for good. */
  need: { ordered: number; cancelled: number; open: number; burnt: number };
  /** What was asked for in the beginning. */
  readonly wanted: number;
  booked: Money = { excl: 0, tax: 0 };
  price: number;
  readonly byNotice: boolean;
  readonly inspected: boolean;

  constructor(
    rows: readonly { readonly id: string; readonly qty: number }[],
    price: number,
    how: { readonly byNotice: boolean; readonly inspected: boolean; readonly spare: number },
  ) {
    this.rows = rows.map(({ id, qty }) => blank(id, qty, "PENDING"));
    this.price = price;
    this.byNotice = how.byNotice;
    this.inspected = how.inspected;
    this.need = { ordered: this.sum((row) => row.ord), cancelled: 0, open: how.spare, burnt: 0 };
    this.wanted = this.need.ordered + how.spare;
  }

  sum = (of: (row: Schedule) => number): number => this.rows.reduce((all, row) => all + of(row), 0);
  get eff(): number {
    return this.sum(eff);
  }
  get ful(): number {
    return this.sum(ful);
  }
  get taken(): number {
    return this.sum(taken);
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
  get isAgreed(): boolean {
    return this.rows.every((row) => row.word === "CONFIRMED");
  }

  #moves(row: Schedule): boolean {
    return this.status === "OPEN" && ["PUBLISHED", "CONFIRMED", "CHANGING"].includes(this.state) && row.word === "CONFIRMED";
  }
  canShip(row: Schedule): number {
    if (!this.#moves(row)) return 0;
    return Math.min(Math.max(0, this.max - this.taken), Math.max(0, eff(row) - taken(row) + this.max - this.eff));
  }
  canNotice(row: Schedule): number {
    return this.#moves(row) ? Math.max(0, eff(row) - taken(row) - row.ntc) : 0;
  }

  amount(pieces: number, price = this.price): Money {
    const excl = half(pieces * price, 10);
    return { excl, tax: half(excl * 13, 100) };
  }
  book(money: Money): Money {
    this.booked = { excl: this.booked.excl + money.excl, tax: this.booked.tax + money.tax };
    return money;
  }

  /** What is given up goes from the last schedule forward, each at most what it still lacks; what was called off goes with it. */
  #giveUp(pieces: number): void {
    let left = pieces;
    for (const row of [...this.rows].reverse()) {
      const part = Math.min(left, Math.max(0, eff(row) - ful(row)));
      row.cls += part;
      left -= part;
    }
    this.#endNotices();
  }
  #endNotices(): void {
    for (const notice of this.notices.filter((row) => row.open > 0 && ["PUBLISHED", "CONFIRMED", "PARTIAL"].includes(row.status))) {
      notice.row.ntc -= notice.open;
      notice.closed += notice.open;
      notice.open = 0;
      this.turn(notice);
    }
  }

  /** Why no more can be taken of the need: all of it is cancelled, or less is open. */
  get noMore(): string {
    return this.need.cancelled === this.wanted ? "PUR-2005" : "PUR-2001";
  }

  burn(pieces: number): void {
    const { need } = this;
    this.need = {
      ...need,
      ordered: need.ordered - pieces,
      cancelled: need.cancelled + pieces,
      burnt: need.burnt + pieces,
    };
  }
  release(pieces: number): void {
    this.need = { ...this.need, ordered: this.need.ordered - pieces, open: this.need.open + pieces };
  }

  /** Nothing open, on the way, unjudged or called off ends a line; a small shortfall ends it too, but only when goods came or a note was given up. */
  settle(mayFallShort: boolean): void {
    const isQuiet = this.sum((row) => row.trn + row.ins + row.ntc) === 0;
    if (this.status === "OPEN" && isQuiet && this.ful > 0) {
      if (this.open === 0) this.status = "COMPLETED";
      else if (mayFallShort && this.ful >= this.min) {
        const rest = this.open;
        this.#giveUp(rest);
        this.burn(rest);
        this.status = "COMPLETED";
      }
    }
    this.follow();
  }
  wake(): void {
    if ((this.status === "COMPLETED" || this.status === "CLOSED") && (this.open > 0 || this.sum((row) => row.trn) > 0))
      this.status = "OPEN";
    this.follow();
  }
  /** The order is what its line is; while a change is written it waits. */
  follow(): void {
    if (this.state === "CHANGING") return;
    if (this.status !== "OPEN") this.state = this.status;
    else if (this.state === "COMPLETED" || this.state === "CLOSED") this.state = this.isAgreed ? "CONFIRMED" : "PUBLISHED";
    else if (this.state === "PUBLISHED" && this.isAgreed) this.state = "CONFIRMED";
  }
  /** A notice is what was shipped on it and what is still open. */
  turn(notice: Notice): void {
    if (notice.status === "PUBLISHED") notice.status = notice.open > 0 ? "PUBLISHED" : "CLOSED";
    else if (isLive(notice))
      notice.status = notice.open === 0 ? (notice.shipped > 0 ? "SHIPPED" : "CLOSED") : notice.shipped > 0 ? "PARTIAL" : "CONFIRMED";
  }

  cancel(): string | null {
    if (this.state !== "PUBLISHED" && this.state !== "CONFIRMED") return "*";
    if (this.sum((row) => row.trn + row.ins) > 0 || this.sum((row) => row.rcv - row.rev) !== 0) return "PUR-2208";
    this.release(this.eff);
    for (const row of this.rows) {
      row.cfm -= Math.min(row.cfm, eff(row));
      row.can += eff(row);
    }
    this.#endNotices();
    this.status = "CANCELLED";
    this.follow();
    return null;
  }

  close(toRequisition: boolean): string | null {
    if (this.state !== "PUBLISHED" && this.state !== "CONFIRMED") return "*";
    if (this.sum((row) => row.trn + row.ins) > 0) return "PUR-2209";
    const rest = this.open;
    this.#giveUp(rest);
    if (toRequisition) this.release(rest);
    else this.burn(rest);
    this.status = "CLOSED";
    this.follow();
    return null;
  }

  /** What was given up is taken again: what was lost to the requisition comes back, what went back to it must still be there. */
  reopen(): string | null {
    if (!["PUBLISHED", "CONFIRMED", "COMPLETED", "CLOSED"].includes(this.state)) return "*";
    const rest = this.sum((row) => row.cls);
    if ((this.status !== "CLOSED" && this.status !== "COMPLETED") || rest === 0) return "PUR-0003";
    const { need } = this;
    const burnt = Math.min(rest, need.burnt);
    if (rest - burnt > need.open) return "PUR-2210";
    this.need = {
      ordered: need.ordered + rest,
      cancelled: need.cancelled - burnt,
      burnt: need.burnt - burnt,
      open: need.open - (rest - burnt),
    };
    for (const row of this.rows) row.cls = 0;
    this.status = "OPEN";
    this.settle(false);
    return null;
  }
}
