import { orderDelivery, orderLine, order } from "#modules/order/index.ts";
import type { Entity } from "#kernel/entity.ts";
import type { Generate, Hints, Row } from "../support/generate.ts";
import { officeDay } from "../support/day.ts";
import { knowSupplier } from "../support/kernel.ts";
import { plant } from "../support/plant.ts";

const begun = (of: Entity): Row =>
  Object.fromEntries(
    Object.entries(of.fields)
      .filter(([, field]) => field.initial !== undefined && field.initial !== null)
      .map(([key, field]) => [key, field.initial]),
  );

/** A running order of very much, of which every example takes a little. */
async function runningRow(g: Generate): Promise<string> {
  const { db } = g.kernel;
  const id = "HINT-PO";
  const supplierId = g.supplierId;
  const known = await db.query(`select 1 from "SrmPurOrderDelivery" where id = $1`, [`${id}-R`]);
  if (known.length) return `${id}-R`;
  await knowSupplier(g.kernel, supplierId);
  const [orgId, itemId, categoryId] = [await g.id("BaseOrganization"), await g.id("SrmBaseItem"), await g.id("SrmBasePurchaseCategory")];
  const parts = { billTypeId: await g.id("SrmBasePurchaseBillType"), paymentTermId: await g.id("SrmBasePaymentTerm") };
  await plant(db, order.name, id, {
    ...begun(order),
    ...{ ...parts, orderNum: id, orgId, supplierId, supplierSiteId: await g.id("SrmSupSite"), buyerId: await g.id("BaseUsers") },
    ...{
      orderDate: officeDay(-5),
      status: "CONFIRMED",
      confirmStatus: "CONFIRMED",
      deliveryMode: "ORDER",
      publishDate: new Date().toISOString(),
    },
  });
  await plant(db, orderLine.name, `${id}-L`, {
    ...begun(orderLine),
    ...{
      parentId: id,
      orderId: id,
      lineNum: 10,
      itemId,
      itemDesc: "例",
      categoryId,
      uom: "PCS",
      stockUom: "PCS",
      uomDecimals: 6,
      qty: "1000000",
    },
    ...{ price: "1", taxRate: "13", taxPercent: "13", receiptRouting: "DIRECT", overTolerance: "100", underTolerance: "0" },
  });
  await plant(db, orderDelivery.name, `${id}-R`, {
    ...begun(orderDelivery),
    ...{ parentId: `${id}-L`, orderId: id, orderLineId: `${id}-L`, orgId, supplierId, scheduleNum: 1, qty: "1000000", lineNum: 10 },
    ...{ needByDate: officeDay(3), confirmStatus: "CONFIRMED", confirmedQty: "1000000", itemId, uom: "PCS" },
  });
  return `${id}-R`;
}

/** A posted receipt of that order, and its line. */
async function postedLine(g: Generate): Promise<string> {
  const e = g.kernel.declared.entity("SrmPurReceive");
  const made = await g.lone(e);
  await g.kernel.actor.act(
    { entity: e, action: "doConfirm", targets: [{ id: made["id"], input: {} }] },
    { me: g.writer(e), now: new Date(), requestId: g.word(), ip: null },
  );
  return made["lines"][0].id as string;
}

/** What the rules of receipts, write-offs and the warehouse feed demand beyond their declarations. */
export const receivingHints: Hints = {
  SrmPurReceive: async (g) => ({
    keeperId: await g.id("BaseUsers"),
    receiveType: "ORDER",
    noteId: undefined,
    invOrgId: undefined,
    receiveDate: officeDay(0),
    requestId: undefined,
  }),
  SrmPurReceiveLine: async (g) => ({
    ...{
      orderDeliveryId: await runningRow(g),
      noteLineId: undefined,
      arrivalQty: "5",
      acceptedQty: "4",
      rejectedQty: "1",
      rejectReason: "DAMAGE",
    },
    acceptedAmount: undefined,
  }),
  // What the hint of the whole row takes away or replaces need not be made first.
  "SrmPurReceive.noteId": () => ({ noteId: "none" }),
  "SrmPurReceiveLine.orderDeliveryId": () => ({ orderDeliveryId: "none" }),
  "SrmPurReceiveLine.noteLineId": () => ({ noteLineId: "none" }),
  "SrmPurWriteOffLine.receiveLineId": () => ({ receiveLineId: "none" }),
  "SrmPurWriteOffLine.transactionId": () => ({ transactionId: "none" }),
  SrmPurWriteOff: () => ({ writeOffType: "RETURN_REPLACE" }),
  SrmPurWriteOffLine: async (g) => ({ receiveLineId: await postedLine(g), transactionId: undefined, qty: "2", undoRejectedQty: "0" }),
  SrmPurStorageInbox: async (g) => {
    await runningRow(g);
    return { movementType: "PUTAWAY", qty: "5", orderNum: "HINT-PO", noteNum: undefined, barcode: undefined };
  },
};
