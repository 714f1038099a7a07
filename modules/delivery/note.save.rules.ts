import { some, type Doc } from "#kernel/entity.ts";
import { Refusal, refuse } from "#kernel/refusal.ts";
import { drop, rule, set, type Effect, type Find, type Rule } from "#kernel/rule.ts";
import { fault } from "#modules/demand/index.ts";
import { barcode } from "./barcode.entity.ts";
import { boxesFor, evenParts } from "./boxes.ts";
import { note } from "./note.entity.ts";
import { notice } from "./notice.entity.ts";
import type { Place } from "./receive.place.ts";
import { aboutSchedule, partiesOf, placeOf, sourceFaults, sourcesOf, storedLine } from "./source.ts";

export type Note = Doc<typeof note>;
export type NoteLine = Note["lines"][number];
export type Notice = Doc<typeof notice>;
type Box = Doc<typeof barcode>;

export const sentOf = (line: NoteLine) => ({ ...line, qty: line.noteQty });

/** The call-offs that lines answer. */
export async function noticesOf(find: Find, lines: readonly { readonly noticeLineId: string | null }[]): Promise<readonly Notice[]> {
  const ids = [...new Set(lines.flatMap((line) => line.noticeLineId ?? []))];
  return ids.length ? find.where(notice, { lines: some({ id: ids }) }) : [];
}

export const noticeFor = (notices: readonly Notice[], lineId: string | null): { of: Notice; line: Notice["lines"][number] } | null => {
  for (const of of notices) for (const line of of.lines) if (line.id === lineId) return { of, line };
  return null;
};

/** A line that answers a call-off ships the schedule that was called. */
function strangeNotices(doc: Note, notices: readonly Notice[], places: readonly (Place | undefined)[]): Refusal[] {
  return doc.lines.flatMap((line, i) => {
    if (!line.noticeLineId) return [];
    const found = noticeFor(notices, line.noticeLineId);
    return found && found.line.orderDeliveryId === places[i]?.row.id
      ? []
      : [fault(`lines[${i}].noticeLineId`, "PUR-0004", "单据不存在或无权查看", "Document does not exist or is not visible to you")];
  });
}

/** The boxes a line and its batches fill. */
function boxed(line: NoteLine): Effect[] {
  const batches = line.batches.map((batch) => ({ batch, boxes: boxesFor(batch.batchQty ?? "0", batch.packQty ?? line.packQty) }));
  const count = batches.length
    ? batches.every((batch) => batch.boxes !== null)
      ? batches.reduce((n, batch) => n + batch.boxes!, 0)
      : null
    : boxesFor(line.noteQty ?? "0", line.packQty);
  return [...batches.map(({ batch, boxes }) => set(batch, { boxCount: boxes, noteLineId: line.id })), set(line, { boxCount: count })];
}

/** Labels of lines that are gone go with them: never printed they vanish, printed they are void. */
export const discarded = (boxes: readonly Box[]): Effect[] =>
  boxes
    .filter((box) => box.status === "CREATED" || box.status === "PRINTED")
    .map((box) => (box.status === "CREATED" ? drop(box) : set(box, { status: "VOID", voidReason: "LINE_CHANGED", palletId: null })));

const save = rule(note, "saveOrUpdate", {
  reads: async (doc, find) => ({
    orders: await sourcesOf(find, doc.lines),
    notices: await noticesOf(find, doc.lines),
    boxes: await find.where(barcode, { noteId: doc.id }, 20_000),
  }),
  decide: (doc, { orders, notices, boxes }, _, me, at) => {
    const places = doc.lines.map((line) => placeOf(orders, line, storedLine(at, line)));
    const lineIds = new Set(doc.lines.map((line) => line.id));
    const first = places[0];
    const called = doc.lines.map((line) => noticeFor(notices, line.noticeLineId)?.of ?? null);
    return [
      ...sourceFaults(doc.lines.map(sentOf), "noteQty", places, me, doc.orgId !== null),
      ...strangeNotices(doc, notices, places),
      ...doc.lines.flatMap((line, i) => {
        const place = places[i];
        if (!place) return [];
        const { batchControl, barcodeControl, inspectReportFlag } = place.line;
        const flags = { batchFlag: batchControl, barcodeFlag: barcodeControl, reportFlag: inspectReportFlag };
        return [set(line, { lineNum: i + 1, ...aboutSchedule(place), ...flags, noticeId: called[i]?.id ?? null }), ...boxed(line)];
      }),
      ...discarded(boxes.filter((box) => box.barcodeType !== "PALLET" && !lineIds.has(box.noteLineId ?? ""))),
      first &&
        set(doc, {
          ...partiesOf(first),
          sourceMode: called.every((notice) => notice !== null) ? "NOTICE" : "ORDER",
          dockCode: called.find((notice) => notice?.dockCode)?.dockCode ?? null,
        }),
    ];
  },
});

const remove = rule(note, "delete", {
  reads: async (doc, find) => ({ boxes: await find.where(barcode, { noteId: doc.id }, 20_000) }),
  decide: (_, { boxes }) => boxes.map((box) => drop(box)),
});

export const lineOf = (doc: Note, id: string | undefined): NoteLine | Refusal =>
  doc.lines.find((line) => line.id === id) ??
  refuse("PUR-0004", "单据不存在或无权查看", "Document does not exist or is not visible to you");

/** So many batches of the same size in place of those that stand there. */
const splitEven = rule(note, "doSplitEven", {
  reads: async (doc, find) => ({ orders: await sourcesOf(find, doc.lines) }),
  decide: (doc, { orders }, input) => {
    const line = lineOf(doc, input.lineId);
    if (line instanceof Refusal) return line;
    const place = placeOf(orders, line, null);
    const parts = evenParts(line.noteQty, input.parts ?? 1, place?.line.uomDecimals ?? 0);
    const packQty = input.packQty ?? line.packQty;
    const boxes = parts.map((qty) => boxesFor(qty, packQty));
    return [
      ...line.batches.map((batch) => drop(batch)),
      ...parts.map((qty, i): Effect => ({
        kind: "add",
        parent: line,
        collection: "batches",
        draft: {
          batchNum: `${input.prefix ?? ""}${String(i + 1).padStart(2, "0")}`,
          batchQty: qty,
          packQty,
          boxCount: boxes[i],
          noteLineId: line.id,
        },
      })),
      set(line, { packQty, boxCount: boxes.every((box) => box !== null) ? boxes.reduce<number>((n, box) => n + box!, 0) : null }),
    ];
  },
});

const clear = rule(note, "doClear", {
  decide: (doc, _, input) => {
    const line = lineOf(doc, input.lineId);
    if (line instanceof Refusal) return line;
    return [...line.batches.map((batch) => drop(batch)), set(line, { boxCount: boxesFor(line.noteQty, line.packQty) })];
  },
});

/** The draft of a shipment and its batches. */
export const noteSaveRules: readonly Rule[] = [save, remove, splitEven, clear];
