import type { Generate, Hints, Row } from "../support/generate.ts";
import { officeDay } from "../support/day.ts";
import { knowSupplier } from "../support/kernel.ts";
import { plant } from "../support/plant.ts";
import { plantOrder } from "../support/planted-order.ts";

/** A running order of very much, of which every example takes a little. */
async function runningRow(g: Generate): Promise<string> {
  const { db } = g.kernel;
  const [known] = await db.query<Row>(`select id from "SrmPurOrderDelivery" where "orderId" = 'PO-HINT'`);
  if (known) return known["id"];
  const { supplierId } = g;
  await knowSupplier(g.kernel, supplierId);
  const orgId = await g.id("BaseOrganization");
  const paymentTermId = await g.id("SrmBasePaymentTerm");
  // The sites of a known supplier are changed by requests alone.
  await plant(db, "SrmSupSite", "SITE-HINT", {
    ...{ supplierId, orgId, locationId: await g.id("SrmSupLocation"), termId: paymentTermId },
    ...{ siteCode: "HINT", siteName: "hint", siteUse: ["ORDER"], currency: "CNY", taxRate: "T13" },
    ...{ siteStatus: "ACTIVE", paymentHoldFlag: "N" },
  });
  const whom: Row = {
    supplierId,
    orgId,
    itemId: await g.id("SrmBaseItem"),
    categoryId: await g.id("SrmBasePurchaseCategory"),
    billTypeId: await g.id("SrmBasePurchaseBillType"),
    paymentTermId,
    supplierSiteId: "SITE-HINT",
    buyerId: await g.id("BaseUsers"),
    deliveryInfoId: await g.id("SrmBaseDeliveryInfo"),
  };
  const wanted = { rows: ["1000000"], decimals: 6, over: "100", under: "0", line: { price: "1" } };
  return (await plantOrder(db, "HINT", whom as never, wanted)).rowIds[0]!;
}

/** Lines of posted receipts of that order, each handed out once; a receipt is posted whenever none is left. */
const posted = new WeakMap<object, string[]>();
async function postedLine(g: Generate): Promise<string> {
  const left = posted.get(g.kernel) ?? [];
  posted.set(g.kernel, left);
  // A test may have taken it back since, or what it stands on.
  const isWhole = `select 1 from "SrmPurReceiveLine" where id = $1 and num_nulls("transactionId", "orderId", "orderLineId", "orderDeliveryId") = 0`;
  for (let known = left.pop(); known; known = left.pop()) if (await g.kernel.db.one(isWhole, [known])) return known;
  const e = g.kernel.declared.entity("SrmPurReceive");
  const made = await g.lone(e, {}, { lines: 40 });
  await g.kernel.actor.act(
    { entity: e, action: "doConfirm", targets: [{ id: made["id"], input: {} }] },
    { me: g.writer(e), now: new Date(), requestId: g.word(), ip: null },
  );
  left.push(...(made["lines"] as readonly Row[]).map((line) => line["id"] as string));
  return left.pop()!;
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
    orderDeliveryId: await runningRow(g),
    noteLineId: undefined,
    storageLocationId: undefined,
    arrivalQty: "5",
    acceptedQty: "4",
    rejectedQty: "1",
    rejectReason: "DAMAGE",
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
    return { movementType: "PUTAWAY", qty: "5", orderNum: "PO2026HINT", noteNum: undefined, barcode: undefined };
  },
};
