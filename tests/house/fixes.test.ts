import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Entity } from "#kernel/entity.ts";
import { pagesOf, type MenuPage } from "#kernel/module.ts";
import { slotOf, type Remedy } from "#kernel/remedy.ts";
import { modules } from "#modules/index.ts";
import { stands } from "./stands.ts";

const root = join(import.meta.dirname, "..", "..");
const sources = globSync("{kernel,modules}/**/*.ts", { cwd: root })
  .filter((file) => !/\.test\.ts$|test-world\.ts$|remedies\.ts$/.test(file))
  .map((file) => ({ file, text: readFileSync(join(root, file), "utf8") }));
const pages = modules.flatMap((module) => pagesOf(module.menus ?? []));
const routes = new Set(pages.flatMap((page) => [page.route, ...page.children]));
const pageOf = (route: string): MenuPage => pages.find((page) => page.route === route || page.children.includes(route))!;
const remedies = modules.flatMap((module) =>
  Object.entries(module.remedies ?? {}).flatMap(([code, given]) =>
    ("route" in given ? [given] : given).map((remedy) => ({ code, remedy })),
  ),
);
const remedied = new Set(remedies.map(({ code }) => code));

/** Helpers of an area that pin a refusal to a field, beside the kernel's own. */
const pinning = new Set(
  sources.flatMap(({ text }) =>
    [...text.matchAll(/(?:const|function) (\w+)[^;]{0,160}?\brefuse\(\s*code,[^;]*?fieldErrors/g)].map((found) => found[1]!),
  ),
).add("refuseField");

/** Every refusal the areas make, by its code: who makes it, and whether it is pinned to a field. */
const made = Map.groupBy(
  sources
    .filter(({ file }) => file.startsWith("modules/"))
    .flatMap(({ file, text }) =>
      [...text.matchAll(/\b(\w+)\(\s*(?:(?:`[^`]*`|"[^"]*"|[^,()"`]+|\w+\([^()]*\)),\s*)?"([A-Z][A-Z0-9]*(?:[_-][A-Z0-9]+)+)",/g)]
        .map(([, by, code]) => ({ file, code: code!, isPinned: pinning.has(by!), isRefusal: ["refuse", "Refusal", "no"].includes(by!) }))
        .filter(({ isPinned, isRefusal }) => isPinned || isRefusal),
    ),
  ({ code }) => code,
);

test("a refusal that names the page that puts it right names one that is there", () => {
  const named = sources.flatMap(({ file, text }) =>
    [...text.matchAll(/\b(?:fix|Fix)\b\s*[:=]\s*\{\s*route: "([^"]+)"/g)].map((found) => [file, found[1]!] as const),
  );
  expect(named.length).toBeGreaterThan(3);
  expect(named.filter(([, route]) => !routes.has(route))).toEqual([]);
});

test("a remedy leads to a page that is there, and is declared for a code that is", () => {
  expect(new Set(remedies.map(({ code }) => code)).size).toBeGreaterThan(60);
  expect(remedies.filter(({ remedy }) => !routes.has(remedy.route))).toEqual([]);
  const has = ({ route, button }: Remedy): boolean => button === undefined || pageOf(route).buttons.includes(button);
  expect(remedies.filter(({ remedy }) => !has(remedy)).map(({ code, remedy }) => `${code}: ${remedy.route} ${remedy.button}`)).toEqual([]);
  const whole = sources.map(({ text }) => text).join("\n");
  expect([...remedied].filter((code) => !whole.includes(`"${code}"`))).toEqual([]);
});

/** What a page understands of its query: the filters of what it lists, the record, the view, the step of an assistant. */
const understood = (route: string): ReadonlySet<string> => {
  const page = pageOf(route);
  const filters = page.entities.flatMap((e: Entity) => [e, ...Object.values(e.lists ?? {})].flatMap((entity) => entity.search ?? []));
  return new Set(["id", "keyword", "view", ...(route === "setup" ? ["step"] : []), ...filters]);
};
const queryOf = ({ query }: Remedy): [string, string][] => Object.entries(query ?? {});

test("a page understands the query a remedy opens it with, and some refusal of the code says what fills it", () => {
  const unknown = remedies.flatMap(({ code, remedy }) =>
    queryOf(remedy).flatMap(([name]) => (understood(remedy.route).has(name) ? [] : [`${code}: ${remedy.route}?${name}`])),
  );
  expect(unknown).toEqual([]);
  const unsaid = remedies.flatMap(({ code, remedy }) =>
    queryOf(remedy).flatMap(([, value]) => {
      const slot = slotOf(value);
      const isSaid = slot === null || sources.some(({ text }) => text.includes(`"${code}"`) && new RegExp(`\\b${slot}\\b`).test(text));
      return isSaid ? [] : [`${code} never says ${slot}`];
    }),
  );
  expect(unsaid).toEqual([]);
});

test("every refusal of an area has a page that puts it right, is pinned to a field, or says why it has neither", () => {
  const listed = stands.flatMap(({ codes }) => codes);
  const isFree = (code: string): boolean => made.get(code)!.some(({ isPinned }) => !isPinned) && !remedied.has(code);
  const open = [...made.keys()].filter((code) => isFree(code) && !listed.includes(code));
  expect(made.size).toBeGreaterThan(400);
  expect(open, "declare a remedy in the area's remedies.ts, or say in stands.ts why there is none").toEqual([]);
  expect(
    listed.filter((code, i) => listed.indexOf(code) !== i),
    "listed twice",
  ).toEqual([]);
  expect(
    listed.filter((code) => !made.has(code) || !isFree(code)),
    "listed, but gone, pinned or remedied",
  ).toEqual([]);
});
