import { addMonths, monthEnd, monthStart } from "#kernel/days.ts";
import { cmp, div, format, isZero, mul, round, sub, sum } from "../../decimal.ts";
import type { Widget } from "../../module.ts";
import { say, type Language, type Text } from "../../text.ts";
import { businessDay } from "../../time.ts";
import type { Context } from "../http/call.ts";
import { groupCurrency } from "../access/permit.ts";
import { sql } from "../../query.ts";
import type { Finder } from "../find/find.ts";

type Sums = NonNullable<Widget["sums"]>;

const earlier = (a: string, b: string): string => (a < b ? a : b);

/** Amounts are told in ten thousands in Chinese and in thousands in English: nobody reads ten digits on a tile. */
const scaled = (value: string, language: Language): string => round(div(value, language === "EN" ? "1000" : "10000", 6), 1);
/** In which the figures are counted, by name where it is not plain. */
const unitOf = (currency: string): Text => [currency === "CNY" ? "万元" : `万 ${currency}`, `K ${currency}`];
const shown = (value: string, language: Language): string => format(scaled(value, language), { scale: 1, thousands: true });

/** An amount of this month beside the same days of the last one, or twelve months of it; the list behind it has the same filter. */
export async function amounts(finder: Finder, ctx: Context, widget: Widget, of: Sums): Promise<object> {
  const today = businessDay(ctx.now.toISOString(), ctx.me);
  const queryOf = (from: string, to: string) => ({ ...of.filter, [`${of.date}From`]: from, [`${of.date}To`]: to });
  const between = async (from: string, to: string): Promise<string> => {
    const asked = {
      ...queryOf(from, to),
      ...(of.list ? { list: of.list } : {}),
      needSums: [of.field],
      pageRows: 1,
      count: "none" as const,
    };
    const { page } = await finder.list(of.entity, asked, ctx.me);
    return String(page.sums?.[of.field] ?? "0");
  };
  const first = monthStart(today);
  const { code } = (await ctx.db.one<{ code: string }>(sql`select ${groupCurrency} as code`))!;
  const unit = unitOf(code);
  const route = widget.route ?? null;
  if (widget.type === "FIGURE") {
    const before = addMonths(today, -1);
    const [now, then] = await Promise.all([between(first, today), between(monthStart(before), before)]);
    return {
      value: shown(now, ctx.language),
      unit: say(unit, ctx.language),
      route,
      query: queryOf(first, today),
      ...compared(now, then, ctx.language),
    };
  }
  const months = Array.from({ length: 12 }, (_, i) => addMonths(first, i - 11));
  const values = await Promise.all(months.map((month) => between(month, earlier(monthEnd(month), today))));
  const bars = months.map((month, i) => ({
    label: monthName(month, ctx.language),
    value: scaled(values[i]!, ctx.language),
    current: month === first,
    route,
    query: queryOf(month, monthEnd(month)),
  }));
  const [all, now] = [shown(sum(values), ctx.language), shown(values.at(-1)!, ctx.language)];
  const [cn, en] = unit;
  const answer: Text = [`12 个月共 ${all} ${cn}；本月至今 ${now} ${cn}`, `${all} ${en} in 12 months; ${now} ${en} so far this month`];
  return { answer: say(answer, ctx.language), unit: say([`${cn}，含税`, `${en}, with tax`], ctx.language), bars };
}

const english = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const monthName = (month: string, language: Language): string =>
  say([`${Number(month.slice(5, 7))}月`, english[Number(month.slice(5, 7)) - 1]!], language);

/** More or less than in the same days of the month before; without those there is nothing to say. */
function compared(now: string, then: string, language: Language): object {
  if (isZero(then)) return {};
  const percent = round(div(mul(sub(now, then), "100"), then, 4), 1);
  const arrow = cmp(percent, "0") < 0 ? "↓" : "↑";
  const much = percent.replace("-", "");
  return { note: say([`${arrow} ${much}% 较上月同期`, `${arrow} ${much}% vs last month`], language) };
}
