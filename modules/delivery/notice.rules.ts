import { cmp, min, neg, sub, sum, trim } from "#kernel/decimal.ts";
import { some, type Doc, type Me } from "#kernel/entity.ts";
import { bookOf, rebuildRule } from "#kernel/ledger-rule.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { rule, set, tell, warn, type Effect, type Find, type Moment, type Rule } from "#kernel/rule.ts";
import { deliveryInfo } from "#modules/base/index.ts";
import { fault, noLines, qtyLedger, required } from "#modules/demand/index.ts";
import { canNotice, postOrder, type OrderPosting, type PostingEvent } from "#modules/order/index.ts";
import { supplierInfo, supplierTold, tradeGate } from "#modules/supplier/index.ts";
import { houseDayOf } from "./house-time.ts";
import { noticeHome } from "./ledger-home.ts";
import { listed, noticeState, type NoticeMove } from "./moves.ts";
import { note } from "./note.entity.ts";
import { notice } from "./notice.entity.ts";
import { ordersOf, placesOf, type Order } from "./receive.place.ts";
import { deliveryQuestions } from "./trade.ts";
import { aboutSchedule, isMore, partiesOf, placeOf, rowWord, sourceFaults, sourcesOf, storedLine, wantedOf } from "./source.ts";

type Notice = Doc<typeof notice>;
type Line = Notice["lines"][number];

const sent = (line: Line) => ({ ...line, qty: line.noticeQty });
const ordersFor = (find: Find, doc: Notice): Promise<readonly Order[]> =>
  ordersOf(
    find,
    doc.lines.map((line) => line.orderDeliveryId),
  );

const save = rule(notice, "saveOrUpdate", {
  reads: async (doc, find) => ({ orders: await sourcesOf(find, doc.lines) }),
  decide: (doc, { orders }, _, me, at) => {
    const places = doc.lines.map((line) => placeOf(orders, line, storedLine(at, line)));
    const faults = sourceFaults(doc.lines.map(sent), "noticeQty", places, me, doc.orgId !== null);
    const first = places[0];
    return [
      ...faults,
      Boolean(doc.arriveFrom && doc.arriveTo) &&
        doc.arriveFrom >= doc.arriveTo &&
        fault("arriveTo", "PUR-0007", "结束日期不能早于开始日期", "End date cannot be before start date"),
      ...doc.lines.flatMap((line, i) => (places[i] ? [set(line, { lineNum: i + 1, ...aboutSchedule(places[i]) })] : [])),
      first && set(doc, { ...partiesOf(first), plannerId: doc.plannerId ?? me.userId }),
    ];
  },
});

/** Calls that ask for more than may be called off, schedule by schedule. */
function overCalls(doc: Notice, orders: readonly Order[]): Refusal[] {
  const places = placesOf(orders);
  return [...wantedOf(doc.lines.map(sent))].flatMap(([id, qty]) => {
    const place = places.get(id);
    if (!place) return [refuse("PUR-0004", "单据不存在或无权查看", "Document does not exist or is not visible to you")];
    if (place.row.confirmStatus !== "CONFIRMED")
      return [
        refuse("PUR-3304", `交货行[${rowWord(place)}]尚未确认`, `Schedule ${rowWord(place)} is not confirmed yet`, {
          data: { orderId: place.order.id },
        }),
      ];
    const most = canNotice(place.order, place.line, place.row);
    return isMore(qty, most)
      ? [refuse("PUR-3101", `通知数量${trim(qty)}超过可通知数量${most}`, `Notice ${trim(qty)} exceeds ${most} available`)]
      : [];
  });
}

/** What a call-off adds to or takes off the orders' rows, order by order. */
function postings(doc: Notice, event: PostingEvent, of: (line: Line) => string): Effect[] {
  const moved = doc.lines.filter((line) => cmp(of(line), "0") !== 0);
  return [...Map.groupBy(moved, (line) => line.orderId ?? "")].map(([id, lines]) =>
    postOrder(
      id,
      lines.map((line): OrderPosting => ({
        deliveryId: line.orderDeliveryId,
        event,
        deltas: { NTC: of(line) },
        causeType: notice.name,
        causeId: doc.id,
        causeLineId: line.id,
      })),
    ),
  );
}

/** The lines' own balances, and the state they come to. */
function moved(
  doc: Notice,
  event: NoticeMove["event"],
  lineStatus: string,
  by: { readonly me: Me; readonly at: Moment },
  of: (line: Line) => NoticeMove["deltas"],
): (Effect | Refusal)[] {
  const book = bookOf(noticeHome, doc).post(
    doc.lines.map((line) => ({
      owner: line.id,
      event,
      deltas: of(line),
      causeType: notice.name,
      causeId: doc.id,
      causeLineId: line.id,
      causeNum: doc.noticeNum,
    })),
  );
  return [...book.effects(qtyLedger, by.me, by.at), ...doc.lines.map((line) => set(line, { lineStatus }))];
}

