import { Checkbox } from "antd";
import { BellRing, MessageCircleQuestion } from "lucide-react";
import type { ReactNode } from "react";
import type { Row } from "#kernel/page-document.ts";
import { amountText } from "#kernel/page-format.ts";
import { withoutNumber } from "#kernel/home.ts";
import { useText } from "#kernel/web/language.ts";
import { minutesUntil, shortTime, span } from "./time.tsx";
import { isSelectable } from "./selection.ts";

export interface TaskGroup {
  readonly key: string;
  readonly name: string;
  readonly rows: readonly Row[];
}

/** Tasks by the kind of document, the largest group first; overdue ones lead their group. */
export function groupsOf(rows: readonly Row[]): readonly TaskGroup[] {
  const groups = Map.groupBy(rows, (row) => String(row["billTypeCode"]));
  return [...groups]
    .map(([key, members]) => ({
      key,
      name: String(members[0]!["billTypeName"] || key),
      rows: members.toSorted(
        (a, b) =>
          String(b["overdueFlag"]).localeCompare(String(a["overdueFlag"])) ||
          String(a["dueDate"] ?? "9").localeCompare(String(b["dueDate"] ?? "9")),
      ),
    }))
    .sort((a, b) => b.rows.length - a.rows.length || a.key.localeCompare(b.key));
}

interface Props {
  readonly groups: readonly TaskGroup[];
  readonly picked?: ReadonlySet<string> | undefined;
  readonly shown: string | null;
  /** Said on a row: why it could not be passed. */
  readonly said?: ReadonlyMap<string, string> | undefined;
  pick?: ((ids: readonly string[], on: boolean) => void) | undefined;
  show(row: Row): void;
  open(row: Row): void;
  tools?: ((row: Row) => ReactNode) | undefined;
}

/** Tasks as one dense table with a heading for each kind of document. */
export function TaskTable({ groups, picked, shown, said, pick, show, open, tools }: Props) {
  const say = useText();
  const columns = 6 + (pick ? 1 : 0) + (tools ? 1 : 0);
  return (
    <div className="wf-tasks" data-keep-scroll tabIndex={0} role="region" aria-label={say(["待办列表", "Tasks"])}>
      <table>
        <thead>
          <tr>
            {pick ? <th scope="col" className="wf-pick" aria-label={say(["选择", "Choose"])} /> : null}
            <th scope="col">{say(["单据", "Document"])}</th>
            <th scope="col">{say(["主题", "Subject"])}</th>
            <th scope="col" className="wf-by">
              {say(["发起人", "Submitted by"])}
            </th>
            <th scope="col">{say(["节点", "Step"])}</th>
            <th scope="col" className="pg-right">
              {say(["金额", "Amount"])}
            </th>
            <th scope="col">{say(["时限", "Time limit"])}</th>
            {tools ? <th scope="col">{say(["操作", "Action"])}</th> : null}
          </tr>
        </thead>
        {groups.map((group) => {
          const ids = group.rows.filter(isSelectable).map((row) => String(row["taskId"]));
          const chosen = ids.filter((id) => picked?.has(id)).length;
          return (
            <tbody key={group.key}>
              <tr className="wf-group">
                {pick ? (
                  <td className="wf-pick">
                    {ids.length > 0 ? (
                      <Checkbox
                        checked={chosen === ids.length}
                        indeterminate={chosen > 0 && chosen < ids.length}
                        aria-label={say([`选择全部${group.name}`, `Choose all ${group.name}`])}
                        onChange={(event) => pick(ids, event.target.checked)}
                      />
                    ) : null}
                  </td>
                ) : null}
                <th scope="rowgroup" colSpan={columns - (pick ? 1 : 0)}>
                  {group.name} <span className="pg-count">{group.rows.length}</span>
                </th>
              </tr>
              {group.rows.map((row) => (
                <TaskLine key={String(row["taskId"])} row={row} columns={columns} {...{ picked, shown, said, pick, show, open, tools }} />
              ))}
            </tbody>
          );
        })}
      </table>
    </div>
  );
}

