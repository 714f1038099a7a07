import type { Doc } from "#kernel/entity.ts";
import { lookupType, lookupValue } from "#kernel/platform/lookup.entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { rule, type Find } from "#kernel/rule.ts";
import { spoken, total, usesOfLookup, type Held } from "./questions.ts";

type Value = Doc<typeof lookupValue>;
type Level = "SYSTEM" | "EXTENSIBLE" | "USER" | (string & {});

/** Codes that go or change their name: they must not stand on any record. */
export const touchedCodes = (before: readonly Value[], after: readonly Value[]): readonly Value[] =>
  before.filter((old) => after.find((now) => now.id === old.id)?.lookupCode !== old.lookupCode);

const system = (): Refusal => refuse("LOOKUP_SYSTEM", "系统级值不能修改编码", "System value: code fixed");

/** SYSTEM codes are fixed; EXTENSIBLE types keep what was shipped; a used code stays, disabling is always possible. */
export function judgeValues(
  level: Level,
  before: readonly Value[],
  after: readonly Value[],
  uses: ReadonlyMap<string, readonly Held[]>,
): readonly (Refusal | false)[] {
  const touched = touchedCodes(before, after);
  const added = after.some((now) => !before.some((old) => old.id === now.id));
  return [
    level === "SYSTEM" && (touched.length > 0 || added) && system(),
    level === "EXTENSIBLE" && touched.some((old) => old.shippedFlag === "Y") && system(),
    ...touched.map((old) => inUse(old.lookupCode, uses.get(old.lookupCode) ?? [])),
  ];
}

function inUse(code: string, held: readonly Held[]): Refusal | false {
  const [cn, en] = spoken(held);
  return (
    total(held) > 0 &&
    refuse("LOOKUP_IN_USE", `值已被使用，不能删除：${code}（${cn}）`, `Value in use: ${code} (${en})`, { data: { code, uses: held } })
  );
}

async function usesOf(find: Find, type: string, values: readonly Value[]): Promise<ReadonlyMap<string, readonly Held[]>> {
  if (values.length === 0) return new Map();
  return Map.groupBy(await usesOfLookup.ask(find, { type, codes: values.map((v) => v.lookupCode) }), (use) => use.code);
}

/** A type with its values; a value saved or deleted alone is a change of its type. */
export const saveLookupType = rule(lookupType, "saveOrUpdate", {
  reads: async (doc, find, { before }) => ({
    uses: before ? await usesOf(find, doc.lookupType, touchedCodes(before.values, doc.values)) : new Map<string, readonly Held[]>(),
  }),
  decide: (doc, { uses }, { before }, me) =>
    before === null || me.audience === "system" ? [] : judgeValues(before.customizationLevel, before.values, doc.values, uses),
});

export const deleteLookupType = rule(lookupType, "delete", {
  reads: async (doc, find) => {
    const values = await find.where(lookupValue, { parentId: doc.id }, 5_000);
    return { values, uses: await usesOf(find, doc.lookupType, values) };
  },
  decide: (doc, { values, uses }) => [
    doc.customizationLevel !== "USER" && system(),
    ...values.map((v) => inUse(v.lookupCode, uses.get(v.lookupCode) ?? [])),
  ],
});

export const lookupRules = [saveLookupType, deleteLookupType];
