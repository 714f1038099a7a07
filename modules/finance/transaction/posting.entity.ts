import { entity } from "#kernel/entity.ts";
import { pick } from "#kernel/field.ts";
import { postingFields, postingRules, quantityMoved } from "#kernel/ledger-postings.ts";
import { financeCodes } from "../common.ts";

/** Every movement of what statements take of transactions, never changed. It is read on the transaction it belongs to. */
export const transactionPosting = entity("SrmRcnTransactionPosting", "对账事务流水", "Reconcilable transaction posting", {
  ...postingRules,
  fields: { ownerType: pick("对象类型", "Owner type", "RCN_LEDGER_OWNER", { computed: true }), ...postingFields, ...quantityMoved },
  internal: true,
  sees: {},
  codes: financeCodes,
});
