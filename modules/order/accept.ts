import { add, cmp, neg, sub, sum } from "#kernel/decimal.ts";
import type { Me } from "#kernel/entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { add as addRow, set, type Effect, type Moment } from "#kernel/rule.ts";
import { historyRow, wrongSum, type Placed } from "./agree.ts";
import { belowFloor } from "./floor.ts";
import { entryEffects, type Order, type OrderRow } from "./ledger-effects.ts";
import { order } from "./order.entity.ts";
import type { Entry } from "./posting.ts";
import { mirrored } from "./mirror.ts";
import { eff, floorOf } from "./strip.ts";

/** A row as a caller names it. */
export interface Asked {
  readonly deliveryId: string;
  readonly versionNum?: number | null;
  readonly promiseDate?: string | null;
  readonly buyerCausedFlag?: "Y" | "N" | null;
}

/** One accepted proposal: the row keeps the first part, new rows take the others, what is left over waits again. */
export function accepted(
  doc: Order,
  { line, row, asked }: Placed & { asked: Asked },
  from: number,
  me: Me,
  at: Moment,
): Effect[] | Refusal {
  const parts = row.proposal ?? [];
  const [first, ...others] = parts;
  if (!first) return refuse("PUR-2212", "该交货行没有提议", "This schedule has no proposal");
  const total = sum(parts.map((one) => one.qty));
  const rest = sub(eff(row), total);
  // Part of the schedule was given up since it was proposed: accepted, it would bring back more than was ordered.
  if (cmp(rest, "0") < 0) return wrongSum(total, eff(row));
  const away = add(sum(others.map((one) => one.qty)), rest);
  const qty = sub(row.qty, away);
  const floor = floorOf(row);
  if (cmp(away, "0") > 0 && cmp(qty, floor) < 0) return belowFloor(row);
  const flag = asked.buyerCausedFlag ?? "N";
  const old = row.currentPromiseDate ?? row.needByDate;
  const cause = { causeType: order.name, causeId: doc.id as string, causeLineId: row.id as string };
  const entries: Entry[] = [
    { rowId: row.id, bucket: "ORD", delta: neg(away), event: "E4", ...cause },
    { rowId: row.id, bucket: "CFM", delta: sub(first.qty, row.confirmedQty), event: "E4", ...cause },
  ];
  const effects: Effect[] = [
    set(row, {
      ...{ qty, confirmStatus: "CONFIRMED", promiseQty: first.qty, promiseDate: first.promiseDate, currentPromiseDate: first.promiseDate },
      ...{ firstPromiseDate: row.firstPromiseDate ?? first.promiseDate, confirmedQty: first.qty, proposal: null },
      agreedDates: agreed(row, first, flag, at),
    }),
  ];
  const tellDate = (of: { readonly id: string; readonly scheduleNum: number | null }, date: string): Effect[] =>
    date === old
      ? []
      : [
          historyRow(
            doc,
            { line, row: of },
            {
              changeType: "DATE",
              oldValue: old,
              newValue: date,
              askedBy: "SUPPLIER",
              buyerCausedFlag: flag,
              changeReason: row.supplierReason,
            },
            me,
            at,
          ),
        ];
  effects.push(...tellDate(row, first.promiseDate));
  const make = (part: { readonly qty: string; readonly promiseDate: string | null }, scheduleNum: number): void => {
    const id = at.newId();
    const isPromised = part.promiseDate !== null;
    effects.push(
      addRow(line, "deliveries", {
        id,
        ...mirrored(doc, line),
        ...{ scheduleNum, qty: part.qty, needByDate: row.needByDate, invOrgId: row.invOrgId, deliveryInfoId: row.deliveryInfoId },
        ...{ storageLocationId: row.storageLocationId, proposalGroup: row.proposalGroup, originDeliveryId: row.id },
        ...(isPromised
          ? {
              ...{ confirmStatus: "CONFIRMED", promiseQty: part.qty, promiseDate: part.promiseDate, confirmedQty: part.qty },
              ...{ firstPromiseDate: part.promiseDate, currentPromiseDate: part.promiseDate },
              agreedDates: agreed(null, { qty: part.qty, promiseDate: part.promiseDate! }, flag, at),
            }
          : { confirmStatus: "PENDING" }),
      }),
      ...(isPromised ? tellDate({ id, scheduleNum }, part.promiseDate!) : []),
    );
    entries.push({ rowId: id, bucket: "ORD", delta: part.qty, event: "E4", ...cause });
    if (isPromised) entries.push({ rowId: id, bucket: "CFM", delta: part.qty, event: "E4", ...cause });
  };
  others.forEach((part, i) => make(part, from + i));
  if (cmp(rest, "0") > 0) make({ qty: rest, promiseDate: null }, from + others.length);
  return [...effects, ...entryEffects(doc, entries, me, at)];
}

const agreed = (row: OrderRow | null, part: { readonly qty: string; readonly promiseDate: string }, flag: "Y" | "N", at: Moment) => [
  ...(row?.agreedDates ?? []),
  { date: part.promiseDate, qty: part.qty, askedBy: "SUPPLIER", agreedAt: at.now, buyerCausedFlag: flag },
];
