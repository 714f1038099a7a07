import { entity } from "#kernel/entity.ts";
import { code, int, pick, ref, text, yn } from "#kernel/field.ts";

/** How documents of an entity are numbered. A changed pattern is for new documents only. */
export const numberRule = entity("BaseNumberRule", "编号规则", "Number rule", {
  service: "baseServer",
  fields: {
    ruleCode: code("规则编码", "Code", { max: 60 }),
    entity: text("实体", "Entity", { max: 60 }),
    pattern: text("模式", "Pattern", { max: 100, hint: ["例：PO{yyyyMMdd}{0001}", "For example PO{yyyyMMdd}{0001}"] }),
    resetBy: pick("归零", "Reset", "NUMBER_RESET", { initial: "DAY" }),
    orgScoped: yn("按组织", "Per organisation", { initial: "N" }),
    gaplessFlag: yn("不断号", "Without gaps", { initial: "N" }),
  },
  sees: { internal: "all" },
  saves: "internal",
  unique: [{ fields: ["ruleCode"] }],
  title: ["ruleCode", "pattern"],
  search: ["ruleCode", "entity"],
});

/** The last number taken per rule and period. */
export const numberSeq = entity("BaseNumberSeq", "编号流水", "Number sequence", {
  service: "baseServer",
  internal: true,
  fields: {
    ruleId: ref("BaseNumberRule", "规则", "Rule"),
    scopeKey: text("范围", "Scope", { max: 120 }),
    lastValue: int("最后值", "Last value", { initial: 0 }),
  },
  sees: {},
  unique: [{ fields: ["ruleId", "scopeKey"] }],
});
