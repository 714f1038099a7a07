import { Columns, Stack } from "#kernel/web/block/layout.tsx";
import { FactGrid } from "#kernel/web/block/FactGrid.tsx";
import { Modal } from "antd";
import { useState } from "react";
import type { Row } from "#kernel/page-document.ts";
import { useText } from "#kernel/web/language.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useChanged } from "#kernel/web/page/changes.ts";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { loadEntity } from "#kernel/web/page/records.ts";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { Legend } from "../diagram/Legend.tsx";
import { DrawnSheet } from "./Drawn.tsx";
import { Intervene } from "./Intervene.tsx";
import { Path } from "./Path.tsx";
import { Pending } from "./Pending.tsx";
import { shortTime } from "./time.tsx";
import { sheetOfInstance, type Sheet } from "./wire.tsx";
import type { Form } from "#kernel/seen.ts";
import type { bpmInstance } from "../instance.entity.ts";

interface Props {
  readonly row: Form<typeof bpmInstance>;
  /** In a window of its own, with room for the diagram. */
  readonly dialog?: boolean;
  full?(): void;
  close?(): void;
}

/** One approval watched from outside: its tokens on the diagram, its way, and the interventions. */
export default function Watch({ row: given, dialog, full, close }: Props) {
  const say = useText();
  const load = useLoad(`watch:${String(given.id)}:${String(given.versionNum)}`, () => sheetOfInstance(String(given.id)));
  // Whoever comes by a link knows the id alone; the sheet knows the rest.
  const row = { ...(load.data as Row | null), ...given } as Form<typeof bpmInstance>;
  useChanged("BpmInstance", load.again);
  const inside = (
    <PanelState load={load} empty="" isEmpty={() => false}>
      {(sheet) => <Watched sheet={sheet} row={row} wide={dialog === true} full={full} again={load.again} />}
    </PanelState>
  );
  if (!dialog) return inside;
  return (
    <Modal
      open
      width={1180}
      footer={null}
      onCancel={close}
      title={
        <>
          {String(row.instanceNum ?? "")}{" "}
          <span className="pg-faint">{say([String(row.subject ?? ""), String(row.subjectEn || row.subject || "")])}</span>
        </>
      }
    >
      {inside}
    </Modal>
  );
}

interface WatchedProps {
  readonly sheet: Sheet;
  readonly row: Form<typeof bpmInstance>;
  readonly wide: boolean;
  full?: (() => void) | undefined;
  again(): void;
}

function Watched({ sheet, row, wide, full, again }: WatchedProps) {
  const say = useText();
  const { userId } = useViewer();
  const [node, setNode] = useState<string | null>(null);
  const drawing = (
    <section aria-label={say(["流程图", "Diagram"])}>
      <h3 className="pg-h3">
        {say(["流程图", "Diagram"])}
        <span className="pg-faint">
          {sheet.modelName}
          {sheet.version ? say([` · 第 ${sheet.version} 版`, ` · version ${sheet.version}`]) : ""}
        </span>
        <span className="pg-h3-end">
          {wide || !full ? (
            <Legend meanings={["done", "now", "ahead", "returned"]} />
          ) : (
            <button type="button" className="pg-link" onClick={full}>
              {say(["放大", "Enlarge"])}
            </button>
          )}
        </span>
      </h3>
      <DrawnSheet sheet={sheet} height={wide ? 340 : 180} choose={setNode} />
    </section>
  );
  return (
    <Stack>
      {drawing}
      <Columns of={wide ? "minmax(0, 1fr) 380px" : 1} gap={wide ? "l" : "m"}>
        <section aria-label={say(["办理过程", "Progress"])}>
          <h3 className="pg-h3">{say(["办理过程", "Progress"])}</h3>
          <Path start={{ name: sheet.starterName, at: sheet.startedAt }} steps={sheet.steps} userId={userId} />
        </section>
        <Stack>
          <Pending sheet={sheet} row={row} again={again} />
          <Intervene sheet={sheet} row={row} node={node} again={again} />
          <Timers timers={sheet.timers ?? []} />
          {wide ? <Variables values={sheet.variables ?? {}} entityName={String(row.bizEntity ?? "")} /> : null}
        </Stack>
      </Columns>
    </Stack>
  );
}

const timerWords = {
  DUE: ["时限到期", "Time limit"],
  BOUNDARY: ["超时分支", "Timed branch"],
  WAIT: ["等待到时", "Waits until"],
  RETRY: ["再次尝试", "Tries again"],
} as const;

/** What will happen by itself, and when. */
function Timers({ timers }: { readonly timers: NonNullable<Sheet["timers"]> }) {
  const say = useText();
  if (timers.length === 0) return null;
  return (
    <section aria-label={say(["定时", "Timers"])}>
      <h3 className="pg-h3">
        {say(["定时", "Timers"])} <span className="pg-count">{timers.length}</span>
      </h3>
      <FactGrid
        lines
        facts={timers.map(({ id, kind, nodeName, fireAt }) => ({
          key: id,
          label: `${say(timerWords[kind])} · ${nodeName}`,
          value: <span className="pg-figure">{shortTime(fireAt)}</span>,
        }))}
      />
    </section>
  );
}

/** What the way is decided by; people's data stays out of sight. */
function Variables({ values, entityName }: { readonly values: Row; readonly entityName: string }) {
  const say = useText();
  const entity = useLoad(`entity:${entityName}`, async () => (await loadEntity(entityName)) ?? null);
  const shown = Object.entries(values).filter(([, value]) => value === null || typeof value !== "object");
  if (shown.length === 0) return null;
  return (
    <section aria-label={say(["流程变量", "Variables"])}>
      <h3 className="pg-h3">
        {say(["流程变量", "Variables"])} <span className="pg-count">{shown.length}</span>
      </h3>
      <FactGrid
        lines
        facts={shown.map(([key, value]) => ({
          key,
          label: <span title={key}>{entity.data?.fields[key] ? say(entity.data.fields[key].label) : key}</span>,
          value: /mobile|phone|email|account|idcard/i.test(key) ? "••••" : String(value ?? "–"),
        }))}
      />
    </section>
  );
}
