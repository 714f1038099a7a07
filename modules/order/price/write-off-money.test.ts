import { describe, expect, test } from "vitest";
import { sum } from "#kernel/decimal.ts";
import { Book, type BookingLine, type PostedTransaction } from "../ledger/booking.ts";
import { moneyOf, returnRevMoney, writeOffMoney, type Priced } from "./money.ts";
import type { TransactionDraft, TransactionType } from "../ledger/posting.types.ts";

const priced = (price: string, more: Partial<Priced> = {}): Priced => ({
  price,
  priceUnit: "1",
  taxPercent: "13",
  taxIncludedFlag: "N",
  digits: 2,
  ...more,
});
const line = (price: string, more: Partial<Priced> = {}): BookingLine => ({
  priced: priced(price, more),
  isUnsettled: false,
  isConsigned: false,
});

let ids = 0;
const bookOf = (of: BookingLine, posted: readonly PostedTransaction[] = []): Book =>
  new Book(of, posted, () => `t${String(++ids).padStart(6, "0")}`);
/** Books one transaction and answers what it came to. */
function book(into: Book, transactionType: Exclude<TransactionType, "PRICE_ADJUST">, qty: string, origin: string | null = null) {
  const draft: TransactionDraft = {
    id: `t${String(++ids).padStart(6, "0")}`,
    transactionType,
    transactionDate: "2026-03-01",
    qty,
    originTransactionId: origin,
  };
  const known = into.booked.length;
  into.post(draft);
  const [made] = into.booked.slice(known);
  return { id: draft.id!, excl: made?.amountExcl, tax: made?.taxAmount, incl: made?.amountIncl, rest: into.booked.slice(known + 1) };
}

