import type { Row } from "#kernel/page-document.ts";
import { useText } from "#kernel/web/language.ts";
import { ActionBar } from "#kernel/web/page/action/ActionBar.tsx";
import { useRunner } from "#kernel/web/page/action/useRunner.tsx";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { StatusTag } from "#kernel/web/page/StatusTag.tsx";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { OwnPage } from "#kernel/web/part/OwnPage.tsx";
import { openPage } from "#kernel/web/router.ts";
import { useTab } from "#kernel/web/tabs.ts";
import { Button } from "antd";
import { PencilLine } from "lucide-react";
import { useEffect } from "react";
import { inspectPlan } from "./plan.entity.ts";
import { PlanMonths } from "./parts/PlanMonths.tsx";
import "./parts/inspect.css";

export const page = { route: "inspectPlanDetail", title: ["计划进度", "Plan progress"], keepAlive: false };

/** A plan as it goes: which visits fall in which month, what has come of them, what is late. */
export default function PlanDetailPage() {
  return (
    <OwnPage of={["id"]}>
      <Body />
    </OwnPage>
  );
}

function Body() {
  const tab = useTab();
  const viewer = useViewer();
  const say = useText();
  const id = tab.query["id"] ?? "";
  const load = useLoad(`plan:${id}`, () => entityCall.find(inspectPlan, id));
  const runner = useRunner({ entity: inspectPlan, done: load.again });
  const number = String(load.data?.["planNo"] ?? "");
  useEffect(() => {
    if (number) tab.setTitle([`进度 ${number}`, `Progress ${number}`]);
  }, [number, tab]);
  const edit = (): void =>
    void openPage({ path: "inspectPlanEdit", query: { id }, title: number, ...(viewer.menuId ? { menuId: viewer.menuId } : {}) });
  return (
    <div className="li-scroll">
      <div className="li-page">
        <PanelState load={load} empty="" isEmpty={() => false}>
          {(plan) => (
            <>
              <header className="li-head">
                <div>
                  <h1>
                    {number} {String(plan["planName"])} <StatusTag entity={inspectPlan} code={plan["status"]} />
                  </h1>
                  <p>
                    <span>{String(plan["orgName"] ?? "")}</span>
                    <span>{String(plan["ownerName"] ?? "")}</span>
                  </p>
                </div>
                <div className="li-head-buttons">
                  <Button icon={<PencilLine size={14} />} onClick={edit}>
                    {say(["计划单", "Plan"])}
                  </Button>
                  <ActionBar entity={inspectPlan} row={plan} viewer={viewer} runner={runner} place="head" />
                </div>
              </header>
              {runner.panel}
              <Progress plan={plan} />
              <PlanMonths plan={plan} again={load.again} />
              {runner.dialogs}
            </>
          )}
        </PanelState>
      </div>
    </div>
  );
}

function Progress({ plan }: { readonly plan: Row }) {
  const say = useText();
  const lines = (plan["lines"] as Row[] | undefined) ?? [];
  const count = (...states: string[]): number => lines.filter((one) => states.includes(String(one["lineStatus"]))).length;
  const rate = Number(plan["doneRate"] ?? 0);
  return (
    <div className="li-progress" role="group" aria-label={say(["完成情况", "Progress"])}>
      <span>{say([`完成 ${rate}%`, `${rate}% done`])}</span>
      <i>
        <b style={{ width: `${rate}%` }} />
      </i>
      <span className="li-empty">
        {say([
          `已计划 ${count("PLANNED")} · 已生成 ${count("GENERATED")} · 已完成 ${count("DONE")} · 已延期 ${count("POSTPONED")} · 已取消 ${count("CANCELLED")}`,
          `${count("PLANNED")} planned · ${count("GENERATED")} created · ${count("DONE")} done · ${count("POSTPONED")} postponed · ${count("CANCELLED")} cancelled`,
        ])}
      </span>
    </div>
  );
}
