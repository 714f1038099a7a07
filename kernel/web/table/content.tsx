import { Check, ChevronDown, ChevronRight, Paperclip } from "lucide-react";
import type { ReactNode } from "react";
import { checkValueProblem, isBlank } from "#kernel/cell.ts";
import { readPath, toDecimal } from "#kernel/table.ts";
import { fill } from "#kernel/text.ts";
import { Actions } from "./Actions.tsx";
import type { Leaf } from "./columns.ts";
import { listOf } from "./reader.ts";
import type { RowProps } from "./Row.tsx";
import { words } from "./words.ts";

const nothing = <span className="dt-nil">–</span>;

/** Two values as a box, a switch or a tick; a third value is an error and says so. */
function twoValued(leaf: Leaf, p: RowProps, editable: boolean): ReactNode {
  const { column, kind } = leaf;
  const value = readPath(p.line.row, leaf.key);
  const set = column.showIcon ?? column;
  const on = value === (set.trueValue ?? "Y");
  const wrong = checkValueProblem(set, value);
  if (wrong !== null)
    return (
      <span className="dt-wrong">
        <span>{String(value)}</span>
        <small>{p.reader.say(wrong.text)}</small>
      </span>
    );
  const name = p.reader.say(on ? words.yes : words.no);
  if (!editable) {
    if (!on && (isBlank(value) || column.showIcon?.falseShow === false)) return null;
    return <Check size={15} className={on ? "dt-yes" : "dt-no"} role="img" aria-label={name} />;
  }
  const label = `${p.reader.say(column.title)} ${p.line.serial}`;
  return kind === "switch" ? (
    <span role="switch" aria-checked={on} aria-label={label} tabIndex={-1} data-act="check" data-focus="" className="dt-switch" />
  ) : (
    <span role="checkbox" aria-checked={on} aria-label={label} tabIndex={-1} data-act="check" data-focus="" className="dt-box">
      {on && <Check size={12} strokeWidth={3} />}
    </span>
  );
}

function linkCell(leaf: Leaf, p: RowProps, text: string): ReactNode {
  if (text === "") return nothing;
  const href = leaf.column.href?.(p.line.row) ?? undefined;
  return href === undefined ? (
    <button type="button" className="dt-link" tabIndex={-1} data-act="link" data-focus="">
      {text}
    </button>
  ) : (
    <a className="dt-link" href={href} tabIndex={-1} data-act="link" data-focus="">
      {text}
    </a>
  );
}

/** A value that leads somewhere is a link only where there is somewhere to go. */
const linked = (leaf: Leaf, p: RowProps, text: string): ReactNode =>
  leaf.column.href?.(p.line.row) == null ? text : linkCell(leaf, p, text);

function buttonCell(leaf: Leaf, p: RowProps, text: string): ReactNode {
  const { resourceCode, buttonType = "text", label, onClick } = leaf.column;
  if (onClick === undefined || (resourceCode !== undefined && !p.reader.world.granted(resourceCode))) return null;
  return (
    <button type="button" className={`dt-cellbutton dt-b-${buttonType}`} tabIndex={-1} data-act="button" data-focus="">
      {label === undefined ? text : p.reader.say(label)}
    </button>
  );
}

function attachmentCell(leaf: Leaf, p: RowProps, editable: boolean): ReactNode {
  const config = leaf.column.attachmentConfig;
  if (config === undefined)
    return (
      <span className="dt-wrong">
        <small>{p.reader.say(words.noAttachment)}</small>
      </span>
    );
  const Slot = p.reader.world.cells.attachment;
  const field = config.valueKey ?? leaf.key;
  if (Slot !== undefined)
    return (
      <span data-panel="">
        <Slot
          row={p.line.row}
          column={leaf.column}
          config={config}
          editable={editable}
          change={(value) => p.set(p.line.key, field, value)}
        />
      </span>
    );
  const count = listOf(readPath(p.line.row, field)).length;
  return count === 0 ? (
    nothing
  ) : (
    <span className="dt-files" title={p.reader.say(fill(words.attachments, { n: count }))}>
      <Paperclip size={13} />
      {count}
    </span>
  );
}

function progressCell(p: RowProps, leaf: Leaf, text: string): ReactNode {
  const share = Math.max(0, Math.min(100, Number(toDecimal(readPath(p.line.row, leaf.key)) ?? 0)));
  return (
    <span className="dt-progress">
      <span>
        <i style={{ width: `${share}%` }} />
      </span>
      {text}
    </span>
  );
}

const textKinds = new Set([
  "text",
  "textarea",
  "date",
  "datetime",
  "month",
  "year",
  "select",
  "multiSelect",
  "remoteSelect",
  "picker",
  "tree",
  "cascader",
  "radio",
  "html",
  "rich",
  "number",
  "percent",
  "daterange",
]);

