/** What every command stands on: dependencies installed, the right Node, a fresh web bundle. Runs on Node 20 and newer. */
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { constants } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const modules = join(root, "node_modules");

/** The runtime that comes with the dependencies, whatever Node the machine has. */
export const node = join(modules, `node-linux-${process.arch}`, "bin", "node");

const readText = (path) => (existsSync(path) ? readFileSync(path, "utf8") : "");

const hash = (text) => createHash("sha256").update(text).digest("hex");

function fail(message) {
  console.error(message);
  process.exit(1);
}

/** Installs when the lock has changed since the last time; an unchanged tree costs a millisecond. */
export function install() {
  const stamp = join(modules, ".installed");
  const wanted = hash(`${process.arch}\n${readText(join(root, "package.json"))}\n${readText(join(root, "package-lock.json"))}`);
  if (readText(stamp) !== wanted) {
    console.log("Installing dependencies …");
    const done = spawnSync("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error", "--include=dev", "--include=optional"], {
      cwd: root,
      stdio: "inherit",
    });
    if (done.status !== 0) fail(`npm install failed${done.error ? `: ${done.error.message}` : ""}`);
    const now = hash(`${process.arch}\n${readText(join(root, "package.json"))}\n${readText(join(root, "package-lock.json"))}`);
    writeFileSync(stamp, now);
  }
  if (!existsSync(node))
    fail(`No Node runtime for linux-${process.arch} among the dependencies: install Node 24 and PostgreSQL 15 or newer by hand.`);
}

/** Environment of everything started from here: our Node and the tools of the dependencies come first. */
export function surroundings(more = {}) {
  const path = [dirname(node), join(modules, ".bin"), process.env.PATH ?? ""].join(":");
  return { ...process.env, PATH: path, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, ".cache", "compile"), ...more };
}

const stopSignals = ["SIGINT", "SIGTERM", "SIGHUP"];

/** npm ends its shell but not what the shell has started; a shell that is gone therefore means stop. */
function whenShellIsGone(stop) {
  if (!process.env.npm_lifecycle_event) return undefined;
  const shell = process.ppid;
  const watch = setInterval(() => process.ppid !== shell && stop("SIGTERM"), 300);
  watch.unref();
  return watch;
}

/** Runs a program of ours on our Node to its end and answers its exit code; signals are passed on to it. What it prints goes to `hear`, if given. */
export async function run(args, { env = {}, hear } = {}) {
  const stdio = hear ? ["ignore", "pipe", "pipe"] : "inherit";
  const child = spawn(node, ["--disable-warning=ExperimentalWarning", ...args], { cwd: root, stdio, env: surroundings(env) });
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding("utf8").on("data", hear);
  const pass = (signal) => {
    // Ctrl+C in a terminal reaches the child by itself, as it does everything started there.
    if (signal === "SIGINT" && process.stdin.isTTY) return;
    child.kill(signal);
  };
  for (const signal of stopSignals) process.on(signal, pass);
  const watch = whenShellIsGone(pass);
  const ended = await new Promise((resolve) => {
    child.once("error", (error) => resolve({ code: 1, error }));
    child.once("close", (code, signal) => resolve({ code: code ?? 128 + (constants.signals[signal] ?? 0) }));
  });
  clearInterval(watch);
  for (const signal of stopSignals) process.off(signal, pass);
  if (ended.error) console.error(ended.error.message);
  return ended.code;
}

/** Continues the calling script on our Node when it was begun on an older one. */
export async function continueOnOurNode() {
  if (process.versions.node.split(".")[0] === "24") return;
  process.exit(await run(process.argv.slice(1)));
}

const bundleSources = ["kernel", "modules", "public", "index.html", "vite.config.ts", "package-lock.json"];

/** Name, size and time of every file the bundle may be made of. */
function* sourceFacts(path) {
  if (!existsSync(path)) return;
  const facts = statSync(path);
  if (!facts.isDirectory()) {
    yield `${path} ${facts.size} ${facts.mtimeMs}`;
    return;
  }
  if (path === join(root, "kernel", "server")) return;
  for (const entry of readdirSync(path).toSorted()) if (!/\.test\.tsx?$/.test(entry)) yield* sourceFacts(join(path, entry));
}

/** Builds the web bundle when its sources have changed; it takes the old one's place only when whole. */
export async function build() {
  const stamp = join(root, "dist", ".built-from");
  const wanted = hash(bundleSources.flatMap((name) => [...sourceFacts(join(root, name))]).join("\n"));
  if (readText(stamp) === wanted) return 0;
  console.log("Building the web bundle …");
  const half = join(root, ".cache", `bundle-${process.pid}`);
  mkdirSync(half, { recursive: true });
  try {
    const code = await run([join(modules, "vite", "bin", "vite.js"), "build", "--logLevel", "warn", "--outDir", half, "--emptyOutDir"]);
    if (code !== 0) return code;
    writeFileSync(join(half, ".built-from"), wanted);
    rmSync(join(root, "dist"), { recursive: true, force: true });
    renameSync(half, join(root, "dist"));
    return 0;
  } finally {
    rmSync(half, { recursive: true, force: true });
  }
}
