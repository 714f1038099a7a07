import { isZero } from "#kernel/decimal.ts";
import type { Me } from "#kernel/entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { make, set, type Effect, type Moment } from "#kernel/rule.ts";
import { ordersFollow } from "./customer-order.ts";
import type { Requisition, RequisitionLine } from "./doors.ts";
import { ledgerDraft } from "./ledger.ts";
import { qtyLedger } from "./ledger.entity.ts";
import { headerStatusOf } from "./moves.ts";
import { requisition } from "./requisition.entity.ts";
import { sourcing } from "./sourcing.ts";

export const nothingLeft = (cn: string, en: string): Refusal =>
  refuse("PUR-2005", `没有可${cn}的申请行`, `There is no requisition line to ${en}`);

/** The lines a call names, all of its own; without names those that fit. */
export function chosenLines(
  doc: Requisition,
  lineIds: unknown,
  fits: (line: RequisitionLine) => boolean,
): readonly RequisitionLine[] | Refusal {
  const ids = typeof lineIds === "string" ? lineIds.split(",").filter(Boolean) : Array.isArray(lineIds) ? lineIds.map(String) : [];
  if (ids.length === 0) return doc.lines.filter(fits);
  const lines = doc.lines.filter((line) => ids.includes(line.id));
  return lines.length === new Set(ids).size
    ? lines
    : refuse("PUR-0004", "单据不存在或无权查看", "Document does not exist or is not visible to you");
}

/** The header's status, the buyers' to-dos and the customer orders behind the lines, as the lines will stand. */
export function settle(doc: Requisition, after: readonly RequisitionLine[]): Effect[] {
  const status = headerStatusOf(doc.status, after);
  return [
    ...(status === doc.status ? [] : [set(doc, { status } as never)]),
    ...sourcing(doc, doc.lines, after),
    ...ordersFollow(doc.id, after),
  ];
}

/** What happens to a line without any target: the ledger's row of it. REQ is what was approved, CAN what is given up. */
export const ownRow = (
  doc: Requisition,
  line: RequisitionLine,
  { bucket, delta, eventCode }: { readonly bucket: "REQ" | "CAN"; readonly delta: string; readonly eventCode: string },
  me: Me,
  at: Moment,
): Effect[] =>
  isZero(delta)
    ? []
    : [
        make(
          qtyLedger,
          at.newId(),
          ledgerDraft(
            {
              ...{ ownerType: "REQ_LINE", ownerId: line.id, orgId: doc.orgId, bucket, delta, eventCode },
              ...{
                causeType: requisition.name,
                causeId: doc.id,
                causeLineId: line.id,
                causeNum: doc.requisitionNum,
                requestId: at.newId(),
              },
            },
            me,
            at,
          ),
        ),
      ];
