import { half, isLive, type Line, type Note, type Notice, type Receipt, type Return, type Schedule } from "./purchase-model.ts";

/** How goods are called off, sent, taken in, judged, sent back and taken back: the model's side. */

const has = (line: Line, row: Schedule): boolean => line.rows.includes(row);

/** What a call-off asks for; tolerance is not called off. */
export function publishes(line: Line, notice: Notice, qty: number): string | null {
  const { row } = notice;
  if (notice.status !== "DRAFT" || !has(line, row)) return "*";
  if (row.word !== "CONFIRMED") return "PUR-3304";
  if (qty > line.canNotice(row)) return "PUR-3101";
  row.ntc += qty;
  [notice.base, notice.open, notice.shipped, notice.closed, notice.status] = [qty, qty, 0, 0, "PUBLISHED"];
  return null;
}

/** So much of what was called off is asked for no longer. */
function lets(line: Line, notice: Notice, qty: number): void {
  notice.row.ntc -= qty;
  notice.open -= qty;
  if (qty > 0) line.settle(false);
}

export function withdraws(line: Line, notice: Notice): string | null {
  if (notice.status !== "PUBLISHED") return "*";
  lets(line, notice, notice.open);
  notice.status = "DRAFT";
  return null;
}

export function answers(line: Line, notice: Notice, qty: number): string | null {
  if (notice.status !== "PUBLISHED") return "*";
  if (qty > notice.open || qty === 0) return "PUR-3101";
  notice.base = qty;
  notice.status = "CONFIRMED";
  lets(line, notice, notice.open - qty);
  return null;
}

/** Refused, withdrawn for good or given up: what is still open is closed. */
export function ends(line: Line, notice: Notice, how: "REFUSED" | "CANCELLED" | "CLOSED", drafts: number): string | null {
  const from = { REFUSED: ["PUBLISHED"], CANCELLED: ["PUBLISHED", "CONFIRMED"], CLOSED: ["CONFIRMED", "PARTIAL"] }[how];
  if (!from.includes(notice.status)) return "*";
  if (how === "CLOSED" && drafts > 0) return "PUR-0003";
  notice.closed += notice.open;
  lets(line, notice, notice.open);
  notice.status = how;
  return null;
}

/** The goods leave. */
export function ships(line: Line, row: Schedule, notice: Notice | null, qty: number, id: string, lineId: string): string | null {
  if (!has(line, row)) return "*";
  if (row.word !== "CONFIRMED") return "PUR-3304";
  if (line.byNotice && !notice) return "PUR-3303";
  if (notice && qty > (isLive(notice) ? notice.open : 0)) return "PUR-3302";
  if (qty > line.canShip(row)) return "PUR-3301";
  row.trn += qty;
  if (notice) {
    row.ntc -= qty;
    notice.shipped += qty;
    notice.open -= qty;
    line.turn(notice);
  }
  line.notes.push({
    id,
    lineId,
    row,
    notice,
    qty,
    arrived: 0,
    closed: 0,
    transit: qty,
    returned: 0,
    gated: false,
    status: "SHIPPED",
  });
  return null;
}

/** A note under way is what has arrived of it and what is still on the road. */
function goes(note: Note): void {
  note.status = note.transit === 0 ? "RECEIVED" : note.arrived > 0 ? "PARTIAL" : note.gated ? "ARRIVED" : "SHIPPED";
}
const isUnderWay = (note: Note): boolean => ["SHIPPED", "ARRIVED", "PARTIAL"].includes(note.status);

export function arrives(note: Note): string | null {
  if (note.status !== "SHIPPED") return "*";
  note.gated = true;
  note.status = "ARRIVED";
  return null;
}

