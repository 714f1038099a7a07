import type { Entity } from "#kernel/entity.ts";
import type { Row } from "#kernel/page-document.ts";
import { scheduleError } from "#kernel/platform/schedule.entity.ts";
import { call } from "#kernel/web/call.ts";
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
import { LogTail, useTail } from "./parts/LogTail.tsx";
import "./parts/schedule.css";

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
function Groups({ context }: { readonly context: ListContext }) {
  const say = useText();
  const load = useLoad("error-groups", async () => (await call<readonly Group[]>("schedule/errorService/groups")).data);
  useChanged(scheduleError.name, load.again);
  const chosen = String(context.filter["groupKey"] ?? "");
  const choose = (groupKey: string): void => {
    const { groupKey: _, ...rest } = context.filter;
    context.setFilter(groupKey === "" ? rest : { ...rest, groupKey });
  };
  return (
    <nav className="sc-groups" aria-label={say(["按程序和信息归类", "By program and message"])}>
      <h2 className="pg-h3">{say(["归类", "Grouped"])}</h2>
      <PanelState load={load} empty={say(["没有异常。", "No errors."])} isEmpty={(groups) => groups.length === 0}>
        {(groups) => (
          <ul>
            <li>
              <button type="button" className="sc-group" aria-pressed={chosen === ""} onClick={() => choose("")}>
                <span className="sc-group-name">
                  <Layers size={13} aria-hidden /> {say(["全部", "All"])}
                </span>
                <span className="pg-count">{groups.reduce((sum, one) => sum + one.count, 0)}</span>
              </button>
            </li>
            {groups.map((one) => (
              <li key={one.groupKey}>
                <button type="button" className="sc-group" aria-pressed={chosen === one.groupKey} onClick={() => choose(one.groupKey)}>
                  <span className="sc-group-name">{one.name}</span>
                  <span className={one.open > 0 ? "sc-group-open" : "pg-count"}>{one.open > 0 ? one.open : one.count}</span>
                  <span className="sc-group-words">{one.message}</span>
                  <span className="sc-group-words pg-faint">
                    {say([`${one.count} 次，最近 ${one.lastAt.slice(5, 16)}`, `${one.count} times, last ${one.lastAt.slice(5, 16)}`])}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </PanelState>
    </nav>
  );
}

const facts: Entity = {
  ...scheduleError,
  list: ["errorCode", "errorAt", "jobId", "requestId", "handledFlag", "handledBy", "handledAt", "handleNote"],
};

function Log({ requestId }: { readonly requestId: string }) {
  const tail = useTail(requestId, () => undefined);
  return <LogTail lines={tail.lines} isLive={tail.status === "RUNNING"} />;
}

/** One failure: what it said, where it stood, and the log of its run. */
function Failure({ row }: { readonly row: Row }) {
  const say = useText();
  const load = useLoad(`error:${String(row["id"])}`, () => entityCall.find(scheduleError, String(row["id"])));
  return (
    <>
      <p className="sc-failure">{say([String(row["message"]), String(row["messageEn"] ?? row["message"])])}</p>
      <Facts entity={facts} row={row} audience="internal" />
      {row["requestId"] ? (
        <p className="sc-open">
          <PageLink href={`/main/submitRequestDetail?id=${String(row["requestId"])}`}>{say(["打开这次运行", "Open the run"])}</PageLink>
        </p>
      ) : null}
      <div className="pg-block">
        {row["requestId"] ? <Log requestId={String(row["requestId"])} /> : null}
        {load.data?.["stackRef"] ? (
          <details className="sc-stack">
            <summary>{say(["技术细节", "Technical detail"])}</summary>
            <pre>{String(load.data["stackRef"])}</pre>
          </details>
        ) : null}
      </div>
    </>
  );
}

const plain = listSlots({
  hideNew: true,
  rowTone: (row) => (row["handledFlag"] === "Y" ? "muted" : null),
  cells: { message: { width: 340 } },
  sidePanel: (row) => <Failure key={String(row["id"])} row={row} />,
});

const gathered = listSlots({ ...plain, left: (context) => <Groups context={context} /> });

/** What failed, ran out of time or never ran; gathered by cause for whoever looks after the scheduler and so sees all of it. */
export default function ErrorsPage() {
  const viewer = useViewer();
  return (
    <Ground>
      <ListPage entity={scheduleError} slots={viewer.may("btnHandled") ? gathered : plain} />
    </Ground>
  );
}
