import type { Action, Entity } from "#kernel/entity.ts";
import { newId } from "#kernel/server/id.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import type { Shipped, Side } from "#kernel/server/side.ts";
import { billType } from "./bill-type.entity.ts";

/** One bill type for each approval that any module declares: whoever adds a document adds its bill type by itself. */
const billTypes: Shipped = {
  entity: billType,
  key: ["billTypeCode"],
  // Looked at on every start: which documents there are is no decision of this module.
  get version() {
    return newId();
  },
  rows: ({ declared }: Kernel) => {
    const found = new Map<string, Record<string, unknown>>();
    for (const e of declared.entities.values())
      for (const { approval } of Object.values(e.actions as Record<string, Action>))
        if (approval && !found.has(approval.bill)) found.set(approval.bill, billRow(e, approval, declared.moduleOf(e).code));
    return [...found.values()];
  },
};

function billRow(
  e: Entity,
  { bill, label, amount, currency, org, category, supplier, approve, reject }: NonNullable<Action["approval"]>,
  moduleCode: string,
) {
  const [cn, en] = label ?? e.label;
  return {
    billTypeCode: bill,
    billTypeName: cn,
    billTypeNameEn: en,
    moduleCode: moduleCode.toUpperCase(),
    entityName: e.name,
    amountField: amount ?? null,
    currencyField: currency ?? null,
    orgField: org ?? null,
    categoryField: category ?? null,
    supplierField: supplier ?? null,
    formRoute: e.pages?.edit ?? e.pages?.list ?? null,
    callbackApprove: approve,
    callbackReject: reject,
    status: "EFFECTIVE",
  };
}

/** What approvals need beyond their rules: the bill types of all documents. */
export const workflowSide: Side = { code: "workflow", ships: [billTypes] };
