import { user } from "#kernel/platform/user.entity.ts";
import { page, type ButtonShape, type MenuFolder } from "#kernel/module.ts";
import { category, paymentTerm } from "#modules/base/index.ts";
import { supplierAccount } from "./account.entity.ts";
import { blacklist } from "./blacklist.entity.ts";
import { supplierContact } from "./contact.entity.ts";
import { supplierCustomer, supplierFinance } from "./finance.entity.ts";
import { supplierMenu } from "./folders.ts";
import { responsibilities } from "./responsibilities.ts";
import { supplierLocation, supplierSite } from "./place.entity.ts";
import { supplierBrand, supplierDevice, supplierIndirect } from "./source.entity.ts";
import { supplierCategory } from "./standing.entity.ts";
import { supplierInfo } from "./supplier.entity.ts";
import { track } from "./track.entity.ts";
import { supplierWarning } from "./warning.entity.ts";

const files = ["btnUploadAttachment", "btnPreviewAttachment", "btnDownloadAttachment", "btnDelAttachment"];
const file = [
  ...[supplierInfo, supplierLocation, supplierAccount, supplierSite, supplierContact],
  ...[supplierBrand, supplierDevice, supplierIndirect, supplierFinance, supplierCustomer],
];
const list = "supplierInfoList";
const looking = ["btnView", "btnExport", "btnPrint", "btnPreviewAttachment", "btnDownloadAttachment"];
const writing = [
  ...["btnAdd", "btnQuickAdd", "btnEdit", "btnSave", "btnDelete", "btnSubmit", "btnInvite", "btnOpenAccount", "btnMerge", "btnProlong"],
  ...["btnChangeInfo", "btnFreeze", "btnDisableSite", "btnSyncErp", "btnExternalRefresh", "btnUploadAttachment", "btnDelAttachment"],
];
const sensitive = ["btnVerifyBank", "btnViewSensitive"];

/** The pages of a supplier's file. */
export const masterMenus: readonly MenuFolder[] = [
  supplierMenu({
    SUP_INFO: [
      page(list, "供应商信息", "Suppliers", {
        entities: file,
        reads: [paymentTerm, category, blacklist, track, supplierWarning],
        buttons: [...looking, ...writing, ...sensitive, "btnReleaseGoods", "btnApproval", "btnReject"],
        children: ["supplierInfoEdit", "supplierInfoCreate", "supplierInfoCreate2"],
      }),
      page("supplierInfoToPortal", "我的企业", "My company", {
        entities: [supplierInfo],
        reads: [...file.slice(1), user, track],
        buttons: ["btnChangeInfo", "btnAddUser", "btnDisableUser", "btnConfirmInfo", ...files],
        audience: "SUPPLIER",
      }),
      page("categoryLibrarySupplier", "品类供应商库", "Category library", {
        entities: [supplierCategory],
        reads: [supplierInfo, category],
        buttons: ["btnAddCandidate", "btnStartIntroduce", "btnSuspend", "btnView", "btnExport"],
      }),
      page("orgLibrarySupplier", "组织供应商库", "Organisation library", {
        entities: [supplierSite],
        reads: [supplierInfo, supplierLocation, supplierAccount, paymentTerm],
        buttons: ["btnExtendOrg", "btnDisableSite", "btnView", "btnExport", "btnSave", "btnDelete"],
      }),
      page("supplierInfoImport", "供应商导入", "Import suppliers", {
        entities: [supplierInfo],
        buttons: ["btnDownloadTemplate", "btnImport", "btnRecheck", "btnCommit", "btnCancelBatch"],
      }),
    ],
  }),
];

const button = (cn: string, en: string, icon: string, colour?: ButtonShape["colour"]): ButtonShape => ({
  label: [cn, en],
  icon,
  ...(colour ? { colour } : {}),
});

