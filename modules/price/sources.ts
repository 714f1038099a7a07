import { page, type EventShape, type Part } from "#kernel/module.ts";
import { purchaseMenu } from "#modules/demand/index.ts";
import { responsibilities } from "#modules/supplier/index.ts";
import { aslQualifiedAnswers } from "./asl-qualified.answers.ts";
import { aslAnswers } from "./asl.answers.ts";
import { aslProfiles } from "./asl.ask.ts";
import { aslAlteration } from "./asl-alteration.entity.ts";
import { alterationsFrom } from "./asl-alteration.from.ts";
import { aslAlterationRules } from "./asl-alteration.rules.ts";
import { aslApply } from "./asl-apply.entity.ts";
import { aslApplyRules } from "./asl-apply.rules.ts";
import { aslHeader, aslLine } from "./asl.entity.ts";
import { aslLookups } from "./asl.lookups.ts";
import { aslRules } from "./asl.rules.ts";

const list = "srmPurAslList";
const applying = "purAslApplyList";
const altering = "purAslAlterationList";
const attachments = ["btnUploadAttachment", "btnPreviewAttachment", "btnDownloadAttachment", "btnDelAttachment"];
const drafting = ["btnAdd", "btnSave", "btnDelete", "btnSubmit", "btnWithdraw", "btnExport", ...attachments];
const looks = ["btnExport", "btnPreviewAttachment", "btnDownloadAttachment"];

const about: EventShape["carries"] = {
  id: ["清单", "List"],
  orgId: ["组织", "Organisation"],
  supplierId: ["供应商ID", "Supplier id"],
  supplier: ["供应商", "Supplier"],
  supplierEn: ["供应商（英文）", "Supplier (English)"],
  item: ["物料或分类", "Item or category"],
  itemEn: ["物料或分类（英文）", "Item or category (English)"],
  buyerId: ["采购员", "Buyer"],
};

const events: Readonly<Record<string, EventShape>> = {
  PUR_ASL_CHANGED: {
    label: ["合格货源变更", "Approved sources changed"],
    kind: "BUSINESS",
    carries: {
      ...about,
      status: ["准入状态", "Status"],
      statusEn: ["准入状态（英文）", "Status (English)"],
      lines: ["变更行", "Lines"],
      cause: ["原因", "Cause"],
      causeEn: ["原因（英文）", "Cause (English)"],
    },
    tells: {
      title: ["${supplier}对${item}的准入状态：${status}${cause}", "${supplier} for ${itemEn}: ${statusEn}${causeEn}"],
      channels: ["SITE"],
      to: [{ value: "buyerId" }],
      route: list,
    },
  },
  PUR_ASL_EXPIRING: {
    label: ["合格货源即将到期", "Approved source expiring"],
    kind: "WARNING",
    carries: { ...about, date: ["失效日期", "Valid to"], days: ["剩余天数", "Days left"] },
    tells: {
      title: ["${supplier}-${item}准入将于${date}到期", "ASL ${supplier}-${itemEn} expires ${date}"],
      channels: ["SITE"],
      to: [{ value: "buyerId" }, { resp: "QUALITY" }],
      route: list,
    },
  },
};

/** Who may supply what: the approved list, applications to it and alterations of it. */
export const sources: Part = {
  entities: [aslHeader, aslApply, aslAlteration],
  rules: [...aslRules, ...aslApplyRules, ...aslAlterationRules],
  froms: [alterationsFrom],
  profiles: aslProfiles,
  answers: [...aslQualifiedAnswers, ...aslAnswers],
  lookups: aslLookups,
  events,
  programs: {
    expireAsl: { label: ["合格货源到期", "Expire approved sources"], cron: "10 0 * * *", overlap: "SKIP", keepDays: 30 },
    applyAslAlteration: { label: ["执行货源变更", "Apply ASL changes"], cron: "10 0 * * *", overlap: "SKIP", keepDays: 30 },
  },
  menus: [
    purchaseMenu({
      PUR_SOURCE: [
        page(list, "合格货源清单", "Approved supplier list", {
          entities: [aslHeader, aslLine],
          buttons: ["btnAdd", "btnSave", "btnDelete", "btnImport", "btnExport", "btnHistory", "btnApply", "btnAlter"],
        }),
        page(applying, "货源申请", "ASL applications", {
          entities: [aslApply],
          reads: [aslHeader],
          buttons: [...drafting, "btnApproval", "btnReject", "btnImport", "btnImportLine"],
          children: ["aslApplyManage/AslApplyEdit"],
        }),
        page(altering, "货源变更", "ASL changes", {
          entities: [aslAlteration],
          reads: [aslHeader],
          buttons: [...drafting, "btnApproval", "btnReject", "btnSelectAsl"],
          children: ["aslAlterationManage/AslAlterationEdit"],
        }),
      ],
    }),
  ],
  buttons: {
    btnApply: { label: ["申请准入", "Apply"], icon: "file-plus-2", colour: "PRIMARY" },
    btnAlter: { label: ["变更", "Change"], icon: "file-pen-line" },
    btnSelectAsl: { label: ["选择准入行", "Choose ASL lines"], icon: "list-checks" },
  },
  roles: responsibilities({
    SYS_ADMIN: [
      [list, "btnAdd", "btnSave", "btnDelete", "btnImport", "btnExport", "btnHistory"],
      [applying, ...looks],
      [altering, ...looks],
    ],
    MASTER_DATA: [[list, "btnAdd", "btnSave", "btnDelete", "btnImport", "btnExport", "btnHistory"]],
    PUR_MANAGER: [
      [list, "btnExport", "btnHistory", "btnApply", "btnAlter"],
      [applying, ...drafting, "btnImport", "btnImportLine", "btnApproval", "btnReject"],
      [altering, ...drafting, "btnSelectAsl", "btnApproval", "btnReject"],
    ],
    BUYER: [
      [list, "btnExport", "btnHistory", "btnApply", "btnAlter"],
      [applying, ...drafting, "btnImport", "btnImportLine"],
      [altering, ...drafting, "btnSelectAsl"],
    ],
    SOURCING: [
      [list, "btnExport", "btnHistory", "btnApply", "btnAlter"],
      [applying, ...drafting, "btnImport", "btnImportLine"],
      [altering, ...drafting, "btnSelectAsl"],
    ],
    SUP_SPECIALIST: [
      [list, "btnExport", "btnHistory", "btnApply", "btnAlter"],
      [applying, ...drafting],
      [altering, ...drafting, "btnSelectAsl"],
    ],
    QUALITY: [
      [list, "btnExport", "btnHistory"],
      [applying, ...looks],
      [altering, ...looks],
    ],
    PLANNER: [[list, "btnExport"]],
    AUDITOR: [
      [list, "btnExport", "btnHistory"],
      [applying, ...looks],
      [altering, ...looks],
    ],
  }),
};
