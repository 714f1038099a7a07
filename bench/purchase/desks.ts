import { houseDay } from "#kernel/time.ts";
import { addDays } from "#kernel/days.ts";
import { seenOrgs } from "./fill-ground.ts";
import type { Look, Who } from "./look.ts";

const seen = Array.from({ length: seenOrgs }, (_, i) => `org${String(i + 1).padStart(3, "0")}`);
const vendor = "sup00041";
const page = { pageIndex: 1, pageRows: 50 };
const dayFrom = (n: number): string => addDays(houseDay(new Date()), n);

interface Asked {
  readonly entity: string;
  readonly body: object;
  readonly columns: string;
  /** What the columns stand in, beyond what the conditions need. */
  readonly names: string;
  readonly from: string;
  readonly where: string;
  readonly order: string;
  readonly values: readonly unknown[];
  readonly exact?: boolean;
}

/** The first page of fifty with its total: rows first, then the count, which stops at ten thousand unless it must be exact. */
function look(name: string, who: Who, asked: Asked): Look {
  const rows = `select ${asked.columns} from ${asked.from} ${asked.names} where ${asked.where} order by ${asked.order} limit 50`;
  const from = `from ${asked.from} where ${asked.where}`;
  return {
    name,
    who,
    bar: 2,
    values: asked.values,
    path: `srmServer/v1/${asked.entity[0]!.toLowerCase()}${asked.entity.slice(1)}Restful/listByPage`,
    body: { ...page, ...asked.body, ...(asked.exact ? { count: "exact" } : {}) },
    text: rows,
    count: asked.exact ? `select count(*)::int as n ${from}` : `select count(*)::int as n from (select 1 ${from} limit 10001) c`,
  };
}

const orderColumns = `h.id, h."versionNum", h."orderNum", h.status, h."supplierId", s."supplierCode", s."supplierName", h."amountIncl", h."nextDueDate", h."confirmStatus", h."receiptPercent", h."invoicePercent", h."revisionNum", h."orderType", h."orgId", o."orgName", h.currency, h."amountExcl", h."buyerId", b."displayName", h."orderDate"`;
const orderNames = `left join "SrmSupInfo" s on s.id = h."supplierId" left join "BaseOrganization" o on o.id = h."orgId" left join "BaseUsers" b on b.id = h."buyerId"`;

/** Orders as a buyer finds them. */
const orders = (name: string, where: string, body: object, values: readonly unknown[] = [], more: Partial<Asked> = {}): Look =>
  look(name, "buyer", {
    entity: "SrmPurOrderHeader",
    body: { list: "desk", ...body },
    columns: orderColumns,
    names: orderNames,
    from: `"SrmPurOrderHeader" h`,
    order: "h.id desc",
    values: [seen, ...values],
    where: `h."liveId" is null and h."orgId" = any($1)${where}`,
    ...more,
  });

const rowColumns = `d.id, d."versionNum", d."orderId", h."orderNum", d."lineNum", d."scheduleNum", d."itemId", i."itemCode", i."itemName", d."itemDesc", d."supplierId", s."supplierName", d.uom, d.qty, d."needByDate", d."confirmStatus", d."confirmedQty", d."currentPromiseDate", d."promiseDate", d."noticeOpenQty", d."inTransitQty", d."inspectingQty", d."receivedQty", d."rejectedQty", d."returnReplaceQty", d."openQty", d."toShipQty", d."urgeCount"`;
const rowNames = `left join "SrmBaseItem" i on i.id = d."itemId" left join "SrmSupInfo" s on s.id = d."supplierId"`;
const rowFrom = `"SrmPurOrderDelivery" d join "SrmPurOrderLine" l on l.id = d."parentId" join "SrmPurOrderHeader" h on h.id = l."parentId"`;

/** Delivery rows of running orders as a buyer chases them. */
const rows = (name: string, where: string, body: object, values: readonly unknown[] = [], more: Partial<Asked> = {}): Look =>
  look(name, "buyer", {
    entity: "SrmPurOrderDelivery",
    body: { list: "execution", ...body },
    columns: rowColumns,
    names: rowNames,
    from: rowFrom,
    order: "d.id desc",
    values: [seen, ...values],
    where: `h."liveId" is null and h."orgId" = any($1) and h.status in ('PUBLISHED', 'CONFIRMED', 'CHANGING', 'REFUSED')${where}`,
    ...more,
  });

