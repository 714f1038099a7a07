import type { EventShape } from "#kernel/module.ts";

const about: EventShape["carries"] = {
  id: ["对账单", "Statement"],
  num: ["对账单号", "Statement no."],
  amount: ["金额", "Amount"],
  currency: ["币种", "Currency"],
};
const route = "accountStmtEdit?id=${id}";

/** What people hear of statements. */
export const stmtEvents: Readonly<Record<string, EventShape>> = {
  RCN_STMT_SUBMITTED: {
    label: ["对账单待确认", "Statement to confirm"],
    kind: "TASK",
    carries: { ...about, period: ["期间", "Period"], supplierId: ["供应商", "Supplier"] },
    tells: {
      title: [
        "对账单${num}（${period}，${amount} ${currency}）待您确认",
        "Statement ${num} (${period}, ${amount} ${currency}) awaits your confirmation",
      ],
      channels: ["SITE", "EMAIL"],
      to: [{ supplier: "FINANCE" }],
      route,
    },
  },
  RCN_STMT_CHECK: {
    label: ["供应商发起对账单", "Statement from a supplier"],
    kind: "TASK",
    carries: { ...about, period: ["期间", "Period"], buyerId: ["采购员", "Buyer"] },
    tells: {
      title: [
        "供应商提交对账单${num}（${period}，${amount} ${currency}）",
        "The supplier sent statement ${num} (${period}, ${amount} ${currency})",
      ],
      channels: ["SITE", "EMAIL"],
      to: [{ value: "buyerId" }],
      route,
    },
  },
  RCN_STMT_DISPUTED: {
    label: ["对账单有异议", "Statement disputed"],
    kind: "TASK",
    carries: { id: about["id"]!, num: about["num"]!, count: ["差异数", "Differences"], buyerId: ["采购员", "Buyer"] },
    tells: {
      title: ["供应商对${num}提出${count}条差异", "The supplier raised ${count|count:difference/differences} on ${num}"],
      channels: ["SITE", "EMAIL"],
      to: [{ value: "buyerId" }],
      route,
    },
  },
  RCN_STMT_ANSWERED: {
    label: ["采购方对对账单提出异议", "Differences raised by the buyer"],
    kind: "TASK",
    carries: { id: about["id"]!, num: about["num"]!, count: ["差异数", "Differences"], supplierId: ["供应商", "Supplier"] },
    tells: {
      title: ["采购方对${num}提出${count}条差异", "The buyer raised ${count|count:difference/differences} on ${num}"],
      channels: ["SITE", "EMAIL"],
      to: [{ supplier: "FINANCE" }],
      route,
    },
  },
  RCN_STMT_APPROVED: {
    label: ["对账单已批准", "Statement approved"],
    kind: "BUSINESS",
    carries: { ...about, supplierId: ["供应商", "Supplier"] },
    tells: {
      title: ["对账单${num}已批准，可开票${amount} ${currency}", "Statement ${num} is approved; invoice ${amount} ${currency}"],
      channels: ["SITE", "EMAIL"],
      to: [{ supplier: "FINANCE" }],
      route,
    },
  },
  RCN_STMT_ENDED: {
    label: ["对账单已退回或取消", "Statement returned or cancelled"],
    kind: "BUSINESS",
    carries: { id: about["id"]!, num: about["num"]!, supplierId: ["供应商", "Supplier"], reason: ["原因", "Reason"] },
    tells: {
      title: ["对账单${num}已退回或取消：${reason}", "Statement ${num} was returned or cancelled: ${reason}"],
      channels: ["SITE", "EMAIL"],
      to: [{ supplier: "FINANCE" }],
      route,
    },
  },
};
