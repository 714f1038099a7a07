import { add, cmp, neg, sub, sum } from "#kernel/decimal.ts";
import type { Me } from "#kernel/entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { add as addRow, set, type Effect, type Moment } from "#kernel/rule.ts";
import { historyRow, wrongSum, type Placed } from "./agree-rows.ts";
import { belowFloor } from "../ledger/floor.ts";
import { entryEffects, type Order, type OrderRow } from "../ledger/effects.ts";
import { order } from "../order.entity.ts";
import type { Entry } from "../ledger/posting.ts";
import { mirrored } from "../ledger/repeated-fields.ts";
import { eff, floorOf } from "../ledger/quantities.ts";

/** A row as a caller names it. */
export interface Asked {
  readonly deliveryId: string;
  readonly versionNum?: number | null;
  readonly promiseDate?: string | null;
  readonly buyerCausedFlag?: "Y" | "N" | null;
}

interface Part {
  readonly qty: string;
  /** Nothing where this part is still to be promised. */
  readonly promiseDate: string | null;
}

/** The proposal being accepted, and who accepts it. */
interface Accepting extends Placed {
  readonly doc: Order;
  readonly flag: "Y" | "N";
  readonly me: Me;
  readonly at: Moment;
}

const posted = ({ doc, row }: Accepting, rowId: string, bucket: "ORD" | "CFM", delta: string): Entry => ({
  rowId,
  bucket,
  delta,
  event: "E4",
  causeType: order.name,
  causeId: doc.id as string,
  causeLineId: row.id as string,
});

/** The history of a schedule that will come on another day than was agreed. */
function dateChanged(of: Accepting, moved: { readonly id: string; readonly scheduleNum: number | null }, date: string): Effect[] {
  const { doc, line, row, flag, me, at } = of;
  const old = row.currentPromiseDate ?? row.needByDate;
  if (date === old) return [];
  const change = { changeType: "DATE", oldValue: old, newValue: date, askedBy: "SUPPLIER", buyerCausedFlag: flag } as const;
  return [historyRow(doc, { line, row: moved }, { ...change, changeReason: row.supplierReason }, me, at)];
}

/** A schedule of its own for one part: promised, or waiting for the supplier's word. */
function partRow(of: Accepting, { qty, promiseDate }: Part, scheduleNum: number): { effects: Effect[]; entries: Entry[] } {
  const { doc, line, row, flag, at } = of;
  const id = at.newId();
  const promised =
    promiseDate === null
      ? { confirmStatus: "PENDING" }
      : {
          confirmStatus: "CONFIRMED",
          promiseQty: qty,
          promiseDate,
          confirmedQty: qty,
          firstPromiseDate: promiseDate,
          currentPromiseDate: promiseDate,
          agreedDates: agreed(null, { qty, promiseDate }, flag, at),
        };
  return {
    effects: [
      addRow(line, "deliveries", {
        id,
        ...mirrored(doc, line),
        scheduleNum,
        qty,
        needByDate: row.needByDate,
        invOrgId: row.invOrgId,
        deliveryInfoId: row.deliveryInfoId,
        storageLocationId: row.storageLocationId,
        proposalGroup: row.proposalGroup,
        originDeliveryId: row.id,
        ...promised,
      }),
      ...(promiseDate === null ? [] : dateChanged(of, { id, scheduleNum }, promiseDate)),
    ],
    entries: [posted(of, id, "ORD", qty), ...(promiseDate === null ? [] : [posted(of, id, "CFM", qty)])],
  };
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
  if (!first) return refuse("PUR-2212", "该交货行没有提议", "This schedule line has no proposal");
  const total = sum(parts.map((part) => part.qty));
  const rest = sub(eff(row), total);
  // Part of the schedule was given up since it was proposed: accepted, it would bring back more than was ordered.
  if (cmp(rest, "0") < 0) return wrongSum(total, eff(row));
  const away = add(sum(others.map((entry) => entry.qty)), rest);
  const qty = sub(row.qty, away);
  if (cmp(away, "0") > 0 && cmp(qty, floorOf(row)) < 0) return belowFloor(row);
  const of: Accepting = { doc, line, row, flag: asked.buyerCausedFlag ?? "N", me, at };
  const waits: Part[] = cmp(rest, "0") > 0 ? [{ qty: rest, promiseDate: null }] : [];
  const made = [...others, ...waits].map((part: Part, i) => partRow(of, part, from + i));
  const entries = [
    posted(of, row.id, "ORD", neg(away)),
    posted(of, row.id, "CFM", sub(first.qty, row.confirmedQty)),
    ...made.flatMap((entry) => entry.entries),
  ];
  return [
    set(row, {
      qty,
      confirmStatus: "CONFIRMED",
      promiseQty: first.qty,
      promiseDate: first.promiseDate,
      currentPromiseDate: first.promiseDate,
      firstPromiseDate: row.firstPromiseDate ?? first.promiseDate,
      confirmedQty: first.qty,
      proposal: null,
      agreedDates: agreed(row, first, of.flag, at),
    }),
    ...dateChanged(of, row, first.promiseDate),
    ...made.flatMap((entry) => entry.effects),
    ...entryEffects(doc, entries, me, at),
  ];
}

const agreed = (row: OrderRow | null, part: { readonly qty: string; readonly promiseDate: string }, flag: "Y" | "N", at: Moment) => [
  ...(row?.agreedDates ?? []),
  { date: part.promiseDate, qty: part.qty, askedBy: "SUPPLIER", agreedAt: at.now, buyerCausedFlag: flag },
];
