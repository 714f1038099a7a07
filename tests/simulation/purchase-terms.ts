import { blank, eff, floor, type Change, type Line, type Schedule } from "./purchase-model.ts";

/** What buyer and supplier agree about an order that runs, and how the buyer changes it: the model's side. */

const isAnswerable = (line: Line): boolean => line.state === "PUBLISHED" || line.state === "CONFIRMED";
const waits = (row: Schedule): boolean => row.word === "PENDING" || row.word === "BUYER_REJECTED";

/** The supplier promises what it was asked for, everywhere it still owes a word. */
export function confirms(line: Line): string | null {
  if (!isAnswerable(line)) return "*";
  const rows = line.rows.filter(waits);
  if (rows.length === 0) return "PUR-2212";
  for (const row of rows) [row.word, row.cfm, row.parts] = ["CONFIRMED", eff(row), []];
  line.follow();
  return null;
}

/** The supplier proposes to send a schedule in parts; less than asked needs a reason. */
export function proposes(line: Line, row: Schedule, parts: readonly number[], reason: boolean): string | null {
  if (!isAnswerable(line)) return "*";
  const total = parts.reduce((a, b) => a + b, 0);
  if (parts.some((part) => part <= 0) || total > eff(row) || (total < eff(row) && !reason)) return "PUR-2211";
  [row.word, row.parts] = ["PROPOSED", parts];
  return null;
}

/** The buyer accepts: the schedule keeps the first part and everything done on it; answers the schedules that are new. */
export function accepts(line: Line, row: Schedule): string | readonly { readonly qty: number; readonly agreed: boolean }[] {
  if (!isAnswerable(line)) return "*";
  if (row.word !== "PROPOSED") return "PUR-2212";
  const [first = 0, ...others] = row.parts;
  const rest = eff(row) - row.parts.reduce((a, b) => a + b, 0);
  if (rest < 0) return "PUR-2211";
  const away = others.reduce((a, b) => a + b, 0) + rest;
  if (away > 0 && row.ord - away < floor(row)) return "PUR-2205";
  row.ord -= away;
  [row.word, row.cfm, row.parts] = ["CONFIRMED", first, []];
  return [...others.map((qty) => ({ qty, agreed: true })), ...(rest > 0 ? [{ qty: rest, agreed: false }] : [])];
}

/** The schedules an accepted proposal made, by the ids they got. */
export function enters(line: Line, rows: readonly { readonly id: string; readonly qty: number; readonly agreed: boolean }[]): void {
  for (const { id, qty, agreed } of rows) line.rows.push({ ...blank(id, qty, agreed ? "CONFIRMED" : "PENDING"), cfm: agreed ? qty : 0 });
  line.follow();
}

export function declines(line: Line, row: Schedule): string | null {
  if (!isAnswerable(line)) return "*";
  if (row.word !== "PROPOSED") return "PUR-2212";
  [row.word, row.parts] = ["BUYER_REJECTED", []];
  return null;
}

/** A change begins: the order goes on, its next revision is written beside it. */
export function begins(line: Line, id: string): string | null {
  if (line.state === "CHANGING" || line.state === "CANCELLED") return "*";
  line.before = line.state;
  line.state = "CHANGING";
  line.change = { id, status: "DRAFT", rows: line.rows.map((row) => ({ of: row, qty: row.ord })), price: line.price };
  return null;
}

/** What the order as it stands now does not let a revision do. */
function fault(line: Line, rows: Change["rows"]): string | null {
  const gone = line.rows.filter((row) => !rows.some((candidate) => candidate.of === row));
  const moved = rows.filter(({ of, qty }) => of?.ord !== qty);
  if (moved.length + gone.length === 0) return null;
  if (line.status !== "OPEN") return "PUR-2207";
  if (moved.some(({ of, qty }) => of !== null && qty < floor(of)) || gone.some((row) => floor(row) > 0)) return "PUR-2205";
  const total = rows.reduce((all, row) => all + row.qty, 0);
  const was = line.sum((row) => row.ord);
  return total < was && Math.floor(((line.eff + total - was) * 105) / 100) < line.taken ? "PUR-2205" : null;
}
const more = (line: Line, rows: Change["rows"]): number => rows.reduce((all, row) => all + row.qty, 0) - line.sum((row) => row.ord);
const faultNow = (line: Line, rows: Change["rows"]): string | null =>
  fault(line, rows) ?? (more(line, rows) > line.need.open ? line.noMore : null);

export function writes(line: Line, rows: Change["rows"], price: number): string | null {
  const { change } = line;
  if (!change || change.status === "APPROVING") return "*";
  const wrong = fault(line, rows);
  if (!wrong) [change.rows, change.price] = [rows, price];
  return wrong;
}

export function submits(line: Line): string | null {
  const { change } = line;
  if (!change || change.status === "APPROVING") return "*";
  const wrong = faultNow(line, change.rows);
  if (!wrong) change.status = "APPROVING";
  return wrong;
}

export function sendsBack(line: Line): string | null {
  if (line.change?.status !== "APPROVING") return "*";
  line.change.status = "REJECTED";
  return null;
}

export function givesUp(line: Line): string | null {
  if (line.state !== "CHANGING") return "*";
  if (line.change?.status === "APPROVING") return "PUR-0003";
  line.change = null;
  line.state = line.before;
  line.follow();
  return null;
}

/** The revision becomes the order: what moved waits for the supplier's word again, what stands keeps it; answers the schedules that are new. */
export function revises(line: Line): string | readonly number[] {
  const { change } = line;
  if (change?.status !== "APPROVING") return "*";
  const wrong = faultNow(line, change.rows);
  if (wrong) return wrong;
  const delta = more(line, change.rows);
  if (delta < 0) line.release(-delta);
  else line.need = { ...line.need, ordered: line.need.ordered + delta, open: line.need.open - delta };
  for (const { of, qty } of change.rows) if (of && of.ord !== qty) [of.ord, of.cfm, of.word, of.parts] = [qty, 0, "PENDING", []];
  line.rows = line.rows.filter((row) => change.rows.some((candidate) => candidate.of === row));
  line.price = change.price;
  line.change = null;
  return change.rows.flatMap(({ of, qty }) => (of ? [] : [qty]));
}

/** The new schedules of a revision have their ids: from here on the order counts as revised. */
export function revised(line: Line, rows: readonly { readonly id: string; readonly qty: number }[]): void {
  for (const { id, qty } of rows) line.rows.push(blank(id, qty, "PENDING"));
  line.state = line.status === "OPEN" && !line.isAgreed ? "PUBLISHED" : "CONFIRMED";
  line.settle(false);
}
