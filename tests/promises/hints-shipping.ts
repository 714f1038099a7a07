import { officeDay } from "../support/day.ts";
import type { Generate, Hints, Row } from "../support/generate.ts";
import { knowSupplier } from "../support/kernel.ts";
import { plantOrder } from "../support/planted-order.ts";

const at = (days: number, hour: number): string => `${officeDay(days)}T0${hour}:00:00.000Z`;

/** Where everything of one document goes: one supplier and one ship-to for all its lines. */
const parties = new WeakMap<object, Promise<Row>>();
const partiesOf = (g: Generate): Promise<Row> => {
  const known = parties.get(g) ?? begin(g);
  parties.set(g, known);
  return known;
};
async function begin(g: Generate): Promise<Row> {
  return {
    orgId: await g.id("BaseOrganization"),
    supplierSiteId: await g.id("SrmSupSite"),
    billTypeId: await g.id("SrmBasePurchaseBillType"),
    paymentTermId: await g.id("SrmBasePaymentTerm"),
    buyerId: await g.id("BaseUsers"),
    itemId: await g.id("SrmBaseItem"),
    categoryId: await g.id("SrmBasePurchaseCategory"),
    deliveryInfoId: await g.id("SrmBaseDeliveryInfo"),
  };
}

/** A schedule with plenty to call off and to ship. */
async function schedule(g: Generate): Promise<Row> {
  await knowSupplier(g.kernel, g.supplierId);
  const whom = { ...(await partiesOf(g)), supplierId: g.supplierId };
  const placed = await plantOrder(g.kernel.db, `H${g.word()}`.toUpperCase(), whom as never, { rows: ["100000"], decimals: 6 });
  return { orderDeliveryId: placed.rowIds[0], orderNum: undefined, orderLineNum: undefined, scheduleNum: undefined };
}

/** What the rules of call-offs and shipments demand beyond their declarations. */
export const shippingHints: Hints = {
  SrmPurDeliveryNotice: () => ({ arriveFrom: at(3, 1), arriveTo: at(3, 3) }),
  SrmPurDeliveryNoticeLine: async (g) => ({ ...(await schedule(g)), noticeQty: "5" }),
  "SrmPurDeliveryNotice.doSupplierConfirm": () => ({ confirmFrom: at(3, 1), confirmTo: at(3, 2), lines: [] }),
  SrmPurDeliveryNote: () => ({ shipDate: officeDay(0), eta: at(3, 2), grossWeight: "10" }),
  SrmPurDeliveryNoteLine: async (g) => ({ ...(await schedule(g)), noteQty: "5", noticeLineId: undefined, packQty: "5" }),
  SrmPurDeliveryBatchTemporary: () => ({ batchQty: "5", packQty: "5", productionDate: officeDay(-1), expiryDate: officeDay(300) }),
  SrmPurBarcode: async (g) => ({ orgId: await g.id("BaseOrganization"), qty: "5" }),
  "SrmPurDeliveryNotice.doPost": () => ({ moves: [] }),
  "SrmPurDeliveryNote.doPost": () => ({ moves: [], scanned: [] }),
  "SrmPurDeliveryNote.doArrive": () => ({ arriveTime: undefined }),
  "SrmPurDeliveryNote.doConfirmReceipt": () => ({ scanReason: "试" }),
};
