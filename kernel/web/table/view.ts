import { rowSpans, spansHold, type OrderBy, type Row } from "#kernel/table.ts";
import type { Branch } from "./model.ts";
import { markOf, type EditRow, type Mark } from "./rows.ts";
import type { TreeRows } from "./types.ts";

/** One line on the screen: a row, or a row below another one. */
export interface ViewRow {
  readonly key: string;
  readonly row: Row;
  readonly edit: EditRow | null;
  readonly mark: Mark;
  readonly level: number;
  readonly serial: number;
  readonly parent: boolean;
  readonly open: boolean;
  readonly branch: Branch["phase"] | null;
}

const known = new WeakMap<object, ViewRow>();

/** The same line as before where nothing changed, so that it is not drawn again. */
function keep(owner: object, next: ViewRow): ViewRow {
  const old = known.get(owner);
  if (
    old !== undefined &&
    old.key === next.key &&
    old.row === next.row &&
    old.level === next.level &&
    old.serial === next.serial &&
    old.parent === next.parent &&
    old.open === next.open &&
    old.branch === next.branch &&
    old.mark === next.mark
  )
    return old;
  known.set(owner, next);
  return next;
}

const flat = { level: 1, parent: false, open: false, branch: null } as const;

export const plainView = (rows: readonly Row[], keyOf: (row: Row) => string, before: number): ViewRow[] =>
  rows.map((row, i) => keep(row, { ...flat, key: keyOf(row), row, edit: null, mark: "", serial: before + i + 1 }));

export const editView = (rows: readonly EditRow[], before: number): ViewRow[] =>
  rows.map((edit, i) => keep(edit, { ...flat, key: edit.key, row: edit.row, edit, mark: markOf(edit), serial: before + i + 1 }));

/** The rows of a tree that can be seen, branches loaded so far included. */
export function treeView(
  rows: readonly Row[],
  tree: TreeRows,
  keyOf: (row: Row) => string,
  open: ReadonlySet<string>,
  branches: ReadonlyMap<string, Branch>,
  before: number,
): ViewRow[] {
  const lines: ViewRow[] = [];
  const childrenKey = tree.childrenKey ?? "children";
  const walk = (list: readonly Row[], level: number): void => {
    list.forEach((row, i) => {
      const key = keyOf(row);
      const branch = branches.get(key);
      const own = row[childrenKey];
      const children = branch?.rows ?? (Array.isArray(own) ? (own as Row[]) : []);
      const parent = tree.hasChildren?.(row) ?? children.length > 0;
      const isOpen = parent && open.has(key) !== (tree.openAtFirst === true);
      lines.push(
        keep(row, {
          key,
          row,
          edit: null,
          mark: "",
          level,
          serial: level === 1 ? before + i + 1 : i + 1,
          parent,
          open: isOpen,
          branch: branch?.phase ?? null,
        }),
      );
      if (isOpen) walk(children, level + 1);
    });
  };
  walk(rows, 1);
  return lines;
}

export type Spans = ReadonlyMap<string, readonly number[]>;

const noSpans: Spans = new Map();

/** Merged cells per column key; none while the order of rows no longer keeps equal ones together. */
export function spansOf(view: readonly ViewRow[], fields: readonly string[], orderBy: readonly OrderBy[]): Spans {
  if (!spansHold(orderBy, fields) || view.length === 0) return noSpans;
  const spans = rowSpans(
    view.map((line) => line.row),
    fields,
  );
  return new Map(fields.map((field, i) => [field, spans[i]!]));
}

/** The rows where the merged cells over this row begin, so that they stay drawn while scrolling. */
export function anchorsOf(spans: Spans, index: number): number[] {
  return [...spans.values()].map((list) => {
    let at = index;
    while (at > 0 && list[at] === 0) at--;
    return at;
  });
}
