import type { Text } from "#kernel/text.ts";
import { flowsFrom, flowsTo, isForking, nodeOf, type Definition, type ProcessNode } from "./definition.ts";
import type { Problem } from "./refusals.ts";
import { regionsOf, type Misfit } from "./region.ts";

/** What the check must know besides the model. */
export interface CheckWith {
  /** The bill has an amount: nothing may pass by itself. */
  readonly money?: boolean;
  /** The fields of the document; unknown ones are named. */
  readonly fields?: ReadonlySet<string>;
}

const at = (node: ProcessNode, cn: string, en: string): Problem => ({
  nodeId: node.id,
  text: [`节点“${node.name[0] || node.id}”${cn}`, `node "${node.name[1] || node.id}" ${en}`],
});

/** Everything that keeps a process from being published, each with its node. */
export function checkDefinition(definition: Definition, given: CheckWith = {}): readonly Problem[] {
  const problems = [...starts(definition), ...links(definition)];
  // Reachability and branches can only be judged in a model whose ends hang together.
  if (problems.length) return problems;
  return [
    ...reach(definition),
    ...definition.nodes.flatMap((node) => [...gateway(definition, node), ...people(node, given), ...codes(node)]),
    ...branches(definition),
  ];
}

function starts(definition: Definition): Problem[] {
  const found = definition.nodes.filter((n) => n.kind === "start");
  const texts: Problem[] = [];
  if (found.length === 0) texts.push({ nodeId: "", text: ["没有开始节点", "there is no start"] });
  for (const extra of found.slice(1)) texts.push(at(extra, "是多余的开始节点", "is a second start"));
  if (!definition.nodes.some((n) => n.kind === "end" || n.kind === "terminate"))
    texts.push({ nodeId: "", text: ["没有结束节点", "there is no end"] });
  return texts;
}

function links(definition: Definition): Problem[] {
  const known = new Set(definition.nodes.map((n) => n.id));
  const loose = definition.flows
    .filter((f) => !known.has(f.from) || !known.has(f.to))
    .map((f): Problem => ({ nodeId: f.id, text: [`连线“${f.id}”没有接到节点`, `flow "${f.id}" is not connected`] }));
  const twice = definition.nodes.filter((n, i) => definition.nodes.findIndex((o) => o.id === n.id) !== i);
  return [...loose, ...twice.map((n) => at(n, "编号重复", "has an id twice"))];
}

const spread = (from: readonly string[], next: (id: string) => readonly string[]): ReadonlySet<string> => {
  const seen = new Set(from);
  for (const id of seen) for (const to of next(id)) seen.add(to);
  return seen;
};

function reach(definition: Definition): Problem[] {
  const ids = (kinds: readonly ProcessNode["kind"][]): string[] => definition.nodes.filter((n) => kinds.includes(n.kind)).map((n) => n.id);
  const boundaries = (id: string): string[] => definition.nodes.filter((n) => n.attachedTo === id).map((n) => n.id);
  const forth = spread(ids(["start"]), (id) => [...flowsFrom(definition, id).map((f) => f.to), ...boundaries(id)]);
  const back = spread(ids(["end", "terminate"]), (id) => {
    const { attachedTo } = nodeOf(definition, id);
    return [...flowsTo(definition, id).map((f) => f.from), ...(attachedTo === undefined ? [] : [attachedTo])];
  });
  return definition.nodes.flatMap((node) => [
    ...(forth.has(node.id) ? [] : [at(node, "无法从开始到达", "cannot be reached from the start")]),
    ...(back.has(node.id) ? [] : [at(node, "无法到达结束", "cannot reach an end")]),
  ]);
}

function gateway(definition: Definition, node: ProcessNode): Problem[] {
  const out = flowsFrom(definition, node.id);
  const into = flowsTo(definition, node.id);
  const isGateway = isForking(node) || node.kind === "exclusive";
  const problems: Problem[] = [];
  if (!isGateway && out.length > 1) problems.push(at(node, "有多条出线，须用网关分支", "has several ways out, use a gateway"));
  if (isForking(node) && out.length > 1 && into.length > 1) problems.push(at(node, "不能同时分支和汇合", "cannot split and join at once"));
  if (node.kind === "parallel" || out.length < 2 || !isGateway) return problems;
  const defaultFlow = out.find((f) => f.id === node.defaultFlow);
  if (!defaultFlow) problems.push(at(node, "没有默认分支", "has no default flow"));
  for (const flow of out)
    if (flow !== defaultFlow && !flow.condition?.trim())
      problems.push(at(node, `的分支“${flow.id}”没有条件`, `has no condition on flow "${flow.id}"`));
  return problems;
}

function people(node: ProcessNode, given: CheckWith): Problem[] {
  const { settings } = node;
  if (node.kind !== "user") return [];
  if (!settings || settings.approverRule === null) return [at(node, "未设置处理人规则", "has no approver rule")];
  const problems: Problem[] = [];
  if (settings.multiMode === "VOTE" && !(settings.votePercent > 0 && settings.votePercent <= 100))
    problems.push(at(node, "的通过比例须在1至100之间", "needs a pass percentage from 1 to 100"));
  if (given.money && settings.timeoutAction === "PASS")
    problems.push(at(node, "有金额，不能超时自动通过", "has an amount and cannot pass on timeout"));
  const named = [...settings.editableFields, ...settings.requiredFields, ...settings.hiddenFields];
  for (const field of given.fields ? named.filter((f) => !given.fields!.has(f)) : [])
    problems.push(at(node, `的字段“${field}”不存在`, `names an unknown field "${field}"`));
  return problems;
}

function codes(node: ProcessNode): Problem[] {
  if (["work", "send", "call"].includes(node.kind) && !node.code) return [at(node, "未设置处理程序", "has no handler code")];
  if (["timer", "boundary"].includes(node.kind) && !node.minutes) return [at(node, "未设置等待时间", "has no waiting time")];
  return [];
}

const misfits: Readonly<Record<Misfit["why"], Text>> = {
  CROSSED: ["被不同的分支进入", "is entered from different branches"],
  UNOPENED: ["汇合了没有分开的分支", "joins what was not split"],
  UNCLOSED: ["在并行分支未汇合时结束", "ends inside a branch that is not joined"],
  OTHER_JOIN: ["与另一汇合点分担同一分支", "shares a split with another join"],
};

const branches = (definition: Definition): Problem[] =>
  regionsOf(definition).misfits.map(({ nodeId, why }) => at(nodeOf(definition, nodeId), ...misfits[why]));
