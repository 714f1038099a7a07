import type { Text } from "#kernel/text.ts";
import { tables, type State, type Variables } from "./state.ts";

type Table = (typeof tables)[keyof typeof tables];

/** The messages of the workflow; the receiver reads the sentence in his own language from the message's template. */
export type Told =
  | "BPM_TASK_ARRIVED"
  | "BPM_URGED"
  | "BPM_OVERDUE"
  | "BPM_PASSED"
  | "BPM_REJECTED"
  | "BPM_STOPPED"
  | "BPM_COPIED"
  | "BPM_ERROR";

export type HandlerName = "doApproval" | "doReject" | "onWithdraw" | "onStop";

/** What a step wants done, all in one transaction with the rows it changes. */
export type Effect =
  | { readonly kind: "insert"; readonly table: Table; readonly id: string; readonly row: Readonly<Record<string, unknown>> }
  | { readonly kind: "update"; readonly table: Table; readonly id: string; readonly patch: Readonly<Record<string, unknown>> }
  | { readonly kind: "drop"; readonly table: Table; readonly id: string }
  /** To users, and to whoever is in the groups when it is sent. */
  | {
      readonly kind: "tell";
      readonly code: Told;
      readonly to: readonly string[];
      readonly groups: readonly string[];
      readonly data: Variables;
    }
  /** The document's own action; when it refuses, the whole step is refused. */
  | { readonly kind: "handle"; readonly name: HandlerName; readonly context: HandlerContext }
  /** Work registered under a code: do it after commit, answer with worked or failed. */
  | { readonly kind: "work"; readonly tokenId: string; readonly nodeId: string; readonly code: string }
  | { readonly kind: "send"; readonly nodeId: string; readonly code: string }
  /** Start another process as a child, answer with returned when it ends; uncall withdraws it. */
  | { readonly kind: "call"; readonly tokenId: string; readonly nodeId: string; readonly code: string }
  | { readonly kind: "uncall"; readonly tokenId: string }
  /** Whoever acts must say that he means it, before anything is done. */
  | { readonly kind: "warn"; readonly code: string; readonly text: Text };

export interface HandlerContext {
  readonly instanceId: string;
  readonly byUserId: string | null;
  readonly comment: string;
  readonly round: number;
}

type Row = { readonly id: string };

const same = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

function rowChanges(table: Table, before: readonly Row[], after: readonly Row[]): Effect[] {
  const known = new Map(before.map((row) => [row.id, row]));
  const rowIds = new Set(after.map((row) => row.id));
  const changes = after.flatMap((row): Effect[] => {
    const old = known.get(row.id) as Readonly<Record<string, unknown>> | undefined;
    if (!old) return [{ kind: "insert", table, id: row.id, row: { ...row } }];
    if (old === (row as unknown)) return [];
    const patch = Object.fromEntries(Object.entries(row).filter(([key, value]) => !same(old[key], value)));
    return Object.keys(patch).length ? [{ kind: "update", table, id: row.id, patch }] : [];
  });
  return [...changes, ...before.filter((row) => !rowIds.has(row.id)).map((row): Effect => ({ kind: "drop", table, id: row.id }))];
}

/** The rows to write, so that what is stored and what was decided cannot differ. Instance first, then tokens, then tasks: the order of locks. */
export function changesBetween(before: State | null, after: State): readonly Effect[] {
  return (Object.keys(tables) as (keyof typeof tables)[]).flatMap((part) =>
    part === "instance"
      ? rowChanges(tables.instance, before ? [before.instance] : [], [after.instance])
      : rowChanges(tables[part], before?.[part] ?? [], after[part]),
  );
}
