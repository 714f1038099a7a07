import type { Side } from "#kernel/server/install/side.ts";
import { Reports } from "#kernel/server/find/report.ts";
import { branchOf, permitsOf } from "#modules/base/index.ts";
import { Explanations } from "#kernel/server/constructs/ledger-why.ts";
import { readersOf } from "#kernel/server/http/need.ts";
import { contract } from "../contract.entity.ts";
import { contractPosting } from "./posting.entity.ts";
import { execution } from "../server/ledger-report.ts";
import { followRefunds } from "../server/refund-follow.ts";
import { contractReports } from "./report.ts";

/** What the execution of contracts answers and does by itself. */
export const executionSide: Omit<Side, "code"> = {
  needs: { "v1/srmCctPostingRestful/findPostings": readersOf(contract.name) },
  calls: ({ kernel }) => [
    ...new Reports(kernel, contractReports, { branchOf, permitsOf }, { execution }).calls(),
    new Explanations(kernel, contractPosting).call,
  ],
  start: ({ kernel, clock }) => followRefunds(kernel, clock),
};
