import { all, joined, raw, sql } from "#kernel/query.ts";
import type { Answered, Asking } from "#kernel/server/find/report.ts";
import { cmp } from "#kernel/decimal.ts";
import { item } from "#modules/base/index.ts";
import { alteration } from "../change/alteration.entity.ts";
import { contractItem, paymentStage } from "../contract-lines.entity.ts";
import { contract } from "../contract.entity.ts";
import { contractWarning } from "../warning/warning.entity.ts";
import { ledgerFigures, type LedgerContract, type LedgerStage } from "../execution/figures.ts";
import { dayOf } from "./house-day.ts";

const shown = ["EFFECTIVE", "EXPIRED", "COMPLETED", "TERMINATED"];

interface Row extends LedgerContract {
  readonly contractNum: string;
  readonly contractName: string;
  readonly contractType: string;
  readonly status: string;
  readonly currency: string;
  readonly supplierName: string;
  readonly orgName: string;
  readonly ownerName: string;
}

const text = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

/** The contracts that are asked for, as far as the reader sees them. */
function chosen({ source, filter }: Asking) {
  const c = source(contract);
  const w = source(contractWarning);
  const [i, g] = [source(contractItem, c), source(item)];
  const [level, category] = [text(filter["warnLevel"]), text(filter["categoryId"])];
  const same = ["orgId", "ownerId", "deptId", "supplierId", "contractType", "contractClass", "signMode"] as const;
  const asked = same.map((key) => (text(filter[key]) === null ? null : sql`${c[key]} = ${text(filter[key])}`));
  const status = text(filter["status"]);
  const day = (key: string, column: "effectiveDate" | "expiryDate", op: "from" | "to") => {
    const value = text(filter[key]);
    return value === null ? null : op === "from" ? sql`${c[column]} >= ${value}::date` : sql`${c[column]} <= ${value}::date`;
  };
  const money = (key: string, op: "from" | "to") => {
    const value = text(filter[key]);
    return value === null ? null : op === "from" ? sql`${c.amountIncl} >= ${value}::numeric` : sql`${c.amountIncl} <= ${value}::numeric`;
  };
  const where = all(
    sql`${c.status} = any(${shown.filter((code) => status === null || code === status)}::text[])`,
    ...asked,
    day("effectiveFrom", "effectiveDate", "from"),
    day("effectiveTo", "effectiveDate", "to"),
    day("expiryFrom", "expiryDate", "from"),
    day("expiryTo", "expiryDate", "to"),
    money("amountFrom", "from"),
    money("amountTo", "to"),
    level === null
      ? null
      : sql`exists (select 1 from ${w} where ${w.contractId} = ${c.id} and ${w.state} = 'OPEN' and ${w.level} = ${level})`,
    category === null
      ? null
      : sql`exists (select 1 from ${i} join ${g} on ${g.id} = ${i.itemId} where ${i.parentId} = ${c.id} and ${g.categoryId} = ${category})`,
  );
  return { c, where };
}

function contractsOf(asking: Asking): Promise<readonly Row[]> {
  const { db, most, source } = asking;
  const { c, where } = chosen(asking);
  const [a, w] = [source(alteration), source(contractWarning)];
  // Subqueries of the select list run for the listed contracts only.
  const changes = sql`from ${a} where ${a.contractId} = ${c.id} and ${a.status} = 'DONE'`;
  const warnings = sql`from ${w} where ${w.contractId} = ${c.id} and ${w.state} = 'OPEN'`;
  const figure = (
    key: "amountIncl" | "overRunPct" | "orderedAmount" | "receivedAmount" | "invoicedAmount" | "paidAmount" | "deductedAmount" | "rate",
  ) => sql`${c[key]}::text`;
  return db.query<Row>(sql`
    select ${c.id}, ${c.contractNum}, ${c.contractName}, ${c.contractType}, ${c.status}, ${c.currency}, ${c.amountMode},
           ${c.supplierName}, ${c.orgName}, ${c.ownerName}, ${c.warrantyMonths},
           ${figure("amountIncl")} as "amountIncl", ${figure("overRunPct")} as "overRunPct", ${figure("rate")} as rate,
           ${figure("orderedAmount")} as "orderedAmount", ${figure("receivedAmount")} as "receivedAmount",
           ${figure("invoicedAmount")} as "invoicedAmount", ${figure("paidAmount")} as "paidAmount",
           ${figure("deductedAmount")} as "deductedAmount",
           ${c.effectiveDate}::text as "effectiveDate", ${c.expiryDate}::text as "expiryDate",
           ${dayOf(sql`${c.creationDate}`)} as created, ${dayOf(sql`${c.signedAt}`)} as signed,
           ${dayOf(sql`${c.publishedAt}`)} as published,
           (select count(*)::int ${changes}) as changes, (select sum(${a.amountDelta})::text ${changes}) as "changeDelta",
           (select count(*)::int ${warnings}) as warnings, (select count(*)::int ${warnings} and ${w.level} = 'SERIOUS') as serious
      from ${c}
     where ${where}
     order by ${c.expiryDate}, ${c.id} limit ${most + 1}`);
}