export function cancels(line: Line, note: Note, drafts: number): string | null {
  if (note.status !== "SHIPPED" && note.status !== "ARRIVED") return "*";
  if (note.gated || note.arrived > 0) return "PUR-3310";
  if (drafts > 0) return "PUR-0003";
  const { notice, transit } = note;
  note.row.trn -= transit;
  if (notice) {
    notice.shipped -= transit;
    if (isLive(notice)) [notice.open, note.row.ntc] = [notice.open + transit, note.row.ntc + transit];
    else notice.closed += transit;
    line.turn(notice);
  }
  note.transit = 0;
  note.status = "CANCELLED";
  line.settle(false);
  return null;
}

export function closes(line: Line, note: Note, drafts: number): string | null {
  if (!isUnderWay(note)) return "*";
  if (drafts > 0) return "PUR-0003";
  const { notice, transit } = note;
  note.row.trn -= transit;
  if (notice && isLive(notice)) {
    note.returned += transit;
    notice.shipped -= transit;
    notice.open += transit;
    note.row.ntc += transit;
    line.turn(notice);
  }
  note.closed += transit;
  note.transit = 0;
  note.status = "CLOSED";
  line.settle(true);
  return null;
}

export function reopens(line: Line, note: Note): string | null {
  if (note.status !== "CLOSED") return "*";
  if (note.closed > line.canShip(note.row)) return "PUR-3301";
  const { notice, returned } = note;
  if (returned > (notice && isLive(notice) ? notice.open : 0)) return "PUR-3302";
  note.row.trn += note.closed;
  if (notice && returned > 0) {
    note.row.ntc -= returned;
    notice.shipped += returned;
    notice.open -= returned;
    line.turn(notice);
  }
  note.transit = note.closed;
  note.closed = 0;
  note.returned = 0;
  note.status = note.arrived > 0 ? "PARTIAL" : "SHIPPED";
  return null;
}

interface Came {
  readonly row: Schedule;
  readonly note: Note | null;
  readonly accepted: number;
  readonly rejected: number;
}

/** Only what is on the way can come in with a note; without one, only what could still be sent. */
export function receives(line: Line, { row, note, accepted, rejected }: Came, id: string, lineId: string): string | null {
  if (note ? !isUnderWay(note) : !has(line, row)) return "*";
  const came = accepted + rejected;
  if (note && came > note.transit) return "PUR-3403";
  if (!note && (line.inspected ? came : accepted) > line.canShip(row)) return row.word === "CONFIRMED" ? "PUR-3404" : "PUR-3304";
  if (note) {
    row.trn -= came;
    note.transit -= came;
    note.arrived += came;
    note.gated = true;
    goes(note);
  }
  const receipt: Receipt = {
    id,
    lineId,
    row,
    note,
    waiting: line.inspected ? came : 0,
    accepted: 0,
    rejected: 0,
    price: line.price,
    undone: 0,
    undoneRejected: 0,
    held: 0,
    heldRejected: 0,
    back: { excl: 0, tax: 0 },
  };
  line.receipts.push(receipt);
  if (line.inspected) row.ins += came;
  else books(line, receipt, accepted, rejected);
  return null;
}

function books(line: Line, receipt: Receipt, accepted: number, rejected: number): void {
  receipt.row.rcv += accepted;
  receipt.row.rej += rejected;
  [receipt.accepted, receipt.rejected, receipt.price] = [accepted, rejected, line.price];
  if (accepted > 0) line.book(line.amount(accepted));
  line.settle(true);
}

/** The inspector judges all that waits, or nothing. */
export function judges(line: Line, receipt: Receipt, accepted: number, rejected: number): string | null {
  if (receipt.waiting === 0) return "*";
  if (accepted + rejected !== receipt.waiting) return "PUR-3405";
  receipt.row.ins -= receipt.waiting;
  receipt.waiting = 0;
  books(line, receipt, accepted, rejected);
  return null;
}

/** A paper that undoes something, from submission to decision. */
export type Undoing =
  | { readonly kind: "REVERSAL"; readonly of: Receipt; readonly qty: number; readonly rejected: number }
  | { readonly kind: Return["kind"]; readonly of: Receipt; readonly qty: number }
  | { readonly kind: "RETURN_REV"; readonly of: Return; readonly qty: number };

