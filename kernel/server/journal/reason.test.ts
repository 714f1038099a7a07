import { expect, test } from "vitest";
import { reasonText } from "./reason.ts";

test("a reason the product gives is a word in both languages; one that a person wrote stays as it is", () => {
  expect(reasonText("ADMIN")).toEqual(["由管理员设置", "Set by an administrator"]);
  expect(reasonText("客户取消")).toEqual(["客户取消", "客户取消"]);
  expect(reasonText(null)).toBeNull();
});
