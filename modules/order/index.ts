import { joined, module } from "#kernel/module.ts";
import { orderPages } from "./order-pages.ts";
import { orders } from "./orders.ts";
import { production } from "./production.ts";

/** What suppliers are asked to deliver, and the ledger of every piece. */
export const ordering = module("order", "采购订单", "Purchase orders", joined(orders, production, orderPages, { remedies: orderRemedies }));

export { bucketFields, buckets, type Bucket, type BucketField } from "./buckets.ts";
export { postOrder } from "./doors.ts";
export { orderHistory, purchaseHistory } from "./history.entity.ts";
export { moneyOf, pricedOf, returnRevMoney, unitPrices, writeOffMoney, type Money, type Origin, type Priced } from "./money.ts";
export { orderDelivery, orderLine } from "./order-line.entity.ts";
export { order, orderExpand } from "./order.entity.ts";
export { inPlace, isInPlace } from "./place.ts";
export type { OrderPosting, PostingEvent, TransactionDraft, TransactionType } from "./posting.types.ts";
export {
  canNotice,
  canShip,
  canShipLine,
  eff,
  floorOf,
  ful,
  maxOf,
  minOf,
  net,
  openOf,
  openOfRow,
  taken,
  toShip,
  type Counters,
  type StripLine,
  type StripRow,
} from "./strip.ts";
import { orderRemedies } from "./remedies.ts";
export { storageTransaction } from "./transaction.entity.ts";
export { type Book } from "./booking.ts";
export { bookFor, settlingOf, transactionsOf, type Settling } from "./post.rules.ts";
export { closedPeriods, notesUnderway, noticesEnd } from "./questions.ts";
