import { anyone, each, pressersOf, readersOf, type NeedsOf } from "#kernel/server/http/need.ts";

/** Who needs the calls of this area. */
export const rulesNeeds: NeedsOf = {
  ...each("v1/baseRuleSetRestful", ["evaluate", "batchEvaluate", "test", "publish", "readExcel"], readersOf("BaseRuleSet")),
  "v1/baseRuleSetRestful/explain": anyone("asks for the document that was decided, or the log of decisions"),
  "v1/baseRuleSetRestful/exportExcel": pressersOf("BaseRuleSet", "btnExport"),
};
