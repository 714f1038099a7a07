import { expect, test } from "vitest";
import { findingsOf, roundedUp } from "./checks.ts";

test("a quantity is rounded up to what the supplier packs, not below the least order", () => {
  expect(roundedUp("18500", null, "1000")).toBe("19000");
  expect(roundedUp("19000", null, "1000")).toBe("19000");
  expect(roundedUp("10", "50", "20")).toBe("60");
  expect(roundedUp("10", "50", null)).toBe("50");
});

test("a line says what stands in its way: least order, packs, deliveries that do not add up, prices without a reason", () => {
  const line = { qty: "18500", $mpq: "1000", deliveries: [{ qty: "18000", needByDate: "2026-12-01" }], priceException: "Y" as const };
  expect(findingsOf(line, "2026-11-16").map((finding) => [finding.level, finding.field])).toEqual([
    ["warning", "qty"],
    ["error", "qty"],
    ["error", "exceptionReason"],
  ]);
  expect(findingsOf({ qty: "100", deliveries: [{ qty: "100", needByDate: "2026-12-01" }] }, "2026-11-16")).toEqual([]);
});
