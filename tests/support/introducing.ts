import { expect } from "vitest";
import { systemMe } from "#kernel/server/access/permit.ts";
import { groundOf, upload, type Ground } from "../server/register-world.ts";
import type { Client } from "./client.ts";
import { officeDay } from "./day.ts";
import { press, save } from "./kernel.ts";
import { openTestProduct, type TestProduct } from "./product.ts";

type Row = Record<string, any>;
const system = systemMe("test");
const responsibilities = {
  specialist: "SUP_SPECIALIST",
  buyer: "SOURCING",
  quality: "QUALITY",
  qualityLead: "QUALITY_MANAGER",
  manager: "PUR_MANAGER",
  finance: "FINANCE",
  chief: "FINANCE_MANAGER",
} as const;
type Role = keyof typeof responsibilities;

/** What a supplier may be asked for, in the order the judge knows it. */
const operations = ["SOURCING", "AWARD", "ORDER", "DELIVERY", "STATEMENT", "PAYMENT", "LOGIN"] as const;

/** The buying house of the supplier journeys: shipped responsibilities, one way in of three steps, and the calls of what no page is looked at for. */
export class House {
  readonly product: TestProduct;
  readonly ground: Ground;
  readonly ids: Record<string, string> = {};
  readonly who = {} as Record<Role, Client>;

  private constructor(product: TestProduct, ground: Ground) {
    this.product = product;
    this.ground = ground;
  }

  static async open(): Promise<House> {
    const product = await openTestProduct();
    const house = new House(product, await groundOf(product));
    for (const [role, responsibility] of Object.entries(responsibilities) as [Role, string][]) {
      house.ids[role] = await product.person(`house.${role}`, [responsibility]);
      house.who[role] = await product.signIn(`house.${role}`);
    }
    await house.#layWay();
    return house;
  }

  made = (entity: string, input: object): Promise<Row> => save(this.product.kernel, entity, { ...input }, system);
  rows = (sql: string, ...values: unknown[]): Promise<Row[]> => this.product.kernel.db.query<Row>(sql, values);
  one = async (sql: string, ...values: unknown[]): Promise<Row> => (await this.rows(sql, ...values))[0]!;
  supplier = (id: string): Promise<Row> => this.one(`select * from "SrmSupInfo" where id = $1`, id);

  /** A call that must succeed. */
  async ok(by: Client, entity: string, name: string, body: object): Promise<Row> {
    const reply = await this.ask(by, entity, name, body);
    expect([name, reply.status, reply.code, reply.msg]).toEqual([name, "S", undefined, undefined]);
    return reply.data;
  }
  ask = (by: Client, entity: string, name: string, body: object): Promise<any> =>
    by.call(`srmServer/v1/${entity[0]!.toLowerCase()}${entity.slice(1)}Restful/${name}`, { ...body });

