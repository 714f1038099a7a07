import type { Row } from "#kernel/page-document.ts";
import type { Text } from "#kernel/text.ts";
import { call, type Reply } from "#kernel/web/call.ts";
import type { FixPlace } from "#kernel/web/call-error.ts";
import type { AllowedAction } from "../engine/definition.ts";
import type { InstanceStatus, TaskStatus } from "../engine/state.ts";
import type { Form, Seen } from "#kernel/seen.ts";
import type { bpmInstance } from "../instance.entity.ts";
import type { bpmIntervention } from "../task.entity.ts";

/** A step that is foreseen: who will be asked, as far as today's rules can say. */
export interface ForeseenStep {
  readonly nodeId: string;
  readonly nodeName: string;
  readonly people: readonly string[];
  readonly note?: string | null;
}

export interface Foreseen {
  readonly steps: readonly ForeseenStep[];
  readonly problems?: readonly string[];
  /** Steps whose people the starter chooses before submitting. */
  readonly picks?: readonly { readonly nodeId: string; readonly nodeName: string }[];
}

/** One person at one step of the sheet. */
export interface SheetPerson {
  readonly taskId: string | null;
  readonly userId: string | null;
  /** The person, or the group that may take it. */
  readonly userName: string;
  readonly forUserName?: string | null;
  readonly status: TaskStatus | null;
  readonly taskKind?: string | null;
  readonly action: "PASS" | "REJECT" | "AUTO_PASS" | "DELEGATE" | "ADD_SIGN" | null;
  readonly comment: string;
  readonly note: string | null;
  readonly fileIds?: string | null;
  readonly arrivedAt: string | null;
  readonly doneAt: string | null;
  readonly dueDate: string | null;
  /** Waiting or worked, in minutes. */
  readonly minutes: number | null;
}

/** An approval that stands still or was moved by hand, as the report lists it. */
export type ReportedMatter = Form<typeof bpmInstance> & {
  readonly [K in "instanceId" | "comment" | "at"]?: string | null;
};

/** What has become of a step, or that it is foreseen. */
export type StepState = "DONE" | "CURRENT" | "RETURNED" | "CANCELLED" | "AHEAD";

export interface SheetStep {
  readonly nodeId: string;
  readonly nodeName: string;
  readonly round: number;
  readonly state: StepState;
  readonly people: readonly SheetPerson[];
  /** Why a foreseen step will come, or why it is new. */
  readonly note?: string | null;
}

/** What the reader may do with the task he holds. */
export interface MyTask {
  readonly taskId: string;
  readonly nodeId: string;
  readonly nodeName: string;
  readonly status: TaskStatus;
  readonly taskKind: string;
  readonly dueDate: string | null;
  /** Who lent me the task and keeps the last word. */
  readonly lenderName: string | null;
  readonly allow: readonly AllowedAction[];
  readonly commentRequired: "NEVER" | "ON_REJECT" | "ALWAYS";
  readonly editableFields: readonly string[];
  readonly requiredFields: readonly string[];
  /** Where it may be sent back to, nearest first; the start is START. */
  readonly targets: readonly { readonly target: string; readonly name: string }[];
  /** Steps whose people whoever passes this one chooses. */
  readonly picks: readonly { readonly nodeId: string; readonly nodeName: string }[];
  /** Signers I added who have not acted yet. */
  readonly added: readonly { readonly taskId: string; readonly userName: string }[];
}

export interface SheetFact {
  readonly key: string;
  readonly label: string;
  readonly old?: unknown;
  readonly value: unknown;
  /** The value is a name, not what the field holds. */
  readonly named?: true;
}

export interface Commune {
  readonly id: string;
  readonly askUserId: string;
  readonly askUserName: string;
  readonly toUserIds: readonly string[];
  readonly toUserNames: readonly string[];
  readonly question: string;
  readonly askDate: string;
  readonly status: "OPEN" | "ANSWERED" | "CLOSED";
  readonly replies: readonly {
    readonly id: string;
    readonly userName: string;
    readonly content: string;
    readonly fileIds?: string | null;
    readonly at: string;
  }[];
}

/** Another approval about the same supplier. */
export interface RelatedApproval {
  readonly instanceId: string;
  readonly billNum: string;
  readonly subject: string;
  readonly status: InstanceStatus;
  readonly bizEntity: string;
  readonly bizId: string;
  readonly amount: string | null;
  readonly currency: string | null;
  readonly startedAt: string | null;
}

/** The approval of one document as the reader may see it. */
export interface Sheet {
  readonly approvalId: string | null;
  readonly instanceId: string;
  readonly instanceNum: string;
  readonly status: InstanceStatus;
  readonly round: number;
  readonly starterUserId: string;
  readonly starterName: string;
  readonly startedAt: string;
  readonly modelName: string;
  readonly version: number | null;
  readonly bpmnXml: string | null;
  readonly steps: readonly SheetStep[];
  /** The steps ahead, foreseen from today's facts. */
  readonly mine: MyTask | null;
  readonly may: { readonly withdraw: boolean; readonly urge: boolean; readonly copy: boolean; readonly ask: boolean };
  readonly facts: readonly SheetFact[];
  readonly related?: readonly RelatedApproval[];
  readonly communes: readonly Commune[];
  /** What an administrator did from outside. */
  readonly interventions: readonly string[];
  /** What waits for a second administrator. */
  readonly pending?: readonly Seen<typeof bpmIntervention>[];
  /** What conditions are decided by; administrators alone see it. */
  readonly variables?: Row;
  /** What the clock will do next; administrators alone see it. */
  readonly timers?: readonly {
    readonly id: string;
    readonly kind: "DUE" | "BOUNDARY" | "WAIT" | "RETRY";
    readonly nodeName: string;
    readonly fireAt: string;
  }[];
}

