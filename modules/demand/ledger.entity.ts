import { entity } from "#kernel/entity.ts";
import { pick } from "#kernel/field.ts";
import { postingFields, postingRules, quantityMoved } from "#kernel/ledger-postings.ts";
import { ofAnyGoods } from "#modules/base/index.ts";
import { purchaseCodes } from "./common.ts";

/** Every movement of every quantity in purchasing, never changed: counters elsewhere are sums of it. */
export const qtyLedger = entity("SrmPurQtyLedger", "数量台账", "Quantity ledger", {
  ...postingRules,
  fields: {
    ownerType: pick("对象类型", "Owner type", "PUR_LEDGER_OWNER", { computed: true }),
    ...postingFields,
    ...quantityMoved,
  },
  sees: { internal: (me) => ({ orgId: me.orgs, ...ofAnyGoods(me) }) },
  codes: purchaseCodes,
});
