import type { Order, OrderLine } from "./effects.ts";

/** What every delivery row repeats of its order and line, so that rows can be listed by themselves. */
export const mirrored = (doc: Order, line: OrderLine) => ({
  orderId: doc.id,
  orderLineId: line.id,
  orgId: doc.orgId,
  supplierId: doc.supplierId,
  buyerId: doc.buyerId,
  lineNum: line.lineNum,
  itemId: line.itemId,
  itemDesc: line.itemDesc,
  categoryId: line.categoryId,
  uom: line.uom,
});
