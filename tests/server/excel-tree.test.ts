import { afterAll, beforeAll, expect, test } from "vitest";
import { entity } from "#kernel/entity.ts";
import { bilingual, code, ref } from "#kernel/field.ts";
import { module, page } from "#kernel/module.ts";
import { refuse } from "#kernel/refusal.ts";
import { rule, set } from "#kernel/rule.ts";
import { writeWorkbook } from "#kernel/server/excel/write.ts";
import type { Client } from "../support/client.ts";
import { openTestProduct, type TestProduct } from "../support/product.ts";

const branch = entity("ForestBranch", "枝", "Branch", {
  fields: {
    branchCode: code("编码", "Code", { max: 40 }),
    ...bilingual("branchName", "名称", "Name", { max: 100 }),
    aboveId: ref("ForestBranch", "上级", "Above", { optional: true }),
    place: code("位置", "Place", { max: 400, optional: true, computed: true }),
  },
  sees: { internal: "all" },
  saves: "internal",
  tree: { parent: "aboveId", depth: 4, cycle: ["BRANCH_CYCLE", "枝干成环", "Branches form a circle"] },
  unique: [{ fields: ["branchCode"] }],
  title: ["branchCode", "branchName"],
  list: ["branchCode", "branchName", "aboveId", "place"],
  importKey: ["branchCode"],
});
const grow = rule(branch, "saveOrUpdate", {
  reads: async (doc, find) => ({ above: await find.maybe(branch, doc.aboveId) }),
  decide: (doc, { above }) => [
    doc.branchName === "rotten" && refuse("BRANCH_ROTTEN", "枝已腐烂", "The branch is rotten"),
    set(doc, { place: above ? `${above.place}/${doc.branchCode}` : doc.branchCode }),
  ],
});
const forest = module("forest", "林", "Forest", {
  entities: [branch],
  rules: [grow],
  menus: [page("forestBranchList", "枝", "Branches", { entities: [branch], buttons: ["btnAdd", "btnSave", "btnImport", "btnExport"] })],
  roles: { FORESTER: { label: ["林工", "Forester"], audience: "INTERNAL", grants: ["forestBranchList"] } },
});

let product: TestProduct;
let forester: Client;
beforeAll(async () => {
  product = await openTestProduct([forest]);
  await product.person("forester", ["FORESTER"]);
  forester = await product.signIn("forester");
});
afterAll(() => product.drop());

async function workbook(titles: readonly string[], rows: readonly (readonly unknown[])[]): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const columns = titles.map((title, i) => ({ key: String(i), title }));
  await writeWorkbook(async (bytes) => void chunks.push(bytes), [{ name: "Sheet", columns, rows: [rows] }]);
  return Buffer.concat(chunks);
}

const send = async (client: Client, templateCode: string, bytes: Buffer, meta: object = {}) =>
  client.upload("exportServer/v1/importExcelRestful/importExcel", [{ name: "tree.xlsx", bytes }], {
    templateCode,
    dryRun: "Y",
    mode: "ALL_OR_NOTHING",
    confirmed: ["IMPORT_AGAIN"],
    ...meta,
  });
const branches = (rows: readonly (readonly string[])[]) => workbook(["编码", "名称", "上级"], rows);
const places = async (like: string): Promise<Record<string, string>> =>
  Object.fromEntries(
    (
      await product.kernel.db.query<{ code: string; place: string }>(
        `select "branchCode" as code, place from "ForestBranch" where "branchCode" like $1 order by 1`,
        [like],
      )
    ).map((row) => [row.code, row.place]),
  );

