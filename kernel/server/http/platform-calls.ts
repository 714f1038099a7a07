import type { MenuRow } from "../../menu.ts";
import type { MenuPage } from "../../module.ts";
import { portalMenus } from "../../portal.ts";
import { searchAll } from "../find/search.ts";
import type { Call, Context } from "./call.ts";
import { permDenied } from "../find/find.ts";
import { FromCalls } from "../constructs/from-calls.ts";
import type { Kernel } from "../kernel.ts";
import type { GrantedMenu, GrantedResource } from "../access/grants.ts";
import { tableConfigCalls } from "./table-config-calls.ts";
import { widgetCalls } from "../home/widget-calls.ts";
import { asks, type CallInput } from "./input.ts";

type Body = Record<string, unknown>;

/** Calls the shell itself stands on: menus, buttons, lookups, settings, home, search, table columns. */
export function platformCalls(kernel: Kernel): Call[] {
  const { permits, lookups, settings, declared } = kernel;
  const portal = declared.modules.flatMap((module) => module.portal ?? []);

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

  const base = (path: string, input: CallInput, handle: Call["handle"], more: Partial<Call> = {}): Call => ({
    service: "baseServer",
    path,
    guard: "session",
    input,
    handle,
    ...more,
  });

  return [
    base("baseMenuService/findMenusByResp", asks({ responsibilityId: "id" }), async (ctx, body) => {
      const grants = await permits.grants(await held(ctx, body["responsibilityId"]));
      const menus = grants.menus.map((menu) => shownMenu(menu, ctx, declared.pages.get(menu.menuCode)));
      return ctx.me.audience === "supplier" && portal.length > 0
        ? portalMenus(menus, portal, (text) => text[ctx.language === "EN" ? 1 : 0])
        : menus;
    }),
    base("baseResourceService/findBaseResourceByRespMenuId", asks({ respId: "id", menuId: "id" }), async (ctx, body) => {
      const grants = await permits.grants(await held(ctx, body["respId"]));
      return grants.resources.filter((r) => r.menuId === null || r.menuId === body["menuId"]).map((r) => shownResource(r, ctx));
    }),
    base("baseResourceService/findMenuResource", asks({ responsibilityId: "id", menuCode: "text" }), async (ctx, body) => {
      const grants = await permits.grants(await held(ctx, body["responsibilityId"]));
      const menu = grants.menus.find((m) => m.menuCode === body["menuCode"]);
      return menu ? grants.resources.filter((r) => r.menuId === null || r.menuId === menu.menuId).map((r) => shownResource(r, ctx)) : [];
    }),
    base(
      "baseLookupValuesService/findDic",
      asks({ types: "texts", versions: "object" }),
      async (ctx, body) => {
        await lookups.ready();
        const types = Array.isArray(body["types"]) ? body["types"].map(String).slice(0, 500) : null;
        const versions = typeof body["versions"] === "object" && body["versions"] !== null ? (body["versions"] as Body) : {};
        return lookups.dictionary(types, versions, ctx.language);
      },
      { guard: "restricted" },
    ),
    base("baseLookupValuesService/find", asks({ lookupType: "text" }), async (ctx, body) => {
      await lookups.ready();
      return lookups
        .values(String(body["lookupType"] ?? ""))
        .map((row) => ({ ...row, meaning: ctx.language === "EN" ? row.meaningEn || row.meaning : row.meaning }));
    }),
    base("baseProfileService/getValue", asks({ codes: "texts" }), async (ctx, body) => {
      const asked = Array.isArray(body["codes"]) ? body["codes"].map(String).slice(0, 100) : [];
      const codes = asked.filter((code) => settings.isReadBy(code, ctx.me));
      const of = { userId: ctx.me.userId, responsibilityId: ctx.me.responsibilityId };
      return Object.fromEntries(
        await Promise.all(codes.map(async (code) => [code, (await settings.decide(code, of))?.value ?? null] as const)),
      );
    }),
    base("v1/searchService/find", asks({ text: "text" }), (ctx, body) =>
      searchAll(kernel.declared, kernel.finder, kernel.db, String(body["text"] ?? ""), ctx.me),
    ),
    ...new FromCalls(kernel).calls(),
    ...widgetCalls(kernel),
    ...tableConfigCalls(kernel),
  ];
}

const shownMenu = (menu: GrantedMenu, ctx: Context, page: MenuPage | undefined): MenuRow => ({
  ...menu,
  childRoutes: page?.children ?? [],
  hidden: page?.hidden ?? false,
  name: ctx.language === "EN" ? menu.nameEn || menu.name : menu.name,
  menuParentId: menu.menuParentId ?? "0",
  menuType: menu.menuType as MenuRow["menuType"],
});

const shownResource = (r: GrantedResource, ctx: Context): Body => ({
  resourceCode: r.resourceCode,
  resourceName: ctx.language === "EN" ? r.resourceNameEn || r.resourceName : r.resourceName,
  resIcon: r.resIcon,
});
