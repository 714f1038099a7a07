import { add, cmp, div, isZero, max, min, mul, neg, sub, trim } from "#kernel/decimal.ts";
import { Book, type Cause } from "#kernel/ledger-book.ts";
import type { EventOf } from "#kernel/ledger.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { notAvailable, openOf } from "./available.ts";
import { lineStatusOf, requisitionLedger } from "./requisition.ledger.ts";

interface MoveShape {
  readonly reqLineId: string;
  readonly qty: string;
  readonly targetType: string;
  readonly targetHeaderId: string;
  readonly targetLineId: string;
  readonly targetNum: string;
  /** Of that quantity at the order's price, in the requisition's currency, for plan control: of "order", "retake" and "price"; its share unless said elsewhere. */
  readonly amountExcl?: string;
  readonly reason?: string;
  /** The event of the posting matrix it belongs to; the kind unless said. */
  readonly eventCode?: string;
}

/** What is carried comes out of the hold of the document the target is made from, which the caller has to name: another one's hold is refused. */
interface Carried extends MoveShape {
  readonly kind: "carry";
  readonly parentRelId: string;
  readonly fromHeaderId: string;
}

interface Plain extends MoveShape {
  /** "receive" sets how much of an ordered relation has come in, "price" what it uses of its plan (its share, not a difference). */
  readonly kind: "take" | "order" | "release" | "burn" | "retake" | "receive" | "price";
  readonly parentRelId?: string | null;
}

/** A movement of demand between open, held, ordered and given up. All quantities are in the unit of the requisition line. */
export type DemandMove = Carried | Plain;

/** The counters of a requisition line while it is posted to. */
export interface LineState {
  readonly id: string;
  readonly lineNum: number;
  readonly needByDate: string;
  readonly requestQty: string;
  readonly estAmount: string | null;
  occupiedQty: string;
  orderedQty: string;
  cancelledQty: string;
  receivedQty: string;
  lineStatus: string;
}

/** A relation while it is posted to; `held` is the part not ordered yet. */
export interface RelState {
  readonly id: string;
  readonly reqLineId: string;
  readonly targetType: string;
  readonly targetHeaderId: string;
  readonly targetLineId: string;
  targetNum: string | null;
  readonly parentRelId: string | null;
  readonly isNew: boolean;
  qty: string;
  movedQty: string;
  releasedQty: string;
  burnedQty: string;
  receivedQty: string;
  usedAmount: string;
  held: string;
  releaseReason: string | null;
}

type RequisitionLedger = typeof requisitionLedger;

/** The name of the document behind a kind of target, as postings have it. */
const documents: Readonly<Record<string, string>> = {
  ORDER: "SrmPurOrderHeader",
  AGREEMENT: "SrmPurAgreementHeader",
  DEMAND_SUMMARY: "SrmPurDemandSummary",
};

/** The document that causes a move. */
export const causeOf = (move: DemandMove): Cause & { readonly causeLineId: string } => ({
  causeType: documents[move.targetType] ?? move.targetType,
  causeId: move.targetHeaderId,
  causeLineId: move.targetLineId,
  causeNum: move.targetNum || null,
});

export const eventOf = (move: DemandMove): string => move.eventCode ?? move.kind.toUpperCase();

export const netOf = (rel: Pick<RelState, "qty" | "movedQty" | "releasedQty">): string => sub(sub(rel.qty, rel.movedQty), rel.releasedQty);

/** The status of an approved header, from its lines; closed, returned and what was never approved stay as they are. */
export function headerStatusOf(status: string, lines: readonly Pick<LineState, "lineStatus" | "orderedQty">[]): string {
  if (!["APPROVED", "PARTIAL", "COMPLETED", "CANCELLED", "RETURNED"].includes(status)) return status;
  const has = (...some: string[]): boolean => lines.some((line) => some.includes(line.lineStatus));
  const isOrdered = lines.some((line) => cmp(line.orderedQty, "0") > 0);
  if (has("OPEN", "PARTIAL")) return isOrdered ? "PARTIAL" : "APPROVED";
  if (isOrdered) return "COMPLETED";
  return has("RETURNED") ? "RETURNED" : "CANCELLED";
}

export function relStatusOf(rel: RelState): "OCCUPIED" | "ORDERED" | "MOVED" | "RELEASED" {
  const net = netOf(rel);
  if (isZero(net)) return cmp(rel.movedQty, "0") > 0 ? "MOVED" : "RELEASED";
  if (isZero(rel.held)) return "ORDERED";
  if (cmp(rel.held, net) === 0) return "OCCUPIED";
  throw new Error(`relation ${rel.id} would be half held and half ordered: order what was taken in the same posting`);
}

