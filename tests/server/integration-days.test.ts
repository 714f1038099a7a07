import { afterAll, beforeAll, expect, test } from "vitest";
import { buyingFor } from "#modules/base/belonging.ts";
import { convertUom, getRate, resolveBuyer } from "#modules/base/index.ts";
import { findPrice, isAgreedOn } from "#modules/price/index.ts";
import { findFor } from "#kernel/server/find/find-for.ts";
import { systemMe } from "#kernel/server/access/permit.ts";
import type { Find } from "#kernel/rule.ts";
import { day, OrderWorld, type Row } from "../support/ordering.ts";

let world: OrderWorld;
beforeAll(async () => void (world = await OrderWorld.open()));
afterAll(() => world?.life.product.drop());

/** Something that counts today, something else from tomorrow on, and how others ask for it on a day. */
interface Dated {
  begins(from: number, value: string): Promise<unknown>;
  asks(find: Find, on: string): Promise<string>;
  readonly today: string;
  readonly tomorrow: string;
}

const price = async (from: number, value: string): Promise<Row> =>
  world.life.made("SrmPurSupplierPriceList", {
    orgId: world.life.ids["org"],
    supplierId: "S1",
    itemId: world.life.ids["item"],
    uom: "PCS",
    price: value,
    reason: "议价",
    startDate: day(from),
    endDate: day(100),
  });

const values: Readonly<Record<string, () => Dated>> = {
  "exchange rate": () => ({
    begins: (from, rate) =>
      world.life.made("SrmBaseExchangeRate", {
        rateType: "CORPORATE",
        fromCurrency: "USD",
        toCurrency: "CNY",
        effectiveDate: day(from),
        rate,
      }),
    asks: async (find, on) => String(Number((await getRate(find, { rateType: "CORPORATE", from: "USD", to: "CNY", day: on })).rate)),
    today: "7.1",
    tomorrow: "7.3",
  }),
  "unit conversion": () => ({
    begins: (from, convertRate) =>
      world.life.made("SrmBaseItem", {
        id: world.life.ids["item"],
        uoms: { changed: [{ originalUnit: "BOX", targetUnit: "PCS", convertRate, startDate: day(from) }] },
      }),
    asks: async (find, on) =>
      String(Number((await convertUom(find, { itemId: world.life.ids["item"]!, qty: "1", from: "BOX", to: "PCS", day: on })).qty)),
    today: "12",
    tomorrow: "10",
  }),
  "price of the list": () => ({
    begins: price,
    asks: async (find, onDate) => {
      const { ids } = world.life;
      const asked = { orgId: ids["org"]!, invOrgId: null, supplierId: "S1", supplierSiteId: null, itemId: ids["item"]!, qty: "1" };
      const [first] = await findPrice(find, { ...asked, uom: "PCS", currency: "CNY", onDate, priceType: "STANDARD" });
      return String(Number(first?.price));
    },
    today: "11",
    tomorrow: "13",
  }),
  "buyer of a category": () => ({
    begins: async (from, name) => {
      world.life.ids[name] ??= await world.life.product.person(name, ["BUYER"]);
      const { ids } = world.life;
      await world.life.made("SrmBasePurchaseCategory", {
        id: ids["category"],
        buyers: {
          changed: [
            { orgId: ids["org"], buyerId: ids[name], buyerRole: "SOURCING", startDate: day(from), ...(from ? {} : { endDate: day(0) }) },
          ],
        },
      });
    },
    asks: async (find, on) => {
      const { ids } = world.life;
      const found = await resolveBuyer(find, { categoryId: ids["category"]!, orgId: ids["org"]!, role: "SOURCING", day: on });
      return Object.entries(ids).find(([, id]) => id === found)?.[0] ?? "nobody";
    },
    today: "days.first",
    tomorrow: "days.second",
  }),
};

test.each(Object.keys(values))("what begins tomorrow does not count today: %s", async (name) => {
  const { begins, asks, today, tomorrow } = values[name]!();
  await begins(0, today);
  await begins(1, tomorrow);
  const find = findFor(world.life.product.kernel, systemMe("test"));
  expect([await asks(find, day(0)), await asks(find, day(1))]).toEqual([today, tomorrow]);
});

test("what begins tomorrow does not count today: who buys for a warehouse", async () => {
  const { life } = world;
  const unit = async (orgCode: string): Promise<string> =>
    (await life.made("BaseOrganization", { orgCode, orgName: orgCode, orgType: "BU", functionalCurrency: "CNY" }))["id"];
  const [first, second] = [await unit("BUY1"), await unit("BUY2")];
  const buys = (sourceOrgId: string, startDate: string, endDate: string | null) =>
    life.made("SrmBaseOrganizationRelation", { relationType: "PUR_RECV", sourceOrgId, targetOrgId: life.ids["inv"], startDate, endDate });
  await buys(first, day(-9), day(0));
  await buys(second, day(1), null);
  const find = findFor(life.product.kernel, systemMe("test"));
  const buying = async (on: string) => (await buyingFor(find, [life.ids["inv"]!], on)).get(life.ids["inv"]!)!;
  const [today, tomorrow] = [await buying(day(0)), await buying(day(1))];
  expect([today.includes(first), today.includes(second)]).toEqual([true, false]);
  expect([tomorrow.includes(first), tomorrow.includes(second)]).toEqual([false, true]);
});

test("what begins tomorrow does not count today: an agreement and its line", () => {
  const agreement = (startDate: string, endDate: string) => ({ status: "EFFECTIVE", startDate, endDate }) as never;
  const line = (startDate: string | null, endDate: string | null) => ({ startDate, endDate, lineStatus: "EFFECTIVE" }) as never;
  expect(isAgreedOn(agreement(day(1), day(9)), line(null, null), day(0))).toBe(false);
  expect(isAgreedOn(agreement(day(0), day(9)), line(day(1), null), day(0))).toBe(false);
  expect(isAgreedOn(agreement(day(0), day(9)), line(null, null), day(0))).toBe(true);
});
