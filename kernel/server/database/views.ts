import { createHash } from "node:crypto";
import type { Declared } from "../../declared.ts";
import type { Db } from "./db.ts";
import { locks } from "./locks.ts";
import { q } from "./schema.ts";

/** Brings the views that modules read through to their declared text; processes that start together wait for the first. */
export async function keepViews(db: Db, declared: Declared): Promise<void> {
  const wanted = declared.modules.flatMap((m) => Object.entries(m.views ?? {}));
  if (wanted.length === 0) return;
  await db.tx(async (tx) => {
    await tx.query("select pg_advisory_xact_lock($1)", [locks.views]);
    for (const [name, text] of wanted) {
      const digest = createHash("sha256").update(text).digest("hex");
      const known = await tx.one<{ digest: string }>(
        `select digest from "ShippedState" where what = $1 and exists (select 1 from pg_views where schemaname = current_schema() and viewname = $2)`,
        [`view:${name}`, name],
      );
      if (known?.digest === digest) continue;
      await tx.query(`drop view if exists ${q(name)}`);
      await tx.query(`create view ${q(name)} as ${text}`);
      await tx.query(
        `insert into "ShippedState" (what, digest) values ($1, $2) on conflict (what) do update set digest = excluded.digest, at = now()`,
        [`view:${name}`, digest],
      );
    }
  });
}

/** The views of all areas by their names. */
export const viewNames = (declared: Declared): readonly string[] => declared.modules.flatMap((m) => Object.keys(m.views ?? {}));
