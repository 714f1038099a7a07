import { add, sum } from "#kernel/decimal.ts";
import type { Doc } from "#kernel/entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { add as addLine, rule, set, warn, type Effect, type Find } from "#kernel/rule.ts";
import { barcode } from "./barcode.entity.ts";
import { clockIn } from "./house-time.ts";
import { postNote, type ScannedBox } from "./moves.ts";
import { note } from "./note.entity.ts";
import { receive } from "./receive.entity.ts";
import type { Receive } from "./receive.posting.ts";
import { aboutPlace, isInspected, ordersOf, placesOf, type Note, type Order } from "./receive.place.ts";

type Box = Doc<typeof barcode>;

interface Scanned {
  readonly note: Note | null;
  readonly orders: readonly Order[];
  readonly found: Box | null;
  /** The boxes it stands for: itself, or what is on the pallet. */
  readonly boxes: readonly Box[];
}

async function scanned(find: Find, noteId: string | null, code: string): Promise<Scanned> {
  const [onNote, found] = await Promise.all([find.maybe(note, noteId), find.where(barcode, { barcode: code }, 2)]);
  const doc = found[0] ?? null;
  const boxes = doc?.barcodeType === "PALLET" ? await find.where(barcode, { palletId: doc.id }) : doc ? [doc] : [];
  const orders = await ordersOf(
    find,
    (onNote?.lines ?? []).map((line) => line.orderDeliveryId),
  );
  return { note: onNote, orders, found: doc, boxes };
}

const foreign = (code: string): Refusal =>
  refuse("PUR-3402", `条码[${code}]不属于本单`, `Barcode ${code} does not belong to this document`);
const used = (box: Box, zone: string): Refusal => {
  const when = box.scanTime ? clockIn(box.scanTime, zone) : "–";
  return refuse("PUR-3401", `条码[${box.barcode}]已于${when}收货`, `Barcode ${box.barcode} was received at ${when}`);
};

/** Which boxes of a scan count, which have come already; nothing counts when none does. */
export function sorted(
  facts: Scanned,
  code: string,
  zone: string,
): { readonly wrong: Refusal[]; readonly fresh: readonly Box[]; readonly come: readonly Box[] } {
  const { found, boxes } = facts;
  if (!found || !facts.note || found.noteId !== facts.note.id || found.status === "VOID")
    return { wrong: [foreign(code)], fresh: [], come: [] };
  const come = boxes.filter((box) => box.status === "RECEIVED");
  const fresh = boxes.filter((box) => box.status === "SHIPPED");
  if (fresh.length) return { wrong: [], fresh, come };
  return { wrong: [come[0] ? used(come[0], zone) : foreign(code)], fresh, come };
}

/** Boxes counted onto the lines of a draft: one line for each note line and batch. */
function counted(doc: Receive, facts: Scanned, fresh: readonly Box[], newId: () => string): Effect[] {
  const places = placesOf(facts.orders);
  const groups = Map.groupBy(fresh, (box) => `${box.noteLineId ?? ""}|${box.batchNum ?? ""}`);
  const effects: Effect[] = [];
  const marks: ScannedBox[] = [];
  for (const boxes of groups.values()) {
    const { noteLineId, batchNum } = boxes[0]!;
    const onNote = facts.note!.lines.find((line) => line.id === noteLineId);
    const place = onNote && places.get(onNote.orderDeliveryId ?? "");
    if (!onNote || !place) continue;
    const batch = onNote.batches.find((row) => row.batchNum === batchNum);
    const qty = sum(boxes.map((box) => box.qty));
    const line = doc.lines.find((row) => row.noteLineId === noteLineId && (row.batchNum ?? null) === (batchNum ?? null));
    const whole = (before: string | null | undefined): string => add(before ?? "0", qty);
    const figures = (of: { scannedQty?: string; arrivalQty?: string; acceptedQty?: string | null } | undefined) => ({
      scannedQty: whole(of?.scannedQty),
      arrivalQty: whole(of?.arrivalQty),
      acceptedQty: isInspected(place) ? "0" : whole(of?.acceptedQty),
    });
    const id = line?.id ?? newId();
    effects.push(
      line
        ? set(line, figures(line))
        : addLine(doc, "lines", {
            id,
            lineNum: doc.lines.length + effects.length + 1,
            noteLineId,
            batchNum,
            ...aboutPlace(place),
            ...figures(undefined),
            rejectedQty: "0",
            expectedQty: onNote.inTransitQty,
            productionDate: batch?.productionDate ?? null,
            expiryDate: batch?.expiryDate ?? null,
          }),
    );
    marks.push(...boxes.map((box) => ({ barcodeId: box.id, status: "RECEIVED" as const, receiveLineId: id })));
  }
  return [...effects, postNote(facts.note!.id, [], marks)];
}

/** A pallet of which some boxes have come says which. */
const already = (come: readonly Box[]): Effect[] => {
  const names = come.map((box) => box.barcode).join(", ");
  return come.length ? [warn("PUR-3401", `已收货的条码未重复计入：${names}`, `Already received, not counted again: ${names}`)] : [];
};

const scanBox = rule(receive, "doScanBox", {
  reads: (doc, find, input) => scanned(find, doc.noteId, String(input.barcode ?? "")),
  decide(doc, facts, input, me, at) {
    const { wrong, fresh, come } = sorted(facts, String(input.barcode ?? ""), me.zone);
    return wrong.length ? wrong : [...counted(doc, facts, fresh, at.newId), ...already(come)];
  },
});

const scanStart = rule(receive, "doScanStart", {
  reads: (_, find, input) => scanned(find, String(input.noteId ?? "") || null, String(input.barcode ?? "")),
  decide(doc, facts, input, me, at) {
    const { wrong, fresh, come } = sorted(facts, String(input.barcode ?? ""), me.zone);
    if (wrong.length) return wrong;
    const of = facts.note!;
    if (!["SHIPPED", "ARRIVED", "PARTIAL"].includes(of.status))
      return refuse("PUR-0003", "该送货单当前状态不能收货", "This note cannot be received in its status");
    const { orgId, supplierId, invOrgId, noteNum } = of;
    const about = { receiveType: "NOTE", sourceType: "SCAN", noteId: of.id, orgId, supplierId, invOrgId, sourceNums: noteNum };
    return [
      set(doc, { ...about, receiveDate: at.today, keeperId: me.userId, currency: facts.orders[0]?.currency ?? null }),
      ...counted(doc, facts, fresh, at.newId),
      ...already(come),
    ];
  },
});

/** Boxes and pallets as they are scanned at the gate. */
export const scanRules = [scanBox, scanStart];
