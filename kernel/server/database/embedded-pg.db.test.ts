import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { databaseHome } from "./database-home.ts";
import { openDb } from "./db.ts";
import { startPostgres, type RunningPostgres } from "./embedded-pg.ts";

let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "base-srm-runner-"));
  chmodSync(folder, 0o755);
  const server = await start();
  await asking(server, `create table "Kept" (id text primary key)`);
  await server.stop();
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const start = (onEvent?: (message: string) => void): Promise<RunningPostgres> => startPostgres(folder, onEvent ? { onEvent } : {});

const pidFile = () => join(folder, "cluster", "postmaster.pid");

const serverPid = (): number => Number(readFileSync(pidFile(), "utf8").split("\n")[0]);

async function asking<T>(server: RunningPostgres, text: string): Promise<T[]> {
  const db = openDb(server.installerUrl, { max: 1 });
  try {
    return await db.query<T>(text);
  } finally {
    await db.close();
  }
}

test("it is PostgreSQL 18 in UTF-8, knows Chinese order, wants a password and keeps to this machine", async () => {
  const server = await start();
  const facts = await asking(
    server,
    `select current_setting('server_version_num')::int / 10000 as version, current_setting('server_encoding') as encoding, current_setting('listen_addresses') as addresses,
     array(select name from unnest(array['王', '李', '阿']) as name order by name collate "zh-x-icu") as names`,
  );
  expect(facts).toEqual([{ version: 18, encoding: "UTF8", addresses: "127.0.0.1", names: ["阿", "李", "王"] }]);
  const wrong = server.installerUrl.replace(/:[^:@]+@/, ":wrong@");
  await expect(asking({ ...server, installerUrl: wrong }, "select 1")).rejects.toMatchObject({ code: "28P01" });
  await server.stop();
  expect(existsSync(pidFile())).toBe(false);
});

test("the product enters it as an ordinary role, over the tables an earlier version made as the superuser", async () => {
  const home = await databaseHome({}, start, () => undefined);
  const db = openDb(home.url, { max: 1 });
  try {
    expect(await db.query(`select rolsuper as super from pg_roles where rolname = current_user`)).toEqual([{ super: false }]);
    expect(await db.query(`select count(*)::int as n from "Kept"`)).toEqual([{ n: 0 }]);
    await db.query(`alter table "Kept" add column note text`);
    await expect(db.query(`copy (select 1) to program 'true'`)).rejects.toThrow(/permission denied/);
    await expect(db.query(`delete from "Journal"`)).rejects.toThrow(/permission denied/);
  } finally {
    await db.close();
    await home.stop();
  }
});

test("of two starters at once one starts and the other joins; the last to stop stops the server", async () => {
  const [a, b] = await Promise.all([start(), start()]);
  expect([a.joined, b.joined].toSorted()).toEqual([false, true]);
  expect(a.installerUrl).toBe(b.installerUrl);
  await a.stop();
  expect(await asking(b, "select 1 as n")).toEqual([{ n: 1 }]);
  await b.stop();
  expect(existsSync(pidFile())).toBe(false);
});

test("after kill -9 of the starter the next one joins its server and may stop it", async () => {
  const script = `import { startPostgres } from ${JSON.stringify(join(import.meta.dirname, "embedded-pg.ts"))};
    await startPostgres(${JSON.stringify(folder)}); console.log("up"); setInterval(() => {}, 1000);`;
  const starter = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", "--input-type=module-typescript", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(starter.stdout, "data");
  starter.kill("SIGKILL");
  await once(starter, "exit");
  const server = await start();
  expect(server.joined).toBe(true);
  await server.stop();
  expect(existsSync(pidFile())).toBe(false);
});

test("after kill -9 of the server it comes back by itself with everything committed", async () => {
  const revived = Promise.withResolvers<string>();
  const server = await start(revived.resolve);
  await asking(server, `insert into "Kept" values ('before')`);
  process.kill(serverPid(), "SIGKILL");
  expect(await revived.promise).toContain("runs again");
  expect(await asking(server, `select id from "Kept"`)).toEqual([{ id: "before" }]);
  await server.stop();
});

test("a forgotten pid file that names a stranger does not stop a start", async () => {
  writeFileSync(pidFile(), `${process.pid}\n${join(folder, "cluster")}\n1\n5\n\n127.0.0.1\n1 1\nready\n`);
  const server = await start();
  expect(server.joined).toBe(false);
  expect(await asking(server, "select 1 as n")).toEqual([{ n: 1 }]);
  await server.stop();
});

test("data of another version is refused by name", async () => {
  const version = join(folder, "cluster", "PG_VERSION");
  writeFileSync(version, "15\n");
  await expect(start()).rejects.toThrow("made by PostgreSQL 15, this is 18");
  writeFileSync(version, "18\n");
});

test.runIf(process.getuid?.() === 0)("where namespaces are forbidden root hands the cluster to nobody", async () => {
  process.env["EMBEDDED_PG_NO_UNSHARE"] = "1";
  try {
    const server = await start();
    const status = readFileSync(`/proc/${serverPid()}/status`, "utf8");
    expect(status).toMatch(/^Uid:\s+65534\s/m);
    expect(await asking(server, `select id from "Kept"`)).toEqual([{ id: "before" }]);
    await server.stop();
  } finally {
    delete process.env["EMBEDDED_PG_NO_UNSHARE"];
  }
});
