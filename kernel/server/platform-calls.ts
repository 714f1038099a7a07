import type { MenuPage } from "../module.ts";
import { say } from "../text.ts";
import type { Call, Context } from "./call.ts";
import { keywordFields } from "./filter.ts";
import { permDenied } from "./find.ts";
import type { Kernel } from "./kernel.ts";
import type { GrantedMenu, GrantedResource } from "./permit.ts";
import { tableConfigCalls } from "./table-config-calls.ts";
import { widgetCalls } from "./widget-calls.ts";

type Body = Record<string, unknown>;

/** Calls the shell itself stands on: menus, buttons, lookups, settings, home, search, table columns. */
export function platformCalls(kernel: Kernel): Call[] {
  const { permits, lookups, settings, declared } = kernel;

  /** Menus and buttons are told for a responsibility the caller really holds. */
  const held = async (ctx: Context, id: unknown): Promise<string> => {
    const worn = ctx.me.responsibilityId === null ? null : ctx.session!.responsibilityId;
    const wanted = typeof id === "string" && id ? id : worn;
    if (!wanted) throw permDenied();
    if (wanted === worn) return wanted;
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
    base("v1/searchService/find", (ctx, body) => search(kernel, ctx, body)),
    ...widgetCalls(kernel),
    ...tableConfigCalls(kernel),
  ];
}

/** Documents by number or name over everything the caller may read, a few of each kind. */
async function search({ declared, finder }: Kernel, ctx: Context, body: Body): Promise<unknown> {
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
