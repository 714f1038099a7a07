import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Client } from "./client.ts";
import { ContractWorld } from "./contracting.ts";
import { ok, type Row } from "./managing.ts";

const room = "srmServer/v1/esignSignRestful";

/** Contracts on their way to the signature: both companies have an account, and each a person who may sign up to a million. */
export class SigningWorld {
  readonly house: ContractWorld;
  readonly accounts: Record<string, string> = {};

  private constructor(house: ContractWorld) {
    this.house = house;
  }

  static async open(): Promise<SigningWorld> {
    const made = new SigningWorld(await ContractWorld.open());
    await made.#build();
    return made;
  }

  signs = (name: string, body: object, by: Client = this.house.buyer): Promise<any> => by.call(`${room}/${name}`, body);
  save = (entity: string, action: string, input: object): Promise<any> =>
    this.house.legal.call(`srmServer/v1/${entity[0]!.toLowerCase()}${entity.slice(1)}Restful/${action}`, input);

  async person(key: string, input: object): Promise<string> {
    const made = await ok(this.save("SrmCctSignPersonAccount", "saveOrUpdate", { idType: "PASSPORT", idNo: `E${key}1234567`, ...input }));
    await ok(this.save("SrmCctSignPersonAccount", "doSync", { id: made["id"] }));
    return (this.accounts[key] = made["id"]);
  }

  async company(key: string, input: object): Promise<string> {
    const adminPersonAccountId = this.accounts["buyer"];
    const more = { legalPerson: "法人", adminPersonAccountId, ...input };
    const made = await ok(this.save("SrmCctSignOrgAccount", "saveOrUpdate", more));
    await ok(this.save("SrmCctSignOrgAccount", "doSync", { id: made["id"] }));
    return (this.accounts[key] = made["id"]);
  }

  authorise = (company: string, person: string, maxAmount: string | null = "1000000"): Promise<any> =>
    this.save("SrmCctSignOrgAccount", "doAuthorise", {
      id: this.accounts[company],
      personAccountId: this.accounts[person],
      maxAmount,
    });

  /** A contract as the supplier confirmed it, published, with its official copy. */
  async published(more: object = {}): Promise<Row> {
    const doc = await this.house.confirmed({ signMode: "ESIGN", ...more });
    await ok(this.house.contracts("doSubmitPublish", { id: doc["id"] }));
    if ((await this.house.found(doc["id"]))["status"] === "PUBLISH_APPROVING") await ok(this.house.world.decides(doc["id"]));
    await ok(this.house.contracts("generatePdf", { id: doc["id"] }));
    return this.house.found(doc["id"]);
  }

  signers = (): Row[] => [
    { side: "SUPPLIER", personAccountId: this.accounts["vendor"], orgAccountId: this.accounts["supplier"], sealId: null },
    { side: "BUYER", personAccountId: this.accounts["buyer"], orgAccountId: this.accounts["us"], sealId: null },
  ];

  /** Signing begun; its flow, and the tasks by side. */
  async started(doc: Row, more: object = {}): Promise<{ readonly flowId: string; readonly tasks: Readonly<Record<string, string>> }> {
    const begun = await ok(this.signs("startHandSignFlow", { contractId: doc["id"], signers: this.signers(), expireDays: 15, ...more }));
    return { flowId: begun["flowId"], tasks: Object.fromEntries(begun["tasks"].map((row: Row) => [row["side"], row["id"]])) };
  }

  /** The bytes of the file a record names. */
  async bytes(id: string): Promise<Buffer> {
    const { kernel, dataDir } = this.house.world.product;
    const [row] = await kernel.db.query<Row>(`select "fileName" from "BaseFile" where id = $1`, [id]);
    return readFileSync(join(dataDir, "files", row!["fileName"]));
  }

  /** The code in the letter that was sent last. */
  code(): string {
    const folder = join(this.house.world.product.dataDir, "letters");
    const all = readdirSync(folder).map((name) => join(folder, name));
    const texts = all.toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs).map((file) => readFileSync(file, "utf8"));
    return texts.map((text) => /\b(\d{6})\b/.exec(text)?.[1]).find(Boolean) ?? "";
  }

  async #build(): Promise<void> {
    const { world, ids } = this.house;
    const [vendor] = await world.rows(`select id from "BaseUsers" where "userName" = 'ct.vendor'`);
    ids["vendor"] = vendor!["id"];
    for (const [key, email] of [
      ["buyer", "buyer@example.com"],
      ["vendor", "vendor@example.com"],
    ] as const)
      await world.rows(`update "BaseUsers" set email = $2 where id = $1`, ids[key], email);
    await this.person("buyer", { userId: ids["buyer"], name: "李工", mobile: "13800000001", email: "buyer@example.com" });
    await this.person("vendor", { userId: ids["vendor"], name: "王小明", mobile: "13800000002", email: "vendor@example.com" });
    await this.company("us", { ownerType: "OURS", orgId: ids["org"], orgName: "一厂", uscc: "91350100M000100Y43" });
    await this.company("supplier", { ownerType: "SUPPLIER", supplierId: ids["S1"], orgName: "虚构制造", uscc: "TX-1001" });
    await ok(this.authorise("us", "buyer"));
    await ok(this.authorise("supplier", "vendor"));
  }
}
