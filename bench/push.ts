/**
 * From an event to the browser: a thousand open lines of two hundred people, an event for one of them at a time. The product hears
 * the event, writes the inbox and tells the five browsers of that person; the floor inserts one row, notifies and sends.
 * Usage: bench/push.ts [--people=200] [--events=300]
 */
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as rest } from "node:timers/promises";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { WebSocket, WebSocketServer } from "ws";
import { module } from "#kernel/module.ts";
import { openDb } from "#kernel/server/database/db.ts";
import { startPostgres } from "#kernel/server/database/embedded-pg.ts";
import { houseZone } from "#kernel/time.ts";
import { modules } from "#modules/index.ts";
import { openProduct } from "../product.ts";
import { signIn } from "../tests/support/client.ts";

const asked = (name: string, otherwise: number): number =>
  Number(process.argv.find((value) => value.startsWith(`--${name}=`))?.split("=")[1] ?? otherwise);
const people = asked("people", 200);
const events = asked("events", 300);
const linesEach = 5;
const pauseMs = 100;
const password = "Bench@2026";
const now = (): number => performance.timeOrigin + performance.now();

/** The browsers: a thread of their own, so that reading does not wait for the server's work. */
async function listen(urls: readonly string[]): Promise<void> {
  let heard = 0;
  const lines = await Promise.all(
    urls.map(async (url) => {
      const line = new WebSocket(url);
      line.on("message", (data) => {
        const at = now();
        const match = /Bench (\d+)/.exec(String(data));
        if (String(data).includes('"ping"')) line.send('{"type":"pong"}');
        if (match) parentPort!.postMessage({ n: Number(match[1]), at, heard: ++heard });
      });
      await once(line, "open");
      return line;
    }),
  );
  parentPort!.postMessage({ ready: lines.length });
  parentPort!.on("message", () => {
    for (const line of lines) line.terminate();
    parentPort!.close();
  });
}

/** Sends the events one after the other and answers how long each line waited for its own. */
async function measured(urls: readonly string[], send: (n: number) => Promise<void>): Promise<number[]> {
  const worker = new Worker(new URL(import.meta.url), { workerData: urls, execArgv: process.execArgv });
  await new Promise((ready) => worker.on("message", (entry: { ready?: number }) => entry.ready && ready(null)));
  await rest(1_500);
  const sent: number[] = [];
  const waits: number[] = [];
  const whole = new Promise((done) =>
    worker.on("message", ({ n, at }: { n: number; at: number }) => {
      waits.push(at - sent[n]!);
      if (waits.length === events * linesEach) done(null);
    }),
  );
  for (let n = 0; n < events; n++) {
    sent.push(now());
    await send(n);
    await rest(pauseMs);
  }
  await Promise.race([whole, rest(20_000)]);
  worker.postMessage("end");
  return waits.toSorted((a, b) => a - b);
}

const show = (what: string, waits: readonly number[]): void => {
  const at = (part: number): string => waits[Math.min(waits.length - 1, Math.floor(waits.length * part))]!.toFixed(1);
  process.stdout.write(
    `${what.padEnd(8)} ${people * linesEach} lines, ${waits.length} of ${events * linesEach} frames: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms\n`,
  );
};

const benchModule = module("bench", "测量", "Bench", {
  entities: [],
  events: {
    BENCH_NEWS: {
      label: ["测量", "Bench"],
      kind: "SYSTEM",
      carries: { n: ["序号", "Number"], userIds: ["接收人", "Receivers"] },
      tells: { title: ["Bench ${n}", "Bench ${n}"], channels: ["SITE"], to: [{ value: "userIds" }], mandatory: true, loud: true },
    },
  },
});

