import { remedy, type Remedies } from "#kernel/remedy.ts";

const file = remedy("supplierInfoEdit", "打开供应商", "Open the supplier", { query: { id: "{supplierId}" } });
const listed = remedy("srmSlcSupplierBlacklistList", "查看黑名单", "Open the blacklist");

export const supplierRemedies: Remedies = {
  SLC_TRD_001: [file, remedy("supplierInfoList", "打开供应商列表", "Open suppliers")],
  SLC_TRD_002: [
    remedy("supplierInfoEdit", "更新资质", "Renew the certificate", { query: { id: "{supplierId}" } }),
    remedy("supplierInfoToPortal", "更新资质", "Renew the certificate"),
    remedy("supplierInfoList", "更新资质", "Renew the certificate"),
  ],
  SLC_TRD_004: [
    remedy("supplierInfoEdit", "放行在途货物", "Release goods on the way", { query: { id: "{supplierId}" }, button: "btnReleaseGoods" }),
    remedy("supplierInfoList", "放行在途货物", "Release goods on the way", { button: "btnReleaseGoods" }),
  ],
  SUP_TMP_001: remedy("supplierInfoEdit", "调整临时限额", "Change the cap", { query: { id: "{supplierId}" }, button: "btnSave" }),
  SUP_TMP_002: remedy("supplierInfoEdit", "延长临时资格", "Extend the temporary status", {
    query: { id: "{supplierId}" },
    button: "btnProlong",
  }),
  SUP_ACC_004: remedy("changeInfoList", "核验账户", "Verify account", { button: "btnVerifyBank" }),
  SUP_INF_001: remedy("changeInfoEdit", "发起信息变更", "Request a change", { begins: "change", button: "btnAdd" }),
  SUP_INF_004: remedy("supplierInfoEdit", "打开合并到的供应商", "Open the remaining supplier", { query: { id: "{supplierId}" } }),
  SUP_INF_006: remedy("myBpmMatterList", "查看审批", "Open the approval"),
  SUP_INF_007: [file, remedy("supplierInfoList", "打开供应商列表", "Open suppliers")],
  SUP_CHG_001: remedy("changeInfoEdit", "打开未完成变更", "Open the other change", { query: { id: "{changeId}" } }),
  SUP_REG_002: file,
  SUP_REG_003: listed,
  SLC_BLK_003: remedy("slcSupplierBlacklistEdit", "打开列入单", "Open the entry", { query: { id: "{blacklistId}" } }),
  SLC_BLK_004: remedy("slcSupplierBlacklistEdit", "打开移出单", "Open the removal", { query: { id: "{blacklistId}" } }),
  SLC_SCN_001: remedy("introduceSceneList", "设置引入场景", "Set up an onboarding scenario", { button: "btnSave" }),
  SLC_SCN_002: remedy("srmBaseProcessTemplateList", "启用流程模板", "Enable the process template", { button: "btnEnable" }),
  SLC_TRK_001: remedy("qualifyCensorList", "查看进行中的引入", "Open the onboarding"),
  SLC_TRK_002: remedy("qualifyCensorList", "完成前置节点", "Finish the steps before"),
};
