import { expect, test } from "vitest";
import type { Where } from "#kernel/entity.ts";
import type { Find } from "#kernel/rule.ts";
import { baseFits } from "./belonging.ts";

type Row = Readonly<Record<string, unknown>> & { readonly id: string };

/** Numbers that look random and are the same every time. */
function dice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => (state = (state * 48_271) % 2_147_483_647) % below;
}

function passes(row: Row, where: Where): boolean {
  return Object.entries(where).every(([key, test]) =>
    key === "any"
      ? (test as readonly Where[]).some((candidate) => passes(row, candidate))
      : Array.isArray(test)
        ? (test as readonly unknown[]).includes(row[key])
        : (row[key] ?? null) === test,
  );
}

const finder = (tables: Readonly<Record<string, readonly Row[]>>): Find =>
  ({
    maybe: async (e: { name: string }, id: string) => tables[e.name]!.find((row) => row.id === id) ?? null,
    where: async (e: { name: string }, where: Where) => tables[e.name]!.filter((row) => passes(row, where)),
  }) as unknown as Find;

const day = "2026-05-05";
const targets = {
  receives: "BaseOrganization",
  shipsTo: "SrmBaseDeliveryInfo",
  stores: "SrmBaseStorageLocation",
  works: "BaseDepartment",
} as const;

/** A forest of organisations with relations of every kind, some of which do not count today, and records of them. */
function world(seed: number): Readonly<Record<string, readonly Row[]>> {
  const roll = dice(seed);
  const orgs = Array.from({ length: 14 }, (_, i) => ({ id: `O${i}`, parentOrgId: i > 0 && roll(4) > 0 ? `O${roll(i)}` : null }));
  const relations = Array.from({ length: 16 }, (_, i) => ({
    id: `R${i}`,
    relationType: roll(2) ? "PUR_RECV" : "CENTRAL_PUR",
    sourceOrgId: `O${roll(14)}`,
    targetOrgId: `O${roll(14)}`,
    enabledFlag: roll(4) ? "Y" : "N",
    startDate: roll(4) ? "2026-01-01" : "2027-01-01",
    endDate: roll(4) ? null : "2026-02-01",
  }));
  const records = Array.from({ length: 20 }, (_, i) => ({ id: `D${i}`, orgId: roll(6) ? `O${roll(14)}` : null }));
  return {
    BaseOrganization: orgs,
    SrmBaseOrganizationRelation: relations,
    SrmBaseDeliveryInfo: records,
    SrmBaseStorageLocation: records,
    BaseDepartment: records,
  };
}

test.each(Object.entries(targets))("what is offered by %s is what saving accepts", async (name, target) => {
  const { judge, offers } = baseFits[name]!;
  let offered = 0;
  let all = 0;
  for (let seed = 1; seed <= 60; seed += 1) {
    const tables = world(seed * 7919);
    const find = finder(tables);
    for (const { id: of } of tables["BaseOrganization"]!) {
      const rows = tables[target]!;
      const where = await offers(find, of, day);
      const found = rows.map((row) => passes(row, where));
      expect(found, `${of} of ${seed}`).toEqual(
        await judge(
          find,
          rows.map(({ id }) => ({ id, of })),
          day,
        ),
      );
      offered += found.filter(Boolean).length;
      all += rows.length;
    }
  }
  expect(offered).toBeGreaterThan(0);
  expect(offered).toBeLessThan(all);
});
