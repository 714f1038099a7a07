import type { Text } from "#kernel/text.ts";
import type { Event } from "./event.ts";

export type InstanceStatus = "RUNNING" | "SUSPENDED" | "PASSED" | "REJECTED" | "WITHDRAWN" | "STOPPED" | "ERROR";
export type TaskStatus = "TODO" | "CLAIMED" | "DONE" | "CANCELLED" | "TRANSFERRED" | "WAITING_SIGN";
export type TokenState = "ACTIVE" | "WAITING_JOIN" | "DONE" | "CANCELLED";
export type TaskKind = "APPROVE" | "ADD_SIGN_BEFORE" | "ADD_SIGN_AFTER" | "CONFIRM" | "FREE";
export type Channel = "WEB" | "CHAT" | "MAIL" | "API";
export type Variables = Readonly<Record<string, unknown>>;

/** One approval of one document (BpmInstance). */
export interface Instance {
  readonly id: string;
  readonly modelKey: string;
  readonly version: number;
  readonly billTypeCode: string;
  readonly bizEntity: string;
  readonly bizId: string;
  readonly billNum: string;
  readonly subject: string;
  readonly starterUserId: string;
  readonly starterOrgId: string | null;
  readonly status: InstanceStatus;
  readonly variables: Variables;
  /** In base currency; null where the bill has no amount. */
  readonly amount: string | null;
  readonly withdrawPolicy: "BEFORE_FIRST_ACTION" | "UNTIL_END" | "NEVER";
  /** Besides the administrators, who may stop it. */
  readonly ownerUserId: string | null;
  /** Whom people chose for nodes that are picked by the starter or by the node before. */
  readonly picks: Readonly<Record<string, readonly string[]>>;
  readonly round: number;
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly endResult: InstanceStatus | null;
  readonly suspendedAt: string | null;
  readonly parentInstanceId: string | null;
  /** Counts the steps; new rows take their ids from it. */
  readonly lockVersion: number;
}

/** One of the n signers of a node; a seat without a person is open to its candidates. */
export interface Seat {
  readonly userId: string | null;
  /** People who may claim the seat, fixed when the node was reached. */
  readonly users: readonly string[];
  /** Or a role whose members are asked for anew at every claim. */
  readonly group: string | null;
  /** Who joined the signers by a parallel add-sign, and by whose task. */
  readonly addedBy?: string;
  /** Taken away again: it no longer counts. */
  readonly removed?: boolean;
}

/** One visit of one node (BpmToken): it is never moved, leaving makes the next one. */
export interface Token {
  readonly id: string;
  readonly nodeId: string;
  readonly state: TokenState;
  /** The open branches it stands in: /fork token>flow for each, outermost first. A join gathers the tokens of one fork. */
  readonly branchPath: string;
  readonly loopRound: number;
  /** The token it came from; after a join that is the token of the split, so the line of `fromId` never enters a closed branch. */
  readonly fromId: string | null;
  readonly seats: readonly Seat[];
  /** After a return: the token that was rejected and the facts that decide the way, as they were then. */
  readonly back: { readonly tokenId: string; readonly facts: Variables } | null;
  /** Why its work failed. */
  readonly error: string | null;
}

/** What one person, or whoever claims it, has to do (BpmTask). */
export interface Task {
  readonly id: string;
  readonly tokenId: string;
  readonly nodeId: string;
  readonly seat: number;
  readonly round: number;
  readonly taskKind: TaskKind;
  readonly assigneeUserId: string | null;
  /** Who lent it away and has the last word. */
  readonly ownerUserId: string | null;
  readonly candidateKey: string | null;
  readonly status: TaskStatus;
  readonly arrivedAt: string;
  readonly claimedAt: string | null;
  readonly readAt: string | null;
  readonly dueDate: string | null;
  /** Since when its time limit stands still. */
  readonly pausedAt: string | null;
  readonly doneAt: string | null;
  readonly action: "PASS" | "REJECT" | "AUTO_PASS" | null;
  readonly comment: string;
  readonly fileIds: string;
  readonly urgeCount: number;
  readonly parentTaskId: string | null;
  readonly sourceChannel: Channel | null;
}

export interface Candidate {
  readonly id: string;
  readonly taskId: string;
  readonly userId: string;
}

export interface Copy {
  readonly id: string;
  readonly taskId: string | null;
  readonly toUserId: string;
  readonly reason: string;
  readonly readAt: string | null;
}

export interface Timer {
  readonly id: string;
  readonly taskId: string | null;
  readonly tokenId: string | null;
  readonly kind: "DUE" | "BOUNDARY" | "WAIT" | "RETRY";
  readonly nodeId: string;
  readonly fireAt: string;
  readonly firedAt: string | null;
}

/** One line of history (BpmTaskAction): appended, never changed. */
export interface Deed {
  readonly id: string;
  readonly taskId: string | null;
  readonly nodeId: string | null;
  readonly action: string;
  readonly byUserId: string | null;
  readonly forUserId: string | null;
  readonly targetNodeId: string | null;
  readonly targetUserIds: readonly string[];
  readonly comment: string;
  readonly fileIds: string;
  readonly at: string;
  readonly round: number;
  readonly beforeJson: Variables | null;
  readonly afterJson: Variables | null;
  /** What the engine says about it, in both languages. */
  readonly note: Text | null;
  /** Done by an administrator from outside; shown for ever. */
  readonly intervened: boolean;
  /** On the first line of each step: what happened and what the questions were answered, enough to walk it again. */
  readonly replay: { readonly event: Event; readonly answers: Readonly<Record<string, unknown>> } | null;
}

/** Everything about one instance, as plain rows, each list in the order of its ids. */
export interface State {
  readonly instance: Instance;
  readonly tokens: readonly Token[];
  readonly tasks: readonly Task[];
  readonly candidates: readonly Candidate[];
  readonly copies: readonly Copy[];
  readonly timers: readonly Timer[];
  readonly deeds: readonly Deed[];
}

export const isLive = (token: Token): boolean => token.state === "ACTIVE" || token.state === "WAITING_JOIN";

export const isOpen = (task: Task): boolean => task.status === "TODO" || task.status === "CLAIMED" || task.status === "WAITING_SIGN";

/** Somebody can act on it now. */
export const isActionable = (task: Task): boolean => task.status === "TODO" || task.status === "CLAIMED";

export const tokenOf = (state: { readonly tokens: readonly Token[] }, id: string): Token => {
  const token = state.tokens.find((t) => t.id === id);
  if (!token) throw new Error(`no token ${id}`);
  return token;
};

/** The tokens this one came through, itself first: its own branch and what lies before its splits. */
export function lineOf(state: { readonly tokens: readonly Token[] }, token: Token): readonly Token[] {
  const known = new Map(state.tokens.map((t) => [t.id, t]));
  const line: Token[] = [];
  for (let at: Token | undefined = token; at; at = at.fromId === null ? undefined : known.get(at.fromId)) line.push(at);
  return line;
}

/** The table each list of rows is stored in. */
export const tables = {
  instance: "BpmInstance",
  tokens: "BpmToken",
  tasks: "BpmTask",
  candidates: "BpmTaskCandidate",
  copies: "BpmCopy",
  timers: "BpmTimer",
  deeds: "BpmTaskAction",
} as const;
