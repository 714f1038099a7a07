import { newId } from "#kernel/server/act/id.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { itemOrg } from "#modules/base/index.ts";
import { plant } from "./plant.ts";
import { begun } from "./planted-order.ts";

/** The organisation buys the item from now on. */
export async function stocked(kernel: Kernel, itemId: string, orgId: string): Promise<void> {
  const known = await kernel.db.query(`select 1 from "SrmBaseItemOrg" where "itemId" = $1 and "orgId" = $2`, [itemId, orgId]);
  if (known.length) return;
  await plant(kernel.db, itemOrg.name, newId(), { ...begun(itemOrg), itemId, orgId, purchasableFlag: "Y", status: "ACTIVE" });
}
