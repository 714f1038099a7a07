import { afterEach, describe, expect, test } from "vitest";
import type { Run } from "#kernel/server/jobs/job.ts";
import { purgeRequests } from "#kernel/server/jobs/job-report.ts";
import { shift } from "#kernel/time.ts";
import { press } from "../../../tests/support/kernel.ts";
import { monday, openNodes, type Nodes } from "../../../tests/support/schedule.ts";

let nodes: Nodes;
afterEach(() => nodes?.drop());

const rows = (code: string, more = "") =>
  nodes.nodes[0]!.db.query<{
    id: string;
    status: string;
    fireTime: string;
    tryCount: number;
    resultMsg: string | null;
    tries: any[];
    params: any;
    fence: number;
    progress: number;
  }>(
    `select r.* from "BaseScheduleRequest" r join "BaseScheduleJob" j on j.id = r."jobId" where j."jobCode" = $1 and r."scheduleFlag" = 'N' ${more} order by r."runAt", r.id`,
    [code],
  );
const logs = async (id: string) =>
  (await nodes.nodes[0]!.db.query<{ text: string }>(`select text from "BaseScheduleLog" where "parentId" = $1 order by seq`, [id])).map(
    (l) => l.text,
  );
const errors = () =>
  nodes.nodes[0]!.db.query<{ errorCode: string; message: string; requestId: string | null }>(
    `select * from "BaseScheduleError" order by "errorAt"`,
  );
const sentEvents = (event: string) =>
  nodes.nodes[0]!.db.query<{ data: any }>(`select data from "Outbox" where event = $1 order by no`, [event]);
const enable = async (...codes: string[]) => {
  for (const code of codes) {
    const job = await nodes.nodes[0]!.db.one<{ id: string }>(`select id from "BaseScheduleJob" where "jobCode" = $1`, [code]);
    await press(nodes.nodes[0]!, "BaseScheduleJob", job!.id, "doEnable");
    // The action is stamped by the real clock; the trial's own counts here.
    await nodes.nodes[0]!.db.query(`update "BaseScheduleRequest" set "runAt" = $2 where "jobId" = $1 and "scheduleFlag" = 'Y'`, [
      job!.id,
      new Date(Math.floor(nodes.clock.now().getTime() / 60_000) * 60_000 + 60_000),
    ]);
  }
};

/** Waits inside a run until the test lets go or the run is told to end. */
function held(): { handler: (run: Run) => Promise<void>; release(): void; runs: Run[] } {
  const runs: Run[] = [];
  const waiting: (() => void)[] = [];
  return {
    runs,
    release: () => waiting.splice(0).forEach((go) => go()),
    handler: (run) => {
      runs.push(run);
      return new Promise((done) => waiting.push(() => done()));
    },
  };
}

describe("by the clock", () => {
  test("admin 11: two nodes and a cron each minute make exactly 60 requests per hour, each run once", { timeout: 60_000 }, async () => {
    nodes = await openNodes();
    const seen: string[] = [];
    nodes.handlers["TICK"] = async (run) => void seen.push(run.fireTime.toISOString());
    await enable("TICK");
    await nodes.pass(3_600, 15);
    for (const { jobs } of nodes.nodes) await jobs.idle();
    const made = await rows("TICK");
    expect(made.map((r) => r.status)).toEqual(Array.from({ length: 60 }, () => "SUCCESS"));
    expect(new Set(made.map((r) => r.fireTime)).size).toBe(60);
    expect(seen.toSorted()).toEqual(made.map((r) => r.fireTime));
    expect(made[0]!.fireTime).toBe("2026-03-02T00:01:00.000Z");
  });

  test(
    "admin 12: overlap SKIP and runs of 90 s on a 60 s cron: every second run is skipped, said so, and no failure",
    { timeout: 60_000 },
    async () => {
      nodes = await openNodes();
      const slow = new Map<Run, () => void>();
      nodes.handlers["SLOW"] = (run) => new Promise<void>((done) => slow.set(run, done));
      await enable("SLOW");
      for (let at = 0; at < 600; at += 5) {
        await nodes.pass(5, 5);
        const now = nodes.clock.now().getTime();
        for (const [run, done] of slow)
          if (now - run.fireTime.getTime() >= 90_000) {
            slow.delete(run);
            done();
          }
      }
      await nodes.beat();
      const made = (await rows("SLOW")).slice(0, 8);
      expect(made.map((r) => r.status)).toEqual([
        "SUCCESS",
        "CANCELLED",
        "SUCCESS",
        "CANCELLED",
        "SUCCESS",
        "CANCELLED",
        "SUCCESS",
        "CANCELLED",
      ]);
      expect(made[1]!.resultMsg).toContain("跳过");
      expect(await logs(made[1]!.id)).toEqual(["上一次仍在运行，本次跳过"]);
      expect(await errors()).toEqual([]);
      slow.forEach((done) => done());
    },
  );

  test("what was missed while nothing was up is made up for once, or left out and told", async () => {
    nodes = await openNodes();
    const seen: string[] = [];
    nodes.handlers["TICK"] = async (run) => void seen.push(run.fireTime.toISOString());
    nodes.handlers["LATE"] = async () => void seen.push("late");
    await enable("TICK", "LATE");
    await nodes.pass(3_690, 3_690);
    for (const { jobs } of nodes.nodes) await jobs.idle();
    expect(seen).toEqual(["2026-03-02T01:01:00.000Z", "late"].toSorted());
    expect((await rows("TICK")).length).toBe(1);
    expect((await errors()).map((e) => e.errorCode)).toEqual(["JOB_MISSED"]);
    await nodes.pass(600, 600);
    expect((await rows("LATE")).length).toBe(2);
  });
});

