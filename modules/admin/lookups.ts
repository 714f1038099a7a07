import { lookup, type Lookup } from "#kernel/module.ts";
import { grantStatuses } from "./grant-words.ts";

type Lookups = Readonly<Record<string, Lookup>>;

/** People, organisations and positions. */
const people: Lookups = {
  USER_TYPE: lookup("用户类型", "User type", {
    INTERNAL: ["内部", "Internal"],
    SUPPLIER: ["供应商", "Supplier"],
    SYSTEM: ["系统", "System"],
  }),
  MFA_TYPE: lookup("二次验证方式", "Second factor", { TOTP: ["动态口令", "One-time code"], EMAIL: ["邮件验证码", "E-mail code"] }),
  USER_RELATION: lookup("用户关系", "User relation", {
    ASSISTANT: ["助理", "Assistant"],
    BACKUP: ["后备", "Backup"],
    BUYER_TEAM: ["采购组", "Buyer team"],
  }),
  GENDER: lookup("性别", "Gender", { M: ["男", "Male"], F: ["女", "Female"], X: ["未说明", "Not specified"] }),
  HANDOVER_KIND: lookup("交接类别", "Hand-over kind", {
    TASK: ["待办任务", "Task"],
    DOCUMENT: ["单据", "Document"],
    SUPPLIER: ["供应商", "Supplier"],
    POSITION: ["岗位", "Position"],
    DELEGATION: ["委托", "Delegation"],
  }),
  JOB_FAMILY: lookup(
    "职务族",
    "Job family",
    {
      PURCHASE: ["采购", "Purchasing"],
      QUALITY: ["质量", "Quality"],
      LOGISTICS: ["物流", "Logistics"],
      FINANCE: ["财务", "Finance"],
      TECH: ["技术", "Technology"],
      MANAGEMENT: ["管理", "Management"],
      OTHER: ["其他", "Other"],
    },
    "EXTENSIBLE",
  ),
  ORG_TYPE: lookup("组织类型", "Organisation type", {
    GROUP: ["集团", "Group"],
    LEDGER: ["法人账套", "Ledger"],
    BU: ["业务实体", "Business unit"],
    INV: ["库存组织", "Inventory org"],
    DEPT: ["部门", "Department root"],
  }),
  WEEKDAY: lookup("星期", "Weekday", {
    MON: ["星期一", "Monday"],
    TUE: ["星期二", "Tuesday"],
    WED: ["星期三", "Wednesday"],
    THU: ["星期四", "Thursday"],
    FRI: ["星期五", "Friday"],
    SAT: ["星期六", "Saturday"],
    SUN: ["星期日", "Sunday"],
  }),
};

/** Grants, scopes and delegation. */
const grants: Lookups = {
  DATA_SCOPE: lookup("数据范围", "Data scope", {
    ALL: ["全部", "All"],
    OWN_ORG: ["本组织及下级", "Own organisation"],
    LIST: ["指定", "List"],
    SELF: ["仅本人创建", "Own documents"],
    NONE: ["无", "None"],
  }),
  AUTH_TYPE: lookup("委托类型", "Delegation type", {
    APPROVAL: ["审批委托", "Approval"],
    MENU: ["菜单授权", "Menu"],
    ALL: ["全部", "All"],
  }),
  GRANT_STATUS: lookup("授权状态", "Grant status", grantStatuses),
  PERMIT_TYPE: lookup("权限方式", "Permit kind", { INCLUDE: ["包含", "Include"], EXCLUDE: ["排除", "Exclude"] }),
  SOD_LEVEL: lookup("冲突级别", "Conflict level", { WARN: ["提醒", "Warn"], BLOCK: ["禁止", "Block"] }),
  AUDIENCE: lookup("适用方", "Audience", { INTERNAL: ["内部", "Internal"], SUPPLIER: ["供应商", "Supplier"] }),
  MENU_AUDIENCE: lookup("菜单适用方", "Menu audience", {
    INTERNAL: ["内部", "Internal"],
    SUPPLIER: ["供应商", "Supplier"],
    BOTH: ["双方", "Both"],
  }),
  MENU_TYPE: lookup("菜单类型", "Menu type", {
    DIR: ["目录", "Folder"],
    PAGE: ["页面", "Page"],
    EXTERNAL: ["外部页面", "External page"],
    EXTERNAL_BLANK: ["外部新窗口", "External, new window"],
    EXTERNAL_TEST: ["外部试用", "External, test"],
    REPORT: ["报表", "Report"],
    CHART: ["图表", "Chart"],
  }),
  HOME_ROUTE: lookup("首页", "Home", { inHome: ["内部首页", "Internal home"], exHome: ["供应商首页", "Supplier home"] }),
  BUTTON_COLOUR: lookup("按钮颜色", "Button colour", {
    PRIMARY: ["主要", "Primary"],
    DEFAULT: ["普通", "Plain"],
    DANGER: ["危险", "Danger"],
  }),
};

