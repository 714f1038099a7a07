import { joined, module } from "#kernel/module.ts";
import { orderPages } from "./order-pages.ts";
import { orders } from "./orders.ts";
import { production } from "./production/production.ts";

/** What suppliers are asked to deliver, and the ledger of every piece. */
export const ordering = module("order", "采购订单", "Purchase orders", joined(orders, production, orderPages, { remedies: orderRemedies }));

export { bucketFields, buckets, type Bucket, type BucketField } from "./ledger/buckets.ts";
export { postOrder } from "./doors.ts";
export { orderHistory, purchaseHistory } from "./history/history.entity.ts";
export { moneyOf, pricedOf, returnRevMoney, unitPrices, writeOffMoney, type Money, type Origin, type Priced } from "./price/money.ts";
export { orderDelivery, orderLine } from "./order-line.entity.ts";
export { order, orderExpand } from "./order.entity.ts";
export { inPlace, isInPlace } from "./ledger/row-scope.ts";
export type { OrderPosting, PostingEvent, TransactionDraft, TransactionType } from "./ledger/posting.types.ts";
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
} from "./ledger/quantities.ts";
import { orderRemedies } from "./remedies.ts";
export { lineFigures } from "./ledger/line-figures.ts";
export { storageTransaction } from "./ledger/transaction.entity.ts";
export { type Book } from "./ledger/booking.ts";
export { bookFor, settlingOf, transactionsOf, type Settling } from "./ledger/post.rules.ts";
export { closedPeriods, followsTransaction, notesUnderway, noticesEnd, type TransactionStep } from "./questions.ts";
