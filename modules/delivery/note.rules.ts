import { neg, sum, trim } from "#kernel/decimal.ts";
import type { Doc } from "#kernel/entity.ts";
import { bookOf, rebuildRule } from "#kernel/ledger-rule.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { rule, set, tell, type Effect, type Find, type Rule } from "#kernel/rule.ts";
import { addDays } from "#kernel/days.ts";
import { getProfile } from "#modules/base/index.ts";
import { qtyLedger } from "#modules/demand/index.ts";
import { houseDayOf } from "./house-time.ts";
import { barcode } from "./barcode.entity.ts";
import { noteHome } from "./ledger-home.ts";
import { isLiveNotice, lineState, listed, noteState, type NoteMove, type ScannedBox } from "./moves.ts";
import { note } from "./note.entity.ts";
import { noticeFor, noticesOf, type Note, type NoteLine, type Notice } from "./note.save.rules.ts";
import { noteMoved, noteNotices, noteOrders } from "./note.submit.rules.ts";
import { receive } from "./receive.entity.ts";
import { ordersOf, placesOf } from "./receive.place.ts";
import { overShips } from "./ship-checks.ts";
import { isMore } from "./source.ts";

type Box = Doc<typeof barcode>;
const closing = "NOTE_CLOSED";

const boxesOf = (find: Find, doc: Note): Promise<readonly Box[]> => find.where(barcode, { noteId: doc.id }, 20_000);
const isCalledLive = (notices: readonly Notice[], line: NoteLine): boolean =>
  isLiveNotice(noticeFor(notices, line.noticeLineId)?.of.status ?? "");

/** A draft receipt counts goods of this note; it goes first. */
export const drafted = (drafts: readonly Doc<typeof receive>[]): Refusal[] =>
  drafts.length
    ? [
        refuse(
          "PUR-0003",
          `接收单${drafts.map((draft) => draft.receiveNum).join("、")}拟定中，请先过账或取消`,
          `Post or cancel draft receipt ${drafts.map((draft) => draft.receiveNum).join(", ")} first`,
          { fix: { route: "receiveEdit", query: { id: drafts[0]!.id }, label: ["打开接收单", "Open the receipt"] } },
        ),
      ]
    : [];
const draftsOf = (find: Find, doc: Note) => find.where(receive, { noteId: doc.id, status: "DRAFT" });

const arrive = rule(note, "doArrive", {
  decide: (doc, _, input, __, at) => [
    (input.arriveTime ?? at.now) > at.now && refuse("PUR-0007", "到货时间不能晚于现在", "The arrival cannot be in the future"),
    set(doc, { arriveTime: input.arriveTime ?? at.now }),
    ...doc.lines.map((line) => set(line, { lineStatus: "ARRIVED" })),
  ],
});

const ended = (doc: Note, reason: string | undefined): Effect[] => [
  tell("PUR_NOTE_ENDED", { id: doc.id, num: doc.noteNum, reason: reason ?? "", supplierId: doc.supplierId }),
];

const cancel = rule(note, "doCancel", {
  reads: async (doc, find) => ({
    notices: await noticesOf(find, doc.lines),
    boxes: await boxesOf(find, doc),
    drafts: await draftsOf(find, doc),
  }),
  decide: (doc, { notices, boxes, drafts }, input, me, at) => {
    const out = (line: NoteLine): string => line.inTransitQty;
    const goes = doc.lines.filter((line) => isMore(out(line), "0"));
    const moved = { ...doc, lines: goes };
    return [
      (doc.arriveTime !== null || doc.lines.some((line) => isMore(line.arrivedQty, "0"))) &&
        refuse("PUR-3310", "送货单已到货，不能取消", "The note has arrived and cannot be cancelled"),
      ...drafted(drafts),
      ...noteOrders(moved, "E8", (line) => ({ TRN: neg(out(line)), ...(isCalledLive(notices, line) ? { NTC: out(line) } : {}) })),
      ...noteNotices(moved, "E8", (line) => ({
        SHP: neg(out(line)),
        ...(isCalledLive(notices, line) ? { OPN: out(line) } : { CLS: out(line) }),
      })),
      ...noteMoved(doc, "E8", goes, (line) => ({ TRN: neg(out(line)) })).effects(qtyLedger, me, at),
      ...doc.lines.map((line) => set(line, { lineStatus: "CANCELLED" })),
      ...boxes.filter((box) => box.status !== "VOID").map((box) => set(box, { status: "VOID", voidReason: "NOTE_CANCELLED" })),
      set(doc, { cancelReason: input.cancelReason ?? null }),
      ...ended(doc, input.cancelReason),
    ];
  },
});

const close = rule(note, "doClose", {
  reads: async (doc, find) => ({
    notices: await noticesOf(find, doc.lines),
    boxes: await boxesOf(find, doc),
    drafts: await draftsOf(find, doc),
  }),
  decide: (doc, { notices, boxes, drafts }, input, me, at) => {
    const goes = doc.lines.filter((line) => isMore(line.inTransitQty, "0"));
    const moved = { ...doc, lines: goes };
    const back = (line: NoteLine): string => (isCalledLive(notices, line) ? line.inTransitQty : "0");
    return [
      ...drafted(drafts),
      ...noteOrders(moved, "E9", (line) => ({ TRN: neg(line.inTransitQty), ...(isMore(back(line), "0") ? { NTC: back(line) } : {}) })),
      ...noteNotices(moved, "E9", (line) => (isMore(back(line), "0") ? { SHP: neg(back(line)), OPN: back(line) } : null)),
      ...noteMoved(doc, "E9", goes, (line) => ({ TRN: neg(line.inTransitQty), CLS: line.inTransitQty, NRT: back(line) })).effects(
        qtyLedger,
        me,
        at,
      ),
      ...goes.map((line) => set(line, { lineStatus: "CLOSED" })),
      ...boxes.filter((box) => box.status === "SHIPPED").map((box) => set(box, { status: "VOID", voidReason: closing })),
      set(doc, { closeReason: input.closeReason ?? null, closeTime: at.now }),
      ...ended(doc, input.closeReason),
    ];
  },
});

