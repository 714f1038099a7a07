import { add, sub } from "#kernel/decimal.ts";
import { all, sql } from "#kernel/query.ts";
import type { Answered, Asking } from "#kernel/server/find/report.ts";
import type { BoardReply } from "../statement/report.ts";
import { stmtTransaction } from "../statement/stmt-lines.entity.ts";
import { accountStmt } from "../statement/stmt.entity.ts";
import { transactionInfo } from "../transaction/transaction.entity.ts";

const text = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);
const back = ["REVERSAL", "RETURN_REPLACE", "RETURN_REFUND", "RETURN_REV"];

interface Moved {
  readonly supplierId: string;
  readonly supplierName: string;
  readonly currency: string;
  readonly before: string;
  readonly received: string;
  readonly returned: string;
}
interface Reconciled {
  readonly supplierId: string;
  readonly currency: string;
  readonly before: string;
  readonly now: string;
}

/** The conditions both statements share, on the transaction. */
const asked = ({ filter, asked: { categoryIds } }: Asking, t: ReturnType<typeof transactions>) => [
  sql`${t.status} = 'APPROVED' and ${t.reconStatus} <> 'NA'`,
  ...(["orgId", "supplierId", "buyerId"] as const).map((key) =>
    text(filter[key]) === null ? null : sql`${t[key]} = ${text(filter[key])}`,
  ),
  categoryIds === null ? null : sql`${t.categoryId} = any(${[...categoryIds]}::text[])`,
];
const transactions = ({ source }: Asking) => source(transactionInfo);

/** What came in and went back, by supplier and currency. */
function moved(asking: Asking, period: string): Promise<readonly Moved[]> {
  const t = transactions(asking);
  const total = (when: ReturnType<typeof sql>) => sql`coalesce(sum(case when ${when} then ${t.amountIncl} end), 0)::text`;
  const { db } = asking;
  return db.query<Moved>(sql`
    select ${t.supplierId}, ${t.supplierName}, ${t.currency}, ${total(sql`${t.periodId} < ${period}`)} as before,
           ${total(sql`${t.periodId} = ${period} and not ${t.txnType} = any(${back}::text[])`)} as received,
           ${total(sql`${t.periodId} = ${period} and ${t.txnType} = any(${back}::text[])`)} as returned
      from ${t} where ${all(...asked(asking, t), sql`${t.periodId} <= ${period}`)}
     group by 1, 2, 3 order by 2, 3`);
}

/** What was reconciled by approved statements; one that was cancelled after its approval counts back in the month of that. */
function reconciled(asking: Asking, period: string): Promise<readonly Reconciled[]> {
  const t = transactions(asking);
  const s = asking.source(accountStmt);
  const r = asking.source(stmtTransaction, s);
  const signed = (op: "<" | "=") => {
    const month = (day: typeof s.approvedDate) => sql`to_char(${day}, 'YYYY-MM')`;
    const hit = (day: typeof s.approvedDate) => (op === "<" ? sql`${month(day)} < ${period}` : sql`${month(day)} = ${period}`);
    return sql`coalesce(sum(case when ${hit(s.approvedDate)} then ${r.amountIncl} else 0 end
                          - case when ${hit(s.revokedDate)} then ${r.amountIncl} else 0 end), 0)::text`;
  };
  const { db } = asking;
  return db.query<Reconciled>(sql`
    select ${t.supplierId}, ${t.currency}, ${signed("<")} as before, ${signed("=")} as now
      from ${s} join ${r} on ${r.parentId} = ${s.id} join ${t} on ${t.id} = ${r.txnId}
     where ${all(...asked(asking, t), sql`${s.approvedDate} is not null`)}
     group by 1, 2`);
}

/** Opening, received, returned, reconciled and closing of each supplier in a month. */
export async function board(asking: Asking): Promise<Answered<BoardReply>> {
  const period = text(asking.filter["periodId"]) ?? asking.today.slice(0, 7);
  const [goods, out] = await Promise.all([moved(asking, period), reconciled(asking, period)]);
  const of = new Map(out.map((row) => [`${row.supplierId}|${row.currency}`, row]));
  const rows = goods.map((row) => {
    const done = of.get(`${row.supplierId}|${row.currency}`);
    const opening = sub(row.before, done?.before ?? "0");
    const now = done?.now ?? "0";
    const closing = sub(add(add(opening, row.received), row.returned), now);
    const { supplierId, supplierName, currency, received, returned } = row;
    return { supplierId, supplierName, currency, opening, received, returned, reconciled: now, closing };
  });
  const parts = rows
    .toSorted((a, b) => Number(b.closing) - Number(a.closing))
    .slice(0, 12)
    .map(({ supplierName: name, opening, received, reconciled: now, closing }) => ({ name, opening, received, reconciled: now, closing }));
  return { rows, figures: { suppliers: new Set(rows.map((row) => row.supplierId)).size, period }, groups: { parts }, notes: [] };
}
