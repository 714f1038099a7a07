import type { EventShape, TodoShape } from "#kernel/module.ts";
import type { Text } from "#kernel/text.ts";

const edit = "purRequisitionManage/purRequisitionEdit";
const about: Readonly<Record<string, Text>> = {
  id: ["单据", "Document"],
  num: ["申请单号", "Requisition no."],
};

/** What buyers and requesters are told of a requisition. */
export const requisitionEvents: Readonly<Record<string, EventShape>> = {
  PUR_REQ_APPROVED: {
    label: ["采购申请已批准", "Requisition approved"],
    kind: "TASK",
    carries: {
      ...about,
      n: ["待转行数", "Lines to source"],
      buyerId: ["采购员", "Buyer"],
      orgId: ["组织", "Organisation"],
      urgency: ["紧急程度", "Urgency"],
    },
    tells: {
      title: ["申请${num}已批准，${n}行待转采购", "Requisition ${num} approved, ${n|count:line/lines} to source"],
      channels: ["SITE"],
      to: [{ value: "buyerId" }],
      route: `${edit}?id=\${id}`,
    },
  },
  PUR_REQ_RETURNED: {
    label: ["采购申请被退回", "Requisition returned"],
    kind: "BUSINESS",
    carries: { ...about, reason: ["退回原因", "Reason"], lines: ["行号", "Lines"], requesterId: ["申请人", "Requester"] },
    tells: {
      title: ["申请${num}被退回：${reason}", "Requisition ${num} returned: ${reason}"],
      content: ["退回的行：${lines}", "Lines returned: ${lines}"],
      channels: ["SITE", "EMAIL"],
      to: ["CREATOR", { value: "requesterId" }],
      route: `${edit}?id=\${id}`,
    },
  },
};

/** What waits for a buyer. */
export const requisitionTodos: Readonly<Record<string, TodoShape>> = {
  REQ_TO_SOURCE: {
    label: ["申请待转采购", "Requisition to source"],
    side: "INTERNAL",
    route: edit,
    title: ["申请{bizNo}待转采购", "Source requisition {bizNo}"],
  },
};
