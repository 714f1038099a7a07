import type { Entity, Verb } from "../../entity.ts";
import type { Row } from "../../page-document.ts";
import { callPath } from "../../page.ts";
import type { Press, Save, Seen } from "../../seen.ts";
import { call } from "../call.ts";
import type { CallOptions, Reply } from "../call.ts";
import type { FixPlace } from "../call-error.ts";

/** One condition of an action, met or not, in words. */
export interface Condition {
  readonly ok: boolean;
  readonly code: string;
  readonly msg: string;
  /** The page that puts it right, where the reader may open it. */
  readonly fix?: FixPlace;
}

export interface Note {
  readonly code: string;
  readonly msg: string;
}

export interface WhyNotAnswer {
  readonly allowed: boolean;
  readonly reasons: readonly Condition[];
}

/** One document that an action would make or change. */
export interface Consequence {
  readonly entity: string;
  readonly label: string;
  readonly id: string;
  readonly number: string | null;
  readonly made: boolean;
  readonly fields: readonly { readonly key: string; readonly label: string; readonly old: unknown; readonly new: unknown }[];
}

export interface WhatIfAnswer extends WhyNotAnswer {
  readonly notes: readonly Note[];
  readonly changes: readonly Consequence[];
  readonly tells: readonly string[];
  /** Questions that will be asked when it is done. */
  readonly asks?: readonly Note[];
}

export interface HistoryEntry {
  readonly at: string;
  readonly userName: string;
  readonly displayName: string;
  readonly action: string;
  readonly label: string;
  readonly why: string | null;
  readonly sealed: boolean;
  readonly changes: readonly { readonly path: string; readonly label: string; readonly old: unknown; readonly new: unknown }[];
}

export interface Usage {
  readonly entity: string;
  readonly label: string;
  readonly count: number;
  readonly route: string | null;
}

/** What an action brought: the document as it is now, notes worth reading, and what is shown this once. */
export interface Acted<E extends Entity = Entity> {
  readonly document: Seen<E>;
  readonly notes: readonly Note[];
  readonly revealed: Row | null;
}

export interface BatchAnswer {
  readonly id: string;
  readonly status: "S" | "E";
  readonly code?: string;
  readonly msg?: string;
}

const ask = <T>(e: Entity, name: string, body: object, options?: CallOptions): Promise<Reply<T>> =>
  call<T>(callPath(e, name), body, options);

function actedOf<E extends Entity>(reply: Reply<Seen<E>>): Acted<E> {
  const { notes, revealed } = reply as { notes?: readonly Note[]; revealed?: Row };
  return { document: reply.data, notes: notes ?? [], revealed: revealed ?? null };
}

/** Actions that happen together answer with documents; those that happen one by one say how each went. */
const answersOf = (data: unknown): readonly BatchAnswer[] => {
  const list = (Array.isArray(data) ? data : [data]) as readonly Partial<BatchAnswer>[];
  return list
    .filter(Boolean)
    .map((batchAnswer) =>
      batchAnswer.status === "S" || batchAnswer.status === "E" ? (batchAnswer as BatchAnswer) : { id: String(batchAnswer.id), status: "S" },
    );
};

/** The calls every entity answers, by their meaning. */
export const entityCall = {
  page: <E extends Entity>(e: E, query: object, signal?: AbortSignal) => ask<Seen<E>[]>(e, "listByPage", query, signal ? { signal } : {}),
  find: async <E extends Entity>(e: E, id: string): Promise<Seen<E>> => (await ask<Seen<E>>(e, "findById", { id })).data,
  save: async <E extends Entity>(e: E, body: Save<E>): Promise<Acted<E>> => actedOf<E>(await ask(e, "saveOrUpdate", body)),
  /** Several rows in one transaction: all are saved or none. */
  saveMany: async <E extends Entity>(e: E, rows: readonly Save<E>[], confirmed: readonly string[] = []): Promise<readonly Seen<E>[]> =>
    (await ask<readonly Seen<E>[]>(e, "doBatchSaveOrUpdate", { rows, ...(confirmed.length > 0 ? { confirmed } : {}) })).data,
  remove: (e: Entity, id: string, versionNum?: unknown) =>
    ask<unknown>(e, "delete", { id, ...(versionNum === undefined ? {} : { versionNum }) }),
  removeMany: (e: Entity, ids: readonly string[]) => ask<unknown>(e, "doBatchDelete", { ids }),
  act: async <E extends Entity, A extends Verb<E>>(e: E, action: A, body: Press<E, A>): Promise<Acted<E>> =>
    actedOf<E>(await ask(e, action, body)),
  actMany: async <E extends Entity, A extends Verb<E>>(e: E, action: A, body: Press<E, A>): Promise<readonly BatchAnswer[]> =>
    answersOf((await ask<unknown>(e, action, body)).data),
  whyNot: async (e: Entity, id: string, action: string, input?: Row): Promise<WhyNotAnswer> =>
    (await ask<WhyNotAnswer>(e, "whyNot", { id, action, ...(input ? { input } : {}) })).data,
  whatIf: async (e: Entity, id: string, action: string, input?: Row): Promise<WhatIfAnswer> =>
    (await ask<WhatIfAnswer>(e, "whatIf", { id, action, ...(input ? { input } : {}) })).data,
  history: async (e: Entity, id: string): Promise<readonly HistoryEntry[]> =>
    (await ask<readonly HistoryEntry[]>(e, "history", { id })).data,
  whereUsed: async (e: Entity, id: string): Promise<readonly Usage[]> => (await ask<readonly Usage[]>(e, "whereUsed", { id })).data,
  countViews: async (e: Entity, body: object): Promise<Readonly<Record<string, { count: number; capped?: boolean }>>> =>
    (await ask<Record<string, { count: number; capped?: boolean }>>(e, "countViews", body)).data,
};
