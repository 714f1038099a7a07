import type { Planting } from "./fill.ts";
import { hop, items, named, oneOf, orgs, skewed, suppliers } from "./fill-ground.ts";

const days = 1095;
/** A paper's turn, read back from its id: rows are made in the order of their days, as ids are. */
const turn = (id: string): string => `substr(${id}, 3, 9)::int`;
const chance = (i: string): string => hop(i, 7919, 100);

/** What became of an order: the last days' are drafts and unanswered, the last months' run, most of the older ones are complete. */
const orderStatus = (age: string, i: string): string => `case
  when ${age} < 4 then case when ${chance(i)} < 30 then 'DRAFT' when ${chance(i)} < 45 then 'APPROVING' when ${chance(i)} < 50 then 'APPROVED' when ${chance(i)} < 80 then 'PUBLISHED' else 'CONFIRMED' end
  when ${age} < 120 then case when ${chance(i)} < 3 then 'CANCELLED' when ${chance(i)} < 5 then 'REFUSED' when ${chance(i)} < 10 then 'PUBLISHED' when ${chance(i)} < 55 then 'CONFIRMED' when ${chance(i)} < 58 then 'CHANGING' else 'COMPLETED' end
  else case when ${chance(i)} < 2 then 'CANCELLED' when ${chance(i)} < 5 then 'CLOSED' when ${chance(i)} < 7 then 'CONFIRMED' else 'COMPLETED' end end`;

const isEnded = `h.status in ('CANCELLED', 'CLOSED', 'REFUSED')`;
const isOut = `h.status not in ('DRAFT', 'APPROVING', 'APPROVED')`;
/** How much of a line has come, in tenths. */
const come = `case h.status when 'COMPLETED' then 10 when 'CLOSED' then 8 when 'CONFIRMED' then (array[0, 0, 5])[1 + ${hop(turn("h.id"), 17, 3)}] when 'CHANGING' then 5 else 0 end`;

