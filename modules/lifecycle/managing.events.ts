import type { EventShape, TodoShape } from "#kernel/module.ts";
import type { Text } from "#kernel/text.ts";

const about: Readonly<Record<string, Text>> = {
  id: ["单据", "Document"],
  no: ["单号", "Number"],
  supplierId: ["供应商ID", "Supplier id"],
  supplier: ["供应商", "Supplier"],
};
const leaving: Readonly<Record<string, Text>> = {
  ...about,
  quitScope: ["范围", "Scope"],
  orgIds: ["组织", "Organisations"],
  categoryIds: ["品类", "Categories"],
  quitDate: ["退出日", "Exit date"],
  initiatorId: ["申请人", "Applicant"],
};
const buyers = [{ resp: "BUYER" }, { resp: "SOURCING" }] as const;

/** What happens when a supplier is restricted, freed, warned or leaves. */
export const managingEvents: Readonly<Record<string, EventShape>> = {
  DAILY_MANAGE_NOTICE: {
    label: ["日常管理通知供应商", "Measure sent to the supplier"],
    kind: "BUSINESS",
    carries: { ...about, type: ["类型", "Type"], reason: ["原因", "Reason"] },
    tells: {
      title: ["贵司有一项供应商管理措施${no}", "A supplier management measure affects you: ${no}"],
      content: ["${reason}", "${reason}"],
      channels: ["SITE", "EMAIL"],
      to: [{ supplier: "ADMINS" }],
    },
  },
  DAILY_MANAGE_BEGUN: {
    label: ["管理措施开始", "Measure begins"],
    kind: "WARNING",
    carries: { ...about, reason: ["原因", "Reason"] },
    tells: {
      title: ["供应商管理措施${no}今日起生效", "The measure ${no} applies from today"],
      content: ["${reason}", "${reason}"],
      channels: ["SITE", "EMAIL"],
      to: [{ supplier: "ADMINS" }, { supplier: "SALES" }],
    },
  },
  DAILY_MANAGE_OVER: {
    label: ["管理措施到期", "Measure over"],
    kind: "BUSINESS",
    carries: about,
    tells: {
      title: ["供应商管理措施${no}已到期解除", "The measure ${no} is over"],
      channels: ["SITE", "EMAIL"],
      to: [{ supplier: "ADMINS" }, { supplier: "SALES" }],
    },
  },
  DAILY_VERIFIED: {
    label: ["整改验证结果", "Rectification judged"],
    kind: "BUSINESS",
    carries: {
      id: ["单据", "Document"],
      no: ["单号", "Number"],
      supplierId: ["供应商", "Supplier"],
      result: ["结果", "Result"],
      opinion: ["意见", "Opinion"],
    },
    tells: {
      title: ["整改${no}验证：${result} ${opinion}", "Rectification ${no} was judged: ${result} ${opinion}"],
      channels: ["SITE"],
      to: [{ supplier: "ADMINS", of: "supplierId" }],
      route: "slcDailyManageEdit?id=${id}",
    },
  },
  DAILY_RECTIFY: {
    label: ["要求限期整改", "Rectification demanded"],
    kind: "TASK",
    carries: { ...about, due: ["期限", "Due"] },
    tells: {
      title: ["请于${due}前完成整改${no}并回复", "Rectify by ${due} and reply: ${no}"],
      channels: ["SITE", "EMAIL"],
      to: [{ supplier: "ADMINS" }, { supplier: "QUALITY" }],
      route: "slcDailyManageEdit?id=${id}",
    },
  },
  QUIT_APPROVED: {
    label: ["供应商退出已批准", "Exit approved"],
    kind: "WARNING",
    carries: leaving,
    tells: {
      title: ["${supplier}将于${quitDate}退出，已停止新业务", "${supplier} exits on ${quitDate}; new business is stopped"],
      channels: ["SITE"],
      to: ["CREATOR", ...buyers],
      route: "slcSupplierQuitEdit?id=${id}",
    },
  },
  QUIT_WAITING: {
    label: ["退出事项未结", "Exit still waiting"],
    kind: "WARNING",
    carries: { ...leaving, n: ["未结项数", "Open items"], list: ["未结事项", "Open items"] },
    tells: {
      title: ["${supplier}已到退出日，仍有${n}项未结", "${supplier} should have exited; ${n|count:item is/items are} still open"],
      content: ["${list}", "${list}"],
      channels: ["SITE"],
      to: ["CREATOR", { resp: "SUP_SPECIALIST" }],
      route: "slcSupplierQuitEdit?id=${id}",
    },
  },
  SUPPLIER_QUIT: {
    label: ["供应商已退出", "Supplier has left"],
    kind: "BUSINESS",
    carries: leaving,
    tells: {
      title: ["${supplier}已退出", "${supplier} has left"],
      channels: ["SITE"],
      to: ["CREATOR", ...buyers],
      route: "slcSupplierQuitEdit?id=${id}",
    },
  },
};

export const managingTodos: Readonly<Record<string, TodoShape>> = {};
