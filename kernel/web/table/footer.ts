import { showNumber } from "#kernel/cell.ts";
import { meanOf, sumOf, type Row } from "#kernel/table.ts";
import type { Column, PageInfo, TableConfig } from "./types.ts";

const leaves = (columns: readonly Column[]): Column[] =>
  columns.flatMap((column) => (column.children === undefined ? [column] : leaves(column.children)));

/** The keys the footer sums: those named and those marked on their column. */
export function sumKeys(config: Pick<TableConfig, "columns" | "footerConfig" | "showSummary">): string[] {
  const marked =
    config.showSummary === true
      ? leaves(config.columns)
          .filter((column) => column.isSummary === true)
          .map((column) => column.key)
      : [];
  return [...new Set([...(config.footerConfig?.summaryFields ?? []), ...marked])];
}

export interface FooterFigure {
  readonly text: string;
  readonly mean: boolean;
}

/** A sum as the cells above it are written: pieces stay whole, shares have their sign, everything else has two decimals. */
function shown(value: string, column: Column | undefined): string {
  if (column?.cellType === "number")
    return showNumber(value, { least: column.least ?? 0, precision: column.precision ?? 6, thousands: true });
  if (column?.cellType === "percent") return `${showNumber(value, { least: column.least ?? 0, precision: column.precision ?? 6 })}%`;
  return showNumber(value, { least: 2, precision: 2, thousands: true });
}

/** What stands under each column: sums of the page, or of the whole filter as the server added them up, and means. */
export function footerFigures(
  config: Pick<TableConfig, "columns" | "footerConfig" | "showSummary">,
  rows: readonly Row[],
  page: PageInfo,
): ReadonlyMap<string, FooterFigure> {
  const figures = new Map<string, FooterFigure>();
  const all = config.footerConfig?.scope === "all";
  const columns = new Map(leaves(config.columns).map((column) => [column.key, column]));
  for (const key of sumKeys(config)) {
    const value = all ? ((config.footerConfig?.sums ?? page.sums)?.[key] ?? null) : sumOf(rows, key);
    figures.set(key, { text: value === null ? "–" : shown(value, columns.get(key)), mean: false });
  }
  for (const key of config.footerConfig?.meanNumFields ?? []) {
    const value = meanOf(rows, key);
    if (!figures.has(key)) figures.set(key, { text: value === null ? "" : shown(value, undefined), mean: true });
  }
  return figures;
}

/** A footer is drawn when asked for, or when something is summed or averaged. */
export const hasFooter = (config: TableConfig): boolean => config.showSummary === true || config.footerConfig !== undefined;
