import type { Hints } from "../support/generate.ts";

/** What the rules of approvals demand beyond their declarations. */
export const workflowHints: Hints = {
  BpmUrgeConfig: () => ({ quietFrom: "22:00", quietTo: "07:00" }),
  BaseApprovalBillType: () => ({ approvalMode: "ONE_STEP", timeoutAction: "REMIND" }),
};
