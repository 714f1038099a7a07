import type { Me } from "#kernel/entity.ts";
import { user } from "#kernel/platform/user.entity.ts";
import { Refusal, refuse, type FieldError } from "#kernel/refusal.ts";
import { add, drop, make, rule, run, set, warn, type Decision, type Effect, type Find, type Moment, type Rule } from "#kernel/rule.ts";
import { approval } from "./approval.entity.ts";
import { settingsOf } from "./engine/definition.ts";
import type { AddMode, Event } from "./engine/event.ts";
import { adminGroup } from "./engine/question.ts";
import { commentNeeded, notAllowed, notMine } from "./engine/refusals.ts";
import type { Channel, Instance, State } from "./engine/state.ts";
import { bpmInstance } from "./instance.entity.ts";
import {
  amountOf,
  definitionOf,
  dimension,
  matterOf,
  numberOf,
  openingOf,
  routeOf,
  subjectOf,
  variablesOf,
  type Matter,
  type Row,
} from "./matter.ts";
import { callbackOf, carriedOut, definitionFor, formRouteOf, moveOf, nextMove, openExists, type Move } from "./move.ts";
import { People } from "./people.ts";
import { stateOf, type InstanceDoc } from "./stored.ts";

type Input = Readonly<Record<string, unknown>>;
type Verb = keyof typeof bpmInstance.actions & string;

const text = (input: Input, key: string): string => (typeof input[key] === "string" ? (input[key] as string) : "");
const list = (input: Input, key: string): readonly string[] => (Array.isArray(input[key]) ? (input[key] as unknown[]).map(String) : []);

type EventFor = (input: Input, me: Me, doc: InstanceDoc) => Event;

/** A verb that is one event of the engine and nothing else. */
const stepRule = (verb: Verb, event: EventFor): Rule =>
  rule(bpmInstance, verb, {
    reads: (doc, find, input, me, at) => nextMove(doc, find, at, me, event(input, me, doc)),
    decide: (doc, move, _, me) => carriedOut(doc, move, me),
  });

const noWay = (): Refusal => refuse("BPM_NOT_MINE", "任务不属于您或已被处理", "The task is not yours or is already handled");

/** Begins an approval, or goes on with one that was rejected; the submitting action waits for it in the same transaction. */
const begin = rule(bpmInstance, "begin", {
  async reads(doc, find, input, me, at) {
    const { bizEntity, bizId, submitAction } = input as { bizEntity: string; bizId: string; submitAction: string };
    const picks = (input["picks"] ?? {}) as Instance["picks"];
    const matter = await matterOf(find, bizEntity, bizId, submitAction);
    const former = await find.where(bpmInstance, {
      billTypeCode: matter.shape.bill,
      bizEntity,
      bizId,
      parentInstanceId: null,
      status: ["RUNNING", "SUSPENDED", "ERROR", "REJECTED"],
    });
    if (former.some((one) => one.status !== "REJECTED")) return { refusal: openExists() };
    const rejected = former.find((one) => one.starterUserId === me.userId && one.tokens.some((t) => t.state === "ACTIVE"));
    if (rejected) {
      const old = await find.lock(bpmInstance, rejected.id);
      const event: Event = {
        do: "resubmit",
        by: me.userId,
        variables: variablesOf(matter),
        amount: amountOf(matter),
        picks,
        comment: text(input, "reason"),
      };
      const move = await moveOf(find, at, me, {
        matter,
        definition: await definitionFor(find, old),
        before: stateOf(old),
        event,
        sheetId: old.id,
      });
      return { matter, old, move };
    }
    const starter = await find.maybe(user, me.userId);
    const opening = openingOf(matter, doc.id, starter?.orgId ?? null);
    const wanted =
      typeof matter.row["modelId"] === "string" && matter.shape.bill === "FREE_FORM" ? await modelKeyOf(find, matter.row["modelId"]) : null;
    const route = await routeOf(find, matter, at, me.zone, wanted);
    if (route.mode === "NONE") return { matter, opening, log: route.log, submitAction };
    const event: Event = { do: "start", by: me.userId, opening, picks };
    const move = await moveOf(find, at, me, { matter, definition: route.definition, before: null, event, sheetId: null });
    return { matter, move, log: route.log, submitAction, made: route.mode === "MADE" ? route.definition : null };
  },
  decide(doc, facts, _, me, at) {
    if ("refusal" in facts) return facts.refusal;
    if ("old" in facts && facts.old) return [drop(doc), ...listed(carriedOut(facts.old, facts.move, me))];
    if ("opening" in facts && facts.opening)
      return [...(facts.log ?? []), ...unasked(doc, facts.matter, facts.opening, facts.submitAction, me, at)];
    const { move, log, submitAction, made } = facts as { move: Move; log: readonly Effect[]; submitAction: string; made: unknown };
    return [...log, set(doc, { submitAction, definition: made } as never), ...listed(carriedOut(doc, move, me))];
  },
});

