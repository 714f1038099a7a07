import { cmp, sub, sum, trim } from "#kernel/decimal.ts";
import type { Doc, Me } from "#kernel/entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { closeTodo, make, set, tell, todo, type Effect, type Moment, type TodoEnd } from "#kernel/rule.ts";
import { addDays } from "#kernel/days.ts";
import { supplierTold, type supplierInfo } from "#modules/supplier/index.ts";
import { orderHistory } from "../history/history.entity.ts";
import { entryEffects, type Order, type OrderLine, type OrderRow } from "../ledger/effects.ts";
import { order } from "../order.entity.ts";
import type { Entry } from "../ledger/posting.ts";
import { eff } from "../ledger/quantities.ts";

export interface Placed {
  readonly line: OrderLine;
  readonly row: OrderRow;
}

export const placedRows = (doc: Order): Placed[] => doc.lines.flatMap((line) => line.deliveries.map((row) => ({ line, row })));

const foreign = (): Refusal => refuse("PUR-0004", "单据不存在或无权查看", "Document does not exist or is not visible to you");
const stale = (): Refusal => refuse("PUR-0002", "数据已被修改，请刷新后重试", "Changed meanwhile. Reload and try again");

const statusNames: Readonly<Record<string, readonly [string, string]>> = {
  PENDING: ["待确认", "pending"],
  CONFIRMED: ["已确认", "confirmed"],
  PROPOSED: ["供应商提议", "proposed by supplier"],
  BUYER_REJECTED: ["采购驳回", "rejected by buyer"],
  REFUSED: ["已拒绝", "declined"],
};
const decided = (row: OrderRow): Refusal => {
  const [cn, en] = statusNames[row.confirmStatus] ?? [row.confirmStatus, row.confirmStatus];
  return refuse("PUR-2212", `该交货行已被处理，当前状态[${cn}]`, `This schedule line was already decided: ${en}`);
};

/** The row a caller names, if it is still as the caller read it and in a state that allows it. */
export function pickedRow(
  rows: readonly Placed[],
  asked: { readonly deliveryId: string; readonly versionNum?: number | null },
  from: readonly string[],
): Placed | Refusal {
  const found = rows.find(({ row }) => row.id === asked.deliveryId);
  if (!found) return foreign();
  if (!from.includes(found.row.confirmStatus) || found.line.lineStatus !== "OPEN") return decided(found.row);
  if (asked.versionNum !== undefined && asked.versionNum !== null && asked.versionNum !== found.row.versionNum) return stale();
  return found;
}

/** Days later and earlier than asked that a promise may lie without the buyer's word. */
export function windowOf(value: string): { readonly later: number; readonly earlier: number } {
  const [later = 0, earlier = 3] = value.split("/").map((part) => Number(part.trim()) || 0);
  return { later, earlier };
}

export const isWithin = (
  asked: string,
  promised: string,
  { later, earlier }: { readonly later: number; readonly earlier: number },
): boolean => promised <= addDays(asked, later) && promised >= addDays(asked, -earlier);

const cause = (doc: Order, row: OrderRow) => ({ causeType: order.name, causeId: doc.id as string, causeLineId: row.id as string });

/** The promise of a row as a movement of its ledger. */
export const promised = (doc: Order, row: OrderRow, qty: string): Entry => ({
  rowId: row.id,
  bucket: "CFM",
  delta: sub(qty, row.confirmedQty),
  event: "E4",
  ...cause(doc, row),
});

/** Confirms rows at a date; the first promise is never overwritten. */
export function confirmed(
  doc: Order,
  picked: readonly (Placed & { readonly date: string })[],
  isAuto: boolean,
  me: Me,
  at: Moment,
): Effect[] {
  return [
    ...picked.map(({ row, date }) =>
      set(row, {
        confirmStatus: "CONFIRMED",
        promiseQty: eff(row),
        promiseDate: date,
        currentPromiseDate: date,
        firstPromiseDate: row.firstPromiseDate ?? date,
        confirmedQty: eff(row),
        proposal: null,
        buyerReason: null,
        autoConfirmFlag: isAuto ? "Y" : "N",
      }),
    ),
    ...entryEffects(
      doc,
      picked.map(({ row }) => promised(doc, row, eff(row))),
      me,
      at,
    ),
  ];
}

