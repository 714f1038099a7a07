import type { Client } from "./client.ts";
import { ContractWorld } from "./contracting.ts";
import { ok, type Row } from "./managing.ts";

const path = (entity: string): string => `srmServer/v1/${entity[0]!.toLowerCase()}${entity.slice(1)}Restful`;

/** Goods for 113 000.00 including tax. */
export const included = {
  taxIncludedFlag: "Y",
  items: [{ itemName: "支架", uom: "PCS", qty: "100", unitPriceIncl: "1130", taxRate: "T13" }],
};

/** Contracts in force, and the documents that change or end them. */
export class ChangeWorld {
  readonly house: ContractWorld;

  private constructor(house: ContractWorld) {
    this.house = house;
  }

  static async open(): Promise<ChangeWorld> {
    return new ChangeWorld(await ContractWorld.open());
  }

  /** A call of one of the documents, by the buyer unless said. */
  call = (entity: string, name: string, body: object, by: Client = this.house.buyer): Promise<any> =>
    by.call(`${path(entity)}/${name}`, body);
  found = (entity: string, id: string, by?: Client): Promise<Row> => ok(this.call(entity, "findById", { id }, by));
  decides = (id: string, what?: "doPass" | "doReject"): Promise<any> => this.house.world.decides(id, what);

  /** Writes figures that other documents post. */
  writes = async (entity: string, id: string, values: Row): Promise<void> => {
    const keys = Object.keys(values);
    const sets = keys.map((key, i) => `"${key}" = $${i + 2}`).join(", ");
    await this.house.world.rows(`update "${entity}" set ${sets} where id = $1`, id, ...keys.map((key) => values[key]));
  };

  /** A confirmed contract that has come as far as said. */
  async standing(status: string, more: object = included, values: Row = {}): Promise<Row> {
    const doc = await this.house.confirmed(more);
    await this.writes("SrmCctContract", doc["id"], { status, ...values });
    return this.house.found(doc["id"]);
  }

  /** The draft of a change. */
  async drafted(id: string, input: object = {}): Promise<Row> {
    const reply = await this.house.contracts("doAlteration", { id, reason: "数量调整", ...input });
    await ok(Promise.resolve(reply));
    return this.house.found(reply.revealed.draftId);
  }

  file = async (): Promise<string> => {
    const reply = await this.house.buyer.upload("fileServer/v2/file/upload", [{ name: "proof.txt", bytes: Buffer.from("signed by both") }]);
    return String(reply.data[0].id);
  };
}
