import { AsyncLocalStorage } from "node:async_hooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Me } from "#kernel/entity.ts";
import { inOwnName } from "#kernel/server/access/permit.ts";
import { press, save, someone } from "../../tests/support/kernel.ts";
import { OrderWorld, type Row } from "../../tests/support/ordering.ts";

let world: OrderWorld;
let billTypeId = "";
let buyer: Me;
let manager: Me;
const items: string[] = [];

beforeAll(async () => {
  world = await OrderWorld.open();
  const { life } = world;
  const type = await life.made("SrmBasePurchaseBillType", {
    billCategory: "ORDER",
    billTypeCode: "PO_HAND",
    billTypeName: "手工发布",
    aslControl: "NONE",
    priceControl: "NONE",
    autoPublish: "N",
    overReceiveTolerance: "5",
    underReceiveTolerance: "2",
  });
  await life.act("SrmBasePurchaseBillType", type["id"], "doEnabled");
  billTypeId = type["id"];
  for (let i = 0; i < 50; i++) items.push(await world.item(`STM-${i}`));
  const [responsibility] = await life.rows(`select id from "BaseResponsibility" where "respCode" = 'PUR_MANAGER'`);
  buyer = someone({ userId: life.ids["purchaser"]!, userName: "purchaser" });
  manager = inOwnName(someone({ userId: life.ids["manager"]!, userName: "slc.manager", responsibilityId: responsibility!["id"] }));
});
afterAll(() => world?.life.product.drop());

const asked = new AsyncLocalStorage<string[]>();

/** What the work itself sends; what the running server asks meanwhile is not its own. */
async function sent(work: () => Promise<unknown>): Promise<readonly string[]> {
  const statements: string[] = [];
  const stop = world.life.product.kernel.db.onStatement((text) => asked.getStore()?.push(text));
  try {
    await asked.run(statements, work);
    return statements;
  } finally {
    stop();
  }
}

const body = (lines: number, type = billTypeId): Row => {
  const whole = world.body({ rows: ["10"], head: { billTypeId: type } });
  return { ...whole, lines: Array.from({ length: lines }, (_, i) => ({ ...(whole["lines"] as Row[])[0], itemId: items[i] })) };
};

interface Approved {
  readonly id: string;
  readonly statements: readonly string[];
}

/** An order that is approved with the task of its approver. */
async function approving(lines: number, type?: string): Promise<Approved> {
  const { kernel } = world.life.product;
  const { id } = await save(kernel, "SrmPurOrderHeader", body(lines, type), buyer);
  await press(kernel, "SrmPurOrderHeader", id, "doSubmit", {}, {}, buyer);
  const [task] = await world.life.rows(
    `select t.id, i.id as instance from "BpmTask" t join "BpmInstance" i on i.id = t."parentId" where i."bizId" = $1 and t.status = 'TODO'`,
    id,
  );
  const input = { taskId: task!["id"], comment: "ok" };
  const statements = await sent(() => press(kernel, "BpmInstance", task!["instance"], "doPass", input, {}, manager));
  expect(await world.find(id)).toMatchObject({ status: type ? "PUBLISHED" : "APPROVED" });
  return { id, statements };
}

const locking = (statements: readonly string[]): readonly string[] =>
  statements.filter((text) => text.endsWith("for update") || text.includes("for update) x"));
const shown = (statements: readonly string[]): string =>
  statements.map((text) => text.replace(/^select .* from (?=")/, "").slice(0, 120)).join("\n");

test("an order is approved with its task in at most forty statements, which do not grow with its lines", async () => {
  await approving(10);
  const { id, statements } = await approving(10);
  const fifty = await approving(50);
  expect(statements.length, shown(statements)).toBeLessThanOrEqual(40);
  expect(fifty.statements).toHaveLength(statements.length);
  expect(locking(statements), "one lock statement").toHaveLength(1);
  const published = await sent(() => press(world.life.product.kernel, "SrmPurOrderHeader", id, "doPublish", {}, {}, buyer));
  expect(published.length, shown(published)).toBeLessThanOrEqual(30);
  expect(locking(published)).toHaveLength(1);
});

test("an action that locks more than its rules declare is tried first from then on, and locks everything at once", async () => {
  await approving(2);
  const first = await approving(2, world.life.ids["type"]);
  expect(locking(first.statements).length, "prices of items bought before are found out under way").toBeGreaterThan(1);
  const second = await approving(2, world.life.ids["type"]);
  expect(locking(second.statements)).toHaveLength(1);
});
