import type { Language } from "../../text.ts";
import type { Db } from "../database/db.ts";

const over = `('SUCCESS', 'FAILED', 'TIMEOUT', 'CANCELLED')`;
const batch = 1_000;

/** Removes runs that are past the days their program keeps them, with what they said; schedules stay. */
export async function purgeRequests(db: Pick<Db, "query">, now: Date): Promise<number> {
  let removed = 0;
  for (;;) {
    const rows = await db.query<{ id: string }>(
      `select r.id from "BaseScheduleRequest" r join "BaseScheduleJob" j on j.id = r."jobId"
       where r."scheduleFlag" = 'N' and r.status in ${over} and r."finishedAt" < $1::timestamptz - make_interval(days => j."keepDays") limit ${batch}`,
      [now],
    );
    if (rows.length === 0) return removed;
    const ids = rows.map((row) => row.id);
    await db.query(`update "BaseScheduleRequest" set "parentRequestId" = null where "parentRequestId" = any($1)`, [ids]);
    await db.query(`delete from "BaseScheduleError" where "requestId" = any($1)`, [ids]);
    await db.query(`delete from "BaseScheduleRequest" where id = any($1)`, [ids]);
    removed += ids.length;
  }
}

export interface LogPage {
  readonly lines: readonly { readonly seq: number; readonly time: string; readonly level: string; readonly text: string }[];
  readonly lastSeq: number;
}

/** What a run said after a line, in the reader's language. */
export async function linesAfter(db: Db, requestId: string, fromSeq: number, language: Language, most: number): Promise<LogPage> {
  const lines = await db.query<LogPage["lines"][number]>(
    `select seq, time, level, ${language === "EN" ? `coalesce("textEn", text)` : "text"} as text from "BaseScheduleLog" where "parentId" = $1 and seq > $2 order by seq limit $3`,
    [requestId, fromSeq, most],
  );
  return { lines, lastSeq: lines.at(-1)?.seq ?? fromSeq };
}

export interface RunFigure {
  readonly id: string;
  readonly requestNum: string;
  readonly status: string;
  readonly startedAt: string | null;
  readonly seconds: string | null;
  readonly tryCount: number;
}

/** The last runs of a program, oldest first, for a small chart. */
export async function lastRuns(db: Db, jobId: string, count: number): Promise<RunFigure[]> {
  const rows = await db.query<RunFigure>(
    `select id, "requestNum", status, "startedAt", round(extract(epoch from (coalesce("finishedAt", now()) - "startedAt"))::numeric, 1)::text as seconds, "tryCount"
     from "BaseScheduleRequest" where "jobId" = $1 and "scheduleFlag" = 'N' and "startedAt" is not null order by "startedAt" desc limit $2`,
    [jobId, count],
  );
  return rows.toReversed();
}

export interface Health {
  readonly jobId: string;
  readonly jobCode: string;
  readonly nameCn: string;
  readonly nameEn: string | null;
  readonly day: string;
  readonly success: number;
  readonly failed: number;
  readonly timeout: number;
  /** SUCCESS of all that came to an end by themselves, in percent. */
  readonly rate: string | null;
  readonly p95Seconds: string | null;
}

/** How each program did on each day. */
export const jobHealth = (db: Db, from: Date, to: Date, zone: string, jobId: string | null): Promise<Health[]> =>
  db.query<Health>(
    `select j.id as "jobId", j."jobCode", j."nameCn", j."nameEn", to_char(r."finishedAt" at time zone $3, 'YYYY-MM-DD') as day,
       count(*) filter (where r.status = 'SUCCESS')::int as success, count(*) filter (where r.status = 'FAILED')::int as failed, count(*) filter (where r.status = 'TIMEOUT')::int as timeout,
       round(100.0 * count(*) filter (where r.status = 'SUCCESS') / nullif(count(*), 0), 2)::text as rate,
       round(percentile_cont(0.95) within group (order by extract(epoch from (r."finishedAt" - r."startedAt")))::numeric, 1)::text as "p95Seconds"
     from "BaseScheduleRequest" r join "BaseScheduleJob" j on j.id = r."jobId"
     where r."scheduleFlag" = 'N' and r.status in ('SUCCESS', 'FAILED', 'TIMEOUT') and r."finishedAt" >= $1 and r."finishedAt" < $2 and ($4::text is null or j.id = $4)
     group by 1, 2, 3, 4, 5 order by 2, 5`,
    [from, to, zone, jobId],
  );

export interface ErrorGroup {
  readonly groupKey: string;
  readonly jobId: string;
  readonly jobCode: string;
  readonly nameCn: string;
  readonly nameEn: string | null;
  readonly errorCode: string;
  readonly message: string;
  readonly count: number;
  readonly open: number;
  readonly firstAt: string;
  readonly lastAt: string;
}

/** Failures by program and message, those that wait for somebody first. */
export const errorGroups = (db: Db, language: Language): Promise<ErrorGroup[]> =>
  db.query<ErrorGroup>(
    `select e."groupKey", e."jobId", j."jobCode", j."nameCn", j."nameEn", max(e."errorCode") as "errorCode",
       (array_agg(${language === "EN" ? `coalesce(e."messageEn", e.message)` : "e.message"} order by e."errorAt" desc))[1] as message,
       count(*)::int as count, count(*) filter (where e."handledFlag" = 'N')::int as open, min(e."errorAt") as "firstAt", max(e."errorAt") as "lastAt"
     from "BaseScheduleError" e join "BaseScheduleJob" j on j.id = e."jobId" group by 1, 2, 3, 4, 5 order by 9 desc, 11 desc limit 200`,
  );

export interface ServiceCost {
  readonly provider: string;
  readonly calls: number;
  readonly failed: number;
  readonly units: string;
  readonly cost: string;
}

/** What bought services were used for since a day, and what it cost. */
export const serviceCosts = (db: Db, since: Date): Promise<ServiceCost[]> =>
  db.query<ServiceCost>(
    `select provider, count(*)::int as calls, count(*) filter (where result = 'FAILED')::int as failed, trim_scale(sum(units))::text as units, round(sum(cost), 2)::text as cost
     from "SrmBaseTripartiteLogs" where "callTime" >= $1 group by 1 order by 1`,
    [since],
  );

/** How one partner was reached since a moment: how often, and how often in vain. */
interface PartnerRate {
  readonly partner: string | null;
  readonly direction: string;
  readonly calls: number;
  readonly failed: number;
  /** Failed of all, in percent. */
  readonly rate: string;
}

/** The share of failures of each partner, the worst first. */
export const partnerRates = (db: Db, since: Date): Promise<PartnerRate[]> =>
  db.query<PartnerRate>(
    `select partner, direction, count(*)::int as calls, count(*) filter (where result = 'FAILED')::int as failed,
       round(100.0 * count(*) filter (where result = 'FAILED') / count(*), 2)::text as rate
     from "SrmBaseInterfaceLogs" where "callTime" >= $1 group by 1, 2 order by 4 desc, 3 desc limit 12`,
    [since],
  );
