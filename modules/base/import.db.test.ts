import { afterAll, beforeAll, expect, test } from "vitest";
import { readTable } from "#kernel/server/excel/read.ts";
import { writeWorkbook } from "#kernel/server/excel/write.ts";
import { systemMe } from "#kernel/server/access/permit.ts";
import type { Client } from "../../tests/support/client.ts";
import { press, save } from "../../tests/support/kernel.ts";
import { openTestProduct, type TestProduct } from "../../tests/support/product.ts";
import { sized } from "../../tests/support/thorough.ts";

const system = systemMe("test");
let product: TestProduct;
let steward: Client;

beforeAll(async () => {
  product = await openTestProduct();
  await product.person("steward", ["MASTER_DATA"]);
  steward = await product.signIn("steward");
});
afterAll(() => product?.drop());

const category = (categoryCode: string, more: object = {}) =>
  save(
    product.kernel,
    "SrmBasePurchaseCategory",
    {
      categoryCode,
      categoryName: `品类${categoryCode}`,
      purchaseKind: "DIRECT",
      importanceLevel: "ROUTINE",
      ...more,
    },
    system,
  );

const titles = ["物料编码", "物料名称", "规格", "采购品类", "物料类型", "主单位", "采购单位", "危化品"];
const workbook = async (lines: readonly (readonly string[])[]): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  const columns = titles.map((title, i) => ({ key: String(i), title, kind: "text" as const }));
  await writeWorkbook(async (bytes) => void chunks.push(bytes), [{ name: "物料", columns, rows: [lines] }]);
  return Buffer.concat(chunks);
};
const cellsOf = async (bytes: Buffer): Promise<(string | null)[][]> => {
  const found: (string | null)[][] = [];
  for await (const batch of readTable(bytes, {})) for (const row of batch) found.push(row.cells);
  return found;
};

const count = sized(2_000, 10_000);
const line = (n: number): string[] => [`M${n}`, `结构件 ${n}`, `${n} × 40 mm`, "LEAF", "RAW", "EA", "", "N"];
/** What is wrong with a row: the column, what stands there, and the code it is refused with. */
const faults: readonly (readonly [column: number, value: string, code: string])[] = [
  [3, "NOWHERE", "DATA_NOT_FOUND"],
  [3, "BRANCH", "BASE_ITEM_003"],
  [3, "OFF", "BASE_ITEM_003"],
  [4, "PEBBLE", "LOOKUP_VALUE"],
  [1, "", "TABLE_REQUIRED"],
  [7, "Y", "BASE_ITEM_006"],
];

test(`${count} materials with mixed errors: every bad row is named, nothing is half applied`, async () => {
  await category("LEAF");
  const above = await category("BRANCH");
  await category("TWIG", { parentId: above.id });
  const off = await category("OFF");
  await press(product.kernel, "SrmBasePurchaseCategory", off.id, "doInvalid", {}, {}, system);
  const bad = new Map<number, readonly [number, string, string]>();
  for (let n = 37, i = 0; n <= count; n += 83, i++) bad.set(n, faults[i % faults.length]!);
  const lines = Array.from({ length: count }, (_, i) => {
    const [column, value] = bad.get(i + 1) ?? [-1, ""];
    return line(i + 1).map((cell, at) => (at === column ? value : cell));
  });
  const file = await workbook(lines);
  const send = (bytes: Buffer, meta: object) =>
    steward.upload("exportServer/v1/importExcelRestful/importExcel", [{ name: "items.xlsx", bytes }], {
      templateCode: "SrmBaseItem",
      ...meta,
    });
  const stored = async () => (await product.kernel.db.one<{ n: number }>(`select count(*)::int as n from "SrmBaseItem"`))!.n;

  const dry = await send(file, { dryRun: "Y", mode: "ALL_OR_NOTHING" });
  expect(dry).toMatchObject({ status: "S", data: { total: count, ok: count - bad.size, failed: bad.size } });
  const named = new Map(dry.data.errors.map((error: { row: number; code: string }) => [error.row, error.code]));
  expect(named, "every bad row with its reason, and no other").toEqual(new Map([...bad].map(([n, [, , code]]) => [n + 1, code])));
  const { importId } = dry.data;
  expect(await send(file, { dryRun: "N", mode: "ALL_OR_NOTHING", importId })).toMatchObject({ status: "E", code: "IMPORT_FAILED" });
  expect(await stored(), "all or nothing: nothing").toBe(0);

  const written = await send(file, { dryRun: "N", mode: "VALID_ROWS", importId });
  expect(written.data).toMatchObject({ status: "PARTIAL", ok: count - bad.size, failed: bad.size, inserts: count - bad.size });
  expect(await stored()).toBe(count - bad.size);
  const back = await steward.download("fileServer/v2/file/downloadBody", { id: written.data.errorFileId });
  const returned = (await cellsOf(back.bytes)).filter((cells) => /^M\d+$/.test(cells[0] ?? ""));
  expect(returned.map((cells) => cells[0])).toEqual([...bad.keys()].map((n) => `M${n}`));
  for (const cells of returned) expect(cells.at(-1), JSON.stringify(cells)).toBeTruthy();
}, 600_000);
