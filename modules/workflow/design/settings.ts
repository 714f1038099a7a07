import type { Business, Shape } from "bpmn-js/lib/NavigatedViewer";
import { nodeSettings, type NodeSettings } from "../engine/definition.ts";
import { carriedBy, type Desk } from "../diagram/desk.tsx";

const plain = nodeSettings();

/** A step's settings as the engine will read them. */
export function settingsOf(business: Business): NodeSettings {
  const loop = business.get("loopCharacteristics") as Business | undefined;
  const drawn = loop ? { multiMode: loop.get("isSequential") ? ("SEQUENTIAL" as const) : ("ALL" as const) } : {};
  return nodeSettings({ ...drawn, ...(carriedBy(business) as Partial<NodeSettings>) });
}

/** Keeps only what differs from the defaults, and draws the marks of several signers. */
export function changeSettings(desk: Desk, shape: Shape, patch: Partial<NodeSettings>): void {
  const next: NodeSettings = { ...settingsOf(shape.businessObject), ...patch };
  const matchingEntries = Object.entries(next).filter(
    ([key, value]) => key === "multiMode" || JSON.stringify(value) !== JSON.stringify(plain[key as keyof NodeSettings]),
  );
  const properties: Record<string, unknown> = { "srm:settings": JSON.stringify(Object.fromEntries(matchingEntries)) };
  if (patch.multiMode !== undefined)
    properties["loopCharacteristics"] =
      patch.multiMode === "SINGLE"
        ? undefined
        : desk.modeler.get("moddle").create("bpmn:MultiInstanceLoopCharacteristics", { isSequential: patch.multiMode === "SEQUENTIAL" });
  desk.set(properties, shape);
}
