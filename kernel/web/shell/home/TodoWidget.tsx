import { CalendarX2, ListChecks, Stamp } from "lucide-react";
import { useEffect, useState } from "react";
import { format } from "../../../decimal.ts";
import { groupTodos, lateness, todoGroup, withoutNumber } from "../../../home.ts";
import type { TodoData, TodoGroup, TodoRow, Widget } from "../../../home.ts";
import type { Text } from "../../../text.ts";
import { usePulse } from "../../heartbeat.ts";
import { useText } from "../../language.ts";
import { FirstDay } from "./FirstDay.tsx";
import { useWidget } from "./useWidget.ts";
import { DrillLink, WidgetFrame } from "./WidgetFrame.tsx";

type Filter = "all" | TodoGroup | "APPROVAL" | "MATTER";
const groupNames: Record<TodoGroup, Text> = { overdue: ["已超期", "Overdue"], today: ["今天到期", "Due today"], later: ["之后", "Later"] };

const fits = (row: TodoRow, filter: Filter, asOf: string): boolean =>
  filter === "all" || row.kind === filter || todoGroup(row, asOf) === filter;

/** What I must do, as a table: overdue, today, later, each with its count. */
export function TodoWidget({ widget, turn, figures }: { readonly widget: Widget; readonly turn: number; readonly figures: number }) {
  const t = useText();
  const state = useWidget<TodoData>(widget, turn);
  const [filter, setFilter] = useState<Filter>("all");
  const { data } = state;
  const asOf = data?.asOf ?? "";
  const rows = data?.rows ?? [];
  const total = data?.total;
  // The number at the menu is this one, read a moment ago.
  useEffect(() => {
    if (total !== undefined) usePulse.setState({ todo: total });
  }, [total]);
  const tally = (filtered: Filter): number => (filtered === "all" || filtered === "later" ? (total ?? 0) : (data?.tallies[filtered] ?? 0));
  /** Of all of them, not only of those there is room for. */
  const inGroup = (group: TodoGroup): number => (group === "later" ? tally("all") - tally("overdue") - tally("today") : tally(group));
  const filters: readonly [Filter, Text][] = [
    ["all", ["全部", "All"]],
    ["overdue", ["超期", "Overdue"]],
    ["today", ["今天", "Today"]],
    ["APPROVAL", ["审批", "Approvals"]],
    ["MATTER", ["事项", "Tasks"]],
  ];
  // A filter that keeps everything or nothing filters nothing.
  const offered = filters.filter(([key]) => key === "all" || key === filter || (tally(key) > 0 && tally(key) < (total ?? 0)));
  return (
    <WidgetFrame
      widget={widget}
      state={state}
      count={data?.total}
      aside={
        rows.length === 0 ? null : (
          <>
            <div className="h-segments" role="group" hidden={offered.length < 2} aria-label={t(["筛选待办", "Filter to-dos"])}>
              {offered.map(([key, text]) => (
                <button key={key} type="button" aria-pressed={filter === key} onClick={() => setFilter(key)}>
                  {t(text)} {tally(key)}
                </button>
              ))}
            </div>
            {widget.drillRoute ? <DrillLink drill={{ route: widget.drillRoute }}>{t(["全部打开", "Open all"])}</DrillLink> : null}
          </>
        )
      }
    >
      {rows.length === 0 ? (
        <FirstDay figures={figures} />
      ) : (
        <div className="h-table-box">
          <table className="h-table h-todos" data-amounts={rows.some((row) => row.amount)}>
            <thead>
              <tr>
                <th scope="col">{t(["类型", "Kind"])}</th>
                <th scope="col">{t(["事由", "Subject"])}</th>
                <th scope="col">{t(["单据号", "Document"])}</th>
                <th scope="col">{t(["提交人", "From"])}</th>
                <th scope="col" className="h-num">
                  {t(["金额", "Amount"])}
                </th>
                <th scope="col">{t(["处理时限", "Time limit"])}</th>
              </tr>
            </thead>
            {groupTodos(
              rows.filter((row) => fits(row, filter, asOf)),
              asOf,
            ).map(([group, members]) => (
              <tbody key={group}>
                <tr className="h-group" data-group={group}>
                  <th scope="rowgroup" colSpan={6}>
                    {t(groupNames[group])} {filter === "all" ? inGroup(group) : members.length}
                  </th>
                </tr>
                {members.map((row) => (
                  <TodoLine key={row.id} row={row} asOf={asOf} />
                ))}
              </tbody>
            ))}
          </table>
        </div>
      )}
    </WidgetFrame>
  );
}

function TodoLine({ row, asOf }: { readonly row: TodoRow; readonly asOf: string }) {
  const t = useText();
  const approval = row.kind === "APPROVAL";
  const Icon = approval ? Stamp : ListChecks;
  return (
    <tr>
      <td className="h-kind">
        <Icon size={14} aria-hidden />
        <span>{approval ? t(["审批", "Approval"]) : t(["事项", "Task"])}</span>
      </td>
      <td className="h-cut" title={row.matter}>
        {withoutNumber(row.matter, row.number)}
      </td>
      <td className="h-number">
        <DrillLink drill={row}>{row.number || t(["打开", "Open"])}</DrillLink>
      </td>
      <td className="h-from" title={row.from}>
        {row.from || "–"}
      </td>
      <td className="h-num" data-none={row.amount ? undefined : ""}>
        {row.amount ? (
          <>
            {row.currency ? <small>{row.currency} </small> : null}
            {format(row.amount, { scale: 2, thousands: true })}
          </>
        ) : (
          "–"
        )}
      </td>
      <td className="h-limit">
        <TimeLimit dueAt={row.dueAt ?? null} asOf={asOf} />
      </td>
    </tr>
  );
}

/** A distance when overdue, an hour when today, a date later. */
function TimeLimit({ dueAt, asOf }: { readonly dueAt: string | null; readonly asOf: string }) {
  const t = useText();
  if (dueAt === null) return "–";
  const group = todoGroup({ dueAt }, asOf);
  if (group === "later") return dueAt.slice(0, 4) === asOf.slice(0, 4) ? dueAt.slice(5, 10) : dueAt.slice(0, 10);
  if (group === "today") return t([`今天 ${dueAt.slice(11, 16)}`, `Today ${dueAt.slice(11, 16)}`]);
  const { days, hours, minutes } = lateness(dueAt, asOf);
  const cn = days > 0 ? `${days} 天${hours > 0 ? ` ${hours} 小时` : ""}` : hours > 0 ? `${hours} 小时` : `${minutes} 分钟`;
  const en = days > 0 ? `${days} d${hours > 0 ? ` ${hours} h` : ""}` : hours > 0 ? `${hours} h` : `${minutes} min`;
  return (
    <span className="h-late">
      <CalendarX2 size={13} aria-hidden />
      {t([`超 ${cn}`, `${en} late`])}
    </span>
  );
}
