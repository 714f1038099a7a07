import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#kernel/server/act/id.ts";
import { systemMe } from "#kernel/server/access/permit.ts";
import { day, ok, OrderWorld, type Row } from "../../../tests/support/ordering.ts";

let world: OrderWorld;
beforeAll(async () => void (world = await OrderWorld.open()));
afterAll(() => world?.life.product.drop());

async function typed(billCategory: string, billTypeCode: string, more: object = {}): Promise<string> {
  const { id } = await world.life.made("SrmBasePurchaseBillType", {
    billCategory,
    billTypeCode,
    billTypeName: billTypeCode,
    aslControl: "NONE",
    priceControl: "NONE",
    ...more,
  });
  await world.life.act("SrmBasePurchaseBillType", id, "doEnabled");
  return id;
}
const related = async (sourceTypeId: string, targetTypeId: string, defaultFlag = "N"): Promise<string> => {
  const { id } = await world.life.made("SrmBasePurchaseBillTypeRel", { sourceTypeId, targetTypeId, defaultFlag });
  await world.life.act("SrmBasePurchaseBillTypeRel", id, "doEnabled");
  return id;
};
const press = (id: string, name: string, confirmed: readonly string[] = []): Promise<unknown> =>
  world.life.act("SrmBasePurchaseBillType", id, name, {}, { confirmed }).then(
    () => "done",
    (error: { code?: string }) => error.code ?? error,
  );
const stands = async (table: string, id: string): Promise<Row> =>
  (await world.life.rows(`select status, "defaultFlag" from "${table}" where id = $1`, id))[0]!;
const turned = async (req: Row): Promise<Row> => {
  const { ids } = world.life;
  const lines = [{ reqLineId: req["lines"][0]["id"], qty: "5" }];
  const made = await ok(
    world.buyer.call("srmServer/v1/srmPurRequisitionLineRestful/doToTarget", { targetType: "ORDER", lines, supplierId: ids["S1"] }),
  );
  return world.find(made["targetHeaderIds"][0]);
};

test("an order line takes the tax rate of its item, else of its category, else of the supplier's site", async () => {
  const { life } = world;
  const { ids } = life;
  const rates = async (item: string | null, category: string | null): Promise<unknown[]> => {
    await life.rows(`update "SrmBaseItem" set "defaultTaxRate" = $2 where id = $1`, ids["item"], item);
    await life.rows(`update "SrmBasePurchaseCategory" set "defaultTaxRate" = $2 where id = $1`, ids["category"], category);
    const lines = [{ key: "1", itemId: ids["item"], qty: "5", uom: "PCS" }];
    const asked = { orgId: ids["org"], supplierId: "S1", supplierSiteId: "SITE-S1", currency: "CNY", orderDate: day(0), lines };
    const [quote] = (await ok(world.call("findQuotes", asked))) as unknown as Row[];
    const order = await turned(await world.demand.approved(["5"]));
    return [quote!["item"].taxRate, quote!["item"].taxPercent, order["lines"][0].taxRate];
  };
  expect(await rates(null, null)).toEqual(["T13", "13", "T13"]);
  expect(await rates(null, "T6")).toEqual(["T6", "6", "T6"]);
  expect(await rates("T9", "T6")).toEqual(["T9", "9", "T9"]);
  expect(await rates(null, null)).toEqual(["T13", "13", "T13"]);
});

test("J9: the organisation's default is taken by hand and from a requisition, whatever the source's default says", async () => {
  const { ids } = world.life;
  const need = await typed("REQUISITION", "PR_J9");
  const usual = await typed("ORDER", "PO_USUAL");
  await related(need, usual, "Y");
  const req = () => world.demand.approved(["5"], { billTypeId: need });
  expect((await turned(await req()))["billTypeId"]).toBe(usual);
  const own = await typed("ORDER", "PO_OWN", { defaultFlag: "Y", orgIds: [ids["org"]] });
  await related(need, own);
  expect((await turned(await req()))["billTypeId"]).toBe(own);
  const { billTypeId: _, ...body } = world.body({ rows: ["5"] });
  expect((await ok(world.call("saveOrUpdate", body)))["billTypeId"]).toBe(own);
  // off and on again: what hung on it is there again, its default too
  const relation = (await world.life.rows(`select id from "SrmBasePurchaseBillTypeRel" where "targetTypeId" = $1`, own))[0]!["id"];
  await world.life.rows(`update "SrmPurOrderHeader" set "billTypeId" = $2 where "billTypeId" = $1`, own, usual);
  expect(await press(own, "doInvalid", ["BASE_USED_001"])).toBe("done");
  expect(await stands("SrmBasePurchaseBillTypeRel", relation)).toMatchObject({ status: "INVALID" });
  expect((await turned(await req()))["billTypeId"]).toBe(usual);
  expect(await press(own, "doEnabled")).toBe("done");
  expect(await stands("SrmBasePurchaseBillTypeRel", relation)).toMatchObject({ status: "EFFECTIVE" });
  expect(await stands("SrmBasePurchaseBillType", own)).toEqual({ status: "EFFECTIVE", defaultFlag: "Y" });
});

