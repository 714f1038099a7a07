import type { Generate, Hints, Row } from "../support/generate.ts";
import { knowSupplier } from "../support/kernel.ts";
import { plantOrder } from "../support/planted-order.ts";

/** A confirmed row of a running order of the supplier, with plenty to come. */
async function confirmedRow(g: Generate): Promise<string> {
  await knowSupplier(g.kernel, g.supplierId);
  const whom: Row = {
    orgId: await g.id("BaseOrganization"),
    supplierSiteId: await g.id("SrmSupSite"),
    supplierId: g.supplierId,
    billTypeId: await g.id("SrmBasePurchaseBillType"),
    paymentTermId: await g.id("SrmBasePaymentTerm"),
    buyerId: await g.id("BaseUsers"),
    itemId: await g.id("SrmBaseItem"),
    categoryId: await g.id("SrmBasePurchaseCategory"),
    deliveryInfoId: await g.id("SrmBaseDeliveryInfo"),
  };
  const placed = await plantOrder(g.kernel.db, `P${g.word()}`, whom as never, { rows: ["100000"], decimals: 6 });
  return placed.rowIds[0]!;
}

/** What the rules of production plans demand beyond their declarations. */
export const productionHints: Hints = {
  SrmPurProductionPlan: () => ({ planQty: "100", startDate: "2026-01-01", finishDate: "2026-06-30" }),
  "SrmPurProductionPlan.orderDeliveryId": async (g) => ({ orderDeliveryId: await confirmedRow(g) }),
  "SrmPurProductionPlan.deliveryId": async (g) => ({ deliveryId: await confirmedRow(g) }),
  "SrmPurProductionPlan.doReport": () => ({ lineId: undefined, started: "1", finished: "1", packed: "1", newFinishDate: undefined }),
};
