import type { Row } from "#kernel/page-document.ts";
import { today, readTime, timeText } from "#kernel/web/clock.ts";
import { call, download, saveBlob } from "#kernel/web/call.ts";
import { toast } from "#kernel/web/message.ts";
import { tellChanged, type Changed } from "#kernel/web/page/changes.ts";
import { handOver } from "#kernel/web/page/edit/handOver.ts";
import { openPage } from "#kernel/web/router.ts";

export const textOf = (value: unknown): string => (value === null || value === undefined ? "" : String(value));
/** What a line calls its goods: their code, and the item's name in the reader's language; goods nobody keeps as an item by their own words. */
export const goodsOf = (row: Row): string =>
  [textOf(row["itemCode"]), textOf(row["itemName"]) || textOf(row["itemDesc"])].filter(Boolean).join(" ");
export const rowsIn = (row: Row | null | undefined, key: string): readonly Row[] => (Array.isArray(row?.[key]) ? (row[key] as Row[]) : []);

let count = 0;
function startWith(path: string, values: Row): Promise<void> {
  const from = `ship-${++count}`;
  handOver(`copy:${from}`, values);
  return openPage({ path, query: { from } });
}

const shared = (row: Row): Row => ({
  ...{ orderDeliveryId: row["orderDeliveryId"], orderNum: row["orderNum"], orderLineNum: row["orderLineNum"] },
  ...{ scheduleNum: row["scheduleNum"], itemId: row["itemId"], itemCode: row["itemCode"], itemName: row["itemName"] },
  ...{ itemDesc: row["itemDesc"], uom: row["uom"] },
});

/** A chosen schedule as a line of a shipment, or of a call-off. */
export const asNoteLine = (row: Row, qty: string): Row => ({ ...shared(row), noteQty: qty, noticeLineId: row["noticeLineId"] ?? null });
export const asNoticeLine = (row: Row, qty: string): Row => ({ ...shared(row), noticeQty: qty });

export { today };

/** How a page that makes something of schedules begins. */
export type Start = (rows: readonly { readonly row: Row; readonly qty: string }[]) => Promise<void>;

/** When the goods are awaited: at the hour of the call, else in the morning of the promised day. */
function etaOf(row: Row | undefined): string {
  const from = textOf(row?.["arriveFrom"]);
  const at = readTime(from);
  if (at !== null) return timeText(at);
  const day = textOf(row?.["promiseDate"]);
  return day > today() ? `${day} 09:00:00` : `${today()} 18:00:00`;
}

/** Opens a new shipment of the chosen schedules; goods of two addresses travel on two papers. */
export async function startNote(rows: readonly { readonly row: Row; readonly qty: string }[]): Promise<void> {
  if (!isOnePlace(rows)) return;
  await startWith("purDeliveryManage/purDeliveryNoteEdit", {
    shipDate: today(),
    eta: etaOf(rows[0]?.row),
    lines: rows.map(({ row, qty }) => asNoteLine(row, qty)),
  });
}

export async function startNotice(rows: readonly { readonly row: Row; readonly qty: string }[]): Promise<void> {
  if (!isOnePlace(rows)) return;
  await startWith("purDeliveryManage/purDeliveryNoticeEdit", { lines: rows.map(({ row, qty }) => asNoticeLine(row, qty)) });
}

/** A receipt line that can be undone, as a line of the write-off. */
export const asWriteOffLine =
  (type: string) =>
  (row: Row): Row => ({
    ...{ receiveLineId: row["receiveLineId"], transactionId: type === "RETURN_REV" ? row["transactionId"] : null },
    ...{ receiveId: row["receiveId"], receiveName: row["receiveNum"], orderRow: row["orderRow"] },
    ...{ itemId: row["itemId"], itemCode: row["itemCode"], itemName: row["itemName"], itemDesc: row["itemDesc"] },
    ...{ uom: row["uom"], batchNum: row["batchNum"] },
    ...{ qty: row["reversibleQty"], undoRejectedQty: "0" },
  });

/** Opens a return of everything a receipt brought; whoever sends back less takes lines away or writes another quantity. */
export async function startWriteOff(receiveId: string): Promise<void> {
  const type = "RETURN_REPLACE";
  try {
    const { data } = await call<readonly Row[]>("srmServer/v1/srmPurWriteOffRestful/listReversible", { type, receiveId });
    if (data.length === 0) toast.info(["该收货单没有可冲销的数量", "Nothing in this receipt can be reversed"]);
    else await startWith("writeOffEdit", { writeOffType: type, lines: data.map(asWriteOffLine(type)) });
  } catch (error) {
    toast.error(error);
  }
}

function isOnePlace(rows: readonly { readonly row: Row }[]): boolean {
  const places = new Set(rows.map(({ row }) => JSON.stringify([row["supplierId"], row["orgId"], row["invOrgId"], row["deliveryInfoId"]])));
  if (places.size > 1) toast.error(["同一单据的供应商与收货地址必须一致", "One document holds one supplier and one ship-to"]);
  return places.size <= 1;
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
