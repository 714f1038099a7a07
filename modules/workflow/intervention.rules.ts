import { Refusal, refuse } from "#kernel/refusal.ts";
import { add, isSelf, rule, set, warn, type Rule } from "#kernel/rule.ts";
import { listed, noWay, text, type Given } from "./given.ts";
import { bpmInstance } from "./instance.entity.ts";
import { definitionOf } from "./matter.ts";
import { carriedOut, nextMove, type Move } from "./move.ts";
import { People } from "./people.ts";
import type { InstanceDoc } from "./stored.ts";
import { adminGroup, commentNeeded, notAllowed, type Event } from "./terms.ts";

type Kind = "JUMP" | "REASSIGN" | "CHANGE" | "MIGRATE";

/** The event of an intervention, from what was asked for. */
function interventionEvent(kind: Kind, input: Given, by: string, secondBy?: string): Event {
  const who = { by, comment: text(input, "comment"), ...(secondBy ? { secondBy } : {}) };
  if (kind === "JUMP") return { do: "jump", nodeId: text(input, "nodeId"), ...who };
  if (kind === "REASSIGN") return { do: "reassign", taskId: text(input, "taskId"), to: text(input, "toUserId"), ...who };
  const { amount, ...variables } = (input["variables"] ?? {}) as Record<string, unknown>;
  return {
    do: "change",
    variables: amount === undefined ? variables : { ...variables, amount },
    ...(amount === undefined ? {} : { amount: amount === null ? null : String(amount) }),
    ...who,
  };
}

/** What an administrator does from outside; above the limit it waits for a second one and nothing happens until then. */
const interventionRule = (verb: "doJump" | "doReassign" | "doChange", kind: Kind): Rule =>
  rule(bpmInstance, verb, {
    reads: (doc, find, input, me, at) => nextMove(doc, find, at, me, interventionEvent(kind, input, me.userId)),
    decide(doc, move, input, me, at) {
      if (!(move.taken instanceof Refusal) || move.taken.code !== "BPM_FOUR_EYES") return carriedOut(doc, move, me);
      return [
        add(doc, "interventions", {
          kind,
          detail: { ...input },
          byUserId: me.userId,
          reason: text(input, "comment"),
          askedAt: at.now,
          decision: "PENDING",
        }),
        warn(
          "BPM_FOUR_EYES",
          "金额超过限额，已提交，待另一名流程管理员确认",
          "Above the limit: waiting for a second workflow administrator",
        ),
      ];
    },
  });

const confirm = rule(bpmInstance, "doConfirm", {
  async reads(doc, find, input, me, at) {
    const asked = doc.interventions.find(
      (intervention) => intervention.id === text(input, "interventionId") && intervention.decision === "PENDING",
    );
    if (!asked) return { refusal: noWay() };
    const admins = await new People(find, at).members(adminGroup, { entity: null, row: null });
    if (!admins.includes(me.userId) || isSelf(me, asked.byUserId)) return { refusal: notAllowed() };
    if (input["agree"] === "N") return { asked };
    return {
      asked,
      move: await nextMove(doc, find, at, me, interventionEvent(asked.kind as Kind, asked.detail as Given, asked.byUserId!, me.userId)),
    };
  },
  decide(doc, facts, _, me, at) {
    if ("refusal" in facts) return facts.refusal;
    const { asked, move } = facts as { asked: InstanceDoc["interventions"][number]; move?: Move };
    const decided = set(asked, { decision: move ? "CONFIRMED" : "REFUSED", secondUserId: me.userId, decidedAt: at.now });
    return [decided, ...(move ? listed(carriedOut(doc, move, me)) : [])];
  },
});

/** Moves a running instance to another published version that still has every node it stands on. */
const migrate = rule(bpmInstance, "doMigrate", {
  async reads(doc, find, input, me, at) {
    if (doc.definition || !doc.modelKey) return { refusal: refuse("BPM_NO_MODEL", "未找到适用流程", "No applicable process") };
    const admins = await new People(find, at).members(adminGroup, { entity: null, row: null });
    if (!admins.includes(me.userId)) return { refusal: notAllowed() };
    const target = await definitionOf(find, doc.modelKey, Number(input["version"]));
    const known = new Set(target.nodes.map((n) => n.id));
    const missing = [...new Set(doc.tokens.filter((t) => !known.has(t.nodeId)).map((t) => t.nodeId))];
    return { missing };
  },
  decide(doc, facts, input, me, at) {
    if ("refusal" in facts) return facts.refusal;
    const names = facts.missing.join(", ");
    if (facts.missing.length) return refuse("BPM_MIGRATE", `目标版本缺少节点：${names}`, `The version lacks nodes: ${names}`);
    if (!text(input, "comment").trim()) return commentNeeded();
    const line = {
      action: "MIGRATE",
      byUserId: me.userId,
      comment: text(input, "comment"),
      at: at.now,
      round: doc.round,
      intervened: "Y",
      targetUserIds: [],
    };
    const id = `${doc.id}-${String(doc.lockVersion + 1).padStart(5, "0")}-0001`;
    return [
      set(doc, { version: Number(input["version"]), lockVersion: doc.lockVersion + 1, intervenedFlag: "Y" }),
      add(doc, "deeds", {
        ...line,
        id,
        note: [`版本 ${doc.version} → ${String(input["version"])}`, `Version ${doc.version} → ${String(input["version"])}`],
      }),
    ];
  },
});

export const interventionRules: readonly Rule[] = [
  interventionRule("doJump", "JUMP"),
  interventionRule("doReassign", "REASSIGN"),
  interventionRule("doChange", "CHANGE"),
  confirm,
  migrate,
];
