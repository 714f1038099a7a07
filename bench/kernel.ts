import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { declare } from "#kernel/declared.ts";
import { openDb, type OpenDb } from "#kernel/server/database/db.ts";
import { startPostgres } from "#kernel/server/database/embedded-pg.ts";
import { Finder } from "#kernel/server/find/find.ts";
import { newId } from "#kernel/server/act/id.ts";
import { documentSql, Params, whereSql } from "#kernel/server/find/sql.ts";
import type { Me, Where } from "#kernel/entity.ts";
import { houseZone } from "#kernel/time.ts";
import { modules } from "#modules/index.ts";
import { signIn } from "../tests/support/client.ts";
import { benchModule, benchOrder } from "./kernel/business.ts";
import { freePort } from "../tests/support/free-port.ts";
import { askingFor, option, Stand, type Case } from "./kernel/stand.ts";

/** The product with everything on against the same statements in a bare handler, on a million documents: npm run bench -- kernel [--rows=1000000] [--only=words of a case] [--folder=kept and used again]. */
const rows = Number(option("rows") ?? 1_000_000);
const stored = option("folder");
const folder = stored ?? mkdtempSync(join(tmpdir(), "base-srm-bench-"));
const mark = join(folder, "filled");
const filled = existsSync(mark);
const stand = new Stand();
const postgres = await startPostgres(join(folder, "postgres"));

const seen = Array.from({ length: 40 }, (_, i) => `org${String(i + 1).padStart(3, "0")}`);

/** Fifty organisations of which the caller may see forty; five lines on every tenth order. */
async function fill(db: OpenDb): Promise<string[]> {
  const stamp = `'system', now(), 'system', now(), 1`;
  const common = `"createdBy", "creationDate", "lastUpdatedBy", "lastUpdateDate", "versionNum"`;
  await db.query("set statement_timeout = 0");
  await db.query(
    `insert into "BaseOrganization" (id, ${common}, "orgCode", "orgName", "orgType", "functionalCurrency", "timeZone", "startDate", "enabledFlag") select 'org' || lpad(i::text, 3, '0'), ${stamp}, 'ORG' || i, '组织 ' || i, 'BU', 'CNY', '${houseZone}', '2020-01-01', 'Y' from generate_series(1, 50) i`,
  );
  await db.query(
    `insert into "BenchSupplier" (id, ${common}, "supplierCode", "supplierName") select 'sup' || lpad(i::text, 5, '0'), ${stamp}, 'S' || i, '供应商 ' || i from generate_series(1, 5000) i`,
  );
  const client = await db.connect();
  await client.query("set statement_timeout = 0");
  await client.query(`insert into "BenchOrder" (id, ${common}, "orderNum", title, "orgId", "supplierId", "orderType", currency, "orderDate", "needDate", buyer, "taxRate", "netAmount", "taxAmount", total, "paymentTerm", "tradeTerm", urgent, contact, phone, address, remark, status)
    select '00' || lpad(i::text, 18, '0'), 'system', timestamp '2024-01-01' + i * interval '1 minute', 'system', now(), 1, 'BO' || lpad(i::text, 10, '0'), 'order ' || md5(i::text), 'org' || lpad((i % 50 + 1)::text, 3, '0'), 'sup' || lpad((i % 5000 + 1)::text, 5, '0'),
      (array['STANDARD', 'URGENT', 'CONTRACT'])[i % 3 + 1], 'CNY', date '2024-01-01' + (i % 700), date '2024-02-01' + (i % 700), 'buyer ' || i % 40, 13, 100 + i % 9000, 13, 113 + i % 9000, 'M60', 'DAP', 'N', 'contact ' || i % 900, '+86 10 5555 ' || i % 9999, 'road ' || i % 3000, 'remark ' || i, (array['DRAFT', 'APPROVED', 'APPROVED', 'CLOSED'])[i % 4 + 1]
    from generate_series(1, ${rows}) i`);
  await client.query(`insert into "BenchOrderLine" (id, ${common}, "parentId", "lineNum", "itemCode", "itemName", uom, qty, price, amount, "needDate")
    select '00' || lpad((o * 10)::text, 17, '0') || l, ${stamp}, '00' || lpad((o * 10)::text, 18, '0'), l * 10, 'M-' || o % 999, 'item ' || o, 'PCS', 12.5, 8.25, 103.13, date '2026-12-01' from generate_series(1, ${Math.floor(rows / 10)}) o, generate_series(1, 5) l`);
  for (const table of ["BenchOrder", "BenchOrderLine", "BenchSupplier", "BaseOrganization"])
    await client.query(`vacuum analyze "${table}"`);
  await client.end();
  return seen;
}

