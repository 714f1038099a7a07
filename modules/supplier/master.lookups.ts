import { lookupOf as of, type Lookup } from "#kernel/module.ts";

/** The codes a supplier's file is written with. */
export const supplierLookups: Readonly<Record<string, Lookup>> = {
  SUP_NATURE: of(
    "供应商性质",
    "Supplier nature",
    "MAINLAND 境内企业/Mainland company · HKMT 港澳台企业/Hong Kong, Macao, Taiwan · OVERSEAS 境外企业/Overseas · INDIVIDUAL 个人/Individual",
  ),
  SUP_TYPE: of(
    "供应商类型",
    "Supplier type",
    "MANUFACTURER 制造商/Manufacturer · TRADER 贸易商/Trader · AGENT 代理商/Agent · SERVICE 服务商/Service · CONTRACTOR 承包商/Contractor · LOGISTICS 物流商/Logistics",
    "EXTENSIBLE",
  ),
  SUP_STATUS: of(
    "供应商状态",
    "Supplier status",
    "POTENTIAL 潜在/Potential · TEMPORARY 临时/Temporary · INTRODUCING 引入中/Onboarding · TRIAL 试用/Trial · QUALIFIED 合格/Qualified · FROZEN 冻结/Frozen · QUIT 已退出/Left · BLACKLISTED 黑名单/Blacklisted · MERGED 已合并/Merged",
  ),
  SUP_INFO_STATUS: of(
    "供应商档案状态",
    "Supplier profile status",
    "DRAFT 拟定/Draft · APPROVING 审批中/In approval · EFFECTIVE 已生效/Effective · REJECTED 已驳回/Rejected",
  ),
  SUP_LEVEL: of(
    "供应商等级",
    "Supplier level",
    "STRATEGIC 战略/Strategic · PREFERRED 优选/Preferred · GENERAL 一般/General · LIMITED 限制/Limited",
  ),
  RISK_LIGHT: of("风险灯", "Risk light", "GREEN 绿/Green · YELLOW 黄/Yellow · RED 红/Red"),
  SITE_USE: of("地点用途", "Site use", "SOURCING 寻源/Sourcing · PURCHASE 采购/Purchase · PAY 付款/Payment"),
  INVOICE_TYPE: of(
    "发票类型",
    "Invoice type",
    "VAT_SPECIAL 增值税专票/VAT special · VAT_NORMAL 增值税普票/VAT normal · FOREIGN 境外发票/Foreign invoice · RECEIPT 收据/Receipt",
    "EXTENSIBLE",
  ),
  MATCH_MODE: of("匹配方式", "Match mode", "2WAY 两单匹配/Two-way · 3WAY 三单匹配/Three-way · 4WAY 四单匹配/Four-way"),
  SITE_STATUS: of("地点状态", "Site status", "DRAFT 拟定/Draft · ACTIVE 有效/Active · DISABLED 停用/Disabled"),
  LOCATION_TYPE: of(
    "地址类型",
    "Location type",
    "REGISTERED 注册地址/Registered · OFFICE 办公/Office · FACTORY 工厂/Factory · WAREHOUSE 仓库/Warehouse · RETURN 退货地址/Returns",
  ),
  ACCOUNT_USE: of(
    "账户用途",
    "Account use",
    "BASIC 基本户/Basic · GENERAL 一般户/General · ACCEPTANCE 承兑户/Acceptance · FOREIGN 外币户/Foreign currency",
  ),
  VERIFY_STATUS: of("核验状态", "Verify status", "PENDING 待核验/Pending · VERIFIED 已核验/Verified · FAILED 核验失败/Failed"),
  VERIFY_METHOD: of(
    "核验方式",
    "Verify method",
    "CALL_BACK 回拨电话/Call back · PENNY 小额打款/Penny test · BANK_LETTER 银行证明/Bank letter",
  ),
  BRAND_ROLE: of("品牌关系", "Brand relation", "OWN 自有/Own · AUTHORISED 授权/Authorised · AGENT 代理/Agent"),
  AUTH_LEVEL: of("授权级别", "Authorisation level", "L1 一级代理/First tier · L2 二级代理/Second tier · L3 分销/Distributor"),
  DEVICE_KIND: of("设备类别", "Device kind", "PRODUCTION 生产设备/Production · TEST 检测设备/Test · TOOLING 工装/Tooling"),
  INDIRECT_ROLE: of(
    "间接供方关系",
    "Sub-tier relation",
    "MANUFACTURER 制造商/Manufacturer · RAW_SOURCE 原料来源/Raw source · OUTSOURCE 外协/Outsourced · LOGISTICS 物流/Logistics",
  ),
  SUP_CATEGORY_STATUS: of(
    "品类状态",
    "Category status",
    "CANDIDATE 候选/Candidate · TRIAL 试用/Trial · QUALIFIED 合格/Qualified · SUSPENDED 暂停/Suspended · EXITED 已退出/Exited",
  ),
  CERT_TYPE: of(
    "资质类型",
    "Certificate type",
    "LICENSE 营业执照/Business licence · ISO9001 质量体系/ISO 9001 · IATF16949 汽车质量体系/IATF 16949 · ISO14001 环境体系/ISO 14001 · ISO45001 职业健康/ISO 45001 · PERMIT 行业许可/Permit · AGENT_LETTER 代理授权书/Agency letter · SAFETY 安全生产许可/Safety licence · ROHS RoHS报告/RoHS report · BANK_PROOF 开户证明/Bank proof · OTHER 其他/Other",
    "EXTENSIBLE",
  ),
  CERT_STATUS: of(
    "资质状态",
    "Certificate status",
    "PENDING 待审/Pending · UPCOMING 待生效/Not yet in force · VALID 有效/Valid · EXPIRING 即将到期/Expiring · EXPIRED 已过期/Expired · REJECTED 已驳回/Rejected · REPLACED 已替换/Replaced",
  ),
  CONTROL_SCOPE: of(
    "管控范围",
    "Control scope",
    "ALL 全部/All · ORG 组织/Organisation · CATEGORY 品类/Category · SITE 地点/Site · ITEM 物料/Item",
  ),
  SUP_OPERATION: of(
    "业务操作",
    "Operation",
    "SOURCING 寻源/Sourcing · AWARD 定标签约/Award · ORDER 下单/Order · DELIVERY 送货/Delivery · STATEMENT 对账开票/Statement · PAYMENT 付款/Payment · LOGIN 登录/Login",
  ),
  CONTROL_REASON: of(
    "管控原因",
    "Control reason",
    "QUALITY 质量/Quality · DELIVERY 交付/Delivery · COMPLIANCE 合规/Compliance · CERT_EXPIRED 资质过期/Certificate expired · BANK_CHANGE 账户变更/Bank change · PERFORMANCE 绩效/Performance · LITIGATION 诉讼/Litigation · OTHER 其他/Other",
    "EXTENSIBLE",
  ),
  CONTROL_STATUS: of("管控状态", "Control status", "ACTIVE 生效/Active · LIFTED 已解除/Lifted · EXPIRED 已到期/Expired"),
  STATUS_SCOPE: of("状态范围", "Status scope", "SUPPLIER 供应商/Supplier · CATEGORY 品类/Category · CONTROL 管控/Control"),
  CAP_KIND: of("限额类型", "Cap kind", "TEMP 临时限额/Temporary cap · TRIAL 试用限额/Trial limit"),
  COMPANY_DATA_PROVIDER: of(
    "企业数据源",
    "Company data source",
    "NONE 未接入/None · REGISTRY 工商数据服务/Company registry service · MANUAL 人工核验/Checked by hand",
  ),
};