/** The inside of a data cell while it is read. */
export function content(leaf: Leaf, p: RowProps, editable: boolean): ReactNode {
  const { column, kind } = leaf;
  const { row } = p.line;
  if (column.render !== undefined) return column.render(row, p.reader.say);
  if (textKinds.has(kind)) {
    const text = p.reader.text(column, row);
    return text === "" ? nothing : column.href != null && !editable ? linked(leaf, p, text) : text;
  }
  switch (kind) {
    case "money": {
      const text = p.reader.text(column, row);
      const currency = readPath(row, column.currencyKey ?? "currency");
      if (text === "") return nothing;
      return isBlank(currency) || currency === p.reader.world.baseCurrency ? (
        text
      ) : (
        <>
          <small className="dt-code dt-before">{String(currency)}</small>
          {text}
        </>
      );
    }
    case "tag": {
      const text = p.reader.text(column, row);
      return text === "" ? nothing : <span className={`dt-tag dt-t-${p.reader.tone(column, row)}`}>{text}</span>;
    }
    case "link":
      return linkCell(leaf, p, p.reader.text(column, row));
    case "button":
      return buttonCell(leaf, p, p.reader.text(column, row));
    case "checkbox":
    case "switch":
    case "icon":
      return twoValued(leaf, p, editable);
    case "attachment":
      return attachmentCell(leaf, p, editable);
    case "progress":
      return isBlank(readPath(row, leaf.key)) ? nothing : progressCell(p, leaf, p.reader.text(column, row));
    case "image": {
      const src = readPath(row, leaf.key);
      return isBlank(src) ? nothing : <img className="dt-image" src={String(src)} alt={p.reader.say(words.picture)} loading="lazy" />;
    }
    case "index":
      return (
        <>
          {isBlank(readPath(row, leaf.key)) ? p.line.serial : p.reader.text(column, row)}
          {mark(p)}
        </>
      );
    default:
      return p.reader.text(column, row);
  }
}

/** A dot for what is not saved yet, with its word for those who hear the page. */
function mark(p: RowProps): ReactNode {
  if (p.line.mark === "") return null;
  const word = p.line.mark === "NEW" ? words.markNew : p.line.mark === "CHANGED" ? words.markChanged : words.markDeleted;
  return <i className={`dt-mark dt-mark-${p.line.mark}`} role="img" aria-label={p.reader.say(word)} title={p.reader.say(word)} />;
}

/** The inside of the cells that steer: serial number, tick, arrow, actions. */
export function controlCell(leaf: Leaf, p: RowProps): ReactNode {
  const { line, reader } = p;
  switch (leaf.control) {
    case "index":
      return (
        <>
          {line.serial}
          {mark(p)}
        </>
      );
    case "pick": {
      if (p.config.selectable?.(line.row) === false) return null;
      const role = p.config.selection === "single" ? "radio" : "checkbox";
      return (
        <span
          role={role}
          aria-checked={p.picked}
          aria-label={reader.say(fill(words.pickRow, { n: line.serial }))}
          tabIndex={-1}
          data-focus=""
          className={role === "radio" ? "dt-radio" : "dt-box"}
        >
          {p.picked && role === "checkbox" && <Check size={12} strokeWidth={3} />}
        </span>
      );
    }
    case "expand":
      if (p.config.expandable?.(line.row) === false) return null;
      return (
        <button
          type="button"
          aria-expanded={p.open}
          aria-label={reader.say(fill(p.open ? words.collapseRow : words.expandRow, { n: line.serial }))}
          tabIndex={-1}
          data-act="expand"
          data-focus=""
          className="dt-arrow"
        >
          {p.open ? <ChevronDown size={15} /> : <ChevronRight size={15} />}
        </button>
      );
    case "operate":
      return <Actions line={line} config={p.config} reader={reader} />;
    default:
      return null;
  }
}

/** The indent of a tree row and the arrow that opens it. */
export function treeArrow(p: RowProps): ReactNode {
  const { line, reader } = p;
  const pad = { paddingLeft: (line.level - 1) * 18 };
  if (!line.parent) return <span className="dt-indent" style={pad} />;
  return (
    <span className="dt-indent" style={pad}>
      <span
        role="button"
        aria-label={reader.say(line.open ? fill(words.collapseRow, { n: line.serial }) : fill(words.expandRow, { n: line.serial }))}
        data-act="tree"
        className={line.branch === "loading" ? "dt-arrow dt-turning" : "dt-arrow"}
      >
        {line.open ? <ChevronDown size={15} /> : <ChevronRight size={15} />}
      </span>
      {line.branch === "failed" && <small className="dt-warn-text">{reader.say(words.loadBranchFailed)}</small>}
    </span>
  );
}
