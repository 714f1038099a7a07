import { isCron } from "#kernel/cron.ts";
import { scheduleError, scheduleJob, scheduleRequest } from "#kernel/platform/schedule.entity.ts";
import { badParams, paramsFor } from "#kernel/program.ts";
import type { Doc } from "#kernel/entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { make, rule, run, set, type Find } from "#kernel/rule.ts";
import { nextAfter } from "./program.rules.ts";

type Program = Doc<typeof scheduleJob>;

const isApart = (a: Program, b: Program): boolean => (a.incompatibleWith ?? []).includes(b.id) || (b.incompatibleWith ?? []).includes(a.id);

/** Does a program run that may not run beside this one? Whoever starts it by hand is told; what a schedule starts waits for its turn. */
async function isBlocked(find: Find, program: Program): Promise<boolean> {
  const running = await find.where(scheduleRequest, { status: "RUNNING", jobId: { not: program.id } });
  const jobs = running.length ? await find.where(scheduleJob, { id: [...new Set(running.map((doc) => doc.jobId))] }) : [];
  return jobs.some((job) => isApart(job, program));
}

const busy = (): Refusal => refuse("JOB_BUSY", "不相容程序运行中", "An incompatible program runs");

const fieldRefusal = (path: string, code: string, cn: string, en: string) =>
  refuse(code, cn, en, { fieldErrors: [{ path, code, text: [cn, en] }] });

/** Somebody wants a program to run: now, at a time, or by a schedule of their own. */
export const submitRequest = rule(scheduleRequest, "doSubmit", {
  reads: async (_doc, find, input) => {
    const program = await find.one(scheduleJob, input.jobId ?? "");
    return { program, blocked: (input.submitType ?? "NOW") === "NOW" && (await isBlocked(find, program)) };
  },
  decide(doc, { program, blocked }, input, me, at) {
    const type = input.submitType ?? "NOW";
    const zone = input.timeZone ?? program.timeZone;
    const isOperator = me.may("BaseScheduleRequest", "btnPause");
    const isPlan = type === "CRON";
    const isGoodPlan = !isPlan || (typeof input.cron === "string" && isCron(input.cron));
    const runAt = type === "AT" ? (input.runAt ?? null) : isPlan ? (isGoodPlan ? nextAfter(input.cron!, zone, at.now) : null) : at.now;
    const given = (input.params ?? {}) as Record<string, unknown>;
    const { values, wrong, unknown } = paramsFor(program.params, given, runAt ?? at.now, zone);
    return [
      program.enabledFlag !== "Y" && refuse("JOB_DISABLED", "程序已停用", "Program disabled"),
      !isOperator && !(program.respIds ?? []).includes(me.responsibilityId ?? "-") && refuse("PERM_DENIED", "无权限", "Permission denied"),
      blocked && busy(),
      !isGoodPlan && fieldRefusal("cron", "JOB_CRON", "表达式不合法", "Bad cron"),
      type === "AT" && !runAt && fieldRefusal("runAt", "JOB_RUN_AT", "请选择运行时间", "Choose when it runs"),
      (wrong.length > 0 || unknown.length > 0) && badParams(wrong, unknown),
      set(doc, {
        jobId: program.id,
        submitType: type,
        scheduleFlag: isPlan ? "Y" : "N",
        runAt,
        cron: isPlan ? input.cron! : null,
        timeZone: isPlan ? zone : null,
        // A schedule keeps what was written, expressions and all; each of its runs reckons anew.
        params: isPlan ? given : values,
      }),
    ];
  },
});

/** What waits ends at once; what runs is told to end and has half a minute for it. */
export const cancelRequest = rule(scheduleRequest, "doCancel", {
  decide: (doc, _facts, _input, _me, at) =>
    doc.status === "RUNNING"
      ? set(doc, { cancelAt: at.now })
      : set(doc, { status: "CANCELLED", cancelAt: at.now, finishedAt: at.now, resultMsg: "已取消", resultMsgEn: "Cancelled" }),
});

export const pauseRequest = rule(scheduleRequest, "doPause", {
  decide: (doc) => (doc.scheduleFlag === "Y" ? [] : refuse("JOB_NO_PLAN", "只有计划可以暂停", "Only a schedule can be paused")),
});

export const resumeRequest = rule(scheduleRequest, "doResume", {
  decide: (doc, _facts, _input, _me, at) => (doc.cron ? set(doc, { runAt: nextAfter(doc.cron, doc.timeZone ?? "UTC", at.now) }) : []),
});

/** The same parameters once more, as a run of its own that names where it comes from. */
export const rerunRequest = rule(scheduleRequest, "doRerun", {
  reads: async (doc, find) => {
    const program = await find.one(scheduleJob, doc.jobId);
    return { program, blocked: await isBlocked(find, program) };
  },
  decide: (doc, { program, blocked }, _input, _me, at) => [
    blocked && busy(),
    doc.scheduleFlag === "Y" && refuse("JOB_NO_RUN", "计划不能重新运行", "A schedule cannot be run again"),
    program.enabledFlag !== "Y" && refuse("JOB_DISABLED", "程序已停用", "Program disabled"),
    make(scheduleRequest, at.newId(), {
      jobId: doc.jobId,
      params: doc.params ?? {},
      submitType: "NOW",
      runAt: at.now,
      parentRequestId: doc.id,
    }),
  ],
});

export const handleError = rule(scheduleError, "doHandled", {
  decide: (doc, _facts, input, me, at) => [
    doc.handledFlag === "Y" && refuse("JOB_HANDLED", "已处理过", "Already handled"),
    set(doc, { handledFlag: "Y", handledBy: me.userId, handledAt: at.now, handleNote: input.handleNote ?? null }),
  ],
});

/** Run again means: looked at. */
export const rerunError = rule(scheduleError, "doRerun", {
  decide: (doc, _facts, _input, me, at) => [
    doc.requestId === null &&
      refuse("JOB_NO_RUN", "错过的运行没有可重跑的请求，请立即运行程序", "A missed run has no request to repeat; run the program now"),
    ...(doc.requestId === null
      ? []
      : [
          run(scheduleRequest, doc.requestId, "doRerun", {}),
          set(doc, {
            handledFlag: "Y",
            handledBy: me.userId,
            handledAt: at.now,
            handleNote: me.language === "EN" ? "Run again" : "已重新运行",
          }),
        ]),
  ],
});

export const requestRules = [submitRequest, cancelRequest, pauseRequest, resumeRequest, rerunRequest, handleError, rerunError];
