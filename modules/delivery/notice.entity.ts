import { createsFrom } from "#kernel/chooser.ts";
import { action, entity } from "#kernel/entity.ts";
import { code, date, datetime, int, longtext, payload, pick, qty, ref, rows, text } from "#kernel/field.ts";
import { ledgerActions } from "#kernel/ledger-rule.ts";
import { purchaseCodes } from "#modules/demand/index.ts";
import { inPlace } from "#modules/order/index.ts";
import { noticeLedger } from "./delivery.ledger.ts";
import { callOffChooser } from "./schedule.chooser.ts";
import { contentsField, contentsOf, countField, countOf, scheduleFields, scheduleShown } from "./schedule.lines.ts";

/** One schedule of an order that is called off, and how much of the call has been shipped, given up or still stands. */
export const noticeLine = entity("SrmPurDeliveryNoticeLine", "送货通知行", "Delivery notice line", {
  fields: {
    ...scheduleFields,
    noticeQty: qty("通知数量", "Notice qty", { least: 0 }),
    confirmQty: qty("确认数量", "Confirmed qty", { computed: true, optional: true }),
    confirmDate: date("确认日期", "Confirmed date", { computed: true, optional: true }),
    ...noticeLedger.fields,
    lineStatus: pick("行状态", "Line status", "PUR_NOTICE_STATUS", { computed: true, initial: "DRAFT" }),
  },
  holds: {
    noticeAboveZero: ["noticeQty", ">", 0],
    confirmedWithin: ["confirmQty", "<=", "noticeQty"],
    ledgerWithin: ["shippedQty + closedQty + openQty", "<=", "noticeQty"],
  },
  sees: {},
  shows: {
    supplier: [
      ...scheduleShown,
      ...(["noticeQty", "confirmQty", "confirmDate", "shippedQty", "closedQty", "openQty", "lineStatus"] as const),
    ],
  },
  title: ["orderNum", "lineNum"],
  list: [
    ...(["lineNum", "orderNum", "orderLineNum", "scheduleNum", "itemId", "itemDesc", "uom", "noticeQty"] as const),
    ...(["confirmQty", "confirmDate", "shippedQty", "closedQty", "openQty", "lineStatus"] as const),
  ],
  search: ["orderNum", "itemId", "lineStatus"],
  unit: "uom",
  codes: purchaseCodes,
});

