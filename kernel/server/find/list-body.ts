import { commonKeys, fieldOf, type Entity } from "../../entity.ts";
import { refuse } from "../../refusal.ts";

/** Lists leave long texts and documents inside documents to the detail. */
export function listKeys(e: Entity, columns: readonly string[], visible: ReadonlySet<string>): string[] {
  const heavy = e.list ? new Set(["longtext", "richtext", "rows", "snapshot", "payload"]) : new Set();
  const keys = [...new Set([...commonKeys, "parentId", ...Object.keys(e.fields)])].filter((key) => visible.has(key));
  return keys.filter((key) => key === "parentId" || columns.includes(key) || !heavy.has(fieldOf(e, key)!.kind));
}

/** A whole number out of a list call, within its bounds. */
export function whole(value: unknown, name: string, least: number, most: number): number {
  const number = typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value;
  if (typeof number !== "number" || !Number.isInteger(number))
    throw refuse("FILTER_VALUE", `${name} 须为整数`, `${name} must be a whole number`);
  if (number < least)
    throw name === "pageRows"
      ? refuse("TABLE_PAGE_SIZE", "每页条数不能小于0", "Page size cannot be less than 0")
      : refuse("FILTER_VALUE", `${name} 不能小于 ${least}`, `${name} cannot be less than ${least}`);
  if (number > most) throw refuse("FILTER_VALUE", `${name} 不能大于 ${most}`, `${name} cannot be more than ${most}`);
  return number;
}
