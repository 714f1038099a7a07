import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { declare } from "#kernel/declared.ts";
import { openDb, type OpenDb } from "#kernel/server/database/db.ts";
import { startPostgres } from "#kernel/server/database/embedded-pg.ts";
import { Finder } from "#kernel/server/find/find.ts";
import { documentSql, Params, whereSql } from "#kernel/server/find/sql.ts";
import type { Entity, Me, Where } from "#kernel/entity.ts";
import { houseZone } from "#kernel/time.ts";
import { modules } from "#modules/index.ts";
import { plain } from "#modules/base/duplicate.ts";
import { signIn } from "../tests/support/client.ts";
import { benchModule } from "./kernel/business.ts";
import { freePort } from "../tests/support/free-port.ts";
import { askingFor, option, Stand, type Case } from "./kernel/stand.ts";

/** The item master against the same statements in a bare handler, on a million materials: npm run bench -- materials [--rows=1000000] [--only=words of a case] [--folder=kept and used again]. */
const rows = Number(option("rows") ?? 1_000_000);
const stored = option("folder");
const folder = stored ?? mkdtempSync(join(tmpdir(), "base-srm-bench-"));
const mark = join(folder, "filled");
const stand = new Stand();
const postgres = await startPostgres(join(folder, "postgres"));

const common = `"createdBy", "creationDate", "lastUpdatedBy", "lastUpdateDate", "versionNum"`;
const stamp = `'system', now(), 'system', now(), 1`;
const idOf = (n: number): string => `01${String(n).padStart(18, "0")}`;

/** Materials of four hundred categories, every third with a conversion of its own. */
async function fill(db: OpenDb): Promise<void> {
  const client = await db.connect();
  await client.query("set statement_timeout = 0");
  await client.query(
    `insert into "SrmBasePurchaseCategory" (id, ${common}, "categoryCode", "categoryName", level, "fullPath", "idPath", "leafFlag", "purchaseKind", "importanceLevel", "aslRequired", "usedFlag", "enabledFlag")
     select 'cat' || lpad(i::text, 5, '0'), ${stamp}, 'C' || i, '品类 ' || i, 1, '品类 ' || i, 'cat' || lpad(i::text, 5, '0'), 'Y', 'DIRECT', 'ROUTINE', 'N', 'Y', 'Y' from generate_series(1, 400) i`,
  );
  await client.query(
    `insert into "SrmBaseItem" (id, ${common}, "itemCode", "itemName", "itemNameEn", specification, "brandName", "manufacturerPartNo", "categoryId", "itemType", "primaryUom", "purchaseUom", "batchControl", "serialControl", "hazardousFlag", "rohsFlag", "reachFlag", "itemStatus", "dataSource", "usedFlag", "nameKey", "partKey")
     select '01' || lpad(i::text, 18, '0'), ${stamp}, 'M' || lpad(i::text, 8, '0'), '物料 ' || md5(i::text), 'Item ' || i, i % 900 || ' × ' || i % 70 || ' mm', 'Brand ' || i % 300, 'P-' || md5('p' || i), 'cat' || lpad((i % 400 + 1)::text, 5, '0'),
       (array['RAW', 'SEMI', 'PACK', 'MRO'])[i % 4 + 1], 'EA', 'BOX', 'N', 'N', 'N', 'N', 'N', (array['ACTIVE', 'ACTIVE', 'ACTIVE', 'DRAFT', 'FROZEN'])[i % 5 + 1], 'SRM', 'N', '物料' || md5(i::text) || '|' || i, 'p' || md5('p' || i)
     from generate_series(1, ${rows}) i`,
  );
  await client.query(
    `insert into "SrmBaseItemUom" (id, ${common}, "parentId", "itemId", "originalUnit", "targetUnit", "convertRate", "startDate")
     select '02' || lpad(i::text, 18, '0'), ${stamp}, '01' || lpad(i::text, 18, '0'), '01' || lpad(i::text, 18, '0'), 'BOX', 'EA', 12, date '2024-01-01' from generate_series(3, ${rows}, 3) i`,
  );
  for (const table of ["SrmBaseItem", "SrmBaseItemUom", "SrmBasePurchaseCategory"]) await client.query(`vacuum analyze "${table}"`);
  await client.end();
  await db.query(`update "BaseUsers" set "mustChangePwd" = 'N', "timeZone" = '${houseZone}' where "userName" = 'admin'`);
}

const path = (call: string): string => `srmServer/v1/srmBaseItemRestful/${call}`;

