import type { ButtonShape } from "#kernel/module.ts";

/** The words messaging adds to the dictionary. */
export const messageButtons: Readonly<Record<string, ButtonShape>> = {
  btnRead: { label: ["标为已读", "Mark read"], icon: "mail-open" },
  btnReadAll: { label: ["全部已读", "Mark all read"], icon: "check-check" },
  btnStar: { label: ["星标", "Star"], icon: "star" },
  btnArchive: { label: ["归档", "Archive"], icon: "archive" },
  btnCompose: { label: ["写消息", "Compose"], icon: "pencil-line", colour: "PRIMARY" },
  btnRecall: { label: ["撤回消息", "Recall"], icon: "undo-2", colour: "DANGER" },
  btnRemindUnread: { label: ["提醒未读", "Remind unread"], icon: "bell-ring" },
  btnUnsubscribe: { label: ["退订", "Unsubscribe"], icon: "bell-off" },
  btnRestore: { label: ["恢复订阅", "Restore"], icon: "bell" },
  btnRetryFailed: { label: ["重试失败", "Retry failed"], icon: "rotate-cw" },
  btnRelease: { label: ["放行", "Release"], icon: "send", colour: "PRIMARY" },
  btnRefuse: { label: ["拒绝放行", "Reject"], icon: "x", colour: "DANGER" },
  btnFixAddress: { label: ["修复地址", "Fix address"], icon: "wrench" },
  btnExportFull: { label: ["完整导出", "Export in full"], icon: "file-down" },
  btnTop: { label: ["置顶", "Pin"], icon: "pin" },
};
