import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { FieldError } from "#kernel/refusal.ts";
import { systemMe } from "#kernel/server/access/permit.ts";
import { doerOf } from "../support/kernel.ts";
import { day, OrderWorld, type Row } from "../support/ordering.ts";
import { plant } from "../support/plant.ts";

let world: OrderWorld;
/** A second business unit with a plant, its gate, its warehouse, a department and a site of the supplier. */
const other: Record<string, string> = {};
const relation = "REL-OWN";

beforeAll(async () => {
  world = await OrderWorld.open();
  const { life } = world;
  const make = async (entity: string, values: object): Promise<string> => (await life.made(entity, values))["id"];
  other["org"] = await make("BaseOrganization", { orgCode: "B2", orgName: "B2", orgType: "BU", functionalCurrency: "CNY" });
  other["plant"] = await make("BaseOrganization", { orgCode: "I2", orgName: "I2", orgType: "INV", parentOrgId: other["org"] });
  const [district] = await life.rows(`select id from "SrmBaseDistrict" where "districtLevel" = 'CITY' limit 1`);
  const gate = (deliveryCode: string, orgId: string) =>
    make("SrmBaseDeliveryInfo", {
      deliveryCode,
      deliveryName: deliveryCode,
      orgId,
      districtId: district!["id"],
      address: "二号楼",
      consignee: "仓管员",
      consigneePhone: "13800000000",
    });
  const store = (orgId: string) => make("SrmBaseStorageLocation", { orgId, storageCode: "W1", storageName: "仓" });
  other["gate"] = await gate("GATE2", other["plant"]);
  other["ownGate"] = await gate("GATE1", life.ids["inv"]!);
  other["store"] = await store(other["plant"]);
  other["ownStore"] = await store(life.ids["inv"]!);
  other["dept"] = await make("BaseDepartment", { deptCode: "D2", deptName: "二部", orgId: other["org"] });
  await plant(life.product.kernel.db, "SrmSupSite", "SITE-B2", {
    supplierId: "S1",
    siteCode: "B",
    siteName: "二部",
    orgId: other["org"],
    locationId: "LOC-S1",
    siteUse: ["PURCHASE"],
    currency: "CNY",
    taxRate: "T13",
    termId: life.ids["term"],
    siteStatus: "ACTIVE",
  });
  await plant(life.product.kernel.db, "SrmBaseOrganizationRelation", relation, {
    relationType: "PUR_RECV",
    sourceOrgId: life.ids["org"],
    targetOrgId: life.ids["inv"],
    defaultFlag: "Y",
    startDate: day(-100),
    enabledFlag: "Y",
  });
});
afterAll(() => world?.life.product.drop());

const kernel = () => world.life.product.kernel;
const errorsOf = (refusal: { readonly code: string; readonly fieldErrors: readonly FieldError[] }): readonly string[] =>
  refusal.fieldErrors.length ? refusal.fieldErrors.map(({ path, code }) => `${path} ${code}`) : [refusal.code];

/** What would stand against it; nothing is written. */
async function against(entity: string, action: string, input: object, id?: string): Promise<readonly string[]> {
  const command = { entity: kernel().declared.entity(entity), action, targets: [{ ...(id ? { id } : {}), input: { ...input } }] };
  const { refusals } = await kernel().actor.trial(command, doerOf(systemMe("test")));
  return refusals.flatMap(errorsOf);
}

const orderOf = (row: object = {}, head: object = {}, line: object = {}): Row => {
  const body = world.body({ rows: ["10"], head, line });
  const [first] = body["lines"] as Row[];
  return { ...body, lines: [{ ...first, deliveries: [{ ...first!["deliveries"][0], deliveryInfoId: null, ...row }] }] };
};
const needOf = (row: object = {}, head: object = {}): Row => ({
  orgId: world.life.ids["org"],
  requisitionType: "MATERIAL",
  ...head,
  lines: [{ itemId: world.life.ids["item"], requestQty: "1", needByDate: day(20), invOrgId: world.life.ids["inv"], ...row }],
});
const forecastOf = (row: object = {}, head: object = {}): Row => ({
  orgId: world.life.ids["org"],
  supplierId: "S1",
  periodType: "WEEK",
  startPeriod: day(7),
  periodCount: 1,
  ...head,
  replyDeadline: `${day(5)} 12:00:00`,
  lines: [{ itemId: world.life.ids["item"], invOrgId: world.life.ids["inv"], periods: [], ...row }],
});
const row = "lines[0].deliveries[0]";