/** Closes the to-dos that the rows of open lines leave nothing to do of: the supplier answers rows that wait, the buyer answers proposals. */
export function todosAnswered(doc: Order, statuses: readonly string[], as: TodoEnd = "HANDLED"): Effect[] {
  const isAny = (...some: readonly string[]): boolean => statuses.some((status) => some.includes(status));
  return [
    ...(isAny("PENDING", "BUYER_REJECTED") ? [] : [closeTodo("PO_CONFIRM", doc, as)]),
    ...(isAny("PROPOSED", "REFUSED") ? [] : [closeTodo("PO_PROPOSAL", doc, as)]),
  ];
}

/** The order itself follows its rows: confirmed when all rows of open lines are. */
export function followed(
  doc: Order,
  after: (row: OrderRow) => string,
  at: Moment,
  isOpen: (line: OrderLine) => boolean = (line) => line.lineStatus === "OPEN",
  as: TodoEnd = "HANDLED",
): Effect[] {
  const statuses = placedRows(doc).flatMap(({ line, row }) => (isOpen(line) ? [after(row)] : []));
  const isConfirmed = statuses.length > 0 && statuses.every((status) => status === "CONFIRMED");
  const payload = { id: doc.id, num: doc.orderNum, supplierId: doc.supplierId, buyerId: doc.buyerId };
  return [
    ...(isConfirmed && doc.status === "PUBLISHED"
      ? [set(doc, { status: "CONFIRMED", confirmDate: at.now }), tell("PUR_ORDER_CONFIRMED", payload)]
      : []),
    ...todosAnswered(doc, statuses, as),
  ];
}

export const askBuyer = (doc: Order, n: number, supplier: Doc<typeof supplierInfo> | null): Effect[] => [
  todo("PO_PROPOSAL", doc, { userId: doc.buyerId, orgId: doc.orgId }),
  tell("PUR_ORDER_PROPOSAL", {
    id: doc.id,
    num: doc.orderNum,
    buyerId: doc.buyerId,
    supplierId: doc.supplierId,
    n: String(n),
    ...supplierTold(supplier),
  }),
];

/** A row of the order's history. */
export const historyRow = (
  doc: Order,
  of: { readonly line?: OrderLine | null; readonly row?: { readonly id: string; readonly scheduleNum: number | null } | null },
  change: {
    readonly changeType: string;
    readonly oldValue: string | null;
    readonly newValue: string | null;
    readonly newValueEn?: string | null;
    readonly askedBy: "BUYER" | "SUPPLIER";
    readonly buyerCausedFlag: "Y" | "N";
    readonly changeReason?: string | null;
    readonly revisionNum?: number;
  },
  me: Me,
  at: Moment,
): Effect =>
  make(orderHistory, at.newId(), {
    orderId: doc.id,
    orgId: doc.orgId,
    supplierId: doc.publishDate === null ? null : doc.supplierId,
    revisionNum: doc.revisionNum,
    orderLineId: of.line?.id ?? null,
    lineNum: of.line?.lineNum ?? null,
    orderDeliveryId: of.row?.id ?? null,
    scheduleNum: of.row?.scheduleNum ?? null,
    ...change,
    changedBy: me.userId,
    approvedDate: at.now,
  });

export const wrongSum = (total: string, whole: string): Refusal =>
  refuse("PUR-2211", `拆分数量合计${trim(total)}与原数量${trim(whole)}不一致`, `Split total ${trim(total)} differs from ${trim(whole)}`);

/** What is wrong with the parts of a proposal. */
export function partsFault(row: OrderRow, parts: readonly { readonly qty: string }[], reason: string | null | undefined): Refusal | null {
  const total = sum(parts.map((part) => part.qty));
  const whole = eff(row);
  const isShort = cmp(total, whole) < 0;
  if (parts.length > 0 && parts.every((part) => cmp(part.qty, "0") > 0) && (cmp(total, whole) === 0 || (isShort && reason))) return null;
  return wrongSum(total, whole);
}
