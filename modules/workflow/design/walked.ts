import { flowsFrom, type Definition } from "../engine/definition.ts";
import type { Painting } from "../diagram/paint.tsx";

/** Colours a way of approval steps: the flows and gateways between them follow, what it leaves out is grey. */
export function walkedFlows(definition: Definition, steps: readonly string[]): Painting {
  const walked = new Set(steps);
  const isStep = (id: string): boolean => definition.nodes.some((node) => node.id === id && node.kind === "user");
  const painting: Record<string, "done" | "unused"> = Object.fromEntries(
    [...definition.nodes, ...definition.flows].map(({ id }) => [id, "unused" as const]),
  );
  const start = definition.nodes.find((node) => node.kind === "start");
  const seen = new Map<string, boolean>();
  /** Whether the way from here leads to an end or to a walked step without entering one that was left out. */
  const leads = (id: string): boolean => {
    const known = seen.get(id);
    if (known !== undefined) return known;
    seen.set(id, false);
    if (isStep(id) && !walked.has(id)) return false;
    const out = flowsFrom(definition, id);
    // Where a choice can be told by the steps that were walked, the others are left out.
    const good = out.filter((flow) => leads(flow.to));
    const flows = good.filter((flow) => reaches(flow.to));
    const usual = definition.nodes.find((node) => node.id === id)?.defaultFlow;
    const taken = flows.length > 0 ? flows : [good.find((flow) => flow.id === usual) ?? good[0]].filter((flow) => flow !== undefined);
    for (const flow of taken) painting[flow.id] = "done";
    const fine = out.length === 0 || taken.length > 0;
    if (fine) painting[id] = "done";
    seen.set(id, fine);
    return fine;
  };
  const reaches = (from: string): boolean => {
    const queue = new Set([from]);
    for (const id of queue) {
      if (walked.has(id)) return true;
      if (!isStep(id)) for (const flow of flowsFrom(definition, id)) queue.add(flow.to);
    }
    return false;
  };
  if (start) leads(start.id);
  return painting;
}
