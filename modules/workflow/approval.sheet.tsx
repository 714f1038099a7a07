import { Notice } from "#kernel/web/block/Notice.tsx";
import { Stack } from "#kernel/web/block/layout.tsx";
import { lazy, Suspense, useState } from "react";
import type { AheadProps, ApprovalProps } from "#kernel/web/page/document/approvals.tsx";
import { useText } from "#kernel/web/language.ts";
import { useShown } from "#kernel/web/page/shown.ts";
import { useNarrow } from "#kernel/web/page/useNarrow.ts";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { Ahead } from "./parts/Ahead.tsx";
import { Bar } from "./parts/Bar.tsx";
import { Checks } from "./parts/Checks.tsx";
import { Discussion } from "./parts/Discussion.tsx";
import { SheetFacts } from "./parts/Facts.tsx";
import { Path } from "./parts/Path.tsx";
import { Printed } from "./parts/Printed.tsx";
import { Related } from "./parts/Related.tsx";
import { useSheet } from "./parts/sheetStore.tsx";
import type { Sheet } from "./parts/wire.tsx";

const DiagramDialog = lazy(() => import("./parts/Drawn.tsx"));

const stepsDone = (sheet: Sheet): number => sheet.steps.filter((step) => step.state === "DONE").length;
const stepsCounted = (sheet: Sheet): number => sheet.steps.filter((step) => step.state !== "RETURNED" && step.state !== "CANCELLED").length;

/** The approval of a document: the way walked and ahead, the facts, the discussion. Where the document itself stands beside it, only what changed is said again. */
export function ApprovalSheet({ entity, row, tight, children }: ApprovalProps) {
  const say = useText();
  const viewer = useViewer();
  const shown = useShown();
  const { sheet, error, again } = useSheet(entity.name, String(row.id), row.versionNum);
  const [drawn, setDrawn] = useState(false);
  // How a house decides is its own: a supplier without a part in it is told nothing, least of all that nobody asked.
  if (sheet === null && viewer.audience === "supplier") return null;
  if (sheet === null) return <p className="pg-faint pg-panel-empty">{say(["还没有提交过审批。", "Never submitted for approval."])}</p>;
  if (sheet === undefined) return error ? <p className="pg-error">{error}</p> : null;
  const internal = viewer.audience === "internal";
  return (
    <Stack gap="l">
      <Checks sheet={sheet} entity={entity} row={row} />
      <section aria-label={say(["审批进度", "Approval"])}>
        <h3 className="pg-h3">
          {say(["审批进度", "Approval"])}{" "}
          <span className="pg-count">
            {stepsDone(sheet)}/{stepsCounted(sheet)}
          </span>
          {sheet.round > 1 ? <span className="pg-pill pg-pill-warn">{say([`第 ${sheet.round} 轮`, `Round ${sheet.round}`])}</span> : null}
          {sheet.bpmnXml ? (
            <button type="button" className="pg-link pg-h3-end" onClick={() => setDrawn(true)}>
              {say(["流程图", "Diagram"])}
            </button>
          ) : null}
        </h3>
        {sheet.status === "SUSPENDED" || sheet.status === "ERROR" ? (
          <Notice tone="warning">
            {sheet.status === "ERROR"
              ? say(["流程执行异常，管理员正在处理。", "The process failed. An administrator has been notified."])
              : say(["流程已挂起，时限暂停。", "The process is suspended; time limits pause."])}
          </Notice>
        ) : null}
        {sheet.interventions.map((text) => (
          <Notice tone="warning" key={text}>
            {say(["人工干预：", "Intervention: "])}
            {text}
          </Notice>
        ))}
        <Path start={{ name: sheet.starterName, at: sheet.startedAt }} steps={sheet.steps} userId={viewer.userId} />
      </section>
      <SheetFacts entity={entity} facts={tight ? sheet.facts.filter((fact) => fact.old !== undefined) : sheet.facts} />
      {children}
      <Related related={sheet.related ?? []} />
      {internal ? <Discussion sheet={sheet} userId={viewer.userId} again={again} /> : null}
      {drawn && shown ? (
        <Suspense fallback={null}>
          <DiagramDialog sheet={sheet} close={() => setDrawn(false)} />
        </Suspense>
      ) : null}
    </Stack>
  );
}

/** What the holder of the task or the starter may do now, fixed at the foot of the document. */
export function ApprovalBar({ entity, row, tight }: ApprovalProps) {
  const narrow = useNarrow();
  const { sheet, again } = useSheet(entity.name, String(row.id), row.versionNum);
  return sheet ? (
    <Bar key={sheet.mine?.taskId ?? "starter"} sheet={sheet} entity={entity} row={row} tight={tight === true || narrow} again={again} />
  ) : null;
}

/** Who decided what, on the paper of the document. */
export function ApprovalPrint(props: ApprovalProps) {
  return <Printed {...props} />;
}

/** The way a document would take, before it is submitted. */
export function ApprovalAhead({ entity, row, action, choose }: AheadProps) {
  return <Ahead entity={entity} row={row} action={action} choose={choose} />;
}
