import { abs, cmp, isZero, mul, neg, round, sub, sum } from "#kernel/decimal.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import {
  adjustment,
  minusMoney,
  moneyOf,
  noMoney,
  plusMoney,
  returnRevMoney,
  unitPrices,
  writeOffMoney,
  type Money,
  type Priced,
} from "../price/money.ts";
import type { TransactionDraft, TransactionType } from "./posting.types.ts";

/** A transaction as far as reckoning with it needs. */
export interface PostedTransaction extends Money {
  readonly id: string;
  readonly transactionType: string;
  readonly qty: string;
  readonly originTransactionId: string | null;
  readonly price: string;
  readonly priceUnit: string;
  readonly taxPercent: string;
  readonly taxIncludedFlag: string;
  readonly reconStatus: string;
  /** In base currency, as it was booked. */
  readonly baseAmount?: string;
}

/** What is booked anew: where it belongs is added by whoever writes it. */
export interface Booked extends PostedTransaction {
  readonly baseAmount: string;
  readonly draft: TransactionDraft | null;
}

/** The line that is booked on. */
export interface BookingLine {
  readonly priced: Priced;
  /** Free of charge, or of a kind that is not settled: nobody reconciles it. */
  readonly isUnsettled: boolean;
  readonly isConsigned: boolean;
  /** One of its currency in base currency; 1 unless said. */
  readonly rate?: string;
}

const receipts: readonly string[] = ["RECEIVE", "SERVICE", "CONSUME"];
const undoing: readonly string[] = ["REVERSAL", "RETURN_REPLACE", "RETURN_REFUND"];

const pricedAs = (of: PostedTransaction, digits: number): Priced => ({ ...of, digits });

/** Carries out the bookings of one order line, in their order, on what was booked before. */
export class Book {
  readonly #line: BookingLine;
  readonly #all: PostedTransaction[];
  readonly booked: Booked[] = [];
  readonly refusals: Refusal[] = [];
  readonly #newId: () => string;

  constructor(line: BookingLine, posted: readonly PostedTransaction[], newId: () => string) {
    this.#line = line;
    this.#all = [...posted].sort((a, b) => (a.id < b.id ? -1 : 1));
    this.#newId = newId;
  }

