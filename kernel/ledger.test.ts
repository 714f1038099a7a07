import { describe, expect, test } from "vitest";
import { add } from "./decimal.ts";
import type { Entity } from "./entity.ts";
import { money, qty } from "./field.ts";
import { ledger, matrixFault, movedBy, overCaps, shorts, termsOf, valueOf, type Deltas } from "./ledger.ts";
import { Book, reversalOf, type Post } from "./ledger-book.ts";
import type { PostingRow, Postings } from "./ledger-postings.ts";
import { refuse } from "./refusal.ts";
import type { Effect, Moment } from "./rule.ts";

const balance = { computed: true, initial: "0", least: 0 } as const;
const figure = { computed: true, initial: "0" } as const;

/** A shelf with room for so much: goods are put on it, set aside for somebody, and taken away. */
const shelf = ledger("SHELF", "货架", "Shelf", {
  buckets: {
    HERE: ["hereQty", qty("在架", "On the shelf", balance)],
    HELD: ["heldQty", qty("预留", "Reserved", balance)],
    DIFF: ["differenceQty", qty("盘点差异", "Stocktaking difference", figure)],
  },
  figures: {
    freeQty: [qty("可用", "Free", figure), "hereQty - heldQty", "0"],
    roomQty: [qty("剩余", "Room", figure), "sizeQty - hereQty"],
  },
  names: {
    PUT: ["上架", "Put"],
    HOLD: ["预留", "Reserve"],
    TAKE: ["取走", "Take"],
    BACK: ["退回", "Take back"],
    COUNT: ["盘点", "Stocktaking"],
  },
  events: {
    PUT: { HERE: "+" },
    HOLD: { HELD: "+" },
    TAKE: { HERE: "-", HELD: "-" },
    BACK: "TAKE",
    COUNT: { HERE: "±", DIFF: "±" },
  },
  caps: {
    size: { of: "hereQty", within: "sizeQty", refuse: ({ left, asked }) => refuse("SHELF_FULL", `${left}/${asked}`, `${left}/${asked}`) },
    held: {
      of: "heldQty",
      within: "hereQty",
      when: (_, store) => store !== "returns",
      refuse: ({ left, asked }) => refuse("SHELF_HELD", `${left}/${asked}`, `${left}/${asked}`),
    },
  },
  status: ["status", (row) => (row.hereQty === "0" ? "EMPTY" : "USED")],
});

/** What is owed on an invoice, in its currency and in base currency. */
const owed = ledger("OWED", "应付", "Owed", {
  buckets: {
    PAID: ["paidAmount", money("已付", "Paid", balance), "paidBase"],
    OFF: ["deductedAmount", money("扣款", "Deducted", balance), "deductedBase"],
  },
  figures: { openAmount: [money("未付", "Open", figure), "amount - paidAmount - deductedAmount"] },
  names: { PAY: ["付款", "Pay"], UNPAY: ["退回付款", "Payment returned"], DEDUCT: ["扣款", "Deduct"] },
  events: { PAY: { PAID: "+" }, UNPAY: "PAY", DEDUCT: { OFF: "+" } },
  caps: {
    amount: {
      of: "paidAmount + deductedAmount",
      within: "amount",
      refuse: ({ left, asked }) => refuse("OWED_OVER", `${left}/${asked}`, `${left}/${asked}`),
    },
  },
});

const row = { id: "A", sizeQty: "100", hereQty: "60", heldQty: "10", differenceQty: "0", status: "USED" };
const cause = { causeType: "Order", causeId: "O1", causeLineId: "L1" };
const bill = { id: "B", amount: "1000", paidAmount: "0", paidBase: "0", deductedAmount: "0", deductedBase: "0" };

