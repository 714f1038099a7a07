import { some } from "#kernel/entity.ts";
import { systemMe } from "#kernel/server/access/permit.ts";
import { eachAs } from "#kernel/server/act/each.ts";
import { findFor } from "#kernel/server/find/find-for.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { contract } from "../contract.entity.ts";

/** Goods that come in or go back move the refunds that wait for them. The figures are summed anew, so that hearing twice changes nothing. */
export function followRefunds(kernel: Kernel, clock: { now(): Date }): void {
  const each = eachAs(kernel, clock, "contracts");
  kernel.outbox.on("PUR_TXN_POSTED", async ({ data }) => {
    const { supplierId, itemId } = data as { readonly supplierId?: string; readonly itemId?: string | null };
    if (!supplierId || !itemId) return;
    const waiting = some({ refundStatus: "TRACKING", itemIds: { holds: [itemId] } });
    const find = findFor(kernel, systemMe("contracts"));
    const found = await find.where(contract, { supplierId, status: ["EFFECTIVE", "EXPIRED", "COMPLETED"], refunds: waiting }, 500);
    await each(contract.name, "doTrackRefunds", found);
  });
}
