import type { Doc } from "#kernel/entity.ts";
import { add, drop, make, set, type Effect } from "#kernel/rule.ts";
import { approval, type approvalLine } from "./approval.entity.ts";
import { nodeOf, type Definition } from "./engine/definition.ts";
import type { Foreseen } from "./engine/predict.ts";
import { isOpen, type Deed, type State, type Task } from "./engine/state.ts";
import { closedFlagOf, subjectOf, summaryOf, type Matter } from "./matter.ts";

export type SheetDoc = Doc<typeof approval>;
type Line = Readonly<Record<string, unknown>>;

/** How people and groups are called. */
export type Names = ReadonlyMap<string, string>;

export interface SheetFacts {
  readonly definition: Definition;
  readonly matter: Matter;
  readonly before: State | null;
  readonly after: State;
  readonly ahead: readonly Foreseen[];
  readonly names: Names;
}

const nodeName = (definition: Definition, id: string | null): readonly [string | null, string | null] => {
  const node = id === null ? undefined : definition.nodes.find((n) => n.id === id);
  return node ? [node.name[0] || node.id, node.name[1] || node.name[0] || node.id] : [id, id];
};

const short = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

/** Where it stands and who has it, in a line of words. */
export function standing({ definition, after, names }: Pick<SheetFacts, "definition" | "after" | "names">): {
  readonly currentNode: string | null;
  readonly currentNodeEn: string | null;
  readonly handlers: string | null;
  readonly arrivedAt: string | null;
} {
  const open = after.tasks.filter(isOpen);
  if (open.length === 0) return { currentNode: null, currentNodeEn: null, handlers: null, arrivedAt: null };
  const nodes = [...new Set(open.map((t) => t.nodeId))].map((id) => nodeName(definition, id));
  const who = open.map((t) => names.get(t.assigneeUserId ?? `@${t.candidateKey ?? ""}`) ?? t.assigneeUserId ?? t.candidateKey ?? "");
  return {
    currentNode: short(nodes.map(([cn]) => cn).join("、"), 400),
    currentNodeEn: short(nodes.map(([, en]) => en).join(", "), 400),
    handlers: short([...new Set(who.filter(Boolean))].join("、"), 1000),
    arrivedAt: open.map((t) => t.arrivedAt).sort()[0] ?? null,
  };
}

function taskLine({ definition, names, after }: SheetFacts, task: Task, seq: number): Line {
  const node = nodeOf(definition, task.nodeId);
  const decided = after.deeds.findLast((d) => d.taskId === task.id && (d.action === "PASS" || d.action === "REJECT"));
  const done = task.status === "DONE" ? decided : undefined;
  const [cn, en] = nodeName(definition, task.nodeId);
  return {
    seq,
    nodeId: task.nodeId,
    nodeName: cn,
    nodeNameEn: en,
    approverId: done?.byUserId ?? task.assigneeUserId,
    groupName: task.assigneeUserId === null && task.candidateKey ? (names.get(`@${task.candidateKey}`) ?? task.candidateKey) : null,
    arrivalDate: task.arrivedAt,
    dueDate: task.dueDate,
    status: task.status,
    result: task.action,
    opinion: task.comment,
    handledDate: task.doneAt,
    delegateFrom: done?.forUserId ?? task.ownerUserId,
    taskId: task.id,
    round: task.round,
    predictedFlag: "N",
    addedFlag: "N",
    supplierVisible: node.supplierVisible ? "Y" : "N",
  };
}

const foreseenKey = (line: Line): string =>
  `${String(line["nodeId"])}|${String(line["approverId"] ?? "")}|${String(line["groupName"] ?? "")}`;

/** Rows that are still to come: one for each person, or one for a group. */
function comingLines({ definition, ahead, after, names }: SheetFacts, known: ReadonlySet<string> | null, from: number): Line[] {
  const coming = ahead
    .filter((foreseen) => !foreseen.now)
    .flatMap((foreseen) => (foreseen.people.length ? foreseen.people : [""]).map((who) => ({ nodeId: foreseen.nodeId, who })));
  return coming.map(({ nodeId, who }, i): Line => {
    const [cn, en] = nodeName(definition, nodeId);
    return {
      seq: from + i,
      nodeId,
      nodeName: cn,
      nodeNameEn: en,
      approverId: who.startsWith("@") || who === "" ? null : who,
      groupName: who.startsWith("@") ? (names.get(who) ?? who.slice(1)) : null,
      round: after.instance.round,
      predictedFlag: "Y",
      addedFlag: known && !known.has(nodeId) ? "Y" : "N",
      supplierVisible: nodeOf(definition, nodeId).supplierVisible ? "Y" : "N",
    };
  });
}

const silent = new Set(["READ", "ARRIVE"]);

