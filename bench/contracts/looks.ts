import { houseDay } from "#kernel/time.ts";
import type { Look } from "../purchase/look.ts";

const today = houseDay(new Date());
const shown = `('EFFECTIVE', 'EXPIRED', 'COMPLETED', 'TERMINATED')`;
const path = "srmServer/v1/srmCctReportRestful/getContractLedger";

/** The rows that are listed, with their stages. */
const rows = (where: string): string => `with x as materialized (
    select c.*, s."supplierName", o."orgName", u."displayName" as "ownerName" from "SrmCctContract" c
      left join "SrmSupInfo" s on s.id = c."supplierId" left join "BaseOrganization" o on o.id = c."orgId" left join "BaseUsers" u on u.id = c."ownerId"
     where c.status in ${shown} and ${where} order by c."expiryDate", c.id limit 2000)
  select x.id, x."contractNum", x."contractName", x."contractType", x.status, x.currency, x."amountMode", x."supplierName", x."orgName", x."ownerName",
         x."warrantyMonths", x."amountIncl", x."overRunPct", x.rate, x."orderedAmount", x."receivedAmount", x."invoicedAmount", x."paidAmount",
         x."deductedAmount", x."effectiveDate", x."expiryDate", x."creationDate"::date, x."signedAt"::date, p.stages
    from x left join lateral (select jsonb_agg(jsonb_build_array(p."stageNo", p."stageName", p."stageType", p."stageStatus", p.amount, p."triggeredAmount",
         p."paidAmount", p."deductedAmount", p."dueDateCalc")) as stages from "SrmCctPaymentStage" p where p."parentId" = x.id) p on true`;

/** Sums over all of them: by supplier, month and type, what ends soon, what falls due. */
const sums = (where: string): string => `with x as materialized (
    select c.id, s."supplierName" as name, to_char(c."effectiveDate", 'YYYY-MM') as month, c."contractType" as type, c.status, c."expiryDate", c."amountIncl" * c.rate as amount
      from "SrmCctContract" c left join "SrmSupInfo" s on s.id = c."supplierId" where c.status in ${shown} and ${where}),
  due as (select to_char(p."dueDateCalc", 'YYYY-MM') as month, round(sum(p.amount * c.rate), 2) as due, round(sum(p."paidAmount" * c.rate), 2) as paid
      from "SrmCctContract" c join "SrmCctPaymentStage" p on p."parentId" = c.id where c.status in ${shown} and ${where} and p."dueDateCalc" is not null group by 1),
  late as (select count(distinct c.id) as n from "SrmCctContract" c join "SrmCctPaymentStage" p on p."parentId" = c.id
     where c.status in ${shown} and ${where} and p."dueDateCalc" < '${today}' and p."stageStatus" not in ('PAID', 'CLOSED'))
  select jsonb_build_object(
    'all', (select jsonb_build_array(count(*), sum(amount), count(*) filter (where status = 'EFFECTIVE'), count(*) filter (where status = 'EFFECTIVE' and "expiryDate" - '${today}'::date between 0 and 30),
            count(*) filter (where status = 'EFFECTIVE' and "expiryDate" - '${today}'::date between 0 and 60), count(*) filter (where status = 'EFFECTIVE' and "expiryDate" - '${today}'::date between 0 and 90)) from x),
    'names', (select jsonb_agg(n) from (select name, count(*), sum(amount) from x group by 1) n), 'months', (select jsonb_agg(n) from (select month, count(*), sum(amount) from x group by 1) n),
    'types', (select jsonb_agg(n) from (select type, count(*), sum(amount) from x group by 1) n), 'plan', (select jsonb_agg(due) from due), 'late', (select n from late)) as n`;

const ledger = (name: string, body: object, where: string): Look => ({
  name,
  who: "chief",
  path,
  body,
  bar: 2,
  text: rows(where),
  count: sums(where),
  values: [],
});

/** What the page of the ledger asks, and what stands behind one of its figures. */
export const looksAt = (doc: string): readonly Look[] => [
  ledger("contract ledger: all", { groupBy: "SUPPLIER" }, "true"),
  ledger("contract ledger: one supplier", { groupBy: "SUPPLIER", supplierId: "sup00003" }, `c."supplierId" = 'sup00003'`),
  ledger(
    "contract ledger: one organisation, in force",
    { groupBy: "TYPE", orgId: "org002", status: "EFFECTIVE" },
    `c."orgId" = 'org002' and c.status = 'EFFECTIVE'`,
  ),
  {
    name: "postings behind a figure",
    who: "chief",
    path: "srmServer/v1/srmCctPostingRestful/findPostings",
    body: { docType: "SrmCctContract", docId: doc, ownerIds: [doc], buckets: { ORD: 1 } },
    bar: 2,
    text: `select p.*, u."displayName" from "SrmCctPosting" p left join "BaseUsers" u on u.id = p."postedBy"
      where p."ownerType" = 'CCT_CONTRACT' and p."ownerId" = '${doc}' and p.bucket = 'ORD' order by p."postedAt", p.id`,
    // Whoever asks must see the contract, with everything in it that may have postings.
    count: `select to_jsonb(c) || jsonb_build_object('stages', (select jsonb_agg(p) from "SrmCctPaymentStage" p where p."parentId" = c.id),
      'items', (select jsonb_agg(i) from "SrmCctItem" i where i."parentId" = c.id)) as n from "SrmCctContract" c where c.id = '${doc}'`,
    values: [],
  },
];