/** A person with forty organisations, made through the product's own calls where it has them. */
async function person(db: OpenDb, orgs: readonly string[]): Promise<void> {
  const admin = await db.one<{ id: string }>(`select id from "BaseUsers" where "userName" = 'admin'`);
  const resp = await db.one<{ id: string }>(`select id from "BaseResponsibility" where "respCode" = 'BENCH'`);
  await db.query(`update "BaseUsers" set "mustChangePwd" = 'N', "timeZone" = '${houseZone}' where id = $1`, [admin!.id]);
  await db.query(`delete from "BaseUserResp" where "userId" = $1`, [admin!.id]);
  await db.query(`update "BaseResponsibility" set "orgScope" = 'LIST' where id = $1`, [resp!.id]);
  for (const org of orgs)
    await db.query(
      `insert into "BaseRespOrg" (id, "createdBy", "creationDate", "lastUpdatedBy", "lastUpdateDate", "versionNum", "parentId", "responsibilityId", "orgId", "includeChildren") values ($1, 's', now(), 's', now(), 1, $2, $2, $3, 'N')`,
      [newId(), resp!.id, org],
    );
  await db.query(
    `insert into "BaseUserResp" (id, "createdBy", "creationDate", "lastUpdatedBy", "lastUpdateDate", "versionNum", "userId", "responsibilityId", status) values ($1, 's', now(), 's', now(), 1, $2, $3, 'ACTIVE')`,
    [newId(), admin!.id, resp!.id],
  );
  await db.query(`update "PermissionState" set version = version + 1`);
}

const path = (action: string): string => `srmServer/v1/benchOrderRestful/${action}`;
/** Orders the caller may see: the ten organisations beyond the fortieth are out of reach. */
const idOf = (n: number): string => `00${String(n).padStart(18, "0")}`;
const isSeen = (n: number): boolean => n % 50 < 40;
const nth = (i: number, step: number): number => {
  let n = ((i * 7919) % Math.floor(rows / step)) * step + step;
  while (!isSeen(n)) n = (n % rows) + step;
  return n;
};
const withLines = (i: number): string => idOf(nth(i, 10));
const stamps = {
  createdBy: "x",
  creationDate: "2026-11-14T00:00:00Z",
  lastUpdatedBy: "x",
  lastUpdateDate: "2026-11-14T00:00:00Z",
  versionNum: 1,
};
const header = (): Record<string, unknown> => ({
  title: `new ${newId()}`,
  orgId: "org001",
  supplierId: "sup00001",
  orderType: "STANDARD",
  currency: "CNY",
  orderDate: "2026-11-14",
  needDate: "2026-12-01",
  buyer: "buyer 1",
  taxRate: "13",
  paymentTerm: "M60",
  tradeTerm: "DAP",
  urgent: "N",
  contact: "contact",
  phone: "+86 10 5555 0000",
  address: "road",
  remark: "remark",
});
const line = (n: number): Record<string, unknown> => ({
  lineNum: n * 10,
  itemCode: `M-${n}`,
  itemName: `item ${n}`,
  uom: "PCS",
  qty: "12.5",
  price: "8.25",
  needDate: "2026-12-01",
});