const at = (room: string) => (name: string) => `bpmServer/${room}/${name}`;
const task = at("bpmTaskService");
const list = at("bpmListService");
const history = at("bpmHistoryService");
const process = at("bpmProcessService");
const model = at("bpmModelService");

const data = async <T,>(reply: Promise<Reply<T>>): Promise<T> => (await reply).data;

/** The verbs of a task, as the handbook names them. */
export const tasks = {
  pass: (body: Row) => data<Row>(call(task("doPass"), body)),
  reject: (body: Row) => data<Row>(call(task("doReject"), body)),
  transfer: (body: Row) => data<Row>(call(task("doTransfer"), body)),
  delegate: (body: Row) => data<Row>(call(task("doDelegate"), body)),
  addSign: (body: Row) => data<Row>(call(task("doAddSign"), body)),
  removeSign: (body: Row) => data<Row>(call(task("doRemoveSign"), body)),
  revoke: (taskId: string) => data<Row>(call(task("doRevokeMine"), { taskId })),
  claim: (taskId: string) => data<Row>(call(task("doClaim"), { taskId })),
  unclaim: (taskId: string) => data<Row>(call(task("doUnclaim"), { taskId })),
  batchPass: (taskIds: readonly string[], comment: string) =>
    data<readonly { readonly taskId: string; readonly status: "S" | "E"; readonly msg?: string }[]>(
      call(task("batchPass"), { taskIds, comment }),
    ),
  read: (body: Row) => data<Row>(call(list("doRead"), body)),
};

/** The verbs of a whole approval. */
export const instances = {
  withdraw: (body: Row) => data<Row>(call(list("doWithdraw"), body)),
  urge: (body: Row) => data<Row>(call(list("doUrge"), body)),
  copy: (body: Row) => data<Row>(call(list("doCopy"), body)),
  act: (name: string, body: Row) => data<Row>(call(list(name), body)),
};

/** What would stand in the way of passing a task now, and what would be said about it. */
export const tryPass = (instanceId: string, taskId: string) =>
  data<{
    readonly reasons: readonly { readonly code: string; readonly msg: string; readonly fix?: FixPlace }[];
    readonly notes: readonly { readonly code: string; readonly msg: string }[];
  }>(call(list("whatIf"), { instanceId, action: "doPass", input: { taskId, comment: "-" } }));

/** How long approvals take, where they wait, what stands still and what was moved by hand. */
export const reports = {
  efficiency: (body: Row) => data<readonly Row[]>(call(history("getTaskEfficiency"), body)),
  bottleneck: (body: Row) => data<readonly Row[]>(call(history("getBottleneck"), body)),
  stuck: (body: Row) => data<readonly ReportedMatter[]>(call(history("findStuck"), body)),
  interventions: (body: Row) => data<readonly ReportedMatter[]>(call(history("findInterventions"), body)),
};

export interface TaskPlace {
  readonly route: string;
  readonly query: Readonly<Record<string, string>>;
}

/** Where a task is handled: the document's own page. */
export const taskPlace = (taskId: string): Promise<TaskPlace> => data(call(process("getTaskUrl"), { taskId }));

/** The approval of a document, or null when it never had one. */
export const sheetOf = (bizEntity: string, bizId: string): Promise<Sheet | null> => data(call(history("findTrace"), { bizEntity, bizId }));
export const sheetOfInstance = (instanceId: string): Promise<Sheet> => data(call(history("findTrace"), { instanceId }));

/** The way a document would take if it were submitted now. */
export const predict = (body: Row): Promise<Foreseen> => data(call(process("predict"), body));

/** Walks a process for a document or for made-up values; nothing is written. */
export const simulate = (body: Row): Promise<Foreseen> => data(call(model("simulate"), body));

/** How many matters are on their way in each of these processes. */
export const countRunning = (modelKeys: readonly string[]): Promise<Readonly<Record<string, number>>> =>
  data(call(model("countRunning"), { modelKeys }));

/** Bill types and organisations for which a workflow role finds nobody. */
export interface Gap {
  readonly roleCode: string;
  readonly billTypeCode?: string | null;
  readonly orgName?: string | null;
  readonly categoryName?: string | null;
  readonly msg: string;
}
export const checkGaps = (roleId?: string): Promise<readonly Gap[]> =>
  data(call("bpmServer/bpmRoleService/checkGaps", roleId ? { roleId } : {}));

/** Questions beside the decision. */
export const ask = {
  ask: (body: Row) => data<Row>(call("bpmServer/bpmCommuneService/doAsk", body)),
  reply: (body: Row) => data<Row>(call("bpmServer/bpmCommuneService/doReply", body)),
  close: (body: Row) => data<Row>(call("bpmServer/bpmCommuneService/doCloseAsk", body)),
};

/** What a bill's verbs are called. */
export const verbWords: Readonly<Record<string, Text>> = {
  PASS: ["同意", "Approved"],
  REJECT: ["驳回", "Rejected"],
  AUTO_PASS: ["自动通过", "Passed automatically"],
  DELEGATE: ["委派", "Delegated"],
  ADD_SIGN: ["请人加签", "Added approvers asked"],
};
