import { Refusal, refuse } from "#kernel/refusal.ts";
import { make, rule, set } from "#kernel/rule.ts";
import { familyOutputs, publishFault } from "./publishing.ts";
import { ruleSet } from "./rule-set.entity.ts";

const hasDraft = (ruleCode: string): Refusal => refuse("RULE_DRAFT", `${ruleCode}已有草稿`, `${ruleCode} already has a draft`);

const lastOf = (versions: readonly { readonly version: number }[]): number =>
  versions.reduce((most, one) => Math.max(most, one.version), 0);

/** A new version follows the last one of its code; a code has one draft at most. */
export const saveRuleSet = rule(ruleSet, "saveOrUpdate", {
  reads: async (doc, find) => ({ others: await find.where(ruleSet, { ruleCode: doc.ruleCode ?? "", id: { not: doc.id } }) }),
  decide(doc, { others }, { before }) {
    const outputs = familyOutputs(doc.ruleCode ?? "");
    if (outputs instanceof Refusal) return outputs;
    if (others.some((one) => one.status === "DRAFT")) return hasDraft(doc.ruleCode);
    return set(doc, {
      ...(before ? {} : { version: lastOf(others) + 1 }),
      ...(doc.outputFields?.length ? {} : { outputFields: outputs as never }),
    });
  },
});

/** A version goes into force when all its examples come out right and every row can be reached. */
export const publishRuleSet = rule(ruleSet, "doPublish", {
  decide: (doc, _, __, me, at) =>
    publishFault(doc, { now: at.now, zone: me.zone }) ?? set(doc, { publishedBy: me.userId, publishedAt: at.now }),
});

/** A frozen version stays as it is; what is changed about it begins as a draft with the same rows. */
export const reviseRuleSet = rule(ruleSet, "doRevise", {
  reads: async (doc, find) => ({ others: await find.where(ruleSet, { ruleCode: doc.ruleCode, id: { not: doc.id } }) }),
  decide(doc, { others }, _, __, at) {
    if (others.some((one) => one.status === "DRAFT")) return hasDraft(doc.ruleCode);
    const { ruleCode, name, nameEn, kind, hitPolicy, inputFields, outputFields, defaults, description } = doc;
    return make(ruleSet, at.newId(), {
      ...{ ruleCode, name, nameEn, kind, hitPolicy, inputFields, outputFields, defaults, description },
      version: lastOf([doc, ...others]) + 1,
      rules: doc.rules.map(({ seq, conditions, outputs, remark, enabledFlag }) => ({ seq, conditions, outputs, remark, enabledFlag })),
      cases: doc.cases.map(({ seq, caseName, inputs, expected }) => ({ seq, caseName, inputs, expected })),
    });
  },
});

export const ruleSetRules = [saveRuleSet, publishRuleSet, reviseRuleSet];
