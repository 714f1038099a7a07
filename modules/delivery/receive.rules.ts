import { add, cmp, neg } from "#kernel/decimal.ts";
import type { Me } from "#kernel/entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { rule, set, tell, type Effect } from "#kernel/rule.ts";
import { getProfile } from "#modules/base/index.ts";
import { fault, noLines, required } from "#modules/demand/index.ts";
import { isInPlace, net, postOrder } from "#modules/order/index.ts";
import { receivingBarred } from "#modules/supplier/index.ts";
import { barcode } from "./barcode.entity.ts";
import { postNote, type NoteMove } from "./moves.ts";
import { factsOf, ledgerFaults, lineFaults, placed, unexplained, type Facts } from "./receive.checks.ts";
import { receive, receiveLine } from "./receive.entity.ts";
import { perUnit } from "./per-unit.ts";
import { bookedLine, perOrder, postingOf, serviceQty, shareOf, type Booking, type Receive, type ReceiveLine } from "./receive.posting.ts";
import { aboutPlace, isSome, leftOf, receivable, type Place } from "./receive.place.ts";
import "./receiving.ask.ts";
import { deliveryQuestions } from "./trade.ts";

/** What is still expected of a line: the rest on the road, or what the order still takes. */
function expectedOf(doc: Receive, facts: Facts, line: ReceiveLine, place: Place, earlier: string): string {
  const onNote = facts.note?.lines.find((row) => row.id === line.noteLineId);
  if (onNote) return leftOf(onNote.inTransitQty, earlier);
  if (doc.receiveType === "CONSIGN_USE") return leftOf(net(place.line), facts.before.get(place.line.id) ?? "0");
  return doc.receiveType === "NOTE" ? "0" : receivable(place);
}

const isSame = (a: string | null, b: string | null): boolean => cmp(a ?? "0", b ?? "0") === 0;

/** A count that was changed takes the accepted quantity along, unless that was typed too. */
function recounted(line: ReceiveLine, before: ReceiveLine | null): ReceiveLine {
  if (!before || !isSame(before.acceptedQty, line.acceptedQty)) return line;
  const isMoved = !isSame(before.arrivalQty, line.arrivalQty) || !isSame(before.rejectedQty, line.rejectedQty);
  return isMoved ? { ...line, acceptedQty: null } : line;
}

/** Fills what a line says of its order, and what is expected of it; `rows` are the stored lines behind what is shown. */
function filled(doc: Receive, rows: readonly ReceiveLine[], facts: Facts, places: ReadonlyMap<string, Place>): Effect[] {
  const seen = new Map<string, string>();
  return doc.lines.flatMap((line, i) => {
    const place = places.get(line.id);
    if (!place) return [];
    const key = line.noteLineId ?? line.id;
    const earlier = seen.get(key) ?? "0";
    const service = doc.receiveType === "SERVICE" && line.acceptedAmount;
    const arrivalQty = service ? serviceQty(place, line.acceptedAmount!, facts.before.get(place.line.id) ?? "0") : line.arrivalQty;
    seen.set(key, add(earlier, arrivalQty));
    const { storageLocationId, ...about } = aboutPlace(place);
    const counted = { ...line, arrivalQty, acceptedQty: service ? arrivalQty : line.acceptedQty };
    const { accepted, rejected } = shareOf(counted, place);
    return [
      set(rows[i]!, {
        ...about,
        lineNum: i + 1,
        arrivalQty,
        acceptedQty: accepted,
        rejectedQty: rejected,
        storageLocationId: line.storageLocationId ?? storageLocationId,
        expectedQty: expectedOf(doc, facts, line, place, earlier),
      }),
    ];
  });
}

