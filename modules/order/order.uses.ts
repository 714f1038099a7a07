import { cmp, mul, sub, sum, trim } from "#kernel/decimal.ts";
import type { Answer } from "#kernel/question.ts";
import type { Find } from "#kernel/rule.ts";
import { buyersOfOpenLines, item, itemFacts, lastPaid, openUses, type ItemFact, type LastPaid } from "#modules/base/index.ts";
import { orderedWithin, promisesFor, targetRel } from "#modules/demand/index.ts";
import { sourceUses, type SourceLine, type SourceUse } from "#modules/price/index.ts";
import { supplierInfo, supplierWords } from "#modules/supplier/index.ts";
import { purchaseHistory } from "./history/history.entity.ts";
import { orderDelivery, orderLine } from "./order-line.entity.ts";

const running = { parent: { parent: { status: ["PUBLISHED", "CONFIRMED", "REFUSED", "CHANGING"], liveId: null } } as never };
const most = 20_000;
const unique = (ids: readonly (string | null)[]): string[] => [...new Set(ids.filter((id): id is string => id !== null))];

/** One of each row's unit in the stock unit, by order line. */
async function stockRates(find: Find, rows: readonly { readonly orderLineId: string | null }[]): Promise<ReadonlyMap<string, string>> {
  const ids = unique(rows.map((row) => row.orderLineId));
  const lines = ids.length ? await find.where(orderLine, { id: ids }, most) : [];
  return new Map(lines.map((line) => [line.id as string, line.convertRate]));
}

/** Orders that run with some sources and what is still to come of them, in the stock unit; nothing is told as nought. */
async function ordersWith(find: Find, lines: readonly SourceLine[]): Promise<readonly SourceUse[]> {
  if (lines.length === 0) return [];
  const rows = await find.where(
    orderDelivery,
    {
      supplierId: unique(lines.map((line) => line.supplierId)),
      orgId: unique(lines.map((line) => line.orgId)),
      any: [{ itemId: unique(lines.map((line) => line.itemId)) }, { categoryId: unique(lines.map((line) => line.categoryId)) }],
      openQty: { above: "0" },
      ...running,
    },
    most,
  );
  const rates = await stockRates(find, rows);
  return lines.map((line) => {
    const own = rows.filter(
      (row) =>
        row.supplierId === line.supplierId &&
        row.orgId === line.orgId &&
        (line.itemId ? row.itemId === line.itemId : row.categoryId === line.categoryId),
    );
    return {
      kind: "ORDER",
      aslLineId: line.aslLineId,
      count: unique(own.map((row) => row.orderId)).length,
      route: "purchaseOrderList2",
      qty: sum(own.map((row) => mul(row.openQty, rates.get(row.orderLineId ?? "") ?? "1"))),
    };
  });
}

/** When each row that is still awaited for some requisition lines was promised for; a row nobody confirmed has no day. */
async function promises(find: Find, reqLineIds: readonly string[]) {
  const rels = await find.where(targetRel, { reqLineId: reqLineIds, targetType: "ORDER", relStatus: "ORDERED" }, most);
  const ids = unique(rels.map((rel) => rel.targetLineId));
  const rows = ids.length ? await find.where(orderDelivery, { orderLineId: ids, openQty: { above: "0" }, ...running }, most) : [];
  return rels.flatMap((rel) =>
    rows
      .filter((row) => row.orderLineId === rel.targetLineId)
      .map((row) => ({ reqLineId: rel.reqLineId as string, promiseDate: row.currentPromiseDate })),
  );
}

const counted = ["APPROVED", "PUBLISHED", "CONFIRMED", "REFUSED", "CHANGING", "COMPLETED", "CLOSED"];

/** What was paid for an item last, and how much of it is on its way. */
async function factsAbout(find: Find, itemId: string, orgIds: readonly string[] | null): Promise<readonly ItemFact[]> {
  const org = orgIds ? { orgId: orgIds } : {};
  const [paid, rows] = await Promise.all([
    find.where(purchaseHistory, { itemId, latestFlag: "Y", ...org }, 50),
    find.where(orderDelivery, { itemId, openQty: { above: "0" }, ...org, ...running }, most),
  ]);
  const prices = paid
    .toSorted((a, b) => b.orderDate.localeCompare(a.orderDate))
    .slice(0, 5)
    .map((doc): ItemFact => ({
      kind: "PRICE",
      title: ["最近采购价", "Last purchase price"],
      value: trim(doc.priceExcl),
      note: `${doc.currency} / {uom} · ${doc.orderNum ?? ""}`,
      uom: doc.uom,
      at: doc.orderDate,
      route: "purchaseHistoryList",
    }));
  const open = [...Map.groupBy(rows, (row) => row.uom ?? "")].map(([uom, own]): ItemFact => ({
    kind: "ORDER",
    title: ["未交数量", "Still to come"],
    value: trim(sum(own.map((row) => row.openQty))),
    note: `{uom} · ${unique(own.map((row) => row.orderId)).length}`,
    uom,
    route: "purchaseOrderList2",
  }));
  return [...prices, ...open.filter((itemFact) => cmp(itemFact.value, "0") > 0)];
}

export const orderUseAnswers: readonly Answer[] = [
  // What counts of approved orders, row by row, in the stock unit.
  orderedWithin.answeredBy(async (find, { orgId, supplierId, itemIds, from, to }) => {
    if (itemIds.length === 0) return [];
    const where = { orgId, supplierId, itemId: itemIds, needByDate: { from, to } };
    const rows = await find.where(orderDelivery, { ...where, parent: { parent: { status: counted, liveId: null } } as never }, most);
    const rates = await stockRates(find, rows);
    return rows.map((row) => ({
      itemId: row.itemId as string,
      invOrgId: row.invOrgId,
      needByDate: row.needByDate,
      qty: mul(sub(sub(row.qty, row.cancelledQty), row.closedQty), rates.get(row.orderLineId ?? "") ?? "1"),
    }));
  }),
  sourceUses.answeredBy((find, { lines }) => ordersWith(find, lines)),
  promisesFor.answeredBy((find, { reqLineIds }) => promises(find, reqLineIds)),
  buyersOfOpenLines.answeredBy(async (find, { itemId }) => {
    const rows = await find.where(orderDelivery, { itemId, openQty: { above: "0" }, ...running }, most);
    return [...Map.groupBy(rows, (row) => row.buyerId as string)].map(([userId, own]) => ({
      userId,
      lines: unique(own.map((row) => row.orderLineId)).length,
    }));
  }),
  itemFacts.answeredBy((find, { itemId, orgIds }) => factsAbout(find, itemId, orgIds)),
  lastPaid.answeredBy(async (find, { itemIds }): Promise<readonly LastPaid[]> => {
    const rows = await find.where(purchaseHistory, { itemId: itemIds, latestFlag: "Y" }, most);
    const sellers = await find.where(supplierInfo, { id: unique(rows.map((row) => row.supplierId)) }, most);
    return rows.map((row) => {
      const who = sellers.find((seller) => seller.id === row.supplierId);
      return {
        itemId: row.itemId as string,
        orgId: row.orgId as string,
        price: row.priceExcl,
        currency: row.currency,
        uom: row.uom,
        supplier: supplierWords(who),
        day: row.orderDate,
      };
    });
  }),
  openUses.answeredBy(async (find, { entity, id }) =>
    entity === item.name
      ? [
          {
            label: orderLine.label,
            count: await find.count(orderLine, { itemId: id, lineStatus: "OPEN", parent: { liveId: null } as never }),
            route: "purchaseOrderList",
          },
        ]
      : [],
  ),
];
