import { expect, test } from "vitest";
import { preloadLinks, preloadsAt } from "../preload.ts";
import { preloadsOf, type BuiltChunk } from "./preload-plugin.ts";

const chunk = (name: string, imports: readonly string[], moduleIds: readonly string[], isEntry = false): BuiltChunk => ({
  fileName: `assets/${name}.js`,
  isEntry,
  moduleIds,
  imports: imports.map((value) => `assets/${value}.js`),
});
const chunks = [
  chunk("base", ["react"], ["kernel/web/main.tsx"], true),
  chunk("react", [], ["react"]),
  chunk("shell", ["base", "icons"], ["kernel/web/shell/Inside.tsx"]),
  chunk("icons", [], ["lucide"]),
  chunk("kit", ["react"], ["kernel/web/Kit.tsx"]),
  chunk("list", ["kit", "shell"], ["kernel/web/page/list/ListPage.tsx"]),
  chunk("order", ["list", "order-shared"], ["modules/order/order.list.tsx"]),
  chunk("order-shared", ["icons"], ["modules/order/order.entity.ts"]),
  chunk("chart", [], ["kernel/web/part/chart.tsx"]),
];
const preloads = preloadsOf(
  [
    { routes: ["purOrder/list"], files: ["kernel/web/page/list/ListPage.tsx", "modules/order/order.list.tsx"] },
    { routes: ["purOrderList"], files: ["kernel/web/part/chart.tsx"] },
  ],
  chunks,
  ["assets/styles.css"],
);
const names = (path: string): string[] => preloadsAt(preloads, path).map((file) => file.replace(/^assets\/|\.\w+$/g, ""));

test("an address names the files of its page with all they import, each once, and none that the first page loads anyway; the first page of a name counts", () => {
  expect(names("/main/purOrder/list")).toEqual(["styles", "shell", "icons", "kit", "list", "order", "order-shared"]);
});

test("home needs the workspace alone; a page nobody knows gets no more; a public page gets nothing", () => {
  expect(names("/main/inHome")).toEqual(["styles", "shell", "icons"]);
  expect(names("/")).toEqual(names("/main/inHome"));
  expect(names("/main/constructor")).toEqual(names("/main/inHome"));
  expect(names("/login")).toEqual([]);
  expect(names("/register")).toEqual([]);
});

test("the links are what the browser's own imports ask for, so that nothing is fetched twice", () => {
  expect(preloadLinks(["assets/styles.css", "assets/shell.js"])).toBe(
    '<link rel="preload" as="style" crossorigin href="/assets/styles.css"><link rel="modulepreload" crossorigin href="/assets/shell.js">',
  );
});
