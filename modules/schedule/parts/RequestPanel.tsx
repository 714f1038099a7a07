import type { Seen } from "#kernel/seen.ts";
import type { Entity } from "#kernel/entity.ts";
import { scheduleRequest } from "#kernel/platform/schedule.entity.ts";
import { LogLines } from "#kernel/web/block/LogLines.tsx";
import { useText } from "#kernel/web/language.ts";
import { Facts } from "#kernel/web/page/document/Facts.tsx";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { PageLink } from "#kernel/web/page/PageLink.tsx";
import { NextRuns } from "./CronField.tsx";
import { useTail } from "./useTail.tsx";
import { ParamsTable } from "./ParamsTable.tsx";

const facts: Entity = {
  ...scheduleRequest,
  list: ["requestNum", "jobId", "submitType", "runAt", "startedAt", "finishedAt", "tryCount", "workerId", "createdBy", "resultMsg"],
};

/** A run beside the list: its facts, its parameters, and what it says. */
export function RequestPanel({ row }: { readonly row: Seen<typeof scheduleRequest> }) {
  const say = useText();
  const id = String(row.id);
  const load = useLoad(`request:${id}`, () => entityCall.find(scheduleRequest, id));
  const tail = useTail(id, load.again);
  return (
    <>
      <Facts entity={facts} row={row} audience="internal" most={10} />
      <p className="pg-block">
        <PageLink href={`/main/submitRequestDetail?id=${id}`} title={String(row.requestNum)}>
          {say(["打开整页", "Open the page"])}
        </PageLink>
      </p>
      <div className="pg-block">
        <PanelState load={load} empty="" isEmpty={() => false}>
          {(whole) => (
            <>
              {whole.scheduleFlag === "Y" ? <NextRuns cron={String(whole.cron)} zone={String(whole.timeZone)} /> : null}
              <ParamsTable request={whole} />
            </>
          )}
        </PanelState>
        {row.scheduleFlag === "Y" ? null : <LogLines lines={tail.lines} isLive={tail.status === "RUNNING"} />}
      </div>
    </>
  );
}
