import type { Generate, Hints } from "../support/generate.ts";
import { officeDay } from "../support/day.ts";

const ahead = (n: number): string => officeDay(n);
let month = 0;
const nextMonth = (): string => `2031-${String((month++ % 12) + 1).padStart(2, "0")}`;

/** A whole inspection that waits for its sheets, so that a sheet has items to speak of. */
const visit = (g: Generate, supplierId: unknown): Promise<Record<string, unknown>> =>
  g.inState(g.declared.entity("SrmSlcLocaleInspect"), "SCORING", supplierId ? { supplierId } : {});

/** What the rules of inspections demand beyond their declarations. */
export const inspectHints: Hints = {
  SrmSlcInspectPlan: async (g) => ({ planYear: "2031", planPeriod: "YEAR", ownerId: await g.id("BaseUsers") }),
  SrmSlcInspectPlanLine: () => ({ planMonth: nextMonth(), templateId: undefined }),
  SrmSlcLocaleInspect: (_, { members }) => ({
    trackId: undefined,
    templateId: undefined,
    inspectDate: ahead(5),
    endDate: ahead(6),
    // One member is enough: two lines of the same person would count twice.
    members: ((members ?? []) as readonly object[]).slice(0, 1),
  }),
  SrmSlcLocaleInspectFinding: () => ({ dueDate: ahead(30) }),
  SrmSlcScore: async (g, _, given) => {
    const of = await visit(g, given["supplierId"]);
    const items = of["items"] as readonly Record<string, unknown>[];
    return {
      inspectId: of["id"],
      supplierId: of["supplierId"],
      orgId: of["orgId"],
      lines: items.map((entry) => ({ itemId: entry["id"], section: "A", maxScore: "10", itemWeight: "100", score: "8", naFlag: "N" })),
    };
  },
};
