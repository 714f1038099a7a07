import { lookup, page, type Part } from "#kernel/module.ts";
import type { Text } from "#kernel/text.ts";
import { purchaseMenu } from "#modules/demand/index.ts";
import { responsibilities } from "#modules/supplier/index.ts";
import { order } from "../order.entity.ts";
import { productionPlan } from "./production-plan.entity.ts";
import { productionRules } from "./production-plan.rules.ts";

const list = "srmPurProductionPlanList";
const edit = "srmPurProductionPlanEdit";
const attachments = ["btnUploadAttachment", "btnPreviewAttachment", "btnDownloadAttachment", "btnDelAttachment"];
const planning = ["btnAdd", "btnSave", "btnDelete", "btnReport", "btnSubmit", "btnExport", ...attachments];
const following = ["btnRequest", "btnUrge", "btnReturn", "btnAccept", "btnExport", "btnPreviewAttachment", "btnDownloadAttachment"];
const looks = ["btnExport", "btnPreviewAttachment", "btnDownloadAttachment"];

const about: Readonly<Record<string, Text>> = {
  id: ["生产计划", "Production plan"],
  num: ["计划号", "Plan no."],
  supplierId: ["供应商", "Supplier"],
  buyerId: ["采购员", "Buyer"],
};

/** How suppliers' production of confirmed order rows comes along. */
export const production: Part = {
  entities: [productionPlan],
  rules: productionRules,
  lookups: {
    PUR_PROD_STATUS: lookup("生产计划状态", "Production plan status", {
      DRAFT: ["拟定", "Draft"],
      SUBMITTED: ["已提交", "Submitted"],
      ACCEPTED: ["已接受", "Accepted"],
      RETURNED: ["已退回", "Returned"],
      FINISHED: ["已完工", "Finished"],
    }),
  },
  events: {
    PUR_PRODUCTION_SUBMITTED: {
      label: ["生产计划已提交", "Production plan submitted"],
      kind: "BUSINESS",
      carries: about,
      tells: {
        title: ["供应商提交了生产计划${num}", "The supplier submitted production plan ${num}"],
        channels: ["SITE"],
        to: [{ value: "buyerId" }],
        route: `${edit}?id=\${id}`,
      },
    },
    PUR_PRODUCTION_ACCEPTED: {
      label: ["生产计划已接受", "Production plan accepted"],
      kind: "BUSINESS",
      carries: about,
      tells: {
        title: ["生产计划${num}已被接受", "Production plan ${num} was accepted"],
        channels: ["SITE"],
        to: [{ supplier: "SALES" }],
        route: `${edit}?id=\${id}`,
      },
    },
    PUR_PRODUCTION_RISK: {
      label: ["生产延误风险", "Production risk"],
      kind: "WARNING",
      carries: {
        id: ["生产计划", "Production plan"],
        num: ["订单号", "Order no."],
        line: ["行", "Line"],
        d: ["延误天数", "Days late"],
        supplierId: ["供应商ID", "Supplier id"],
        buyerId: ["采购员", "Buyer"],
      },
      tells: {
        title: ["订单${num}第${line}行生产预计完工晚于交期${d}天", "Order ${num} line ${line} will finish ${d} days late"],
        channels: ["SITE"],
        to: [{ value: "buyerId" }],
        route: `${edit}?id=\${id}`,
      },
    },
  },
  todos: {
    PROD_PLAN_REPORT: {
      label: ["生产进度填报", "Report production"],
      side: "SUPPLIER",
      route: edit,
      title: ["请填报生产计划{bizNo}", "Report production plan {bizNo}"],
    },
  },
  programs: {
    productionRisk: { label: ["生产延误风险", "Production risk"], cron: "0 6 * * *", overlap: "SKIP", keepDays: 30 },
  },
  menus: [
    purchaseMenu({
      PUR_PLAN: [
        page(list, "供应商生产计划", "Supplier production", {
          audience: "BOTH",
          entities: [productionPlan],
          reads: [order],
          buttons: [...new Set([...planning, ...following])],
          children: [edit],
        }),
      ],
    }),
  ],
  buttons: {
    btnRequest: { label: ["要求提交计划", "Request a plan"], icon: "file-question" },
    btnReport: { label: ["填报进度", "Report progress"], icon: "clipboard-pen", colour: "PRIMARY" },
  },
  roles: responsibilities({
    SYS_ADMIN: [[list, ...looks]],
    BUYER: [[list, ...following]],
    PUR_MANAGER: [[list, ...following]],
    PLANNER: [[list, ...following]],
    AUDITOR: [[list, ...looks]],
    SUP_ADMIN: [[list, ...planning]],
    SUP_SALES: [[list, ...planning]],
  }),
};
