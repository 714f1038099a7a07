import { textOf } from "#kernel/page-format.ts";
import type { Form } from "#kernel/seen.ts";
import { today } from "#kernel/web/clock.ts";
import { call, download, saveBlob } from "#kernel/web/call.ts";
import { toast } from "#kernel/web/message.ts";
import { tellChanged, type Changed } from "#kernel/web/page/changes.ts";
import { handOver } from "#kernel/web/page/edit/handOver.ts";
import { openPage } from "#kernel/web/router.ts";
import type { FromOf } from "#kernel/web/from/fromCalls.ts";
import { note } from "../note.entity.ts";
import { notice } from "../notice.entity.ts";
import type { writeOff, writeOffLine } from "../write-off.entity.ts";

/** What names the goods of a line. */
export interface Goods {
  readonly itemCode?: string | null;
  readonly itemName?: string | null;
  readonly itemDesc?: string | null;
}
/** What a line calls its goods: their code, and the item's name in the reader's language; goods nobody keeps as an item by their own words. */
export const goodsOf = (row: Goods): string =>
  [textOf(row.itemCode), textOf(row.itemName) || textOf(row.itemDesc)].filter(Boolean).join(" ");

let count = 0;
function startWith(path: string, values: Form<typeof writeOff>): Promise<void> {
  const from = `ship-${++count}`;
  handOver(`copy:${from}`, values);
  return openPage({ path, query: { from } });
}

/** Shipments and call-offs are created from schedules. */
export const shipmentsFrom: FromOf<typeof note> = { entity: note, action: "doCreateFrom" };
export const callOffsFrom: FromOf<typeof notice> = { entity: notice, action: "doCreateFrom" };

export { today };

/** A receipt line that can be undone, or a return that can be taken back. */
export interface Reversible extends Goods {
  readonly receiveLineId: string;
  readonly transactionId: string | null;
  readonly transactionNum?: string | null;
  readonly receiveId: string;
  readonly receiveNum: string | null;
  readonly receiveDate: string | null;
  readonly orderRow: string | null;
  readonly itemId: string | null;
  readonly uom: string;
  readonly batchNum: string | null;
  readonly acceptedQty: string | null;
  readonly reversibleQty: string;
  readonly reversibleRejectedQty: string;
}

/** A receipt line that can be undone, as a line of the write-off. */
export const asWriteOffLine =
  (type: string) =>
  (row: Reversible): Form<typeof writeOffLine> => ({
    receiveLineId: row.receiveLineId,
    transactionId: type === "RETURN_REV" ? row.transactionId : null,
    receiveId: row.receiveId,
    receiveName: row.receiveNum,
    orderRow: row.orderRow,
    itemId: row.itemId,
    itemCode: row.itemCode,
    itemName: row.itemName,
    itemDesc: row.itemDesc,
    uom: row.uom,
    batchNum: row.batchNum,
    qty: row.reversibleQty,
    undoRejectedQty: "0",
  });

/** Opens a return of everything a receipt brought; whoever sends back less takes lines away or writes another quantity. */
export async function startWriteOff(receiveId: string): Promise<void> {
  const type = "RETURN_REPLACE";
  try {
    const { data } = await call<readonly Reversible[]>("srmServer/v1/srmPurWriteOffRestful/listReversible", { type, receiveId });
    if (data.length === 0) toast.info(["该收货单没有可冲销的数量", "Nothing in this receipt can be reversed"]);
    else await startWith("writeOffEdit", { writeOffType: type, lines: data.map(asWriteOffLine(type)) });
  } catch (error) {
    toast.error(error);
  }
}

/** Fetches a paper and hands it to the browser. */
export async function fetchPaper(path: string, body: object, printed?: Changed): Promise<void> {
  try {
    saveBlob(await download(`srmServer/v1/${path}`, body));
    if (printed) tellChanged(printed);
  } catch (error) {
    toast.error(error);
  }
}
