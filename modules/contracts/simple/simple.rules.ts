import { cmp, mul, trim } from "#kernel/decimal.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { add, rule, run, set, type Find } from "#kernel/rule.ts";
import { getProfile } from "#modules/base/index.ts";
import { fault } from "../common.ts";
import { contract } from "../contract.entity.ts";
import { ratedOn } from "../contract-rate.ts";
import type { Contract } from "../contract-text-of.ts";
import type { Template } from "../template.rules.ts";

/** The most a simplified contract may come to, in base currency, and the rate its amount is judged by; null for other contracts. */
export async function simpleFacts(doc: Contract, find: Find, day: string) {
  if (doc.contractClass !== "SIMPLE" || !doc.orgId) return null;
  const [limit, { rate }] = await Promise.all([getProfile(find, "CCT_SIMPLE_LIMIT", { orgId: doc.orgId }), ratedOn(find, doc, day)]);
  return { limit: limit.value, rate };
}

/** What a simplified contract must keep to. */
export function simpleFaults(doc: Contract, from: Template, facts: Awaited<ReturnType<typeof simpleFacts>>): (Refusal | false)[] {
  if (doc.contractClass !== "SIMPLE") return [];
  const clauses = doc.clauses.filter((clause) => clause.termsId === null || clause.deviationFlag === "Y" || clause.editableFlag === "Y");
  return [
    facts !== null &&
      cmp(mul(doc.amountIncl ?? "0", facts.rate), facts.limit) > 0 &&
      refuse(
        "CCT-023",
        `金额超过简易合同上限${trim(facts.limit)}`,
        `The amount exceeds the simplified contract limit of ${trim(facts.limit)}`,
      ),
    from.editMode !== "LOCKED" &&
      fault("templateId", "CCT-106", "简易合同须使用正文不可改的模板", "A simplified contract needs a locked template"),
    clauses.length > 0 && fault("clauses", "CCT-107", "简易合同的条款不可修改", "The clauses of a simplified contract cannot be changed"),
  ];
}

const quickAdd = rule(contract, "doQuickAdd", {
  decide: (doc, _, { items, ...input }, me) => [
    set(doc, { ...input, currency: input.currency ?? "CNY", contractClass: "SIMPLE", signMode: "CLICK", ownerId: me.userId } as never),
    ...(items ?? []).map((row) => add(doc, "items", row)),
    run(contract, doc.id, "saveOrUpdate", {}),
  ],
});

const upgrade = rule(contract, "doUpgrade", {
  decide: (doc) => [
    doc.contractClass !== "SIMPLE" &&
      refuse("CCT-109", "只有简易合同可以转换", "Only a simplified contract can be turned into a standard one"),
    set(doc, { contractClass: "STANDARD", signMode: "PAPER" }),
  ],
});

export const simpleRules = [quickAdd, upgrade];
