import { action, entity, type Me, type Where } from "#kernel/entity.ts";
import { anyId, code, datetime, pick, qty, ref, text } from "#kernel/field.ts";
import { lookup, type Lookup } from "#kernel/module.ts";

const fields = {
  pendingType: pick("待办类型", "Type", "PENDING_TYPE", { computed: true }),
  bizType: code("业务类型", "Business type", { max: 60, computed: true }),
  bizId: anyId("业务编号", "Business id", { max: 64, computed: true }),
  bizNo: text("单号", "Number", { max: 200, computed: true, optional: true }),
  title: { ...text("标题", "Title", { max: 200, computed: true }), english: "titleEn" },
  titleEn: text("标题（英文）", "Title (English)", { max: 200, computed: true, optional: true }),
  supplierId: ref("SrmSupInfo", "供应商", "Supplier", { merging: "carry", computed: true, optional: true }),
  userId: ref("BaseUsers", "处理人", "Assignee", { computed: true, optional: true }),
  respId: ref("BaseResponsibility", "处理职责", "Responsibility", { computed: true, optional: true }),
  contactRole: pick("供应商岗位", "Supplier role", "CONTACT_ROLE", { computed: true, optional: true }),
  orgId: ref("BaseOrganization", "组织", "Organisation", { computed: true, optional: true }),
  routePath: text("页面", "Route", { max: 200, computed: true }),
  routeQuery: text("参数", "Query", { max: 400, computed: true, optional: true }),
  arrivalDate: datetime("到达时间", "Arrived", { computed: true }),
  dueDate: datetime("截止时间", "Due", { computed: true, optional: true }),
  priority: pick("优先级", "Priority", "URGENCY", { computed: true, initial: "NORMAL" }),
  handledBy: ref("BaseUsers", "处理人", "Handled by", { computed: true, optional: true }),
  handledDate: datetime("处理时间", "Handled at", { computed: true, optional: true }),
  closeReason: pick("关闭原因", "Closed as", "PENDING_STATUS", { computed: true, optional: true }),
  handleHours: qty("耗时（小时）", "Hours", { computed: true, optional: true, scale: 1 }),
};

const shared = {
  service: "srmServer",
  fields,
  stateLookup: "PENDING_STATUS",
  states: {
    OPEN: ["待处理", "Open", "waiting"],
    HANDLED: ["已处理", "Handled", "done"],
    WITHDRAWN: ["已撤回", "Withdrawn", "ended"],
    EXPIRED: ["已过期", "Expired", "ended"],
  },
  unique: [{ fields: ["pendingType", "bizType", "bizId", "supplierId", "userId", "respId"], while: { status: "OPEN" } }],
  title: ["bizNo", "title"],
  search: ["pendingType", "bizNo", "title", "orgId", "arrivalDate", "dueDate", "priority", "handledDate"],
  order: [["arrivalDate", "desc"]],
} as const;

const waits = ["pendingType", "bizNo", "title", "orgId", "arrivalDate", "dueDate", "priority"] as const;
const done = ["pendingType", "bizNo", "title", "handledBy", "handledDate", "handleHours", "closeReason"] as const;
const waitsFor = ["pendingType", "bizNo", "title", "orgId", "dueDate", "arrivalDate", "priority"] as const;
const ended = { status: ["HANDLED", "WITHDRAWN", "EXPIRED"] };
const urgent = ["紧急", "Urgent", () => ({ priority: "URGENT" })] as const;

const forMe = (me: Me): Where => ({ any: [{ userId: me.userId }, { userId: null, respId: me.responsibilityId ?? "-" }] });

/** What waits for somebody of the buying organisation. Opened and closed by the documents it is about, never by hand. */
export const insidePending = entity("SrmBaseInsidePending", "内部待办", "Internal to-do", {
  ...shared,
  open: true,
  sees: { internal: forMe },
  actions: {
    claim: action("认领", "Claim", {
      button: "btnTransfer",
      who: "internal",
      from: ["OPEN"],
      batch: "each",
      offered: (doc) => doc["userId"] === null,
    }),
    giveBack: action("退回职责", "Return", {
      button: "btnTransfer",
      who: "internal",
      from: ["OPEN"],
      batch: "each",
      offered: (doc) => doc["userId"] !== null && doc["respId"] !== null,
    }),
    transfer: action("转交", "Transfer", {
      button: "btnTransfer",
      who: "internal",
      from: ["OPEN"],
      batch: "each",
      input: {
        toUserId: ref("BaseUsers", "转交给", "To", { pick: { userType: "INTERNAL", userStatus: "ACTIVE" } }),
        reason: text("说明", "Reason", { max: 200, optional: true }),
      },
    }),
  },
  lists: {
    open: {
      route: "insidePendingList",
      title: ["内部待办", "Document to-dos"],
      columns: [...waits.slice(0, 3), "supplierId", ...waits.slice(3)],
      search: [...waitsFor, "supplierId"],
      where: () => ({ status: "OPEN" }),
      views: { urgent },
      order: [["dueDate", "asc"]],
    },
    handled: {
      route: "insideHandledList",
      title: ["内部已办", "Done"],
      columns: [...done.slice(0, 3), "supplierId", ...done.slice(3)],
      search: ["pendingType", "bizNo", "title", "handledDate"],
      where: () => ended,
      order: [["handledDate", "desc"]],
    },
  },
});

/** What waits for a supplier's people. */
export const supplierPending = entity("SrmBaseSupplierPending", "供应商待办", "Supplier to-do", {
  ...shared,
  open: true,
  sees: { internal: "all", supplier: (me) => ({ supplierId: me.supplierId ?? "-" }) },
  shows: { supplier: [...(Object.keys(fields) as (keyof typeof fields)[]), "status"] },
  lines: {},
  actions: {
    assign: action("指派", "Assign", {
      button: "btnAssign",
      who: "supplier",
      from: ["OPEN"],
      batch: "each",
      input: { assigneeId: ref("BaseUsers", "处理人", "Assignee", { pick: { userStatus: "ACTIVE" } }) },
    }),
  },
  lists: {
    open: {
      route: "supplierPendingList",
      title: ["待办事项", "To do"],
      columns: [...waits, "userId"],
      search: waitsFor,
      where: () => ({ status: "OPEN" }),
      views: { mine: ["指派给我", "Assigned to me", (me) => ({ userId: me.userId })], urgent },
      order: [["dueDate", "asc"]],
    },
    handled: {
      route: "supplierHandledList",
      title: ["已办事项", "Done"],
      columns: done,
      search: ["pendingType", "bizNo", "title", "handledDate"],
      where: () => ended,
      order: [["handledDate", "desc"]],
    },
  },
});

export const todoLookups: Readonly<Record<string, Lookup>> = {
  URGENCY: lookup("紧急度", "Urgency", { NORMAL: ["普通", "Normal"], URGENT: ["紧急", "Urgent"] }),
  CONTACT_ROLE: lookup(
    "供应商岗位",
    "Contact role",
    {
      SALES: ["销售", "Sales"],
      QUALITY: ["质量", "Quality"],
      FINANCE: ["财务", "Finance"],
      LOGISTICS: ["物流", "Logistics"],
      TECH: ["技术", "Technical"],
      LEGAL: ["法务", "Legal"],
      MANAGER: ["负责人", "Manager"],
    },
    "EXTENSIBLE",
  ),
};
