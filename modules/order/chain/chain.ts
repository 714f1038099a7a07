import { sum } from "#kernel/decimal.ts";
import { some, type Doc } from "#kernel/entity.ts";
import type { Answer } from "#kernel/question.ts";
import type { Find } from "#kernel/rule.ts";
import { chainNumbers, chainOrders, chainPieces, relsOf, requisition, targetRel, type ChainPiece } from "#modules/demand/index.ts";
import { agreement } from "#modules/price/index.ts";
import { order } from "../order.entity.ts";
import { storageTransaction } from "../ledger/transaction.entity.ts";

type Order = Doc<typeof order>;
type Transaction = Doc<typeof storageTransaction>;

/** A document that stands in many chains leads to so many orders at most. */
const most = 20;
const live = { liveId: null } as const;
const ids = (rows: readonly { readonly id: string }[]) => rows.map((row) => ({ orderId: row.id }));
const day = (moment: string | null): string | null => moment?.slice(0, 10) ?? null;

const ordersOfDemand = async (find: Find, requisitionId: string) => {
  const rels = await find.where(targetRel, { parentId: requisitionId, targetType: "ORDER" }, 500);
  return [...new Set(rels.map((rel) => rel.targetHeaderId))].slice(0, most).map((orderId) => ({ orderId }));
};

const drawnBy = (agreementId: string) => ({ ...live, any: [{ agreementId }, { lines: some({ agreementId }) }] });

/** How one kind of document leads to its orders. */
const ways: Readonly<Record<string, (find: Find, id: string) => Promise<readonly { readonly orderId: string }[]>>> = {
  SrmPurOrderHeader: async (find, id) => {
    const found = await find.maybe(order, id);
    return found ? [{ orderId: found.liveId ?? found.id }] : [];
  },
  SrmPurOrderLine: async (find, id) => ids(await find.where(order, { ...live, lines: some({ id }) }, 1)),
  SrmPurOrderDelivery: async (find, id) => ids(await find.where(order, { ...live, lines: some({ deliveries: some({ id }) }) }, 1)),
  SrmPurRequisitionHeader: ordersOfDemand,
  SrmPurAgreementHeader: async (find, id) => ids(await find.where(order, drawnBy(id), most)),
  SrmPurStorageTransaction: async (find, id) => {
    const found = await find.maybe(storageTransaction, id);
    return found ? [{ orderId: found.orderId }] : [];
  },
};

async function byNumber(find: Find, num: string) {
  const [own, requisitions, agreements, transactions] = await Promise.all([
    find.where(order, { ...live, orderNum: num }, 1),
    find.where(requisition, { requisitionNum: num }, 1),
    find.where(agreement, { ...live, agreementNum: num }, 1),
    find.where(storageTransaction, { transactionNum: num }, 1),
  ]);
  const further = await Promise.all([
    ...requisitions.map((requisition) => ordersOfDemand(find, requisition.id)),
    ...agreements.map((agreement) => ways["SrmPurAgreementHeader"]!(find, agreement.id)),
  ]);
  return [...ids(own), ...transactions.map((transaction) => ({ orderId: transaction.orderId as string })), ...further.flat()];
}

const orderPiece = (doc: Order): ChainPiece => ({
  entity: order,
  id: doc.id,
  num: doc.orderNum ?? "",
  stage: "ORDER",
  status: doc.status,
  date: doc.orderDate,
  parts: doc.lines.map((line) => ({ orderLineId: line.id, qty: line.qty, amount: line.amountIncl })),
  from: [],
});

