import { addDays } from "#kernel/days.ts";
import { format } from "../decimal.ts";
import { companions } from "../entity.ts";
import type { CalendarData } from "../home.ts";
import type { Coming } from "../module.ts";
import { say } from "../text.ts";
import { dayIn } from "../time.ts";
import type { Context } from "./call.ts";
import type { Finder } from "./find.ts";
import { placeOf } from "./widget-todos.ts";

const days = 7;
const shown = 12;

/** What comes today and in the seven days after it, from every list the reader has. */
export async function agenda(finder: Finder, ctx: Context, sources: readonly Coming[]): Promise<Pick<CalendarData, "rows" | "total">> {
  const today = dayIn(ctx.now.toISOString(), ctx.me.zone);
  const last = addDays(today, days);
  const found = await Promise.all(
    sources.map(async (one) => {
      const { entity, list, view, day } = one;
      const asked = {
        ...(view ? { view } : {}),
        ...(list ? { list } : {}),
        ...{ [`${day}From`]: today, [`${day}To`]: last },
        ...{ pageRows: shown, count: "exact" as const, orderBy: [{ key: day, dir: "asc" as const }] },
      };
      const { rows, page } = await finder.list(entity, asked, ctx.me);
      const word = (row: Readonly<Record<string, unknown>>, key: string): string => {
        const field = entity.fields[key];
        const value = row[key];
        if (field?.kind === "qty" && typeof value === "string") return format(value, { thousands: true });
        const english = ctx.language === "EN" ? field?.english : undefined;
        return String(row[companions(key).name] ?? (english && row[english]) ?? value ?? "");
      };
      return {
        count: page.count,
        rows: rows.map((row) => ({
          id: `${entity.name}:${String(row["id"])}`,
          at: String(row[day] ?? ""),
          title: [say(one.label, ctx.language), ...one.says.map((key) => word(row, key)).filter(Boolean)].join(" · "),
          note: one.note ? word(row, one.note) : "",
          live: String(row[day] ?? "").length > 10 && String(row[day]).slice(0, 10) === today,
          ...placeOf(one, row),
        })),
      };
    }),
  );
  return {
    total: found.reduce((sum, one) => sum + one.count, 0),
    rows: found
      .flatMap((one) => one.rows)
      .toSorted((a, b) => a.at.localeCompare(b.at))
      .slice(0, shown),
  };
}
