import { expect, test } from "vitest";
import { endingHit } from "./ending.ts";

const one = { id: "D1", supplierId: "S1", signingNo: "QS1", agreementName: "保密协议", agreementType: "NDA", validTo: "2026-12-31" };

test("an agreement near its end is told of, in the last month with a yellow light, past it with a red one", () => {
  expect(endingHit(one, "2026-11-10")).toMatchObject({ type: "AGREEMENT_EXPIRE", severity: "INFO", hitValue: "51", dueDate: "2026-12-31" });
  expect(endingHit(one, "2026-12-01").severity).toBe("YELLOW");
  expect(endingHit(one, "2027-01-05")).toMatchObject({
    ...{ severity: "RED", dueDate: null },
    content: ["保密协议已于2026-12-31到期（5天）", "Agreement (NDA) ended on 2026-12-31 (5 days ago)"],
  });
});
