import { Inline } from "#kernel/web/block/layout.tsx";
import { Modal } from "antd";
import { lazy, Suspense } from "react";
import { useText } from "#kernel/web/language.ts";
import { Legend } from "../diagram/Legend.tsx";
import type { Meaning, Painting } from "../diagram/paint.tsx";
import { useDrawnPath } from "./drawnPath.tsx";
import { span } from "./time.tsx";
import type { Sheet, SheetStep } from "./wire.tsx";

const Diagram = lazy(() => import("../diagram/Diagram.tsx"));
const meanings: readonly Meaning[] = ["done", "now", "ahead", "returned"];

/** The approval on its drawing: where it went, where it stands, how long it has waited there. */
export function DrawnSheet({
  sheet,
  height,
  choose,
}: {
  readonly sheet: Sheet;
  readonly height: number | "fill";
  choose?(id: string): void;
}) {
  const say = useText();
  const painting: Painting = useDrawnPath(sheet);
  const notes = Object.fromEntries(
    sheet.steps
      .filter((step) => step.state === "CURRENT")
      .map((step) => [step.nodeId, say([`停留 ${span(waited(step))[0]}`, `waiting ${span(waited(step))[1]}`])]),
  );
  return sheet.bpmnXml ? (
    <Suspense fallback={<div style={height === "fill" ? undefined : { height }} />}>
      <Diagram
        xml={sheet.bpmnXml}
        painting={painting}
        notes={notes}
        height={height}
        label={["审批流程图", "Diagram of the approval"]}
        {...(choose ? { choose } : {})}
      />
    </Suspense>
  ) : (
    <p className="pg-faint">{say(["这次审批没有流程图。", "This approval has no diagram."])}</p>
  );
}

const waited = (step: SheetStep): number => Math.max(0, ...step.people.map((person) => person.minutes ?? 0));

export default function DiagramDialog({ sheet, close }: { readonly sheet: Sheet; close(): void }) {
  const say = useText();
  return (
    <Modal
      open
      width={1080}
      footer={null}
      onCancel={close}
      title={
        <>
          {say(["流程图", "Diagram"])}{" "}
          <span className="pg-faint">
            {sheet.modelName}
            {sheet.version ? say([` · 第 ${sheet.version} 版`, ` · version ${sheet.version}`]) : ""}
          </span>
        </>
      }
    >
      <Inline as="p">
        <Legend meanings={meanings} />
      </Inline>
      <DrawnSheet sheet={sheet} height={420} />
    </Modal>
  );
}
