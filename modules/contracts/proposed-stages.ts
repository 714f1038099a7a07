import { addMonths } from "#kernel/days.ts";
import { cmp, div, isZero, mul, round, sub, sum, trim } from "#kernel/decimal.ts";
import type { Doc } from "#kernel/entity.ts";
import type { paymentTerm } from "#modules/base/index.ts";
import type { Template } from "./template.rules.ts";

/** A payment stage as a contract begins with it. */
export interface Proposed {
  readonly stageName: string;
  readonly stageNameEn: string | null;
  readonly stageType: string;
  readonly percent: string;
  readonly trigger: string;
  readonly dueDays: number | null;
  readonly dueDate?: string | null;
}

/** What a part of a payment term is as a stage of a contract. */
const kinds: Readonly<Record<string, readonly [name: string, nameEn: string, type: string, trigger: string]>> = {
  PREPAY: ["预付款", "Advance", "ADVANCE", "SIGN"],
  DELIVERY: ["发货款", "On shipment", "DELIVERY", "MANUAL"],
  RECEIPT: ["到货款", "On receipt", "DELIVERY", "RECEIPT"],
  INVOICE: ["票后款", "After invoice", "PROGRESS", "INVOICE"],
  STATEMENT: ["对账款", "After statement", "PROGRESS", "MANUAL"],
  INSPECTED: ["验收款", "On acceptance", "ACCEPTANCE", "MANUAL"],
  WARRANTY: ["质保金", "Retention", "WARRANTY", "MANUAL"],
};

const ofTerm = (term: Doc<typeof paymentTerm>): Proposed[] =>
  term.nodes
    .toSorted((a, b) => a.nodeSeq - b.nodeSeq)
    .map((node) => {
      const [stageName, stageNameEn, stageType, trigger] = kinds[node.nodeType] ?? ["其他", "Other", "OTHER", "MANUAL"];
      const dueDays = node.dueMode === "DAYS_AFTER" ? node.days : null;
      return { stageName, stageNameEn, stageType, percent: trim(node.proportion), trigger, dueDays };
    });

interface Retained {
  readonly retentionPct: string | null;
  readonly warrantyMonths: number | null;
  readonly effectiveDate: string | null;
}

/** A retention is a stage of its own, due when the warranty ends; the other stages share what is left. */
function retained(stages: readonly Proposed[], { retentionPct, warrantyMonths, effectiveDate }: Retained): readonly Proposed[] {
  const kept = retentionPct ?? "0";
  if (isZero(kept) || stages.length === 0 || cmp(kept, "100") >= 0 || stages.some(({ stageType }) => stageType === "WARRANTY"))
    return stages;
  const rest = sub("100", kept);
  const shares = stages.slice(0, -1).map(({ percent }) => round(div(mul(percent, rest), "100", 8), 4));
  const dueDate = warrantyMonths !== null && effectiveDate ? addMonths(effectiveDate, warrantyMonths) : null;
  const warranty = { stageName: "质保金", stageNameEn: "Retention", stageType: "WARRANTY", percent: trim(kept), dueDays: null } as const;
  return [
    ...stages.map((stage, i) => ({ ...stage, percent: trim(shares[i] ?? sub(rest, sum(shares))) })),
    { ...warranty, trigger: dueDate ? "DATE" : "MANUAL", dueDate },
  ];
}

/** The stages a contract begins with: those of its template, else of its payment term, with its retention. */
export const proposedStages = (doc: Retained, from: Template, term: Doc<typeof paymentTerm> | null): readonly Proposed[] =>
  retained(from.defaultStages?.length ? from.defaultStages : term ? ofTerm(term) : [], doc);
