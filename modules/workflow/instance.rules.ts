import type { Me } from "#kernel/entity.ts";
import { user } from "#kernel/platform/user.entity.ts";
import { Refusal, refuse, type FieldError } from "#kernel/refusal.ts";
import { rule, set, tell, type Effect, type Find, type Moment, type Rule } from "#kernel/rule.ts";
import { hoursBetween } from "#kernel/time.ts";
import { anyOwn, firstWay, judgedBy, mayAct, type Offer } from "./acting.ts";
import { approval } from "./approval.entity.ts";
import { billType } from "./bill-type.entity.ts";
import { list, noWay, text, type Given } from "./given.ts";
import { bpmInstance } from "./instance.entity.ts";
import { type Matter, type Row, approvalShape, matterOf } from "./matter.ts";
import { newWorth } from "./money.ts";
import { carriedOut, definitionFor, nextMove, type Move } from "./move.ts";
import { standInsFor } from "./offered.ts";
import { People } from "./people.ts";
import { stateOf, type InstanceDoc } from "./stored.ts";
import { adminGroup, noReceiver, notMine, settingsOf, type AddMode, type Channel, type Event, type Instance } from "./terms.ts";

type Verb = keyof typeof bpmInstance.actions & string;

type EventFor = (input: Given, me: Me, doc: InstanceDoc, way: Way) => Event;

/** As whom he acts on a task: for himself unless he takes it from its group for somebody absent. */
type Way = { readonly onBehalfOf?: string };

type TaskDoc = InstanceDoc["tasks"][number];

/** The ways to a task as the engine will ask for them: held, taken for himself, or for a candidate he stands in for. */
async function waysTo(find: Find, at: Moment, doc: InstanceDoc, task: TaskDoc, me: Me): Promise<readonly Offer[]> {
  const { taskKind, candidateKey, assigneeUserId, ownerUserId } = task;
  const isOwn = assigneeUserId === me.userId;
  const kind = isOwn ? "ASSIGNED" : assigneeUserId === null ? "GROUP" : "DELEGATED";
  const { bizId, starterUserId } = doc;
  const own: Offer = { kind, fromUserId: isOwn ? ownerUserId : assigneeUserId, taskKind, candidateKey, bizId, starterUserId };
  if (kind !== "GROUP") return [own];
  const people = new People(find, at);
  const [bill = null] = await find.where(billType, { billTypeCode: doc.billTypeCode }, 1);
  const principals = await people.principalsOf(me.userId, bill?.id ?? null, starterUserId ?? "");
  if (principals.length === 0) return [own];
  const entity = find.entity(doc.bizEntity);
  const row = candidateKey ? ((await find.maybe(entity, bizId)) as unknown as Row | null) : null;
  const candidates = new Set([
    ...doc.candidates.filter((c) => c.taskId === task.id).map((c) => c.userId as string),
    ...(candidateKey ? await people.members(candidateKey, { entity, row }) : []),
  ]);
  const others = principals.filter((id) => candidates.has(id)).map((id): Offer => ({ ...own, fromUserId: id }));
  return candidates.has(me.userId) || others.length === 0 ? [own, ...others] : others;
}

/** The way on which the permits of this moment let him act on the task; what he is to it, the engine asks. */
async function wayOf(find: Find, at: Moment, doc: InstanceDoc, taskId: string, me: Me, channel = ""): Promise<Way | null> {
  const task = doc.tasks.find((t) => t.id === taskId);
  if (!task) return null;
  const ways = await waysTo(find, at, doc, task, me);
  const judges = [...new Set(ways.map((offer) => judgedBy(offer, me)))];
  const standings = await find.standings(find.entity(doc.bizEntity), [doc.bizId], judges);
  const isMessage = channel === "CHAT" || channel === "MAIL";
  const actor = { ...me, responsibilityId: isMessage ? anyOwn : me.responsibilityId };
  const way = firstWay(ways.filter((offer) => mayAct(offer, standings, actor)));
  if (!way) return null;
  return way.kind === "GROUP" && way.fromUserId !== null ? { onBehalfOf: way.fromUserId } : {};
}

