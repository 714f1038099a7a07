import { addDays } from "#kernel/days.ts";
import { format } from "../../decimal.ts";
import { companions } from "../../entity.ts";
import type { CalendarData } from "../../home.ts";
import type { Coming } from "../../module.ts";
import { unitAfter } from "../../page-format.ts";
import { say, type Text } from "../../text.ts";
import { dayIn } from "../../time.ts";
import type { Context } from "../http/call.ts";
import type { Finder } from "../find/find.ts";
import type { Lookups } from "../find/lookups.ts";
import { placeOf } from "./widget-todos.ts";

const days = 7;
const shown = 12;

/** What comes today and in the seven days after it, from every list the reader has. */
export async function agenda(
  { finder, lookups }: { readonly finder: Finder; readonly lookups: Lookups },
  ctx: Context,
  sources: readonly Coming[],
): Promise<Pick<CalendarData, "rows" | "total">> {
  const today = dayIn(ctx.now.toISOString(), ctx.me.zone);
  const last = addDays(today, days);
  const found = await Promise.all(
    sources.map(async (source) => {
      const { entity, list, view, day, note } = source;
      const asked = {
        ...(view ? { view } : {}),
        ...(list ? { list } : {}),
        [`${day}From`]: today,
        [`${day}To`]: last,
        pageRows: shown,
        count: "exact" as const,
        orderBy: [{ key: day, dir: "asc" as const }],
      };
      const { rows, page } = await finder.list(entity, asked, ctx.me);
      const word = (row: Readonly<Record<string, unknown>>, key: string): string => {
        const field = entity.fields[key];
        const value = row[key];
        if (field?.kind === "qty" && typeof value === "string") {
          const unit = field.unit ?? entity.unit;
          const name = unit ? word(row, unit) : "";
          return name
            ? `${format(value, { thousands: true })} ${say(unitAfter(value, [name, name]), ctx.language)}`
            : format(value, { thousands: true });
        }
        const meaning = field?.lookup ? lookups.values(field.lookup).find(({ lookupCode }) => lookupCode === value) : undefined;
        if (meaning) return say([meaning.meaning, meaning.meaningEn || meaning.meaning], ctx.language);
        const english = ctx.language === "EN" ? field?.english : undefined;
        return String(row[companions(key).name] ?? (english && row[english]) ?? value ?? "");
      };
      const named = (label: Text | undefined, value: string): string => (label && value ? `${say(label, ctx.language)} ${value}` : value);
      return {
        count: page.count,
        rows: rows.map((row) => ({
          id: `${entity.name}:${String(row["id"])}`,
          at: String(row[day] ?? ""),
          title: [say(source.label, ctx.language), ...source.says.map((key) => word(row, key)).filter(Boolean)].join(" · "),
          note: note ? named(source.namesNote ? entity.fields[note]?.label : undefined, word(row, note)) : "",
          live: String(row[day] ?? "").length > 10 && String(row[day]).slice(0, 10) === today,
          ...placeOf(source, row),
        })),
      };
    }),
  );
  return {
    total: found.reduce((sum, entry) => sum + entry.count, 0),
    rows: found
      .flatMap((entry) => entry.rows)
      .toSorted((a, b) => a.at.localeCompare(b.at))
      .slice(0, shown),
  };
}
