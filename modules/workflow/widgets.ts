import type { Waiting, Widget } from "#kernel/module.ts";
import { bpmInstance } from "./instance.entity.ts";
import { bpmTodo } from "./todo.entity.ts";

/** What those who watch over approvals look at. */
const watched = (code: string, cn: string, en: string, view: string, seq: number): Widget => ({
  code,
  label: [cn, en],
  audience: "INTERNAL",
  type: "FIGURE",
  route: "processMonitoring",
  seq,
  counts: { entity: bpmInstance, list: "monitoring", view },
});

/** Approvals at home: the very rows of the list behind the tile, mine, lent to me, and those of my groups. */
export const workflowWidgets: readonly Widget[] = [
  {
    code: "TODO_APPROVAL",
    label: ["待办审批", "Approvals to do"],
    audience: "INTERNAL",
    type: "FIGURE",
    route: "myUpcoming",
    counts: { entity: bpmTodo, list: "mine" },
    late: "dueDate",
    seq: 10,
  },
  watched("FLOW_RUNNING", "运行中的审批", "Approvals running", "running", 640),
  watched("FLOW_FAILED", "异常的审批", "Approvals that failed", "failed", 641),
  watched("FLOW_INTERVENED", "人工干预的审批", "Approvals intervened in", "intervened", 642),
];

export const workflowWaiting: readonly Waiting[] = [
  {
    audience: "INTERNAL",
    route: "myUpcoming",
    entity: bpmTodo,
    list: "mine",
    kind: "APPROVAL",
    matter: "subject",
    number: "billNum",
    from: "starterUserId",
    amount: "amount",
    currency: "currency",
    dueAt: "dueDate",
    opens: ["myUpcoming", "taskId", "taskId"],
  },
];
