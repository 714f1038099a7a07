import { lookupOf as of, type Lookup } from "#kernel/module.ts";

/** The codes of changes, terminations, voiding and asset acceptance. */
export const changeLookups: Readonly<Record<string, Lookup>> = {
  CCT_SUBFLOW: of(
    "子流程状态",
    "Sub-flow status",
    "NONE 无/None · DRAFT 拟定/Draft · APPROVING 办理中/In progress · DONE 已完成/Done · REJECTED 已驳回/Rejected",
  ),
  CCT_FLOW: of(
    "合同子流程",
    "Contract sub-flow",
    "ALTERATION 变更/Change · TERMINATION 终止/Termination · VOID 作废/Voiding · ASSET 资产验收/Asset acceptance",
  ),
  CCT_ALTER_TYPE: of(
    "变更内容",
    "What changes",
    "AMOUNT 金额/Amount · ITEM 明细/Items · STAGE 付款/Payment · TERM 条款/Clauses · DATE 期限/Dates · PARTY 主体/Parties · OTHER 其他/Other",
  ),
  CCT_TERMINATE_KIND: of(
    "终止类型",
    "Kind of termination",
    "MUTUAL 协商/By agreement · BREACH_SUPPLIER 供方违约/Breach by supplier · BREACH_BUYER 我方违约/Breach by us · FORCE_MAJEURE 不可抗力/Force majeure",
  ),
  CCT_PENALTY_TO: of("违约金方向", "Penalty goes to", "TO_US 付给我方/To us · TO_SUPPLIER 付给供方/To supplier"),
  CCT_SUPPLIER_ANSWER: of(
    "供应商确认",
    "Supplier's answer",
    "WAIT 待确认/Awaiting supplier · CONFIRMED 已确认/Confirmed · REFUSED 已拒绝/Declined",
  ),
  CCT_ORDER_PLAN: of("订单行处理", "Order line", "CLOSE 关闭/Close · KEEP 保留/Keep"),
  CCT_VOID_KIND: of(
    "作废类型",
    "Kind of voiding",
    "ERROR 录入错误/Entry error · NOT_SIGNED 未签署/Not signed · DUPLICATE 重复/Duplicate · SUPPLIER_QUIT 供应商放弃/Supplier withdrew",
  ),
  CCT_ASSET_RESULT: of("验收结论", "Result", "PASS 合格/Passed · CONDITION 有条件/Conditional · FAIL 不合格/Failed"),
};
