import { createHash } from "node:crypto";
import { nextRun, readCron } from "../../cron.ts";
import { paramsFor, type ParamRow } from "../../program.ts";
import type { Text } from "../../text.ts";
import type { Db } from "../database/db.ts";
import { newId } from "../act/id.ts";
import { insertLogs, short } from "./job-log.ts";
import { locks } from "../database/locks.ts";

/** A run as its worker holds it: the row, the rules of its program, and the token that proves the lease. */
export interface Claim {
  readonly id: string;
  readonly requestNum: string;
  readonly jobId: string;
  readonly code: string;
  readonly nameCn: string;
  readonly nameEn: string | null;
  readonly executor: string;
  readonly handler: string | null;
  readonly httpUrl: string | null;
  readonly httpMethod: string;
  readonly params: Record<string, unknown> | null;
  readonly dueAt: string;
  readonly tries: number;
  readonly maxRetry: number;
  readonly retryDelaySec: number;
  readonly timeoutSec: number;
  readonly createdBy: string;
  readonly fence: number;
  readonly logSeq: number;
}

/** How a run ended, or went on waiting. */
export interface Ending {
  readonly status: "SUCCESS" | "FAILED" | "TIMEOUT" | "CANCELLED" | "WAITING";
  readonly outcome: string;
  readonly message: Text | null;
  readonly runAt?: Date;
  /** Written for whoever looks after failures. */
  readonly error?: { readonly code: string; readonly stack: string | null };
}

export const leaseMs = 60_000;
/** A run this late was missed. */
const lateMs = 60_000;
const mostMissed = 10_000;

const runningOf = (job: string) =>
  `exists (select 1 from "BaseScheduleRequest" o where o."jobId" = ${job} and o.status = 'RUNNING' and o."scheduleFlag" = 'N')`;

const claimable = `select r.id, r."requestNum", r."jobId", j."jobCode" as code, j."nameCn", j."nameEn", j.executor, j.handler, j."httpUrl", j."httpMethod", r.params,
    coalesce(r."fireTime", r."runAt") as "dueAt", r."tryCount" + 1 as tries, j."maxRetry", j."retryDelaySec", j."timeoutSec", r."createdBy", r.fence + 1 as fence,
    r."logSeq", j."overlapRule", ${runningOf(`r."jobId"`)} as busy
  from "BaseScheduleRequest" r join "BaseScheduleJob" j on j.id = r."jobId"
  where r.status = 'WAITING' and r."scheduleFlag" = 'N' and r."runAt" <= $1 and j."enabledFlag" = 'Y'
    and (j.executor = 'HTTP' or j.executor = 'HANDLER' and j.handler = any($2))
    and (j."overlapRule" <> 'QUEUE' or not ${runningOf(`r."jobId"`)})
    and not exists (select 1 from "BaseScheduleRequest" o join "BaseScheduleJob" k on k.id = o."jobId"
      where o.status = 'RUNNING' and o."jobId" <> r."jobId" and (jsonb_exists(j."incompatibleWith", o."jobId") or jsonb_exists(k."incompatibleWith", r."jobId")))
  order by r."runAt", r.id limit 1 for update of r skip locked`;

const skipped: Text = ["上一次仍在运行，本次跳过", "Skipped: the previous run is still in progress"];

/** The rows behind the scheduler: taken, renewed, ended and made, every step by one statement that proves its right. */
export class Queue {
  readonly #db: Db;
  readonly #number: (now: Date) => Promise<string>;
  readonly worker: string;

  constructor(db: Db, worker: string, number: (now: Date) => Promise<string>) {
    this.#db = db;
    this.worker = worker;
    this.#number = number;
  }

