import { inspectInforms } from "./informs.ts";
import { page, type ButtonShape, type EventShape, type Part, type RoleShape, type TodoShape } from "#kernel/module.ts";
import type { Text } from "#kernel/text.ts";
import { admin } from "#modules/admin/index.ts";
import { supplierMenu } from "#modules/supplier/index.ts";
import { inspectFinding } from "./finding.entity.ts";
import { findingRules } from "./finding.rules.ts";
import { inspection } from "./inspect.entity.ts";
import { inspectLookups } from "./inspect.lookups.ts";
import { inspectRules } from "./inspect.rules.ts";
import { inspectPlan } from "./plan.entity.ts";
import { planRules } from "./plan.rules.ts";
import { scoreSheet } from "./score.entity.ts";
import { scoreRules } from "./score.rules.ts";

type Grant = RoleShape["grants"][number];

const attachments = ["btnUploadAttachment", "btnPreviewAttachment", "btnDownloadAttachment", "btnDelAttachment"];
const planButtons = [
  ...["btnAdd", "btnEdit", "btnSave", "btnSubmit", "btnApproval", "btnClose", "btnCancel", "btnDelete", "btnAutoPropose"],
  ...["btnAddLine", "btnDelLine", "btnGenInspect", "btnPostpone", "btnCancelLine", "btnExport", ...attachments],
];
const inspectButtons = [
  ...["btnAdd", "btnEdit", "btnSave", "btnDelete", "btnPickTemplate", "btnImportScoreItem", "btnNotifySupplier", "btnStartScore"],
  ...["btnSummary", "btnSubmit", "btnApproval", "btnCancel", "btnRectifyReply", "btnVerify", "btnPrint", "btnExport", ...attachments],
];
const scoreButtons = ["btnScore", "btnSave", "btnSubmit", "btnExport", ...attachments];

const menus = [
  supplierMenu({
    SLC_INTRODUCE: [
      page("inspectPlanList", "考察计划", "Inspection plans", {
        entities: [inspectPlan],
        reads: [inspection],
        buttons: planButtons,
        children: ["inspectPlanEdit", "inspectPlanDetail"],
      }),
      page("localeInspectList", "现场考察", "On-site inspections", {
        entities: [inspection, inspectFinding],
        reads: [scoreSheet, inspectPlan],
        buttons: inspectButtons,
        audience: "BOTH",
        children: ["localeInspectEdit", "localeInspectDetail"],
      }),
      page("slcScoreList", "我的考察评分", "My score sheets", {
        entities: [scoreSheet],
        buttons: scoreButtons,
        children: ["slcScoreEdit"],
      }),
    ],
  }),
];

const looking = ["btnExport", "btnPrint", "btnPreviewAttachment", "btnDownloadAttachment"];
const but = (route: string, buttons: readonly string[], ...without: string[]): Grant => [
  route,
  ...buttons.filter((value) => !without.includes(value)),
];
const look = (route: string, buttons: readonly string[]): Grant => [route, ...buttons.filter((value) => looking.includes(value))];
const approving = (route: string, buttons: readonly string[]): Grant => [
  route,
  ...buttons.filter((value) => value === "btnApproval" || looking.includes(value)),
];
/** Only a supplier answers findings. */
const inside = inspectButtons.filter((inspectButton) => inspectButton !== "btnRectifyReply");
const plans = "inspectPlanList";
const visits = "localeInspectList";

const more: Readonly<Record<string, readonly Grant[]>> = {
  SYS_ADMIN: [but(plans, planButtons, "btnApproval"), but(visits, inside, "btnApproval")],
  QUALITY: [but(plans, planButtons, "btnApproval"), but(visits, inside, "btnApproval")],
  QUALITY_MANAGER: [plans, but(visits, inside)],
  SUP_SPECIALIST: [but(plans, planButtons, "btnApproval"), but(visits, inside, "btnApproval")],
  SOURCING: [look(plans, planButtons), but(visits, inside, "btnApproval")],
  BUYER: [look(visits, inside)],
  PUR_MANAGER: [approving(plans, planButtons), approving(visits, inside)],
  AUDITOR: [look(plans, planButtons), look(visits, inside)],
  SUP_ADMIN: [[visits, "btnRectifyReply", "btnPrint", "btnExport", ...attachments]],
  SUP_QUALITY: [[visits, "btnRectifyReply", "btnPrint", "btnExport", ...attachments]],
  SUP_SALES: [look(visits, inside)],
};

/** Whoever is taken along has a sheet to fill, whatever responsibility he has. */
const roles: Readonly<Record<string, RoleShape>> = Object.fromEntries(
  Object.entries(admin.roles ?? {})
    .filter(([code, role]) => code in more || role.audience === "INTERNAL")
    .map(([code, role]): [string, RoleShape] => [
      code,
      {
        label: role.label,
        audience: role.audience,
        grants: [...(more[code] ?? []), ...(role.audience === "INTERNAL" ? ["slcScoreList"] : [])],
      },
    ]),
);

const button = (cn: string, en: string, icon: string, colour?: ButtonShape["colour"]): ButtonShape => ({
  label: [cn, en],
  icon,
  ...(colour ? { colour } : {}),
});

const id: Text = ["编号", "Id"];
const no: Text = ["考察单号", "Number"];
const day: Text = ["日期", "Date"];
const supplierId: Text = ["供应商编号", "Supplier id"];
const supplier: Text = ["供应商", "Supplier"];
const leaderId: Text = ["组长", "Leader"];

