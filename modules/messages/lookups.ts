import { lookup, type Lookup } from "#kernel/module.ts";

type Lookups = Readonly<Record<string, Lookup>>;

/** What is configured: kinds, channels, receivers, sources. */
const configured: Lookups = {
  MSG_KIND: lookup("消息类别", "Message kind", {
    TASK: ["待办", "Task"],
    WARNING: ["预警", "Warning"],
    BUSINESS: ["业务", "Business"],
    SYSTEM: ["系统", "System"],
    MARKETING: ["宣传", "Marketing"],
  }),
  MSG_CHANNEL: lookup("消息渠道", "Message channel", {
    SITE: ["站内", "Site"],
    EMAIL: ["邮件", "E-mail"],
    SMS: ["短信", "SMS"],
    DING: ["钉钉", "DingTalk"],
    WECOM: ["企业微信", "WeCom"],
    WEBHOOK: ["群机器人", "Group bot"],
  }),
  MERGE_MODE: lookup("合并方式", "Merge mode", {
    NONE: ["不合并", "None"],
    HOURLY: ["每小时", "Hourly"],
    DAILY_DIGEST: ["每日汇总", "Daily digest"],
  }),
  MSG_CFG_SOURCE: lookup("配置来源", "Configuration source", { MANUAL: ["手工", "Manual"], NOTICE_CONFIG: ["业务规则", "Notice config"] }),
  MSG_AUDIENCE: lookup("消息受众", "Message audience", {
    INTERNAL: ["内部", "Internal"],
    SUPPLIER: ["供应商", "Supplier"],
    BOTH: ["双方", "Both"],
  }),
  MSG_RECV: lookup("接收方式", "Receiver kind", {
    USERS: ["指定用户", "Users"],
    BPM_ROLE: ["流程角色", "Workflow role"],
    RESPONSIBILITY: ["职责", "Responsibility"],
    POSITION: ["岗位", "Position"],
    DOC_FIELD: ["单据字段", "Document field"],
    SUPPLIER_CONTACT: ["供应商岗位联系人", "Supplier contact"],
    SUPPLIER_ADMINS: ["供应商管理员", "Supplier admins"],
    RULE: ["规则", "Rule"],
    QUERY: ["查询", "Query"],
    RETIRED: ["已停用的SQL", "Disabled SQL"],
    ALL_SUPPLIERS: ["全部供应商", "All suppliers"],
    ALL_INTERNAL: ["全部内部", "All internal"],
  }),
  MSG_PROVIDER: lookup("服务商", "Provider", {
    SITE: ["站内", "Site"],
    CAPTURE: ["本地留存", "Local only"],
    SMTP: ["SMTP", "SMTP"],
    GENERIC_HTTP_SMS: ["通用短信接口", "Generic HTTP SMS"],
    ALI_LIKE: ["阿里云风格短信", "Alibaba-style SMS"],
    TENCENT_LIKE: ["腾讯云风格短信", "Tencent-style SMS"],
    WEBHOOK_BOT: ["群机器人", "Group bot"],
    CHAT_APP: ["聊天应用", "Chat app"],
  }),
  MSG_ATTACHMENT: lookup("邮件附件", "Attachment of a mail", { DOCUMENT: ["单据PDF", "The document as PDF"] }),
  MSG_SOURCE_STATE: lookup("消息源状态", "Source state", { UP: ["正常", "Up"], DEGRADED: ["降级", "Degraded"], DOWN: ["不可用", "Down"] }),
  MSG_USER_KIND: lookup("消息用户类型", "Message user kind", { MODULE: ["模块", "Module"], OAUTH_APP: ["外部应用", "Outside app"] }),
  MSG_ADDRESS_STATE: lookup("地址状态", "Address state", {
    OK: ["正常", "OK"],
    BOUNCED: ["退信", "Bounced"],
    INVALID: ["无效", "Invalid"],
    MUTED: ["停用", "Muted"],
  }),
  MSG_TEMPLATE_STATUS: lookup("模板状态", "Template status", {
    DRAFT: ["草稿", "Draft"],
    PUBLISHED: ["已发布", "Published"],
    INVALID: ["已失效", "Invalid"],
  }),
};

