import { cmp, div, mul } from "#kernel/decimal.ts";
import { refuse } from "#kernel/refusal.ts";
import { rule, set } from "#kernel/rule.ts";
import { item } from "#modules/base/index.ts";
import { newestOf, purchaseHistory } from "./history.entity.ts";
import { ratedOn } from "../price/rate.ts";

const isAboveZero = (value: string | null): boolean => value !== null && cmp(value, "0") > 0;

/** Purchases of before this system: compared in base currency for one unit, like those of orders; what orders wrote stays as it is. */
const enter = rule(purchaseHistory, "saveOrUpdate", {
  reads: async (doc, find) => {
    const isWhole = Boolean(doc.itemId && doc.orgId && doc.currency && doc.orderDate && doc.priceExcl && isAboveZero(doc.priceUnit));
    if (!isWhole) return null;
    const [{ rate }, of, latest] = await Promise.all([
      ratedOn(find, doc, doc.orderDate),
      find.maybe(item, doc.itemId),
      find.where(purchaseHistory, { orgId: doc.orgId, itemId: doc.itemId, latestFlag: "Y" }, 10_000),
    ]);
    return { rate, of, latest: latest.filter((row) => row.id !== doc.id) };
  },
  decide: (doc, facts, { before }) => {
    if (before?.sourceType === "ORDER")
      return refuse("PUR-0008", "订单产生的历史价格不能修改", "History written by an order cannot be changed");
    if (!facts) return [];
    const last = newestOf(facts.latest);
    const isLatest = last === null || last.orderDate <= doc.orderDate;
    return [
      set(doc, {
        itemDesc: facts.of?.itemName ?? null,
        categoryId: facts.of?.categoryId ?? null,
        priceBaseCurrency: div(mul(doc.priceExcl, facts.rate), doc.priceUnit, 8),
        latestFlag: isLatest ? "Y" : "N",
      }),
      ...(isLatest ? facts.latest.map((row) => set(row, { latestFlag: "N" })) : []),
    ];
  },
});

export const historyRules = [enter];
