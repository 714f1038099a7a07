import { cmp } from "#kernel/decimal.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { gone, pairs } from "#kernel/revision-diff.ts";
import { belowFloor } from "../ledger/floor.ts";
import { floorOf, maxOf, summed, taken, type Counters, type StripRow, type StripLine } from "../ledger/quantities.ts";

type Row = Counters & StripRow & { readonly id: string };
type Line = Counters & StripLine & { readonly lineNum: number | null; readonly deliveries: readonly Row[] };

const deliveries = {
  by: "liveRowId",
  called: ["计划行", "Schedule", "scheduleNum"],
  changes: ["qty", "needByDate", "invOrgId", "deliveryInfoId", "storageLocationId"],
  gone: "removed",
  floors: { qty: (row: Row, qty: string): Refusal | null => (cmp(qty, floorOf(row)) < 0 ? belowFloor(row) : null) },
} as const;

const statusNames: Readonly<Record<string, readonly [string, string]>> = {
  COMPLETED: ["已完成", "completed"],
  CLOSED: ["已关闭", "closed"],
  CANCELLED: ["已取消", "cancelled"],
};

/** A line that is over keeps its quantities; its price may still change. */
function overFaults(draft: Line, live: Line | null): Refusal[] {
  if (!live || live.lineStatus === "OPEN") return [];
  const isMoved =
    cmp(draft.qty, live.qty) !== 0 ||
    pairs(deliveries, live.deliveries, draft.deliveries).some((row) => !row.live || cmp(row.draft.qty, row.live.qty) !== 0) ||
    gone(deliveries, live.deliveries, draft.deliveries).length > 0;
  const [cn, en] = statusNames[live.lineStatus] ?? [live.lineStatus, live.lineStatus];
  return isMoved
    ? [refuse("PUR-2207", `行[${live.lineNum}]状态[${cn}]，不能变更数量`, `Line ${live.lineNum} is ${en}; its quantity cannot change`)]
    : [];
}

/** A line may not fall so far that what is on its way and received is over its tolerance. */
function overTolerance(line: Line, qty: string): Refusal | null {
  const counters = summed(line.deliveries);
  const isOver = cmp(qty, line.qty) < 0 && cmp(maxOf({ ...line, ...counters, qty }), taken(counters)) < 0;
  return isOver ? belowFloor({ ...line.deliveries[0]!, ...counters }) : null;
}

const lines = {
  by: "liveLineId",
  called: ["行", "Line", "lineNum"],
  changes: [
    ...([
      "itemDesc",
      "supplierItemCode",
      "itemRevision",
      "qty",
      "price",
      "priceUnit",
      "taxRate",
      "exceptionReason",
      "provisionalFlag",
    ] as const),
    ...(["projectCode", "costCenter", "accountCode", "remark", "fileIds"] as const),
  ],
  follows: ["taxPercent", "priceSource", "priceSourceId", "stepPriceId", "priceException", "reqRels"],
  about: ["retroFlag"],
  fixed: ["itemId", "uom"],
  leaves: ["sourceLineId"],
  faults: overFaults,
  floors: { qty: overTolerance },
  lines: { deliveries },
} as const;

const expand = {
  by: [],
  called: ["条款", "Terms"],
  changes: [
    ...([
      "billToOrgId",
      "invoiceTitle",
      "invoiceType",
      "shipToDefaultId",
      "shipMethod",
      "packingRequirement",
      "qualityRequirement",
    ] as const),
    ...([
      "warrantyMonths",
      "penaltyClause",
      "retentionPercent",
      "prepayPercent",
      "customsMode",
      "portOfLoading",
      "portOfDischarge",
    ] as const),
    ...(["projectCode", "attr1", "attr2", "attr3", "attr4", "attr5", "attr6", "attr7", "attr8", "attr9", "attr10"] as const),
  ],
  leaves: ["orderId"],
  gone: {},
} as const;

/** How a change of an order stands to the order in force. */
export const orderRevision = {
  live: "liveId",
  draft: "changeId",
  number: "revisionNum",
  status: "changeStatus",
  before: "statusBeforeChange",
  reason: "changeReason",
  kept: "changeRows",
  open: ["DRAFT", "APPROVING", "REJECTED"],
  changes: [
    ...(["paymentTermId", "deliveryTerm", "settleMode", "deliveryMode", "supplierContactId", "buyerId", "supplierRemark"] as const),
    ...(["remark", "fileIds"] as const),
  ],
  follows: ["priceException", "aslException", "exceptionNote", "exceptionNoteEn", "sourceNums"],
  fixed: ["supplierId", "currency", "taxIncludedFlag", "orgId", "contractId"],
  leaves: ["publishDate", "confirmDeadline", "contractUse"],
  lines: { lines, expand },
  codes: {
    fixed: "PUR-2206",
    draft: "PUR-0003",
    none: refuse("PUR-2216", "订单没有进行中的变更", "The order has no change in progress"),
  },
} as const;
