import { expect, test } from "vitest";
import { boxesFor, boxQtys, evenParts, respread } from "./boxes.ts";

test("boxes are filled one after the other, the last with what is left", () => {
  expect(boxesFor("600", "50")).toBe(12);
  expect(boxQtys("120", "50")).toEqual(["50", "50", "20"]);
  expect(boxQtys("0.75", "0.5")).toEqual(["0.5", "0.25"]);
  expect(boxesFor("33", "50")).toBe(1);
  expect(boxesFor("33", null)).toBe(null);
  expect(boxQtys("33", null)).toEqual(["33"]);
});

test("even parts add up to the whole, the last takes the rest", () => {
  expect(evenParts("100", 3, 0)).toEqual(["33", "33", "34"]);
  expect(evenParts("10", 4, 2)).toEqual(["2.5", "2.5", "2.5", "2.5"]);
  expect(evenParts("200", 3, 0)).toEqual(["66", "66", "68"]);
  expect(evenParts("2", 5, 0)).toEqual(["2"]);
});

test("a new quantity is spread over batches as the old one was", () => {
  expect(respread(["400", "200"], "300", 0)).toEqual(["200", "100"]);
  expect(respread(["1", "1", "1"], "10", 0)).toEqual(["3", "3", "4"]);
  expect(respread([], "10", 0)).toEqual([]);
});
