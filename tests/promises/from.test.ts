import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Entity, Me } from "#kernel/entity.ts";
import type { From } from "#kernel/from.ts";
import type { Context } from "#kernel/server/http/call.ts";
import { FromCalls } from "#kernel/server/constructs/from-calls.ts";
import { newId } from "#kernel/server/act/id.ts";
import type { Row } from "../support/generate.ts";
import { fromHints } from "./hints-from.ts";
import { allModules, ask, openHouse, type House, type Told } from "./house.ts";

const declared: readonly From[] = allModules.flatMap((module) => module.froms ?? []);
const cases = declared.flatMap((of) =>
  Object.keys(of.sources).map((source) => [`${of.target.name}.${of.action}.${source}`, of, source] as const),
);

let house: House;
beforeAll(async () => {
  house = await openHouse(9);
});
afterAll(() => house?.drop());

test("every kind of rows that documents are created from has an example here", () => {
  expect(Object.keys(fromHints).toSorted()).toEqual(cases.map(([name]) => name).toSorted());
});

describe.each(cases)("%s", (name, of, source) => {
  const hint = fromHints[name]!;
  const e: Entity = of.target;
  let me: Me;
  let row: string;
  let left: string;

  const listed = async (): Promise<readonly Row[]> => {
    const path = `/${e.actions[of.action].chooses.list}`;
    const call = new FromCalls(house.kernel)
      .calls()
      .find((candidate) => candidate.path.startsWith(`v1/${e.name[0]!.toLowerCase()}`) && candidate.path.endsWith(path))!;
    const ctx = { me, now: new Date(), language: me.language } as unknown as Context;
    return ((await call.handle(ctx, { source })) as { readonly data: readonly Row[] }).data;
  };
  const create = (chosen: readonly Row[], by: Me = me, key?: string): Promise<Told> =>
    ask(house.kernel, by, e, of.action, { chosen: chosen.map((entry) => ({ source, ...entry })), ...hint.input }, key ? { key } : {});
  const count = async (): Promise<number> => (await house.kernel.db.one<{ n: number }>(`select count(*)::int as n from "${e.name}"`))!.n;

  beforeAll(async () => {
    me = hint.me(house.make);
    row = await hint.row(house.make);
    left = (await listed()).find((candidate) => candidate["id"] === row)?.["left"];
  });

  test("the list offers the row with what is left of it", () => expect(Number(left)).toBeGreaterThan(0));

  test("more than is left is refused, and nothing is created", async () => {
    const before = await count();
    expect((await create([{ id: row, qty: String(Number(left) + 1) }])).status).toBe("E");
    expect((await create([{ id: row, qty: "0" }])).status).toBe("E");
    expect(await count()).toBe(before);
  });

  test("a foreign row is answered like a missing one", async () => {
    const stranger: Me = me.audience === "supplier" ? { ...me, supplierId: "nobody" } : { ...me, orgs: ["nowhere"] };
    const [foreign, missing] = [await create([{ id: row, qty: "1" }], stranger), await create([{ id: "no-such-row", qty: "1" }], stranger)];
    expect(missing.status).toBe("E");
    expect([foreign.code, foreign.fieldErrors, foreign.data]).toEqual([missing.code, missing.fieldErrors, missing.data]);
  });

  test("one request key creates once", async () => {
    const before = await count();
    const key = newId();
    const first = await create([{ id: row, qty: "1" }], me, key);
    expect(first, JSON.stringify(first)).toMatchObject({ status: "S", data: [{ id: expect.any(String) }] });
    expect((await create([{ id: row, qty: "1" }], me, key)).text).toBe(first.text);
    expect(await count()).toBe(before + 1);
  });

  test("two callers at once never hold more than is left", async () => {
    // A row that is taken as a whole was taken by the test before.
    const offered = (await listed()).find((candidate) => candidate["id"] === row);
    const chosen = offered ? { id: row, qty: offered["left"] } : { id: await hint.row(house.make), qty: left };
    const rows = await Promise.all([0, 1].map(() => create([chosen])));
    expect(rows.map((entry) => entry.status).toSorted(), JSON.stringify(rows)).toEqual(hint.holds ? ["E", "S"] : ["S", "S"]);
  });

  test("a row that is not offered any more is refused by the creating call too", async () => {
    const { path } = of.sources[source]!;
    const [root] = path as readonly [Entity];
    const [doc] = await house.kernel.db.query<Row>(documentOf(path), [row]);
    if (hint.ends) await hint.ends(house.make, row);
    else await house.kernel.db.query(backTo(root), [doc!["id"], Object.keys(root.states!)[0]]);
    expect((await listed()).map((entry) => entry["id"])).not.toContain(row);
    const before = await count();
    expect((await create([{ id: row, qty: "1" }])).status).toBe("E");
    expect(await count()).toBe(before);
  });
});

const backTo = (root: Entity): string => `update "${root.name}" set "${root.stateField}" = $2 where id = $1`;

/** The statement that finds the document of a row. */
const documentOf = (path: readonly Entity[]): string =>
  path
    .slice(1, -1)
    .reduceRight(
      (inner, above) => `select "parentId" as id from "${above.name}" where id in (${inner})`,
      path.length > 1 ? `select "parentId" as id from "${path.at(-1)!.name}" where id = $1` : "select $1::text as id",
    );
