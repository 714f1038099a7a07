import { afterAll, beforeAll, expect, test } from "vitest";
import { day, ok, OrderWorld, type Row } from "../../tests/support/ordering.ts";

let world: OrderWorld;
let agreement: Row;
let other: string;
beforeAll(async () => {
  world = await OrderWorld.open();
  other = await world.item("NAMED-1");
  agreement = await world.agreed(world.life.ids["item"]!);
});
afterAll(() => world?.life.product.drop());

const saves = (asked: Parameters<OrderWorld["body"]>[0]): Promise<any> => world.call("saveOrUpdate", world.body(asked));
const drawing = (): object => ({ agreementLineId: agreement["lines"][0]["id"] });
const barred = (path: string, code: string) => ({ fieldErrors: [expect.objectContaining({ path, code })] });
const agrees = (name: string, body: object) => world.buyer.call(`srmServer/v1/srmPurAgreementHeaderRestful/${name}`, body);
const used = async (): Promise<string> => {
  const [row] = await world.life.rows(
    `select trim_scale("occupiedQty")::text o, trim_scale("releasedQty")::text r from "SrmPurAgreementLine" where id = $1`,
    agreement["lines"][0]["id"],
  );
  return `${row!["o"]} held ${row!["r"]} released`;
};

test("an order draws on an agreement of its own supplier and item only, whichever of them is changed", async () => {
  const foreign = barred("lines[0].agreementLineId", "PUR-2104");
  const second = { supplierId: world.life.ids["S2"], supplierSiteId: "SITE-S2" };
  expect(await saves({ rows: ["5"], price: "1.5", line: drawing(), head: second })).toMatchObject(foreign);
  expect(await saves({ rows: ["5"], price: "1.5", line: { ...drawing(), itemId: other } })).toMatchObject(foreign);
  expect(await saves({ rows: ["5"], head: { ...second, agreementId: agreement["id"] } })).toMatchObject(
    barred("agreementId", "DATA_WITHIN"),
  );
  const { id, versionNum } = await world.draft({ rows: ["5"], price: "1.5", line: drawing(), head: { agreementId: agreement["id"] } });
  expect(await world.call("saveOrUpdate", { id, versionNum, ...second, agreementId: null })).toMatchObject(foreign);
  expect(await used()).toBe("5 held 0 released");
  // a draft from before the rule is told at submission
  await world.life.rows(`update "SrmPurOrderLine" set "itemId" = $1 where "parentId" = $2`, other, id);
  expect(await world.call("doSubmit", { id })).toMatchObject(foreign);
  await ok(world.call("delete", { id }));
  await world.published({ rows: ["7"], price: "1.5", line: drawing() });
  expect(await used()).toBe("0 held 7 released");
});

test("an agreement gives nothing to another supplier or item, whoever asks", async () => {
  const draw = (more: object) =>
    world.life.act("SrmPurAgreementHeader", agreement["id"], "doDraw", {
      draws: [
        {
          agreementLineId: agreement["lines"][0]["id"],
          orderId: "X",
          orderLineId: "X-1",
          orgId: world.life.ids["org"],
          check: true,
          occupiedQtyDelta: "1",
          releasedQtyDelta: "0",
          occupiedAmountDelta: "1",
          releasedAmountDelta: "0",
          ...more,
        },
      ],
    });
  await expect(draw({ supplierId: "S2" })).rejects.toMatchObject({ code: "PUR-2104" });
  await expect(draw({ supplierId: "S1", itemId: other })).rejects.toMatchObject({ code: "PUR-2104" });
});

test("a line has the category of its item, whatever was typed: the supplier is asked about that one", async () => {
  const { life } = world;
  const made = await life.made("SrmBasePurchaseCategory", {
    categoryCode: "MOTOR",
    categoryName: "电机",
    purchaseKind: "DIRECT",
    importanceLevel: "ROUTINE",
  });
  const motor = await world.item("NAMED-2", { categoryId: made["id"] });
  const draft = await world.draft({ rows: ["5"], line: { itemId: motor, categoryId: life.ids["category"] } });
  expect([draft["lines"][0]["categoryId"], draft["lines"][0]["deliveries"][0]["categoryId"]]).toEqual([made["id"], made["id"]]);
  expect(await world.call("doSubmit", { id: draft["id"] })).toMatchObject({ status: "E", code: "SLC_TRD_001" });
  // an item that moves after it was ordered in a draft is asked about where it is now
  const moved = await world.item("NAMED-3");
  const waiting = await world.draft({ rows: ["5"], line: { itemId: moved } });
  await life.rows(`update "SrmBaseItem" set "categoryId" = $1 where id = $2`, made["id"], moved);
  expect(await world.call("doSubmit", { id: waiting["id"] })).toMatchObject({ status: "E", code: "SLC_TRD_001" });
});

