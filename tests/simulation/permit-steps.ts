import type { Me } from "#kernel/entity.ts";
import type { Random } from "../support/generate.ts";
import type { Row } from "../support/ordering.ts";
import type { Step } from "./harness.ts";
import { live, note, notice, order, pickOne, receive, refused, step } from "./purchase-step.ts";
import type { PurchaseWorld, Running } from "./purchase-world.ts";

type W = PurchaseWorld;
type Attempt = readonly [entity: string, action: string, id: string, input: Row, me: (world: W) => Me];

/** What people do with an order and its papers, on documents that are there. */
function attempts(running: Running): readonly Attempt[] {
  const buyer = (world: W): Me => world.buyer();
  const keeper = (world: W): Me => world.keeper();
  const reason = { reason: "simulation" };
  return [
    [order, "saveOrUpdate", running.id, { remark: "simulation" }, buyer],
    [order, "doClose", running.id, { ...reason, releaseToReq: "N" }, buyer],
    [order, "doCancel", running.id, reason, buyer],
    [order, "doOpenLine", running.id, reason, buyer],
    ...running.line.notices.map((of): Attempt => [notice, "doClose", of.id, reason, buyer]),
    ...live(running).map((of): Attempt => [note, "doClose", of.id, reason, keeper]),
    ...running.counts.map((of): Attempt => [receive, "doConfirm", of.id, {}, keeper]),
  ];
}

const tried =
  (name: string, without: Partial<Me>, code: string) =>
  async (world: W, running: Running, random: Random): Promise<number> => {
    const attempt = pickOne(attempts(running), random);
    if (!attempt) return 0;
    const [entity, action, id, input, me] = attempt;
    return refused(`${name}: ${action}`, world.act(entity, action, id, input, { ...me(world), ...without }), code);
  };

/** A permission or an organisation taken away between two steps: refused, and nothing changes. */
export const permitSteps: readonly Step<W>[] = [
  step("the permission is revoked", "adversarial", 0.8, tried("without permission", { may: () => false }, "PERM_DENIED")),
  step("the organisation is taken away", "adversarial", 0.8, tried("without the organisation", { orgs: ["ELSEWHERE"] }, "*")),
];
