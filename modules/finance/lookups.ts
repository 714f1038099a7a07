import { lookupOf as of, type Lookup } from "#kernel/module.ts";

const transactionLookups: Readonly<Record<string, Lookup>> = {
  RCN_TXN_TYPE: of(
    "对账事务类型",
    "Reconcilable transaction type",
    "RECEIVE 入库/Receipt · REVERSAL 入库冲销/Reversal · RETURN_REPLACE 退货换货/Return for replacement · RETURN_REFUND 退货退款/Return for refund · RETURN_REV 退货冲销/Return reversed · PRICE_ADJUST 价格补差/Price adjustment · SERVICE 服务验收/Service accepted · CONSUME 寄售耗用/Consignment use · PRICE_ADJ 手工价差/Manual price difference · FREIGHT 运费/Freight · FEE 其他费用/Other charge · SUPPLEMENT 手工补偿/Manual compensation · OPENING 期初/Opening balance",
  ),
  RCN_TXN_MANUAL: of(
    "手工事务类型",
    "Manual transaction type",
    "PRICE_ADJ 手工价差/Manual price difference · FREIGHT 运费/Freight · FEE 其他费用/Other charge · SUPPLEMENT 手工补偿/Manual compensation · OPENING 期初/Opening balance",
  ),
  RCN_TXN_STATUS: of(
    "对账事务状态",
    "Reconcilable transaction status",
    "DRAFT 拟定/Draft · APPROVING 审批中/In approval · APPROVED 已批准/Approved · REJECTED 已驳回/Rejected · CANCELLED 已取消/Cancelled",
  ),
  PRICE_BASIS: of("计价口径", "Price basis", "EXCL 不含税/Net · INCL 含税/Gross"),
  RCN_LOCK: of("占用状态", "Reservation", "RESERVED 占用/Reserved · CONSUMED 已用/Used · RELEASED 已释放/Released"),
  RCN_BLOCKING: of(
    "未付款原因",
    "Why it is not paid",
    "NOT_RECEIVED 未收货/Not received · ON_HOLD 已冻结/On hold · PROVISIONAL 暂估价/Provisional price · NOT_RECONCILED 未对账/Not reconciled · WAIT_SUPPLIER 待供应商确认/Awaiting supplier · WAIT_US 待采购方处理/Awaiting buyer · NOT_INVOICED 未开票/Not invoiced · INVOICE_REJECTED 发票被退回/Invoice rejected · NOT_DUE 未到期/Not due · NOT_PLANNED 未计划付款/Not planned · IN_APPROVAL 付款审批中/Payment in approval · IN_BANK 银行处理中/At the bank · PAID 已付清/Paid",
  ),
};

const statementLookups: Readonly<Record<string, Lookup>> = {
  RCN_TAX_LEVEL: of("税额口径", "Tax level", "LINE 按行/Per line · DOC 按单/Per document"),
  RCN_STMT_STATUS: of(
    "对账单状态",
    "Statement status",
    "DRAFT 拟定/Draft · WAIT_CONFIRM 待对方确认/Awaiting confirmation · DISPUTED 有异议/Disputed · CONFIRMED 双方已确认/Confirmed by both · APPROVING 审批中/In approval · APPROVED 已批准/Approved · PART_INVOICED 部分开票/Partly invoiced · INVOICED 已开票/Invoiced · CLOSED 已关闭/Closed · REJECTED 已驳回/Rejected · CANCELLED 已取消/Cancelled",
  ),
  RCN_STMT_TYPE: of("对账单类型", "Statement type", "NORMAL 正常/Normal · CREDIT 红字/Credit · OPENING 期初/Opening balance"),
  RCN_ORIGIN: of("发起方", "Started by", "AUTO 系统/System · BUYER 采购方/Buyer · SUPPLIER 供应商/Supplier"),
  RCN_LINE_KIND: of("对账单行类型", "Statement line kind", "GOODS 货款/Goods · ADJUST 调整/Adjustment · OFFSET 票扣/Invoice offset"),
  RCN_LINE_STATUS: of("对账单行状态", "Statement line status", "OK 一致/Agreed · DISPUTED 有异议/Disputed · SETTLED 已协商/Settled"),
  RCN_DIFF_TYPE: of(
    "差异类型",
    "Difference",
    "QTY 数量/Quantity · PRICE 价格/Price · TAX 税率/Tax rate · MISSING 漏单/Missing · FREIGHT 运费/Freight · OTHER 其他/Other",
  ),
  RCN_RESOLUTION: of(
    "处理方式",
    "Resolution",
    "KEEP_OURS 以我方为准/Keep ours · ACCEPT 接受差异/Accept · DEFER 移出本期/Defer · ADJUST 金额调整/Adjust",
  ),
  RCN_DIFF_STATUS: of("差异状态", "Difference status", "OPEN 待处理/Open · SETTLED 已协商/Settled · WITHDRAWN 已撤回/Withdrawn"),
  RCN_STMT_START: of("对账单发起方", "Who may start statements", "BUYER 采购方/Buyer · SUPPLIER 供应商/Supplier · BOTH 双方/Both"),
  RCN_UNFINISHED: of(
    "未完成对账类型",
    "Unfinished reconciliation",
    "TXN_OPEN 未对账事务/Open transaction · STMT_WAIT 待确认对账单/Statement to confirm · STMT_NOT_INVOICED 未开票对账单/Statement to invoice",
  ),
};

