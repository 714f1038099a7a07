import { cmp, div, mul, sum, trim } from "#kernel/decimal.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import type { Text } from "#kernel/text.ts";
import { addDays, daysBetween } from "#kernel/days.ts";
import { canShip, canShipLine } from "#modules/order/index.ts";
import { houseDayOf } from "./house-time.ts";
import type { Note, NoteLine, Notice } from "./note.save.rules.ts";
import { noticeFor, sentOf } from "./note.save.rules.ts";
import { isLiveNotice } from "./moves.ts";
import type { Place } from "./receive.place.ts";
import { isMore, rowWord, wantedOf } from "./source.ts";

const overCap = (qty: string, most: string): Refusal =>
  refuse("PUR-3301", `送货数量${trim(qty)}超过可发数量${trim(most)}`, `Ship quantity ${trim(qty)} exceeds ${trim(most)} shippable`);

/** More than a schedule or its line may still take; all schedules of a line share its tolerance. */
export function overShips(wanted: ReadonlyMap<string, string>, places: ReadonlyMap<string, Place>): Refusal[] {
  const rows = [...wanted].flatMap(([id, qty]) => {
    const place = places.get(id);
    // an order change may have removed the schedule since the note was saved
    const most = place ? canShip(place.order, place.line, place.row) : "0";
    return isMore(qty, most) ? [overCap(qty, most)] : [];
  });
  if (rows.length) return rows;
  const byLine = Map.groupBy(wanted, ([id]) => places.get(id)?.line);
  return [...byLine].flatMap(([line, some]) => {
    const qty = sum(some.map(([, value]) => value));
    return line && isMore(qty, canShipLine(line)) ? [overCap(qty, canShipLine(line))] : [];
  });
}

/** Schedules that are not agreed, and those that only go out when called. */
export function notAgreed(doc: Note, places: ReadonlyMap<string, Place>): Refusal[] {
  return doc.lines.flatMap((line) => {
    const place = places.get(line.orderDeliveryId);
    if (!place) return [];
    if (place.row.confirmStatus !== "CONFIRMED")
      return [refuse("PUR-3304", `交货行[${rowWord(place)}]尚未确认`, `Schedule ${rowWord(place)} is not confirmed yet`)];
    return place.order.deliveryMode === "NOTICE" && !line.noticeLineId
      ? [refuse("PUR-3303", "该订单须按送货通知送货", "This order ships against delivery notices only")]
      : [];
  });
}

/** More than is still open on the call-off. */
export function overCalled(doc: Note, notices: readonly Notice[]): Refusal[] {
  const called = Map.groupBy(
    doc.lines.filter((line) => line.noticeLineId),
    (line) => line.noticeLineId!,
  );
  return [...called].flatMap(([id, lines]) => {
    const found = noticeFor(notices, id);
    const open = found && isLiveNotice(found.of.status) ? found.line.openQty : "0";
    const qty = sum(lines.map((line) => line.noteQty));
    return isMore(qty, open)
      ? [
          refuse(
            "PUR-3302",
            `送货数量${trim(qty)}超过通知未发数量${trim(open)}`,
            `Ship quantity ${trim(qty)} exceeds open notice ${trim(open)}`,
          ),
        ]
      : [];
  });
}

interface Leaf {
  readonly noteLineId: string | null;
  readonly barcodeType: string;
  readonly status: string;
  readonly qty: string;
}

/** Batches, labels and reports that do not fit the line. */
export function unfit(line: NoteLine, boxes: readonly Leaf[], [goods, goodsEn]: Text): Refusal[] {
  const inBatches = sum(line.batches.map((batch) => batch.batchQty));
  const leaves = boxes.filter((box) => box.noteLineId === line.id && box.barcodeType !== "PALLET" && box.status !== "VOID");
  const inBoxes = sum(leaves.map((box) => box.qty));
  const qty = trim(line.noteQty);
  const wrong: (Refusal | false)[] = [
    (line.batchFlag === "Y" || line.batches.length > 0) &&
      cmp(inBatches, line.noteQty) !== 0 &&
      refuse("PUR-3305", `批次数量合计${trim(inBatches)}不等于送货数量${qty}`, `Batches total ${trim(inBatches)}, note line ${qty}`),
    (line.barcodeFlag === "Y" || leaves.length > 0) &&
      cmp(inBoxes, line.noteQty) !== 0 &&
      refuse("PUR-3306", `条码数量合计${trim(inBoxes)}不等于送货数量${qty}`, `Barcodes total ${trim(inBoxes)}, note line ${qty}`),
    line.reportFlag === "Y" &&
      !line.inspectFileIds &&
      refuse("PUR-3307", `物料[${goods}]须上传出货检验报告`, `Upload the outgoing inspection report for ${goodsEn}`),
  ];
  return wrong.filter((refusal) => refusal !== false);
}

/** The day a schedule was promised for, else asked for. */
export const promisedDay = ({ row }: Place): string => row.currentPromiseDate ?? row.promiseDate ?? row.needByDate;

/** Goods that come before their place is free. */
export function tooEarly(doc: Note, places: ReadonlyMap<string, Place>, earlyDays: ReadonlyMap<string, number | null>): Refusal[] {
  const day = houseDayOf(doc.eta);
  const limits = doc.lines.flatMap((line) => {
    const place = places.get(line.orderDeliveryId);
    const days = place ? (earlyDays.get(place.order.billTypeId ?? "") ?? null) : null;
    return place && days !== null ? [addDays(promisedDay(place), -days)] : [];
  });
  return [...new Set(limits.filter((limit) => day < limit))].map((limit) =>
    refuse("PUR-3308", `预计到货早于允许的最早日期${limit}`, `Arrival is before the earliest allowed date ${limit}`),
  );
}

/** Schedules that will come later than promised. */
export const lateRows = (doc: Note, places: ReadonlyMap<string, Place>): readonly Place[] => {
  const day = houseDayOf(doc.eta);
  return [...new Set(doc.lines.map((line) => line.orderDeliveryId))].flatMap((id) => {
    const place = places.get(id);
    return place && day > promisedDay(place) ? [place] : [];
  });
};

/** Batches whose goods are too old when they leave. */
export function tooOld(line: NoteLine, shelfLifeDays: number | null, shipDate: string, percent: string): Refusal[] {
  return line.batches.flatMap((batch) => {
    const expiry = batch.expiryDate ?? (batch.productionDate && shelfLifeDays ? addDays(batch.productionDate, shelfLifeDays) : null);
    const life = expiry && batch.productionDate ? daysBetween(batch.productionDate, expiry) : shelfLifeDays;
    if (!expiry || !life) return [];
    const left = div(mul(String(daysBetween(shipDate, expiry)), "100"), String(life), 4);
    return cmp(left, percent) < 0
      ? [
          refuse(
            "PUR-3309",
            `批次[${batch.batchNum}]剩余保质期不足${trim(percent)}%`,
            `Batch ${batch.batchNum} has less than ${trim(percent)}% shelf life left`,
          ),
        ]
      : [];
  });
}

/** How much a note wants of each schedule. */
export const shipped = (doc: Note): ReadonlyMap<string, string> => wantedOf(doc.lines.map(sentOf));
