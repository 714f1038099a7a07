import { expect } from "vitest";
import { newId } from "#kernel/server/act/id.ts";
import { systemMe } from "#kernel/server/access/permit.ts";
import { houseDay } from "#kernel/time.ts";
import { addDays } from "#kernel/days.ts";
import type { Client } from "./client.ts";
import { save } from "./kernel.ts";
import { openBuilt, type TestProduct } from "./product.ts";

export type Row = Record<string, any>;
const system = systemMe("test");

export const today = houseDay(new Date());
/** The day so many days from today. */
export const from = (days: number): string => addDays(today, days);

/** The data of an answer that must be a success. */
export async function ok(reply: Promise<any>): Promise<Row> {
  const answer = await reply;
  expect([answer.status, answer.code, answer.msg, answer.fieldErrors]).toEqual(["S", undefined, undefined, undefined]);
  return answer.data;
}

const people = [
  ["buyer", "SOURCING"],
  ["specialist", "SUP_SPECIALIST"],
  ["legal", "LEGAL"],
  ["boss", "PUR_MANAGER"],
] as const;

/** An organisation that buys two categories, those who look after its suppliers, and as many qualified suppliers as wanted. */
export class ManagingWorld {
  readonly product: TestProduct;
  readonly ids: Record<string, string>;
  readonly people: Record<string, Client> = {};
  #made = 0;

  constructor(product: TestProduct, ids: Record<string, string> = {}) {
    this.product = product;
    this.ids = ids;
  }

  static async open(): Promise<ManagingWorld> {
    const [product, ids] = await openBuilt("managing", async (empty) => {
      const house = new ManagingWorld(empty);
      await house.#build();
      return house.ids;
    });
    const world = new ManagingWorld(product, ids);
    for (const [key, responsibility] of people) world.people[key] = await world.wearing(`mg.${key}`, responsibility);
    return world;
  }

  async #build(): Promise<void> {
    const { ids, product } = this;
    ids["org"] = (await this.made("BaseOrganization", { orgCode: "BU1", orgName: "一厂", orgType: "BU", functionalCurrency: "CNY" }))["id"];
    for (const [key, categoryName] of [
      ["sheet", "钣金"],
      ["plastic", "注塑"],
    ] as const)
      ids[key] = (
        await this.made("SrmBasePurchaseCategory", {
          categoryCode: key.toUpperCase(),
          categoryName,
          purchaseKind: "DIRECT",
          importanceLevel: "ROUTINE",
        })
      )["id"];
    for (const [key, responsibility] of people) ids[key] = await product.person(`mg.${key}`, [responsibility]);
  }

  made = (entity: string, input: object): Promise<Row> => save(this.product.kernel, entity, { ...input }, system);
  /** Something the system does, now or at nine in the morning of a day. */
  async act(entity: string, id: string, action: string, input: object = {}, day: string | null = null): Promise<Row> {
    const { kernel } = this.product;
    const outcome = await kernel.actor.act(
      { entity: kernel.declared.entity(entity), action, targets: [{ id, input: { ...input } }] },
      { me: system, now: day ? new Date(`${day}T09:00:00+08:00`) : new Date(), requestId: newId(), ip: null },
    );
    return outcome.documents[0] ?? {};
  }
  rows = <T = Row>(sql: string, ...values: unknown[]): Promise<T[]> => this.product.kernel.db.query<T>(sql, values);

  async wearing(userName: string, respCode: string): Promise<Client> {
    const client = await this.product.signIn(userName);
    const [responsibility] = await this.rows(`select id from "BaseResponsibility" where "respCode" = $1`, respCode);
    await client.call("baseServer/baseLoginService/switchResponsibility", { responsibilityId: responsibility!["id"] });
    return client;
  }

  /** A supplier with an effective file, and nothing granted. */
  async supplier(more: object = {}, day: string | null = null): Promise<string> {
    const no = ++this.#made;
    const [country] = await this.rows(`select id from "SrmBaseDistrict" where "districtLevel" = 'COUNTRY' order by id limit 1`);
    const info = await this.made("SrmSupInfo", {
      supplierName: `虚构制造${no}有限公司`,
      supplierNature: "OVERSEAS",
      supplierNameEn: `Fictional Works ${no}`,
      taxNo: `TX-${1000 + no}`,
      supplierType: "MANUFACTURER",
      countryId: country!["id"],
      registeredAddress: `虚构路${no}号`,
      mainProducts: "钣金件",
      legalPerson: `法人${no}`,
      ownerId: this.ids["buyer"],
      ...more,
    });
    await this.rows(`update "SrmSupInfo" set "infoStatus" = 'EFFECTIVE' where id = $1`, info["id"]);
    await this.act("SrmSupInfo", info["id"], "doDerive", {}, day);
    return info["id"];
  }

  /** The same, qualified for both categories. */
  async qualified(more: object = {}, day: string | null = null): Promise<string> {
    const id = await this.supplier(more, day);
    await this.grant(id, "QUALIFIED", ["sheet", "plastic"], day);
    return id;
  }

  grant(id: string, categoryStatus: string, keys: readonly string[] = ["sheet", "plastic"], day: string | null = null): Promise<Row> {
    const categories = keys.map((key) => ({ orgId: this.ids["org"], categoryId: this.ids[key], categoryStatus, validTo: from(4000) }));
    return this.act("SrmSupInfo", id, "doGrant", { docType: "TEST", docId: "T1", reason: "test", categories }, day);
  }

  /** The open task about a document, passed or rejected. */
  async decides(bizId: string, what: "doPass" | "doReject" = "doPass", by: Client = this.people["boss"]!): Promise<any> {
    const [task] = await this.rows(
      `select t.id from "BpmTask" t join "BpmInstance" i on i.id = t."parentId"
       where i."bizId" = $1 and t.status in ('TODO', 'CLAIMED') order by t.id desc limit 1`,
      bizId,
    );
    return by.call(`bpmServer/bpmTaskService/${what}`, { taskId: task?.["id"], comment: "ok" });
  }
}