const offsetLookups: Readonly<Record<string, Lookup>> = {
  RCN_USE_KIND: of("抵扣类型", "Offset kind", "DEDUCTION 扣款/Deduction · ADVANCE 预付/Advance"),
  RCN_OFFSET_MODE: of(
    "抵扣方式",
    "Offset mode",
    "INVOICE_OFFSET 票扣/Off the invoice · PAYMENT_OFFSET 账扣/Off the payment · EARMARK 占用/Earmark",
  ),
  RCN_ADV_STATUS: of(
    "预付状态",
    "Advance status",
    "DRAFT 拟定/Draft · APPROVING 审批中/In approval · APPROVED 待付/To pay · PART_PAID 部分付款/Partly paid · PAID 已付/Paid · CLOSED 已核完/Settled · REJECTED 已驳回/Rejected · CANCELLED 已取消/Cancelled",
  ),
  RCN_ADV_TYPE: of(
    "预付类型",
    "Advance type",
    "PO 订单预付/Order advance · CONTRACT 合同预付/Contract advance · MOULD 模具预付/Mould advance · GENERAL 一般预付/General advance",
  ),
  RCN_DED_STATUS: of(
    "扣款状态",
    "Deduction status",
    "DRAFT 拟定/Draft · APPROVING 审批中/In approval · WAIT_CONFIRM 待供方确认/Awaiting supplier · APPEALING 申诉中/Under appeal · EFFECTIVE 已生效/Effective · PART_USED 部分使用/Partly used · USED 已用完/Used · CANCELLED 已取消/Cancelled",
  ),
  RCN_DEDUCT_SOURCE: of(
    "扣款来源",
    "Deduction source",
    "QUALITY_PUNISH 质量处罚/Quality penalty · CLAIM 质量索赔/Quality claim · CONTRACT 合同违约返还/Contract penalty or refund · CONCESSION 让步扣款/Concession · DELAY 交期/Late delivery · PERFORMANCE 绩效/Performance · MOULD 模具/Mould · MANUAL 手工/Manual",
  ),
};

const invoiceLookups: Readonly<Record<string, Lookup>> = {
  RCN_STAGE_SOURCE: of("阶段来源", "Stage source", "CONTRACT 合同阶段/Contract stage · TERM 付款条件/Payment term"),
  RCN_INV_STATUS: of(
    "发票单状态",
    "Invoice status",
    "DRAFT 拟定/Draft · APPROVING 审核中/In review · APPROVED 已审核/Reviewed · REJECTED 已驳回/Rejected · CANCELLED 已取消/Cancelled",
  ),
  RCN_INV_TYPE: of("发票单类型", "Invoice type", "STANDARD 蓝字/Standard · CREDIT 红字/Credit · ADVANCE 预付发票/Advance invoice"),
  TAX_INV_KIND: of(
    "票种",
    "Tax invoice kind",
    "VAT_SPECIAL 增值税专票/Special VAT invoice · VAT_NORMAL 增值税普票/Ordinary VAT invoice · E_SPECIAL 数电专票/Special e-invoice · E_NORMAL 数电普票/Ordinary e-invoice · FOREIGN 境外发票/Foreign invoice",
  ),
  TAX_VERIFY: of(
    "查验状态",
    "Verification",
    "NONE 未查验/Not verified · PASS 通过/Verified · FAIL 不通过/Not valid · MANUAL 人工确认/Confirmed by hand",
  ),
  RCN_MATCH: of(
    "匹配结果",
    "Match result",
    "MATCHED 一致/Matched · IN_TOLERANCE 容差内/Within tolerance · MISMATCH 不一致/Mismatch · RELEASED 特批放行/Released",
  ),
  RCN_WRITE_OFF_STATUS: of(
    "核销状态",
    "Offset status",
    "NONE 未核销/Not offset · APPROVING 核销审批中/Offset in approval · PARTIAL 部分核销/Partly offset · FULL 全部核销/Fully offset",
  ),
  RCN_PAY_PROGRESS: of(
    "付款进度",
    "Payment progress",
    "UNPAID 未付/Unpaid · APPLIED 已申请/Requested · PART_PAID 部分付款/Partly paid · PAID 已付清/Paid",
  ),
  RCN_PAY_STATUS: of(
    "付款申请状态",
    "Payment request status",
    "DRAFT 拟定/Draft · APPROVING 审批中/In approval · APPROVED 待付/To pay · PAYING 付款中/Being paid · PART_PAID 部分付款/Partly paid · PAID 已付/Paid · REJECTED 已驳回/Rejected · CANCELLED 已取消/Cancelled · CLOSED 已关闭/Closed",
  ),
};

/** The codes of finance. */
export const financeLookups: Readonly<Record<string, Lookup>> = {
  ...transactionLookups,
  ...statementLookups,
  ...offsetLookups,
  ...invoiceLookups,
};
