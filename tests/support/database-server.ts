import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { openDb } from "#kernel/server/database/db.ts";
import { startPostgres, stopPostgres } from "#kernel/server/database/embedded-pg.ts";

declare module "vitest" {
  interface ProvidedContext {
    databaseServer: string;
    testRun: string;
  }
}

const folderName = /^base-srm-test-(\d+)-/;

const isGone = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
};

/** A run that was killed leaves its server behind; the next run puts it away. */
async function sweep(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    const pid = folderName.exec(name)?.[1];
    if (!pid || !isGone(Number(pid))) continue;
    const folder = join(tmpdir(), name);
    await stopPostgres(folder);
    rmSync(folder, { recursive: true, force: true });
  }
}

async function dropLeftovers(url: string, run: string): Promise<void> {
  const db = openDb(url, { max: 1, applicationName: "tests" });
  const left = await db.query<{ datname: string }>("select datname from pg_database where starts_with(datname, $1)", [`test_${run}_`]);
  for (const { datname } of left) {
    await db.query(`alter database "${datname}" is_template false`);
    await db.query(`drop database "${datname}" with (force)`);
  }
  await db.close();
}

interface Started {
  readonly url: string;
  readonly run: string;
  stop(): Promise<void>;
}

async function start(): Promise<Started> {
  const run = `${process.pid}_${Math.random().toString(36).slice(2, 8)}`;
  const given = process.env["TEST_DATABASE_URL"];
  if (given) return { url: given, run, stop: () => dropLeftovers(given, run) };
  await sweep();
  const folder = mkdtempSync(join(tmpdir(), `base-srm-test-${process.pid}-`));
  const server = await startPostgres(folder, { unsafeFast: true });
  const stop = async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { url: server.installerUrl, run, stop };
}

/** Each project of the run loads this file anew; what they share hangs on the process. */
const shared = ((globalThis as { testDatabase?: { users: number; started?: Promise<Started> } }).testDatabase ??= { users: 0 });

/** One PostgreSQL for the whole run: the one named by TEST_DATABASE_URL, else our own in a folder that goes away. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  shared.users += 1;
  const { url, run, stop } = await (shared.started ??= start());
  project.provide("databaseServer", url);
  project.provide("testRun", run);
  return async () => {
    shared.users -= 1;
    if (shared.users === 0) await stop();
  };
}
