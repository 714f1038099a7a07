import type { Doc } from "#kernel/entity.ts";
import { lookupValue } from "#kernel/platform/lookup.entity.ts";
import { profile } from "#kernel/platform/setting.entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { rule } from "#kernel/rule.ts";
import type { Text } from "#kernel/text.ts";

type Profile = Doc<typeof profile>;

const invalid = ([cn, en]: Text): Refusal => refuse("PROFILE_VALUE", `配置值不合法：${cn}`, `Profile value invalid: ${en}`);

/** What is wrong with a value of this setting, in words; nothing when it fits. */
export function whatIsWrong(
  of: Pick<Profile, "valueType" | "min" | "max" | "options" | "lookupType">,
  value: string | null,
  codes: readonly string[],
): Text | undefined {
  const text = value ?? "";
  const options: readonly string[] = Array.isArray(of.options) ? of.options : [];
  if (of.valueType === "INT") {
    if (!/^-?\d{1,12}$/.test(text)) return ["须为整数", "must be a whole number"];
    const [least, most] = [of.min ?? -Infinity, of.max ?? Infinity];
    if (Number(text) < least || Number(text) > most)
      return [`应在 ${of.min ?? "–"} 至 ${of.max ?? "–"} 之间`, `must be between ${of.min ?? "–"} and ${of.max ?? "–"}`];
  }
  if (of.valueType === "YN" && text !== "Y" && text !== "N") return ["须为 Y 或 N", "must be Y or N"];
  if (options.length > 0 && !options.includes(text)) return [`须为 ${options.join("、")} 之一`, `must be one of ${options.join(", ")}`];
  if (of.valueType === "LOOKUP" && options.length === 0 && !codes.includes(text))
    return [`须为 ${of.lookupType ?? ""} 的值`, `must be a code of ${of.lookupType ?? ""}`];
  return undefined;
}

/** Settings are declared in code; people give them values at the levels they allow. */
export const saveProfile = rule(profile, "saveOrUpdate", {
  reads: async (doc, find) => ({
    codes:
      doc.valueType === "LOOKUP" && doc.lookupType
        ? (await find.where(lookupValue, { lookupType: doc.lookupType, enabledFlag: "Y" })).map((v) => v.lookupCode)
        : [],
  }),
  decide: (doc, { codes }, { before }, me) => [
    before === null &&
      me.audience !== "system" &&
      invalid(["配置项由系统提供，只能设置值", "settings come with the product; only values can be changed"]),
    me.audience !== "system" &&
      doc.values.some(
        (line) => line.secretValue !== null && line.secretValue !== (before?.values.find((old) => old.id === line.id)?.secretValue ?? null),
      ) &&
      invalid(["密文须单独保存", "a secret is saved on its own"]),
    ...doc.values.flatMap((line) => {
      const wrong = doc.valueType === "SECRET" ? undefined : whatIsWrong(doc, line.value, codes);
      return [
        !doc.levels.includes(line.level) && invalid([`该配置不能在 ${line.level} 层设置`, `cannot be set at level ${line.level}`]),
        wrong !== undefined && invalid(wrong),
      ];
    }),
  ],
});

export const settingRules = [saveProfile];
