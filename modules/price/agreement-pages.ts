/** The desk on which agreements lie, for both sides. */
export const agreementLists = {
  desk: {
    route: "purAgreementList",
    title: ["采购协议", "Agreements"],
    // A revision in the making is opened from the agreement it revises; only one that waits for the supplier is listed.
    where: () => ({ any: [{ liveId: null }, { status: "TO_CONFIRM" }] }),
    views: {
      draft: ["拟定", "Draft", () => ({ status: ["DRAFT", "REJECTED"] })],
      live: ["执行中", "Active", () => ({ status: ["EFFECTIVE", "CHANGING"] })],
      expiring: ["即将到期", "Expiring", () => ({ status: ["EFFECTIVE", "CHANGING"], warnedDays: { not: null } })],
    },
  },
} as const;

/** The parts of an agreement's page. */
export const agreementSections = [
  [
    "基本信息",
    "Basics",
    [
      ...(["agreementNum", "revisionNum", "billTypeId", "agreementType", "orgId", "supplierId", "supplierSiteId"] as const),
      ...(["currency", "startDate", "endDate", "priceType", "priority", "liveId", "draftId", "changeStatus", "changeReason"] as const),
    ],
  ],
  [
    "额度与用量",
    "Limits and use",
    ["amountLimit", "overLimitPct", "agreedAmount", "occupiedAmount", "releasedAmount", "openAmount", "usedPct"],
  ],
  [
    "条款",
    "Terms",
    [
      ...(["paymentTermId", "deliveryTerm", "taxRate", "taxIncludedFlag", "supplierConfirmFlag", "confirmStatus"] as const),
      ...(["refuseReason", "closeReason", "sourceType", "remark"] as const),
    ],
  ],
] as const;