/** Carries out the moves in their order on the given states; what is refused leaves no trace that counts. */
export class Posting {
  readonly #lines: ReadonlyMap<string, LineState>;
  readonly #rels: RelState[];
  readonly #newId: () => string;
  readonly #statusText: (status: string) => readonly [string, string];
  readonly refusals: Refusal[] = [];
  /** The ledger the moves are posted in; of the lines themselves unless their document brings one. */
  readonly book: Book<RequisitionLedger>;
  /** What each line uses of its plan more, or less. */
  readonly used = new Map<string, string>();
  /** The last move that changed a line. */
  readonly last = new Map<string, DemandMove>();

  constructor(
    lines: readonly LineState[],
    rels: readonly RelState[],
    how: {
      readonly newId: () => string;
      readonly statusText: (status: string) => readonly [string, string];
      readonly book?: Book<RequisitionLedger>;
    },
  ) {
    this.book =
      how.book ??
      new Book(
        requisitionLedger,
        lines.map((line) => ({ ...line })),
        { orgId: null },
      );
    this.#lines = new Map(lines.map((line) => [line.id, line]));
    this.#rels = [...rels];
    this.#newId = how.newId;
    this.#statusText = how.statusText;
  }

  get rels(): readonly RelState[] {
    return this.#rels;
  }

