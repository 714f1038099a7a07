import { abs, add, cmp, sub, trim } from "#kernel/decimal.ts";
import { make, rule, run, set, tell, type Decision, type Effect, type Find, type Moment } from "#kernel/rule.ts";
import { billType, item } from "#modules/base/index.ts";
import { tellLists, unheardOf, type Supplied, type Unheard } from "#modules/price/index.ts";
import { givenBack, taken, type Moved } from "../demand/relations.ts";
import { Book, derived, type Booked } from "./booking.ts";
import { backingOf, ledgerEffects, ledgerLines, lineBacked, type Backing, type Order, type OrderLine, type OrderRow } from "./effects.ts";
import { pricedOf } from "../price/money.ts";
import { order } from "../order.entity.ts";
import { closedPeriods, followsTransaction } from "../questions.ts";
import { Ledger } from "./posting.ts";
import type { OrderPosting, TransactionType } from "./posting.types.ts";
import { storageTransaction } from "./transaction.entity.ts";

type Transaction = Awaited<ReturnType<typeof transactionsOf>>[number];

export const transactionsOf = (find: Find, lineIds: readonly string[]) => find.where(storageTransaction, { orderLineId: lineIds }, 50_000);

/** Whether what is received is owed for at once, only when used, or never. */
export interface Settling {
  readonly isConsigned: boolean;
  readonly isSettled: boolean;
}

export async function settlingOf(find: Find, doc: Pick<Order, "billTypeId" | "orderType">): Promise<Settling> {
  const type = await find.maybe(billType, doc.billTypeId);
  return {
    isConsigned: doc.orderType === "CONSIGN" || type?.consignFlag === "Y",
    isSettled: type?.settleFlag !== "N",
  };
}

export const bookFor = (doc: Order, line: OrderLine, posted: readonly Transaction[], settling: Settling, at: Moment): Book =>
  new Book(
    {
      priced: pricedOf(doc, line),
      isUnsettled: line.giftFlag === "Y" || !settling.isSettled,
      isConsigned: settling.isConsigned,
      rate: doc.exchangeRate ?? "1",
    },
    posted.filter((row) => row.orderLineId === line.id),
    () => at.newId(),
  );

/** A booked row with everything its order, line and row say about it. */
export function transactionEffects(
  doc: Order,
  line: OrderLine,
  row: OrderRow,
  booked: Booked,
  cause: Pick<OrderPosting, "causeType" | "causeId">,
  at: Moment,
  /** Months closed for money with the open ones that take it. */
  months: ReadonlyMap<string, string> = new Map(),
): Effect[] {
  const { draft, id, ...money } = booked;
  const date = draft?.transactionDate ?? at.today;
  const made = make(storageTransaction, id, {
    ...money,
    taxIncludedFlag: booked.taxIncludedFlag === "Y" ? "Y" : "N",
    ...derived(booked, doc, line.convertRate),
    transactionDate: date,
    periodMonth: months.get(date.slice(0, 7)) ?? date.slice(0, 7),
    orgId: doc.orgId,
    supplierId: doc.supplierId,
    supplierSiteId: doc.supplierSiteId,
    orderId: doc.id,
    orderLineId: line.id,
    orderDeliveryId: row.id,
    lineNum: line.lineNum,
    itemId: line.itemId,
    itemDesc: line.itemDesc,
    categoryId: line.categoryId,
    uom: line.uom,
    stockUom: line.stockUom ?? line.uom,
    taxRate: line.taxRate,
    invOrgId: draft?.invOrgId ?? row.invOrgId,
    receiveId: draft?.receiveId ?? (cause.causeType === "SrmPurReceive" ? cause.causeId : null),
    writeOffId: cause.causeType === "SrmPurWriteOff" ? cause.causeId : null,
    receiveLineId: draft?.receiveLineId ?? null,
    writeOffLineId: draft?.writeOffLineId ?? null,
    warehouseCode: draft?.warehouseCode ?? null,
    storageLocationId: draft?.storageLocationId ?? row.storageLocationId,
    batchNum: draft?.batchNum ?? null,
    paymentTermId: doc.paymentTermId,
    currency: doc.currency,
    exchangeRate: doc.exchangeRate ?? "1",
    contractId: doc.contractId,
    mouldId: line.mouldId,
    provisionalFlag: line.provisionalFlag,
    causeType: cause.causeType,
    causeId: cause.causeId,
  });
  const payload = { id, transactionType: booked.transactionType, orderId: doc.id, orderLineId: line.id, itemId: line.itemId };
  const figures = { qty: booked.qty, amountExcl: booked.amountExcl, taxAmount: booked.taxAmount, amountIncl: booked.amountIncl };
  const where = { orgId: doc.orgId, invOrgId: draft?.invOrgId ?? row.invOrgId, categoryId: line.categoryId, day: date };
  const whose = { supplierId: doc.supplierId, supplierSiteId: doc.supplierSiteId, mouldId: line.mouldId };
  return [made, run(storageTransaction, id, "doPosted", {}), tell("PUR_TXN_POSTED", { ...payload, ...whose, ...where, ...figures })];
}

