import type { CSSProperties } from "react";
import { isNumberKind, type CellKind } from "#kernel/cell.ts";
import { mergeColumns, type ColumnState } from "#kernel/table.ts";
import type { Column } from "./types.ts";

export type Control = "index" | "pick" | "expand" | "operate";

/** One visible column at its place on the screen; cells share its style object, so drawing a cell allocates nothing. */
export interface Leaf {
  readonly key: string;
  readonly column: Column;
  readonly control: Control | null;
  readonly kind: CellKind;
  readonly c: number;
  readonly block: "left" | "mid" | "right";
  readonly left: number;
  readonly width: number;
  readonly style: CSSProperties;
  readonly className: string;
  readonly groups: readonly Column[];
}

export interface GroupCell {
  readonly column: Column;
  readonly left: number;
  readonly width: number;
  readonly from: number;
  readonly span: number;
  readonly level: number;
  readonly block: Leaf["block"];
}

export interface Layout {
  readonly leaves: readonly Leaf[];
  readonly left: readonly Leaf[];
  readonly mid: readonly Leaf[];
  readonly right: readonly Leaf[];
  readonly leftWidth: number;
  readonly midWidth: number;
  readonly rightWidth: number;
  readonly groups: readonly GroupCell[];
  readonly depth: number;
  readonly headerHeight: number;
  readonly overflows: boolean;
  /** On a narrow screen frozen columns would leave no room, so they scroll along. */
  readonly sticky: boolean;
  readonly firstData: number;
}

export const controlWidths = { index: 70, pick: 40, expand: 30, operate: 80 } as const;
export const minWidth = 40;
const minShare = 80;

export const leavesOf = (columns: readonly Column[]): Column[] =>
  columns.flatMap((column) => (column.children === undefined ? [column] : leavesOf(column.children)));

/** A column that must be filled in cannot be hidden, or nobody could save. */
export const mustShow = (column: Column): boolean =>
  leavesOf([column]).some((leaf) => leaf.editType !== undefined && leaf.validate?.required === true);

export const defaultStates = (columns: readonly Column[]): ColumnState[] =>
  columns.map((column, seq) => ({
    key: column.key,
    seq,
    columnsDisplay: column.columnsDisplay ?? "Y",
    fixed: column.fixed ?? "",
    ...(column.width === undefined ? {} : { width: column.width }),
  }));

/** The columns of the code under the user's settings; columns inside groups keep their own widths behind the list. */
export function currentStates(columns: readonly Column[], stored: readonly ColumnState[] | null | undefined): ColumnState[] {
  const merged = mergeColumns(defaultStates(columns), stored).map((state, seq) => ({ ...state, seq }));
  const inner = leavesOf(columns.filter((column) => column.children !== undefined)).map((column) => column.key);
  return [...merged, ...(stored ?? []).filter((state) => inner.includes(state.key))];
}

export const kindOf = (column: Column): CellKind => {
  if (column.linkTag === true) return "link";
  if (column.showIcon !== undefined) return "icon";
  return column.cellType ?? column.editType ?? "text";
};

/** How the words of a cell are formed, whether or not they are a link. */
export const textKind = (column: Column): CellKind => {
  if (column.showIcon !== undefined) return "icon";
  return (column.cellType === "link" ? undefined : column.cellType) ?? column.editType ?? "text";
};

const centred = new Set<CellKind>(["checkbox", "switch", "radio", "icon", "image", "attachment"]);

const alignOf = (column: Column, kind: CellKind): "left" | "right" | "center" =>
  column.align ?? (isNumberKind(kind) && kind !== "progress" ? "right" : centred.has(kind) ? "center" : "left");

interface Planned {
  readonly column: Column;
  readonly control: Control | null;
  readonly block: Leaf["block"];
  readonly width: number | null;
  /** The reader has drawn this width. */
  readonly drawn: boolean;
  readonly groups: readonly Column[];
}

const controlColumn = (key: Control): Column => ({ key: `:${key}`, title: ["", ""] });

function planned(columns: readonly Column[], states: readonly ColumnState[]): Planned[] {
  const byKey = new Map(columns.map((column) => [column.key, column]));
  const widths = new Map(states.map((state) => [state.key, state.width]));
  const inside = (column: Column, block: Leaf["block"], groups: readonly Column[]): Planned[] => {
    if (column.children !== undefined) return column.children.flatMap((child) => inside(child, block, [...groups, column]));
    const width = widths.get(column.key) ?? column.width;
    const drawn = width !== column.width;
    return [{ column, control: null, block, width: width === undefined ? null : Math.max(minWidth, width), drawn, groups }];
  };
  return states.flatMap((state) => {
    const column = byKey.get(state.key);
    if (column === undefined || (state.columnsDisplay === "N" && !mustShow(column))) return [];
    return inside(column, state.fixed === "left" ? "left" : state.fixed === "right" ? "right" : "mid", []);
  });
}

/** The widths of all columns: given ones stay, the others share what is left. */
function spread(list: readonly Planned[], room: number): number[] {
  const given = list.reduce((sum, item) => sum + (item.width ?? 0), 0);
  const open = list.filter((item) => item.width === null).length;
  const share = open === 0 ? 0 : Math.max(minShare, Math.floor((room - given) / open));
  let rest = open === 0 ? 0 : Math.max(0, room - given - share * open);
  return list.map((item) => {
    if (item.width !== null) return item.width;
    const own = share + rest;
    rest = 0;
    return own;
  });
}

