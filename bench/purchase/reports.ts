import { houseDay } from "#kernel/time.ts";
import type { ReportName } from "#modules/spend/report.ts";
import { reportShapes } from "#modules/spend/report.ts";
import type { Look } from "./look.ts";

const today = houseDay(new Date());
/** The last twelve months, as a report asks unless told otherwise. */
const from = `date_trunc('month', '${today}'::date - interval '11 months')::date`;
const span = (column: string): string => `${column} between ${from} and '${today}'`;
const live = `h."liveId" is null and h.status in ('PUBLISHED', 'CONFIRMED', 'CHANGING', 'COMPLETED', 'CLOSED')`;
const lines = `"SrmPurOrderHeader" h join "SrmPurOrderLine" l on l."parentId" = h.id`;
const worth = `l."amountExcl" * h."exchangeRate"`;
const price = `l."priceExcl" * h."exchangeRate" / l."priceUnit" / l."convertRate"`;
const qty = `(l.qty - l."cancelledQty" - l."closedQty")`;
const open = `greatest(0, ${qty} - (l."receivedQty" - l."reversedQty" - l."returnReplaceQty"))`;
const here = `where ${span('h."orderDate"')} and ${live}`;
const paid = `l."giftFlag" = 'N' and l."itemId" is not null`;
const year = today.slice(0, 4);

/** The names of what was grouped are looked up once a group, not once a line. */
const namedItem = `left join "SrmBaseItem" i on i.id = x."itemId"`;
const namedSupplier = `left join "SrmSupInfo" s on s.id = x."supplierId"`;
const namedCategory = `left join "SrmBasePurchaseCategory" c on c.id = x."categoryId"`;

const needs = `from "SrmPurRequisitionHeader" h join "SrmPurRequisitionLine" l on l."parentId" = h.id where h.status not in ('DRAFT', 'REJECTED') and ${span('h."requestDate"')}`;
const ordered = `select r."reqLineId", min(o."orderDate") as day, min(extract(epoch from o."confirmDate" - o."publishDate") / 3600) as hours
  from "SrmPurRequisitionTargetRel" r join "SrmPurOrderHeader" o on o.id = r."targetHeaderId" where r."targetType" = 'ORDER' and r."relStatus" = 'ORDERED' group by 1`;
/** Days of the week from Monday to Friday after one day and up to another. */
const workdays = (a: string, b: string): string =>
  `(select count(*) from generate_series(${a} + 1, ${b}, interval '1 day') g where extract(isodow from g) < 6)`;

const posted = `select t."orderLineId", max(t."transactionDate") as last, sum(t."amountExcl" * t."exchangeRate") as amount from "SrmPurStorageTransaction" t`;
const promised = `select d."parentId", min(d."firstPromiseDate") as first from "SrmPurOrderDelivery" d`;
const lists = (org: string, item: string, category: string): string =>
  `left join "SrmPurAslHeader" own on own."orgId" = ${org} and own."itemId" = ${item} and own."enabledFlag" = 'Y'
   left join "SrmPurAslHeader" shared on shared."orgId" = ${org} and shared."itemId" is null and shared."categoryId" = ${category} and shared."enabledFlag" = 'Y'`;
const listed = `"SrmPurAslLine" x where x."parentId" = coalesce(own.id, shared.id)`;

interface Bare {
  readonly text: string;
  readonly more?: string;
}

/** A journal that was pressed so, as a set. */
const pressed = (entity: string, action: string): string =>
  `exists (select 1 from "Journal" j where j.entity = '${entity}' and j."docId" = x.id and j.action in ('${action}', '${entity}.${action}'))`;
const made = (docType: string, table: string, fault: string, where = "true"): string =>
  `select '${docType}' as kind, x."createdBy" as person, ${fault} as faults from "${table}" x where ${where} and x."creationDate" >= ${from} - interval '8 hours'`;

