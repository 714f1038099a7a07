/**
 * Measures the power of the tests: plants small faults in a copy of the tree, one at a time, and records which run finds each.
 * node scripts/plant.mjs [--count=60] [--minutes=N] [--only=TEXT]; what docs/planted-faults.md already holds is not measured again.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { continueOnOurNode, install, root, surroundings } from "./ground.mjs";

install();
await continueOnOurNode();
// Node 20 has no globSync: it is imported on our Node only.
const { globSync } = await import("node:fs");

const option = (name, otherwise) => process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3) ?? otherwise;
const count = Number(option("count", "60"));
const deadline = Date.now() + Number(option("minutes", "100000")) * 60_000;
const only = option("only", "");
const copy = join(root, ".cache", "planted");
const table = join(root, "docs", "planted-faults.md");
const longestStage = 30 * 60_000;

/** Each operator with what stands in its place; the formatter guarantees the spaces, so types and texts are not touched. */
const changes = [
  [" === ", " !== "],
  [" !== ", " === "],
  [" < ", " <= "],
  [" <= ", " < "],
  [" > ", " >= "],
  [" >= ", " > "],
  [" && ", " || "],
  [" || ", " && "],
  [" add(", " sub("],
  [" sub(", " add("],
  ['"Y"', '"N"'],
  ["return true", "return false"],
  ["return false", "return true"],
];

const hash = (text) => createHash("sha256").update(text).digest("hex");

/** Comments, imports, texts and types carry operators that do nothing. */
const isCode = (line) => !/^\s*(\*|\/\/|\/\*|import |export type |type |readonly |\|)/.test(line);

function candidatesIn(file) {
  const found = [];
  const lines = readFileSync(join(root, file), "utf8").split("\n");
  lines.forEach((line, index) => {
    if (!isCode(line)) return;
    for (const [before, after] of changes) {
      for (let at = line.indexOf(before); at >= 0; at = line.indexOf(before, at + 1)) {
        const mutated = line.slice(0, at) + after + line.slice(at + before.length);
        found.push({ file, line: index + 1, before: line.trim(), after: mutated.trim(), mutated, kind: before });
      }
    }
  });
  return found;
}

/** The same faults for the same code: ordered by hash, in equal shares of kernel, modules' rules and other module code, two to a file at most. */
function chooseFaults() {
  const files = globSync(["{kernel,bridges}/**/*.ts", "modules/**/*.{ts,tsx}"], { cwd: root }).filter(
    (file) => !/\.test\.tsx?$/.test(file),
  );
  const shareOf = (file) => (file.endsWith(".rules.ts") ? 0 : file.startsWith("modules/") ? 1 : 2);
  const shares = [[], [], []];
  for (const fault of files.flatMap(candidatesIn)) shares[shareOf(fault.file)].push(fault);
  const perFile = new Map();
  return shares.flatMap((share) =>
    share
      .toSorted((a, b) => (hash(a.file + a.before + a.after) < hash(b.file + b.before + b.after) ? -1 : 1))
      .filter(({ file }) => {
        perFile.set(file, (perFile.get(file) ?? 0) + 1);
        return perFile.get(file) <= 2;
      })
      .slice(0, Math.ceil(count / 3)),
  );
}

const vitest = join("node_modules", "vitest", "vitest.mjs");
/** The files whose size depends on the length of the run: in everything else the long run is the short one. */
const sizedTests = globSync(["tests/**/*.test.ts", "modules/**/*.test.ts"], { cwd: root }).filter((file) =>
  /thorough\.ts|walking\.ts|seeds\.ts|SIM_/.test(readFileSync(join(root, file), "utf8")),
);

