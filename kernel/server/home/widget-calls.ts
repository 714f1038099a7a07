import { addDays } from "#kernel/days.ts";
import type { Widget } from "../../module.ts";
import { refuse } from "../../refusal.ts";
import { say } from "../../text.ts";
import { businessDay, inZone } from "../../time.ts";
import { doerOf, type Call, type Context } from "../http/call.ts";
import type { Finder } from "../find/find.ts";
import { amounts } from "./widget-amounts.ts";
import { agenda } from "./widget-agenda.ts";
import { readable } from "./widget-sources.ts";
import { countTodos, todos } from "./widget-todos.ts";
import { countOpening, links } from "./widget-links.ts";
import type { Kernel } from "../kernel.ts";
import { q } from "../database/schema.ts";
import { asks, takes, type CallInput } from "../http/input.ts";

type Body = Record<string, unknown>;

/** What an administrator says of a tile; until there is a row, the declaration counts. */
interface Administered {
  readonly widgetCode: string;
  readonly nameCn: string;
  readonly nameEn: string | null;
  readonly needMenuId: string | null;
  readonly defaultSeq: number;
  readonly defaultSpan: number;
  readonly refreshSeconds: number;
  readonly enabledFlag: "Y" | "N";
}

type Shown = Widget & { readonly row: Administered | undefined };

/** What the home page is made of: tiles with figures, links kept at hand, and each person's own layout. */
export function widgetCalls(kernel: Kernel): Call[] {
  const { permits, declared, finder } = kernel;
  const home = (name: string, input: CallInput, handle: Call["handle"]): Call => ({
    service: "baseServer",
    path: `baseHomeService/${name}`,
    guard: "session",
    input,
    handle,
  });
  return [
    home("findWidgets", asks(), findWidgets),
    home("loadWidget", asks({ widgetCode: "text" }), loadWidget),
    home("countTodos", asks(), async (ctx) => countTodos(finder, ctx, await readable(kernel, ctx, "waiting"))),
    home("saveLayout", takes({ layout: "any" }), saveLayout),
    home("opened", takes({ menuId: "id" }), (ctx, body) => countOpening(permits, ctx, body["menuId"])),
  ];

  /** A tile is shown to whoever has the page behind it and may read what it counts, unless an administrator narrowed or switched it. */
  async function widgetsOf(ctx: Context): Promise<Shown[]> {
    const audience = ctx.me.audience === "supplier" ? "SUPPLIER" : "INTERNAL";
    const { routes, menus } = ctx.me.responsibilityId
      ? await permits.grants(ctx.session!.responsibilityId!)
      : { routes: new Set<string>(), menus: [] };
    const rows = await ctx.db.query<Administered>(
      `select "widgetCode", "nameCn", "nameEn", "needMenuId", "defaultSeq", "defaultSpan", "refreshSeconds", "enabledFlag"
       from "BaseHomeWidget" where audience = $1`,
      [audience],
    );
    const administered = new Map(rows.map((row) => [row.widgetCode, row]));
    const isOpen = (row: Administered | undefined): boolean =>
      row?.enabledFlag !== "N" && (!row?.needMenuId || menus.some((grantedMenu) => grantedMenu.menuId === row.needMenuId));
    return declared.modules
      .flatMap((m) => m.widgets ?? [])
      .map((w): Shown => ({ ...w, row: administered.get(w.code) }))
      .filter((w) => isOpen(w.row))
      .filter((w) => w.audience === audience && [w.counts, w.sums].every((of) => !of || finder.mayRead(of.entity, ctx.me)))
      .filter((w) => !w.button || !w.counts || ctx.me.may(w.counts.entity.name, w.button))
      .filter((w) => !w.route || routes.has(w.route.split("?")[0]!));
  }

  async function findWidgets(ctx: Context): Promise<unknown> {
    const row = await ctx.db.one<{ prefValue: unknown }>(
      `select "prefValue" from "BaseUserPreference" where "userId" = $1 and "prefKey" = 'homeLayout'`,
      [ctx.me.userId],
    );
    const layout = Array.isArray(row?.prefValue)
      ? (row.prefValue as { widgetCode: string; seq?: number; span?: number; visible?: string }[])
      : [];
    const rows = (await widgetsOf(ctx)).map(async (w) => {
      const mine = layout.find((candidate) => candidate.widgetCode === w.code);
      const visible = mine?.visible === "N" ? "N" : "Y";
      return {
        widgetCode: w.code,
        nameCn: w.row?.nameCn ?? w.label[0],
        nameEn: (w.row ? w.row.nameEn || w.row.nameCn : null) ?? w.label[1],
        widgetType: w.type,
        drillRoute: w.route ?? null,
        seq: mine?.seq ?? w.row?.defaultSeq ?? w.seq,
        span: mine?.span ?? w.row?.defaultSpan ?? w.span ?? 1,
        visible,
        refreshSeconds: w.row?.refreshSeconds ?? 60,
        // What stands on the board comes with it; a tile whose source fails is asked for again by itself and says so.
        data: visible === "Y" ? await contentOf(ctx, w).catch(() => null) : null,
      };
    });
    return (await Promise.all(rows)).sort((a, b) => a.seq - b.seq);
  }

  /** A figure is the count of the very list it leads to. */
  async function loadWidget(ctx: Context, body: Body): Promise<unknown> {
    const widget = (await widgetsOf(ctx)).find((w) => w.code === body["widgetCode"]);
    if (!widget) throw refuse("DATA_NOT_FOUND", "数据不存在或无权查看", "Not found or not visible");
    return contentOf(ctx, widget);
  }

  async function contentOf(ctx: Context, widget: Shown): Promise<unknown> {
    const asOf = inZone(ctx.now.toISOString(), ctx.me.zone);
    if (widget.type === "LINKS") return { asOf, ...(await links(permits, ctx)) };
    if (widget.type === "TODO") return { asOf, ...(await todos(finder, ctx, await readable(kernel, ctx, "waiting"))) };
    if (widget.type === "CALENDAR") return { asOf, ...(await agenda(kernel, ctx, await readable(kernel, ctx, "coming"))) };
    if (widget.sums) return { asOf, ...(await amounts(finder, ctx, widget, widget.sums)) };
    if (!widget.counts) return { asOf };
    if (widget.notice) return { asOf, ...(await notices(finder, ctx, widget.counts, widget.notice)) };
    return { asOf, ...(await figure(finder, ctx, widget, widget.counts)) };
  }

  async function saveLayout(ctx: Context, body: Body): Promise<unknown> {
    const input = { prefKey: "homeLayout", prefValue: body["layout"] ?? null };
    await kernel.actor.act({ entity: declared.entity("BaseUserPreference"), action: "saveOrUpdate", targets: [{ input }] }, doerOf(ctx));
    return {};
  }
}

