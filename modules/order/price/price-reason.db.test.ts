import { afterAll, beforeAll, expect, test } from "vitest";
import { ok, OrderWorld } from "../../../tests/support/ordering.ts";

let world: OrderWorld;
beforeAll(async () => void (world = await OrderWorld.open()));
afterAll(() => world?.life.product.drop());

test("a hand-priced order names the field that lacks its reason; the reason stands before the approver", async () => {
  await world.life.rows(`update "SrmBasePurchaseBillType" set "priceControl" = 'WARN' where id = $1`, world.life.ids["type"]);
  const draft = await world.draft({ rows: ["10"], line: { exceptionReason: null } });
  const { id } = draft;
  expect(await world.call("doSubmit", { id })).toMatchObject({
    status: "E",
    fieldErrors: [{ path: "lines[0].exceptionReason", code: "PUR-2112" }],
  });
  const { versionNum } = await world.find(id);
  const lines = { changed: [{ id: draft["lines"][0]["id"], exceptionReason: "独家供应" }] };
  await ok(world.call("saveOrUpdate", { id, versionNum, lines }));
  await ok(world.call("doSubmit", { id }));
  expect(await world.find(id)).toMatchObject({
    status: "APPROVING",
    priceException: "Y",
    exceptionNote: expect.stringMatching(/PUR-2110[^\n]*\n10: 例外原因：独家供应$/),
    exceptionNoteEn: expect.stringContaining("10: Reason: 独家供应"),
  });
});

test("before it is submitted the preview names the price exception; afterwards it is not said again", async () => {
  const draft = await world.draft({ rows: ["10"], line: { exceptionReason: "独家供应" } });
  const trial = await ok(world.call("whatIf", { id: draft["id"], action: "doSubmit" }));
  expect(trial["allowed"]).toBe(true);
  expect(trial["notes"]).toEqual(
    expect.arrayContaining([expect.objectContaining({ code: "PUR-2110", msg: expect.stringContaining("第 10 行") })]),
  );
  const done = await world.call("doSubmit", { id: draft["id"] });
  expect([done.status, done.notes ?? []]).toEqual(["S", []]);
});
