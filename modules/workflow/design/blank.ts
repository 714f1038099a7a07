import { writeBpmn } from "../engine/bpmn-write.ts";
import type { Text } from "#kernel/text.ts";
import { nodeSettings } from "../engine/definition.ts";

/** What a new process begins with: a start, one step for the starter's manager, an end. */
export const blankDiagram = (key: string, name: Text): Promise<string> =>
  writeBpmn({
    key,
    version: 0,
    name,
    routeKeys: [],
    nodes: [
      { id: "start", kind: "start", name: ["提交", "Submit"] },
      { id: "step1", kind: "user", name: ["主管审批", "Manager"], settings: nodeSettings({ approverRule: "INITIATOR_MANAGER" }) },
      { id: "end", kind: "end", name: ["结束", "End"] },
    ],
    flows: [
      { id: "flow1", from: "start", to: "step1" },
      { id: "flow2", from: "step1", to: "end" },
    ],
  });
