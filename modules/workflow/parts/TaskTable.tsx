import { PlainTable } from "#kernel/web/block/PlainTable.tsx";
import { Notice } from "#kernel/web/block/Notice.tsx";
import { Mark } from "#kernel/web/block/Mark.tsx";
import { Inline, Words } from "#kernel/web/block/layout.tsx";
import { Checkbox } from "antd";
import { BellRing, MessageCircleQuestion } from "lucide-react";
import type { ReactNode } from "react";
import { amountText } from "#kernel/page-format.ts";
import { withoutNumber } from "#kernel/home.ts";
import { useText } from "#kernel/web/language.ts";
import { minutesUntil, shortTime, span } from "./time.tsx";
import { isSelectable } from "./selection.ts";
import type { TodoRow } from "./rows.ts";

export interface TaskGroup {
  readonly key: string;
  readonly name: string;
  readonly rows: readonly TodoRow[];
}

/** Tasks by the kind of document, the largest group first; overdue ones lead their group. */
export function groupsOf(rows: readonly TodoRow[]): readonly TaskGroup[] {
  const groups = Map.groupBy(rows, (row) => String(row.billTypeCode));
  return [...groups]
    .map(([key, members]) => ({
      key,
      name: String(members[0]!.billTypeName || key),
      rows: members.toSorted(
        (a, b) =>
          String(b.overdueFlag).localeCompare(String(a.overdueFlag)) || String(a.dueDate ?? "9").localeCompare(String(b.dueDate ?? "9")),
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
  show(row: TodoRow): void;
  open(row: TodoRow): void;
  tools?: ((row: TodoRow) => ReactNode) | undefined;
}

/** Tasks as one dense table with a heading for each kind of document. */
export function TaskTable({ groups, picked, shown, said, pick, show, open, tools }: Props) {
  const say = useText();
  const firsts = new Map(groups.map((group) => [group.rows[0], group]));
  return (
    <PlainTable
      label={say(["待办列表", "Tasks"])}
      rows={groups.flatMap(({ rows }) => rows)}
      rowKey={(row) => String(row.taskId)}
      selected={(row) => row.taskId === shown}
      press={show}
      open={open}
      group={(row) => {
        const group = firsts.get(row);
        return group ? <GroupHead group={group} picked={picked} pick={pick} /> : null;
      }}
      expand={(row) => {
        const refusal = said?.get(String(row.taskId));
        return refusal ? (
          <Notice tone="error" alert>
            {String(row.billNum ?? "")}：{refusal}
          </Notice>
        ) : null;
      }}
      columns={[
        pick && {
          key: "pick",
          title: <span className="pg-sr">{say(["选择", "Choose"])}</span>,
          width: 36,
          cell: (row) => (
            <Checkbox
              checked={picked?.has(String(row.taskId)) ?? false}
              disabled={!isSelectable(row)}
              title={isSelectable(row) ? undefined : say(["此类单据须逐件审批", "Decided individually"])}
              aria-label={say([`选择 ${String(row.billNum ?? "")}`, `Choose ${String(row.billNum ?? "")}`])}
              onChange={(event) => pick([String(row.taskId)], event.target.checked)}
            />
          ),
        },
        {
          key: "document",
          title: say(["单据", "Document"]),
          noWrap: true,
          cell: (row) => (
            <button type="button" className="pg-link" onClick={() => show(row)}>
              {String(row.billNum ?? "") || "–"}
            </button>
          ),
        },
        {
          key: "subject",
          title: say(["主题", "Subject"]),
          cut: true,
          cell: (row) => (
            <span title={String(row.subject ?? "")}>
              <Marks row={row} />
              {withoutNumber(String(row.subject ?? ""), String(row.billNum ?? ""))}
            </span>
          ),
        },
        // Beside an open panel, which names the person, the subject needs the room more.
        shown === null && {
          key: "by",
          title: say(["发起人", "Submitted by"]),
          noWrap: true,
          cell: (row) => String(row.starterUserName ?? ""),
        },
        {
          key: "step",
          title: say(["节点", "Step"]),
          noWrap: true,
          cell: (row) => (
            <>
              {String(row.nodeName ?? "")}
              {row.kind === "GROUP" ? (
                <span className={row.nodeName ? "pg-code" : "pg-faint"}>{say(["待认领", "to be claimed"])}</span>
              ) : null}
              {row.fromUserId ? (
                <span className="pg-code">{say([`代${String(row.fromUserName ?? "")}`, `for ${String(row.fromUserName ?? "")}`])}</span>
              ) : null}
            </>
          ),
        },
        {
          key: "amount",
          title: say(["金额", "Amount"]),
          number: true,
          cell: (row) => (row.amount ? amountText(row.amount, String(row.currency ?? "CNY")) : "–"),
        },
        { key: "limit", title: say(["时限", "Time limit"]), noWrap: true, cell: (row) => <Limit row={row} /> },
        tools && { key: "tools", title: say(["操作", "Action"]), noWrap: true, cell: tools },
      ]}
    />
  );
}

/** The kind of document, with the box that chooses all of them. */
function GroupHead({ group, picked, pick }: Pick<Props, "picked" | "pick"> & { readonly group: TaskGroup }) {
  const say = useText();
  const ids = group.rows.filter(isSelectable).map((row) => String(row.taskId));
  const chosen = ids.filter((id) => picked?.has(id)).length;
  return (
    <Inline as="span">
      {pick && ids.length > 0 ? (
        <Checkbox
          checked={chosen === ids.length}
          indeterminate={chosen > 0 && chosen < ids.length}
          aria-label={say([`选择全部${group.name}`, `Choose all ${group.name}`])}
          onChange={(event) => pick(ids, event.target.checked)}
        />
      ) : null}
      {group.name} <span className="pg-count">{group.rows.length}</span>
    </Inline>
  );
}

/** What deserves a look before the subject: urged, or a question open. */
export function Marks({ row }: { readonly row: TodoRow }) {
  const say = useText();
  const urged = Number(row.urgeCount ?? 0);
  return (
    <>
      {urged > 0 ? (
        <Mark
          tone="warning"
          icon={BellRing}
          label={say([`被催办 ${urged} 次`, `Reminded ${urged} times`])}
          tip={say([`被催办 ${urged} 次`, `Reminded ${urged} times`])}
        />
      ) : null}
      {row.askedFlag === "Y" ? (
        <Mark
          tone="warning"
          icon={MessageCircleQuestion}
          label={say(["等待答复", "Waiting for an answer"])}
          tip={say(["等待答复", "Waiting for an answer"])}
        />
      ) : null}
    </>
  );
}

/** A distance when overdue, the time otherwise; without a limit, how long it has waited. */
export function Limit({ row }: { readonly row: TodoRow }) {
  const say = useText();
  const due = row.dueDate as string | null;
  const left = minutesUntil(due);
  // Minutes count within the first hour; after it, whole hours are enough.
  const waited = -(minutesUntil(row.arrivedAt as string | null) ?? 0);
  const [cn, en] = span(waited < 60 ? waited : Math.floor(waited / 60) * 60);
  if (left === null) return <span className="pg-faint">{say([`已等 ${cn}`, `waiting ${en}`])}</span>;
  if (row.overdueFlag === "Y" || left < 0) return <Words tone="error">{say([`超 ${span(-left)[0]}`, `${span(-left)[1]} late`])}</Words>;
  return left < 480 ? <Words tone="warning">{shortTime(due)}</Words> : shortTime(due);
}