const free = (of: Receipt | Return): number => ("accepted" in of ? of.accepted : of.qty) - of.undone - of.held;
const rejectedOf = (undoing: Undoing): number => (undoing.kind === "REVERSAL" ? undoing.rejected : 0);

/** Submitted, it keeps what it undoes for itself, so that two papers cannot both have it. */
export function holds(undoing: Undoing): string | null {
  if (undoing.qty > free(undoing.of)) return "PUR-3501";
  if (undoing.kind === "REVERSAL" && undoing.rejected > undoing.of.rejected - undoing.of.undoneRejected - undoing.of.heldRejected)
    return "PUR-3501";
  undoing.of.held += undoing.qty;
  if ("heldRejected" in undoing.of) undoing.of.heldRejected += rejectedOf(undoing);
  return null;
}
export function lifts(undoing: Undoing): void {
  undoing.of.held -= undoing.qty;
  if ("heldRejected" in undoing.of) undoing.of.heldRejected -= rejectedOf(undoing);
}

/** What undoing so many pieces more is worth: the whole undone so far at its price, less what was booked back. */
function undo(line: Line, receipt: Receipt, qty: number): Return["money"] {
  const whole = line.amount(receipt.undone + qty, receipt.price);
  const money = { excl: -(whole.excl - receipt.back.excl), tax: -(whole.tax - receipt.back.tax) };
  receipt.undone += qty;
  receipt.back = { excl: receipt.back.excl - money.excl, tax: receipt.back.tax - money.tax };
  return line.book(money);
}

/** Approved, it is done: refused goods that come back, and returns taken back, must still fit under the cap. */
export function undoes(line: Line, undoing: Undoing, transactionId: string): string | null {
  if (undoing.kind === "REVERSAL") return reverses(line, undoing.of, undoing.qty, undoing.rejected);
  if (undoing.kind === "RETURN_REV") return takesBack(line, undoing.of, undoing.qty);
  const { row } = undoing.of;
  if (undoing.kind === "RETURN_REPLACE") row.rtr += undoing.qty;
  else row.rtf += undoing.qty;
  line.returns.push({
    transactionId,
    receipt: undoing.of,
    kind: undoing.kind,
    qty: undoing.qty,
    money: undo(line, undoing.of, undoing.qty),
    undone: 0,
    held: 0,
  });
  if (undoing.kind === "RETURN_REPLACE") line.wake();
  return null;
}

function reverses(line: Line, receipt: Receipt, qty: number, rejected: number): string | null {
  const { note, row } = receipt;
  const isBack = note !== null && note.status !== "CLOSED";
  if (isBack && rejected > 0 && line.taken + rejected > line.max) return "PUR-3404";
  row.rev += qty;
  row.rej -= rejected;
  if (note) note.arrived -= qty + rejected;
  if (isBack) {
    row.trn += qty + rejected;
    note.transit += qty + rejected;
    goes(note);
  } else if (note) note.closed += qty + rejected;
  receipt.undoneRejected += rejected;
  if (qty > 0) undo(line, receipt, qty);
  line.wake();
  return null;
}

/** A return that was keyed in error comes back with its share of what it had taken. */
function takesBack(line: Line, back: Return, qty: number): string | null {
  if (back.kind === "RETURN_REPLACE" && line.taken + qty > line.max) return "PUR-3404";
  const { receipt, money } = back;
  const share = (of: number, pieces: number): number => (pieces === back.qty ? of : half(of * pieces, back.qty));
  const excl = -(share(money.excl, back.undone + qty) - share(money.excl, back.undone));
  const tax = -(share(money.tax, back.undone + qty) - share(money.tax, back.undone));
  if (back.kind === "RETURN_REPLACE") receipt.row.rtr -= qty;
  else receipt.row.rtf -= qty;
  back.undone += qty;
  receipt.undone -= qty;
  receipt.back = { excl: receipt.back.excl - excl, tax: receipt.back.tax - tax };
  line.book({ excl, tax });
  line.settle(false);
  return null;
}
