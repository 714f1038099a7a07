import type { ReactNode } from "react";
import type { Text } from "../../text.ts";
import { useText } from "../language.ts";

/** A column of a small report: its head, and what stands in it. */
export interface ReportColumn<R> {
  readonly head: Text;
  readonly right?: boolean;
  cell(row: R): ReactNode;
  /** How hot the cell is, and what is said when somebody rests on it. */
  marks?(row: R): { readonly "data-heat"?: number; readonly title?: string };
}

interface Props<R> {
  readonly title: Text;
  readonly note?: Text;
  readonly columns: readonly ReportColumn<R>[];
  readonly rows: readonly R[];
  keyOf(row: R, at: number): string;
  /** The first column names the row. */
  readonly named?: boolean;
}

/** A few figures under their heading: a table to be read, not worked in. */
export function ReportTable<R>({ title, note, columns, rows, keyOf, named }: Props<R>) {
  const say = useText();
  return (
    <section className="pg-block" aria-label={say(title)}>
      <h3 className="pg-h3">
        {say(title)}
        {note ? <span className="pg-faint">{say(note)}</span> : null}
      </h3>
      {rows.length === 0 ? (
        <p className="pc-note">{say(["没有。", "None."])}</p>
      ) : (
        <div className="rt-frame" tabIndex={0} role="region" aria-label={say(title)}>
          <table>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column.head[1]} scope="col" className={column.right ? "pg-right" : undefined}>
                    {say(column.head)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, at) => (
                <tr key={keyOf(row, at)}>
                  {columns.map((column, i) =>
                    named && i === 0 ? (
                      <th key={column.head[1]} scope="row">
                        {column.cell(row)}
                      </th>
                    ) : (
                      <td key={column.head[1]} className={column.right ? "pg-right" : undefined} {...column.marks?.(row)}>
                        {column.cell(row)}
                      </td>
                    ),
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