function cases(orgs: readonly string[], me: Me): { list: Case[]; texts: Record<string, string> } {
  const declared = declare([...modules, benchModule]);
  const finder = new Finder(declared, null as never);
  const texts: Record<string, string> = {};
  const visible = (e: typeof benchOrder) => [...finder.visible(e as never, me)];
  const idParams = new Params();
  texts["byId"] = documentSql(
    declared,
    benchOrder as never,
    visible as never,
    "CN",
    "document",
    `t.id = ${idParams.add("x")} and ${whereSql(benchOrder as never, "t", { orgId: orgs }, idParams, declared)}`,
  );
  const lists: Record<string, { values: unknown[]; countValues: unknown[] }> = {};
  const listed = (name: string, body: object, exact: boolean): void => {
    const question = finder.question(benchOrder as never, body as never, me);
    const { text, values } = finder.listSql(benchOrder as never, question, me);
    texts[name] = text;
    const params = new Params();
    const from = `from "BenchOrder" t where ${whereSql(benchOrder as never, "t", question.where as Where, params, declared)}`;
    texts[`${name}.count`] = exact
      ? `select count(*)::int as n ${from}`
      : `select count(*)::int as n from (select 1 ${from} limit 10001) c`;
    lists[name] = { values, countValues: params.values };
  };
  const filters = { status: "APPROVED", orderType: "URGENT", orderDateFrom: "2024-03-01" };
  const page1 = { pageIndex: 1, pageRows: 20 };
  const page500 = { ...filters, pageIndex: 500, pageRows: 20 };
  listed("list", { ...page1, count: "none" }, false);
  listed("listExact", { ...page1, count: "exact" }, true);
  listed("page500", { ...page500, count: "exact" }, true);
  const word = (i: number) => ((i * 2_654_435_761) >>> 0).toString(16).padStart(8, "0").slice(0, 5);
  const search = finder.question(benchOrder as never, { ...page1, keyword: "abcde", count: "none" } as never, me);
  texts["search"] = finder.listSql(benchOrder as never, search, me).text;
  const searchValues = (i: number) =>
    finder.listSql(
      benchOrder as never,
      finder.question(benchOrder as never, { ...page1, keyword: word(i), count: "none" } as never, me),
      me,
    ).values;
  const columns = (e: { fields: object }, extra: string[]) => [...extra, ...Object.keys(e.fields)];
  const typed: Record<string, string> = {
    versionNum: "int",
    lineNum: "int",
    qty: "numeric",
    price: "numeric",
    amount: "numeric",
    taxRate: "numeric",
    netAmount: "numeric",
    taxAmount: "numeric",
    total: "numeric",
    guidePrice: "numeric",
    orderDate: "date",
    needDate: "date",
    creationDate: "timestamptz",
    lastUpdateDate: "timestamptz",
  };
  const insert = (table: string, keys: string[]) =>
    `insert into "${table}" (${keys.map((k) => `"${k}"`).join(", ")}) select ${keys.map((k) => `x."${k}"`).join(", ")} from json_to_recordset($1::json) as x(${keys.map((k) => `"${k}" ${typed[k] ?? "text"}`).join(", ")}) returning *`;
  texts["number"] =
    `insert into "NumberSeries" (rule, scope, last) values ('bare', 'bare', 1) on conflict (rule, scope) do update set last = "NumberSeries".last + 1 returning last::int`;
  texts["header"] = insert(
    "BenchOrder",
    columns(benchOrder, ["id", "createdBy", "creationDate", "lastUpdatedBy", "lastUpdateDate", "versionNum"]),
  );
  texts["lines"] = insert(
    "BenchOrderLine",
    columns(benchOrder.lines.lines, ["id", "parentId", "createdBy", "creationDate", "lastUpdatedBy", "lastUpdateDate", "versionNum"]),
  );
  const bareCreate = (n: number) => {
    const id = newId();
    const lines = Array.from({ length: n }, (_, i) => ({ ...line(i + 1), amount: "103.13", id: newId(), parentId: id, ...stamps }));
    return {
      path: "/create",
      body: { header: { ...header(), id, status: "DRAFT", netAmount: "2062.60", taxAmount: "268.14", total: "2330.74", ...stamps }, lines },
    };
  };
  const create = (n: number) => ({
    path: path("saveOrUpdate"),
    body: { ...header(), lines: Array.from({ length: n }, (_, i) => line(i + 1)) },
    key: newId(),
  });
  let last = 0;
  const draft = (): string => {
    do last += 4;
    while (!isSeen(last));
    return idOf(last);
  };
  const list: Case[] = [
    {
      name: "findById with 5 lines",
      bar: 1.5,
      reads: true,
      n: 600,
      product: (i) => ({ path: path("findById"), body: { id: withLines(i) } }),
      bare: (i) => ({ path: "/read/byId", body: { values: [withLines(i), orgs] } }),
    },
    {
      name: "list page 1, no total",
      bar: 1.5,
      reads: true,
      n: 500,
      product: () => ({ path: path("listByPage"), body: { ...page1, count: "none" } }),
      bare: () => ({ path: "/read/list", body: lists["list"]! }),
    },
    {
      name: "list page 1, exact total",
      bar: 1.1,
      reads: true,
      n: 24,
      product: () => ({ path: path("listByPage"), body: { ...page1, count: "exact" } }),
      bare: () => ({ path: "/list/listExact", body: lists["listExact"]! }),
    },
    {
      name: "page 500, 3 filters, exact total",
      bar: 1.3,
      reads: true,
      n: 60,
      product: () => ({ path: path("listByPage"), body: { ...page500, count: "exact" } }),
      bare: () => ({ path: "/list/page500", body: lists["page500"]! }),
    },
    {
      name: "text search on number and name",
      bar: 1.4,
      reads: true,
      n: 300,
      product: (i) => ({ path: path("listByPage"), body: { ...page1, keyword: word(i), count: "none" } }),
      bare: (i) => ({ path: "/read/search", body: { values: searchValues(i) } }),
    },
    { name: "create with 20 lines", bar: 2, n: 200, product: () => create(20), bare: () => bareCreate(20) },
    { name: "create with 1,000 lines", bar: null, n: 6, product: () => create(1000), bare: () => bareCreate(1000) },
    {
      name: "one-row action",
      bar: 2.5,
      n: 300,
      product: () => ({ path: path("doApprove"), body: { id: draft() }, key: newId() }),
      bare: () => ({ path: "/approve", body: { id: draft(), to: "APPROVED" } }),
    },
  ];
  return { list, texts };
}

try {
  const url = postgres.installerUrl;
  const ports = { product: await freePort(), bare: await freePort() };
  await stand.start("product-server.ts", [url, join(folder, "data"), String(ports.product)]);
  const db = openDb(url, { max: 2 });
  if (!filled) console.log(`filling ${rows.toLocaleString("en-US")} orders …`);
  const orgs = filled ? seen : await fill(db);
  if (!filled) await person(db, orgs);
  else await db.query(`update "BenchOrder" set status = 'DRAFT', "versionNum" = 1 where "versionNum" > 1`);
  writeFileSync(mark, "");
  await stand.start("bare-server.ts", [url, String(ports.bare)]);
  const client = await signIn(`http://127.0.0.1:${ports.product}`, "admin", "Bench@2026x");
  const me = askingFor(orgs);
  const { list, texts } = cases(orgs, me);
  await stand.teach(ports.bare, texts);
  await stand.compare(client, ports, db, list, option("only"));
  await db.close();
} finally {
  await stand.stop();
  await postgres.stop();
  if (!stored) rmSync(folder, { recursive: true, force: true });
}
