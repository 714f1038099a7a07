import { describe, expect, test } from "vitest";
import { add, cmp, isZero, sub, sum } from "#kernel/decimal.ts";
import { Book } from "./booking.ts";
import { bucketFields, buckets, isSigned, type Bucket, type BucketField } from "./buckets.ts";
import { Ledger, orderStatusOf, stripOf, type LedgerLine, type LedgerRow } from "./posting.ts";
import type { OrderPosting, PostingEvent } from "./posting.types.ts";
import { canShip, canShipLine, eff, ful, maxOf, minOf, net, openOf, summed, taken } from "./quantities.ts";

const order = { status: "CONFIRMED" };
const zero = Object.fromEntries(buckets.map((bucket) => [bucketFields[bucket], "0"])) as Record<BucketField, string>;
const row = (id: string, qty: string, scheduleNum = 1, more: Partial<LedgerRow> = {}): LedgerRow => ({
  ...zero,
  id,
  qty,
  scheduleNum,
  confirmStatus: "CONFIRMED",
  ...more,
});
const line = (rows: readonly LedgerRow[], over = "5", under = "2", uomDecimals = 0): LedgerLine => ({
  id: "L",
  lineNum: 10,
  lineStatus: "OPEN",
  closeReason: null,
  overTolerance: over,
  underTolerance: under,
  uomDecimals,
  rows,
});
const posting = (deliveryId: string, event: PostingEvent, deltas: Partial<Record<Bucket, string>>): OrderPosting => ({
  deliveryId,
  event,
  deltas,
  causeType: "T",
  causeId: "C",
  causeLineId: `C${Math.random()}`,
});
const cause = { causeType: "T", causeId: "C", causeLineId: "C" };

describe("what a line says of itself", () => {
  test("tolerance rounds down, the least that counts as delivered rounds up", () => {
    expect(maxOf(stripOf(line([row("R", "33")])))).toBe("34");
    expect(maxOf(stripOf(line([row("R", "33")], "5", "2", 3)))).toBe("34.65");
    expect(minOf(stripOf(line([row("R", "33")])))).toBe("33");
    expect(minOf(stripOf(line([row("R", "33.333")], "5", "2", 3)))).toBe("32.667");
  });

  test("rows share one pot of tolerance", () => {
    const of = line([row("A", "60", 1), row("B", "40", 2)]);
    expect(canShip(order, stripOf(of), of.rows[0]!)).toBe("65");
    new Ledger(order, [of]).post(posting("A", "E7", { TRN: "63" }));
    expect(canShip(order, stripOf(of), of.rows[1]!)).toBe("42");
  });

  test("nothing may come on a line that is over, on an order that is not out, on a row nobody promised", () => {
    const of = line([row("A", "60")]);
    expect(canShip({ status: "APPROVED" }, stripOf(of), of.rows[0]!)).toBe("0");
    expect(canShip(order, stripOf({ ...of, lineStatus: "COMPLETED" }), of.rows[0]!)).toBe("0");
    expect(canShip(order, stripOf(of), { ...of.rows[0]!, confirmStatus: "PROPOSED" })).toBe("0");
  });
});

describe("the state of an order", () => {
  const of = (lineStatus: string, confirmStatus = "CONFIRMED") => ({ lineStatus, rows: [{ confirmStatus }] });
  test("it is told from its lines", () => {
    expect(orderStatusOf("CONFIRMED", [of("COMPLETED"), of("CANCELLED")])).toBe("COMPLETED");
    expect(orderStatusOf("CONFIRMED", [of("CLOSED"), of("CANCELLED")])).toBe("CLOSED");
    expect(orderStatusOf("PUBLISHED", [of("CANCELLED")])).toBe("CANCELLED");
    expect(orderStatusOf("COMPLETED", [of("OPEN"), of("COMPLETED")])).toBe("CONFIRMED");
    expect(orderStatusOf("CLOSED", [of("OPEN", "PENDING")])).toBe("PUBLISHED");
    expect(orderStatusOf("CHANGING", [of("COMPLETED")])).toBe("CHANGING");
  });
});

/** A small generator, so that a failing walk can be walked again. */
function dice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

/** One step of a walk: something somebody might do now, allowed or not. */
function step(of: LedgerLine, roll: (below: number) => number, ledger: Ledger): void {
  const at = of.rows[roll(of.rows.length)]!;
  const some = (value: string): string => String(Math.min(Number(value), 1 + roll(Math.max(1, Number(value) + 6))));
  const any = String(1 + roll(40));
  const has = (value: string): boolean => cmp(value, "0") > 0;
  const minus = (value: string): string => `-${value}`;
  const part = (value: string): string => (has(value) ? some(value) : "0");
  const moves: (readonly [PostingEvent, Partial<Record<Bucket, string>>])[] = [
    ["E5", { NTC: any }],
    ["E6", { NTC: minus(part(at.noticeOpenQty)) }],
    ["E7", { TRN: any }],
    ["E8", { TRN: minus(part(at.inTransitQty)) }],
    ["E9", { TRN: minus(part(at.inTransitQty)) }],
    ["E10", { TRN: any }],
    ["E11", { TRN: minus(part(at.inTransitQty)), RCV: part(at.inTransitQty) }],
    ["E11i", { TRN: minus(at.inTransitQty), INS: at.inTransitQty }],
    ["E12", { INS: minus(at.inspectingQty), RCV: at.inspectingQty }],
    ["E13", { RCV: any }],
    ["E14", { REV: part(net(at)) }],
    ["E15", { RTR: part(net(at)) }],
    ["E16", { RTF: part(net(at)) }],
    ["E19", { RTR: minus(part(at.returnReplaceQty)) }],
    ["E17", { STM: any }],
    ["E18", { INV: minus(any) }],
  ];
  const [event, deltas] = moves[roll(moves.length)]!;
  if (event === "E11" && cmp(deltas.TRN!.slice(1), deltas.RCV!) !== 0) return;
  if (Object.values(deltas).every((delta) => isZero(delta))) return;
  if (of.lineStatus === "OPEN" && roll(25) === 0 && isZero(add(stripOf(of).inTransitQty, stripOf(of).inspectingQty))) {
    ledger.close(of, openOf(stripOf(of)), cause);
    of.lineStatus = "CLOSED";
    return;
  }
  ledger.post(posting(at.id, event, deltas)).settle(cause);
}

