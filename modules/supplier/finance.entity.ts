import { cmp, div, isZero, mul } from "#kernel/decimal.ts";
import { entity } from "#kernel/entity.ts";
import { money, percent, pick, ref, text, year } from "#kernel/field.ts";
import { notFound } from "./common.ts";
import { ofSupplier } from "./supplier-common.ts";

/** The most a percentage can hold: of a company that owes a thousand times what it has, a greater figure says no more. */
const most = "99999.9999";

const ratio = (part: string | null, whole: string | null): string | null => {
  if (!part || !whole || isZero(whole) || cmp(whole, "0") < 0) return null;
  const share = div(mul(part, "100"), whole, 4);
  return cmp(share, most) > 0 ? most : share;
};

/** A supplier's own figures of one year. */
export const supplierFinance = entity("SrmSupFinance", "供应商财务数据", "Supplier finances", {
  fields: {
    supplierId: ref("SrmSupInfo", "供应商", "Supplier", { merging: "carry", fixed: "create" }),
    fiscalYear: year("年度", "Year"),
    currency: pick("币种", "Currency", "CURRENCY", { initial: "CNY" }),
    revenue: money("营收", "Revenue", { currency: "currency", least: 0, adds: false }),
    netProfit: money("净利", "Net profit", { currency: "currency", adds: false }),
    totalAssets: money("资产总额", "Total assets", { currency: "currency", least: 0, adds: false }),
    totalLiabilities: money("负债总额", "Total liabilities", { currency: "currency", least: 0, adds: false }),
    cashFlow: money("现金流", "Cash flow", { currency: "currency", optional: true, adds: false }),
    debtRatio: percent("资产负债率%", "Debt ratio %", { computed: true, optional: true, adds: false }),
    /** Filled once purchases exist to be divided by the revenue. */
    ourShare: percent("我司占比%", "Our share %", { computed: true, optional: true, adds: false }),
  },
  computes: { debtRatio: (doc) => ratio(doc.totalLiabilities, doc.totalAssets) },
  sees: ofSupplier,
  shows: {
    supplier: [
      ...(["supplierId", "fiscalYear", "currency", "revenue", "netProfit"] as const),
      ...(["totalAssets", "totalLiabilities", "cashFlow", "debtRatio"] as const),
    ],
  },
  saves: "internal",
  deletes: "internal",
  unique: [{ fields: ["supplierId", "fiscalYear"] }],
  title: ["fiscalYear"],
  list: [
    "supplierId",
    "fiscalYear",
    "currency",
    "revenue",
    "netProfit",
    "totalAssets",
    "totalLiabilities",
    "cashFlow",
    "debtRatio",
    "ourShare",
  ],
  search: ["supplierId", "fiscalYear"],
  order: [["fiscalYear", "desc"]],
  codes: notFound,
});

/** Who else buys from the supplier. */
export const supplierCustomer = entity("SrmSupCustomer", "主要客户", "Main customer", {
  fields: {
    supplierId: ref("SrmSupInfo", "供应商", "Supplier", { merging: "carry", fixed: "create" }),
    customerName: text("客户", "Customer", { max: 200 }),
    product: text("产品", "Product", { max: 200 }),
    sharePercent: percent("占比%", "Share %", { optional: true, least: 0, most: 100, adds: false }),
    sinceYear: year("起始年", "Since", { optional: true }),
  },
  sees: ofSupplier,
  shows: { supplier: ["supplierId", "customerName", "product", "sharePercent", "sinceYear"] },
  saves: "internal",
  deletes: "internal",
  title: ["customerName", "product"],
  list: ["supplierId", "customerName", "product", "sharePercent", "sinceYear"],
  search: ["supplierId", "customerName"],
  codes: notFound,
});
