import { cmp } from "#kernel/decimal.ts";
import type { Find } from "#kernel/rule.ts";
import { settingsOf } from "./engine/definition.ts";
import { definitionFor } from "./move.ts";
import type { InstanceDoc } from "./stored.ts";

/** May a task be decided away from its page? Not where fields must be filled or people chosen, and not above the limit. */
export async function isLight(find: Find, doc: InstanceDoc, taskId: string): Promise<boolean> {
  const task = doc.tasks.find((t) => t.id === taskId);
  if (!task) return true;
  const definition = await definitionFor(find, doc);
  const limit = await find.setting("CHAT_APPROVE_MAX", doc.orgId ? { orgId: doc.orgId } : {});
  const worth = doc.amountBase ?? doc.amount;
  const mustChoose = definition.nodes.some(
    (n) => n.settings?.approverRule === "PREVIOUS_PICK" && !(doc.picks as Record<string, unknown> | null)?.[n.id],
  );
  return !mustChoose && settingsOf(definition, task.nodeId).requiredFields.length === 0 && (worth === null || cmp(worth, limit) <= 0);
}
