import type { CSSProperties, ReactNode } from "react";
import type { Tone } from "./layout.tsx";

export interface PlainColumn<R> {
  readonly key: string;
  readonly title: ReactNode;
  /** Figures stand right, in figures of one width. */
  readonly number?: boolean;
  readonly width?: number | string;
  /** Stays on one line. */
  readonly noWrap?: boolean;
  /** Takes the room that is left; what does not fit is cut. */
  readonly cut?: boolean;
  /** Left out on a phone. */
  readonly wideOnly?: boolean;
  /** Marked as the column that is meant: the chosen supplier, the version in force. */
  readonly marked?: boolean;
  /** The ground of the column: a zone of time, a side. */
  readonly tone?: Tone | undefined;
  cell(row: R, at: number): ReactNode;
  readonly total?: ReactNode;
}

interface Props<R> {
  readonly columns: readonly (PlainColumn<R> | null | undefined | false)[];
  readonly rows: readonly R[];
  readonly label: string;
  rowKey(row: R, at: number): string;
  rowTone?(row: R): Tone | undefined;
  selected?(row: R): boolean;
  /** What a press on the row does, and two of them. */
  press?(row: R): void;
  open?(row: R): void;
  /** A heading that begins a group with this row. */
  group?(row: R, at: number): ReactNode;
  /** Below a row, over its whole width. */
  expand?(row: R): ReactNode;
  readonly empty?: ReactNode;
  /** Below everything, over the whole width: what the table comes to in words. */
  readonly foot?: ReactNode;
  /** The first column stays in sight when the table scrolls sideways. */
  readonly pinned?: boolean;
  /** Scrolls inside itself above this height; the head stays. */
  readonly most?: number | string;
  readonly dense?: boolean;
  /** On a phone the values of a row stand below each other, each after the title of its column. */
  readonly stacked?: boolean;
}

const classOf = (column: PlainColumn<never>): string | undefined =>
  [
    column.number && "bk-number",
    column.noWrap && "bk-nowrap",
    column.cut && "bk-cut",
    column.wideOnly && "bk-wide-only",
    column.marked && "bk-marked",
  ]
    .filter(Boolean)
    .join(" ") || undefined;

const widthOf = (width: number | string | undefined): CSSProperties | undefined => (width === undefined ? undefined : { width });

/** A press on a button or a box of the row is not one on the row. */
const isRowItself = (target: EventTarget): boolean => (target as HTMLElement).closest("button,label,input,a") === null;

function Row<R>({
  columns,
  row,
  at,
  table,
}: {
  readonly columns: readonly PlainColumn<R>[];
  readonly row: R;
  readonly at: number;
  readonly table: Props<R>;
}) {
  const heading = table.group?.(row, at);
  const below = table.expand?.(row);
  return (
    <>
      {heading ? (
        <tr className="bk-table-group">
          <th colSpan={columns.length} scope="rowgroup">
            <span>{heading}</span>
          </th>
        </tr>
      ) : null}
      <tr
        data-tone={table.rowTone?.(row)}
        data-press={table.press ? "" : undefined}
        aria-selected={table.selected?.(row)}
        onClick={(event) => isRowItself(event.target) && table.press?.(row)}
        onDoubleClick={() => table.open?.(row)}
      >
        {columns.map((column) => (
          <td
            key={column.key}
            className={classOf(column)}
            data-tone={column.tone}
            data-label={table.stacked && typeof column.title === "string" ? column.title : undefined}
          >
            {column.cell(row, at)}
          </td>
        ))}
      </tr>
      {below ? (
        <tr className="bk-table-below">
          <td colSpan={columns.length}>{below}</td>
        </tr>
      ) : null}
    </>
  );
}

/** Rows that are read: no paging, no columns to choose. Lists that people work in are `DataTable`s. */
export function PlainTable<R>(table: Props<R>) {
  const columns = table.columns.filter((column) => column !== null && column !== undefined && column !== false);
  const hasTotal = columns.some((column) => column.total !== undefined);
  return (
    <div
      className="bk-table"
      data-dense={table.dense || undefined}
      data-pinned={table.pinned || undefined}
      data-stacked={table.stacked || undefined}
      role="region"
      aria-label={table.label}
      tabIndex={0}
      style={table.most === undefined ? undefined : { maxHeight: table.most }}
    >
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" className={classOf(column)} data-tone={column.tone} style={widthOf(column.width)}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, at) => (
            <Row key={table.rowKey(row, at)} columns={columns} row={row} at={at} table={table} />
          ))}
          {table.rows.length === 0 && table.empty ? (
            <tr className="bk-table-empty">
              <td colSpan={columns.length}>{table.empty}</td>
            </tr>
          ) : null}
        </tbody>
        <tfoot>
          {hasTotal && table.rows.length > 0 ? (
            <tr>
              {columns.map((column) => (
                <td key={column.key} className={classOf(column)}>
                  {column.total}
                </td>
              ))}
            </tr>
          ) : null}
          {table.foot ? (
            <tr className="bk-table-foot">
              <td colSpan={columns.length}>{table.foot}</td>
            </tr>
          ) : null}
        </tfoot>
      </table>
    </div>
  );
}
