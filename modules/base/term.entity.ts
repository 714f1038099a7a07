import { action, entity } from "#kernel/entity.ts";
import { bilingual, code, int, longtext, percent, pick, picks, ref, text, yn } from "#kernel/field.ts";
import { effectActions, effectStates, notFound } from "./common.ts";
import { summaryOf, type TermNode } from "./schedule.ts";

/** One part of a payment term: a share of the amount, due some time after an event. */
export const termNode = entity("SrmBasePaymentTermNode", "付款节点", "Payment node", {
  fields: {
    termId: ref("SrmBasePaymentTerm", "付款条件", "Term", { computed: true }),
    nodeSeq: int("序号", "Seq", { least: 1 }),
    nodeType: pick("节点类型", "Node type", "PAYMENT_NODE_TYPE"),
    proportion: percent("比例%", "Proportion %", { least: 0, most: 100 }),
    dueMode: pick("到期方式", "Due mode", "DUE_MODE", { initial: "DAYS_AFTER" }),
    days: int("天数", "Days", { optional: true, least: 0, most: 720 }),
    months: int("月数", "Months", { optional: true, least: 0, most: 60 }),
    dayOfMonth: int("每月日", "Day of month", { optional: true, least: 1, most: 31 }),
    guaranteeFlag: yn("需保函", "Guarantee required", { initial: "N" }),
  },
  computes: { termId: (_, term) => term.id },
  holds: { shareAboveZero: ["proportion", ">", 0] },
  unique: [{ fields: ["termId", "nodeSeq"] }],
  sees: {},
  title: ["nodeSeq", "nodeType"],
  list: ["nodeSeq", "nodeType", "proportion", "dueMode", "days", "months", "dayOfMonth", "guaranteeFlag"],
  order: [["nodeSeq", "asc"]],
  codes: notFound,
});

const summary = (doc: { nodes: readonly TermNode[] }, language: 0 | 1): string | null =>
  doc.nodes.length === 0 || doc.nodes.some((node) => !node.proportion || !node.nodeType)
    ? null
    : summaryOf(doc.nodes)[language].slice(0, 400);

/** When and in which parts an amount is paid. */
export const paymentTerm = entity("SrmBasePaymentTerm", "付款条件", "Payment term", {
  fields: {
    termCode: code("条件编码", "Term code", { max: 40 }),
    ...bilingual("termName", "条件名称", "Name", { max: 200, width: 190 }),
    applyScope: picks("适用", "Applies to", "TERM_SCOPE"),
    paymentMethod: pick("付款方式", "Method", "PAYMENT_METHOD", { optional: true }),
    discountDays: int("现金折扣天数", "Early payment days", { optional: true, least: 0, most: 720 }),
    discountRate: percent("现金折扣率%", "Early payment rate %", { optional: true, least: 0, most: 100, adds: false }),
    nodeSummary: { ...text("条件摘要", "Summary", { max: 400, computed: true, optional: true, width: 280 }), english: "nodeSummaryEn" },
    nodeSummaryEn: text("条件摘要（英文）", "Summary (English)", { max: 400, computed: true, optional: true }),
    prepayFlag: yn("含预付", "With prepayment", { computed: true, initial: "N" }),
    usageCount: int("引用数", "Used by", { computed: true, initial: 0, adds: false, uses: true }),
    status: pick("状态", "Status", "TERM_STATUS", { computed: true }),
    remark: longtext("备注", "Remark", { max: 500, optional: true }),
  },
  lines: { nodes: termNode },
  stateLookup: "TERM_STATUS",
  states: effectStates,
  computes: {
    nodeSummary: (doc) => summary(doc, 0),
    nodeSummaryEn: (doc) => summary(doc, 1),
    prepayFlag: (doc) => (doc.nodes.some((node: TermNode) => node.nodeType === "PREPAY") ? "Y" : "N"),
  },
  requires: {
    discountRate: (doc) => doc.discountDays !== null && doc.discountDays !== undefined,
    discountDays: (doc) => doc.discountRate !== null && doc.discountRate !== undefined,
  },
  unique: [{ fields: ["termCode"] }],
  actions: {
    ...effectActions,
    copy: action("复制", "Copy", {
      button: "btnCopy",
      who: "internal",
      input: { termCode: code("新的条件编码", "New term code", { max: 40 }) },
    }),
  },
  sees: { internal: "all", supplier: () => ({ status: "EFFECTIVE" }) },
  shows: { supplier: ["termCode", "termName", "termNameEn", "nodeSummary", "nodeSummaryEn", "paymentMethod", "status"] },
  saves: "internal",
  deletes: "internal",
  deletesFrom: ["DRAFT"],
  title: ["termCode", "termName"],
  list: ["termCode", "termName", "nodeSummary", "applyScope", "paymentMethod", "prepayFlag", "usageCount", "status"],
  search: ["termCode", "termName", "status", "prepayFlag", "paymentMethod"],
  order: [["termCode", "asc"]],
  views: {
    effective: ["生效", "Effective", () => ({ status: "EFFECTIVE" })],
    draft: ["拟定", "Draft", () => ({ status: "DRAFT" })],
    prepay: ["含预付", "With prepayment", () => ({ prepayFlag: "Y" })],
  },
  pages: {
    list: "paymentProportionManagement",
    edit: "paymentProportionManagementEdit",
    sections: [
      [
        "基本信息",
        "Basics",
        ["termCode", "termName", "termNameEn", "applyScope", "paymentMethod", "discountDays", "discountRate", "nodeSummary", "remark"],
      ],
    ],
  },
  importKey: ["termCode"],
  codes: notFound,
});
