import { afterAll, beforeAll, expect, test } from "vitest";
import { someone } from "../../../tests/support/kernel.ts";
import { ok, OrderWorld, type Row } from "../../../tests/support/ordering.ts";
import type { Me } from "#kernel/entity.ts";
import { figureRows } from "#kernel/figures.ts";
import { sql } from "#kernel/query.ts";
import { figureDifferences, rebuildFigures } from "#kernel/server/database/figures.ts";
import { lineFigures } from "./line-figures.ts";
import { order } from "../order.entity.ts";

let world: OrderWorld;
beforeAll(async () => {
  world = await OrderWorld.open();
});
afterAll(() => world?.life.product.drop());

/** A sequence that is the same in every run. */
function numbers(seed: number): (n: number) => number {
  let state = seed;
  return (n) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * n);
  };
}

const differences = () => figureDifferences(world.life.product.kernel.db, lineFigures);
const stored = () => world.life.rows<Row>(`select * from figures."orderLines" order by id`);

test("what actions do to orders is in the figures at once: submitting, publishing, receiving, returning, reversing", async () => {
  const before = (await stored()).length;
  const draft = await world.draft({ rows: ["10"] });
  expect((await stored()).length, "a draft has no figures").toBe(before);
  await ok(world.call("doSubmit", { id: draft["id"] }));
  await ok(world.life.decides(draft["id"]));
  expect((await stored()).length).toBe(before + 1);
  const doc = await world.running({ rows: ["60", "40"], head: { currency: "CNY" } });
  await world.ship(doc, "60");
  await world.receive(doc, "55", "5", 0, "T-FIGURES");
  const line = async (): Promise<Row> => (await stored()).find((one) => one["documentId"] === doc["id"])!;
  expect(Number((await line())["postedBase"])).toBe(687.5);
  await world.undo(doc, "E15", "20", "T-FIGURES");
  await world.undo(doc, "E14", "5", "T-FIGURES");
  const [booked] = await world.life.rows<Row>(
    `select sum("amountExcl" * "exchangeRate")::numeric as n from "SrmPurStorageTransaction" where "orderId" = $1`,
    doc["id"],
  );
  expect(Number((await line())["postedBase"])).toBe(Number(booked!["n"]));
  expect(await differences()).toEqual([]);
});

/** Changes of every kind, as actions and programs write them, one at a time. */
const changes: readonly ((pick: (n: number) => number) => readonly [text: string, ...values: unknown[]])[] = [
  (pick) => [`update "SrmPurOrderHeader" set status = $1`, ["PUBLISHED", "CONFIRMED", "CANCELLED", "COMPLETED", "APPROVED"][pick(5)]],
  (pick) => [`update "SrmPurOrderHeader" set "exchangeRate" = $1, currency = 'USD'`, String(1 + pick(700) / 100)],
  (pick) => [`update "SrmPurOrderHeader" set "supplierId" = $1, "buyerId" = "createdBy"`, pick(2) ? "S1" : "S2"],
  (pick) => [`update "SrmPurOrderHeader" set "orderDate" = current_date - $1::int, "publishDate" = now() - interval '40 days'`, pick(500)],
  () => [`update "SrmPurOrderHeader" set remark = 'nothing that figures are read from'`],
  (pick) => [
    `update "SrmPurOrderLine" set "categoryId" = (select id from "SrmBasePurchaseCategory" order by md5(id || $1) limit 1)`,
    String(pick(99)),
  ],
  (pick) => [`update "SrmPurOrderLine" set "cancelledQty" = qty * $1 / 10, "amountExcl" = qty * $1`, pick(10)],
  (pick) => [`update "SrmPurOrderLine" set "receivedQty" = $1, "convertRate" = $2, "giftFlag" = 'Y'`, pick(50), 1 + pick(3)],
  (pick) => [`update "SrmPurOrderDelivery" set "firstPromiseDate" = current_date + $1::int`, pick(60)],
  (pick) => [`update "SrmPurStorageTransaction" set "paidAmount" = $1, "invoicedAmount" = $1, "reconStatus" = 'PARTIAL'`, pick(100)],
];

test("whatever is changed, in whatever order, the figures are those of a calculation from scratch", async () => {
  const { life } = world;
  for (const rows of [["30"], ["5", "5"], ["12"]]) await world.received(await world.running({ rows }), rows[0]!);
  await life.product.kernel.db
    .tx(async (tx) => {
      for (const seed of [3, 11, 29]) {
        const pick = numbers(seed);
        for (let step = 0; step < 25; step++) {
          const [text, ...values] = changes[pick(changes.length)]!(pick);
          const table = /update ("\w+")/.exec(text)![1]!;
          const few = `where id in (select id from ${table} order by md5(id || '${seed}${step}') limit ${1 + pick(3)})`;
          await tx.query(`${text} ${few}`, values);
          expect(await figureDifferences(tx, lineFigures), `${seed}/${step}: ${text}`).toEqual([]);
        }
      }
      throw new Error("taken back");
    })
    .catch((error: Error) => expect(error.message).toBe("taken back"));
  expect(await differences()).toEqual([]);
});

test("every reader gets the same rows as from the documents he sees, whether he reads the stored figures or not", async () => {
  const { kernel } = world.life.product;
  const { ids } = world.life;
  const readers: readonly Partial<Me>[] = [
    {},
    { orgs: [ids["org"]!] },
    { orgs: ["elsewhere"] },
    { selfOnly: true, userId: ids["purchaser"]! },
    { selfOnly: true, userId: "nobody" },
    { categories: [ids["category"]!] },
    { categories: ["none"] },
    { audience: "supplier", supplierId: "S1" },
    { audience: "supplier", supplierId: "S2" },
  ];
  for (const reader of readers) {
    const source = kernel.finder.sourceFor(someone(reader));
    const [f, o] = [figureRows(lineFigures, source), source(order)];
    const read = await kernel.db.query<{ id: string; documentId: string; base: string }>(
      sql`select ${f.id}, ${f.documentId}, ${f.baseExcl}::text as base from ${f} order by 1`,
    );
    const live = await kernel.db.query(
      sql`select id, "documentId", "baseExcl"::text as base from (${lineFigures.select(source, ["id", "documentId", "baseExcl"])}) x order by 1`,
    );
    expect(read, JSON.stringify(reader)).toEqual(live);
    const seen = new Set((await kernel.db.query<{ id: string }>(sql`select ${o.id} from ${o}`)).map((one) => one.id));
    expect(read.filter((one) => !seen.has(one.documentId))).toEqual([]);
  }
});

test("a figure that was tampered with is found by the nightly comparison, and a rebuild puts it right", async () => {
  const { kernel } = world.life.product;
  await world.life.rows(
    `update figures."orderLines" set "baseExcl" = "baseExcl" + 1 where id = (select min(id) from figures."orderLines")`,
  );
  expect((await differences()).map((one) => one.key)).toEqual(["baseExcl"]);
  await rebuildFigures(kernel.db, kernel.declared);
  expect(await differences()).toEqual([]);
});
