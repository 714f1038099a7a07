import { connect as tcp } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Entity } from "#kernel/entity.ts";
import { openKernel, type Kernel } from "#kernel/server/kernel.ts";
import { modules } from "#modules/index.ts";
import type { Client, Prepared, Reply } from "../support/client.ts";
import { Generate, Random, type Row } from "../support/generate.ts";
import { demoCopy, type Copy } from "../support/product.ts";
import { sized } from "../support/thorough.ts";
import { hints, madeBySystem } from "./hints.ts";
import { callOf, none } from "./house.ts";
import { KillableServer } from "./process.ts";
import { replayAll } from "./replay.ts";

const clock = { now: () => new Date() };
const kills = sized(2, 8);

let database: Copy;
let server: KillableServer;
let kernel: Kernel;
beforeAll(async () => {
  database = await demoCopy();
  server = await new KillableServer(database).start();
  kernel = await openKernel(modules, database.url, clock, { pool: 3 });
});
afterAll(async () => {
  await server?.kill();
  await kernel?.close();
  await database?.drop();
});

/** Sends the bytes and hangs up without reading a single one of the answer. */
const sendAndHangUp = (base: string, { method, url, headers, body }: Prepared): Promise<void> =>
  new Promise((done, failed) => {
    const { hostname, port } = new URL(base);
    const head = [
      `${method} ${url} HTTP/1.1`,
      `host: ${hostname}:${port}`,
      `content-length: ${Buffer.byteLength(body as string)}`,
      ...Object.entries(headers).map(([k, v]) => `${k}: ${v}`),
    ].join("\r\n");
    const socket = tcp(Number(port), hostname, () => socket.write(`${head}\r\n\r\n${body as string}`, () => socket.destroy()));
    socket.on("close", () => done()).on("error", failed);
  });

describe("promise 1: the answer that never arrived", () => {
  test("committed, not answered, killed: the retry after the restart gets the stored reply", { timeout: 120_000 }, async () => {
    const client = await server.admin();
    const e = kernel.declared.entity("BaseJob");
    const body = { jobCode: "HANGUP", jobName: "挂断", jobFamily: "OTHER" };
    await sendAndHangUp(server.base, client.prepare(callOf(e, "saveOrUpdate"), body, { key: "hang-up" }));
    const stored = async () => (await kernel.db.one<{ reply: string }>(`select reply from "RequestKey" where key = 'hang-up'`))?.reply;
    await expect.poll(stored, { timeout: 20_000, interval: 20 }).toBeTypeOf("string");
    await server.kill();
    await server.start();
    const again = await server.admin();
    const raw = await again.send(again.prepare(callOf(e, "saveOrUpdate"), body, { key: "hang-up" }));
    expect(raw.body.toString("utf8")).toBe(await stored());
    expect(
      await kernel.db.one(`select count(*)::int as n from "Journal" where entity = 'BaseJob' and changes::text like '%HANGUP%'`),
    ).toEqual({ n: 1 });
  });
});

const loaded = ["BasePositionLevel", "BaseCalendar", "BaseJob", "BaseLookupTypes", "BaseRole"];

/** Writes until the server is gone; remembers what was answered. */
async function write(client: Client, plan: readonly { e: Entity; body: Row }[], random: Random, answered: Row[]): Promise<void> {
  const made: { e: Entity; row: Row }[] = [];
  for (const next of plan) {
    const again = made.length > 2 && random.chance(0.4) ? random.one(made) : null;
    const e = again?.e ?? next.e;
    const body = again
      ? { id: again.row["id"], ...("enabledFlag" in again.row ? { enabledFlag: random.one(["Y", "N"]) } : {}) }
      : next.body;
    const reply: Reply | null = await client.call(callOf(e, "saveOrUpdate"), body).catch(() => null);
    if (reply === null) return;
    if (reply.status !== "S") throw new Error(`${e.name}: ${reply.code} ${reply.msg}`);
    answered.push({ entity: e.name, id: reply.data.id, versionNum: reply.data.versionNum });
    if (!again) made.push({ e, row: reply.data });
  }
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((next) => setImmediate(next));
}

describe("promise 2: killed in the middle", () => {
  test(
    "after kill -9 under load and a restart, the tables are the replay of the journal and nothing answered is lost",
    { timeout: 180_000 },
    async () => {
      const random = new Random(20_261_115);
      for (let round = 0; round < kills; round++) {
        const make = new Generate(kernel, { seed: 100 + round, hints, madeBySystem });
        const answered: Row[] = [];
        const client = await server.admin();
        const plans: { e: Entity; body: Row }[][] = [[], [], [], []];
        for (const plan of plans)
          for (let n = 0; n < 40; n++) {
            const e = kernel.declared.entity(random.one(loaded));
            plan.push({ e, body: await make.body(e, { lines: random.int(0, 12) }) });
          }
        // The moment is a number of answers, not of milliseconds: the same seed kills at the same place on any machine.
        const killAfter = random.int(5, 60);
        const working = plans.map((plan, i) => write(client, plan, new Random(round * 10 + i), answered));
        await Promise.race([Promise.all(working), until(() => answered.length >= killAfter)]);
        await server.kill();
        await Promise.all(working);
        expect(answered.length).toBeGreaterThanOrEqual(killAfter);
        if (round + 1 < kills) await server.start();
        const { wrong, unclear } = await replayAll(kernel.db, kernel.declared);
        none([...wrong, ...unclear]);
        for (const row of answered) {
          const stored = await kernel.db.one<Row>(`select "versionNum" from "${row["entity"]}" where id = $1`, [row["id"]]);
          expect(stored?.["versionNum"], `${row["entity"]} ${row["id"]}`).toBeGreaterThanOrEqual(row["versionNum"]);
        }
      }
    },
  );
});
