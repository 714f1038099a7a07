import type { ButtonShape } from "#kernel/module.ts";
import type { Text } from "#kernel/text.ts";

const of = (cn: string, en: string, icon: string, colour?: ButtonShape["colour"], confirm?: Text): ButtonShape => ({
  label: [cn, en],
  icon,
  ...(colour ? { colour } : {}),
  ...(confirm ? { confirm } : {}),
});

/** The words base data adds to the dictionary. */
export const baseButtons: Readonly<Record<string, ButtonShape>> = {
  btnFreeze: of("冻结", "Freeze", "snowflake", "DANGER"),
  btnUnfreeze: of("解冻", "Unfreeze", "sun"),
  btnObsolete: of("淘汰", "Make obsolete", "archive-x", "DANGER"),
  btnDupCheck: of("查重", "Check for duplicates", "copy-check"),
  btnAssignOrg: of("分配组织", "Assign to organisations", "building"),
  btnBatchSetBuyer: of("设置采购员", "Set buyer", "user-check"),
  btnView360: of("全景", "360° view", "orbit"),
  btnView: of("查看", "View", "eye"),
  btnAddRoot: of("新增一级", "Add root", "plus", "PRIMARY"),
  btnAddChild: of("新增下级", "Add child", "list-plus"),
  btnMerge: of("并入", "Merge", "merge", "DANGER"),
  btnPull: of("获取汇率", "Fetch rates", "cloud-download"),
  btnProbe: of("试算汇率", "Test a rate", "search-check"),
  btnViewStat: of("阅读统计", "Reading figures", "chart-no-axes-column"),
  btnReply: of("回复", "Reply", "reply", "PRIMARY"),
  btnOpen: of("打开", "Open", "square-arrow-out-up-right"),
  btnAck: of("确认阅读", "Acknowledge", "check", "PRIMARY"),
  btnReturn: of("退回", "Return", "undo-2", "DANGER"),
  btnNewVersion: of("新版本", "New version", "file-plus"),
  btnTestSend: of("试发", "Send a test", "send"),
  btnSetDefault: of("设为默认", "Make default", "star"),
  btnRestoreDefault: of("恢复默认", "Restore default", "rotate-ccw"),
  btnViewUsage: of("查看引用", "Where used", "link"),
  btnAssign: of("指派", "Assign", "user-plus"),
  btnBatchRead: of("标记已读", "Mark as read", "mail-check"),
  btnPickReceiver: of("选择接收方", "Choose receivers", "users"),
  btnImportReceiver: of("导入接收方", "Import receivers", "upload"),
  btnExportReply: of("导出回复", "Export replies", "download"),
};
