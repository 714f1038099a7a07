/** The checks that run no product code: types, lint, format, unused code. */
import { join } from "node:path";
import { root, run } from "./ground.mjs";

const tool = (...path) => join(root, "node_modules", ...path);

const checks = [
  ["types", tool("typescript", "bin", "tsc"), "--noEmit", "-p", "."],
  ["lint", tool("oxlint", "bin", "oxlint")],
  ["format", tool("oxfmt", "bin", "oxfmt"), "--check"],
  ["unused code", tool("knip", "bin", "knip.js"), "--no-progress"],
];

/** Runs one step, says how long it took, and answers whether it went well. */
export async function step(name, work) {
  const begin = performance.now();
  const code = await work();
  console.log(`${code === 0 ? "ok    " : "FAILED"} ${name}, ${((performance.now() - begin) / 1000).toFixed(1)} s`);
  return code === 0;
}

/** Answers how many of the checks failed; all of them run, so that one round shows everything. */
export async function staticChecks() {
  let failed = 0;
  for (const [name, ...args] of checks) if (!(await step(name, () => run(args)))) failed += 1;
  return failed;
}

export const vitest = tool("vitest", "vitest.mjs");