/** How narrow a column of words may become: a tag has to stay readable, a name may be cut. */
const leastOf = ({ column }: Planned, width: number): number => Math.max(88, Math.round(width * (kindOf(column) === "tag" ? 0.8 : 0.5)));

/** Where the room ends before the first amount, words before it give way: an amount off the screen answers nothing. */
function squeezed(list: readonly Planned[], widths: readonly number[], room: number): readonly number[] {
  const money = list.flatMap((item, i) => (item.block === "mid" && kindOf(item.column) === "money" ? [i] : []));
  // An amount that adds up says more than the price of a piece.
  const last = money.find((i) => list[i]!.column.isSummary) ?? money[0];
  if (last === undefined) return widths;
  const needed = list.reduce((sum, item, i) => (item.block === "mid" && i > last ? sum : sum + widths[i]!), 0);
  const slack = list.map((item, i) =>
    item.control === null && item.block === "mid" && i < last && !item.drawn && !isNumberKind(kindOf(item.column))
      ? Math.max(0, widths[i]! - leastOf(item, widths[i]!))
      : 0,
  );
  const all = slack.reduce((sum, value) => sum + value, 0);
  const given = Math.min(1, (needed - room) / all);
  return needed <= room || all === 0 ? widths : widths.map((width, i) => width - Math.ceil(slack[i]! * given));
}

/** Where every column stands for this width of the screen. */
export function layoutOf(
  columns: readonly Column[],
  states: readonly ColumnState[],
  controls: Readonly<Partial<Record<Control, number>>>,
  room: number,
): Layout {
  const control = (key: Control, block: Leaf["block"]): Planned[] =>
    controls[key] === undefined
      ? []
      : [{ column: controlColumn(key), control: key, block, width: controls[key], drawn: false, groups: [] }];
  const data = planned(columns, states);
  const list = [
    ...control("pick", "left"),
    ...control("expand", "left"),
    ...control("index", "left"),
    ...data.filter((item) => item.block === "left"),
    ...data.filter((item) => item.block === "mid"),
    ...data.filter((item) => item.block === "right"),
    ...control("operate", "right"),
  ];
  const widths = squeezed(list, spread(list, room), room);
  const ends = { left: 0, mid: 0, right: 0 };
  const leaves = list.map((item, c): Leaf => {
    const width = widths[c]!;
    const left = ends[item.block];
    ends[item.block] += width;
    const kind = kindOf(item.column);
    const align = item.control === "pick" || item.control === "expand" ? "center" : alignOf(item.column, kind);
    const fixed = item.block !== "mid" ? item.column.fixedStyle : undefined;
    return {
      key: item.column.key,
      column: item.column,
      control: item.control,
      kind,
      c,
      block: item.block,
      left,
      width,
      groups: item.groups,
      style: { left, width, ...fixed },
      className: `dt-c${align === "left" ? "" : ` dt-${align}`}${item.control === null ? "" : ` dt-x dt-x-${item.control}`}`,
    };
  });
  const total = ends.left + ends.mid + ends.right;
  const depth = 1 + Math.max(0, ...leaves.map((leaf) => leaf.groups.length));
  return {
    leaves,
    left: leaves.filter((leaf) => leaf.block === "left"),
    mid: leaves.filter((leaf) => leaf.block === "mid"),
    right: leaves.filter((leaf) => leaf.block === "right"),
    leftWidth: ends.left,
    midWidth: Math.max(ends.mid, room - ends.left - ends.right),
    rightWidth: ends.right,
    groups: groupCells(leaves),
    depth,
    headerHeight: depth === 1 ? 36 : depth * 25,
    overflows: total > room,
    sticky: ends.left + ends.right <= room * 0.7,
    firstData: Math.max(
      0,
      leaves.findIndex((leaf) => leaf.control === null),
    ),
  };
}

function groupCells(leaves: readonly Leaf[]): GroupCell[] {
  const cells: { -readonly [K in keyof GroupCell]: GroupCell[K] }[] = [];
  const open: (typeof cells)[number][] = [];
  for (const leaf of leaves) {
    leaf.groups.forEach((column, level) => {
      const running = open[level];
      if (running !== undefined && running.column === column && running.block === leaf.block && running.from + running.span === leaf.c) {
        running.width += leaf.width;
        running.span += 1;
        return;
      }
      const cell = { column, left: leaf.left, width: leaf.width, from: leaf.c, span: 1, level, block: leaf.block };
      open[level] = cell;
      open.length = level + 1;
      cells.push(cell);
    });
  }
  return cells;
}

/** The middle columns that can be seen, with a little more on both sides; others are not drawn. */
export function visibleColumns(layout: Layout, scrollLeft: number, room: number): readonly [number, number] {
  const from = scrollLeft - (layout.sticky ? 0 : layout.leftWidth) - 240;
  const to = scrollLeft + room + 240;
  const mid = layout.mid;
  let first = 0;
  while (first < mid.length && mid[first]!.left + mid[first]!.width < from) first++;
  let last = first;
  while (last < mid.length && mid[last]!.left <= to) last++;
  return [first, last];
}
