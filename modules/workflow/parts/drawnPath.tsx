import { useMemo } from "react";
import { readBpmn } from "../engine/bpmn.ts";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import type { Definition } from "../engine/definition.ts";
import type { Meaning, Painting } from "../diagram/paint.tsx";
import { walkedFlows } from "../design/walked.ts";
import type { Sheet, StepState } from "./wire.tsx";

const meaningOf: Readonly<Record<StepState, Meaning>> = {
  DONE: "done",
  CURRENT: "now",
  RETURNED: "returned",
  CANCELLED: "unused",
  AHEAD: "ahead",
};

/** Colours of the drawing of an approval: steps by what happened to them, lines by the steps they join. */
export function paintSheet(definition: Definition | null, sheet: Sheet): Painting {
  const steps: Record<string, Meaning> = {};
  for (const step of sheet.steps) steps[step.nodeId] = meaningOf[step.state];
  if (!definition) return steps;
  const passed = sheet.steps.filter((step) => step.state === "DONE" || step.state === "CURRENT").map((step) => step.nodeId);
  const way = walkedFlows(definition, [...passed, ...sheet.steps.filter((step) => step.state === "AHEAD").map((step) => step.nodeId)]);
  const ended = sheet.status === "PASSED";
  const beyond = reachableFrom(
    definition,
    sheet.steps.filter((step) => step.state === "CURRENT").map((step) => step.nodeId),
  );
  const painting: Record<string, Meaning> = {};
  for (const [id, meaning] of Object.entries(way))
    painting[id] = meaning === "unused" ? "unused" : ended || !beyond.has(id) ? "done" : "ahead";
  return { ...painting, ...steps };
}

/** Everything after the steps that are open now. */
function reachableFrom(definition: Definition, from: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const queue = new Set(from);
  for (const id of queue)
    for (const flow of definition.flows.filter((row) => row.from === id)) {
      seen.add(flow.id).add(flow.to);
      queue.add(flow.to);
    }
  return seen;
}

export function useDrawnPath(sheet: Sheet): Painting {
  const load = useLoad(`drawn:${sheet.instanceId}:${sheet.version ?? 0}`, async () =>
    sheet.bpmnXml ? readBpmn(sheet.bpmnXml, { key: "drawn", version: 0 }).catch(() => null) : null,
  );
  return useMemo(() => paintSheet(load.data, sheet), [load.data, sheet]);
}
