import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..", "..");

test("style sheets live in kernel/web alone, and tables are blocks: pages are made of kernel/web/block", () => {
  expect(globSync("modules/**/*.css", { cwd: root })).toEqual([]);
  const drawn = globSync("modules/**/*.tsx", { cwd: root }).filter((file) => /<table\b/.test(readFileSync(join(root, file), "utf8")));
  expect(drawn).toEqual([]);
});
