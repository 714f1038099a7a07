import type { EventShape, ProgramShape, TodoShape } from "#kernel/module.ts";
import type { Text } from "#kernel/text.ts";

const about: Readonly<Record<string, Text>> = {
  id: ["单据", "Document"],
  num: ["订单号", "Order no."],
  supplierId: ["供应商", "Supplier"],
  buyerId: ["采购员", "Buyer"],
};
const supplierNames: Readonly<Record<string, Text>> = {
  supplier: ["供应商名称", "Supplier name"],
  supplierEn: ["供应商名称（英文）", "Supplier name (English)"],
};
const page = "purOrderManage/purchaseOrderEdit?id=${id}";
const sales = [{ supplier: "SALES" }, { supplier: "ADMINS" }] as const;
const put: Readonly<Record<string, Text>> = { ...about, r: ["版次", "Revision"], deadline: ["期限", "Deadline"] };
const supplierTold = (
  label: Text,
  carries: Readonly<Record<string, Text>>,
  title: Text,
  more: Partial<EventShape["tells"]> = {},
): EventShape => ({
  label,
  kind: "TASK",
  carries,
  tells: { title, channels: ["SITE", "EMAIL"], to: sales, route: page, ...more },
});
const publishedTitle: Text = [
  "订单${num}(版次${r})已发布，请于${deadline}前确认",
  "Order ${num} (rev ${r}) published, confirm by ${deadline}",
];

