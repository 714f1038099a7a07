import { lookupOf as of, type Lookup } from "#kernel/module.ts";

/** The codes of publication and signing. */
export const signingLookups: Readonly<Record<string, Lookup>> = {
  CCT_PUBLISH_STATUS: of(
    "发布状态",
    "Publication",
    "NONE 未发布/Not yet · APPROVING 审批中/In approval · PUBLISHED 已发布/Published · REJECTED 已驳回/Returned",
  ),
  CCT_SIGN_SIDE: of("签署方", "Side", "BUYER 采购方/Buyer · SUPPLIER 供应商/Supplier · OTHER 其他/Other"),
  CCT_SIGN_PROVIDER: of("签署服务", "Signing provider", "BUILTIN 内置/Built in · ESIGN 外部签署服务/Outside provider"),
  CCT_SIGN_OBJECT: of(
    "签署对象",
    "Signed document",
    "CONTRACT 合同/Contract · ALTERATION 变更协议/Change agreement · TERMINATION 终止协议/Termination agreement · AGREEMENT_SIGNING 协议签署/Agreement signing",
  ),
  CCT_SIGN_STATUS: of(
    "签署流程状态",
    "Signing status",
    "CREATED 已创建/Created · SIGNING 签署中/Signing · FINISHED 已完成/Completed · REJECTED 已拒签/Refused · EXPIRED 已过期/Expired · REVOKED 已撤销/Revoked · ERROR 出错/Error",
  ),
  CCT_SIGN_STATE: of(
    "签署任务状态",
    "Task status",
    "WAIT 待签/Waiting · SIGNING 签署中/Signing · SIGNED 已签/Signed · REFUSED 已拒签/Refused",
  ),
  CCT_ID_TYPE: of("证件类型", "Identity document", "ID_CARD 身份证/Identity card · PASSPORT 护照/Passport · OTHER 其他/Other"),
  CCT_REAL_NAME: of(
    "实名状态",
    "Identity check",
    "NONE 未核验/Not checked · PENDING 核验中/In progress · PASSED 已通过/Passed · FAILED 未通过/Failed",
  ),
  CCT_ACCOUNT_STATUS: of("账户状态", "Account status", "ACTIVE 有效/Active · DISABLED 停用/Disabled"),
  CCT_SIGN_OWNER: of("账户归属", "Account of", "OURS 我方/Ours · SUPPLIER 供应商/Supplier"),
  CCT_SEAL_KIND: of("印章类别", "Seal", "OFFICIAL 公章/Official seal · CONTRACT 合同章/Contract seal"),
};
