import { afterAll, beforeAll, expect, test } from "vitest";
import type { Client } from "../../tests/support/client.ts";
import { DemandWorld } from "../../tests/support/demanding.ts";
import { day, ok, type Row } from "../../tests/support/lifecycle.ts";

let world: DemandWorld;
beforeAll(async () => void (world = await DemandWorld.open()));
afterAll(() => world?.life.product.drop());

const door = "exportServer/v1/importExcelRestful";
const head = "物料,申请数量,需求日期,收货组织,预估单价,备注";
const send = (id: string, rows: readonly string[], dryRun: "Y" | "N", by: Client = world.requester): Promise<any> =>
  by.upload(`${door}/importExcel`, [{ name: "lines.csv", bytes: Buffer.from(`\uFEFF${[head, ...rows].join("\r\n")}\r\n`) }], {
    templateCode: `SrmPurRequisitionHeader/lines@${id}`,
    mode: "ALL_OR_NOTHING",
    dryRun,
    confirmed: ["IMPORT_AGAIN"],
  });
const quantities = (doc: Row): string[] => doc["lines"].map((line: Row) => line["requestQty"]);

test("a workbook brings further lines into one draft: all or nothing, numbered on, and into no document of others", async () => {
  const draft = await world.draft(["5"]);
  const good = [`M-100,7,${day(30)},INV1,9.5,甲`, `M-100,8,${day(31)},INV1,,乙`];
  const checked = await ok(send(draft["id"], good, "Y"));
  expect(checked).toMatchObject({ total: 2, ok: 2, failed: 0, inserts: 2 });
  expect(quantities(await world.find(draft["id"], world.requester)), "a check writes nothing").toEqual(["5"]);
  await ok(send(draft["id"], good, "N"));
  const filled = await world.find(draft["id"], world.requester);
  expect(quantities(filled)).toEqual(["5", "7", "8"]);
  expect(filled["lines"].map((line: Row) => line["lineNum"])).toEqual([10, 20, 30]);
  expect(filled["lines"][1]).toMatchObject({ itemCode: "M-100", remark: "甲", estPrice: "9.5" });

  const wrong = await ok(send(draft["id"], [good[0]!, `NOPE,1,${day(30)},INV1,,`], "Y"));
  expect(wrong, "the lines of a document go in together").toMatchObject({
    ok: 0,
    failed: 2,
    errors: [
      { row: 3, column: "itemId" },
      { row: 2, code: "IMPORT_HELD" },
    ],
  });
  expect(await send(draft["id"], [good[0]!, `NOPE,1,${day(30)},INV1,,`], "N")).toMatchObject({ status: "E", code: "IMPORT_FAILED" });
  expect(quantities(await world.find(draft["id"], world.requester))).toHaveLength(3);

  const others = await send(draft["id"], good, "N", world.colleague);
  expect(others.status === "E" || others.data.failed === 2, "a document one does not see takes nothing").toBe(true);
  expect(quantities(await world.find(draft["id"], world.requester))).toHaveLength(3);

  await ok(world.call(world.requester, "doSubmit", { id: draft["id"] }));
  expect(await send(draft["id"], good, "N")).toMatchObject({ status: "E" });
  expect(quantities(await world.find(draft["id"], world.requester))).toHaveLength(3);
});