  /** Takes the next run that may start; runs that must be skipped are ended on the way. Answers them all. */
  async claim(now: Date, handlers: readonly string[]): Promise<{ claim: Claim | null; skipped: string[] }> {
    const passed: string[] = [];
    for (;;) {
      const found = await this.#db.tx(async (tx) => {
        // Claims of all processes go one after the other, or two incompatible programs could start in one moment.
        await tx.query("select pg_advisory_xact_lock($1)", [locks.claim]);
        const row = await tx.one<Claim & { overlapRule: string; busy: boolean }>(claimable, [now, handlers]);
        if (!row) return null;
        if (row.overlapRule === "SKIP" && row.busy) {
          await tx.query(
            `update "BaseScheduleRequest" set status = 'CANCELLED', "finishedAt" = $2, "resultMsg" = $3, "resultMsgEn" = $4, "lastUpdateDate" = $2 where id = $1`,
            [row.id, now, ...skipped],
          );
          await insertLogs(tx, row.id, [{ seq: row.logSeq + 1, time: now, level: "WARN", text: skipped }]);
          return { row, isSkipped: true };
        }
        await tx.query(
          `update "BaseScheduleRequest" set status = 'RUNNING', "workerId" = $2, "leaseUntil" = $3, fence = $4, "tryCount" = $5, progress = 0, "progressText" = null,
             "startedAt" = coalesce("startedAt", $6), "lastUpdateDate" = $6,
             tries = coalesce(tries, '[]') || jsonb_build_array(jsonb_build_object('no', $5::int, 'worker', $2::text, 'startedAt', $7::text, 'finishedAt', null, 'outcome', 'RUNNING', 'message', null))
           where id = $1`,
          [row.id, this.worker, new Date(now.getTime() + leaseMs), row.fence, row.tries, now, now.toISOString()],
        );
        return { row, isSkipped: false };
      });
      if (!found?.isSkipped) return { claim: found?.row ?? null, skipped: passed };
      passed.push(found.row.id);
    }
  }

  /** Keeps the leases of these runs; answers those that are still ours, and which of them somebody wants to end. */
  renew(now: Date, held: readonly { readonly id: string; readonly fence: number }[]): Promise<{ id: string; cancelAt: string | null }[]> {
    return this.#db.query(
      `update "BaseScheduleRequest" r set "leaseUntil" = $3 from unnest($1::text[], $2::int[]) as x(id, fence)
       where r.id = x.id and r.fence = x.fence and r."workerId" = $4 and r.status = 'RUNNING' returning r.id, r."cancelAt"`,
      [held.map((h) => h.id), held.map((h) => h.fence), new Date(now.getTime() + leaseMs), this.worker],
    );
  }

  /** Unfinished work goes back as if it had never been taken. */
  async giveBack(held: readonly { readonly id: string; readonly fence: number }[]): Promise<void> {
    if (held.length === 0) return;
    await this.#db.query(
      `update "BaseScheduleRequest" r set status = 'WAITING', "tryCount" = r."tryCount" - 1, fence = r.fence + 1, "leaseUntil" = null, tries = r.tries - (-1)
       from unnest($1::text[], $2::int[]) as x(id, fence) where r.id = x.id and r.fence = x.fence and r."workerId" = $3 and r.status = 'RUNNING'`,
      [held.map((h) => h.id), held.map((h) => h.fence), this.worker],
    );
  }

  /** Which of these runs somebody wants to end. */
  async cancelled(ids: readonly string[]): Promise<string[]> {
    const rows = await this.#db.query<{ id: string }>(
      `select id from "BaseScheduleRequest" where id = any($1) and (status <> 'RUNNING' or "cancelAt" is not null)`,
      [ids],
    );
    return rows.map((row) => row.id);
  }

  /** Writes how a run ended. Whoever no longer holds the lease changes nothing and hears so. */
  async end(claim: Claim, now: Date, { status, outcome, message, runAt, error }: Ending): Promise<boolean> {
    return this.#db.tx(async (tx) => {
      const isOver = status !== "WAITING";
      const held = await tx.one(
        `update "BaseScheduleRequest" set status = $4, "runAt" = coalesce($5, "runAt"), "finishedAt" = case when $6 then $7::timestamptz end, "leaseUntil" = null, "lastUpdateDate" = $7,
           progress = case when $4 = 'SUCCESS' then 100 else progress end, "resultMsg" = $8, "resultMsgEn" = $9,
           tries = jsonb_set(tries, array[(jsonb_array_length(tries) - 1)::text], (tries -> -1) || jsonb_build_object('finishedAt', $10::text, 'outcome', $11::text, 'message', $8::text, 'messageEn', $9::text))
         where id = $1 and fence = $2 and "workerId" = $3 and status = 'RUNNING' returning id`,
        [
          ...[claim.id, claim.fence, this.worker, status, runAt ?? null, isOver, now],
          ...[message && short(message[0], 2_000), message && short(message[1], 2_000), now.toISOString(), outcome],
        ],
      );
      if (held && error && message) await this.#complain(tx, claim, now, error, message);
      return held !== null;
    });
  }

  /** An entry for those who look after failures, and word to whoever is to be told. */
  async #complain(tx: Db, of: Complaint, now: Date, error: NonNullable<Ending["error"]>, message: Text): Promise<void> {
    await tx.query(
      `insert into "BaseScheduleError" (id, "createdBy", "creationDate", "lastUpdatedBy", "lastUpdateDate", "versionNum", "jobId", "requestId", "errorAt", "errorCode", message, "messageEn", "groupKey", "stackRef", "handledFlag")
       values ($1, $2, $3, $2, $3, 1, $4, $5, $3, $6, $7, $8, $9, $10, 'N')`,
      [
        ...[newId(), of.createdBy, now, of.jobId, of.id ?? null, error.code, short(message[0], 2_000), short(message[1], 2_000)],
        ...[groupOf(of.jobId, error.code, message[1]), error.stack && short(error.stack, 8_000)],
      ],
    );
    await tx.query(
      `insert into "Outbox" (at, event, entity, "docId", data, "requestId", "nextTryAt")
       select $1, 'JOB_FAILED', 'BaseScheduleRequest', $2, jsonb_build_object('requestId', $2::text, 'requestNum', $3::text, 'jobId', j.id, 'jobCode', j."jobCode",
           'job', j."nameCn", 'jobEn', coalesce(j."nameEn", j."nameCn"), 'msg', $4::text, 'msgEn', $5::text, 'alertUserIds',
           case when jsonb_array_length(coalesce(j."alertUserIds", '[]')) > 0 then j."alertUserIds" else coalesce(
             (select jsonb_agg(distinct u."userId") from "BaseUserResp" u join "BaseResponsibility" r on r.id = u."responsibilityId"
              where r."respCode" = 'OPS' and u.status = 'ACTIVE'), '[]') end), $6, $1
       from "BaseScheduleJob" j where j.id = $7`,
      [now, of.id ?? "-", of.requestNum ?? "", short(message[0], 500), short(message[1], 500), newId(), of.jobId],
    );
  }

  /** Runs whose worker went silent become LOST; those that were lost before go back to the queue or fail. Answers whom it touched. */
  async sweep(now: Date): Promise<string[]> {
    return this.#db.tx(async (tx) => {
      const rows = await tx.query<
        Complaint & {
          id: string;
          status: string;
          tries: number;
          maxRetry: number;
          cancelAt: string | null;
          logSeq: number;
          workerId: string | null;
        }
      >(
        `select r.id, r."requestNum", r."jobId", r.status, r."tryCount" as tries, j."maxRetry", r."cancelAt", r."logSeq", r."workerId", r."createdBy"
         from "BaseScheduleRequest" r join "BaseScheduleJob" j on j.id = r."jobId"
         where r.status = 'LOST' or r.status = 'RUNNING' and r."leaseUntil" < $1 order by r.id limit 50 for update of r skip locked`,
        [now],
      );
      for (const row of rows) {
        const isNew = row.status === "RUNNING";
        const next = isNew ? "LOST" : row.cancelAt ? "CANCELLED" : row.tries <= row.maxRetry ? "WAITING" : "FAILED";
        const text = lostText[next](row.workerId ?? "–");
        await tx.query(
          `update "BaseScheduleRequest" set status = $2, fence = fence + 1, "leaseUntil" = null, "runAt" = case when $2 = 'WAITING' then $3::timestamptz else "runAt" end,
             "finishedAt" = case when $2 in ('FAILED', 'CANCELLED') then $3::timestamptz end, "resultMsg" = $4, "resultMsgEn" = $5, "lastUpdateDate" = $3,
             tries = case when $6 then jsonb_set(tries, array[(jsonb_array_length(tries) - 1)::text], (tries -> -1) || jsonb_build_object('finishedAt', $7::text, 'outcome', 'LOST', 'message', $4::text, 'messageEn', $5::text)) else tries end
           where id = $1`,
          [row.id, next, now, ...text, isNew, now.toISOString()],
        );
        await insertLogs(tx, row.id, [{ seq: row.logSeq + 1, time: now, level: "WARN", text }]);
        if (next === "FAILED") await this.#complain(tx, row, now, { code: "JOB_LOST", stack: null }, text);
      }
      return rows.map((row) => row.id);
    });
  }

  /** Makes the runs whose time has come, one for each moment however many processes look, and sets every schedule to its next. */
  async fire(now: Date): Promise<string[]> {
    const due = await this.#db.query<{ id: string }>(
      `select r.id from "BaseScheduleRequest" r join "BaseScheduleJob" j on j.id = r."jobId"
       where r."scheduleFlag" = 'Y' and r.status = 'WAITING' and r."runAt" <= $1 and j."enabledFlag" = 'Y' order by r."runAt" limit 100`,
      [now],
    );
    const made: string[] = [];
    for (const { id } of due) made.push(...(await this.#fireOne(id, now)));
    return made;
  }

  async #fireOne(id: string, now: Date): Promise<string[]> {
    const requestNum = await this.#number(now);
    return this.#db.tx(async (tx) => {
      const row = await tx.one<Schedule>(
        `select r.id, r."jobId", r."runAt", r.cron, r."timeZone", r.params, r."createdBy", j."misfireRule", j."jobCode",
           (select jsonb_agg(jsonb_build_object('paramKey', p."paramKey", 'labelCn', p."labelCn", 'labelEn', p."labelEn", 'paramType', p."paramType", 'requiredFlag', p."requiredFlag", 'lookupType', p."lookupType", 'defaultValue', p."defaultValue"))
            from "BaseScheduleParam" p where p."parentId" = j.id) as defined
         from "BaseScheduleRequest" r join "BaseScheduleJob" j on j.id = r."jobId"
         where r.id = $1 and r.status = 'WAITING' and r."runAt" <= $2 for update of r skip locked`,
        [id, now],
      );
      if (!row) return [];
      const { times, next } = momentsDue(row, now);
      await tx.query(
        `update "BaseScheduleRequest" set "runAt" = $2, status = case when $2::timestamptz is null then 'CANCELLED' else status end where id = $1`,
        [id, next],
      );
      const last = times.at(-1)!;
      const isMissed = now.getTime() - last.getTime() > lateMs && row.misfireRule === "IGNORE";
      const lost = isMissed ? times.length : row.misfireRule === "IGNORE" ? times.length - 1 : 0;
      if (lost > 0)
        await this.#complain(tx, { jobId: row.jobId, createdBy: row.createdBy }, now, { code: "JOB_MISSED", stack: null }, [
          `错过 ${lost} 次运行，最近一次应在 ${last.toISOString()}`,
          `${lost} runs were missed, the latest was due at ${last.toISOString()}`,
        ]);
      if (isMissed) return [];
      const { values } = paramsFor(row.defined ?? [], row.params ?? {}, last.toISOString(), row.timeZone);
      const made = await insertRequest(tx, {
        requestNum,
        jobId: row.jobId,
        params: { ...row.params, ...values },
        submitType: "CRON",
        runAt: last,
        fireTime: last,
        onceKey: `${row.id}@${last.toISOString()}`,
        parentRequestId: row.id,
        by: row.createdBy,
        now,
      });
      return made ? [made] : [];
    });
  }

  /** A run asked for by code: with a key, the same work is queued only once. */
  async add(kind: string, params: unknown, by: string, now: Date, more: { runAt?: Date; key?: string }): Promise<string | null> {
    const job = await this.#db.one<{ id: string }>(`select id from "BaseScheduleJob" where "jobCode" = $1`, [kind]);
    if (!job) throw new Error(`no program is called ${kind}`);
    return insertRequest(this.#db, {
      requestNum: await this.#number(now),
      jobId: job.id,
      params,
      submitType: more.runAt ? "AT" : "NOW",
      runAt: more.runAt ?? now,
      fireTime: null,
      onceKey: more.key ?? null,
      parentRequestId: null,
      by,
      now,
    });
  }
}

