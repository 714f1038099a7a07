import { month, ref } from "#kernel/field.ts";
import type { ReportColumn, ReportParts, Row } from "#kernel/report.ts";

const field = { optional: true } as const;
const amount = (key: string, cn: string, en: string): ReportColumn => ({ key, label: [cn, en], kind: "money", width: 130 });

/** What of each supplier's deliveries is reconciled, month by month. */
export const stmtBoard = {
  route: "accountStmtReport",
  call: "listAccountStmt",
  label: ["对账月报", "Statement board"],
  formula: [
    "按事务所属期间：期初 = 以前期间的事务 − 以前批准的对账；收货 = 入库、服务验收、寄售耗用、补差及手工事务；退货 = 冲销与退货；已对账 = 本期批准的对账单，减去本期取消的已批准对账单；期末 = 期初 + 收货 + 退货 − 已对账。",
    "By the month of the transaction. Opening = transactions of earlier months less what was approved before; received = receipts, accepted services, consignment use, price adjustments and manual amounts; returned = reversals and returns; reconciled = statements approved in the month less approved ones cancelled in it; closing = opening + received + returned − reconciled.",
  ],
  filters: {
    periodId: month("期间", "Period", field),
    orgId: ref("BaseOrganization", "业务实体", "Business unit", field),
    supplierId: ref("SrmSupInfo", "供应商", "Supplier", field),
    buyerId: ref("BaseUsers", "采购员", "Buyer", { ...field, pick: { userType: "INTERNAL" } }),
    categoryId: ref("SrmBasePurchaseCategory", "品类", "Category", field),
  },
  columns: [
    { key: "supplierName", label: ["供应商", "Supplier"], width: 220, links: true },
    { key: "currency", label: ["币种", "Currency"], width: 70 },
    amount("opening", "期初未对账", "Opening"),
    amount("received", "本期收货", "Received"),
    amount("returned", "本期退货", "Returned"),
    amount("reconciled", "本期对账", "Reconciled in the month"),
    amount("closing", "期末未对账", "Closing"),
  ],
} as const;

export interface BoardReply extends ReportParts {
  readonly row: Row & Readonly<Record<"supplierId" | "supplierName" | "currency", string>>;
  readonly figures: { readonly suppliers: number; readonly period: string };
  readonly groups: { readonly parts: Row & Readonly<Record<"name" | "opening" | "received" | "reconciled" | "closing", string>> };
}