  async #layWay(): Promise<void> {
    const resp = new Map((await this.rows(`select id, "respCode" from "BaseResponsibility"`)).map((row) => [row["respCode"], row["id"]]));
    const way = [
      ["QUALIFY_CENSOR", "SOURCING"],
      ["LOCALE_INSPECT", "QUALITY"],
      ["QUALIFIED", "SOURCING"],
    ] as const;
    const template = await this.made("SrmBaseProcessTemplate", {
      templateCode: "WAY",
      templateName: "三步引入",
      templateNameEn: "Three steps",
      effectiveFrom: "2026-01-01",
      nodes: way.map(([nodeCode, responsibility], i) => ({
        nodeSeq: (i + 1) * 10,
        nodeCode,
        slaDays: 10,
        ownerRespId: resp.get(responsibility),
      })),
    });
    await press(this.product.kernel, "SrmBaseProcessTemplate", template["id"], "doEnabled", {}, {}, system);
    const scene = await this.made("SrmSlcIntroduceScenes", {
      sceneCode: "NEW",
      sceneName: "新供应商",
      sceneNameEn: "New supplier",
      sceneType: "NEW",
      processTemplateId: template["id"],
    });
    await press(this.product.kernel, "SrmSlcIntroduceScenes", scene["id"], "doEnabled", {}, {}, system);
    const proof = await this.made("SrmSlcQualificationRequire", {
      requireCode: "LIC",
      requireName: "营业执照",
      requireNameEn: "Business licence",
      certType: "LICENSE",
      useAt: ["QUALIFY"],
    });
    await press(this.product.kernel, "SrmSlcQualificationRequire", proof["id"], "doEnabled", {}, {}, system);
    const term = await this.made("SrmBasePaymentTerm", {
      termCode: "N30",
      termName: "票后三十天",
      applyScope: ["ORDER", "AGREEMENT", "SUPPLIER"],
      nodes: [{ nodeSeq: 1, nodeType: "INVOICE", proportion: "100", dueMode: "DAYS_AFTER", days: 30 }],
    });
    await press(this.product.kernel, "SrmBasePaymentTerm", term["id"], "doEnabled", {}, {}, system);
    this.ids["term"] = term["id"];
  }

  /** A supplier in force, with an account, a person on file and a portal administrator; qualified where asked. */
  async knows(code: string, uscc: string, more: { readonly qualified?: boolean } = {}): Promise<string> {
    const { id } = await this.made("SrmSupInfo", {
      supplierName: `虚构${code}有限公司`,
      supplierNameEn: `${code} Invented Co.`,
      supplierNature: "MAINLAND",
      uscc,
      supplierType: "SERVICE",
      legalPerson: "负责人",
      countryId: this.ground.countryId,
      registeredAddress: "一号路",
      mainProducts: "钣金件",
      ownerId: this.ids["specialist"],
      companyPhone: "0512-66000000",
    });
    await this.rows(`update "SrmSupInfo" set "infoStatus" = 'EFFECTIVE', "supStatus" = 'POTENTIAL' where id = $1`, id);
    this.ids[code] = id;
    this.ids[`${code}.user`] = await this.product.person(`${code}.admin`, ["SUP_ADMIN"], {
      displayName: `${code}管理员`,
      userType: "SUPPLIER",
      supplierId: id,
      supAdminFlag: "Y",
    });
    await this.made("SrmSupContact", {
      supplierId: id,
      contactName: "旧联系人",
      contactRole: ["MANAGER"],
      mobile: "13800000001",
      email: `old@${code}.example`,
      primaryFlag: "Y",
      userId: this.ids[`${code}.user`],
    });
    if (more.qualified)
      await press(
        ...([this.product.kernel, "SrmSupInfo", id, "doGrant"] as const),
        {
          docType: "TEST",
          docId: "TEST",
          reason: "qualified before",
          categories: [
            { orgId: this.ground.orgId, categoryId: this.ground.categoryId, categoryStatus: "QUALIFIED", validTo: officeDay(700) },
          ],
        },
        {},
        system,
      );
    return id;
  }

  /** Whoever has the open task of a document says yes. */
  async passed(bizId: string, by: Role): Promise<void> {
    const task = await this.one(
      `select t.id from "BpmTask" t join "BpmInstance" i on i.id = t."parentId" where i."bizId" = $1 and t.status in ('TODO', 'CLAIMED') order by t.id desc limit 1`,
      bizId,
    );
    const reply = await this.who[by].call("bpmServer/bpmTaskService/doPass", { taskId: task["id"], comment: "同意" });
    expect([reply.status, reply.code, reply.msg]).toEqual(["S", undefined, undefined]);
  }

  /** A visit of two people, from the notice to the approved result; the first look of the supplier is between the two. */
  async announces(supplierId: string, trackId: string): Promise<string> {
    const { quality } = this.who;
    const visit = await this.ok(quality, "SrmSlcLocaleInspect", "saveOrUpdate", {
      supplierId,
      trackId,
      orgId: this.ground.orgId,
      inspectType: "ADMISSION",
      inspectDate: officeDay(1),
      leaderId: this.ids["quality"],
      passScore: "80",
      agenda: "09:00 首次会议",
      innerRemark: "压价时可用",
      members: [
        { userId: this.ids["quality"], weight: "60" },
        { userId: this.ids["buyer"], weight: "40" },
      ],
      items: [{ seqNum: 10, section: "质量体系", itemName: "体系运行", itemNameEn: "System at work", maxScore: "10", weight: "100" }],
    });
    await this.ok(quality, "SrmSlcLocaleInspect", "doNotify", { id: visit["id"] });
    return visit["id"];
  }

  async visits(id: string): Promise<void> {
    const { quality } = this.who;
    await this.ok(quality, "SrmSlcLocaleInspect", "doStartScore", { id });
    for (const role of ["quality", "buyer"] as const) {
      const sheet = await this.one(`select id from "SrmSlcScore" where "inspectId" = $1 and "memberId" = $2`, id, this.ids[role]);
      const doc = await this.ok(this.who[role], "SrmSlcScore", "findById", { id: sheet["id"] });
      const lines = { changed: doc["lines"].map((line: Row) => ({ id: line["id"], score: "9", naFlag: "N" })) };
      await this.ok(this.who[role], "SrmSlcScore", "saveOrUpdate", { id: doc["id"], versionNum: doc["versionNum"], lines });
      await this.ok(this.who[role], "SrmSlcScore", "doSubmit", { id: doc["id"] });
    }
    await this.ok(quality, "SrmSlcLocaleInspect", "doSummary", { id, summary: "现场受控" });
    await this.ok(quality, "SrmSlcLocaleInspect", "doSubmit", { id });
    await this.passed(id, "qualityLead");
  }

  /** The application at the end of the way, handed in. */
  async appliesFor(supplierId: string): Promise<string> {
    const location = await this.one(`select id from "SrmSupLocation" where "supplierId" = $1 limit 1`, supplierId);
    const draft = await this.ok(this.who.buyer, "SrmSlcQualifiedSupplier", "saveOrUpdate", {
      supplierId,
      orgId: this.ground.orgId,
      summary: "各节点通过",
      sites: [
        {
          siteCode: "MAIN",
          siteName: "主地点",
          locationId: location["id"],
          siteUse: ["PURCHASE"],
          currency: "CNY",
          taxRate: "T13",
          termId: this.ids["term"],
        },
      ],
    });
    await this.ok(this.who.buyer, "SrmSlcQualifiedSupplier", "doSubmit", { id: draft["id"], versionNum: draft["versionNum"] });
    return draft["id"];
  }

  /** What may be done with a supplier today: the operations that are stopped. */
  async stopped(supplierId: string): Promise<string[]> {
    const found: string[] = [];
    for (const op of operations) {
      const { orgId, categoryId } = this.ground;
      const reply = await this.ok(this.who.specialist, "SrmSupInfo", "assertTradable", { supplierId, op, orgId, categoryId });
      if (!reply["ok"]) found.push(op);
    }
    return found;
  }

  proof = (by: Client): Promise<string> => upload(by);
}
