import type { Doc, Me } from "#kernel/entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { run, type Effect, type Find } from "#kernel/rule.ts";
import { bpmInstance, noWay } from "#modules/workflow/index.ts";
import { wrongStage } from "./common.ts";

type Instance = Doc<typeof bpmInstance>;

/** The approval this registration waits in. */
export async function runningApproval(find: Find, registerId: string): Promise<Instance | null> {
  const [found] = await find.where(bpmInstance, { bizEntity: "SrmSupRegister", bizId: registerId, status: ["RUNNING", "SUSPENDED"] }, 1);
  return found ?? null;
}

/** The task of whoever decides: the own one, else the one that waits for anybody who may. Whether it may be taken is the engine's business. */
function taskOf(instance: Instance, me: Me): string | null {
  const open = instance.tasks.filter((task) => task.status === "TODO" || task.status === "CLAIMED");
  return (open.find((doc) => doc.assigneeUserId === me.userId) ?? open.find((doc) => doc.assigneeUserId === null) ?? open[0])?.id ?? null;
}

/** Decides the reviewer's task, so that the approval and the document never tell two stories. */
export function decides(instance: Instance | null, verb: "doPass" | "doReject", comment: string, me: Me): Effect | Refusal {
  const taskId = instance === null ? null : taskOf(instance, me);
  if (instance === null || taskId === null) return noWay();
  return run(bpmInstance, instance.id, verb, { taskId, comment });
}

/** Takes the submission back, unless somebody has decided already. */
export function takesBack(instance: Instance | null): readonly (Effect | Refusal)[] {
  if (instance === null) return [];
  const decided = instance.deeds.some((deed) => deed.action === "PASS" && deed.round === instance.round);
  return [decided ? refuse(...wrongStage) : run(bpmInstance, instance.id, "doWithdraw", { comment: "" })];
}
