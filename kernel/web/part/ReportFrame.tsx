import { Button, Skeleton } from "antd";
import { Download, Printer, RotateCcw } from "lucide-react";
import { useMemo, useState, type CSSProperties, type ReactNode } from "react";
import { showNumber } from "../../cell.ts";
import { format, isDecimal } from "../../decimal.ts";
import { columnsFor, isFigure } from "../../report.ts";
import type { ReportColumn, ReportDesk, ReportReply, ReportShape, Row } from "../../report.ts";
import type { Text } from "../../text.ts";
import { call, download, saveBlob } from "../call.ts";
import { useLanguage, useText } from "../language.ts";
import { toast } from "../message.ts";
import { FieldInput } from "../page/field/FieldInput.tsx";
import { useLoad, type Loaded } from "../page/document/useLoad.ts";
import { useLookup } from "../page/lookup.ts";
import { useViewer } from "../page/viewer.ts";
import { OwnPage, usePageTitle } from "./OwnPage.tsx";
import { openPage } from "../router.ts";
import { useTab } from "../tabs.ts";
import { DataTable } from "../table/DataTable.tsx";
import type { Column, RowAction } from "../table/types.ts";
import "./report.css";

/** A figure as people read it: thousands apart, and a dash where nothing is known. */
export const figure = (value: unknown, more = ""): string =>
  value === null || value === undefined || value === ""
    ? "–"
    : `${isDecimal(String(value)) ? format(String(value), { thousands: true }) : String(value)}${more}`;

/** The words of a lookup, or the code itself. */
export function useWords(type: string): (code: unknown) => string {
  const { meaning } = useLookup(type);
  return (code) => (code ? (meaning(String(code)) ?? String(code)) : "");
}

export interface Shown {
  readonly reply: ReportReply;
  readonly filter: Row;
  /** What of the rows is shown below, by a mark somebody pressed. */
  readonly chosen: Chosen | null;
  choose(chosen: Chosen | null): void;
}

export interface Chosen {
  readonly label: string;
  keep(row: Row): boolean;
}

export interface Target {
  readonly path: string;
  readonly query: Record<string, string>;
  readonly title?: string;
}

export interface ReportProps<N extends string = string> {
  readonly report: N;
  /** What is asked unless the reader asks otherwise, said in the filters themselves. */
  readonly begin?: Row;
  sentence(shown: Shown): ReactNode;
  charts(shown: Shown): ReactNode;
  /** The page a row opens, or one figure of it. */
  opens?(row: Row, key: string): Target | null;
  /** What of the report a row stands for, where it opens no page. */
  picks?(row: Row): Chosen;
  rowActions?(row: Row): readonly RowAction[];
  /** What stands below the rows. */
  after?(shown: Shown): ReactNode;
}

function Filters({
  shape,
  typed,
  type,
  query,
  reset,
}: {
  shape: ReportShape;
  typed: Row;
  type(patch: Row): void;
  query(): void;
  reset(): void;
}) {
  const say = useText();
  return (
    <form className="rp-filters" role="search" onSubmit={(event) => (event.preventDefault(), query())}>
      {Object.entries(shape.filters).map(([key, field]) => (
        <label key={key} className="rp-filter">
          <span>{say(field.label)}</span>
          <FieldInput field={field} fieldKey={key} row={typed} label={say(field.label)} narrow patch={type} />
        </label>
      ))}
      <span className="rp-search">
        <Button type="text" className="pg-icon" aria-label={say(["重置", "Reset"])} icon={<RotateCcw size={14} />} onClick={reset} />
        <Button type="primary" htmlType="submit">
          {say(["查询", "Search"])}
        </Button>
      </span>
    </form>
  );
}

function Cell({ column, row }: { readonly column: ReportColumn; readonly row: Row }) {
  const words = useWords(column.lookup ?? "");
  const value = row[column.key];
  if (column.lookup) return <>{words(value) || "–"}</>;
  if (value === null || value === undefined || value === "") return <span className="pg-none">–</span>;
  return (
    <>
      {column.kind === "percent"
        ? `${String(value)}%`
        : column.kind === "money"
          ? format(String(value), { scale: 2, thousands: true })
          : column.kind === "qty"
            ? showNumber(value, { thousands: true })
            : column.kind === "number" && isDecimal(String(value))
              ? format(String(value), { thousands: true })
              : String(value)}
    </>
  );
}

