import { expect, test } from "vitest";
import { pastedBatches } from "./batchPaste.ts";

test("rows copied from a sheet become batches, a heading is passed over, nonsense is named by its line", () => {
  const { rows, wrong } = pastedBatches("批次\t数量\t生产日期\nB1\t1,200\t2026/3/5\t2027-03-05\t50\nB2\tabc\nB3\t3.5");
  expect(rows).toEqual([
    { batchNum: "B1", batchQty: "1200", productionDate: "2026-03-05", expiryDate: "2027-03-05", packQty: "50" },
    { batchNum: "B3", batchQty: "3.5", productionDate: null, expiryDate: null, packQty: null },
  ]);
  expect(wrong).toEqual([3]);
});
