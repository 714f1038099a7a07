import { add, div, isZero, max, min, mul, round, sub, sum, type Decimal } from "#kernel/decimal.ts";
import { addMonths, daysBetween } from "#kernel/days.ts";

/** A payment stage as the ledger of contracts reads it. */
export interface LedgerStage {
  readonly stageNo: number | null;
  readonly stageName: string;
  readonly stageType: string;
  readonly stageStatus: string;
  readonly amount: Decimal;
  readonly triggeredAmount: Decimal;
  readonly paidAmount: Decimal;
  readonly deductedAmount: Decimal;
  readonly dueDateCalc: string | null;
}

/** A contract as the ledger of contracts reads it. */
export interface LedgerContract {
  readonly id: string;
  readonly amountIncl: Decimal;
  readonly rate: Decimal | null;
  readonly overRunPct: Decimal;
  readonly amountMode: string;
  readonly orderedAmount: Decimal;
  readonly receivedAmount: Decimal;
  readonly paidAmount: Decimal;
  readonly deductedAmount: Decimal;
  readonly effectiveDate: string;
  readonly expiryDate: string;
  readonly warrantyMonths: number | null;
  readonly created: string;
  readonly signed: string | null;
  readonly published: string | null;
}

const isOpen = (stage: LedgerStage): boolean => !["PAID", "CLOSED"].includes(stage.stageStatus);
const openOf = (stage: LedgerStage): Decimal => sub(sub(stage.amount, stage.paidAmount), stage.deductedAmount);
const percentOf = (part: Decimal, whole: Decimal): Decimal | null => (isZero(whole) ? null : div(mul(part, "100"), whole, 2));

/** The stage that is paid next: what fell due first, else the first that waits. */
export function nextStage(stages: readonly LedgerStage[]): LedgerStage | null {
  const open = stages.filter(isOpen).toSorted((a, b) => (a.stageNo ?? 0) - (b.stageNo ?? 0));
  const due = open.filter((stage) => stage.dueDateCalc !== null).toSorted((a, b) => (a.dueDateCalc! < b.dueDateCalc! ? -1 : 1));
  return due[0] ?? open[0] ?? null;
}

/** What the ledger says of one contract. */
export function ledgerFigures(doc: LedgerContract, stages: readonly LedgerStage[], today: string) {
  const isLimited = doc.amountMode === "SUM" || doc.amountMode === "CAP";
  const triggered = sum(stages.map((stage) => stage.triggeredAmount));
  const due = max(doc.receivedAmount, triggered);
  const payable = doc.amountMode === "NONE" ? due : min(doc.amountIncl, due);
  const next = nextStage(stages);
  const of = (type: string): readonly LedgerStage[] => stages.filter((stage) => stage.stageType === type);
  const overdue = next?.dueDateCalc ? daysBetween(next.dueDateCalc, today) : 0;
  return {
    toOrder: isLimited ? sub(mul(doc.amountIncl, add("1", div(doc.overRunPct, "100", 6))), doc.orderedAmount) : null,
    toPay: max("0", sub(sub(payable, doc.paidAmount), doc.deductedAmount)),
    openAdvance: max("0", sub(sum(of("ADVANCE").map((stage) => stage.paidAmount)), doc.receivedAmount)),
    retention: sum(of("WARRANTY").filter(isOpen).map(openOf)),
    executed: percentOf(doc.receivedAmount, doc.amountIncl),
    paid: percentOf(doc.paidAmount, doc.amountIncl),
    nextStage: next?.stageName ?? null,
    nextDue: next?.dueDateCalc ?? null,
    overdueDays: overdue > 0 ? overdue : null,
    daysLeft: daysBetween(today, doc.expiryDate),
    warrantyEnd: doc.warrantyMonths === null ? null : addMonths(doc.effectiveDate, doc.warrantyMonths),
    cycleDays: doc.signed === null ? null : daysBetween(doc.created, doc.signed),
    signDays: doc.signed === null || doc.published === null ? null : daysBetween(doc.published, doc.signed),
    baseAmount: round(mul(doc.amountIncl, doc.rate ?? "1"), 2),
  };
}
