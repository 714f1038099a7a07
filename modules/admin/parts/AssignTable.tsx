import { userResp } from "#kernel/platform/permit.entity.ts";
import { Words, type Tone } from "#kernel/web/block/layout.tsx";
import { PlainTable, type PlainColumn } from "#kernel/web/block/PlainTable.tsx";
import type { Text } from "#kernel/text.ts";
import { useText } from "#kernel/web/language.ts";
import { DateInput } from "#kernel/web/page/field/DateInput.tsx";
import { StatusTag } from "#kernel/web/page/StatusTag.tsx";
import { RotateCcw, Trash2 } from "lucide-react";
import { useId } from "react";
import { sharedResponsibilities } from "./assign.ts";
import type { AddedResponsibility, AssignPlan, HeldResponsibility, SharedResponsibility } from "./assign.ts";

interface Props {
  readonly held: readonly HeldResponsibility[];
  /** How many people are chosen: dates are changed for one at a time. */
  readonly people: number;
  readonly plan: AssignPlan;
  readonly editable: boolean;
  readonly mayRemove: boolean;
  change(plan: AssignPlan): void;
}

type Row = { readonly added: AddedResponsibility; readonly at: number } | { readonly shared: SharedResponsibility };
type Dates = Pick<HeldResponsibility, "startDate" | "endDate">;
type DateKey = keyof Dates & ("startDate" | "endDate");

const dateWords = { startDate: ["生效日期", "Valid from"], endDate: ["失效日期", "Valid to"] } as const;
const nameOf = (row: Row): string => ("added" in row ? row.added.name : row.shared.name);
const codeOf = (row: Row): string => ("added" in row ? row.added.code : row.shared.code) ?? "";

/** What the plan makes of a responsibility that is held. */
function standingOf({ rows }: SharedResponsibility, plan: AssignPlan) {
  const first = rows[0]!;
  return {
    first,
    goes: rows.every(({ id }) => plan.removed.includes(id)),
    dates: plan.dates[first.id] ?? first,
    changed: first.id in plan.dates,
  };
}

const toneOf = (row: Row, plan: AssignPlan): Tone | undefined => {
  if ("added" in row) return "success";
  const { goes, changed } = standingOf(row.shared, plan);
  return goes ? "error" : changed ? "warning" : undefined;
};

/** What the chosen people hold and will hold: new rows green, changed ones amber, those that go struck through. */
export function AssignTable({ held, people, plan, editable, mayRemove, change }: Props) {
  const say = useText();
  const rows: readonly Row[] = [
    ...plan.added.map((added, at) => ({ added, at })),
    ...sharedResponsibilities(held).map((shared) => ({ shared })),
  ];
  const setDate = (row: Row, key: DateKey, value: string | null): void => {
    if ("added" in row)
      return change({ ...plan, added: plan.added.map((added, at) => (at === row.at ? { ...added, [key]: value } : added)) });
    const { first, dates } = standingOf(row.shared, plan);
    const next = { startDate: dates.startDate, endDate: dates.endDate, [key]: value };
    const { [first.id]: _, ...others } = plan.dates;
    const isBack = next.startDate === first.startDate && next.endDate === first.endDate;
    change({ ...plan, dates: isBack ? others : { ...others, [first.id]: next } });
  };
  const dateColumn = (key: DateKey): PlainColumn<Row> => ({
    key,
    title: say(dateWords[key]),
    width: 142,
    cell: (row) => {
      const value = "added" in row ? row.added[key] : standingOf(row.shared, plan).dates[key];
      const open = "added" in row || (people === 1 && editable && !standingOf(row.shared, plan).goes);
      if (!open) return people === 1 ? (value ?? "–") : "";
      const label = say([`${nameOf(row)} ${dateWords[key][0]}`, `${nameOf(row)}: ${dateWords[key][1].toLowerCase()}`]);
      return <DateCell value={value} label={label} change={(next) => setDate(row, key, next)} />;
    },
  });
  const turn = (row: Row): void => {
    if ("added" in row) return change({ ...plan, added: plan.added.filter((_, at) => at !== row.at) });
    const ids = row.shared.rows.map(({ id }) => id);
    const { goes } = standingOf(row.shared, plan);
    change({ ...plan, removed: goes ? plan.removed.filter((id) => !ids.includes(id)) : [...plan.removed, ...ids] });
  };
  const turnWords = (row: Row): Text => {
    const name = nameOf(row);
    if ("added" in row) return [`不新增 ${name}`, `Leave out ${name}`];
    return standingOf(row.shared, plan).goes ? [`保留 ${name}`, `Keep ${name}`] : [`移除 ${name}`, `Remove ${name}`];
  };
  return (
    <PlainTable
      dense
      label={say(["职责", "Responsibility"])}
      rows={rows}
      rowKey={(row) => ("added" in row ? `+${row.added.responsibilityId}` : row.shared.responsibilityId)}
      rowTone={(row) => toneOf(row, plan)}
      empty={say(["还没有职责。在上方选择要授予的职责。", "No responsibilities yet. Choose one above."])}
      columns={[
        {
          key: "name",
          title: say(["职责", "Responsibility"]),
          cell: (row) => (
            <>
              {toneOf(row, plan) === "error" ? <del>{nameOf(row)}</del> : nameOf(row)} <span className="pg-code">{codeOf(row)}</span>
            </>
          ),
        },
        {
          key: "status",
          title: people === 1 ? say(["状态", "Status"]) : say(["持有", "Held by"]),
          cell: (row) => <Standing row={row} plan={plan} people={people} />,
        },
        dateColumn("startDate"),
        dateColumn("endDate"),
        {
          key: "turn",
          title: <span className="pg-sr">{say(["操作", "Actions"])}</span>,
          width: 40,
          cell: (row) =>
            "added" in row || mayRemove ? (
              <button type="button" className="s-icon-btn" aria-label={say(turnWords(row))} onClick={() => turn(row)}>
                {"added" in row || standingOf(row.shared, plan).goes ? <RotateCcw size={14} /> : <Trash2 size={14} />}
              </button>
            ) : null,
        },
      ]}
    />
  );
}

function Standing({ row, plan, people }: { readonly row: Row; readonly plan: AssignPlan; readonly people: number }) {
  const say = useText();
  if ("added" in row) return <Words size="small">+ {say(["新增", "Added"])}</Words>;
  const { first, goes } = standingOf(row.shared, plan);
  if (goes) return <Words size="small">− {say(["移除", "Removed"])}</Words>;
  if (people === 1) return <StatusTag entity={userResp} code={first.status} />;
  return say([`${row.shared.rows.length} / ${people} 人`, `${row.shared.rows.length} of ${people}`]);
}

/** A date in a table; the column says what it is, the spoken label also says whose. */
function DateCell({ value, label, change }: { readonly value: string | null; readonly label: string; change(value: string | null): void }) {
  const id = useId();
  return (
    <>
      <label className="pg-sr" htmlFor={id}>
        {label}
      </label>
      <DateInput id={id} kind="date" value={value} change={change} />
    </>
  );
}
