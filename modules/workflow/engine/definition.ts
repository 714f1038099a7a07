import type { Text } from "#kernel/text.ts";
import type { FormLine } from "../form.ts";

/** How a node finds its people; the value beside it is the rule's own data. */
export type ApproverRule =
  | "USER"
  | "RESP"
  | "POSITION"
  | "ORG_MANAGER"
  | "CATEGORY_BUYER"
  | "INITIATOR_PICK"
  | "FORMULA"
  | "BPM_ROLE"
  | "LEVEL_CHAIN"
  | "INITIATOR"
  | "INITIATOR_MANAGER"
  | "DOC_FIELD"
  | "PREVIOUS_PICK"
  | "SUPPLIER_CONTACT";

export type MultiMode = "SINGLE" | "ALL" | "ANY" | "VOTE" | "SEQUENTIAL";
export type AllowedAction = "TRANSFER" | "DELEGATE" | "ADD_SIGN" | "REJECT_ANY" | "REJECT_START" | "COPY" | "BATCH" | "EDIT_FIELDS";
export type TimeoutAction = "REMIND" | "ESCALATE" | "PASS" | "REJECT" | "TRANSFER";
export type CopyMoment = "ARRIVE" | "PASS" | "END";

/** What a person's node is set to (BpmNodeConfig). Every key has a value; `nodeSettings` fills in the defaults. */
export interface NodeSettings {
  readonly approverRule: ApproverRule | null;
  readonly ruleValue: Readonly<Record<string, unknown>>;
  readonly multiMode: MultiMode;
  readonly votePercent: number;
  readonly vetoFlag: boolean;
  readonly emptyPolicy: "ADMIN" | "SKIP" | "UPPER_LEVEL" | "ERROR";
  readonly samePolicy: "NONE" | "AUTO_PASS_ADJACENT" | "AUTO_PASS_ANY";
  /** EXCLUDE belongs to the one-step approval: the starter is left out, and nobody else means nobody. */
  readonly starterPolicy: "NORMAL" | "SKIP" | "UPPER_LEVEL" | "EXCLUDE";
  readonly allowActions: readonly AllowedAction[];
  readonly editableFields: readonly string[];
  readonly requiredFields: readonly string[];
  readonly hiddenFields: readonly string[];
  readonly rejectReturn: "BACK_TO_REJECTER" | "WALK_AGAIN";
  readonly timeLimitHours: number | null;
  readonly useCalendar: boolean;
  readonly timeoutAction: TimeoutAction;
  readonly commentRequired: "NEVER" | "ON_REJECT" | "ALWAYS";
  /** Who gets a copy at which moment; how a receiver is found is the rule's own data, asked as a question. */
  readonly copyRule: Readonly<Partial<Record<CopyMoment, unknown>>>;
}

const defaults: NodeSettings = {
  approverRule: null,
  ruleValue: {},
  multiMode: "SINGLE",
  votePercent: 100,
  vetoFlag: true,
  emptyPolicy: "ADMIN",
  samePolicy: "AUTO_PASS_ADJACENT",
  starterPolicy: "UPPER_LEVEL",
  allowActions: ["TRANSFER", "DELEGATE", "ADD_SIGN", "REJECT_ANY", "REJECT_START", "COPY"],
  editableFields: [],
  requiredFields: [],
  hiddenFields: [],
  rejectReturn: "BACK_TO_REJECTER",
  timeLimitHours: null,
  useCalendar: true,
  timeoutAction: "REMIND",
  commentRequired: "ON_REJECT",
  copyRule: {},
};

export const nodeSettings = (given: Partial<NodeSettings> = {}): NodeSettings => ({ ...defaults, ...given });

/** What a node does with a token; work, send and call are BPMN's serviceTask, sendTask and callActivity. */
export type NodeKind =
  | "start"
  | "end"
  | "terminate"
  | "user"
  | "work"
  | "send"
  | "call"
  | "exclusive"
  | "parallel"
  | "inclusive"
  | "timer"
  | "boundary"
  | "pass";

export interface ProcessNode {
  readonly id: string;
  readonly kind: NodeKind;
  readonly name: Text;
  /** Of a user node. */
  readonly settings?: NodeSettings;
  /** Registered handler of work, message config of send, model key of call. */
  readonly code?: string;
  /** Minutes a timer or boundary waits. */
  readonly minutes?: number;
  /** The user node a boundary timer hangs on. */
  readonly attachedTo?: string;
  /** The flow an exclusive or inclusive split takes when no condition holds. */
  readonly defaultFlow?: string;
  readonly supplierVisible?: boolean;
}

export interface Flow {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  /** A rule expression; its truth is asked, never computed here. */
  readonly condition?: string;
}

/** A process as the engine runs it, whether it was drawn in BPMN or listed as a chain. Plain data: stored as nodesJson. */
export interface Definition {
  readonly key: string;
  readonly version: number;
  readonly name: Text;
  readonly nodes: readonly ProcessNode[];
  readonly flows: readonly Flow[];
  /** Variables that decide the way: when one changed since a reject, the walk goes through all nodes again. */
  readonly routeKeys: readonly string[];
  /** The form a free process asks for, as it was when the version was published: conditions may name its fields. */
  readonly form?: readonly FormLine[];
}

export function nodeOf(definition: Definition, id: string): ProcessNode {
  const node = definition.nodes.find((n) => n.id === id);
  if (!node) throw new Error(`process ${definition.key} has no node ${id}`);
  return node;
}

export const settingsOf = (definition: Definition, id: string): NodeSettings => nodeOf(definition, id).settings ?? defaults;

export const flowsFrom = (definition: Definition, id: string): readonly Flow[] => definition.flows.filter((f) => f.from === id);

export const flowsTo = (definition: Definition, id: string): readonly Flow[] => definition.flows.filter((f) => f.to === id);

export function startOf(definition: Definition): ProcessNode {
  const start = definition.nodes.find((n) => n.kind === "start");
  if (!start) throw new Error(`process ${definition.key} has no start`);
  return start;
}

/** Gateways that make several tokens of one and gather them again. */
export const isForking = (node: ProcessNode): boolean => node.kind === "parallel" || node.kind === "inclusive";

export const isSplit = (definition: Definition, node: ProcessNode): boolean => isForking(node) && flowsFrom(definition, node.id).length > 1;

export const isJoin = (definition: Definition, node: ProcessNode): boolean => isForking(node) && flowsTo(definition, node.id).length > 1;