/** What the orders were made from; where an order line was filled from a requisition, how much of it. */
async function sources(find: Find, orders: readonly Order[]): Promise<readonly ChainPiece[]> {
  const rels = (
    await relsOf(
      find,
      "ORDER",
      orders.map((order) => order.id),
    )
  ).filter((rel) => rel.relStatus !== "RELEASED");
  const agreementIds = [...new Set(orders.flatMap((order) => [order.agreementId, ...order.lines.map((line) => line.agreementId)]))].filter(
    Boolean,
  );
  const [requisitions, agreements] = await Promise.all([
    find.where(requisition, { id: [...new Set(rels.map((rel) => rel.parentId))] }, 200),
    find.where(agreement, { id: agreementIds as string[] }, 50),
  ]);
  return [
    ...requisitions.map((doc): ChainPiece => ({
      entity: requisition,
      id: doc.id,
      num: doc.requisitionNum ?? "",
      stage: "SOURCE",
      status: doc.status,
      date: day(doc.creationDate),
      parts: rels.filter((rel) => rel.parentId === doc.id).map((rel) => ({ orderLineId: rel.targetLineId, qty: rel.netQty })),
      from: [],
    })),
    ...agreements.map((doc): ChainPiece => ({
      entity: agreement,
      id: doc.id,
      num: doc.agreementNum ?? "",
      stage: "SOURCE",
      status: doc.status,
      date: doc.startDate,
      parts: orders
        .flatMap((order) => order.lines)
        .filter((line) => line.agreementId === doc.id)
        .map((line) => ({ orderLineId: line.id, qty: "0" })),
      from: [],
    })),
  ];
}

const transactionPiece = (transaction: Transaction): ChainPiece => ({
  entity: storageTransaction,
  id: transaction.id,
  num: transaction.transactionNum ?? "",
  stage: "TRANSACTION",
  status: transaction.reconStatus,
  date: transaction.transactionDate,
  takesAway: transaction.qty.startsWith("-") || transaction.amountIncl.startsWith("-"),
  parts: [{ orderLineId: transaction.orderLineId, qty: transaction.qty, amount: transaction.amountIncl }],
  from: transaction.causeType && transaction.causeId ? [{ type: transaction.causeType, id: transaction.causeId }] : [],
  route: "transactionsList",
});

async function pieces(find: Find, orderIds: readonly string[]): Promise<readonly ChainPiece[]> {
  const [orders, transactions] = await Promise.all([
    find.where(order, { id: orderIds }, most),
    find.where(storageTransaction, { orderId: orderIds }, 500),
  ]);
  const before = await sources(find, orders);
  const from = (doc: Order) =>
    before
      .filter(
        (chainPiece) =>
          chainPiece.parts.some((part) => doc.lines.some((line) => line.id === part.orderLineId)) || chainPiece.id === doc.agreementId,
      )
      .map((chainPiece) => ({ type: chainPiece.entity.name, id: chainPiece.id }));
  return [...before, ...orders.map((doc) => ({ ...orderPiece(doc), from: from(doc) })), ...transactions.map(transactionPiece)];
}

/** Lets chains of documents pass through requisitions, agreements, orders and their postings. */
export const chainAnswers: readonly Answer[] = [
  chainOrders.answeredBy(async (find, { docType, docId }) => ways[docType]?.(find, docId) ?? []),
  chainNumbers.answeredBy(async (find, { num }) => byNumber(find, num)),
  chainPieces.answeredBy(async (find, { orderIds }) => pieces(find, orderIds)),
];

/** How much of a piece belongs to these lines, by their units: quantities of several units have no sum. */
export function shareOf(
  piece: Pick<ChainPiece, "parts">,
  units: ReadonlyMap<string, string>,
): { qty: string | null; amount: string | null } | null {
  const mine = piece.parts.filter((part) => part.orderLineId === null || units.has(part.orderLineId));
  if (mine.length === 0) return null;
  const amounts = mine.flatMap((part) => (part.amount === null || part.amount === undefined ? [] : [part.amount]));
  const counted = new Set(mine.map((part) => units.get(part.orderLineId ?? "") ?? null));
  return { qty: counted.size > 1 ? null : sum(mine.map((part) => part.qty)), amount: amounts.length > 0 ? sum(amounts) : null };
}
