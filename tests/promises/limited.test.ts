import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { declare } from "#kernel/declared.ts";
import type { Entity } from "#kernel/entity.ts";
import { openKernel, type Kernel } from "#kernel/server/kernel.ts";
import type { Row } from "../support/generate.ts";
import { someone } from "../support/kernel.ts";
import { allModules, ask, none, openHouse, type House } from "./house.ts";

let house: House;
beforeAll(async () => void (house = await openHouse(7)));
afterAll(() => house?.drop());

/** The serials of numbers that share a pattern, in order. */
const serials = (numbers: readonly string[], prefix: RegExp): number[] =>
  numbers.map((n) => Number(n.replace(prefix, ""))).sort((a, b) => a - b);

describe("promise 7: limited things are not sold twice", () => {
  test("200 takers of the last unit: exactly one gets it", { timeout: 60_000 }, async () => {
    const { kernel, make } = house;
    const order = house.declared.entity("SampleOrder");
    const stock = await make.lone(house.declared.entity("SampleStock"), { limitQty: "1" });
    const bodies = await Promise.all(
      Array.from({ length: 200 }, async () => {
        const body = await make.body(order);
        return { ...body, lines: [{ ...body["lines"][0], qty: "1", stockId: stock["id"] }] };
      }),
    );
    const made = (await ask(kernel, someone(), order, "doBatchSaveOrUpdate", { rows: bodies })).data as Row[];
    const rows = await Promise.all(made.map((o) => ask(kernel, someone(), order, "doSubmit", { id: o["id"] })));
    expect(rows.filter((t) => t.status === "S")).toHaveLength(1);
    expect(rows.filter((t) => t.code === "SAMPLE_OUT" || t.code === "SYS_BUSY").length).toBe(199);
    expect(rows.filter((t) => t.code === "SYS_BUSY")).toHaveLength(0);
    expect(await kernel.db.one(`select trim_scale("takenQty") as n from "SampleStock" where id = $1`, [stock["id"]])).toEqual({ n: "1" });
    expect(
      await kernel.db.one(`select count(*)::int as n from "SampleOrder" where status = 'SUBMITTED' and id = any($1)`, [
        made.map((o) => o["id"]),
      ]),
    ).toEqual({ n: 1 });
  });

  test(
    "takers in two processes, several things each in any order: no more than there is, and nobody waits for ever",
    { timeout: 60_000 },
    async () => {
      const { make } = house;
      const second = await openKernel(allModules, house.url, { now: () => new Date() });
      try {
        const order = house.declared.entity("SampleOrder");
        const stocks = await Promise.all(
          [5, 6, 7].map((limit) => make.lone(house.declared.entity("SampleStock"), { limitQty: String(limit) })),
        );
        const orders: Row[] = [];
        for (let n = 0; n < 40; n++) {
          const body = await make.body(order, { lines: 2 });
          const chosen = [stocks[n % 3]!, stocks[(n + 1 + (n % 2)) % 3]!];
          orders.push(
            await make.lone(order, { lines: body["lines"].map((l: Row, i: number) => ({ ...l, qty: "1", stockId: chosen[i]!["id"] })) }),
          );
        }
        const entries = await Promise.all(
          orders.map((o, n) => ask(n % 2 ? second : house.kernel, someone(), order, "doSubmit", { id: o["id"] })),
        );
        none(entries.filter((t) => t.status === "E" && t.code !== "SAMPLE_OUT").map((t) => `${t.code} ${String(t.cause ?? "")}`));
        const rows = await house.kernel.db.query<Row>(
          `select s.id, s."takenQty" as taken, s."limitQty" as most, (select coalesce(sum(l.qty), 0) from "SampleOrderLine" l join "SampleOrder" o on o.id = l."parentId" where l."stockId" = s.id and o.status = 'SUBMITTED') as sold from "SampleStock" s where s.id = any($1)`,
          [stocks.map((s) => s["id"])],
        );
        for (const row of rows) expect([row["taken"], Number(row["taken"]) <= Number(row["most"])]).toEqual([row["sold"], true]);
      } finally {
        await second.close();
      }
    },
  );

  test("the database itself refuses what a rule forgot", async () => {
    const stock = await house.make.lone(house.declared.entity("SampleStock"), { limitQty: "1" });
    await expect(house.kernel.db.query(`update "SampleStock" set "takenQty" = 2 where id = $1`, [stock["id"]])).rejects.toMatchObject({
      code: "23514",
    });
  });
});

