import { afterAll, beforeAll, expect, test } from "vitest";
import { codeOf } from "../../../tests/support/firm.ts";
import { save, someone } from "../../../tests/support/kernel.ts";
import { OrderWorld } from "../../../tests/support/ordering.ts";

let world: OrderWorld;
beforeAll(async () => void (world = await OrderWorld.open()));
afterAll(() => world?.life.product.drop());

test("an order takes no requisition that its writer may not see, and one it took before stays", async () => {
  const { ids, product } = world.life;
  const other = await world.life.made("BaseOrganization", {
    orgCode: "BU-X",
    orgName: "别处",
    orgType: "BU",
    functionalCurrency: "CNY",
  });
  const req = await world.demand.approved(["100"]);
  const me = someone({ userId: ids["purchaser"]!, orgs: [ids["org"]!, ids["inv"]!] });
  const body = world.body({ rows: ["20"], req });
  const seen = await save(product.kernel, "SrmPurOrderHeader", body, me);
  await world.life.rows(`update "SrmPurRequisitionHeader" set "orgId" = $2 where id = $1`, req["id"], other["id"]);
  expect(await codeOf(save(product.kernel, "SrmPurOrderHeader", body, me))).toBe("FIELD_INVALID");
  expect(await codeOf(save(product.kernel, "SrmPurOrderHeader", { id: seen["id"], remark: "later" }, me))).toBe("S");
  expect(await codeOf(save(product.kernel, "SrmPurOrderHeader", body, someone({ userId: ids["purchaser"]! }))), "all").toBe("S");
});
