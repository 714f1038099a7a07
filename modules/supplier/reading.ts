import { refuse, type Refusal } from "#kernel/refusal.ts";
import type { Find } from "#kernel/rule.ts";
import { supplierInfo } from "./supplier.entity.ts";

/** A company that has left looks at its papers and settles what is open; on its way back it works again. */
export async function leftOnlyReads(find: Find, supplierId: string): Promise<Refusal | null> {
  const hasLeft = await find.exists(supplierInfo, { id: supplierId, quitScopeAll: "Y", runningTracks: 0 });
  return hasLeft
    ? refuse(
        "SUP_READ_ONLY",
        "贵司已退出合作，账号仅可查看、导出和确认未结账款",
        "Your company has left. You can still read, export and confirm open documents",
      )
    : null;
}
