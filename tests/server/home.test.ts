import { afterAll, beforeAll, expect, test } from "vitest";
import { day, ok } from "../support/lifecycle.ts";
import { OrderWorld } from "../support/ordering.ts";

let world: OrderWorld;
beforeAll(async () => {
  world = await OrderWorld.open();
});
afterAll(() => world.life.product.drop());

test("shell 19: orders to confirm shows 4 at home, and the list behind it holds exactly those 4, all of that supplier", async () => {
  const mine: string[] = [];
  for (let i = 0; i < 4; i += 1) mine.push((await world.published({ rows: ["10"] }))["id"]);
  await world.published({ rows: ["10"], head: { supplierId: world.life.ids["S2"], supplierSiteId: "SITE-S2" } });
  const { vendor } = world;
  const home = (name: string, body: object = {}) => ok(vendor.call(`baseServer/baseHomeService/${name}`, body));
  expect((await home("findWidgets")).map((one: any) => one.widgetCode)).toContain("SUP_ORDER_TO_CONFIRM");
  const tile = () => home("loadWidget", { widgetCode: "SUP_ORDER_TO_CONFIRM" });
  const { value, route, query } = (await tile()) as any;
  expect([value, route]).toEqual(["4", "purchaseOrderList3"]);
  const list = await world.call("listByPage", { list: "inbox", ...query, count: "exact" }, vendor);
  expect(list.page.count).toBe(4);
  expect(list.data.map((row: any) => row.id).toSorted()).toEqual(mine.toSorted());
  expect(new Set(list.data.map((row: any) => row.supplierId))).toEqual(new Set([world.life.ids["S1"]]));
  await ok(world.call("doSupplierDeliveryConfirm", { id: mine[0] }, vendor));
  expect(await tile()).toMatchObject({ value: "3" });
});

test("what was bought this month and in twelve months is the sum of the very list behind it; drafts and cancelled orders are not in it", async () => {
  const { buyer } = world;
  const home = (widgetCode: string) => ok(buyer.call("baseServer/baseHomeService/loadWidget", { widgetCode })) as Promise<any>;
  await world.published({ rows: ["10000"] });
  await world.draft({ rows: ["1000000"] });
  const sumOf = async (query: object): Promise<string> =>
    (await world.call("listByPage", { list: "desk", ...query, needSums: ["baseAmount"], pageRows: 1 })).page.sums.baseAmount;
  const inTenThousands = (amount: string): string =>
    (Number(amount) / 10_000).toLocaleString("en-US", { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const month = await home("PO_AMOUNT_MTD");
  const all = await sumOf(month.query);
  expect(Number(all)).toBeGreaterThanOrEqual(141_250);
  expect(Number(all)).toBeLessThan(14_000_000);
  expect([month.value, month.unit, month.route]).toEqual([inTenThousands(all), "万元", "purchaseOrderList"]);

  const year = await home("PO_TREND");
  expect([year.bars.length, year.bars.filter((bar: any) => bar.current).length]).toEqual([12, 1]);
  const last = year.bars.at(-1);
  expect([last.current, Number(last.value).toFixed(1)]).toEqual([true, (Number(await sumOf(last.query)) / 10_000).toFixed(1)]);
  expect(year.answer).toContain(`本月至今 ${month.value} 万元`);

  // A row whose promised day is over and that is not complete is overdue, and only that.
  const overdue = async (): Promise<any> => home("DELIVERY_OVERDUE");
  const before = Number((await overdue()).value);
  const late = await world.running({ rows: ["10"] });
  expect(Number((await overdue()).value)).toBe(before);
  await world.life.rows(`update "SrmPurOrderDelivery" set "currentPromiseDate" = $2 where "orderId" = $1`, late["id"], day(-1));
  const { value, query } = await overdue();
  expect(Number(value)).toBe(before + 1);
  const list = await buyer.call("srmServer/v1/srmPurOrderDeliveryRestful/listByPage", { list: "execution", ...query, count: "exact" });
  expect(list.page!.count).toBe(before + 1);
});
