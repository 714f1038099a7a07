import { abs, max, sub, sum } from "#kernel/decimal.ts";
import { some, type Doc } from "#kernel/entity.ts";
import type { Find, Moment } from "#kernel/rule.ts";
import { bookFor, order, settlingOf, storageTransaction, transactionsOf, type Book, type Settling } from "#modules/order/index.ts";
import { note } from "./note.entity.ts";
import { receive } from "./receive.entity.ts";
import type { Receive, ReceiveLine } from "./receive.posting.ts";
import { leftOf, placesOf, type Note, type NoteLine, type Order, type Place } from "./receive.place.ts";
import { heldByFinance } from "./receiving.ask.ts";
import { writeOff } from "./write-off.entity.ts";

export type WriteOff = Doc<typeof writeOff>;
export type WriteOffLine = WriteOff["lines"][number];
export type Transaction = Doc<typeof storageTransaction>;

/** What a write-off asks of one line, whether it is saved already or only looked at. */
export type Asked = Pick<WriteOffLine, "receiveLineId" | "transactionId" | "qty" | "undoRejectedQty"> & {
  readonly id: string;
  readonly boxIds?: readonly string[] | null;
};

export interface OriginFacts {
  readonly receives: readonly Receive[];
  readonly orders: readonly Order[];
  readonly posted: readonly Transaction[];
  readonly notes: readonly Note[];
  readonly settling: ReadonlyMap<string, Settling>;
  /** What finance holds of a transaction, beyond what stands on it. */
  readonly finance: ReadonlyMap<string, string>;
  /** The returns that are taken back. */
  readonly returns: readonly WriteOff[];
  /** Their lines: did they give their quantity back to the requisition? */
  readonly reordered: ReadonlySet<string>;
}

/** One line of a write-off with all it undoes. */
export interface Undoing {
  readonly line: Asked;
  readonly receive: Receive;
  readonly receipt: ReceiveLine;
  readonly place: Place;
  readonly origin: Transaction | null;
  readonly note: Note | null;
  readonly noteLine: NoteLine | null;
}

const ids = (values: readonly (string | null | undefined)[]): string[] => [...new Set(values.filter((id): id is string => Boolean(id)))];
const found = <T>(list: readonly string[], read: () => Promise<readonly T[]>): Promise<readonly T[]> =>
  list.length ? read() : Promise.resolve([]);

/** Receipts, orders, transactions and notes behind the lines; as many questions for a hundred lines as for one. */
export async function originFacts(find: Find, lines: readonly Asked[], type: string): Promise<OriginFacts> {
  const named = ids(lines.map((line) => line.transactionId));
  const txs = await found(named, () => find.where(storageTransaction, { id: named }));
  const lineIds = ids([...lines.map((line) => line.receiveLineId), ...txs.map((doc) => doc.receiveLineId)]);
  const returned = type === "RETURN_REV" ? ids(txs.map((doc) => doc.writeOffLineId)) : [];
  const [receives, returns] = await Promise.all([
    found(lineIds, () => find.where(receive, { lines: some({ id: lineIds }) })),
    found(returned, () => find.where(writeOff, { lines: some({ id: returned }) })),
  ]);
  const rows = receives.flatMap((receive) => receive.lines.filter((line) => lineIds.includes(line.id)));
  const orderIds = ids(rows.map((row) => row.orderId));
  const noteIds = ids(receives.map((receive) => receive.noteId));
  const orderLines = ids(rows.map((row) => row.orderLineId));
  const asked = rows.flatMap((row) => (row.transactionId ? [{ transactionId: row.transactionId, qty: row.acceptedQty ?? "0" }] : []));
  const [orders, posted, notes, finance] = await Promise.all([
    found(orderIds, () => find.where(order, { id: orderIds })),
    found(orderLines, () => transactionsOf(find, orderLines)),
    found(noteIds, () => find.where(note, { id: noteIds })),
    heldByFinance.ask(find, { rows: asked }),
  ]);
  const settling = await Promise.all(orders.map(async (order) => [order.id, await settlingOf(find, order)] as const));
  const reordered = returns.filter((doc) => doc.reorderFlag === "Y").flatMap((doc) => doc.lines.map((line) => line.id));
  return {
    receives,
    orders,
    posted,
    notes,
    returns,
    settling: new Map(settling),
    reordered: new Set(reordered),
    finance: new Map(finance.map((entry) => [entry.transactionId, entry.qty])),
  };
}

