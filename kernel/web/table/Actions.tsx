import { CircleHelp, Ellipsis } from "lucide-react";
import { useState, type ReactNode } from "react";
import type { Reader } from "./reader.ts";
import type { Reason, RowAction, TableConfig } from "./types.ts";
import { Menu } from "../part/Popup.tsx";
import type { ViewRow } from "./view.ts";
import { WhyNot, type WhyShape } from "./WhyNot.tsx";
import { words } from "./words.ts";

/** Reasons in one shape: none, or the conditions with the unmet first. */
export function reasonsOf(answer: false | null | undefined | Reason | readonly Reason[]): WhyShape[] {
  if (answer === false || answer === null || answer === undefined) return [];
  const list = (typeof answer[0 as never] === "string" ? [answer] : Array.isArray(answer) ? answer : [answer]) as readonly Reason[];
  const shaped = list.map((reason) => ("met" in reason ? reason : { met: false, text: reason }));
  return shaped.some((reason) => !reason.met) ? shaped.toSorted((a, b) => Number(a.met) - Number(b.met)) : [];
}

const isActions = (slot: unknown): slot is readonly RowAction[] =>
  Array.isArray(slot) && slot.every((item) => item !== null && typeof item === "object" && "label" in item);

/** The actions a person sees on a row: granted, with a handler. */
export function shownActions(config: TableConfig, reader: Reader, row: ViewRow["row"]): readonly RowAction[] | null {
  const slot = config.operateSlot?.(row);
  if (!isActions(slot)) return null;
  return slot.filter(
    (action) => action.handler !== undefined && (action.resourceCode === undefined || reader.world.granted(action.resourceCode)),
  );
}

const wide = /[\u2e80-\uffef]/;
const textWidth = (text: string): number => [...text].reduce((sum, c) => sum + (wide.test(c) ? 13 : 7), 0);

/** How wide the widest set of actions is, at least 80. */
export function operateWidth(config: TableConfig, reader: Reader, rows: readonly ViewRow[]): number {
  if (config.operateWidth !== undefined) return config.operateWidth;
  return rows.slice(0, 60).reduce((widest, line) => {
    const actions = shownActions(config, reader, line.row);
    if (actions === null) return widest;
    const shown = actions.length > 3 ? actions.slice(0, 2) : actions;
    const width =
      shown.reduce((sum, action) => sum + (action.iconOnly === true ? 28 : textWidth(reader.say(action.label)) + 12), 20) +
      (actions.length > 3 ? 28 : 0);
    return Math.max(widest, width);
  }, 80);
}

function One({ action, line, reader }: { action: RowAction; line: ViewRow; reader: Reader }) {
  const [why, setWhy] = useState<HTMLElement | null>(null);
  const reasons = reasonsOf(action.disabled?.(line.row));
  const Icon = action.icon;
  const label = reader.say(action.label);
  return (
    <>
      <button
        type="button"
        tabIndex={-1}
        data-act="action"
        aria-disabled={reasons.length > 0}
        aria-label={action.iconOnly === true ? label : undefined}
        title={action.iconOnly === true ? label : undefined}
        className={`${action.iconOnly === true ? "dt-icon" : "dt-link"}${action.danger === true ? " dt-danger" : ""}`}
        onClick={(event) => (reasons.length > 0 ? setWhy(event.currentTarget) : void action.handler?.(line.row))}
      >
        {action.iconOnly === true && Icon !== undefined ? <Icon size={15} /> : label}
        {reasons.length > 0 && action.iconOnly !== true && <CircleHelp size={12} />}
      </button>
      {why !== null && <WhyNot anchor={why} onClose={() => setWhy(null)} title={label} reasons={reasons} say={reader.say} />}
    </>
  );
}

/** The actions of one row: up to three in words, more behind "…". */
export function Actions({ line, config, reader }: { line: ViewRow; config: TableConfig; reader: Reader }): ReactNode {
  const [more, setMore] = useState<HTMLElement | null>(null);
  const actions = shownActions(config, reader, line.row);
  if (actions === null) return config.operateSlot?.(line.row) as ReactNode;
  const open = actions.length > 3 ? actions.slice(0, 2) : actions;
  const folded = actions.length > 3 ? actions.slice(2) : [];
  return (
    <span className="dt-actions">
      {open.map((action) => (
        <One key={action.label[1]} action={action} line={line} reader={reader} />
      ))}
      {folded.length > 0 && (
        <button
          type="button"
          tabIndex={-1}
          data-act="action"
          className="dt-icon"
          aria-haspopup="menu"
          aria-expanded={more !== null}
          aria-label={reader.say(words.more)}
          onClick={(event) => setMore(event.currentTarget)}
        >
          <Ellipsis size={16} />
        </button>
      )}
      {more !== null && (
        <Menu
          anchor={more}
          onClose={() => setMore(null)}
          label={reader.say(words.more)}
          items={folded.map((action) => {
            const reasons = reasonsOf(action.disabled?.(line.row));
            const Icon = action.icon;
            return {
              key: action.label[1],
              label: reader.say(action.label),
              icon: Icon === undefined ? undefined : <Icon size={15} />,
              danger: action.danger === true,
              ...(reasons.length > 0
                ? {
                    why: reasons
                      .filter((reason) => !reason.met)
                      .map((reason) => reader.say(reason.text))
                      .join(" · "),
                  }
                : {}),
              run: () => void action.handler?.(line.row),
            };
          })}
        />
      )}
    </span>
  );
}
