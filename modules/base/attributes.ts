import { isDecimal } from "#kernel/decimal.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";

/** An attribute as far as a value is checked against it. */
export interface Attribute {
  readonly attrCode: string;
  readonly attrName: string;
  readonly attrNameEn: string | null;
  readonly attrType: string;
  readonly requiredFlag: string;
  readonly useIn: readonly string[] | null;
}

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === "";

/** What is wrong with the extra attributes of a thing: required ones that are missing, and values of the wrong kind. The nearest category's attribute counts. */
export function checkAttributes(attributes: readonly Attribute[], values: unknown, use: string): Refusal[] {
  const given = (typeof values === "object" && values !== null ? values : {}) as Readonly<Record<string, unknown>>;
  const nearest = new Map<string, Attribute>();
  for (const attribute of attributes)
    if ((attribute.useIn ?? []).includes(use) && !nearest.has(attribute.attrCode)) nearest.set(attribute.attrCode, attribute);
  return [...nearest.values()].flatMap((attribute) => {
    const value = given[attribute.attrCode];
    const name = [attribute.attrName, attribute.attrNameEn ?? attribute.attrName] as const;
    const wrong = (cn: string, en: string): Refusal =>
      refuse("BASE_ATTR_001", `属性${name[0]}${cn}`, `Attribute ${name[1]} ${en}`, {
        fieldErrors: [{ path: "attrJson", code: "BASE_ATTR_001", text: [`属性${name[0]}${cn}`, `Attribute ${name[1]} ${en}`] }],
      });
    if (isEmpty(value)) return attribute.requiredFlag === "Y" ? [wrong("必填", "is required")] : [];
    if (attribute.attrType === "NUMBER" && !isDecimal(String(value))) return [wrong("须为数值", "must be a number")];
    if (attribute.attrType === "YN" && value !== "Y" && value !== "N") return [wrong("应为 Y 或 N", "must be Y or N")];
    return [];
  });
}
