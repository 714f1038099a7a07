import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { styleOrder } from "../support/styles.ts";

const root = join(import.meta.dirname, "..", "..");
/** What the sign-in page is drawn with, a page for trials alone, and what a library draws with on its own surface. */
const apart = /theme[\\/](tokens|base|login)\.css$|table[\\/]trial[\\/]|library\.css$|web[\\/]styles\.css$/;
const sheets = globSync("{kernel,modules}/**/*.css", { cwd: root }).filter((file) => !apart.test(file));

test("every style sheet behind sign-in has exactly one place in the declared order", () => {
  expect(styleOrder(root).toSorted()).toEqual(sheets.toSorted());
});

test("no script brings a style sheet along: when it applied would depend on what was opened before", () => {
  const scripts = globSync("{kernel/web,modules}/**/*.{ts,tsx}", { cwd: root }).filter((file) => !/table[\\/]trial[\\/]/.test(file));
  const bringing = scripts.flatMap((file) =>
    [...readFileSync(join(root, file), "utf8").matchAll(/^import "(.*\.css)"/gm)].map((found) => `${file}: ${found[1]}`),
  );
  expect(bringing).toEqual(["tokens", "base", "login"].map((name) => `kernel/web/main.tsx: ./theme/${name}.css`));
});