function cases(me: Me): { list: Case[]; texts: Record<string, string> } {
  const declared = declare([...modules, benchModule]);
  const finder = new Finder(declared, null as never);
  const item = declared.entity("SrmBaseItem");
  const texts: Record<string, string> = {};
  const values: Record<string, { values: unknown[]; countValues: unknown[] }> = {};
  const idParams = new Params();
  texts["byId"] = documentSql(declared, item, (e: Entity) => [...finder.visible(e, me)], "CN", "document", `t.id = ${idParams.add("x")}`);
  const asked = (body: object) => finder.question(item, body as never, me);
  const listed = (name: string, body: object): void => {
    const question = asked(body);
    const { text, values: given } = finder.listSql(item, question, me);
    const params = new Params();
    texts[name] = text;
    texts[`${name}.count`] =
      `select count(*)::int as n from "SrmBaseItem" t where ${whereSql(item, "t", question.where as Where, params, declared)}`;
    values[name] = { values: given, countValues: params.values };
  };
  const page1 = { pageIndex: 1, pageRows: 20 };
  const filters = { itemStatus: "ACTIVE", itemType: "RAW", categoryId: ["cat00005", "cat00009", "cat00013"] };
  listed("list", { ...page1, count: "none" });
  listed("filtered", { ...page1, ...filters, count: "exact" });
  const word = (i: number): string => ((i * 2_654_435_761) >>> 0).toString(16).padStart(8, "0").slice(0, 5);
  const search = (i: number) => ({ ...page1, keyword: word(i), count: "none" });
  texts["search"] = finder.listSql(item, asked(search(1)), me).text;
  texts["alike"] = `select id, "itemCode", "itemName" from "SrmBaseItem" where "itemStatus" <> 'OBSOLETE' and "nameKey" like $1 limit 500`;
  const named = (i: number): string => `${word(i)} 支架`;
  const nth = (i: number): string => idOf(((i * 7919) % rows) + 1);
  return {
    texts,
    list: [
      {
        name: "findById of a material",
        bar: 1.5,
        reads: true,
        n: 600,
        product: (i) => ({ path: path("findById"), body: { id: nth(i) } }),
        bare: (i) => ({ path: "/read/byId", body: { values: [nth(i)] } }),
      },
      {
        name: "materials page 1, no total",
        bar: 1.5,
        reads: true,
        n: 500,
        product: () => ({ path: path("listByPage"), body: { ...page1, count: "none" } }),
        bare: () => ({ path: "/read/list", body: values["list"]! }),
      },
      {
        name: "materials by 3 filters, exact total",
        bar: 1.3,
        reads: true,
        n: 60,
        product: () => ({ path: path("listByPage"), body: { ...page1, ...filters, count: "exact" } }),
        bare: () => ({ path: "/list/filtered", body: values["filtered"]! }),
      },
      {
        name: "text search on code and name",
        bar: 1.4,
        reads: true,
        n: 300,
        product: (i) => ({ path: path("listByPage"), body: search(i) }),
        bare: (i) => ({ path: "/read/search", body: { values: finder.listSql(item, asked(search(i)), me).values } }),
      },
      {
        name: "materials of a like name",
        bar: null,
        reads: true,
        n: 200,
        product: (i) => ({ path: path("findDuplicates"), body: { itemName: named(i), specification: "", manufacturerPartNo: "" } }),
        bare: (i) => ({ path: "/read/alike", body: { values: [`%${plain(named(i)).slice(0, 4)}%`] } }),
      },
    ],
  };
}

try {
  const url = postgres.installerUrl;
  const ports = { product: await freePort(), bare: await freePort() };
  await stand.start("product-server.ts", [url, join(folder, "data"), String(ports.product)]);
  const db = openDb(url, { max: 2 });
  if (!existsSync(mark)) {
    console.log(`filling ${rows.toLocaleString("en-US")} materials …`);
    await fill(db);
    writeFileSync(mark, "");
  }
  await stand.start("bare-server.ts", [url, String(ports.bare)]);
  const client = await signIn(`http://127.0.0.1:${ports.product}`, "admin", "Bench@2026x");
  const { list, texts } = cases(askingFor("all"));
  await stand.teach(ports.bare, texts);
  await stand.compare(client, ports, db, list, option("only"));
  await db.close();
} finally {
  await stand.stop();
  await postgres.stop();
  if (!stored) rmSync(folder, { recursive: true, force: true });
}
