import { Refusal, refuse } from "#kernel/refusal.ts";
import { rule, set } from "#kernel/rule.ts";
import { draftBeside, lastNumber, nextVersionRule, versionsOf } from "#kernel/versioned-rule.ts";
import { familyOutputs, publishFault } from "./publishing.ts";
import { ruleSet } from "./rule-set.entity.ts";

const hasDraft = (ruleCode: string): Refusal => refuse("RULE_DRAFT", `${ruleCode}已有草稿`, `${ruleCode} already has a draft`);

/** A new version follows the last one of its code; a code has one draft at most. */
export const saveRuleSet = rule(ruleSet, "saveOrUpdate", {
  reads: async (doc, find) => ({ others: (await versionsOf(find, ruleSet, doc)).filter((version) => version.id !== doc.id) }),
  decide(doc, { others }, { before }) {
    const outputs = familyOutputs(doc.ruleCode ?? "");
    if (outputs instanceof Refusal) return outputs;
    if (draftBeside(ruleSet, doc, others)) return hasDraft(doc.ruleCode);
    return set(doc, {
      ...(before ? {} : { version: lastNumber(ruleSet, others) + 1 }),
      ...(doc.outputFields?.length ? {} : { outputFields: outputs }),
    });
  },
});

/** A version goes into force when all its examples come out right and every row can be reached. */
export const publishRuleSet = rule(ruleSet, "doPublish", {
  decide: (doc, _, __, me, at) =>
    publishFault(doc, { now: at.now, zone: me.zone }) ?? set(doc, { publishedBy: me.userId, publishedAt: at.now }),
});

export const ruleSetRules = [saveRuleSet, publishRuleSet, nextVersionRule(ruleSet, { refuses: (doc) => hasDraft(doc.ruleCode) })];
