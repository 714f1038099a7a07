import { add, cmp, isZero, trim } from "#kernel/decimal.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { closeTodo, rule, set, tell, type Decision, type Effect, type Find, type Moment } from "#kernel/rule.ts";
import type { Text } from "#kernel/text.ts";
import { billType } from "#modules/base/index.ts";
import { relsOf } from "#modules/demand/index.ts";
import { tradeGate } from "#modules/supplier/index.ts";
import { followed } from "../supplier-answer/agree-rows.ts";
import { holdMoves } from "../demand/holds.ts";
import { backingOf, demandEffects, drawEffects, ledgerEffects, ledgerLines, type Order, type OrderLine } from "../ledger/effects.ts";
import { pricedOf } from "../price/money.ts";
import { order } from "../order.entity.ts";
import { Ledger, stripOf, type LedgerLine } from "../ledger/posting.ts";
import { productionPlan } from "../production/production-plan.entity.ts";
import { noticesEnd, notesUnderway } from "../questions.ts";
import { openOf, taken } from "../ledger/quantities.ts";
import { reopenQuestions } from "../save/trade.ts";

interface Ended {
  readonly lineIds?: unknown;
  readonly reason?: string | null;
  readonly releaseToReq?: string | null;
  readonly side?: string | null;
}

/** The lines a caller names, or all in one of the states. */
const linesOf = (doc: Order, input: Ended, from: readonly string[]): OrderLine[] => {
  const ids = Array.isArray(input.lineIds) ? (input.lineIds as string[]) : [];
  return doc.lines.filter((line) => (ids.length ? ids.includes(line.id) : from.includes(line.lineStatus)));
};

const cause = (doc: Order) => ({ causeType: order.name, causeId: doc.id as string, causeLineId: doc.id as string });
const sideOf = (side: string | null | undefined): "BUYER" | "SUPPLIER" => (side === "SUPPLIER" ? "SUPPLIER" : "BUYER");
const wrongLine = (line: OrderLine): Refusal =>
  refuse("PUR-0003", `行[${line.lineNum}]当前状态不允许该操作`, `Line ${line.lineNum} does not allow this in its status`);

const endFacts = (event: "E3" | "E3c") => async (doc: Order, find: Find, input: Ended) => {
  const rows = linesOf(doc, input, ["OPEN"]).flatMap((line) => line.deliveries);
  const noticed = rows.filter((row) => cmp(row.noticeOpenQty, "0") > 0);
  const rowIds = rows.map((row) => row.id as string);
  const [backing, rels, type, notes, notices, plans] = await Promise.all([
    backingOf(find, doc),
    relsOf(find, "ORDER", doc.id),
    find.maybe(billType, doc.billTypeId),
    notesUnderway.ask(find, { rowIds }),
    noticesEnd.ask(find, { orderId: doc.id, rowIds: noticed.map((row) => row.id), event }),
    rowIds.length ? find.where(productionPlan, { orderDeliveryId: rowIds }, 2000) : [],
  ]);
  // Nobody reports on goods that are not made any more.
  const plansEnd = plans.filter((plan) => plan.status !== "FINISHED").map((plan) => closeTodo("PROD_PLAN_REPORT", plan, "WITHDRAWN"));
  return { backing, rels, type, notes, ends: [...notices, ...plansEnd] };
};

const picked = (lines: readonly LedgerLine[], of: readonly OrderLine[]): LedgerLine[] =>
  lines.filter((line) => of.some((doc) => doc.id === line.id));

/** Before approval nothing was ordered: a cancelled draft only lets go of what it holds. */
function cancelDraft(doc: Order, rels: Awaited<ReturnType<typeof relsOf>>, reason: string | null): Decision {
  const steps = doc.lines.map((line) => ({
    ...({ line, kind: "occupied", after: null, check: false, eventCode: "HOLD" } as const),
    before: { qty: line.qty, priced: pricedOf(doc, line) },
  }));
  return [
    set(doc, { status: "CANCELLED", endReason: reason }),
    ...doc.lines.map((line) => set(line, { lineStatus: "CANCELLED" })),
    ...demandEffects(holdMoves(doc, new Map(), { rels, needs: new Map() }), new Map()),
    ...drawEffects(doc, steps),
  ];
}

/** Cancelling: what was never delivered is withdrawn and goes back to where it was needed. */
const cancel = rule(order, "doCancel", {
  reads: endFacts("E3"),
  decide: (doc, { backing, rels, type, ends }, input: Ended, me, at): Decision => {
    if (doc.liveId) return refuse("PUR-0003", "变更稿请用放弃变更", "Discard the change instead");
    const isDraft = doc.status === "DRAFT" || doc.status === "REJECTED";
    if (isDraft) return cancelDraft(doc, rels, input.reason ?? null);
    const lines = ledgerLines(doc);
    const ledger = new Ledger(doc, lines);
    const chosen = linesOf(doc, input, ["OPEN"]);
    const refusals = [
      ...chosen.filter((line) => line.lineStatus !== "OPEN").map(wrongLine),
      ...chosen.flatMap((line) => {
        const isExecuted = cmp(line.receivedQty, line.reversedQty) !== 0 || !isZero(add(line.inTransitQty, line.inspectingQty));
        return isExecuted
          ? [
              refuse(
                "PUR-2208",
                `行[${line.lineNum}]已有执行数量${trim(taken(line))}，不能取消，请关闭剩余`,
                `Line ${line.lineNum} has executed quantity ${trim(taken(line))}; close the rest instead`,
              ),
            ]
          : [];
      }),
    ];
    if (refusals.length || chosen.length === 0)
      return refusals.length ? refusals : refuse("PUR-0003", "没有可取消的行", "No line can be cancelled");
    for (const line of picked(lines, chosen)) {
      ledger.cancel(line, cause(doc));
      line.lineStatus = "CANCELLED";
    }
    const isReleased = (input.releaseToReq ?? type?.releaseToReqDefault ?? "Y") === "Y";
    const written = { doc, ledger, lines, backing, burn: () => !isReleased, reason: input.reason ?? null, eventCode: "E3" };
    return [
      ...ended(doc, chosen, "cancelSide", input, at),
      ...ledgerEffects(written, me, at),
      ...ends,
      ...endTold(doc, chosen, ["取消", "cancelled"], input),
    ];
  },
});

