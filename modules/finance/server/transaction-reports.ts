import { div, isZero, mul, round, sub, sum } from "#kernel/decimal.ts";
import { all, sql } from "#kernel/query.ts";
import type { Answered, Asking } from "#kernel/server/find/report.ts";
import { order, orderLine } from "#modules/order/index.ts";
import { blockingStep, type Progress } from "../transaction/blocking.ts";
import type { ItemReply, OrderLineReply } from "../transaction/report.ts";
import { stmtLine } from "../statement/stmt-lines.entity.ts";
import { accountStmt } from "../statement/stmt.entity.ts";
import { transactionInfo } from "../transaction/transaction.entity.ts";

const text = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);
const ordered = ["PUBLISHED", "CONFIRMED", "CHANGING", "REFUSED", "CLOSED", "COMPLETED", "CANCELLED"];
const goods = ["RECEIVE", "SERVICE", "CONSUME", "REVERSAL"];
const returns = ["RETURN_REPLACE", "RETURN_REFUND", "RETURN_REV"];

type Row = Readonly<Record<string, string>>;

/** What finance keeps of each order line the reader sees. */
async function linesOf({ db, source, filter, most }: Asking): Promise<readonly Row[]> {
  const o = source(order);
  const l = source(orderLine, o);
  const t = source(transactionInfo);
  const same = (key: "orgId" | "supplierId") => (text(filter[key]) === null ? null : sql`${o[key]} = ${text(filter[key])}`);
  const total = (of: Parameters<typeof sql>[1]) => sql`coalesce(sum(${of}), 0)::text`;
  return db.query<Row>(sql`
    select ${o.id} as "orderId", ${o.orderNum}, ${o.supplierName}, ${o.buyerName}, ${o.currency}, ${l.id}, ${l.lineNum}, ${l.itemCode},
           coalesce(${l.itemName}, ${l.itemDesc}) as "itemName", ${l.uom}, (${l.qty} - ${l.cancelledQty} - ${l.closedQty})::text as "orderedQty",
           ${total(sql`case when ${t.txnType} = any(${goods}::text[]) then ${t.qty} end`)} as "receivedQty",
           ${total(sql`case when ${t.txnType} = any(${returns}::text[]) then ${t.qty} end`)} as "returnedQty",
           ${total(sql`${t.reconciledQty} + ${t.reservedQty}`)} as "reconciledQty",
           ${total(sql`${t.openQty}`)} as "openQty", ${total(sql`${t.openAmount}`)} as "openAmount",
           ${total(sql`case when ${t.reconStatus} <> 'NA' then ${t.amountIncl} end`)} as "receivedAmount",
           ${total(sql`${t.amountIncl} - ${t.openAmount}`)} as "reconciledAmount", ${total(sql`${t.reservedInc}`)} as "reservedAmount", ${total(sql`${t.invoicedAmount}`)} as "invoicedAmount",
           ${total(sql`${t.paidAmount}`)} as "paidAmount",
           coalesce(bool_or(${t.holdFlag} = 'Y'), false)::text as "hasHold", coalesce(bool_or(${t.provisionalFlag} = 'Y'), false)::text as "hasProvisional"
      from ${o} join ${l} on ${l.parentId} = ${o.id}
      left join ${t} on ${t.poLineId} = ${l.id} and ${t.reconStatus} <> 'NA'
     where ${all(
       sql`${o.status} = any(${ordered}::text[])`,
       same("orgId"),
       same("supplierId"),
       text(filter["poHeaderId"]) === null ? null : sql`${o.id} = ${text(filter["poHeaderId"])}`,
       text(filter["itemId"]) === null ? null : sql`${l.itemId} = ${text(filter["itemId"])}`,
       text(filter["from"]) === null ? null : sql`${t.txnDate} >= ${text(filter["from"])}::date`,
     )}
     group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 order by ${o.orderNum} desc, ${l.lineNum} limit ${most}`);
}

interface Waiting {
  readonly lineId: string;
  readonly status: string;
  readonly side: string;
}

/** The statements that are on their way with some order lines. */
async function waitingOf({ db, source }: Asking, lineIds: readonly string[]): Promise<ReadonlyMap<string, Waiting>> {
  const s = source(accountStmt);
  const l = source(stmtLine, s);
  const rows = await db.query<Waiting>(sql`
    select ${l.poLineId} as "lineId", ${s.status}, ${s.ownerSide} as side from ${s} join ${l} on ${l.parentId} = ${s.id}
     where ${s.status} in ('WAIT_CONFIRM', 'DISPUTED', 'APPROVING') and ${l.poLineId} = any(${[...lineIds]}::text[])`);
  return new Map(rows.map((row) => [row.lineId, row]));
}

