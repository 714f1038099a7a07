import { managingInforms } from "./informs.ts";
import { page, type Part } from "#kernel/module.ts";
import { responsibilities, supplierControl, supplierInfo, supplierMenu } from "#modules/supplier/index.ts";
import { dailyManage } from "./daily-manage.entity.ts";
import { dailyManageRules } from "./daily-manage.rules.ts";
import { managingEvents, managingTodos } from "./managing.events.ts";
import { managingLookups } from "./managing.lookups.ts";
import { quit } from "./quit.entity.ts";
import { quitRules } from "./quit.rules.ts";

const attachments = ["btnUploadAttachment", "btnPreviewAttachment", "btnDownloadAttachment", "btnDelAttachment"];
const writing = ["btnAdd", "btnEdit", "btnSave", "btnDelete", "btnSubmit", "btnExport", ...attachments];
const deciding = ["btnApproval", "btnReject"];
const daily = "srmSlcDailyManageList";
const leaving = "srmSlcSupplierQuitList";
const looks = ["btnExport", "btnPreviewAttachment", "btnDownloadAttachment"];

/** Measures taken with suppliers that are in, and their way out. */
export const managing: Part = {
  entities: [dailyManage, quit],
  rules: [...dailyManageRules, ...quitRules],
  lookups: managingLookups,
  events: managingEvents,
  todos: managingTodos,
  informs: managingInforms,
  programs: {
    SUP_CONTROL_TICK: { label: ["供应商管控起止", "Start and end controls"], cron: "5 0 * * *", overlap: "SKIP", keepDays: 30 },
    SLC_QUIT_TICK: { label: ["供应商退出到期", "Execute exits"], cron: "10 0 * * *", overlap: "SKIP", keepDays: 30 },
  },
  menus: [
    supplierMenu({
      SLC_MANAGE: [
        page(daily, "日常管理", "Daily management", {
          entities: [dailyManage],
          reads: [supplierInfo, supplierControl],
          buttons: [...writing, ...deciding, "btnImpact", "btnRectifyReply", "btnVerify"],
          audience: "BOTH",
          children: ["slcDailyManageEdit"],
        }),
        page(leaving, "供应商退出", "Supplier exit", {
          entities: [quit],
          reads: [supplierInfo],
          buttons: [...writing, ...deciding, "btnCancel", "btnRefreshCheck", "btnRelease"],
          children: ["slcSupplierQuitEdit"],
        }),
      ],
    }),
  ],
  buttons: {
    btnImpact: { label: ["影响预览", "Preview impact"], icon: "radar" },
    btnRefreshCheck: { label: ["刷新检查", "Refresh checks"], icon: "refresh-cw" },
    btnRectifyReply: { label: ["回复整改", "Reply"], icon: "reply", colour: "PRIMARY" },
    btnVerify: { label: ["验证", "Verify"], icon: "badge-check", colour: "PRIMARY" },
  },
  roles: responsibilities({
    SYS_ADMIN: [
      [daily, ...writing, "btnImpact", "btnVerify"],
      [leaving, ...writing, "btnCancel", "btnRefreshCheck"],
    ],
    SUP_SPECIALIST: [
      [daily, ...writing, "btnImpact", "btnVerify"],
      [leaving, ...writing, "btnCancel", "btnRefreshCheck"],
    ],
    PUR_MANAGER: [
      [daily, ...writing, ...deciding, "btnImpact", "btnVerify"],
      [leaving, ...writing, ...deciding, "btnCancel", "btnRefreshCheck", "btnRelease"],
    ],
    SOURCING: [
      [daily, ...writing, "btnImpact", "btnVerify"],
      [leaving, ...looks],
    ],
    BUYER: [
      [daily, ...looks, "btnImpact"],
      [leaving, ...looks],
    ],
    QUALITY: [
      [daily, ...writing, "btnImpact", "btnVerify"],
      [leaving, ...looks],
    ],
    QUALITY_MANAGER: [
      [daily, ...writing, ...deciding, "btnImpact", "btnVerify"],
      [leaving, ...looks],
    ],
    FINANCE: [[leaving, ...looks]],
    AUDITOR: [
      [daily, ...looks],
      [leaving, ...looks],
    ],
    SUP_ADMIN: [[daily, "btnRectifyReply", ...attachments]],
    SUP_QUALITY: [[daily, "btnRectifyReply", ...attachments]],
  }),
};
