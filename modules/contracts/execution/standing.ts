import { add, cmp, isZero, max, sub, type Decimal } from "#kernel/decimal.ts";
import type { Text } from "#kernel/text.ts";

/** A payment stage as its bar is drawn. */
export interface BarStage {
  readonly stageName: string;
  readonly stageNameEn: string | null;
  readonly trigger: string;
  readonly stageStatus: string;
  readonly amount: Decimal | null;
  readonly triggeredAmount: Decimal;
  readonly appliedAmount: Decimal;
  readonly paidAmount: Decimal;
  readonly deductedAmount: Decimal;
  readonly dueDateCalc: string | null;
}

const wholeOf = (stage: BarStage): Decimal => (isZero(stage.amount ?? "0") ? stage.triggeredAmount : stage.amount!);

/** What of a stage is neither paid nor deducted. */
export const unpaid = (stage: BarStage): Decimal => max("0", sub(wholeOf(stage), add(stage.paidAmount, stage.deductedAmount)));

/** The parts of a stage from left to right; together they are its amount, or what fell due where it has none. */
export function partsOf(stage: BarStage): Readonly<Record<"paid" | "deducted" | "asked" | "due" | "open", Decimal>> {
  const whole = wholeOf(stage);
  const asked = max("0", sub(stage.appliedAmount, stage.paidAmount));
  const settled = add(add(stage.paidAmount, stage.deductedAmount), asked);
  const due = max("0", sub(stage.triggeredAmount, settled));
  return { paid: stage.paidAmount, deducted: stage.deductedAmount, asked, due, open: max("0", sub(sub(whole, settled), due)) };
}

interface Standing {
  readonly status: string;
  readonly effectiveDate: string;
  readonly expiryDate: string;
  readonly stages: readonly BarStage[];
}

const waits: Readonly<Record<string, Text>> = {
  SIGN: ["合同生效后到期", "falls due when the contract takes effect"],
  DATE: ["到约定日期到期", "falls due on its date"],
  RECEIPT: ["随收货到期，由仓库收货", "falls due with receipts; the warehouse receives"],
  ASSET: ["随资产验收到期，由验收人验收", "falls due with the asset acceptance; the receiver accepts"],
  INVOICE: ["随开票到期，由供应商开票", "falls due with invoices; the supplier sends them"],
  MANUAL: ["由经办人触发", "the owner declares it due"],
};

/** What comes next, and who has it. */
export function nextStep({ status, effectiveDate, expiryDate, stages }: Standing): Text {
  if (status === "SIGNED") return [`将于${effectiveDate}自动生效`, `Takes effect by itself on ${effectiveDate}`];
  const open = stages.find((stage) => cmp(sub(stage.triggeredAmount, add(stage.paidAmount, stage.deductedAmount)), "0") > 0);
  if (open) {
    const [name, nameEn] = [open.stageName, open.stageNameEn ?? open.stageName];
    const isAsked = cmp(open.appliedAmount, open.paidAmount) > 0;
    return isAsked
      ? [`阶段“${name}”已申请付款，由财务付款`, `Payment of "${nameEn}" is requested; finance pays`]
      : [
          `阶段“${name}”于${open.dueDateCalc ?? "-"}应付，由财务申请付款`,
          `"${nameEn}" is due ${open.dueDateCalc ?? "-"}; finance requests the payment`,
        ];
  }
  const waiting = stages.find((stage) => !["PAID", "CLOSED"].includes(stage.stageStatus));
  if (waiting) {
    const [cn, en] = waits[waiting.trigger] ?? ["", ""];
    return [`下一阶段“${waiting.stageName}”${cn}`, `Next, "${waiting.stageNameEn ?? waiting.stageName}" ${en}`];
  }
  return status === "EFFECTIVE"
    ? [
        `款项已付清，合同到${expiryDate}，经办人可办理履行完毕`,
        `Everything is paid; it runs until ${expiryDate}, and the owner may complete it`,
      ]
    : ["没有待办事项", "Nothing is left to do"];
}

interface Posting {
  readonly causeType: string;
  readonly causeKind: Text;
  readonly causeNum: string;
  readonly causeHref: string | null;
  readonly eventCode: string;
  readonly delta: Decimal;
}

/** The documents behind postings, each with what it came to by event. */
export const executed = (postings: readonly Posting[]) =>
  [...Map.groupBy(postings, (row) => `${row.causeType} ${row.causeNum}`)].map(([key, rows]) => {
    const amounts: Record<string, Decimal> = {};
    for (const { eventCode, delta } of rows) amounts[eventCode] = add(amounts[eventCode] ?? "0", delta);
    return { key, kind: rows[0]!.causeKind, num: rows[0]!.causeNum, href: rows[0]!.causeHref, amounts };
  });
