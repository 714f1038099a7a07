import { action } from "#kernel/entity.ts";
import { datetime, longtext, payload, text } from "#kernel/field.ts";

const why = (cn: string) => longtext(cn, "Reason", { max: 500 });
const answers = payload("承诺", "Commitments", { optional: true });
const waiting = ["PUBLISHED", "REFUSED"] as const;

/** What can be done with a forecast: by the planner, by the supplier, and by the product itself. */
export const forecastActions = {
  withdraw: action("撤回", "Withdraw", { button: "btnWithdraw", who: "internal", from: ["PUBLISHED"], to: "DRAFT" }),
  doSaveCommit: action("暂存承诺", "Save for later", {
    button: "btnReply",
    who: "supplier",
    from: waiting,
    quiet: true,
    input: { answers },
  }),
  doReply: action("回复", "Reply", {
    button: "btnReply",
    who: "supplier",
    from: waiting,
    tone: "primary",
    quiet: true,
    input: { answers },
  }),
  doAcceptAll: action("全部接受", "Accept all", {
    button: "btnAcceptAll",
    who: "supplier",
    from: waiting,
    to: "CONFIRMED",
    tone: "primary",
    confirm: ["按需求全部承诺？", "Promise everything as requested?"],
  }),
  doRefuseReply: action("拒绝预测", "Decline", {
    button: "btnRefuseReply",
    who: "supplier",
    from: ["PUBLISHED"],
    to: "REFUSED",
    tone: "danger",
    input: { refuseWhy: why("拒绝原因") },
  }),
  doRead: action("已读", "Read", { button: "btnReply", who: "supplier", from: waiting, quiet: true, loads: "row" }),
  doApprove: action("接受回复", "Accept answer", {
    button: "btnApproval",
    who: "internal",
    from: ["REPLIED"],
    to: "CONFIRMED",
    tone: "primary",
  }),
  doRefuse: action("退回回复", "Return answer", {
    button: "btnRefuse",
    who: "internal",
    from: ["REPLIED"],
    to: "PUBLISHED",
    tone: "danger",
    input: { refuseWhy: why("退回原因"), newDeadline: datetime("新的回复截止", "New deadline") },
  }),
  doChange: action("新版本", "New version", {
    button: "btnChange",
    who: "internal",
    from: ["PUBLISHED", "REPLIED", "CONFIRMED", "REFUSED"],
  }),
  doCount: action("统计下单", "Count orders", {
    button: "btnPublish",
    who: "system",
    from: ["PUBLISHED", "REPLIED", "CONFIRMED", "REFUSED"],
    quiet: true,
  }),
  doSupersede: action("被新版替代", "Replaced", {
    button: "btnPublish",
    who: "system",
    from: ["PUBLISHED", "REPLIED", "CONFIRMED", "REFUSED"],
    to: "CHANGED",
    quiet: true,
  }),
  doInvalid: action("失效", "Invalidate", {
    button: "btnInvalid",
    who: "internal",
    from: ["DRAFT", "PUBLISHED", "REPLIED", "CONFIRMED", "REFUSED"],
    to: "INVALID",
    tone: "danger",
    input: { invalidWhy: text("失效原因", "Reason", { max: 300 }) },
  }),
} as const;