describe("the matrix", () => {
  test("an event moves its buckets in its direction and no other", () => {
    expect(matrixFault(shelf, "PUT", { HERE: "5" })).toBeNull();
    expect(matrixFault(shelf, "PUT", { HERE: "-5" })).toMatch(/PUT does not move HERE by -5/);
    expect(matrixFault(shelf, "PUT", { HELD: "5" })).toMatch(/PUT does not move HELD/);
    expect(matrixFault(shelf, "PUT", { HELD: "0" }), "nothing is no movement").toBeNull();
    expect(matrixFault(shelf, "LOSE", {}), "unknown").toBe("SHELF has no event LOSE");
    expect([matrixFault(shelf, "COUNT", { HERE: "-1" }), matrixFault(shelf, "COUNT", { HERE: "1" })]).toEqual([null, null]);
  });

  test("a reversal moves what it reverses the other way", () => {
    expect(shelf.matrix.BACK).toEqual({ HERE: "+", HELD: "+" });
    expect(matrixFault(shelf, "BACK", { HERE: "5" })).toBeNull();
    expect(matrixFault(shelf, "BACK", { HERE: "-5" })).not.toBeNull();
  });

  test("a declaration that names what is not there stops at once", () => {
    const of = (events: object, names: object) => () =>
      ledger("X", "x", "x", { buckets: { A: ["a", qty("a", "a", balance)] }, events, names } as never);
    expect(of({ E: { B: "+" } }, { E: ["e", "e"] })).toThrow("X: E moves B, which is no bucket");
    expect(of({ E: { A: "+" } }, {})).toThrow("X: the event E has no name");
    expect(of({ E: "F" }, { E: ["e", "e"] })).toThrow("X: no event is called F");
    expect(() => termsOf("a - + b")).toThrow("not a sum");
  });
});

describe("figures", () => {
  test("are sums of the owner's fields, an empty one counting as nothing, never below what is declared", () => {
    expect(valueOf("hereQty - heldQty", row)).toBe("50");
    expect(valueOf("hereQty + missing", row)).toBe("60");
    expect(shelf.computes.freeQty({ hereQty: "5", heldQty: "8" })).toBe("0");
    expect(shelf.computes.roomQty(row)).toBe("40");
  });

  test("balances, figures and base amounts are fields of the owner; limits that always apply are constraints", () => {
    expect(Object.keys(shelf.fields)).toEqual(["hereQty", "heldQty", "differenceQty", "freeQty", "roomQty"]);
    expect(Object.keys(owed.fields)).toEqual(["paidAmount", "paidBase", "deductedAmount", "deductedBase", "openAmount"]);
    expect(shelf.holds).toEqual({ withinSize: ["hereQty", "<=", "sizeQty"] });
  });
});

describe("limits", () => {
  const over = (posts: Deltas<typeof shelf>[], more: object = {}, context?: string) =>
    overCaps(shelf, { ...row, ...more }, posts, context).map(({ cap, left, asked }) => [cap, left, asked]);

  test("are asked of all postings together: what lowers makes room for what raises", () => {
    expect(over([{ HERE: "40" }])).toEqual([]);
    expect(over([{ HERE: "41" }])).toEqual([["size", "40", "41"]]);
    expect(over([{ HERE: "30" }, { HERE: "11" }])).toEqual([["size", "40", "41"]]);
    expect(over([{ HERE: "-1" }, { HERE: "41" }])).toEqual([]);
  });

  test("never stop what lowers, even where the limit is passed already", () => {
    expect(over([{ HERE: "-1" }], { hereQty: "130" })).toEqual([]);
    expect(over([{ HERE: "1" }], { hereQty: "130" })).toEqual([["size", "-30", "1"]]);
  });

  test("apply where their condition says so, and an empty limit limits nothing", () => {
    expect(over([{ HELD: "51" }])).toEqual([["held", "50", "51"]]);
    expect(over([{ HELD: "51" }], {}, "returns")).toEqual([]);
    expect(over([{ HERE: "9999" }], { sizeQty: null })).toEqual([]);
  });

  test("may be worked out from the owner and its document; postings that ask no cap pass it", () => {
    const widened = ledger("WIDE", "超额", "Widened", {
      buckets: { USED: ["usedQty", qty("已用", "Used", balance)] },
      names: { USE: ["使用", "Use"] },
      events: { USE: { USED: "+" } },
      caps: {
        agreed: {
          of: "usedQty",
          within: (own: { agreed: string | null }, extra: string) => (own.agreed === null ? null : add(own.agreed, extra)),
          refuse: ({ left, asked }) => refuse("WIDE_OVER", `${left}/${asked}`, `${left}/${asked}`),
        },
      },
    });
    expect(widened.holds).toEqual({});
    const own = { id: "A", agreed: "10" as string | null, usedQty: "8" };
    const use = (more: object, owner = own) =>
      new Book(widened, [owner], { orgId: "ORG", context: "5" }).post([
        { ...cause, owner: "A", event: "USE", deltas: { USED: "8" }, ...more },
      ]).refusals;
    expect(use({})).toMatchObject([{ code: "WIDE_OVER", text: ["7/8", "7/8"] }]);
    expect(use({ isCapped: false })).toEqual([]);
    expect(use({}, { ...own, agreed: null })).toEqual([]);
  });

  test("no balance falls below zero unless its field may", () => {
    expect(shorts(shelf, row, { HELD: "-11" })).toMatchObject([{ code: "LEDGER_SHORT", text: ["预留仅有10，不足11", expect.any(String)] }]);
    expect(shorts(shelf, row, { HELD: "-10", DIFF: "-7" })).toEqual([]);
  });
});

