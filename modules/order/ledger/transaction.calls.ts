import { answer, answering, type Call } from "#kernel/server/http/call.ts";
import { factsFor } from "#kernel/server/find/find-for.ts";
import { notFound } from "#kernel/server/find/find.ts";
import { like } from "#kernel/server/http/input.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { sumsBy } from "#kernel/server/find/sums.ts";
import { orderDelivery } from "../order-line.entity.ts";
import { order } from "../order.entity.ts";
import { getRounding } from "../page-calls.ts";
import { isRounded, roundingOf, type Posted } from "../price/rounding.ts";
import { storageTransaction } from "./transaction.entity.ts";

const money = ["amountExcl", "taxAmount", "amountIncl", "unreconciledAmount"];

/** The rows of all orders as one list, and what postings come to as far as they can be added: money by currency, quantities by unit. */
export const transactionCalls = (kernel: Kernel): Call[] => [
  {
    service: "srmServer",
    path: "v1/srmPurOrderHeaderRestful/listDeliveryByPage",
    guard: "session",
    input: like(orderDelivery.name, "listByPage"),
    async handle({ me }, body) {
      const { rows, page } = await kernel.finder.list(orderDelivery, body, me);
      return answer(rows, { page });
    },
  },
  answering(getRounding, async ({ me }, body) => {
    const id = body.id ?? "";
    if (!id || !me.may(storageTransaction.name, "") || !(await kernel.finder.sees(order, id, me))) throw notFound(order);
    const find = factsFor(kernel, me);
    const [doc, posted] = await Promise.all([find.one(order, id), find.where(storageTransaction, { orderId: id }, 20_000)]);
    const byLine = Map.groupBy(posted, (row) => row.orderLineId as string);
    return doc.lines
      .map((line) => ({
        lineNum: line.lineNum,
        ...roundingOf((byLine.get(line.id) ?? []) as readonly Posted[], doc.currencyDigits),
      }))
      .filter(isRounded);
  }),
  {
    service: "srmServer",
    path: "v1/srmPurStorageTransactionRestful/sumByCondition",
    guard: "session",
    input: like(storageTransaction.name, "listByPage"),
    async handle({ me }, body) {
      const sums = (by: string, keys: readonly string[]) => sumsBy(kernel.finder, storageTransaction, body, by, keys, me);
      const [currencies, units, stock] = await Promise.all([
        sums("currency", money),
        sums("uom", ["qty", "unreconciledQty"]),
        sums("stockUom", ["stockQty"]),
      ]);
      return { currencies, units, stock };
    },
  },
];
