import { entity } from "#kernel/entity.ts";
import { code, date, int, money, pick, qty, ref, text } from "#kernel/field.ts";
import { purchaseCodes } from "./common.ts";

const counter = (cn: string, en: string) => qty(cn, en, { computed: true, initial: "0", least: 0 });

/** Where a piece of demand is held or was consumed: the only place that counts it. */
export const targetRel = entity("SrmPurRequisitionTargetRel", "申请去向", "Requisition target", {
  fields: {
    reqLineId: ref("SrmPurRequisitionLine", "申请行", "Requisition line", { computed: true }),
    requisitionNum: code("申请单号", "Requisition no.", { max: 40, computed: true, optional: true }),
    reqLineNum: int("申请行号", "Line", { computed: true }),
    needByDate: date("需求日期", "Need-by date", { computed: true }),
    targetType: pick("去向类型", "Target type", "PUR_TARGET_TYPE", { computed: true }),
    targetHeaderId: text("去向单据", "Target", { max: 60, computed: true }),
    targetLineId: text("去向行", "Target line", { max: 60, computed: true }),
    targetNum: text("去向单号", "Target no.", { max: 60, computed: true, optional: true }),
    parentRelId: ref("SrmPurRequisitionTargetRel", "上级占用", "Split from", { computed: true, optional: true }),
    /** The parent once more, where nothing counts as a value: what makes a relation unique. */
    parentKey: text("上级键", "Parent key", { max: 60, computed: true, initial: "-", hidden: "all" }),
    qty: counter("数量", "Quantity"),
    movedQty: counter("转移数量", "Continued"),
    releasedQty: counter("释放数量", "Released"),
    burnedQty: counter("作废数量", "Voided"),
    netQty: counter("净数量", "Net"),
    receivedQty: counter("已收数量", "Received"),
    /** What of the plan this relation uses, at the order's price, in the requisition's currency. */
    usedAmount: money("计划用量", "Plan use", { computed: true, initial: "0", hidden: "all" }),
    relStatus: pick("状态", "Status", "PUR_REL_STATUS", { computed: true, initial: "OCCUPIED" }),
    releaseReason: text("释放原因", "Reason for return", { max: 500, computed: true, optional: true }),
  },
  holds: { net: ["movedQty + releasedQty", "<=", "qty"], burnt: ["burnedQty", "<=", "releasedQty"] },
  unique: [{ fields: ["reqLineId", "targetType", "targetLineId", "parentKey"] }],
  sees: {},
  title: ["requisitionNum", "targetNum"],
  list: [
    ...(["requisitionNum", "reqLineNum", "needByDate", "targetType", "targetNum", "relStatus"] as const),
    ...(["qty", "movedQty", "releasedQty", "netQty", "receivedQty", "releaseReason"] as const),
  ],
  search: ["reqLineId", "targetType", "targetHeaderId", "targetLineId", "targetNum", "relStatus"],
  codes: purchaseCodes,
});
