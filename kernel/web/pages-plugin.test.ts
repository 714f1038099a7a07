import { expect, test } from "vitest";
import { scanPage } from "./pages-plugin.ts";

test("a page file announces its route, title and habits", () => {
  const text = `import x from "y";\nexport const page = { route: "user", title: ["用户", "Users"], keepAlive: false };\nexport default function User() { return null; }`;
  expect(scanPage("modules/admin/user.list.tsx", text)).toEqual({
    file: "modules/admin/user.list.tsx",
    kind: "list",
    routes: ["user"],
    title: ["用户", "Users"],
    keepAlive: false,
    menu: true,
  });
});

test("one file may show several routes; an edit page needs no menu of its own", () => {
  const text = `export const page = {\n  routes: { buyer: "a/one", supplier: "b/two" },\n  deep: { x: 1 },\n} as const;`;
  expect(scanPage("modules/a/order.edit.tsx", text)).toMatchObject({
    kind: "edit",
    routes: ["a/one", "b/two"],
    keepAlive: true,
    menu: false,
  });
  expect(scanPage("modules/a/order.edit.tsx", `export const page = { routes: ["x", "y"] }`)?.routes).toEqual(["x", "y"]);
});

test("a file that announces nothing is no page", () => {
  expect(scanPage("modules/a/x.page.tsx", "export const other = 1")).toBeNull();
});