test("a unit without a conversion is refused on orders, requisitions and agreements; one with a conversion counts by it", async () => {
  const { ids } = world.life;
  const none = barred("lines[0].uom", "BASE_UOM_001");
  expect(await saves({ rows: ["10.5"], line: { uom: "KG" } })).toMatchObject(none);
  const need = { itemId: ids["item"], requestQty: "2", needByDate: day(20), invOrgId: ids["inv"], uom: "KG" };
  const { demand } = world;
  expect(await demand.call(demand.requester, "saveOrUpdate", { orgId: ids["org"], deptId: ids["dept"], lines: [need] })).toMatchObject(
    none,
  );
  const agreed = {
    billTypeId: ids["agreementType"],
    agreementType: "QTY",
    orgId: ids["org"],
    supplierId: ids["S1"],
    currency: "CNY",
    startDate: day(-1),
    endDate: day(300),
    paymentTermId: ids["term"],
    taxRate: "T13",
    lines: [{ itemId: ids["item"], uom: "KG", price: "1", agreeQty: "10" }],
  };
  expect(await agrees("saveOrUpdate", agreed)).toMatchObject(none);
  const boxed = await world.item("NAMED-4", { uoms: [{ originalUnit: "BOX", targetUnit: "PCS", convertRate: "12", startDate: day(-9) }] });
  const draft = await world.draft({ rows: ["2"], line: { itemId: boxed, uom: "BOX" } });
  expect(draft["lines"][0]).toMatchObject({ stockUom: "PCS", convertRate: "12.00000000" });
});

test("an item that is not purchasable where it goes is neither ordered nor agreed on; a change asks again when it orders more", async () => {
  const no = barred("lines[0].itemId", "BASE_ITEM_008");
  const itemId = await world.item("NAMED-5");
  const buys = (flag: string) => world.life.rows(`update "SrmBaseItemOrg" set "purchasableFlag" = $1 where "itemId" = $2`, flag, itemId);
  const running = await world.running({ rows: ["20"], line: { itemId } });
  const draft = await world.draft({ rows: ["5"], line: { itemId } });
  const nowhere = await world.draft({ rows: [{ qty: "5", invOrgId: null } as never], line: { itemId } });
  await buys("N");
  expect(await world.call("doSubmit", { id: draft["id"] })).toMatchObject(no);
  expect(await world.call("doSubmit", { id: nowhere["id"] }), "nor where the place is still open").toMatchObject(no);
  await expect(world.agreed(itemId)).rejects.toMatchObject({ code: "BASE_ITEM_008" });
  await world.life.rows(`delete from "SrmBaseItemOrg" where "itemId" = $1`, other);
  const unknown = await world.draft({ rows: ["5"], line: { itemId: other } });
  expect(await world.call("doSubmit", { id: unknown["id"] })).toMatchObject(no);

  await ok(world.call("doChange", { id: running["id"] }));
  const change = await world.find((await world.find(running["id"]))["changeId"]);
  const asks = async (qty: string): Promise<any> => {
    const [line] = change["lines"] as Row[];
    const lines = [{ id: line!["id"], qty, deliveries: [{ id: line!["deliveries"][0]["id"], qty }] }];
    await ok(world.call("saveOrUpdate", { id: change["id"], versionNum: (await world.find(change["id"]))["versionNum"], lines }));
    return world.call("doSubmit", { id: change["id"] });
  };
  expect(await asks("30")).toMatchObject(no);
  await buys("Y");
  await world.life.rows(`update "SrmBaseItem" set "itemStatus" = 'FROZEN' where id = $1`, itemId);
  expect(await asks("30"), "a frozen item").toMatchObject(no);
  expect(await asks("15"), "what orders less is never asked").toMatchObject({ status: "S" });
});

test("closing an agreement names the drafts that still use it by their numbers", async () => {
  const draft = await world.draft({ rows: ["3"], price: "1.5", line: drawing() });
  const reply = JSON.stringify(await agrees("doClose", { id: agreement["id"], closeWhy: "不再采购" }));
  expect(reply).toContain(draft["orderNum"]);
  expect(reply).not.toContain(draft["id"]);
});
