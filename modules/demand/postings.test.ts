import { expect, test } from "vitest";
import { figureOf, figures } from "./postings.ts";

const row = {
  qty: "100",
  cancelledQty: "10",
  closedQty: "0",
  receivedQty: "60",
  reversedQty: "5",
  returnReplaceQty: "3",
  returnRefundQty: "2",
  inTransitQty: "20",
  inspectingQty: "4",
};

test("a figure of the strip is worked out from the counters of its row", () => {
  expect(figureOf("EFF", row)).toBe("90");
  expect(figureOf("FUL", row)).toBe("52");
  expect(figureOf("NET", row)).toBe("50");
  expect(figureOf("OPEN", row)).toBe("38");
  expect(figureOf("TOSHIP", row)).toBe("14");
  expect(figureOf("TRN", row)).toBe("20");
});

test("goods still to come are never less than none, and an empty counter is none", () => {
  expect(figureOf("OPEN", { qty: "10", receivedQty: "11" })).toBe("0");
  expect(figureOf("NTC", {})).toBe("0");
});

test("every worked-out figure names buckets that are stored", () => {
  for (const { of } of Object.values(figures)) for (const bucket of Object.keys(of)) expect(figures).toHaveProperty([bucket, "field"]);
});
