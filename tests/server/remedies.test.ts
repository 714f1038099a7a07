import { afterAll, beforeAll, expect, test } from "vitest";
import { ok, OrderWorld, type Row } from "../support/ordering.ts";

let world: OrderWorld;
let draft: Row;
beforeAll(async () => {
  world = await OrderWorld.open();
  draft = await world.draft({ rows: ["5"] });
  await world.life.act("SrmSupInfo", "S1", "doControl", {
    add: [{ scopeType: "ALL", blockedOps: ["ORDER"], startDate: "2020-01-01", controlReason: "COMPLIANCE" }],
    docType: "TEST",
    docId: "T",
    reason: "test",
  });
});
afterAll(() => world?.life.product.drop());

/** What somebody may open is a matter of his roles: the page is taken from all of them, and given back. */
async function without<T>(route: string, work: () => Promise<T>): Promise<T> {
  const { life } = world;
  const taken = await life.rows(
    `update "BaseMenuRole" set status = 'INACTIVE' where status = 'ACTIVE' and "menuId" in (select id from "BaseMenu" where "htmlUrl" = $1) returning id`,
    route,
  );
  expect(taken.length).toBeGreaterThan(0);
  life.product.kernel.permits.forget();
  try {
    return await work();
  } finally {
    await life.rows(
      `update "BaseMenuRole" set status = 'ACTIVE' where id = any($1)`,
      taken.map((row) => row["id"]),
    );
    life.product.kernel.permits.forget();
  }
}

const file = { route: "supplierInfoEdit", query: { id: "S1" }, label: "Open the supplier" };

test("an action, its preview and the grey button's reasons lead to the page that puts it right", async () => {
  world.buyer.language = "EN";
  const reply = await world.call("doSubmit", { id: draft["id"] });
  expect(reply).toMatchObject({ status: "E", code: "SLC_TRD_001", fix: file });
  for (const look of ["whatIf", "whyNot"]) {
    const { reasons } = await ok(world.call(look, { id: draft["id"], action: "doSubmit" }));
    expect(reasons).toMatchObject([{ ok: false, code: "SLC_TRD_001", fix: file }]);
  }
});

test("whoever cannot open that page is told whom to ask instead", async () => {
  world.buyer.language = "EN";
  await without("supplierInfoList", async () => {
    const reply = await world.call("doSubmit", { id: draft["id"] });
    expect(reply).toMatchObject({ code: "SLC_TRD_001", msg: expect.stringContaining('Ask a colleague who maintains "Suppliers"') });
    expect(reply).not.toHaveProperty("fix");
    const { reasons } = await ok(world.call("whyNot", { id: draft["id"], action: "doSubmit" }));
    expect(reasons).toMatchObject([{ code: "SLC_TRD_001", msg: expect.stringContaining("Ask a colleague") }]);
    expect(reasons).not.toMatchObject([{ fix: expect.anything() }]);
  });
});

test("many documents are answered with the page each, and so is a save whose reasons are pinned to lines, as far as he maintains the page", async () => {
  world.buyer.language = "EN";
  const each = await world.call("doSubmit", { ids: [draft["id"]] });
  expect(each.data?.[0]).toMatchObject({ status: "E", code: "SLC_TRD_001", fix: file });
  const body = world.body({ rows: ["5"] });
  const reply = await world.call("saveOrUpdate", { ...body, lines: body["lines"].map((line: Row) => ({ ...line, uom: "KG" })) });
  const [wrong] = reply.fieldErrors;
  expect(wrong).toMatchObject({ code: "BASE_UOM_001", path: "lines[0].uom" });
  // A buyer reads items and does not maintain them.
  expect(wrong.msg).toContain('Ask a colleague who maintains "Item master"');
  expect(reply).not.toHaveProperty("fix");
});
