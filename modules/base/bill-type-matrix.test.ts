import { expect, test } from "vitest";
import { byFamily, isOpenSquare, sizeOf, squareOf, workOf } from "./bill-type-matrix.ts";

const type = (id: string, billCategory: string, status = "EFFECTIVE") => ({ id, billCategory, status });
const relation = (id: string, sourceTypeId: string, targetTypeId: string, status = "EFFECTIVE") => ({
  id,
  sourceTypeId,
  targetTypeId,
  status,
});

test("families stand in the order of documents; what is out of effect only where a relation names it", () => {
  const types = [type("po", "ORDER"), type("pr", "REQUISITION"), type("old", "ORDER", "INVALID"), type("gone", "ORDER", "INVALID")];
  const groups = byFamily(types, [relation("r", "pr", "old", "INVALID")]);
  expect(groups.map((group) => [group.family, group.types.map((row) => row["id"])])).toEqual([
    ["REQUISITION", ["pr"]],
    ["ORDER", ["po", "old"]],
  ]);
});

test("a square opens forwards and between types in effect alone", () => {
  expect(isOpenSquare(type("pr", "REQUISITION"), type("po", "ORDER"))).toBe(true);
  expect(isOpenSquare(type("po", "ORDER"), type("pr", "REQUISITION"))).toBe(false);
  expect(isOpenSquare(type("po", "ORDER"), type("po2", "ORDER"))).toBe(false);
  expect(isOpenSquare(type("pr", "REQUISITION", "DRAFT"), type("po", "ORDER"))).toBe(false);
});

test("pressed squares become new relations, those on again and those off; pressed twice is nothing", () => {
  const stored = [relation("on", "a", "b"), relation("off", "a", "c", "INVALID"), relation("draft", "a", "d", "DRAFT")];
  const wished = new Map([
    [squareOf("a", "b"), false],
    [squareOf("a", "c"), true],
    [squareOf("a", "d"), true],
    [squareOf("a", "e"), true],
    [squareOf("a", "f"), false],
  ]);
  const work = workOf(stored, wished);
  expect(work).toEqual({ make: [{ sourceTypeId: "a", targetTypeId: "e" }], enable: ["off", "draft"], invalidate: ["on"] });
  expect(sizeOf(work)).toBe(4);
  expect(sizeOf(workOf(stored, new Map([[squareOf("a", "b"), true]])))).toBe(0);
});