/** Orders with one to six lines of one to three delivery rows each, and what was posted for them. */
export const orders = (n: number): readonly Planting[] => [
  [
    "SrmPurOrderHeader",
    `(select i, ((${n} - i)::bigint * ${days} / ${n})::int as age from generate_series(1, ${n}) i) x,
     (select min(id) as id from "SrmBasePurchaseBillType" where "billCategory" = 'ORDER') t`,
    {
      ...{
        id: named("po", "i", 9),
        creationDate: `now() - age * interval '1 day'`,
        orderNum: `'PO' || lpad(i::text, 9, '0')`,
        billTypeId: "t.id",
      },
      ...{ createdBy: named("buy", `${hop("i", 13, 40)} + 1`, 3), orderType: oneOf("i", "STANDARD", "STANDARD", "STANDARD", "CONSIGN") },
      ...{ orgId: named("org", `${skewed("i", 101, orgs)} + 1`, 3), supplierId: named("sup", `${skewed("i", 7919, suppliers)} + 1`) },
      ...{
        supplierSiteId: named("site", `${skewed("i", 7919, suppliers)} + 1`),
        buyerId: named("buy", `${hop("i", 13, 40)} + 1`, 3),
        orderDate: "current_date - age",
        currency: `'CNY'`,
      },
      ...{
        exchangeRate: "case when i % 7 = 0 then 7.1 else 1 end",
        paymentTermId: `'term'`,
        amountExcl: "1000 + i % 9000",
        taxAmount: "130",
      },
      ...{
        amountIncl: "1130 + i % 9000",
        status: orderStatus("age", "i"),
        confirmStatus: `case when ${chance("i")} = 12 then 'PROPOSED' else 'CONFIRMED' end`,
      },
      ...{
        publishDate: `case when age >= 4 or ${chance("i")} >= 50 then now() - age * interval '1 day' end`,
        nextDueDate: "current_date - age + 30",
      },
      ...{ confirmDate: `case when age >= 4 then now() - age * interval '1 day' + interval '9 hours' end`, receiptPercent: "i % 101" },
    },
  ],
  [
    "SrmPurOrderLine",
    `"SrmPurOrderHeader" h, lateral generate_series(1, 1 + ${hop(turn("h.id"), 7, 6)}::int) k,
     lateral (select ${skewed(`${turn("h.id")} * 7 + k`, 4241, items)} + 1 as item, 60 * (1 + (${turn("h.id")} + k) % 20) as qty, 5 + (${turn("h.id")} * k) % 400 as price) x`,
    {
      ...{
        id: "h.id || k",
        parentId: "h.id",
        orderId: "h.id",
        lineNum: "k * 10",
        itemId: named("item", "item"),
        itemDesc: `'物料 ' || item`,
      },
      ...{ categoryId: named("cat", "item % 400 + 1"), uom: `'PCS'`, stockUom: `'PCS'`, qty: "qty", stockQty: "qty", price: "price" },
      ...{ taxRate: `'T13'`, taxPercent: "13", priceExcl: "price", priceIncl: "price * 1.13", amountExcl: "qty * price" },
      ...{
        taxAmount: "qty * price * 0.13",
        amountIncl: "qty * price * 1.13",
        baseAmount: "qty * price",
        overTolerance: "5",
        underTolerance: "2",
      },
      ...{ receiptRouting: `'DIRECT'`, confirmedQty: `case when ${isOut} then qty else 0 end`, receivedQty: `qty * (${come}) / 10` },
      ...{
        closedQty: `case when h.status = 'CLOSED' then qty * 2 / 10 else 0 end`,
        cancelledQty: `case when h.status = 'CANCELLED' then qty else 0 end`,
      },
      ...{
        openQty: `case when ${isEnded} then 0 else qty * (10 - (${come})) / 10 end`,
        lineStatus: `case when h.status = 'COMPLETED' then 'COMPLETED' else 'OPEN' end`,
      },
    },
  ],
  [
    "SrmPurOrderDelivery",
    `"SrmPurOrderHeader" h join "SrmPurOrderLine" l on l."parentId" = h.id,
     lateral (select 1 + ((${turn("h.id")} + l."lineNum") % 3)::int as parts) p, lateral generate_series(1, parts) k`,
    {
      ...{ id: "l.id || k", parentId: "l.id", orderId: "h.id", orderLineId: "l.id", orgId: `h."orgId"`, supplierId: `h."supplierId"` },
      ...{
        buyerId: `h."buyerId"`,
        lineNum: `l."lineNum"`,
        itemId: `l."itemId"`,
        itemDesc: `l."itemDesc"`,
        categoryId: `l."categoryId"`,
        uom: "l.uom",
      },
      ...{
        scheduleNum: "k",
        qty: "l.qty / parts",
        needByDate: `h."orderDate" + 20 + k * 10`,
        currentPromiseDate: `h."orderDate" + 22 + k * 10`,
      },
      ...{ firstPromiseDate: `h."orderDate" + 21 + k * 10`, deliveryInfoId: `'dock'`, confirmedQty: `l."confirmedQty" / parts` },
      ...{
        receivedQty: `l."receivedQty" / parts`,
        closedQty: `l."closedQty" / parts`,
        cancelledQty: `l."cancelledQty" / parts`,
        openQty: `l."openQty" / parts`,
      },
      ...{ toShipQty: `case when h.status in ('CONFIRMED', 'CHANGING') then l."openQty" / parts else 0 end` },
      confirmStatus: `case when h.status = 'REFUSED' then 'REFUSED' when not ${isOut} or h.status = 'PUBLISHED' then 'PENDING' when h."confirmStatus" = 'PROPOSED' and k = 1 then 'PROPOSED' else 'CONFIRMED' end`,
    },
  ],
  [
    "SrmPurStorageTransaction",
    `"SrmPurOrderHeader" h join "SrmPurOrderLine" l on l."parentId" = h.id join "SrmPurOrderDelivery" d on d."parentId" = l.id,
     lateral (values (1, 'RECEIVE', 1), (2, 'RETURN_REPLACE', -0.1), (3, 'RETURN_REFUND', -0.1)) m (k, kind, part)
     where d."receivedQty" > 0 and (m.k = 1 or (abs(hashtext(d.id)) % 40) = m.k)`,
    {
      ...{
        id: "d.id || m.k",
        transactionNum: "'TX' || d.id || m.k",
        transactionType: "m.kind",
        transactionDate: `least(current_date, d."needByDate" + m.k)`,
      },
      ...{
        periodMonth: `to_char(least(current_date, d."needByDate" + m.k), 'YYYY-MM')`,
        orgId: `h."orgId"`,
        supplierId: `h."supplierId"`,
        orderId: "h.id",
      },
      ...{
        orderLineId: "l.id",
        orderDeliveryId: "d.id",
        lineNum: `l."lineNum"`,
        categoryId: `l."categoryId"`,
        itemId: `l."itemId"`,
        itemDesc: `l."itemDesc"`,
      },
      ...{ uom: "l.uom", qty: `d."receivedQty" * m.part`, stockUom: "l.uom", stockQty: `d."receivedQty" * m.part`, currency: "h.currency" },
      ...{
        exchangeRate: `h."exchangeRate"`,
        price: "l.price",
        priceExcl: "l.price",
        priceIncl: "l.price * 1.13",
        taxRate: `l."taxRate"`,
        taxPercent: "13",
      },
      ...{ amountExcl: `d."receivedQty" * m.part * l.price`, taxAmount: `d."receivedQty" * m.part * l.price * 0.13` },
      ...{ amountIncl: `d."receivedQty" * m.part * l.price * 1.13`, baseAmount: `d."receivedQty" * m.part * l.price` },
      ...{
        statementAmount: `case when d.id < 'po' || '05' then d."receivedQty" * l.price else 0 end`,
        invoicedAmount: "0",
        paidAmount: "0",
      },
    },
  ],
  [
    "Journal",
    `"SrmPurOrderHeader" h, lateral (values (1, 'saveOrUpdate'), (2, 'doSubmit'), (3, 'doReject'), (4, 'doApproval')) a (k, action)
     where (h.status <> 'DRAFT' or a.k = 1) and (a.k <> 3 or ${hop(turn("h.id"), 7, 25)} = 0)`,
    {
      ...{
        at: `h."creationDate"`,
        userId: `h."createdBy"`,
        userName: `'bench'`,
        entity: `'SrmPurOrderHeader'`,
        docId: "h.id",
        docNum: `h."orderNum"`,
      },
      ...{ action: "a.action", changes: `'[]'`, requestId: `'bench'` },
    },
  ],
];

