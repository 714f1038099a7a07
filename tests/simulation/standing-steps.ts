import type { Random } from "../support/generate.ts";
import { day, type Row } from "../support/ordering.ts";
import type { Step } from "./harness.ts";
import { pickOne } from "./purchase-step.ts";
import type { PurchaseWorld } from "./purchase-world.ts";
import type { Business, Control } from "./standing-model.ts";

type W = PurchaseWorld;
const source = { docType: "SIMULATION", docId: "S1" };

const control = async (world: W, input: Row): Promise<readonly string[]> => {
  await world.must("SrmSupInfo", "doControl", "S1", { ...source, ...input }, world.house());
  return (await world.engine.rows("SrmSupControl", { supplierId: "S1" })).map((row) => row["id"] as string);
};

/** What is controlled, and whether that is what the orders are about today. */
function scopeOf(world: W, random: Random): { readonly scope: Row; readonly applies: boolean } {
  const { ids } = world.ground;
  return random.one([
    { scope: { scopeType: "ALL", startDate: day(0) }, applies: true },
    { scope: { scopeType: "CATEGORY", categoryId: ids["category"], startDate: day(0) }, applies: true },
    { scope: { scopeType: "ITEM", itemId: ids["item"], startDate: day(0) }, applies: true },
    { scope: { scopeType: "ALL", startDate: day(1) }, applies: false },
  ]);
}

/** Between the steps of an order its supplier is frozen, in whole or in part, and released. */
export const standingSteps: readonly Step<W>[] = [
  {
    name: "the supplier is frozen",
    kind: "normal",
    weight: 0.5,
    async run(world, random) {
      const { controls } = world.standing;
      if (controls.size > 2) return 0;
      const ops = random.one<readonly Business[]>([["ORDER"], ["DELIVERY"], ["ORDER", "DELIVERY"], ["PAYMENT"]]);
      const { scope, applies } = scopeOf(world, random);
      const known = new Set((await world.engine.rows("SrmSupControl", { supplierId: "S1" })).map((row) => row["id"] as string));
      const ids = await control(world, { add: [{ ...scope, blockedOps: ops, controlReason: "QUALITY" }] });
      const made: Control = { ops, applies };
      for (const id of ids.filter((value) => !known.has(value))) controls.set(id, made);
      return 1;
    },
  },
  {
    name: "the supplier is released",
    kind: "normal",
    weight: 3,
    async run(world, random) {
      const { controls } = world.standing;
      const id = pickOne([...controls.keys()], random);
      if (!id) return 0;
      await control(world, { lift: [id] });
      controls.delete(id);
      return 1;
    },
  },
];
