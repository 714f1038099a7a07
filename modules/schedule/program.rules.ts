import { isCron, nextRun, readCron } from "#kernel/cron.ts";
import type { Doc } from "#kernel/entity.ts";
import { scheduleJob, scheduleRequest } from "#kernel/platform/schedule.entity.ts";
import { refuse } from "#kernel/refusal.ts";
import { make, rule, run, set, type Effect, type Moment } from "#kernel/rule.ts";

/** The schedule every program with a cron has of its own. */
const ownKey = "default";

const badCron = () =>
  refuse("JOB_CRON", "表达式不合法", "Bad cron", { fieldErrors: [{ path: "cron", code: "JOB_CRON", text: ["表达式不合法", "Bad cron"] }] });

/** When a schedule runs next after now; null when it never does. */
export const nextAfter = (cron: string, zone: string, now: string): string | null => {
  const at = nextRun(readCron(cron), Date.parse(now), zone);
  return at === null ? null : new Date(at).toISOString();
};

type Program = Doc<typeof scheduleJob>;
type Request = Doc<typeof scheduleRequest>;

/** The program's own schedule follows from the program: made, moved to the next moment, or ended. */
function ownSchedule(program: Program, known: Request | null, at: Moment): Effect[] {
  if (program.cron === null)
    return known && known.status !== "CANCELLED" ? [set(known, { status: "CANCELLED", finishedAt: at.now, runAt: null })] : [];
  const plan = { cron: program.cron, timeZone: program.timeZone, runAt: nextAfter(program.cron, program.timeZone, at.now) };
  if (known) return [set(known, { ...plan, finishedAt: null, status: known.status === "PAUSED" ? "PAUSED" : "WAITING" })];
  return [
    make(scheduleRequest, at.newId(), { ...plan, jobId: program.id, submitType: "CRON", scheduleFlag: "Y", onceKey: ownKey, params: {} }),
  ];
}

/** Ways to carry out a program that need a part of the product that is not there yet. */
const absent = new Set(["INTEGRATION", "REPORT"]);

export const saveProgram = rule(scheduleJob, "saveOrUpdate", {
  reads: async (doc, find) => ({
    own: (await find.where(scheduleRequest, { jobId: doc.id, onceKey: ownKey }, 1))[0] ?? null,
  }),
  decide(doc, { own }, { before }, me, at) {
    const keys = doc.params.map((p) => p.paramKey);
    const doubled = keys.find((key, i) => keys.indexOf(key) !== i);
    const isMoved = before === null || before.cron !== doc.cron || before.timeZone !== doc.timeZone;
    return [
      absent.has(doc.executor) && refuse("JOB_EXECUTOR", "该执行方式尚未启用", "This way of running is not available yet"),
      doc.executor === "HANDLER" &&
        before?.shippedFlag === "Y" &&
        before.handler !== doc.handler &&
        me.audience !== "system" &&
        refuse("JOB_BUILT_IN", "内置程序的处理程序不能更改", "The handler of a built-in program is fixed"),
      doubled !== undefined && refuse("JOB_PARAM", `参数${doubled}重复`, `Parameter ${doubled} is named twice`),
      (doc.incompatibleWith ?? []).includes(doc.id) &&
        refuse(
          "JOB_INCOMPATIBLE",
          "程序不能与自身不相容，请用重叠规则",
          "A program cannot be incompatible with itself; use the overlap rule",
        ),
      doc.cron !== null && !isCron(doc.cron) ? badCron() : null,
      ...(isMoved && (doc.cron === null || isCron(doc.cron)) ? ownSchedule(doc, own, at) : []),
    ];
  },
});

/** What was missed while it was off stays missed: the schedule goes on from now. */
export const enableProgram = rule(scheduleJob, "doEnable", {
  reads: async (doc, find) => ({
    plans: await find.where(scheduleRequest, { jobId: doc.id, scheduleFlag: "Y", status: ["WAITING", "PAUSED"] }),
  }),
  decide: (_doc, { plans }, _input, _me, at) =>
    plans.flatMap((plan) => (plan.cron ? [set(plan, { runAt: nextAfter(plan.cron, plan.timeZone ?? "UTC", at.now) })] : [])),
});

export const runProgram = rule(scheduleJob, "doRunNow", {
  decide(doc, _facts, input, _me, at) {
    const id = at.newId();
    return [
      make(scheduleRequest, id, { jobId: doc.id }),
      run(scheduleRequest, id, "doSubmit", { jobId: doc.id, submitType: "NOW", params: input.params ?? {} }),
    ];
  },
});

export const programRules = [saveProgram, enableProgram, runProgram];
