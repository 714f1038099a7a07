/** The checks that run no product code: types, lint, format, unused code. */
import { mkdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { root, run } from "./ground.mjs";

const tool = (...path) => join(root, "node_modules", ...path);
const cache = join(root, ".cache");

// The compiler remembers what it checked: a second run looks only at changed files and at what depends on them.
// Each checker looks at shared types anew: four of them are four times the work. The other checks need the other cores.
const typeOptions = [
  "--incremental",
  "--tsBuildInfoFile",
  join(cache, "types.tsbuildinfo"),
  "--checkers",
  `${Math.max(1, Math.min(4, availableParallelism() >> 1))}`,
];

const checks = [
  ["types", tool("typescript", "bin", "tsc"), "--noEmit", "-p", ".", ...typeOptions],
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

/** Runs named programs side by side; the output of each is shown whole when it ends. Answers how many failed. */
async function sideBySide(programs) {
  mkdirSync(cache, { recursive: true });
  const env = process.stdout.isTTY ? { FORCE_COLOR: "1" } : {};
  const outcomes = programs.map(([name, ...args]) => {
    let output = "";
    return step(name, async () => {
      const code = await run(args, { env, hear: (text) => (output += text) });
      process.stdout.write(output);
      return code;
    });
  });
  return (await Promise.all(outcomes)).filter((good) => !good).length;
}

/** Answers how many of the checks, and of the programs named beside them, failed; all of them run, so that one round shows everything. */
export const staticChecks = (...more) => sideBySide([...checks, ...more]);

export const vitest = tool("vitest", "vitest.mjs");
