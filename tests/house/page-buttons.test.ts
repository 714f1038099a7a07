import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { pagesOf } from "#kernel/module.ts";
import { allOf, homesIn, routesOf, slotFile } from "#kernel/web/page/declared-plugin.ts";
import { scanPage } from "#kernel/web/pages-plugin.ts";
import { modules } from "#modules/index.ts";

const root = join(import.meta.dirname, "..", "..");
const read = (file: string): string => readFileSync(join(root, file), "utf8");
const pages = modules.flatMap((module) => pagesOf(module.menus ?? []));
const homes = new Map(globSync("modules/**/*.entity.ts", { cwd: root }).flatMap((file) => homesIn(file, read(file))));

/** Which file draws which route: slots beside a declaration, and pages that announce themselves. */
const drawn: readonly (readonly [file: string, route: string])[] = [
  ...[...allOf(modules.flatMap((module) => module.entities)).values()].flatMap((e) => {
    const home = homes.get(e.name);
    return home ? routesOf(e).map(([route, { kind, list }]) => [slotFile(home, kind, list), route] as const) : [];
  }),
  ...globSync("modules/**/*.{list,edit,page}.tsx", { cwd: root }).flatMap((file) =>
    (scanPage(file, read(file))?.routes ?? []).map((route) => [file, route] as const),
  ),
];

/** Pages that another page opens under its own menu, whose buttons count there too. */
const opened: Readonly<Record<string, string>> = { "notice/noticeDesc": "noticeManagement" };

test("a page asks for no button that its menu does not have: it would never show what stands behind it", () => {
  const wrong = drawn
    .filter(([file]) => existsSync(join(root, file)))
    .flatMap(([file, route]) => {
      const granted = pages
        .filter((page) => page.route === route || page.route === opened[route] || page.children.includes(route))
        .flatMap((page) => page.buttons);
      const asked = [...read(file).matchAll(/\bmay\("(btn\w+)"\)/g)].map((found) => found[1]!);
      return [...new Set(asked)].filter((button) => !granted.includes(button)).map((button) => `${file} at ${route}: ${button}`);
    });
  expect(drawn.length).toBeGreaterThan(200);
  expect(wrong).toEqual([]);
});
