import { cmp } from "#kernel/decimal.ts";

interface Org {
  readonly orgOccupiedQty: string;
  readonly orgReleasedQty: string;
}

/** An organisation that has drawn stays on the list and is switched off. */
const ofOrg = (org: Org) => (cmp(org.orgOccupiedQty, "0") > 0 || cmp(org.orgReleasedQty, "0") > 0 ? { enabledFlag: "N" } : "removed");

/** How a revision of an agreement stands to the one in force; orders and prices name its lines, which are therefore closed and never removed. */
export const agreementRevision = {
  live: "liveId",
  draft: "draftId",
  number: "revisionNum",
  status: "changeStatus",
  reason: "changeReason",
  kept: "changeRows",
  open: ["DRAFT", "APPROVING", "REJECTED", "TO_CONFIRM"],
  done: "CLOSED",
  discarded: "ABOLISHED",
  shown: ["TO_CONFIRM"],
  codes: { draft: "PUR-0003", fixed: "PUR-2206" },
  changes: [
    ...(["billTypeId", "supplierSiteId", "startDate", "endDate", "priority", "priceType", "amountLimit", "overLimitPct"] as const),
    ...(["paymentTermId", "deliveryTerm", "taxRate", "taxIncludedFlag", "supplierConfirmFlag", "remark", "fileIds"] as const),
  ],
  follows: ["confirmStatus"],
  fixed: ["agreementType", "orgId", "supplierId", "currency"],
  leaves: [
    ...(["occupiedAmount", "releasedAmount", "agreedAmount", "openAmount", "usedPct", "confirmStatus", "refuseReason"] as const),
    ...(["warnedDays", "toldPct", "closeReason"] as const),
  ],
  lines: {
    lines: {
      by: "liveLineId",
      called: ["行", "Line", "lineNum"],
      changes: [
        ...(["categoryId", "itemDesc", "priceUnit", "price", "taxRate", "agreeQty", "stepFlag", "stepMode"] as const),
        ...(["startDate", "endDate", "moq", "mpq", "leadTimeDays"] as const),
      ],
      follows: ["uomDecimals"],
      fixed: ["itemId", "uom"],
      leaves: ["occupiedQty", "releasedQty", "openQty", "lineStatus", "reqLineId"],
      while: (line: { readonly lineStatus: string }) => line.lineStatus !== "CLOSED",
      gone: { lineStatus: "CLOSED" },
      lines: {
        steps: { by: ["fromQty"], called: ["阶梯", "Step", "fromQty"], changes: ["toQty", "price"], follows: ["stepNum"], gone: "removed" },
      },
    },
    orgs: {
      by: ["lineNum", "orgId", "invOrgId"],
      called: ["适用组织", "Organisation"],
      changes: ["enabledFlag", "quotaQty"],
      leaves: ["lineId", "orgOccupiedQty", "orgReleasedQty"],
      gone: ofOrg,
    },
  },
} as const;
