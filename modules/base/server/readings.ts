import type { Me } from "#kernel/entity.ts";
import { insidePending, supplierPending } from "#kernel/platform/todo.entity.ts";
import { every, sql, type Column, type Relation, type Sql } from "#kernel/query.ts";
import type { Db } from "#kernel/server/database/db.ts";
import { notice, noticeReply, noticeViewer } from "../notice.entity.ts";

/** Which of these notices this person has read. */
export async function readBy(db: Db, userId: string, noticeIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (noticeIds.length === 0) return new Set();
  const v = every(noticeViewer);
  const rows = await db.query<{ id: string }>(
    sql`select ${v.noticeId} as id from ${v} where ${v.userId} = ${userId} and ${v.noticeId} = any(${noticeIds})`,
  );
  return new Set(rows.map((row) => row.id));
}

/** What is remembered of this person's reading of a notice, and of the reading of others of the same supplier. */
export function readingsOf(
  db: Db,
  noticeId: string,
  me: Pick<Me, "userId" | "supplierId">,
): Promise<{ id: string; userId: string; supplierId: string | null; viewTimes: number }[]> {
  const v = every(noticeViewer);
  return db.query(
    sql`select ${v.id}, ${v.userId}, ${v.supplierId}, ${v.viewTimes} from ${v}
      where ${v.noticeId} = ${noticeId} and (${v.userId} = ${me.userId} or ${v.supplierId} = ${me.supplierId})`,
  );
}

/** How many suppliers read a notice, replied, and replied in time. */
export async function readingFigures(db: Db, noticeId: string): Promise<{ readers: number; replies: number; onTime: number }> {
  const [v, r, n] = [every(noticeViewer), every(noticeReply), every(notice)];
  const found = await db.one<{ readers: number; replies: number; onTime: number }>(
    sql`select (select count(distinct ${v.supplierId})::int from ${v} where ${v.noticeId} = ${noticeId} and ${v.supplierId} is not null) as readers,
            (select count(distinct ${r.supplierId})::int from ${r} where ${r.noticeId} = ${noticeId}) as replies,
            (select count(distinct ${r.supplierId})::int from ${r} join ${n} on ${n.id} = ${r.noticeId}
              where ${r.noticeId} = ${noticeId} and ${r.replyDate} <= coalesce(${n.replyDueDate}, ${r.replyDate})) as "onTime"`,
  );
  return found!;
}

/** One kind of to-do that waits for so long: how many there are, and how many are late. */
interface Waiting {
  readonly pendingType: string;
  readonly age: string;
  readonly count: number;
  readonly overdue: number;
}

type Pending = Relation & Readonly<Record<"pendingType" | "arrivalDate" | "dueDate" | "status", Column>>;

function waiting(db: Db, p: Pending, own: Sql, now: Date): Promise<Waiting[]> {
  const moment = sql`${now}::timestamptz`;
  const age = sql`${moment} - ${p.arrivalDate}`;
  return db.query<Waiting>(
    sql`select ${p.pendingType}, case when ${age} < interval '1 day' then 'D1' when ${age} < interval '3 days' then 'D3'
        when ${age} < interval '7 days' then 'D7' else 'MORE' end as age, count(*)::int as count, count(*) filter (where ${p.dueDate} < ${moment})::int as overdue
     from ${p} where ${p.status} = 'OPEN' and ${own} group by 1, 2`,
  );
}

/** The open to-dos of one of our people: their own, and those of the responsibility they hold that nobody has taken. */
export function waitingInside(db: Db, me: Pick<Me, "userId" | "responsibilityId">, now: Date): Promise<Waiting[]> {
  const p = every(insidePending);
  return waiting(db, p, sql`(${p.userId} = ${me.userId} or (${p.userId} is null and ${p.respId} = ${me.responsibilityId}))`, now);
}

/** The open to-dos of a supplier. */
export function waitingAtSupplier(db: Db, me: Pick<Me, "supplierId">, now: Date): Promise<Waiting[]> {
  const p = every(supplierPending);
  return waiting(db, p, sql`${p.supplierId} = ${me.supplierId}`, now);
}
