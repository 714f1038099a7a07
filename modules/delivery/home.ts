import type { Coming, Widget } from "#kernel/module.ts";
import { storageTransaction } from "#modules/order/index.ts";
import { note } from "./note.entity.ts";
import { receive } from "./receive.entity.ts";
import { writeOff } from "./write-off.entity.ts";

type Figure = Pick<Widget, "counts" | "late" | "button" | "seq"> & { readonly audience?: Widget["audience"] };
const figure = (code: string, cn: string, en: string, route: string, more: Figure): Widget => ({
  code,
  label: [cn, en],
  audience: "INTERNAL",
  type: "FIGURE",
  route,
  ...more,
});

/** Goods that were received, less what went back, by the day of the posting. */
const received: NonNullable<Widget["sums"]> = { entity: storageTransaction, list: "money", field: "baseAmount", date: "transactionDate" };

/** Home of those who take goods in, judge them and count what they are worth. */
export const deliveryWidgets: readonly Widget[] = [
  figure("NOTE_TO_RECEIVE", "待收货", "Deliveries to receive", "purDealDeliveryNoteList", {
    counts: { entity: note, list: "desk", view: "toReceive" },
    late: "eta",
    button: "btnConfirmReceipt",
    seq: 44,
  }),
  figure("NOTE_AT_GATE", "已到货待收", "At the gate", "purDealDeliveryNoteList", {
    counts: { entity: note, list: "desk", view: "atGate" },
    button: "btnConfirmReceipt",
    seq: 45,
  }),
  figure("RECEIPT_TO_POST", "待过账接收单", "Receipts to post", "receiveList", {
    counts: { entity: receive, view: "drafts" },
    button: "btnConfirm",
    seq: 46,
  }),
  figure("RECEIPT_TO_INSPECT", "待检验接收单", "Receipts to inspect", "receiveList", {
    counts: { entity: receive, view: "inspecting" },
    button: "btnInspect",
    seq: 47,
  }),
  figure("RETURN_DRAFTS", "待提交的退货", "Returns to submit", "writeOffList", {
    counts: { entity: writeOff, view: "drafts" },
    button: "btnSubmit",
    seq: 48,
  }),
  { ...figure("RECEIVED_MTD", "本月入库金额", "Received this month", "transactionsList", { seq: 31 }), sums: received },
  {
    code: "RECEIVED_TREND",
    label: ["近 12 月入库金额", "Received in 12 months"],
    audience: "INTERNAL",
    type: "CHART",
    route: "transactionsList",
    sums: received,
    seq: 810,
    span: 2,
  },
  figure("SUP_RETURN_TO_CONFIRM", "待确认的退货", "Returns to confirm", "writeOffList", {
    audience: "SUPPLIER",
    counts: { entity: writeOff, view: "toConfirm" },
    button: "btnSupplierConfirm",
    seq: 23,
  }),
  figure("SUP_NOTE_DRAFTS", "待发出的送货单", "Delivery notes to ship", "purDeliveryNoteList", {
    audience: "SUPPLIER",
    counts: { entity: note, view: "draft" },
    button: "btnSubmit",
    seq: 22,
  }),
];

const arrival = {
  entity: note,
  day: "eta",
  label: ["到货", "Arrival"] as const,
  opens: ["purDeliveryManage/purDeliveryNoteEdit", "id", "id"] as const,
};

/** Trucks of the week. */
export const deliveryComing: readonly Coming[] = [
  {
    ...arrival,
    audience: "INTERNAL",
    route: "purDealDeliveryNoteList",
    list: "desk",
    view: "toReceive",
    says: ["supplierId"],
    note: "dockCode",
    namesNote: true,
  },
  { ...arrival, audience: "SUPPLIER", route: "purDeliveryNoteList", view: "onWay", says: ["orgId"], note: "plateNum" },
];
