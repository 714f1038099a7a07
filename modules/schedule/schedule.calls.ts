import { alias, base, textOf, type Body } from "#kernel/server/admin/ask.ts";
import type { Call, Context } from "#kernel/server/http/call.ts";
import { permDenied } from "#kernel/server/find/find.ts";
import { asks } from "#kernel/server/http/input.ts";
import { errorGroups, jobHealth, lastRuns, linesAfter, partnerRates, serviceCosts } from "#kernel/server/jobs/job-report.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { dayIn, inZone, shift, toUtc } from "#kernel/time.ts";

const mostLines = 500;
const shownRuns = 20;
const healthDays = 30;

/** The scheduler's calls by their handbook names, and what its pages ask beyond the entities. */
export function scheduleCalls(kernel: Kernel): Call[] {
  const { finder, declared, db } = kernel;
  const jobs = declared.entity("BaseScheduleJob");
  const requests = declared.entity("BaseScheduleRequest");
  const errors = declared.entity("BaseScheduleError");

  /** What a run said since a line; asked again and again by whoever is watching. */
  async function log(ctx: Context, body: Body): Promise<unknown> {
    const row = await finder.byId(requests, textOf(body, "requestId"), ctx.me);
    const from = Number(body["fromSeq"] ?? 0);
    const page = await linesAfter(db, String(row["id"]), Number.isSafeInteger(from) && from >= 0 ? from : 0, ctx.language, mostLines);
    return {
      lines: page.lines.map((line) => ({ ...line, time: inZone(line.time, ctx.me.zone) })),
      lastSeq: page.lastSeq,
      status: row["status"],
      progress: row["progress"],
      progressText: (ctx.language === "EN" ? row["progressTextEn"] : null) ?? row["progressText"],
      more: page.lines.length === mostLines,
    };
  }

  async function runs(ctx: Context, body: Body): Promise<unknown> {
    const job = await finder.byId(jobs, textOf(body, "jobId"), ctx.me);
    const to = new Date(ctx.now.getTime() + 60_000);
    const from = shift(ctx.now, { days: -healthDays });
    const [figures, days] = await Promise.all([
      lastRuns(db, String(job["id"]), shownRuns),
      jobHealth(db, from, to, ctx.me.zone, String(job["id"])),
    ]);
    return { runs: figures.map((figure) => ({ ...figure, startedAt: figure.startedAt && inZone(figure.startedAt, ctx.me.zone) })), days };
  }

  async function health(ctx: Context, body: Body): Promise<unknown> {
    if (!finder.mayRead(jobs, ctx.me)) throw permDenied();
    const days = Math.min(90, Math.max(1, Number(body["days"] ?? healthDays) || healthDays));
    return jobHealth(db, shift(ctx.now, { days: -days }), shift(ctx.now, { minutes: 1 }), ctx.me.zone, null);
  }

  async function groups(ctx: Context): Promise<unknown> {
    if (!ctx.me.may("BaseScheduleError", "") || !ctx.me.may("BaseScheduleRequest", "btnPause")) throw permDenied();
    return (await errorGroups(db, ctx.language)).map((errorGroup) => ({
      ...errorGroup,
      name: ctx.language === "EN" ? (errorGroup.nameEn ?? errorGroup.nameCn) : errorGroup.nameCn,
      firstAt: inZone(errorGroup.firstAt, ctx.me.zone),
      lastAt: inZone(errorGroup.lastAt, ctx.me.zone),
    }));
  }

  /** Since the first of the month, as the reader's calendar has it. */
  async function cost(ctx: Context): Promise<unknown> {
    if (!ctx.me.may("SrmBaseTripartiteLogs", "")) throw permDenied();
    const first = `${dayIn(ctx.now.toISOString(), ctx.me.zone).slice(0, 8)}01 00:00:00`;
    return serviceCosts(db, new Date(toUtc(first, ctx.me.zone)));
  }

  /** Each partner's share of failures in the last thirty days. */
  async function rates(ctx: Context): Promise<unknown> {
    if (!ctx.me.may("SrmBaseInterfaceLogs", "")) throw permDenied();
    return partnerRates(db, shift(ctx.now, { days: -30 }));
  }

  const byRequest = { body: (body: Body) => ({ ...body, id: body["requestId"] ?? body["id"] }) };
  const asked = [
    alias(kernel, "jobService/findPage", jobs.name, "listByPage"),
    alias(kernel, "jobService/save", jobs.name, "saveOrUpdate"),
    base("jobService/runs", asks({ jobId: "id" }), runs),
    base("jobService/health", asks({ days: "int" }), health),
    alias(kernel, "parameterService/findPage", "BaseScheduleParam", "listByPage"),
    alias(kernel, "requestService/findPage", requests.name, "listByPage"),
    alias(kernel, "requestService/launch", requests.name, "doSubmit"),
    ...(["Cancel", "Pause", "Resume", "Rerun"] as const).map((name) =>
      alias(kernel, `requestService/${name.toLowerCase()}`, requests.name, `do${name}`, byRequest),
    ),
    base("requestService/log", asks({ requestId: "id", fromSeq: "int" }), log),
    alias(kernel, "errorService/findPage", errors.name, "listByPage"),
    alias(kernel, "errorService/doHandled", errors.name, "doHandled"),
    base("errorService/groups", asks(), groups),
  ];
  return [
    ...asked.map((call): Call => ({ ...call, service: "schedule" })),
    base("outsideService/cost", asks(), cost),
    base("outsideService/rates", asks(), rates),
  ];
}
