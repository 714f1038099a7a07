import type { Part } from "#kernel/module.ts";
import { page } from "#kernel/module.ts";
import { purchaseMenu } from "./folders.ts";
import { qtyLedger } from "./ledger.entity.ts";
import { requisitionLookups, sharedLookups } from "./lookups.ts";
import { demandRules } from "./demand.rules.ts";
import { requisitionFlowRules } from "./requisition-flow.rules.ts";
import { requisitionRules } from "./requisition.rules.ts";
import { requisition } from "./requisition.entity.ts";

/** What people need, and where each piece of it went. */
export const requisitions: Part = {
  entities: [requisition, qtyLedger],
  rules: [...requisitionRules, ...requisitionFlowRules, ...demandRules],
  lookups: { ...sharedLookups, ...requisitionLookups },
  menus: [
    purchaseMenu({
      PUR_DEMAND: [
        page("purchaseRequisitionList", "采购申请", "Requisitions", {
          entities: [requisition],
          reads: [qtyLedger],
          buttons: ["btnAdd", "btnSave"],
          children: ["purRequisitionManage/purRequisitionEdit"],
        }),
      ],
    }),
  ],
};