interface Facts {
  readonly backing: Backing;
  readonly settling: Settling;
  readonly posted: readonly Transaction[];
  readonly unheard: readonly Unheard[];
  /** Items that move for the first time. */
  readonly firstMoved: readonly string[];
  readonly months: ReadonlyMap<string, string>;
}

const arriving: ReadonlySet<string> = new Set<TransactionType>(["RECEIVE", "SERVICE"]);

/** What postings bring in, for the lists of those who may supply it. */
const suppliedBy = (doc: Order, postings: readonly OrderPosting[]): Supplied[] =>
  postings.flatMap((posting) => {
    const line = doc.lines.find((candidate) => candidate.deliveries.some((row) => row.id === posting.deliveryId));
    return (posting.transactions ?? []).flatMap((transaction): Supplied[] =>
      line && arriving.has(transaction.transactionType)
        ? [
            {
              orgId: doc.orgId,
              supplierId: doc.supplierId,
              supplierSiteId: doc.supplierSiteId,
              itemId: line.itemId,
              categoryId: line.categoryId,
              day: transaction.transactionDate,
            },
          ]
        : [],
    );
  });

/** Refunds that are to be ordered elsewhere go back to the requisition; taken back, they are taken again. */
function reordering(doc: Order, postings: readonly OrderPosting[], ledger: Ledger, backing: Backing) {
  const further = new Map<string, { moves: Moved[]; reordered: string }>();
  for (const posting of postings.filter(
    (orderPosting) => orderPosting.reorder && (orderPosting.event === "E16" || orderPosting.event === "E19"),
  )) {
    const lineId = ledger.find(posting.deliveryId)?.[0].id;
    const line = doc.lines.find((row) => row.id === lineId);
    if (!line) continue;
    const known = further.get(line.id) ?? { moves: [], reordered: "0" };
    const backed = lineBacked(doc, line, backing);
    const qty = abs(posting.deltas.RTF ?? "0");
    const how = { burn: false, eventCode: posting.event, keepRoundUp: true } as const;
    const rel = backed.rels.find((backingRel) => cmp(backingRel.releasedQty, "0") > 0) ?? backed.rels[0];
    const moves =
      posting.event === "E16" ? givenBack(backed, qty, how).moves : rel ? taken(backed, [{ rel, qty }], true, posting.event) : [];
    further.set(line.id, {
      moves: [...known.moves, ...moves],
      reordered: posting.event === "E16" ? add(known.reordered, qty) : sub(known.reordered, qty),
    });
  }
  return further;
}

/** Books what the postings bring, line by line, on what was booked before. */
function bookings(doc: Order, postings: readonly OrderPosting[], facts: Facts, ledger: Ledger, at: Moment): Decision[] {
  const byLine = Map.groupBy(
    postings.filter((posting) => posting.transactions?.length),
    (posting) => ledger.find(posting.deliveryId)?.[0].id,
  );
  return [...byLine].map(([lineId, own]): Decision => {
    const line = doc.lines.find((row) => row.id === lineId);
    if (!line) return [];
    const book = bookFor(doc, line, facts.posted, facts.settling, at);
    const effects: Effect[] = [];
    let seen = 0;
    for (const posting of own) {
      for (const draft of posting.transactions ?? []) book.post(draft);
      const row = line.deliveries.find((delivery) => delivery.id === posting.deliveryId)!;
      effects.push(...book.booked.slice(seen).flatMap((booked) => transactionEffects(doc, line, row, booked, posting, at, facts.months)));
      seen = book.booked.length;
    }
    return [...book.refusals, ...effects, set(line, { receivedAmount: add(line.receivedAmount, book.amountAdded) })];
  });
}

/** Items of these lines that no goods have moved of yet; from the first movement on their unit is fixed. */
async function unusedItems(find: Find, lines: readonly OrderLine[]): Promise<readonly string[]> {
  const ids = [...new Set(lines.flatMap((line) => line.itemId ?? []))];
  return ids.length ? (await find.where(item, { id: ids, usedFlag: "N" }, ids.length)).map(({ id }) => id) : [];
}

