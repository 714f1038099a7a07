import { entity } from "#kernel/entity.ts";
import { date, money, payload, percent, pick, qty, refs, text } from "#kernel/field.ts";
import { contractCodes } from "../common.ts";
import { refundTimed } from "./timing.ts";

const figure = { computed: true, initial: "0" } as const;

/** A fee for a mould or samples that comes back once enough has been bought. */
export const moldSampleRefund = entity("SrmCctMoldSampleRefund", "模具/样品费返还", "Mould or sample refund", {
  fields: {
    refundKind: pick("类别", "Kind", "CCT_REFUND_KIND", { initial: "MOLD" }),
    mouldId: text("模具", "Mould", { max: 64, optional: true }),
    itemIds: refs("SrmBaseItem", "物料", "Items", { pick: { itemStatus: "ACTIVE" } }),
    feeAmount: money("费用", "Fee", { least: 0 }),
    refundMode: pick("返还方式", "Refunded by", "CCT_REFUND_MODE", { initial: "BY_QTY" }),
    stepMode: pick("返还节奏", "Pace", "CCT_REFUND_PACE", { initial: "ONCE" }),
    targetQty: qty("目标量", "Target qty", { optional: true, least: 0, adds: false }),
    targetAmount: money("目标额（含税）", "Target amount incl. tax", { optional: true, least: 0, adds: false }),
    deadline: date("期限", "Deadline", { optional: true }),
    refundRatio: percent("返还比例%", "Refund %", { initial: "100", least: 0, most: 100, adds: false }),
    reachedQty: qty("已达成数量", "Reached qty", { ...figure, adds: false }),
    reachedAmount: money("已达成金额", "Reached amount", { ...figure, adds: false }),
    refundAmount: money("应返金额", "Refund due", figure),
    refundedAmount: money("已返金额", "Refunded", { ...figure, least: 0 }),
    deductionIds: payload("扣款单", "Deductions", { computed: true, optional: true }),
    refundStatus: pick("状态", "Status", "CCT_REFUND_STATUS", { computed: true, initial: "TRACKING" }),
  },
  requires: {
    targetQty: (row) => row.refundMode === "BY_QTY",
    targetAmount: (row) => row.refundMode === "BY_AMOUNT",
    deadline: (row) => row.refundMode === "BY_DATE",
  },
  holds: { feeAboveZero: ["feeAmount", ">", 0], refundedWithinDue: ["refundedAmount", "<=", "refundAmount"] },
  timed: refundTimed,
  sees: {},
  shows: {
    supplier: [
      ...(["refundKind", "itemIds", "feeAmount", "refundMode", "stepMode", "targetQty", "targetAmount", "deadline"] as const),
      ...(["refundRatio", "reachedQty", "reachedAmount", "refundAmount", "refundedAmount", "refundStatus"] as const),
    ],
  },
  title: ["refundKind"],
  list: [
    ...(["refundKind", "itemIds", "feeAmount", "refundMode", "stepMode", "targetQty", "targetAmount", "deadline"] as const),
    ...(["refundRatio", "mouldId", "reachedQty", "reachedAmount", "refundAmount", "refundedAmount", "refundStatus"] as const),
  ],
  codes: contractCodes,
});
