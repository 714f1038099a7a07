import { neg } from "#kernel/decimal.ts";
import type { Doc } from "#kernel/entity.ts";
import type { Answer } from "#kernel/question.ts";
import { make, run, set, type Effect, type Find } from "#kernel/rule.ts";
import { note, receive } from "#modules/delivery/index.ts";
import { followsTransaction, order, storageTransaction } from "#modules/order/index.ts";
import { transactionInfo } from "./transaction.entity.ts";

type Source = Doc<typeof storageTransaction>;

/** What returns in approval hold, with the sign of the transaction. */
const heldOf = ({ qty, heldQty }: Pick<Source, "qty" | "heldQty">): string => (qty.startsWith("-") ? neg(heldQty) : heldQty);

async function papersOf(find: Find, source: Source) {
  const [doc, receipt, origin] = await Promise.all([
    find.maybe(order, source.orderId),
    find.maybe(receive, source.receiveId),
    find.maybe(storageTransaction, source.originTransactionId),
  ]);
  const slip = await find.maybe(note, receipt?.noteId ?? null);
  return {
    origin,
    named: { buyerId: doc?.buyerId ?? null, receiveNo: receipt?.receiveNum ?? null, deliveryNoteNo: slip?.noteNum ?? null },
  };
}

/** The row of finance beside a storage transaction. It carries the id of its source, so that a reversal finds the receipt it undoes. */
async function copied(find: Find, source: Source): Promise<readonly Effect[]> {
  if (source.financeInfoId) return [];
  const { origin, named } = await papersOf(find, source);
  const made = make(transactionInfo, source.id, {
    ...named,
    txnType: source.transactionType,
    sourceTransactionId: source.id,
    reversedTxnId: source.originTransactionId as string | null,
    orgId: source.orgId,
    invOrgId: source.invOrgId ?? source.orgId,
    supplierId: source.supplierId,
    supplierSiteId: source.supplierSiteId,
    poHeaderId: source.orderId,
    poLineId: source.orderLineId,
    lineNum: source.lineNum === null ? null : String(source.lineNum),
    contractId: source.contractId || null,
    paymentTermId: source.paymentTermId,
    itemId: source.itemId,
    itemDesc: source.itemDesc,
    categoryId: source.categoryId,
    uom: source.uom,
    txnDate: source.transactionDate,
    qty: source.qty,
    priceBasis: source.taxIncludedFlag === "Y" ? "INCL" : "EXCL",
    price: source.price,
    priceUnit: source.priceUnit,
    taxRate: source.taxRate,
    taxPercent: source.taxPercent,
    currency: source.currency,
    amountExcl: source.amountExcl,
    taxAmount: source.taxAmount,
    amountIncl: source.amountIncl,
    provisionalFlag: source.provisionalFlag,
    holdFlag: source.holdFlag,
    heldQty: heldOf(source),
    reconStatus: source.reconStatus === "NA" ? "NA" : "NONE",
    periodId: source.periodMonth,
    status: "APPROVED",
  });
  // What an older row without its own undoes gets one first.
  const first = origin && !origin.financeInfoId ? [run(storageTransaction, origin.id, "doPosted", {})] : [];
  return [...first, made, set(source, { financeInfoId: source.id })];
}

const followed = (source: Source): readonly Effect[] =>
  source.financeInfoId
    ? [run(transactionInfo, source.financeInfoId, "doFollow", { heldQty: heldOf(source), provisionalFlag: source.provisionalFlag })]
    : [];

/** Every posting has its row in finance, written in the same database transaction. */
export const followAnswers: readonly Answer[] = [
  followsTransaction.answeredBy(async (find, { step, transaction }) =>
    step === "POSTED" ? copied(find, transaction) : followed(transaction),
  ),
];
