import { addDays } from "#kernel/days.ts";
import { menuRoute } from "../../menu.ts";
import { refuse } from "../../refusal.ts";
import { businessDay } from "../../time.ts";
import type { Context } from "../http/call.ts";
import { newId } from "../act/id.ts";
import type { GrantedMenu } from "../access/grants.ts";
import type { Permits } from "../access/permit.ts";

/** Shortcuts by use: how many, and over how many days they are counted. */
const shownOften = 8;
const keptDays = 30;

const todayOf = (ctx: Context): string => businessDay(ctx.now.toISOString(), ctx.me);
const forgotten = (today: string): string => addDays(today, -keptDays);

const menusOf = async (permits: Permits, ctx: Context): Promise<readonly GrantedMenu[]> =>
  ctx.me.responsibilityId ? (await permits.grants(ctx.session!.responsibilityId!)).menus.filter((m) => menuRoute(m) !== null) : [];

/** The pages this person keeps at hand and those opened most, as far as the current responsibility still opens them. */
export async function links(permits: Permits, ctx: Context): Promise<object> {
  const menus = await menusOf(permits, ctx);
  const entries = await ctx.db.query<{ targetRef: string }>(
    `select "targetRef" from "BaseFavourite" where "userId" = $1 and kind = 'MENU' order by seq, id limit 16`,
    [ctx.me.userId],
  );
  const rows = entries.flatMap(({ targetRef }) => menus.filter((m) => [m.menuId, m.menuCode, m.htmlUrl].includes(targetRef)));
  const used = await ctx.db.query<{ menuId: string }>(
    `select "menuId" from "BaseMenuOpening" where "userId" = $1 and day > $2 and "menuId" = any($3)
     group by "menuId" order by sum(times) desc, max(day) desc, "menuId" limit ${shownOften}`,
    [ctx.me.userId, forgotten(todayOf(ctx)), menus.filter((m) => !rows.includes(m)).map((m) => m.menuId)],
  );
  const shown = (m: GrantedMenu) => ({ menuId: m.menuId, name: ctx.language === "EN" ? m.nameEn || m.name : m.name, route: menuRoute(m) });
  return { rows: rows.map(shown), often: used.flatMap(({ menuId }) => menus.filter((m) => m.menuId === menuId).map(shown)) };
}

/** A page was opened from its menu: counted by day, and forgotten after a month. */
export async function countOpening(permits: Permits, ctx: Context, menuId: unknown): Promise<object> {
  const menu = (await menusOf(permits, ctx)).find((m) => m.menuId === menuId);
  if (!menu) throw refuse("DATA_NOT_FOUND", "数据不存在或无权查看", "Not found or not visible");
  const today = todayOf(ctx);
  await ctx.db.query(
    `with old as (delete from "BaseMenuOpening" where "userId" = $1 and day <= $4)
     insert into "BaseMenuOpening" (id, "createdBy", "creationDate", "lastUpdatedBy", "lastUpdateDate", "versionNum", "userId", "menuId", day, times)
     values ($5, $1, $6, $1, $6, 1, $1, $2, $3, 1)
     on conflict ("userId", "menuId", day) do update set times = "BaseMenuOpening".times + 1`,
    [ctx.me.userId, menu.menuId, today, forgotten(today), newId(), ctx.now],
  );
  return {};
}
