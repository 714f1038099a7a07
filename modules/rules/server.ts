import type { Side } from "#kernel/server/side.ts";
import { DecisionCalls } from "./decision.calls.ts";
import { workbookCalls } from "./workbook.calls.ts";

const keptMs = 180 * 86_400_000;

/** Asking and explaining rules from outside, rule tables as workbooks, and the end of old log lines. */
export const rulesSide: Side = {
  code: "rules",
  calls: ({ kernel }) => [...new DecisionCalls(kernel).calls, ...workbookCalls(kernel)],
  programs: ({ kernel, clock }) => ({
    RULE_LOG_PURGE: async () => {
      await kernel.db.query(`delete from "BaseRuleDecisionLog" where "askedAt" < $1`, [new Date(clock.now().getTime() - keptMs)]);
    },
  }),
};
