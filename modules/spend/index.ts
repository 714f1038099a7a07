import { joined, module } from "#kernel/module.ts";
import { spending } from "./spending.ts";

/** What was bought, from whom, at what price, and how well. */
export const spend = module("spend", "采购报表", "Purchase reports", joined(spending));

export { openAdvances, quotaShares } from "./questions.ts";