/** A call-off: which schedules of orders are to come when and to which dock, and what the supplier answered. */
export const notice = entity("SrmPurDeliveryNotice", "送货通知", "Delivery notice", {
  fields: {
    noticeNum: code("通知单号", "Notice no.", { max: 60, computed: true, optional: true }),
    orgId: ref("BaseOrganization", "采购组织", "Organisation", { computed: true, optional: true }),
    supplierId: ref("SrmSupInfo", "供应商", "Supplier", { merging: "carry", computed: true, optional: true }),
    supplierSiteId: ref("SrmSupSite", "供应商地点", "Supplier site", { computed: true, optional: true }),
    invOrgId: ref("BaseOrganization", "库存组织", "Inventory org", { computed: true, optional: true }),
    deliveryInfoId: ref("SrmBaseDeliveryInfo", "收货地址", "Ship-to", { computed: true, optional: true }),
    dockCode: code("卸货口", "Dock", { max: 20, optional: true }),
    arriveFrom: datetime("到货时段起", "Arrive from"),
    arriveTo: datetime("到货时段止", "Arrive to"),
    urgency: pick("紧急程度", "Urgency", "PUR_URGENCY", { initial: "NORMAL" }),
    vehicleNeed: text("车辆要求", "Vehicle need", { max: 200, optional: true }),
    plannerId: ref("BaseUsers", "计划员", "Planner", { computed: true, optional: true }),
    noticeQty: countField("通知数量", "Noticed"),
    shippedQty: countField("已发数量", "Shipped"),
    openQty: countField("未发数量", "Open"),
    lineCount: int("行数", "Lines", { computed: true, optional: true }),
    confirmFrom: datetime("确认到货起", "Confirmed from", { computed: true, optional: true }),
    confirmTo: datetime("确认到货止", "Confirmed to", { computed: true, optional: true }),
    confirmReason: text("供方说明", "Supplier's reason", { max: 500, computed: true, optional: true }),
    confirmDate: datetime("确认时间", "Answered at", { computed: true, optional: true }),
    refuseReason: text("拒绝原因", "Reason for declining", { max: 500, computed: true, optional: true }),
    endReason: text("取消或关闭原因", "Reason for ending", { max: 500, computed: true, optional: true }),
    remark: text("备注", "Remark", { max: 500, optional: true }),
    contents: contentsField,
    status: pick("状态", "Status", "PUR_NOTICE_STATUS", { computed: true }),
  },
  lines: { lines: noticeLine },
  number: ["noticeNum", "DN{yyyyMMdd}{0001}"],
  stateLookup: "PUR_NOTICE_STATUS",
  states: {
    DRAFT: ["拟定", "Draft"],
    PUBLISHED: ["待确认", "Awaiting supplier", "waiting"],
    CONFIRMED: ["已确认", "Confirmed", "running"],
    REFUSED: ["已拒绝", "Declined", "refused"],
    PARTIAL: ["部分发货", "Partly shipped", "running"],
    SHIPPED: ["已发完", "Shipped", "done"],
    CLOSED: ["已关闭", "Closed", "ended"],
    CANCELLED: ["已取消", "Cancelled", "ended"],
  },
  computes: {
    contents: contentsOf("orderNum", "itemDesc"),
    noticeQty: countOf("noticeQty"),
    shippedQty: countOf("shippedQty"),
    openQty: countOf("openQty"),
    lineCount: (doc) => doc.lines.length,
  },
  holds: { windowForward: ["arriveFrom", "<", "arriveTo"] },
  shownWhen: {
    confirmFrom: (doc) => Boolean(doc.confirmFrom),
    confirmTo: (doc) => Boolean(doc.confirmTo),
    confirmReason: (doc) => Boolean(doc.confirmReason),
    confirmDate: (doc) => Boolean(doc.confirmDate),
    refuseReason: (doc) => Boolean(doc.refuseReason),
    endReason: (doc) => Boolean(doc.endReason),
  },
  actions: {
    doCreateFrom: createsFrom("生成送货通知", "Create delivery notices", callOffChooser, {
      button: "btnAdd",
      who: "internal",
      input: { arriveFrom: datetime("到货时段起", "Arrive from"), arriveTo: datetime("到货时段止", "Arrive to") },
    }),
    doPublish: action("发布", "Publish", {
      button: "btnPublish",
      who: "internal",
      from: ["DRAFT"],
      to: "PUBLISHED",
      tone: "primary",
      batch: "each",
    }),
    withdraw: action("撤回", "Withdraw", { button: "btnWithdraw", who: "internal", from: ["PUBLISHED"], to: "DRAFT", batch: "each" }),
    doSupplierConfirm: action("确认", "Confirm", {
      button: "btnSupplierConfirm",
      who: "supplier",
      from: ["PUBLISHED"],
      to: "CONFIRMED",
      tone: "primary",
      input: {
        confirmFrom: datetime("到货时段起", "Arrive from", { optional: true }),
        confirmTo: datetime("到货时段止", "Arrive to", { optional: true }),
        confirmReason: text("说明", "Reason", { max: 500, optional: true }),
        lines: rows(
          "确认数量",
          "Confirmed quantities",
          {
            lineId: text("通知行", "Line", { max: 64 }),
            confirmQty: qty("确认数量", "Confirmed qty", { least: 0 }),
            confirmDate: date("确认日期", "Confirmed date", { optional: true }),
          },
          { optional: true },
        ),
      },
    }),
    doSupplierRefuse: action("拒绝", "Decline", {
      button: "btnSupplierRefuse",
      who: "supplier",
      from: ["PUBLISHED"],
      to: "REFUSED",
      tone: "danger",
      input: { refuseReason: longtext("拒绝原因", "Reason", { max: 500 }) },
    }),
    doCancel: action("取消", "Cancel", {
      button: "btnCancel",
      who: "internal",
      from: ["PUBLISHED", "CONFIRMED"],
      to: "CANCELLED",
      tone: "danger",
      input: { endReason: longtext("取消原因", "Reason", { max: 500 }) },
    }),
    doClose: action("关闭", "Close", {
      button: "btnClose",
      who: "internal",
      from: ["CONFIRMED", "PARTIAL"],
      to: "CLOSED",
      tone: "danger",
      input: { endReason: longtext("关闭原因", "Reason", { max: 500 }) },
    }),
    doPost: action("过账", "Post", { button: "btnSave", who: "system", quiet: true, input: { moves: payload("移动", "Movements") } }),
    doRebuild: ledgerActions.doRebuild,
  },
  sees: {
    internal: inPlace,
    supplier: (me) => ({ supplierId: me.supplierId ?? "-", status: { not: "DRAFT" } }),
  },
  shows: {
    supplier: [
      ...([
        "noticeNum",
        "orgId",
        "supplierId",
        "supplierSiteId",
        "invOrgId",
        "deliveryInfoId",
        "dockCode",
        "arriveFrom",
        "arriveTo",
      ] as const),
      ...(["urgency", "vehicleNeed", "plannerId", "noticeQty", "shippedQty", "openQty", "lineCount", "confirmFrom", "confirmTo"] as const),
      ...(["confirmReason", "confirmDate", "refuseReason", "endReason", "contents", "status", "lines"] as const),
    ],
  },
  saves: "internal",
  savesFrom: ["DRAFT"],
  deletes: "internal",
  deletesFrom: ["DRAFT"],
  title: ["noticeNum"],
  list: [
    ...(["noticeNum", "supplierId", "deliveryInfoId", "dockCode", "arriveFrom", "arriveTo", "lineCount", "noticeQty"] as const),
    ...(["shippedQty", "openQty", "urgency", "status", "orgId"] as const),
  ],
  search: ["noticeNum", "contents", "supplierId", "orgId", "deliveryInfoId", "dockCode", "arriveFrom", "status", "urgency"],
  order: [["id", "desc"]],
  waiting: [
    {
      todo: "DELIVERY_NOTICE",
      label: ["送货通知确认", "Answer delivery notice"],
      route: "purDeliveryManage/purDeliveryNoticeEdit",
      title: ["请确认送货通知{bizNo}", "Answer delivery notice {bizNo}"],
      in: ["PUBLISHED"],
      who: { supplier: "SALES" },
      org: "orgId",
      due: "arriveFrom",
    },
  ],
  views: {
    waiting: ["待供应商确认", "Awaiting supplier", () => ({ status: "PUBLISHED" })],
    toShip: ["待发货", "To ship", () => ({ status: ["CONFIRMED", "PARTIAL"] })],
    done: ["已发完", "Shipped", () => ({ status: "SHIPPED" })],
  },
  pages: {
    list: "purDeliveryNoticeList",
    edit: "purDeliveryManage/purDeliveryNoticeEdit",
    sections: [
      ["到货要求", "Arrival", ["arriveFrom", "arriveTo", "dockCode", "urgency", "vehicleNeed", "remark"]],
      ["收货方与供应商", "Parties", ["supplierId", "supplierSiteId", "orgId", "invOrgId", "deliveryInfoId", "plannerId"]],
      ["供应商答复", "Answer", ["confirmFrom", "confirmTo", "confirmReason", "confirmDate", "refuseReason", "endReason"]],
    ],
  },
  codes: purchaseCodes,
});
