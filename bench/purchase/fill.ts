import type { OpenDb } from "#kernel/server/database/db.ts";
import { goods, people, places } from "./fill-ground.ts";
import { demands, orders, receipts } from "./fill-papers.ts";

/** One insert-select: the table, what its rows are made from, and what stands in each column; the rest is what the table itself begins with. */
export type Planting = readonly [table: string, from: string, values: Readonly<Record<string, string>>];

const stamps: Readonly<Record<string, string>> = {
  createdBy: `'system'`,
  creationDate: "now()",
  lastUpdatedBy: `'system'`,
  lastUpdateDate: "now()",
  versionNum: "1",
};

function insert([table, from, values]: Planting): string {
  const all = table === "Journal" ? values : { ...stamps, ...values };
  const keys = Object.keys(all);
  return `insert into "${table}" (${keys.map((key) => `"${key}"`).join(", ")}) select ${keys.map((key) => all[key]).join(", ")} from ${from}`;
}

/** Plants a house that has bought for three years: so many delivery rows with their orders, lines, postings, notes, receipts, requisitions and lists. References hold by the way rows are made, so they are not looked up one by one; indexes are taken down and built once. */
export async function fill(db: OpenDb, rows: number): Promise<void> {
  const client = await db.connect();
  const plantings = [...places, ...goods, ...people, ...orders(Math.ceil(rows / 7)), ...receipts, ...demands(Math.ceil(rows / 14))];
  const tables = [...new Set(plantings.map(([table]) => table))];
  await client.query("set statement_timeout = 0");
  await client.query("set session_replication_role = replica");
  await client.query("set maintenance_work_mem = '512MB'");
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select c.relname as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indrelid = any(select format('%I', t)::regclass from unnest($1::text[]) t) and not i.indisunique`,
    [tables],
  );
  for (const index of indexes) await client.query(`drop index "${index.name}"`);
  for (const planting of plantings) {
    await client.query(insert(planting));
    await client.query(`analyze "${planting[0]}"`);
  }
  for (const index of indexes) await client.query(index.definition);
  for (const table of tables) await client.query(`vacuum analyze "${table}"`);
  await client.query(`update "PermissionState" set version = version + 1`);
  await client.end();
}
