import { from, source } from "#kernel/from.ts";
import type { AlterType } from "./asl-alter.ts";
import { aslAlteration } from "./asl-alteration.entity.ts";
import { aslHeader, aslLine } from "./asl.entity.ts";

/** The lines each kind of change may be about. */
const wanted: Readonly<Record<AlterType, readonly string[]>> = {
  SUSPEND: ["APPROVED", "TRIAL", "SUSPENDED"],
  RESUME: ["SUSPENDED"],
  EXTEND: ["APPROVED", "TRIAL", "EXPIRED", "SUSPENDED"],
  LIMIT: ["APPROVED", "TRIAL"],
  DISQUALIFY: ["APPROVED", "TRIAL", "SUSPENDED", "EXPIRED"],
};

/** Changes of the approved list, one for each organisation; a line is taken as a whole. */
export const alterationsFrom = from(aslAlteration, "doCreateFrom", {
  sources: {
    LINE: source([aslHeader, aslLine], {
      offers: () => ({ aslStatus: wanted.DISQUALIFY }),
      left: () => "1",
      row: ([, { id, orgId, supplierId, itemId, categoryId, aslStatus, endDate }]) => ({
        aslLineId: id,
        orgId,
        supplierId,
        itemId,
        categoryId,
        aslStatus,
        endDate,
      }),
      matches: ({ alterType, ...asked }) => ({ ...asked, ...(alterType ? { aslStatus: wanted[alterType as AlterType] ?? [] } : {}) }),
    }),
  },
  groupBy: ({ row }) => [row.orgId],
  head: ([first], _, { input }) => ({ orgId: first!.row.orgId, alterType: input.alterType, alterReason: input.alterReason }),
  lines: [
    "lines",
    ({ row: { aslLineId, supplierId, itemId, categoryId } }) => ({ aslLineId, supplierId, itemId, categoryId, keepOpenOrders: "Y" }),
  ],
  links: { LINE: "aslLineId" },
});
