import { add, cmp, div, isZero, mul } from "#kernel/decimal.ts";
import type { Call } from "#kernel/server/call.ts";
import { notFound, permDenied } from "#kernel/server/find.ts";
import { findFor } from "#kernel/server/find-for.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { orderHistory, purchaseHistory } from "./history.entity.ts";
import { order } from "./order.entity.ts";

const text = (value: unknown): string => (typeof value === "string" ? value : "");
const whole = (value: unknown, otherwise: number): number => (typeof value === "number" ? value : otherwise);

/** What was paid for an item, and what two revisions of an order differ in. */
export const historyCalls = (kernel: Kernel): Call[] => [
  {
    service: "srmServer",
    path: "v1/srmPurHistoryRestful/getItemPriceSummary",
    guard: "session",
    async handle({ me }, body) {
      if (me.audience !== "internal" || !me.may(purchaseHistory.name, "")) throw permDenied();
      const orgId = text(body["orgId"]);
      const where = { itemId: text(body["itemId"]), currentFlag: "Y", giftFlag: "N", provisionalFlag: "N" };
      const found = await findFor(kernel, me).where(
        purchaseHistory,
        { ...where, all: [{ orgId: me.orgs }, ...(orgId ? [{ orgId }] : [])] },
        20_000,
      );
      const rows = found.toSorted((a, b) => (a.orderDate === b.orderDate ? (a.id < b.id ? -1 : 1) : a.orderDate < b.orderDate ? -1 : 1));
      const prices = rows.map((row) => row.priceBaseCurrency).toSorted(cmp);
      const qty = rows.reduce((sum, row) => add(sum, row.qty), "0");
      const amount = rows.reduce((sum, row) => add(sum, mul(row.qty, row.priceBaseCurrency)), "0");
      return {
        count: rows.length,
        last: rows.at(-1)?.priceBaseCurrency ?? null,
        lowest: prices[0] ?? null,
        highest: prices.at(-1) ?? null,
        average: isZero(qty) ? null : div(amount, qty, 8),
        trend: rows.slice(-24).map((row) => ({ date: row.orderDate, price: row.priceBaseCurrency })),
      };
    },
  },
  {
    service: "srmServer",
    path: "v1/srmPurOrderHistoryRestful/compareRevision",
    guard: "session",
    async handle({ me }, body) {
      const orderId = text(body["orderId"]);
      if (!me.may(orderHistory.name, "")) throw permDenied();
      if (!orderId || !(await kernel.finder.sees(order, orderId, me))) throw notFound(order);
      const [from, to] = [whole(body["from"], 0), whole(body["to"], 1_000_000)];
      const rows = await findFor(kernel, me).where(orderHistory, { orderId }, 5000);
      return rows
        .filter((row) => row.revisionNum > from && row.revisionNum <= to && (me.audience === "internal" || row.supplierId !== null))
        .map((row) => ({
          ...{ revisionNum: row.revisionNum, changeType: row.changeType, lineNum: row.lineNum, scheduleNum: row.scheduleNum },
          ...{ oldValue: row.oldValue, newValue: row.newValue, askedBy: row.askedBy, approvedDate: row.approvedDate },
        }));
    },
  },
];