/** The least SQL that gives the figures of each report. */
const bare: Readonly<Record<ReportName, Bare>> = {
  stat: {
    text: `select x.*, s."supplierName" from (select to_char(h."orderDate", 'YYYY-MM') as period, h."supplierId", count(distinct h.id) as orders, count(*) as lines, sum(${worth}) as amount
      from ${lines} ${here} group by 1, 2) x ${namedSupplier} order by period, amount desc`,
  },
  rate: {
    text: `select to_char(h."orderDate", 'YYYY-MM') as month, sum(${worth}) from ${lines} where h."orderDate" between '${Number(year) - 1}-01-01' and '${year}-12-31' and ${live} group by 1`,
  },
  contrast: {
    text: `with p as materialized (select *, (average - min(average) over (partition by "itemId")) * qty as saving, count(*) over (partition by "itemId") as rivals from (select l."itemId", h."supplierId", sum(${qty} * l."convertRate") as qty, sum(${worth}) as amount,
        sum(${worth}) / nullif(sum(${qty} * l."convertRate"), 0) as average, min(${price}) as least, max(${price}) as most, (array_agg(${price} order by h."orderDate" desc, l.id desc))[1] as last from ${lines} ${here} and ${paid} group by 1, 2) a)
      select x.*, i."itemCode", i."itemName", i."primaryUom", s."supplierName", w.* from (select * from p order by saving desc limit 2000) x ${namedItem} ${namedSupplier}, (select count(distinct "itemId") as items, count(distinct "itemId") filter (where rivals > 1) as several, sum(saving) as total from p) w`,
  },
  supplierShare: {
    text: `select x.*, c."categoryName", s."supplierName" from (select *, sum(share ^ 2) over (partition by "categoryId") as hhi from (select l."categoryId", h."supplierId", sum(${worth}) as amount, 100 * sum(${worth}) / sum(sum(${worth})) over (partition by l."categoryId") as share
      from ${lines} ${here} group by 1, 2) a) x ${namedCategory} ${namedSupplier} order by c."categoryName", amount desc limit 2000`,
    more: `select h."supplierId", sum(${worth}) as n from ${lines} ${here} group by 1 order by 2 desc`,
  },
  amountShare: {
    text: `select x.*, c."categoryName" from (select l."categoryId", count(distinct h.id) as orders, sum(${worth}) as amount from ${lines} ${here} group by 1) x ${namedCategory} order by amount desc`,
  },
  execution: {
    text: `with x as materialized (select h.id as "orderId", h."orderNum", h."orderDate", h."supplierId", h."exchangeRate", l.* from ${lines} ${here} order by h."orderDate" desc, h."orderNum" desc, l."lineNum" limit 2000)
      select x."orderNum", x."lineNum", x."orderDate", s."supplierName", i."itemCode", i."itemName", x.uom, x.qty, x."confirmedQty", x."inTransitQty", x."inspectingQty", x."receivedQty", x."rejectedQty", x."amountExcl", r.last, r.amount, f.first
      from x ${namedSupplier} ${namedItem} left join lateral (${posted} where t."orderLineId" = x.id group by 1) r on true left join lateral (${promised} where d."parentId" = x.id group by 1) f on true`,
    more: `select count(*)::int as n, sum(${worth}) as amount, sum(${open} * l."priceExcl" / l."priceUnit" * h."exchangeRate") as open,
        (select sum(t."amountExcl" * t."exchangeRate") from ${lines} join "SrmPurStorageTransaction" t on t."orderLineId" = l.id ${here}) as received,
        count(*) filter (where case when ${open} > 0 then (select min(d."firstPromiseDate") from "SrmPurOrderDelivery" d where d."parentId" = l.id) < '${today}' end) as late
      from ${lines} ${here}`,
  },
  pivot: {
    text: `select x.*, c."categoryName" from (select l."categoryId", extract(month from h."orderDate") as month, sum(${worth}) from ${lines} where h."orderDate" between '${year}-01-01' and '${year}-12-31' and ${live} group by 1, 2) x ${namedCategory}`,
  },
  item: {
    text: `select x.*, i."itemCode", i."itemName", i."primaryUom" from (select l."itemId", count(distinct h."supplierId") as suppliers, count(distinct h.id) as orders, sum(${qty} * l."convertRate") as ordered,
      sum((l."receivedQty" - l."reversedQty") * l."convertRate") as received, sum((l."returnReplaceQty" + l."returnRefundQty") * l."convertRate") as returned, sum(${worth}) as amount,
      min(${price}) filter (where l."giftFlag" = 'N') as least, max(${price}) filter (where l."giftFlag" = 'N') as most, avg(r.first - h."publishDate"::date) as lead
      from ${lines} left join lateral (select min(t."transactionDate") as first from "SrmPurStorageTransaction" t where t."orderLineId" = l.id and t."transactionType" = 'RECEIVE') r on true
      ${here} and l."itemId" is not null group by 1) x ${namedItem} order by amount desc`,
  },
  priceTrend: {
    text: `with p as materialized (select *, 100 * average / nullif(first_value(average) over (partition by "itemId" order by month), 0) as index, count(*) over (partition by "itemId") as months from (select l."itemId", to_char(h."orderDate", 'YYYY-MM') as month,
        sum(${qty} * l."convertRate") as qty, sum(${worth}) / nullif(sum(${qty} * l."convertRate"), 0) as average, min(${price}) as least, count(distinct h."supplierId") as suppliers from ${lines} ${here} and ${paid} group by 1, 2) a)
      select x.*, i."itemCode", i."itemName", i."primaryUom", w.* from p x ${namedItem}, (select count(distinct "itemId") as items, count(distinct month) as all from p) w order by i."itemCode", month limit 2000`,
  },
  payable: {
    text: `with x as materialized (select h.* from "SrmPurOrderHeader" h ${here} order by h."orderNum" desc limit 2000)
      select x.id, x."orderNum", s."supplierName", x.currency, x."amountIncl", r.* from x ${namedSupplier} left join lateral (select sum(t."amountIncl") filter (where t."amountIncl" > 0) as received, sum(t."amountIncl") filter (where t."amountIncl" < 0) as returned,
        sum(t."statementAmount") as statement, sum(t."invoicedAmount") as invoiced, sum(t."paidAmount") as paid from "SrmPurStorageTransaction" t where t."orderId" = x.id and t."reconStatus" <> 'NA') r on true`,
    more: `select h.currency, count(*)::int as n, sum(h."amountIncl") as ordered, sum(r.received) as received, sum(r.returned) as returned, sum(r.invoiced) as invoiced, sum(r.paid) as paid
      from "SrmPurOrderHeader" h left join lateral (select sum(t."amountIncl") filter (where t."amountIncl" > 0) as received, sum(t."amountIncl") filter (where t."amountIncl" < 0) as returned, sum(t."invoicedAmount") as invoiced, sum(t."paidAmount") as paid
        from "SrmPurStorageTransaction" t where t."orderId" = h.id and t."reconStatus" <> 'NA') r on true ${here} group by 1`,
  },
  requisitionOrder: {
    text: `select l."buyerId", count(*) as lines, sum(l."requestQty") as requested, sum(l."cancelledQty") as cancelled, sum(l."orderedQty") as ordered, avg(${workdays('h."requestDate"', 'l."approvedAt"')}) as approve,
      avg(${workdays('l."approvedAt"', "o.day")}) as "order", avg(o.hours) as confirm, count(*) filter (where l."needByDate" < '${today}' and l."openQty" > 0) as overdue, count(l."approvedAt") as approved, count(o.day) as "withOrder"
      ${needs.replace(" where ", ` left join (${ordered}) o on o."reqLineId" = l.id where `)} group by 1`,
  },
  sources: {
    text: `select category, count(*) as items, count(*) filter (where n = 0) as none, count(*) filter (where n = 1) as single, count(*) filter (where n > 1) as several from (
      select e.*, (select count(distinct x."supplierId") from ${listed} and x."aslStatus" in ('APPROVED', 'TRIAL') and x."startDate" <= '${today}' and (x."endDate" is null or x."endDate" >= '${today}')) as n
      from (select distinct i.id as item, i."categoryId" as category, case g."orgType" when 'INV' then g."parentOrgId" else g.id end as org from "SrmBaseItem" i join "SrmBaseItemOrg" o on o."itemId" = i.id join "BaseOrganization" g on g.id = o."orgId"
        where i."itemStatus" = 'ACTIVE' and o.status = 'ACTIVE' and o."purchasableFlag" = 'Y') e ${lists("e.org", "e.item", "e.category")}) q group by 1`,
    more: `with used as materialized (select distinct "supplierId", "orgId", "categoryId", "itemId" from "SrmPurStorageTransaction" where "transactionDate" > '${today}'::date - 365)
      select (select count(*)::int from "SrmPurAslLine" x left join (select distinct "supplierId", "orgId", "categoryId" from used) c on c."supplierId" = x."supplierId" and c."orgId" = x."orgId" and c."categoryId" = x."categoryId"
          left join (select distinct "supplierId", "orgId", "itemId" from used) i on i."supplierId" = x."supplierId" and i."orgId" = x."orgId" and i."itemId" = x."itemId"
          where x."aslStatus" in ('APPROVED', 'TRIAL') and case when x."itemId" is null then c."supplierId" is null else i."supplierId" is null end) as n,
        (select sum(${worth}) from ${lines} ${lists('h."orgId"', 'l."itemId"', 'l."categoryId"')} where h."orderDate" between '${today}'::date - interval '12 months' and '${today}' and ${live}
          and not exists (select 1 from ${listed} and x."supplierId" = h."supplierId" and x."startDate" <= h."orderDate" and (x."endDate" is null or x."endDate" >= h."orderDate"))) as off`,
  },
  accuracy: {
    text: `select kind, person, count(*) as total, count(*) filter (where not faults) as clean from (${[
      made(
        "REQUISITION",
        "SrmPurRequisitionHeader",
        `${pressed("SrmPurRequisitionHeader", "doReject")} or ${pressed("SrmPurRequisitionHeader", "doReturn")}`,
      ),
      made(
        "ORDER",
        "SrmPurOrderHeader",
        `${pressed("SrmPurOrderHeader", "doReject")} or (x.status = 'CANCELLED' and ${pressed("SrmPurOrderHeader", "doApproval")}) or exists (select 1 from "SrmPurOrderHistory" v where v."orderId" = x.id and v."askedBy" = 'BUYER' and v."revisionNum" > 0)`,
        `x."liveId" is null`,
      ),
      made("NOTICE", "SrmPurDeliveryNotice", `x.status = 'CANCELLED'`),
      made("NOTE", "SrmPurDeliveryNote", `x.status = 'CANCELLED' and ${pressed("SrmPurDeliveryNote", "doSubmit")}`),
      made("RECEIVE", "SrmPurReceive", `exists (select 1 from "SrmPurReceiveLine" r where r."parentId" = x.id and r."reversedQty" > 0)`),
    ].join(" union all ")}) d group by 1, 2`,
  },
  requisition: {
    text: `select x.*, i."itemCode", i."itemName", u."displayName" as requester, b."displayName" as buyer from (select h.id as "headerId", h."requisitionNum", h."requesterId", l.id, l."lineNum", l."lineStatus", l."itemId", l."buyerId", l."needByDate", l."requestQty", l."openQty", l."estAmount", l."estPrice", l."approvedAt"
      ${needs} order by h."requestDate" desc, l.id desc limit 2000) x ${namedItem} left join "BaseUsers" u on u.id = x."requesterId" left join "BaseUsers" b on b.id = x."buyerId"`,
    more: `select l."lineStatus", width_bucket('${today}'::date - l."approvedAt", array[8, 16, 31, 61]) as age, count(*)::int as n, count(distinct h.id) as documents, sum(l."estAmount") as amount, sum(round(coalesce(l."estPrice", 0) * l."openQty", 2)) as open ${needs} group by 1, 2`,
  },
};

/** Every report as it opens, asked by somebody who sees all organisations. */
export const reports: readonly Look[] = (Object.keys(reportShapes) as ReportName[]).map((name) => ({
  name: `report: ${reportShapes[name].label[1]}`,
  who: "chief",
  bar: 3,
  values: [],
  path: `srmServer/v1/srmPurReportRestful/${reportShapes[name].call}`,
  body: {},
  text: bare[name].text,
  ...(bare[name].more ? { count: bare[name].more } : {}),
}));
