import { module } from "#kernel/module.ts";
import { ruleLookups } from "./lookups.ts";
import { ruleDecisionLog, ruleSet } from "./rule-set.entity.ts";
import { ruleSetRules } from "./rule-set.rules.ts";

/** Decisions that people keep in tables: asked by every area, owned by none. */
export const rules = module("rules", "规则引擎", "Rule engine", {
  entities: [ruleSet, ruleDecisionLog],
  rules: ruleSetRules,
  lookups: ruleLookups,
  programs: { RULE_LOG_PURGE: { label: ["规则决策日志清理", "Purge rule decisions"], cron: "20 3 * * *", overlap: "SKIP" } },
});

export { askRule, logDecision, type Asked, type AskMoment, type AskOptions, type RuleBiz } from "./ask.ts";
export { families, familyOf, type Family } from "./engine/family.ts";
export { ruleDecisionLog, ruleSet } from "./rule-set.entity.ts";
