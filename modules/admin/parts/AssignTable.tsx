import { userResp } from "#kernel/platform/permit.entity.ts";
import { useText } from "#kernel/web/language.ts";
import { DateInput } from "#kernel/web/page/field/DateInput.tsx";
import { StatusTag } from "#kernel/web/page/StatusTag.tsx";
import { RotateCcw, Trash2 } from "lucide-react";
import { useId } from "react";
import { sharedHats } from "./assign.ts";
import type { AddedHat, AssignPlan, HeldHat, SharedHat } from "./assign.ts";
import "./assign.css";

interface Props {
  readonly held: readonly HeldHat[];
  /** How many people are chosen: dates are changed for one at a time. */
  readonly people: number;
  readonly plan: AssignPlan;
  readonly editable: boolean;
  readonly mayRemove: boolean;
  change(plan: AssignPlan): void;
}

/** What the chosen people hold and will hold: new rows green, changed ones amber, those that go struck through. */
export function AssignTable({ held, people, plan, editable, mayRemove, change }: Props) {
  const say = useText();
  const rows = sharedHats(held);
  const put = (index: number, part: Partial<AddedHat>): void =>
    change({ ...plan, added: plan.added.map((one, at) => (at === index ? { ...one, ...part } : one)) });
  return (
    <table className="ga-assign">
      <thead>
        <tr>
          <th scope="col">{say(["职责", "Responsibility"])}</th>
          <th scope="col">{people === 1 ? say(["状态", "Status"]) : say(["持有", "Held by"])}</th>
          <th scope="col">{say(["生效日期", "Valid from"])}</th>
          <th scope="col">{say(["失效日期", "Valid to"])}</th>
          <th scope="col">
            <span className="pg-sr">{say(["操作", "Actions"])}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {plan.added.map((one, at) => (
          <tr key={`+${one.responsibilityId}`} data-state="added">
            <th scope="row">
              {one.name} <span className="pg-code">{one.code}</span>
            </th>
            <td>
              <span className="ga-sign">+ {say(["新增", "Added"])}</span>
            </td>
            <td>
              <DateCell
                value={one.startDate}
                label={say([`${one.name} 生效日期`, `${one.name}: valid from`])}
                change={(startDate) => put(at, { startDate })}
              />
            </td>
            <td>
              <DateCell
                value={one.endDate}
                label={say([`${one.name} 失效日期`, `${one.name}: valid to`])}
                change={(endDate) => put(at, { endDate })}
              />
            </td>
            <td>
              <button
                type="button"
                className="s-icon-btn"
                aria-label={say([`不新增 ${one.name}`, `Leave out ${one.name}`])}
                onClick={() => change({ ...plan, added: plan.added.filter((_, i) => i !== at) })}
              >
                <RotateCcw size={14} />
              </button>
            </td>
          </tr>
        ))}
        {rows.map((row) => (
          <HeldRow
            key={row.responsibilityId}
            row={row}
            people={people}
            plan={plan}
            editable={editable}
            mayRemove={mayRemove}
            change={change}
          />
        ))}
        {rows.length + plan.added.length === 0 ? (
          <tr>
            <td colSpan={5} className="pg-faint">
              {say(["还没有职责。在上方选择要授予的职责。", "No responsibilities yet. Choose one above."])}
            </td>
          </tr>
        ) : null}
      </tbody>
    </table>
  );
}

function HeldRow({ row, people, plan, editable, mayRemove, change }: Omit<Props, "held"> & { readonly row: SharedHat }) {
  const say = useText();
  const ids = row.rows.map((one) => one.id);
  const goes = ids.every((id) => plan.removed.includes(id));
  const one = row.rows[0]!;
  const dates = plan.dates[one.id] ?? one;
  const changed = one.id in plan.dates;
  const single = people === 1 && editable && !goes;
  const date = (key: "startDate" | "endDate", value: string | null): void => {
    const next = { startDate: dates.startDate, endDate: dates.endDate, [key]: value };
    const { [one.id]: _, ...others } = plan.dates;
    change({ ...plan, dates: next.startDate === one.startDate && next.endDate === one.endDate ? others : { ...others, [one.id]: next } });
  };
  const turn = (): void => change({ ...plan, removed: goes ? plan.removed.filter((id) => !ids.includes(id)) : [...plan.removed, ...ids] });
  return (
    <tr data-state={goes ? "removed" : changed ? "changed" : undefined}>
      <th scope="row">
        {goes ? <del>{row.name}</del> : row.name} <span className="pg-code">{row.code}</span>
      </th>
      <td>
        {goes ? (
          <span className="ga-sign">− {say(["移除", "Removed"])}</span>
        ) : people === 1 ? (
          <StatusTag entity={userResp} code={one.status} />
        ) : (
          say([`${row.rows.length} / ${people} 人`, `${row.rows.length} of ${people}`])
        )}
      </td>
      <td>
        {single ? (
          <DateCell
            value={dates.startDate}
            label={say([`${row.name} 生效日期`, `${row.name}: valid from`])}
            change={(value) => date("startDate", value)}
          />
        ) : people === 1 ? (
          (one.startDate ?? "–")
        ) : (
          ""
        )}
      </td>
      <td>
        {single ? (
          <DateCell
            value={dates.endDate}
            label={say([`${row.name} 失效日期`, `${row.name}: valid to`])}
            change={(value) => date("endDate", value)}
          />
        ) : people === 1 ? (
          (one.endDate ?? "–")
        ) : (
          ""
        )}
      </td>
      <td>
        {mayRemove ? (
          <button
            type="button"
            className="s-icon-btn"
            aria-label={goes ? say([`保留 ${row.name}`, `Keep ${row.name}`]) : say([`移除 ${row.name}`, `Remove ${row.name}`])}
            onClick={turn}
          >
            {goes ? <RotateCcw size={14} /> : <Trash2 size={14} />}
          </button>
        ) : null}
      </td>
    </tr>
  );
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
