import type { Me } from "#kernel/entity.ts";
import { module, type Module } from "#kernel/module.ts";
import { platformEntities, platformLookups, platformSettings } from "#kernel/platform/index.ts";
import { Refusal } from "#kernel/refusal.ts";
import { openDb, type OpenDb } from "#kernel/server/database/db.ts";
import { newId } from "#kernel/server/act/id.ts";
import { openKernel, type Kernel } from "#kernel/server/kernel.ts";
import { ship } from "#kernel/server/install/ship.ts";
import { freshDatabase, prepareTemplate, type FreshDatabase } from "../support/database.ts";
import type { Random, Row } from "../support/generate.ts";
import { someone } from "../support/kernel.ts";
import { sampleModule } from "../support/sample.ts";
import type { World } from "./harness.ts";
import { micro, Model, total, type Command, type Line, type Order } from "./order-model.ts";

const platform = module("platform", "平台", "Platform", {
  entities: platformEntities,
  lookups: platformLookups,
  settings: platformSettings,
});
const clock = { now: () => new Date() };

const actions: Readonly<Record<Command["do"], string>> = {
  submit: "doSubmit",
  finish: "doFinish",
  cancel: "doCancel",
  delete: "delete",
  edit: "saveOrUpdate",
};

/** How a command came out: done, refused with a code, or never heard of again. */
export type Answer = { readonly code: string | null; readonly documents: readonly Row[] } | "lost";

export interface Doing {
  readonly kernel?: Kernel;
  readonly me?: Me;
  readonly key?: string;
}

export interface WorldOptions {
  /** The sample business, or one with a guard taken out. */
  readonly business?: Module;
  /** Done to the database before the run, for instance a constraint taken away. */
  readonly prepare?: (db: OpenDb) => Promise<void>;
}

/** Orders that take from limited stock: two kernels on one database, the model beside them. */
export class OrderWorld implements World {
  readonly model = new Model();
  readonly first: Kernel;
  readonly second: Kernel;
  readonly auditor: OpenDb;
  readonly #database: FreshDatabase;
  /** Orders and stocks that steps choose from; older ones are only looked at by the whole audit. */
  readonly orders: string[] = [];
  readonly stocks: string[] = [];
  supplierId = "";
  /** The server's clock may jump. */
  shift = 0;
  #touchedOrders = new Set<string>();
  #touchedStocks = new Set<string>();

  private constructor(database: FreshDatabase, first: Kernel, second: Kernel) {
    this.#database = database;
    this.first = first;
    this.second = second;
    this.auditor = openDb(database.url, { max: 2, applicationName: "auditor" });
  }

  static async open({ business = sampleModule, prepare }: WorldOptions = {}): Promise<OrderWorld> {
    await prepareTemplate("simulation", async (url) => {
      const kernel = await openKernel([platform, sampleModule], url, clock);
      await ship(kernel, clock.now);
      await kernel.close();
    });
    const database = await freshDatabase("simulation");
    const [first, second] = [
      await openKernel([platform, business], database.url, clock, { pool: 6 }),
      await openKernel([platform, business], database.url, clock, { pool: 6 }),
    ];
    const world = new OrderWorld(database, first, second);
    await prepare?.(world.auditor);
    const supplier = await world.act("SampleSupplier", "saveOrUpdate", [{ input: { supplierCode: "SIM", supplierName: "SIM" } }]);
    world.supplierId = supplier === "lost" ? "" : supplier.documents[0]!["id"];
    return world;
  }

  async close(): Promise<void> {
    await Promise.all([this.first.close(), this.second.close(), this.auditor.close()]);
    await this.#database.drop();
  }

  /** Asks the real system; what is no refusal and no answer is lost. */
  async act(
    entity: string,
    action: string,
    targets: readonly { id?: string; versionNum?: number | undefined; input: Row }[],
    doing: Doing = {},
  ): Promise<Answer> {
    const kernel = doing.kernel ?? this.first;
    const me = doing.me ?? someone();
    const key = doing.key ? { key: { key: doing.key, bodyHash: JSON.stringify(targets) } } : {};
    try {
      const outcome = await kernel.actor.act(
        { entity: kernel.declared.entity(entity), action, targets, ...key },
        { me, now: new Date(Date.now() + this.shift), requestId: newId(), ip: null },
      );
      const documents = outcome.stored && outcome.documents.length === 0 ? [JSON.parse(outcome.stored).data].flat() : outcome.documents;
      return { code: null, documents };
    } catch (error) {
      if (error instanceof Refusal) return { code: error.code, documents: [] };
      const code = (error as { code?: string }).code ?? "";
      // 57P01 and the like: the connection went away under the action.
      if (/^(57P|08)/.test(code) || /terminat|Connection|rolled back/i.test(String(error))) return "lost";
      throw error;
    }
  }