interface Complaint {
  readonly jobId: string;
  readonly createdBy: string;
  readonly id?: string;
  readonly requestNum?: string;
}

interface Schedule {
  readonly id: string;
  readonly jobId: string;
  readonly jobCode: string;
  readonly runAt: string;
  readonly cron: string;
  readonly timeZone: string;
  readonly params: Record<string, unknown> | null;
  readonly createdBy: string;
  readonly misfireRule: string;
  readonly defined: ParamRow[] | null;
}

/** The moments of a schedule up to now, oldest first, and the first one after. */
function momentsDue({ cron, timeZone, runAt }: Schedule, now: Date): { times: Date[]; next: Date | null } {
  const read = readCron(cron);
  const times = [new Date(runAt)];
  let next = nextRun(read, times[0]!.getTime(), timeZone);
  while (next !== null && next <= now.getTime()) {
    times.push(new Date(next));
    // After a long pause only how many there were is of interest.
    next = nextRun(read, times.length >= mostMissed ? Math.max(next, now.getTime() - 1) : next, timeZone);
  }
  return { times, next: next === null ? null : new Date(next) };
}

const lostText: Readonly<Record<"LOST" | "WAITING" | "FAILED" | "CANCELLED", (worker: string) => Text>> = {
  LOST: (worker) => [`执行节点 ${worker} 失联`, `Worker ${worker} stopped responding`],
  WAITING: () => ["失联后重新排队", "Back in the queue after its worker was lost"],
  FAILED: () => ["失联且已无重试次数", "Its worker was lost and no tries are left"],
  CANCELLED: () => ["失联前已被取消", "It was cancelled before its worker was lost"],
};

