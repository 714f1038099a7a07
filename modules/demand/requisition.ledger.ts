import { add, cmp } from "#kernel/decimal.ts";
import { qty } from "#kernel/field.ts";
import { ledger } from "#kernel/ledger.ts";
import { openOf, overOpen, type Sourced } from "./available.ts";
import { postingEvents } from "./postings.ts";

const counter = (cn: string, en: string) => qty(cn, en, { computed: true, initial: "0", least: 0 });

/** The status of an approved line, from its balances alone; closed stays closed. */
export function lineStatusOf(line: Omit<Sourced, "id" | "lineNum">): string {
  if (["CLOSED", "DRAFT", "RETURNED"].includes(line.lineStatus)) return line.lineStatus;
  const isOrdered = cmp(line.orderedQty, "0") > 0;
  if (cmp(add(openOf(line), line.occupiedQty), "0") > 0) return isOrdered ? "PARTIAL" : "OPEN";
  return isOrdered ? "ORDERED" : "CANCELLED";
}

/** What an order does to the demand behind it when it is approved, changed, ended or received. */
const order = { OCC: "±", ORD: "±", CAN: "±", RCV: "±" } as const;
const givesBack = { OCC: "-", ORD: "-", CAN: "+", RCV: "-" } as const;

/** What becomes of the quantity of a requisition line: reserved by drafts, ordered, received, given up. */
export const requisitionLedger = ledger("REQ_LINE", "申请数量", "Requisition quantities", {
  buckets: {
    REQ: [null, qty("申请数量", "Requested qty", { computed: true })],
    OCC: ["occupiedQty", counter("占用数量", "Reserved")],
    ORD: ["orderedQty", counter("已下单", "Ordered")],
    CAN: ["cancelledQty", counter("已取消", "Cancelled")],
    RCV: ["receivedQty", counter("已收数量", "Received")],
  },
  names: postingEvents,
  events: {
    APPROVE: { REQ: "+" },
    RETURN: "APPROVE",
    RESUBMIT: { CAN: "+" },
    CANCEL: { CAN: "+" },
    CLOSE: { CAN: "+" },
    HOLD: { OCC: "±", ORD: "-", CAN: "+", RCV: "-" },
    TAKE: { OCC: "+" },
    ORDER: { OCC: "-", ORD: "+" },
    RELEASE: givesBack,
    BURN: givesBack,
    RETAKE: { CAN: "-", ORD: "+" },
    RECEIVE: { RCV: "±" },
    E1: order,
    E2: order,
    E3: order,
    E3c: order,
    E3o: order,
    E5: order,
    E6: order,
    E7: order,
    E8: order,
    E9: order,
    E10: order,
    E11: order,
    E11i: order,
    E12: order,
    E13: order,
    E13i: order,
    E14: order,
    E15: order,
    E16: order,
    E19: order,
  },
  caps: {
    requested: {
      of: "cancelledQty + occupiedQty + orderedQty",
      within: "requestQty",
      refuse: ({ left, asked }, line) => overOpen(line, left, asked),
    },
  },
  status: ["lineStatus", lineStatusOf],
});
