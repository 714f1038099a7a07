import { afterAll, beforeAll, expect, test } from "vitest";
import { ok, OrderWorld, type Row } from "../../tests/support/ordering.ts";

let world: OrderWorld;
let order: Row;
beforeAll(async () => {
  world = await OrderWorld.open();
  const { life } = world;
  await life.rows(`update "SrmSupSite" set "siteNameEn" = 'Head office' where id = 'SITE-S1'`);
  await life.rows(`update "SrmSupLocation" set "addressEn" = '1 First Street' where id = 'LOC-S1'`);
  await life.rows(
    `update "SrmBaseDeliveryInfo" set "deliveryNameEn" = 'North gate', "addressFullEn" = '2 Gate Road' where id = $1`,
    life.ids["address"],
  );
  order = await world.published({ rows: [{ qty: "5", deliveryInfoId: life.ids["address"]! }], price: "1.5" });
});
afterAll(() => world?.life.product.drop());

/** The buyer, reading English for the time of one question. */
async function inEnglish<T>(ask: () => Promise<T>): Promise<T> {
  world.buyer.language = "EN";
  return ask().finally(() => void (world.buyer.language = "CN"));
}
const service = (entity: string, name: string): string => `srmServer/v1/${entity}Restful/${name}`;
const found = (entity: string, id: string): Promise<any> => ok(world.buyer.call(service(entity, "findById"), { id }));
const named = (doc: Row): readonly unknown[] => [doc["supplierSiteName"], doc["lines"][0]["deliveries"][0]["deliveryInfoName"]];

test("beside the ids of an order stand the names of its site and ship-to in the reader's language", async () => {
  expect(named(await found("srmPurOrderHeader", order["id"]))[0]).toBe("总部");
  expect(named(await inEnglish(() => found("srmPurOrderHeader", order["id"])))).toEqual(["Head office", "North gate"]);
});

test("a row of a list names what it refers to for its reader, and carries both halves of its own name", async () => {
  const { life } = world;
  const req = (await world.demand.approved(["2"]))["lines"][0];
  await life.rows(`update "SrmPurRequisitionLine" set "deliveryInfoId" = $1 where id = $2`, life.ids["address"], req["id"]);
  const rows = (entity: string, where: object): Promise<any> =>
    inEnglish(() => ok(world.buyer.call(service(entity, "listByPage"), { pageIndex: 1, pageRows: 20, ...where })));
  expect(await rows("srmPurRequisitionLine", { ids: [req["id"]] })).toMatchObject([{ deliveryInfoName: "North gate" }]);
  expect(await rows("srmSupSite", { supplierId: "S1" })).toMatchObject([{ siteName: "总部", siteNameEn: "Head office" }]);
});

test("a site is found by either half of its name", async () => {
  const pick = (text: string) => ok(world.buyer.call(service("srmSupSite", "pickByPage"), { text, where: { supplierId: "S1" } }));
  for (const text of ["总部", "head off"]) expect(await pick(text)).toMatchObject([{ id: "SITE-S1" }]);
  expect(await inEnglish(() => pick("总部"))).toMatchObject([{ name: "Head office" }]);
});

test("what the printed order says of both places comes in the reader's language", async () => {
  const [site, place] = await inEnglish(async () => [
    await found("srmSupSite", "SITE-S1"),
    await found("srmBaseDeliveryInfo", world.life.ids["address"]!),
  ]);
  expect(site["locationName"]).toBe("1 First Street");
  expect(place).toMatchObject({ deliveryNameEn: "North gate", addressFullEn: "2 Gate Road" });
});