  run(moves: readonly DemandMove[]): this {
    for (const move of moves) {
      const line = this.#lines.get(move.reqLineId);
      if (!line) this.refusals.push(foreign(move, "0"));
      else this.#move(line, move);
    }
    for (const line of this.#lines.values()) line.lineStatus = lineStatusOf(line);
    this.refusals.push(...this.book.refusals);
    return this;
  }

  #move(line: LineState, move: DemandMove): void {
    const rel = this.#rels.find(
      (relState) =>
        relState.reqLineId === move.reqLineId &&
        relState.targetType === move.targetType &&
        relState.targetHeaderId === move.targetHeaderId &&
        relState.targetLineId === move.targetLineId &&
        relState.parentRelId === (move.parentRelId ?? null),
    );
    if (rel && move.targetNum) rel.targetNum = move.targetNum;
    if (move.kind === "take") return this.#take(line, rel, move);
    if (move.kind === "carry") return this.#carry(line, rel, move);
    if (!rel) return void this.refusals.push(foreign(move, "0"));
    if (move.kind === "order") return this.#order(line, rel, move);
    if (move.kind === "retake") return this.#retake(line, rel, move);
    if (move.kind === "receive") return this.#receive(line, rel, move);
    if (move.kind === "price") return this.#use(line, rel, sub(amountOf(line, move), rel.usedAmount), move);
    this.#giveBack(line, rel, move);
  }

  #book(line: LineState, bucket: "OCC" | "ORD" | "CAN" | "RCV", delta: string, move: DemandMove): void {
    if (isZero(delta)) return;
    const event = eventOf(move) as EventOf<RequisitionLedger>;
    this.book.post([{ owner: line.id, event, deltas: { [bucket]: delta }, ...causeOf(move) }]);
    Object.assign(line, this.book.balances(line.id));
    this.last.set(line.id, move);
  }

  #use(line: LineState, rel: RelState, amount: string, move: DemandMove): void {
    if (isZero(amount)) return;
    rel.usedAmount = add(rel.usedAmount, amount);
    this.used.set(line.id, add(this.used.get(line.id) ?? "0", amount));
    this.last.set(line.id, move);
  }

  #made(move: DemandMove): RelState {
    const made: RelState = {
      id: this.#newId(),
      reqLineId: move.reqLineId,
      targetType: move.targetType,
      targetHeaderId: move.targetHeaderId,
      targetLineId: move.targetLineId,
      targetNum: move.targetNum || null,
      parentRelId: move.parentRelId ?? null,
      isNew: true,
      qty: "0",
      movedQty: "0",
      releasedQty: "0",
      burnedQty: "0",
      receivedQty: "0",
      usedAmount: "0",
      held: "0",
      releaseReason: null,
    };
    this.#rels.push(made);
    return made;
  }

  #take(line: LineState, known: RelState | undefined, move: DemandMove): void {
    const refusal = notAvailable(line, move.qty, this.#statusText);
    if (refusal) return void this.refusals.push(refusal);
    const rel = known ?? this.#made(move);
    rel.qty = add(rel.qty, move.qty);
    rel.held = add(rel.held, move.qty);
    this.#book(line, "OCC", move.qty, move);
  }

  #carry(line: LineState, known: RelState | undefined, move: Carried): void {
    const parent = this.#rels.find((relState) => relState.id === move.parentRelId && relState.reqLineId === line.id);
    if (!parent || !move.fromHeaderId || parent.targetHeaderId !== move.fromHeaderId) return void this.refusals.push(notOwn(line, move));
    if (cmp(parent.held, move.qty) < 0) return void this.refusals.push(foreign(move, parent?.held ?? "0", parent?.targetNum));
    parent.movedQty = add(parent.movedQty, move.qty);
    parent.held = sub(parent.held, move.qty);
    const rel = known ?? this.#made(move);
    rel.qty = add(rel.qty, move.qty);
    rel.held = add(rel.held, move.qty);
  }

  #order(line: LineState, rel: RelState, move: DemandMove): void {
    if (cmp(rel.held, move.qty) < 0) return void this.refusals.push(foreign(move, rel.held, rel.targetNum));
    rel.held = sub(rel.held, move.qty);
    this.#use(line, rel, amountOf(line, move), move);
    this.#book(line, "OCC", neg(move.qty), move);
    this.#book(line, "ORD", move.qty, move);
  }

  /** What is held goes first where some of it is; on a line that is over, giving back is giving up. */
  #giveBack(line: LineState, rel: RelState, move: DemandMove): void {
    const net = netOf(rel);
    if (cmp(net, move.qty) < 0) return void this.refusals.push(foreign(move, net, rel.targetNum));
    const fromHeld = min(rel.held, move.qty);
    const fromOrdered = sub(move.qty, fromHeld);
    const ordered = sub(net, rel.held);
    if (!isZero(fromOrdered)) this.#use(line, rel, neg(move.amountExcl ?? div(mul(rel.usedAmount, fromOrdered), ordered, 2)), move);
    rel.held = sub(rel.held, fromHeld);
    rel.releasedQty = add(rel.releasedQty, move.qty);
    rel.releaseReason = move.reason ?? rel.releaseReason;
    this.#book(line, "OCC", neg(fromHeld), move);
    this.#book(line, "ORD", neg(fromOrdered), move);
    if (move.kind === "burn" || ["CLOSED", "CANCELLED"].includes(line.lineStatus)) {
      rel.burnedQty = add(rel.burnedQty, move.qty);
      this.#book(line, "CAN", move.qty, move);
    }
    const left = netOf(rel);
    if (cmp(rel.receivedQty, left) > 0) {
      this.#book(line, "RCV", sub(left, rel.receivedQty), move);
      rel.receivedQty = left;
    }
  }

  #retake(line: LineState, rel: RelState, move: DemandMove): void {
    const burnt = min(move.qty, rel.burnedQty);
    const rest = sub(move.qty, burnt);
    const open = openOf(line);
    if (cmp(rel.releasedQty, move.qty) < 0 || cmp(rest, open) > 0) {
      const left = add(burnt, min(open, max("0", sub(rel.releasedQty, rel.burnedQty))));
      this.refusals.push(
        refuse(
          "PUR-2210",
          `重新打开需要${trim(move.qty)}，申请行仅剩${trim(left)}`,
          `Reopening needs ${trim(move.qty)}; the requisition has ${trim(left)} left`,
        ),
      );
      return;
    }
    rel.releasedQty = sub(rel.releasedQty, move.qty);
    rel.burnedQty = sub(rel.burnedQty, burnt);
    this.#use(line, rel, amountOf(line, move), move);
    this.#book(line, "CAN", neg(burnt), move);
    this.#book(line, "ORD", move.qty, move);
  }

  #receive(line: LineState, rel: RelState, move: DemandMove): void {
    const share = max("0", min(move.qty, netOf(rel)));
    this.#book(line, "RCV", sub(share, rel.receivedQty), move);
    rel.receivedQty = share;
  }
}

const amountOf = (line: LineState, move: DemandMove): string =>
  move.amountExcl ?? div(mul(line.estAmount ?? "0", move.qty), line.requestQty, 2);

/** A hold that is not of the document this one is made from; whose it is instead is not told. */
const notOwn = (line: LineState, move: DemandMove): Refusal =>
  refuse(
    "PUR-2007",
    `申请行[${line.lineNum}]的来源占用不属于${move.targetNum || "本单"}的来源单据，请去掉该来源或从来源单据重新生成`,
    `The reservation on requisition line ${line.lineNum} does not belong to the source of ${move.targetNum || "this document"}. Remove it or create the document from its source again`,
  );

const foreign = (move: DemandMove, left: string, num?: string | null): Refusal =>
  refuse(
    "PUR-2007",
    `来源[${num ?? move.targetNum}]占用剩余${trim(left)}，不足${trim(move.qty)}`,
    `${num ?? move.targetNum} still holds ${trim(left)}, ${trim(move.qty)} needed`,
  );
