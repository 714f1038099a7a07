import { cmp, trim } from "#kernel/decimal.ts";
import type { Text } from "#kernel/text.ts";
import type { FurtherHit } from "#modules/supplier/index.ts";
import { percentOf } from "./figures.ts";

/** Deliveries of a supplier that fell due in twelve months, and those that were there in full on the day promised first. */
export interface Punctual {
  readonly supplierId: string;
  readonly due: string;
  readonly met: string;
}

/** Fewer deliveries than this tell nothing of a supplier. */
const fewestDue = 5;

/** Suppliers that bring too little on time. */
export const lateHits = (rows: readonly Punctual[], least: string, on: string): FurtherHit[] =>
  rows.flatMap(({ supplierId, due, met }): FurtherHit[] => {
    const rate = percentOf(met, due);
    if (rate === null || Number(due) < fewestDue || cmp(rate, least) >= 0) return [];
    return [
      {
        supplierId,
        type: "OTD_LOW",
        bizType: "SrmSupInfo",
        bizId: "-",
        severity: "YELLOW",
        content: [
          `近12个月准时交付率${rate}%（${due}次到期，${met}次准时），低于${trim(least)}%`,
          `On time in 12 months: ${rate}% (${met} of ${due} deliveries due), below ${trim(least)}%`,
        ],
        ruleValue: `${trim(least)}%`,
        hitValue: `${rate}%`,
        // Dealt with by hand it is quiet for the month.
        mark: on.slice(0, 7),
      },
    ];
  });

/** What was received of a category from one supplier, and from all. */
export interface CategoryShare {
  readonly supplierId: string;
  readonly categoryId: string;
  readonly amount: string;
  readonly total: string;
}

/** Categories of which one supplier brings too much. */
export const concentrationHits = (
  rows: readonly CategoryShare[],
  about: (categoryId: string) => { readonly name: Text; readonly limit: string },
  on: string,
): FurtherHit[] =>
  rows.flatMap(({ supplierId, categoryId, amount, total }): FurtherHit[] => {
    if (cmp(amount, "0") <= 0 || cmp(total, "0") <= 0) return [];
    const share = percentOf(amount, total)!;
    const { name, limit } = about(categoryId);
    if (cmp(share, limit) < 0) return [];
    const [cn, en] = name;
    return [
      {
        supplierId,
        type: "CONCENTRATION",
        bizType: "SrmBasePurchaseCategory",
        bizId: categoryId,
        bizNo: name,
        severity: "YELLOW",
        content: [
          `品类${cn}近12个月收货额的${share}%来自该供应商（警戒线${trim(limit)}%）`,
          `${share}% of what was received of ${en} in 12 months comes from this supplier (limit ${trim(limit)}%)`,
        ],
        ruleValue: `${trim(limit)}%`,
        hitValue: `${share}%`,
        mark: on.slice(0, 7),
      },
    ];
  });
