import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { openDb, type OpenDb } from "#kernel/server/database/db.ts";
import { overNetwork, signIn, type Client } from "../support/client.ts";
import { freshDatabase, type FreshDatabase } from "../support/database.ts";
import { startServer, type RunningServer } from "../support/server.ts";

/** Two processes on one database, as behind one address: whatever one of them knows, the other must know. */
let database: FreshDatabase;
let db: OpenDb;
let one: RunningServer;
let two: RunningServer;
const keys = mkdtempSync(join(tmpdir(), "base-srm-two-"));
const env = { MULTI_NODE: "1", DATA_DIR: keys, CALLS_PER_MINUTE: "0", ARGON2_MEMORY_KIB: "19456", ARGON2_ROUNDS: "2" };

beforeAll(async () => {
  database = await freshDatabase();
  [one, two] = await startTogether();
  db = openDb(database.url, { max: 2 });
});
afterAll(async () => {
  await Promise.all([one?.stop(), two?.stop()]);
  await db?.close();
  await database?.drop();
  rmSync(keys, { recursive: true, force: true });
});

/** Both at once, on an empty database: one migrates and ships, the other waits for it. */
const startTogether = (): Promise<[RunningServer, RunningServer]> =>
  Promise.all([startServer(database.url, env), startServer(database.url, env)]);

/** The same browser, reaching the other process with its next request. */
function at(server: RunningServer, client: Client): Client {
  const moved = Object.create(client) as Client;
  Object.defineProperty(moved, "send", { value: overNetwork(server.url) });
  return moved;
}

const jobs = "baseServer/v1/baseJobRestful";
const admin = () => signIn(one.url, "admin", "Base@2026");

describe("two processes on one database", () => {
  test("both started on an empty database, and one of them alone filled it", async () => {
    const doubled = await db.query(`select "userName" from "BaseUsers" group by 1 having count(*) > 1`);
    expect(doubled).toEqual([]);
    for (const server of [one, two]) {
      const health = (await (await fetch(`${server.url}/api/health`)).json()) as { status: string };
      expect(health.status).toBe("S");
    }
  });

  test("a session opened at one is known at the other, and its end as well", async () => {
    const client = await admin();
    const there = at(two, client);
    expect((await there.call(`${jobs}/listByPage`, { pageRows: 1 })).status).toBe("S");
    await client.call("baseServer/baseLoginService/logout");
    await expect.poll(async () => (await there.call(`${jobs}/listByPage`, { pageRows: 1 })).code).toBe("AUTH_EXPIRED");
  });

  test("a request that one has answered is a replay at the other", async () => {
    const client = await admin();
    const request = client.prepare(`${jobs}/listByPage`, { pageRows: 1 });
    expect((await client.ask(request)).status).toBe("S");
    expect((await at(two, client).ask(request)).code).toBe("SIGN_REPLAY");
  });

  test("a request key has one effect, whichever of them it reaches", async () => {
    const client = await admin();
    const body = { jobCode: "TWICE", jobName: "两处", jobFamily: "OTHER" };
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, i) => at(i % 2 ? one : two, client).call(`${jobs}/saveOrUpdate`, body, { key: "both" })),
    );
    expect(new Set(replies.map((r) => JSON.stringify({ ...r, requestId: "" })).values()).size).toBe(1);
    expect(replies[0]!.status).toBe("S");
    expect(await db.query(`select 1 from "BaseJob" where "jobCode" = 'TWICE'`)).toHaveLength(1);
  });

  test("sixteen exports asked of both get sixteen numbers, and each is made once", { timeout: 60_000 }, async () => {
    const client = await admin();
    const asked = await Promise.all(
      Array.from({ length: 16 }, (_, i) =>
        at(i % 2 ? one : two, client).call("exportServer/v1/exportExcelRestful/doBackExport", {
          fileName: `jobs ${i}`,
          paramsValue: {
            requestUrl: "/baseServer/v1/baseLookupValuesRestful/listByPage",
            requestParams: {},
            columns: [{ key: "lookupCode" }],
            fileName: `jobs ${i}`,
          },
        }),
      ),
    );
    expect(asked.filter((reply) => reply.status !== "S")).toEqual([]);
    const numbers = asked.map((reply) => reply.msg);
    expect(new Set(numbers).size).toBe(16);
    const states = () =>
      db.query<{ state: string; n: number; tries: number }>(
        `select r.status as state, count(*)::int as n, max(r."tryCount") as tries from "BaseScheduleRequest" r join "BaseScheduleJob" j on j.id = r."jobId" where j."jobCode" = 'BACK_EXPORT_RUN' group by 1`,
      );
    await expect.poll(states, { timeout: 45_000, interval: 200 }).toEqual([{ state: "SUCCESS", n: 16, tries: 1 }]);
    const workers = await db.query(
      `select distinct r."workerId" from "BaseScheduleRequest" r join "BaseScheduleJob" j on j.id = r."jobId" where j."jobCode" = 'BACK_EXPORT_RUN'`,
    );
    expect(workers).toHaveLength(2);
  });

  test("a browser at one hears what is saved at the other", async () => {
    const client = await admin();
    const { data: job } = await client.call(`${jobs}/saveOrUpdate`, { jobCode: "HEARD", jobName: "听见", jobFamily: "OTHER" });
    const { data } = await at(two, client).call("baseServer/baseLoginService/wsTicket");
    const socket = new WebSocket(`${two.url.replace("http", "ws")}/api/websocket?ticket=${encodeURIComponent(data.ticket)}`);
    const frames: { type: string; topic?: string }[] = [];
    socket.on("message", (text) => frames.push(JSON.parse(String(text)) as { type: string }));
    await new Promise((open, failed) => socket.on("open", open).on("error", failed));
    socket.send(JSON.stringify({ type: "sub", topic: `doc:BaseJob:${job.id}` }));
    await expect
      .poll(
        async () => {
          await client.call(`${jobs}/saveOrUpdate`, { id: job.id, description: String(Math.random()) });
          return frames.some((frame) => frame.topic === `doc:BaseJob:${job.id}`);
        },
        { interval: 100 },
      )
      .toBe(true);
    socket.terminate();
  });
});
