import type { Declared } from "#kernel/declared.ts";
import type { Entity, Me } from "#kernel/entity.ts";
import type { Module } from "#kernel/module.ts";
import { findFor } from "#kernel/server/find-for.ts";
import { systemMe } from "#kernel/server/permit.ts";
import { modules } from "#modules/index.ts";
import { someone } from "../support/kernel.ts";
import { OrderWorld, day, type Row } from "../support/ordering.ts";
import type { World } from "./harness.ts";
import { copied, Memory, type Came } from "./memory.ts";
import { Line, type Buckets } from "./purchase-model.ts";

const fields: Readonly<Record<keyof Buckets, string>> = {
  ...{ ord: "qty", can: "cancelledQty", cls: "closedQty", trn: "inTransitQty", rcv: "receivedQty", rej: "rejectedQty" },
  ...{ rev: "reversedQty", rtr: "returnReplaceQty", rtf: "returnRefundQty" },
};
const codes: Readonly<Record<string, keyof Buckets>> = {
  ...{ CAN: "can", CLS: "cls", TRN: "trn", RCV: "rcv", REJ: "rej", REV: "rev", RTR: "rtr", RTF: "rtf" },
};
const order = "SrmPurOrderHeader";

/** The masters a run stands on: people, an item, suppliers, settings, as the product itself made them. */
export interface Ground {
  readonly ids: Readonly<Record<string, string>>;
  plant(memory: Memory): void;
  body(rows: readonly number[], price: string, req: Row): Row;
}

const isLine = (declared: Declared, e: Entity): boolean => {
  const above = declared.parent(e);
  return above !== undefined && above.collection in above.entity.lines;
};

export async function groundOf(): Promise<{ ground: Ground; close(): Promise<void> }> {
  const world = await OrderWorld.open();
  const { kernel } = world.life.product;
  const find = findFor(kernel, systemMe("simulation"));
  const kept: (readonly [string, readonly Row[]])[] = [];
  for (const e of kernel.declared.entities.values()) {
    if (
      e.view ||
      e.internal ||
      isLine(kernel.declared, e) ||
      /^(Bpm|BaseApproval|BaseMenu|BaseRole|BaseDistrict|SrmBaseDistrict|SrmBaseBank)/.test(e.name)
    )
      continue;
    kept.push([e.name, (await find.where(e, {}, 20_000)).map((row) => structuredClone(row) as Row)]);
  }
  const { ids } = world.life;
  return {
    ground: {
      ids: ids as Record<string, string>,
      plant: (memory) => kept.forEach(([entity, rows]) => rows.forEach((row) => memory.plant(entity, copied(row)))),
      body: (rows, price, req) => world.body({ rows: rows.map(String), price, req }),
    },
    close: () => world.life.product.drop(),
  };
}

export interface Running {
  readonly id: string;
  readonly lineId: string;
  readonly rowIds: readonly string[];
  readonly reqId: string;
  readonly line: Line;
}

/** Every area but the one that carries approvals: what it decides is decided here by the step itself. */
export const here = modules.filter((one) => one.code !== "workflow");

/** Orders of one buyer at one supplier, driven by the product's own rules; beside each the model of it. */
export class PurchaseWorld implements World {
  readonly memory: Memory;
  readonly orders: Running[] = [];
  readonly ground: Ground;
  #touched: Running | null = null;
  readonly #now = new Date();

  constructor(ground: Ground, modulesOf: readonly Module[] = here) {
    this.ground = ground;
    this.memory = new Memory(modulesOf);
    ground.plant(this.memory);
  }

  #me = (name: string): Me => someone({ userId: this.ground.ids[name] ?? name, userName: name });
  readonly buyer = (): Me => this.#me("purchaser");
  readonly keeper = (): Me => this.#me("keeper");
  readonly vendor = (supplierId = "S1"): Me => someone({ userId: "vendor", userName: "vendor", audience: "supplier", supplierId });
  readonly house = (): Me => systemMe("simulation");