/** What notices, notes, receipts, write-offs and finance do to an order: one ledger, one place. */
const post = rule(order, "doPost", {
  reads: async (doc, find, input): Promise<Facts> => {
    const postings = (input.postings ?? []) as readonly OrderPosting[];
    const rowIds = new Set(postings.map((posting) => posting.deliveryId));
    const lines = doc.lines.filter((line) => line.deliveries.some((row) => rowIds.has(row.id)));
    const isBooked = postings.some((posting) => posting.transactions?.length);
    const dates = postings.flatMap((posting) => (posting.transactions ?? []).map((draft) => draft.transactionDate.slice(0, 7)));
    const [backing, settling, posted, unheard, firstMoved, closed] = await Promise.all([
      backingOf(find, doc),
      settlingOf(find, doc),
      isBooked
        ? transactionsOf(
            find,
            lines.map((line) => line.id),
          )
        : [],
      unheardOf(find, suppliedBy(doc, postings)),
      isBooked ? unusedItems(find, lines) : [],
      dates.length ? closedPeriods.ask(find, { orgId: doc.orgId, months: [...new Set(dates)] }) : [],
    ]);
    return { backing, settling, posted, unheard, firstMoved, months: new Map(closed.map((entry) => [entry.month, entry.next])) };
  },
  decide: (doc, facts, input, me, at): Decision => {
    const postings = (input.postings ?? []) as readonly OrderPosting[];
    const first = postings[0];
    if (!first) return [];
    const lines = ledgerLines(doc);
    const ledger = new Ledger(doc, lines);
    for (const posting of postings) ledger.post(posting);
    if (ledger.refusals.length) return ledger.refusals;
    ledger.settle({ causeType: first.causeType, causeId: first.causeId, causeLineId: first.causeLineId });
    const further = reordering(doc, postings, ledger, facts.backing);
    const written = { doc, ledger, lines, backing: facts.backing, burn: () => true, reason: "UNDER_TOL", eventCode: first.event, further };
    return [
      ...ledgerEffects(written, me, at),
      ...bookings(doc, postings, facts, ledger, at).flatMap((booking) => booking as readonly Effect[]),
      ...tellLists(facts.unheard),
      ...facts.firstMoved.map((id) => run(item, id, "doMarkUsed", {})),
    ];
  },
});

/** What other areas keep of a transaction begins with it. */
const begins = rule(storageTransaction, "doPosted", {
  reads: async (doc, find) => ({ effects: await followsTransaction.ask(find, { step: "POSTED", transaction: doc }) }),
  decide: (_, { effects }) => effects,
});

/** A write-off in approval keeps its quantity of the receipt, and lets it go. */
const hold = rule(storageTransaction, "doHold", {
  reads: async (doc, find, { delta }) => {
    const heldQty = trim(add(doc.heldQty, delta ?? "0"));
    return { heldQty, effects: await followsTransaction.ask(find, { step: "HELD", transaction: { ...doc, heldQty } }) };
  },
  decide: (doc, { heldQty, effects }) => [set(doc, { heldQty }), ...effects],
});

/** An approved change made the price final. */
const final = rule(storageTransaction, "doFinal", {
  reads: async (doc, find) => ({
    effects: await followsTransaction.ask(find, { step: "FINAL", transaction: { ...doc, provisionalFlag: "N" } }),
  }),
  decide: (doc, { effects }) => [set(doc, { provisionalFlag: "N" }), ...effects],
});

const statusAfter = (qty: string, statementQty: string): string =>
  cmp(statementQty, "0") === 0 ? "NONE" : cmp(abs(statementQty), abs(qty)) >= 0 ? "FULL" : "PARTIAL";

/** What finance has done with a transaction, mirrored on it. */
const finance = rule(storageTransaction, "doFinance", {
  decide: (doc, _, input) => {
    const statementQty = add(doc.statementQty, input.statementDelta ?? "0");
    return set(doc, {
      statementQty,
      invoicedQty: add(doc.invoicedQty, input.invoiceDelta ?? "0"),
      statementAmount: add(doc.statementAmount, input.statementAmountDelta ?? "0"),
      invoicedAmount: add(doc.invoicedAmount, input.invoiceAmountDelta ?? "0"),
      paidAmount: add(doc.paidAmount, input.paidDelta ?? "0"),
      ...(input.holdFlag ? { holdFlag: input.holdFlag } : {}),
      ...(doc.reconStatus === "NA" || !input.statementDelta ? {} : { reconStatus: statusAfter(doc.qty, statementQty) }),
    });
  },
});

export const postRules = [post, begins, hold, final, finance];
