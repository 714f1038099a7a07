import type { Seen } from "#kernel/seen.ts";
import { Bar } from "#kernel/web/block/Bar.tsx";
import { Inline, Words } from "#kernel/web/block/layout.tsx";
import { ReadHead } from "#kernel/web/block/ReadPage.tsx";
import { ReadRecord } from "#kernel/web/block/ReadRecord.tsx";
import { useText } from "#kernel/web/language.ts";
import { ActionBar } from "#kernel/web/page/action/ActionBar.tsx";
import { useRunner } from "#kernel/web/page/action/useRunner.tsx";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { StatusTag } from "#kernel/web/page/StatusTag.tsx";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { Button } from "antd";
import { PencilLine } from "lucide-react";
import { inspectPlan } from "./plan.entity.ts";
import { openFrom } from "./parts/open.tsx";
import { PlanMonths } from "./parts/PlanMonths.tsx";

export const page = { route: "inspectPlanDetail", title: ["计划进度", "Plan progress"], keepAlive: false };

/** A plan as it goes: which visits fall in which month, what has come of them, what is late. */
export default function PlanDetailPage() {
  return (
    <ReadRecord find={(id) => entityCall.find(inspectPlan, id)} title={({ planNo }) => [`进度 ${planNo}`, `Progress ${planNo}`]}>
      {(plan, again) => <Plan plan={plan} again={again} />}
    </ReadRecord>
  );
}

function Plan({ plan, again }: { readonly plan: Seen<typeof inspectPlan>; again(): void }) {
  const say = useText();
  const viewer = useViewer();
  const runner = useRunner({ entity: inspectPlan, done: again });
  return (
    <>
      <ReadHead
        title={
          <>
            {plan.planNo} {plan.planName} <StatusTag entity={inspectPlan} code={plan.status} />
          </>
        }
        facts={[plan.orgName, plan.ownerName]}
        buttons={
          <>
            <Button icon={<PencilLine size={14} />} onClick={() => openFrom(viewer, "inspectPlanEdit", plan.id, plan.planNo)}>
              {say(["计划单", "Plan"])}
            </Button>
            <ActionBar entity={inspectPlan} row={plan} viewer={viewer} runner={runner} place="head" />
          </>
        }
      />
      {runner.panel}
      <Progress plan={plan} />
      <PlanMonths plan={plan} again={again} />
      {runner.dialogs}
    </>
  );
}

function Progress({ plan }: { readonly plan: Seen<typeof inspectPlan> }) {
  const say = useText();
  const count = (state: string): number => plan.lines?.filter(({ lineStatus }) => lineStatus === state).length ?? 0;
  const rate = Number(plan.doneRate ?? 0);
  return (
    <Inline role="group" label={say(["完成情况", "Progress"])}>
      <span>{say([`完成 ${rate}%`, `${rate}% done`])}</span>
      <Bar percent={rate} tone="success" size="small" />
      <Words size="small">
        {say([
          `已计划 ${count("PLANNED")} · 已生成 ${count("GENERATED")} · 已完成 ${count("DONE")} · 已延期 ${count("POSTPONED")} · 已取消 ${count("CANCELLED")}`,
          `${count("PLANNED")} planned · ${count("GENERATED")} created · ${count("DONE")} done · ${count("POSTPONED")} postponed · ${count("CANCELLED")} cancelled`,
        ])}
      </Words>
    </Inline>
  );
}
