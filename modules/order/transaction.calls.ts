import { answer, type Call } from "#kernel/server/call.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { orderDelivery } from "./order-line.entity.ts";
import { storageTransaction } from "./transaction.entity.ts";

const money = ["amountExcl", "taxAmount", "amountIncl", "unreconciledAmount"];

/** The rows of all orders as one list, and what postings come to as far as they can be added: money by currency, quantities by unit. */
export const transactionCalls = (kernel: Kernel): Call[] => [
  {
    service: "srmServer",
    path: "v1/srmPurOrderHeaderRestful/listDeliveryByPage",
    guard: "session",
    async handle({ me }, body) {
      const { rows, page } = await kernel.finder.list(orderDelivery, body, me);
      return answer(rows, { page });
    },
  },
  {
    service: "srmServer",
    path: "v1/srmPurStorageTransactionRestful/sumByCondition",
    guard: "session",
    async handle({ me }, body) {
      const sums = (by: string, keys: readonly string[]) => kernel.finder.sumsBy(storageTransaction, body, by, keys, me);
      const [currencies, units, stock] = await Promise.all([
        sums("currency", money),
        sums("uom", ["qty", "unreconciledQty"]),
        sums("stockUom", ["stockQty"]),
      ]);
      return { currencies, units, stock };
    },
  },
];
