import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Entity } from "#kernel/entity.ts";
import { openKernel } from "#kernel/server/kernel.ts";
import { ship } from "#kernel/server/ship.ts";
import { modules } from "#modules/index.ts";
import type { Client, Reply } from "../support/client.ts";
import { freshDatabase, prepareTemplate, type FreshDatabase } from "../support/database.ts";
import { Generate, Random, type Row } from "../support/generate.ts";
import { someone } from "../support/kernel.ts";
import { hints, madeBySystem } from "./hints.ts";
import { ask, callOf, none, openHouse, type House } from "./house.ts";
import { KillableServer } from "./process.ts";
import { journalOf, Replay, replayAll, storedDocuments } from "./replay.ts";

const clock = { now: () => new Date() };
/** More kills than a push can wait for, when somebody asks for them. */
const kills = Number(process.env["PROMISE_KILLS"] ?? 2);

describe("promise 2: all or nothing", () => {
  let house: House;
  beforeAll(async () => void (house = await openHouse(2)));
  afterAll(() => house?.drop());

  const count = async (): Promise<Row> => (await house.kernel.db.one<Row>(`select (select count(*)::int from "Journal") as journal, (select count(*)::int from "Outbox") as outbox, (select count(*)::int from "RequestKey") as keys`))!;

  test("every kind of change to every entity: the tables are the replay of the journal", { timeout: 60_000 }, async () => {
    const { make, kernel } = house;
    for (const e of house.entities.filter((one) => !one.view && (one.saves !== undefined || !house.declared.parent(one)) && !house.declared.parent(one))) {
      const me = make.writer(e);
      const first = await make.lone(e, {}, { lines: 2 });
      const other = await make.body(e, { full: true, lines: 3 });
      const fixed = Object.entries(e.fields).filter(([, f]) => f.fixed).map(([key]) => key);
      for (const key of [...fixed, e.tree?.parent ?? ""]) delete other[key];
      await ask(kernel, me, e, "saveOrUpdate", { ...other, id: first["id"] });
      await make.lone(e);
      await ask(kernel, me, e, "delete", { id: (await make.lone(e))["id"] });
    }
    const { wrong, unclear, documents } = await replayAll(kernel.db, house.declared);
    expect(documents).toBeGreaterThan(200);
    none([...wrong, ...unclear]);
  });

  const unique = (e: Entity) => e.unique?.find((one) => one.fields.length === 1 && !one.while && e.fields[one.fields[0]!] && !e.fields[one.fields[0]!]!.computed)?.fields[0] as string | undefined;
  test("a batch whose last row the database refuses leaves nothing, of any entity", { timeout: 60_000 }, async () => {
    const { make, kernel } = house;
    const wrong: string[] = [];
    let tried = 0;
    for (const e of house.entities) {
      const key = unique(e);
      if (!key || !e.saves || make.writer(e).audience === "system" || house.declared.parent(e)) continue;
      tried += 1;
      const twin = await make.lone(e);
      const rows = [await make.body(e), await make.body(e), { ...(await make.body(e)), [key]: twin[key] }];
      const before = { ...(await count()), rows: (await kernel.db.one<Row>(`select count(*)::int as n from "${e.name}"`))!["n"] };
      const told = await ask(kernel, make.writer(e), e, "doBatchSaveOrUpdate", { rows }, { key: `whole-${e.name}` });
      const after = { ...(await count()), rows: (await kernel.db.one<Row>(`select count(*)::int as n from "${e.name}"`))!["n"] };
      if (told.status !== "E" || told.code === "SYS_ERROR") wrong.push(`${e.name}: ${told.status} ${told.code} ${String(told.cause ?? "")}`);
      if (JSON.stringify(before) !== JSON.stringify(after)) wrong.push(`${e.name}: ${JSON.stringify(before)} became ${JSON.stringify(after)}`);
    }
    expect(tried).toBeGreaterThan(10);
    none(wrong);
  });

  /** Two lines may bear the same number: the journal must still say which one changed. */
  test("lines that people call alike are told apart", async () => {
    const { make, kernel } = house;
    const e = house.declared.entity("SampleOrder");
    const body = await make.body(e, { lines: 2 });
    body["lines"][1]["lineNum"] = body["lines"][0]["lineNum"];
    const made = await make.lone(e, { lines: body["lines"] });
    await ask(kernel, someone(), e, "saveOrUpdate", { id: made["id"], lines: { changed: [{ id: made["lines"][1].id, item: "changed" }] } });
    const replay = new Replay(house.declared);
    for (const entry of await journalOf(kernel.db)) if (entry.docId === made["id"]) replay.apply(entry);
    none([...replay.unclear, ...replay.compare(e, (await storedDocuments(kernel.db, e)).filter((row) => row["id"] === made["id"]))]);
  });

  /** A line saved alone is still a change of its document: whose, the entry has to say. */
  test("a line saved on its own is found again in the journal under its document", async () => {
    const { make, kernel } = house;
    const alone = house.entities.filter((e) => e.saves && house.declared.parent(e));
    expect(alone.length).toBeGreaterThan(0);
    const wrong: string[] = [];
    for (const e of alone) {
      const made = await make.lone(e);
      const told = JSON.stringify(await kernel.db.query(`select entity, "docId", changes from "Journal" where "docId" = $1 or "docId" = $2 order by no desc limit 1`, [made["id"], made["parentId"]]));
      if (!told.includes(made["parentId"])) wrong.push(`${e.name}: no entry names the document ${made["parentId"]} the line was added to: ${told.slice(0, 200)}`);
    }
    none(wrong);
  });
});