const progressOf = (row: Row, waiting: Waiting | undefined): Progress => ({
  receivedQty: row["receivedQty"]!,
  hasHold: row["hasHold"] === "true",
  hasProvisional: row["hasProvisional"] === "true",
  openAmount: row["openAmount"]!,
  reservedAmount: row["reservedAmount"]!,
  stmtStatus: waiting?.status ?? null,
  stmtOwner: waiting ? (waiting.side === "SUPPLIER" ? "SUPPLIER" : "BUYER") : null,
  reconciledAmount: sub(row["reconciledAmount"]!, row["reservedAmount"]!),
  invoicedAmount: row["invoicedAmount"]!,
  paidAmount: row["paidAmount"]!,
});

const suppliersTurn: ReadonlySet<string> = new Set(["NOT_RECEIVED", "WAIT_SUPPLIER", "NOT_INVOICED"]);

/** Every order line with what was received, reconciled, invoiced and paid, and what stands in the way. */
export async function byOrderLines(asking: Asking): Promise<Answered<OrderLineReply>> {
  const wanted = text(asking.filter["blockingStep"]);
  const lines = await linesOf(asking);
  const waiting = await waitingOf(
    asking,
    lines.map((row) => row["id"]!),
  );
  const rows = lines
    .map((row) => {
      const step = blockingStep(progressOf(row, waiting.get(row["id"]!)));
      return {
        ...row,
        orderId: row["orderId"]!,
        orderNum: row["orderNum"]!,
        toReceiveQty: sub(row["orderedQty"]!, row["receivedQty"]!),
        toInvoice: sub(row["reconciledAmount"]!, row["invoicedAmount"]!),
        toPay: sub(row["invoicedAmount"]!, row["paidAmount"]!),
        blockingStep: step as string,
        owner: step === "PAID" ? "" : suppliersTurn.has(step) ? row["supplierName"] : row["buyerName"],
      };
    })
    .filter((row) => wanted === null || row.blockingStep === wanted);
  const steps = [...Map.groupBy(rows, (row) => row.blockingStep)].map(([step, own]) => ({ step, lines: own.length }));
  return {
    rows,
    figures: { lines: rows.length, waiting: rows.filter((row) => row.blockingStep !== "PAID").length },
    groups: { steps },
    notes: [],
  };
}

/** What was received of each item from each supplier in each month, with prices and shares. */
export async function byItems({ db, source, filter, asked, most }: Asking): Promise<Answered<ItemReply>> {
  const t = source(transactionInfo);
  const net = sql`case when ${t.priceBasis} = 'INCL' then ${t.price} / (1 + ${t.taxPercent} / 100) else ${t.price} end / ${t.priceUnit}`;
  const same = (["orgId", "supplierId", "itemId"] as const).map((key) =>
    text(filter[key]) === null ? null : sql`${t[key]} = ${text(filter[key])}`,
  );
  const found = await db.query<Row>(sql`
    select ${t.itemId}, ${t.itemCode}, ${t.itemName}, ${t.categoryName}, ${t.supplierName}, ${t.supplierId}, ${t.periodId}, ${t.uom}, ${t.currency},
           sum(${t.qty})::text as qty, sum(${t.amountExcl})::text as "amountExcl", sum(${t.amountIncl})::text as "amountIncl",
           min(case when ${t.qty} > 0 then ${net} end)::text as "minPrice", max(case when ${t.qty} > 0 then ${net} end)::text as "maxPrice",
           sum(sum(${t.amountExcl})) over (partition by ${t.itemId}, ${t.periodId}, ${t.currency})::text as whole
      from ${t}
     where ${all(
       sql`${t.status} = 'APPROVED' and ${t.reconStatus} <> 'NA' and ${t.itemId} is not null`,
       ...same,
       asked.categoryIds === null ? null : sql`${t.categoryId} = any(${[...asked.categoryIds]}::text[])`,
       text(filter["periodFrom"]) === null ? null : sql`${t.periodId} >= ${text(filter["periodFrom"])}`,
       text(filter["periodTo"]) === null ? null : sql`${t.periodId} <= ${text(filter["periodTo"])}`,
     )}
     group by 1, 2, 3, 4, 5, 6, 7, 8, 9 order by ${t.periodId} desc, ${t.itemCode}, ${t.supplierName} limit ${most}`);
  const rows = found.map((row) => ({
    ...row,
    minPrice: row["minPrice"] ? round(row["minPrice"], 4) : null,
    maxPrice: row["maxPrice"] ? round(row["maxPrice"], 4) : null,
    avgPrice: isZero(row["qty"]!) ? null : div(row["amountExcl"]!, row["qty"]!, 4),
    share: isZero(row["whole"]!) ? null : div(mul(row["amountExcl"]!, "100"), row["whole"]!, 2),
  }));
  const top = [...Map.groupBy(found, (row) => row["itemName"] ?? "")].map(([name, own]) => ({
    name,
    amount: sum(own.map((row) => row["amountExcl"]!)),
  }));
  const distinct = (key: string): number => new Set(found.map((row) => row[key])).size;
  return {
    rows,
    figures: { items: distinct("itemId"), suppliers: distinct("supplierId") },
    groups: { top: top.toSorted((a, b) => Number(b.amount) - Number(a.amount)).slice(0, 12) },
    notes: [],
  };
}
