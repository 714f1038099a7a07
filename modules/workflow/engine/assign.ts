import type { Text } from "#kernel/text.ts";
import type { MultiMode, NodeSettings, ProcessNode } from "./definition.ts";
import { adminSeat, groupSeat, personSeat } from "./people.ts";
import { adminGroup, type Approvers } from "./question.ts";
import { noAssignee } from "./refusals.ts";
import type { Seat } from "./state.ts";
import type { Walk } from "./walk.ts";

const list = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.map(String) : typeof value === "string" && value ? value.split(",") : [];

const valueAt = (from: unknown, path: string): unknown =>
  path
    .split(".")
    .reduce<unknown>((at, key) => (at !== null && typeof at === "object" ? (at as Record<string, unknown>)[key] : undefined), from);

/** A level chain is climbed one after another, whatever the node says. */
export const modeOf = (settings: NodeSettings): MultiMode => (settings.approverRule === "LEVEL_CHAIN" ? "SEQUENTIAL" : settings.multiMode);

/** Whom the rule names: what the instance itself knows is read here, the rest is asked. */
function approvers(walk: Walk, node: ProcessNode, round: number): Approvers {
  const { instance } = walk;
  const { approverRule, ruleValue } = walk.settings(node.id);
  switch (approverRule) {
    case "USER":
      return { users: list(ruleValue["userIds"]) };
    case "INITIATOR":
      return { users: [instance.starterUserId] };
    case "DOC_FIELD":
      return { users: list(valueAt(instance.variables, String(ruleValue["field"] ?? ""))) };
    case "INITIATOR_PICK":
    case "PREVIOUS_PICK":
      return { users: instance.picks[node.id] ?? [] };
    default:
      return walk.ask({ ask: "approvers", nodeId: node.id, round });
  }
}

const unique = (users: readonly string[]): readonly string[] => [...new Set(users)];

/** The starter does not judge his own document: he is passed over, replaced by his superior, or kept where he is alone and the node says so. */
function withoutStarter(walk: Walk, node: ProcessNode, users: readonly string[]): { users: readonly string[]; skipped: boolean } {
  const { starterUserId } = walk.instance;
  const { approverRule, starterPolicy } = walk.settings(node.id);
  if (!users.includes(starterUserId) || approverRule === "INITIATOR") return { users, skipped: false };
  const others = users.filter((u) => u !== starterUserId);
  if (starterPolicy === "UPPER_LEVEL") {
    const upper = walk.ask({ ask: "upper", nodeId: node.id, of: starterUserId }).filter((u) => u !== starterUserId);
    return { users: users.flatMap((u) => (u === starterUserId ? upper : [u])), skipped: false };
  }
  if (starterPolicy === "NORMAL") return { users: others.length ? others : users, skipped: false };
  return { users: others, skipped: starterPolicy === "SKIP" && others.length === 0 };
}

/** The signers of a node, or why it is passed over. */
export function seatsFor(walk: Walk, node: ProcessNode, round: number): { seats: readonly Seat[]; note: Text | null } {
  const settings = walk.settings(node.id);
  const mode = modeOf(settings);
  const named = approvers(walk, node, round);
  const order = mode === "SEQUENTIAL" ? named.users : unique(named.users);
  if (mode === "SINGLE" && named.group !== undefined && order.filter((u) => u !== walk.instance.starterUserId).length > 1)
    return { seats: [groupSeat(named.group)], note: named.note ?? null };
  const active = walk.askAll(unique(order).map((userId) => ({ ask: "person" as const, userId })));
  const working = new Set(unique(order).filter((_, i) => active[i]!.active));
  const asked = withoutStarter(
    walk,
    node,
    order.filter((u) => working.has(u)),
  );
  const users = mode === "SEQUENTIAL" ? asked.users : unique(asked.users);
  if (asked.skipped) return { seats: [], note: ["发起人为处理人，自动跳过", "Skipped: the submitter is the approver"] };
  if (users.length === 0) return nobody(walk, node);
  return { seats: seated(users, mode), note: named.note ?? null };
}

const seated = (users: readonly string[], mode: MultiMode): readonly Seat[] =>
  mode === "SINGLE" && users.length > 1 ? [{ userId: null, users, group: null }] : users.map(personSeat);

function nobody(walk: Walk, node: ProcessNode): { seats: readonly Seat[]; note: Text | null } {
  const { emptyPolicy } = walk.settings(node.id);
  if (emptyPolicy === "ERROR") throw noAssignee(node.name);
  if (emptyPolicy === "SKIP") return { seats: [], note: ["无处理人，自动跳过", "Skipped: no approver"] };
  if (emptyPolicy === "UPPER_LEVEL") {
    const upper = walk.ask({ ask: "upper", nodeId: node.id, of: null }).filter((u) => u !== walk.instance.starterUserId);
    if (upper.length) return { seats: seated(unique(upper), "SINGLE"), note: ["无处理人，转上级处理", "No approver found; escalated"] };
  }
  if (walk.ask({ ask: "members", group: adminGroup }).every((u) => u === walk.instance.starterUserId)) throw noAssignee(node.name);
  return { seats: [adminSeat], note: ["无处理人，转流程管理员", "No approver found; sent to the administrator"] };
}