describe("random walks over the matrix", () => {
  for (const seed of Array.from({ length: 60 }, (_, i) => i + 1))
    test(`walk ${seed} keeps what must always hold`, () => {
      const roll = dice(seed * 7919);
      const of = line([row("A", String(20 + roll(80)), 1), row("B", String(1 + roll(60)), 2)], String(roll(11)), String(roll(5)));
      const begun = Object.fromEntries(of.rows.map((ledgerRow) => [ledgerRow.id, { ...ledgerRow }]));
      const written: Ledger["entries"] = [];
      for (let i = 0; i < 120; i++) {
        const ledger = new Ledger(order, [of]);
        const before = stripOf(of);
        step(of, roll, ledger);
        written.push(...ledger.entries);
        const after = stripOf(of);
        // Goods that were under the cap stay under it; only a shrunken order may leave more than the cap.
        if (cmp(taken(after), taken(before)) > 0) expect(cmp(taken(after), maxOf(after))).toBeLessThanOrEqual(0);
        for (const ledgerRow of of.rows) {
          for (const bucket of buckets) if (!isSigned(bucket)) expect(ledgerRow[bucketFields[bucket]].startsWith("-")).toBe(false);
          expect(cmp(add(ledgerRow.cancelledQty, ledgerRow.closedQty), ledgerRow.qty)).toBeLessThanOrEqual(0);
          expect(
            cmp(sum([ledgerRow.reversedQty, ledgerRow.returnReplaceQty, ledgerRow.returnRefundQty]), ledgerRow.receivedQty),
          ).toBeLessThanOrEqual(0);
        }
        if (of.lineStatus === "COMPLETED") expect(openOf(after)).toBe("0");
      }
      // Replaying the ledger gives the counters.
      for (const ledgerRow of of.rows)
        for (const bucket of buckets) {
          const moved = sum(written.filter((entry) => entry.rowId === ledgerRow.id && entry.bucket === bucket).map((entry) => entry.delta));
          expect(cmp(add(begun[ledgerRow.id]![bucketFields[bucket]], moved), ledgerRow[bucketFields[bucket]])).toBe(0);
        }
      expect(cmp(summed(of.rows).receivedQty, sum(of.rows.map((ledgerRow) => ledgerRow.receivedQty)))).toBe(0);
    });

  test("everything undone in reverse leaves nothing, in pieces and in money", () => {
    const of = line([row("A", "100")]);
    const ids = { next: 0 };
    const priced = { price: "0.335", priceUnit: "1", taxPercent: "13", taxIncludedFlag: "N", digits: 2 };
    const book = new Book({ priced, isUnsettled: false, isConsigned: false }, [], () => `X${String(++ids.next).padStart(4, "0")}`);
    const post = (event: PostingEvent, deltas: Partial<Record<Bucket, string>>): void => {
      const ledger = new Ledger(order, [of]).post(posting("A", event, deltas)).settle(cause);
      expect(ledger.refusals).toEqual([]);
    };
    const made: string[] = [];
    for (const qty of ["3", "7", "11"]) {
      post("E7", { TRN: qty });
      post("E11", { TRN: `-${qty}`, RCV: qty });
      const id = `R${qty}`;
      made.push(id);
      book.post({ id, transactionType: "RECEIVE", transactionDate: "2026-01-01", qty });
    }
    post("E15", { RTR: "2" });
    book.post({ id: "BACK", transactionType: "RETURN_REPLACE", transactionDate: "2026-01-02", qty: "-2", originTransactionId: "R7" });
    post("E19", { RTR: "-2" });
    book.post({ transactionType: "RETURN_REV", transactionDate: "2026-01-03", qty: "2", originTransactionId: "BACK" });
    for (const [id, qty] of [
      ["R11", "11"],
      ["R7", "7"],
      ["R3", "3"],
    ] as const)
      for (let i = 0; i < Number(qty); i++) {
        post("E14", { REV: "1" });
        book.post({ transactionType: "REVERSAL", transactionDate: "2026-01-04", qty: "-1", originTransactionId: id });
      }
    expect(book.refusals).toEqual([]);
    const end = stripOf(of);
    expect([ful(end), net(end), end.inTransitQty, end.inspectingQty, end.noticeOpenQty].every(isZero)).toBe(true);
    expect(cmp(end.receivedQty, end.reversedQty)).toBe(0);
    expect(isZero(sum(book.booked.map((booked) => booked.amountExcl)))).toBe(true);
    expect(isZero(sum(book.booked.map((booked) => booked.taxAmount)))).toBe(true);
    expect(canShipLine(end)).toBe("105");
    expect(eff(end)).toBe("100");
    expect(sub("1", "1")).toBe("0");
  });
});
