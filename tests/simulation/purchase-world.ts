import type { Declared } from "#kernel/declared.ts";
import type { Entity, Me, Where } from "#kernel/entity.ts";
import type { Module } from "#kernel/module.ts";
import { findFor } from "#kernel/server/find/find-for.ts";
import { systemMe } from "#kernel/server/access/permit.ts";
import { modules } from "#modules/index.ts";
import { someone } from "../support/kernel.ts";
import { OrderWorld, day, type Row } from "../support/ordering.ts";
import type { World } from "./harness.ts";
import { Memory, type Came } from "./memory.ts";
import { confirms } from "./purchase-terms.ts";
import type { Undoing } from "./purchase-goods.ts";
import { PlanModel } from "./plan-model.ts";
import { inclusive, Standing } from "./standing-model.ts";
import { Line, type Buckets, type Note, type Notice, type Schedule } from "./purchase-model.ts";

const fields: Readonly<Record<keyof Buckets, string>> = {
  ord: "qty",
  can: "cancelledQty",
  cls: "closedQty",
  cfm: "confirmedQty",
  ntc: "noticeOpenQty",
  trn: "inTransitQty",
  ins: "inspectingQty",
  rcv: "receivedQty",
  rej: "rejectedQty",
  rev: "reversedQty",
  rtr: "returnReplaceQty",
  rtf: "returnRefundQty",
};
const keys = Object.entries(fields) as [keyof Buckets, string][];
const order = "SrmPurOrderHeader";

interface How {
  readonly byNotice: boolean;
  readonly inspected: boolean;
}

/** The masters a run stands on: people, an item, suppliers, settings, as the product itself made them. */
export interface Ground {
  readonly ids: Readonly<Record<string, string>>;
  /** The database the masters were made on; nothing runs on it any more. */
  readonly databaseUrl: string;
  /** With a limit in cents the supplier is a temporary one. */
  plant(memory: Memory, limit: number | null): void;
  body(rows: readonly number[], price: string, req: Row, how: How): Row;
}

const isLine = (declared: Declared, e: Entity): boolean => {
  const above = declared.parent(e);
  return above !== undefined && above.collection in above.entity.lines;
};
/** What no rule of purchasing asks: who may press what, what was told and run, where places lie. */
const isElsewhere = /^(Bpm|Base(Approval|Menu|Role|Resource|Api|Button|Msg|Schedule|Login|District)|SrmBase(District|Bank))/;

/** The same masters with S1 as a temporary supplier: qualified for nothing, ordered from up to its cap. */
const temporary = (entity: string, rows: readonly Row[], limit: number): readonly Row[] =>
  entity === "SrmSupInfo"
    ? rows.map((row) =>
        row["id"] === "S1"
          ? { ...row, tempFlag: "Y", tempValidTo: day(4000), tempAmountLimit: (limit / 100).toFixed(2), tempUsedAmount: "0" }
          : row,
      )
    : entity === "SrmSupCategories"
      ? rows.map((row) => (row["supplierId"] === "S1" ? { ...row, categoryStatus: "CANDIDATE", validTo: null } : row))
      : rows;

/** A plan that blocks, with room for everything until a step adjusts it. */
async function planOf(life: OrderWorld["life"]): Promise<string> {
  const made = await life.made("SrmPurProcurementPlan", {
    planType: "YEAR",
    periodStart: day(-30),
    periodEnd: day(300),
    orgId: life.ids["org"],
    controlMode: "BLOCK",
    controlBasis: "QTY",
    lines: [{ itemId: life.ids["item"], uom: "PCS", planQty: "10000000", planAmount: "100000000" }],
  });
  await life.rows(`update "SrmPurProcurementPlan" set status = 'APPROVED' where id = $1`, made["id"]);
  return made["id"];
}

