import { expect } from "vitest";
import { systemMe } from "#kernel/server/access/permit.ts";
import type { Client } from "./client.ts";
import { knowSupplier, press, save } from "./kernel.ts";
import { openBuilt, type TestProduct } from "./product.ts";
import { officeDay } from "./day.ts";

export type Row = Record<string, any>;
const system = systemMe("test");

/** The data of an answer that must be a success. */
export async function ok(reply: Promise<any>): Promise<Row> {
  const answer = await reply;
  expect([answer.status, answer.code, answer.msg]).toEqual(["S", undefined, undefined]);
  return answer.data;
}

export const day = (from: number): string => officeDay(from);

const people = [
  ["buyer", "SOURCING"],
  ["quality", "QUALITY"],
  ["legal", "LEGAL"],
  ["manager", "PUR_MANAGER"],
] as const;

/** A buying organisation with two suppliers and the people who take part in an introduction. */
export class LifecycleWorld {
  readonly product: TestProduct;
  readonly ids: Record<string, string>;
  buyer!: Client;
  quality!: Client;
  legal!: Client;
  manager!: Client;
  vendor!: Client;
  stranger!: Client;
  #tracks = 0;

  constructor(product: TestProduct, ids: Record<string, string> = {}) {
    this.product = product;
    this.ids = ids;
  }

  static open(): Promise<LifecycleWorld> {
    return LifecycleWorld.begin("lifecycle", () => Promise.resolve());
  }

  /** What `more` puts there beside the organisation and its suppliers is built once for all tests that name it. */
  static async begin(name: string, more: (life: LifecycleWorld) => Promise<void>): Promise<LifecycleWorld> {
    const [product, ids] = await openBuilt(name, async (empty) => {
      const life = new LifecycleWorld(empty);
      await life.#build();
      await more(life);
      return life.ids;
    });
    const world = new LifecycleWorld(product, ids);
    for (const [key, responsibility] of people) world[key] = await world.wearing(`slc.${key}`, responsibility);
    [world.vendor, world.stranger] = await Promise.all([product.signIn("slc.S1"), product.signIn("slc.S2")]);
    return world;
  }

  async #build(): Promise<void> {
    const { product, ids } = this;
    for (const code of ["S1", "S2"]) {
      await knowSupplier(product.kernel, code);
      ids[code] = code;
    }
    ids["org"] = (await this.made("BaseOrganization", { orgCode: "SLC", orgName: "SLC", orgType: "BU", functionalCurrency: "CNY" }))["id"];
    ids["category"] = (
      await this.made("SrmBasePurchaseCategory", {
        categoryCode: "SHEET",
        categoryName: "钣金",
        purchaseKind: "DIRECT",
        importanceLevel: "ROUTINE",
      })
    )["id"];
    ids["item"] = (
      await this.made("SrmBaseItem", {
        itemCode: "M-100",
        itemName: "支架",
        itemNameEn: "Bracket",
        categoryId: ids["category"],
        itemType: "RAW",
        primaryUom: "PCS",
      })
    )["id"];
    const [district] = await this.rows(`select id from "SrmBaseDistrict" where "districtLevel" = 'CITY' limit 1`);
    ids["address"] = (
      await this.made("SrmBaseDeliveryInfo", {
        deliveryCode: "DOCK",
        deliveryName: "收样处",
        orgId: ids["org"],
        districtId: district!["id"],
        address: "一号楼",
        consignee: "收样员",
        consigneePhone: "13800000000",
      })
    )["id"];
    for (const [key, responsibility] of people) ids[key] = await product.person(`slc.${key}`, [responsibility]);
    for (const code of ["S1", "S2"])
      await product.person(`slc.${code}`, ["SUP_ADMIN"], { userType: "SUPPLIER", supplierId: ids[code], supAdminFlag: "Y" });
  }

  made = (entity: string, input: object): Promise<Row> => save(this.product.kernel, entity, { ...input }, system);
  act = (entity: string, id: string, action: string, input: object = {}, more: object = {}): Promise<Row> =>
    press(this.product.kernel, entity, id, action, { ...input }, more, system);
  rows = <T = Row>(sql: string, ...values: unknown[]): Promise<T[]> => this.product.kernel.db.query<T>(sql, values);

  async wearing(userName: string, respCode: string): Promise<Client> {
    const client = await this.product.signIn(userName);
    const [responsibility] = await this.rows(`select id from "BaseResponsibility" where "respCode" = $1`, respCode);
    await client.call("baseServer/baseLoginService/switchResponsibility", { responsibilityId: responsibility!["id"] });
    return client;
  }

  /** A running introduction of S1 along these nodes, one after the other. */
  async track(nodes: readonly string[], more: object = {}): Promise<string> {
    const no = ++this.#tracks;
    const template = await this.made("SrmBaseProcessTemplate", {
      templateCode: `PATH${no}`,
      templateName: `路径${no}`,
      effectiveFrom: day(-1),
      nodes: nodes.map((nodeCode, i) => ({ nodeSeq: (i + 1) * 10, nodeCode, requiredType: "MUST", ...more })),
    });
    await this.act("SrmBaseProcessTemplate", template["id"], "doEnabled");
    const scene = await this.made("SrmSlcIntroduceScenes", {
      sceneCode: `SCENE${no}`,
      sceneName: `场景${no}`,
      sceneType: "NEW",
      priority: no,
      processTemplateId: template["id"],
    });
    await this.act("SrmSlcIntroduceScenes", scene["id"], "doEnabled");
    const category = await this.made("SrmBasePurchaseCategory", {
      categoryCode: `CAT${no}`,
      categoryName: `品类${no}`,
      purchaseKind: "DIRECT",
      importanceLevel: "ROUTINE",
    });
    const made = await this.made("SrmSlcIntroduceTrack", {
      supplierId: this.ids["S1"],
      orgId: this.ids["org"],
      categoryIds: [category["id"]],
      sceneId: scene["id"],
      ownerId: this.ids["buyer"],
      startDate: day(0),
      scopes: [{ categoryId: category["id"] }],
    });
    await this.act("SrmSlcIntroduceTrack", made["id"], "doOpen");
    return made["id"];
  }

  /** The state of an introduction and of each of its nodes. */
  async stands(trackId: string): Promise<readonly [string, Record<string, string>]> {
    const [track] = await this.rows(`select "trackStatus" from "SrmSlcIntroduceTrack" where id = $1`, trackId);
    const nodes = await this.rows(`select "nodeCode", "nodeStatus" from "SrmSlcIntroduceTrackNode" where "parentId" = $1`, trackId);
    return [track!["trackStatus"], Object.fromEntries(nodes.map((node) => [node["nodeCode"], node["nodeStatus"]]))];
  }

  /** The open task about a document, passed or rejected by the manager. */
  async decides(bizId: string, what: "doPass" | "doReject" = "doPass", by: Client = this.manager): Promise<any> {
    const [task] = await this.rows(
      `select t.id from "BpmTask" t join "BpmInstance" i on i.id = t."parentId"
       where i."bizId" = $1 and t.status in ('TODO', 'CLAIMED') order by t.id desc limit 1`,
      bizId,
    );
    return by.call(`bpmServer/bpmTaskService/${what}`, {
      taskId: task?.["id"],
      comment: "ok",
      ...(what === "doReject" ? { targetNodeId: "START" } : {}),
    });
  }
}