/** How the relation stands, put there past its own rules and taken back again. */
async function standing<T>(values: Row, look: () => Promise<T>): Promise<T> {
  const set = (given: Row) =>
    world.life.rows(
      `update "SrmBaseOrganizationRelation" set "startDate" = $2, "endDate" = $3, "enabledFlag" = $4 where id = $1`,
      ...[relation, given["startDate"] ?? day(-100), given["endDate"] ?? null, given["enabledFlag"] ?? "Y"],
    );
  await set(values);
  return look().finally(() => set({}));
}
const without: Readonly<Record<string, () => Row>> = {
  "ended yesterday": () => ({ endDate: day(-1) }),
  "beginning tomorrow": () => ({ startDate: day(1) }),
  "switched off": () => ({ enabledFlag: "N" }),
};

describe("who buys for which plant", () => {
  test.each(Object.keys(without))("a relation %s lets no document name the plant", async (how) => {
    expect(await against("SrmPurOrderHeader", "saveOrUpdate", orderOf())).toEqual([]);
    expect(await against("SrmPurRequisitionHeader", "saveOrUpdate", needOf())).toEqual([]);
    const draft = await world.draft({ rows: ["10"] });
    const sent = await world.draft({ rows: ["10"] });
    await world.life.act("SrmPurOrderHeader", sent["id"], "doSubmit");
    expect(await against("SrmPurOrderHeader", "doSubmit", {}, draft["id"])).toEqual([]);
    expect(await against("SrmPurOrderHeader", "doApproval", {}, sent["id"])).toEqual([]);
    await standing(without[how]!(), async () => {
      expect(await against("SrmPurOrderHeader", "saveOrUpdate", orderOf())).toEqual([`${row}.invOrgId DATA_WITHIN`]);
      expect(await against("SrmPurRequisitionHeader", "saveOrUpdate", needOf())).toEqual(["lines[0].invOrgId DATA_WITHIN"]);
      expect(await against("SrmPurForecast", "saveOrUpdate", forecastOf())).toContain("lines[0].invOrgId DATA_WITHIN");
      expect(await against("SrmPurOrderHeader", "saveOrUpdate", { remark: "不变" }, draft["id"]), "what is there stays").toEqual([]);
      expect(await against("SrmPurOrderHeader", "doSubmit", {}, draft["id"])).toEqual([`${row}.invOrgId DATA_WITHIN`]);
      expect(await against("SrmPurOrderHeader", "doApproval", {}, sent["id"])).toEqual([`${row}.invOrgId DATA_WITHIN`]);
    });
    await world.life.act("SrmPurOrderHeader", draft["id"], "delete");
  });

  test("a plant of another unit is named only with a relation, its own or that of a central buyer", async () => {
    const asked = () => against("SrmPurOrderHeader", "saveOrUpdate", orderOf({ invOrgId: other["plant"] }));
    expect(await asked()).toEqual([`${row}.invOrgId DATA_WITHIN`]);
    expect(await against("SrmPurRequisitionHeader", "saveOrUpdate", needOf({ invOrgId: other["plant"] }))).toEqual([
      "lines[0].invOrgId DATA_WITHIN",
    ]);
    const related = async (relationType: string, targetOrgId: string): Promise<void> => {
      const entry = await world.life.made("SrmBaseOrganizationRelation", {
        relationType,
        sourceOrgId: world.life.ids["org"],
        targetOrgId,
        startDate: day(0),
      });
      expect(await asked(), relationType).toEqual([]);
      await world.life.act("SrmBaseOrganizationRelation", entry["id"], "delete");
    };
    await related("PUR_RECV", other["plant"]!);
    await related("CENTRAL_PUR", other["org"]!);
    expect(await asked()).toEqual([`${row}.invOrgId DATA_WITHIN`]);
  });

  test("a relation is not ended, moved, deleted or switched off under open documents that rely on it", async () => {
    const order = await world.running({ rows: ["10"] });
    const entity = "SrmBaseOrganizationRelation";
    const ends = [
      ["saveOrUpdate", { endDate: day(-1) }],
      ["saveOrUpdate", { startDate: day(1) }],
      ["saveOrUpdate", { targetOrgId: other["plant"] }],
      ["doInvalid", {}],
      ["delete", {}],
    ] as const;
    for (const [action, input] of ends) expect(await against(entity, action, input, relation), action).toEqual(["BASE_USED_001"]);
    expect(await against(entity, "saveOrUpdate", { endDate: day(30) }, relation), "a day to come").toEqual([]);
    const next = await world.life.made(entity, {
      relationType: "PUR_RECV",
      sourceOrgId: world.life.ids["org"],
      targetOrgId: world.life.ids["inv"],
      startDate: day(0),
    });
    expect(await against(entity, "saveOrUpdate", { endDate: day(-1) }, relation), "another one goes on").toEqual([]);
    await world.life.act(entity, next["id"], "delete");
    await world.life.rows(`update "SrmPurOrderHeader" set status = 'CLOSED'`);
    await world.life.rows(`update "SrmPurRequisitionHeader" set status = 'CLOSED'`);
    for (const [action, input] of ends) expect(await against(entity, action, input, relation), action).toEqual([]);
    await world.life.rows(`update "SrmPurOrderHeader" set status = 'CONFIRMED' where id = $1`, order["id"]);
  });
});

