import { expect, test } from "vitest";
import { shownOnce } from "./shownOnce.ts";

test("people are shown words and figures once; lists and ids are for programs", () => {
  const revealed = {
    password: "Kiln7!rope#2",
    accountNo: "01234567890123456789",
    boxes: 4,
    changeId: "01m7hk06g3008amwhzh8",
    ids: ["01m7hk06g3008amwhzh8"],
    failed: [],
  };
  expect(shownOnce({ document: {}, notes: [], revealed }).map(([key]) => key)).toEqual(["password", "accountNo", "boxes"]);
  expect(shownOnce({ document: {}, notes: [], revealed: null })).toEqual([]);
});
