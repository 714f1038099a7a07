import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, readdirSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** When a process began, so that a number used again is not taken for the old process; null when it is gone or only a shadow. */
function birth(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" || fields[0] === "X" ? null : (fields[19] ?? null);
  } catch {
    return null;
  }
}

export const isAlive = (pid: number): boolean => birth(pid) !== null;

/** Every process of PostgreSQL works inside its cluster's folder: that tells the server, and what a killed one left behind. */
export function worksIn(pid: number, folder: string): boolean {
  try {
    return isAlive(pid) && readlinkSync(`/proc/${pid}/cwd`) === folder;
  } catch {
    return false;
  }
}

export const processesIn = (folder: string): number[] =>
  readdirSync("/proc")
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && worksIn(pid, folder));

/** Lets one starter or stopper at a time through; the kernel frees the name when its holder dies, so it never goes stale. */
export async function oneAtATime<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const name = `\0base-srm-postgres-${createHash("sha256").update(folder).digest("hex").slice(0, 32)}`;
  const take = () =>
    new Promise<(() => void) | null>((resolve, reject) => {
      const holder = createServer();
      holder.once("error", (error: NodeJS.ErrnoException) => (error.code === "EADDRINUSE" ? resolve(null) : reject(error)));
      holder.listen(name, () => resolve(() => holder.close()));
    });
  const patience = 120_000 / 25;
  for (let attempt = 0; attempt < patience; attempt += 1) {
    const free = await take();
    if (free) {
      try {
        return await work();
      } finally {
        free();
      }
    }
    await pause(25);
  }
  throw new Error(`somebody else has been starting PostgreSQL in ${folder} for two minutes`);
}

/** Notes that this process uses the server; answers how to sign off, and that tells whether others still use it. */
export function signIn(home: string): () => boolean {
  const users = join(home, "users");
  mkdirSync(users, { recursive: true, mode: 0o700 });
  const mine = `${process.pid}.${birth(process.pid)}.${Math.random().toString(36).slice(2)}`;
  writeFileSync(join(users, mine), "");
  return () => {
    rmSync(join(users, mine), { force: true });
    const living = readdirSync(users).filter((entry) => {
      const [pid, born] = entry.split(".");
      if (birth(Number(pid)) === born) return true;
      rmSync(join(users, entry), { force: true });
      return false;
    });
    return living.length > 0;
  };
}

/** The port of the last start if it is still free, so that a restart keeps its address; else one the system offers. */
export async function freePort(wanted: number): Promise<number> {
  const listen = (port: number) =>
    new Promise<number | null>((resolve) => {
      const probe = createServer();
      probe.once("error", () => resolve(null));
      probe.listen(port, "127.0.0.1", () => {
        const address = probe.address();
        probe.close(() => resolve(typeof address === "object" && address ? address.port : null));
      });
    });
  const port = (wanted > 0 ? await listen(wanted) : null) ?? (await listen(0));
  if (!port) throw new Error("no free port on 127.0.0.1");
  return port;
}
