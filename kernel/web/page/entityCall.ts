import type { Entity } from "../../entity.ts";
import type { Row } from "../../page-document.ts";
import { callPath } from "../../page.ts";
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
export interface Acted {
  readonly document: Row;
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

function actedOf(reply: Reply<Row>): Acted {
  const { notes, revealed } = reply as { notes?: readonly Note[]; revealed?: Row };
  return { document: reply.data, notes: notes ?? [], revealed: revealed ?? null };
}

/** Actions that happen together answer with documents; those that happen one by one say how each went. */
const answersOf = (data: unknown): readonly BatchAnswer[] => {
  const list = (Array.isArray(data) ? data : [data]) as readonly Partial<BatchAnswer>[];
  return list
    .filter(Boolean)
    .map((one) => (one.status === "S" || one.status === "E" ? (one as BatchAnswer) : { id: String(one.id), status: "S" }));
};

/** The calls every entity answers, by their meaning. */
export const entityCall = {
  page: (e: Entity, query: object, signal?: AbortSignal) => ask<Row[]>(e, "listByPage", query, signal ? { signal } : {}),
  find: async (e: Entity, id: string): Promise<Row> => (await ask<Row>(e, "findById", { id })).data,
  save: async (e: Entity, body: Row): Promise<Acted> => actedOf(await ask<Row>(e, "saveOrUpdate", body)),
  /** Several rows in one transaction: all are saved or none. */
  saveMany: async (e: Entity, rows: readonly Row[], confirmed: readonly string[] = []): Promise<readonly Row[]> =>
    (await ask<readonly Row[]>(e, "doBatchSaveOrUpdate", { rows, ...(confirmed.length > 0 ? { confirmed } : {}) })).data,
  remove: (e: Entity, id: string, versionNum?: unknown) =>
    ask<unknown>(e, "delete", { id, ...(versionNum === undefined ? {} : { versionNum }) }),
  removeMany: (e: Entity, ids: readonly string[]) => ask<unknown>(e, "doBatchDelete", { ids }),
  act: async (e: Entity, action: string, body: Row): Promise<Acted> => actedOf(await ask<Row>(e, action, body)),
  actMany: async (e: Entity, action: string, body: Row): Promise<readonly BatchAnswer[]> =>
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
