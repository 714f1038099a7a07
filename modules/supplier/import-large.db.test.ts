import { afterAll, beforeAll, expect, test } from "vitest";
import { writeWorkbook } from "#kernel/server/excel/write.ts";
import { systemMe } from "#kernel/server/access/permit.ts";
import type { Client } from "../../tests/support/client.ts";
import { save } from "../../tests/support/kernel.ts";
import { openTestProduct, type TestProduct } from "../../tests/support/product.ts";
import { sized } from "../../tests/support/thorough.ts";
import { importSheets, type ImportFinding, type ImportSheet } from "./import-columns.ts";

const system = systemMe("test");
let product: TestProduct;
let clerk: Client;

beforeAll(async () => {
  product = await openTestProduct();
  await product.person("import.clerk", ["SUP_SPECIALIST"]);
  clerk = await product.signIn("import.clerk");
  await save(
    product.kernel,
    "SrmBasePurchaseCategory",
    { categoryCode: "IMPC", categoryName: "导入品类", purchaseKind: "DIRECT", importanceLevel: "ROUTINE" },
    system,
  );
});
afterAll(() => product?.drop());

type Line = Readonly<Record<string, string>>;
const count = sized(1_000, 5_000);
const names = ["安", "博", "晨", "达", "恩", "丰", "光", "浩", "佳", "凯", "朗", "明", "宁", "鹏", "启", "瑞", "盛", "泰", "伟", "翔"];
/** Names that no two companies share half of. */
const nameOf = (n: number): string =>
  [n % 20, Math.floor(n / 20) % 20, Math.floor(n / 400) % 20, (n * 7) % 20, (n * 13 + 5) % 20].map((at) => names[at]).join("");
const company = (n: number): Line => ({
  supplierCode: `T${n}`,
  supplierName: `${nameOf(n)}有限公司`,
  supplierNameEn: `Trial works ${n}`,
  supplierNature: "OVERSEAS",
  taxNo: `TX${String(n).padStart(8, "0")}`,
  supplierType: "MANUFACTURER",
  country: "DE",
  registeredAddress: `试验路 ${n} 号`,
  mainProducts: "零件",
  ownerAccount: "import.clerk",
  categories: "IMPC",
});
const contact = (n: number): Line => ({
  supplierCode: `T${n}`,
  contactName: `联系人 ${n}`,
  contactRole: "SALES",
  primaryFlag: "Y",
  email: `sales${n}@works${n}.example`,
});

/** What is wrong: in which sheet, which cell, what stands there, and the code it is named with. */
const faults: readonly (readonly [sheet: ImportSheet, key: string, value: string, code: string])[] = [
  ["suppliers", "country", "Nowhere", "DATA_NOT_FOUND"],
  ["suppliers", "supplierType", "PEBBLE", "LOOKUP_VALUE"],
  ["suppliers", "supplierNameEn", "", "TABLE_REQUIRED"],
  ["suppliers", "taxNo", "TX00000001", "IMPORT_TWICE"],
  ["suppliers", "ownerAccount", "nobody", "DATA_NOT_FOUND"],
  ["contacts", "email", "no address", "FIELD_FORMAT"],
  ["contacts", "contactRole", "JUGGLER", "LOOKUP_VALUE"],
];

async function workbook(sheets: Readonly<Partial<Record<ImportSheet, readonly Line[]>>>): Promise<string> {
  const chunks: Buffer[] = [];
  await writeWorkbook(
    async (bytes) => void chunks.push(bytes),
    Object.entries(sheets).map(([sheet, lines]) => {
      const { label, columns } = importSheets[sheet as ImportSheet];
      return {
        name: label[0],
        columns: columns.map((column) => ({ key: column.key, title: column.label[0], kind: "text" as const })),
        rows: [lines.map((line) => columns.map(({ key }) => line[key] ?? ""))],
      };
    }),
  );
  return Buffer.concat(chunks).toString("base64");
}

test(`${count} suppliers with mixed errors: every bad row is named, every company comes in whole or not at all`, async () => {
  const bad = new Map<number, (typeof faults)[number]>();
  for (let n = 61, i = 0; n <= count; n += 97, i++) bad.set(n, faults[i % faults.length]!);
  const bent = (sheet: ImportSheet, n: number, line: Line): Line => {
    const fault = bad.get(n);
    return fault?.[0] === sheet ? { ...line, [fault[1]]: fault[2] } : line;
  };
  const all = Array.from({ length: count }, (_, i) => i + 1);
  const file = await workbook({
    suppliers: all.map((n) => bent("suppliers", n, company(n))),
    contacts: all.map((n) => bent("contacts", n, contact(n))),
  });
  const call = (name: string, body: object) => clerk.call(`srmServer/v1/srmSupInfoRestful/${name}`, body);
  const stored = async () =>
    (await product.kernel.db.one<{ suppliers: number; contacts: number }>(
      `select (select count(*)::int from "SrmSupInfo") as suppliers, (select count(*)::int from "SrmSupContact") as contacts`,
    ))!;
  const before = await stored();

  const read = await call("importRead", { file });
  expect([read.status, read.msg]).toEqual(["S", undefined]);
  expect(read.data.rows).toHaveLength(2 * count);
  const named = (findings: readonly ImportFinding[]) =>
    new Map(findings.map((finding) => [`${finding.sheet} ${finding.rowNo}`, finding.code]));
  const wanted = new Map([...bad].map(([n, [sheet, , , code]]) => [`${sheet} ${n + 1}`, code]));
  expect(named(read.data.findings), "every bad row with its reason, and no other").toEqual(wanted);
  expect(await stored(), "looking writes nothing").toEqual(before);

  const done = await call("importCommit", { list: read.data.rows });
  expect([done.status, done.msg]).toEqual(["S", undefined]);
  expect([done.data.done.length, done.data.held.length]).toEqual([count - bad.size, bad.size]);
  expect(named(done.data.findings)).toEqual(wanted);
  expect(await stored()).toEqual({ suppliers: before.suppliers + count - bad.size, contacts: before.contacts + count - bad.size });
  const [half] = await product.kernel.db.query(
    `select s."supplierName" from "SrmSupInfo" s where s."taxNo" like 'TX%' and not exists (select 1 from "SrmSupContact" c where c."supplierId" = s.id) limit 1`,
  );
  expect(half, "no company without its contact").toBeUndefined();
}, 600_000);
