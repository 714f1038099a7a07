import { expect, test } from "vitest";
import type { Entity } from "#kernel/entity.ts";
import { deliveryInfo } from "#modules/base/index.ts";
import { placeWords } from "./place-words.ts";

const info = deliveryInfo as unknown as Entity;
const gate = {
  deliveryName: "苏州一厂收货口",
  deliveryNameEn: "Suzhou plant 1",
  consignee: "Lin",
  consigneePhone: "0512-1",
  addressFull: "中国江苏省苏州市星环路 88 号",
  addressFullEn: "88 Xinghuan Road, Suzhou, Jiangsu, China",
};

test("a paper says a ship-to in its reader's language, and in the other where only that was written", () => {
  expect(placeWords(info, gate, "EN")).toBe("Suzhou plant 1 · 88 Xinghuan Road, Suzhou, Jiangsu, China · Lin 0512-1");
  expect(placeWords(info, gate, "CN")).toBe("苏州一厂收货口 · 中国江苏省苏州市星环路 88 号 · Lin 0512-1");
  expect(placeWords(info, { ...gate, deliveryNameEn: null, addressFullEn: null }, "EN")).toContain("苏州一厂收货口 · 中国江苏省");
  expect(placeWords(undefined, { id: "1", name: "Suzhou plant 1", code: "DE1" }, "EN")).toBe("Suzhou plant 1");
});
