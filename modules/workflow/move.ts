import type { Me } from "#kernel/entity.ts";
import { user } from "#kernel/platform/user.entity.ts";
import { Refusal, refuse } from "#kernel/refusal.ts";
import { ask, run, set, tell, type Decision, type Effect, type Find, type Holder, type Moment } from "#kernel/rule.ts";
import { Answers } from "./answers.ts";
import { groupNames } from "./group-names.ts";
import { approval } from "./approval.entity.ts";
import type { Definition } from "./engine/definition.ts";
import { nodeOf } from "./engine/definition.ts";
import type { Effect as Wanted, HandlerName } from "./engine/effect.ts";
import type { Event } from "./engine/event.ts";
import type { Foreseen } from "./engine/predict.ts";
import { isOpen, type State } from "./engine/state.ts";
import { closedFlagOf, definitionOf, factOf, matterOf, subjectOf, weightyKeys, type Matter } from "./matter.ts";
import type { Money } from "./money.ts";
import { standInsFor } from "./offered.ts";
import { movedSheet, newSheet, standing, type Names, type SheetDoc } from "./sheet.ts";
import { stateOf, written, type InstanceDoc } from "./stored.ts";
import { foreseen, take, type Taken } from "./take.ts";

/** Everything a step came to and everything that is needed to write it down. */
export interface Move {
  readonly event: Event;
  readonly matter: Matter;
  readonly definition: Definition;
  readonly before: State | null;
  readonly taken: Taken | Refusal;
  readonly sheet: SheetDoc | null;
  readonly ahead: readonly Foreseen[];
  readonly names: Names;
  /** Whoever is in the groups that are told. */
  readonly members: ReadonlyMap<string, readonly string[]>;
  /** Whoever stands in for somebody a task waits for and is offered it, by task. */
  readonly delegates: ReadonlyMap<string, readonly string[]>;
  readonly responsibilities: ReadonlyMap<string, readonly Holder[]>;
  /** Changes of the document itself, made with the decision. */
  readonly edits: Effect[];
  /** What the document is worth, where this step says it. */
  readonly money?: Money;
}

export const definitionFor = (find: Find, doc: InstanceDoc): Promise<Definition> =>
  doc.definition ? Promise.resolve(doc.definition as Definition) : definitionOf(find, doc.modelKey ?? "", doc.version ?? 0);

/** People and groups by name, in one statement each. */
async function namesOf(find: Find, after: State, ahead: readonly Foreseen[], answers: Answers): Promise<Names> {
  const open = after.tasks.filter(isOpen);
  const people = new Set([
    ...open.flatMap((t) => t.assigneeUserId ?? []),
    ...ahead.flatMap((a) => a.people.filter((p) => !p.startsWith("@"))),
  ]);
  const groups = new Set([
    ...open.flatMap((t) => (t.assigneeUserId === null && t.candidateKey ? [t.candidateKey] : [])),
    ...ahead.flatMap((a) => a.people.filter((p) => p.startsWith("@")).map((p) => p.slice(1))),
  ]);
  const found = await Promise.all([...people].map((id) => find.maybe(user, id)));
  const named = await groupNames(find, groups, (group) => answers.members(group), after.instance.starterUserId);
  return new Map([
    ...found.flatMap((u) => (u ? [[u.id as string, u.displayName] as const] : [])),
    ...[...named].map(([group, name]) => [`@${group}`, name[0]] as const),
  ]);
}

/** Responsibilities of those who may take the new tasks that are open to holders of a button. */
async function responsibilitiesOf(find: Find, matter: Matter, before: State | null, after: State): Promise<Map<string, readonly Holder[]>> {
  const known = new Set(before?.tasks.map((t) => t.id));
  const keys = new Set(after.tasks.flatMap((t) => (!known.has(t.id) && t.candidateKey?.startsWith("HOLDS:") ? [t.candidateKey] : [])));
  const found = await Promise.all(
    [...keys].map(async (key) => [key, await find.holders(matter.entity, matter.row, key.slice(6).split("@")[0]!)] as const),
  );
  return new Map(found);
}

/** The process with what its document declares to be weighty: when that changes, the way is walked again. */
export const weighed = (definition: Definition, matter: Matter): Definition => ({
  ...definition,
  routeKeys: [...new Set([...definition.routeKeys, ...weightyKeys(matter)])],
});

