import type { TradeQuestion } from "#modules/supplier/index.ts";
import type { Place } from "./receive.place.ts";

/** What goods of orders ask of the gate of suppliers on their way: nothing is ordered more. */
export const deliveryQuestions = (supplierId: string, goods: readonly Place[], day: string, isReleased: boolean): TradeQuestion[] =>
  goods.map(({ order, line }) => ({
    supplierId,
    op: "DELIVERY",
    orgId: order.orgId,
    siteId: order.supplierSiteId,
    categoryId: line.categoryId,
    itemId: line.itemId,
    amount: "0",
    qty: "0",
    kind: order.orderType === "TRIAL" ? "TRIAL" : "NORMAL",
    day,
    isReleased,
  }));
