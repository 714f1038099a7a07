import type { Generate, Hints, Row } from "../support/generate.ts";
import { stocked } from "../support/stocked.ts";

const none = {
  agreementLineId: undefined,
  customerOrderId: undefined,
  reqRels: undefined,
  overTolerance: undefined,
  underTolerance: undefined,
};

/** Rows of a line that add up to it: the first takes what the others leave. */
const summed = (rows: readonly Row[] | undefined, qty: string): Row[] => {
  const [first = {}] = rows ?? [];
  return [{ ...first, qty }];
};

const type = async (g: Generate): Promise<string> =>
  (
    await g.inState(g.declared.entity("SrmBasePurchaseBillType"), "EFFECTIVE", {
      billCategory: "ORDER",
      aslControl: "NONE",
      priceControl: "NONE",
      trialFlag: "N",
    })
  )["id"] as string;

/** What the rules of orders demand beyond their declarations. */
export const orderHints: Hints = {
  SrmPurOrderHeader: async (g, { expand, lines, orgId }, given) => {
    for (const line of (lines ?? []) as readonly Row[])
      for (const row of (line["deliveries"] ?? []) as readonly Row[])
        if (line["itemId"]) await stocked(g.kernel, line["itemId"], row["invOrgId"] ?? given["orgId"] ?? orgId);
    return {
      billTypeId: await type(g),
      orderType: "STANDARD",
      agreementId: undefined,
      contractId: undefined,
      currency: "CNY",
      expand: ((expand ?? []) as readonly Row[]).slice(0, 1),
    };
  },
  SrmPurOrderLine: (_, { deliveries, qty }) => ({
    ...none,
    uom: "PCS",
    qty: Number.isInteger(Number(qty)) ? qty : "7",
    giftFlag: "N",
    deliveries: summed(deliveries as readonly Row[] | undefined, Number.isInteger(Number(qty)) ? (qty as string) : "7"),
  }),
  SrmPurOrderDelivery: () => ({ qty: "7" }),
  // What a line may name besides is no part of an example: it would have to be approved demand of the same thing.
  "SrmPurOrderLine.reqLineId": () => ({ reqLineId: "none" }),
  "SrmPurOrderLine.customerOrderId": () => ({ customerOrderId: "none" }),
  "SrmPurOrderLine.agreementLineId": () => ({ agreementLineId: "none" }),
  "SrmPurOrderHeader.agreementId": () => ({ agreementId: "none" }),
  "SrmPurOrderHeader.contractId": () => ({ contractId: "none" }),
  "SrmPurStorageTransaction.orderDeliveryId": () => ({ orderDeliveryId: "none" }),
  "SrmPurStorageTransaction.orderLineId": () => ({ orderLineId: "none" }),
  SrmPurStorageTransaction: async (g) => {
    const doc = await g.lone(g.declared.entity("SrmPurOrderHeader"));
    const [line] = doc["lines"] as Row[];
    return {
      orderId: doc["id"],
      orderLineId: line!["id"],
      orderDeliveryId: (line!["deliveries"] as Row[])[0]!["id"],
      originTransactionId: undefined,
      orgId: doc["orgId"],
      supplierId: doc["supplierId"],
    };
  },
  "SrmPurOrderHeader.doPost": () => ({ postings: [] }),
  "SrmPurOrderHeader.doEnterLines": () => ({ entries: [] }),
  "SrmPurOrderHeader.doCancel": () => ({ lineIds: undefined }),
  "SrmPurOrderHeader.doClose": () => ({ lineIds: undefined }),
  "SrmPurOrderHeader.doOpenLine": () => ({ lineIds: undefined }),
  "SrmPurStorageTransaction.doFinanceQty": () => ({ rows: [] }),
  SrmPurHistory: () => ({ priceUnit: "1" }),
};
