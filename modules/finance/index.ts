import { joined, module, type Part } from "#kernel/module.ts";
import { financeLookups } from "./lookups.ts";
import { financeProfiles } from "./profiles.ts";
import { statements } from "./statement/statements.ts";
import { transactions } from "./transaction/transactions.ts";

const words: Part = { lookups: financeLookups, profiles: financeProfiles };

// One line for each part; the menu follows this order.
const parts: readonly Part[] = [
  words,
  transactions, // what is reconciled
  statements, // what both sides agree on
];

/** Finance: from what was received to what is paid. */
export const finance = module("finance", "财务", "Finance", joined(...parts));

export { holdTransactions, releaseTransactions, type Hold } from "./transaction/holds.ts";