/** Finds what a line undoes; null when there is no such receipt line. */
export function undoingOf(line: Asked, facts: OriginFacts): Undoing | null {
  const named = line.transactionId ? (facts.posted.find((transaction) => transaction.id === line.transactionId) ?? null) : null;
  const lineId = named?.receiveLineId ?? line.receiveLineId;
  const of = facts.receives.find((receive) => receive.lines.some((row) => row.id === lineId));
  const receipt = of?.lines.find((row) => row.id === lineId);
  const place = receipt && placesOf(facts.orders).get(receipt.orderDeliveryId ?? "");
  if (!of || !receipt || !place) return null;
  const origin = named ?? facts.posted.find((transaction) => transaction.id === receipt.transactionId) ?? null;
  const onNote = facts.notes.find((note) => note.id === of.noteId) ?? null;
  const noteLine = onNote?.lines.find((doc) => doc.id === receipt.noteLineId) ?? null;
  return { line, receive: of, receipt, place, origin, note: noteLine ? onNote : null, noteLine };
}

/** The books of every order line, as they stand. */
export class Books {
  readonly #facts: OriginFacts;
  readonly #at: Moment;
  readonly #books = new Map<string, Book>();

  constructor(facts: OriginFacts, at: Moment) {
    this.#facts = facts;
    this.#at = at;
  }

  of({ place }: Pick<Undoing, "place">): Book {
    const known = this.#books.get(place.line.id);
    if (known) return known;
    const settling = this.#facts.settling.get(place.order.id) ?? { isConsigned: false, isSettled: true };
    const made = bookFor(place.order, place.line, this.#facts.posted, settling, this.#at);
    this.#books.set(place.line.id, made);
    return made;
  }
}

const isUndone = (transaction: Transaction, origin: Transaction): boolean =>
  transaction.originTransactionId === origin.id && transaction.transactionType === "REVERSAL";

/** What may be undone of an origin: as an error, as a return, and what the books of finance keep of it. `own` is what this document holds itself. */
export function reversible(
  undoing: Undoing,
  facts: OriginFacts,
  books: Books,
  own: string,
): { readonly reversal: string; readonly back: string; readonly kept: string } {
  const { origin } = undoing;
  if (!origin) return { reversal: "0", back: "0", kept: "0" };
  const held = sub(origin.heldQty, own);
  if (origin.transactionType.startsWith("RETURN")) {
    const left = leftOf(abs(origin.qty), sum([books.of(undoing).takenBack(origin.id), held]));
    return { reversal: "0", back: left, kept: "0" };
  }
  const back = leftOf(origin.qty, sum([books.of(undoing).undone(origin.id).qty, held]));
  const pair = [origin, ...facts.posted.filter((other) => isUndone(other, origin))];
  const stated = sum(pair.map((row) => row.statementQty));
  const asked = facts.finance.get(origin.id) ?? "0";
  const text = max(stated, asked);
  return { reversal: leftOf(back, text), back, kept: text };
}

/** Consigned goods that are still here and not used: no more can go. */
export function unused(undoing: Undoing, facts: OriginFacts, own: string): string {
  const rows = facts.posted.filter((row) => row.orderLineId === undoing.place.line.id);
  const uses = rows.filter((row) => row.transactionType === "CONSUME");
  const used = sum([...uses, ...rows.filter((row) => uses.some((use) => use.id === row.originTransactionId))].map((row) => row.qty));
  const goods = sum(rows.map((row) => row.qty));
  const held = sub(sum(rows.filter((row) => row.transactionType === "RECEIVE").map((row) => row.heldQty)), own);
  return leftOf(goods, sum([used, used, held]));
}
