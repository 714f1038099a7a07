import type { Seen } from "#kernel/seen.ts";
import type { ListContext } from "#kernel/web/page/slots.ts";
import { chainActions } from "#modules/demand/web.tsx";
import type { storageTransaction } from "../ledger/transaction.entity.ts";
import { order } from "../order.entity.ts";

/** From a posting to every document before and after it. */
export const postingChain = (row: Seen<typeof storageTransaction>, { viewer }: ListContext<typeof storageTransaction>) =>
  chainActions(viewer, { docType: order.name, docId: String(row.orderId), orderLineId: String(row.orderLineId) });
