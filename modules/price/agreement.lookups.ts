import { lookup, type Lookup } from "#kernel/module.ts";

/** The words of agreements and of the price library. */
export const agreementLookups: Readonly<Record<string, Lookup>> = {
  PUR_AGREEMENT_TYPE: lookup("协议类型", "Agreement type", {
    PRICE: ["价格协议", "Price agreement"],
    QTY: ["数量协议", "Quantity agreement"],
    AMOUNT: ["金额协议", "Amount agreement"],
  }),
  PUR_AGREEMENT_STATUS: lookup("协议状态", "Agreement status", {
    DRAFT: ["拟定", "Draft"],
    APPROVING: ["审批中", "In approval"],
    REJECTED: ["已驳回", "Rejected"],
    TO_CONFIRM: ["待供应商确认", "Awaiting supplier"],
    EFFECTIVE: ["生效", "Effective"],
    CHANGING: ["变更中", "Change pending"],
    EXPIRED: ["已到期", "Expired"],
    CLOSED: ["已关闭", "Closed"],
    ABOLISHED: ["已作废", "Voided"],
  }),
  PUR_AGREEMENT_LINE_STATUS: lookup("协议行状态", "Agreement line status", {
    EFFECTIVE: ["生效", "Effective"],
    EXPIRED: ["已到期", "Expired"],
    CLOSED: ["已关闭", "Closed"],
  }),
  PUR_STEP_MODE: lookup("阶梯方式", "Step mode", {
    SINGLE: ["单次阶梯", "By each order"],
    CUMULATIVE: ["累计阶梯", "Cumulative"],
  }),
  PUR_PRICE_STATUS: lookup("价格状态", "Price status", {
    EFFECTIVE: ["生效", "Effective"],
    FUTURE: ["未生效", "Not yet"],
    EXPIRED: ["已失效", "Expired"],
    INVALID: ["作废", "Void"],
  }),
  PUR_PRICE_GROUP: lookup("价格来源组", "Price source group", {
    AGREEMENT: ["协议", "Agreement"],
    LIST: ["价格库", "Price list"],
  }),
};
