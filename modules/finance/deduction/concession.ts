import { afterConcession } from "#modules/delivery/index.ts";
import { createDeduction, deductionOf } from "./deduction.doors.ts";

/** Goods that are taken under concession at a deduction: one draft for each receive line, in the transaction of the inspection. */
export const concessionAnswer = afterConcession.answeredBy(async (find, { lines, newId }) =>
  (
    await Promise.all(
      lines.map(async ({ receiveLineId, ...line }) => {
        const known = await deductionOf(find, "CONCESSION", receiveLineId);
        const asked = { ...line, sourceType: "CONCESSION", sourceId: receiveLineId, mode: "PAYMENT_OFFSET", fileIds: null } as const;
        return createDeduction(known, { ...asked, initialStatus: "DRAFT" }, { newId }).effects;
      }),
    )
  ).flat(),
);
