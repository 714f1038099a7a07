import { expect, test } from "vitest";
import { trim } from "#kernel/decimal.ts";
import { allocate, giveBack } from "./allocate.ts";
import { headerStatusOf, netOf, Posting, relStatusOf, type DemandMove, type LineState, type RelState } from "./moves.ts";

const line = (over: Partial<LineState> = {}): LineState => ({
  id: "L",
  lineNum: 10,
  needByDate: "2026-03-20",
  requestQty: "100",
  estAmount: "1000.00",
  occupiedQty: "0",
  orderedQty: "0",
  cancelledQty: "0",
  receivedQty: "0",
  lineStatus: "OPEN",
  ...over,
});

/** One requisition line under the moves of a test; each posting refuses as a whole. */
class Desk {
  line: LineState;
  rels: readonly RelState[] = [];
  #ids = 0;

  constructor(of: LineState = line()) {
    this.line = of;
  }

  post(...moves: Partial<DemandMove>[]): string[] {
    const [state, rels] = [{ ...this.line }, this.rels.map((rel) => ({ ...rel }))];
    const posting = new Posting([state], rels, { newId: () => `R${++this.#ids}`, statusText: (code) => [code, code] }).run(
      moves.map(
        (demandMove) =>
          ({
            kind: "take",
            reqLineId: "L",
            qty: "0",
            targetType: "ORDER",
            targetHeaderId: "O",
            targetLineId: "O1",
            targetNum: "PO1",
            ...demandMove,
          }) as DemandMove,
      ),
    );
    if (posting.refusals.length === 0) [this.line, this.rels] = [state, posting.rels];
    return posting.refusals.map((refusal) => `${refusal.code} ${refusal.text[1]}`);
  }

  get figures(): string {
    const { requestQty, occupiedQty, orderedQty, cancelledQty, lineStatus } = this.line;
    const open = Number(requestQty) - Number(occupiedQty) - Number(orderedQty) - Number(cancelledQty);
    return `open ${open} occupied ${trim(occupiedQty)} ordered ${trim(orderedQty)} cancelled ${trim(cancelledQty)} ${lineStatus}`;
  }
}

test("purchasing 12: a draft holds the requisition until it is deleted", () => {
  const desk = new Desk();
  desk.post({ qty: "80" });
  const second = { qty: "30", targetHeaderId: "P", targetLineId: "P1", targetNum: "PO2" };
  expect(desk.post(second)).toEqual(["PUR-2001 Requisition line 10 has 20 open, 30 needed"]);
  desk.post({ kind: "release", qty: "80" });
  expect(desk.post(second)).toEqual([]);
  expect(desk.figures).toBe("open 70 occupied 30 ordered 0 cancelled 0 OPEN");
});

test("purchasing 13: cancelling gives back, closing gives up unless told to release", () => {
  const cancelled = new Desk();
  cancelled.post({ qty: "100" }, { kind: "order", qty: "100" });
  expect(cancelled.figures).toBe("open 0 occupied 0 ordered 100 cancelled 0 ORDERED");
  cancelled.post({ kind: "release", qty: "100" });
  expect(cancelled.figures).toBe("open 100 occupied 0 ordered 0 cancelled 0 OPEN");
  const closed = new Desk();
  closed.post({ qty: "100" }, { kind: "order", qty: "100" }, { kind: "receive", qty: "60" }, { kind: "burn", qty: "40" });
  expect(closed.figures).toBe("open 0 occupied 0 ordered 60 cancelled 40 ORDERED");
  const released = new Desk();
  released.post({ qty: "100" }, { kind: "order", qty: "100" }, { kind: "release", qty: "40" });
  expect(released.figures).toBe("open 40 occupied 0 ordered 60 cancelled 0 PARTIAL");
});

test("purchasing 34: what was given up or back is taken again when a line is reopened, as far as it is there", () => {
  const desk = new Desk();
  desk.post({ qty: "100" }, { kind: "order", qty: "100" }, { kind: "burn", qty: "40" });
  desk.post({ kind: "retake", qty: "40" });
  expect(desk.figures).toBe("open 0 occupied 0 ordered 100 cancelled 0 ORDERED");
  desk.post({ kind: "release", qty: "40" });
  const other = { targetHeaderId: "P", targetLineId: "P1", targetNum: "PO2", qty: "15" };
  desk.post(other);
  expect(desk.post({ kind: "retake", qty: "40" })).toEqual(["PUR-2210 Reopening needs 40; the requisition has 25 left"]);
  desk.post({ ...other, kind: "release" });
  expect(desk.post({ kind: "retake", qty: "40" })).toEqual([]);
  expect(desk.figures).toBe("open 0 occupied 0 ordered 100 cancelled 0 ORDERED");
});

