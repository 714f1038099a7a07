import { run, type Effect } from "#kernel/rule.ts";
import { order } from "./order.entity.ts";
import type { OrderPosting } from "./ledger/posting.types.ts";

/** Posts movements of an order's delivery rows: ledger, transactions, completion and what goes back to requisition and agreement. One call per order and action.
 * Whoever posts reads the order itself (`find.one(order, id)`), never its lines or rows alone: a line has no life of its own. */
export const postOrder = (orderId: string, postings: readonly OrderPosting[]): Effect => run(order, orderId, "doPost", { postings });
