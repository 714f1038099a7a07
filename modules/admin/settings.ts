import type { Setting } from "#kernel/module.ts";

/** Technical and personal settings of administration, in the order of the handbook's registry. */
export const adminSettings: Readonly<Record<string, Setting>> = {
  TAB_AUTO_REMOVE: { label: ["页签满时关闭最早的", "Close the oldest tab when full"], type: "YN", initial: "N", levels: ["SITE", "USER"] },
  TAB_MODE: { label: ["页签模式", "Tab mode"], type: "TEXT", initial: "MULTI", levels: ["SITE", "USER"], options: ["MULTI", "SINGLE"] },
  TABLE_MAX_ROWS: { label: ["列表一次最多行数", "Most rows of one list"], type: "INT", initial: "5000", levels: ["SITE"], least: 500, most: 20000 },
  EXPORT_SYNC_MAX: { label: ["直接导出最多行数", "Most rows of a direct export"], type: "INT", initial: "100000", levels: ["SITE"], least: 1000, most: 100000 },
  GRANT_FOUR_EYES: {
    label: ["特权授权双人复核", "Two people for privileged grants"],
    type: "YN",
    initial: "Y",
    levels: ["SITE", "ORG"],
    hint: ["有两名安全管理员后生效", "Takes effect once there are two security administrators"],
  },
  SUPPLIER_MAX_USERS: { label: ["每个供应商账号上限", "Accounts per supplier"], type: "INT", initial: "10", levels: ["SITE", "ORG"], least: 1, most: 1000 },
  BPM_FOUR_EYES_AMOUNT: { label: ["双人审批起点金额", "Two approvers from this amount"], type: "INT", initial: "1000000", levels: ["SITE", "ORG"], least: 0, hint: ["本位币", "Base currency"] },
  CHAT_APPROVE_MAX: { label: ["聊天工具审批上限", "Most that may be approved by chat"], type: "INT", initial: "50000", levels: ["SITE", "ORG"], least: 0, hint: ["本位币", "Base currency"] },
  SCSI_HTTP_ALLOW: { label: ["集成允许的地址", "Addresses integration may call"], type: "TEXT", initial: "", levels: ["SITE"] },
  SCSI_ENV: { label: ["集成环境", "Integration environment"], type: "TEXT", initial: "PROD", levels: ["SITE"], options: ["PROD", "TEST", "DEV"] },
  RPT_MAX_COST: { label: ["报表最大代价", "Most a report may cost"], type: "INT", initial: "1000000", levels: ["SITE"], least: 1000 },
  RPT_TIMEOUT_SEC: { label: ["报表超时秒数", "Report time limit, seconds"], type: "INT", initial: "30", levels: ["SITE"], least: 1, most: 600 },
  LOG_KEEP_DAYS: { label: ["日志保留天数", "Days logs are kept"], type: "INT", initial: "365", levels: ["SITE"], least: 30, most: 3650 },
  DEV_TOOLS: { label: ["开发工具", "Developer tools"], type: "YN", initial: "N", levels: ["SITE"] },
};