async function stagesOf({ db, source }: Asking, ids: readonly string[]): Promise<ReadonlyMap<string, readonly LedgerStage[]>> {
  if (ids.length === 0) return new Map();
  const c = source(contract);
  const s = source(paymentStage, c);
  const rows = await db.query<LedgerStage & { readonly contractId: string }>(sql`
    select ${s.parentId} as "contractId", ${s.stageNo}, ${s.stageName}, ${s.stageType}, ${s.stageStatus},
           ${joined(
             (["amount", "triggeredAmount", "paidAmount", "deductedAmount"] as const).map(
               (key) => sql`${s[key]}::text as ${raw(`"${key}"`)}`,
             ),
             ", ",
           )}, ${s.dueDateCalc}::text as "dueDateCalc"
      from ${c} join ${s} on ${s.parentId} = ${c.id} where ${c.id} = any(${ids}::text[])`);
  return Map.groupBy(rows, (row) => row.contractId);
}

const nameBy = { SUPPLIER: "supplierName", ORG: "orgName", OWNER: "ownerName", TYPE: "contractType" } as const;

interface Total {
  readonly kind: "all" | "group" | "month" | "type";
  readonly name: string;
  readonly count: number;
  readonly amount: string;
  readonly running: number;
  readonly in30: number;
  readonly in60: number;
  readonly in90: number;
}

/** Sums over all that was asked for, in base currency, whatever of it is listed. */
function totalsOf(asking: Asking): Promise<readonly Total[]> {
  const { db } = asking;
  const { c, where } = chosen(asking);
  const by = nameBy[(text(asking.filter["groupBy"]) ?? "SUPPLIER") as keyof typeof nameBy] ?? nameBy.SUPPLIER;
  const ends = (days: number) => sql`count(*) filter (where running and days between 0 and ${days}::int)::int`;
  const grouped = (kind: Total["kind"], key: "grouped" | "month" | "type") =>
    sql`select ${kind}::text, ${raw(key)}, count(*)::int, sum(amount)::text, 0, 0, 0, 0 from x group by ${raw(key)}`;
  return db.query<Total>(sql`
    with x as materialized (
      select ${c[by]} as grouped, ${c.contractType} as type, to_char(${c.effectiveDate}, 'YYYY-MM') as month, ${c.status} = 'EFFECTIVE' as running,
             ${c.expiryDate} - ${asking.today}::date as days, round(coalesce(${c.amountIncl}, 0) * coalesce(${c.rate}, 1), 2) as amount
        from ${c} where ${where})
    select 'all' as kind, '' as name, count(*)::int as count, coalesce(sum(amount), 0)::text as amount,
           count(*) filter (where running)::int as running, ${ends(30)} as in30, ${ends(60)} as in60, ${ends(90)} as in90 from x
     union all ${grouped("group", "grouped")} union all ${grouped("month", "month")} union all ${grouped("type", "type")}`);
}

type Month = Readonly<Record<"month" | "due" | "paid", string>>;

/** What falls due and was paid of it, month by month, and how many contracts have a payment that is overdue. */
async function paymentsOf(asking: Asking): Promise<{ readonly plan: readonly Month[]; readonly overdue: number }> {
  const { db, source } = asking;
  const { c, where } = chosen(asking);
  const s = source(paymentStage, c);
  const inBase = (key: "amount" | "paidAmount") => sql`round(sum(${s[key]} * coalesce(${c.rate}, 1)), 2)::text`;
  const stages = sql`from ${c} join ${s} on ${s.parentId} = ${c.id} where ${where}`;
  const [plan, late] = await Promise.all([
    db.query<Month>(sql`
      select to_char(${s.dueDateCalc}, 'YYYY-MM') as month, ${inBase("amount")} as due, ${inBase("paidAmount")} as paid
        ${stages} and ${s.dueDateCalc} is not null and ${s.amount} > 0 group by 1 order by 1`),
    db.query<{ n: number }>(sql`
      select count(distinct ${c.id})::int as n ${stages} and ${s.dueDateCalc} < ${asking.today}::date and ${s.stageStatus} not in ('PAID', 'CLOSED')`),
  ]);
  return { plan, overdue: late[0]?.n ?? 0 };
}

/** Every contract that is in force or was, with what it came to. */
export async function execution(asking: Asking): Promise<Answered> {
  const [contracts, totals, { plan, overdue }] = await Promise.all([contractsOf(asking), totalsOf(asking), paymentsOf(asking)]);
  const stages = await stagesOf(
    asking,
    contracts.map(({ id }) => id),
  );
  const groups = (kind: Total["kind"]) =>
    totals.flatMap((row) => (row.kind === kind ? [{ name: row.name, count: row.count, amount: row.amount }] : []));
  const greatest = (kind: Total["kind"]) => groups(kind).toSorted((a, b) => cmp(b.amount, a.amount));
  const { count, running, amount, in30, in60, in90 } = totals.find((row) => row.kind === "all")!;
  return {
    rows: contracts.map((row) => ({ ...row, ...ledgerFigures(row, stages.get(row.id) ?? [], asking.today) })),
    figures: { count, running, amount, overdue, in30, in60, in90 },
    groups: {
      totals: greatest("group"),
      months: groups("month").toSorted((a, b) => (a.name < b.name ? -1 : 1)),
      types: greatest("type"),
      expiring: Object.entries({ 30: in30, 60: in60, 90: in90 }).map(([name, n]) => ({ name, count: n })),
      plan,
    },
    notes: [],
  };
}
