import { joined, module } from "#kernel/module.ts";
import { shipping } from "./shipping.ts";
import { receiving } from "./receiving.ts";
import { deliveryRemedies } from "./remedies.ts";

/** Call-offs, shipments, receipts and returns. */
export const delivery = module("delivery", "收发货", "Deliveries", joined(shipping, receiving, { remedies: deliveryRemedies }));

export { receive, receiveLine } from "./receive.entity.ts";
export { storageInbox } from "./storage-inbox.entity.ts";
export { writeOff, writeOffLine } from "./write-off.entity.ts";

export { barcode } from "./barcode.entity.ts";
export { postNote, postNotice, type NoteMove, type NoticeMove, type ScannedBox } from "./moves.ts";
export { note } from "./note.entity.ts";
export { deliveryBatch, noteLine } from "./note.lines.ts";
export { notice, noticeLine } from "./notice.entity.ts";

export { postFinanceQty, type FinanceRow } from "./finance-qty.rules.ts";
export { afterConcession, heldByFinance } from "./receiving.ask.ts";