describe("what pickers offer", () => {
  /** What somebody is offered, by code or name, and what is said where it is nothing. */
  async function offered(entity: string, body: object, client = world.life.buyer): Promise<Row> {
    const service = kernel().declared.entity(entity).service;
    const path = `${service}/v1/${entity[0]!.toLowerCase()}${entity.slice(1)}Restful/pickByPage`;
    const { data, none, code, page } = (await client.call(path, body)) as Row;
    return { codes: data?.map((entry: Row) => entry["code"] ?? entry["id"]), none, code, count: page?.count };
  }
  const codesOf = async (...given: Parameters<typeof offered>): Promise<readonly string[]> => (await offered(...given))["codes"];

  test("only what saving would accept beside the organisation that is chosen", async () => {
    const { org, inv } = world.life.ids;
    const plants = (of: unknown, more: object = {}) =>
      codesOf("BaseOrganization", { where: { orgType: "INV" }, fits: ["receives", of], ...more });
    const [own] = await world.life.rows(`select "orgCode" code from "BaseOrganization" where id = $1`, inv);
    expect(await plants(org)).toEqual([own!["code"]]);
    expect(await plants(other["org"])).toEqual(["I2"]);
    expect(await plants(org, { text: "I2" })).toEqual([]);
    expect(await codesOf("SrmBaseDeliveryInfo", { fits: ["shipsTo", other["org"]] })).toEqual(["GATE2"]);
    expect(await codesOf("SrmBaseDeliveryInfo", { fits: ["shipsTo", org] })).toEqual(["DOCK", "GATE1"]);
    const stores = { entity: "SrmBaseStorageLocation", body: { fits: ["stores", inv] } };
    const keeper = await world.life.product.person("slc.keeper", ["WAREHOUSE"]).then(() => world.life.product.signIn("slc.keeper"));
    expect(await codesOf(stores.entity, stores.body, keeper)).toHaveLength(1);
    expect(await codesOf(stores.entity, stores.body), "of documents that are not his").toHaveLength(2);
    expect(await codesOf("BaseDepartment", { fits: ["works", other["org"]] })).toEqual(["D2"]);
    expect(await codesOf("SrmSupSite", { where: { supplierId: "S1" }, fits: ["trades", org] })).toEqual(["A"]);
    expect(await codesOf("SrmSupSite", { where: { supplierId: "S1" }, fits: ["trades", other["org"]] })).toEqual(["B"]);
  });

  test("pages and their count are those of what is offered", async () => {
    const page = (pageIndex: number) =>
      offered("SrmBaseDeliveryInfo", { fits: ["shipsTo", world.life.ids["org"]], pageIndex, pageRows: 1 });
    expect(await page(1)).toMatchObject({ codes: ["DOCK"], count: 2 });
    expect(await page(2)).toMatchObject({ codes: ["GATE1"], count: 2 });
    expect(await page(3)).toMatchObject({ codes: [] });
  });

  test("with nothing to offer it says why and where that is changed", async () => {
    await standing({ endDate: day(-1) }, async () => {
      const asked = { where: { orgType: "INV" }, fits: ["receives", world.life.ids["org"]] };
      const { codes, none } = await offered("BaseOrganization", asked);
      expect(codes).toEqual([]);
      expect(none).toMatchObject({ msg: expect.stringContaining("请维护组织关系") });
    });
    expect((await offered("BaseOrganization", { text: "nobody is called so" }))["none"], "not narrowed").toBeUndefined();
  });

  test("an organisation that is not known, or not his to name, narrows nothing; a judgement nobody declares is refused", async () => {
    const all = await codesOf("SrmBaseDeliveryInfo", {});
    expect(all).toEqual(expect.arrayContaining(["DOCK", "GATE1", "GATE2"]));
    for (const of of ["NOBODY", "", "S1"]) expect(await codesOf("SrmBaseDeliveryInfo", { fits: ["shipsTo", of] }), of).toEqual(all);
    const { vendor } = world.life;
    const seen = await codesOf("BaseOrganization", {}, vendor);
    expect(await codesOf("BaseOrganization", { fits: ["receives", other["org"]] }, vendor)).toEqual(seen);
    for (const fits of [
      ["loves", "x"],
      ["works", world.life.ids["org"]],
    ])
      expect((await offered("SrmBaseDeliveryInfo", { fits }))["code"]).toBe("FILTER_UNKNOWN");
    for (const fits of ["shipsTo", ["shipsTo"], [1, 2], { shipsTo: "x" }])
      expect((await offered("SrmBaseDeliveryInfo", { fits }))["code"]).toBe("FIELD_TYPE");
  });
});