const listed = (decision: Decision): readonly (Refusal | Effect | false | null | undefined)[] =>
  decision === undefined ? [] : Array.isArray(decision) ? (decision as readonly (Refusal | Effect)[]) : [decision as Refusal | Effect];

async function modelKeyOf(find: Find, modelId: string): Promise<string | null> {
  const model = (await find.maybe(find.entity("BpmModel"), modelId)) as { modelKey?: string } | null;
  return model?.modelKey ?? null;
}

/** Approved at once, and the sheet says that nobody was asked. */
function unasked(
  doc: InstanceDoc,
  matter: Matter,
  opening: ReturnType<typeof openingOf>,
  submitAction: string,
  me: Me,
  at: Moment,
): Effect[] {
  const [subject, subjectEn] = subjectOf(matter);
  const { id: _, ...head } = opening;
  return [
    set(doc, {
      ...head,
      subject,
      subjectEn,
      submitAction,
      starterUserId: me.userId,
      status: "PASSED",
      endResult: "PASSED",
      startedAt: at.now,
      endedAt: at.now,
    } as never),
    make(approval, doc.id, {
      ...{ billTypeCode: opening.billTypeCode, bizEntity: opening.bizEntity, bizId: opening.bizId, bizNo: numberOf(matter) },
      ...{ title: subject, titleEn: subjectEn, initiatorId: me.userId, startDate: at.now, endDate: at.now, status: "PASSED" },
      ...{ formRoute: formRouteOf(matter), instanceId: doc.id, round: 1 },
      history: [{ seq: 1, action: "NO_APPROVAL", operatorId: me.userId, actionDate: at.now, note: "免审", noteEn: "No approval needed" }],
    } as never),
    run(matter.entity, matter.row.id, callbackOf(matter, "doApproval") as never, { comment: "", reason: "免审" } as never),
  ];
}

/** What the decision changes on the document itself: only fields the node opens, and none it needs may stay empty. */
function editsOf(
  doc: InstanceDoc,
  matter: Matter,
  input: Input,
  required: readonly string[],
): { readonly edits: Effect[]; readonly opinion: object; readonly refusal: Refusal | null } {
  const fields = (input["fields"] ?? {}) as Input;
  const after = Object.fromEntries(Object.entries(fields).filter(([key, value]) => value !== matter.row[key]));
  const lacking = required.filter((key) => {
    const value = key in fields ? fields[key] : matter.row[key];
    return value === null || value === undefined || value === "";
  });
  const errors = lacking.map((key): FieldError => {
    const [cn, en] = matter.entity.fields[key]?.label ?? [key, key];
    return { path: key, code: "FIELD_REQUIRED", text: [`请填写${cn}`, `${en} is required`] };
  });
  const refusal = errors.length
    ? refuse("FIELD_INVALID", errors.map((e) => e.text[0]).join("；"), errors.map((e) => e.text[1]).join("; "), { fieldErrors: errors })
    : null;
  if (Object.keys(after).length === 0) return { edits: [], opinion: {}, refusal };
  const before = Object.fromEntries(Object.keys(after).map((key) => [key, matter.row[key] ?? null]));
  const amountKey = dimension(matter, "amount");
  const amount = amountKey !== null && amountKey in after ? { amount: after[amountKey] === null ? null : String(after[amountKey]) } : {};
  return { edits: [set(matter.row, after as never)], opinion: { edits: { before, after }, variables: after, ...amount }, refusal };
}

