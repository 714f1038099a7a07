import { whose } from "#kernel/timed.ts";

/** What the calendar does to contracts. */
export const contractTimed = [
  { does: "doTakeEffect", in: ["SIGNED"], where: { effectiveMode: "ON_DATE" }, on: "effectiveDate" },
  { does: "doExpire", in: ["EFFECTIVE"], after: "expiryDate" },
] as const;

export const contractRemind = [
  {
    tells: "CCT_EXPIRING",
    in: ["EFFECTIVE"],
    before: "expiryDate",
    by: [90, 60, 30],
    says: (doc: Readonly<Record<string, unknown>>, { left }: { readonly left: number }) => ({
      num: doc["contractNum"],
      orgId: doc["orgId"],
      supplierId: doc["supplierId"],
      ownerId: doc["ownerId"],
      date: doc["expiryDate"],
      left,
    }),
  },
] as const;

const running = whose({ status: ["EFFECTIVE", "EXPIRED"] });

/** Stages that wait for a day. */
export const stageTimed = [
  { does: "doTrigger", of: "parentId", where: { trigger: "DATE", triggeredAt: null, parent: running }, on: "dueDate" },
] as const;

const unpaid = { stageStatus: ["TRIGGERED", "APPLYING", "PART_PAID"], parent: running } as const;
const input = (row: Readonly<Record<string, unknown>>, { left }: { readonly left: number }) => ({ stageId: row["id"], left });

export const stageRemind = [
  { does: "doTellStage", of: "parentId", where: unpaid, before: "dueDateCalc", by: [7], input },
  { does: "doTellStage", of: "parentId", where: unpaid, since: "dueDateCalc", by: [1], every: 7, input },
] as const;

/** Refunds whose time is over, or that are due on a day. */
export const refundTimed = [
  {
    does: "doTrackRefunds",
    of: "parentId",
    where: { refundStatus: "TRACKING", refundMode: "BY_DATE", parent: running },
    on: "deadline",
  },
  {
    does: "doTrackRefunds",
    of: "parentId",
    where: { refundStatus: "TRACKING", refundMode: ["BY_QTY", "BY_AMOUNT"], parent: running },
    after: "deadline",
  },
] as const;
