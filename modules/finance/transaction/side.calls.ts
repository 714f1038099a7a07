import { Explanations } from "#kernel/server/constructs/ledger-why.ts";
import { readersOf } from "#kernel/server/http/need.ts";
import type { Side } from "#kernel/server/install/side.ts";
import { backfill } from "../server/backfill.ts";
import { transactionPosting } from "./posting.entity.ts";
import { transactionInfo } from "./transaction.entity.ts";

/** What reconcilable transactions answer and do by themselves. */
export const transactionSide: Omit<Side, "code"> = {
  needs: { "v1/srmRcnTransactionPostingRestful/findPostings": readersOf(transactionInfo.name) },
  calls: ({ kernel }) => [new Explanations(kernel, transactionPosting).call],
  programs: (at) => ({ RCN_TXN_BACKFILL: backfill(at) }),
};
