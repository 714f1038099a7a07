import { afterAll, beforeAll, expect, test } from "vitest";
import { ok, OrderWorld, type Row } from "../../../tests/support/ordering.ts";

let world: OrderWorld;
beforeAll(async () => {
  world = await OrderWorld.open();
  await control("WARN");
});
afterAll(() => world?.life.product.drop());

const control = (level: string): Promise<Row[]> =>
  world.life.rows(`update "SrmBasePurchaseBillType" set "priceControl" = $1 where id = $2`, level, world.life.ids["type"]);
const status = async (id: string): Promise<string> => (await world.find(id))["status"];
const submitted = async ({ id }: Row): Promise<string> => {
  await ok(world.call("doSubmit", { id }));
  return id;
};
/** An order whose price followed its source, waiting for its approval. */
async function waiting(itemId: string, price: string): Promise<string> {
  const draft = await world.draft({ rows: ["10"], price, line: { itemId, exceptionReason: null } });
  expect(draft).toMatchObject({ priceException: "N" });
  return submitted(draft);
}

test("an order is not approved at a price that another one replaced meanwhile; sent back and priced again it is", async () => {
  const itemId = await world.item("MOVED-1");
  await world.agreed(itemId, {}, { price: "4" });
  const id = await waiting(itemId, "4");
  await world.agreed(itemId, {}, { price: "3.5" });
  const refused = await world.life.decides(id);
  expect(refused).toMatchObject({ status: "E", code: "PUR-2112" });
  expect(refused.msg).toMatch(/第10行有效价格现为3.5，订单单价为4.*退回/);
  expect(await status(id)).toBe("APPROVING");
  await ok(world.life.decides(id, "doReject"));
  const draft = await world.find(id);
  const lines = { changed: [{ id: draft["lines"][0]["id"], price: "3.5" }] };
  await ok(world.call("saveOrUpdate", { id, versionNum: draft["versionNum"], lines }));
  await ok(world.call("doSubmit", { id }));
  await ok(world.life.decides(id));
  expect(await world.find(id)).toMatchObject({ status: "PUBLISHED", priceException: "N" });
});

test("a price with its reason is approved whatever its source became, and so is one that only rose above the last purchase", async () => {
  const itemId = await world.item("MOVED-2");
  await world.agreed(itemId, {}, { price: "4" });
  const bought = async (price: string): Promise<string> =>
    submitted(await world.draft({ rows: ["10"], price, line: { itemId, exceptionReason: "急需" } }));
  const [followed, explained, cheap] = [await waiting(itemId, "4"), await bought("4.2"), await bought("1")];
  await ok(world.life.decides(cheap));
  await ok(world.life.decides(followed));
  await world.agreed(itemId, {}, { price: "3" });
  await ok(world.life.decides(explained));
  expect(await Promise.all([followed, explained].map(status))).toEqual(["PUBLISHED", "PUBLISHED"]);
});

test("the new price of a change is asked again when it is approved; a price the change leaves as it is never is", async () => {
  const itemId = await world.item("MOVED-3");
  await world.agreed(itemId, {}, { price: "4" });
  const { id } = await world.running({ rows: ["10"], price: "4", line: { itemId, exceptionReason: null } });
  await world.agreed(itemId, {}, { price: "3.5" });
  const changed = async (line: object): Promise<string> => {
    const { changeId } = await ok(world.call("doChange", { id }));
    const draft = await world.find(changeId);
    await ok(
      world.call("saveOrUpdate", {
        id: changeId,
        versionNum: draft["versionNum"],
        lines: { changed: [{ id: draft["lines"][0]["id"], ...line }] },
      }),
    );
    return submitted(draft);
  };
  await ok(world.life.decides(await changed({ remark: "x" })));
  const changeId = await changed({ price: "3.5" });
  await world.agreed(itemId, {}, { price: "3" });
  expect(await world.life.decides(changeId)).toMatchObject({ status: "E", code: "PUR-2112" });
});
