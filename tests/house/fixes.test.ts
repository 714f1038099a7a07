import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { pagesOf } from "#kernel/module.ts";
import { modules } from "#modules/index.ts";

const root = join(import.meta.dirname, "..", "..");
const routes = new Set(modules.flatMap((one) => pagesOf(one.menus ?? [])).flatMap((page) => [page.route, ...page.children]));

test("a refusal that names the page that puts it right names one that is there", () => {
  const named = globSync("{kernel,modules}/**/*.ts", { cwd: root })
    .filter((file) => !file.endsWith(".test.ts"))
    .flatMap((file) =>
      [...readFileSync(join(root, file), "utf8").matchAll(/\b(?:fix|Fix)\b(?:: Fix)?\s*[:=]\s*\{\s*route: "([^"]+)"/g)].map(
        (found) => [file, found[1]!] as const,
      ),
    );
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter(([, route]) => !routes.has(route))).toEqual([]);
});