/** Whether somebody who is given the task in person could decide it. */
async function mayReceive(find: Find, doc: InstanceDoc, event: Event): Promise<boolean> {
  if (event.do !== "transfer") return true;
  const { bizEntity, bizId, starterUserId } = doc;
  const offer: Offer = { kind: "ASSIGNED", fromUserId: null, taskKind: "APPROVE", candidateKey: null, bizId, starterUserId };
  const standings = await find.standings(find.entity(bizEntity), [bizId], [event.to]);
  return mayAct(offer, standings, { userId: event.to, responsibilityId: anyOwn });
}

const noPermit = () => noReceiver(["该人员没有此单据的数据权限，请另选同事", "This person cannot see the document. Choose someone else"]);

/** People of the own house: whom a task, a copy or a question may be given to. */
async function areInside(find: Find, event: Event): Promise<boolean> {
  const given = event.do === "leave" ? [] : [...("to" in event ? [event.to] : []), ...("users" in event ? event.users : [])];
  const found = await Promise.all(given.map((id) => find.maybe(user, id)));
  return found.every((doc) => doc?.userType === "INTERNAL" && doc.userStatus === "ACTIVE");
}

type Step = { readonly move?: Move; readonly refusal?: Refusal };

async function stepOf(doc: InstanceDoc, find: Find, at: Moment, me: Me, event: Event): Promise<Step> {
  if (!(await areInside(find, event))) return { refusal: noReceiver() };
  return (await mayReceive(find, doc, event)) ? { move: await nextMove(doc, find, at, me, event) } : { refusal: noPermit() };
}

/** A verb that is one event of the engine and nothing else. */
const stepRule = (verb: Verb, eventFor: EventFor): Rule =>
  rule(bpmInstance, verb, {
    reads: (doc, find, input, me, at) => stepOf(doc, find, at, me, eventFor(input, me, doc, {})),
    decide: (doc, { move, refusal }, _, me) => (move ? carriedOut(doc, move, me) : refusal),
  });

/** A verb of whoever has the task: his permits are judged at this moment. */
const taskRule = (verb: Verb, eventFor: EventFor): Rule =>
  rule(bpmInstance, verb, {
    async reads(doc, find, input, me, at): Promise<Step> {
      const way = await wayOf(find, at, doc, text(input, "taskId"), me);
      return way ? stepOf(doc, find, at, me, eventFor(input, me, doc, way)) : { refusal: notMine() };
    },
    decide: (doc, { move, refusal }, _, me) => (move ? carriedOut(doc, move, me) : refusal),
  });

/** The clock reminds whoever has the task, and at last whoever should know. */
const remind = rule(bpmInstance, "remind", {
  async reads(doc, find, input, _, at) {
    const task = doc.tasks.find((t) => t.id === text(input, "taskId"));
    if (!task || !["TODO", "CLAIMED"].includes(task.status)) return { task: null, to: [] };
    const people = new People(find, at);
    const row = (await find.maybe(find.entity(doc.bizEntity), doc.bizId)) as unknown as Row | null;
    const entity = find.entity(doc.bizEntity);
    const candidates = task.assigneeUserId
      ? []
      : [
          ...doc.candidates.filter((c) => c.taskId === task.id).map((c) => c.userId as string),
          ...(task.candidateKey ? await people.members(task.candidateKey, { entity, row }) : []),
        ];
    const holders = task.assigneeUserId ? [task.assigneeUserId as string] : candidates;
    const [bill = null] = await find.where(billType, { billTypeCode: doc.billTypeCode }, 1);
    const about = { entity, billTypeId: bill?.id ?? null, state: stateOf(doc), taskId: task.id, candidates };
    const [standIns, above] = await Promise.all([
      standInsFor(find, people, about),
      escalatedTo(text(input, "escalate"), list(input, "escalateUserIds"), task.assigneeUserId, doc, people),
    ]);
    return { task, to: [...new Set([...holders, ...standIns, ...above])] };
  },
  decide(doc, { task, to }, input, _, at) {
    if (!task) return noWay();
    const h = hoursBetween(task.arrivedAt, at.now);
    const { subject, subjectEn, billNum, billTypeCode, bizId, bizEntity, instanceNum } = doc;
    const about = {
      subject,
      subjectEn,
      billNum,
      billTypeCode,
      bizId,
      bizEntity,
      instanceId: doc.id,
      instanceNum,
      taskId: task.id,
      node: task.nodeName,
      user: "",
      comment: "",
    };
    const byChannels = list(input, "channels");
    return [
      set(task, { remindCount: task.remindCount + 1 }),
      to.length > 0 && tell("BPM_URGED", { ...about, h, userIds: to, ...(byChannels.length ? { byChannels } : {}) }),
    ];
  },
});

