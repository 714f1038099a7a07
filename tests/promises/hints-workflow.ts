import type { Hints } from "../support/generate.ts";

/** What the rules of approvals demand beyond their declarations. */
export const workflowHints: Hints = {
  BpmUrgeConfig: (g) => ({ billTypeCode: `B${g.word().toUpperCase()}`, quietFrom: "22:00", quietTo: "07:00" }),
  BaseApprovalBillType: () => ({ approvalMode: "ONE_STEP", timeoutAction: "REMIND" }),
};
