import { add, cmp, div, mul } from "#kernel/decimal.ts";
import type { Answer } from "#kernel/question.ts";
import { run, type Find } from "#kernel/rule.ts";
import { closesOrderLines, openOrderLines } from "#modules/contracts/index.ts";
import { order } from "../order.entity.ts";

/** Orders under a contract that are not over: before approval nothing is ordered. */
const running = ["APPROVED", "PUBLISHED", "CONFIRMED", "REFUSED", "CHANGING"];
const ordersOf = (find: Find, contractId: string) => find.where(order, { contractId, liveId: null, status: running }, 2000);

/** What a contract asks when it changes or ends: lines of its orders that are open, and what closes them. */
export const contractAnswers: readonly Answer[] = [
  openOrderLines.answeredBy(async (find, { contractId }) =>
    (await ordersOf(find, contractId)).flatMap((doc) =>
      doc.lines
        .filter((line) => line.lineStatus === "OPEN")
        .map((line) => ({
          orderId: doc.id,
          orderNum: doc.orderNum ?? "",
          orderLineId: line.id,
          lineNum: line.lineNum ?? 0,
          itemName: line.itemDesc,
          uom: line.uom,
          openQty: line.openQty,
          inTransitQty: add(line.inTransitQty, line.inspectingQty),
          openAmount: cmp(line.qty, "0") > 0 ? div(mul(line.amountIncl, line.openQty), line.qty, 2) : "0",
          buyerId: doc.buyerId,
        })),
    ),
  ),
  closesOrderLines.answeredBy(async (find, { contractId, lineIds, reason }) =>
    (await ordersOf(find, contractId)).flatMap((doc) => {
      const ids = doc.lines.filter((line) => lineIds.includes(line.id)).map((line) => line.id as string);
      // What the supplier never got is cancelled, what was published is closed.
      const action = doc.status === "APPROVED" ? "doCancel" : "doClose";
      return ids.length ? [run(order, doc.id, action, { lineIds: ids, reason: reason.slice(0, 500) })] : [];
    }),
  ),
];
