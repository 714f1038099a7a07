import { ledgerHome } from "#kernel/ledger-rule.ts";
import { offsetPosting } from "../deduction/offset-posting.entity.ts";
import { advance } from "./advance.entity.ts";
import { advanceLedger } from "./advance.ledger.ts";

export const advanceHome = ledgerHome(advanceLedger, {
  document: advance,
  path: [],
  postings: offsetPosting,
  org: "orgId",
  num: "applyNo",
  currency: "currency",
});
