import type { Text } from "#kernel/text.ts";
import {
  nodeSettings,
  type AllowedAction,
  type ApproverRule,
  type Definition,
  type Flow,
  type MultiMode,
  type ProcessNode,
} from "./definition.ts";

/** One row of a bill type's simple chain (BaseApprovalBillNode). */
export interface BillNode {
  readonly nodeSeq: number;
  readonly nodeCode: string;
  readonly nodeName: Text;
  readonly approverRule: ApproverRule;
  readonly ruleValue: Readonly<Record<string, unknown>>;
  readonly multiMode: MultiMode;
  readonly votePercent?: number;
  /** When the node applies; always, where there is none. */
  readonly condition?: string;
  readonly editableFields?: readonly string[];
  readonly requiredOpinion?: boolean;
  readonly allowTransfer?: boolean;
  readonly allowAddSign?: boolean;
  readonly allowReturn?: boolean;
  readonly slaHours?: number | null;
}

const userNode = (row: BillNode): ProcessNode => {
  const allowed: readonly (readonly [boolean | undefined, AllowedAction])[] = [
    [row.allowTransfer, "TRANSFER"],
    [row.allowTransfer, "DELEGATE"],
    [row.allowAddSign, "ADD_SIGN"],
    [row.allowReturn, "REJECT_ANY"],
    [true, "REJECT_START"],
    [true, "COPY"],
    [row.editableFields !== undefined && row.editableFields.length > 0, "EDIT_FIELDS"],
  ];
  const { approverRule, ruleValue, multiMode, votePercent = 100, editableFields = [], slaHours = null } = row;
  const allowActions = allowed.filter(([on]) => on ?? true).map(([, action]) => action);
  const commentRequired = row.requiredOpinion ? "ALWAYS" : "ON_REJECT";
  const settings = nodeSettings({
    approverRule,
    ruleValue,
    multiMode,
    votePercent,
    editableFields,
    allowActions,
    commentRequired,
    timeLimitHours: slaHours,
  });
  return { id: row.nodeCode, kind: "user", name: row.nodeName, settings };
};

const plain = (id: string, kind: ProcessNode["kind"], name: Text, more: Partial<ProcessNode> = {}): ProcessNode => ({
  id,
  kind,
  name,
  ...more,
});

/** A chain of nodes as a process: rows of equal nodeSeq run side by side, a condition makes its node optional. */
export function compileChain(
  key: string,
  version: number,
  name: Text,
  rows: readonly BillNode[],
  routeKeys: readonly string[] = [],
): Definition {
  const nodes: ProcessNode[] = [plain("start", "start", ["开始", "Start"])];
  const flows: Flow[] = [];
  const link = (from: string, to: string, condition?: string): string => {
    const id = `flow${flows.length + 1}`;
    flows.push({ id, from, to, ...(condition === undefined ? {} : { condition }) });
    return id;
  };
  const groups = [...Map.groupBy(rows, (row) => row.nodeSeq)].sort(([a], [b]) => a - b);
  let last = "start";
  for (const [seq, group] of groups) {
    if (group.length === 1) {
      last = optional(nodes, link, last, group[0]!);
      continue;
    }
    const [split, join] = [`split${seq}`, `join${seq}`];
    nodes.push(plain(split, "parallel", ["并行", "Parallel"]));
    link(last, split);
    const ends = group.map((row) => optional(nodes, link, split, row));
    nodes.push(plain(join, "parallel", ["汇合", "Join"]));
    for (const end of ends) link(end, join);
    last = join;
  }
  nodes.push(plain("end", "end", ["结束", "End"]));
  link(last, "end");
  return { key, version, name, nodes, flows, routeKeys };
}

/** Hangs a node behind another; with a condition it stands between a choice and a meeting point. Answers where the way goes on. */
function optional(
  nodes: ProcessNode[],
  link: (from: string, to: string, condition?: string) => string,
  from: string,
  row: BillNode,
): string {
  if (row.condition === undefined) {
    nodes.push(userNode(row));
    link(from, row.nodeCode);
    return row.nodeCode;
  }
  const [choice, meet] = [`${row.nodeCode}.choice`, `${row.nodeCode}.meet`];
  link(from, choice);
  link(choice, row.nodeCode, row.condition);
  const defaultFlow = link(choice, meet);
  link(row.nodeCode, meet);
  nodes.push(plain(choice, "exclusive", ["判断", "Choice"], { defaultFlow }), userNode(row), plain(meet, "exclusive", ["汇合", "Meet"]));
  return meet;
}

/** Approval without any set-up: one task for whoever holds the right, never for the starter unless the bill type lets him. */
export function oneStep(billTypeCode: string, approver: Pick<BillNode, "approverRule" | "ruleValue">, selfApprove: boolean): Definition {
  const chain = compileChain(
    `ONE_STEP_${billTypeCode}`,
    1,
    ["一步审批", "One-step approval"],
    [{ nodeSeq: 1, nodeCode: "approve", nodeName: ["审批", "Approval"], multiMode: "SINGLE", allowReturn: false, ...approver }],
  );
  const nodes = chain.nodes.map((node) =>
    node.settings
      ? { ...node, settings: nodeSettings({ ...node.settings, emptyPolicy: "ERROR", starterPolicy: selfApprove ? "NORMAL" : "EXCLUDE" }) }
      : node,
  );
  return { ...chain, nodes };
}