describe("what belongs to another place", () => {
  test("ship-to, warehouse, site and department are of the organisation that a document is for", async () => {
    const { ids } = world.life;
    const order = (...given: Parameters<typeof orderOf>) => against("SrmPurOrderHeader", "saveOrUpdate", orderOf(...given));
    const fine = { deliveryInfoId: other["ownGate"], storageLocationId: other["ownStore"] };
    expect(await order(fine)).toEqual([]);
    expect(await order({ deliveryInfoId: ids["address"] }), "of the unit that buys").toEqual([]);
    expect(await order({ deliveryInfoId: other["gate"] })).toContain(`${row}.deliveryInfoId DATA_WITHIN`);
    expect(await order({ invOrgId: null, deliveryInfoId: other["gate"] })).toEqual([`${row}.deliveryInfoId DATA_WITHIN`]);
    expect(await order({ storageLocationId: other["store"] })).toEqual([`${row}.storageLocationId DATA_WITHIN`]);
    expect(await order({}, { expand: [{ shipToDefaultId: other["gate"] }] })).toEqual(["expand[0].shipToDefaultId DATA_WITHIN"]);
    expect(await order({}, { supplierSiteId: "SITE-B2" })).toEqual(["supplierSiteId DATA_WITHIN"]);
    expect(await against("SrmPurForecast", "saveOrUpdate", forecastOf({}, { supplierSiteId: "SITE-B2" }))).toContain(
      "supplierSiteId DATA_WITHIN",
    );
    const need = (...given: Parameters<typeof needOf>) => against("SrmPurRequisitionHeader", "saveOrUpdate", needOf(...given));
    expect(await need({ deliveryInfoId: other["ownGate"] }, { deptId: ids["dept"] })).toEqual([]);
    expect(await need({ deliveryInfoId: other["gate"] })).toContain("lines[0].deliveryInfoId DATA_WITHIN");
    expect(await need({}, { deptId: other["dept"] })).toEqual(["deptId DATA_WITHIN"]);
  });

  test("prices and agreements are for plants that are bought for and sites kept for their organisation", async () => {
    const { ids } = world.life;
    const common = { orgId: ids["org"], supplierId: "S1", currency: "CNY", startDate: day(0), endDate: day(300), taxRate: "T13" };
    const price = (more: object) =>
      against("SrmPurSupplierPriceList", "saveOrUpdate", {
        ...common,
        itemId: ids["item"],
        uom: "PCS",
        priceUnit: "1",
        price: "9",
        reason: "谈判结果",
        ...more,
      });
    expect(await price({ invOrgId: ids["inv"], supplierSiteId: "SITE-S1" })).toEqual([]);
    expect(await price({ invOrgId: other["plant"] })).toEqual(["invOrgId DATA_WITHIN"]);
    expect(await price({ supplierSiteId: "SITE-B2" })).toEqual(["supplierSiteId DATA_WITHIN"]);
    const type = await world.life.made("SrmBasePurchaseBillType", {
      billTypeCode: "AGR_PLACE",
      billTypeName: "AGR_PLACE",
      aslControl: "NONE",
      billCategory: "AGREEMENT",
    });
    await world.life.act("SrmBasePurchaseBillType", type["id"], "doEnabled");
    const agreement = (more: object) =>
      against("SrmPurAgreementHeader", "saveOrUpdate", {
        ...common,
        billTypeId: type["id"],
        agreementType: "PRICE",
        paymentTermId: ids["term"],
        lines: [{ itemId: ids["item"], uom: "PCS", price: "9" }],
        ...more,
      });
    expect(await agreement({ supplierSiteId: "SITE-S1", orgs: [{ orgId: ids["org"], invOrgId: ids["inv"] }] })).toEqual([]);
    expect(await agreement({ supplierSiteId: "SITE-B2" })).toEqual(["supplierSiteId DATA_WITHIN"]);
    expect(await agreement({ orgs: [{ orgId: ids["org"], invOrgId: other["plant"] }] })).toEqual(["orgs[0].invOrgId DATA_WITHIN"]);
  });

  test("an item that the plant no longer buys is not ordered for it", async () => {
    const draft = await world.draft({ rows: ["10"] });
    const stands = (status: string, purchasableFlag: string) =>
      world.life.rows(
        `update "SrmBaseItemOrg" set status = $1, "purchasableFlag" = $2 where "itemId" = $3`,
        ...[status, purchasableFlag, world.life.ids["item"]],
      );
    for (const [status, purchasableFlag] of [
      ["FROZEN", "Y"],
      ["ACTIVE", "N"],
    ] as const) {
      await stands(status, purchasableFlag);
      expect(await against("SrmPurOrderHeader", "doSubmit", {}, draft["id"]), status).toEqual(["lines[0].itemId BASE_ITEM_008"]);
    }
    await stands("ACTIVE", "Y");
    expect(await against("SrmPurOrderHeader", "doSubmit", {}, draft["id"])).toEqual([]);
  });

  test("another organisation on the same document asks again about its plants and its site", async () => {
    const draft = await world.draft({ rows: ["10"] });
    const moved = await against("SrmPurOrderHeader", "saveOrUpdate", { orgId: other["org"] }, draft["id"]);
    expect(moved).toEqual(expect.arrayContaining([`${row}.invOrgId DATA_WITHIN`, "supplierSiteId DATA_WITHIN"]));
  });

  test("a central buyer uses the site that is kept for the unit it buys for", async () => {
    const entry = await world.life.made("SrmBaseOrganizationRelation", {
      relationType: "CENTRAL_PUR",
      sourceOrgId: world.life.ids["org"],
      targetOrgId: other["org"],
      startDate: day(0),
    });
    expect(await against("SrmPurOrderHeader", "saveOrUpdate", orderOf({}, { supplierSiteId: "SITE-B2" }))).toEqual([]);
    await world.life.act("SrmBaseOrganizationRelation", entry["id"], "delete");
  });

  test("an order made from demand is placed at a site that serves its organisation, or not at all", async () => {
    const req = await world.demand.approved(["10"]);
    const lines = [{ reqLineId: req["lines"][0]["id"], qty: "10" }];
    const toOrder = () => world.demand.call(world.buyer, "toOrder", { id: req["id"], lines, supplierId: "S1", mergeFlag: "Y" });
    await world.life.rows(`update "SrmSupSite" set "siteStatus" = 'DISABLED' where id = 'SITE-S1'`);
    expect((await toOrder()).code).toBe("PUR-2220");
    await world.life.rows(`update "SrmSupSite" set "siteStatus" = 'ACTIVE' where id = 'SITE-S1'`);
    expect((await toOrder()).status).toBe("S");
  });
});

