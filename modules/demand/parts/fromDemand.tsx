import type { Form, Seen } from "#kernel/seen.ts";
import type { Entity } from "#kernel/entity.ts";
import type { Row } from "#kernel/page-document.ts";
import { messageOf } from "#kernel/web/call.ts";
import { toast } from "#kernel/web/message.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { RecordPicker } from "#kernel/web/page/field/RecordPicker.tsx";
import type { RowStore } from "#kernel/web/table/rowStore.ts";
import type { Button } from "#kernel/web/table/types.ts";
import { CalendarRange, Contact } from "lucide-react";
import { customerOrder } from "../customer-order.entity.ts";
import { lineForCustomer, linesForPlan } from "../from-demand.ts";
import { procurementPlan } from "../procurement-plan.entity.ts";
import { openWindow } from "./window.tsx";
import type { requisition } from "../requisition.entity.ts";
import type { requisitionLine } from "../requisition-line.entity.ts";

type Line = Form<typeof requisitionLine>;

/** Lets people choose documents and reads them whole. */
function choose<E extends Entity>(entity: E, where: Row, many: boolean, take: (rows: readonly Seen<E>[]) => unknown): void {
  const read = async (ids: readonly string[]): Promise<void> => {
    try {
      take(await Promise.all(ids.map((id) => entityCall.find(entity, id))));
    } catch (cause) {
      toast.error([messageOf(cause), messageOf(cause)]);
    }
  };
  openWindow((close) => (
    <RecordPicker
      target={entity.name}
      where={where}
      many={many}
      chosen={[]}
      done={(picked) => {
        close();
        if (picked?.length) void read(picked.map((pickedRecord) => pickedRecord.id));
      }}
    />
  ));
}

/** Lines out of what customers ordered and out of a plan; they stand in the document until it is saved. */
export function demandTools(model: EditModel<typeof requisition>, rows: RowStore<Line>): readonly Button<Line>[] {
  if (!model.editable()) return [];
  const may = (button: string): boolean => model.viewer.may(button);
  const { orgId } = model.state.getState().header;
  const inOrg = orgId ? { orgId } : {};
  const put = (lines: readonly Line[]): unknown =>
    lines.length ? rows.insert(lines) : toast.info(["没有剩余数量", "Nothing is left to ask for"]);
  return [
    ...(may("btnFromCustomerOrder")
      ? [
          {
            ...({ label: ["从客户订单", "From customer orders"], icon: Contact, quiet: true } as const),
            handler: () =>
              choose(customerOrder, { status: "OPEN", ...inOrg }, true, (found) =>
                put(
                  found.flatMap((row): Line[] => {
                    const line = lineForCustomer(row);
                    return line ? [line] : [];
                  }),
                ),
              ),
          },
        ]
      : []),
    ...(may("btnFromPlan")
      ? [
          {
            ...({ label: ["从采购计划", "From a plan"], icon: CalendarRange, quiet: true } as const),
            handler: () =>
              choose(procurementPlan, { status: "APPROVED", ...inOrg }, false, ([plan]) => {
                if (!plan) return;
                model.patch({ planId: plan.id, planCode: plan.planNum, planName: plan.planNum });
                put(linesForPlan(plan));
              }),
          },
        ]
      : []),
  ];
}
