import type { Seen } from "#kernel/seen.ts";
import type { Entity } from "#kernel/entity.ts";
import { scheduleRequest } from "#kernel/platform/schedule.entity.ts";
import { Bar } from "#kernel/web/block/Bar.tsx";
import { Inline, Stack, Words } from "#kernel/web/block/layout.tsx";
import { SidePane } from "#kernel/web/block/SidePane.tsx";
import { LogLines } from "#kernel/web/block/LogLines.tsx";
import { useText } from "#kernel/web/language.ts";
import { ActionBar } from "#kernel/web/page/action/ActionBar.tsx";
import { useRunner } from "#kernel/web/page/action/useRunner.tsx";
import { useChanged } from "#kernel/web/page/changes.ts";
import { Facts } from "#kernel/web/page/document/Facts.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { FieldText } from "#kernel/web/page/field/FieldText.tsx";
import { PageLink } from "#kernel/web/page/PageLink.tsx";
import { EditWaiting } from "#kernel/web/page/states.tsx";
import { StatusTag } from "#kernel/web/page/StatusTag.tsx";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { OwnPage, PageFrame } from "#kernel/web/part/OwnPage.tsx";
import { openPage } from "#kernel/web/router.ts";
import { useTab } from "#kernel/web/tabs.ts";
import { Button } from "antd";
import { CircleX } from "lucide-react";
import { NextRuns } from "./parts/CronField.tsx";
import { useTail } from "./parts/useTail.tsx";
import { ParamsTable } from "./parts/ParamsTable.tsx";
import { runTones } from "./parts/Progress.tsx";
import { Tries } from "./parts/Tries.tsx";

export const page = { route: "submitRequestDetail", title: ["请求详情", "Request"] };

const facts: Entity = {
  ...scheduleRequest,
  list: ["requestNum", "submitType", "runAt", "startedAt", "finishedAt", "workerId", "createdBy", "parentRequestId"],
};

const withActions = (...names: readonly (keyof typeof scheduleRequest.actions)[]): Entity => ({
  ...scheduleRequest,
  actions: Object.fromEntries(names.map((name) => [name, scheduleRequest.actions[name]])),
});
/** A schedule is paused and resumed, a run is repeated; both can be ended while they are open. */
const plan = withActions("doPause", "doResume");
const once = withActions("doRerun");
const open = new Set(["WAITING", "RUNNING", "PAUSED"]);

/** The run that came of running this one again. */
async function openRerun(id: string): Promise<void> {
  const { data } = await entityCall.page(scheduleRequest, {
    parentRequestId: [id],
    pageIndex: 1,
    pageRows: 1,
    orderBy: [{ key: "requestNum", dir: "desc" }],
  });
  const [made] = data;
  if (made) await openPage({ path: "submitRequestDetail", query: { id: String(made.id) }, title: String(made.requestNum) });
}

function Opened({ row, again }: { readonly row: Seen<typeof scheduleRequest>; again(): void }) {
  const say = useText();
  const viewer = useViewer();
  const id = String(row.id);
  const tail = useTail(id, again);
  const runner = useRunner({ entity: scheduleRequest, done: (_document, action) => (action === "doRerun" ? void openRerun(id) : again()) });
  const status = tail.status ?? String(row.status);
  const isPlan = row.scheduleFlag === "Y";
  const isLive = status === "RUNNING";
  const percent = tail.status ? tail.progress : Number(row.progress ?? 0);
  const shown: Seen<typeof scheduleRequest> = { ...row, status };
  return (
    <PageFrame
      title={String(row.jobName ?? row.jobCode)}
      truth={
        <>
          <StatusTag entity={scheduleRequest} code={status} /> {String(row.requestNum)} ·{" "}
          <PageLink href={`/main/concurrentPrograms/ConcurrentProgramsDetail?id=${String(row.jobId)}`} title={String(row.jobCode)}>
            {String(row.jobCode)}
          </PageLink>
          {row.resultMsg ? <> · {say([String(row.resultMsg), String(row.resultMsgEn ?? row.resultMsg)])}</> : null}
        </>
      }
      buttons={
        <>
          {open.has(status) && viewer.may("btnCancel") ? (
            <Button
              danger
              icon={<CircleX size={14} />}
              loading={runner.busy === "doCancel"}
              onClick={() => void runner.run("doCancel", shown)}
            >
              {say(scheduleRequest.actions.doCancel.label)}
            </Button>
          ) : null}
          <ActionBar entity={isPlan ? plan : once} row={shown} viewer={viewer} runner={runner} place="head" />
        </>
      }
      side={
        <SidePane label={say(["请求信息", "About the request"])}>
          <Facts entity={facts} row={row} audience="internal" most={8} />
          <ParamsTable request={row} />
          {isPlan ? null : <Tries tries={row.tries ?? []} isLive={isLive} />}
          {row.outputFileIds ? (
            <section className="pc-section">
              <h3 className="pg-h3">{say(["输出文件", "Output files"])}</h3>
              <FieldText field={scheduleRequest.fields.outputFileIds} fieldKey="outputFileIds" row={row} />
            </section>
          ) : null}
        </SidePane>
      }
    >
      {isPlan ? (
        <section className="pc-section">
          <h3 className="pg-h3">{say(["计划", "Schedule"])}</h3>
          <NextRuns cron={String(row.cron)} zone={String(row.timeZone)} />
        </section>
      ) : (
        <Stack grow>
          <Inline noWrap>
            <Bar percent={percent} tone={runTones[status] ?? "info"} size="large" label={say(["进度", "Progress"])} />
            <b>{percent}%</b>
            <Words size="small">{isLive ? (tail.progressText ?? "") : ""}</Words>
          </Inline>
          <LogLines lines={tail.lines} isLive={isLive} />
        </Stack>
      )}
      {runner.dialogs}
    </PageFrame>
  );
}

/** One run: how far it is, what it says, what it was given, and each of its tries. */
export default function RequestPage() {
  const { query } = useTab();
  const id = query.id ?? "";
  const load = useLoad(`request:${id}`, () => entityCall.find(scheduleRequest, id));
  useChanged(scheduleRequest.name, (changed) => {
    if (changed.some((row) => row.id === id)) load.again();
  });
  return (
    <OwnPage>
      {load.data === null ? (
        <EditWaiting label={scheduleRequest.label} error={load.error} again={load.again} />
      ) : (
        <Opened key={id} row={load.data} again={load.again} />
      )}
    </OwnPage>
  );
}
