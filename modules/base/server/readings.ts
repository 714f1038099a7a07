import type { Me } from "#kernel/entity.ts";
import { insidePending, supplierPending } from "#kernel/platform/todo.entity.ts";
import type { Db } from "#kernel/server/db.ts";

/** Which of these notices this person has read. */
export async function readBy(db: Db, userId: string, noticeIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (noticeIds.length === 0) return new Set();
  const rows = await db.query<{ id: string }>(
    `select "noticeId" as id from "SrmBaseNoticeViewer" where "userId" = $1 and "noticeId" = any($2)`,
    [userId, noticeIds],
  );
  return new Set(rows.map((row) => row.id));
}

/** What is remembered of this person's reading of a notice, and of the reading of others of the same supplier. */
export const readingsOf = (
  db: Db,
  noticeId: string,
  me: Pick<Me, "userId" | "supplierId">,
): Promise<{ id: string; userId: string; supplierId: string | null; viewTimes: number }[]> =>
  db.query(
    `select id, "userId", "supplierId", "viewTimes" from "SrmBaseNoticeViewer" where "noticeId" = $1 and ("userId" = $2 or "supplierId" = $3)`,
    [noticeId, me.userId, me.supplierId],
  );

/** How many suppliers read a notice, replied, and replied in time. */
export const readingFigures = async (db: Db, noticeId: string): Promise<{ readers: number; replies: number; onTime: number }> =>
  (await db.one(
    `select (select count(distinct "supplierId")::int from "SrmBaseNoticeViewer" where "noticeId" = $1 and "supplierId" is not null) as readers,
            (select count(distinct "supplierId")::int from "SrmBaseNoticeReply" where "noticeId" = $1) as replies,
            (select count(distinct "supplierId")::int from "SrmBaseNoticeReply" r join "SrmBaseNotice" n on n.id = r."noticeId"
              where r."noticeId" = $1 and r."replyDate" <= coalesce(n."replyDueDate", r."replyDate")) as "onTime"`,
    [noticeId],
  ))!;

const ages = `case when $1::timestamptz - "arrivalDate" < interval '1 day' then 'D1' when $1::timestamptz - "arrivalDate" < interval '3 days' then 'D3'
  when $1::timestamptz - "arrivalDate" < interval '7 days' then 'D7' else 'MORE' end`;

/** One kind of to-do that waits for so long: how many there are, and how many are late. */
interface Waiting {
  readonly pendingType: string;
  readonly age: string;
  readonly count: number;
  readonly overdue: number;
}

const waiting = (db: Db, entity: string, own: string, values: readonly unknown[]): Promise<Waiting[]> =>
  db.query<Waiting>(
    `select "pendingType", ${ages} as age, count(*)::int as count, count(*) filter (where "dueDate" < $1)::int as overdue
     from "${entity}" where status = 'OPEN' and ${own} group by 1, 2`,
    [...values],
  );

/** The open to-dos of one of our people: their own, and those of the responsibility they hold that nobody has taken. */
export const waitingInside = (db: Db, me: Pick<Me, "userId" | "responsibilityId">, now: Date): Promise<Waiting[]> =>
  waiting(db, insidePending.name, `("userId" = $2 or ("userId" is null and "respId" = $3))`, [now, me.userId, me.responsibilityId]);

/** The open to-dos of a supplier. */
export const waitingAtSupplier = (db: Db, me: Pick<Me, "supplierId">, now: Date): Promise<Waiting[]> =>
  waiting(db, supplierPending.name, `"supplierId" = $2`, [now, me.supplierId]);
