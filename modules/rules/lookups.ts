import { lookup, type Lookup } from "#kernel/module.ts";
import { families } from "./engine/family.ts";

/** The codes rules are described by. */
export const ruleLookups: Readonly<Record<string, Lookup>> = {
  RULE_FAMILY: lookup("规则族", "Rule family", Object.fromEntries(families.map(({ prefix, question }) => [prefix, question]))),
  RULE_KIND: lookup("规则形式", "Rule kind", { TABLE: ["决策表", "Decision table"], TREE: ["条件分支", "Condition tree"] }),
  RULE_HIT_POLICY: lookup("命中方式", "Hit policy", {
    FIRST: ["首个命中", "First that applies"],
    ALL: ["全部命中", "All that apply"],
    COLLECT_MAX: ["取最大", "Highest"],
  }),
  RULE_FIELD_TYPE: lookup("规则字段类型", "Rule field type", {
    NUMBER: ["数字", "Number"],
    TEXT: ["文本", "Text"],
    DATE: ["日期", "Date"],
    TIME: ["时间", "Time"],
    YES_NO: ["是否", "Yes or no"],
  }),
};
