import { some } from "#kernel/entity.ts";
import type { Answer } from "#kernel/question.ts";
import { counted, openUses, paymentTerm } from "#modules/base/index.ts";
import { qualified } from "./qualified.entity.ts";

export const qualifiedAnswers: readonly Answer[] = [
  // An application that is still decided on brings sites with a payment term.
  openUses.answeredBy(async (find, { entity, id }) =>
    entity === paymentTerm.name
      ? [await counted(find, qualified, { status: ["DRAFT", "APPROVING", "REJECTED"], sites: some({ termId: id }) })]
      : [],
  ),
];