function escalatedTo(
  rule: string,
  named: readonly string[],
  assignee: string | null,
  doc: InstanceDoc,
  people: People,
): Promise<readonly string[]> {
  if (rule === "MANAGER" && assignee) return people.above(assignee);
  if (rule === "ADMIN") return people.members(adminGroup, { entity: null, row: null });
  return Promise.resolve(rule === "OWNER" && doc.ownerUserId ? [doc.ownerUserId as string] : rule === "USERS" ? named : []);
}

/** What the decision changes on the document itself: only fields the node opens, and none it needs may stay empty. */
function editsOf(
  doc: InstanceDoc,
  matter: Matter,
  input: Given,
  required: readonly string[],
): { readonly edits: Effect[]; readonly after: Given; readonly opinion: object; readonly refusal: Refusal | null } {
  const fields = (input["fields"] ?? {}) as Given;
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
  if (Object.keys(after).length === 0) return { edits: [], after, opinion: {}, refusal };
  const before = Object.fromEntries(Object.keys(after).map((key) => [key, matter.row[key] ?? null]));
  return { edits: [set(matter.row, after)], after, opinion: { edits: { before, after }, variables: after }, refusal };
}

/** Passing and rejecting: the document is locked with the instance, so that nobody decides on what he did not see. */
const decisionRule = (verb: "doPass" | "doReject"): Rule =>
  rule(bpmInstance, verb, {
    locks(doc, find) {
      const entity = find.entity(doc.bizEntity);
      const shape = approvalShape(entity, doc.submitAction ?? "");
      return [
        [approval, doc.parentInstanceId === null ? doc.id : null],
        [entity, doc.bizId, verb === "doPass" ? shape?.approve : shape?.reject],
      ];
    },
    async reads(doc, find, input, me, at) {
      const entity = find.entity(doc.bizEntity);
      // The sheet comes before the document in the one order of locks: asked for together, both are taken on the way.
      const sheet = doc.parentInstanceId === null ? find.lock(approval, doc.id) : null;
      await Promise.all([sheet, find.lock(entity, doc.bizId)]);
      const [matter, definition] = await Promise.all([
        matterOf(find, doc.bizEntity, doc.bizId, doc.submitAction ?? ""),
        definitionFor(find, doc),
      ]);
      const task = doc.tasks.find((t) => t.id === text(input, "taskId"));
      const way = task ? await wayOf(find, at, doc, task.id, me, text(input, "channel")) : null;
      if (!task || !way) return { refusal: notMine() };
      const settings = settingsOf(definition, task.nodeId);
      const { edits, after, opinion, refusal } = editsOf(doc, matter, input, verb === "doPass" ? settings.requiredFields : []);
      if (refusal) return { refusal };
      const money = await newWorth(find, doc, matter, after, definition);
      const shown = input["docVersion"];
      const stored = Number(matter.row["versionNum"]);
      const given = {
        by: me.userId,
        taskId: task.id,
        ...way,
        comment: text(input, "comment"),
        fileIds: text(input, "fileIds"),
        channel: (text(input, "channel") || "WEB") as Channel,
        ...(typeof shown === "number" ? { version: { shown, stored } } : {}),
        ...(input["nextChosenUsers"] ? { picks: input["nextChosenUsers"] as Instance["picks"] } : {}),
        ...opinion,
        ...(money ? { amount: money.amountBase } : {}),
      };
      const event: Event =
        verb === "doPass" ? { do: "pass", ...given } : { do: "reject", target: text(input, "targetNodeId") || "START", ...given };
      const move = await nextMove(doc, find, at, me, event, matter);
      return { move: { ...move, edits, ...(money ? { money } : {}) } };
    },
    decide: (doc, facts, _, me) => ("refusal" in facts ? facts.refusal : carriedOut(doc, facts.move, me)),
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
const urged = (doc: InstanceDoc, input: Given): string =>
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
        responsibilities: await find.holders(find.entity(doc.bizEntity), row, task.candidateKey!.slice(6).split("@")[0]!),
      })),
    );
    return { found };
  },
  decide: (doc, { found }) =>
    found.map(({ task, responsibilities }) =>
      set(task, { candidateResponsibilities: responsibilities.filter((h) => h.userId !== doc.starterUserId) }),
    ),
});

