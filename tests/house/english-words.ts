/** Words that left the product, with what is said instead. A label that is one of them, or a text that holds the pattern, does not come back. */
export interface Retired {
  readonly was: RegExp;
  readonly now: string;
  /** Only where the Chinese half says this. */
  readonly cn?: RegExp;
}

const whole = (was: string, now: string, cn?: RegExp): Retired => ({ was: new RegExp(`^(?:${was})$`), now, ...(cn ? { cn } : {}) });

export const retired: readonly Retired[] = [
  whole("Operate", "Actions"),
  whole("Urge|Urged|Urges", "Remind"),
  whole("Changing", "Change pending"),
  whole("Running", "Open", /^执行中$/),
  whole("Waiting for (the )?supplier|To be confirmed", "Awaiting supplier", /供应商|^待确认$/),
  whole("Amount (incl|excl)\\.( tax)?", "Total incl. tax, Total excl. tax"),
  whole("Order rows?", "Order line"),
  whole("Starter", "Submitted by"),
  whole("Stated", "Reconciled"),
  whole("Basis", "Price source", /^依据$/),
  whole("Since then", "Execution"),
  whole("To (order|agreement|requisition|demand summary)", "Create …"),
  whole("Orders drawn", "Releases"),
  whole("Released", "Committed", /已下达/),
  whole("Agree", "Approve", /^同意$/),
  whole("Letters?", "Notification", /通知/),
  whole("(My )?[Mm]atters?( to handle)?", "Tasks"),
  whole("Who sits where", "Staff directory"),
  whole("Shares of suppliers", "Spend share by supplier"),
  whole("Growth of purchases", "Spend growth"),
  whole("No business", "Inactive suppliers"),
  whole("I act for others", "Acting for others"),
  whole("Upper level", "Escalate"),
  whole("Strangers", "Unregistered visitors"),
  whole("Account and wishes", "Account and preferences"),
  whole("Sources and prices", "Sourcing and prices"),
  whole("Summary", "Total", /^合计$/),
  whole("Refused by supplier", "Declined by supplier"),
  whole("Goods inwards", "Receiving desk"),
  { was: /\b[Bb]ill types?\b/, now: "document type" },
  { was: /\b[Oo]ccupied\b/, now: "reserved" },
  { was: /\b(re-)?[Ii]ntroduc(tions?|ed)\b/, now: "onboarding, onboarded" },
  { was: /\b[Tt]ryouts?\b/, now: "pilot run" },
  { was: /\b[Aa]lterations?\b/, now: "change" },
  { was: /\b[Ss]tarters?\b/, now: "submitter" },
  { was: /\b[Uu]rged?\b/, now: "remind, reminder" },
  { was: /\bWrite-offs?\b|\bwrite-offs?\b/, now: "receipt reversal, return" },
  { was: /\b[Rr]each book\b/, now: "address book" },
  { was: /\b[Ww]hoever\b/, now: "the person who, anyone who" },
  { was: /\binside the house\b|\bleaves the house\b|e-sign house/, now: "internal, e-signature platform" },
  { was: /\b(is|are|be|was) told\b/, now: "notified" },
  { was: /\b(may|can) be taken back\b|\bmay take it back\b/, now: "can be withdrawn" },
  { was: /Across the page selected/, now: "{n} selected" },
  { was: /Pressed twice, written once/, now: "nothing" },
];

/** Chinese phrases that left the product, with what is said instead. */
export const retiredChinese: readonly Retired[] = [
  { was: /还没有发现问题/, now: "未发现问题" },
  { was: /跨页已选|翻页保留/, now: "已选 {n} 行" },
  { was: /等贵司处理/, now: "待贵司处理" },
  whole("起", "生效日"),
  whole("止", "失效日"),
  { was: /^以后 ?(\d|\{|\$)/, now: "之后 {n}" },
];

/** Chinese labels with more than one English label among menus, states and buttons, and why. */
export const severalWords: Readonly<Record<string, string>> = {
  日志: "the folder holds Logs, the button opens one Log",
  撤回: "documents are withdrawn; a message that was sent is recalled",
  已终止: "a program is stopped; a contract is terminated",
  拒绝: "suppliers and invited people decline; the buying side rejects",
  已拒绝: "suppliers decline; registrations are rejected",
  启用: "the button enables, the state is enabled",
  停用: "the button disables, the state is disabled",
  失效: "the button invalidates, the state is invalid",
  取消: "the button cancels, a request is cancelled",
  撤销: "the button revokes, the state is revoked",
  暂停: "the button pauses, the state is paused",
  恢复: "what was paused is resumed, what was unsubscribed is restored",
  冻结: "the button freezes, the state is frozen",
  淘汰: "the button makes obsolete, the state is obsolete",
  终止: "the button stops, the state is stopped",
  通过: "a step is passed, a review is passed, a registration is approved",
  未通过: "requests are rejected, tests and reviews fail",
  重新打开: "the button reopens, the state is reopened",
  发送: "the folder is about sending, the button sends",
  供应商信息: "the folder holds what there is about suppliers, its page lists them",
  采购订单: "the folder, the list and the single document",
  处理: "people handle, machines process",
  已处理: "people handle, machines process, a summary is done",
  生效: "grants are active, master data and rules are effective on their day",
  执行中: "an order is open for deliveries, other work is in progress",
  已失效: "what ran out is expired, what somebody ended is invalid",
};
