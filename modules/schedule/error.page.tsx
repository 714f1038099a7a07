import type { Seen } from "#kernel/seen.ts";
import type { Entity } from "#kernel/entity.ts";
import { scheduleError } from "#kernel/platform/schedule.entity.ts";
import { call } from "#kernel/web/call.ts";
import { Item, ItemList } from "#kernel/web/block/ItemList.tsx";
import { Badge, Notice } from "#kernel/web/block/Notice.tsx";
import { LogLines } from "#kernel/web/block/LogLines.tsx";
import { LeftPane } from "#kernel/web/block/SidePane.tsx";
import { useText } from "#kernel/web/language.ts";
import { useChanged } from "#kernel/web/page/changes.ts";
import { Facts } from "#kernel/web/page/document/Facts.tsx";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { ListPage } from "#kernel/web/page/list/ListPage.tsx";
import { PageLink } from "#kernel/web/page/PageLink.tsx";
import { useViewer } from "#kernel/web/page/viewer.ts";
import type { ListContext } from "#kernel/web/page/slots.ts";
import { Ground } from "#kernel/web/part/Ground.tsx";
import { listSlots } from "#kernel/web/part/listSlots.ts";
import { Layers } from "lucide-react";
import { useTail } from "./parts/useTail.tsx";

export const page = { route: "schedulingError", title: ["调度异常", "Scheduling errors"] };

interface Group {
  readonly groupKey: string;
  readonly jobCode: string;
  readonly name: string;
  readonly errorCode: string;
  readonly message: string;
  readonly count: number;
  readonly open: number;
  readonly lastAt: string;
}

/** The same failure of the same program once, with how often and since when; a press shows its runs. */
function Groups({ context }: { readonly context: ListContext<typeof scheduleError> }) {
  const say = useText();
  const load = useLoad("error-groups", async () => (await call<readonly Group[]>("schedule/errorService/groups")).data);
  useChanged(scheduleError.name, load.again);
  const chosen = String(context.filter.groupKey ?? "");
  const choose = (groupKey: string): void => {
    const { groupKey: _, ...rest } = context.filter;
    context.setFilter(groupKey === "" ? rest : { ...rest, groupKey });
  };
  return (
    <LeftPane label={say(["按程序和信息归类", "By program and message"])} title={say(["归类", "Grouped"])}>
      <PanelState load={load} empty={say(["没有异常。", "No errors."])} isEmpty={(groups) => groups.length === 0}>
        {(groups) => (
          <ItemList>
            <Item
              lead={<Layers size={13} aria-hidden />}
              title={say(["全部", "All"])}
              end={<Badge>{groups.reduce((sum, group) => sum + group.count, 0)}</Badge>}
              selected={chosen === ""}
              press={() => choose("")}
            />
            {groups.map(({ groupKey, name, open, count, message, lastAt }) => (
              <Item
                key={groupKey}
                title={name}
                note={`${message} · ${say([`${count} 次，最近 ${lastAt.slice(5, 16)}`, `${count} times, last ${lastAt.slice(5, 16)}`])}`}
                end={open > 0 ? <Badge tone="error">{open}</Badge> : <Badge>{count}</Badge>}
                selected={chosen === groupKey}
                press={() => choose(groupKey)}
              />
            ))}
          </ItemList>
        )}
      </PanelState>
    </LeftPane>
  );
}

const facts: Entity = {
  ...scheduleError,
  list: ["errorCode", "errorAt", "jobId", "requestId", "handledFlag", "handledBy", "handledAt", "handleNote"],
};

function Log({ requestId }: { readonly requestId: string }) {
  const tail = useTail(requestId, () => undefined);
  return <LogLines lines={tail.lines} isLive={tail.status === "RUNNING"} />;
}

/** One failure: what it said, where it stood, and the log of its run. */
function Failure({ row }: { readonly row: Seen<typeof scheduleError> }) {
  const say = useText();
  const load = useLoad(`error:${String(row.id)}`, () => entityCall.find(scheduleError, String(row.id)));
  return (
    <>
      <Notice tone="error">{say([String(row.message), String(row.messageEn ?? row.message)])}</Notice>
      <Facts entity={facts} row={row} audience="internal" />
      {row.requestId ? (
        <p className="pg-block">
          <PageLink href={`/main/submitRequestDetail?id=${String(row.requestId)}`}>{say(["打开这次运行", "Open the run"])}</PageLink>
        </p>
      ) : null}
      <div className="pg-block">
        {row.requestId ? <Log requestId={String(row.requestId)} /> : null}
        {load.data?.stackRef ? (
          <details>
            <summary>{say(["技术细节", "Technical detail"])}</summary>
            <pre className="bk-code">{String(load.data.stackRef)}</pre>
          </details>
        ) : null}
      </div>
    </>
  );
}

const plain = listSlots<typeof scheduleError>({
  hideNew: true,
  rowTone: (row) => (row.handledFlag === "Y" ? "muted" : null),
  cells: { message: { width: 340 } },
  sidePanel: (row) => <Failure key={String(row.id)} row={row} />,
});

const gathered = listSlots<typeof scheduleError>({ ...plain, left: (context) => <Groups context={context} /> });

/** What failed, ran out of time or never ran; gathered by cause for whoever looks after the scheduler and so sees all of it. */
export default function ErrorsPage() {
  const viewer = useViewer();
  return (
    <Ground>
      <ListPage entity={scheduleError} slots={viewer.may("btnHandled") ? gathered : plain} />
    </Ground>
  );
}
