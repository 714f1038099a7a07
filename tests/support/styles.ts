import { readFileSync } from "node:fs";
import { join } from "node:path";

/** All style sheets behind sign-in in the order in which they apply: that order decides between rules of equal weight. */
export function styleOrder(root: string): readonly string[] {
  const text = readFileSync(join(root, "kernel/web/styles.css"), "utf8");
  return [...text.matchAll(/@import "\.\/([^"]+)"/g)].map((found) => `kernel/web/${found[1]}`);
}