const shown = `h."supplierId" = $1 and h."liveId" is null and h."publishDate" is not null and h.status in ('PUBLISHED', 'CONFIRMED', 'REFUSED', 'CHANGING', 'COMPLETED', 'CLOSED', 'CANCELLED')`;

/** Delivery rows as the supplier is asked for them. */
const inbox = (name: string, where: string, body: object): Look =>
  look(name, "vendor", {
    entity: "SrmPurOrderDelivery",
    body: { list: "inbox", ...body },
    columns: rowColumns,
    names: rowNames,
    from: rowFrom,
    where: `${shown}${where}`,
    order: "d.id desc",
    values: [vendor],
  });

const some = "0.000001";

/** The four desks orders are worked on, the first page with its total. */
export const desks: readonly Look[] = [
  orders("buyer's desk", "", {}),
  orders("buyer's desk, running", ` and h.status in ('PUBLISHED', 'CONFIRMED', 'CHANGING')`, { view: "running" }),
  orders(
    "buyer's desk, one supplier, a year",
    ` and h."supplierId" = $2 and h."orderDate" >= $3::date`,
    { supplierId: ["sup00010"], orderDateFrom: dayFrom(-365) },
    ["sup00010", dayFrom(-365)],
  ),
  orders(
    "buyer's desk, own orders of a status",
    ` and h."buyerId" = $2 and h.status = 'CONFIRMED'`,
    { buyerId: ["buy001"], status: ["CONFIRMED"] },
    ["buy001"],
  ),
  orders("buyer's desk, a piece of the number", ` and h."orderNum" ilike $2`, { orderNum: "0001234" }, ["%0001234%"]),
  orders(
    "buyer's desk, overdue, exact",
    ` and h.status in ('PUBLISHED', 'CONFIRMED', 'CHANGING') and h."nextDueDate" <= $2::date`,
    { status: ["PUBLISHED", "CONFIRMED", "CHANGING"], nextDueDateTo: dayFrom(-1) },
    [dayFrom(-1)],
    { exact: true },
  ),
  rows("execution desk", "", {}),
  rows("execution desk, open", ` and d."openQty" > 0`, { view: "open" }),
  rows("execution desk, proposals", ` and d."confirmStatus" = 'PROPOSED'`, { view: "proposed" }),
  rows("execution desk, one supplier, open", ` and d."supplierId" = $2 and d."openQty" > 0`, { view: "open", supplierId: ["sup00010"] }, [
    "sup00010",
  ]),
  rows("execution desk, one item", ` and d."itemId" = $2`, { itemId: ["item00040"] }, ["item00040"]),
  rows(
    "execution desk, overdue, exact",
    ` and d."openQty" > 0 and d."currentPromiseDate" <= $2::date`,
    { view: "open", currentPromiseDateTo: dayFrom(-1) },
    [dayFrom(-1)],
    { exact: true },
  ),
  inbox("supplier's inbox, to confirm", ` and d."confirmStatus" in ('PENDING', 'BUYER_REJECTED') and d."openQty" >= ${some}`, {
    confirmStatus: ["PENDING", "BUYER_REJECTED"],
    openQtyFrom: some,
  }),
  inbox("supplier's inbox, to ship", ` and d."confirmStatus" = 'CONFIRMED' and d."toShipQty" >= ${some}`, {
    confirmStatus: ["CONFIRMED"],
    toShipQtyFrom: some,
  }),
  inbox("supplier's inbox, done", ` and d."openQty" <= 0`, { openQtyTo: "0" }),
  look("supplier's orders on a phone", "vendor", {
    entity: "SrmPurOrderHeader",
    columns: orderColumns,
    names: orderNames,
    from: `"SrmPurOrderHeader" h`,
    values: [vendor],
    body: { list: "inbox", view: "shipping", orderBy: [{ key: "nextDueDate", dir: "asc" }] },
    where: `${shown} and h.status in ('CONFIRMED', 'CHANGING') and h."receiptStatus" in ('NONE', 'PARTIAL')`,
    order: `h."nextDueDate", h.id`,
  }),
  orders("order tracking", "", { list: "tracking" }),
];