/** The number of rows, the filter that shows the same rows, and how many of them are late. */
async function figure(finder: Finder, ctx: Context, widget: Widget, counts: NonNullable<Widget["counts"]>): Promise<object> {
  const { entity, view, list, within, past } = counts;
  const now = inZone(ctx.now.toISOString(), ctx.me.zone);
  const query = {
    ...(view ? { view } : {}),
    ...(within ? { [`${within[0]}From`]: now.slice(0, 10), [`${within[0]}To`]: addDays(now.slice(0, 10), within[1]) } : {}),
    ...(past ? { [`${past}To`]: addDays(now.slice(0, 10), -1) } : {}),
  };
  const count = async (more: Body): Promise<number> =>
    (await finder.list(entity, { ...query, ...more, ...(list ? { list } : {}), pageRows: 1, count: "exact" }, ctx.me)).page.count;
  const value = String(await count({}));
  // A moment is late once it has passed, a day once it is over.
  const over = widget.late && entity.fields[widget.late]?.kind === "date" ? addDays(now.slice(0, 10), -1) : now;
  const late = widget.late && value !== "0" ? await count({ [`${widget.late}To`]: over }) : 0;
  const note = late > 0 ? { note: say([`其中 ${late} 件超期`, `${late} overdue`], ctx.language), tone: "error" } : {};
  return { value, route: widget.route ?? null, query, ...note };
}

/** As many texts as anybody still reads; of them the unread come first. */
const mostNotices = 200;
const shownNotices = 8;

async function notices(
  finder: Finder,
  ctx: Context,
  { entity, view, list }: NonNullable<Widget["counts"]>,
  { title, date, pinned: [flag, until], opens, readings }: NonNullable<Widget["notice"]>,
): Promise<object> {
  const asked = { ...(view ? { view } : {}), ...(list ? { list } : {}), pageRows: mostNotices, count: "none" as const };
  const { rows } = await finder.list(entity, asked, ctx.me);
  const [reading, of] = readings;
  const read = await ctx.db.query<{ id: string }>(
    `select ${q(of)} as id from ${q(reading.name)} where "userId" = $1 and ${q(of)} = any($2)`,
    [ctx.me.userId, rows.map((row) => row["id"])],
  );
  const seen = new Set(read.map((row) => row.id));
  const english = ctx.language === "EN" ? entity.fields[title]?.english : undefined;
  const today = businessDay(ctx.now.toISOString(), ctx.me);
  const lines = rows.map((row) => ({
    id: row["id"],
    title: (english && row[english]) || row[title],
    date: row[date] ?? "",
    pinned: row[flag] === "Y" && (!row[until] || String(row[until]) >= today),
    unread: !seen.has(String(row["id"])),
    route: opens[0],
    query: { [opens[1]]: String(row["id"]) },
  }));
  const unread = lines.filter((line) => line.unread);
  return { unread: unread.length, rows: [...unread, ...lines.filter((line) => !line.unread)].slice(0, shownNotices) };
}
