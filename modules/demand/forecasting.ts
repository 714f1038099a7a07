import { lookup, page, type EventShape, type Part } from "#kernel/module.ts";
import { responsibilities } from "#modules/supplier/index.ts";
import { purchaseMenu } from "./folders.ts";
import { forecast } from "./forecast.entity.ts";
import { forecastOrderRules } from "./forecast.orders.ts";
import { forecastRules } from "./forecast.rules.ts";

const list = "purForecastList";
const inbox = "purForecastSupplierList";
const edit = "purForecast/purForecastEdit";
const planning = [
  ...["btnAdd", "btnEdit", "btnSave", "btnDelete", "btnImport", "btnImportLine", "btnExport", "btnPublish", "btnWithdraw"],
  ...["btnInvalid", "btnChange", "btnApproval", "btnRefuse"],
];
const answering = ["btnReply", "btnAcceptAll", "btnRefuseReply", "btnExport"];

const both = [...new Set([...planning, "btnReject", ...answering])];
/** Pages with the same buttons on the list and on the document. */
const on = (route: string, ...buttons: readonly string[]): (readonly [string, ...string[]])[] => [
  [route, ...buttons],
  [edit, ...buttons],
];

const eventShape = (cn: string, en: string, title: readonly [string, string]): EventShape => ({
  label: [cn, en],
  kind: "BUSINESS",
  carries: {
    num: ["预测单号", "Forecast no."],
    v: ["版本", "Version"],
    deadline: ["回复截止", "Reply by"],
    why: ["原因", "Reason"],
  },
  tells: { title, channels: ["SITE", "EMAIL"], to: [{ supplier: "SALES", of: "supplierId" }], route: `${edit}?id=\${id}` },
});

/** What suppliers are likely to be asked for, and what they promise. */
export const forecasting: Part = {
  entities: [forecast],
  rules: [...forecastRules, ...forecastOrderRules],
  programs: {
    countForecast: {
      label: ["预测下单统计", "Orders against forecasts"],
      cron: "20 * * * *",
      overlap: "SKIP",
      keepDays: 7,
    },
  },
  lookups: {
    PUR_FORECAST_STATUS: lookup("预测状态", "Forecast status", {
      DRAFT: ["拟定", "Draft"],
      APPROVING: ["审批中", "In approval"],
      PUBLISHED: ["待回复", "To be answered"],
      REPLIED: ["已回复", "Answered"],
      CONFIRMED: ["已确认", "Confirmed"],
      REFUSED: ["已拒绝", "Declined"],
      CHANGED: ["已变更", "Replaced"],
      INVALID: ["已失效", "Invalid"],
    }),
    PUR_GAP_REASON: lookup("差异原因", "Gap reasons", {
      CAPACITY: ["产能不足", "Capacity"],
      MATERIAL: ["原料短缺", "Material"],
      EQUIPMENT: ["设备故障", "Equipment"],
      PRICE: ["价格未定", "Price not agreed"],
      HOLIDAY: ["假期", "Holiday"],
      OTHER: ["其他", "Other"],
    }),
  },
  events: {
    PUR_FORECAST_PUBLISHED: eventShape("预测发布", "Forecast published", [
      "新预测${num} V${v}，请于${deadline}前回复",
      "Forecast ${num} V${v}: reply by ${deadline}",
    ]),
    PUR_FORECAST_CHANGED: eventShape("预测变更", "Forecast changed", [
      "新预测${num} V${v}，请于${deadline}前回复",
      "Forecast ${num} V${v}: reply by ${deadline}",
    ]),
    PUR_FORECAST_ENDED: eventShape("预测撤回或失效", "Forecast withdrawn or invalid", [
      "预测${num} V${v}已撤回或失效，无需回复 ${why}",
      "Forecast ${num} V${v} was withdrawn or is invalid; no reply is needed. ${why}",
    ]),
    PUR_FORECAST_ACCEPTED: eventShape("预测回复已接受", "Forecast answer accepted", [
      "预测${num} V${v}的回复已被接受",
      "Your answer to forecast ${num} V${v} was accepted",
    ]),
    PUR_FORECAST_SENT_BACK: eventShape("预测回复被退回", "Forecast answer sent back", [
      "预测${num} V${v}的回复被退回：${why}，请于${deadline}前重新回复",
      "Your answer to forecast ${num} V${v} was sent back: ${why}. Reply again by ${deadline}",
    ]),
  },
  informs: {
    SrmPurForecast: {
      doPublish: { nobody: "The supplier sees it once it is approved" },
      doApproval: ["PUR_FORECAST_PUBLISHED", "PUR_FORECAST_CHANGED", "FORECAST_REPLY"],
      withdraw: ["PUR_FORECAST_ENDED"],
      doSaveCommit: { nobody: "An answer in the making; the planner hears of it once it is given" },
      doReply: ["FORECAST_DECIDE"],
      doAcceptAll: { nobody: "Accepted as asked: nothing to decide, the list shows it" },
      doRefuseReply: ["FORECAST_DECIDE"],
      doRead: { nobody: "That it was read is a mark in the list" },
      doApprove: ["PUR_FORECAST_ACCEPTED"],
      doRefuse: ["PUR_FORECAST_SENT_BACK", "FORECAST_REPLY"],
      doChange: { nobody: "A new version is a draft of its own until it is approved" },
      doInvalid: ["PUR_FORECAST_ENDED"],
    },
  },
  menus: [
    purchaseMenu({
      PUR_PLAN: [
        page(list, "采购预测", "Forecasts", { entities: [forecast], buttons: [...planning, "btnReject"] }),
        page(inbox, "采购预测", "Forecasts", { entities: [forecast], buttons: answering, audience: "SUPPLIER" }),
        // One page of the document for both sides.
        page(edit, "预测单", "Forecast", { entities: [forecast], buttons: both, audience: "BOTH", hidden: true }),
      ],
    }),
  ],
  buttons: {
    btnReply: { label: ["回复", "Reply"], icon: "reply", colour: "PRIMARY" },
    btnAcceptAll: { label: ["全部接受", "Accept all"], icon: "check-check", colour: "PRIMARY" },
    btnRefuseReply: { label: ["拒绝预测", "Decline"], icon: "x", colour: "DANGER" },
    btnRefuse: { label: ["退回", "Return"], icon: "undo-2", colour: "DANGER" },
    btnChange: { label: ["变更", "Change"], icon: "file-pen-line" },
    btnImportLine: { label: ["导入行", "Import lines"], icon: "upload" },
  },
  roles: responsibilities({
    SYS_ADMIN: on(list, ...planning),
    PLANNER: on(list, ...planning),
    BUYER: on(list, "btnExport"),
    PUR_MANAGER: on(list, ...planning, "btnReject"),
    AUDITOR: on(list, "btnExport"),
    SUP_ADMIN: on(inbox, ...answering),
    SUP_SALES: on(inbox, ...answering),
  }),
};
