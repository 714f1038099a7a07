import { afterAll, beforeAll, expect, test } from "vitest";
import { ok, OrderWorld, type Row } from "../../../tests/support/ordering.ts";

let world: OrderWorld;
beforeAll(async () => void (world = await OrderWorld.open()));
afterAll(() => world?.life.product.drop());

const history = (id: string, by = world.vendor): Promise<Row[]> => ok(world.call("history", { id }, by)) as unknown as Promise<Row[]>;

test("purchasing 5.9: a supplier reads the history of what was shared with it, without the comments and people of the buyer", async () => {
  const { id } = await world.draft({ rows: ["20"] });
  await ok(world.call("saveOrUpdate", { id, remark: "SECRET-DRAFT", supplierRemark: "draft" }));
  await ok(world.call("doSubmit", { id, reason: "SECRET-SUBMIT" }));
  await ok(world.life.decides(id));
  await ok(world.call("doSupplierDeliveryConfirm", { id }, world.vendor));
  await ok(world.call("doUrge", { id, message: "please", reason: "SECRET-URGE" }));

  const inside = await history(id, world.buyer);
  expect(JSON.stringify(inside)).toContain("SECRET-SUBMIT");
  expect(inside.map((entry) => entry["action"])).toEqual(expect.arrayContaining(["saveOrUpdate", "doSupplierDeliveryConfirm"]));

  const outside = await history(id);
  expect(JSON.stringify(outside)).not.toContain("SECRET");
  expect(outside.map((entry) => entry["action"])).toContain("doSupplierDeliveryConfirm");
  expect(outside.map((entry) => entry["action"])).not.toContain("saveOrUpdate");
  const theirs = outside.filter((entry) => entry["displayName"] === "Buyer" || entry["displayName"] === "采购方");
  expect(new Set(theirs.map((entry) => entry["userName"]))).toEqual(new Set([""]));
  const own = outside.find((entry) => entry["action"] === "doSupplierDeliveryConfirm")!;
  expect(own["userName"]).not.toBe("");
});
