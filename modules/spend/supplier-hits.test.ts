import { expect, test } from "vitest";
import { concentrationHits, lateHits } from "./supplier-hits.ts";

const on = "2026-11-16";
const row = (supplierId: string, due: string, met: string) => ({ supplierId, due, met });

test("a supplier is warned of below the line, not on it, and not of a handful of deliveries", () => {
  const rows = [row("low", "20", "17"), row("edge", "10", "9"), row("few", "4", "0"), row("none", "0", "0"), row("five", "5", "4")];
  const hits = lateHits(rows, "90", on);
  expect(hits.map((hit) => [hit.supplierId, hit.hitValue, hit.mark])).toEqual([
    ["low", "85.00%", "2026-11"],
    ["five", "80.00%", "2026-11"],
  ]);
  expect(hits[0]!.content).toEqual([
    "近12个月准时交付率85.00%（20次到期，17次准时），低于90%",
    "On time in 12 months: 85.00% (17 of 20 deliveries due), below 90%",
  ]);
});

test("who brings the limit or more of a category is warned of, each category by its own limit", () => {
  const limits: Record<string, string> = { steel: "70", paint: "95.5" };
  const hits = concentrationHits(
    [
      { supplierId: "A", categoryId: "steel", amount: "700.00", total: "1000.00" },
      { supplierId: "B", categoryId: "steel", amount: "300.00", total: "1000.00" },
      { supplierId: "A", categoryId: "paint", amount: "95.00", total: "100.00" },
      { supplierId: "C", categoryId: "steel", amount: "-5.00", total: "-5.00" },
    ],
    (id) => ({ name: [id, id], limit: limits[id]! }),
    on,
  );
  expect(hits.map((hit) => [hit.supplierId, hit.bizId, hit.hitValue, hit.ruleValue])).toEqual([["A", "steel", "70.00%", "70%"]]);
});
