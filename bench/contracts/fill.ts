import type { OpenDb } from "#kernel/server/database/db.ts";
import { houseZone } from "#kernel/time.ts";
import { hop, named, oneOf, skewed } from "../purchase/fill-ground.ts";

const suppliers = 2000;
const orgs = 20;
const days = 1095;

type Values = Readonly<Record<string, string>>;
const stamps: Values = { createdBy: `'admin'`, creationDate: "now()", lastUpdatedBy: `'admin'`, lastUpdateDate: "now()", versionNum: "1" };
const insert = (table: string, from: string, values: Values): string => {
  const all = { ...stamps, ...values };
  const keys = Object.keys(all);
  return `insert into "${table}" (${keys.map((key) => `"${key}"`).join(", ")}) select ${keys.map((key) => all[key]).join(", ")} from ${from}`;
};

const places = insert("BaseOrganization", `generate_series(1, ${orgs}) i`, {
  id: named("org", "i", 3),
  orgCode: `'BU' || i`,
  orgName: `'组织 ' || i`,
  orgType: `'BU'`,
  functionalCurrency: `'CNY'`,
  timeZone: `'${houseZone}'`,
  startDate: `'2020-01-01'`,
  enabledFlag: `'Y'`,
});
const sellers = insert("SrmSupInfo", `generate_series(1, ${suppliers}) i`, {
  id: named("sup", "i"),
  supplierCode: `'S' || lpad(i::text, 5, '0')`,
  supplierName: `'供应商 ' || md5(i::text)`,
  supStatus: `'QUALIFIED'`,
  infoStatus: `'EFFECTIVE'`,
});

/** Contracts of three years, the older ones over; few suppliers have many of them. */
const contracts = (n: number): string =>
  insert(
    "SrmCctContract",
    `(select i, ((${n} - i)::bigint * ${days} / ${n})::int as age, 1000 + i % 90000 as worth from generate_series(1, ${n}) i) x`,
    {
      id: named("ct", "i", 9),
      creationDate: `now() - age * interval '1 day'`,
      contractNum: `'HT-BU-' || lpad(i::text, 8, '0')`,
      contractName: `'采购合同 ' || i`,
      contractClass: `'STANDARD'`,
      contractType: oneOf("i", "PURCHASE", "PURCHASE", "FRAMEWORK", "SERVICE", "MOULD"),
      orgId: named("org", `${skewed("i", 101, orgs)} + 1`, 3),
      supplierId: named("sup", `${skewed("i", 7919, suppliers)} + 1`),
      currency: `'CNY'`,
      rate: "1",
      templateId: `'template'`,
      ownerId: `(select min(id) from "BaseUsers")`,
      effectiveDate: "current_date - age",
      expiryDate: "current_date - age + 365",
      warrantyMonths: "12",
      amountExcl: "worth",
      taxAmount: "worth * 0.13",
      amountIncl: "worth * 1.13",
      orderedAmount: "worth * 0.9",
      receivedAmount: "worth * 0.6",
      paidAmount: "worth * 0.3",
      signedAt: `now() - age * interval '1 day'`,
      status: `case when age > 365 then ${oneOf("i", "EXPIRED", "COMPLETED", "TERMINATED")} when ${hop("i", 7919, 100)} < 10 then 'CONFIRMING' else 'EFFECTIVE' end`,
    },
  );
/** Three stages each: the first is paid, the second is due in part. */
const stages = insert(
  "SrmCctPaymentStage",
  `"SrmCctContract" c, (values (1, 'ADVANCE', '预付款', 30), (2, 'DELIVERY', '到货款', 60), (3, 'WARRANTY', '质保金', 10)) s(no, type, name, share)`,
  {
    id: "c.id || no",
    parentId: "c.id",
    stageNo: "no",
    stageType: "type",
    stageName: "name",
    percent: "share",
    amount: `round(c."amountIncl" * share / 100, 2)`,
    trigger: "case no when 1 then 'SIGN' when 2 then 'RECEIPT' else 'DATE' end",
    triggeredAmount: `case no when 3 then 0 else round(c."amountIncl" * share / 200, 2) end`,
    appliedAmount: `case no when 1 then round(c."amountIncl" * share / 200, 2) else 0 end`,
    paidAmount: `case no when 1 then round(c."amountIncl" * share / 200, 2) else 0 end`,
    dueDateCalc: `case when no < 3 then c."effectiveDate" + 30 * no end`,
    stageStatus: "case no when 1 then 'PAID' when 2 then 'TRIGGERED' else 'WAIT' end",
  },
);
const postings = (each: number): string =>
  insert("SrmCctPosting", `"SrmCctContract" c, generate_series(1, ${each}) k`, {
    id: "c.id || 'p' || k",
    ownerType: `'CCT_CONTRACT'`,
    ownerId: "c.id",
    orgId: `c."orgId"`,
    bucket: oneOf("k", "ORD", "RCV", "PAY"),
    eventCode: oneOf("k", "ORDER", "RECEIVE", "PAY"),
    causeType: `'SrmPurOrderHeader'`,
    causeId: "'order' || k",
    causeLineId: "'line' || k",
    causeNum: "'PO' || k",
    requestId: "c.id || k",
    postedAt: `c."creationDate" + k * interval '1 day'`,
    postedBy: `c."ownerId"`,
    delta: `round(c."amountIncl" * 0.9 / ${each}, 2)`,
  });

/** Contracts of three years with their stages and ten postings each; references hold by the way rows are made, so they are not looked up one by one. */
export async function fill(db: OpenDb, rows: number): Promise<void> {
  const client = await db.connect();
  await client.query("set statement_timeout = 0");
  await client.query("set session_replication_role = replica");
  await client.query("set maintenance_work_mem = '512MB'");
  // Indexes are taken down and built once.
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select c.relname as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indrelid = any(select format('%I', t)::regclass from unnest($1::text[]) t) and not i.indisunique`,
    [["SrmCctContract", "SrmCctPaymentStage", "SrmCctPosting"]],
  );
  for (const index of indexes) await client.query(`drop index "${index.name}"`);
  for (const text of [places, sellers, contracts(rows), stages, postings(10)]) await client.query(text);
  for (const index of indexes) await client.query(index.definition);
  for (const table of ["SrmCctContract", "SrmCctPaymentStage", "SrmCctPosting", "SrmSupInfo"])
    await client.query(`vacuum analyze "${table}"`);
  await client.query(`update "BaseUsers" set "mustChangePwd" = 'N', "timeZone" = '${houseZone}' where "userName" = 'admin'`);
  await client.end();
}
