import { entity } from "#kernel/entity.ts";
import { pick } from "#kernel/field.ts";
import { amountMoved, postingFields, postingRules } from "#kernel/ledger-postings.ts";
import { financeCodes } from "../common.ts";

/** Every movement of deductions and advances, never changed. It is read on the document it belongs to. */
export const offsetPosting = entity("SrmRcnOffsetPosting", "扣款与预付台账", "Deduction and advance ledger", {
  ...postingRules,
  fields: { ownerType: pick("对象类型", "Owner type", "RCN_OFFSET_OWNER", { computed: true }), ...postingFields, ...amountMoved },
  internal: true,
  sees: {},
  codes: financeCodes,
});
