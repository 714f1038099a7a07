import { expect, test } from "vitest";
import { fitting, labelSheet } from "./labels.ts";

const label = {
  ...{ barcode: "BX2611160000018", isPallet: false, itemCode: "M-100", itemName: "支架 <左>", batchNum: "B1", qty: "50", uom: "PCS" },
  ...{ boxNo: "1/12", noteNum: "SH202611160001", supplier: "试验工厂", shipTo: "一号仓" },
};

test("a box is labelled on 100 × 60 mm, a pallet on 100 × 100", () => {
  expect(labelSheet(label)).toMatchObject({ width: 100, height: 60 });
  expect(labelSheet({ ...label, isPallet: true })).toMatchObject({ width: 100, height: 100 });
});

test("a label says what is in the box, and names never become drawing", () => {
  const { svg } = labelSheet(label);
  for (const word of ["BX2611160000018", "M-100", "B1", "50 PCS", "SH202611160001"]) expect(svg).toContain(word);
  expect(svg).toContain("支架 &lt;左&gt;");
});

test("long names are cut where the label ends", () => {
  expect(fitting("abc", 3)).toBe("abc");
  expect(fitting("支架支架", 6)).toBe("支架…");
});