/** A dock that is taken at that time, or a yard with more trucks than docks: said, not forbidden. */
function crowded(doc: Notice, others: readonly Notice[], docks: number | null): Effect[] {
  const same = others.filter((notice) => notice.id !== doc.id && notice.arriveFrom < doc.arriveTo && doc.arriveFrom < notice.arriveTo);
  const atDock = doc.dockCode ? same.filter((notice) => notice.dockCode === doc.dockCode) : [];
  if (atDock.length)
    return [
      warn(
        "PUR-3103",
        `卸货口${doc.dockCode}在该时段已有送货通知：${atDock.map((notice) => notice.noticeNum).join("、")}`,
        `Dock ${doc.dockCode} is taken at that time by ${atDock.map((notice) => notice.noticeNum).join(", ")}`,
      ),
    ];
  return docks !== null && same.length >= docks
    ? [warn("PUR-3103", `该时段已有${same.length}车，卸货口${docks}个`, `${same.length} trucks are due at that time for ${docks} docks`)]
    : [];
}

/** The orders a call-off draws on, and whether their goods may be delivered today. */
async function calledOff(find: Find, doc: Notice, day: string) {
  const orders = await ordersFor(find, doc);
  const places = placesOf(orders);
  const goods = doc.lines.flatMap((line) => places.get(line.orderDeliveryId) ?? []);
  return { orders, barred: doc.supplierId ? await tradeGate.ask(find, deliveryQuestions(doc.supplierId, goods, day, false)) : [] };
}

const publish = rule(notice, "doPublish", {
  reads: async (doc, find, _, __, at) => ({
    ...(await calledOff(find, doc, at.today)),
    place: await find.maybe(deliveryInfo, doc.deliveryInfoId),
    others: doc.deliveryInfoId
      ? await find.where(notice, {
          deliveryInfoId: doc.deliveryInfoId,
          status: ["PUBLISHED", "CONFIRMED", "PARTIAL"],
          arriveFrom: { below: doc.arriveTo },
          arriveTo: { above: doc.arriveFrom },
        })
      : [],
  }),
  decide: (doc, { orders, barred, place, others }, _, me, at) => [
    doc.lines.length === 0 && noLines(),
    ...barred,
    ...overCalls(doc, orders),
    ...crowded(doc, others, place?.dockCount ?? null),
    ...doc.lines.map((line) => set(line, { confirmQty: null, confirmDate: null })),
    ...moved(doc, "E5", "PUBLISHED", { me, at }, (line) => ({ OPN: line.noticeQty })),
    ...postings(doc, "E5", (line) => line.noticeQty),
    set(doc, { confirmFrom: null, confirmTo: null, confirmReason: null, confirmDate: null, refuseReason: null }),
    tell("PUR_NOTICE_PUBLISHED", {
      id: doc.id,
      num: doc.noticeNum,
      from: doc.arriveFrom,
      to: doc.arriveTo,
      dock: doc.dockCode ?? place?.deliveryName ?? "-",
      dockEn: doc.dockCode ?? (place?.deliveryNameEn || place?.deliveryName) ?? "-",
      supplierId: doc.supplierId,
    }),
  ],
});

const given = (line: Line): string => neg(line.openQty);

const endTold = (doc: Notice, reason: string): Effect =>
  tell("PUR_NOTICE_ENDED", { id: doc.id, num: doc.noticeNum, reason, supplierId: doc.supplierId });

const withdraw = rule(notice, "withdraw", {
  decide: (doc, _, __, me, at) => [
    ...postings(doc, "E6", given),
    ...moved(doc, "E6", "DRAFT", { me, at }, (line) => ({ OPN: given(line) })),
    endTold(doc, ""),
  ],
});

/** What the supplier says, told to the planner. */
const answered = (doc: Notice, who: Doc<typeof supplierInfo> | null, cn: string, en: string): Effect =>
  tell("PUR_NOTICE_ANSWERED", {
    id: doc.id,
    num: doc.noticeNum,
    answer: cn,
    answerEn: en,
    plannerId: doc.plannerId,
    ...supplierTold(who),
  });