/** Passing and rejecting: the document is locked with the instance, so that nobody decides on what he did not see. */
const decisionRule = (verb: "doPass" | "doReject"): Rule =>
  rule(bpmInstance, verb, {
    async reads(doc, find, input, me, at) {
      await find.lock(find.entity(doc.bizEntity), doc.bizId);
      const [matter, definition] = await Promise.all([
        matterOf(find, doc.bizEntity, doc.bizId, doc.submitAction ?? ""),
        definitionFor(find, doc),
      ]);
      const task = doc.tasks.find((t) => t.id === text(input, "taskId"));
      if (!task) return { refusal: notMine() };
      const settings = settingsOf(definition, task.nodeId);
      const { edits, opinion, refusal } = editsOf(doc, matter, input, verb === "doPass" ? settings.requiredFields : []);
      if (refusal) return { refusal };
      const shown = input["docVersion"];
      const stored = Number(matter.row["versionNum"]);
      const said = {
        by: me.userId,
        taskId: task.id,
        comment: text(input, "comment"),
        fileIds: text(input, "fileIds"),
        channel: (text(input, "channel") || "WEB") as Channel,
        ...(typeof shown === "number" ? { version: { shown, stored } } : {}),
        ...(input["nextChosenUsers"] ? { picks: input["nextChosenUsers"] as Instance["picks"] } : {}),
        ...opinion,
      };
      const event: Event =
        verb === "doPass" ? { do: "pass", ...said } : { do: "reject", target: text(input, "targetNodeId") || "START", ...said };
      const move = await nextMove(doc, find, at, me, event, matter);
      return { move: { ...move, edits } };
    },
    decide: (doc, facts, _, me) => ("refusal" in facts ? facts.refusal : carriedOut(doc, facts.move, me)),
  });

type Kind = "JUMP" | "REASSIGN" | "CHANGE" | "MIGRATE";

/** The event of an intervention, from what was asked for. */
function interventionEvent(kind: Kind, input: Input, by: string, secondBy?: string): Event {
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
    const asked = doc.interventions.find((one) => one.id === text(input, "interventionId") && one.decision === "PENDING");
    if (!asked) return { refusal: noWay() };
    const admins = await new People(find, at).members(adminGroup, { entity: null, row: null });
    if (!admins.includes(me.userId) || asked.byUserId === me.userId) return { refusal: notAllowed() };
    if (input["agree"] === "N") return { asked };
    return {
      asked,
      move: await nextMove(doc, find, at, me, interventionEvent(asked.kind as Kind, asked.detail as Input, asked.byUserId!, me.userId)),
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
    const admins = await new People(find, at).members(adminGroup, { entity: null, row: null });
    if (!admins.includes(me.userId)) return { refusal: notAllowed() };
    if (doc.definition || !doc.modelKey) return { refusal: refuse("BPM_NO_MODEL", "未找到适用流程", "No applicable process") };
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
      set(doc, { version: Number(input["version"]), lockVersion: doc.lockVersion + 1, intervenedFlag: "Y" } as never),
      add(doc, "deeds", {
        ...line,
        id,
        note: [`版本 ${doc.version} → ${String(input["version"])}`, `Version ${doc.version} → ${String(input["version"])}`],
      }),
    ];
  },
});

/** Reading a task, or the copies one got. */
const read = rule(bpmInstance, "doRead", {
  async reads(doc, find, input, me, at): Promise<{ move?: Move }> {
    return text(input, "taskId")
      ? { move: await nextMove(doc, find, at, me, { do: "read", by: me.userId, taskId: text(input, "taskId") }) }
      : {};
  },
  decide(doc, { move }, _, me, at) {
    if (move) return carriedOut(doc, move, me);
    return doc.copies.filter((c) => c.toUserId === me.userId && c.readAt === null).map((c) => set(c, { readAt: at.now }));
  },
});

/** The task urged: the one named, else the first that is open. */
const urged = (doc: InstanceDoc, input: Input): string =>
  text(input, "taskId") || (stateOf(doc).tasks.find((t) => ["TODO", "CLAIMED"].includes(t.status))?.id ?? "");

const failedToken = (doc: InstanceDoc): string => doc.tokens.find((t) => t.error !== null && t.state === "ACTIVE")?.id ?? "";

