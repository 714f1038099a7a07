import { afterAll, beforeAll, expect, test } from "vitest";
import { ok, OrderWorld, type Row } from "../../../tests/support/ordering.ts";

let world: OrderWorld;
beforeAll(async () => void (world = await OrderWorld.open()));
afterAll(() => world?.life.product.drop());

const other = (code: string): Promise<string> => world.item(code);
const stands = (status: string): Promise<Row[]> =>
  world.life.rows(`update "SrmBasePaymentTerm" set status = $1 where id = $2`, status, world.life.ids["term"]);

test("an order of one item does not use up the requisition of another, unless it is the declared replacement and says why", async () => {
  const { ids } = world.life;
  const req = await world.demand.approved(["20"]);
  const itemId = await other("SUB-1");
  expect(await world.call("saveOrUpdate", world.body({ rows: ["20"], req, line: { itemId } }))).toMatchObject({
    fieldErrors: [{ path: "lines[0].itemId", code: "PUR-2217" }],
  });
  await world.life.rows(`update "SrmBaseItem" set "replacementItemId" = $1 where id = $2`, itemId, ids["item"]);
  const draft = await world.draft({ rows: ["20"], req, line: { itemId } });
  expect(draft["lines"][0]).toMatchObject({ substituteFlag: "Y" });
  const { id } = draft;
  expect(await world.call("doSubmit", { id })).toMatchObject({ fieldErrors: [{ path: "lines[0].substituteReason", code: "PUR-2218" }] });
  const lines = { changed: [{ id: draft["lines"][0]["id"], substituteReason: "原物料停产" }] };
  await ok(world.call("saveOrUpdate", { id, versionNum: (await world.find(id))["versionNum"], lines }));
  await ok(world.call("doSubmit", { id }));
  await world.life.rows(`update "SrmBaseItem" set "replacementItemId" = null where id = $1`, ids["item"]);
});

test("an obsolete item is not ordered, neither by a new order nor by an old draft; an order in force keeps it", async () => {
  const itemId = await other("OLD-9");
  const running = await world.running({ rows: ["10"], line: { itemId } });
  const drafted = await world.draft({ rows: ["10"], line: { itemId } });
  await world.life.rows(`update "SrmBaseItem" set "itemStatus" = 'OBSOLETE' where id = $1`, itemId);
  expect(await world.call("saveOrUpdate", world.body({ rows: ["10"], line: { itemId } }))).toMatchObject({
    fieldErrors: [{ path: "lines[0].itemId", code: "DATA_BARRED" }],
  });
  expect(await world.call("doSubmit", { id: drafted["id"] })).toMatchObject({
    fieldErrors: [{ path: "lines[0].itemId", code: "BASE_ITEM_008" }],
  });
  await ok(world.call("doChange", { id: running["id"] }));
});

test("a payment term that ended or never began is not taken for new orders; an order in force keeps it", async () => {
  const running = await world.running({ rows: ["10"] });
  const waiting = await world.draft({ rows: ["10"] });
  for (const status of ["INVALID", "DRAFT"]) {
    await stands(status);
    expect(await world.call("doSubmit", { id: waiting["id"] }), status).toMatchObject({
      fieldErrors: [{ path: "paymentTermId", code: "PUR-2219" }],
    });
  }
  await stands("INVALID");
  expect(await world.call("saveOrUpdate", world.body({ rows: ["10"] }))).toMatchObject({
    fieldErrors: [{ path: "paymentTermId", code: "DATA_BARRED" }],
  });
  await ok(world.call("doChange", { id: running["id"] }));
  await stands("EFFECTIVE");
});

test("an order below the estimate is given up although another requisition has used the room of the plan", async () => {
  const plan = await world.planned();
  const req = await world.demand.approved(["80"]);
  const cheap = await world.running({ rows: ["80"], price: "5", req });
  expect(await world.budget(plan)).toBe("occupied 0.00 used 400.00 open 600.00");
  await world.demand.approved(["60"]);
  expect(await world.budget(plan)).toBe("occupied 600.00 used 400.00 open 0.00");
  await ok(world.call("doCancel", { id: cheap["id"], reason: "不要了" }));
  expect(await world.budget(plan), "a negative rest is shown").toBe("occupied 1400.00 used 0.00 open -400.00");
  await world.life.rows(`update "SrmPurProcurementPlan" set status = 'CLOSED'`);
});
