import type { Firm } from "./firms.ts";
import type { Good } from "./goods.ts";

export type Currency = "CNY" | "EUR" | "USD";

/** One thing on offer: which good, what this supplier asked for it in the first half of the year and since. */
export interface Offer {
  readonly good: number;
  /** What it is worth in yuan, in cents without tax, whatever currency it is agreed in. */
  readonly cents: readonly [first: number, second: number];
  readonly currency: Currency;
}

/** What comes of one row of an order: how many turns after the order it arrives, and what goes wrong with it. */
export interface Coming {
  readonly qty: number;
  /** Days from the order to the day it is needed. */
  readonly need: number;
  /** Turns from the order to its arrival. */
  readonly after: number;
  readonly refused: number;
  readonly returned: number;
  /** What is returned is replaced instead of refunded. */
  readonly isReplaced: boolean;
  /** Posted too early by mistake: reversed, and received a fortnight later. */
  readonly miscounted: number;
  /** Never comes: the buyer closes what is left of the line. */
  readonly missing: number;
}

export interface DealLine {
  readonly good: number;
  readonly cents: number;
  readonly rows: readonly Coming[];
}

/** What becomes of the delivery note that brings the first row of an order. */
export type NoteEnd = "cancelled" | "closed" | "reopened";

export interface Deal {
  readonly turn: number;
  readonly firm: number;
  readonly isAsked: boolean;
  readonly isDropped: boolean;
  readonly currency: Currency;
  readonly isTaxIncluded: boolean;
  /** It draws on the framework agreement of its supplier. */
  readonly isRelease: boolean;
  readonly noteEnd: NoteEnd | null;
  readonly lines: readonly DealLine[];
}

/** New orders are barred from the first of these turns to the last, both included. */
export interface Freeze {
  readonly firm: number;
  readonly from: number;
  readonly to: number;
}

/** A change of the approved list: shorter lead times, or a source that pauses and comes back. */
export interface Alteration {
  readonly turn: number;
  readonly firm: number;
  readonly goods: readonly number[];
  readonly type: "LIMIT" | "SUSPEND" | "RESUME";
}

/** A first order of a supplier that is not qualified. */
export interface Newcomer {
  readonly firm: number;
  readonly stage: "trial" | "temporary";
  readonly good: number;
  readonly cents: number;
  readonly qty: number;
}

export interface Year {
  readonly turns: number;
  readonly goods: readonly Good[];
  readonly firms: readonly Firm[];
  /** By the number of the firm. */
  readonly offers: ReadonlyMap<number, readonly Offer[]>;
  readonly deals: readonly Deal[];
  readonly freezes: readonly Freeze[];
  readonly alterations: readonly Alteration[];
  readonly newcomers: readonly Newcomer[];
  /** From this turn on the leading suppliers are bought from. */
  readonly leadsFrom: number;
}
