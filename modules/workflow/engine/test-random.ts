import type { Random } from "../../../tests/support/generate.ts";
import { nodeSettings, type Definition, type Flow, type NodeSettings, type ProcessNode } from "./definition.ts";
import type { AddMode, Event } from "./event.ts";
import { isLive, lineOf } from "./state.ts";
import type { Office } from "./test-office.ts";

const crowd = ["u1", "u2", "u3", "u4", "u5", "u6", "u7", "u8"];
const some = (random: Random, least: number, most: number): string[] =>
  Array.from({ length: random.int(least, most) }, () => random.one(crowd));

/** A block-structured process of the whole subset, drawn by chance. */
export function randomModel(random: Random): Definition {
  const nodes: ProcessNode[] = [];
  const flows: Flow[] = [];
  const make = (kind: ProcessNode["kind"], more: Partial<ProcessNode> = {}): string => {
    const id = `${kind}${nodes.length}`;
    nodes.push({ id, kind, name: [id, id], ...more });
    return id;
  };
  const link = (from: string, to: string, condition?: string): string => {
    const id = `f${flows.length}`;
    flows.push({ id, from, to, ...(condition === undefined ? {} : { condition }) });
    return id;
  };
  const setDefault = (id: string, defaultFlow: string): void => {
    const at = nodes.findIndex((n) => n.id === id);
    nodes[at] = { ...nodes[at]!, defaultFlow };
  };
  /** Hangs a block behind a node and answers where the way goes on. */
  const block = (from: string, depth: number, isFirst: boolean): string => {
    const next = (to: string): string => {
      link(from, to, isFirst ? "chance" : undefined);
      return to;
    };
    const kind = depth > 2 ? "user" : random.one(["user", "user", "user", "small", "choice", "fork", "fork", "loop", "row"]);
    switch (kind) {
      case "user": {
        const id = next(make("user", { settings: randomSettings(random) }));
        if (random.chance(0.1)) {
          const late = make("boundary", { attachedTo: id, minutes: random.int(1, 500) });
          const meet = make("exclusive");
          link(id, meet);
          link(late, meet);
          return meet;
        }
        return id;
      }
      case "small":
        return next(make(random.one(["work", "send", "call", "timer"] as const), { code: "X", minutes: 30 }));
      case "row":
        return block(block(from, depth + 1, isFirst), depth + 1, false);
      case "loop": {
        const meet = next(make("exclusive"));
        const choice = make("exclusive");
        link(block(meet, depth + 1, false), choice);
        const out = make("exclusive");
        link(choice, meet, "loop");
        setDefault(choice, link(choice, out));
        return out;
      }
      default: {
        const gate = kind === "choice" ? "exclusive" : random.one(["parallel", "inclusive"] as const);
        const split = next(make(gate));
        const join = make(gate);
        const conditional = gate !== "parallel";
        const branches = random.int(2, 3);
        for (let i = 0; i < branches; i++) {
          if (conditional && i === branches - 1) setDefault(split, link(split, join));
          else
            link(
              random.chance(0.1)
                ? (link(split, make("pass"), conditional ? "chance" : undefined), nodes.at(-1)!.id)
                : block(split, depth + 1, conditional),
              join,
            );
        }
        return join;
      }
    }
  };
  let last = make("start");
  for (let i = random.int(1, 3); i > 0; i--) last = block(last, 0, false);
  link(last, make(random.chance(0.1) ? "terminate" : "end"));
  return { key: "R", version: 1, name: ["随机", "Random"], nodes, flows, routeKeys: ["route"] };
}

function randomSettings(random: Random): NodeSettings {
  const rule = random.one(["USER", "USER", "USER", "RESP", "LEVEL_CHAIN", "INITIATOR"] as const);
  return nodeSettings({
    approverRule: rule,
    ruleValue: { userIds: [...some(random, 0, 5), ...(random.chance(0.1) ? ["starter"] : [])] },
    multiMode: random.one(["SINGLE", "ALL", "ANY", "VOTE", "SEQUENTIAL"]),
    votePercent: random.int(1, 100),
    vetoFlag: random.chance(0.5),
    emptyPolicy: random.one(["ADMIN", "SKIP", "UPPER_LEVEL"]),
    samePolicy: random.one(["NONE", "AUTO_PASS_ADJACENT", "AUTO_PASS_ANY"]),
    starterPolicy: random.one(["NORMAL", "SKIP", "UPPER_LEVEL"]),
    rejectReturn: random.one(["BACK_TO_REJECTER", "WALK_AGAIN"]),
    timeLimitHours: random.chance(0.3) ? random.int(1, 40) : null,
    timeoutAction: random.one(["REMIND", "ESCALATE", "PASS", "REJECT", "TRANSFER"]),
    commentRequired: random.one(["NEVER", "ON_REJECT", "ALWAYS"]),
    copyRule: random.chance(0.2) ? { ARRIVE: {}, PASS: {}, END: {} } : {},
  });
}