const at = { now: "2026-03-01T00:00:00Z", today: "2026-03-01", newId: () => `id${(n += 1)}`, before: () => null } as unknown as Moment;
let n = 0;
const me = { userId: "u1" };
const postings = { name: "TrialPostings" } as unknown as Postings;
const drafts = (book: Book<any>) =>
  book
    .rows(postings, me, at)
    .map((effect) => (effect as Extract<Effect, { kind: "make" }>).draft as Readonly<Record<string, string | null>>);
const post = (event: string, deltas: object, more: object = {}): Post<any> =>
  ({ ...cause, owner: "A", event, deltas, ...more }) as Post<any>;

describe("a book", () => {
  const open = (more: object = {}, how: object = {}) => new Book(shelf, [{ ...row, ...more }], { orgId: "ORG", ...how });

  test("moves balances and status, and writes one row for each bucket of a cause", () => {
    const book = open().post([post("TAKE", { HERE: "-4", HELD: "-4" }), post("TAKE", { HERE: "-6", HELD: "-6" })]);
    expect(book.refusals).toEqual([]);
    expect(book.changes).toMatchObject([{ kind: "set", row: { id: "A" }, patch: { hereQty: "50", heldQty: "0", status: "USED" } }]);
    expect(drafts(book).map((draft) => [draft["bucket"], draft["delta"], draft["eventCode"], draft["ownerType"], draft["orgId"]])).toEqual([
      ["HERE", "-10", "TAKE", "SHELF", "ORG"],
      ["HELD", "-10", "TAKE", "SHELF", "ORG"],
    ]);
    expect(new Set(drafts(book).map((draft) => draft["requestId"])).size, "one request").toBe(1);
  });

  test("refuses a limit that is passed and what falls short; the mistake of a program is an error", () => {
    expect(open().post([post("PUT", { HERE: "41" })]).refusals).toMatchObject([{ code: "SHELF_FULL" }]);
    expect(open({}, { isCapped: false }).post([post("PUT", { HERE: "41" })]).refusals).toEqual([]);
    expect(open().post([post("TAKE", { HERE: "-61" })]).refusals).toMatchObject([{ code: "LEDGER_SHORT" }]);
    expect(() => open().post([post("PUT", { HERE: "-1" })])).toThrow("PUT does not move HERE by -1");
    expect(() => open().post([post("PUT", { HERE: "1" }, { owner: "B" })])).toThrow("B is none of the owners");
  });

  test("records movements whose rows are written with something else, and moves nothing", () => {
    const book = open().record([post("PUT", { HERE: "500" }, { owner: "NEW" }), post("PUT", { HERE: "2" }, { owner: "NEW" })]);
    expect([book.changes, book.refusals]).toEqual([[], []]);
    expect(drafts(book).map((draft) => [draft["ownerId"], draft["bucket"], draft["delta"]])).toEqual([["NEW", "HERE", "502"]]);
    expect(() => open().record([post("PUT", { HERE: "-1" })])).toThrow("PUT does not move HERE by -1");
  });

  test("posts what a bucket without a field moves, and stores no balance of it", () => {
    const need = ledger("NEED", "需求", "Need", {
      buckets: { ASKED: [null, qty("申请", "Asked", figure)], OPEN: ["openQty", qty("未清", "Open", balance)] },
      names: { APPROVE: ["批准", "Approve"], RETURN: ["退回", "Return"] },
      events: { APPROVE: { ASKED: "+", OPEN: "+" }, RETURN: "APPROVE" },
    });
    expect(Object.keys(need.fields)).toEqual(["openQty"]);
    const book = new Book(need, [{ id: "A", openQty: "0" }], { orgId: "ORG" }).post([post("APPROVE", { ASKED: "5", OPEN: "5" })]);
    expect(book.changes).toMatchObject([{ patch: { openQty: "5" } }]);
    expect(drafts(book).map((draft) => [draft["bucket"], draft["delta"]])).toEqual([
      ["ASKED", "5"],
      ["OPEN", "5"],
    ]);
    expect(shorts(need, { openQty: "0" }, { ASKED: "-9" })).toEqual([]);
  });

  test("what was posted under a key counts once; another movement under it is refused", () => {
    const known = [{ ownerId: "A", bucket: "HERE", delta: "5.000000", eventCode: "PUT", requestId: "K1" }];
    const again = open({}, { known }).post([post("PUT", { HERE: "5" }, { key: "K1" }), post("PUT", { HERE: "2" }, { key: "K2" })]);
    expect(drafts(again).map((draft) => [draft["delta"], draft["requestId"]])).toEqual([["2", "K2"]]);
    expect(open({}, { known }).post([post("PUT", { HERE: "6" }, { key: "K1" })]).refusals).toMatchObject([{ code: "LEDGER_KEY" }]);
  });
});