  perform(command: Command, doing: Doing = {}): Promise<Answer> {
    const input: Row =
      command.do === "cancel"
        ? { cancelReason: "simulated" }
        : command.do === "edit"
          ? { lines: { changed: [{ id: command.lineId, qty: command.qty }] } }
          : {};
    return this.act(
      "SampleOrder",
      actions[command.do],
      command.ids.map((id) => ({ id, versionNum: command.version, input: { ...input, ...(command.do === "edit" ? { id } : {}) } })),
      doing,
    );
  }

  /** One command: the system must answer what the model answers. */
  async check(command: Command, doing: Doing = {}): Promise<number> {
    const got = await this.perform(command, doing);
    this.touch(command);
    const wanted = this.model.apply(command);
    if (got === "lost" || got.code !== wanted)
      throw new Error(
        `${JSON.stringify(command)}: the model says ${wanted ?? "done"}, the system ${got === "lost" ? "nothing" : (got.code ?? "done")}`,
      );
    return command.ids.length;
  }

  /** Several commands at once: their answers must be those of some order one after the other. */
  async race(commands: readonly Command[]): Promise<number> {
    const got = await Promise.all(commands.map((command, i) => this.perform(command, { kernel: i % 2 ? this.second : this.first })));
    for (const command of commands) this.touch(command);
    const values: string[] = [];
    for (const order of permutations(commands.length)) {
      const view = new Model(this.model);
      const wanted = new Map(order.map((i) => [i, view.apply(commands[i]!)]));
      values.push([...wanted].map(([i, code]) => `${i}:${code ?? "done"}`).join(" "));
      if (!got.every((answer, i) => answer !== "lost" && answer.code === wanted.get(i)) || !(await this.#isStored(view))) continue;
      this.model.take(view);
      return commands.reduce((sum, command) => sum + command.ids.length, 0);
    }
    throw new Error(
      `no order of ${JSON.stringify(commands)} explains ${got.map((a) => (a === "lost" ? "lost" : (a.code ?? "done"))).join()}; possible: ${values.join(" | ")}`,
    );
  }

  /** A command whose answer may get lost: it happened whole or not at all. */
  async uncertain(command: Command, meanwhile: () => Promise<void>): Promise<number> {
    const [got] = await Promise.all([this.perform(command), meanwhile()]);
    this.touch(command);
    const view = new Model(this.model);
    const wanted = view.apply(command);
    if (got !== "lost" && got.code !== wanted)
      throw new Error(`${JSON.stringify(command)}: the model says ${wanted ?? "done"}, the system ${got.code ?? "done"}`);
    if (wanted === null && (got !== "lost" || (await this.#isStored(view)))) this.model.take(view);
    return command.ids.length;
  }

  touch(command: Command): void {
    for (const id of command.ids) {
      this.#touchedOrders.add(id);
      for (const line of this.model.order(id)?.lines ?? []) if (line.stockId) this.#touchedStocks.add(line.stockId);
    }
  }

  async #isStored(view: Model): Promise<boolean> {
    return (await this.#differences(view, [...view.orders.keys()], [...view.stocks.keys()])).length === 0;
  }

  async audit(): Promise<readonly string[]> {
    const wrong = await this.#differences(this.model, [...this.#touchedOrders], [...this.#touchedStocks]);
    this.#touchedOrders = new Set();
    this.#touchedStocks = new Set();
    return wrong;
  }

  async auditAll(): Promise<readonly string[]> {
    const wrong = await this.#differences(this.model, [...this.model.orders.keys()], [...this.model.stocks.keys()]);
    const sums = await this.auditor.query<Row>(
      `with sold as (select l."stockId" as id, sum(l.qty) as qty from "SampleOrderLine" l where l."stockId" is not null
         and exists (select 1 from "Journal" j where j.entity = 'SampleOrder' and j."docId" = l."parentId" and j.action = 'doSubmit') group by 1)
       select s.id, s."takenQty" as taken, s."limitQty" as most, sold.qty as sold from "SampleStock" s left join sold on sold.id = s.id where s."takenQty" <> coalesce(sold.qty, 0) or s."takenQty" > s."limitQty"`,
    );
    for (const { id, taken, most, sold } of sums)
      wrong.push(`stock ${id}: ${taken} taken, ${sold ?? 0} on submitted orders, ${most} there`);
    const twice = await this.auditor.query<Row>(`select "orderNum" from "SampleOrder" group by 1 having count(*) > 1`);
    for (const row of twice) wrong.push(`the number ${row["orderNum"]} was given twice`);
    const headers = await this.auditor.query<Row>(
      `select o.id from "SampleOrder" o left join (select "parentId" as id, sum(amount) as sum from "SampleOrderLine" group by 1) l on l.id = o.id where o.total <> coalesce(l.sum, 0)`,
    );
    for (const row of headers) wrong.push(`order ${row["id"]}: the header is not the sum of its lines`);
    const untold = await this.auditor.query<Row>(
      `select o.id, o."versionNum" as v, j.n from "SampleOrder" o left join (select "docId" as id, count(*)::int as n from "Journal" where entity = 'SampleOrder' group by 1) j on j.id = o.id where o."versionNum" is distinct from j.n`,
    );
    for (const row of untold) wrong.push(`order ${row["id"]}: version ${row["v"]} after ${row["n"]} entries`);
    return wrong;
  }

  /** Where tables and model differ, asked in two statements of the auditor's own. */
  async #differences(model: Model, orderIds: readonly string[], stockIds: readonly string[]): Promise<string[]> {
    const wrong: string[] = [];
    const [orders, stocks] = await Promise.all([
      orderIds.length
        ? this.auditor.query<Row>(
            `select id, status, total::text as total, "versionNum" as version from "SampleOrder" where id = any($1)`,
            [orderIds],
          )
        : [],
      stockIds.length
        ? this.auditor.query<Row>(`select id, "takenQty"::text as taken, "versionNum" as version from "SampleStock" where id = any($1)`, [
            stockIds,
          ])
        : [],
    ]);
    const byId = new Map(orders.map((row) => [row["id"] as string, row]));
    for (const id of orderIds) {
      const wanted = model.order(id);
      const row = byId.get(id);
      if (
        wanted === null
          ? row !== undefined
          : !row ||
            row["status"] !== wanted.status ||
            row["version"] !== wanted.version ||
            BigInt(row["total"].replace(".", "")) !== total(wanted)
      )
        wrong.push(
          `order ${id}: the model has ${wanted ? `${wanted.status} v${wanted.version} ${total(wanted)}` : "none"}, the table ${row ? `${row["status"]} v${row["version"]} ${row["total"]}` : "none"}`,
        );
    }
    for (const row of stocks) {
      const wanted = model.stock(row["id"])!;
      if (micro(row["taken"]) !== wanted.taken || row["version"] !== wanted.version)
        wrong.push(`stock ${row["id"]}: the model has ${wanted.taken} v${wanted.version}, the table ${row["taken"]} v${row["version"]}`);
    }
    return wrong;
  }

  /** A new stock, known to both sides. */
  async newStock(random: Random): Promise<number> {
    const limit = `${random.int(5, 900)}.${random.digits(3)}`;
    const got = await this.act("SampleStock", "saveOrUpdate", [{ input: { stockCode: `S${random.digits(9)}`, limitQty: limit } }]);
    if (got === "lost" || got.code) throw new Error(`a stock was not made: ${got === "lost" ? got : got.code}`);
    const id = got.documents[0]!["id"] as string;
    this.model.putStock({ id, limit: micro(limit), taken: 0n, version: 1 });
    this.stocks.push(id);
    if (this.stocks.length > 8) this.stocks.shift();
    return 1;
  }

  draft(random: Random, lines = random.int(1, 4)): Row {
    const line = (n: number): Row => ({
      lineNum: (n + 1) * 10,
      item: `item ${n}`,
      qty: `${random.int(0, 9)}.${random.digits(2)}1`,
      price: `${random.int(0, 99)}.${random.digits(1)}1`,
      ...(random.chance(0.7) && this.stocks.length ? { stockId: random.one(this.stocks) } : {}),
    });
    return {
      title: `t${random.digits(6)}`,
      orgCode: "E1",
      supplierId: this.supplierId,
      orderType: "STANDARD",
      orderDate: "2026-11-14",
      lines: Array.from({ length: lines }, (_, n) => line(n)),
    };
  }

  async makeOrders(drafts: readonly Row[], doing: Doing = {}): Promise<number> {
    const got = await this.act(
      "SampleOrder",
      "saveOrUpdate",
      drafts.map((input) => ({ input })),
      doing,
    );
    if (got === "lost" || got.code) throw new Error(`orders were not made: ${got === "lost" ? got : got.code}`);
    this.know(drafts, got.documents);
    return drafts.length;
  }

  /** Takes new orders into the model: ids from the answer, figures from what was asked. */
  know(drafts: readonly Row[], documents: readonly Row[]): void {
    drafts.forEach((draft, n) => {
      const answered = documents[n]!;
      const lines = (draft["lines"] as Row[]).map((line, i): Line => ({
        id: answered["lines"][i].id,
        qty: line["qty"],
        price: line["price"],
        stockId: line["stockId"] ?? null,
      }));
      const order: Order = { id: answered["id"], status: "DRAFT", version: 1, lines };
      this.model.putOrder(order);
      this.#touchedOrders.add(order.id);
      this.orders.push(order.id);
    });
    while (this.orders.length > 200) this.orders.shift();
  }
}

function* permutations(
  count: number,
  rest: readonly number[] = [...Array(count).keys()],
  head: readonly number[] = [],
): Generator<readonly number[]> {
  if (rest.length === 0) yield head;
  for (const value of rest)
    yield* permutations(
      count,
      rest.filter((other) => other !== value),
      [...head, value],
    );
}
