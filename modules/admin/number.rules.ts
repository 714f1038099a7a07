import { moduleState } from "#kernel/platform/module.entity.ts";
import { numberRule } from "#kernel/platform/number.entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { rule } from "#kernel/rule.ts";

const tokens = ["yyyyMMdd", "yyMMdd", "yyyyMM", "yyMM", "yyyy", "yy", "MM", "dd", "org", "supplier", "billType", "check"];

/** A pattern must count, with one serial of a fixed width, and name nothing unknown. */
export function judgePattern(pattern: string): Refusal | undefined {
  const parts = [...pattern.matchAll(/\{([^{}]*)\}/g)].map((found) => found[1]!);
  const serials = parts.filter((part) => /^0*1$/.test(part));
  const unknown = parts.filter((part) => !/^0*1$/.test(part) && !tokens.includes(part));
  const unclear = /[{}]/.test(pattern.replace(/\{[^{}]*\}/g, "")) || !/^[A-Za-z0-9_{}/.-]+$/.test(pattern);
  const dates = parts.filter((part) => tokens.indexOf(part) >= 0 && tokens.indexOf(part) < 8).join("");
  const gap = (dates.includes("dd") && !(dates.includes("MM") && dates.includes("yy"))) || (dates.includes("MM") && !dates.includes("yy"));
  if (serials.length !== 1)
    return refuse("NUMBER_PATTERN", "编号模式须有且只有一个流水位，如 {0001}", "A pattern needs exactly one serial such as {0001}");
  if (unknown.length || unclear)
    return refuse(
      "NUMBER_PATTERN",
      `编号模式不合法：${unknown.map((u) => `{${u}}`).join("、") || pattern}`,
      `The pattern is invalid: ${unknown.map((u) => `{${u}}`).join(", ") || pattern}`,
    );
  // A day without its month would come back next month with the same numbers.
  return gap ? refuse("NUMBER_PATTERN", "日期须含年，含日须含月", "A month needs its year, a day its month") : undefined;
}

/** Changes how new documents are numbered; those that exist keep theirs. */
export const saveNumberRule = rule(numberRule, "saveOrUpdate", { decide: (doc) => judgePattern(doc.pattern ?? "") });

/** What switches modules stays on: otherwise nothing could be switched on again. */
const needed = ["admin", "devtools"];

export const saveModule = rule(moduleState, "saveOrUpdate", {
  decide: (doc) =>
    needed.includes(doc.moduleCode ?? "") && doc.enabledFlag === "N"
      ? refuse("MODULE_ADMIN", `${doc.nameCn}模块不能停用`, `${doc.nameEn || doc.nameCn} cannot be switched off`)
      : undefined,
});

export const numberRules = [saveNumberRule, saveModule];
