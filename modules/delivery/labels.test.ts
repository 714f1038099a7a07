import { expect, test } from "vitest";
import { fitting, labelSheet } from "./labels.ts";

const label = {
  barcode: "BX2611160000018",
  isPallet: false,
  itemCode: "M-100",
  itemName: "支架 <左>",
  batchNum: "B1",
  qty: "50",
  uom: "PCS",
  boxNo: "1/12",
  noteNum: "SH202611160001",
  supplier: "试验工厂",
  shipTo: "一号仓",
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

test("no name is written over the code: beside it a name is cut, on a pallet it stands below", () => {
  const long = { ...label, itemName: "安装支架 L120 镀锌加厚型带孔左右通用" };
  const nameOn = (svg: string): RegExpMatchArray => svg.match(/<text x="([\d.]+)" y="([\d.]+)"[^>]*>(安装支架[^<]*)</)!;
  const [, x, , text] = nameOn(labelSheet(long).svg);
  // Half a sign of 3.2 mm for each unit; the code begins at 70 mm.
  expect(Number(x) + 25 * 1.6).toBeLessThanOrEqual(70);
  expect(text).toMatch(/…$/);
  const [, , y] = nameOn(labelSheet({ ...long, isPallet: true }).svg);
  expect(Number(y)).toBeGreaterThan(4 + 36 + 4.4);
});

test("a quantity in two languages stays beside the code", () => {
  for (const isPallet of [false, true]) {
    const { svg } = labelSheet({ ...label, isPallet, qty: "1000", uom: "件 Piece" });
    const [, x, size] = svg.match(/<text x="([\d.]+)" y="[\d.]+" font-family="[^"]+" font-size="([\d.]+)"[^>]*>1000 件 Piece</)!;
    expect(Number(x) + 13 * 0.6 * Number(size)).toBeLessThanOrEqual(100 - (isPallet ? 36 : 26) - 4);
  }
});