/** What the head says of its lines: whose goods, for whom, from which papers. */
function headed(doc: Receive, facts: Facts, places: ReadonlyMap<string, Place>) {
  const [first] = places.values();
  const numbers = new Set([...places.values()].map(({ order: of }) => of.orderNum ?? ""));
  return {
    orgId: facts.note?.orgId ?? first?.order.orgId ?? doc.orgId,
    supplierId: facts.note?.supplierId ?? first?.order.supplierId ?? doc.supplierId,
    invOrgId: doc.invOrgId ?? facts.note?.invOrgId ?? first?.row.invOrgId ?? null,
    currency: first?.order.currency ?? null,
    sourceNums: (facts.note?.noteNum ?? [...numbers].join(", ")).slice(0, 400),
  };
}

const noteMoves = (doc: Receive, bookings: readonly Booking[]): NoteMove[] =>
  bookings
    .filter((booking) => booking.line.noteLineId)
    .map((booking) => ({
      owner: booking.line.noteLineId!,
      event: isSome(booking.inspecting) ? "E11i" : "E11",
      deltas: { ARR: booking.line.arrivalQty, TRN: neg(booking.line.arrivalQty) },
      causeType: "SrmPurReceive",
      causeId: doc.id,
      causeLineId: booking.line.id,
    }));

/** A row of an order is received by whoever sees the order, or keeps the warehouse it is to come to; rows of a note come with the note. */
const foreign = (doc: Receive, places: ReadonlyMap<string, Place>, me: Me): Refusal[] =>
  doc.lines.flatMap((line, i) => {
    const place = places.get(line.id);
    if (!place || line.noteLineId || isInPlace(me, { orgId: place.order.orgId, invOrgId: place.row.invOrgId })) return [];
    return [fault(`lines[${i}].orderDeliveryId`, "PUR-0004", "单据不存在或无权查看", "Document does not exist or is not visible to you")];
  });

const saveReceive = rule(receive, "saveOrUpdate", {
  reads: (doc, find) => factsOf(doc, find),
  decide(doc, facts, _, me, at) {
    const shown = { ...doc, lines: doc.lines.map((line) => recounted(line, at.before(line))) };
    const places = placed(shown, facts);
    const wrong = [...lineFaults(shown, facts, places), ...foreign(shown, places, me)];
    return wrong.length ? wrong : [set(doc, headed(doc, facts, places)), ...filled(shown, doc.lines, facts, places)];
  },
});

const confirmReceive = rule(receive, "doConfirm", {
  reads: async (doc, find, _, __, at) => {
    const [facts, since] = await Promise.all([factsOf(doc, find), getProfile(find, "PUR_STOCK_OPEN_FROM", { orgId: doc.orgId })]);
    // What is used from consignment stock is here already; what comes in from outside is asked about.
    const goods = doc.receiveType === "CONSIGN_USE" ? [] : [...placed(doc, facts).values()];
    const barred = await receivingBarred(find, goods.length ? doc.supplierId : null, (isReleased) =>
      deliveryQuestions(doc.supplierId!, goods, at.today, isReleased),
    );
    return { ...facts, since: since.value, barred };
  },
  decide(doc, facts, _, me, at) {
    const places = placed(doc, facts);
    const lines = doc.lines.filter((line) => isSome(line.arrivalQty));
    const bookings = lines.flatMap((line): Booking[] => {
      const place = places.get(line.id);
      if (!place) return [];
      const share = shareOf(line, place);
      return [{ line, place, ...share, transactionId: isSome(share.accepted) ? at.newId() : null }];
    });
    const wrong = [
      ...(bookings.length ? [] : [noLines()]),
      ...lineFaults(doc, facts, places),
      ...unexplained(doc, facts),
      ...ledgerFaults(doc, facts, bookings),
      ...(doc.receiveDate > at.today ? [refuse("PUR-3408", "接收日期不能晚于今天", "The date of receipt cannot be in the future")] : []),
      ...(doc.receiveType === "SERVICE" && !doc.acceptFileIds ? [required("acceptFileIds", "验收附件", "Acceptance files")] : []),
      ...facts.barred,
      ...(doc.receiveDate < facts.since
        ? [
            refuse(
              "PUR-3406",
              `库存期间[${doc.receiveDate}]已关闭，最早为${facts.since}`,
              `Stock is closed on ${doc.receiveDate}; the earliest day is ${facts.since}`,
            ),
          ]
        : []),
    ];
    if (wrong.length) return wrong;
    const isWaiting = bookings.some((booking) => isSome(booking.inspecting));
    const moves = noteMoves(doc, bookings);
    return [
      set(doc, { status: isWaiting ? "INSPECTING" : "POSTED", postDate: at.today, keeperId: doc.keeperId ?? keeperOf(me) }),
      ...bookings.map((booking) => set(booking.line, bookedLine(doc, booking))),
      ...doc.lines.filter((line) => !isSome(line.arrivalQty)).map((line) => set(line, { postedFlag: "Y" })),
      ...[...perOrder(bookings, (booking) => postingOf(doc, booking))].map(([id, postings]) => postOrder(id, postings)),
      moves.length > 0 && postNote(doc.noteId!, moves),
      ...told(doc, bookings),
    ];
  },
});

