import { cmp, isDecimal } from "#kernel/decimal.ts";
import type { Profiles, ProfileShape } from "#kernel/module.ts";
import type { Text } from "#kernel/text.ts";

const shape = (
  module: string,
  type: ProfileShape["type"],
  initial: string,
  cn: string,
  en: string,
  more: Partial<ProfileShape> = {},
): ProfileShape => ({
  module,
  type,
  initial,
  label: [cn, en],
  ...more,
});

/** The parameters of base data itself. */
export const baseProfiles: Profiles = {
  FX_MAX_STALE_DAYS: shape("BASE", "INT", "31", "汇率最长有效天数", "Rate validity (days)", { least: "0", most: "366" }),
  FX_ALLOW_CROSS: shape("BASE", "YN", "Y", "允许交叉汇率", "Cross rates allowed"),
  FX_PULL_CURRENCIES: shape("BASE", "TEXT", "USD,EUR,JPY,HKD,GBP,KRW,TWD", "获取汇率的币种", "Currencies whose rates are fetched"),
  ITEM_APPROVAL_REQUIRED: shape("BASE", "YN", "N", "物料须审批", "Items need approval"),
  ITEM_DUP_CHECK: shape("BASE", "LOOKUP", "WARN", "物料重复检查", "Check for duplicate items", { lookup: "DUP_CHECK_MODE" }),
  CATEGORY_MAX_LEVEL: shape("BASE", "INT", "5", "品类最大层级", "Maximum category levels", { least: "1", most: "9" }),
  NOTICE_DEFAULT_EXPIRE_DAYS: shape("BASE", "INT", "90", "公告默认有效天数", "Notice validity (days)", { least: "1", most: "3650" }),
  NOTICE_APPROVAL_REQUIRED: shape("BASE", "YN", "N", "公告发布须审批", "Notices need approval"),
  PENDING_REMIND_HOURS: shape("BASE", "INT", "24", "待办提前提醒小时", "Reminder before a to-do is due (hours)", {
    least: "1",
    most: "720",
  }),
  PRICE_DECIMALS: shape("BASE", "INT", "6", "单价小数位", "Price decimals", { least: "0", most: "8" }),
  QTY_DECIMALS: shape("BASE", "INT", "4", "数量小数位", "Quantity decimals", { least: "0", most: "6" }),
  QUIET_HOURS: shape("BASE", "TEXT", "22:00-07:30", "免打扰时段", "Quiet hours"),
};

/** What a row of the table says about its value, as far as a check needs it. */
export interface Bounds {
  readonly valueType: string;
  readonly minValue: string | null;
  readonly maxValue: string | null;
}

const decimals = (value: string, { minValue, maxValue }: Bounds): Text | null => {
  if (minValue && isDecimal(minValue) && cmp(value, minValue) < 0) return [`不能小于 ${minValue}`, `not below ${minValue}`];
  if (maxValue && isDecimal(maxValue) && cmp(value, maxValue) > 0) return [`不能大于 ${maxValue}`, `not above ${maxValue}`];
  return null;
};

/** What is wrong with a value, or null. */
export function faultOf(value: string, bounds: Bounds): Text | null {
  switch (bounds.valueType) {
    case "YN":
      return value === "Y" || value === "N" ? null : ["应为 Y 或 N", "must be Y or N"];
    case "INT":
      return /^-?\d{1,12}$/.test(value) ? decimals(value, bounds) : ["应为整数", "must be a whole number"];
    case "DECIMAL":
      return isDecimal(value) ? decimals(value, bounds) : ["应为小数", "must be a decimal"];
    case "JSON":
      try {
        JSON.parse(value);
        return null;
      } catch {
        return ["不是有效的 JSON", "is not valid JSON"];
      }
    default:
      return null;
  }
}

/** A stored value of a parameter with the place it counts for. */
export interface ProfileRow {
  readonly id: string;
  readonly scopeLevel: string;
  readonly orgId: string | null;
  readonly categoryId: string | null;
  readonly profileValue: string;
  readonly enabledFlag: string;
}

export interface Decided {
  readonly value: string;
  readonly decidedBy: { readonly level: "CATEGORY" | "ORG" | "GLOBAL" | "DEFAULT"; readonly id: string | null };
}

/** The nearest value: category and those above it, then organisation and those above it, then the whole platform, then the declared value. */
export function decideProfile(
  initial: string | undefined,
  rows: readonly ProfileRow[],
  categories: readonly string[],
  orgs: readonly string[],
): Decided | null {
  const live = rows.filter((row) => row.enabledFlag === "Y");
  const by = (level: Decided["decidedBy"]["level"], row: ProfileRow | undefined): Decided | null =>
    row ? { value: row.profileValue, decidedBy: { level, id: row.id } } : null;
  for (const id of categories) {
    const found = by(
      "CATEGORY",
      live.find((row) => row.scopeLevel === "CATEGORY" && row.categoryId === id),
    );
    if (found) return found;
  }
  for (const id of orgs) {
    const found = by(
      "ORG",
      live.find((row) => row.scopeLevel === "ORG" && row.orgId === id),
    );
    if (found) return found;
  }
  return (
    by(
      "GLOBAL",
      live.find((row) => row.scopeLevel === "GLOBAL"),
    ) ?? (initial === undefined ? null : { value: initial, decidedBy: { level: "DEFAULT", id: null } })
  );
}