export async function groundOf(): Promise<{ ground: Ground; close(): Promise<void> }> {
  const world = await OrderWorld.open();
  const { life } = world;
  const type = await life.made("SrmBasePurchaseBillType", {
    billCategory: "ORDER",
    billTypeCode: "PO_INSPECT",
    billTypeName: "检验订单",
    aslControl: "NONE",
    priceControl: "NONE",
    autoPublish: "Y",
    overReceiveTolerance: "5",
    underReceiveTolerance: "2",
    inspectFlag: "Y",
  });
  await life.act("SrmBasePurchaseBillType", type["id"], "doEnabled");
  await world.orderable(type["id"]);
  const plan = await planOf(life);
  const { kernel } = life.product;
  const find = findFor(kernel, systemMe("simulation"));
  const entries: (readonly [string, readonly Row[]])[] = [];
  for (const e of kernel.declared.entities.values())
    if (!e.view && !e.internal && !isLine(kernel.declared, e) && !isElsewhere.test(e.name))
      entries.push([e.name, (await find.where(e, {}, 20_000)).map((row) => structuredClone(row) as Row)]);
  const ids: Record<string, string> = { ...life.ids, typeInspect: type["id"], plan };
  // Its programs would go on working behind the model's back.
  await life.product.stop();
  return {
    ground: {
      ids,
      databaseUrl: life.product.databaseUrl,
      plant: (memory, limit) =>
        entries.forEach(([entity, rows]) => memory.plant(entity, limit === null ? rows : temporary(entity, rows, limit))),
      body: (rows, price, req, { byNotice, inspected }) =>
        world.body({
          rows: rows.map(String),
          price,
          req,
          head: { ...(byNotice ? { deliveryMode: "NOTICE" } : {}), ...(inspected ? { billTypeId: ids["typeInspect"] } : {}) },
        }),
    },
    close: () => life.product.drop(),
  };
}

/** What happens to a request on its way: its process or its connection dies under it and it is sent again, or it arrives twice at once. */
export type Fate = "killed" | "doubled";

export interface Call {
  readonly entity: string;
  readonly action: string;
  readonly id: string | undefined;
  readonly input: Row;
  readonly me: Me;
  readonly versionNum?: number | undefined;
}

/** The system under test. */
export interface Engine {
  act(call: Call, fate?: Fate): Promise<Came>;
  rows(name: string, where: Where): Promise<readonly Row[]>;
  close(): Promise<void>;
}

/** The product's rules without a database. What dies before its end has left nothing. */
export class MemoryEngine implements Engine {
  readonly #memory: Memory;
  readonly #now = new Date();

  constructor(ground: Ground, modulesOf: readonly Module[] = here, limit: number | null = null) {
    this.#memory = new Memory(modulesOf);
    ground.plant(this.#memory, limit);
  }

  async act(call: Call, fate?: Fate): Promise<Came> {
    if (fate === "killed") await this.#memory.act(call, this.#now, true);
    return this.#memory.act(call, this.#now);
  }
  async rows(name: string, where: Where): Promise<readonly Row[]> {
    return this.#memory.rows(name, where);
  }
  async close(): Promise<void> {}
}

/** A paper somebody began and left lying: it is finished later, or never. */
export interface Left<T> {
  readonly id: string;
  readonly of: T;
}

export interface Movement {
  readonly txn: string;
  readonly id: string;
  readonly note: Note;
  readonly qty: number;
  done: boolean;
}

export interface Running {
  readonly id: string;
  readonly lineId: string;
  readonly reqId: string;
  readonly line: Line;
  readonly notes: Left<{ readonly lineId: string; readonly row: Schedule; readonly notice: Notice | null; readonly qty: number }>[];
  readonly counts: Left<{ readonly lineId: string; readonly note: Note; readonly accepted: number; readonly rejected: number }>[];
  readonly papers: Left<Undoing>[];
  readonly movements: Movement[];
  /** Drafts of other orders that hold what is open of the requisition. */
  readonly rivals: Left<number>[];
}

/** Every area but the one that carries approvals: what it decides is decided here by the step itself. */
export const here = modules.filter((module) => module.code !== "workflow");

/** Orders of one buyer at one supplier, driven by the product's own rules; beside each the model of it. */
export class PurchaseWorld implements World {
  readonly engine: Engine;
  readonly orders: Running[] = [];
  readonly ground: Ground;
  #touched: Running | null = null;
  #fates: Fate[] = [];
  #txn = 0;

