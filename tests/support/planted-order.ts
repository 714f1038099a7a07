import type { Entity } from "#kernel/entity.ts";
import type { Db } from "#kernel/server/database/db.ts";
import { newId } from "#kernel/server/act/id.ts";
import { order, orderDelivery, orderLine } from "#modules/order/index.ts";
import { officeDay } from "./day.ts";
import { plant } from "./plant.ts";

export interface Placed {
  readonly id: string;
  readonly orderNum: string;
  readonly lineId: string;
  readonly rowIds: readonly string[];
}

export interface Wanted {
  readonly rows: readonly string[];
  readonly uom?: string;
  readonly decimals?: number;
  readonly over?: string;
  readonly under?: string;
  readonly received?: string;
  readonly mode?: "ORDER" | "NOTICE";
  readonly confirm?: string;
  readonly line?: Readonly<Record<string, unknown>>;
}

/** Whom an order is for and what it is about; every one of them must exist. */
export interface Parties {
  readonly orgId: string;
  readonly supplierId: string;
  readonly supplierSiteId: string;
  readonly billTypeId: string;
  readonly paymentTermId: string;
  readonly buyerId: string;
  readonly itemId: string;
  readonly categoryId: string;
  readonly deliveryInfoId: string;
}

/** Every field that begins with a value, with that value. */
export const begun = (of: Entity): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(of.fields)
      .filter(([, field]) => field.initial !== undefined && field.initial !== null)
      .map(([key, field]) => [key, field.initial]),
  );

/** An order that runs, put there past its own approval. */
export async function plantOrder(db: Pick<Db, "query">, no: string, parties: Parties, wanted: Wanted): Promise<Placed> {
  const [id, lineId, orderNum] = [`PO-${no}`, newId(), `PO2026${no.padStart(4, "0")}`];
  const under = (path: string) => ({ entity: order.name, id, path });
  const { itemId, categoryId, deliveryInfoId, ...head } = parties;
  const { orgId, supplierId } = head;
  const uom = wanted.uom ?? "PCS";
  const total = wanted.rows.reduce((all, row) => all + Number(row), 0);
  await plant(db, order.name, id, {
    ...begun(order),
    ...head,
    orderNum,
    orderDate: officeDay(-5),
    status: "CONFIRMED",
    confirmStatus: "CONFIRMED",
    publishDate: `${officeDay(-4)}T02:00:00.000Z`,
    deliveryMode: wanted.mode ?? "ORDER",
  });
  await plant(
    db,
    orderLine.name,
    lineId,
    {
      ...begun(orderLine),
      parentId: id,
      orderId: id,
      lineNum: 10,
      itemId,
      itemDesc: "支架",
      categoryId,
      uom,
      stockUom: uom,
      uomDecimals: wanted.decimals ?? 0,
      qty: String(total),
      price: "12.5",
      taxRate: "13",
      taxPercent: "13",
      lineStatus: "OPEN",
      overTolerance: wanted.over ?? "5",
      underTolerance: wanted.under ?? "2",
      receiptRouting: "DIRECT",
      receivedQty: wanted.received ?? "0",
      ...wanted.line,
    },
    under(`lines[10#${lineId}].`),
  );
  const rowIds = wanted.rows.map(() => newId());
  for (const [i, qty] of wanted.rows.entries())
    await plant(
      db,
      orderDelivery.name,
      rowIds[i]!,
      {
        ...begun(orderDelivery),
        parentId: lineId,
        orderId: id,
        orderLineId: lineId,
        orgId,
        supplierId,
        scheduleNum: i + 1,
        qty,
        lineNum: 10,
        needByDate: officeDay(3),
        currentPromiseDate: officeDay(3),
        confirmStatus: wanted.confirm ?? "CONFIRMED",
        confirmedQty: qty,
        deliveryInfoId,
        receivedQty: i === 0 ? (wanted.received ?? "0") : "0",
        itemId,
        uom,
      },
      under(`lines[10#${lineId}].deliveries[${i + 1}#${rowIds[i]!}].`),
    );
  return { id, orderNum, lineId, rowIds };
}
