import { cmp, sum } from "#kernel/decimal.ts";
import type { Me } from "#kernel/entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import type { Find, Moment } from "#kernel/rule.ts";
import { fault, fitsDecimals, noLines, tooFine } from "#modules/demand/index.ts";
import { order } from "#modules/order/index.ts";
import { ordersOf, placesOf, type Order, type Place } from "./receive.place.ts";

/** A line that names a schedule: by its id, or by order, line and schedule number as an import does. */
export interface Naming {
  readonly id: string;
  readonly orderDeliveryId: string | null;
  readonly orderNum: string | null;
  readonly orderLineNum: number | null;
  readonly scheduleNum: number | null;
}

const isNumbered = (line: Naming): boolean => Boolean(line.orderNum) && line.orderLineNum !== null;

/** The orders that lines name, in two questions at most however many lines there are. */
export async function sourcesOf(find: Find, lines: readonly Naming[]): Promise<readonly Order[]> {
  const nums = [...new Set(lines.filter(isNumbered).map((line) => line.orderNum!))];
  const [byId, byNum] = await Promise.all([
    ordersOf(
      find,
      lines.flatMap((line) => line.orderDeliveryId ?? []),
    ),
    nums.length ? find.where(order, { orderNum: nums, liveId: null }) : [],
  ]);
  return [...new Map([...byId, ...byNum].map((doc) => [doc.id, doc])).values()];
}

const byNumber = (orders: readonly Order[], line: Naming): Place | undefined => {
  const found = orders.find((order) => order.orderNum === line.orderNum);
  const row = found?.lines.find((doc) => doc.lineNum === line.orderLineNum);
  const schedule = row?.deliveries.find((delivery) => delivery.scheduleNum === (line.scheduleNum ?? 1));
  return found && row && schedule ? { order: found, line: row, row: schedule } : undefined;
};

/** The schedule a line means; numbers typed anew go before the id that stood there. */
export function placeOf(orders: readonly Order[], line: Naming, before: Naming | null): Place | undefined {
  const byId = placesOf(orders).get(line.orderDeliveryId ?? "");
  const isSame = (key: "orderDeliveryId" | "orderNum" | "orderLineNum" | "scheduleNum"): boolean => before?.[key] === line[key];
  const isNewNumber = !isSame("orderNum") || !isSame("orderLineNum") || !isSame("scheduleNum");
  const isRetyped = before !== null && isSame("orderDeliveryId") && isNewNumber && isNumbered(line);
  return byId && !isRetyped ? byId : (byNumber(orders, line) ?? (isNumbered(line) ? undefined : byId));
}

/** What a line of a call-off or a shipment says of its schedule. */
export const aboutSchedule = ({ order: of, line, row }: Place) => ({
  orderId: of.id,
  orderLineId: line.id,
  orderDeliveryId: row.id,
  orderNum: of.orderNum,
  orderLineNum: line.lineNum,
  scheduleNum: row.scheduleNum,
  itemId: line.itemId,
  itemDesc: line.itemDesc.slice(0, 400),
  uom: line.uom,
});

/** Whose it is and where it goes; one for the whole document. */
export const partiesOf = ({ order: of, row }: Place) => ({
  orgId: of.orgId,
  supplierId: of.supplierId,
  supplierSiteId: of.supplierSiteId,
  invOrgId: row.invOrgId,
  deliveryInfoId: row.deliveryInfoId,
});

interface Sent extends Naming {
  readonly qty: string;
}

/** What is wrong with the rows a document names, whatever the ledger says. */
export function sourceFaults(
  lines: readonly Sent[],
  qtyKey: string,
  places: readonly (Place | undefined)[],
  me: Pick<Me, "audience" | "supplierId">,
  isKnown: boolean,
): Refusal[] {
  // A draft may be emptied and filled again; a new one would belong to nobody.
  if (lines.length === 0) return isKnown ? [] : [noLines()];
  const parties = new Set(
    places.flatMap((place) =>
      place ? [JSON.stringify([place.order.orgId, place.order.supplierId, place.row.invOrgId, place.row.deliveryInfoId])] : [],
    ),
  );
  return [
    ...lines.flatMap((line, i) => {
      const place = places[i];
      const isStrange = !place || (me.audience === "supplier" && place.order.supplierId !== me.supplierId);
      if (isStrange)
        return [fault(`lines[${i}].orderNum`, "PUR-0004", "单据不存在或无权查看", "Document does not exist or is not visible to you")];
      const digits = place.line.uomDecimals;
      return fitsDecimals(line.qty, digits) ? [] : [tooFine(`lines[${i}].${qtyKey}`, line.qty, place.line.uom, digits)];
    }),
    ...(parties.size > 1
      ? [refuse("PUR-3102", "同一单据的供应商与收货地址必须一致", "One document holds one supplier and one ship-to")]
      : []),
  ];
}

/** How much a document wants of each schedule. */
export const wantedOf = <L extends Sent>(lines: readonly L[]): ReadonlyMap<string, string> =>
  new Map([...Map.groupBy(lines, (line) => line.orderDeliveryId ?? "")].map(([id, some]) => [id, sum(some.map((line) => line.qty))]));

export const rowWord = ({ order: of, line, row }: Place): string => `${of.orderNum ?? ""}-${line.lineNum ?? ""}-${row.scheduleNum ?? ""}`;

export const isMore = (a: string, b: string): boolean => cmp(a, b) > 0;

/** The line as it was stored, for whoever must know what was typed now. */
export const storedLine = (at: Moment, line: Naming): Naming | null => at.before(line);
