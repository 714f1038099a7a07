import { ledgerHome } from "#kernel/ledger-rule.ts";
import { transactionPosting } from "./posting.entity.ts";
import { transactionInfo } from "./transaction.entity.ts";
import { transactionLedger } from "./transaction.ledger.ts";

/** Postings lock the transaction they move. */
export const transactionHome = ledgerHome(transactionLedger, {
  document: transactionInfo,
  path: [],
  postings: transactionPosting,
  org: "orgId",
  num: "txnNo",
  currency: "currency",
});