const reopen = rule(note, "doReopen", {
  reads: async (doc, find) => {
    const [orders, notices, boxes, days] = await Promise.all([
      ordersOf(
        find,
        doc.lines.map((line) => line.orderDeliveryId),
      ),
      noticesOf(find, doc.lines),
      boxesOf(find, doc),
      getProfile(find, "PUR_NOTE_REOPEN_DAYS", { orgId: doc.orgId }),
    ]);
    return { places: placesOf(orders), notices, boxes, days: Number(days.value) };
  },
  decide: (doc, { places, notices, boxes, days }, _, me, at) => {
    const goes = doc.lines.filter((line) => isMore(line.closedQty, "0"));
    const moved = { ...doc, lines: goes };
    const wanted = new Map(
      [...Map.groupBy(goes, (line) => line.orderDeliveryId)].map(([id, some]) => [id, sum(some.map((row) => row.closedQty))]),
    );
    const over = overShips(wanted, places);
    const back = (line: NoteLine): string => line.noticeReturnedQty;
    const status = doc.lines.some((line) => isMore(line.arrivedQty, "0")) ? "PARTIAL" : "SHIPPED";
    const book = noteMoved(doc, "E10", goes, (line) => ({ TRN: line.closedQty, CLS: neg(line.closedQty), NRT: neg(back(line)) }));
    return [
      addDays(houseDayOf(doc.closeTime ?? at.now), days) < at.today &&
        refuse(
          "PUR-3311",
          `送货单关闭已超过${days}天，不能重新打开`,
          `The note was closed more than ${days} days ago and cannot be reopened`,
        ),
      ...(over.length ? over : shortCalls(goes, notices)),
      ...noteOrders(moved, "E10", (line) => ({ TRN: line.closedQty, ...(isMore(back(line), "0") ? { NTC: neg(back(line)) } : {}) })),
      ...noteNotices(moved, "E10", (line) => (isMore(back(line), "0") ? { SHP: back(line), OPN: neg(back(line)) } : null)),
      ...book.effects(qtyLedger, me, at),
      ...doc.lines.map((line) => set(line, { lineStatus: lineState(status, book.balances(line.id)) })),
      ...boxes
        .filter((box) => box.status === "REVERSED" || (box.status === "VOID" && box.voidReason === closing))
        .map((box) => set(box, { status: "SHIPPED", voidReason: null })),
      set(doc, { status, closeReason: null, closeTime: null }),
      tell("PUR_NOTE_REOPENED", { id: doc.id, num: doc.noteNum, supplierId: doc.supplierId }),
    ];
  },
});

/** What went back to the call-off and was used for something else since. */
const shortCalls = (lines: readonly NoteLine[], notices: readonly Notice[]): Refusal[] =>
  lines.flatMap((line) => {
    const found = noticeFor(notices, line.noticeLineId);
    const open = found && isLiveNotice(found.of.status) ? found.line.openQty : "0";
    return isMore(line.noticeReturnedQty, open)
      ? [
          refuse(
            "PUR-3302",
            `送货数量${trim(line.noticeReturnedQty)}超过通知未发数量${trim(open)}`,
            `Ship quantity ${trim(line.noticeReturnedQty)} exceeds open notice ${trim(open)}`,
          ),
        ]
      : [];
  });

/** What receipts and their undoing do to the lines and boxes. */
const post = rule(note, "doPost", {
  reads: async (doc, find, input) => ({ boxes: listed<ScannedBox>(input.scanned).length ? await boxesOf(find, doc) : [] }),
  decide: (doc, { boxes }, input, me, at) => {
    const moves = listed<NoteMove>(input.moves);
    const scanned = new Map(listed<ScannedBox>(input.scanned).map((scannedBox) => [scannedBox.barcodeId, scannedBox]));
    const book = bookOf(noteHome, doc).post(moves);
    const after = doc.lines.map((line) => ({ line, ...book.balances(line.id) }));
    const arriveTime = doc.arriveTime ?? (after.some((candidate) => isMore(candidate.arrivedQty, "0")) ? at.now : null);
    const status = moves.length ? noteState({ status: doc.status, arriveTime }, after) : doc.status;
    const stateOf = (box: Box): string => scanned.get(box.id)?.status ?? box.status;
    return [
      ...book.effects(qtyLedger, me, at),
      ...(moves.length ? after.map(({ line, ...balances }) => set(line, { lineStatus: lineState(status, balances) })) : []),
      ...boxes
        .filter((box) => scanned.has(box.id))
        .map((box) => {
          const isIn = stateOf(box) === "RECEIVED";
          const receiveLineId = isIn ? (scanned.get(box.id)!.receiveLineId ?? null) : null;
          return set(box, { status: stateOf(box), receiveLineId, scanUserId: isIn ? me.userId : null, scanTime: isIn ? at.now : null });
        }),
      set(doc, {
        status,
        arriveTime,
        ...(boxes.length
          ? { scannedBoxes: boxes.filter((box) => box.barcodeType !== "PALLET" && stateOf(box) === "RECEIVED").length }
          : {}),
      }),
    ];
  },
});

const print = rule(note, "doPrint", { decide: (doc) => set(doc, { printCount: doc.printCount + 1 }) });

/** From the gate to the end of a shipment. */
export const noteRules: readonly Rule[] = [arrive, cancel, close, reopen, post, print, rebuildRule(noteHome)];
