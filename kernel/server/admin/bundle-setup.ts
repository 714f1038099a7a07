import type { Text } from "../../text.ts";
import type { Context } from "../http/call.ts";
import type { Kernel } from "../kernel.ts";
import type { Row } from "../find/visible.ts";

/** What an installation is set up with, by codes instead of ids, so that it means the same elsewhere. */
export type Part = Readonly<Record<string, Row>>;
export const partNames = ["lookups", "profiles", "menus", "roles"] as const;
export type PartName = (typeof partNames)[number];
export type Parts = Partial<Record<PartName, Part>>;

/** The configuration as it stands: its content by codes, the ids this installation knows it by, and what people call it. */
export interface Standing {
  readonly parts: Parts;
  readonly ids: Map<string, string>;
  readonly names: ReadonlyMap<string, Text>;
}

const pick = (row: Row, keys: readonly string[]): Row => Object.fromEntries(keys.map((key) => [key, row[key] ?? null]));
const index = (rows: readonly Row[], key: string, shape: (row: Row) => Row): Part =>
  Object.fromEntries(rows.map((row) => [String(row[key]), shape(row)]));
const textOf = (row: Row, cn: string, en: string): Text => [String(row[cn] ?? ""), String(row[en] || row[cn] || "")];

const menuKeys = ["name", "nameEn", "menuType", "htmlUrl", "imageLink", "seqNum", "audience", "moduleId", "enabled"];
const buttonKeys = ["resourceName", "resourceNameEn", "resIcon", "buttonCode", "enabledFlag"];
const roleKeys = ["roleName", "roleNameEn", "audience", "privilegedFlag", "description", "enabledFlag"];
const typeKeys = ["meaning", "meaningEn", "description", "customizationLevel", "enabledFlag"];
const valueKeys = ["meaning", "meaningEn", "description", "seqNum", "enabledFlag", "extra"];

/** What a thing from a bundle is called, even if nobody here knows it yet. */
export function nameIn(part: PartName, code: string, wanted: Row | undefined): Text {
  if (!wanted || part === "profiles") return [code, code];
  return part === "menus"
    ? textOf(wanted, "name", "nameEn")
    : part === "roles"
      ? textOf(wanted, "roleName", "roleNameEn")
      : textOf(wanted, "meaning", "meaningEn");
}

const tables = {
  types: "BaseLookupTypes",
  values: "BaseLookupValues",
  profiles: "BaseProfile",
  settings: "BaseProfileValue",
  menus: "BaseMenu",
  resources: "BaseResource",
  roles: "BaseRole",
  menuRoles: "BaseMenuRole",
  resourceRoles: "BaseResourceRole",
} as const;
type Tables = Record<keyof typeof tables, Row[]>;

async function allOf(kernel: Kernel, ctx: Context, entity: string): Promise<Row[]> {
  const e = kernel.declared.entity(entity);
  const rows: Row[] = [];
  for (let pageIndex = 1; ; pageIndex += 1) {
    const asked = { pageIndex, pageRows: 5_000, count: "none", orderBy: [{ key: "id", dir: "asc" }] };
    const page = await kernel.finder.list(e, asked, ctx.me);
    rows.push(...page.rows);
    if (page.rows.length < 5_000) return rows;
  }
}

const under = (rows: readonly Row[], key: string): ((id: unknown) => readonly Row[]) => {
  const groups = Map.groupBy(rows, (row) => row[key]);
  return (id) => groups.get(id) ?? [];
};

function contentOf(t: Tables, menuCode: (id: unknown) => string | null, buttonCode: (id: unknown) => string): Record<PartName, Part> {
  const [valuesOf, settingsOf, buttonsOf] = [under(t.values, "parentId"), under(t.settings, "parentId"), under(t.resources, "menuId")];
  const [menusOf, resourcesOf] = [under(t.menuRoles, "roleId"), under(t.resourceRoles, "roleId")];
  const active = (rows: readonly Row[], code: (row: Row) => string): string[] =>
    rows
      .filter((g) => g["status"] === "ACTIVE")
      .map(code)
      .sort();
  return {
    lookups: index(t.types, "lookupType", (type) => ({
      ...pick(type, typeKeys),
      values: index(
        valuesOf(type["id"]).filter((v) => v["buOrgId"] === null),
        "lookupCode",
        (v) => pick(v, valueKeys),
      ),
    })),
    profiles: index(t.profiles, "profileCode", (p) => ({
      value: settingsOf(p["id"]).find((s) => s["level"] === "SITE")?.["value"] ?? null,
    })),
    menus: index(t.menus, "menuCode", (m) => ({
      ...pick(m, menuKeys),
      parent: menuCode(m["menuParentId"]),
      buttons: index(buttonsOf(m["id"]), "resourceCode", (r) => pick(r, buttonKeys)),
    })),
    roles: index(t.roles, "roleCode", (r) => ({
      ...pick(r, roleKeys),
      menus: active(menusOf(r["id"]), (g) => menuCode(g["menuId"])!),
      buttons: active(resourcesOf(r["id"]), (g) => buttonCode(g["resourceId"])),
    })),
  };
}

/** One look at everything the caller may see of the configuration. */
export async function readSetup(kernel: Kernel, ctx: Context, wanted: readonly PartName[]): Promise<Standing> {
  const keys = Object.keys(tables) as (keyof typeof tables)[];
  const lists = await Promise.all(keys.map((key) => allOf(kernel, ctx, tables[key])));
  const t = Object.fromEntries(keys.map((key, i) => [key, lists[i]!])) as Tables;
  const menuCodes = new Map(t.menus.map((m) => [m["id"], String(m["menuCode"])]));
  const menuCode = (id: unknown): string | null => menuCodes.get(id) ?? null;
  const buttonCodes = new Map(t.resources.map((r) => [r["id"], `${menuCode(r["menuId"]) ?? ""}:${String(r["resourceCode"])}`]));
  const all = contentOf(t, menuCode, (id) => buttonCodes.get(id)!);
  const site = t.settings.filter((s) => s["level"] === "SITE");
  const ids = new Map<string, string>([
    ...t.types.map((r) => [`lookups|${String(r["lookupType"])}`, String(r["id"])] as const),
    ...t.values.map((r) => [`value|${String(r["lookupType"])}|${String(r["lookupCode"])}`, String(r["id"])] as const),
    ...t.profiles.map((r) => [`profiles|${String(r["profileCode"])}`, String(r["id"])] as const),
    ...site.map((r) => [`site|${String(r["profileCode"])}`, String(r["id"])] as const),
    ...t.menus.map((r) => [`menus|${String(r["menuCode"])}`, String(r["id"])] as const),
    ...t.resources.map((r) => [`button|${buttonCodes.get(r["id"])!}`, String(r["id"])] as const),
    ...t.roles.map((r) => [`roles|${String(r["roleCode"])}`, String(r["id"])] as const),
  ]);
  const names = new Map<string, Text>([
    ...t.types.map((r) => [`lookups|${String(r["lookupType"])}`, textOf(r, "meaning", "meaningEn")] as const),
    ...t.profiles.map((r) => [`profiles|${String(r["profileCode"])}`, textOf(r, "nameCn", "nameEn")] as const),
    ...t.menus.map((r) => [`menus|${String(r["menuCode"])}`, textOf(r, "name", "nameEn")] as const),
    ...t.roles.map((r) => [`roles|${String(r["roleCode"])}`, textOf(r, "roleName", "roleNameEn")] as const),
  ]);
  return { parts: Object.fromEntries(wanted.map((name) => [name, all[name]])), ids, names };
}
