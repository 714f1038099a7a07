import type { Row } from "../support/ordering.ts";
import type { Step } from "./harness.ts";
import { agree } from "./purchase-step.ts";
import type { PurchaseWorld } from "./purchase-world.ts";

type W = PurchaseWorld;
const entity = "SrmPurProcurementPlan";

/** A revision of the plan beside the plan in force. */
async function revision(world: W): Promise<{ readonly draft: Row; readonly line: Row }> {
  const planId = world.ground.ids["plan"]!;
  await world.must(entity, "doAdjust", planId, { adjustWhy: "simulation" }, world.buyer());
  const [draft] = (await world.engine.rows(entity, { liveId: planId, status: "DRAFT" })) as readonly Row[];
  return { draft: draft!, line: (draft!["lines"] as Row[])[0]! };
}

const adjusting = (line: Row, planned: number): Row => ({
  lines: [{ id: line["id"], adjustQty: String(planned - Number(line["planQty"])) }],
});

/** Between the steps of an order its plan is adjusted, also so that nothing more can be asked for. */
export const planSteps: readonly Step<W>[] = [
  {
    name: "the plan is adjusted",
    kind: "normal",
    weight: 0.4,
    async run(world, random) {
      const { plan } = world;
      const room = random.one([0, 60, 300, 5_000]);
      const planned = plan.occupied + plan.used + room;
      const { draft, line } = await revision(world);
      await world.must(entity, "saveOrUpdate", draft["id"], adjusting(line, planned), world.buyer());
      await world.must(entity, "doSubmit", draft["id"], {}, world.buyer());
      await world.must(entity, "doApproval", draft["id"], {}, world.house());
      plan.planned = planned;
      return 4;
    },
  },
  {
    name: "the plan is cut below its use",
    kind: "adversarial",
    weight: 0.1,
    async run(world) {
      const { plan } = world;
      const inUse = plan.occupied + plan.used;
      if (inUse === 0) return 0;
      const { draft, line } = await revision(world);
      agree("a cut", await world.act(entity, "saveOrUpdate", draft["id"], adjusting(line, inUse - 1), world.buyer()), "PUR-2006");
      await world.must(entity, "delete", draft["id"], {}, world.buyer());
      return 3;
    },
  },
];