export const masterButtons: Readonly<Record<string, ButtonShape>> = {
  btnQuickAdd: button("快速新增", "Quick add", "zap"),
  btnOpenAccount: button("开通账号", "Create account", "user-plus"),
  btnProlong: button("延长有效期", "Extend", "calendar-plus"),
  btnReleaseGoods: button("放行在途货物", "Release goods on the way", "package-check"),
  btnChangeInfo: button("发起变更", "Request a change", "file-pen"),
  btnDisableSite: button("停用地点", "Disable site", "map-pin-off", "DANGER"),
  btnSyncErp: button("同步ERP", "Send to ERP", "refresh-cw"),
  btnExternalRefresh: button("刷新外部信息", "Refresh external data", "globe"),
  btnViewSensitive: button("查看敏感信息", "Show sensitive data", "eye"),
  btnConfirmInfo: button("确认信息", "Confirm information", "badge-check", "PRIMARY"),
  btnAddUser: button("添加用户", "Add user", "user-plus"),
  btnDisableUser: button("停用用户", "Disable user", "user-x", "DANGER"),
  btnAddCandidate: button("添加候选", "Add candidate", "plus", "PRIMARY"),
  btnStartIntroduce: button("发起引入", "Start onboarding", "route"),
  btnExtendOrg: button("扩展组织", "Extend to an organisation", "network"),
  btnDownloadTemplate: button("下载模板", "Download template", "file-down"),
  btnRecheck: button("重新检查", "Check again", "refresh-cw"),
  btnCommit: button("提交导入", "Commit", "check", "PRIMARY"),
  btnCancelBatch: button("取消批次", "Cancel batch", "x", "DANGER"),
};

const library = ["categoryLibrarySupplier", "btnAddCandidate", "btnStartIntroduce", "btnSuspend", "btnView", "btnExport"] as const;
const sites = ["orgLibrarySupplier", "btnExtendOrg", "btnDisableSite", "btnView", "btnExport", "btnSave", "btnDelete"] as const;
const lookLibrary = ["categoryLibrarySupplier", "btnView", "btnExport"] as const;
const lookSites = ["orgLibrarySupplier", "btnView", "btnExport"] as const;

/** Who keeps the file, who works with it, who looks at it. */
export const masterRoles = responsibilities({
  SYS_ADMIN: [[list, ...looking, ...writing, "btnReleaseGoods"], library, sites, "supplierInfoImport"],
  SUP_SPECIALIST: [[list, ...looking, ...writing, "btnViewSensitive", "btnReleaseGoods"], library, sites, "supplierInfoImport"],
  MASTER_DATA: [[list, ...looking, ...writing.filter((value) => value !== "btnFreeze")], lookLibrary, lookSites, "supplierInfoImport"],
  SOURCING: [[list, ...looking, ...writing.filter((value) => !["btnMerge", "btnDelete"].includes(value))], library, lookSites],
  BUYER: [[list, ...looking, "btnChangeInfo"], lookLibrary, lookSites],
  PUR_MANAGER: [[list, ...looking, "btnApproval", "btnReject"], [...lookLibrary, "btnSuspend"], lookSites],
  QUALITY: [[list, ...looking], lookLibrary],
  QUALITY_MANAGER: [[list, ...looking], lookLibrary],
  FINANCE: [[list, ...looking, ...sensitive], lookSites],
  FINANCE_MANAGER: [[list, ...looking, ...sensitive], lookSites],
  LEGAL: [[list, ...looking]],
  AUDITOR: [[list, ...looking], lookLibrary, lookSites],
  SUP_ADMIN: ["supplierInfoToPortal"],
  SUP_SALES: [["supplierInfoToPortal", "btnPreviewAttachment", "btnDownloadAttachment"]],
  SUP_QUALITY: [["supplierInfoToPortal", "btnPreviewAttachment", "btnDownloadAttachment"]],
  SUP_FINANCE: [["supplierInfoToPortal", "btnPreviewAttachment", "btnDownloadAttachment"]],
});
