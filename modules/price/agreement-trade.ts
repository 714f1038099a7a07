import type { TradeQuestion } from "#modules/supplier/index.ts";
import type { Agreement } from "./agreement.rules.ts";

/** What an agreement asks of the gate of suppliers, line by line. It orders nothing itself: what is drawn on it is asked about, counted and limited as an order,
 * and a supplier on trial may agree on prices for its trial orders. */
export const awardQuestions = (doc: Agreement, day: string): TradeQuestion[] =>
  doc.lines
    .filter((line) => line.lineStatus !== "CLOSED")
    .map((line) => ({
      supplierId: doc.supplierId,
      op: "AWARD",
      orgId: doc.orgId,
      siteId: doc.supplierSiteId,
      categoryId: line.categoryId,
      itemId: line.itemId,
      amount: "0",
      qty: "0",
      kind: "TRIAL",
      day,
      isReleased: false,
    }));