describe("workers", () => {
  test("admin 13: a worker that dies in mid-run is LOST within 80 s and another takes over; its late write is refused", async () => {
    nodes = await openNodes(1);
    const first = held();
    nodes.handlers["ONCE"] = first.handler;
    await enable("ONCE");
    await nodes.nodes[0]!.jobs.add("ONCE", { day: "2026-03-01" }, "u1");
    await nodes.beat();
    const [dead] = nodes.nodes;
    expect((await rows("ONCE"))[0]).toMatchObject({ status: "RUNNING", tryCount: 1 });
    const statuses: string[] = [];
    await nodes.another();
    const second = held();
    nodes.handlers["ONCE"] = second.handler;
    // The first process hangs: it does not beat any more, but it is still there and will write later.
    const living = nodes.nodes[1]!;
    for (let at = 0; at < 80; at += 10) {
      (nodes.clock as { now(): Date }).now = (
        (at2) => () =>
          new Date(monday + at2)
      )(at * 1_000 + 10_000);
      await living.jobs.beat();
      statuses.push((await rows("ONCE"))[0]!.status);
    }
    expect(statuses).toContain("LOST");
    expect(statuses.at(-1)).toBe("RUNNING");
    expect(second.runs.length).toBe(1);
    const [run] = first.runs;
    await expect(run!.db.tx((tx) => tx.query(`update "BaseScheduleJob" set description = 'late'`))).rejects.toThrow("another worker");
    expect(await dead!.db.query(`select 1 from "BaseScheduleJob" where description = 'late'`)).toEqual([]);
    const alarmed = (await rows("ONCE"))[0]!;
    first.release();
    await dead!.jobs.idle();
    expect((await rows("ONCE"))[0]).toMatchObject({ status: "RUNNING", fence: alarmed.fence });
    second.release();
    await living.jobs.idle();
    const [row] = await rows("ONCE");
    expect(row).toMatchObject({ status: "SUCCESS", tryCount: 2 });
    expect(row!.tries.map((t) => t.outcome)).toEqual(["LOST", "SUCCESS"]);
  });

  test("a failing run is tried again after 60, 120 and 240 s; then it fails, is listed, and somebody is told", async () => {
    nodes = await openNodes();
    const at: number[] = [];
    nodes.handlers["ONCE"] = async () => {
      at.push((nodes.clock.now().getTime() - monday) / 1_000);
      throw new Error("the other side is closed 4711");
    };
    await enable("ONCE");
    await nodes.nodes[0]!.db.query(`update "BaseScheduleJob" set "alertUserIds" = '["u-alert"]' where "jobCode" = 'ONCE'`);
    await nodes.nodes[0]!.jobs.add("ONCE", {}, "u1");
    await nodes.beat();
    await nodes.pass(500, 10);
    for (const { jobs } of nodes.nodes) await jobs.idle();
    expect(at).toEqual([0, 60, 180, 420]);
    const [row] = await rows("ONCE");
    expect(row).toMatchObject({ status: "FAILED", tryCount: 4 });
    expect(await errors()).toMatchObject([{ errorCode: "JOB_ERROR", requestId: row!.id }]);
    expect((await sentEvents("JOB_FAILED")).map((e) => e.data)).toMatchObject([
      { jobCode: "ONCE", alertUserIds: ["u-alert"], requestId: row!.id },
    ]);
  });

  test("a run that takes too long is told to end, and cut off after 30 s if it does not listen", async () => {
    nodes = await openNodes();
    const deaf = held();
    nodes.handlers["QUICK"] = deaf.handler;
    await enable("QUICK");
    await nodes.nodes[0]!.jobs.add("QUICK", {}, "u1");
    await nodes.beat();
    await nodes.pass(60, 10);
    expect(deaf.runs[0]!.signal.aborted).toBe(true);
    expect((await rows("QUICK"))[0]!.status).toBe("RUNNING");
    await nodes.pass(30, 10);
    expect((await rows("QUICK"))[0]!.status).toBe("TIMEOUT");
    await expect(deaf.runs[0]!.db.query("select 1")).rejects.toThrow("another worker");
    expect((await errors()).map((e) => e.errorCode)).toEqual(["JOB_TIMEOUT"]);
    deaf.release();
  });

  test("what is cancelled ends: a waiting run at once, a running one by its signal", async () => {
    nodes = await openNodes();
    nodes.handlers["ONCE"] = (run) => new Promise((_, failed) => run.signal.addEventListener("abort", () => failed(run.signal.reason)));
    await enable("ONCE");
    const [one, two] = nodes.nodes;
    const running = await one!.jobs.add("ONCE", {}, "u1");
    await one!.jobs.beat();
    const waiting = await one!.jobs.add("ONCE", {}, "u1");
    await press(two!, "BaseScheduleRequest", waiting!, "doCancel");
    await press(two!, "BaseScheduleRequest", running!, "doCancel");
    await nodes.pass(20, 10);
    for (const { jobs } of nodes.nodes) await jobs.idle();
    expect((await rows("ONCE")).map((r) => r.status)).toEqual(["CANCELLED", "CANCELLED"]);
    expect(await errors()).toEqual([]);
  });

  test("incompatible programs never run together, whoever takes them; QUEUE runs one after the other", async () => {
    nodes = await openNodes();
    let together = 0;
    let most = 0;
    const work = async (): Promise<void> => {
      most = Math.max(most, (together += 1));
      await new Promise((done) => setTimeout(done, 3));
      together -= 1;
    };
    nodes.handlers["ONCE"] = work;
    nodes.handlers["OTHER"] = work;
    await enable("ONCE", "OTHER");
    for (let n = 0; n < 6; n++) await nodes.nodes[n % 2]!.jobs.add(n % 2 ? "ONCE" : "OTHER", {}, "u1");
    await expect
      .poll(
        async () => {
          await nodes.beat();
          return [...(await rows("ONCE")), ...(await rows("OTHER"))].filter((r) => r.status === "SUCCESS").length;
        },
        { interval: 5 },
      )
      .toBe(6);
    expect(most).toBe(1);
  });

  test("whoever starts a program by hand is told that an incompatible one runs; afterwards it starts", async () => {
    nodes = await openNodes(1);
    const once = held();
    nodes.handlers["ONCE"] = once.handler;
    await enable("ONCE", "OTHER");
    const [node] = nodes.nodes;
    await node!.jobs.add("ONCE", { day: "2026-01-01" }, "u1");
    await node!.jobs.beat();
    await expect.poll(() => once.runs.length).toBe(1);
    const other = await node!.db.one<{ id: string }>(`select id from "BaseScheduleJob" where "jobCode" = 'OTHER'`);
    const start = () => press(node!, "BaseScheduleJob", other!.id, "doRunNow", {});
    await expect(start()).rejects.toMatchObject({ code: "JOB_BUSY" });
    once.release();
    await node!.jobs.idle();
    await start();
    expect((await rows("OTHER")).length).toBe(1);
  });

  test("the same key is queued once; progress and log are seen while it runs; a stop hands work back", async () => {
    nodes = await openNodes();
    const entry = held();
    nodes.handlers["ONCE"] = async (run) => {
      run.log(["第一行", "line one"]);
      await run.progress(40, ["读取", "reading"]);
      await entry.handler(run);
    };
    await enable("ONCE");
    const [a] = nodes.nodes;
    const id = await a!.jobs.add("ONCE", { day: "2026-01-01" }, "u1", { key: "k" });
    expect(await a!.jobs.add("ONCE", {}, "u1", { key: "k" })).toBeNull();
    await a!.jobs.beat();
    await expect.poll(async () => (await rows("ONCE"))[0]!.progress).toBe(40);
    await expect.poll(() => logs(id!)).toEqual(["开始运行，第 1 次", "第一行"]);
    await a!.jobs.stop();
    expect((await rows("ONCE"))[0]).toMatchObject({ status: "WAITING", tryCount: 0, tries: [] });
    entry.release();
    await nodes.nodes[1]!.jobs.beat();
    await expect.poll(() => entry.runs.length).toBe(2);
    entry.release();
    await nodes.nodes[1]!.jobs.idle();
    expect((await rows("ONCE"))[0]).toMatchObject({ status: "SUCCESS", tryCount: 1 });
  });

  test("what is past its days is removed with its log and errors; younger runs and schedules stay", async () => {
    nodes = await openNodes(1);
    nodes.handlers["QUICK"] = async () => Promise.reject(new Error("no"));
    await enable("QUICK", "TICK");
    await nodes.nodes[0]!.jobs.add("QUICK", {}, "u1");
    await nodes.beat();
    await nodes.nodes[0]!.jobs.idle();
    const { db } = nodes.nodes[0]!;
    expect(await purgeRequests(db, shift(new Date(monday), { days: 89 }))).toBe(0);
    expect(await purgeRequests(db, shift(new Date(monday), { days: 91 }))).toBe(1);
    expect(await errors()).toEqual([]);
    expect(await db.query(`select 1 from "BaseScheduleLog"`)).toEqual([]);
    expect((await db.query(`select 1 from "BaseScheduleRequest" where "scheduleFlag" = 'Y'`)).length).toBeGreaterThan(3);
  });
});