const events: Readonly<Record<string, EventShape>> = {
  INSPECT_NOTICE: {
    label: ["考察通知", "Inspection notice"],
    kind: "TASK",
    carries: { id, no, date: day, agenda: ["议程", "Agenda"], supplierId },
    tells: {
      title: ["我司将于${date}到贵司现场考察，议程见附件", "On-site inspection on ${date}; see agenda"],
      content: ["${agenda}", "${agenda}"],
      channels: ["SITE", "EMAIL"],
      to: [{ supplier: "QUALITY", of: "supplierId" }],
      route: "localeInspectDetail?id=${id}",
    },
  },
  INSPECT_CANCELLED: {
    label: ["考察取消", "Inspection cancelled"],
    kind: "BUSINESS",
    carries: { id, no, date: day, supplierId },
    tells: {
      title: ["原定${date}的现场考察${no}已取消", "The inspection ${no} of ${date} is cancelled"],
      channels: ["SITE", "EMAIL"],
      to: [{ supplier: "QUALITY", of: "supplierId" }],
      route: "localeInspectDetail?id=${id}",
    },
  },
  INSPECT_SCORED: {
    label: ["考察评分完成", "Scores complete"],
    kind: "TASK",
    carries: { id, no, supplier, total: ["总分", "Total"], leaderId },
    tells: {
      title: [
        "${supplier}的考察${no}评分已齐，总分${total}，请汇总",
        "All scores of ${no} (${supplier}) are in: ${total}; please summarise",
      ],
      channels: ["SITE"],
      to: [{ value: "leaderId" }],
      route: "localeInspectEdit?id=${id}",
    },
  },
  INSPECT_CONCLUDED: {
    label: ["考察结论公布", "Inspection concluded"],
    kind: "BUSINESS",
    carries: { id, no, n: ["待整改数", "To rectify"], supplierId },
    tells: {
      title: [
        "现场考察${no}的结论已公布，待整改${n}项",
        "The result of inspection ${no} is published; ${n|count:finding/findings} to answer",
      ],
      channels: ["SITE", "EMAIL"],
      to: [{ supplier: "QUALITY", of: "supplierId" }],
      route: "localeInspectDetail?id=${id}",
    },
  },
  INSPECT_REPLIED: {
    label: ["考察整改已回复", "Finding answered"],
    kind: "TASK",
    carries: { id, no, supplier, leaderId },
    tells: {
      title: ["${supplier}已回复考察${no}的发现项，请验证", "${supplier} answered a finding of ${no}; please verify"],
      channels: ["SITE"],
      to: [{ value: "leaderId" }],
      route: "localeInspectDetail?id=${id}",
    },
  },
};

const todos: Readonly<Record<string, TodoShape>> = {
  SLC_SCORE: {
    label: ["考察评分", "Score inspection"],
    side: "INTERNAL",
    route: "slcScoreEdit",
    title: ["请完成考察{bizNo}的评分", "Score inspection {bizNo}"],
  },
  INSPECT_VISIT: {
    label: ["现场考察准备", "Prepare for inspection"],
    side: "SUPPLIER",
    route: "localeInspectDetail",
    title: ["请准备现场考察{bizNo}", "Prepare for inspection {bizNo}"],
  },
  INSPECT_RECTIFY: {
    label: ["考察整改回复", "Answer findings"],
    side: "SUPPLIER",
    route: "localeInspectDetail",
    title: ["请回复考察{bizNo}的发现项", "Answer the findings of inspection {bizNo}"],
  },
};

/** Plans of visits, the visits themselves with team, scores and findings, and what becomes of them. */
export const inspecting: Part = {
  entities: [inspectPlan, inspection, inspectFinding, scoreSheet],
  widgets: [
    {
      code: "INSPECT_COMING",
      label: ["待进行的考察", "Inspections to come"],
      audience: "INTERNAL",
      type: "FIGURE",
      seq: 80,
      route: "localeInspectList",
      counts: { entity: inspection, view: "coming" },
    },
    {
      code: "INSPECT_RECTIFYING",
      label: ["整改中的考察", "Inspections being rectified"],
      audience: "INTERNAL",
      type: "FIGURE",
      seq: 81,
      route: "localeInspectList",
      counts: { entity: inspection, view: "rectifying" },
    },
  ],
  coming: [
    {
      audience: "INTERNAL",
      route: "localeInspectList",
      entity: inspection,
      view: "coming",
      label: ["现场考察", "Inspection"],
      day: "inspectDate",
      says: ["supplierId"],
      opens: ["localeInspectEdit", "id", "id"],
    },
  ],
  rules: [...planRules, ...inspectRules, ...findingRules, ...scoreRules],
  menus,
  lookups: inspectLookups,
  roles,
  informs: inspectInforms,
  buttons: {
    btnAutoPropose: button("自动推荐", "Propose", "wand-sparkles"),
    btnAddLine: button("添加行", "Add line", "list-plus"),
    btnDelLine: button("删除行", "Delete line", "list-x", "DANGER"),
    btnGenInspect: button("生成考察", "Create inspection", "clipboard-plus", "PRIMARY"),
    btnPostpone: button("延期", "Postpone", "calendar-clock"),
    btnCancelLine: button("取消行", "Cancel line", "calendar-x", "DANGER"),
    btnPickTemplate: button("复制评分项", "Copy score items", "copy"),
    btnImportScoreItem: button("导入评分项", "Import score items", "upload"),
    btnNotifySupplier: button("通知供应商", "Notify supplier", "mail"),
    btnStartScore: button("开始评分", "Start scoring", "play", "PRIMARY"),
    btnSummary: button("汇总", "Summarise", "sigma"),
    btnRectifyReply: button("整改回复", "Answer finding", "reply", "PRIMARY"),
    btnVerify: button("验证", "Verify", "shield-check", "PRIMARY"),
    btnScore: button("评分", "Score", "clipboard-check", "PRIMARY"),
  },
  events,
  todos,
};