describe("amounts", () => {
  const open = (more: object = {}) => new Book(owed, [{ ...bill, ...more }], { orgId: "ORG", currency: "USD" });
  const paid = (amount: string, rate: string) => ({ ...cause, owner: "B", event: "PAY" as const, deltas: { PAID: amount }, rate });

  test("are posted in the document's currency and, at the day's rate, in base currency", () => {
    const book = open().post([paid("100", "7.1234"), paid("100", "7.2")]);
    expect(book.owner("B")).toMatchObject({ paidAmount: "200", paidBase: "1432.34" });
    expect(drafts(book)).toMatchObject([{ delta: "200", baseDelta: "1432.34", currency: "USD" }]);
    expect(movedBy(owed, bill, [{ PAID: "1" }]).paidAmount).toBe("1");
  });

  test("a reversal takes back exactly what was posted, whatever the rate is now", () => {
    const rows: PostingRow[] = [
      { ownerId: "B", bucket: "PAID", delta: "100.00", baseDelta: "712.34", eventCode: "PAY", requestId: "R" },
      { ownerId: "B", bucket: "PAID", delta: "100.00", baseDelta: "720.00", eventCode: "PAY", requestId: "R" },
    ];
    const book = open({ paidAmount: "200.00", paidBase: "1432.34" }).post(reversalOf(owed, rows, "UNPAY", cause));
    expect(book.refusals).toEqual([]);
    expect(book.owner("B")).toMatchObject({ paidAmount: "0.00", paidBase: "0.00" });
  });

  test("payments and deductions together never pass the amount", () => {
    const book = open({ paidAmount: "900" }).post([{ ...cause, owner: "B", event: "DEDUCT", deltas: { OFF: "100.01" } }]);
    expect(book.refusals).toMatchObject([{ code: "OWED_OVER", text: ["100/100.01", "100/100.01"] }]);
  });
});

test("the table of the owner holds what the ledger says", () => {
  expect(owed.holds).toEqual({ withinAmount: ["paidAmount + deductedAmount", "<=", "amount"] });
  expect((owed.fields.paidAmount as unknown as Entity["fields"][string]).least).toBe("0");
});