const noteColumns = `n.id, n."versionNum", n."noteNum", n.status, n."supplierId", s."supplierName", n."plateNum", n.eta, n."arriveTime", n."scannedBoxes", n."totalBoxes", n."lineCount", n."inTransitQty", n."dockCode", n."deliveryInfoId", n."driverName", n."driverPhone", n."orgId", o."orgName"`;
const txnColumns = `t.id, t."transactionNum", t."transactionType", t."transactionDate", t."supplierId", s."supplierName", t."orderId", h."orderNum", t."lineNum", t."itemId", i."itemCode", i."itemName", t.uom, t.qty, t."priceExcl", t.currency, t."amountExcl", t."taxAmount", t."amountIncl", t."statementQty", t."invoicedQty", t."reconStatus"`;
const needColumns = `l.id, l."versionNum", l."requisitionNum", l."lineNum", l."itemId", i."itemCode", i."itemName", l."openQty", l.uom, l."needByDate", l."buyerId", b."displayName", l.urgency, l."requestQty", l."occupiedQty", l."orderedQty", l."receivedQty", l."estPrice", l."estAmount", l."itemDesc", l."categoryId", l."orgId", o."orgName", l."approvedAt", l."lineStatus"`;

const inwards = (name: string, where: string, body: object, order = "n.eta, n.id"): Look =>
  look(name, "keeper", {
    entity: "SrmPurDeliveryNote",
    body: { list: "desk", ...body },
    columns: noteColumns,
    from: `"SrmPurDeliveryNote" n`,
    values: [],
    names: `left join "SrmSupInfo" s on s.id = n."supplierId" left join "BaseOrganization" o on o.id = n."orgId"`,
    where: `n.status not in ('DRAFT', 'CANCELLED')${where}`,
    order,
  });

const postings = (name: string, where: string, body: object, values: readonly unknown[]): Look =>
  look(name, "buyer", {
    entity: "SrmPurStorageTransaction",
    body: { list: "money", ...body },
    columns: txnColumns,
    from: `"SrmPurStorageTransaction" t`,
    names: `left join "SrmSupInfo" s on s.id = t."supplierId" left join "SrmPurOrderHeader" h on h.id = t."orderId" left join "SrmBaseItem" i on i.id = t."itemId"`,
    where: `(t."orgId" = any($1) or t."invOrgId" = any($1))${where}`,
    order: "t.id desc",
    values: [seen, ...values],
  });

const pool = (name: string, where: string, body: object): Look =>
  look(name, "buyer", {
    entity: "SrmPurRequisitionLine",
    body: { list: "pool", ...body },
    columns: needColumns,
    from: `"SrmPurRequisitionLine" l join "SrmPurRequisitionHeader" h on h.id = l."parentId"`,
    names: `left join "SrmBaseItem" i on i.id = l."itemId" left join "BaseUsers" b on b.id = l."buyerId" left join "BaseOrganization" o on o.id = l."orgId"`,
    where: `h."orgId" = any($1) and l."openQty" > 0 and l."lineStatus" in ('OPEN', 'PARTIAL')${where}`,
    order: `b."userName", l."needByDate", l.id`,
    values: [seen],
  });

/** The desks beside them: goods inwards, the ledger of postings, and what waits to be sourced. */
export const papers: readonly Look[] = [
  inwards("goods inwards, as it opens", ` and n.status in ('SHIPPED', 'ARRIVED', 'PARTIAL')`, { view: "toReceive" }),
  inwards("goods inwards", "", {}, "n.eta desc, n.id desc"),
  inwards("goods inwards, on the way", ` and n.status = 'SHIPPED'`, { view: "expected" }),
  inwards("goods inwards, a plate", ` and n."plateNum" ilike '%012%'`, { plateNum: "012" }, "n.eta desc, n.id desc"),
  postings("transactions", "", {}, []),
  postings(
    "transactions, one supplier, a month",
    ` and t."supplierId" = $2 and t."transactionDate" >= $3::date`,
    { supplierId: ["sup00010"], transactionDateFrom: dayFrom(-31) },
    ["sup00010", dayFrom(-31)],
  ),
  postings("transactions, one item", ` and t."itemId" = $2`, { itemId: ["item00040"] }, ["item00040"]),
  pool("requisition pool", "", {}),
  pool("requisition pool, mine", ` and l."buyerId" = 'buy001'`, { view: "mine" }),
];
