import { describe, expect, test } from "vitest";
import { declare } from "#kernel/declared.ts";
import type { Action } from "#kernel/entity.ts";
import { isPage, pagesOf, type MenuFolder, type MenuPage } from "#kernel/module.ts";
import { nameClashes } from "#kernel/routes.ts";
import { shippedLookups } from "#kernel/server/find/lookups.ts";
import { modules } from "#modules/index.ts";
import { commonNames } from "#modules/messages/config.rules.ts";

/** What all modules declare, held against each other: nothing points to a page, button, code or grant that does not exist. */
const declared = declare(modules);
const entities = [...declared.entities.values()];
const pages = modules.flatMap((module) => pagesOf(module.menus ?? []));
const routes = pages.flatMap((p) => [p.route, ...p.children]);
const buttons = new Set(modules.flatMap((module) => Object.keys(module.buttons ?? {})));
const verbs = (e: (typeof entities)[number]) => Object.entries(e.actions as Record<string, Action>);

describe("what the modules declare holds together", () => {
  test("no two pages share a name, and none stands in the menu twice", () => {
    expect(nameClashes(routes)).toEqual([]);
    expect(routes.filter((r, at) => routes.indexOf(r) !== at)).toEqual([]);
  });

  test("every default page stands in the menu", () => {
    const asked = entities
      .flatMap((e) => [e.pages?.list, e.pages?.edit, ...Object.values(e.lists ?? {}).map((l) => l.route)])
      .filter((r) => r !== undefined);
    expect(asked.filter((r) => !routes.includes(r))).toEqual([]);
  });

  test("every lookup a field chooses from exists, in both languages", () => {
    const shipped = shippedLookups(declared);
    const fields = entities.flatMap((e) => [...Object.values(e.fields), ...verbs(e).flatMap(([, a]) => Object.values(a.input ?? {}))]);
    expect([...new Set(fields.flatMap((f) => (f.lookup && !shipped.has(f.lookup) ? [f.lookup] : [])))]).toEqual([]);
    for (const [type, { label, values }] of shipped)
      for (const [cn, en] of [label, ...Object.values(values)]) expect(`${type}:${cn}|${en}`).toMatch(/^[\w.]+:[^|]+\|[^|]+$/);
  });

  test("an id is kept letter by letter: no field that holds one writes it in capitals", () => {
    /** Named like an id, but the code of a function. */
    const codes = ["BaseFile.functionId"];
    const fields = entities.flatMap((e) => [
      ...Object.entries(e.fields).map(([key, f]) => [`${e.name}.${key}`, f] as const),
      ...verbs(e).flatMap(([name, a]) => Object.entries(a.input ?? {}).map(([key, f]) => [`${e.name}.${name}.${key}`, f] as const)),
    ]);
    const capitals = fields.filter(([path, f]) => /Ids?$/.test(path) && f.kind === "code" && !f.exact && !codes.includes(path));
    expect(capitals.map(([path]) => path)).toEqual([]);
  });

  test("every button is in the dictionary, and every action's button stands on a page that shows the entity", () => {
    const used = [...pages.flatMap((p) => p.buttons), ...entities.flatMap((e) => verbs(e).map(([, a]) => a.button))];
    expect([...new Set(used)].filter((b) => !buttons.has(b))).toEqual([]);
    const unreachable = entities.flatMap((e) => {
      const here = new Set(pages.filter((p) => p.entities.includes(e)).flatMap((p) => p.buttons));
      return verbs(e).flatMap(([name, a]) => (a.who === "system" || here.has(a.button) ? [] : [`${e.name}.${name} ${a.button}`]));
    });
    expect(unreachable).toEqual([]);
  });

  test("roles grant only pages and buttons that exist, on the right side of the wall", () => {
    const byRoute = new Map(pages.map((p) => [p.route, p]));
    const wrong = modules.flatMap((module) =>
      Object.entries(module.roles ?? {}).flatMap(([code, role]) =>
        role.grants.flatMap((grant) => {
          const [route, ...named] = typeof grant === "string" ? [grant] : grant;
          if (route === "*") return [];
          const page = byRoute.get(route!);
          if (!page) return [`${code} ${route}`];
          const missing = named.filter((b) => !page.buttons.includes(b)).map((b) => `${code} ${route} ${b}`);
          return page.audience === "BOTH" || page.audience === role.audience ? missing : [...missing, `${code} ${route}: ${page.audience}`];
        }),
      ),
    );
    expect(wrong).toEqual([]);
  });

  test("events that are told and to-dos that are opened are declared, and to-dos open pages that exist", () => {
    const todos = modules.flatMap((module) => Object.entries(module.todos ?? {}));
    // The page of applicants stands outside the workspace.
    const open = [...routes, "/registerInfoEdit"];
    expect(todos.filter(([, todo]) => !open.includes(todo.route)).map(([type, todo]) => `${type} ${todo.route}`)).toEqual([]);
    const events = modules.flatMap((module) => Object.entries(module.events ?? {}));
    const silent = events.filter(([, { carries, tells }]) => {
      const named = [...`${tells?.title.join()} ${tells?.content?.join() ?? ""} ${tells?.route ?? ""}`.matchAll(/\$\{#?(\w+)/g)].map(
        (m) => m[1]!,
      );
      return named.some((name) => !(name in carries) && !commonNames.includes(name));
    });
    expect(silent.map(([code]) => code)).toEqual([]);
  });

  test("the menu is not deeper than four", () => {
    const depth = (m: MenuFolder | MenuPage): number => (isPage(m) ? 1 : 1 + Math.max(0, ...m.children.map(depth)));
    expect(Math.max(...modules.flatMap((module) => module.menus ?? []).map(depth))).toBeLessThanOrEqual(4);
  });
});

test("whoever is offered to request a change of a supplier may write one on the page behind the button", () => {
  const granted = new Map<string, Set<string>>();
  for (const module of modules)
    for (const [code, role] of Object.entries(module.roles ?? {}))
      for (const grant of role.grants) {
        const [route, ...buttons] = typeof grant === "string" ? [grant] : grant;
        const known = granted.get(code) ?? new Set<string>();
        granted.set(code, new Set([...known, ...buttons.map((button) => `${route} ${button}`)]));
      }
  const offered = [...granted].filter(([, held]) => held.has("supplierInfoList btnChangeInfo"));
  expect(offered.map(([code]) => code)).toContain("BUYER");
  expect(offered.filter(([, held]) => !held.has("changeInfoList btnAdd") || !held.has("changeInfoList btnSave"))).toEqual([]);
});

test("no two pages that one person may have in the menu are called the same, in either language", () => {
  const twice = (["INTERNAL", "SUPPLIER"] as const).flatMap((audience) =>
    ([0, 1] as const).flatMap((language) => {
      const shown = pages.filter((page) => !page.hidden && (page.audience === audience || page.audience === "BOTH"));
      return [...Map.groupBy(shown, (menuPage) => menuPage.label[language])].flatMap(([name, all]) =>
        all.length > 1 ? [`${name}: ${all.map((menuPage) => menuPage.route).join(", ")}`] : [],
      );
    }),
  );
  expect(twice).toEqual([]);
});
