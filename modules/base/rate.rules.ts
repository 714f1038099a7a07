import { abs, cmp, div, mul, round, sub, trim } from "#kernel/decimal.ts";
import { organization } from "#kernel/platform/organization.entity.ts";
import { refuse } from "#kernel/refusal.ts";
import { ask, rule, set, type Find } from "#kernel/rule.ts";
import { addDays } from "#kernel/days.ts";
import { broughtBy } from "./common.ts";
import { getProfile } from "./doors.ts";
import { exchangeRate } from "./rate.entity.ts";
import { mustRate, type Rated, type RateRow } from "./rate.ts";

/** The currency of the group: cross rates go through it. */
export async function groupCurrency(find: Find): Promise<string> {
  const groups = await find.where(organization, { orgType: "GROUP", enabledFlag: "Y", parentOrgId: null });
  return groups.find((group) => group.functionalCurrency)?.functionalCurrency ?? "CNY";
}

/** The rate of a day with the way it came about, or the refusal BASE_FX_001. Documents keep what it answers. */
export async function getRate(
  find: Find,
  asked: { readonly rateType: string; readonly from: string; readonly to: string; readonly day: string; readonly orgId?: string | null },
): Promise<Rated> {
  const at = { orgId: asked.orgId ?? null };
  const [stale, cross, group] = await Promise.all([
    getProfile(find, "FX_MAX_STALE_DAYS", at),
    getProfile(find, "FX_ALLOW_CROSS", at),
    groupCurrency(find),
  ]);
  const staleDays = Number(stale.value);
  const through = cross.value === "Y" ? group : null;
  const currencies = [...new Set([asked.from, asked.to, ...(through ? [through] : [])])];
  const rows: readonly RateRow[] =
    asked.from === asked.to
      ? []
      : await find.where(exchangeRate, {
          rateType: asked.rateType,
          status: "ACTIVE",
          fromCurrency: currencies,
          toCurrency: currencies,
          effectiveDate: { from: addDays(asked.day, -staleDays), to: asked.day },
        });
  return mustRate(rows, { from: asked.from, to: asked.to, day: asked.day, staleDays, through });
}

/** More than this many percent away from the rate before, and a person must say that it is right. */
export const mostJump = "20";

/** By how many percent a rate differs from the one before it. */
export const jumpOf = (rate: string, previous: string): string => round(mul(div(abs(sub(rate, previous)), previous, 12), "100"), 1);

const saveRate = rule(exchangeRate, "saveOrUpdate", {
  reads: async (doc, find, { before }) => {
    const isNew = before === null || before.rate !== doc.rate || before.effectiveDate !== doc.effectiveDate;
    const earlier =
      isNew && doc.fromCurrency && doc.toCurrency && doc.effectiveDate
        ? await find.where(exchangeRate, {
            rateType: doc.rateType,
            fromCurrency: doc.fromCurrency,
            toCurrency: doc.toCurrency,
            status: "ACTIVE",
            effectiveDate: { below: doc.effectiveDate, from: addDays(doc.effectiveDate, -366) },
          })
        : [];
    return { previous: earlier.toSorted((a, b) => (a.effectiveDate < b.effectiveDate ? 1 : -1))[0] ?? null };
  },
  decide: (doc, { previous }, { before }, me) => {
    const jump = previous && doc.rate && cmp(doc.rate, "0") > 0 ? jumpOf(doc.rate, previous.rate) : "0";
    return [
      before !== null &&
        before.usedFlag === "Y" &&
        (["rate", "effectiveDate", "fromCurrency", "toCurrency", "rateType"] as const).some((key) => before[key] !== doc[key]) &&
        refuse("BASE_USED_001", "汇率已被单据引用，请作废后新增", "The rate was used by documents; void it and add a new one"),
      Boolean(doc.rate) && cmp(doc.rate, "0") <= 0 && refuse("TABLE_RANGE", "汇率须大于零", "The rate must be above zero"),
      before === null && me.audience !== "system" && set(doc, { source: broughtBy(me, "MANUAL") }),
      doc.fromCurrency === doc.toCurrency && refuse("BASE_FX_004", "原币与目标币不能相同", "The two currencies must differ"),
      cmp(jump, mostJump) > 0 &&
        me.audience !== "system" &&
        ask(
          "BASE_FX_003",
          `与上一汇率${trim(previous!.rate)}相差${trim(jump)}%，请确认`,
          `${trim(jump)}% away from previous ${trim(previous!.rate)}; please confirm`,
        ),
    ];
  },
});

const deleteRate = rule(exchangeRate, "delete", {
  decide: (doc) => [
    doc.usedFlag === "Y" && refuse("BASE_USED_001", "汇率已被单据引用，只能作废", "The rate was used by documents and can only be voided"),
  ],
});

export const rateRules = [
  saveRate,
  deleteRate,
  rule(exchangeRate, "doMarkUsed", { decide: (doc) => (doc.usedFlag === "Y" ? [] : set(doc, { usedFlag: "Y" })) }),
];