test("admin §10: parents stand anywhere in the same file, and are named by code, name or both", async () => {
  const file = await branches([
    ["A3", "third", "A2 second"],
    ["A2", "second", "first"],
    ["A4", "fourth", "a3"],
    ["A1", "first"],
    ["A5", "beside", "A1"],
  ]);
  const dry = await send(forester, "ForestBranch", file);
  expect(dry.data).toMatchObject({ total: 5, ok: 5, failed: 0, inserts: 5 });
  expect(dry.data.rows[0]).toMatchObject({ result: "new", values: { branchCode: "A3", aboveId: "A2 second" } });
  expect(await places("A%")).toEqual({});
  expect((await send(forester, "ForestBranch", file, { dryRun: "N" })).data).toMatchObject({ status: "DONE", inserts: 5 });
  expect(await places("A%")).toEqual({ A1: "A1", A2: "A1/A2", A3: "A1/A2/A3", A4: "A1/A2/A3/A4", A5: "A1/A5" });
  expect((await send(forester, "ForestBranch", file)).data).toMatchObject({ same: 5, inserts: 0, updates: 0 });
});

test("admin §10: a circle is refused at each of its rows, whether its rows are new or stored; what hangs below waits", async () => {
  const file = await branches([
    ["C1", "one", "C3"],
    ["C2", "two", "C1"],
    ["C3", "three", "C2"],
    ["C4", "below", "C3"],
    ["C5", "self", "C5"],
    ["C6", "free"],
  ]);
  const dry = await send(forester, "ForestBranch", file);
  expect(dry.data.errors.map((error: any) => [error.row, error.column, error.code])).toEqual(
    expect.arrayContaining([
      [2, "aboveId", "BRANCH_CYCLE"],
      [3, "aboveId", "BRANCH_CYCLE"],
      [4, "aboveId", "BRANCH_CYCLE"],
      [5, "aboveId", "IMPORT_HELD"],
      [6, "aboveId", "BRANCH_CYCLE"],
    ]),
  );
  expect(dry.data).toMatchObject({ failed: 5, ok: 1 });
  expect(await send(forester, "ForestBranch", file, { dryRun: "N" })).toMatchObject({ status: "E", code: "IMPORT_FAILED" });
  const some = await send(forester, "ForestBranch", file, { dryRun: "N", mode: "VALID_ROWS" });
  expect(some.data).toMatchObject({ status: "PARTIAL", inserts: 1, failed: 5 });
  expect(Object.keys(await places("C%"))).toEqual(["C6"]);

  // A1 is above A2 in the system: one row that turns it round is refused, and so are two that only together make a circle.
  const turned = await send(forester, "ForestBranch", await branches([["A1", "first", "A3"]]));
  expect(turned.data.errors).toMatchObject([{ row: 2, column: "aboveId", code: "BRANCH_CYCLE" }]);
  const both = await send(
    forester,
    "ForestBranch",
    await branches([
      ["C6", "free", "A5"],
      ["A1", "first", "C6"],
    ]),
  );
  expect(both.data.errors.map((error: any) => [error.row, error.code])).toEqual(expect.arrayContaining([[3, "BRANCH_CYCLE"]]));
});

test("a row whose parent in the file is wrong waits for it; depth counts the rows of the file", async () => {
  const file = await branches([
    ["D3", "third", "D2"],
    ["D1", "first"],
    ["D2", "rotten", "D1"],
  ]);
  const { data } = await send(forester, "ForestBranch", file, { dryRun: "N", mode: "VALID_ROWS" });
  expect(data).toMatchObject({ inserts: 1, failed: 2 });
  expect(data.errors.map((error: any) => [error.row, error.code]).toSorted()).toEqual([
    [2, "IMPORT_HELD"],
    [4, "BRANCH_ROTTEN"],
  ]);
  expect(await places("D%")).toEqual({ D1: "D1" });
  const deep = await branches(["E1", "E2", "E3", "E4", "E5"].map((value, i, all) => [value, value, ...(i ? [all[i - 1]!] : [])] as const));
  expect((await send(forester, "ForestBranch", deep)).data.errors).toMatchObject([{ row: 6, column: "aboveId", code: "TREE_DEPTH" }]);
  const lost = await send(forester, "ForestBranch", await branches([["F1", "f", "NOWHERE"]]));
  expect(lost.data.errors).toMatchObject([{ row: 2, column: "aboveId", code: "DATA_NOT_FOUND" }]);
});

