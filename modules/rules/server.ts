import { expireRows } from "#kernel/server/jobs/expire.ts";
import type { Side } from "#kernel/server/install/side.ts";
import { shift } from "#kernel/time.ts";
import { DecisionCalls } from "./decision.calls.ts";
import { ruleDecisionLog } from "./rule-set.entity.ts";
import { workbookCalls } from "./workbook.calls.ts";
import { rulesNeeds } from "./needs.calls.ts";

const keptDays = 180;

/** Asking and explaining rules from outside, rule tables as workbooks, and the end of old log lines. */
export const rulesSide: Side = {
  code: "rules",
  needs: rulesNeeds,
  calls: ({ kernel }) => [...new DecisionCalls(kernel).calls, ...workbookCalls(kernel)],
  programs: ({ kernel, clock }) => ({
    RULE_LOG_PURGE: async () => {
      const gone = await expireRows(kernel.db, ruleDecisionLog, "askedAt", shift(clock.now(), { days: -keptDays }));
      return [`清理 ${gone} 条`, `${gone} cleared`];
    },
  }),
};
