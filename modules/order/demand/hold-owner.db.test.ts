import { afterAll, beforeAll, expect, test } from "vitest";
import { ok, OrderWorld, type Row } from "../../../tests/support/ordering.ts";
import { proveLedger } from "../server/proof.ts";

let world: OrderWorld;
beforeAll(async () => void (world = await OrderWorld.open()));
afterAll(() => world?.life.product.drop());

const relOf = async (targetHeaderId: string): Promise<Row> =>
  (
    await world.life.rows(
      `select id, "reqLineId", trim_scale("netQty")::text net, "relStatus" from "SrmPurRequisitionTargetRel" where "targetHeaderId" = $1`,
      targetHeaderId,
    )
  )[0]!;
const stealing = (rel: Row, qty: string): object => ({ reqRels: [{ reqLineId: rel["reqLineId"], qty, parentRelId: rel["id"] }] });
const proven = async (): Promise<readonly string[]> =>
  (await proveLedger(world.life.product.kernel.db)).map(
    (difference) => `${difference.rule} ${difference.storedValue} ${difference.provenValue}`,
  );

test("the hold of a colleague's draft cannot be taken, neither by a new order nor by a change of one's own", async () => {
  const req = await world.demand.approved(["100"]);
  const victim = await world.draft({ rows: ["100"], req });
  const rel = await relOf(victim["id"]);
  const attack = await world.call("saveOrUpdate", world.body({ rows: ["100"], line: stealing(rel, "100") }));
  expect(attack).toMatchObject({ status: "E", code: "PUR-2007" });
  expect(await relOf(victim["id"])).toMatchObject({ net: "100", relStatus: "OCCUPIED" });
  // the source of an order cannot be named by hand either
  const named = await world.call("saveOrUpdate", {
    ...world.body({ rows: ["100"], line: stealing(rel, "100") }),
    sourceDocId: victim["id"],
    sourceType: "SUMMARY",
  });
  expect(named).toMatchObject({ status: "E" });
  const own = await world.running({ rows: ["5"] });
  const { changeId } = await ok(world.call("doChange", { id: own["id"] }));
  const line = world.body({ rows: ["100"], line: stealing(rel, "100") })["lines"][0];
  const { versionNum } = await world.find(changeId);
  const saved = await world.call("saveOrUpdate", { id: changeId, versionNum, lines: { changed: [line] } });
  const submitted = saved.status === "S" ? await world.call("doSubmit", { id: changeId }) : saved;
  expect(submitted).toMatchObject({ status: "E" });
  expect(await relOf(victim["id"])).toMatchObject({ net: "100", relStatus: "OCCUPIED" });
  expect(await proven()).toEqual([]);
  await ok(world.call("doSubmit", { id: victim["id"] }));
  await ok(world.life.decides(victim["id"]));
  expect(await world.needs(req)).toBe("open 0 occupied 0 ordered 100 cancelled 0");
});

test("an order whose holds are gone is neither submitted nor approved, and the proof finds it", async () => {
  const req = await world.demand.approved(["60"]);
  const late = await world.draft({ rows: ["60"], req });
  await ok(world.call("doSubmit", { id: late["id"] }));
  const gone = `update "SrmPurRequisitionTargetRel" set "movedQty" = "qty", "netQty" = 0, "relStatus" = 'MOVED' where "targetHeaderId" = $1`;
  await world.life.rows(gone, late["id"]);
  expect(await world.life.decides(late["id"])).toMatchObject({ code: "PUR-2007" });
  const found = await proven();
  expect(found).toContain("I12 60 0");
  await ok(world.life.decides(late["id"], "doReject"));
  expect(await world.call("doSubmit", { id: late["id"] })).toMatchObject({ code: "PUR-2007" });
});
