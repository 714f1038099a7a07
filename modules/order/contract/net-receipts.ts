import { netReceipts } from "#modules/contracts/index.ts";
import { storageTransaction } from "../ledger/transaction.entity.ts";

/** What came in and stayed; goods of a consignment count when they arrive, not once more when they are used. */
export const netReceiptsAnswer = netReceipts.answeredBy(async (find, { supplierId, itemIds, currency, since, until }) => {
  const where = {
    ...{ supplierId, itemId: itemIds, currency },
    transactionType: { not: ["CONSUME"] },
    transactionDate: { from: since, to: until },
  };
  const [qty, amount] = await Promise.all([
    find.sum(storageTransaction, where, "stockQty"),
    find.sum(storageTransaction, where, "amountIncl"),
  ]);
  return [{ qty, amount }];
});
