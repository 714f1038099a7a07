import { ledgerHome } from "#kernel/ledger-rule.ts";
import { deduction } from "./deduction.entity.ts";
import { deductionLedger } from "./deduction.ledger.ts";
import { offsetPosting } from "./offset-posting.entity.ts";

export const deductionHome = ledgerHome(deductionLedger, {
  document: deduction,
  path: [],
  postings: offsetPosting,
  org: "orgId",
  num: "deductNo",
  currency: "currency",
});
