import { add, cmp, isZero, mul, round, sum } from "#kernel/decimal.ts";
import type { Me } from "#kernel/entity.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Find } from "#kernel/rule.ts";
import { getProfile, getRate } from "#modules/base/index.ts";
import { soleItems, tradeFigures } from "#modules/supplier/index.ts";
import { purchaseAmounts, type AmountRow } from "../amounts.ts";
import { sharesOf, type Row } from "#kernel/report.ts";
import { concentration, growth, mainOf } from "../report-figures.ts";
import type { Answered, Asking } from "#kernel/server/find/report.ts";
import { addMonths, monthEnd } from "#kernel/days.ts";
import { grouped, monthsFrom, text } from "./asking.ts";
import { factsOf } from "./report-sql.ts";

interface Converted extends AmountRow {
  readonly local: string | null;
}

/** Amounts in one currency, by the monthly average rate of each month; where there is none the row says so and counts nowhere. */
async function inCurrency(find: Find, rows: readonly AmountRow[], currency: string): Promise<readonly Converted[]> {
  const rates = new Map<string, string | null>();
  for (const { currency: from, month } of rows) {
    const key = `${from} ${month}`;
    if (rates.has(key)) continue;
    const day = monthEnd(month);
    try {
      rates.set(key, (await getRate(find, { rateType: "MONTH_AVG", from, to: currency, day })).rate);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      rates.set(key, null);
    }
  }
  return rows.map((row) => {
    const rate = rates.get(`${row.currency} ${row.month}`) ?? null;
    return { ...row, local: rate === null ? null : round(mul(row.amount, rate), 2) };
  });
}

/** The rows of amounts that the reader may see and asked for. */
const inSight = ({ me, asked }: Asking, rows: readonly AmountRow[]): AmountRow[] => {
  const inside = (scope: Me["orgs"], id: string | null): boolean =>
    scope === "all" || (id !== null && ("not" in scope ? !scope.not.includes(id) : scope.includes(id)));
  return rows.filter(
    (row) =>
      inside(me.orgs, row.orgId) &&
      inside(me.categories, row.categoryId) &&
      (asked.orgId === null || row.orgId === asked.orgId) &&
      (asked.categoryIds === null || (row.categoryId !== null && asked.categoryIds.includes(row.categoryId))),
  );
};

const missingNote = (rows: readonly Converted[]) => {
  const missing = rows.filter((row) => row.local === null);
  const pairs = [...new Set(missing.map((row) => `${row.currency} ${row.month}`))].join("，");
  return missing.length
    ? [
        {
          code: "RATE_MISSING",
          count: missing.length,
          text: [
            `${missing.length} 行缺月均汇率（${pairs}），未计入金额。`,
            `${missing.length} rows have no monthly average rate (${pairs}) and are not counted.`,
          ] as const,
        },
      ]
    : [];
};

const totals = (rows: readonly Converted[]) =>
  [
    ...grouped(
      rows.filter((row) => row.local !== null),
      (row) => row.supplierId,
    ),
  ].map(([supplierId, all]) => ({
    supplierId,
    amount: sum(all.map((row) => row.local!)),
  }));

const currencyOf = (filter: Row): string => text(filter, "currency") ?? "CNY";

/** The suppliers that make up most of what was received, with what a customer's auditor asks about them. */
export async function mainSupplier(asking: Asking): Promise<Answered> {
  const { db, find, source, today, filter } = asking;
  const year = text(filter, "year");
  const wanted = String(Number(filter["share"] ?? 0) || Number((await getProfile(find, "SUP_MAIN_SHARE")).value));
  const [from, to] = year ? [`${year}-01`, `${year}-12`] : [addMonths(`${today.slice(0, 7)}-01`, -11).slice(0, 7), today.slice(0, 7)];
  const answers = inSight(asking, await purchaseAmounts.ask(find, { db, source, basis: "RECEIVED", from, to }));
  const converted = await inCurrency(find, answers, currencyOf(filter));
  const amounts = totals(converted);
  const ranked = mainOf(amounts, wanted);
  const facts = await factsOf(
    asking,
    ranked.map((entry) => entry.supplierId),
  );
  const ids = facts.map((fact) => fact.id);
  const delivery = await tradeFigures.ask(find, { db, source, supplierIds: ids, today });
  const sole = await Promise.all(ids.map((supplierId) => soleItems.ask(find, { supplierId, orgIds: null, categoryIds: null })));
  const rows = facts
    .map((fact, i) => {
      const place = ranked.find((candidate) => candidate.supplierId === fact.id);
      const served = delivery.find((tradeFigures) => tradeFigures.supplierId === fact.id);
      return {
        ...fact,
        rank: place?.rank ?? null,
        amount: place?.amount ?? null,
        share: place?.share ?? null,
        cumulative: place?.cumulative ?? null,
        otd: served?.onTimeRate ?? null,
        ppm: null,
        soleItems: soleItems.isAnswered(find) ? sole[i]!.length : null,
      };
    })
    .sort((a, b) => (a.rank ?? 1e9) - (b.rank ?? 1e9));
  const total = sum(amounts.map((amount) => amount.amount));
  return {
    rows,
    figures: {
      from,
      to,
      share: wanted,
      currency: currencyOf(filter),
      total,
      main: ranked.length,
      of: amounts.length,
    },
    currency: currencyOf(filter),
    totals: { amount: sum(ranked.map((entry) => entry.amount)), share: ranked.at(-1)?.cumulative ?? null },
    groups: { pareto: rows.filter((row) => row.rank !== null) },
    notes: missingNote(converted),
  };
}