/** From the quickest to the slowest; the first that fails has found the fault. */
const stages = ({ file }) => [
  ["short", "types", [join("node_modules", "typescript", "bin", "tsc"), "--noEmit", "-p", "."]],
  ["short", "unit tests", [vitest, "run", "--project", "unit", "--bail=1"]],
  [
    "short",
    "tests beside it",
    [vitest, "run", "--project", "server", "--passWithNoTests", "--bail=1", `${dirname(file).split("/").slice(0, 2).join("/")}/`],
  ],
  ["short", "server tests", [vitest, "run", "--project", "server", "--bail=1"]],
  ["short", "journeys", [join("scripts", "test.mjs"), "--only=browser", "--bail=1"]],
  ["long", "full sizes", [vitest, "run", "--bail=1", ...sizedTests], { PROVE: "1", SIM_SEEDS: "40", SIM_DATABASE_SEEDS: "6" }],
];

function firstFailure(output) {
  const lines = output.replace(/\u001B\[[0-9;]*m/g, "").split("\n");
  const line = lines.find((text) => /FAIL |error TS/.test(text)) ?? "";
  return line
    .replace(/^.*FAIL\s+/, "")
    .replaceAll("|", "/")
    .trim()
    .slice(0, 110);
}

function measure(fault) {
  const path = join(copy, fault.file);
  const text = readFileSync(path, "utf8");
  const lines = text.split("\n");
  lines[fault.line - 1] = fault.mutated;
  writeFileSync(path, lines.join("\n"));
  try {
    for (const [length, stage, args, env] of stages(fault)) {
      const done = spawnSync(process.execPath, args, {
        ...{ cwd: copy, encoding: "utf8", timeout: longestStage, maxBuffer: 1 << 28 },
        env: surroundings({ ...env, NODE_COMPILE_CACHE: join(copy, ".cache", "compile") }),
      });
      if (done.error) return { length, stage, by: "does not end" };
      if (done.status !== 0) return { length, stage, by: firstFailure(done.stdout + done.stderr) };
    }
    return { length: "neither", stage: "", by: "" };
  } finally {
    writeFileSync(path, text);
  }
}

const cell = (text) => `\`${text.replaceAll("|", "¦").slice(0, 90)}\``;
const rowOf = (fault, { length, stage, by }) =>
  `| ${fault.file}:${fault.line} | ${cell(fault.before)} | ${fault.kind.trim() === '"Y"' ? "Y → N" : cell(changes.find(([before]) => before === fault.kind)[1].trim())} | ${length} | ${stage} | ${by} |`;

function write(rows) {
  const found = (length) => rows.filter((row) => row.split(" | ")[3] === length).length;
  const summary = `${rows.length} faults: ${found("short")} found by \`npm test\`, ${found("long")} more by \`npm run prove\`, ${found("neither")} by neither.`;
  const head = "| where | line | becomes | found by run | stage | first test that fails |\n|---|---|---|---|---|---|";
  const explanation =
    "`node scripts/plant.mjs` plants one small fault at a time in a copy of the tree. A fault that neither run finds may change nothing that can be observed; each of these is worth a look.";
  writeFileSync(table, `# Planted faults\n\n${explanation}\n\n${summary}\n\n${head}\n${rows.join("\n")}\n`);
  return summary;
}

rmSync(copy, { recursive: true, force: true });
mkdirSync(dirname(copy), { recursive: true });
const shell = (command) => spawnSync("sh", ["-c", command], { cwd: root, stdio: "inherit" });
shell(`git clone -q . ${JSON.stringify(copy)} && cp -al node_modules ${JSON.stringify(join(copy, "node_modules"))}`);
const rows = existsSync(table)
  ? readFileSync(table, "utf8")
      .split("\n")
      .filter((line) => /^\| \w+\//.test(line))
  : [];
for (const fault of chooseFaults().filter(({ file }) => file.includes(only))) {
  const place = `| ${fault.file}:${fault.line} |`;
  if (Date.now() > deadline || rows.some((row) => row.startsWith(place))) continue;
  const begin = Date.now();
  const result = measure(fault);
  rows.push(rowOf(fault, result));
  console.log(`${place} ${result.length} ${result.stage} ${Math.round((Date.now() - begin) / 1000)} s`);
  console.log(write(rows));
}
rmSync(copy, { recursive: true, force: true });