/** A note and a receipt for each order that has brought something or is about to. */
export const receipts: readonly Planting[] = [
  [
    "SrmPurDeliveryNote",
    `"SrmPurOrderHeader" h where h.status in ('CONFIRMED', 'CHANGING', 'COMPLETED', 'CLOSED')`,
    {
      ...{
        id: "'sh' || substr(h.id, 3)",
        noteNum: "'SH' || substr(h.id, 3)",
        orgId: `h."orgId"`,
        supplierId: `h."supplierId"`,
        deliveryInfoId: `'dock'`,
      },
      ...{
        createdBy: `'bench.vendor'`,
        creationDate: `h."creationDate"`,
        shipDate: `h."orderDate" + 15`,
        eta: `h."creationDate" + interval '20 days'`,
      },
      ...{
        plateNum: `'试A' || substr(h.id, 7)`,
        carrier: `'试运物流'`,
        noteQty: "100",
        arrivedQty: "0",
        inTransitQty: "100",
        lineCount: "1",
        totalBoxes: "4",
      },
      status: `case when h.status in ('COMPLETED', 'CLOSED') then 'RECEIVED' else ${oneOf(turn("h.id"), "SHIPPED", "SHIPPED", "ARRIVED", "PARTIAL", "DRAFT", "CANCELLED")} end`,
    },
  ],
  [
    "SrmPurReceive",
    `"SrmPurOrderHeader" h where h.status in ('COMPLETED', 'CLOSED')`,
    {
      ...{
        id: "'rc' || substr(h.id, 3)",
        receiveNum: "'RC' || substr(h.id, 3)",
        receiveType: `'NOTE'`,
        orgId: `h."orgId"`,
        supplierId: `h."supplierId"`,
      },
      ...{ createdBy: `'bench.keeper'`, creationDate: `h."creationDate" + interval '20 days'`, noteId: "'sh' || substr(h.id, 3)" },
      ...{ receiveDate: `h."orderDate" + 20`, status: `'POSTED'`, postDate: `h."orderDate" + 20`, sourceNums: "'SH' || substr(h.id, 3)" },
    },
  ],
  [
    "SrmPurReceiveLine",
    `"SrmPurReceive" r`,
    {
      ...{
        id: "r.id || '1'",
        parentId: "r.id",
        lineNum: "10",
        orderId: "'po' || substr(r.id, 3)",
        arrivalQty: "60",
        acceptedQty: "60",
        uom: `'PCS'`,
      },
      reversedQty: `case when ${hop(turn("r.id"), 7, 50)} = 0 then 5 else 0 end`,
    },
  ],
];

