import { houseZone } from "#kernel/time.ts";
import type { Hints } from "../support/generate.ts";

/** What the rules of programs and requests demand beyond their declarations. */
export const scheduleHints: Hints = {
  BaseScheduleParam: (g) => ({ paramKey: `p${g.word()}`, paramType: "TEXT", requiredFlag: "N", lookupType: undefined }),
  BaseScheduleJob: (g) => ({
    jobCode: `J${g.word()}`,
    executor: "HANDLER",
    handler: "SOD_CHECK",
    httpUrl: undefined,
    httpMethod: "POST",
    cron: undefined,
    timeZone: houseZone,
    incompatibleWith: undefined,
    respIds: undefined,
  }),
  "BaseScheduleJob.doRunNow": (_g, row) => ({ ...row, params: undefined }),
  "BaseScheduleRequest.doSubmit": (_g, row) => ({
    ...row,
    submitType: "NOW",
    runAt: undefined,
    cron: undefined,
    timeZone: undefined,
    params: undefined,
  }),
};