const shortYear = (year: string) => ({
  code: "BASE_YEAR",
  count: 1,
  text: [`${year} 年不完整，不比较增长。`, `${year} is not complete, so growth is not compared.`] as const,
});

/** What was bought from whom, beside the year before. */
export async function purchaseAmount(asking: Asking): Promise<Answered> {
  const { db, find, source, today, filter } = asking;
  const year = text(filter, "year") ?? today.slice(0, 4);
  const last = String(Number(year) - 1);
  const basis = text(filter, "basis") === "ORDERED" ? "ORDERED" : "RECEIVED";
  const only = text(filter, "supplierId");
  // A year more than is shown tells whether the year before is complete.
  const from = `${Number(last) - 1}-01`;
  const known = inSight(asking, await purchaseAmounts.ask(find, { db, source, basis, from, to: `${year}-12` })).filter(
    (row) => only === null || row.supplierId === only,
  );
  const isWhole = known.some((row) => row.month <= `${last}-01`);
  // A year that is still running is held against the same months of the one before.
  const until = year === today.slice(0, 4) ? today.slice(5, 7) : "12";
  const answers = known.filter((row) => row.month >= `${year}-01` || (row.month >= `${last}-01` && row.month <= `${last}-${until}`));
  const converted = await inCurrency(find, answers, currencyOf(filter));
  const of = (wanted: string) => converted.filter((row) => row.month.startsWith(wanted));
  const [now, before] = [totals(of(year)), totals(of(last))];
  const total = sum(now.map((entry) => entry.amount));
  const facts = await factsOf(asking, [...new Set(answers.map((row) => row.supplierId))]);
  const bought = now.filter((candidate) => cmp(candidate.amount, "0") > 0).sort((a, b) => cmp(b.amount, a.amount));
  const shares = new Map(sharesOf(bought.map((entry) => entry.amount)).map((share, i) => [bought[i]!.supplierId, share] as const));
  const rows = facts
    .map((fact) => {
      const amount = now.find((candidate) => candidate.supplierId === fact.id)?.amount ?? "0";
      const lastAmount = before.find((candidate) => candidate.supplierId === fact.id)?.amount ?? "0";
      return {
        ...fact,
        amount,
        lastAmount: isWhole ? lastAmount : null,
        growth: isWhole ? growth(amount, lastAmount) : null,
        share: shares.get(fact.id) ?? (isZero(total) ? null : "0.00"),
        rateMissing: converted.filter((row) => row.supplierId === fact.id && row.local === null).length || null,
      };
    })
    .sort((a, b) => cmp(b.amount ?? "0", a.amount ?? "0"));
  const monthly = monthsFrom(`${year}-01`, `${year}-12`).map((month) => {
    const inMonth = (wanted: string): string =>
      converted.filter((row) => row.month === wanted && row.local !== null).reduce((all, row) => add(all, row.local!), "0");
    const amount = month > today.slice(0, 7) ? null : inMonth(month);
    return { name: month, amount, lastAmount: isWhole && amount !== null ? inMonth(`${last}${month.slice(4)}`) : null };
  });
  const categories = [
    ...grouped(
      of(year).filter((row) => row.local !== null),
      (row) => row.categoryId ?? "",
    ),
  ].map(([categoryId, all]) => ({
    categoryId,
    amount: sum(all.map((row) => row.local!)),
    hhi: concentration(totals(all).map((entry) => entry.amount)),
    suppliers: new Set(all.map((row) => row.supplierId)).size,
  }));
  const lastTotal = sum(before.map((entry) => entry.amount));
  return {
    rows,
    figures: {
      year,
      last,
      basis,
      currency: currencyOf(filter),
      total,
      lastTotal,
      growth: isWhole ? growth(total, lastTotal) : null,
      hhi: concentration(now.map((entry) => entry.amount)),
    },
    currency: currencyOf(filter),
    totals: { amount: total, ...(isWhole ? { lastAmount: lastTotal } : {}), share: isZero(total) ? null : "100.00" },
    groups: { months: monthly, categories },
    notes: [...missingNote(converted), ...(isWhole ? [] : [shortYear(last)])],
  };
}
