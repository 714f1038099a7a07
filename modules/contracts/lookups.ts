import { lookupOf as of, type Lookup } from "#kernel/module.ts";

/** The codes of clauses and templates. */
export const libraryLookups: Readonly<Record<string, Lookup>> = {
  CCT_TERMS_CLASS: of(
    "条款类别",
    "Clause category",
    "PAYMENT 付款/Payment · DELIVERY 交付/Delivery · QUALITY 质量/Quality · WARRANTY 质保/Warranty · LIABILITY 违约责任/Liability · IP 知识产权/Intellectual property · CONFIDENTIAL 保密/Confidentiality · TERMINATION 终止/Termination · DISPUTE 争议/Disputes · FORCE_MAJEURE 不可抗力/Force majeure · OTHER 其他/Other",
    "EXTENSIBLE",
  ),
  CCT_RISK: of("风险等级", "Risk", "LOW 低/Low · MID 中/Medium · HIGH 高/High"),
  CCT_APPROVAL_LEVEL: of("追加审批", "Additional approval", "NONE 无需/None · MANAGER 采购经理/Purchasing manager · LEGAL 法务/Legal"),
  CCT_BIND_TYPE: of("绑定方式", "Use of a clause", "FIXED 必选/Required · OPTIONAL 可选/Optional · ALTERNATIVE 多选一/One of a group"),
  CCT_TYPE: of(
    "合同类型",
    "Contract type",
    "PURCHASE 采购合同/Purchase · FRAMEWORK 框架合同/Framework · SERVICE 服务合同/Service · WORKS 工程合同/Works · MOULD 模具合同/Mould · SAMPLE 样品合同/Sample · NDA 保密协议/NDA · QUALITY 质量协议/Quality agreement · OTHER 其他/Other",
  ),
  CCT_LANGUAGE: of("合同语言", "Contract language", "CN 中文/Chinese · EN 英文/English · BILINGUAL 中英双语/Bilingual"),
  CCT_EDIT_MODE: of("正文可编辑", "Text editing", "LOCKED 不可改/Locked · CLAUSE 仅条款/Clauses only · FREE 可改/Free"),
  CCT_STAGE_TYPE: of(
    "付款阶段类型",
    "Payment stage type",
    "ADVANCE 预付款/Advance · DELIVERY 到货款/Delivery · ACCEPTANCE 验收款/Acceptance · PROGRESS 进度款/Progress · WARRANTY 质保金/Retention · OTHER 其他/Other",
  ),
  CCT_STAGE_TRIGGER: of(
    "付款触发条件",
    "Payment trigger",
    "SIGN 签署/Signature · DATE 日期/Date · RECEIPT 收货/Receipt · ASSET 资产验收/Asset acceptance · INVOICE 开票/Invoice · MANUAL 手工/Manual",
  ),
  CCT_SIGN_AREA: of("签署区", "Signature block", "BUYER 采购方/Buyer · SUPPLIER 供应商/Supplier · OTHER 其他签约方/Other party"),
};
