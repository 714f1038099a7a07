import { lazy, Suspense, type ReactNode } from "react";
import { readPath, type Row } from "#kernel/table.ts";
import type { Leaf } from "../columns.ts";
import { changeCell } from "../editing.ts";
import type { Live } from "../live.ts";
import type { Reader } from "../reader.ts";
import type { Found } from "../rows.ts";
import type { CellKind, Column } from "../types.ts";
import type { ViewRow } from "../view.ts";
import { Combo } from "./Combo.tsx";
import { DateEditor } from "./DateEditor.tsx";
import { NumberEditor, RadioEditor, TextareaEditor, TextEditor } from "./plain.tsx";
import { PickerEditor } from "./PickerEditor.tsx";

/** What every editor is given: a value, a way to change it while typing, and names for those who hear the page. */
export interface EditorProps {
  readonly column: Column;
  readonly row: Row;
  readonly value: unknown;
  /** What was typed on the cell and begins the new value; "" only opens it. */
  readonly seed: string | null;
  readonly reader: Reader;
  readonly label: string;
  readonly required: boolean;
  readonly invalid: boolean;
  readonly describedBy: string | undefined;
  change(value: unknown, more?: Row): void;
}

const TreeEditor = lazy(() => import("./heavy.tsx").then((room) => ({ default: room.TreeEditor })));
const CascadeEditor = lazy(() => import("./heavy.tsx").then((room) => ({ default: room.CascadeEditor })));

/** The editor of each kind; kinds that are not named are edited as text. */
export function editorOf(kind: CellKind | undefined, props: EditorProps): ReactNode {
  switch (kind) {
    case "number":
    case "money":
    case "percent":
    case "progress":
      return <NumberEditor {...props} />;
    case "textarea":
    case "rich":
    case "html":
      return <TextareaEditor {...props} />;
    case "date":
    case "datetime":
    case "month":
    case "year":
      return <DateEditor {...props} />;
    case "select":
    case "tag":
    case "multiSelect":
    case "remoteSelect":
      return <Combo {...props} />;
    case "radio":
      return <RadioEditor {...props} />;
    case "picker":
      return <PickerEditor {...props} />;
    case "tree":
      return (
        <Suspense fallback={null}>
          <TreeEditor {...props} />
        </Suspense>
      );
    case "cascader":
      return (
        <Suspense fallback={null}>
          <CascadeEditor {...props} />
        </Suspense>
      );
    default:
      return <TextEditor {...props} />;
  }
}

interface CellEditorProps {
  readonly leaf: Leaf;
  readonly line: ViewRow;
  readonly reader: Reader;
  readonly live: Live;
  readonly seed: string | null;
  readonly problem: Found | undefined;
  readonly messageId: string;
}

/** The editor inside the one cell that is being edited. */
export function CellEditor({ leaf, line, reader, live, seed, problem, messageId }: CellEditorProps) {
  const { column } = leaf;
  const required = column.validate?.required;
  return (
    <span data-editor="" className="dt-editor">
      {editorOf(column.editType, {
        column,
        row: line.row,
        value: readPath(line.row, leaf.key),
        seed,
        reader,
        label: reader.say(column.title),
        required: typeof required === "function" ? required(line.row) : required === true,
        invalid: problem?.level === "error",
        describedBy: problem === undefined ? undefined : messageId,
        change: (value, more) => changeCell(live, value, more),
      })}
    </span>
  );
}
