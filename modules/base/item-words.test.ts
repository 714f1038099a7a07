import { expect, test } from "vitest";
import { goodsWords } from "./item-words.ts";

test("a line's goods are called by the item's name in each language, or by the words typed on the line", () => {
  const bracket = { itemName: "支架", itemNameEn: "Bracket" };
  expect(goodsWords("支架", bracket)).toEqual(["支架", "Bracket"]);
  expect(goodsWords(null, bracket)).toEqual(["支架", "Bracket"]);
  expect(goodsWords("支架，加长 20 mm", bracket)).toEqual(["支架，加长 20 mm", "支架，加长 20 mm"]);
  expect(goodsWords("支架", { ...bracket, itemNameEn: null })).toEqual(["支架", "支架"]);
  expect(goodsWords("布线服务", null)).toEqual(["布线服务", "布线服务"]);
});