/** Settings, logs, tables and files. */
const system: Lookups = {
  YN: lookup("是否", "Yes or no", { Y: ["是", "Yes"], N: ["否", "No"] }),
  CUSTOMIZATION_LEVEL: lookup("定制级别", "Customisation level", {
    SYSTEM: ["系统", "System"],
    EXTENSIBLE: ["可扩展", "Extensible"],
    USER: ["用户", "User"],
  }),
  SETTING_LEVEL: lookup("配置层级", "Setting level", {
    SITE: ["站点", "Site"],
    ORG: ["组织", "Organisation"],
    RESP: ["职责", "Responsibility"],
    USER: ["用户", "User"],
  }),
  SETTING_TYPE: lookup("配置类型", "Setting type", {
    TEXT: ["文本", "Text"],
    INT: ["整数", "Integer"],
    YN: ["是否", "Yes or no"],
    LOOKUP: ["值列表", "Lookup"],
    SECRET: ["密文", "Secret"],
  }),
  NUMBER_RESET: lookup("编号归零", "Number reset", {
    DAY: ["按日", "Daily"],
    MONTH: ["按月", "Monthly"],
    YEAR: ["按年", "Yearly"],
    NEVER: ["不归零", "Never"],
  }),
  FAVOURITE_KIND: lookup("收藏类别", "Favourite kind", {
    MENU: ["菜单", "Menu"],
    SEARCH: ["查询方案", "Saved search"],
    DOCUMENT: ["单据", "Document"],
  }),
  WIDGET_TYPE: lookup("组件类型", "Widget type", {
    FIGURE: ["数字", "Figure"],
    TODO: ["待办", "To-do"],
    NOTICE: ["公告", "Notice"],
    CHART: ["图表", "Chart"],
    LINKS: ["链接", "Links"],
    CALENDAR: ["日历", "Calendar"],
  }),
  CONSENT_DOC: lookup("同意文件", "Consent document", { TERMS: ["服务条款", "Terms"], PRIVACY: ["隐私政策", "Privacy"] }),
  LOG_LEVEL: lookup("日志级别", "Log level", {
    DEBUG: ["调试", "Debug"],
    INFO: ["信息", "Info"],
    WARN: ["警告", "Warning"],
    ERROR: ["错误", "Error"],
  }),
  IMPORT_MODE: lookup("导入方式", "Import mode", {
    ALL_OR_NOTHING: ["全部或不导入", "All or nothing"],
    VALID_ROWS: ["仅有效行", "Valid rows"],
  }),
  IMPORT_STATUS: lookup("导入状态", "Import status", {
    CHECKED: ["已校验", "Checked"],
    RUNNING: ["导入中", "In progress"],
    DONE: ["完成", "Done"],
    PARTIAL: ["部分成功", "Partial"],
    FAILED: ["失败", "Failed"],
    CANCELLED: ["已取消", "Cancelled"],
  }),
  EXPORT_SOURCE: lookup("导出来源", "Export source", {
    REPORT: ["报表", "Report"],
    TABLE: ["列表", "Table"],
    CUSTOM: ["自定义", "Custom"],
    CHART: ["图表", "Chart"],
  }),
  EXPORT_FORMAT: lookup("导出格式", "Export format", { XLSX: ["Excel 工作簿", "Excel workbook"], CSV: ["CSV 文本", "CSV text"] }),
};

/** Scheduling, compensation and outside parties. */
const operations: Lookups = {
  JOB_OVERLAP: lookup("重叠规则", "Overlap rule", { QUEUE: ["排队", "Queue"], SKIP: ["跳过", "Skip"], PARALLEL: ["并行", "Parallel"] }),
  JOB_MISFIRE: lookup("错过规则", "Misfire rule", { RUN_ONCE: ["补跑一次", "Run once"], IGNORE: ["忽略", "Ignore"] }),
  JOB_STATUS: lookup("请求状态", "Request status", {
    WAITING: ["等待", "Waiting"],
    RUNNING: ["运行", "In progress"],
    SUCCESS: ["成功", "Success"],
    FAILED: ["失败", "Failed"],
    TIMEOUT: ["超时", "Timed out"],
    CANCELLED: ["取消", "Cancelled"],
    PAUSED: ["暂停", "Paused"],
    LOST: ["失联", "Lost"],
  }),
  COMPEN_STATUS: lookup("补偿状态", "Compensation status", {
    PENDING: ["待补偿", "Pending"],
    RUNNING: ["执行中", "In progress"],
    DONE: ["已补偿", "Done"],
    FAILED: ["失败", "Failed"],
    SKIPPED: ["已跳过", "Skipped"],
    MANUAL: ["人工完成", "Done manually"],
  }),
  THIRD_PARTY: lookup("第三方", "Third party", {
    ESIGN: ["电子签", "E-signature"],
    COMPANY_INFO: ["企业信息", "Company registry"],
    SMS: ["短信", "SMS"],
    MAIL: ["邮件", "Mail"],
    INVOICE_CHECK: ["发票查验", "Invoice check"],
    OCR: ["文字识别", "OCR"],
    CHAT: ["聊天", "Chat"],
  }),
};

/** Every lookup administration ships, besides those that follow from states. */
export const adminLookups: Lookups = {
  ...people,
  ...grants,
  ...system,
  ...operations,
};
