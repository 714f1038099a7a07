import { add, cmp } from "#kernel/decimal.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";

/** One step as it is stored: from a quantity, included, to another, excluded. */
export interface Step {
  readonly id?: string;
  readonly stepNum?: number | null;
  readonly fromQty: string;
  readonly toQty: string | null;
  readonly price: string;
}

/** What a price is chosen from: one price, or steps. */
export interface Stepped {
  readonly price: string | null;
  readonly stepFlag: string;
  readonly stepMode: string | null;
  readonly steps: readonly Step[];
}

export interface StepPrice {
  readonly price: string;
  readonly stepPriceId: string | null;
  readonly stepNum: number | null;
}

const byFrom = (a: Step, b: Step): number => cmp(a.fromQty, b.fromQty);

/** The price of a quantity, in the agreement's unit: the step it falls into, alone or on top of what was released before. Below the first step the first counts. */
export function stepPriceFor(line: Stepped, qty: string, cumulativeQty = "0"): StepPrice {
  if (line.stepFlag !== "Y" || line.steps.length === 0) return { price: line.price ?? "0", stepPriceId: null, stepNum: null };
  const reached = line.stepMode === "CUMULATIVE" ? add(cumulativeQty, qty) : qty;
  const steps = line.steps.toSorted(byFrom);
  const found = steps.findLast((step) => cmp(step.fromQty, reached) <= 0) ?? steps[0]!;
  return { price: found.price, stepPriceId: found.id ?? null, stepNum: found.stepNum ?? steps.indexOf(found) + 1 };
}

/** What is wrong with the steps of a line: they begin at 0 or at the MOQ, follow each other without a gap, end open, and do not rise. */
export function stepFaults(line: Stepped & { readonly moq: string | null }, path: string, mayRise: boolean): Refusal[] {
  if (line.stepFlag !== "Y") return [];
  const fault = (step: number): Refusal =>
    refuse("PUR-2101", `阶梯价区间不连续或重叠（第${step}阶）`, `Step ranges overlap or leave a gap (step ${step})`, {
      fieldErrors: [
        {
          path: `${path}.steps`,
          code: "PUR-2101",
          text: [`阶梯价区间不连续或重叠（第${step}阶）`, `Step ranges overlap or leave a gap (step ${step})`],
        },
      ],
    });
  const steps = line.steps.toSorted(byFrom);
  if (steps.length === 0) return [fault(1)];
  const faults: Refusal[] = [];
  steps.forEach((step, i) => {
    const next = steps[i + 1];
    const first = i > 0 || cmp(step.fromQty, "0") === 0 || (line.moq !== null && cmp(step.fromQty, line.moq) === 0);
    const joined = next ? step.toQty !== null && cmp(step.toQty, next.fromQty) === 0 : step.toQty === null;
    if (!first || !joined) faults.push(fault(i + 1));
    else if (next && !mayRise && cmp(next.price, step.price) > 0)
      faults.push(
        refuse(
          "PUR-2101",
          `第${i + 2}阶单价高于前一阶，单据类型不允许递增阶梯价`,
          `The price of step ${i + 2} is higher than the step before; the document type does not allow rising steps`,
        ),
      );
  });
  return faults;
}