const reasoned =
  (what: "stop" | "suspend" | "resume"): EventFor =>
  (input, me) => ({ do: what, by: me.userId, comment: text(input, "comment") });
const onTask =
  (what: "claim" | "unclaim" | "removeSign" | "revoke"): EventFor =>
  (input, me, _, way) => ({ do: what, by: me.userId, taskId: text(input, "taskId"), ...way });
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
  decisionRule("doPass"),
  decisionRule("doReject"),
  taskRule("doClaim", onTask("claim")),
  stepRule("doUnclaim", onTask("unclaim")),
  stepRule("doRemoveSign", onTask("removeSign")),
  stepRule("doRevokeMine", onTask("revoke")),
  taskRule("doTransfer", handed("transfer")),
  taskRule("doDelegate", handed("delegate")),
  taskRule("doAddSign", (input, me) => ({
    do: "addSign",
    by: me.userId,
    taskId: text(input, "taskId"),
    users: list(input, "userIds"),
    mode: text(input, "mode") as AddMode,
    comment: text(input, "comment"),
  })),
  stepRule("doWithdraw", (input, me) => ({ do: "withdraw", by: text(input, "starterId") || me.userId, comment: text(input, "comment") })),
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
  read,
  seatCandidates,
  remind,
  stepRule("fire", (input) => ({ do: "fire", timerId: text(input, "timerId") })),
  stepRule("worked", (input) => ({ do: "worked", tokenId: text(input, "tokenId"), variables: (input["variables"] ?? {}) as Given })),
  stepRule("failed", (input) => ({ do: "failed", tokenId: text(input, "tokenId"), message: text(input, "message") })),
  stepRule("doRetry", (input, me, doc) => ({ do: "retry", tokenId: text(input, "tokenId") || failedToken(doc), by: me.userId })),
  stepRule("returned", (input) => ({ do: "returned", tokenId: text(input, "tokenId"), result: text(input, "result") as "PASSED" })),
  stepRule("leave", (input) => ({ do: "leave", userId: text(input, "userId"), takerId: text(input, "takerId") || null })),
  stepRule("reroute", (input) => ({
    do: "reroute",
    taskId: text(input, "taskId"),
    ifLost: input["ifLost"] === "Y",
    not: list(input, "notUserIds"),
  })),
  rule(bpmInstance, "delete", { decide: () => refuse("BPM_KEPT", "审批记录不能删除", "Approval records cannot be deleted") }),
  rule(bpmInstance, "linkChat", { decide: (doc, _, input) => set(doc, { chatInstanceId: text(input, "chatInstanceId") }) }),
];
