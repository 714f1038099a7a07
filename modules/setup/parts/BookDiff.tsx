import { useText } from "#kernel/web/language.ts";
import type { Text } from "#kernel/text.ts";
import { useState } from "react";
import type { BookRow, BookTold, RowResult } from "../book.ts";

const words: Readonly<Record<RowResult, Text>> = {
  new: ["新增", "New"],
  changed: ["变更", "Changed"],
  same: ["不变", "Unchanged"],
  wrong: ["有误", "Wrong"],
};
const results: readonly RowResult[] = ["new", "changed", "same", "wrong"];
const mostShown = 500;

/** The sheets of a workbook beside what is stored, row by row. */
export function BookDiff({ sheets, isWritten }: { readonly sheets: readonly BookTold[]; readonly isWritten: boolean }) {
  const t = useText();
  const first = sheets.find((one) => one.counts.wrong > 0) ?? sheets[0];
  const [code, setCode] = useState(first?.code ?? "");
  const [hides, setHides] = useState(false);
  const shown = sheets.find((one) => one.code === code) ?? first;
  if (!shown) return <p className="su-empty">{t(["文件中没有可导入的行", "The file has no rows to import"])}</p>;
  const rows = shown.rows.filter((one) => !hides || one.result !== "same");
  return (
    <div className="su-book">
      <div className="su-tabs" role="tablist">
        {sheets.map((one) => (
          <button key={one.code} type="button" role="tab" aria-selected={one.code === shown.code} onClick={() => setCode(one.code)}>
            {one.label}
            <span className="s-badge" data-wrong={one.counts.wrong > 0}>
              {one.counts.wrong > 0 ? `${one.counts.wrong} / ${one.rows.length}` : one.rows.length}
            </span>
          </button>
        ))}
      </div>
      <div className="su-legend">
        {results.map((result) => (
          <span key={result} data-result={result}>
            <i aria-hidden />
            {t(words[result])} {shown.counts[result]}
          </span>
        ))}
        {isWritten ? <b>{t(["已写入", "Written"])}</b> : null}
        <label>
          <input type="checkbox" checked={hides} onChange={(event) => setHides(event.target.checked)} />
          {t(["隐藏不变的行", "Hide unchanged rows"])}
        </label>
      </div>
      <div className="su-table">
        <table>
          <thead>
            <tr>
              <th>{t(["行", "Row"])}</th>
              <th>{t(["结果", "Result"])}</th>
              {shown.columns.map(({ key, label }) => (
                <th key={key}>{label}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, mostShown).map((row) => (
              <DiffRow key={row.row} row={row} columns={shown.columns} />
            ))}
          </tbody>
        </table>
        {rows.length > mostShown ? (
          <p className="su-empty">{t([`另有 ${rows.length - mostShown} 行`, `${rows.length - mostShown} more rows`])}</p>
        ) : null}
      </div>
    </div>
  );
}

function DiffRow({ row, columns }: { readonly row: BookRow; readonly columns: BookTold["columns"] }) {
  const t = useText();
  const own = (key: string): readonly string[] => row.notes.filter((note) => note.key === key).map(({ text }) => text);
  const other = row.notes.filter((note) => !columns.some(({ key }) => key === note.key)).map(({ text }) => text);
  return (
    <tr data-result={row.result}>
      <td>{row.row}</td>
      <td>
        <span className="su-result">{t(words[row.result])}</span>
        {other.map((text) => (
          <small key={text}>{text}</small>
        ))}
      </td>
      {columns.map(({ key }) => (
        <td key={key} data-note={own(key).length > 0} data-changed={key in row.old}>
          {key in row.old ? <s>{String(row.old[key] ?? "–")}</s> : null}
          {String(row.values[key] ?? "")}
          {own(key).map((text) => (
            <small key={text}>{text}</small>
          ))}
        </td>
      ))}
    </tr>
  );
}
