import type { Answer } from "#kernel/question.ts";
import { heldByPerson } from "#modules/admin/index.ts";
import { bpmInstance } from "./instance.entity.ts";
import { some } from "#kernel/entity.ts";

/** Open tasks are part of what a leaving person hands over. */
export const heldTasks: Answer = heldByPerson.answeredBy(async (find, { userId }) => {
  if (userId === null) return [];
  const open = { assigneeUserId: userId, status: ["TODO", "CLAIMED", "WAITING_SIGN"] };
  const found = await find.where(bpmInstance, { status: ["RUNNING", "SUSPENDED", "ERROR"], tasks: some(open) });
  return found.map((doc) => ({
    kind: "TASK" as const,
    title: doc.subject ?? doc.instanceNum,
    entity: "BpmInstance",
    docId: doc.id,
    route: "processMonitoring",
  }));
});
