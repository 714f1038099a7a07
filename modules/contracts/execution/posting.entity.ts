import { entity } from "#kernel/entity.ts";
import { pick } from "#kernel/field.ts";
import { postingFields, postingRules, quantityMoved } from "#kernel/ledger-postings.ts";
import { contractCodes } from "../common.ts";

/** Every movement of what contracts, their items and their stages come to, never changed. It is read on the contract it belongs to. */
export const contractPosting = entity("SrmCctPosting", "合同执行台账", "Contract ledger", {
  ...postingRules,
  fields: { ownerType: pick("对象类型", "Owner type", "CCT_LEDGER_OWNER", { computed: true }), ...postingFields, ...quantityMoved },
  internal: true,
  sees: {},
  codes: contractCodes,
});