function TaskLine({
  row,
  columns,
  picked,
  shown,
  said,
  pick,
  show,
  open,
  tools,
}: Omit<Props, "groups"> & { readonly row: Row; readonly columns: number }) {
  const say = useText();
  const id = String(row["taskId"]);
  const number = String(row["billNum"] ?? "");
  return (
    <>
      <tr
        data-current={shown === id || undefined}
        data-late={row["overdueFlag"] === "Y" || undefined}
        onClick={(event) => (event.target as HTMLElement).closest("button,label,input") === null && show(row)}
        onDoubleClick={() => open(row)}
      >
        {pick ? (
          <td className="wf-pick">
            <Checkbox
              checked={picked?.has(id) ?? false}
              disabled={!isSelectable(row)}
              title={isSelectable(row) ? undefined : say(["此类单据须逐件审批", "Decided individually"])}
              aria-label={say([`选择 ${number}`, `Choose ${number}`])}
              onChange={(event) => pick([id], event.target.checked)}
            />
          </td>
        ) : null}
        <td>
          <button type="button" className="pg-link" onClick={() => show(row)}>
            {number || "–"}
          </button>
        </td>
        <td className="wf-cut" title={String(row["subject"] ?? "")}>
          <Marks row={row} />
          {withoutNumber(String(row["subject"] ?? ""), number)}
        </td>
        <td className="wf-by">{String(row["starterUserName"] ?? "")}</td>
        <td>
          {String(row["nodeName"] ?? "")}
          {row["kind"] === "GROUP" ? <span className="pg-code">{say(["待认领", "to be claimed"])}</span> : null}
          {row["fromUserId"] ? (
            <span className="pg-code">{say([`代${String(row["fromUserName"] ?? "")}`, `for ${String(row["fromUserName"] ?? "")}`])}</span>
          ) : null}
        </td>
        <td className="pg-right pg-figure">{row["amount"] ? amountText(row["amount"], String(row["currency"] ?? "CNY")) : "–"}</td>
        <td>
          <Limit row={row} />
        </td>
        {tools ? <td>{tools(row)}</td> : null}
      </tr>
      {said?.has(id) ? (
        <tr className="wf-said-row">
          <td colSpan={columns}>
            <p className="pg-error" role="alert">
              {number}：{said.get(id)}
            </p>
          </td>
        </tr>
      ) : null}
    </>
  );
}

/** What deserves a look before the subject: urged, or a question open. */
export function Marks({ row }: { readonly row: Row }) {
  const say = useText();
  const urged = Number(row["urgeCount"] ?? 0);
  return (
    <>
      {urged > 0 ? (
        <span className="wf-mark" title={say([`被催办 ${urged} 次`, `Reminded ${urged} times`])}>
          <BellRing size={13} aria-label={say([`被催办 ${urged} 次`, `Reminded ${urged} times`])} />
        </span>
      ) : null}
      {row["askedFlag"] === "Y" ? (
        <span className="wf-mark" title={say(["等待答复", "Waiting for an answer"])}>
          <MessageCircleQuestion size={13} aria-label={say(["等待答复", "Waiting for an answer"])} />
        </span>
      ) : null}
    </>
  );
}

/** A distance when overdue, the time otherwise; without a limit, how long it has waited. */
export function Limit({ row }: { readonly row: Row }) {
  const say = useText();
  const due = row["dueDate"] as string | null;
  const left = minutesUntil(due);
  // Minutes count within the first hour; after it, whole hours are enough.
  const waited = -(minutesUntil(row["arrivedAt"] as string | null) ?? 0);
  const [cn, en] = span(waited < 60 ? waited : Math.floor(waited / 60) * 60);
  if (left === null) return <span className="pg-faint">{say([`已等 ${cn}`, `waiting ${en}`])}</span>;
  if (row["overdueFlag"] === "Y" || left < 0)
    return <span className="wf-late">{say([`超 ${span(-left)[0]}`, `${span(-left)[1]} late`])}</span>;
  return <span className={left < 480 ? "wf-soon" : undefined}>{shortTime(due)}</span>;
}
