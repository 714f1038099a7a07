import { lookup, type Lookup } from "#kernel/module.ts";
import type { Text } from "#kernel/text.ts";

/** Codes in one line each: CODE 中文/English · CODE 中文/English. */
const codes = (line: string): Readonly<Record<string, Text>> =>
  Object.fromEntries(
    line.split(" · ").map((one) => {
      const [, code, cn, en] = /^(\S+) ([^/]+)\/(.+)$/.exec(one)!;
      return [code!, [cn!, en!] as const];
    }),
  );

const of = (cn: string, en: string, line: string, level?: Lookup["level"]): Lookup => lookup(cn, en, codes(line), level);

/** The lookups of base data. */
export const baseLookups: Readonly<Record<string, Lookup>> = {
  ACK_MODE: of("回执方式", "Answer mode", "NONE 无需/None · READ 阅读回执/Read receipt · TEXT 文字回复/Text · FILE 附件回复/File"),
  ACK_STATUS: of(
    "回执状态",
    "Answer status",
    "UNREAD 未读/Unread · READ 已读/Read · ANSWERED 已回复/Answered · ACCEPTED 已接受/Accepted · RETURNED 已退回/Returned · OVERDUE 已逾期/Overdue",
  ),
  ATTR_TYPE: of(
    "属性类型",
    "Kind of attribute",
    "TEXT 文本/Text · NUMBER 数值/Number · LOOKUP 值列表/Lookup · YN 是否/Yes-no · FILE 附件/File",
  ),
  ATTR_USE: of("属性使用处", "Use of an attribute", "ITEM 物料/Item · INQUIRY 询价/Inquiry · QUALIFY 资质/Qualification"),
  BANK_LEVEL: of("银行级别", "Bank level", "HEAD 总行/Head office · BRANCH 支行/Branch"),
  BUYER_ROLE: of("采购员角色", "Buyer role", "SOURCING 寻源/Sourcing · EXECUTION 执行/Execution · QUALITY 质量SQE/Quality"),
  CATEGORY_IMPORTANCE: of(
    "品类重要度",
    "Category importance",
    "STRATEGIC 战略/Strategic · BOTTLENECK 瓶颈/Bottleneck · LEVERAGE 杠杆/Leverage · ROUTINE 一般/Routine",
  ),
  COMMON_FILE_CATEGORY: of(
    "常用文件分类",
    "Kind of common file",
    "FORM 表单/Form · POLICY 制度/Policy · MANUAL 手册/Manual · STANDARD 标准/Standard · TEMPLATE 模板/Template",
    "EXTENSIBLE",
  ),
  CONFIG_STATUS: of("配置状态", "Configuration status", "DRAFT 拟定/Draft · EFFECTIVE 生效/Effective · INVALID 失效/Invalid"),
  CONFIRM_MODE: of(
    "供应商确认方式",
    "Supplier confirmation",
    "MUST 必须确认/Must · AUTO_AFTER_DAYS 逾期自动确认/Automatic after days · NONE 无需/None",
  ),
  CONTROL_LEVEL: of("控制级别", "Control level", "BLOCK 禁止/Block · WARN 提醒/Warn · NONE 不控制/None"),
  DATA_SOURCE: of("数据来源", "Data source", "SRM 本系统/SRM · ERP ERP接口/ERP · PLM PLM接口/PLM · IMPORT 导入/Import"),
  DISTRICT_LEVEL: of("地区级别", "District level", "COUNTRY 国家/Country · PROVINCE 省/Province · CITY 市/City · COUNTY 区县/County"),
  DUE_MODE: of(
    "到期方式",
    "Due mode",
    "DAYS_AFTER 天数后/Days after · MONTHS_AFTER 月数后/Months after · MONTH_END 月末/Month end · DAY_OF_MONTH 每月固定日/Day of month",
  ),
  FX_RATE_TYPE: of(
    "汇率类型",
    "Rate type",
    "CORPORATE 公司/Corporate · SPOT 即期/Spot · MONTH_AVG 月均/Monthly average · BUDGET 预算/Budget",
  ),
  FX_SOURCE: of("汇率来源", "Rate source", "MANUAL 手工/Manual · IMPORT 导入/Import · ERP ERP接口/ERP · SERVICE 汇率服务/Rate service"),
  FX_STATUS: of("汇率状态", "Rate status", "ACTIVE 有效/Active · VOID 作废/Void"),
  INCOTERM: of(
    "贸易术语",
    "Incoterm",
    "EXW 工厂交货/Ex works · FCA 货交承运人/Free carrier · FOB 船上交货/Free on board · CFR 成本加运费/Cost and freight · CIF 成本保险加运费/Cost, insurance and freight · CPT 运费付至/Carriage paid to · CIP 运费保险付至/Carriage and insurance paid · DAP 目的地交货/Delivered at place · DDP 完税后交货/Delivered duty paid",
    "EXTENSIBLE",
  ),
  INSPECT_MODE: of("检验方式", "Inspection", "NONE 免检/None · SAMPLE 抽检/Sample · FULL 全检/Full · SKIP_LOT 跳批/Skip lot"),
  ITEM_ORG_STATUS: of("组织物料状态", "Status in an organisation", "ACTIVE 有效/Active · FROZEN 冻结/Frozen · INVALID 失效/Invalid"),
  ITEM_STATUS: of(
    "物料状态",
    "Item status",
    "DRAFT 拟定/Draft · APPROVING 审批中/In approval · ACTIVE 有效/Active · FROZEN 冻结/Frozen · OBSOLETE 淘汰/Obsolete",
  ),
  ITEM_TYPE: of(
    "物料类型",
    "Item type",
    "RAW 原材料/Raw · SEMI 半成品/Semi-finished · FINISHED 成品/Finished · PACK 包材/Packaging · MRO 辅料备件/MRO · SERVICE 服务/Service · ASSET 资产/Asset · TOOL 工装/Tool",
  ),
  LINE_MODE: of("行方式", "Line mode", "ITEM 物料/Item · DESCRIPTION 描述/Description · BOTH 均可/Both"),
  NODE_REQUIRED_TYPE: of("节点必须性", "Requirement level", "MUST 必须/Must · OPTIONAL 可选/Optional · CONDITIONAL 有条件/Conditional"),
  NOTICE_AUDIENCE: of(
    "公告受众",
    "Notice audience",
    "PUBLIC 公开/Public · ALL_SUPPLIER 全部供应商/All suppliers · SUPPLIER_SET 指定供应商/Chosen suppliers · INTERNAL 内部/Internal · ALL 全部/All",
  ),
  NOTICE_STATUS: of(
    "公告状态",
    "Notice status",
    "DRAFT 拟定/Draft · APPROVING 审批中/In approval · SCHEDULED 待发布/Scheduled · PUBLISHED 已发布/Published · WITHDRAWN 已撤回/Withdrawn · EXPIRED 已失效/Expired",
  ),
  NOTICE_TYPE: of(
    "公告类型",
    "Notice type",
    "POLICY 制度/Policy · SOURCING 寻源预告/Sourcing · RESULT 结果公示/Result · MAINTENANCE 系统维护/Maintenance · HOLIDAY 放假/Holiday · OTHER 其他/Other",
    "EXTENSIBLE",
  ),
  NOTIFICATION_STATUS: of(
    "通知单状态",
    "Notification status",
    "DRAFT 拟定/Draft · PUBLISHED 已下发/Published · CLOSED 已关闭/Closed · WITHDRAWN 已撤回/Withdrawn",
  ),
  NOTIFICATION_TYPE: of(
    "通知单类型",
    "Notification type",
    "PRICE 价格/Price · QUALITY 质量/Quality · DELIVERY 交付/Delivery · COMPLIANCE 合规/Compliance · FINANCE 财务/Finance · OTHER 其他/Other",
    "EXTENSIBLE",
  ),
  ORG_RELATION_TYPE: of(
    "组织关系类型",
    "Organisation relation",
    "PUR_RECV 采购→收货/Buys for receiving org · PUR_SETTLE 采购→结算/Settles for · SETTLE_TITLE 结算→开票抬头/Invoice title · CENTRAL_PUR 集采→被代采/Central purchasing for",
  ),
  PAYMENT_METHOD: of(
    "付款方式",
    "Payment method",
    "TT 电汇/Transfer · BILL 承兑/Acceptance bill · LC 信用证/Letter of credit · CASH 现金/Cash · SUPPLY_CHAIN_FIN 供应链金融/Supply chain finance",
    "EXTENSIBLE",
  ),
  PAYMENT_NODE_TYPE: of(
    "付款节点类型",
    "Payment node",
    "PREPAY 预付/Prepayment · DELIVERY 发货/Delivery · RECEIPT 到货/Receipt · INSPECTED 验收/Inspected · INVOICE 开票/Invoice · STATEMENT 对账/Statement · WARRANTY 质保/Warranty",
  ),
  PRICE_CONTROL: of("价格控制", "Price control", "MUST_PRICE 必有价/Must have a price · WARN 提醒/Warn · FREE 不控制/Free"),
  PRICE_SOURCE: of(
    "取价来源",
    "Price source",
    "SOURCE_DOC 来源单据/Source document · PRICE_LIST 价格库/Price list · AGREEMENT 协议/Agreement · MANUAL 手工/Manual",
  ),
  PROCESS_SCOPE: of(
    "流程适用业务",
    "Process scope",
    "INTRODUCE 引入/Introduction · EXPAND 扩品类扩组织/Expansion · RETURN 恢复/Return · QUICK 简易/Quick",
  ),
  PROFILE_SCOPE: of("参数层级", "Parameter scope", "GLOBAL 全局/Global · ORG 组织/Organisation · CATEGORY 品类/Category"),
  PROFILE_VALUE_TYPE: of(
    "参数值类型",
    "Value type",
    "YN 是否/Yes-no · INT 整数/Integer · DECIMAL 小数/Decimal · TEXT 文本/Text · LOOKUP 值列表/Lookup · JSON 结构/JSON",
  ),
  PURCHASE_KIND: of(
    "采购性质",
    "Purchase kind",
    "DIRECT 生产性/Direct · MRO 辅料备件/MRO · SERVICE 服务/Service · ASSET 资产/Asset · PROJECT 工程/Project · OUTSOURCE 委外/Outsourcing",
  ),
  PUR_BILL_CATEGORY: of(
    "采购单据大类",
    "Document family",
    "REQUISITION 采购申请/Requisition · AGREEMENT 采购协议/Agreement · ORDER 采购订单/Order · DELIVERY_NOTICE 送货通知/Delivery notice · DELIVERY_NOTE 送货单/Delivery note · RECEIPT 接收/Receipt · RETURN 退货/Return · STATEMENT 对账/Statement",
  ),
  QTY_CHECK: of(
    "数量控制",
    "Quantity check",
    "NOT_EXCEED 不超来源/Not above source · TOLERANCE 允差内/Within tolerance · FREE 不控制/Free",
  ),
  QUOTE_UNIT_MODE: of(
    "报价方式",
    "Quote unit",
    "UNIT_PRICE 单价/Unit price · TOTAL 总价/Total · DISCOUNT 折扣/Discount · FEE_RATE 费率/Fee rate",
  ),
  RECEIVER_KIND: of(
    "接收方类型",
    "Receiver kind",
    "SUPPLIER 供应商/Supplier · CATEGORY 品类/Category · LEVEL 等级/Level · ORG 组织/Organisation · USER 用户/User · RESP 职责/Responsibility",
  ),
  RECEIVER_RULE: of(
    "接收人规则",
    "Receiver rule",
    "DOC_CREATOR 单据创建人/Document creator · DOC_OWNER 单据负责人/Document owner · CATEGORY_BUYER 品类采购员/Category buyer · SUPPLIER_ADMIN 供应商管理员/Supplier admin · SUPPLIER_CONTACT_ROLE 供应商岗位联系人/Supplier contact by role · RESP 职责/Responsibility · USER 指定用户/User · ORG_MANAGER 组织负责人/Org manager",
  ),
  RECEIVE_MODE: of(
    "收货方式",
    "Receiving mode",
    "NOTE 送货单/By note · DIRECT 直接收货/Direct · SERVICE_ACCEPT 服务验收/Service acceptance · NONE 不收货/None",
  ),
  RISK_LEVEL: of("风险级别", "Risk level", "LOW 低/Low · MID 中/Medium · HIGH 高/High"),
  SLC_NODE: of(
    "引入节点",
    "Onboarding step",
    "REGISTER 注册/Registration · QUESTIONNAIRE 问卷/Questionnaire · QUALIFY_CENSOR 资质审查/Qualification review · LOCALE_INSPECT 现场考察/On-site inspection · SAMPLE_TRIAL 样品试用/Sample trial · BATCH_TRYOUT 小批量试用/Batch tryout · AGREEMENT_SIGNING 协议签署/Agreement signing · QUALIFIED 合格供应商/Qualified",
  ),
  SOURCING_MODE: of(
    "寻源方式",
    "Sourcing mode",
    "AGREEMENT 协议/Agreement · INQUIRY 询价/Inquiry · AUCTION 竞价/Auction · BIDDING 招标/Bidding · CATALOG 商城/Catalogue",
  ),
  SRM_MODULE: of(
    "业务模块",
    "Module",
    "BASE 基础数据/Base data · CCT 合同/Contracts · PUR 采购/Purchasing · CATALOG 商城/Catalogue · QCN 质量/Quality · AUCTION 询价竞价/Inquiry and auction · BIDDING 招投标/Bidding · COMPETE 竞争报价/Competitive quoting · SUP 供应商/Supplier · SLC 生命周期/Supplier lifecycle · QST 问卷/Surveys · SSF 满意度/Satisfaction · SML 配额/Supply proportion · SPE 绩效/Performance · RCN 财务对账/Finance · MDM 模具/Moulds · RPT 报表/Reports · ADMIN 平台/Platform · BPM 流程/Workflow · MSG 消息/Messaging · SCSI 集成/Integration",
    "EXTENSIBLE",
  ),
  STEP_MODE: of("幅度方式", "Step mode", "AMOUNT 金额/Amount · PERCENT 百分比/Percent"),
  STORAGE_TYPE: of(
    "仓库类型",
    "Storage type",
    "NORMAL 良品仓/Normal · INSPECT 待检仓/Inspection · REJECT 不良仓/Reject · VMI 寄售仓/VMI · LINE_SIDE 线边仓/Line side · TRANSIT 在途仓/Transit",
  ),
  TEMPLATE_STATUS: of("模板状态", "Template status", "DRAFT 拟定/Draft · EFFECTIVE 生效/Effective · INVALID 失效/Invalid"),
  TERM_SCOPE: of(
    "付款条件适用",
    "Use of payment terms",
    "ORDER 订单/Order · CONTRACT 合同/Contract · AGREEMENT 协议/Agreement · SUPPLIER 供应商/Supplier",
  ),
  TERM_STATUS: of("付款条件状态", "Term status", "DRAFT 拟定/Draft · EFFECTIVE 生效/Effective · INVALID 失效/Invalid"),
  DUP_CHECK_MODE: of("重复检查方式", "Check for duplicates", "WARN 提醒/Warn · BLOCK 禁止/Block · OFF 不检查/Off"),
};
