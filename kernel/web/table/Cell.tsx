import type { ReactElement, ReactNode } from "react";
import { isRequired } from "#kernel/cell.ts";
import { CodeInfo } from "../part/CodeInfo.tsx";
import type { Leaf } from "./columns.ts";
import { content, controlCell, treeArrow } from "./content.tsx";
import { CellEditor } from "./editors/CellEditor.tsx";
import { isToggle } from "./editing.ts";
import { canEdit } from "./live.ts";
import type { RowProps } from "./Row.tsx";
import { cellChanged, type Found } from "./rows.ts";

function dressed(leaf: Leaf, p: RowProps, inner: ReactNode, problem: Found | undefined, messageId: string): ReactNode {
  const { column } = leaf;
  const note = column.note?.(p.line.row);
  const badge = column.badge?.(p.line.row);
  const alert = column.alert?.(p.line.row);
  let value = inner;
  if (alert != null)
    value = (
      <span className={alert.level === "error" ? "dt-late" : "dt-warn-text"}>
        {value}
        <span className="dt-hear">{p.reader.say(alert.text)}</span>
      </span>
    );
  if (note != null && note !== "")
    value = (
      <>
        {value}
        <small className="dt-code">{note}</small>
      </>
    );
  const info = column.info?.(p.line.row);
  if (info != null && info !== "")
    value = (
      <>
        {value}
        <CodeInfo code={info} />
      </>
    );
  if (badge != null)
    value = (
      <>
        <span className={`dt-badge dt-t-${badge.tone}`}>{p.reader.say(badge.text)}</span>
        <span className="dt-pushed">{value}</span>
      </>
    );
  if (problem === undefined) return value;
  return (
    <>
      <span className="dt-value">{value}</span>
      <small id={messageId} className="dt-message">
        {p.reader.say(problem.text)}
      </small>
    </>
  );
}

/** One cell. It is a plain function and shares what it can with its column: thousands of them are drawn while scrolling. */
export function renderCell(leaf: Leaf, p: RowProps, spanHeight: number, span: number): ReactElement {
  const focused = p.focusC === leaf.c;
  const editing = focused && p.editing !== null;
  let className = leaf.className;
  if (focused) className += " dt-focus";
  if (leaf.c >= p.from && leaf.c <= p.to) className += " dt-in";
  if (span > 1) className += " dt-anchor";
  const style = span > 1 ? { ...leaf.style, height: spanHeight, lineHeight: `${spanHeight}px` } : leaf.style;
  const shared = {
    role: "gridcell",
    "aria-colindex": leaf.c + 1,
    "data-c": leaf.c,
    style,
    tabIndex: focused && !editing ? 0 : undefined,
    "aria-rowspan": span > 1 ? span : undefined,
  } as const;
  if (leaf.control !== null)
    return (
      <div key={leaf.key} {...shared} className={className}>
        {controlCell(leaf, p)}
      </div>
    );

  const { line } = p;
  const editable = p.config.isEdit === true && canEdit(p, line, leaf);
  const problem = p.problems?.[leaf.key];
  if (editable) className += isToggle(leaf.column.editType) ? " dt-ed dt-toggle" : " dt-ed";
  if (problem !== undefined) className += problem.level === "error" ? " dt-bad" : " dt-look";
  if (line.edit !== null && cellChanged(line.edit, leaf.key)) className += " dt-changed";
  if (editing) className += " dt-editing";
  const messageId = problem === undefined ? "" : `dt-${p.name}-${line.key}-${leaf.key}`;
  const inner = editing ? (
    <CellEditor leaf={leaf} line={line} reader={p.reader} live={p.live} seed={p.editing!.seed} problem={problem} messageId={messageId} />
  ) : (
    dressed(leaf, p, content(leaf, p, editable), problem, messageId)
  );
  return (
    <div
      key={leaf.key}
      {...shared}
      className={className}
      aria-readonly={p.config.isEdit === true ? !editable : undefined}
      aria-required={editable && isRequired(leaf.column, line.row) ? true : undefined}
      aria-invalid={problem?.level === "error" ? true : undefined}
      aria-describedby={problem === undefined || editing ? undefined : messageId}
    >
      {p.treeKey === leaf.key && treeArrow(p)}
      {inner}
      {editing && problem !== undefined && (
        <small id={messageId} className="dt-message">
          {p.reader.say(problem.text)}
        </small>
      )}
    </div>
  );
}
