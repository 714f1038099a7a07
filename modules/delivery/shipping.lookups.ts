import type { Entity } from "#kernel/entity.ts";
import { lookup, type Lookup } from "#kernel/module.ts";
import { barcode } from "./barcode.entity.ts";
import { note } from "./note.entity.ts";
import { notice } from "./notice.entity.ts";

const words = (of: Entity): Lookup["values"] =>
  Object.fromEntries(Object.entries(of.states ?? {}).map(([code, text]) => [code, [text[0], text[1]]]));

/** The words of notices, notes and barcodes. */
export const shippingLookups: Readonly<Record<string, Lookup>> = {
  PUR_NOTICE_STATUS: lookup("送货通知状态", "Delivery notice status", words(notice)),
  PUR_NOTE_STATUS: lookup("送货单状态", "Delivery note status", words(note)),
  PUR_NOTE_SOURCE: lookup("送货单来源", "Source of a note", { ORDER: ["按订单", "Order"], NOTICE: ["按通知", "Notice"] }),
  PUR_BARCODE_STATUS: lookup("条码状态", "Barcode status", words(barcode)),
  PUR_BARCODE_TYPE: lookup("条码类型", "Barcode type", {
    BOX: ["箱", "Box"],
    PALLET: ["托盘", "Pallet"],
    SERIAL: ["单件", "Piece"],
  }),
};
