import { commonKeys } from "#kernel/entity.ts";
import type { Db } from "#kernel/server/database/db.ts";

/** Puts a row there past all rules, told in the journal like any other: for tests that only need it to exist. A row that is there stays. */
export async function plant(
  db: Pick<Db, "query">,
  entity: string,
  id: string,
  values: Readonly<Record<string, unknown>>,
  /** A line is told in the journal of its document. */
  under?: { readonly entity: string; readonly id: string; readonly path: string },
): Promise<void> {
  const keys = Object.keys(values);
  const stored = keys.map((key) => (Array.isArray(values[key]) ? JSON.stringify(values[key]) : values[key]));
  // The journal tells what is stored, with what the table itself filled in.
  await db.query(
    `with planted as (
       insert into "${entity}" (id, "createdBy", "creationDate", "lastUpdatedBy", "lastUpdateDate", "versionNum", ${keys.map((key) => `"${key}"`).join()})
       values ($1, 'system:test', now(), 'system:test', now(), 1, ${keys.map((_, i) => `$${i + 3}`).join()})
       on conflict (id) do nothing returning *)
     ${under ? `, document as (update "${under.entity}" set "versionNum" = "versionNum" + 1, "lastUpdateDate" = now() where id = '${under.id}')` : ""}
     insert into "Journal" (at, "userId", "userName", entity, "docId", action, changes, "requestId")
     select "creationDate", 'system:test', 'system:test', '${under?.entity ?? entity}', ${under ? `'${under.id}'` : "id"}, 'saveOrUpdate',
       (select jsonb_agg(jsonb_build_object('p', '${under?.path ?? ""}' || key, 'o', null, 'n', value)) from jsonb_each(jsonb_strip_nulls(to_jsonb(planted) - $2::text[]))),
       'planted' from planted`,
    [id, [...commonKeys, ...(under ? ["parentId"] : [])], ...stored],
  );
}
