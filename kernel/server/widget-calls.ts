import { companions, type Entity } from "../entity.ts";
import type { Widget } from "../module.ts";
import { refuse } from "../refusal.ts";
import { inZone } from "../time.ts";
import type { Call, Context } from "./call.ts";
import type { Finder } from "./find.ts";
import type { Kernel } from "./kernel.ts";

type Body = Record<string, unknown>;

/** As many lines as a tile has room for; the rest is in the list. */
const mostTodos = 20;

/** What the home page is made of: tiles with figures, links kept at hand, and each person's own layout. */
export function widgetCalls(kernel: Kernel): Call[] {
  const { permits, declared, finder } = kernel;
  const home = (name: string, handle: Call["handle"]): Call => ({
    service: "baseServer",
    path: `baseHomeService/${name}`,
    guard: "session",
    handle,
  });
  return [home("findWidgets", findWidgets), home("loadWidget", loadWidget), home("saveLayout", saveLayout)];

  /** A tile is shown to whoever has the page behind it and may read what it counts. */
  async function widgetsOf(ctx: Context): Promise<Widget[]> {
    const audience = ctx.me.audience === "supplier" ? "SUPPLIER" : "INTERNAL";
    const routes = ctx.me.responsibilityId ? (await permits.grants(ctx.session!.responsibilityId!)).routes : new Set<string>();
    return declared.modules
      .flatMap((m) => m.widgets ?? [])
      .filter((w) => w.audience === audience && (!w.counts || finder.mayRead(w.counts.entity, ctx.me)))
      .filter((w) => !w.button || !w.counts || ctx.me.may(w.counts.entity.name, w.button))
      .filter((w) => !w.route || routes.has(w.route.split("?")[0]!));
  }

  async function findWidgets(ctx: Context): Promise<unknown> {
    const kept = await ctx.db.one<{ prefValue: unknown }>(
      `select "prefValue" from "BaseUserPreference" where "userId" = $1 and "prefKey" = 'homeLayout'`,
      [ctx.me.userId],
    );
    const layout = Array.isArray(kept?.prefValue)
      ? (kept.prefValue as { widgetCode: string; seq?: number; span?: number; visible?: string }[])
      : [];
    return (await widgetsOf(ctx))
      .map((w) => {
        const mine = layout.find((one) => one.widgetCode === w.code);
        return {
          widgetCode: w.code,
          nameCn: w.label[0],
          nameEn: w.label[1],
          widgetType: w.type,
          drillRoute: w.route ?? null,
          seq: mine?.seq ?? w.seq,
          span: mine?.span ?? w.span ?? 1,
          visible: mine?.visible === "N" ? "N" : "Y",
          refreshSeconds: 60,
        };
      })
      .sort((a, b) => a.seq - b.seq);
  }

  /** A figure is the count of the very list it leads to. */
  async function loadWidget(ctx: Context, body: Body): Promise<unknown> {
    const widget = (await widgetsOf(ctx)).find((w) => w.code === body["widgetCode"]);
    if (!widget) throw refuse("DATA_NOT_FOUND", "数据不存在或无权查看", "Not found or not visible");
    const asOf = inZone(ctx.now.toISOString(), ctx.me.zone);
    if (widget.type === "LINKS") return { asOf, rows: await links(ctx) };
    if (!widget.counts) return { asOf };
    const { entity, view, list } = widget.counts;
    if (widget.todo) return { asOf, ...(await todos(finder, ctx, widget.counts, widget.todo)) };
    const { page } = await finder.list(entity, { view, ...(list ? { list } : {}), pageRows: 1, count: "exact" }, ctx.me);
    return { asOf, value: String(page.count), route: widget.route ?? null, query: { view } };
  }

  /** The pages this person keeps at hand, as far as the current hat still opens them. */
  async function links(ctx: Context): Promise<unknown[]> {
    const grants = ctx.me.responsibilityId ? await permits.grants(ctx.session!.responsibilityId!) : null;
    const rows = await ctx.db.query<{ targetRef: string }>(
      `select "targetRef" from "BaseFavourite" where "userId" = $1 and kind = 'MENU' order by seq, id limit 16`,
      [ctx.me.userId],
    );
    return rows
      .flatMap(({ targetRef }) => grants?.menus.filter((m) => m.menuId === targetRef || m.htmlUrl === targetRef) ?? [])
      .map((m) => ({ menuId: m.menuId, name: ctx.language === "EN" ? m.nameEn || m.name : m.name, route: m.htmlUrl }));
  }

  async function saveLayout(ctx: Context, body: Body): Promise<unknown> {
    await saveOwn(
      ctx,
      declared.entity("BaseUserPreference"),
      { prefKey: "homeLayout" },
      { prefKey: "homeLayout", prefValue: body["layout"] ?? null },
    );
    return {};
  }

  /** One row per person and key: made the first time, changed afterwards. */
  async function saveOwn(ctx: Context, e: Entity, key: Body, input: Body): Promise<void> {
    const { rows } = await finder.list(e, { ...key, pageRows: 20 }, ctx.me);
    const mine = rows.find((row) => row["userId"] === ctx.me.userId && Object.entries(key).every(([k, v]) => row[k] === v));
    await kernel.actor.act(
      { entity: e, action: "saveOrUpdate", targets: [{ id: mine?.["id"], input }] },
      { me: ctx.me, now: ctx.now, requestId: ctx.requestId, ip: ctx.ip },
    );
  }
}

/** The first things to do of the list behind the tile, and how many there are in all. */
async function todos(
  finder: Finder,
  ctx: Context,
  { entity, view, list }: NonNullable<Widget["counts"]>,
  todo: NonNullable<Widget["todo"]>,
): Promise<object> {
  const asked = { ...(view ? { view } : {}), ...(list ? { list } : {}), pageRows: mostTodos, count: "exact" as const };
  const { rows, page } = await finder.list(entity, asked, ctx.me);
  const english = ctx.language === "EN" ? entity.fields[todo.matter]?.english : undefined;
  const [route, query, field] = todo.opens;
  // Rows that name their page themselves: the route is then a field of theirs, and so is the whole query.
  const opens = (row: Record<string, unknown>) =>
    entity.fields[route]
      ? { route: String(row[route]), query: Object.fromEntries(new URLSearchParams(String(row[field] ?? ""))) }
      : { route, query: { [query]: String(row[field] ?? "") } };
  return {
    total: page.count,
    rows: rows.map((row) => ({
      id: row["id"],
      kind: todo.kind,
      matter: (english && row[english]) || row[todo.matter],
      number: row[todo.number] ?? "",
      from: row[companions(todo.from).name] ?? row[todo.from] ?? "",
      amount: todo.amount ? row[todo.amount] : null,
      currency: todo.currency ? row[todo.currency] : null,
      dueAt: row[todo.dueAt],
      ...opens(row),
    })),
  };
}