/** Walks one step of an instance and gathers what writing it down needs. */
export async function moveOf(
  find: Find,
  at: Moment,
  me: Me,
  given: {
    readonly matter: Matter;
    readonly definition: Definition;
    readonly before: State | null;
    readonly event: Event;
    readonly sheetId: string | null;
  },
): Promise<Move> {
  const { matter, before, event, sheetId } = given;
  const definition = weighed(given.definition, matter);
  const answers = new Answers(find, at, me.zone, matter, definition);
  const taken = await take(definition, before, event, at, answers);
  const none = {
    ahead: [],
    names: new Map(),
    members: new Map(),
    delegates: new Map(),
    responsibilities: new Map(),
    edits: [],
    sheet: null,
  };
  if (taken instanceof Refusal) return { event, matter, definition, before, taken, ...none };
  const sheet = sheetId === null ? null : await find.lock(approval, sheetId);
  const isRunning = ["RUNNING", "SUSPENDED", "ERROR"].includes(taken.state.instance.status);
  // Reading or urging changes nothing of the way ahead.
  const ahead =
    isRunning && !["read", "urge", "copy", "claim", "unclaim"].includes(event.do)
      ? await foreseen(definition, taken.state, answers)
      : isRunning && sheet
        ? keptAhead(sheet)
        : [];
  const groups = new Set(taken.effects.flatMap((e) => (e.kind === "tell" ? e.groups : [])));
  const [names, responsibilities, members] = await Promise.all([
    namesOf(find, taken.state, ahead, answers),
    responsibilitiesOf(find, matter, before, taken.state),
    Promise.all([...groups].map(async (group) => [group, await answers.members(group)] as const)),
  ]);
  const known = new Map(members);
  const delegates = await delegatesOf(find, matter, taken, answers);
  return { event, matter, definition, before, taken, sheet, ahead, names, responsibilities, members: known, delegates, edits: [] };
}

/** The messages that a task waits for somebody. */
const waits = new Set<string>(["BPM_TASK_ARRIVED", "BPM_URGED", "BPM_OVERDUE"]);

/** What waits for somebody, or for whoever takes it, reaches those too who stand in for an absent one. */
async function delegatesOf(find: Find, { entity, bill }: Matter, { state, effects }: Taken, answers: Answers): Promise<Move["delegates"]> {
  const waiting = new Set(effects.flatMap((e) => (e.kind === "tell" && waits.has(e.code) ? [String(e.data["taskId"])] : [])));
  const found = state.tasks
    .filter((t) => isOpen(t) && waiting.has(t.id))
    .map(async ({ id: taskId, assigneeUserId, candidateKey }) => {
      const named = state.candidates.filter((c) => c.taskId === taskId).map((c) => c.userId);
      const candidates = assigneeUserId === null ? [...named, ...(candidateKey ? await answers.members(candidateKey) : [])] : [];
      const about = { entity, billTypeId: bill?.id ?? null, state, taskId, candidates };
      return [taskId, await standInsFor(find, answers.people, about)] as const;
    });
  return new Map(await Promise.all(found));
}

const keptAhead = (sheet: SheetDoc): readonly Foreseen[] =>
  sheet.lines
    .filter((line) => line.predictedFlag === "Y")
    .map((line) => ({
      nodeId: line.nodeId,
      name: [line.nodeName ?? line.nodeId, line.nodeNameEn ?? line.nodeId] as const,
      people: line.approverId ? [line.approverId as string] : line.groupName ? [`@${line.groupName}`] : [],
      now: false,
    }));

/** The step of an instance that exists. */
export async function nextMove(doc: InstanceDoc, find: Find, at: Moment, me: Me, event: Event, given?: Matter): Promise<Move> {
  const [definition, matter] = await Promise.all([
    definitionFor(find, doc),
    given ?? matterOf(find, doc.bizEntity, doc.bizId, doc.submitAction ?? ""),
  ]);
  return moveOf(find, at, me, { matter, definition, before: stateOf(doc), event, sheetId: doc.parentInstanceId === null ? doc.id : null });
}

const handlers: Readonly<Record<HandlerName, "approve" | "reject" | "withdraw" | "stop">> = {
  doApproval: "approve",
  doReject: "reject",
  onWithdraw: "withdraw",
  onStop: "stop",
};

/** Which action of the document answers this end. */
export function callbackOf({ shape, bill }: Pick<Matter, "shape" | "bill">, name: HandlerName): string {
  const what = handlers[name];
  if (what === "approve") return bill?.callbackApprove || shape.approve;
  const reject = bill?.callbackReject || shape.reject;
  // Stopped from above it is as if its starter had taken it back: a draft again, and nothing held for it.
  return what === "reject" ? reject : ((what === "stop" ? shape.stop : undefined) ?? shape.withdraw ?? shape.reject);
}