describe("a tax rate counts on its days", () => {
  /** The rate as it stands now, told to whoever keeps it in mind. */
  async function rated(startDate: string | null, endDate: string | null, enabledFlag = "Y"): Promise<void> {
    await world.life.rows(
      `update "BaseLookupValues" set "startDate" = $1, "endDate" = $2, "enabledFlag" = $3 where "lookupType" = 'TAX_RATE' and "lookupCode" = 'T9'`,
      ...[startDate, endDate, enabledFlag],
    );
    kernel().lookups.cache.clear();
    await kernel().lookups.ready();
  }

  test.each([
    ["ended yesterday", () => rated(null, day(-1))],
    ["beginning tomorrow", () => rated(day(1), null)],
    ["switched off", () => rated(null, null, "N")],
  ] as const)("a rate %s is not chosen, stays where it was, and is not submitted", async (_, lapse) => {
    const chosen = () => against("SrmPurOrderHeader", "saveOrUpdate", orderOf({}, {}, { taxRate: "T9" }));
    await rated(null, null);
    expect(await chosen()).toEqual([]);
    const draft = await world.draft({ rows: ["10"], line: { taxRate: "T9" } });
    const [line] = draft["lines"] as Row[];
    await lapse();
    expect(await chosen()).toEqual(["lines[0].taxRate LOOKUP_VALUE"]);
    const same = { lines: { changed: [{ id: line!["id"], taxRate: "T9", remark: "不变" }] } };
    expect(await against("SrmPurOrderHeader", "saveOrUpdate", same, draft["id"]), "sent back as it was").toEqual([]);
    expect(await against("SrmPurOrderHeader", "doSubmit", {}, draft["id"])).toEqual(["lines[0].taxRate LOOKUP_VALUE"]);
    await rated(null, null);
    expect(await against("SrmPurOrderHeader", "doSubmit", {}, draft["id"])).toEqual([]);
  });
});
