import { getProfile } from "#modules/base/index.ts";
import { sql } from "#kernel/query.ts";
import { track, tradeDays } from "#modules/supplier/index.ts";
import { flowOf, percentOf, quantile } from "../report-figures.ts";
import type { Answered, Asking } from "#kernel/server/find/report.ts";
import { addMonths, daysBetween, monthsBetween } from "#kernel/days.ts";
import { grouped, monthsFrom, text } from "./asking.ts";
import { between, nodeDays, passages, standingOn, tracksIn, tradersOf, type StandingRow, type TrackRow } from "./report-sql.ts";

const dimensions: Readonly<Record<string, (row: StandingRow) => readonly string[]>> = {
  TYPE: (row) => [row.supplierType],
  LEVEL: (row) => [row.supLevel ?? ""],
  REGION: (row) => [row.region ?? ""],
  CATEGORY: (row) => (row.categoryNames?.length ? row.categoryNames : [""]),
};

/** How many suppliers had which status on a day, and by what they differ. */
export async function statusScatter(asking: Asking): Promise<Answered> {
  const { today, filter } = asking;
  const day = text(filter, "asOfDate") ?? today;
  const dimension = text(filter, "dimension") ?? "TYPE";
  const rows = await standingOn(asking, day);
  const counted = rows.filter((row) => row.supStatus !== "MERGED");
  const statuses = [...grouped(rows, (row) => row.supStatus)].map(([supStatus, all]) => ({
    supStatus,
    count: all.length,
    share: supStatus === "MERGED" ? null : percentOf(all.length, counted.length),
  }));
  const cells = grouped(
    counted.flatMap((row) => (dimensions[dimension] ?? dimensions["TYPE"]!)(row).map((name) => ({ name, row }))),
    (entry) => entry.name,
  );
  const byDimension = [...cells]
    .map(([name, all]) => ({
      name,
      total: all.length,
      ...Object.fromEntries([...grouped(all, (entry) => entry.row.supStatus)].map(([status, of]) => [status, of.length])),
    }))
    .sort((a, b) => b.total - a.total);
  return {
    rows: rows.map(({ categoryNames, ...row }) => ({ ...row, names: categoryNames ?? [] })),
    figures: { day, dimension, total: counted.length, merged: rows.length - counted.length },
    groups: { statuses, byDimension },
    notes: [],
  };
}

const buckets = [
  [24, Infinity, "24+"],
  [12, 24, "12–23"],
  [6, 12, "6–11"],
  [0, 6, "0–5"],
] as const;

/** Suppliers that could be traded with and are not. */
export async function noTransaction(asking: Asking): Promise<Answered> {
  const { db, find, today, filter } = asking;
  const months = Number(filter["months"] ?? 0) || Number((await getProfile(find, "SUP_NO_TRADE_MONTHS")).value);
  const [rows, last] = await Promise.all([tradersOf(asking, text(filter, "ownerId")), tradeDays.ask(find, { db, until: today })]);
  const latest = new Map<string, string>();
  for (const { supplierId, last: day } of last) if (day > (latest.get(supplierId) ?? "")) latest.set(supplierId, day);
  const idle = rows
    .map((row) => {
      const known = latest.get(row.id);
      const traded = known && known > (row.lastTradeDate ?? "") ? known : row.lastTradeDate;
      const from = traded ?? row.qualifiedDate ?? row.enteredDate;
      return { ...row, lastTradeDate: traded, idleMonths: from ? Math.max(0, monthsBetween(from, today)) : 0 };
    })
    .filter((row) => row.idleMonths >= months)
    .sort((a, b) => b.idleMonths - a.idleMonths);
  return {
    rows: idle,
    figures: {
      months,
      total: idle.length,
      of: rows.length,
      never: idle.filter((row) => row.lastTradeDate === null).length,
      share: percentOf(idle.length, rows.length),
    },
    groups: {
      buckets: buckets
        .map(([from, to, name]) => ({ name, count: idle.filter((row) => row.idleMonths >= from && row.idleMonths < to).length }))
        .reverse(),
    },
    notes: [],
  };
}

const inMonths = (day: string | null, from: string, to: string): boolean =>
  day !== null && day.slice(0, 7) >= from && day.slice(0, 7) <= to;

