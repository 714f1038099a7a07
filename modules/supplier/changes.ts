import { lookup, page, type EventShape, type Part, type TodoShape } from "#kernel/module.ts";
import type { Text } from "#kernel/text.ts";
import { supplierChange } from "./change.entity.ts";
import { changeRules } from "./change.rules.ts";
import { fileParts } from "./change.ts";
import { sectionWords } from "./change.words.ts";
import { supplierMenu } from "./folders.ts";
import { responsibilities } from "./responsibilities.ts";
import { verifyRules } from "./verify.rules.ts";

const list = "changeInfoList";
const looking = ["btnView", "btnPrint", "btnViewTrack", "btnExport", "btnPreviewAttachment", "btnDownloadAttachment"];
const writing = [
  ...looking,
  "btnAdd",
  "btnEdit",
  "btnSave",
  "btnDelete",
  "btnSubmit",
  "btnWithdraw",
  "btnUploadAttachment",
  "btnDelAttachment",
];
const look = [list, ...looking] as const;

const id: Text = ["编号", "Id"];
const no: Text = ["变更单号", "Change no."];
const reason: Text = ["原因", "Reason"];
const supplierId: Text = ["供应商编号", "Supplier id"];
const supplier: Text = ["供应商", "Supplier"];
const userId: Text = ["发起人", "Started by"];
const route = "dhangeInfodetailed?id=${id}";

const events: Readonly<Record<string, EventShape>> = {
  BANK_CHANGE_STARTED: {
    label: ["账户变更已提交", "Bank change started"],
    kind: "WARNING",
    carries: {
      id,
      no,
      supplierId,
      supplier,
      owner: ["负责人", "Owner"],
      ownerEn: ["负责人（英文）", "Owner (English)"],
      userIds: ["变更前的负责人与财务联系人", "Contacts before the change"],
      addresses: ["没有账号的联系人邮箱", "Mail of contacts without an account"],
    },
    tells: {
      title: [
        "贵司收款账户变更申请已提交，如非本人操作请立即联系${owner}",
        "A change of your bank account was requested; if not by you contact ${owner} at once",
      ],
      channels: ["SITE", "EMAIL", "SMS"],
      to: [{ value: "userIds" }],
      route,
      mandatory: true,
      priority: 1,
      loud: true,
    },
  },
  CHANGE_APPROVED: {
    label: ["信息变更已生效", "Change effective"],
    kind: "BUSINESS",
    carries: { id, no, reason, supplierId, userId },
    tells: { title: ["变更${no}已生效", "Change ${no} is effective"], channels: ["SITE"], to: [{ value: "userId" }], route },
  },
  CHANGE_REJECTED: {
    label: ["信息变更被驳回", "Change rejected"],
    kind: "BUSINESS",
    carries: { id, no, reason, supplierId, userId },
    tells: {
      title: ["变更${no}被驳回：${reason}", "Change ${no} rejected: ${reason}"],
      channels: ["SITE"],
      to: [{ value: "userId" }],
      route,
    },
  },
  SUPPLIER_CHANGED: {
    label: ["供应商信息已变更", "Supplier data changed"],
    kind: "BUSINESS",
    carries: { id, supplierId, supplier, sections: ["变更内容", "Sections"], renamed: ["名称或税号变更", "Name or tax number changed"] },
  },
};

const todos: Readonly<Record<string, TodoShape>> = {
  BANK_VERIFY: {
    label: ["账户核验", "Verify bank account"],
    side: "INTERNAL",
    route: "changeInfoEdit",
    title: ["请核验变更{bizNo}的收款账户", "Verify the bank account of change {bizNo}"],
  },
};

/** Requests to change a supplier's file, from both sides, with the safeguards of bank data. */
export const changes: Part = {
  entities: [supplierChange],
  rules: [...changeRules, ...verifyRules],
  menus: [
    supplierMenu({
      SUP_INFO: [
        page(list, "信息变更", "Change requests", {
          entities: [supplierChange],
          reads: fileParts.map((part) => part.entity),
          buttons: [...writing, "btnVerifyBank", "btnApproval", "btnReject"],
          audience: "BOTH",
          children: ["changeInfoEdit", "dhangeInfodetailed"],
        }),
      ],
    }),
  ],
  lookups: {
    SIDE: lookup("发起方", "Side", { SUPPLIER: ["供应商", "Supplier"], INTERNAL: ["内部", "Internal"] }),
    CHANGE_SECTION: lookup("变更板块", "Change section", sectionWords),
    SUP_CHANGE_STATUS: lookup("变更单状态", "Change status", {
      DRAFT: ["拟定", "Draft"],
      VERIFYING: ["账户核验中", "Verifying account"],
      APPROVING: ["审批中", "In approval"],
      APPROVED: ["已批准", "Approved"],
      EFFECTIVE: ["已生效", "Effective"],
      REJECTED: ["已驳回", "Rejected"],
      WITHDRAWN: ["已撤回", "Withdrawn"],
    }),
    ROW_ACTION: lookup("行动作", "Row action", { ADD: ["新增", "Add"], UPDATE: ["修改", "Update"], DISABLE: ["停用", "Disable"] }),
    GUARD_LEVEL: lookup("字段级别", "Protection level", {
      FREE: ["自由", "Free"],
      GUARDED: ["受控", "Protected"],
      CRITICAL: ["关键", "Critical"],
    }),
    LINE_RESULT: lookup("逐项结果", "Line result", { ACCEPT: ["接受", "Accept"], REFUSE: ["拒绝", "Reject"] }),
  },
  roles: responsibilities({
    SYS_ADMIN: [[list, ...writing]],
    SUP_SPECIALIST: [[list, ...writing]],
    MASTER_DATA: [[list, ...writing]],
    SOURCING: [[list, ...writing]],
    // a buyer is offered to request a change: the page behind it must let the buyer write one
    BUYER: [[list, ...writing]],
    PUR_MANAGER: [[list, ...looking, "btnApproval", "btnReject"]],
    FINANCE: [[list, ...looking, "btnVerifyBank", "btnUploadAttachment"]],
    FINANCE_MANAGER: [[list, ...looking, "btnVerifyBank", "btnUploadAttachment", "btnApproval", "btnReject"]],
    LEGAL: [look],
    AUDITOR: [look],
    SUP_ADMIN: [[list, ...writing]],
    SUP_FINANCE: [look],
  }),
  buttons: {
    btnVerifyBank: { label: ["核验账户", "Verify account"], icon: "phone-call", colour: "PRIMARY" },
    btnViewTrack: { label: ["查看轨迹", "View track"], icon: "history" },
  },
  events,
  todos,
  informs: {
    SrmSupChangeInfo: {
      doSubmit: { nobody: "Whoever asks of whichever side, approvers and finance get their tasks" },
      doVerifyBank: { nobody: "A failed account is told to whoever asked (CHANGE_REJECTED), of whichever side" },
      doJudge: { nobody: "A remark for the decision, which is told" },
      doApproval: { nobody: "Told to whoever asked, of whichever side (CHANGE_APPROVED)" },
      doWithdraw: { nobody: "Whoever asked takes it back; its tasks go" },
    },
  },
  programs: {
    SUP_CHANGE_EFFECT: { label: ["到期的信息变更生效", "Apply due changes"], cron: "1 0 * * *", overlap: "SKIP" },
  },
};
