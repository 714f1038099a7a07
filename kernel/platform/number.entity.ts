import { entity } from "#kernel/entity.ts";
import { pick, text, yn } from "#kernel/field.ts";

/** How often a pattern begins again at one: as often as its finest date changes, so that no number can come twice. */
export const resetOf = (pattern: string | null): "DAY" | "MONTH" | "YEAR" | "NEVER" => {
  const tokens = (pattern ?? "").match(/\{[A-Za-z]+\}/g)?.join("") ?? "";
  return /dd/.test(tokens) ? "DAY" : /MM/.test(tokens) ? "MONTH" : /yy/.test(tokens) ? "YEAR" : "NEVER";
};

/** How documents of an entity are numbered. A changed pattern is for new documents only. */
export const numberRule = entity("BaseNumberRule", "编号规则", "Number rule", {
  service: "baseServer",
  fields: {
    ruleCode: text("规则编码", "Code", { max: 60, fixed: "create" }),
    entity: pick("单据", "Document", "ENTITY", { fixed: "create" }),
    pattern: text("模式", "Pattern", { max: 100, hint: ["例：PO{yyyyMMdd}{0001}", "For example PO{yyyyMMdd}{0001}"] }),
    resetBy: pick("归零", "Reset", "NUMBER_RESET", { computed: true }),
    orgScoped: yn("按组织", "Per organisation", { initial: "N", computed: true }),
    gaplessFlag: yn("不断号", "Without gaps", { initial: "N" }),
  },
  computes: { resetBy: (doc) => resetOf(doc.pattern), orgScoped: (doc) => (String(doc.pattern).includes("{org}") ? "Y" : "N") },
  sees: { internal: "all" },
  saves: "internal",
  unique: [{ fields: ["ruleCode"] }, { fields: ["entity"] }],
  title: ["ruleCode", "pattern"],
  list: ["ruleCode", "entity", "pattern", "resetBy", "orgScoped", "gaplessFlag"],
  search: ["ruleCode", "entity"],
  order: [["ruleCode", "asc"]],
});