async function product(databaseUrl: string, dataDir: string): Promise<number[]> {
  const env = { CALLS_PER_MINUTE: "0", LOG_LEVEL: "silent", ARGON2_MEMORY_KIB: "8192", ARGON2_ROUNDS: "1" };
  const port = 20_000 + Math.floor(Math.random() * 20_000);
  const shared = { databaseUrl, dataDir, port, host: "127.0.0.1", env, adminPassword: password, demo: null };
  const { kernel, gate, stop } = await openProduct([...modules, benchModule], shared);
  const ids = Array.from({ length: people }, (_, n) => `BENCH${n}`);
  await kernel.db.query(
    `insert into "BaseUsers" (id, "createdBy", "creationDate", "lastUpdatedBy", "lastUpdateDate", "versionNum", "userName", "displayName", "userType", email, "userStatus", "userLanguage", "timeZone", "supAdminFlag", "emailVerified", "mobileVerified", "mustChangePwd")
     select x, 'bench', now(), 'bench', now(), 1, lower(x), x, 'INTERNAL', lower(x) || '@example.com', 'ACTIVE', 'EN', '${houseZone}', 'N', 'N', 'N', 'N' from unnest($1::text[]) x`,
    [ids],
  );
  await kernel.db.query(
    `insert into "BaseUserResp" (id, "createdBy", "creationDate", "lastUpdatedBy", "lastUpdateDate", "versionNum", "userId", "responsibilityId", status)
     select 'R' || x, 'bench', now(), 'bench', now(), 1, x, (select id from "BaseResponsibility" where "respCode" = 'EMPLOYEE'), 'ACTIVE' from unnest($1::text[]) x`,
    [ids],
  );
  const { phc, pepperId } = await gate.passwords.hash(password);
  for (const id of ids) await kernel.directory.setPassword(id, phc, pepperId, { mustChange: false, by: "system", reason: "ADMIN" });
  const urls: string[] = [];
  for (const id of ids) {
    const client = await signIn(`http://127.0.0.1:${port}`, id.toLowerCase(), password);
    for (let line = 0; line < linesEach; line++) {
      const { ticket } = (await client.call("baseServer/baseLoginService/wsTicket")).data;
      urls.push(`ws://127.0.0.1:${port}/api/websocket?ticket=${encodeURIComponent(ticket as string)}`);
    }
  }
  const waits = await measured(urls, (n) => kernel.outbox.add("BENCH_NEWS", { n, userIds: [ids[n % people]!] }, new Date()));
  await stop();
  return waits;
}

async function floor(databaseUrl: string): Promise<number[]> {
  const db = openDb(databaseUrl, { max: 2 });
  await db.query(`create table if not exists bare_news (id bigint generated always as identity, "userId" int, text text)`);
  const lines = new Map<number, WebSocket[]>();
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  new WebSocketServer({ server }).on("connection", (line, request) => {
    const userId = Number(request.url!.slice(1));
    lines.set(userId, [...(lines.get(userId) ?? []), line]);
  });
  await db.listen("bare_news", (text) => {
    const { userId, n } = JSON.parse(text) as { userId: number; n: number };
    for (const line of lines.get(userId) ?? []) line.send(JSON.stringify({ type: "news", text: `Bench ${n}` }));
  });
  const urls = Array.from({ length: people * linesEach }, (_, i) => `ws://127.0.0.1:${port}/${i % people}`);
  const waits = await measured(urls, (n) =>
    db.tx(async (tx) => {
      await tx.query(`insert into bare_news ("userId", text) values ($1, $2)`, [n % people, `Bench ${n}`]);
      await tx.query(`select pg_notify('bare_news', $1)`, [JSON.stringify({ userId: n % people, n })]);
    }),
  );
  server.close();
  server.closeAllConnections();
  await db.close();
  return waits;
}

if (isMainThread) {
  const folder = mkdtempSync(join(tmpdir(), "base-srm-push-"));
  const postgres = await startPostgres(join(folder, "postgres"));
  show("product", await product(postgres.installerUrl, join(folder, "data")));
  show("bare", await floor(postgres.installerUrl));
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
  process.exit(0);
} else await listen(workerData as readonly string[]);