function historyLines({ definition, after }: SheetFacts, fresh: readonly Deed[], from: number): Line[] {
  return fresh
    .filter((d) => !silent.has(d.action))
    .map((deed, i): Line => {
      const task = deed.taskId === null ? undefined : after.tasks.find((t) => t.id === deed.taskId);
      const minutes =
        task && ["PASS", "REJECT", "AUTO_PASS"].includes(deed.action) ? Date.parse(deed.at) - Date.parse(task.arrivedAt) : null;
      return {
        seq: from + i + 1,
        action: deed.action,
        fromNode: nodeName(definition, deed.nodeId)[0],
        toNode: deed.targetNodeId === "START" ? "开始" : nodeName(definition, deed.targetNodeId)[0],
        operatorId: deed.byUserId,
        forUserId: deed.forUserId,
        opinion: deed.comment,
        note: deed.note?.[0] ?? null,
        noteEn: deed.note?.[1] ?? null,
        fileIds: deed.fileIds,
        actionDate: deed.at,
        round: deed.round,
        costMinutes: minutes === null ? null : Math.max(0, Math.round(minutes / 60_000)),
        intervened: deed.intervened ? "Y" : "N",
      };
    });
}

/** The head of the sheet as the instance now stands. */
function head(facts: SheetFacts): Line {
  const { instance, copies } = facts.after;
  const { currentNode, currentNodeEn, handlers, arrivedAt } = standing(facts);
  const isMarked = instance.status === "SUSPENDED" || instance.status === "ERROR";
  return {
    status: isMarked ? "RUNNING" : instance.status,
    mark: isMarked ? instance.status : null,
    currentNode,
    currentNodeEn,
    currentApprovers: handlers,
    arrivedAt,
    endDate: instance.endedAt,
    round: instance.round,
    ...(copies.length ? { readers: readersOf(copies.map((c) => c.toUserId)) } : {}),
  };
}

export const readersOf = (userIds: readonly string[], known = ""): string => {
  const all = new Set([...known.split(","), ...userIds].filter(Boolean));
  return all.size ? `,${[...all].join(",")},` : "";
};

/** Old and new of what the card shows, since the last round. */
function differences(matter: Matter, old: Line | null): unknown {
  const now = summaryOf(matter) as Line;
  if (!old) return null;
  const changed = Object.keys(now).filter((key) => JSON.stringify(now[key] ?? null) !== JSON.stringify(old[key] ?? null));
  return changed.map((key) => ({
    key,
    label: matter.entity.fields[key]?.label ?? [key, key],
    old: old[key] ?? null,
    new: now[key] ?? null,
  }));
}

/** A sheet beside a document that has just been submitted. */
export function newSheet(facts: SheetFacts, formRoute: string | null): Effect {
  const { matter, after } = facts;
  const { instance } = after;
  const [title, titleEn] = subjectOf(matter);
  const lines = after.tasks.map((task, i) => taskLine(facts, task, i + 1));
  return make(approval, instance.id, {
    billTypeCode: instance.billTypeCode,
    closedFlag: closedFlagOf(matter),
    bizEntity: instance.bizEntity,
    bizId: instance.bizId,
    bizNo: instance.billNum,
    title,
    titleEn,
    initiatorId: instance.starterUserId,
    startDate: instance.startedAt,
    formRoute,
    bizSnapshot: summaryOf(matter),
    bizVersionNum: Number(matter.row["versionNum"] ?? 0) || null,
    instanceId: instance.id,
    ...head(facts),
    lines: [...lines, ...comingLines(facts, null, lines.length + 1)],
    history: historyLines(facts, after.deeds, 0),
  });
}

/** What a step changes on the sheet; a changed look ahead is shown, not hidden. */
export function movedSheet(sheet: SheetDoc, facts: SheetFacts, resubmitted: boolean): Effect[] {
  const { after, before, matter } = facts;
  const byTask = new Map(sheet.lines.flatMap((line) => (line.taskId ? [[line.taskId, line] as const] : [])));
  const tasks = after.tasks.flatMap((task, i): Effect[] => {
    const line = taskLine(facts, task, i + 1);
    const known = byTask.get(task.id);
    return [known ? set(known, line) : add(sheet, "lines", line)];
  });
  const old = sheet.lines.filter((line) => line.predictedFlag === "Y");
  const isChanged =
    JSON.stringify(before?.instance.variables) !== JSON.stringify(after.instance.variables) ||
    before?.instance.amount !== after.instance.amount;
  const knownNodes = new Set([...old.map((l) => l.nodeId), ...after.tokens.map((t) => t.nodeId)]);
  const coming = comingLines(
    facts,
    isChanged && before?.instance.round === after.instance.round ? knownNodes : null,
    after.tasks.length + 1,
  );
  const same = old.length === coming.length && old.every((line, i) => foreseenKey(line as unknown as Line) === foreseenKey(coming[i]!));
  const { readers, ...top } = head(facts);
  return [
    set(sheet, {
      ...top,
      ...(readers ? { readers: readersOf(String(readers).split(","), sheet.readers ?? "") } : {}),
      ...(resubmitted
        ? {
            closedFlag: closedFlagOf(matter),
            title: subjectOf(matter)[0],
            titleEn: subjectOf(matter)[1],
            bizSnapshot: summaryOf(matter),
            diffJson: differences(matter, sheet.bizSnapshot as Line | null),
          }
        : {}),
    }),
    ...tasks,
    ...(same ? reordered(old, coming) : [...old.map(drop), ...coming.map((line) => add(sheet, "lines", line))]),
    ...historyLines(facts, after.deeds.slice(before?.deeds.length ?? 0), sheet.history.length).map((line) => add(sheet, "history", line)),
  ];
}

const reordered = (old: readonly Doc<typeof approvalLine>[], coming: readonly Line[]): Effect[] =>
  old.map((line, i) => set(line, { seq: coming[i]!["seq"] as number }));
