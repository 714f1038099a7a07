import type { EventShape, TodoShape } from "#kernel/module.ts";
import type { Text } from "#kernel/text.ts";

const id: Text = ["编号", "Id"];
const title: Text = ["标题", "Title"];
const no: Text = ["通知编号", "Number"];
const code: Text = ["编码", "Code"];
const name: Text = ["名称", "Name"];
const supplierId: Text = ["供应商编号", "Supplier id"];
const supplierIds: Text = ["供应商", "Suppliers"];
const userIds: Text = ["人员", "People"];
const orgName: Text = ["组织", "Organisation"];
const orgNameEn: Text = ["组织（英文）", "Organisation (English)"];

const item = (label: Text, title: Text): EventShape => ({
  label,
  kind: "BUSINESS",
  carries: { code, n: ["单据数", "Lines"], userIds, id },
  tells: { title, channels: ["SITE"], to: [{ value: "userIds" }], route: "materialManagement?id=${id}" },
});

/** What base data tells of. */
export const baseEvents: Readonly<Record<string, EventShape>> = {
  NOTICE_PUBLISHED: {
    label: ["公告发布", "Notice published"],
    kind: "BUSINESS",
    carries: { id, title, titleEn: ["英文标题", "English title"], audience: ["受众", "Audience"], orgName, supplierIds },
    tells: {
      title: ["【公告】${title}，请登录查看", "[Notice] ${titleEn}, please sign in to read"],
      channels: ["SITE", "EMAIL"],
      to: [{ supplier: "ADMINS", of: "supplierIds" }],
      route: "notice/noticeDesc?id=${id}",
    },
  },
  NOTICE_REPLY_DUE: {
    label: ["公告回复将到期", "Reply due soon"],
    kind: "TASK",
    carries: { id, title, due: ["截止", "Due"], supplierIds },
    tells: {
      title: ["公告“${title}”将于${due}截止回复", "Reply to “${title}” is due ${due}"],
      channels: ["SITE", "EMAIL"],
      to: [{ supplier: "ADMINS", of: "supplierIds" }],
      route: "notice/noticeDesc?id=${id}",
    },
  },
  NOTIFICATION_PUBLISHED: {
    label: ["通知单下发", "Notification sent"],
    kind: "TASK",
    carries: {
      id,
      no,
      title,
      titleEn: ["英文标题", "English title"],
      orgName,
      orgNameEn,
      due: ["截止", "Due"],
      urgency: ["紧急度", "Urgency"],
      supplierIds,
      userIds,
    },
    tells: {
      title: ["${orgName}向贵司下发通知：${title}，请于${due}前回复", "${orgName} sent you a letter: ${title}; answer by ${due}"],
      channels: ["SITE", "EMAIL", "SMS"],
      to: [{ supplier: "ADMINS", of: "supplierIds" }, { value: "userIds" }],
      route: "notification/notificationMore",
      priority: 3,
    },
  },
  NOTIFICATION_ANSWERED: {
    label: ["通知单已回复", "Notification answered"],
    kind: "BUSINESS",
    carries: { id, no, supplierId, supplier: ["供应商", "Supplier"], ownerId: ["发函人", "Owner"] },
    tells: {
      title: ["${supplier}已回复通知${no}", "${supplier} answered ${no}"],
      channels: ["SITE"],
      to: [{ value: "ownerId" }],
      route: "notification/notificationDesc?letter=${id}",
    },
  },
  NOTIFICATION_RETURNED: {
    label: ["通知单回复被退回", "Answer returned"],
    kind: "TASK",
    carries: { id, receiverId: ["接收方", "Receiver"], no, opinion: ["意见", "Comment"], supplierId, userId: ["人员", "Person"] },
    tells: {
      title: ["通知${no}的回复被退回：${opinion}", "Your answer to ${no} was returned: ${opinion}"],
      channels: ["SITE"],
      to: [{ supplier: "ADMINS", of: "supplierId" }, { value: "userId" }],
      route: "notification/notificationDesc?id=${receiverId}",
    },
  },
  NOTIFICATION_URGED: {
    label: ["通知单催办", "Notification reminder"],
    kind: "TASK",
    carries: { id, receiverId: ["接收方", "Receiver"], no, title, supplierId, userId: ["人员", "Person"] },
    tells: {
      title: ["请尽快回复通知${no}：${title}", "Please answer ${no} soon: ${title}"],
      channels: ["SITE", "EMAIL"],
      to: [{ supplier: "ADMINS", of: "supplierId" }, { value: "userId" }],
      route: "notification/notificationDesc?id=${receiverId}",
    },
  },
  NOTIFICATION_OVERDUE: {
    label: ["通知单逾期未回复", "Notification overdue"],
    kind: "WARNING",
    carries: { id, no, title, supplierId, ownerId: ["发函人", "Owner"] },
    tells: {
      title: ["通知${no}逾期未回复：${title}", "Notification ${no} is overdue: ${title}"],
      channels: ["SITE"],
      to: [{ value: "ownerId" }],
      route: "notification/notificationDesc?letter=${id}",
    },
  },
  PENDING_REMIND: {
    label: ["待办将到期", "Tasks due soon"],
    kind: "TASK",
    carries: { n: ["数量", "Number"], h: ["小时", "Hours"], userId: ["处理人", "Assignee"], route: ["页面", "Page"] },
    tells: {
      title: ["您有${n}项待办将在${h}小时内到期", "${n|count:task is/tasks are} due within ${h|count:hour/hours}"],
      channels: ["SITE", "DING"],
      to: [{ value: "userId" }],
      route: "insidePendingList",
    },
  },
  PENDING_HANDED: {
    label: ["待办转交", "To-do transferred"],
    kind: "TASK",
    carries: {
      id,
      title,
      titleEn: ["标题（英文）", "Title (English)"],
      userId: ["处理人", "Assignee"],
      from: ["转交人", "From"],
      reason: ["说明", "Reason"],
    },
    tells: {
      title: ["${from}将待办转交给您：${title}", "${from} transferred a to-do to you: ${titleEn}"],
      channels: ["SITE"],
      to: [{ value: "userId" }],
      route: "insidePendingList",
    },
  },
  ITEM_APPROVED: {
    label: ["物料审批通过", "Item approved"],
    kind: "BUSINESS",
    carries: { code, name, initiatorId: ["发起人", "Initiator"], id },
    tells: {
      title: ["物料${code}已批准", "Item ${code} was approved"],
      channels: ["SITE"],
      to: [{ value: "initiatorId" }],
      route: "materialManagement?id=${id}",
    },
  },
  ITEM_REJECTED: {
    label: ["物料审批驳回", "Item rejected"],
    kind: "BUSINESS",
    carries: { code, name, initiatorId: ["发起人", "Initiator"], id },
    tells: {
      title: ["物料${code}被驳回", "Item ${code} was rejected"],
      channels: ["SITE"],
      to: [{ value: "initiatorId" }],
      route: "materialManagement?id=${id}",
    },
  },
  ITEM_FROZEN: item(
    ["物料冻结", "Item frozen"],
    ["物料${code}已冻结，影响${n}条未完单据", "Item ${code} frozen; ${n} open lines affected"],
  ),
  ITEM_OBSOLETE: item(
    ["物料淘汰", "Item obsolete"],
    ["物料${code}已淘汰，影响${n}条未完单据", "Item ${code} obsolete; ${n} open lines affected"],
  ),
  FX_MISSING: {
    label: ["汇率缺失", "Rate missing"],
    kind: "WARNING",
    carries: { pair: ["币种对", "Pair"], date: ["最近日期", "Latest date"], days: ["天数", "Days"] },
    tells: {
      title: ["${pair}最近汇率日期${date}，已超过${days}天", "Latest ${pair} rate is ${date}, older than ${days} days"],
      channels: ["SITE", "EMAIL"],
      to: [{ resp: "FINANCE" }],
      route: "exchangeRateManagement",
    },
  },
  PROFILE_CHANGED: {
    label: ["敏感参数变更", "Sensitive parameter changed"],
    kind: "WARNING",
    carries: { code, old: ["原值", "Old value"], new: ["新值", "New value"], id },
    tells: {
      title: ["参数${code}由${old}改为${new}", "${code} changed from ${old} to ${new}"],
      channels: ["SITE", "EMAIL"],
      to: [{ resp: "SYS_ADMIN" }],
      route: "srmBaseConfigProfileList",
    },
  },
  CATEGORY_NO_BUYER: {
    label: ["品类缺采购员", "Categories without a buyer"],
    kind: "WARNING",
    carries: { n: ["数量", "Number"], org: ["组织", "Organisation"] },
    tells: {
      title: ["${n}个品类在${org}没有采购员", "${n|count:category has/categories have} no buyer in ${org}"],
      channels: ["SITE"],
      to: [{ resp: "PUR_MANAGER" }],
      route: "purchaseCassificationManagement",
    },
  },
  CATEGORY_MERGED: {
    label: ["品类并入", "Category merged"],
    kind: "BUSINESS",
    carries: { from: ["原品类", "From"], to: ["目标品类", "Into"], affected: ["影响数", "Affected"] },
  },
  NOTICE_CONFIG_ENABLED: {
    label: ["通知规则启用", "Notice rule enabled"],
    kind: "SYSTEM",
    carries: { id, event: ["事件", "Event"], name },
  },
  NOTICE_CONFIG_INVALID: {
    label: ["通知规则失效", "Notice rule invalid"],
    kind: "SYSTEM",
    carries: { id, event: ["事件", "Event"], name },
  },
};

/** What base data asks people to do. */
export const baseTodos: Readonly<Record<string, TodoShape>> = {
  NOTICE_REPLY: {
    label: ["公告回复", "Reply to notice"],
    side: "SUPPLIER",
    route: "notice/noticeDesc",
    title: ["请回复公告{bizNo}", "Reply to notice {bizNo}"],
  },
  NOTIFICATION_ACK: {
    label: ["通知回执", "Acknowledge notification"],
    side: "BOTH",
    route: "notification/notificationDesc",
    title: ["请回复通知{bizNo}", "Answer notification {bizNo}"],
  },
};
