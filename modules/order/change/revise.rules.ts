import type { Me } from "#kernel/entity.ts";
import { pairs as rowsPaired } from "#kernel/revision-diff.ts";
import { headTaken, keeps, revisionRules, takenFrom } from "#kernel/revision-rule.ts";
import { rule, run, set, type Decision, type Effect, type Moment } from "#kernel/rule.ts";
import { historyRow, todosAnswered } from "../supplier-answer/agree-rows.ts";
import { changeRefusals, linePairs, type LinePair } from "./line.checks.ts";
import { checkFacts } from "../save/check.facts.ts";
import { tellsContract } from "../contract/under-contract.ts";
import { freezeFacts, frozen } from "../publish/freeze.ts";
import {
  backingOf,
  demandEffects,
  drawEffects,
  factorsFor,
  entryEffects,
  ledgerLines,
  type DrawStep,
  type Order,
  type OrderLine,
} from "../ledger/effects.ts";
import { pricedOf } from "../price/money.ts";
import { order } from "../order.entity.ts";
import { orderRevision } from "./order.revision.ts";
import { settlingOf, transactionsOf } from "../ledger/post.rules.ts";
import { Ledger, orderStatusOf, type Entry } from "../ledger/posting.ts";
import { answering, pricesBefore } from "../publish/publish.facts.ts";
import { priceRows, putBefore } from "../publish/publish.rules.ts";
import { mirrored } from "../ledger/repeated-fields.ts";
import { saveFacts } from "../save/save.facts.ts";
import { cause, demandEntered, lineHistory, lineTaken, newLine, repriced, revisedLine, terms } from "./revision.ts";

/** An approved revision becomes the live order: ledger, demand, agreement, money, history, and the supplier is asked again. */
const revise = rule(order, "doRevise", {
  reads: async (doc, find, input) => {
    const draft = await find.one(order, input.draftId ?? "");
    const [save, backing, settling, posted, answer, before] = await Promise.all([
      saveFacts(find, draft),
      backingOf(find, doc),
      settlingOf(find, doc),
      transactionsOf(
        find,
        doc.lines.map((line) => line.id),
      ),
      answering(find, doc),
      pricesBefore(find, doc),
    ]);
    return { draft, save, backing, settling, posted, answer, before };
  },
  decide: (doc, facts, _, me, at): Decision => {
    const { draft } = facts;
    const refusals = changeRefusals(draft, doc, facts.save, facts.backing);
    if (refusals.length) return refusals;
    const pairs = linePairs(draft, doc);
    const steps = pairs.flatMap((pair) => (pair.live ? [revisedLine(doc, draft, pair, pair.live, facts, at)] : []));
    const lines = steps.map((step) => step.after);
    const added = pairs.filter((pair) => !pair.live).map((pair, i) => ({ pair, id: at.newId(), lineNum: lastNum(doc) + (i + 1) * 10 }));
    const ledger = new Ledger(doc, lines);
    for (const line of lines) for (const row of line.rows) ledger.move(line, row, "E2", {}, cause(doc, line.id));
    ledger.settle(cause(doc, doc.id));
    const isOut = doc.publishDate !== null;
    const all = [...lines, ...added.map(() => ({ lineStatus: "OPEN", rows: [{ confirmStatus: "PENDING" }] }))];
    const status = orderStatusOf(isOut ? startOf(all) : "APPROVED", all);
    const revisionNum = doc.revisionNum + 1;
    return [
      keeps(order, doc, draft, (row) => added.find((candidate) => candidate.pair.draft === row)?.id ?? String(row.id)),
      ...steps.flatMap((step) => step.effects),
      ...lines.flatMap((line) => {
        const live = doc.lines.find((row) => row.id === line.id)!;
        return line.lineStatus === live.lineStatus ? [] : [set(live, { lineStatus: line.lineStatus, closeReason: line.closeReason })];
      }),
      ...entryEffects(
        doc,
        steps.flatMap((step) => step.entries),
        me,
        at,
      ),
      ...demandEffects(
        steps.flatMap((step) => step.moves),
        facts.backing.factors,
      ),
      ...drawEffects(
        doc,
        steps.flatMap((step) => step.draws),
      ),
      ...pairs.flatMap((pair) => (pair.live ? repriced(doc, draft, pair, pair.live, facts, at) : [])),
      ...pairs.flatMap((pair) => lineHistory(doc, draft, pair, facts.save.items, revisionNum, me, at)),
      ...termHistory(doc, draft, revisionNum, me, at),
      ...added.map(({ pair, id, lineNum }) => newLine(doc, pair.draft, id, lineNum)),
      set(doc, {
        ...headTaken(order, doc, draft),
        status,
      } as Partial<Order>),
      ...rowsPaired(orderRevision.lines.expand, doc.expand, draft.expand).flatMap((pair) =>
        pair.live ? [set(pair.live, takenFrom(orderRevision.lines.expand, pair.draft))] : [],
      ),
      ...(added.length
        ? [
            run(order, doc.id, "doEnterLines", {
              entries: added.map(({ pair, id }) => ({ lineId: id, draftLineId: pair.draft.id })),
              draftId: draft.id,
            }),
          ]
        : []),
      run(order, doc.id, "doUseCaps", {}),
      ...tellsContract(doc),
      ...(isOut && status === "PUBLISHED" ? putBefore(doc, facts.answer.hours, "PUR_ORDER_CHANGED", revisionNum, at) : []),
      ...(isOut ? priceRows(doc, revisedFor(pairs), facts.before, revisionNum, at) : []),
      ...todosAnswered(doc, status === "PUBLISHED" ? statusesOf(all) : []),
    ];
  },
});

