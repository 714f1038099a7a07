import type { EventShape, ProgramShape, TodoShape } from "#kernel/module.ts";
import type { Text } from "#kernel/text.ts";

const carried = {
  id: ["编号", "Id"] as Text,
  track: ["引入编号", "Track"] as Text,
  node: ["节点", "Node"] as Text,
  nodeEn: ["节点（英文）", "Node (English)"] as Text,
  due: ["截止", "Due"] as Text,
  supplierId: ["供应商编号", "Supplier id"] as Text,
  supplier: ["供应商", "Supplier"] as Text,
  userIds: ["节点责任人", "Node owners"] as Text,
};

/** What introductions tell of. */
export const introductionEvents: Readonly<Record<string, EventShape>> = {
  NODE_OPEN: {
    label: ["引入节点开启", "Onboarding step open"],
    kind: "TASK",
    carries: { ...carried, org: ["组织", "Organisation"] },
    tells: {
      title: ["${supplier}引入${bizNo}进入${node}，期限${due}", "${supplier} ${bizNo}: ${nodeEn} open until ${due}"],
      channels: ["SITE", "DING"],
      to: [{ value: "userIds" }],
      route: "supplierInfoEdit?id=${supplierId}&tab=tracks",
    },
  },
  INTRODUCTION_STOPPED: {
    label: ["引入终止", "Onboarding stopped"],
    kind: "BUSINESS",
    carries: { id: carried.id, track: carried.track, supplierId: carried.supplierId, reason: ["原因", "Reason"] },
    tells: {
      title: ["引入${track}已终止", "Onboarding ${track} was stopped"],
      channels: ["SITE"],
      to: [{ supplier: "ADMINS", of: "supplierId" }],
    },
  },
  NODE_OVERDUE: {
    label: ["引入节点超期", "Onboarding step overdue"],
    kind: "WARNING",
    carries: { ...carried, n: ["超期天数", "Days late"] },
    tells: {
      title: ["${supplier}引入${bizNo}的${node}已超期${n}天", "${supplier} ${bizNo}: ${nodeEn} is ${n|count:day/days} late"],
      channels: ["SITE", "DING"],
      to: [{ value: "userIds" }, { resp: "PUR_MANAGER" }],
      route: "supplierInfoEdit?id=${supplierId}&tab=tracks",
    },
  },
};

/** What introductions ask people to do. */
export const introductionTodos: Readonly<Record<string, TodoShape>> = {
  SLC_NODE: {
    label: ["引入节点处理", "Onboarding step"],
    side: "INTERNAL",
    route: "supplierInfoEdit",
    title: ["请处理引入节点", "Handle onboarding step"],
  },
};

export const introductionPrograms: Readonly<Record<string, ProgramShape>> = {
  SLC_NODE_OVERDUE: { label: ["引入节点超期提醒", "Notify of overdue onboarding steps"], cron: "0 8 * * *", overlap: "SKIP" },
};
