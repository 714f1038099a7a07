/** What people press on contracts that are carried out. */
export const executionButtons = ["btnTriggerStage", "btnNonRenew", "btnClose"] as const;

/** The section of a contract's page that says what it came to. */
export const executionSections = [
  [
    "履行",
    "Execution",
    [
      ...(["effectiveAt", "orderLimit", "orderedAmount", "receivedAmount", "invoicedAmount", "appliedAmount", "paidAmount"] as const),
      ...(["deductedAmount", "renewedTimes", "nonRenewFor", "nonRenewSide", "nonRenewReason", "nonRenewAt"] as const),
    ],
  ],
] as const;