const lastNum = (doc: Order): number => Math.max(0, ...doc.lines.map((line) => line.lineNum ?? 0));
type Answered = readonly { readonly lineStatus: string; readonly rows: readonly { readonly confirmStatus: string }[] }[];
const statusesOf = (lines: Answered): string[] =>
  lines.filter((line) => line.lineStatus === "OPEN").flatMap(({ rows }) => rows.map((row) => row.confirmStatus));
const startOf = (lines: Answered): string => (statusesOf(lines).every((status) => status === "CONFIRMED") ? "CONFIRMED" : "PUBLISHED");

/** Lines as they are after the revision, for the price history. */
const revisedFor = (pairs: readonly LinePair[]): OrderLine[] =>
  pairs.flatMap(({ draft, live }) => (live ? [{ ...live, ...lineTaken(draft), id: live.id }] : [draft]));

const termHistory = (doc: Order, draft: Order, revisionNum: number, me: Me, at: Moment): Effect[] =>
  terms
    .filter((key) => (doc[key] ?? null) !== (draft[key] ?? null))
    .map((key) =>
      historyRow(
        doc,
        {},
        {
          changeType: "TERM",
          oldValue: `${key}: ${doc[key] ?? ""}`,
          newValue: `${key}: ${draft[key] ?? ""}`,
          askedBy: "BUYER",
          buyerCausedFlag: "Y",
          changeReason: draft.changeReason,
          revisionNum,
        },
        me,
        at,
      ),
    );

/** Lines a revision brought: ordered from now on like those approved with the order. */
const enter = rule(order, "doEnterLines", {
  reads: async (doc, find, input) => {
    const draft = await find.one(order, input.draftId ?? "");
    const save = await saveFacts(find, doc);
    const [checks, freeze] = await Promise.all([checkFacts(find, doc), freezeFacts(find, doc)]);
    return { draft, save, checks, freeze };
  },
  decide: (doc, { save, checks, freeze }, input, me, at): Decision => {
    const entered = (input.entries ?? []) as readonly { readonly lineId: string }[];
    const lines = doc.lines.filter((line) => entered.some((candidate) => candidate.lineId === line.id));
    const entries = lines.flatMap((line) =>
      line.deliveries.map((row): Entry => ({ rowId: row.id, bucket: "ORD", delta: row.qty, event: "E2", ...cause(doc, line.id) })),
    );
    const moves = lines.flatMap((line) => demandEntered(doc, line, save));
    const draws = lines.map((line): DrawStep => ({
      line,
      kind: "released",
      before: null,
      after: { qty: line.qty, priced: pricedOf(doc, line) },
      check: true,
      eventCode: "E2",
    }));
    return [
      ...lines.map((line) => set(line, { ...frozen(line, save, checks, freeze), lineStatus: "OPEN" })),
      ...lines.flatMap((line) => line.deliveries.map((row) => set(row, mirrored(doc, line)))),
      ...entryEffects(doc, entries, me, at),
      ...demandEffects(
        moves,
        factorsFor(
          doc,
          [...save.needs.values()].map((need) => need.requisition),
        ),
      ),
      ...drawEffects(doc, draws),
    ];
  },
});

/** A change begins beside the order, and is discarded: the order is then what its lines say. */
const changing = revisionRules(order, {
  begins: (doc, nth) => ({ orderNum: `${doc.orderNum ?? doc.id}-C${nth}` }),
  restores: (doc) => ({ status: orderStatusOf(doc.statusBeforeChange ?? "CONFIRMED", ledgerLines(doc)) }),
});

export const reviseRules = [...changing, revise, enter];