test("purchasing 35: what an order gives back to a closed requisition is burnt", () => {
  const desk = new Desk();
  desk.post({ qty: "60" }, { kind: "order", qty: "60" });
  desk.line = { ...desk.line, cancelledQty: "40", lineStatus: "CLOSED" };
  desk.post({ kind: "release", qty: "60" });
  expect(desk.figures).toBe("open 0 occupied 0 ordered 0 cancelled 100 CLOSED");
  expect(desk.post({ qty: "1" })).toEqual(["PUR-2005 Requisition line 10 is CLOSED and cannot be sourced"]);
});

test("a hold is carried on without touching what is open, and only from the document the target is made from", () => {
  const desk = new Desk();
  desk.post({ qty: "70", targetType: "DEMAND_SUMMARY", targetHeaderId: "S", targetLineId: "S", targetNum: "DS1" });
  const parentRelId = desk.rels[0]!.id;
  expect(desk.post({ kind: "carry", qty: "10", parentRelId, fromHeaderId: "another" })).toEqual([
    expect.stringMatching(/^PUR-2007 .*does not belong/),
  ]);
  expect(desk.post({ kind: "carry", qty: "10", parentRelId }), "who names no document has none").toEqual([
    expect.stringMatching(/^PUR-2007 .*does not belong/),
  ]);
  expect(desk.post({ kind: "carry", qty: "50", parentRelId, fromHeaderId: "S" })).toEqual([]);
  expect(desk.figures).toBe("open 30 occupied 70 ordered 0 cancelled 0 OPEN");
  expect(desk.post({ kind: "carry", qty: "21", parentRelId, fromHeaderId: "S" })).toEqual(["PUR-2007 DS1 still holds 20, 21 needed"]);
  desk.post({ kind: "order", qty: "50", parentRelId });
  desk.post({ kind: "release", qty: "50", parentRelId });
  expect(desk.figures).toBe("open 80 occupied 20 ordered 0 cancelled 0 OPEN");
  expect(desk.rels.map((rel) => [netOf(rel), relStatusOf(rel)])).toEqual([
    ["20", "OCCUPIED"],
    ["0", "RELEASED"],
  ]);
});

test("one order line holds a carried and a taken part of one requisition line side by side", () => {
  const desk = new Desk();
  desk.post({ qty: "40", targetType: "DEMAND_SUMMARY", targetHeaderId: "S", targetLineId: "S" });
  desk.post({ kind: "carry", qty: "40", parentRelId: desk.rels[0]!.id, fromHeaderId: "S" }, { qty: "10" });
  expect(desk.rels.map((rel) => relStatusOf(rel))).toEqual(["MOVED", "OCCUPIED", "OCCUPIED"]);
});

test("the plan learns what an order costs and gets its share back", () => {
  const state = line({ requestQty: "80", estAmount: "800.00" });
  const posting = new Posting([state], [], { newId: () => "R", statusText: (code) => [code, code] });
  const of = { reqLineId: "L", targetType: "ORDER", targetHeaderId: "O", targetLineId: "O1", targetNum: "PO1" };
  posting.run([
    { ...of, kind: "take", qty: "80" },
    { ...of, kind: "order", qty: "80", amountExcl: "1000.00" },
    { ...of, kind: "burn", qty: "30" },
  ]);
  expect(posting.used.get("L")).toBe("625.00");
});

test("a header follows its lines, also backwards", () => {
  const of = (lineStatus: string, orderedQty = "0") => ({ lineStatus, orderedQty });
  expect(headerStatusOf("APPROVED", [of("OPEN"), of("ORDERED", "5")])).toBe("PARTIAL");
  expect(headerStatusOf("PARTIAL", [of("ORDERED", "5"), of("CANCELLED")])).toBe("COMPLETED");
  expect(headerStatusOf("COMPLETED", [of("OPEN")])).toBe("APPROVED");
  expect(headerStatusOf("APPROVED", [of("RETURNED"), of("CANCELLED")])).toBe("RETURNED");
  expect(headerStatusOf("PARTIAL", [of("CANCELLED")])).toBe("CANCELLED");
  expect(headerStatusOf("CLOSED", [of("CLOSED", "5")])).toBe("CLOSED");
});

test("needs are served by date, number and line, and give back in reverse, what was rounded up first", () => {
  const of = (id: string, needByDate: string, requisitionNum: string, reqLineNum: number, netQty: string) => ({
    id,
    needByDate,
    requisitionNum,
    reqLineNum,
    netQty,
  });
  const rels = [of("c", "2026-03-02", "PR1", 10, "30"), of("b", "2026-03-01", "PR2", 20, "20"), of("a", "2026-03-01", "PR2", 10, "10")];
  const shared = allocate(rels, "45", (rel) => rel.netQty);
  expect(shared.parts.map((part) => [part.of.id, part.qty])).toEqual([
    ["a", "10"],
    ["b", "20"],
    ["c", "15"],
  ]);
  const back = giveBack(rels, "40", "5");
  expect([back.roundUp, back.left, ...back.parts.map((part) => `${part.of.id} ${part.qty}`)]).toEqual(["5", "0", "c 30", "b 5"]);
});
