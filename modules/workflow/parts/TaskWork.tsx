import { useState, type ReactNode } from "react";
import { useText } from "#kernel/web/language.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useNarrow } from "#kernel/web/page/useNarrow.ts";
import { SearchBox } from "#kernel/web/part/SearchBox.tsx";
import { Chosen } from "./Chosen.tsx";
import { TaskCards } from "./TaskCards.tsx";
import { TaskTable, type TaskGroup } from "./TaskTable.tsx";
import type { TodoRow } from "./rows.ts";
import type { Tasks } from "./useTasks.tsx";

interface Props {
  readonly load: Tasks;
  readonly groups: readonly TaskGroup[];
  readonly current: TodoRow | null;
  readonly empty: ReactNode;
  show(row: TodoRow): void;
  open(row: TodoRow): void;
  /** The one thing to do with a task, on its card. */
  act(row: TodoRow): ReactNode;
  /** What can be done with a task at the end of its row. */
  tools?(row: TodoRow): ReactNode;
}

/** Tasks that are searched, chosen, decided together and opened: a table, on a phone cards. */
export function TaskWork({ load, groups, current, empty, show, open, act, tools }: Props) {
  const say = useText();
  const narrow = useNarrow();
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [refusals, setRefusals] = useState<ReadonlyMap<string, string>>(new Map());
  const rows = groups.flatMap((group) => group.rows);
  return (
    <>
      <div className="pg-filters">
        <span className="pg-keyword">
          <SearchBox text={load.keyword} label={say(["单号、主题", "Number or subject"])} change={load.search} />
        </span>
        {picked.size > 0 ? (
          <Chosen
            rows={rows.filter((row) => picked.has(String(row.taskId)))}
            clear={() => setPicked(new Set())}
            told={setRefusals}
            again={load.again}
          />
        ) : null}
      </div>
      <PanelState load={load} empty="" isEmpty={() => false}>
        {() =>
          rows.length === 0 ? (
            empty
          ) : narrow ? (
            <TaskCards groups={groups} open={open} act={act} />
          ) : (
            <TaskTable
              groups={groups}
              picked={picked}
              shown={current ? String(current.taskId) : null}
              said={refusals}
              pick={(ids, on) => setPicked((now) => (on ? new Set([...now, ...ids]) : new Set([...now].filter((id) => !ids.includes(id)))))}
              show={show}
              open={open}
              tools={tools}
            />
          )
        }
      </PanelState>
    </>
  );
}