/** Requisitions of three lines each; those of the last weeks are open, the older ones are ordered. */
export const demands = (n: number): readonly Planting[] => [
  [
    "SrmPurRequisitionHeader",
    `(select i, ((${n} - i)::bigint * ${days} / ${n})::int as age from generate_series(1, ${n}) i) x`,
    {
      ...{ id: named("pr", "i", 9), creationDate: `now() - age * interval '1 day'`, requisitionNum: `'PR' || lpad(i::text, 9, '0')` },
      ...{ createdBy: named("buy", `${hop("i", 13, 40)} + 1`, 3), orgId: named("org", `${skewed("i", 101, orgs)} + 1`, 3) },
      ...{ requesterId: named("buy", `${hop("i", 13, 40)} + 1`, 3), requestDate: "current_date - age", totalAmount: "1000" },
      status: `case when age < 2 then ${oneOf("i", "DRAFT", "APPROVING", "APPROVED")} when age < 45 then ${oneOf("i", "APPROVED", "PARTIAL", "COMPLETED")} else 'COMPLETED' end`,
    },
  ],
  [
    "SrmPurRequisitionLine",
    `"SrmPurRequisitionHeader" h, generate_series(1, 3) k, lateral (select ${skewed(`${turn("h.id")} * 5 + k`, 4241, items)} + 1 as item) x,
     lateral (select case when h.status in ('DRAFT', 'APPROVING') then 'DRAFT' when h.status = 'COMPLETED' or h.status = 'PARTIAL' and k = 1 then 'ORDERED' else 'OPEN' end as state) s`,
    {
      ...{
        id: "h.id || k",
        parentId: "h.id",
        requisitionNum: `h."requisitionNum"`,
        orgId: `h."orgId"`,
        requesterId: `h."requesterId"`,
        urgency: "h.urgency",
      },
      ...{
        lineNum: "k * 10",
        itemId: named("item", "item"),
        itemDesc: `'物料 ' || item`,
        categoryId: named("cat", "item % 400 + 1"),
        uom: `'PCS'`,
      },
      ...{
        requestQty: "100",
        needByDate: `h."requestDate" + 30`,
        estPrice: "10",
        estAmount: "1000",
        buyerId: named("buy", `${hop(turn("h.id"), 17, 40)} + 1`, 3),
      },
      ...{
        orderedQty: `case when state = 'ORDERED' then 100 else 0 end`,
        openQty: `case when state = 'OPEN' then 100 else 0 end`,
        lineStatus: "state",
      },
      approvedAt: `case when state <> 'DRAFT' then h."requestDate" + 2 end`,
    },
  ],
  [
    "SrmPurRequisitionTargetRel",
    `"SrmPurRequisitionLine" l where l."lineStatus" = 'ORDERED'`,
    {
      ...{
        id: "l.id || 't'",
        parentId: `l."parentId"`,
        reqLineId: "l.id",
        requisitionNum: `l."requisitionNum"`,
        reqLineNum: `l."lineNum"`,
      },
      ...{
        needByDate: `l."needByDate"`,
        targetType: `'ORDER'`,
        targetHeaderId: named("po", `${turn("l.id")} * 2 - 1`, 9),
        targetLineId: "l.id || 'x'",
      },
      ...{ qty: "100", netQty: "100", relStatus: `'ORDERED'` },
    },
  ],
  [
    "Journal",
    `"SrmPurRequisitionHeader" h, lateral (values (1, 'saveOrUpdate'), (2, 'doApproval')) a (k, action) where h.status not in ('DRAFT', 'APPROVING') or a.k = 1`,
    {
      ...{ at: `h."creationDate"`, userId: `h."createdBy"`, userName: `'bench'`, entity: `'SrmPurRequisitionHeader'`, docId: "h.id" },
      ...{ docNum: `h."requisitionNum"`, action: "a.action", changes: `'[]'`, requestId: `'bench'` },
    },
  ],
];
