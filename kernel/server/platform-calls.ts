import type { Entity } from "../entity.ts";
import type { MenuPage, Widget } from "../module.ts";
import { refuse } from "../refusal.ts";
import { say } from "../text.ts";
import { inZone } from "../time.ts";
import { answer, type Call, type Context } from "./call.ts";
import { keywordFields } from "./filter.ts";
import { permDenied } from "./find.ts";
import type { Kernel } from "./kernel.ts";
import { inOwnName, type GrantedMenu, type GrantedResource } from "./permit.ts";

type Body = Record<string, unknown>;

/** Calls the shell itself stands on: menus, buttons, lookups, settings, home, search, table columns. */
export function platformCalls(kernel: Kernel): Call[] {
  const { permits, lookups, settings, declared, finder } = kernel;

  /** Menus and buttons are told for a responsibility the caller really holds. */
  const held = async (ctx: Context, id: unknown): Promise<string> => {
    const wanted = typeof id === "string" && id ? id : ctx.me.responsibilityId;
    if (!wanted) throw permDenied();
    if (wanted === ctx.me.responsibilityId) return wanted;
    const own = await kernel.directory.responsibilities(ctx.me.userId, ctx.now);
    if (!own.some((r) => r.responsibilityId === wanted)) throw permDenied();
    return wanted;
  };

  const base = (path: string, handle: Call["handle"], more: Partial<Call> = {}): Call => ({
    service: "baseServer",
    path,
    guard: "session",
    handle,
    ...more,
  });

  return [
    base("baseMenuService/findMenusByResp", async (ctx, body) => {
      const grants = await permits.grants(await held(ctx, body["responsibilityId"]));
      return grants.menus.map((menu) => shownMenu(menu, ctx, declared.pages.get(menu.menuCode)));
    }),
    base("baseResourceService/findBaseResourceByRespMenuId", async (ctx, body) => {
      const grants = await permits.grants(await held(ctx, body["respId"]));
      return grants.resources.filter((r) => r.menuId === null || r.menuId === body["menuId"]).map((r) => shownResource(r, ctx));
    }),
    base("baseResourceService/findMenuResource", async (ctx, body) => {
      const grants = await permits.grants(await held(ctx, body["responsibilityId"]));
      const menu = grants.menus.find((m) => m.menuCode === body["menuCode"]);
      return menu ? grants.resources.filter((r) => r.menuId === null || r.menuId === menu.menuId).map((r) => shownResource(r, ctx)) : [];
    }),
    base("baseLookupValuesService/findDic", async (ctx, body) => {
      await lookups.ready();
      const types = Array.isArray(body["types"]) ? body["types"].map(String).slice(0, 500) : null;
      const versions = typeof body["versions"] === "object" && body["versions"] !== null ? (body["versions"] as Body) : {};
      return lookups.dictionary(types, versions, ctx.language);
    }),
    base("baseLookupValuesService/find", async (ctx, body) => {
      await lookups.ready();
      return lookups
        .values(String(body["lookupType"] ?? ""))
        .map((row) => ({ ...row, meaning: ctx.language === "EN" ? row.meaningEn || row.meaning : row.meaning }));
    }),
    base("baseProfileService/getValue", async (ctx, body) => {
      const codes = Array.isArray(body["codes"]) ? body["codes"].map(String).slice(0, 100) : [];
      const of = { userId: ctx.me.userId, responsibilityId: ctx.me.responsibilityId };
      return Object.fromEntries(
        await Promise.all(codes.map(async (code) => [code, (await settings.decide(code, of))?.value ?? null] as const)),
      );
    }),
    base("v1/searchService/find", (ctx, body) => search(ctx, body)),
    base("baseHomeService/findWidgets", (ctx) => findWidgets(ctx)),
    base("baseHomeService/loadWidget", (ctx, body) => loadWidget(ctx, body)),
    base("baseHomeService/saveLayout", (ctx, body) => saveLayout(ctx, body)),
    ...tableConfigCalls(kernel),
  ];

  /** Documents by number or name over everything the caller may read, a few of each kind. */
  async function search(ctx: Context, body: Body): Promise<unknown> {
    const text = String(body["text"] ?? "").trim();
    if (text.length < 2) return [];
    const searched = [...declared.entities.values()].filter(
      (e) =>
        !e.internal &&
        !declared.parent(e) &&
        keywordFields(e).length > 0 &&
        !e.mine &&
        finder.mayRead(e, ctx.me) &&
        (e.pages?.edit ?? e.pages?.list ?? e.lists),
    );
    const found = await Promise.all(
      searched.slice(0, 60).map(async (e) => ({ e, rows: (await finder.pick(e, { text, pageRows: 5 }, ctx.me)).rows })),
    );
    return found.flatMap(({ e, rows }) =>
      rows.map((row) => ({
        entity: e.name,
        label: say(e.label, ctx.language),
        id: row["id"],
        number: row["code"] ?? row["name"],
        title: row["name"],
        route: e.pages?.edit ?? e.pages?.list ?? Object.values(e.lists ?? {})[0]?.route,
      })),
    );
  }

  /** A tile is shown to whoever has the page behind it and may read what it counts. */
  async function widgetsOf(ctx: Context): Promise<Widget[]> {
    const audience = ctx.me.audience === "supplier" ? "SUPPLIER" : "INTERNAL";
    const routes = ctx.me.responsibilityId ? (await permits.grants(ctx.me.responsibilityId)).routes : new Set<string>();
    return declared.modules
      .flatMap((m) => m.widgets ?? [])
      .filter((w) => w.audience === audience && (!w.counts || finder.mayRead(w.counts.entity, ctx.me)))
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
    const { page } = await finder.list(entity, { view, ...(list ? { list } : {}), pageRows: 1, count: "exact" }, ctx.me);
    return { asOf, value: String(page.count), route: widget.route ?? null, query: { view } };
  }

  /** The pages this person keeps at hand, as far as the current hat still opens them. */
  async function links(ctx: Context): Promise<unknown[]> {
    const grants = ctx.me.responsibilityId ? await permits.grants(ctx.me.responsibilityId) : null;
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

/** Columns of a table: the person's own, else the default an administrator saved for all, else nothing and the page uses its own. */
function tableConfigCalls(kernel: Kernel): Call[] {
  const e = kernel.declared.entity("SrmBaseTableConfig");
  const find = async (ctx: Context, tableName: string) => {
    const { rows } = await kernel.finder.list(e, { tableName: [tableName], pageRows: 20 }, ctx.me);
    return { own: rows.find((r) => r["userId"] === ctx.me.userId), shared: rows.find((r) => r["userId"] === null) };
  };
  const call = (name: string, handle: Call["handle"]): Call => ({
    service: "srmServer",
    path: `v1/srmBaseTableConfigRestful/${name}`,
    guard: "session",
    handle,
  });
  const named = (body: Body): string => {
    const name = body["tableName"];
    if (typeof name !== "string" || name === "" || name.length > 120) throw refuse("FIELD_TYPE", "tableName 必填", "tableName is required");
    return name;
  };
  const act = (ctx: Context, action: string, id: string | undefined, input: Body, me = ctx.me) =>
    kernel.actor.act({ entity: e, action, targets: [{ id, input }] }, { me, now: ctx.now, requestId: ctx.requestId, ip: ctx.ip });
  return [
    call("getTableConfig", async (ctx, body) => {
      const { own, shared } = await find(ctx, named(body));
      return own ?? shared ?? null;
    }),
    call("createOrUpdateTableConfig", async (ctx, body) => {
      const tableName = named(body);
      const { own, shared } = await find(ctx, tableName);
      const { columns, pageSize, customPageSizes } = body;
      const input = { tableName, columns: columns ?? [], pageSize: pageSize ?? null, customPageSizes: customPageSizes ?? null };
      if (body["forAll"] !== true) return (await act(ctx, "saveOrUpdate", own?.["id"], input)).documents[0];
      if (!ctx.me.may("BaseProfile", "btnSave")) throw permDenied();
      const outcome = await act(ctx, "saveOrUpdate", shared?.["id"], input, inOwnName(ctx.me));
      return answer(outcome.documents[0]);
    }),
    call("deleteTableConfig", async (ctx, body) => {
      const { own } = await find(ctx, named(body));
      if (own) await act(ctx, "delete", own["id"] as string, {});
      return {};
    }),
  ];
}

const shownMenu = (menu: GrantedMenu, ctx: Context, page: MenuPage | undefined): Body => ({
  ...menu,
  childRoutes: page?.children ?? [],
  hidden: page?.hidden ?? false,
  name: ctx.language === "EN" ? menu.nameEn || menu.name : menu.name,
  menuParentId: menu.menuParentId ?? "0",
});

const shownResource = (r: GrantedResource, ctx: Context): Body => ({
  resourceCode: r.resourceCode,
  resourceName: ctx.language === "EN" ? r.resourceNameEn || r.resourceName : r.resourceName,
  resIcon: r.resIcon,
});