test("base-data 16: an order names requisitions only of types that become its own, whether it names its type or not", async () => {
  const [need, fits, other] = [await typed("REQUISITION", "PR_REL"), await typed("ORDER", "PO_REL"), await typed("ORDER", "PO_OTHER")];
  const relation = await related(need, fits, "Y");
  const req = await world.demand.approved(["20"], { billTypeId: need });
  const naming = (billTypeId: string | undefined) => ({ ...world.body({ rows: ["5"], req }), billTypeId });
  const refused = await world.call("saveOrUpdate", naming(other));
  expect(refused).toMatchObject({ status: "E", fieldErrors: [{ path: "lines[0].reqRels", code: "BASE_BTR_002" }] });
  expect(await world.needs(req)).toMatch(/^open 20 /);
  await world.life.rows(`update "SrmBasePurchaseBillType" set "defaultFlag" = 'N' where "billTypeCode" = 'PO_OWN'`);
  expect((await ok(world.call("saveOrUpdate", naming(undefined))))["billTypeId"]).toBe(fits);
  const draft = await ok(world.call("saveOrUpdate", naming(fits)));
  const { id } = draft;
  const saved = (more: object) => world.find(id).then(({ versionNum }) => world.call("saveOrUpdate", { id, versionNum, ...more }));
  expect(await saved({ billTypeId: other })).toMatchObject({ fieldErrors: [{ code: "BASE_BTR_002" }] });
  // what it names already stays when the relation ends
  await world.life.act("SrmBasePurchaseBillTypeRel", relation, "doInvalid");
  expect(await saved({ remark: "x" })).toMatchObject({ status: "S" });
});

test("J9: the last general default is not switched off, though an organisation has one of its own", async () => {
  const [general] = await world.life.rows(
    `select id from "SrmBasePurchaseBillType" where "billCategory" = 'ORDER' and "defaultFlag" = 'Y' and status = 'EFFECTIVE' and "orgIds" is null`,
  );
  const id = general?.["id"] ?? (await typed("ORDER", "PO_GENERAL", { defaultFlag: "Y" }));
  expect(await press(id, "doInvalid")).toBe("BASE_DEF_002");
});

test("J22: an obsolete item enters neither requisition nor agreement, a payment term not in force no order and no agreement", async () => {
  const { ids, product } = world.life;
  const old = await world.life.made("SrmBaseItem", {
    itemCode: "M-OLD",
    itemName: "旧件",
    categoryId: ids["category"],
    itemType: "RAW",
    primaryUom: "PCS",
  });
  await world.life.rows(`update "SrmBaseItem" set "itemStatus" = 'OBSOLETE' where id = $1`, old["id"]);
  const line = { itemId: old["id"], requestQty: "1", needByDate: day(20), invOrgId: ids["inv"] };
  const barred = { code: "FIELD_INVALID", fieldErrors: [expect.objectContaining({ code: "DATA_BARRED" })] };
  expect(
    await world.demand.call(world.demand.requester, "saveOrUpdate", { orgId: ids["org"], deptId: ids["dept"], lines: [line] }),
  ).toMatchObject(barred);
  const type = await typed("AGREEMENT", "AG_J22");
  const agreement = {
    billTypeId: type,
    agreementType: "PRICE",
    orgId: ids["org"],
    supplierId: ids["S1"],
    currency: "CNY",
    taxRate: "T13",
    startDate: day(-1),
    endDate: day(30),
    paymentTermId: ids["term"],
  };
  const agrees = (body: object) => world.buyer.call("srmServer/v1/srmPurAgreementHeaderRestful/saveOrUpdate", body);
  expect(await agrees({ ...agreement, lines: [{ itemId: old["id"], uom: "PCS", price: "1" }] })).toMatchObject(barred);
  const never = await world.life.made("SrmBasePaymentTerm", {
    termCode: "NEVER",
    termName: "未启用",
    applyScope: ["ORDER"],
    nodes: [{ nodeSeq: 10, nodeType: "INVOICE", proportion: "100", dueMode: "DAYS_AFTER", days: 30 }],
  });
  expect(await world.call("saveOrUpdate", world.body({ rows: ["5"], head: { paymentTermId: never["id"] } }))).toMatchObject(barred);
  expect(
    await agrees({ ...agreement, paymentTermId: never["id"], lines: [{ itemId: ids["item"], uom: "PCS", price: "1" }] }),
  ).toMatchObject(barred);
  // by conversion: the supplier's site still names the term
  await product.kernel.db.query(`update "SrmSupSite" set "termId" = $1 where id = 'SITE-S1'`, [never["id"]]);
  const req = await world.demand.approved(["5"]);
  const made: Row = await world.buyer.call("srmServer/v1/srmPurRequisitionLineRestful/doToTarget", {
    targetType: "ORDER",
    lines: [{ reqLineId: req["lines"][0]["id"], qty: "5" }],
    supplierId: ids["S1"],
  });
  expect(JSON.stringify(made)).toContain("DATA_BARRED");
});

