import { Replaced } from "#kernel/web/block/Labelled.tsx";
import { Inline, Stack, Words, type Tone } from "#kernel/web/block/layout.tsx";
import { PlainTable } from "#kernel/web/block/PlainTable.tsx";
import { ToneKeys } from "#kernel/web/block/ToneStrip.tsx";
import { TabBar } from "#kernel/web/part/TabBar.tsx";
import { useText } from "#kernel/web/language.ts";
import type { Text } from "#kernel/text.ts";
import { useId, useState } from "react";
import type { BookRow, BookTold, RowResult } from "../book.ts";

const words: Readonly<Record<RowResult, Text>> = {
  new: ["新增", "New"],
  changed: ["变更", "Changed"],
  same: ["不变", "Unchanged"],
  wrong: ["有误", "Wrong"],
};
const tones: Readonly<Record<RowResult, Tone>> = { new: "success", changed: "info", same: "neutral", wrong: "error" };
const results: readonly RowResult[] = ["new", "changed", "same", "wrong"];
const mostShown = 500;

/** The sheets of a workbook beside what is stored, row by row. */
export function BookDiff({ sheets, isWritten }: { readonly sheets: readonly BookTold[]; readonly isWritten: boolean }) {
  const t = useText();
  const panel = useId();
  const first = sheets.find((sheet) => sheet.counts.wrong > 0) ?? sheets[0];
  const [code, setCode] = useState(first?.code ?? "");
  const [hides, setHides] = useState(false);
  const shown = sheets.find((sheet) => sheet.code === code) ?? first;
  if (!shown) return <Words as="p">{t(["文件中没有可导入的行", "The file has no rows to import"])}</Words>;
  const rows = shown.rows.filter((row) => !hides || row.result !== "same");
  const left = rows.length - mostShown;
  return (
    <Stack gap="s" grow>
      <TabBar
        tabs={sheets.map(({ code: key, label, counts, rows: all }) => ({
          key,
          label: [label, label],
          count: counts.wrong > 0 ? `${counts.wrong} / ${all.length}` : all.length,
          bad: counts.wrong > 0,
        }))}
        now={shown.code}
        label={["工作表", "Sheets"]}
        panel={panel}
        choose={setCode}
      />
      <Inline gap="l">
        <ToneKeys keys={results.map((result) => [tones[result], `${t(words[result])} ${shown.counts[result]}`])} />
        {isWritten ? <b>{t(["已写入", "Written"])}</b> : null}
        <label>
          <input type="checkbox" checked={hides} onChange={(event) => setHides(event.target.checked)} />{" "}
          {t(["隐藏不变的行", "Hide unchanged rows"])}
        </label>
      </Inline>
      <div id={panel} role="tabpanel" className="pg-tab-panel">
        <PlainTable
          label={shown.label}
          rows={rows.slice(0, mostShown)}
          rowKey={(row) => String(row.row)}
          rowTone={(row) => (row.result === "new" || row.result === "wrong" ? tones[row.result] : undefined)}
          columns={[
            { key: "row", title: t(["行", "Row"]), cell: (row) => row.row },
            {
              key: "result",
              title: t(["结果", "Result"]),
              noWrap: true,
              cell: (row) => (
                <>
                  {t(words[row.result])}
                  <Notes row={row} of={row.notes.filter((note) => !shown.columns.some(({ key }) => key === note.key))} />
                </>
              ),
            },
            ...shown.columns.map(({ key, label }) => ({
              key: `of-${key}`,
              title: label,
              noWrap: true,
              cell: (row: BookRow) => <Value row={row} of={key} />,
            })),
          ]}
          foot={left > 0 ? t([`另有 ${left} 行`, `${left} more rows`]) : null}
        />
      </div>
    </Stack>
  );
}

/** What is worth knowing about a row or one of its cells; what is wrong stands out. */
function Notes({ row, of }: { readonly row: BookRow; readonly of: BookRow["notes"] }) {
  return of.map(({ text }) => (
    <Words key={text} as="div" size="small" typed {...(row.result === "wrong" ? { tone: "error" } : {})}>
      {text}
    </Words>
  ));
}

function Value({ row, of: key }: { readonly row: BookRow; readonly of: string }) {
  const value = String(row.values[key] ?? "");
  return (
    <>
      {key in row.old ? <Replaced old={String(row.old[key] ?? "–")} by={value} /> : value}
      <Notes row={row} of={row.notes.filter((note) => note.key === key)} />
    </>
  );
}