const keeperOf = (me: { readonly userId: string; readonly audience: string }): string | null =>
  me.audience === "internal" ? me.userId : null;

/** What the supplier hears, and what quality hears of refused goods. */
export function told(doc: Receive, bookings: readonly Booking[]): Effect[] {
  const total = (of: (booking: Booking) => string): string => perUnit(bookings.map((booking) => [booking.place.line.uom, of(booking)]));
  const [a, j] = [total((booking) => booking.accepted), total((booking) => booking.rejected)];
  const num = doc.sourceNums ?? doc.receiveNum ?? "";
  return [
    ...(bookings.some((booking) => isSome(booking.accepted) || isSome(booking.rejected))
      ? [tell("PUR_RECEIVED", { id: doc.id, num, a, j, supplierId: doc.supplierId })]
      : []),
    ...bookings
      .filter((booking) => isSome(booking.rejected))
      .map((booking) =>
        tell("PUR_INSPECT_REJECTED", {
          id: doc.id,
          num,
          receiveLineId: booking.line.id,
          orderId: booking.place.order.id,
          orderLineId: booking.place.line.id,
          supplierId: doc.supplierId,
          orgId: doc.orgId,
          itemId: booking.place.line.itemId,
          batchNum: booking.line.batchNum,
          qty: booking.rejected,
          reason: booking.line.rejectReason,
        }),
      ),
  ];
}

const cancelReceive = rule(receive, "doCancel", {
  reads: async (doc, find) => ({
    boxes: doc.lines.length ? await find.where(barcode, { receiveLineId: doc.lines.map((line) => line.id) }) : [],
  }),
  decide: (doc, { boxes }, input) => [set(doc, { cancelReason: input.cancelReason ?? null }), ...givenBack(doc, boxes)],
});

/** Boxes counted onto a draft that is given up are on the road again. */
const givenBack = (doc: Receive, boxes: readonly { readonly id: string }[]): Effect[] =>
  boxes.length && doc.noteId
    ? [
        postNote(
          doc.noteId,
          [],
          boxes.map((box) => ({ barcodeId: box.id, status: "SHIPPED", receiveLineId: null })),
        ),
      ]
    : [];

const deleteReceive = rule(receive, "delete", {
  reads: async (doc, find) => {
    const lines = doc.sourceType === "SCAN" ? await find.where(receiveLine, { parentId: doc.id }) : [];
    return { boxes: lines.length ? await find.where(barcode, { receiveLineId: lines.map((line) => line.id) }) : [] };
  },
  decide: (doc, { boxes }) => givenBack(doc, boxes),
});

/** How goods come in. */
export const receiveRules = [saveReceive, confirmReceive, cancelReceive, deleteReceive];