function summary(tracks: readonly TrackRow[], from: string, to: string) {
  const ended = (status: string) => tracks.filter((track) => track.trackStatus === status && inMonths(track.endDate, from, to));
  const [passed, failed] = [ended("PASSED"), ended("FAILED")];
  const days = passed.map((trackRow) => daysBetween(trackRow.startDate ?? trackRow.endDate!, trackRow.endDate!));
  return {
    started: tracks.filter((track) => inMonths(track.startDate, from, to)).length,
    passed: passed.length,
    failed: failed.length,
    passRate: percentOf(passed.length, passed.length + failed.length),
    median: quantile(days, 0.5),
    p90: quantile(days, 0.9),
  };
}

/** The months a report is about when nothing was asked: the last twelve. */
export function monthsAsked({ filter, today }: Pick<Asking, "filter" | "today">): readonly [string, string] {
  const to = text(filter, "to") ?? today.slice(0, 7);
  return [text(filter, "from") ?? addMonths(`${to}-01`, -11).slice(0, 7), to];
}

/** The day the first introduction began. */
export async function tracksSince({ db, source }: Asking): Promise<string | null> {
  const t = source(track);
  const found = await db.one<{ day: string | null }>(sql`select min(${t.startDate})::text as day from ${t}`);
  return found?.day ?? null;
}

/** How many introductions began, passed and failed, and how long they took. */
export async function introduceQty(asking: Asking): Promise<Answered> {
  const [from, to] = monthsAsked(asking);
  const { filter } = asking;
  const buyer = text(filter, "buyerId");
  const [tracks, nodes] = await Promise.all([tracksIn(asking, from, to, buyer), nodeDays(asking, from, to, buyer)]);
  const by = (name: (row: TrackRow) => string) =>
    [...grouped(tracks, name)].map(([key, all]) => ({ name: key, ...summary(all, from, to) })).sort((a, b) => b.passed - a.passed);
  return {
    rows: tracks.map((track) => ({
      ...track,
      days: track.startDate && track.endDate ? daysBetween(track.startDate, track.endDate) : null,
    })),
    figures: { from, to, ...summary(tracks, from, to) },
    groups: {
      months: monthsFrom(from, to).map((month) => ({ name: month, ...summary(tracks, month, month) })),
      scenes: by((row) => row.sceneType ?? ""),
      buyers: by((row) => row.ownerName ?? ""),
      categories: by((row) => row.categories ?? ""),
      nodes: [...grouped(nodes, (node) => node.nodeCode)].map(([name, all]) => ({
        name,
        count: all.length,
        median: quantile(
          all.map((entry) => entry.days),
          0.5,
        ),
      })),
    },
    notes: [],
  };
}

/** Who came and went in a year, month by month. */
export async function introduceExit(asking: Asking): Promise<Answered> {
  const { me, today, filter } = asking;
  const year = text(filter, "year") ?? today.slice(0, 4);
  const moves = await passages(asking, year);
  const names = new Map(moves.map((entry) => [entry.supplierId, entry.supplierName]));
  const { months, neverIn } = flowOf(moves, year);
  const past = months.filter((month) => month.month <= today.slice(0, 7));
  const rows = past.map(({ inIds, outIds, ...one }) => ({
    ...one,
    exitRate: percentOf(one.exited, one.opening),
    inNames: inIds.map((id) => names.get(id)).join(between(me)),
    outNames: outIds.map((id) => names.get(id)).join(between(me)),
    inIds,
    outIds,
  }));
  const [introduced, exited] = [past.reduce((n, m) => n + m.introduced, 0), past.reduce((n, m) => n + m.exited, 0)];
  return {
    rows,
    figures: { year, opening: past[0]?.opening ?? 0, introduced, exited, closing: past.at(-1)?.closing ?? 0 },
    groups: {
      months: rows,
      moves: past.flatMap(({ month, inIds, outIds }) => [
        ...inIds.map((id) => ({ month, way: "IN", id, supplierName: names.get(id) })),
        ...outIds.map((id) => ({ month, way: "OUT", id, supplierName: names.get(id) })),
      ]),
    },
    totals: { introduced: String(introduced), exited: String(exited) },
    notes: neverIn.length
      ? [
          {
            code: "NEVER_IN",
            count: neverIn.length,
            text: [
              `另有 ${neverIn.length} 家从未合格的供应商退出或列入黑名单，不计入。`,
              `${neverIn.length} suppliers that were never qualified left or were blacklisted; they are not counted.`,
            ],
          },
        ]
      : [],
  };
}
