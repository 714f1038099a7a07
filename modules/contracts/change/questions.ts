import type { Effect } from "#kernel/rule.ts";
import { Question } from "#kernel/question.ts";

/** A line of an order under a contract that is not delivered yet. */
export interface OpenOrderLine {
  readonly orderId: string;
  readonly orderNum: string;
  readonly orderLineId: string;
  readonly lineNum: number;
  readonly itemName: string;
  readonly uom: string;
  readonly openQty: string;
  readonly inTransitQty: string;
  readonly openAmount: string;
  readonly buyerId: string;
}

/** Which lines of orders under a contract are open? */
export const openOrderLines = new Question<{ readonly contractId: string }, OpenOrderLine>();

/** What closes these lines of orders under a contract, in the same transaction. */
export const closesOrderLines = new Question<
  { readonly contractId: string; readonly lineIds: readonly string[]; readonly reason: string },
  Effect
>();
