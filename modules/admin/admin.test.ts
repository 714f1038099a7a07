import { describe, expect, test } from "vitest";
import { declare } from "#kernel/declared.ts";
import { isPage, pagesOf, type MenuFolder, type MenuPage } from "#kernel/module.ts";
import { nameClashes } from "#kernel/routes.ts";
import { shippedLookups } from "#kernel/server/lookups.ts";
import { modules } from "#modules/index.ts";
import { buttons } from "./buttons.ts";
import { admin } from "./index.ts";

const declared = declare(modules);
const entities = [...declared.entities.values()];
const pages = pagesOf(admin.menus ?? []);
const routes = pages.flatMap((p) => [p.route, ...p.children]);

describe("what administration declares holds together", () => {
  test("every identity and system-setting route is a menu or the child of one, and no two share a name", () => {
    expect(routes.filter((r) => r !== "reportBackExportList" && r !== "testIframes")).toHaveLength(38);
    expect(nameClashes(routes)).toEqual([]);
  });

  test("every default page stands in the menu", () => {
    const asked = entities
      .flatMap((e) => [e.pages?.list, e.pages?.edit, ...Object.values(e.lists ?? {}).map((l) => l.route)])
      .filter((r) => r !== undefined);
    expect(asked.filter((r) => !routes.includes(r))).toEqual([]);
    expect(asked.filter((r, at) => asked.indexOf(r) !== at)).toEqual([]);
  });

  test("every lookup a field chooses from exists, in both languages", () => {
    const shipped = shippedLookups(declared);
    const fields = entities.flatMap((e) => [
      ...Object.values(e.fields),
      ...Object.values(e.actions).flatMap((a: any) => Object.values(a.input ?? {})),
    ]) as { lookup?: string }[];
    expect([...new Set(fields.flatMap((f) => (f.lookup && !shipped.has(f.lookup) ? [f.lookup] : [])))]).toEqual([]);
    for (const [type, { label, values }] of shipped)
      for (const [cn, en] of [label, ...Object.values(values)]) expect(`${type}:${cn}|${en}`).toMatch(/^[\w.]+:[^|]+\|[^|]+$/);
  });

  test("every button is in the dictionary, and every action's button stands on a page that shows the entity", () => {
    const used = [...pages.flatMap((p) => p.buttons), ...entities.flatMap((e) => Object.values(e.actions).map((a: any) => a.button))];
    expect([...new Set(used)].filter((b) => !(b in buttons))).toEqual([]);
    const unreachable = entities.flatMap((e) => {
      const here = new Set(pages.filter((p) => p.entities.includes(e)).flatMap((p) => p.buttons));
      return Object.entries(e.actions).flatMap(([name, a]: [string, any]) =>
        a.who === "system" || here.has(a.button) ? [] : [`${e.name}.${name}`],
      );
    });
    expect(unreachable).toEqual([]);
  });

  test("roles grant only pages and buttons that exist, on the right side of the wall", () => {
    const byRoute = new Map(pages.map((p) => [p.route, p]));
    for (const [code, role] of Object.entries(admin.roles ?? {}))
      for (const grant of role.grants) {
        const [route, ...named] = typeof grant === "string" ? [grant] : grant;
        const page = byRoute.get(route!);
        expect(page, `${code} ${route}`).toBeDefined();
        expect(
          named.filter((b) => !page!.buttons.includes(b)),
          `${code} ${route}`,
        ).toEqual([]);
        expect(page!.audience === "BOTH" || page!.audience === role.audience, `${code} ${route}`).toBe(true);
      }
  });

  test("nobody but the security administrator answers as the second person; the auditor changes nothing", () => {
    const grantsOf = (code: string) =>
      admin.roles![code]!.grants.flatMap((g) => (typeof g === "string" ? pages.find((p) => p.route === g)!.buttons : g.slice(1)));
    const confirming = Object.keys(admin.roles ?? {}).filter((code) => grantsOf(code).includes("btnConfirm"));
    expect(confirming).toEqual(["SEC_ADMIN"]);
    const changing = ["btnAdd", "btnDelete", "btnEnable", "btnDisable", "btnMove", "btnResetPwd"];
    expect(grantsOf("AUDITOR").filter((b) => changing.includes(b) && b !== "btnAdd" && b !== "btnDelete")).toEqual([]);
  });

  test("the menu is not deeper than four", () => {
    const depth = (m: MenuFolder | MenuPage): number => (isPage(m) ? 1 : 1 + Math.max(0, ...m.children.map(depth)));
    expect(Math.max(...(admin.menus ?? []).map(depth))).toBeLessThanOrEqual(4);
  });
});