function outward(move: Move, effect: Wanted, doc: InstanceDoc, me: Me): Effect[] {
  const { matter, taken, definition, members, delegates } = move;
  const { instance, tasks } = (taken as Taken).state;
  const route = formRouteOf(matter);
  const about = {
    subject: instance.subject,
    subjectEn: subjectOf(matter)[1],
    billNum: instance.billNum,
    billTypeCode: instance.billTypeCode,
    instanceId: instance.id,
    instanceNum: doc.instanceNum ?? "",
    bizId: instance.bizId,
    bizEntity: instance.bizEntity,
    formRoute: route,
    user: me.displayName,
  };
  switch (effect.kind) {
    case "handle": {
      // A called process answers whoever called it; the document hears from the caller.
      if (instance.parentInstanceId !== null) return [];
      const { comment } = effect.context;
      const input = { ...effect.context, reason: comment };
      return [run(matter.entity, matter.row.id, callbackOf(matter, effect.name), input)];
    }
    case "tell": {
      const task = tasks.find((t) => t.id === effect.data["taskId"]);
      const [node, nodeEn] = task ? nodeOf(definition, task.nodeId).name : ["", ""];
      const standIns = waits.has(effect.code) && task ? (delegates.get(task.id) ?? []) : [];
      const userIds = [...new Set([...effect.to, ...effect.groups.flatMap((g) => members.get(g) ?? []), ...standIns])].filter(
        (id) => !id.startsWith("system:"),
      );
      return userIds.length ? [tell(effect.code, { comment: "", taskId: "", ...about, node, nodeEn, ...effect.data, userIds })] : [];
    }
    case "work":
      return [tell("BPM_WORK", { ...about, tokenId: effect.tokenId, nodeId: effect.nodeId, code: effect.code })];
    case "send":
      return [tell("BPM_SEND", { ...about, nodeId: effect.nodeId, code: effect.code })];
    case "call":
      return [tell("BPM_CALL", { ...about, tokenId: effect.tokenId, nodeId: effect.nodeId, code: effect.code })];
    case "uncall":
      return [tell("BPM_CALL", { ...about, tokenId: effect.tokenId, code: "", withdraw: true })];
    case "warn":
      return [ask(effect.code, ...effect.text)];
    default:
      return [];
  }
}

/** A request without a page of its own is read by whoever is asked, will be asked or was told: nobody decides on what he cannot see. */
function shared({ matter, before, members, delegates, ahead }: Move, after: State): Effect[] {
  if (!("share" in matter.entity.actions)) return [];
  const of = (state: State | null): readonly string[] =>
    [
      ...(state?.tasks ?? []).flatMap((t) => [t.assigneeUserId, t.ownerUserId]),
      ...(state?.candidates ?? []).map((c) => c.userId),
      ...(state?.copies ?? []).map((c) => c.toUserId),
    ].filter((id): id is string => id !== null);
  const foreseen = before === null ? ahead.flatMap((entry) => entry.people.filter((who) => !who.startsWith("@"))) : [];
  const known = new Set(of(before));
  const fresh = [...new Set([...of(after), ...foreseen, ...[...members.values(), ...delegates.values()].flat()])].filter(
    (id) => !known.has(id),
  );
  const readers = String(matter.row["readers"] ?? "");
  const userIds = fresh.filter((id) => !readers.includes(`,${id},`) && !id.startsWith("system:"));
  return userIds.length ? [run(matter.entity, matter.row.id, "share", { userIds })] : [];
}

export const formRouteOf = ({ bill, entity }: Pick<Matter, "bill" | "entity">): string | null =>
  bill?.formRoute || entity.pages?.edit || entity.pages?.list || null;

const idle = new Set<Event["do"]>(["read"]);

/** Writes a step down: rows of the instance, the sheet, what the document does upon it, whom it tells. */
export function carriedOut(doc: InstanceDoc, move: Move, me: Me): Decision {
  const { taken, matter, definition, before, responsibilities, sheet, event, edits, names } = move;
  if (taken instanceof Refusal) return taken;
  const { state: after, effects } = taken;
  const more = (task: State["tasks"][number]) => {
    const { name } = nodeOf(definition, task.nodeId);
    const candidates = task.candidateKey
      ? responsibilities.get(task.candidateKey)?.filter((h) => h.userId !== after.instance.starterUserId)
      : undefined;
    return {
      nodeName: name[0] || task.nodeId,
      nodeNameEn: name[1] || name[0] || task.nodeId,
      ...(candidates ? { candidateResponsibilities: candidates } : {}),
    };
  };
  const facts = { definition, matter, before, after, ahead: move.ahead, names };
  const { currentNode, currentNodeEn, handlers: who } = standing(facts);
  const [, subjectEn] = subjectOf(matter);
  const intervened = after.deeds.slice(before?.deeds.length ?? 0).some((d) => d.intervened);
  const isCalled = after.instance.parentInstanceId !== null;
  const wantsNews = matter.bill?.chatSyncFlag === "Y" || isCalled;
  return [
    ...edits,
    ...written(doc, effects, more),
    set(doc, {
      currentNode,
      currentNodeEn,
      handlers: who,
      ...move.money,
      ...(intervened ? { intervenedFlag: "Y" } : {}),
      ...(before === null || event.do === "resubmit"
        ? {
            subjectEn,
            closedFlag: closedFlagOf(matter),
            orgId: factOf(matter, "org"),
            supplierId: factOf(matter, "supplier"),
          }
        : {}),
    }),
    ...(sheet
      ? movedSheet(sheet, facts, event.do === "resubmit")
      : before === null && !isCalled
        ? [newSheet(facts, formRouteOf(matter))]
        : []),
    ...effects.flatMap((effect) => outward(move, effect, doc, me)),
    ...shared(move, after),
    wantsNews &&
      !idle.has(event.do) &&
      tell("BPM_MOVED", {
        instanceId: doc.id,
        billTypeCode: after.instance.billTypeCode,
        bizId: after.instance.bizId,
        status: after.instance.status,
        what: event.do,
      }),
  ];
}

export const openExists = () => refuse("BPM_OPEN_EXISTS", "单据已在审批中", "The document is already in approval");
