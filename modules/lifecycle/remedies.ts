import { remedy, type Remedies } from "#kernel/remedy.ts";

export const lifecycleRemedies: Remedies = {
  SLC_QLF_001: remedy("qualifyCensorList", "完成引入节点", "Finish the onboarding steps"),
  SLC_QLF_003: [
    remedy("changeInfoList", "核验账户", "Verify account", { button: "btnVerifyBank" }),
    remedy("supplierInfoList", "打开供应商列表", "Open suppliers"),
  ],
  SLC_SMP_004: remedy("sampleTrialEdit", "打开样品试用", "Open the sample trial", { query: { id: "{trialId}" } }),
  SLC_TRY_010: remedy("purchaseOrderList", "关闭试用订单", "Close the trial orders", { button: "btnClose" }),
  SLC_DLY_007: remedy("systemsetting/institution", "维护组织", "Set up the organisation", { button: "btnSave" }),
};
