import { lookupOf as of, type Lookup } from "#kernel/module.ts";

/** The codes of contracts. */
export const contractLookups: Readonly<Record<string, Lookup>> = {
  CCT_STATUS: of(
    "合同状态",
    "Contract status",
    "DRAFT 拟定/Draft · APPROVING 审批中/In approval · REJECTED 已驳回/Rejected · APPROVED 已批准/Approved · CONFIRMING 待供应商确认/Awaiting supplier · SUPPLIER_REFUSED 供应商已拒绝/Declined by supplier · CONFIRMED 供应商已确认/Supplier confirmed · PUBLISH_APPROVING 发布审批中/Publication in approval · PUBLISHED 已发布待签署/Published, to sign · SIGNING 签署中/Signing · SIGNED 已签署/Signed · EFFECTIVE 生效/Effective · EXPIRED 已到期/Expired · COMPLETED 已履行完/Completed · TERMINATED 已终止/Terminated · VOIDED 已作废/Voided · SUPERSEDED 已并入合同/Taken over",
  ),
  CCT_CLASS: of("合同类别", "Contract class", "STANDARD 标准合同/Standard · SIMPLE 简易合同/Simplified"),
  CCT_SOURCE: of(
    "合同来源",
    "Contract source",
    "MANUAL 手工/Manual · AUCTION 询价竞价/RFQ or auction · BIDDING 招投标/Tender · COMPETE 竞争报价/Competitive quoting · AGREEMENT 采购协议/Agreement · ORDER 采购订单/Order · REQUISITION 采购申请/Requisition · PATTERN_MAKING 打样/Pattern making · MOULD 模具/Mould · RENEWAL 续签/Renewal · AGREEMENT_SIGNING 协议签署/Agreement signing",
  ),
  CCT_RELATION: of(
    "关联方式",
    "Relation",
    "MAIN 主合同/Main · SUPPLEMENT 补充协议/Supplement · RENEWAL 续签/Renewal · ORDER_UNDER 框架下合同/Under framework",
  ),
  CCT_AMOUNT_MODE: of("金额方式", "Amount", "SUM 按明细/Sum of lines · FIXED 固定总价/Fixed · CAP 上限/Cap · NONE 无金额/None"),
  CCT_EFFECT_MODE: of("生效方式", "Takes effect", "ON_SIGN 签署生效/On signature · ON_DATE 约定日期/On the agreed day"),
  CCT_SIGN_MODE: of("签署方式", "Signing", "ESIGN 电子签/Electronic · PAPER 纸质/Paper · CLICK 点击确认/Click"),
  CCT_SIGN_ORDER: of(
    "签署顺序",
    "Signing order",
    "SUPPLIER_FIRST 供应商先签/Supplier first · BUYER_FIRST 采购方先签/Buyer first · PARALLEL 不分先后/Any order",
  ),
  CCT_SECRET: of("密级", "Secrecy", "NORMAL 普通/Normal · CONFIDENTIAL 内部/Confidential · SECRET 机密/Secret"),
  CCT_LINE_STATUS: of("合同行状态", "Contract line status", "OPEN 执行中/Open · CLOSED 已关闭/Closed · CANCELLED 已取消/Cancelled"),
  CCT_DOC_KIND: of(
    "合同文档类别",
    "Contract document",
    "DRAFT 草稿/Draft · REVISION 修订稿/Marked-up draft · FINAL 定稿/Final · PDF 正式件/Official copy · SIGNED 签署件/Signed copy · ATTACH 附件/Attachment · TERMINATION 终止协议/Termination agreement · ALTERATION 变更协议/Change agreement · ASSET 验收单/Acceptance",
  ),
  TRANSPORT_MODE: of("运输方式", "Transport", "SEA 海运/Sea · AIR 空运/Air · ROAD 公路/Road · RAIL 铁路/Rail · EXPRESS 快递/Express"),
};
