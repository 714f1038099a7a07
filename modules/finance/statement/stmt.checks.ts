import { refuse, type Refusal } from "#kernel/refusal.ts";
import { notReconcilable } from "../transaction/post.rules.ts";
import { compose, quantityFault, type Composed, type Stmt, type Wanted } from "./compose.ts";
import type { StmtFacts } from "./stmt.facts.ts";
import { RoundingAlarm } from "./totals.ts";

export const isFaults = (value: Composed | Refusal): value is Refusal => "code" in value;

/** The statement composed, or the alarm that a rounding difference cannot be one. */
export function composed(doc: Stmt, wanted: readonly Wanted[], details: Stmt["details"], facts: StmtFacts): Composed | Refusal {
  try {
    return compose(doc, wanted, details, facts);
  } catch (error) {
    if (error instanceof RoundingAlarm)
      return refuse("RCN-020", "尾差异常，请联系管理员", "Rounding difference out of range; call the administrator");
    throw error;
  }
}

/** Why a row cannot stand in this statement. */
export function rowFaults(doc: Stmt, wanted: readonly Wanted[], { txns }: StmtFacts): Refusal[] {
  return wanted.flatMap((entry): Refusal[] => {
    const of = txns.get(entry.txnId);
    if (!of) return [refuse("RCN-026", "数据不存在", "Record not found")];
    const isOther = of.supplierId !== doc.supplierId || of.orgId !== doc.orgId || of.currency !== doc.currency;
    if (isOther || (of.paymentTermId !== null && of.paymentTermId !== doc.paymentTermId))
      return [
        refuse(
          "RCN-002",
          "供应商、业务实体、币种、付款条件必须一致",
          "Supplier, business unit, currency and payment term must be the same",
        ),
      ];
    const wrong = notReconcilable(of) ?? quantityFault(entry, of);
    return wrong ? [wrong] : [];
  });
}
