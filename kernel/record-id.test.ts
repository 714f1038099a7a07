import { expect, test } from "vitest";
import { anyId, text } from "./field.ts";
import { isBareId, isRecordId } from "./record-id.ts";
import { newId } from "./server/act/id.ts";

test("an id the product makes is told from what people write", () => {
  expect(Array.from({ length: 200 }, newId).filter((id) => !isRecordId(id))).toEqual([]);
  expect(["PO202611190001", "91330200MA2000014B", "11957-a08d4573", "01234567890123456789", "", null].filter(isRecordId)).toEqual([]);
});

test("only a link the system keeps for itself is left out: what people quote or typed stays", () => {
  const id = newId();
  expect(isBareId(text("收货行", "Receive line", { computed: true }), id)).toBe(true);
  expect(isBareId(text("收货行", "Receive line", { computed: true }), "10")).toBe(false);
  expect(isBareId(text("备注", "Remark", {}), id)).toBe(false);
  expect(isBareId(anyId("追踪编号", "Trace id", { computed: true }), id)).toBe(false);
});
