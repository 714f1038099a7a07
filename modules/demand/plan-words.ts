import type { StateText } from "#kernel/entity.ts";
import { lookup, type Lookup } from "#kernel/module.ts";

/** The states a procurement plan goes through; the words are those of all purchasing documents. */
export const planStates = {
  DRAFT: ["拟定", "Draft"],
  APPROVED: ["已批准", "Approved", "done"],
  CLOSED: ["已关闭", "Closed", "ended"],
} as const satisfies Readonly<Record<string, StateText>>;

/** The words of plans, summaries and customer orders. */
export const planningLookups: Readonly<Record<string, Lookup>> = {
  PUR_PLAN_TYPE: lookup("采购计划类型", "Plan types", { YEAR: ["年度", "Year"], QUARTER: ["季度", "Quarter"], MONTH: ["月度", "Month"] }),
  PUR_PLAN_CONTROL: lookup("计划控制方式", "Plan control", {
    NONE: ["不控制", "None"],
    WARN: ["提醒", "Warn"],
    BLOCK: ["禁止", "Block"],
  }),
  PUR_PLAN_BASIS: lookup("计划控制依据", "Plan basis", { QTY: ["数量", "Quantity"], AMOUNT: ["金额", "Amount"] }),
  PUR_SUMMARY_STATUS: lookup("需求汇总状态", "Demand summary status", {
    OPEN: ["待处理", "Open"],
    PARTIAL: ["部分处理", "Partial"],
    DONE: ["已处理", "Done"],
    DISSOLVED: ["已解散", "Dissolved"],
  }),
  PUR_PERIOD_TYPE: lookup("时段类型", "Period types", { DAY: ["日", "Day"], WEEK: ["周", "Week"], MONTH: ["月", "Month"] }),
  PUR_SPLIT_MODE: lookup("拆分方式", "Split modes", { QUOTA: ["按配额", "By quota"], MANUAL: ["手工", "By hand"] }),
  PUR_CUSTOMER_ORDER_STATUS: lookup("客户订单状态", "Customer order status", {
    OPEN: ["未覆盖", "Open"],
    COVERED: ["已覆盖", "Covered"],
    CLOSED: ["已关闭", "Closed"],
    CANCELLED: ["已取消", "Cancelled"],
  }),
  PUR_SALES_STATUS: lookup("客户订单销售状态", "Sales status", {
    OPEN: ["执行中", "Open"],
    CLOSED: ["已关闭", "Closed"],
    CANCELLED: ["已取消", "Cancelled"],
  }),
  PUR_RISK_LEVEL: lookup("风险等级", "Risk levels", { GREEN: ["正常", "OK"], AMBER: ["关注", "Watch"], RED: ["风险", "At risk"] }),
};