test("a document type that was limited to other organisations meanwhile is refused when the order is submitted", async () => {
  const type = await typed("ORDER", "PO_LIMITED");
  const draft = await ok(world.call("saveOrUpdate", { ...world.body({ rows: ["5"] }), billTypeId: type }));
  const other = await world.life.made("BaseOrganization", {
    orgCode: "ELSEWHERE",
    orgName: "ELSEWHERE",
    orgType: "BU",
    functionalCurrency: "CNY",
  });
  await world.life.rows(`update "SrmBasePurchaseBillType" set "orgIds" = $2 where id = $1`, type, JSON.stringify([other["id"]]));
  const { versionNum } = await world.find(draft["id"]);
  expect(await ok(world.call("saveOrUpdate", { id: draft["id"], versionNum, remark: "kept while it is a draft" }))).toMatchObject({
    billTypeId: type,
  });
  expect(await world.call("doSubmit", { id: draft["id"] })).toMatchObject({ fieldErrors: [{ path: "billTypeId", code: "BASE_BTR_002" }] });
  expect(await world.call("saveOrUpdate", { ...world.body({ rows: ["5"] }), billTypeId: type })).toMatchObject({ code: "BASE_BTR_002" });
});

test("an order and a requisition that a workbook brings say so", async () => {
  const { kernel } = world.life.product;
  const brought = async (entity: string, input: object) => {
    const me = { ...systemMe("test"), imports: true as const };
    const { documents } = await kernel.actor.act(
      { entity: kernel.declared.entity(entity), action: "saveOrUpdate", targets: [{ input }] },
      { me, now: new Date(), requestId: newId(), ip: null },
    );
    return documents[0];
  };
  const { ids } = world.life;
  const line = { itemId: ids["item"], requestQty: "1", needByDate: day(20), invOrgId: ids["inv"] };
  expect(await brought("SrmPurOrderHeader", world.body({ rows: ["5"] }))).toMatchObject({ sourceType: "IMPORT" });
  expect(await brought("SrmPurRequisitionHeader", { orgId: ids["org"], lines: [line] })).toMatchObject({ sourceType: "IMPORT" });
  expect(await ok(world.call("saveOrUpdate", world.body({ rows: ["5"] })))).toMatchObject({ sourceType: "MANUAL" });
});

test("from the first movement on the unit of an item is fixed", async () => {
  const { ids } = world.life;
  const used = async () => (await world.life.rows(`select "usedFlag" from "SrmBaseItem" where id = $1`, ids["item"]))[0];
  expect(await used()).toEqual({ usedFlag: "N" });
  const doc = await world.running({ rows: ["5"] });
  expect(await used()).toEqual({ usedFlag: "N" });
  await world.received(doc, "5");
  expect(await used()).toEqual({ usedFlag: "Y" });
  const [{ versionNum }] = (await world.life.rows(`select "versionNum" from "SrmBaseItem" where id = $1`, ids["item"])) as [Row];
  const change = world.life.act("SrmBaseItem", ids["item"]!, "saveOrUpdate", { versionNum, primaryUom: "KG" });
  await expect(change).rejects.toMatchObject({ fieldErrors: [{ path: "primaryUom", code: "BASE_ITEM_004" }] });
});
