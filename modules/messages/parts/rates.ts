import type { Row } from "#kernel/page-document.ts";

/** Delivery figures by channel, source and day as lines by channel: sources of a channel are added up, a day without messages is a gap. */
export function ratesByDay(rows: readonly Row[]): {
  readonly days: readonly string[];
  readonly channels: readonly { readonly channel: string; readonly rates: readonly (number | null)[] }[];
  readonly total: number;
  readonly arrived: number;
} {
  const figure = (list: readonly Row[], key: string): number => list.reduce((sum, row) => sum + Number(row[key] ?? 0), 0);
  const days = [...new Set(rows.map((row) => String(row.day)))].toSorted();
  const byChannel = Map.groupBy(rows, (row) => String(row.channel));
  const channels = [...byChannel].map(([channel, own]) => ({
    channel,
    rates: days.map((day) => {
      const here = own.filter((row) => row.day === day);
      const total = figure(here, "total");
      return total === 0 ? null : Math.round((figure(here, "arrived") / total) * 1000) / 10;
    }),
  }));
  return { days, channels, total: figure(rows, "total"), arrived: figure(rows, "arrived") };
}
