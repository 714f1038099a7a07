import { eachAs } from "#kernel/server/act/each.ts";
import { every, sql } from "#kernel/query.ts";
import type { Premises } from "#kernel/server/install/side.ts";
import { storageTransaction } from "#modules/order/index.ts";

const piece = 500;

/** Storage transactions of the time before finance get their rows, in pieces; a second run finds none. */
export const backfill =
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