  #of(originId: string, types: readonly string[]): readonly PostedTransaction[] {
    return this.#all.filter(
      (postedTransaction) => postedTransaction.originTransactionId === originId && types.includes(postedTransaction.transactionType),
    );
  }

  /** How much of a receipt is undone now, and the amounts that stand for it; returns taken back are taken off. */
  undone(originId: string): { readonly qty: string; readonly money: Money } {
    const rows = this.#of(originId, undoing);
    const back = rows.flatMap((row) => this.#of(row.id, ["RETURN_REV"]));
    const total = [...rows, ...back].reduce<Money>(plusMoney, noMoney);
    return { qty: neg(sum([...rows, ...back].map((row) => row.qty))), money: minusMoney(noMoney, total) };
  }

  /** How much of a return was taken back. */
  takenBack(returnId: string): string {
    return sum(this.#of(returnId, ["RETURN_REV"]).map((postedTransaction) => postedTransaction.qty));
  }

  /** A receipt with everything that was booked on it since. */
  #family(of: PostedTransaction): readonly PostedTransaction[] {
    const rootOf = (postedTransaction: PostedTransaction): string => {
      const parent = this.#all.find((other) => other.id === postedTransaction.originTransactionId);
      return parent ? rootOf(parent) : postedTransaction.id;
    };
    const root = rootOf(of);
    return this.#all.filter((postedTransaction) => rootOf(postedTransaction) === root);
  }

  /** The base amount that brings a receipt and all booked on it to what its net amount is worth: undone as a whole it leaves nothing. */
  #base(amountIncl: string, origin: PostedTransaction | null): string {
    const inBase = (amount: string): string => round(mul(amount, this.#line.rate ?? "1"), 2);
    if (!origin) return inBase(amountIncl);
    const family = this.#family(origin);
    const net = sum([...family.map((postedTransaction) => postedTransaction.amountIncl), amountIncl]);
    return sub(inBase(net), sum(family.map((postedTransaction) => postedTransaction.baseAmount ?? inBase(postedTransaction.amountIncl))));
  }

  #recon(type: string, origin: PostedTransaction | null): string {
    if (this.#line.isUnsettled) return "NA";
    if (!this.#line.isConsigned) return "NONE";
    if (type === "CONSUME") return "NONE";
    return origin && origin.transactionType === "CONSUME" ? "NONE" : "NA";
  }

  #enter(
    draft: TransactionDraft | null,
    type: TransactionType,
    qty: string,
    money: Money,
    how: Priced,
    origin: PostedTransaction | null,
  ): void {
    const { price, priceUnit, taxPercent, taxIncludedFlag } = how;
    const made: Booked = {
      id: draft?.id ?? this.#newId(),
      transactionType: type,
      qty,
      ...money,
      price,
      priceUnit,
      taxPercent,
      taxIncludedFlag,
      originTransactionId: origin?.id ?? null,
      reconStatus: this.#recon(type, origin),
      baseAmount: this.#base(money.amountIncl, origin),
      draft,
    };
    this.#all.push(made);
    this.booked.push(made);
  }

  post(draft: TransactionDraft): this {
    const { priced } = this.#line;
    const type = draft.transactionType;
    if (receipts.includes(type)) {
      const money = draft.amount ? moneyOf("1", { ...priced, price: draft.amount, priceUnit: "1" }) : moneyOf(draft.qty, priced);
      this.#enter(draft, type, draft.qty, money, priced, null);
      return this;
    }
    const origin = this.#all.find((postedTransaction) => postedTransaction.id === draft.originTransactionId);
    if (!origin) {
      this.refusals.push(refuse("PUR-0004", "原事务不存在", "The transaction to reverse does not exist"));
      return this;
    }
    if (type === "RETURN_REV") this.#takeBack(draft, origin);
    else this.#writeOff(draft, origin);
    return this;
  }

  #writeOff(draft: TransactionDraft, origin: PostedTransaction): void {
    const qty = abs(draft.qty);
    const { qty: done, money } = this.undone(origin.id);
    if (cmp(qty, sub(origin.qty, done)) > 0) return this.#tooMuch(sub(origin.qty, done), qty);
    const how = pricedAs(origin, this.#line.priced.digits);
    this.#enter(draft, draft.transactionType, neg(qty), writeOffMoney({ ...how, ...origin }, done, money, qty), how, origin);
    this.#adjust(origin);
  }

  #takeBack(draft: TransactionDraft, returned: PostedTransaction): void {
    const qty = abs(draft.qty);
    const done = this.takenBack(returned.id);
    if (cmp(qty, sub(abs(returned.qty), done)) > 0) return this.#tooMuch(sub(abs(returned.qty), done), qty);
    const { digits } = this.#line.priced;
    this.#enter(draft, "RETURN_REV", qty, returnRevMoney({ ...returned, digits }, done, qty), pricedAs(returned, digits), returned);
    const receipt = this.#all.find((postedTransaction) => postedTransaction.id === returned.originTransactionId);
    if (receipt) this.#adjust(receipt);
  }

  #tooMuch(left: string, asked: string): void {
    this.refusals.push(refuse("PUR-3501", `可冲销数量${left}，不足${asked}`, `Reversible ${left}, ${asked} asked`));
  }

  /** Brings the adjustments of a receipt to what is due for the part of it that is not undone. */
  #adjust(receipt: PostedTransaction, newest?: Priced): void {
    const before = this.#of(receipt.id, ["PRICE_ADJUST"]);
    const last = before.at(-1);
    const target = newest ?? (last ? pricedAs(last, this.#line.priced.digits) : null);
    if (!target || this.#line.isUnsettled) return;
    const left = sub(receipt.qty, this.undone(receipt.id).qty);
    const due = minusMoney(adjustment(pricedAs(receipt, this.#line.priced.digits), target, left), before.reduce<Money>(plusMoney, noMoney));
    if (isZero(due.amountExcl) && isZero(due.taxAmount)) return;
    this.#enter(null, "PRICE_ADJUST", "0", due, target, receipt);
  }

  /** A price that counts for what came before: one adjustment for each receipt, or each use of consigned goods. */
  reprice(newest: Priced): this {
    const types = this.#line.isConsigned ? ["CONSUME"] : ["RECEIVE", "SERVICE"];
    for (const receipt of this.#all.filter((postedTransaction) => types.includes(postedTransaction.transactionType)))
      this.#adjust(receipt, newest);
    return this;
  }

  /** What the line has received in money, of what is reconciled. */
  get amountAdded(): string {
    return sum(this.booked.filter((booked) => booked.reconStatus !== "NA").map((booked) => booked.amountIncl));
  }
}

/** The rest of a row that follows from price and unit. */
export const derived = (
  of: Booked,
  order: { readonly currencyDigits: number },
  convertRate: string,
): { readonly priceExcl: string; readonly priceIncl: string; readonly stockQty: string } => ({
  ...unitPrices(pricedAs(of, order.currencyDigits)),
  stockQty: round(mul(of.qty, convertRate), 6),
});