interface TableProps extends Pick<ReportProps, "report" | "opens" | "picks" | "rowActions"> {
  readonly shape: ReportShape;
  readonly shown: Shown;
}

/** A figure on a ground as strong as it is beside the greatest. */
function Heat({ value, most, children }: { readonly value: unknown; readonly most: number; readonly children: ReactNode }) {
  const share = most > 0 && isDecimal(String(value ?? "")) ? Math.max(0, Number(value)) / most : 0;
  return (
    <span className="rp-heat" style={{ "--heat": `${Math.round(share * 100)}%` } as CSSProperties}>
      {children}
    </span>
  );
}

function Linked({ column, row, shown, opens, picks }: Omit<TableProps, "report" | "shape"> & { column: ReportColumn; row: Row }) {
  const cell = <Cell column={column} row={row} />;
  const isEmpty = row[column.key] === null || row[column.key] === undefined || row[column.key] === "";
  const target = column.links && !isEmpty ? opens?.(row, column.key) : null;
  if (target)
    return (
      <a
        className="pg-link"
        tabIndex={-1}
        data-focus=""
        href={`/main/${target.path}?${new URLSearchParams(target.query)}`}
        onClick={(event) => (event.preventDefault(), void openPage(target))}
      >
        {cell}
      </a>
    );
  if (!column.links || !picks) return cell;
  return (
    <button type="button" className="pg-link" tabIndex={-1} data-focus="" onClick={() => shown.choose(picks(row))}>
      {cell}
    </button>
  );
}

function Table({ report, shape, shown, opens, picks, rowActions }: TableProps) {
  const language = useLanguage((state) => state.language);
  const rows = shown.chosen ? shown.reply.rows.filter(shown.chosen.keep) : shown.reply.rows;
  const { totals } = shown.reply;
  const most = useMemo(() => {
    const hot = shape.columns.filter((column) => column.heat);
    return Math.max(0, ...shown.reply.rows.flatMap((row) => hot.map((column) => Number(row[column.key] ?? 0))));
  }, [shape, shown.reply]);
  const columns = useMemo(
    () =>
      columnsFor(shape, shown.reply.rows).map((column): Column => {
        return {
          key: column.key,
          title: column.label,
          width: column.width ?? 120,
          align: isFigure(column) ? "right" : "left",
          sortable: true,
          isSummary: totals !== undefined && column.key in totals,
          ...(column.kind === "qty" || column.kind === "int" ? { cellType: "number" } : {}),
          ...(column.kind === "percent" ? { cellType: "percent", least: 2 } : {}),
          render: (row: Row) => {
            const inside = <Linked column={column} row={row} shown={shown} {...(opens ? { opens } : {})} {...(picks ? { picks } : {})} />;
            return column.heat ? (
              <Heat value={row[column.key]} most={most}>
                {inside}
              </Heat>
            ) : (
              inside
            );
          },
        } as Column;
      }),
    // the words of a column change with the language
    // oxlint-disable-next-line react/exhaustive-deps
    [shape, language, shown.reply],
  );
  return (
    <DataTable
      key={`${shown.chosen?.label ?? ""} ${rows.length}`}
      config={{
        name: `report:${report}`,
        label: shape.label,
        columns,
        rows: rows as Record<string, unknown>[],
        selection: false,
        showIndex: false,
        pageSize: 20,
        isShowPage: rows.length > 20,
        height: "content",
        ...(rowActions ? { operateSlot: rowActions } : {}),
        ...(totals && !shown.chosen ? { showSummary: true, footerConfig: { scope: "all", sums: totals } } : {}),
        empty: { title: ["没有符合条件的数据", "Nothing to show"] },
      }}
    />
  );
}

function Foot({ reply }: { readonly reply: ReportReply }) {
  const say = useText();
  const part = (label: Text, names: readonly string[] | null): string =>
    `${say(label)}${say(["：", ": "])}${names === null ? say(["全部", "all"]) : names.length ? names.join(say(["、", ", "])) : say(["无", "none"])}`;
  return (
    <p className="rp-foot">
      {say(["已应用权限", "Permissions applied"])} · {part(["组织", "Organisations"], reply.permits.orgs)} ·{" "}
      {part(["品类", "Categories"], reply.permits.categories)}
    </p>
  );
}

interface BodyProps extends ReportProps {
  readonly shape: ReportShape;
  readonly load: Loaded<ReportReply>;
  readonly filter: Row;
}

