import { expect, test } from "vitest";
import type { Bus } from "../journal/bus.ts";
import type { Db } from "../database/db.ts";
import { Lookups } from "./lookups.ts";

const value = (lookupType: string, lookupCode: string, from: string | null, to: string | null) => ({
  lookupType,
  lookupCode,
  from,
  to,
  meaning: lookupCode,
  meaningEn: null,
  enabledFlag: "Y",
  changed: "2026-01-01T00:00:00Z",
});
const rows = [value("COLOUR", "RED", null, "2026-06-30"), value("COLOUR", "BLUE", "2026-07-01", null), value("SIZE", "L", null, null)];

test("a lookup value counts from its first to its last day, and browsers read its type anew when a day changes it", async () => {
  let now = new Date("2026-06-30T04:00:00Z");
  const lookups = new Lookups({ query: async () => rows } as unknown as Db, { watch: () => undefined } as unknown as Bus, {
    now: () => now,
  });
  await lookups.ready();
  const available = () => ["RED", "BLUE"].filter((code) => lookups.has("COLOUR", code));
  const versions = () =>
    Object.fromEntries(
      Object.entries(lookups.dictionary(null, {}, "EN")).map(([type, read]) => [type, (read as { version: string }).version]),
    );
  const before = versions();
  expect(available()).toEqual(["RED"]);
  expect(lookups.values("COLOUR").map((row) => [row.lookupCode, row.enabledFlag])).toEqual([
    ["RED", "Y"],
    ["BLUE", "N"],
  ]);

  now = new Date("2026-07-01T04:00:00Z");
  expect(available()).toEqual(["BLUE"]);
  expect(Object.keys(lookups.dictionary(null, before, "EN"))).toEqual(["COLOUR"]);
});
