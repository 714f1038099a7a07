import type { Entity, Me } from "#kernel/entity.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { systemMe } from "#kernel/server/access/permit.ts";
import { filledFilter, peopleOf, queryFault, queryRefused, readQuery, type NamedBy } from "../receiver-query.ts";

const mostRows = 20_000;

/** What a declared query found: ids, and what they are ids of. */
export interface QueryFound {
  readonly by: NamedBy;
  readonly ids: readonly string[];
  readonly role: string | null;
}

/** Whose rights a stored query reads with. */
export interface QueryReader {
  readonly readerId: string | null;
  readonly readerRespId: string | null;
}

/**
 * The reader of a stored query: the person who saved it, with the rights of today; the system for what the product ships.
 * Null once that person or responsibility is gone: then the query finds nobody until somebody else saves it.
 */
export async function readerOf(kernel: Kernel, { readerId, readerRespId }: QueryReader): Promise<Me | null> {
  if (!readerId) return systemMe("messages");
  try {
    return await kernel.permits.me({ userId: readerId, responsibilityId: readerRespId, supplierId: null, language: "CN" });
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/** Carries out a declared query through find, so that it tells nothing its reader may not read. */
export async function askQuery(
  kernel: Kernel,
  stored: unknown,
  values: Readonly<Record<string, unknown>>,
  reader: Me,
): Promise<QueryFound> {
  const query = readQuery(stored);
  const entity: Entity | undefined = query ? kernel.declared.entities.get(query.entity) : undefined;
  if (!query || !entity) throw queryRefused("请选择对象和字段", "choose an entity and a field");
  const fault = queryFault(query, entity);
  if (fault) throw fault;
  const by = peopleOf(entity, query.field)!;
  if (!kernel.finder.visible(entity, reader).has(query.field))
    throw queryRefused(`字段${query.field}不可见`, `the field ${query.field} is not visible`);
  const filter = filledFilter(query, entity, values);
  if (filter === null) return { by, ids: [], role: query.role };
  const body = { ...filter, pageIndex: 1, pageRows: 0, count: "none" };
  const { rows } = await kernel.finder.list(entity, body, reader, mostRows + 1);
  if (rows.length > mostRows) throw queryRefused(`结果超过${mostRows}行`, `more than ${mostRows} rows`);
  const ids = rows.flatMap((row) => [row[query.field] as unknown].flat()).filter((id): id is string => typeof id === "string" && id !== "");
  return { by, ids: [...new Set(ids)], role: query.role };
}
