import type { Entity, Me } from "../../entity.ts";
import type { ListBody } from "./filter.ts";
import type { Finder } from "./find.ts";
import { q } from "../database/schema.ts";
import { fromSql, Params } from "./sql.ts";
import type { Row } from "./visible.ts";

/** What the rows of a list add up to for each value of one of its fields, such as a currency or a unit: the most frequent first. */
export async function sumsBy(finder: Finder, e: Entity, body: ListBody, by: string, keys: readonly string[], me: Me): Promise<Row[]> {
  const asked = finder.question(e, { ...body, needSums: keys }, me, undefined, await finder.offered(e, me));
  if (!finder.visible(e, me).has(by) || asked.sums.length === 0) return [];
  const params = new Params();
  const sums = asked.sums.map((key) => `sum(t.${q(key)})::text as ${q(key)}`);
  const text = `select t.${q(by)}, ${sums.join(", ")} ${fromSql(e, asked.where, params, finder.declared)} group by 1 order by count(*) desc, 1 limit 100`;
  return finder.db.query<Row>(text, params.values);
}