const confirm = rule(notice, "doSupplierConfirm", {
  reads: async (doc, find) => ({ supplier: await find.maybe(supplierInfo, doc.supplierId) }),
  decide: (doc, { supplier }, input, me, at) => {
    const entries = new Map((input.lines ?? []).map((line) => [line.lineId, line]));
    const qty = (line: Line): string => entries.get(line.id)?.confirmQty ?? line.openQty;
    const [from, to] = [input.confirmFrom ?? doc.arriveFrom, input.confirmTo ?? doc.arriveTo];
    const days = new Set([from, to, doc.arriveFrom, doc.arriveTo].map((value) => houseDayOf(value)));
    const isElsewhere = days.size > new Set([doc.arriveFrom, doc.arriveTo].map((value) => houseDayOf(value))).size;
    return [
      from >= to && fault("confirmTo", "PUR-0007", "结束日期不能早于开始日期", "End date cannot be before start date"),
      isElsewhere && !input.confirmReason && required("confirmReason", "说明", "Reason"),
      ...doc.lines
        .filter((line) => isMore(qty(line), line.openQty))
        .map((line) =>
          refuse(
            "PUR-3101",
            `确认数量${trim(qty(line))}超过通知数量${trim(line.openQty)}`,
            `Confirmed ${trim(qty(line))} exceeds ${trim(line.openQty)} called off`,
          ),
        ),
      cmp(sum(doc.lines.map(qty)), "0") === 0 && refuse("PUR-3101", "全部不能送货时请拒绝", "Decline the notice if nothing can be sent"),
      ...postings(doc, "E6", (line) => sub(qty(line), line.openQty)),
      ...moved(doc, "E6", "CONFIRMED", { me, at }, (line) => ({ OPN: sub(min(qty(line), line.openQty), line.openQty) })),
      ...doc.lines.map((line) => set(line, { confirmQty: qty(line), confirmDate: entries.get(line.id)?.confirmDate ?? houseDayOf(from) })),
      set(doc, { confirmFrom: from, confirmTo: to, confirmReason: input.confirmReason ?? null, confirmDate: at.now }),
      answered(doc, supplier, "已确认", "confirmed"),
    ];
  },
});

/** Gives up what is still open. */
const ended = (doc: Notice, status: string, me: Me, at: Moment): (Effect | Refusal)[] => [
  ...postings(doc, "E6", given),
  ...moved(doc, "E6", status, { me, at }, (line) => ({ OPN: given(line), CLS: line.openQty })),
];

const refusal = rule(notice, "doSupplierRefuse", {
  reads: async (doc, find) => ({ supplier: await find.maybe(supplierInfo, doc.supplierId) }),
  decide: (doc, { supplier }, input, me, at) => [
    ...ended(doc, "REFUSED", me, at),
    set(doc, { refuseReason: input.refuseReason ?? null, confirmDate: at.now }),
    answered(doc, supplier, `拒绝，${input.refuseReason}`, `declined, ${input.refuseReason}`),
  ],
});

const notify = (doc: Notice, reason: string | undefined): Effect[] => [set(doc, { endReason: reason ?? null }), endTold(doc, reason ?? "")];

const cancel = rule(notice, "doCancel", {
  decide: (doc, _, input, me, at) => [
    doc.lines.some((line) => isMore(line.shippedQty, "0")) &&
      refuse("PUR-0003", "已有发货，请关闭剩余", "Goods were already shipped. Close the rest instead"),
    ...ended(doc, "CANCELLED", me, at),
    ...notify(doc, input.endReason),
  ],
});

const close = rule(notice, "doClose", {
  reads: async (doc, find) => ({
    drafts: await find.where(note, { status: "DRAFT", lines: some({ noticeLineId: doc.lines.map((line) => line.id) }) }),
  }),
  decide: (doc, { drafts }, input, me, at) => [
    drafts.length > 0 &&
      refuse(
        "PUR-0003",
        `送货单${drafts.map((draft) => draft.noteNum).join("、")}拟定中，不能关闭`,
        `The notice cannot be closed while delivery note ${drafts.map((draft) => draft.noteNum).join(", ")} is a draft`,
        {
          fix: {
            route: "purDeliveryManage/purDeliveryNoteEdit",
            query: { id: drafts[0]!.id },
            label: ["打开送货单", "Open the delivery note"],
          },
        },
      ),
    ...ended(doc, "CLOSED", me, at),
    ...notify(doc, input.endReason),
  ],
});

/** What notes and orders do to a call-off. */
const post = rule(notice, "doPost", {
  decide: (doc, _, input, me, at) => {
    const book = bookOf(noticeHome, doc).post(listed<NoticeMove>(input.moves));
    const after = doc.lines.map((line) => ({ line, ...book.balances(line.id) }));
    const status = noticeState(doc.status, after);
    return [
      ...book.effects(qtyLedger, me, at),
      ...after.map(({ line, ...balances }) => set(line, { lineStatus: noticeState(doc.status, [balances]) })),
      set(doc, { status }),
    ];
  },
});

/** From the call to the last piece shipped or given up. */
export const noticeRules: readonly Rule[] = [save, publish, withdraw, confirm, refusal, cancel, close, post, rebuildRule(noticeHome)];
