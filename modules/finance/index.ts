import { joined, module, type Part } from "#kernel/module.ts";
import { advancing } from "./advance/advancing.ts";
import { deducting } from "./deduction/deducting.ts";
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
  deducting, // what is taken off
  advancing, // what is paid ahead
];

/** Finance: from what was received to what is paid. */
export const finance = module("finance", "财务", "Finance", joined(...parts));

export { holdTransactions, releaseTransactions, type Hold } from "./transaction/holds.ts";
export { createDeduction, deductionOf, postDeduction, type DeductionAsked, type DeductionUse } from "./deduction/deduction.doors.ts";
export { listOpenAdvances, postAdvance, type AdvanceUse, type OpenAdvance } from "./advance/advance.doors.ts";
export { paymentMade, type Payment, type PaymentSource } from "./payment-detail/payment.ts";
export { baseOfUse } from "./advance/advance.ledger.ts";
