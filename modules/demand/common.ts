import { cmp, round } from "#kernel/decimal.ts";
import { lookupValue } from "#kernel/platform/lookup.entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import type { Find } from "#kernel/rule.ts";

/** The same answer for a missing id and for one outside the caller's rows, and for a state that forbids an action, in all of purchasing. */
export const purchaseCodes = {
  notFound: ["PUR-0004", "单据不存在或无权查看", "Document does not exist or is not visible to you"],
  stale: ["PUR-0002", "数据已被{0}于{1}修改，请刷新后重试", "Changed by {0} at {1}; reload and try again"],
  state: ["PUR-0003"],
} as const;

/** A refusal pinned to a field, with purchasing's code. */
export const fault = (path: string, code: string, cn: string, en: string, data?: unknown): Refusal =>
  refuse(code, cn, en, { data, fieldErrors: [{ path, code, text: [cn, en] }] });

export const required = (path: string, cn: string, en: string): Refusal => fault(path, "PUR-0001", `${cn}不能为空`, `${en} is required`);

export const noLines = (): Refusal => refuse("PUR-0006", "至少需要一行明细", "At least one line is required");

/** How many digits after the point a unit has. */
export async function uomDecimals(find: Find, uom: string | null | undefined): Promise<number> {
  if (!uom) return 6;
  const [value] = await find.where(lookupValue, { lookupType: "UOM", lookupCode: uom }, 5);
  const decimals = Number((value?.extra as { decimals?: unknown } | null)?.decimals ?? 6);
  return Number.isInteger(decimals) ? decimals : 6;
}

export const fitsDecimals = (qty: string, decimals: number): boolean => cmp(qty, round(qty, decimals)) === 0;

/** A quantity with more digits than its unit has. */
export const tooFine = (path: string, qty: string, uom: string, decimals: number): Refusal =>
  fault(
    path,
    "PUR-0005",
    `数量[${qty}]超出单位[${uom}]的小数位${decimals}`,
    `Quantity ${qty} exceeds the ${decimals} decimals of unit ${uom}`,
  );
