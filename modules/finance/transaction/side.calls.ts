import { eachAs } from "#kernel/server/act/each.ts";
import { every, sql } from "#kernel/query.ts";
import { Explanations } from "#kernel/server/constructs/ledger-why.ts";
import { readersOf } from "#kernel/server/http/need.ts";
import type { Premises, Side } from "#kernel/server/install/side.ts";
import { storageTransaction } from "#modules/order/index.ts";
import { transactionPosting } from "./posting.entity.ts";
import { transactionInfo } from "./transaction.entity.ts";

const piece = 500;

/** Storage transactions of the time before finance get their rows, in pieces; a second run finds none. */
const backfill =
  ({ kernel, clock }: Pick<Premises, "kernel" | "clock">) =>
  async (): Promise<readonly [string, string]> => {
    const each = eachAs(kernel, clock, "finance");
    let done = 0;
    for (let after = ""; ;) {
      const t = every(storageTransaction);
      const rows = await kernel.db.query<{ id: string }>(
        sql`select ${t.id} from ${t} where ${t.financeInfoId} is null and ${t.id} > ${after} order by ${t.id} limit ${piece}`,
      );
      if (rows.length === 0) return [`补建 ${done} 条`, `${done} created`];
      after = rows.at(-1)!.id;
      done += await each(storageTransaction.name, "doPosted", rows);
    }
  };

/** What reconcilable transactions answer and do by themselves. */
export const transactionSide: Omit<Side, "code"> = {
  needs: { "v1/srmRcnTransactionPostingRestful/findPostings": readersOf(transactionInfo.name) },
  calls: ({ kernel }) => [new Explanations(kernel, transactionPosting).call],
  programs: (at) => ({ RCN_TXN_BACKFILL: backfill(at) }),
};