test("many rows under new parents go in as one, however they are ordered, and are asked about in few statements", async () => {
  const rows = Array.from({ length: 600 }, (_, i) => [`G${i}`, `branch ${i}`, ...(i % 3 === 0 ? [] : [`G${i - 1}`])] as const).toReversed();
  const file = await branches(rows);
  expect((await send(forester, "ForestBranch", file)).data).toMatchObject({ ok: 600, failed: 0, inserts: 600 });
  expect((await send(forester, "ForestBranch", file, { dryRun: "N" })).data).toMatchObject({ status: "DONE", inserts: 600 });
  expect((await places("G59%"))["G599"]).toBe("G597/G598/G599");
});

/** Somebody who keeps the house's own trees, and how one of them is sent. */
async function architectOf(name: string) {
  await product.person(name, ["SYS_ADMIN"]);
  const client = await product.signIn(name);
  return (template: string, titles: readonly string[], rows: readonly (readonly unknown[])[], meta: object = {}) =>
    workbook(titles, rows).then((file) => send(client, template, file, { dryRun: "N", ...meta }));
}
const errorsOf = (answer: any): unknown[] => answer.data.errors.map((error: any) => [error.row, error.column, error.code]).toSorted();

test("admin §10: organisations and departments come in with their trees", async () => {
  const write = await architectOf("architect");
  const orgs = await write(
    "ORG_IMPORT",
    ["组织编码", "组织名称", "类型", "上级组织", "税号", "开票抬头", "本位币"],
    [
      ["TREE-INV", "仓", "INV", "TREE-BU", null, null, null],
      ["TREE-BU", "业务", "BU", "TREE-LE", null, null, "CNY"],
      ["TREE-LE", "法人", "LEDGER", "TREE-G", "91350100M000100Y43", "法人", "CNY"],
      ["TREE-G", "集团", "GROUP", null, null, null, null],
    ],
  );
  expect(orgs.data ?? orgs).toMatchObject({ status: "DONE", inserts: 4 });
  const departments = await write(
    "DEPT_IMPORT",
    ["部门编码", "部门名称", "组织", "上级部门"],
    [
      ["TREE-D2", "二科", "TREE-BU", "TREE-D1"],
      ["TREE-D1", "一部", "TREE-BU", null],
    ],
  );
  expect(departments.data ?? departments).toMatchObject({ status: "DONE", inserts: 2 });
  const above = await product.kernel.db.query(
    `select d."deptCode" as code, p."deptCode" as above from "BaseDepartment" d left join "BaseDepartment" p on p.id = d."parentDeptId"
     where d."deptCode" like 'TREE-%' order by 1`,
  );
  expect(above).toEqual([
    { code: "TREE-D1", above: null },
    { code: "TREE-D2", above: "TREE-D1" },
  ]);
});