describe("promise 7: numbers", () => {
  const declared = declare(allModules);
  // A number taken at submission needs a document that may be submitted; the test of its module submits some, one after the other.
  const atSaving = (e: Entity): boolean => e.number !== undefined && e.number[2]?.at !== "submission";
  const numbered = [...declared.entities.values()].filter((e) => !e.internal && atSaving(e) && e.saves).map((e) => e.name);
  let second: Kernel;
  beforeAll(async () => void (second = await openKernel(allModules, house.url, { now: () => new Date() })));
  afterAll(() => second?.close());

  /** What a rule of numbers is made of, whatever letters it begins with. */
  const shapeOf = (name: string): string => {
    const [, pattern, how] = declared.entity(name).number!;
    return JSON.stringify([pattern.replaceAll(/^[^{]*/g, ""), how ?? null]);
  };
  // One document of each shape is pressed hard; of the others each process still needs more numbers than it takes at once.
  const pressed = numbered.map(
    (name, i) => [name, numbered.findIndex((value) => shapeOf(value) === shapeOf(name)) === i ? 60 : 24] as const,
  );
  test.each(pressed)("%s: %i at once in two processes, no number twice", { timeout: 60_000 }, async (name, many) => {
    const e = house.declared.entity(name);
    const me = house.make.writer(e);
    const bodies: Row[] = [];
    for (let n = 0; n < many; n++) bodies.push(await house.make.body(e));
    const rows = await Promise.all(bodies.map((body, n) => ask(n % 2 ? second : house.kernel, me, e, "saveOrUpdate", body)));
    none(rows.filter((t) => t.status === "E").map((t) => `${t.code} ${JSON.stringify(t.fieldErrors)} ${String(t.cause ?? "")}`));
    expect(new Set(rows.map((t) => t.data[e.number![0]])).size).toBe(many);
  });

  test("gapless where declared: what is rolled back after taking a number leaves no gap", { timeout: 60_000 }, async () => {
    const e = house.declared.entity("PromiseSlip");
    const taken = await house.make.lone(e, { plainCode: "TAKEN" });
    const bodies = await Promise.all(
      Array.from({ length: 60 }, async (_, n) => ({
        ...(await house.make.body(e)),
        ...(n % 3 === 0 ? { plainCode: "TAKEN", supplierId: taken["supplierId"] } : {}),
      })),
    );
    const rows = await Promise.all(bodies.map((body) => ask(house.kernel, someone(), e, "saveOrUpdate", body)));
    expect(rows.filter((t) => t.code === "DATA_DUPLICATE")).toHaveLength(20);
    expect(rows.filter((t) => t.status === "S")).toHaveLength(40);
    const numbers = (await house.kernel.db.query<{ n: string }>(`select "slipNum" as n from "PromiseSlip"`)).map((r) => r.n);
    const found = serials(numbers, /^PS\d{4}/);
    expect(found).toEqual(found.map((_, i) => i + 1));
  });

  // Where the declaration lets people bring a code of their own, the number only stands in for one that was not brought.
  const given = numbered.filter((name) => declared.entity(name).fields[declared.entity(name).number![0]]!.computed);
  test.each(given)("%s: a number cannot be chosen, changed or taken over by a caller", async (name) => {
    const e = house.declared.entity(name);
    const key = e.number![0];
    const userId = await house.make.id("BaseUsers");
    const isApplicant = e.saves === "registrant";
    const writer = house.make.writer(e);
    const me = isApplicant ? someone({ audience: "registrant", userId }) : writer.audience === "supplier" ? writer : someone();
    const made = isApplicant ? await house.make.inState(e, e.savesFrom![0]!, { userId }) : await house.make.lone(e);
    const chosen = await ask(house.kernel, me, e, "saveOrUpdate", { ...(await house.make.body(e)), [key]: "MINE-1" });
    expect(chosen.fieldErrors).toMatchObject([{ path: key, code: "FIELD_READONLY" }]);
    const changed = await ask(house.kernel, me, e, "saveOrUpdate", { id: made["id"], [key]: "MINE-2" });
    expect(changed.fieldErrors).toMatchObject([{ path: key, code: "FIELD_READONLY" }]);
  });
});