/** Something somebody might try now; much of it is refused, and that is as good. */
export function randomEvent(random: Random, office: Office): Event {
  const { state, definition } = office;
  const task = state.tasks.length ? random.one(random.chance(0.8) && office.open.length ? office.open : state.tasks) : null;
  const token = random.one(state.tokens.filter(isLive).length ? state.tokens.filter(isLive) : state.tokens);
  const by = random.chance(0.8) ? (task?.assigneeUserId ?? random.one(crowd)) : random.one([...crowd, "starter", "admin"]);
  const admin = { by: random.chance(0.9) ? "admin" : "u1", comment: "needed", secondBy: "admin2" };
  const to = random.one([...crowd, "v1", "v2", "v3"]);
  const late: Event[] = state.timers.filter((t) => t.firedAt === null).map((t) => ({ do: "fire", timerId: t.id }));
  const machine: Event[] = [
    { do: "worked", tokenId: token.id },
    { do: "failed", tokenId: token.id, message: "no answer" },
    { do: "retry", tokenId: token.id, by: "admin" },
    { do: "returned", tokenId: token.id, result: random.one(["PASSED", "REJECTED"]) },
    ...late,
  ];
  const outside: Event[] = [
    { do: "resume", ...admin },
    { do: "suspend", ...admin },
    { do: "jump", ...admin, nodeId: random.one(definition.nodes).id },
    { do: "change", ...admin, variables: { route: random.int(0, 3) }, amount: String(random.int(0, 3)) },
    { do: "leave", userId: random.one(crowd), takerId: random.chance(0.5) ? random.one(crowd) : null },
    { do: "copy", by: "starter", users: some(random, 1, 2) },
    { do: "resubmit", by: "starter", variables: random.chance(0.3) ? { route: random.int(0, 3) } : {} },
  ];
  if (state.instance.status === "SUSPENDED" && random.chance(0.7)) return outside[0]!;
  if (state.instance.status === "REJECTED" && random.chance(0.7)) return outside.at(-1)!;
  if (!task || random.chance(0.25)) return random.one(random.chance(0.6) ? machine : outside);
  const taskId = task.id;
  if (task.assigneeUserId === null && random.chance(0.4)) return { do: "claim", by: random.one(["u1", "u2", "u3", "admin"]), taskId };
  const before = lineOf(
    state,
    state.tokens.find((t) => t.id === task.tokenId)!,
  ).slice(1);
  const walked = random.one(random.chance(0.8) && before.length ? before : state.tokens).nodeId;
  const choices: readonly Event[] = [
    ...Array.from({ length: 8 }, (): Event => ({
      do: "pass",
      by,
      taskId,
      comment: "ok",
      amount: random.chance(0.1) ? String(random.int(0, 3)) : null,
    })),
    { do: "reject", by, taskId, target: random.one(["START", walked, walked, walked]), comment: "no" },
    { do: "reject", by, taskId, target: walked, comment: "no" },
    { do: "claim", by, taskId },
    { do: "unclaim", by, taskId },
    { do: "read", by, taskId },
    { do: "transfer", by, taskId, to },
    { do: "delegate", by, taskId, to },
    { do: "addSign", by, taskId, users: [to, random.one(crowd)], mode: random.one<AddMode>(["BEFORE", "AFTER", "PARALLEL"]) },
    { do: "removeSign", by: state.tasks.find((t) => t.id === task.parentTaskId)?.assigneeUserId ?? by, taskId },
    {
      do: "revoke",
      by: state.deeds.findLast((d) => d.action === "PASS")?.byUserId ?? by,
      taskId: state.deeds.findLast((d) => d.action === "PASS")?.taskId ?? taskId,
    },
    { do: "urge", by: "starter", taskId },
    { do: "reassign", ...admin, taskId, to },
    { do: "reroute", taskId },
  ];
  return random.one(choices);
}
