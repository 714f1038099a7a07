import { expect, test } from "vitest";
import { endingHit } from "./ending.ts";
import { unusedSites } from "./quit.rules.ts";

const one = { id: "D1", supplierId: "S1", signingNo: "QS1", agreementName: "保密协议", agreementType: "NDA", validTo: "2026-12-31" };

test("an agreement near its end is told of, in the last month with a yellow light, past it with a red one", () => {
  expect(endingHit(one, "2026-11-10")).toMatchObject({ type: "AGREEMENT_EXPIRE", severity: "INFO", hitValue: "51", dueDate: "2026-12-31" });
  expect(endingHit(one, "2026-12-01").severity).toBe("YELLOW");
  expect(endingHit(one, "2027-01-05")).toMatchObject({
    severity: "RED",
    dueDate: null,
    content: ["保密协议已于2026-12-31到期（5天）", "Agreement (NDA) ended on 2026-12-31 (5 days ago)"],
  });
});

test("sites that other categories use stay when one category leaves; those nobody else uses go with it", () => {
  const sites = [
    { id: "one", orgId: "A" },
    { id: "two", orgId: "B" },
  ];
  const [sheet, plastic] = [{ id: "g1", orgId: "A" } as never, { id: "g2", orgId: "A" } as never];
  expect(unusedSites(sites, [sheet], [sheet, plastic])).toEqual([]);
  expect(unusedSites(sites, [sheet], [sheet]).map((unusedSite) => unusedSite.id)).toEqual(["one"]);
  expect(unusedSites(sites, [sheet], [sheet, { id: "g3", orgId: null } as never]), "a grant for the whole group uses every site").toEqual(
    [],
  );
});
