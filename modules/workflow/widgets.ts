import type { Widget } from "#kernel/module.ts";
import { bpmTodo } from "./todo.entity.ts";

/** Approvals at home: the very rows of the list behind the tile. */
export const workflowWidgets: readonly Widget[] = [
  {
    code: "TODO_APPROVAL",
    label: ["待办审批", "Approvals to do"],
    audience: "INTERNAL",
    type: "TODO",
    route: "myUpcoming",
    counts: { entity: bpmTodo, list: "myUpcoming" },
    todo: {
      kind: "APPROVAL",
      matter: "subject",
      number: "billNum",
      from: "starterUserId",
      amount: "amount",
      currency: "currency",
      dueAt: "dueDate",
      opens: ["myUpcoming", "taskId", "taskId"],
    },
    seq: 10,
    span: 2,
  },
  {
    code: "TODO_OVERDUE",
    label: ["超期审批", "Approvals overdue"],
    audience: "INTERNAL",
    type: "FIGURE",
    route: "myUpcoming",
    counts: { entity: bpmTodo, view: "overdue", list: "myUpcoming" },
    seq: 20,
  },
];
