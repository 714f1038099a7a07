import type { Part } from "#kernel/module.ts";
import { agreement } from "./agreement.entity.ts";
import { agreementLookups } from "./agreement.lookups.ts";
import { priceList } from "./price-list.entity.ts";

/** Agreements, the price library they fill, and the choice of a price. */
export const agreements: Part = {
  entities: [agreement, priceList],
  lookups: agreementLookups,
};
