import { refuse, Refusal } from "#kernel/refusal.ts";
import type { OpenDb } from "#kernel/server/db.ts";
import { bindNames, sqlFault } from "../receiver-sql.ts";
import { sqlCheck } from "../texts.ts";

const mostRows = 20_000;
const seconds = 10;

/** Runs a receiver query where it can do no harm: a connection of its own, a transaction that only reads, ten seconds, one column. */
export async function askReceivers(
  db: Pick<OpenDb, "connect">,
  sql: string,
  values: Readonly<Record<string, unknown>>,
  options: { readonly most?: number; readonly known?: readonly string[] } = {},
): Promise<readonly string[]> {
  const fault = sqlFault(sql);
  if (fault) throw sqlCheck(fault[0], fault[1]);
  const { text, names } = bindNames(sql);
  const unknown = names.find((name) => !(name in values) && !(options.known ?? []).includes(name));
  if (unknown) throw sqlCheck(`未知参数${unknown}`, `unknown parameter ${unknown}`);
  const most = options.most ?? mostRows;
  const client = await db.connect();
  try {
    await client.query("begin read only");
    await client.query(`set local statement_timeout = '${seconds}s'; set local lock_timeout = '1s'; set local work_mem = '16MB'`);
    await client.query(
      `do $$ begin if exists (select 1 from pg_roles where rolname = 'base_srm_reader') then set local role base_srm_reader; end if; end $$`,
    );
    const found = await client.query<{ user_id: unknown }>({
      text: `select * from (${text}) receivers limit ${most + 1}`,
      values: names.map((name) => plain(values[name])),
    });
    const columns = found.fields.map((field) => field.name);
    if (columns.length !== 1 || columns[0] !== "user_id")
      throw sqlCheck(
        `必须只返回一列 user_id，实际为 ${columns.join(", ")}`,
        `it must return the one column user_id, not ${columns.join(", ")}`,
      );
    if (found.rows.length > mostRows) throw sqlCheck(`结果超过${mostRows}行`, `more than ${mostRows} rows`);
    return [...new Set(found.rows.slice(0, most).flatMap((row) => (row.user_id === null ? [] : [String(row.user_id)])))];
  } catch (error) {
    if (error instanceof Refusal) throw error;
    const message = String((error as Error).message).slice(0, 200);
    throw refuse("MSG_SQL_CHECK", `接收人SQL校验失败：${message}`, `Receiver SQL failed: ${message}`);
  } finally {
    await client.query("rollback").catch(() => undefined);
    await client.end().catch(() => undefined);
  }
}

const plain = (value: unknown): string | null =>
  value === null || value === undefined ? null : typeof value === "object" ? JSON.stringify(value) : String(value);
