import type { Doc } from "#kernel/entity.ts";
import type { Moment } from "#kernel/expression/functions.ts";
import { Refusal, refuse, type FieldError } from "#kernel/refusal.ts";
import type { Text } from "#kernel/text.ts";
import { familyOf } from "./engine/family.ts";
import { publishReport, type PublishReport } from "./engine/publish.ts";
import type { Finding } from "./engine/rule-set.ts";
import type { ruleSet } from "./rule-set.entity.ts";
import { engineCases, engineSet, familyNames, fieldRowOf, type FieldRow } from "./stored.ts";

/** What the family of a code answers, as rows of a rule set; a refusal when it belongs to none. */
export function familyOutputs(ruleCode: string): readonly Required<FieldRow>[] | Refusal {
  const family = familyOf(ruleCode);
  if (family) return Object.entries(family.outputs).map(([name, field]) => fieldRowOf(name, field));
  const prefixes = familyNames.join(" ");
  return refuse(
    "RULE_FAMILY",
    `规则编码${ruleCode}须以规则族前缀开头：${prefixes}`,
    `The code ${ruleCode} must begin with a family's prefix: ${prefixes}`,
  );
}

/** Where a finding stands, as the editor marks it: rules[2].conditions.amount. */
function placeOf(finding: Finding, rules: readonly { readonly id: string }[]): string {
  const at = rules.findIndex((rule) => rule.id === finding.rule);
  return [at < 0 ? "" : `rules[${at}]`, finding.place ?? ""].filter((part) => part !== "").join(".") || "rules";
}

const codes: Partial<Record<Finding["code"], string>> = {
  CASE: "RULE_CASE",
  UNREACHABLE: "RULE_UNREACHABLE",
  NEVER: "RULE_UNREACHABLE",
  OUTPUT: "RULE_OUTPUT",
};

/** Everything that stands against publishing, as one refusal with a mark at each place. */
function publishRefusal(findings: readonly Finding[], rules: readonly { readonly id: string }[]): Refusal {
  const first = findings[0]!;
  const more: Text = findings.length > 1 ? [`（共${findings.length}处）`, ` (${findings.length} in total)`] : ["", ""];
  const fieldErrors = findings.map((finding): FieldError => ({
    path: placeOf(finding, rules),
    code: codes[finding.code] ?? finding.code,
    text: finding.text,
  }));
  return new Refusal(codes[first.code] ?? first.code, [`${first.text[0]}${more[0]}`, `${first.text[1]}${more[1]}`], { fieldErrors });
}

/** A stored version looked at as before publishing. */
export function reportOf(doc: Doc<typeof ruleSet>, at: Moment): PublishReport {
  const engine = engineSet(doc);
  return publishReport(engine, engineCases(doc.cases, engine), at);
}

/** What stands against putting a version into force. */
export function publishFault(doc: Doc<typeof ruleSet>, at: Moment): Refusal | null {
  if (doc.rules.length === 0) return refuse("RULE_EMPTY", "至少需要一行规则", "At least one row is needed");
  const { errors } = reportOf(doc, at);
  return errors.length ? publishRefusal(errors, doc.rules) : null;
}
