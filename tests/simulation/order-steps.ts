import { msOf } from "#kernel/time.ts";
import { someone } from "../support/kernel.ts";
import type { Random, Row } from "../support/generate.ts";
import type { Kind, Simulation, Step } from "./harness.ts";
import type { Command, Order } from "./order-model.ts";
import { OrderWorld, type WorldOptions } from "./order-world.ts";

const step = (kind: Kind, name: string, weight: number, run: Step<OrderWorld>["run"]): Step<OrderWorld> => ({ kind, name, weight, run });

/** Orders the steps may choose from, in these states. */
const inState = (world: OrderWorld, ...states: Order["status"][]): Order[] =>
  world.orders.flatMap((id) => world.model.order(id) ?? []).filter((order) => states.includes(order.status));

/** Up to so many different ones. */
function some<T>(random: Random, list: readonly T[], most: number): T[] {
  const rest = [...list];
  return Array.from({ length: Math.min(list.length, random.int(1, most)) }, () => rest.splice(random.int(0, rest.length - 1), 1)[0]!);
}

const idsOf = (orders: readonly Order[]): string[] => orders.map((order) => order.id);

async function many(
  world: OrderWorld,
  random: Random,
  name: "submit" | "finish" | "cancel" | "delete",
  states: readonly Order["status"][],
  most: number,
): Promise<number> {
  const chosen = some(random, inState(world, ...states), most);
  return chosen.length ? world.check({ do: name, ids: idsOf(chosen) }) : 0;
}

function editOf(random: Random, order: Order, version?: number): Command {
  const line = random.one(order.lines);
  return {
    do: "edit",
    ids: [order.id],
    lineId: line.id,
    qty: `${random.int(0, 9)}.${random.digits(2)}1`,
    ...(version === undefined ? {} : { version }),
  };
}

const expectRefused = async (
  world: OrderWorld,
  code: string,
  entity: string,
  action: string,
  target: { id?: string; versionNum?: number; input: Row },
  doing = {},
): Promise<number> => {
  const got = await world.act(entity, action, [target], doing);
  if (got === "lost" || got.code !== code)
    throw new Error(`${entity}.${action} ${JSON.stringify(target)}: ${code} expected, got ${got === "lost" ? got : (got.code ?? "done")}`);
  return 1;
};

const normal = [
  step("normal", "new stock", 1, (world, random) => world.newStock(random)),
  step("normal", "new orders", 6, (world, random) =>
    world.makeOrders(Array.from({ length: random.int(1, 60) }, () => world.draft(random))),
  ),
  step("normal", "edit", 3, async (world, random) => {
    const drafts = inState(world, "DRAFT").filter((order) => order.lines.length);
    if (drafts.length === 0) return 0;
    const order = random.one(drafts);
    return world.check(editOf(random, order, random.chance(0.7) ? order.version : undefined));
  }),
  step("normal", "submit one", 2, (world, random) => many(world, random, "submit", ["DRAFT"], 1)),
  step("normal", "submit together", 4, (world, random) => many(world, random, "submit", ["DRAFT"], 30)),
  step("normal", "finish", 3, (world, random) => many(world, random, "finish", ["SUBMITTED"], 40)),
  step("normal", "cancel", 2, (world, random) => many(world, random, "cancel", ["DRAFT", "SUBMITTED"], 15)),
  step("normal", "delete", 2, (world, random) => many(world, random, "delete", ["DRAFT"], 12)),
];

const adversarial = [
  step("adversarial", "step out of turn", 3, (world, random) =>
    many(world, random, random.one(["submit", "finish", "delete"] as const), ["SUBMITTED", "DONE", "CANCELLED", "DRAFT"], 4),
  ),
  step("adversarial", "stale version", 3, async (world, random) => {
    const drafts = inState(world, "DRAFT").filter((order) => order.lines.length);
    return drafts.length === 0 ? 0 : world.check(editOf(random, random.one(drafts), random.int(50, 99)));
  }),
  step("adversarial", "an order that does not exist", 2, (world, random) =>
    world.check({ do: random.one(["submit", "cancel", "delete"] as const), ids: [`none${random.digits(8)}`] }),
  ),
  step("adversarial", "the same request twice, at once and later", 3, async (world, random) => {
    const drafts = [world.draft(random), world.draft(random)];
    const doing = { key: `twice-${random.digits(12)}` };
    const send = () =>
      world.act(
        "SampleOrder",
        "saveOrUpdate",
        drafts.map((input) => ({ input })),
        doing,
      );
    const got = [...(await Promise.all([send(), send(), send()])), await send()];
    const ids = new Set(
      got.map((answer) =>
        answer === "lost" || answer.code ? `refused ${answer === "lost" ? "" : answer.code}` : answer.documents.map((d) => d["id"]).join(),
      ),
    );
    if (ids.size !== 1) throw new Error(`one key made ${[...ids].join(" and ")}`);
    world.know(drafts, (got[0] as unknown as { documents: Row[] }).documents);
    return 2;
  }),
  step("adversarial", "more than there is", 2, async (world, random) => {
    if (world.stocks.length === 0) return 0;
    const draft = world.draft(random, 1);
    Object.assign(draft["lines"][0], { stockId: random.one(world.stocks), qty: "999999.001" });
    await world.makeOrders([draft]);
    return world.check({ do: "submit", ids: [world.orders.at(-1)!] });
  }),
  step("adversarial", "an order without lines", 1, async (world, random) => {
    await world.makeOrders([world.draft(random, 0)]);
    return world.check({ do: "submit", ids: [world.orders.at(-1)!] });
  }),
  step("adversarial", "nonsense in a line", 2, (world, random) => {
    const draft = world.draft(random, 2);
    Object.assign(
      draft["lines"][1],
      random.one<Row>([
        { qty: "-1" },
        { qty: 1.5 },
        { qty: "1.1234567" },
        { price: "1e3" },
        { amount: "7.00" },
        { nonsense: 1 },
        { stockId: "none" },
      ]),
    );
    return expectRefused(world, "FIELD_INVALID", "SampleOrder", "saveOrUpdate", { input: draft });
  }),
  step("adversarial", "somebody who may not", 2, async (world, random) => {
    const orders = inState(world, "DRAFT", "SUBMITTED");
    if (orders.length === 0) return 0;
    const me = random.one([
      someone({ may: () => false }),
      someone({ audience: "supplier", supplierId: world.supplierId }),
      someone({ audience: "public", userId: "" }),
    ]);
    return expectRefused(
      world,
      "PERM_DENIED",
      "SampleOrder",
      random.one(["doSubmit", "doFinish", "delete"]),
      { id: random.one(orders).id, input: {} },
      { me },
    );
  }),
  step("adversarial", "an order of another organisation", 1, async (world, random) => {
    const orders = inState(world, "DRAFT");
    return orders.length === 0
      ? 0
      : expectRefused(
          world,
          "DATA_NOT_FOUND",
          "SampleOrder",
          "doSubmit",
          { id: random.one(orders).id, input: {} },
          { me: someone({ orgs: ["ELSEWHERE"] }) },
        );
  }),
];