/** The same failure of the same program, however its numbers and ids differ. */
export const groupOf = (jobId: string, code: string, message: string): string =>
  createHash("sha256")
    .update(JSON.stringify([jobId, code, message.replace(/[0-9a-f]{8,}/gi, "#").replace(/\d+/g, "#")]))
    .digest("hex")
    .slice(0, 32);

interface NewRequest {
  readonly requestNum: string;
  readonly jobId: string;
  readonly params: unknown;
  readonly submitType: string;
  readonly runAt: Date;
  readonly fireTime: Date | null;
  readonly onceKey: string | null;
  readonly parentRequestId: string | null;
  readonly by: string;
  readonly now: Date;
}

async function insertRequest(db: Db, row: NewRequest): Promise<string | null> {
  const made = await db.one<{ id: string }>(
    `insert into "BaseScheduleRequest" (id, "createdBy", "creationDate", "lastUpdatedBy", "lastUpdateDate", "versionNum", "requestNum", "jobId", "submitType", "scheduleFlag", params, "runAt", "fireTime", "onceKey", "parentRequestId", status)
     values ($1, $2, $3, $2, $3, 1, $4, $5, $6, 'N', $7, $8, $9, $10, $11, 'WAITING') on conflict do nothing returning id`,
    [
      ...[newId(), row.by, row.now, row.requestNum, row.jobId, row.submitType, JSON.stringify(row.params ?? {})],
      ...[row.runAt, row.fireTime, row.onceKey, row.parentRequestId],
    ],
  );
  return made?.id ?? null;
}
