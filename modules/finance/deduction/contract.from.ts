import { cmp, isZero, trim } from "#kernel/decimal.ts";
import type { Where } from "#kernel/entity.ts";
import { from, source } from "#kernel/from.ts";
import type { Find } from "#kernel/rule.ts";
import { contract, moldSampleRefund, termination } from "#modules/contracts/index.ts";
import { deduction } from "./deduction.entity.ts";

/** The sources of a kind that have a deduction already, whatever became of it: once for each of them. */
async function deducted(find: Find, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await find.where(deduction, { sourceType: "CONTRACT", sourceId: ids }, ids.length);
  return new Set(rows.flatMap((row) => row.sourceId ?? []));
}

interface Offered {
  readonly sourceId: string;
  readonly sourceNo: string;
  readonly contractId: string;
  readonly contractNum: string | null;
  readonly supplierId: string;
  readonly orgId: string;
  readonly currency: string;
  readonly ownerId: string;
  /** Empty: the day of the deduction. */
  readonly happenDate: string | null;
  readonly amount: string;
  readonly reason: string;
}

const asked = ({ contractId, supplierId, orgId }: Readonly<Record<string, string>>, contractKey: string): Where => ({
  ...(contractId ? { [contractKey]: contractId } : {}),
  ...(supplierId ? { supplierId } : {}),
  ...(orgId ? { orgId } : {}),
});

const refundName = (kind: string): string => (kind === "SAMPLE" ? "样品费返还 / Sample fee refund" : "模具费返还 / Mould fee refund");

/** A fee that comes back once enough was bought: due, and not yet deducted. */
const refunds = source([contract, moldSampleRefund], {
  offers: () => ({ refundStatus: "REACHED", refundAmount: { above: "0" } }),
  reads: (rows, find) =>
    deducted(
      find,
      rows.map(([, row]) => row.id),
    ),
  left: ([, row], known) => (known.has(row.id) ? "0" : "1"),
  row: ([of, row]): Offered => ({
    sourceId: row.id,
    sourceNo: `${of.contractNum ?? ""}-${row.refundKind}`,
    contractId: of.id,
    contractNum: of.contractNum,
    supplierId: of.supplierId,
    orgId: of.orgId,
    currency: of.currency,
    ownerId: of.ownerId,
    happenDate: null,
    amount: row.refundAmount,
    reason: `${of.contractNum ?? ""} ${refundName(row.refundKind)} ${trim(row.refundAmount)}`,
  }),
  matches: (filter) => ({ parent: asked(filter, "id") as never }),
  called: (keyword) => ({ parent: { contractNum: { contains: keyword } } as never }),
});

/** The penalty that a supplier owes since a contract was terminated. */
const penalties = source([termination], {
  offers: () => ({ status: "DONE", penaltyDirection: "TO_US", penaltyAmount: { above: "0" } }),
  reads: (rows, find) =>
    deducted(
      find,
      rows.map(([row]) => row.id),
    ),
  left: ([row], known) => (known.has(row.id) || isZero(row.penaltyAmount ?? "0") || cmp(row.penaltyAmount!, "0") < 0 ? "0" : "1"),
  row: ([row]): Offered => ({
    sourceId: row.id,
    sourceNo: row.terminateNum ?? "",
    contractId: row.contractId,
    contractNum: null,
    supplierId: row.supplierId,
    orgId: row.orgId,
    currency: row.currency ?? "CNY",
    ownerId: row.ownerId,
    happenDate: row.effectiveDate,
    amount: row.penaltyAmount ?? "0",
    reason: row.reason.slice(0, 500),
  }),
  matches: (filter) => asked(filter, "contractId"),
  called: (keyword) => ({ terminateNum: { contains: keyword } }),
});

/** One draft for each refund and each penalty; people may change what it says before it is submitted. */
export const contractDeductionsFrom = from(deduction, "doCreateContractDeductions", {
  sources: { REFUND: refunds, PENALTY: penalties },
  groupBy: ({ source: kind, id }) => [kind, id],
  head: ([first], _, { at }) => {
    const { amount, contractNum: _contractNum, happenDate, ...row } = first!.row;
    return { ...row, sourceType: "CONTRACT", amountIncl: amount, happenDate: happenDate ?? at.today, mode: "PAYMENT_OFFSET" };
  },
});