function Body({ load, report, shape, ...more }: BodyProps) {
  const say = useText();
  const [chosen, choose] = useState<Chosen | null>(null);
  if (load.error)
    return (
      <p role="alert" className="pc-bad">
        {load.error}
      </p>
    );
  if (!load.data)
    return (
      <div className="rp-wait" role="status" aria-busy="true" aria-label={say(["正在统计", "Counting"])}>
        <Skeleton active={false} paragraph={{ rows: 10 }} />
      </div>
    );
  const shown: Shown = { reply: load.data, filter: more.filter, chosen, choose };
  return (
    <>
      <p className="rp-sentence" role="status">
        {more.sentence(shown)}
      </p>
      <p className="rp-formula">
        {say(shape.formula)}
        {load.data.notes.map((note) => (
          <b key={note.code}>{say(note.text)}</b>
        ))}
      </p>
      <div className="rp-charts">{more.charts(shown)}</div>
      <p className="rp-path">
        {chosen ? (
          <>
            <button type="button" className="pg-link" onClick={() => choose(null)}>
              {say(["全部", "All"])}
            </button>
            <span aria-hidden>›</span> <b>{chosen.label}</b>
          </>
        ) : (
          <b>{say(["明细", "Rows"])}</b>
        )}
        <span className="pg-pill">{(chosen ? load.data.rows.filter(chosen.keep) : load.data.rows).length}</span>
      </p>
      <Table
        report={report}
        shape={shape}
        shown={shown}
        {...(more.opens ? { opens: more.opens } : {})}
        {...(more.picks ? { picks: more.picks } : {})}
        {...(more.rowActions ? { rowActions: more.rowActions } : {})}
      />
      {more.after?.(shown)}
      <Foot reply={load.data} />
    </>
  );
}

/** One report: filters, the sentence that answers, charts that each answer a question, and the rows behind. */
export function ReportFrame<N extends string>({ desk, ...props }: ReportProps<N> & { readonly desk: ReportDesk<N> }) {
  const { report } = props;
  const shape = desk.shapes[report];
  const base = `srmServer/v1/${desk.path}`;
  const say = useText();
  const viewer = useViewer();
  const title = usePageTitle(shape.label);
  const { query } = useTab();
  const initial = Object.fromEntries(
    Object.entries(shape.filters).map(([key, field]) => [key, field.initial ?? props.begin?.[key] ?? null]),
  );
  // Another report that sends its reader here names what it was about.
  const arriving = Object.fromEntries(Object.keys(shape.filters).map((key) => [key, query[key] ?? initial[key]]));
  const [typed, setTyped] = useState<Row>(arriving);
  const [asked, setAsked] = useState<Row>(arriving);
  const wanted = Object.fromEntries(
    Object.keys(shape.filters).flatMap((key) => (asked[key] === null || asked[key] === "" ? [] : [[key, asked[key]]])),
  );
  const load = useLoad(`${report} ${JSON.stringify(wanted)}`, async () => (await call<ReportReply>(`${base}/${shape.call}`, wanted)).data);
  const may = (button: string): boolean => viewer.may(button);
  const take = async (): Promise<void> => {
    try {
      saveBlob(await download(`${base}/exportReport`, { report, ...wanted }));
    } catch (error) {
      toast.error(error);
    }
  };
  return (
    <OwnPage>
      <div className="rp-page" role="region" aria-label={title}>
        <header className="pg-head">
          <div>
            <h1>{title}</h1>
            <p className="pg-truth">
              {say(["按您的组织与品类权限", "Within your organisations and categories"])}
              {load.data?.currency ? ` · ${say([`金额单位 ${load.data.currency}`, `amounts in ${load.data.currency}`])}` : ""}
            </p>
          </div>
          <div className="pg-head-buttons s-no-print">
            {may("btnPrint") ? (
              <Button icon={<Printer size={14} />} onClick={() => window.print()}>
                {say(["打印", "Print"])}
              </Button>
            ) : null}
            {may("btnExport") ? (
              <Button icon={<Download size={14} />} onClick={() => void take()}>
                {say(["导出", "Export"])}
              </Button>
            ) : null}
          </div>
        </header>
        <Filters
          shape={shape}
          typed={typed}
          type={(patch) => setTyped((now) => ({ ...now, ...patch }))}
          query={() => (setAsked(typed), load.again())}
          reset={() => (setTyped(initial), setAsked(initial))}
        />
        <Body key={JSON.stringify(wanted)} shape={shape} load={load} filter={wanted} {...props} />
      </div>
    </OwnPage>
  );
}
