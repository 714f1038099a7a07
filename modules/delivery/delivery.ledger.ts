import { trim } from "#kernel/decimal.ts";
import { qty } from "#kernel/field.ts";
import { ledger } from "#kernel/ledger.ts";
import { refuse } from "#kernel/refusal.ts";
import { postingEvents } from "#modules/demand/index.ts";

const balance = { computed: true, initial: "0", least: 0 } as const;
const short = (cn: string, en: string, balanceNow: string) =>
  refuse("PUR-0003", `${cn}仅有${trim(balanceNow)}，不能减少更多`, `${en} is ${trim(balanceNow)} and cannot be lowered further`);

/** What of a call-off was shipped, given up or is still open. */
export const noticeLedger = ledger("NOTICE_LINE", "送货通知行", "Notice line", {
  buckets: {
    SHP: ["shippedQty", qty("已发数量", "Shipped", balance)],
    CLS: ["closedQty", qty("关闭数量", "Closed", balance)],
    OPN: ["openQty", qty("未发数量", "Open", balance)],
  },
  names: postingEvents,
  events: {
    E5: { OPN: "+" },
    E6: { OPN: "-", CLS: "+" },
    E7: { SHP: "+", OPN: "-" },
    E8: { SHP: "-", OPN: "+", CLS: "+" },
    E9: { SHP: "-", OPN: "+" },
    E10: "E9",
    E3: { OPN: "-", CLS: "+" },
    E3c: { OPN: "-", CLS: "+" },
  },
  short: (bucket, asked, balanceNow) =>
    bucket === "OPN"
      ? refuse(
          "PUR-3302",
          `送货数量${trim(asked)}超过通知未发数量${trim(balanceNow)}`,
          `Ship quantity ${trim(asked)} exceeds open notice ${trim(balanceNow)}`,
        )
      : short("通知行数量", "The notice line's quantity", balanceNow),
});

/** What of a shipment has arrived, was given up or is still in transit, and what went back to the call-off. */
export const noteLedger = ledger("NOTE_LINE", "送货单行", "Note line", {
  buckets: {
    ARR: ["arrivedQty", qty("已到数量", "Arrived", balance)],
    CLS: ["closedQty", qty("关闭数量", "Closed", balance)],
    TRN: ["inTransitQty", qty("在途数量", "In transit", balance)],
    NRT: ["noticeReturnedQty", qty("退回通知数量", "Returned to notice", balance)],
  },
  names: postingEvents,
  events: {
    E7: { TRN: "+" },
    E8: { TRN: "-" },
    E9: { TRN: "-", CLS: "+", NRT: "+" },
    E10: "E9",
    E11: { ARR: "+", TRN: "-" },
    E11i: { ARR: "+", TRN: "-" },
    E14: { ARR: "-", TRN: "+", CLS: "+" },
  },
  short: (bucket, _, balanceNow) =>
    bucket === "TRN"
      ? refuse("PUR-3403", `实到超过送货单在途${trim(balanceNow)}`, `The arrival exceeds ${trim(balanceNow)} in transit on the note`)
      : short("送货单行数量", "The note line's quantity", balanceNow),
});
