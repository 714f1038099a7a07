import { make, type Effect } from "#kernel/rule.ts";
import { paymentDetail } from "./payment-detail.entity.ts";

/** A part of a bank entry, with its value at both rates where it settles something that had one. */
export interface PaymentSource {
  readonly sourceType: "STAGE" | "ADVANCE";
  readonly stageId?: string | null;
  readonly advanceId?: string | null;
  readonly amount: string;
  readonly baseAtInvoiceRate: string | null;
  readonly baseAtPayRate: string | null;
  readonly exchangeDiff: string | null;
}

/** Money that moved, as the bank says it; its parts add up to it. */
export interface Payment {
  readonly direction: "OUT" | "IN";
  readonly ownerType: "PAYMENT_APPLY" | "ADVANCE" | "COLLECT" | "DEPOSIT" | "CLAIM";
  readonly owner: { readonly id: string; readonly num: string | null };
  readonly orgId: string;
  readonly supplierId: string;
  readonly payDate: string;
  readonly amount: string;
  readonly currency: string;
  readonly exchangeRate: string;
  readonly baseAmount: string;
  readonly payMethod: string;
  readonly bankAccountFrom: string;
  readonly bankFlowNo: string;
  readonly supplierAccountId: string | null;
  readonly voucherNo: string | null;
  readonly fileIds: string | null;
  readonly sources: readonly PaymentSource[];
}

/** Registers a bank entry. What it does to its document is the document's own action. */
export const paymentMade = (id: string, { owner, sources, ...payment }: Payment): Effect[] => [
  make(paymentDetail, id, { ...payment, ownerId: owner.id, ownerNum: owner.num, sources: sources.map((row) => ({ ...row })) }),
];