const nemesis = [
  step("nemesis", "two submit the same order", 2, async (world, random) => {
    const drafts = inState(world, "DRAFT");
    if (drafts.length === 0) return 0;
    const { id } = random.one(drafts);
    return world.race([
      { do: "submit", ids: [id] },
      { do: "submit", ids: [id] },
    ]);
  }),
  step("nemesis", "three take from what may not suffice", 4, async (world, random) => {
    const chosen = some(
      random,
      inState(world, "DRAFT").filter((order) => order.lines.some((line) => line.stockId)),
      3,
    );
    return chosen.length < 2 ? 0 : world.race(chosen.map((order): Command => ({ do: "submit", ids: [order.id] })));
  }),
  step("nemesis", "edit while somebody submits or cancels", 3, async (world, random) => {
    const drafts = inState(world, "DRAFT").filter((order) => order.lines.length);
    if (drafts.length === 0) return 0;
    const order = random.one(drafts);
    return world.race([
      editOf(random, order),
      random.one<Command>([
        { do: "submit", ids: [order.id] },
        { do: "cancel", ids: [order.id] },
        { do: "delete", ids: [order.id] },
        editOf(random, order),
      ]),
    ]);
  }),
  step("nemesis", "crossed batches", 2, async (world, random) => {
    const chosen = some(random, inState(world, "DRAFT"), 6);
    return chosen.length < 2
      ? 0
      : world.race([
          { do: "submit", ids: idsOf(chosen) },
          { do: "cancel", ids: idsOf(chosen).reverse() },
        ]);
  }),
  step("nemesis", "connections die in the middle", 1, async (world, random) => {
    const chosen = some(random, inState(world, "DRAFT"), 5);
    if (chosen.length === 0) return 0;
    const taken = await world.uncertain({ do: "submit", ids: idsOf(chosen) }, async () => {
      for (let wait = random.int(0, 6); wait > 0; wait--) await new Promise((next) => setImmediate(next));
      await world.auditor.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'base-srm'`,
      );
    });
    // The pools notice dead connections by using them.
    for (const kernel of [world.first, world.second])
      for (let alive = 0; alive < 8;)
        alive = await kernel.db.query("select 1").then(
          () => alive + 1,
          () => 0,
        );
    return taken;
  }),
  step("nemesis", "somebody sits on a stock for a while", 2, async (world, random) => {
    const chosen = inState(world, "DRAFT").find((order) => order.lines.some((line) => line.stockId));
    if (!chosen) return 0;
    let release!: () => void;
    const held = new Promise<void>((done) => (release = done));
    const sitting = world.auditor.tx(async (tx) => {
      await tx.query(`select 1 from "SampleStock" where id = any($1) for update`, [chosen.lines.flatMap((line) => line.stockId ?? [])]);
      await held;
    });
    await world.auditor.query("select 1");
    const taking = world.check({ do: "submit", ids: [chosen.id] });
    for (let wait = random.int(0, 40); wait > 0; wait--) await new Promise((next) => setImmediate(next));
    release();
    await sitting;
    return taking;
  }),
  step("nemesis", "the clock jumps", 1, async (world, random) => {
    world.shift = msOf({ days: random.int(-2, 2), minutes: random.int(-60, 60) });
    return world.makeOrders([world.draft(random)]);
  }),
  step("nemesis", "the other process does it", 2, async (world, random) => {
    const drafts = some(random, inState(world, "DRAFT"), 3);
    return drafts.length === 0 ? 0 : world.check({ do: "submit", ids: idsOf(drafts) }, { kernel: world.second });
  }),
];

/** The alphabet of orders taking limited stock. */
export const orderSimulation = (options: WorldOptions = {}): Simulation<OrderWorld> => ({
  name: "orders",
  steps: [...normal, ...adversarial, ...nemesis],
  open: () => OrderWorld.open(options),
});
