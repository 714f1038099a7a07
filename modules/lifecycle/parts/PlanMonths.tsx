import type { Row } from "#kernel/page-document.ts";
import { useText } from "#kernel/web/language.ts";
import { useLookup } from "#kernel/web/page/lookup.ts";
import { PageLink } from "#kernel/web/page/PageLink.tsx";
import { StatusTag } from "#kernel/web/page/StatusTag.tsx";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { today } from "#kernel/web/part/day.ts";
import { Button } from "antd";
import { inspectPlan, inspectPlanLine } from "../plan.entity.ts";
import { monthsOf } from "../propose.ts";
import { useAsk, type Asking } from "./useAsk.tsx";

interface Props {
  readonly plan: Row;
  again(): void;
}

/** The plan as a calendar: a box for each month, a card for each visit. */
export function PlanMonths({ plan, again }: Props) {
  const say = useText();
  const asking = useAsk(inspectPlan, plan, again);
  const lines = (plan["lines"] as Row[] | undefined) ?? [];
  const now = today().slice(0, 7);
  const months = [
    ...new Set([
      ...monthsOf(String(plan["planYear"]), String(plan["planPeriod"])),
      // What was postponed may lie beyond the period.
      ...lines.map((one) => String(one["planMonth"])),
    ]),
  ].toSorted();
  return (
    <div className="li-months">
      {months.map((month) => {
        const own = lines.filter((one) => one["planMonth"] === month);
        return (
          <section key={month} className="li-month" data-now={month === now} aria-label={month}>
            <h3>
              {month}
              <small>{own.length === 0 ? "" : say([`${own.length} 家`, `${own.length}`])}</small>
            </h3>
            {own.map((line) => (
              <Visit key={String(line["id"])} plan={plan} line={line} late={month < now} asking={asking} />
            ))}
          </section>
        );
      })}
      {asking.dialog}
    </div>
  );
}

interface VisitProps {
  readonly plan: Row;
  readonly line: Row;
  readonly late: boolean;
  readonly asking: Asking;
}

function Visit({ plan, line, late, asking }: VisitProps) {
  const say = useText();
  const viewer = useViewer();
  const reasons = useLookup("INSPECT_REASON");
  const status = String(line["lineStatus"]);
  const open = plan["status"] === "APPROVED" && status === "PLANNED";
  const subject = String(line["supplierName"] ?? "");
  const fixed = { lineId: line["id"] };
  const buttons = [
    ["doGenInspect", "btnGenInspect", ["生成考察", "Create"], false],
    ["doPostpone", "btnPostpone", ["延期", "Postpone"], false],
    ["doCancelLine", "btnCancelLine", ["取消", "Cancel"], true],
  ] as const;
  return (
    <article className="li-card" data-muted={status === "POSTPONED" || status === "CANCELLED"}>
      <header>
        <b>{subject}</b>
        <StatusTag entity={inspectPlanLine} code={status} />
      </header>
      <p>
        {reasons.meaning(line["reasonType"])} · {String(line["leaderName"] ?? "")}
        {late && (status === "PLANNED" || status === "GENERATED") ? (
          <span className="li-late"> · {say(["已过计划月份", "past its month"])}</span>
        ) : null}
      </p>
      {line["lastDate"] ? (
        <p>
          {say([
            `上次 ${String(line["lastDate"])}，${String(line["lastScore"] ?? "–")} 分`,
            `Last ${String(line["lastDate"])}, ${String(line["lastScore"] ?? "–")}`,
          ])}
        </p>
      ) : null}
      {line["moveReason"] ? <p>{String(line["moveReason"])}</p> : null}
      {line["inspectId"] ? (
        <p>
          <PageLink href={`/main/localeInspectDetail?id=${encodeURIComponent(String(line["inspectId"]))}`}>
            {String(line["inspectCode"] ?? line["inspectName"] ?? say(["考察单", "Inspection"]))}
          </PageLink>
        </p>
      ) : null}
      {open ? (
        <div className="li-row">
          {buttons
            .filter(([, button]) => viewer.may(button))
            .map(([name, , label, danger]) => (
              <Button key={name} size="small" danger={danger} onClick={() => asking.ask(name, fixed, subject)}>
                {say(label)}
              </Button>
            ))}
        </div>
      ) : null}
    </article>
  );
}
