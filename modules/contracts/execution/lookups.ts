import { lookupOf as of, type Lookup } from "#kernel/module.ts";

/** The codes of the execution of contracts. */
export const executionLookups: Readonly<Record<string, Lookup>> = {
  CCT_SIDE: of("签约方", "Side", "BUYER 采购方/Buyer · SUPPLIER 供应商/Supplier"),
  CCT_STAGE_STATUS: of(
    "付款阶段状态",
    "Payment stage status",
    "WAIT 未触发/Waiting · TRIGGERED 已触发/Triggered · APPLYING 申请中/Requested · PART_PAID 部分付款/Partly paid · PAID 已付款/Paid · CLOSED 已关闭/Closed",
  ),
  CCT_LEDGER_OWNER: of(
    "合同台账对象",
    "Contract ledger owner",
    "CCT_CONTRACT 合同/Contract · CCT_ITEM 合同明细/Contract item · CCT_STAGE 付款阶段/Payment stage",
  ),
  CCT_LEDGER_GROUP: of(
    "台账分组",
    "Ledger group",
    "SUPPLIER 供应商/Supplier · ORG 组织/Organisation · OWNER 经办人/Owner · TYPE 合同类型/Contract type",
  ),
  CCT_REFUND_KIND: of("返还类别", "Refund kind", "MOLD 模具/Mould · SAMPLE 样品/Sample"),
  CCT_REFUND_MODE: of("返还方式", "Refund mode", "BY_QTY 按采购量/By quantity · BY_AMOUNT 按采购额/By amount · BY_DATE 按日期/By date"),
  CCT_REFUND_PACE: of("返还节奏", "Refund pace", "ONCE 一次性/At once · LINEAR 按比例/In proportion"),
  CCT_REFUND_STATUS: of(
    "返还状态",
    "Refund status",
    "TRACKING 跟踪中/Tracked · REACHED 已达成/Reached · APPLIED 已申请/Requested · REFUNDED 已返还/Refunded · EXPIRED 已过期/Expired",
  ),
};
