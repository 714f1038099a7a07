import { useLanguage } from "#kernel/web/language.ts";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { say } from "#kernel/text.ts";
import { readBpmn } from "../engine/bpmn.ts";
import type { Sheet } from "./wire.tsx";

/** The approval steps of the process an instance runs on. */
export function useNodes(sheet: Sheet): readonly { readonly id: string; readonly name: string }[] {
  const language = useLanguage((state) => state.language);
  const load = useLoad(`nodes:${sheet.instanceId}`, async () =>
    sheet.bpmnXml ? await readBpmn(sheet.bpmnXml, { key: "nodes", version: 0 }).catch(() => null) : null,
  );
  const drawn = load.data?.nodes
    .filter((node) => node.kind === "user")
    .map((node) => ({ id: node.id, name: say(node.name, language) || node.id }));
  return drawn ?? [...new Map(sheet.steps.map((step) => [step.nodeId, { id: step.nodeId, name: step.nodeName }])).values()];
}