describe("promise 2: killed in the middle", () => {
  let database: FreshDatabase;
  let server: KillableServer;
  beforeAll(async () => {
    await prepareTemplate("admin", async (url) => {
      const first = await openKernel(modules, url, clock);
      await ship(first, clock.now);
      await first.close();
    });
    database = await freshDatabase("admin");
    server = await new KillableServer(database.url).start();
  }, 120_000);
  afterAll(async () => {
    await server?.end();
    await database?.drop();
  });

  const loaded = ["BasePositionLevel", "BaseCalendar", "BaseJob", "BaseLookupTypes", "BaseRole"];

  /** Writes until the server is gone; remembers what was answered. */
  async function write(client: Client, plan: readonly { e: Entity; body: Row }[], random: Random, done: Row[]): Promise<void> {
    const made: { e: Entity; row: Row }[] = [];
    for (const { e, body } of plan) {
      const again = made.length > 2 && random.chance(0.4) ? random.one(made) : null;
      const { e: of, ...rest } = again ? { e: again.e, ...(Object.hasOwn(again.row, "enabledFlag") ? { id: again.row["id"], enabledFlag: random.one(["Y", "N"]) } : { id: again.row["id"] }) } : { e, ...body };
      const reply: Reply | null = await client.call(callOf(of, "saveOrUpdate"), rest).catch(() => null);
      if (reply === null) return;
      if (reply.status === "S") {
        done.push({ entity: of.name, id: reply.data.id, versionNum: reply.data.versionNum });
        if (!again) made.push({ e, row: reply.data });
      }
    }
  }

  test("after kill -9 under load and a restart, the tables are the replay of the journal and nothing answered is lost", { timeout: 120_000 }, async () => {
    const kernel = await openKernel(modules, database.url, clock, { pool: 3 });
    try {
      const random = new Random(20_261_115);
      for (let round = 0; round < kills; round++) {
        const make = new Generate(kernel, { seed: 100 + round, hints, madeBySystem });
        const answered: Row[] = [];
        const clients = await Promise.all(Array.from({ length: 4 }, () => server.admin()));
        const plans = await Promise.all(clients.map(async () => {
          const plan: { e: Entity; body: Row }[] = [];
          for (let n = 0; n < 60; n++) {
            const e = kernel.declared.entity(random.one(loaded));
            plan.push({ e, body: await make.body(e, { lines: random.int(0, 12) }) });
          }
          return plan;
        }));
        const killAfter = random.int(5, 60);
        const working = clients.map((client, i) => write(client, plans[i]!, new Random(round * 10 + i), answered));
        // The moment is a number of answers, not of milliseconds: the same seed kills at the same place on any machine.
        await Promise.race([Promise.all(working), until(() => answered.length >= killAfter)]);
        await server.kill();
        await Promise.all(working);
        expect(answered.length).toBeGreaterThanOrEqual(killAfter);
        await server.start();
        const { wrong, unclear } = await replayAll(kernel.db, kernel.declared);
        none([...wrong, ...unclear]);
        for (const one of answered) {
          const stored = await kernel.db.one<Row>(`select "versionNum" from "${one["entity"]}" where id = $1`, [one["id"]]);
          expect(stored?.["versionNum"], `${one["entity"]} ${one["id"]}`).toBeGreaterThanOrEqual(one["versionNum"]);
        }
      }
    } finally {
      await kernel.close();
    }
  });
});

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((next) => setImmediate(next));
}
