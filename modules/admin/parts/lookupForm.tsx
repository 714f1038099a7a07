import type { Entity } from "#kernel/entity.ts";
import type { Field } from "#kernel/field.ts";
import type { Row } from "#kernel/page-document.ts";
import { lookupType, lookupValue } from "#kernel/platform/lookup.entity.ts";
import type { Text } from "#kernel/text.ts";
import type { Column } from "#kernel/web/table/types.ts";

const plain = ["lookupCode", "meaning", "meaningEn", "description", "seqNum", "buOrgId", "startDate", "endDate", "enabledFlag"];

/** A lookup type as its pages edit it: the values without what the type already says, with their parent where the type has one. */
export function lookupForm(parentTypeId: string | null): Entity {
  const parent: Field = { ...lookupValue.fields.parentLookupValuesId, pick: { lookupTypeId: parentTypeId } } as Field;
  const list = parentTypeId === null ? plain : ["lookupCode", "parentLookupValuesId", ...plain.slice(1)];
  const values = { ...lookupValue, list, fields: { ...lookupValue.fields, parentLookupValuesId: parent } } as unknown as Entity;
  return { ...lookupType, lines: { values } } as unknown as Entity;
}

export const levelNotes: Readonly<Record<string, Text>> = {
  SYSTEM: ["系统级：编码固定，只能修改含义、顺序和启用。", "System: codes are fixed, only meanings, order and enabling can change."],
  EXTENSIBLE: [
    "可扩展：可以新增，系统自带的编码不能改名或删除。",
    "Extensible: more may be added; shipped codes cannot be renamed or removed.",
  ],
  USER: ["用户级：可以自由增删，已被使用的编码只能停用。", "User: free; a code in use can only be disabled."],
};

const fixedCode: Text = ["系统级值不能修改编码", "System value: code fixed"];

/** The cells of the values: a code that is fixed cannot be typed over, or says so before a save. */
export function valueCells(type: Row | null): Readonly<Record<string, Partial<Column>>> {
  const level = type?.["customizationLevel"];
  const shipped = new Map(
    ((type?.["values"] ?? []) as readonly Row[]).filter((row) => row["shippedFlag"] === "Y").map((row) => [row["id"], row["lookupCode"]]),
  );
  if (level === "SYSTEM") return { lookupCode: { editType: undefined as never }, meaning: { width: 180 }, meaningEn: { width: 180 } };
  const fn = (value: unknown, row: Row): Text | null =>
    level === "EXTENSIBLE" && shipped.has(row["id"]) && shipped.get(row["id"]) !== value ? fixedCode : null;
  return { lookupCode: { validate: { required: true, maxLength: 60, fn } }, meaning: { width: 180 }, meaningEn: { width: 180 } };
}
