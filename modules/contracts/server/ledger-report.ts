import { all, joined, raw, sql } from "#kernel/query.ts";
import type { Answered, Asking } from "#kernel/server/find/report.ts";
import { sum } from "#kernel/decimal.ts";
import { item } from "#modules/base/index.ts";
import { alteration } from "../change/alteration.entity.ts";
import { contractItem, paymentStage } from "../contract-lines.entity.ts";
import { contract } from "../contract.entity.ts";
import { dayOf } from "./house-day.ts";
import { contractWarning } from "../warning/warning.entity.ts";
import { grouped, ledgerFigures, paymentPlan, type LedgerContract, type LedgerStage } from "../execution/figures.ts";

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

async function contractsOf({ db, source, filter, most }: Asking): Promise<readonly Row[]> {
  const c = source(contract);
  const [a, w] = [source(alteration), source(contractWarning)];
  const [i, g] = [source(contractItem, c), source(item)];
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
           x.changes, x."changeDelta", y.warnings, y.serious
      from ${c}
      left join lateral (select count(*)::int as changes, sum(${a.amountDelta})::text as "changeDelta"
        from ${a} where ${a.contractId} = ${c.id} and ${a.status} = 'DONE') x on true
      left join lateral (select count(*)::int as warnings, count(*) filter (where ${w.level} = 'SERIOUS')::int as serious,
        array_agg(${w.level}) as levels from ${w} where ${w.contractId} = ${c.id} and ${w.state} = 'OPEN') y on true
     where ${all(
       sql`${c.status} = any(${shown.filter((code) => status === null || code === status)}::text[])`,
       ...asked,
       day("effectiveFrom", "effectiveDate", "from"),
       day("effectiveTo", "effectiveDate", "to"),
       day("expiryFrom", "expiryDate", "from"),
       day("expiryTo", "expiryDate", "to"),
       money("amountFrom", "from"),
       money("amountTo", "to"),
       text(filter["warnLevel"]) === null ? null : sql`${text(filter["warnLevel"])} = any(y.levels)`,
       text(filter["categoryId"]) === null
         ? null
         : sql`exists (select 1 from ${i} join ${g} on ${g.id} = ${i.itemId} where ${i.parentId} = ${c.id} and ${g.categoryId} = ${text(filter["categoryId"])})`,
     )}
     order by ${c.expiryDate}, ${c.id} limit ${most}`);
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

const nameBy: Readonly<Record<string, (row: Row) => string>> = {
  SUPPLIER: (row) => row.supplierName,
  ORG: (row) => row.orgName,
  OWNER: (row) => row.ownerName,
  TYPE: (row) => row.contractType,
};

/** Every contract that is in force or was, with what it came to. */
export async function execution(asking: Asking): Promise<Answered> {
  const { today, filter } = asking;
  const contracts = await contractsOf(asking);
  const stages = await stagesOf(
    asking,
    contracts.map(({ id }) => id),
  );
  const rows = contracts.map((row) => ({ ...row, ...ledgerFigures(row, stages.get(row.id) ?? [], today) }));
  const running = rows.filter((row) => row.status === "EFFECTIVE");
  const within = (days: number) => running.filter((row) => row.daysLeft >= 0 && row.daysLeft <= days).length;
  return {
    rows: rows.map(({ ...row }) => row),
    figures: {
      count: rows.length,
      running: running.length,
      amount: sum(rows.map((row) => row.baseAmount)),
      overdue: rows.filter((row) => row.overdueDays !== null).length,
      ...{ in30: within(30), in60: within(60), in90: within(90) },
    },
    groups: {
      totals: grouped(rows, nameBy[text(filter["groupBy"]) ?? "SUPPLIER"] ?? nameBy["SUPPLIER"]!),
      months: grouped(rows, (row) => row.effectiveDate.slice(0, 7)).toSorted((a, b) => (a.name < b.name ? -1 : 1)),
      types: grouped(rows, (row) => row.contractType),
      expiring: [30, 60, 90].map((days) => ({ name: String(days), count: within(days) })),
      plan: paymentPlan(contracts.flatMap((row) => (stages.get(row.id) ?? []).map((stage) => ({ rate: row.rate, stage })))),
    },
    notes: [],
  };
}
