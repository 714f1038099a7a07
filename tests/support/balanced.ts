import { imbalances, type Difference } from "#kernel/server/constructs/ledger-proof.ts";
import type { Kernel } from "#kernel/server/kernel.ts";

/** The balances of all declared ledgers that are not the sums of their postings: what the nightly proof would find. */
export const unbalanced = ({ db, declared }: Pick<Kernel, "db" | "declared">): Promise<readonly Difference[]> =>
  imbalances(
    db,
    declared.modules.flatMap((module) => module.ledgers ?? []),
  );
