import { add, trim } from "#kernel/decimal.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { floorOf, ful, type Counters } from "./quantities.ts";

/** The refusal of a quantity below what was done with a row already. */
export function belowFloor(row: Counters): Refusal {
  const args = [floorOf(row), ful(row), row.inspectingQty, row.inTransitQty, row.noticeOpenQty, add(row.cancelledQty, row.closedQty)].map(
    trim,
  );
  return refuse(
    "PUR-2205",
    `数量不能低于已执行数量${args[0]}（已收${args[1]}+待检${args[2]}+在途${args[3]}+通知${args[4]}+取消与关闭${args[5]}）`,
    `Quantity cannot go below ${args[0]} (received ${args[1]} + inspecting ${args[2]} + in transit ${args[3]} + noticed ${args[4]} + cancelled and closed ${args[5]})`,
  );
}