/** What is remembered of how lines ended. */
const ended = (doc: Order, lines: readonly OrderLine[], side: "cancelSide" | "closeSide", input: Ended, at: Moment): Effect[] => [
  ...lines.flatMap((line) => line.deliveries.map((row) => set(row, { [side]: sideOf(input.side) }))),
  set(doc, { endReason: input.reason ?? null }),
  // What the other lines still wait for stays to be done.
  ...followed(
    doc,
    (row) => row.confirmStatus,
    at,
    (line) => line.lineStatus === "OPEN" && !lines.includes(line),
    side === "cancelSide" ? "WITHDRAWN" : "HANDLED",
  ),
];

const numbers = (lines: readonly OrderLine[]): string => lines.map((line) => line.lineNum).join(", ");
const about = (doc: Order) => ({ id: doc.id, num: doc.orderNum, supplierId: doc.supplierId, buyerId: doc.buyerId });

/** A supplier that has the order hears which lines ended, how and why. */
const endTold = (doc: Order, lines: readonly OrderLine[], [how, howEn]: Text, input: Ended): Effect[] =>
  doc.publishDate === null
    ? []
    : [tell("PUR_ORDER_ENDED", { ...about(doc), lines: numbers(lines), how, howEn, reason: input.reason ?? "" })];

/** Closing: what is still open is given up; what was needed is not asked for again unless said. */
const close = rule(order, "doClose", {
  reads: endFacts("E3c"),
  decide: (doc, { backing, notes, ends }, input: Ended, me, at): Decision => {
    const lines = ledgerLines(doc);
    const ledger = new Ledger(doc, lines);
    const chosen = linesOf(doc, input, ["OPEN"]);
    const refusals = [
      ...chosen.filter((line) => line.lineStatus !== "OPEN").map(wrongLine),
      ...chosen.flatMap((line) => {
        if (isZero(add(line.inTransitQty, line.inspectingQty))) return [];
        const rowIds = line.deliveries.map((row) => row.id as string);
        const nums = [...new Set(notes.filter((note) => rowIds.includes(note.rowId)).map((note) => note.noteNum))].join(", ");
        return [
          refuse(
            "PUR-2209",
            `行[${line.lineNum}]存在在途/待检，送货单：${nums}`,
            `Line ${line.lineNum} has goods in transit or inspection: notes ${nums}`,
          ),
        ];
      }),
    ];
    if (refusals.length || chosen.length === 0)
      return refusals.length ? refusals : refuse("PUR-0003", "没有可关闭的行", "No line can be closed");
    for (const line of picked(lines, chosen)) {
      ledger.close(line, openOf(stripOf(line)), cause(doc));
      line.lineStatus = "CLOSED";
      line.closeReason = (input.reason ?? "").slice(0, 500) || null;
      ledger.touch(line);
    }
    const burn = (input.releaseToReq ?? "N") !== "Y";
    const written = { doc, ledger, lines, backing, burn: () => burn, reason: input.reason ?? null, eventCode: "E3c" };
    return [
      ...ended(doc, chosen, "closeSide", input, at),
      ...ledgerEffects(written, me, at),
      ...ends,
      ...endTold(doc, chosen, ["关闭", "closed"], input),
    ];
  },
});

const isClosed = (line: OrderLine): boolean => ["CLOSED", "COMPLETED"].includes(line.lineStatus) && cmp(line.closedQty, "0") > 0;
const reopened = (doc: Order, input: Ended): OrderLine[] => {
  const ids = Array.isArray(input.lineIds) ? (input.lineIds as string[]) : [];
  return doc.lines.filter((line) => (ids.length ? ids.includes(line.id) : isClosed(line)));
};

/** Opening again what was closed: what was given up is taken again, as far as it is still there. */
const openLine = rule(order, "doOpenLine", {
  reads: async (doc, find, input: Ended, _, at) => {
    const [backing, barred] = await Promise.all([
      backingOf(find, doc),
      tradeGate.ask(find, reopenQuestions(doc, reopened(doc, input), at.today)),
    ]);
    return { backing, barred };
  },
  decide: (doc, { backing, barred }, input: Ended, me, at): Decision => {
    const lines = ledgerLines(doc);
    const ledger = new Ledger(doc, lines);
    const chosen = reopened(doc, input);
    const wrong = chosen.filter((line) => !isClosed(line)).map(wrongLine);
    const refusals = [...barred, ...wrong];
    if (refusals.length || chosen.length === 0)
      return refusals.length ? refusals : refuse("PUR-0003", "没有可打开的行", "No line can be opened");
    for (const line of picked(lines, chosen)) {
      ledger.open(line, cause(doc));
      line.lineStatus = "OPEN";
      line.closeReason = null;
    }
    ledger.settle(cause(doc));
    return [
      ...ledgerEffects({ doc, ledger, lines, backing, burn: () => true, eventCode: "E3o", check: true }, me, at),
      ...(doc.publishDate === null ? [] : [tell("PUR_ORDER_REOPENED", { ...about(doc), lines: numbers(chosen) })]),
    ];
  },
});

export const endRules = [cancel, close, openLine];
