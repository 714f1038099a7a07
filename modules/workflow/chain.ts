import type { Doc } from "#kernel/entity.ts";
import type { billNode, billType } from "./bill-type.entity.ts";
import { compileChain, type BillNode } from "./engine/chain.ts";
import type { ApproverRule, Definition, MultiMode } from "./engine/definition.ts";

type BillDoc = Doc<typeof billType>;
type NodeDoc = Doc<typeof billNode>;

/** How it is approved when nobody said so: by its process, else by its nodes, else in one step. */
export const modeOf = (bill: Pick<BillDoc, "approvalMode" | "processKey" | "nodes">): string =>
  bill.approvalMode ?? (bill.processKey ? "BPM" : bill.nodes.length ? "NODE_CHAIN" : "ONE_STEP");

const conditionOf = (value: unknown): string | undefined => {
  const text =
    typeof value === "string"
      ? value
      : ((value as { expression?: unknown; ruleCode?: unknown } | null)?.expression ?? (value as { ruleCode?: unknown } | null)?.ruleCode);
  return typeof text === "string" && text.trim() ? text.trim() : undefined;
};

const chainNode = (row: NodeDoc): BillNode => {
  const condition = conditionOf(row.conditionJson);
  return {
    nodeSeq: row.nodeSeq,
    nodeCode: row.nodeCode,
    nodeName: [row.nodeName, row.nodeNameEn ?? row.nodeName],
    approverRule: row.approverRule as ApproverRule,
    ruleValue: (row.ruleValue ?? {}) as Record<string, unknown>,
    multiMode: row.multiMode as MultiMode,
    ...(row.votePercent === null ? {} : { votePercent: Number(row.votePercent) }),
    ...(condition === undefined ? {} : { condition }),
    editableFields: Array.isArray(row.editableFields) ? (row.editableFields as string[]) : [],
    requiredOpinion: row.requiredOpinion === "Y",
    allowTransfer: row.allowTransfer === "Y",
    allowAddSign: row.allowAddSign === "Y",
    allowReturn: row.allowReturn === "Y",
    slaHours: row.slaHours,
  };
};

/** The chain as a process; the node's facts that decide the way are the amount and the supplier. */
export function chainOf(bill: BillDoc, key: string): Definition {
  const routeKeys = [bill.amountField, bill.supplierField].filter((k): k is string => k !== null && k !== "");
  const chain = compileChain(key, 1, [bill.billTypeName, bill.billTypeNameEn ?? bill.billTypeName], bill.nodes.map(chainNode), routeKeys);
  const shown = new Set(bill.nodes.filter((n) => n.supplierVisible === "Y").map((n) => n.nodeCode));
  return { ...chain, nodes: chain.nodes.map((n) => (shown.has(n.id) ? { ...n, supplierVisible: true } : n)) };
}