/** What happens to orders that people or other areas hear of. */
export const orderEvents: Readonly<Record<string, EventShape>> = {
  PUR_ORDER_PUBLISHED: supplierTold(["订单发布", "Order published"], put, publishedTitle, { channels: ["SITE", "EMAIL", "SMS"] }),
  PUR_ORDER_CHANGED: supplierTold(["订单变更", "Order changed"], put, publishedTitle, { channels: ["SITE", "EMAIL", "SMS"] }),
  PUR_ORDER_CONFIRMED: { label: ["订单已确认", "Order confirmed"], kind: "BUSINESS", carries: about },
  PUR_ORDER_CONFIRM_OVERDUE: supplierTold(
    ["订单确认超时", "Confirmation overdue"],
    {
      ...about,
      h: ["超时小时", "Hours late"],
      stand: ["时限情况", "Deadline status"],
      standEn: ["时限情况（英文）", "Deadline status (English)"],
    },
    ["订单${num}待确认${stand}", "Order ${num} is not confirmed ${stand}"],
    { to: [...sales, { value: "buyerId" }] },
  ),
  PUR_ORDER_PROPOSAL: {
    label: ["供应商提议", "Supplier's proposal"],
    kind: "TASK",
    carries: { ...about, ...supplierNames, n: ["行数", "Rows"] },
    tells: {
      title: ["${supplier}对订单${num}提出${n}行交期/数量变更", "${supplier} proposed ${n|count:change/changes} on order ${num}"],
      channels: ["SITE"],
      to: [{ value: "buyerId" }],
      route: page,
    },
  },
  PUR_ORDER_PROPOSAL_REJECTED: supplierTold(
    ["提议被驳回", "Proposal rejected"],
    { ...about, line: ["行号", "Line"], reason: ["原因", "Reason"] },
    ["订单${num}第${line}行提议被驳回：${reason}", "Proposal on ${num} line ${line} rejected: ${reason}"],
  ),
  PUR_ORDER_PROPOSAL_ACCEPTED: supplierTold(
    ["提议已接受", "Proposal accepted"],
    { ...about, n: ["行数", "Rows"] },
    ["订单${num}的${n}行提议已被接受", "Your proposal for ${n|count:line/lines} of order ${num} was accepted"],
    { channels: ["SITE"] },
  ),
  PUR_ORDER_ENDED: supplierTold(
    ["订单取消或关闭", "Order cancelled or closed"],
    {
      ...about,
      lines: ["行号", "Lines"],
      how: ["结果", "Result"],
      howEn: ["结果（英文）", "Result (English)"],
      reason: ["原因", "Reason"],
    },
    ["订单${num}第${lines}行已${how}：${reason}", "Order ${num}, line ${lines} was ${howEn}: ${reason}"],
  ),
  PUR_ORDER_REOPENED: supplierTold(["订单行重新打开", "Order lines reopened"], { ...about, lines: ["行号", "Lines"] }, [
    "订单${num}第${lines}行已重新打开，请继续交付",
    "Order ${num}, line ${lines} is open again: please go on delivering",
  ]),
  PUR_ORDER_SIGNED: {
    label: ["订单已回签", "Order signed"],
    kind: "BUSINESS",
    carries: about,
    tells: {
      title: ["供应商已上传订单${num}的回签文件", "The supplier attached the signed copy of order ${num}"],
      channels: ["SITE"],
      to: [{ value: "buyerId" }],
      route: page,
    },
  },
  PUR_ORDER_URGED: supplierTold(
    ["催交", "Reminded"],
    { ...about, n: ["行数", "Rows"], message: ["内容", "Message"] },
    ["请尽快交付订单${num}的${n}行", "Please deliver ${n|count:line/lines} of order ${num}"],
    { content: ["${message}", "${message}"] },
  ),
  PUR_ORDER_NOT_PUBLISHED: {
    label: ["订单未能自动发布", "Order not published"],
    kind: "WARNING",
    carries: { ...about, ...supplierNames },
    tells: {
      title: [
        "订单${num}已批准，但${supplier}无有效用户或邮箱，未发布",
        "Order ${num} is approved but not published: ${supplier} has no active user or e-mail",
      ],
      channels: ["SITE"],
      to: [{ value: "buyerId" }],
      route: page,
    },
  },
  PUR_ORDER_STALE: {
    label: ["订单草稿久未处理", "Inactive draft"],
    kind: "WARNING",
    carries: { ...about, days: ["天数", "Days"] },
    tells: {
      title: ["订单${num}已${days}天未处理，仍占用需求", "Draft order ${num} has been inactive for ${days} days and still reserves demand"],
      channels: ["SITE"],
      to: [{ value: "buyerId" }],
      route: page,
    },
  },
  PUR_DUE_DIGEST: {
    label: ["交期汇总", "Due digest"],
    kind: "WARNING",
    carries: { supplierId: ["供应商", "Supplier"], n: ["将到期", "Due"], m: ["逾期", "Overdue"] },
    tells: {
      title: ["未来3天应交${n}行，已逾期${m}行", "${n|count:line/lines} due in 3 days, ${m} overdue"],
      channels: ["SITE", "EMAIL"],
      to: sales,
      route: "purchaseOrderList3",
    },
  },
  PUR_DUE_ESCALATED: {
    label: ["严重逾期", "Seriously overdue"],
    kind: "WARNING",
    carries: { buyerId: ["采购员", "Buyer"], m: ["逾期", "Overdue"] },
    tells: {
      title: ["有${m}行逾期超过3天", "${m|count:line is/lines are} more than 3 days overdue"],
      channels: ["SITE"],
      to: [{ value: "buyerId" }, { resp: "PUR_MANAGER" }],
      route: "purchaseOrderList2",
    },
  },
  PUR_TXN_POSTED: {
    label: ["库存事务过账", "Transaction posted"],
    kind: "BUSINESS",
    carries: {
      id: ["事务", "Transaction"],
      transactionType: ["类型", "Type"],
      orderId: ["订单", "Order"],
      orderLineId: ["订单行", "Order line"],
      orgId: ["组织", "Organisation"],
      invOrgId: ["库存组织", "Inventory org"],
      day: ["日期", "Day"],
      categoryId: ["品类", "Category"],
      supplierSiteId: ["供应商地点", "Supplier site"],
      itemId: ["物料", "Item"],
      supplierId: ["供应商", "Supplier"],
      mouldId: ["模具", "Mould"],
      qty: ["数量", "Quantity"],
      amountExcl: ["未税", "Excl. tax"],
      taxAmount: ["税额", "Tax"],
      amountIncl: ["含税", "Incl. tax"],
    },
  },
  PUR_LEDGER_DIFF: {
    label: ["数量台账差异", "Ledger differences"],
    kind: "WARNING",
    carries: { n: ["差异数", "Differences"] },
    tells: {
      title: ["数量台账校验发现${n}处差异", "Ledger check found ${n|count:difference/differences}"],
      channels: ["SITE", "EMAIL"],
      to: [{ resp: "MASTER_DATA" }],
      route: "purLedgerDiffList",
    },
  },
};

export const orderTodos: Readonly<Record<string, TodoShape>> = {
  PO_CONFIRM: {
    label: ["确认订单", "Confirm order"],
    side: "SUPPLIER",
    route: "purOrderManage/purchaseOrderEdit",
    title: ["请确认订单{bizNo}", "Confirm order {bizNo}"],
  },
  PO_PROPOSAL: {
    label: ["处理供应商提议", "Decide a proposal"],
    side: "INTERNAL",
    route: "purOrderManage/purchaseOrderEdit",
    title: ["供应商对订单{bizNo}有提议或拒绝", "Supplier proposed a change or declined order {bizNo}"],
  },
};

export const orderPrograms: Readonly<Record<string, ProgramShape>> = {
  PUR_AUTO_CONFIRM: { label: ["订单确认到期", "Confirmations due"], cron: "5 * * * *", overlap: "SKIP", keepDays: 30 },
  PUR_DUE_DIGEST: { label: ["交期汇总", "Due digest"], cron: "5 0 * * *", overlap: "SKIP", keepDays: 30 },
  PUR_ORDER_STALE: { label: ["订单草稿提醒", "Inactive drafts"], cron: "20 8 * * *", overlap: "SKIP", keepDays: 30 },
  PUR_CHECK_LEDGER: { label: ["数量台账校验", "Verify ledger"], cron: "0 2 * * *", overlap: "SKIP", keepDays: 90 },
};
