import { useMemo, type CSSProperties, type ReactNode } from "react";
import { isDecimal } from "../../decimal.ts";
import { reportText } from "../../page-format.ts";
import { columnsFor, isFigure, totalsOf, type ReportColumn, type ReportShape, type Row } from "../../report.ts";
import { useLanguage, useText } from "../language.ts";
import { openPage } from "../router.ts";
import { DataTable } from "../table/DataTable.tsx";
import type { Column } from "../table/types.ts";
import { useWords, type ReportProps, type Shown } from "./reportShown.ts";

interface RowsProps extends Pick<ReportProps, "report" | "opens" | "picks" | "rowActions"> {
  readonly shape: ReportShape;
  readonly shown: Shown;
}

const isNothing = (value: unknown): boolean => value === null || value === undefined || value === "";

function Cell({ column, row }: { readonly column: ReportColumn; readonly row: Row }) {
  const words = useWords(column.lookup ?? "");
  const value = row[column.key];
  if (column.lookup) return <>{words(value) || "–"}</>;
  return isNothing(value) ? <span className="pg-none">–</span> : <>{reportText(column, value)}</>;
}

/** How much of the greatest a figure is, in percent. */
const shareOf = (value: unknown, most: number): string =>
  `${most > 0 && isDecimal(String(value ?? "")) ? Math.round((Math.abs(Number(value)) / most) * 100) : 0}%`;

/** A figure on a ground as strong, or beside a bar as long, as it is beside the greatest. */
function Measured({
  column,
  value,
  most,
  children,
}: {
  readonly column: ReportColumn;
  readonly value: unknown;
  readonly most: number;
  readonly children: ReactNode;
}) {
  if (column.heat)
    return (
      <span className="rp-heat" style={{ "--heat": Number(value) > 0 ? shareOf(value, most) : "0%" } as CSSProperties}>
        {children}
      </span>
    );
  return (
    <span className="rp-barred" data-less={Number(value) < 0 ? "" : undefined}>
      <i aria-hidden style={{ "--bar": shareOf(value, most) } as CSSProperties} />
      <span>{children}</span>
    </span>
  );
}

function Linked({ column, row, shown, opens, picks }: Omit<RowsProps, "report" | "shape"> & { column: ReportColumn; row: Row }) {
  const cell = <Cell column={column} row={row} />;
  const target = column.links && !isNothing(row[column.key]) ? opens?.(row, column.key) : null;
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

/** Where in the report one is: all of it, or the part somebody pressed, and how many rows that is. */
function Path({ shown, count, linked }: { readonly shown: Shown; readonly count: number; readonly linked: boolean }) {
  const say = useText();
  return (
    <span className="rp-path">
      {shown.chosen ? (
        <>
          <button type="button" className="pg-link" onClick={() => shown.choose(null)}>
            {say(["全部", "All"])}
          </button>
          <span aria-hidden>›</span> <b>{shown.chosen.label}</b>
        </>
      ) : (
        <b>{say(["明细", "Rows"])}</b>
      )}
      <span className="pg-pill">{count.toLocaleString("en-US")}</span>
      {linked ? <small>{say(["点蓝色的字看背后的单据", "Blue text opens the documents behind it"])}</small> : null}
    </span>
  );
}

/** The greatest of each measured column; figures on a ground are measured together, since they stand side by side. */
function greatest(columns: readonly ReportColumn[], rows: readonly Row[]): (column: ReportColumn) => number {
  const most = (of: readonly ReportColumn[]): number =>
    Math.max(0, ...rows.flatMap((row) => of.map((column) => Math.abs(Number(row[column.key] ?? 0)) || 0)));
  const hot = most(columns.filter((column) => column.heat));
  const barred = new Map(columns.filter((column) => column.bar).map((column) => [column.key, most([column])]));
  return (column) => (column.heat ? hot : (barred.get(column.key) ?? 0));
}

/** The rows behind the charts: every figure in its unit, what can be added added up, and each linked figure leading to its documents. */
export function ReportRows({ report, shape, shown, opens, picks, rowActions }: RowsProps) {
  const language = useLanguage((state) => state.language);
  const { reply, chosen } = shown;
  const rows = chosen ? reply.rows.filter(chosen.keep) : reply.rows;
  // Of a part only amounts and shares are added again: what is counted may stand in two rows.
  const additive = Object.keys(reply.totals ?? {}).filter((key) =>
    ["money", "percent"].includes(shape.columns.find((column) => column.key === key)?.kind ?? ""),
  );
  const totals = chosen ? totalsOf(additive, rows) : (reply.totals ?? {});
  const summed = Object.keys(totals).join(" ");
  const columns = useMemo(() => {
    const shownColumns = columnsFor(shape, reply.rows);
    const most = greatest(shownColumns, reply.rows);
    return shownColumns.map(
      (column) =>
        ({
          key: column.key,
          title: column.label,
          width: (column.width ?? 120) + (column.bar ? 90 : 0),
          align: isFigure(column) ? "right" : "left",
          sortable: true,
          isSummary: column.key in totals,
          ...(column.kind === "qty" || column.kind === "int" ? { cellType: "number" } : {}),
          ...(column.kind === "percent" ? { cellType: "percent" } : {}),
          render: (row: Row) => {
            const inside = <Linked column={column} row={row} shown={shown} {...(opens ? { opens } : {})} {...(picks ? { picks } : {})} />;
            return (column.heat || column.bar) && !isNothing(row[column.key]) ? (
              <Measured column={column} value={row[column.key]} most={most(column)}>
                {inside}
              </Measured>
            ) : (
              inside
            );
          },
        }) as Column,
    );
    // the words of a column change with the language
    // oxlint-disable-next-line react/exhaustive-deps
  }, [shape, language, reply, summed]);
  const unit = reply.currency ? ([`（${reply.currency}）`, ` (${reply.currency})`] as const) : (["", ""] as const);
  const of = chosen ? ([`${chosen.label}合计`, `Total ${chosen.label}`] as const) : (["合计", "Total"] as const);
  return (
    <DataTable
      key={`${chosen?.label ?? ""} ${rows.length}`}
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
        toolbarExtra: (
          <Path shown={shown} count={rows.length} linked={opens !== undefined && shape.columns.some((column) => column.links === true)} />
        ),
        ...(rowActions ? { operateSlot: rowActions } : {}),
        ...(summed !== "" && rows.length > 0
          ? {
              showSummary: true,
              footerConfig: { scope: "all", sums: totals, title: [`${of[0]}${unit[0]}`, `${of[1]}${unit[1]}`] },
            }
          : {}),
        empty: {
          title: ["这一部分没有明细", "This part has no rows"],
          detail: ["点上面的「全部」回到整张报表。", "Press All above to see the whole report again."],
        },
      }}
    />
  );
}