test("admin §10: menus come in with their tree: levels are reckoned, circles, depth and pages as parents refused", async () => {
  const write = await architectOf("menu.architect");
  const titles = ["菜单编码", "菜单名称", "上级菜单", "类型", "页面地址"];
  const menus = await write("MENU_IMPORT", titles, [
    ["tree.leaf", "叶", "TREE.TWO", "PAGE", "treeLeaf"],
    ["TREE.TWO", "二级", "一级", "DIR", null],
    ["TREE.ONE", "一级", null, "DIR", null],
  ]);
  expect(menus.data ?? menus).toMatchObject({ status: "DONE", inserts: 3 });
  const stored = await product.kernel.db.query(
    `select m."menuCode" as code, p."menuCode" as above, m."levelId" as level from "BaseMenu" m left join "BaseMenu" p on p.id = m."menuParentId"
     where m."menuCode" ilike 'tree.%' order by 3`,
  );
  expect(stored).toEqual([
    { code: "TREE.ONE", above: null, level: 1 },
    { code: "TREE.TWO", above: "TREE.ONE", level: 2 },
    { code: "tree.leaf", above: "TREE.TWO", level: 3 },
  ]);
  const dry = (rows: readonly (readonly unknown[])[]) => write("MENU_IMPORT", titles, rows, { dryRun: "Y" });
  // What stands above is put under what hangs below it; the row that hangs under the circle waits.
  const round = await dry([
    ["TREE.ONE", "一级", "TREE.TWO", "DIR", null],
    ["tree.more", "又一页", "TREE.SIX", "PAGE", "treeMore"],
    ["TREE.FIVE", "五", "TREE.SIX", "DIR", null],
    ["TREE.SIX", "六", "TREE.FIVE", "DIR", null],
  ]);
  expect(errorsOf(round)).toEqual([
    [2, "menuParentId", "MENU_CYCLE"],
    [3, "menuParentId", "IMPORT_HELD"],
    [4, "menuParentId", "MENU_CYCLE"],
    [5, "menuParentId", "MENU_CYCLE"],
  ]);
  const deep = await dry([
    ["TREE.D5", "D5", "TREE.D4", "DIR", null],
    ["TREE.D4", "D4", "TREE.D3", "DIR", null],
    ["TREE.D3", "D3", "TREE.TWO", "DIR", null],
  ]);
  expect(errorsOf(deep)).toEqual([[2, "menuParentId", "MENU_DEPTH"]]);
  const under = await dry([["tree.below", "页下", "tree.leaf", "PAGE", "treeBelow"]]);
  expect(under.data.errors).toMatchObject([{ row: 2, code: "MENU_PARENT" }]);
});

test("admin §10: positions come in with their reporting lines, whatever their order; circles are refused at each row", async () => {
  const write = await architectOf("seat.architect");
  const house = await write("ORG_IMPORT", ["组织编码", "组织名称", "类型"], [["SEAT-G", "集团", "GROUP"]]);
  expect(house.data ?? house).toMatchObject({ status: "DONE", inserts: 1 });
  const titles = ["岗位编码", "岗位名称", "组织", "上级岗位"];
  const rows = [
    ["SEAT-3", "专员", "SEAT-G", "SEAT-2 经理"],
    ["SEAT-1", "总监", "SEAT-G", null],
    ["SEAT-4", "助理", "SEAT-G", "专员"],
    ["SEAT-2", "经理", "SEAT-G", "SEAT-1"],
  ];
  const seats = await write("BasePosition", titles, rows);
  expect(seats.data ?? seats).toMatchObject({ status: "DONE", inserts: 4 });
  const lines = await product.kernel.db.query(
    `select s."positionCode" as code, p."positionCode" as above from "BasePosition" s left join "BasePosition" p on p.id = s."parentPositionId"
     where s."positionCode" like 'SEAT-%' order by 1`,
  );
  expect(lines).toEqual([
    { code: "SEAT-1", above: null },
    { code: "SEAT-2", above: "SEAT-1" },
    { code: "SEAT-3", above: "SEAT-2" },
    { code: "SEAT-4", above: "SEAT-3" },
  ]);
  expect((await write("BasePosition", titles, rows, { dryRun: "Y" })).data).toMatchObject({ same: 4, inserts: 0, updates: 0 });
  const round = await write(
    "BasePosition",
    titles,
    [
      ["SEAT-1", "总监", "SEAT-G", "SEAT-4"],
      ["SEAT-8", "甲", "SEAT-G", "SEAT-9"],
      ["SEAT-9", "乙", "SEAT-G", "SEAT-8"],
    ],
    { dryRun: "Y" },
  );
  expect(errorsOf(round)).toEqual([
    [2, "parentPositionId", "POSITION_CYCLE"],
    [3, "parentPositionId", "POSITION_CYCLE"],
    [4, "parentPositionId", "POSITION_CYCLE"],
  ]);
});