  readonly standing: Standing;
  readonly plan: PlanModel;
  #hasPlan = false;

  constructor(ground: Ground, engine: Engine, limit: number | null = null) {
    this.ground = ground;
    this.engine = engine;
    const lines = (): readonly Line[] => this.orders.map(({ line }) => line);
    this.standing = new Standing(limit, lines);
    this.plan = new PlanModel(lines);
  }

  #me = (name: string): Me => someone({ userId: this.ground.ids[name] ?? name, userName: name });
  readonly buyer = (): Me => this.#me("purchaser");
  readonly keeper = (): Me => this.#me("requester");
  readonly vendor = (supplierId = "S1"): Me => someone({ userId: "vendor", userName: "vendor", audience: "supplier", supplierId });
  readonly house = (): Me => systemMe("simulation");
  readonly newTxn = (): string => `T${(this.#txn += 1)}`;

  /** What is to happen to the next requests, whatever they are. */
  doom(...fates: readonly Fate[]): void {
    this.#fates = [...fates];
  }

  act(entity: string, action: string, id: string | undefined, input: Row, me: Me, versionNum?: number): Promise<Came> {
    return this.engine.act({ entity, action, id, input, me, versionNum }, this.#fates.shift());
  }

  async must(entity: string, action: string, id: string | undefined, input: Row, me: Me): Promise<Row> {
    const came = await this.act(entity, action, id, input, me);
    if (came.code !== null) throw new Error(`${entity}.${action} was refused: ${came.code}`);
    return came.documents[0]!;
  }

  async document(entity: string, id: string): Promise<Readonly<Row>> {
    const [found] = await this.engine.rows(entity, { id });
    if (!found) throw new Error(`${entity} ${id} is not there`);
    return found;
  }

  /** A need approved, ordered in part, approved and, as a rule, confirmed by its supplier; null where the supplier may not be ordered from. */
  async begin(
    rows: readonly number[],
    price: string,
    how: How & { readonly spare: number; readonly silent?: boolean },
  ): Promise<Running | null> {
    const { ids } = this.ground;
    await this.#readPlan();
    const pieces = rows.reduce((a, b) => a + b, 0) + how.spare;
    const requestQty = String(pieces);
    const needed = { itemId: ids["item"], requestQty, needByDate: day(20), estPrice: "10", invOrgId: ids["inv"] };
    const asked = { orgId: ids["org"], deptId: ids["dept"], lines: [needed] };
    const need = await this.must("SrmPurRequisitionHeader", "saveOrUpdate", undefined, asked, this.#me("requester"));
    const unplanned = this.plan.refuses(pieces);
    const submitted = await this.act("SrmPurRequisitionHeader", "doSubmit", need["id"], {}, this.#me("requester"));
    if (submitted.code !== unplanned)
      throw new Error(`a requisition: the product says ${submitted.code ?? "done"}, the model ${unplanned ?? "done"}`);
    if (unplanned) {
      await this.must("SrmPurRequisitionHeader", "delete", need["id"], {}, this.#me("requester"));
      return null;
    }
    await this.must("SrmPurRequisitionHeader", "doApproval", need["id"], {}, this.house());
    const req = await this.document("SrmPurRequisitionHeader", need["id"]);
    const made = await this.must(order, "saveOrUpdate", undefined, this.ground.body(rows, price, req, how), this.buyer());
    const fresh = new Line([], Math.round(Number(price) * 1000), how);
    const cents = inclusive(
      fresh,
      rows.reduce((a, b) => a + b, 0),
    );
    const refusal = this.standing.refuses("ORDER", cents);
    const came = await this.act(order, "doSubmit", made["id"], {}, this.buyer());
    if (came.code !== refusal) throw new Error(`a new order: the product says ${came.code ?? "done"}, the model ${refusal ?? "done"}`);
    if (refusal) {
      await this.must(order, "delete", made["id"], {}, this.buyer());
      this.plan.idle += pieces;
      return null;
    }
    await this.must(order, "doApproval", made["id"], {}, this.house());
    const [line] = (await this.document(order, made["id"]))["lines"] as Row[];
    const schedules = (line!["deliveries"] as Row[]).map((row) => ({ id: row["id"] as string, qty: Number(row["qty"]) }));
    const running: Running = {
      id: made["id"],
      lineId: line!["id"],
      reqId: need["id"],
      line: new Line(schedules, Math.round(Number(price) * 1000), how),
      notes: [],
      counts: [],
      papers: [],
      movements: [],
      rivals: [],
    };
    this.orders.push(running);
    this.touch(running);
    if (!how.silent) {
      await this.must(order, "doSupplierDeliveryConfirm", made["id"], {}, this.vendor());
      confirms(running.line);
    }
    return running;
  }

  touch(running: Running): void {
    this.#touched = running;
  }

  async audit(): Promise<readonly string[]> {
    return this.#touched ? this.#compare(this.#touched) : [];
  }
  async auditAll(): Promise<readonly string[]> {
    const wrong: string[] = [];
    for (const running of this.orders) wrong.push(...(await this.#compare(running)), ...(await this.#books(running)));
    return [...wrong, ...(await this.#cap()), ...(await this.#planned())];
  }
  close(): Promise<void> {
    return this.engine.close();
  }

  /** What a temporary supplier's orders cost is what its cap counts. */
  async #cap(): Promise<string[]> {
    if (this.standing.limit === null) return [];
    const counted = Math.round(Number((await this.document("SrmSupInfo", "S1"))["tempUsedAmount"]) * 100);
    const { used } = this.standing;
    return counted === used ? [] : [`the cap of S1 counts ${counted} cents, its orders cost ${used}`];
  }

  async #planLine(): Promise<{ readonly planned: number; readonly occupied: number; readonly used: number }> {
    const [line] = (await this.document("SrmPurProcurementPlan", this.ground.ids["plan"]!))["lines"] as Row[];
    const figure = (key: string): number => Number(line![key]);
    return { planned: figure("planQty") + figure("adjustQty"), occupied: figure("occupiedQty"), used: figure("usedQty") };
  }

  /** On a database that an earlier run used, the plan begins with what that run left. */
  async #readPlan(): Promise<void> {
    if (this.#hasPlan) return;
    this.#hasPlan = true;
    const { planned, occupied, used } = await this.#planLine();
    this.plan.beginsWith(planned, occupied, used);
  }

  /** What requisitions ask for and orders take is what their plan counts. */
  async #planned(): Promise<string[]> {
    const stored = await this.#planLine();
    const wrong = (["planned", "occupied", "used"] as const).filter((key) => stored[key] !== this.plan[key]);
    return wrong.map((key) => `the plan has ${stored[key]} pieces ${key}, the model ${this.plan[key]}`);
  }

  /** Every figure of the order and its papers against the model's. */
  async #compare({ id, line, reqId }: Running): Promise<string[]> {
    const wrong: string[] = [];
    const tell = (what: string, is: unknown, should: unknown): void => {
      if (String(is) !== String(should)) wrong.push(`${what} of ${id} is ${String(is)}, the model says ${String(should)}`);
    };
    const doc = await this.document(order, id);
    const [stored] = doc["lines"] as Row[];
    const rows = stored!["deliveries"] as Row[];
    tell("schedules", rows.map((row) => row["id"]).sort(), line.rows.map((row) => row.id).sort());
    for (const [i, schedule] of line.rows.entries()) {
      const row = rows.find((some) => some["id"] === schedule.id);
      if (row) for (const [key, field] of keys) tell(`schedule ${i + 1} ${key}`, Number(row[field]), schedule[key]);
      if (row) tell(`word on schedule ${i + 1}`, row["confirmStatus"], schedule.word);
    }
    for (const [key, field] of keys)
      tell(
        `line ${key}`,
        Number(stored![field]),
        line.sum((row) => row[key]),
      );
    tell("line status", stored!["lineStatus"], line.status);
    tell("order status", doc["status"], line.state);
    tell("change", doc["changeStatus"] ?? null, line.change?.status ?? null);
    tell("open", Number(stored!["openQty"]), line.open);
    const [need] = (await this.document("SrmPurRequisitionHeader", reqId))["lines"] as Row[];
    for (const key of ["ordered", "cancelled", "open"] as const) tell(`requisition ${key}`, Number(need![`${key}Qty`]), line.need[key]);
    await this.#papers(line, tell);
    return wrong;
  }

  async #papers(line: Line, tell: (what: string, is: unknown, should: unknown) => void): Promise<void> {
    const read = async (name: string, ids: readonly string[]): Promise<ReadonlyMap<string, Row>> =>
      new Map(ids.length ? (await this.engine.rows(name, { id: [...ids] })).map((row) => [row["id"] as string, row]) : []);
    const figures = (row: Row | undefined, names: readonly string[]): string =>
      row ? [row["status"], ...names.map((name) => Number(row["lines"][0][name]))].join() : "gone";
    const ids = (list: readonly { readonly id: string }[]): string[] => list.map((row) => row.id);
    const notes = await read("SrmPurDeliveryNote", ids(line.notes));
    for (const note of line.notes)
      tell(
        "a note (arrived, closed, transit, returned)",
        figures(notes.get(note.id), ["arrivedQty", "closedQty", "inTransitQty", "noticeReturnedQty"]),
        [note.status, note.arrived, note.closed, note.transit, note.returned].join(),
      );
    const notices = await read("SrmPurDeliveryNotice", ids(line.notices));
    for (const notice of line.notices)
      tell(
        "a notice (shipped, closed, open)",
        figures(notices.get(notice.id), ["shippedQty", "closedQty", "openQty"]),
        [notice.status, notice.shipped, notice.closed, notice.open].join(),
      );
  }

  /** The ledger adds up to the figures, the postings to what is held and owed. */
  async #books({ id, line, lineId }: Running): Promise<string[]> {
    const wrong: string[] = [];
    const cents = (value: unknown): number => Math.round(Number(value) * 100);
    const posted = await this.engine.rows("SrmPurQtyLedger", { ownerId: line.rows.map((row) => row.id) });
    for (const row of line.rows)
      for (const [key] of keys) {
        const own = posted.filter((candidate) => candidate["ownerId"] === row.id && candidate["bucket"] === key.toUpperCase());
        const total = own.reduce((all, entry) => all + Number(entry["delta"]), 0);
        if (total !== row[key]) wrong.push(`${id}: the ledger of ${row.id} adds ${key} up to ${total}, not ${row[key]}`);
      }
    const booked = await this.engine.rows("SrmPurStorageTransaction", { orderLineId: lineId });
    const net = booked.reduce((all, row) => all + Number(row["qty"]), 0);
    const held = line.sum((row) => row.rcv - row.rev - row.rtr - row.rtf);
    if (net !== held) wrong.push(`${id}: postings come to ${net} pieces, held are ${held}`);
    for (const [field, key] of [
      ["amountExcl", "excl"],
      ["taxAmount", "tax"],
    ] as const) {
      const total = booked.reduce((all, row) => all + cents(row[field]), 0);
      if (total !== line.booked[key]) wrong.push(`${id}: ${field} comes to ${total} cents, the model says ${line.booked[key]}`);
    }
    return wrong;
  }
}
