import type { ButtonShape } from "#kernel/module.ts";

const button = (cn: string, en: string, icon: string, colour?: ButtonShape["colour"]): ButtonShape => ({
  label: [cn, en],
  icon,
  ...(colour ? { colour } : {}),
});

/** What the workflow adds to the dictionary of buttons. */
export const workflowButtons: Readonly<Record<string, ButtonShape>> = {
  btnPass: button("通过", "Pass", "check", "PRIMARY"),
  btnBatchPass: button("批量通过", "Pass all chosen", "check-check", "PRIMARY"),
  btnTransfer: button("转办", "Transfer", "forward"),
  btnDelegate: button("委派", "Delegate", "user-round-plus"),
  btnAddSign: button("加签", "Add approvers", "users"),
  btnAsk: button("沟通", "Ask", "message-circle-question"),
  btnClaim: button("认领", "Claim", "hand", "PRIMARY"),
  btnUnclaim: button("释放", "Release", "undo"),
  btnUrge: button("催办", "Remind", "bell-ring"),
  btnStart: button("发起", "Start", "send", "PRIMARY"),
  btnSaveDraft: button("存草稿", "Save draft", "save"),
  btnDesign: button("设计", "Design", "workflow"),
  btnSimulate: button("模拟", "Simulate", "play"),
  btnCheckGaps: button("检查空缺", "Check gaps", "scan-search"),
  btnReassign: button("改派", "Reassign", "user-round-cog"),
  btnJump: button("跳转", "Jump", "corner-up-right", "DANGER"),
  btnStop: button("终止", "Stop", "octagon-x", "DANGER"),
  btnSuspend: button("挂起", "Suspend", "pause", "DANGER"),
};
