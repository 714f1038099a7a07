import type { Seen } from "#kernel/seen.ts";
import { Box } from "#kernel/web/block/Box.tsx";
import { Columns, Inline, Stack, Words } from "#kernel/web/block/layout.tsx";
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

type Plan = Seen<typeof inspectPlan>;

interface Props {
  readonly plan: Plan;
  again(): void;
}

/** The plan as a calendar: a box for each month, a card for each visit. */
export function PlanMonths({ plan, again }: Props) {
  const say = useText();
  const asking = useAsk(inspectPlan, plan, again);
  const lines = plan.lines ?? [];
  const now = today().slice(0, 7);
  // What was postponed may lie beyond the period.
  const months = [...new Set([...monthsOf(plan.planYear ?? "", plan.planPeriod ?? ""), ...lines.map(({ planMonth }) => planMonth ?? "")])];
  return (
    <Columns of={{ least: 236 }} align="start">
      {months.toSorted().map((month) => {
        const visits = lines.filter(({ planMonth }) => planMonth === month);
        return (
          <Box
            key={month}
            soft
            now={month === now}
            title={month}
            end={visits.length === 0 ? null : <Words size="small">{say([`${visits.length} 家`, `${visits.length}`])}</Words>}
          >
            {visits.map((line) => (
              <Visit key={line.id} plan={plan} line={line} late={month < now} asking={asking} />
            ))}
          </Box>
        );
      })}
      {asking.dialog}
    </Columns>
  );
}

interface VisitProps {
  readonly plan: Plan;
  readonly line: Seen<typeof inspectPlanLine>;
  readonly late: boolean;
  readonly asking: Asking;
}

function Visit({ plan, line, late, asking }: VisitProps) {
  const say = useText();
  const viewer = useViewer();
  const reasons = useLookup("INSPECT_REASON");
  const status = line.lineStatus ?? "";
  const open = plan.status === "APPROVED" && status === "PLANNED";
  const subject = line.supplierName ?? "";
  const fixed = { lineId: line.id };
  const buttons = [
    ["doGenInspect", "btnGenInspect", ["生成考察", "Create"], false],
    ["doPostpone", "btnPostpone", ["延期", "Postpone"], false],
    ["doCancelLine", "btnCancelLine", ["取消", "Cancel"], true],
  ] as const;
  return (
    <Box
      label={subject}
      title={subject}
      end={<StatusTag entity={inspectPlanLine} code={status} />}
      muted={status === "POSTPONED" || status === "CANCELLED"}
    >
      <Stack gap="xs">
        <Words size="small">
          {reasons.meaning(line.reasonType)} · {line.leaderName}
          {late && (status === "PLANNED" || status === "GENERATED") ? (
            <Words tone="error"> · {say(["已过计划月份", "past its month"])}</Words>
          ) : null}
        </Words>
        {line.lastDate ? (
          <Words size="small">
            {say([`上次 ${line.lastDate}，${line.lastScore ?? "–"} 分`, `Last ${line.lastDate}, ${line.lastScore ?? "–"}`])}
          </Words>
        ) : null}
        {line.moveReason ? <Words size="small">{line.moveReason}</Words> : null}
        {line.inspectId ? (
          <PageLink href={`/main/localeInspectDetail?id=${encodeURIComponent(line.inspectId)}`}>
            {line.inspectCode ?? line.inspectName ?? say(["考察单", "Inspection"])}
          </PageLink>
        ) : null}
        {open ? (
          <Inline>
            {buttons
              .filter(([, button]) => viewer.may(button))
              .map(([name, , label, danger]) => (
                <Button key={name} size="small" danger={danger} onClick={() => asking.ask(name, fixed, subject)}>
                  {say(label)}
                </Button>
              ))}
          </Inline>
        ) : null}
      </Stack>
    </Box>
  );
}
