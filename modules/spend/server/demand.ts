import { round, sub, sum } from "#kernel/decimal.ts";
import type { Answered, Asking } from "#kernel/server/report.ts";
import { Statement } from "#kernel/server/statement.ts";
import { ageBucket, ages, mean, percentOf, workingDays } from "../figures.ts";
import { given, named, spanOf } from "./facts.ts";

const two = (value: string): string => round(value, 2);
const three = (value: string): string => round(value, 3);

/** The lines of requisitions that left the draft: h the requisition, l the line. */
function requisitionLines(sql: Statement, asking: Asking): string {
  const { me, asked, filter } = asking;
  const [from, to] = spanOf(asking);
  const is = (column: string, key: string): string => {
    const value = given(filter, key);
    return value === null ? "true" : `${column} = ${sql.at(value)}`;
  };
  const where = [
    `h.status not in ('DRAFT', 'REJECTED')`,
    `h."requestDate" between ${sql.at(from)} and ${sql.at(to)}`,
    sql.within('h."orgId"', me.orgs),
    me.categories === "all" ? "true" : `(l."categoryId" is null or ${sql.within('l."categoryId"', me.categories)})`,
    asked.orgId === null ? "true" : `h."orgId" = ${sql.at(asked.orgId)}`,
    asked.categoryIds === null ? "true" : `l."categoryId" = any(${sql.at(asked.categoryIds)}::text[])`,
    ...[is('h."deptId"', "deptId"), is('l."buyerId"', "buyerId"), is('h."requesterId"', "requesterId")],
  ].filter((one) => one !== "true");
  return `from "SrmPurRequisitionHeader" h join "SrmPurRequisitionLine" l on l."parentId" = h.id
    left join "SrmBaseItem" i on i.id = l."itemId" left join "BaseUsers" b on b.id = l."buyerId" left join "BaseUsers" u on u.id = h."requesterId"
    left join lateral (
      select min(o."orderDate")::text as ordered, min(extract(epoch from o."confirmDate" - o."publishDate") / 3600)::float as hours
      from "SrmPurRequisitionTargetRel" t join "SrmPurOrderHeader" o on o.id = t."targetHeaderId"
      where t."reqLineId" = l.id and t."targetType" = 'ORDER' and t."relStatus" = 'ORDERED') f on true
    where ${where.join(" and ")}`;
}

interface Line {
  readonly id: string;
  readonly headerId: string;
  readonly requisitionNum: string;
  readonly lineNum: number;
  readonly lineStatus: string;
  readonly itemName: string;
  readonly requester: string | null;
  readonly buyerId: string | null;
  readonly buyer: string | null;
  readonly requestDate: string;
  readonly approvedAt: string | null;
  readonly needByDate: string;
  readonly requested: string;
  readonly cancelled: string;
  readonly ordered: string;
  readonly open: string;
  readonly amount: string;
  readonly openAmount: string;
  readonly firstOrder: string | null;
  readonly hours: number | null;
}

const columns = (asking: Asking): string => `l.id, h.id as "headerId", h."requisitionNum", l."lineNum", l."lineStatus",
  coalesce(i."itemCode" || ' ' || ${named(asking.me, "i", "itemName")}, l."itemDesc") as "itemName", u."displayName" as requester, l."buyerId", b."displayName" as buyer,
  h."requestDate"::text as "requestDate", l."approvedAt"::text as "approvedAt", l."needByDate"::text as "needByDate", l."requestQty"::text as requested,
  l."cancelledQty"::text as cancelled, l."orderedQty"::text as ordered, l."openQty"::text as open, l."estAmount"::text as amount,
  round(coalesce(l."estPrice", 0) * l."openQty", 2)::text as "openAmount", f.ordered as "firstOrder", f.hours`;

async function linesOf(asking: Asking): Promise<readonly Line[]> {
  const sql = new Statement();
  return asking.db.query<Line>(
    `select ${columns(asking)} ${requisitionLines(sql, asking)} order by h."requestDate" desc, l.id desc`,
    sql.values,
  );
}

/** How far and how quickly requisitions became orders, buyer by buyer. */
export async function requisitionOrder(asking: Asking): Promise<Answered> {
  const { today } = asking;
  const lines = await linesOf(asking);
  const summary = (all: readonly Line[]) => {
    const [requested, cancelled, ordered] = [
      sum(all.map((l) => l.requested)),
      sum(all.map((l) => l.cancelled)),
      sum(all.map((l) => l.ordered)),
    ];
    return {
      ...{ lines: all.length, requested: three(requested), ordered: three(ordered), rate: percentOf(ordered, sub(requested, cancelled)) },
      approveDays: mean(all.flatMap((l) => (l.approvedAt ? [workingDays(l.requestDate, l.approvedAt)] : []))),
      orderDays: mean(all.flatMap((l) => (l.approvedAt && l.firstOrder ? [workingDays(l.approvedAt, l.firstOrder)] : []))),
      confirmHours: mean(all.flatMap((l) => (l.hours === null ? [] : [l.hours]))),
      overdue: all.filter((l) => l.needByDate < today && Number(l.open) > 0).length,
    };
  };
  const [from, to] = spanOf(asking);
  const rows = [...Map.groupBy(lines, (l) => l.buyerId ?? "")].map(([id, all]) => ({
    name: all[0]!.buyer ?? "–",
    ...summary(all),
    drill: { from, to, ...(id ? { buyerId: id } : {}) },
  }));
  const some = (test: (line: Line) => boolean): number => lines.filter(test).length;
  return {
    rows: rows.sort((a, b) => b.lines - a.lines),
    figures: summary(lines),
    groups: {
      funnel: [
        { step: "requested", count: lines.length },
        { step: "approved", count: some((l) => l.approvedAt !== null) },
        { step: "ordered", count: some((l) => l.firstOrder !== null) },
        { step: "confirmed", count: some((l) => l.hours !== null) },
      ],
    },
    notes: [],
  };
}

/** Where requisitions stand, and how long what is open has been waiting. */
export async function requisition(asking: Asking): Promise<Answered> {
  const { today } = asking;
  const lines = await linesOf(asking);
  const aged = lines.map((line) => {
    const age =
      line.approvedAt && Number(line.open) > 0 ? Math.round((Date.parse(today) - Date.parse(line.approvedAt)) / 86_400_000) : null;
    return { ...line, age, bucket: age === null ? "" : ageBucket(age) };
  });
  return {
    rows: aged.map((line) => ({ ...line, requested: three(line.requested), open: three(line.open), drill: { id: line.headerId } })),
    figures: {
      lines: lines.length,
      documents: new Set(lines.map((line) => line.headerId)).size,
      amount: two(sum(lines.map((line) => line.amount))),
      openAmount: two(sum(lines.map((line) => line.openAmount))),
      openLines: aged.filter((line) => line.age !== null).length,
    },
    groups: {
      ages: ages.map(([, bucket]) => {
        const own = aged.filter((line) => line.bucket === bucket);
        return { bucket, count: own.length, amount: two(sum(own.map((line) => line.openAmount))) };
      }),
      statuses: [...Map.groupBy(lines, (line) => line.lineStatus)].map(([status, all]) => ({ status, count: all.length })),
    },
    notes: [],
  };
}