/** Who may take a group's task now, written on it for the lists. */
const seatCandidates = rule(bpmInstance, "seatCandidates", {
  async reads(doc, find) {
    const open = doc.tasks.filter((t) => t.status === "TODO" && t.assigneeUserId === null && t.candidateKey?.startsWith("HOLDS:"));
    if (open.length === 0) return { found: [] };
    const row = (await find.one(find.entity(doc.bizEntity), doc.bizId)) as unknown as Row;
    const found = await Promise.all(
      open.map(async (task) => ({
        task,
        hats: await find.holders(find.entity(doc.bizEntity), row, task.candidateKey!.slice(6).split("@")[0]!),
      })),
    );
    return { found };
  },
  decide: (doc, { found }) =>
    found.map(({ task, hats }) => set(task, { candidateHats: hats.filter((h) => h.userId !== doc.starterUserId) as never })),
});

const reasoned =
  (what: "stop" | "suspend" | "resume"): EventFor =>
  (input, me) => ({ do: what, by: me.userId, comment: text(input, "comment") });
const onTask =
  (what: "claim" | "unclaim" | "removeSign" | "revoke"): EventFor =>
  (input, me) => ({ do: what, by: me.userId, taskId: text(input, "taskId") });
const handed =
  (what: "transfer" | "delegate"): EventFor =>
  (input, me) => ({
    do: what,
    by: me.userId,
    taskId: text(input, "taskId"),
    to: text(input, "toUserId"),
    comment: text(input, "comment"),
  });

export const instanceRules: readonly Rule[] = [
  begin,
  decisionRule("doPass"),
  decisionRule("doReject"),
  stepRule("doClaim", onTask("claim")),
  stepRule("doUnclaim", onTask("unclaim")),
  stepRule("doRemoveSign", onTask("removeSign")),
  stepRule("doRevokeMine", onTask("revoke")),
  stepRule("doTransfer", handed("transfer")),
  stepRule("doDelegate", handed("delegate")),
  stepRule("doAddSign", (input, me) => ({
    do: "addSign",
    by: me.userId,
    taskId: text(input, "taskId"),
    users: list(input, "userIds"),
    mode: text(input, "mode") as AddMode,
    comment: text(input, "comment"),
  })),
  stepRule("doWithdraw", (input, me) => ({ do: "withdraw", by: me.userId, comment: text(input, "comment") })),
  stepRule("doUrge", (input, me, doc) => ({ do: "urge", by: me.userId, taskId: urged(doc, input) })),
  stepRule("doCopy", (input, me) => ({
    do: "copy",
    by: me.userId,
    users: list(input, "userIds"),
    comment: text(input, "comment"),
    ...(text(input, "taskId") ? { taskId: text(input, "taskId") } : {}),
  })),
  stepRule("doStop", reasoned("stop")),
  stepRule("doSuspend", reasoned("suspend")),
  stepRule("doResume", reasoned("resume")),
  interventionRule("doJump", "JUMP"),
  interventionRule("doReassign", "REASSIGN"),
  interventionRule("doChange", "CHANGE"),
  confirm,
  migrate,
  read,
  seatCandidates,
  stepRule("fire", (input) => ({ do: "fire", timerId: text(input, "timerId") })),
  stepRule("worked", (input) => ({ do: "worked", tokenId: text(input, "tokenId"), variables: (input["variables"] ?? {}) as Input })),
  stepRule("failed", (input) => ({ do: "failed", tokenId: text(input, "tokenId"), message: text(input, "message") })),
  stepRule("doRetry", (input, me, doc) => ({ do: "retry", tokenId: text(input, "tokenId") || failedToken(doc), by: me.userId })),
  stepRule("returned", (input) => ({ do: "returned", tokenId: text(input, "tokenId"), result: text(input, "result") as "PASSED" })),
  stepRule("leave", (input) => ({ do: "leave", userId: text(input, "userId"), takerId: text(input, "takerId") || null })),
  stepRule("reroute", (input) => ({ do: "reroute", taskId: text(input, "taskId") })),
  rule(bpmInstance, "linkChat", { decide: (doc, _, input) => set(doc, { chatInstanceId: text(input, "chatInstanceId") } as never) }),
];

export type { State };
