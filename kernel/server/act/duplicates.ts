import type { Db } from "../database/db.ts";
import { q, type Schema } from "../database/schema.ts";

interface Alike {
  readonly value: string;
  readonly rows: number;
  readonly ids: readonly string[];
  readonly groups: number;
}

/** What must be unique: the columns and the condition, out of the text of an index. */
function partsOf(body: string): { columns: readonly string[]; where: string } {
  const [, columns, where] = /^unique \((.+)\) nulls not distinct(?: where (.+))?$/.exec(body)!;
  return { columns: columns!.split(", "), where: where ?? "true" };
}

const describe = (alike: Alike): string =>
  `${alike.value} (${alike.rows} rows: ${alike.ids.join(", ")}${alike.rows > alike.ids.length ? ", …" : ""})`;

/** One sentence for each index that rows which stand already would break: table, fields and the first of them. Reads only. */
export async function duplicates(db: Pick<Db, "query">, wanted: readonly (readonly [table: string, body: string])[]): Promise<string[]> {
  const found: string[] = [];
  for (const [table, body] of wanted) {
    const { columns, where } = partsOf(body);
    const values = columns.map((column) => `coalesce((${column})::text, '(empty)')`).join(" || ', ' || ");
    const alike = await db.query<Alike>(
      `select ${values} as value, count(*)::int as rows, (array_agg(id::text order by id))[1:3] as ids, (count(*) over ())::int as groups
       from ${q(table)} where ${where} group by ${columns.join(", ")} having count(*) > 1 order by 1 limit 3`,
    );
    if (alike.length)
      found.push(
        `${table} has rows alike in ${columns.join(", ").replaceAll('"', "")}, ${alike[0]!.groups} times: ${alike.map(describe).join("; ")}${alike[0]!.groups > alike.length ? "; …" : ""}. Keep one of each, then try again`,
      );
  }
  return found;
}

/** The unique indexes among these of which every column stands already. */
export const checkable = (missing: readonly (readonly [table: string, body: string])[], standing: Schema) =>
  missing.filter(
    ([table, body]) =>
      body.startsWith("unique ") && [...body.matchAll(/"(\w+)"/g)].every(([, column]) => standing[table]?.columns[column!] !== undefined),
  );
