import { readingCall } from "#kernel/page-call.ts";
import type { Seen } from "#kernel/seen.ts";
import type { orderHistory } from "./history/history.entity.ts";
import type { orderLine } from "./order-line.entity.ts";
import type { Quote } from "./price/quote.ts";

/** Prices, limits and what was paid before, for lines of an order that is being written. */
export const findQuotes = readingCall<readonly Quote[]>()("srmServer", "v1/srmPurOrderHeaderRestful/findQuotes", {
  orgId: "id",
  supplierId: "id",
  supplierSiteId: "id",
  currency: "text",
  orderDate: "date",
  orderType: "text",
  billTypeId: "id",
  orderId: "id",
  lines: "list",
});

/** The orders that any number of their chain leads to. */
export const findByAnyNumber = readingCall<{ readonly ids: readonly string[] }>()(
  "srmServer",
  "v1/srmPurOrderHeaderRestful/findByAnyNumber",
  { num: "text" },
);

/** The rounding difference of each line that has one. */
export const getRounding = readingCall<readonly Pick<Seen<typeof orderLine>, "lineNum" | "amountExcl" | "amountIncl">[]>()(
  "srmServer",
  "v1/srmPurOrderHeaderRestful/getRounding",
  { id: "id" },
);

type Compared = "revisionNum" | "changeType" | "lineNum" | "scheduleNum" | "oldValue" | "newValue" | "askedBy" | "approvedDate";

/** What was changed between two revisions of an order; who changed it and why, for our own people. */
export const compareRevision = readingCall<
  readonly Pick<Seen<typeof orderHistory>, "id" | Compared | "changedByName" | "changeReason">[]
>()("srmServer", "v1/srmPurOrderHistoryRestful/compareRevision", { orderId: "id", from: "int", to: "int" });
