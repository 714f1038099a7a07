import { sum } from "#kernel/decimal.ts";
import type { Doc } from "#kernel/entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { make, rule, run, set, type Rule } from "#kernel/rule.ts";
import { barcode } from "./barcode.entity.ts";
import { note } from "./note.entity.ts";
import type { NoteLine } from "./note.save.rules.ts";
import { drafted } from "./note.rules.ts";
import { receive } from "./receive.entity.ts";
import { aboutPlace, isInspected, ordersOf, placesOf, type Place } from "./receive.place.ts";
import { isMore } from "./source.ts";

/** The parts of a line that a receipt tells apart: its batches where the whole line is still out, else the rest in one. */
const partsOf = (line: NoteLine) =>
  line.batches.length && line.inTransitQty === line.noteQty
    ? line.batches.map(({ batchQty, batchNum, productionDate, expiryDate }) => ({ qty: batchQty, batchNum, productionDate, expiryDate }))
    : [{ qty: line.inTransitQty, batchNum: null, productionDate: null, expiryDate: null }];

const received = (line: NoteLine, place: Place) =>
  partsOf(line).map(({ qty, ...batch }) => ({
    ...aboutPlace(place),
    ...batch,
    noteLineId: line.id,
    expectedQty: qty,
    arrivalQty: qty,
    acceptedQty: isInspected(place) ? "0" : qty,
    rejectedQty: "0",
  }));

type Draft = Doc<typeof receive>;

/** The receipt that scanning began, once it holds everything that is still on the road. */
function scannedWhole(drafts: readonly Draft[], out: readonly NoteLine[]): Draft | null {
  const [draft] = drafts;
  if (!draft || drafts.length > 1 || draft.sourceType !== "SCAN") return null;
  const counted = (line: NoteLine): string => sum(draft.lines.filter((doc) => doc.noteLineId === line.id).map((doc) => doc.arrivalQty));
  return out.every((line) => !isMore(line.inTransitQty, counted(line))) ? draft : null;
}

/** Everything that is still on the road is taken in with one press; where it was scanned, what was scanned is posted. */
const confirmReceipt = rule(note, "doConfirmReceipt", {
  reads: async (doc, find) => {
    const [orders, boxes, drafts] = await Promise.all([
      ordersOf(
        find,
        doc.lines.map((line) => line.orderDeliveryId),
      ),
      find.where(barcode, { noteId: doc.id }, 20_000),
      find.where(receive, { noteId: doc.id, status: "DRAFT" }),
    ]);
    return { places: placesOf(orders), boxes, drafts };
  },
  decide: (doc, { places, boxes, drafts }, input, me, at) => {
    const id = at.newId();
    const out = doc.lines.filter((line) => isMore(line.inTransitQty, "0"));
    const lines = out.flatMap((line) => {
      const place = places.get(line.orderDeliveryId);
      return place ? received(line, place) : [];
    });
    const waiting = boxes.filter((box) => box.status === "SHIPPED" && box.barcodeType !== "PALLET");
    const unscanned = waiting.filter((box) => doc.lines.some((line) => line.id === box.noteLineId && line.barcodeFlag === "Y"));
    const first = places.get(out[0]?.orderDeliveryId ?? "");
    const scanned = scannedWhole(drafts, out);
    // Every box was counted onto one receipt: that receipt is the one to post, a second would take the goods in twice.
    if (scanned && waiting.length === 0) return [run(receive, scanned.id, "doConfirm", {})];
    return [
      ...drafted(drafts),
      unscanned.length > 0 && !input.scanReason && notScanned(unscanned.length),
      make(receive, id, {
        receiveType: "NOTE",
        orgId: doc.orgId ?? "",
        supplierId: doc.supplierId ?? "",
        invOrgId: doc.invOrgId,
        noteId: doc.id,
        receiveDate: at.today,
        keeperId: me.audience === "internal" ? me.userId : null,
        sourceNums: doc.noteNum,
        currency: first?.order.currency ?? null,
        remark: input.scanReason?.slice(0, 400) ?? null,
        lines: lines.map((line, i) => ({ ...line, lineNum: i + 1 })),
      }),
      run(receive, id, "doConfirm", {}),
      ...waiting.map((box) => set(box, { status: "RECEIVED", scanUserId: me.userId, scanTime: at.now })),
      set(doc, { scannedBoxes: doc.scannedBoxes + waiting.length }),
    ];
  },
});

const notScanned = (count: number): Refusal =>
  refuse("PUR-0001", `还有${count}箱未扫码，请填写原因`, `${count} boxes are not scanned. Enter a reason`, {
    fieldErrors: [{ path: "scanReason", code: "PUR-0001", text: ["请填写原因", "Enter a reason"] }],
  });

export const noteReceiptRules: readonly Rule[] = [confirmReceipt];