describe("what undoing books", () => {
  test("J25: base amounts of a receipt that went back piece by piece leave no cent, nor does one taken back and returned again", () => {
    const into = bookOf({ ...line("10.01"), rate: "7.1234567" });
    const receipt = book(into, "RECEIVE", "7");
    for (const qty of ["-3", "-1", "-2"]) book(into, "RETURN_REFUND", qty, receipt.id);
    const last = book(into, "RETURN_REPLACE", "-1", receipt.id);
    expect(sum(into.booked.map((booked) => booked.baseAmount))).toBe("0.00");
    book(into, "RETURN_REV", "1", last.id);
    book(into, "RETURN_REPLACE", "-1", receipt.id);
    expect(sum(into.booked.map((booked) => booked.amountIncl))).toBe("0.00");
    expect(sum(into.booked.map((booked) => booked.baseAmount))).toBe("0.00");
  });

  test("purchasing 11: a receipt undone piece by piece comes to exactly its negative", () => {
    const into = bookOf(line("0.335"));
    const receipt = book(into, "RECEIVE", "3");
    expect([receipt.excl, receipt.tax]).toEqual(["1.01", "0.13"]);
    const parts = ["-1", "-1", "-1"].map((qty) => book(into, "REVERSAL", qty, receipt.id));
    expect(parts.map((part) => part.excl)).toEqual(["-0.34", "-0.33", "-0.34"]);
    expect(sum(into.booked.map((booked) => booked.amountIncl))).toBe("0.00");
    expect(
      into.post({ transactionType: "REVERSAL", transactionDate: "2026-03-01", qty: "-1", originTransactionId: receipt.id }).refusals[0]
        ?.code,
    ).toBe("PUR-3501");
  });

  test("purchasing 3: the second return takes the rest of the tax", () => {
    const into = bookOf(line("12.5"));
    const receipt = book(into, "RECEIVE", "590");
    expect([receipt.excl, receipt.tax, receipt.incl]).toEqual(["7375.00", "958.75", "8333.75"]);
    const first = book(into, "RETURN_REPLACE", "-20", receipt.id);
    expect([first.excl, first.tax, first.incl]).toEqual(["-250.00", "-32.50", "-282.50"]);
    const second = book(into, "RETURN_REFUND", "-5", receipt.id);
    expect([second.excl, second.tax, second.incl]).toEqual(["-62.50", "-8.13", "-70.63"]);
  });

  test("purchasing 29: a return taken back closes to the cent", () => {
    const into = bookOf(line("0.335"));
    const receipt = book(into, "RECEIVE", "3");
    const entry = book(into, "RETURN_REFUND", "-1", receipt.id);
    const two = book(into, "RETURN_REFUND", "-1", receipt.id);
    const back = book(into, "RETURN_REV", "1", entry.id);
    const three = book(into, "RETURN_REFUND", "-1", receipt.id);
    const four = book(into, "RETURN_REFUND", "-1", receipt.id);
    expect([entry, two, back, three, four].map(({ excl, tax }) => [excl, tax])).toEqual([
      ["-0.34", "-0.04"],
      ["-0.33", "-0.05"],
      ["0.34", "0.04"],
      ["-0.34", "-0.04"],
      ["-0.34", "-0.04"],
    ]);
    expect([sum(into.booked.map((row) => row.amountExcl)), sum(into.booked.map((row) => row.taxAmount))]).toEqual(["0.00", "0.00"]);
  });

  test("purchasing 29: a return of three undone piece by piece", () => {
    const into = bookOf(line("0.335"));
    const receipt = book(into, "RECEIVE", "10");
    expect([receipt.excl, receipt.tax]).toEqual(["3.35", "0.44"]);
    const row = book(into, "RETURN_REPLACE", "-1", receipt.id);
    const three = book(into, "RETURN_REPLACE", "-3", receipt.id);
    expect([row.excl, row.tax, three.excl, three.tax]).toEqual(["-0.34", "-0.04", "-1.00", "-0.13"]);
    const back = ["1", "1", "1"].map((qty) => book(into, "RETURN_REV", qty, three.id));
    expect(back.map(({ excl, tax }) => [excl, tax])).toEqual([
      ["0.33", "0.04"],
      ["0.34", "0.05"],
      ["0.33", "0.04"],
    ]);
    expect(
      into.post({ transactionType: "RETURN_REV", transactionDate: "2026-03-01", qty: "1", originTransactionId: three.id }).refusals[0]
        ?.code,
    ).toBe("PUR-3501");
  });

  test("prices with tax inside are undone on that side, currencies without cents in whole units", () => {
    const into = bookOf(line("11.3", { taxIncludedFlag: "Y" }));
    const receipt = book(into, "RECEIVE", "3");
    expect([receipt.excl, receipt.tax, receipt.incl]).toEqual(["30.00", "3.90", "33.90"]);
    for (const qty of ["-1", "-2"]) book(into, "REVERSAL", qty, receipt.id);
    expect(sum(into.booked.map((row) => row.amountIncl))).toBe("0.00");
    expect(moneyOf("3", priced("0.5", { digits: 0 }))).toEqual({ amountExcl: "2", taxAmount: "0", amountIncl: "2" });
  });

  test("an accepted service is booked at the accepted amount itself", () => {
    const into = bookOf(line("100"));
    into.post({ id: "s1", transactionType: "SERVICE", transactionDate: "2026-03-01", qty: "0.333333", amount: "33.34" });
    expect(into.booked[0]).toMatchObject({ qty: "0.333333", amountExcl: "33.34", taxAmount: "4.33", amountIncl: "37.67" });
  });

  test("undoing an adjusted receipt takes its share of the adjustment along, and a return taken back brings it again", () => {
    const into = bookOf(line("10"));
    const receipt = book(into, "RECEIVE", "100");
    into.reprice(priced("9.5"));
    expect(into.booked.at(-1)).toMatchObject({ transactionType: "PRICE_ADJUST", qty: "0", amountExcl: "-50.00", taxAmount: "-6.50" });
    const returned = book(into, "RETURN_REFUND", "-40", receipt.id);
    expect([returned.excl, returned.rest[0]?.transactionType, returned.rest[0]?.amountExcl]).toEqual(["-400.00", "PRICE_ADJUST", "20.00"]);
    const back = book(into, "RETURN_REV", "40", returned.id);
    expect([back.excl, back.rest[0]?.amountExcl]).toEqual(["400.00", "-20.00"]);
    book(into, "REVERSAL", "-100", receipt.id);
    expect([sum(into.booked.map((row) => row.amountExcl)), sum(into.booked.map((row) => row.taxAmount))]).toEqual(["0.00", "0.00"]);
  });

  test("any way of undoing a receipt, with returns taken back in between, ends at nothing", () => {
    for (let seed = 1; seed <= 60; seed++) {
      let state = seed * 7919;
      const next = (most: number): number => (state = (state * 48_271) % 2_147_483_647) % most;
      const into = bookOf(line(`0.${String(1 + next(998)).padStart(3, "0")}`, next(2) ? { taxIncludedFlag: "Y" } : {}));
      const whole = 5 + next(20);
      const receipt = book(into, "RECEIVE", String(whole));
      const returns: { id: string; left: number }[] = [];
      let here = whole;
      for (let step = 0; step < 12; step++) {
        const open = returns.filter((row) => row.left > 0);
        const taken = open.length && next(3) === 0 ? open[next(open.length)]! : null;
        if (taken) {
          book(into, "RETURN_REV", "1", taken.id);
          taken.left -= 1;
          here += 1;
        } else if (here > 0) {
          const qty = 1 + next(here);
          returns.push({ id: book(into, "RETURN_REPLACE", `-${qty}`, receipt.id).id, left: qty });
          here -= qty;
        }
      }
      if (here > 0) book(into, "REVERSAL", `-${here}`, receipt.id);
      expect(
        [into.refusals.length, sum(into.booked.map((row) => row.amountExcl)), sum(into.booked.map((row) => row.taxAmount))],
        `seed ${seed}`,
      ).toEqual([0, "0.00", "0.00"]);
    }
  });

  test("the two formulas by themselves", () => {
    const origin = { ...priced("0.335"), qty: "3", amountExcl: "1.01", taxAmount: "0.13" };
    expect(writeOffMoney(origin, "0", { amountExcl: "0", taxAmount: "0" }, "3")).toEqual({
      amountExcl: "-1.01",
      taxAmount: "-0.13",
      amountIncl: "-1.14",
    });
    expect(returnRevMoney({ qty: "-3", amountExcl: "-1.00", taxAmount: "-0.13", digits: 2 }, "0", "3")).toEqual({
      amountExcl: "1.00",
      taxAmount: "0.13",
      amountIncl: "1.13",
    });
  });
});
