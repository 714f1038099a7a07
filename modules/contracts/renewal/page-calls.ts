import { readingCall } from "#kernel/page-call.ts";

/** How the price of one item has moved with the supplier, as the price library has it. */
export interface RenewalPrice {
  readonly itemId: string;
  readonly itemName: string;
  readonly currency: string;
  readonly agreed: string | null;
  readonly first: string;
  readonly last: string;
  readonly lastFrom: string;
  readonly count: number;
}
/** What is known for the decision about the next contract. */
export interface RenewalFacts {
  readonly prices: readonly RenewalPrice[];
  readonly spend12m: string | null;
  readonly onTimeRate: string | null;
  readonly warnings: number;
}
export const getRenewalFacts = readingCall<RenewalFacts>()("srmServer", "v1/srmCctContractRestful/getRenewalFacts", { id: "id" });
