import type { Part } from "#kernel/module.ts";
import { orderHistory, purchaseHistory } from "./history.entity.ts";
import { orderLookups } from "./lookups.ts";
import { order } from "./order.entity.ts";
import { storageTransaction } from "./transaction.entity.ts";

/** Orders with their ledger, their history and the postings of goods and money. */
export const orders: Part = {
  entities: [order, orderHistory, purchaseHistory, storageTransaction],
  lookups: orderLookups,
};