/** What happens on the way: instances, deliveries, tries, unsubscriptions. */
const running: Lookups = {
  MSG_INSTANCE_STATUS: lookup("消息实例状态", "Instance status", {
    CREATED: ["已生成", "Created"],
    CHECKING: ["待审核", "Checking"],
    READY: ["待发送", "Ready"],
    SENDING: ["发送中", "Sending"],
    DONE: ["完成", "Done"],
    PARTIAL: ["部分失败", "Partly failed"],
    PAUSED: ["已暂停", "Paused"],
    CANCELLED: ["已取消", "Cancelled"],
    REFUSED: ["审核拒绝", "Rejected"],
    EXPIRED: ["已失效", "Expired"],
  }),
  MSG_DELIVERY_STATUS: lookup("投递状态", "Delivery status", {
    WAITING: ["待发", "Waiting"],
    SENDING: ["发送中", "Sending"],
    SENT: ["已发", "Sent"],
    DELIVERED: ["已送达", "Delivered"],
    READ: ["已读", "Read"],
    SUPPRESSED: ["已抑制", "Suppressed"],
    RETRY: ["重试中", "Retrying"],
    FAILED: ["失败", "Failed"],
    CANCELLED: ["已取消", "Cancelled"],
    EXPIRED: ["已失效", "Expired"],
  }),
  MSG_SUPPRESS: lookup("抑制原因", "Reason suppressed", {
    NO_PERMISSION: ["无权查看单据", "May not open the document"],
    DISABLED: ["账号停用或离职", "Account disabled or person left"],
    UNSUBSCRIBED: ["已退订", "Unsubscribed"],
    PREFERENCE: ["个人偏好关闭", "Switched off by preference"],
    MUTED: ["地址停用", "Address muted"],
    BOUNCED: ["地址退信", "Address bounces"],
    NO_ADDRESS: ["没有地址", "No address"],
    NO_SOURCE: ["渠道未配置", "Channel not configured"],
    NO_TEMPLATE: ["没有模板", "No template"],
    DUPLICATE: ["重复", "Duplicate"],
    OBSOLETE: ["事情已处理", "Already settled"],
    LIMIT: ["超过号码限额", "Too many for one number"],
  }),
  MSG_ERROR_CLASS: lookup("错误类别", "Error class", {
    TRANSIENT: ["暂时", "Transient"],
    PERMANENT_ADDRESS: ["地址错误", "Bad address"],
    PERMANENT_SOURCE: ["消息源拒绝", "Rejected by source"],
    PERMANENT_CONTENT: ["内容错误", "Bad content"],
    SOURCE_DOWN: ["消息源不可用", "Source down"],
    UNKNOWN: ["未知", "Unknown"],
  }),
  MSG_LOG_RESULT: lookup("发送结果", "Try result", {
    ACCEPTED: ["已接受", "Accepted"],
    FAILED: ["失败", "Failed"],
    RECEIPT: ["回执", "Receipt"],
  }),
  MSG_TD_SCOPE: lookup("退订范围", "Unsubscription scope", {
    KIND: ["类别", "Kind"],
    CFG: ["配置", "Configuration"],
    ALL_OPTIONAL: ["全部可选", "All optional"],
  }),
  MSG_TD_SOURCE: lookup("退订来源", "Unsubscribed by", {
    LINK: ["邮件链接", "Link"],
    PREFERENCE: ["偏好页面", "Preference page"],
    SMS_TD: ["短信回复TD", "SMS reply TD"],
    ADMIN: ["管理员", "Administrator"],
  }),
  MSG_TD_STATUS: lookup("退订状态", "Unsubscription status", { LIVE: ["退订中", "Unsubscribed"], RESTORED: ["已恢复", "Restored"] }),
  MSG_CHOICE: lookup("接收方式选择", "Choice", { ON: ["即时", "On"], DIGEST: ["汇总", "Digest"], OFF: ["关闭", "Off"] }),
};

const articles: Lookups = {
  ARTICLE_CATEGORY: lookup(
    "文章分类",
    "Article category",
    {
      HELP: ["帮助", "Help"],
      POLICY: ["制度", "Policy"],
      NEWS: ["新闻", "News"],
      TRAINING: ["培训", "Training"],
      DOWNLOAD: ["下载", "Download"],
    },
    "EXTENSIBLE",
  ),
  ARTICLE_STATUS: lookup("文章状态", "Article status", {
    DRAFT: ["草稿", "Draft"],
    PUBLISHED: ["已发布", "Published"],
    WITHDRAWN: ["已撤回", "Withdrawn"],
  }),
  ARTICLE_AUDIENCE: lookup("文章受众", "Article audience", {
    INTERNAL: ["内部", "Internal"],
    SUPPLIER: ["供应商", "Supplier"],
    BOTH: ["双方", "Both"],
    PUBLIC: ["公开", "Public"],
  }),
};

export const messageLookups: Lookups = { ...configured, ...running, ...articles };