  act(entity: string, action: string, id: string | undefined, input: Row, me: Me, versionNum?: number): Promise<Came> {
    const more = versionNum === undefined ? {} : { targets: [{ id, versionNum, input }] };
    return this.memory.act(entity, action, id, input, me, this.#now, { confirmed: ["*"], ...more });
  }

  async must(entity: string, action: string, id: string | undefined, input: Row, me: Me): Promise<Row> {
    const came = await this.act(entity, action, id, input, me);
    if (came.code !== null) throw new Error(`${entity}.${action} was refused: ${came.code}`);
    return came.documents[0]!;
  }

  /** A need approved, ordered, approved and confirmed by its supplier. */
  async begin(rows: readonly number[], price: string): Promise<Running> {
    const { ids } = this.ground;
    const total = rows.reduce((a, b) => a + b, 0);
    const need = await this.must(
      "SrmPurRequisitionHeader",
      "saveOrUpdate",
      undefined,
      {
        ...{ orgId: ids["org"], deptId: ids["dept"] },
        lines: [{ itemId: ids["item"], requestQty: String(total), needByDate: day(20), estPrice: "10", invOrgId: ids["inv"] }],
      },
      this.#me("requester"),
    );
    await this.must("SrmPurRequisitionHeader", "doSubmit", need["id"], {}, this.#me("requester"));
    await this.must("SrmPurRequisitionHeader", "doApproval", need["id"], {}, this.house());
    const req = this.memory.document("SrmPurRequisitionHeader", need["id"])!;
    const made = await this.must(order, "saveOrUpdate", undefined, this.ground.body(rows, price, req), this.buyer());
    await this.must(order, "doSubmit", made["id"], {}, this.buyer());
    await this.must(order, "doApproval", made["id"], {}, this.house());
    await this.must(order, "doSupplierDeliveryConfirm", made["id"], {}, this.vendor());
    const doc = this.memory.document(order, made["id"])!;
    const [line] = doc["lines"] as Row[];
    const running: Running = {
      ...{ id: made["id"], lineId: line!["id"], rowIds: (line!["deliveries"] as Row[]).map((row) => row["id"]), reqId: need["id"] },
      line: new Line(rows, Math.round(Number(price) * 1000)),
    };
    this.orders.push(running);
    this.touch(running);
    return running;
  }

  touch(one: Running): void {
    this.#touched = one;
  }

  async audit(): Promise<readonly string[]> {
    return this.#touched ? this.#compare(this.#touched) : [];
  }
  async auditAll(): Promise<readonly string[]> {
    return this.orders.flatMap((one) => [...this.#compare(one), ...this.#books(one)]);
  }
  async close(): Promise<void> {}

  /** Every figure of the order against the model's. */
  #compare({ id, line, reqId }: Running): string[] {
    const doc = this.memory.document(order, id)!;
    const [stored] = doc["lines"] as Row[];
    const wrong: string[] = [];
    const tell = (what: string, is: unknown, should: unknown): void => {
      if (String(is) !== String(should)) wrong.push(`${doc["orderNum"]} ${what} is ${String(is)}, the model says ${String(should)}`);
    };
    (stored!["deliveries"] as Row[]).forEach((row, i) => {
      for (const [key, field] of Object.entries(fields))
        tell(`row ${i + 1} ${key}`, Number(row[field]), line.rows[i]![key as keyof Buckets]);
    });
    for (const [key, field] of Object.entries(fields))
      tell(
        `line ${key}`,
        Number(stored![field]),
        line.sum((row) => row[key as keyof Buckets]),
      );
    tell("status", stored!["lineStatus"], line.status);
    tell("open", Number(stored!["openQty"]), line.open);
    const [need] = this.memory.document("SrmPurRequisitionHeader", reqId)!["lines"] as Row[];
    tell("ordered of the requisition", Number(need!["orderedQty"]), line.need.ordered);
    tell("cancelled of the requisition", Number(need!["cancelledQty"]), line.need.cancelled);
    tell("open of the requisition", Number(need!["openQty"]), line.need.open);
    for (const note of line.notes) {
      const [one] = this.memory.document("SrmPurDeliveryNote", note.id)!["lines"] as Row[];
      tell("arrived of a note", Number(one!["arrivedQty"]), note.arrived);
      tell("closed of a note", Number(one!["closedQty"]), note.closed);
      tell("in transit of a note", Number(one!["inTransitQty"]), note.transit);
    }
    return wrong;
  }

  /** The ledger adds up to the figures, the postings to what is held and owed. */
  #books({ id, line, rowIds, lineId }: Running): string[] {
    const wrong: string[] = [];
    const cents = (value: unknown): number => Math.round(Number(value) * 100);
    rowIds.forEach((rowId, i) => {
      for (const [code, key] of Object.entries(codes)) {
        const total = this.memory
          .rows("SrmPurQtyLedger", { ownerId: rowId, bucket: code })
          .reduce((all, row) => all + Number(row["delta"]), 0);
        if (total !== line.rows[i]![key])
          wrong.push(`${id}: the ledger of row ${i + 1} adds ${code} up to ${total}, not ${line.rows[i]![key]}`);
      }
    });
    const posted = this.memory.rows("SrmPurStorageTransaction", { orderLineId: lineId });
    const net = posted.reduce((all, row) => all + Number(row["qty"]), 0);
    const held = line.sum((row) => row.rcv - row.rev - row.rtr - row.rtf);
    if (net !== held) wrong.push(`${id}: postings come to ${net} pieces, held are ${held}`);
    for (const [field, key] of [
      ["amountExcl", "excl"],
      ["taxAmount", "tax"],
    ] as const) {
      const total = posted.reduce((all, row) => all + cents(row[field]), 0);
      if (total !== line.booked[key]) wrong.push(`${id}: ${field} comes to ${total} cents, the model says ${line.booked[key]}`);
    }
    return wrong;
  }
}
