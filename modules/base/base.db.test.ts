import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Refusal } from "#kernel/refusal.ts";
import type { Me } from "#kernel/entity.ts";
import { openKernel, type Kernel } from "#kernel/server/kernel.ts";
import { newId } from "#kernel/server/act/id.ts";
import { ship, shipRows } from "#kernel/server/install/ship.ts";
import { modules } from "#modules/index.ts";
import { freshDatabase, prepareTemplate, type FreshDatabase } from "../../tests/support/database.ts";
import { shipped } from "../../tests/support/shipped.ts";
import { knowSupplier, press, save, someone } from "../../tests/support/kernel.ts";
import {
  assertBillTypes,
  assertItemBuyable,
  buyersOfOpenLines,
  convertUom,
  getProfile,
  getRate,
  openUses,
  resolveBuyer,
  suppliersMeant,
  typeByHand,
  unrelatedTypes,
} from "./index.ts";
import { baseSide } from "./server.ts";
import { templatesSucceeded } from "./server/due.ts";
import { findFor } from "#kernel/server/find/find-for.ts";
import { shift } from "#kernel/time.ts";
import { officeDay } from "../../tests/support/day.ts";
import { plant as planted } from "../../tests/support/plant.ts";

const clock = { now: () => new Date() };
let database: FreshDatabase;
let kernel: Kernel;

beforeAll(async () => {
  await prepareTemplate(
    "base",
    async (url) => {
      const first = await openKernel(modules, url, clock);
      await ship(first, clock.now);
      await shipRows(first, baseSide, clock.now);
      await first.close();
    },
    await shipped(),
  );
  database = await freshDatabase("base");
  kernel = await openKernel(modules, database.url, clock);
});
afterAll(async () => {
  await kernel.close();
  await database.drop();
});

const system = someone({ audience: "system", userId: "system:test" });
const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "done",
    (error) => error.code ?? String(error),
  );
const one = <T>(sql: string, ...values: unknown[]) => kernel.db.one<T>(sql, values);
const find = (me: Me = someone()) => findFor(kernel, me);
let count = 0;
const word = (prefix: string): string => `${prefix}${++count}`;
const ahead = (hours: number): string => shift(new Date(), { hours }).toISOString();
const day = (n = 0): string => officeDay(n);

const org = async (orgType: string, parentOrgId: string | null = null): Promise<string> =>
  (
    await save(
      kernel,
      "BaseOrganization",
      { orgCode: word("ORG"), orgName: word("组织"), orgType, parentOrgId, functionalCurrency: "CNY", taxNo: "1", invoiceTitle: "1" },
      system,
    )
  ).id;
const plant = async (): Promise<string> => org("INV", await org("BU"));
const person = async (...responsibilities: string[]): Promise<string> => {
  const userName = word("person");
  const made = await save(
    kernel,
    "BaseUsers",
    { userName, displayName: userName, email: `${userName}@example.com`, userType: "INTERNAL" },
    system,
  );
  for (const { id } of await kernel.db.query<{ id: string }>(`select id from "BaseResponsibility" where "respCode" = any($1)`, [
    responsibilities,
  ]))
    await save(kernel, "BaseUserResp", { userId: made.id, responsibilityId: id }, system);
  return made.id;
};
const category = async (more: object = {}) =>
  save(kernel, "SrmBasePurchaseCategory", {
    categoryCode: word("C"),
    categoryName: word("品类"),
    purchaseKind: "DIRECT",
    importanceLevel: "ROUTINE",
    ...more,
  });
const item = async (categoryId: string, more: object = {}) =>
  save(kernel, "SrmBaseItem", { itemName: word("物料"), categoryId, itemType: "RAW", primaryUom: "EA", ...more });
const active = async (categoryId: string, more: object = {}) => press(kernel, "SrmBaseItem", (await item(categoryId, more)).id, "doSubmit");

const supplier = (supplierId: string): Me =>
  someone({
    audience: "supplier",
    userId: `u-${supplierId}`,
    userName: `user.${supplierId}`,
    displayName: supplierId,
    supplierId,
    orgs: [],
    categories: [],
    items: [],
  });
const at = (now: string, me: Me) => ({ me, now: new Date(now), requestId: word("req"), ip: null });

describe("a shipped installation", () => {
  test("knows countries, provinces, cities, banks, parameters and kinds of documents", async () => {
    const counts = await one<Record<string, number>>(
      `select count(*) filter (where "districtLevel" = 'COUNTRY')::int as countries, count(*) filter (where "districtLevel" = 'PROVINCE')::int as provinces,
              count(*) filter (where "districtLevel" = 'CITY')::int as cities, count(*) filter (where "districtLevel" = 'COUNTY')::int as counties from "SrmBaseDistrict"`,
    );
    expect(counts).toEqual({ countries: 249, provinces: 34, cities: 333, counties: expect.any(Number) });
    expect(await one(`select "fullPath" from "SrmBaseDistrict" where "districtCode" = '320500'`)).toEqual({
      fullPath: "中国/江苏省/苏州市",
    });
    expect(await one(`select count(*)::int as n from "SrmBaseBank" where "bankLevel" = 'HEAD'`)).toEqual({ n: 27 });
    expect((await getProfile(find(), "FX_MAX_STALE_DAYS")).decidedBy.level).toBe("GLOBAL");
    await shipRows(kernel, baseSide, clock.now);
    expect((await one<{ n: number }>(`select count(*)::int as n from "SrmBaseDistrict" where "districtLevel" = 'PROVINCE'`))!.n).toBe(34);
  });
});

describe("categories and items", () => {
  test("base-data 7: a category with items takes no children before they are moved", async () => {
    const leaf = await category();
    for (let i = 0; i < 3; i++) await active(leaf.id);
    const refused = await category({ parentId: leaf.id }).catch((error) => error);
    expect([refused.code, refused.data.count]).toEqual(["BASE_USED_001", 3]);
    expect(await one(`select "leafFlag" from "SrmBasePurchaseCategory" where id = $1`, leaf.id)).toEqual({ leafFlag: "Y" });
  });

  test("a tree keeps its paths when it is renamed, moved and merged", async () => {
    const [root, other] = [await category({ categoryName: "金属" }), await category({ categoryName: "塑料" })];
    const child = await category({ parentId: root.id, categoryName: "钣金" });
    const grandchild = await category({ parentId: child.id, categoryName: "冲压" });
    await save(kernel, "SrmBasePurchaseCategory", { id: root.id, categoryName: "金属件" });
    expect(await one(`select "fullPath", level from "SrmBasePurchaseCategory" where id = $1`, grandchild.id)).toEqual({
      fullPath: "金属件/钣金/冲压",
      level: 3,
    });
    expect(await codeOf(press(kernel, "SrmBasePurchaseCategory", root.id, "move", { newParentId: grandchild.id }))).toBe("BASE_TREE_001");
    await press(kernel, "SrmBasePurchaseCategory", child.id, "move", { newParentId: other.id });
    expect(await one(`select "fullPath", level from "SrmBasePurchaseCategory" where id = $1`, grandchild.id)).toEqual({
      fullPath: "塑料/钣金/冲压",
      level: 3,
    });
    const target = await category();
    const moved = await active(grandchild.id);
    await press(kernel, "SrmBasePurchaseCategory", grandchild.id, "merge", { toId: target.id });
    expect(await one(`select "categoryId" from "SrmBaseItem" where id = $1`, moved.id)).toEqual({ categoryId: target.id });
    expect(await one(`select "enabledFlag" from "SrmBasePurchaseCategory" where id = $1`, grandchild.id)).toEqual({ enabledFlag: "N" });
  });

  test("too deep is refused whole", async () => {
    let parentId: string | undefined;
    for (let i = 0; i < 5; i++) parentId = (await category({ parentId })).id;
    expect(await codeOf(category({ parentId }))).toBe("BASE_TREE_002");
  });

  test("the buyer of the category above answers where nobody is named", async () => {
    const [orgId, buyerId] = [await plant(), await person()];
    const root = await category({ buyers: [{ orgId, buyerId, buyerRole: "EXECUTION", primaryFlag: "Y", startDate: "2026-01-01" }] });
    const leaf = await category({ parentId: root.id });
    const asked = { categoryId: leaf.id, orgId, role: "EXECUTION", day: day() } as const;
    expect(await resolveBuyer(find(), asked)).toBe(buyerId);
    expect(await resolveBuyer(find(), { ...asked, role: "QUALITY" })).toBeNull();
    expect(await resolveBuyer(find(), { ...asked, day: "2025-12-31" })).toBeNull();
  });

  test("base-data 6 in documents: the item's own conversion, then the general one", async () => {
    const leaf = await category();
    const own = await item(leaf.id, { uoms: [{ originalUnit: "BOX", targetUnit: "EA", convertRate: "12", startDate: "2026-01-01" }] });
    expect((await convertUom(find(), { itemId: own.id, qty: "5", from: "BOX", to: "EA", day: day() })).qty).toBe("60.0000");
    expect((await convertUom(find(), { itemId: own.id, qty: "2", from: "T", to: "KG", day: day() })).qty).toBe("2000.0000");
    expect(await codeOf(convertUom(find(), { itemId: null, qty: "5", from: "BOX", to: "EA", day: day() }))).toBe("BASE_UOM_001");
    const lacking = await item(leaf.id, { purchaseUom: "PALLET" });
    expect(await codeOf(press(kernel, "SrmBaseItem", lacking.id, "doSubmit"))).toBe("BASE_UOM_001");
  });

  test("codes, duplicates, hazards and outside items", async () => {
    const leaf = await category();
    await item(leaf.id, { itemCode: "DUP-1", itemName: "深沟球轴承", specification: "6204-2RS" });
    expect(await codeOf(item(leaf.id, { itemCode: "dup-1" }))).toBe("BASE_ITEM_001");
    const again = {
      entity: kernel.declared.entity("SrmBaseItem"),
      action: "saveOrUpdate",
      targets: [{ input: { itemName: "深沟球 轴承", specification: "6204 2rs", categoryId: leaf.id, itemType: "RAW", primaryUom: "EA" } }],
    };
    const outcome = await kernel.actor.act(again, at(new Date().toISOString(), someone()));
    expect(outcome.notes.map((note) => note.code)).toEqual(["BASE_ITEM_002"]);
    expect(await codeOf(item(leaf.id, { hazardousFlag: "Y" }))).toBe("BASE_ITEM_006");
    const erp = await save(
      kernel,
      "SrmBaseItem",
      { itemCode: word("ERP"), itemName: "外部物料", categoryId: leaf.id, itemType: "RAW", primaryUom: "EA", dataSource: "ERP" },
      system,
    );
    expect(await codeOf(save(kernel, "SrmBaseItem", { id: erp.id, itemName: "改名" }))).toBe("BASE_ITEM_007");
    await press(kernel, "SrmBaseItem", erp.id, "doMarkUsed", {}, {}, system);
    expect(await codeOf(save(kernel, "SrmBaseItem", { id: erp.id, primaryUom: "KG" }, system))).toBe("BASE_ITEM_004");
  });

  test("base-data 19: a frozen item is bought no more, and its buyers are told", async () => {
    const [leaf, orgId] = [await category(), await plant()];
    const frozen = await active(leaf.id);
    expect(await codeOf(assertItemBuyable(find(), { itemId: frozen.id, orgId }))).toBe("BASE_ITEM_008");
    await save(kernel, "SrmBaseItemOrg", { itemId: frozen.id, orgId });
    await assertItemBuyable(find(), { itemId: frozen.id, orgId });
    const leave = kernel.declared.answers.add(
      buyersOfOpenLines.answeredBy(async () => [
        { userId: "b1", lines: 1 },
        { userId: "b2", lines: 1 },
      ]),
    );
    const outcome = await kernel.actor.act(
      { entity: kernel.declared.entity("SrmBaseItem"), action: "doFreeze", targets: [{ id: frozen.id, input: { freezeReason: "质量" } }] },
      at(new Date().toISOString(), someone()),
    );
    leave();
    expect(outcome.told).toEqual(["ITEM_FROZEN"]);
    expect(await codeOf(assertItemBuyable(find(), { itemId: frozen.id, orgId }))).toBe("BASE_ITEM_008");
    const open = kernel.declared.answers.add(
      openUses.answeredBy(async (_, { entity }) => (entity === "SrmBaseItem" ? [{ label: ["订单行", "Order lines"], count: 2 }] : [])),
    );
    expect(await codeOf(press(kernel, "SrmBaseItem", frozen.id, "doObsolete"))).toBe("BASE_ITEM_005");
    open();
    await press(kernel, "SrmBaseItem", frozen.id, "doObsolete");
    expect(await one(`select status from "SrmBaseItemOrg" where "itemId" = $1`, frozen.id)).toEqual({ status: "INVALID" });
  });

  test("base-data 20: a buyer of one category neither sees nor changes the rows of another", async () => {
    const [packing, metal, orgId] = [await category(), await category(), await plant()];
    const [mine, foreign] = [await active(packing.id), await active(metal.id)];
    const rows = await Promise.all([mine, foreign].map((entry) => save(kernel, "SrmBaseItemOrg", { itemId: entry.id, orgId })));
    const buyer = someone({ categories: [packing.id] });
    const e = kernel.declared.entity("SrmBaseItemOrg");
    const { rows: seen } = await kernel.finder.list(e, { list: "buying", orgId: [orgId] }, buyer);
    expect(seen.map((row) => row["id"])).toEqual([rows[0].id]);
    const missing = await codeOf(kernel.finder.byId(e, "nothing", buyer));
    expect(await codeOf(kernel.finder.byId(e, rows[1].id, buyer))).toBe(missing);
    expect(await codeOf(save(kernel, "SrmBaseItemOrg", { id: rows[1].id, moq: "5" }, buyer))).toBe("BASE_DATA_404");
  });

  test("items are approved by somebody else where that is asked", async () => {
    const leaf = await category();
    await person("PUR_MANAGER");
    await save(kernel, "SrmBaseConfigProfile", {
      profileCode: "ITEM_APPROVAL_REQUIRED",
      profileName: "物料须审批",
      moduleCode: "BASE",
      valueType: "YN",
      scopeLevel: "CATEGORY",
      categoryId: leaf.id,
      profileValue: "Y",
    });
    const submitted = await active(leaf.id);
    expect(submitted.itemStatus).toBe("APPROVING");
    expect(await codeOf(press(kernel, "SrmBaseItem", submitted.id, "doApproval"))).toBe("PERM_DENIED");
    expect((await press(kernel, "SrmBaseItem", submitted.id, "doApproval", {}, {}, system)).itemStatus).toBe("ACTIVE");
  });
});

describe("rates, terms, parameters, kinds of documents", () => {
  test("base-data 3, 4 and 5 on stored rates", async () => {
    const rate = (fromCurrency: string, toCurrency: string, effectiveDate: string, value: string) =>
      save(kernel, "SrmBaseExchangeRate", { rateType: "SPOT", fromCurrency, toCurrency, effectiveDate, rate: value });
    await rate("USD", "CNY", "2024-05-01", "7.10");
    await rate("CNY", "JPY", "2024-05-01", "20.5");
    await rate("EUR", "CNY", "2024-05-01", "7.8");
    const asked = (from: string, to: string, on: string) => getRate(find(), { rateType: "SPOT", from, to, day: on });
    expect(await asked("USD", "CNY", "2024-05-20")).toMatchObject({ rate: "7.10000000", path: "DIRECT" });
    expect(await codeOf(asked("USD", "CNY", "2024-06-05"))).toBe("BASE_FX_001");
    expect((await asked("JPY", "CNY", "2024-05-01")).rate).toBe("0.04878049");
    expect(await asked("EUR", "USD", "2024-05-02")).toMatchObject({ rate: "1.09859155", path: "CROSS" });
    expect(await codeOf(rate("USD", "CNY", "2024-05-01", "7.11"))).toBe("BASE_FX_002");
    expect(await codeOf(rate("USD", "CNY", "2024-05-03", "9.9"))).toBe("CONFIRM_NEEDED");
  });

  test("base-data 8: of two who change one rate the second is told", async () => {
    const row = await save(kernel, "SrmBaseExchangeRate", {
      rateType: "BUDGET",
      fromCurrency: "GBP",
      toCurrency: "CNY",
      effectiveDate: "2024-05-01",
      rate: "9",
    });
    await save(kernel, "SrmBaseExchangeRate", { id: row.id, versionNum: row.versionNum, rate: "9.1" });
    const refused = await save(kernel, "SrmBaseExchangeRate", { id: row.id, versionNum: row.versionNum, rate: "9.2" }).catch(
      (error) => error,
    );
    expect([refused.code, refused.data.theirs.rate]).toEqual(["VERSION_CONFLICT", "9.1"]);
  });

  test("base-data 1 and 2: a term is effective only when it comes to a hundred", async () => {
    const node = (nodeSeq: number, nodeType: string, proportion: string, days: number) => ({
      nodeSeq,
      nodeType,
      proportion,
      dueMode: "DAYS_AFTER",
      days,
    });
    const good = await save(kernel, "SrmBasePaymentTerm", {
      termCode: word("T"),
      termName: "预付三成",
      applyScope: ["ORDER"],
      nodes: [node(1, "PREPAY", "30", 0), node(2, "INVOICE", "70", 60)],
    });
    expect(good.nodeSummary).toBe("30% 预付 / 70% 票后60天");
    expect((await press(kernel, "SrmBasePaymentTerm", good.id, "doEnabled")).status).toBe("EFFECTIVE");
    const bad = await save(kernel, "SrmBasePaymentTerm", {
      termCode: word("T"),
      termName: "三等分",
      applyScope: ["ORDER"],
      nodes: [1, 2, 3].map((n) => node(n, "RECEIPT", "33.33", 30)),
    });
    expect(await codeOf(press(kernel, "SrmBasePaymentTerm", bad.id, "doEnabled"))).toBe("BASE_TERM_001");
    expect(await one(`select status from "SrmBasePaymentTerm" where id = $1`, bad.id)).toEqual({ status: "DRAFT" });
    await knowSupplier(kernel, "TERM");
    await planted(kernel.db, "SrmSupLocation", "LOC-TERM", {
      supplierId: "TERM",
      locationCode: "L1",
      locationType: ["OFFICE"],
      address: "一号",
      countryId: (await one<{ id: string }>(`select id from "SrmBaseDistrict" limit 1`))!.id,
    });
    await planted(kernel.db, "SrmSupSite", "SITE-TERM", {
      supplierId: "TERM",
      siteCode: "A",
      siteName: "总部",
      orgId: await plant(),
      locationId: "LOC-TERM",
      siteUse: ["ORDER"],
      currency: "CNY",
      taxRate: "T13",
      termId: good.id,
      siteStatus: "DISABLED",
    });
    expect(await codeOf(save(kernel, "SrmBasePaymentTerm", { id: good.id, nodes: [node(1, "INVOICE", "100", 30)] }))).toBe("BASE_TERM_003");
    await press(kernel, "SrmBasePaymentTerm", good.id, "copy", { termCode: word("T") });
  });

  test("base-data 9: two defaults set at once leave one", async () => {
    const orgId = await plant();
    const { id: districtId } = (await one<{ id: string }>(`select id from "SrmBaseDistrict" where "districtCode" = '320500'`))!;
    const made = () =>
      save(kernel, "SrmBaseDeliveryInfo", {
        deliveryCode: word("D"),
        deliveryName: word("收货"),
        orgId,
        districtId,
        address: "星环路1号",
        consignee: "仓管",
        consigneePhone: "0512-10000000",
      });
    const [x, y] = [await made(), await made()];
    expect(x.addressFull).toBe("中国江苏省苏州市星环路1号");
    expect(x.addressFullEn, "not half English").toBeNull();
    const { addressFullEn } = await save(kernel, "SrmBaseDeliveryInfo", { id: x.id, addressEn: "1 Xinghuan Road" });
    expect(addressFullEn).toBe("1 Xinghuan Road, Suzhou, Jiangsu, China");
    await Promise.all([x, y].map((row) => codeOf(press(kernel, "SrmBaseDeliveryInfo", row.id, "doSetDefault"))));
    expect(await one(`select count(*)::int as n from "SrmBaseDeliveryInfo" where "orgId" = $1 and "defaultFlag" = 'Y'`, orgId)).toEqual({
      n: 1,
    });
  });

  test("base-data 15 on stored parameters, and a sensitive one waits for a second person", async () => {
    const [bu1, bu2, root] = [await org("BU"), await org("BU"), await category()];
    const leaf = await category({ parentId: root.id });
    const profileCode = word("X_");
    const set = (scopeLevel: string, profileValue: string, more: object = {}) =>
      save(kernel, "SrmBaseConfigProfile", {
        profileCode,
        profileName: "X",
        moduleCode: "BASE",
        valueType: "INT",
        scopeLevel,
        profileValue,
        ...more,
      });
    await set("GLOBAL", "5");
    await set("ORG", "8", { orgId: bu1 });
    const row = await set("CATEGORY", "10", { categoryId: root.id });
    expect(await getProfile(find(), profileCode, { orgId: bu1, categoryId: leaf.id })).toEqual({
      value: "10",
      decidedBy: { level: "CATEGORY", id: row.id },
    });
    expect((await getProfile(find(), profileCode, { orgId: bu2 })).value).toBe("5");
    expect(await codeOf(set("ORG", "x", { orgId: bu2 }))).toBe("BASE_PRF_001");
    await person("FINANCE_MANAGER");
    await save(kernel, "SrmBaseConfigProfile", { id: row.id, sensitiveFlag: "Y" });
    const held = await save(kernel, "SrmBaseConfigProfile", { id: row.id, profileValue: "11" });
    expect([held.profileValue, held.pendingValue]).toEqual(["10", "11"]);
  });

  test("base-data 16: a document becomes only what its kind may become", async () => {
    const ids = new Map(
      (await kernel.db.query<{ id: string; code: string }>(`select id, "billTypeCode" as code from "SrmBasePurchaseBillType"`)).map(
        (row) => [row.code, row.id],
      ),
    );
    await assertBillTypes(find(), ids.get("PR-STD")!, ids.get("PO-STD")!);
    expect(await codeOf(assertBillTypes(find(), ids.get("PR-STD")!, ids.get("PO-ASSET")!))).toBe("BASE_BTR_002");
    const unrelated = await unrelatedTypes(find(), [ids.get("PR-STD")!], ids.get("PO-ASSET")!);
    expect([...unrelated.values()][0]?.text).toEqual([
      "标准申请不允许生成资产订单",
      "Asset order cannot be created from Standard requisition",
    ]);
    expect(
      await codeOf(save(kernel, "SrmBasePurchaseBillTypeRel", { sourceTypeId: ids.get("PO-STD"), targetTypeId: ids.get("PR-STD") })),
    ).toBe("BASE_BTR_001");
  });

  test("a document type for other organisations cannot be named", async () => {
    const [here, elsewhere] = [await org("BU"), await org("BU")];
    const type = await save(kernel, "SrmBasePurchaseBillType", {
      billCategory: "ORDER",
      billTypeCode: word("PO"),
      billTypeName: word("专用"),
      orgIds: [elsewhere],
    });
    const named = async (orgId: string): Promise<string> => {
      const chosen = await typeByHand(find(), "ORDER", orgId, type.id);
      return chosen instanceof Refusal ? chosen.code : chosen.type.id;
    };
    expect(await named(here)).toBe("BASE_BTR_002");
    expect(await named(elsewhere)).toBe(type.id);
  });

  test("base-data 17: a path in use is copied, the new version takes over", async () => {
    const nodes = [
      { nodeSeq: 10, nodeCode: "REGISTER", requiredType: "MUST" },
      { nodeSeq: 20, nodeCode: "QUALIFIED", requiredType: "MUST" },
    ];
    const v1 = await save(kernel, "SrmBaseProcessTemplate", {
      templateCode: word("P"),
      templateName: "标准引入",
      effectiveFrom: day(),
      nodes,
    });
    await press(kernel, "SrmBaseProcessTemplate", v1.id, "doEnabled");
    expect(await codeOf(save(kernel, "SrmBaseProcessTemplate", { id: v1.id, templateName: "改名" }))).toBe("BASE_PTPL_002");
    await press(kernel, "SrmBaseProcessTemplate", v1.id, "copy");
    const v2 = (await one<{ id: string; version: number }>(
      `select id, version from "SrmBaseProcessTemplate" where "templateCode" = $1 and status = 'DRAFT'`,
      v1.templateCode,
    ))!;
    expect(v2.version).toBe(2);
    await press(kernel, "SrmBaseProcessTemplate", v2.id, "doEnabled");
    expect(await one(`select status from "SrmBaseProcessTemplate" where id = $1`, v1.id)).toEqual({ status: "INVALID" });
  });
});

test("base-data: a version that begins tomorrow leaves the present version in effect until its day", async () => {
  const nodes = [{ nodeSeq: 10, nodeCode: "QUALIFIED", requiredType: "MUST" }];
  const templateCode = word("P");
  const statusOf = (id: string) => one<{ status: string }>(`select status from "SrmBaseProcessTemplate" where id = $1`, id);
  const now = await save(kernel, "SrmBaseProcessTemplate", { templateCode, templateName: "现行", effectiveFrom: day(), nodes });
  await press(kernel, "SrmBaseProcessTemplate", now.id, "doEnabled");
  await press(kernel, "SrmBaseProcessTemplate", now.id, "copy");
  const next = (await one<{ id: string }>(
    `select id from "SrmBaseProcessTemplate" where "templateCode" = $1 and version = 2`,
    templateCode,
  ))!;
  await save(kernel, "SrmBaseProcessTemplate", { id: next.id, effectiveFrom: day(1) });
  await press(kernel, "SrmBaseProcessTemplate", next.id, "doEnabled");
  expect(await statusOf(now.id)).toEqual({ status: "EFFECTIVE" });

  expect((await templatesSucceeded(kernel.db, day())).map(({ id }) => id)).not.toContain(now.id);
  expect((await templatesSucceeded(kernel.db, day(1))).map(({ id }) => id)).toContain(now.id);
  await press(kernel, "SrmBaseProcessTemplate", now.id, "doSucceed", {}, {}, system);
  expect(await statusOf(now.id)).toEqual({ status: "INVALID" });
  expect(await statusOf(next.id)).toEqual({ status: "EFFECTIVE" });
});

describe("notices, letters, to-dos", () => {
  const doReply = (noticeId: string, me: Me, now = new Date().toISOString()) =>
    kernel.actor.act(
      { entity: kernel.declared.entity("SrmBaseNoticeReply"), action: "doReply", targets: [{ input: { noticeId, content: "收到" } }] },
      at(now, me),
    );

  test("base-data 10, 11 and 12: who was told stays so, replies have a deadline, nobody reads another's reply", async () => {
    const sheet = await category({ categoryName: word("钣金") });
    let members = ["S1", "S2", "S3", "S4", "S5"];
    for (const id of [...members, "S6"]) await knowSupplier(kernel, id);
    const leave = kernel.declared.answers.add(
      suppliersMeant.answeredBy(async (_, { kind }) => (kind === "CATEGORY" ? members.map((id) => ({ id, name: id })) : [])),
    );
    const due = ahead(8);
    const draft = await save(kernel, "SrmBaseNotice", {
      title: "节假日安排",
      content: "<p>放假</p><script>alert(1)</script>",
      audience: "SUPPLIER_SET",
      orgId: await org("BU"),
      replyFlag: "Y",
      replyDueDate: due,
      receivers: [{ receiverKind: "CATEGORY", receiverId: sheet.id }],
    });
    const notice = await press(kernel, "SrmBaseNotice", draft.id, "publish");
    expect([notice.status, notice.receiverCount]).toEqual(["PUBLISHED", 5]);
    members = [...members, "S6"];
    const e = kernel.declared.entity("SrmBaseNotice");
    expect((await kernel.finder.byId(e, notice.id, supplier("S5")))["title"]).toBe("节假日安排");
    expect(await codeOf(kernel.finder.byId(e, notice.id, supplier("S6")))).toBe("BASE_NTC_003");
    expect(await codeOf(doReply(notice.id, supplier("S6")))).toBe("BASE_NTC_003");
    const minute = (n: number) => new Date(Date.parse(due) + n * 60_000).toISOString();
    const first = (await doReply(notice.id, supplier("S1"), minute(-1))).documents[0]!;
    expect(await codeOf(doReply(notice.id, supplier("S1"), minute(1)))).toBe("BASE_NTC_002");
    const todo = await one<Record<string, unknown>>(
      `select status, "handleHours"::text as hours from "SrmBaseSupplierPending" where "bizId" = $1 and "supplierId" = 'S1'`,
      notice.id,
    );
    expect(todo).toMatchObject({ status: "HANDLED", hours: "8.0" });
    expect(await one(`select count(*)::int as n from "SrmBaseSupplierPending" where "bizId" = $1 and status = 'OPEN'`, notice.id)).toEqual({
      n: 4,
    });
    await doReply(notice.id, supplier("S2"));
    const replies = kernel.declared.entity("SrmBaseNoticeReply");
    const { rows } = await kernel.finder.list(replies, { noticeId: [notice.id] }, supplier("S2"));
    expect(rows.map((row) => row["supplierId"])).toEqual(["S2"]);
    expect(await codeOf(kernel.finder.byId(replies, first["id"], supplier("S2")))).toBe("BASE_NTC_003");
    expect(
      await codeOf(kernel.finder.list(kernel.declared.entity("SrmBaseNoticeReceiver"), { parentId: [notice.id] }, supplier("S2"))),
    ).toBe("PERM_DENIED");
    await press(kernel, "SrmBaseNotice", notice.id, "withdraw", { withdrawReason: "有误" });
    expect(
      await one(`select count(*)::int as n from "SrmBaseSupplierPending" where "bizId" = $1 and status = 'WITHDRAWN'`, notice.id),
    ).toEqual({ n: 3 });
    leave();
  });

  test("a notice to suppliers chosen by name goes out to them: their ids stay as they are", async () => {
    const [chosen, other] = [newId(), newId()];
    for (const id of [chosen, other]) await knowSupplier(kernel, id);
    const draft = await save(kernel, "SrmBaseNotice", {
      title: word("质量月"),
      content: "<p>通知</p>",
      audience: "SUPPLIER_SET",
      orgId: await org("BU"),
      receivers: [{ receiverKind: "SUPPLIER", receiverId: ` ${chosen} `, receiverName: "甲" }],
    });
    const notice = await press(kernel, "SrmBaseNotice", draft.id, "publish");
    expect([notice.status, notice.receiverCount]).toEqual(["PUBLISHED", 1]);
    const e = kernel.declared.entity("SrmBaseNotice");
    expect((await kernel.finder.byId(e, notice.id, supplier(chosen)))["id"]).toBe(notice.id);
    expect(await codeOf(kernel.finder.byId(e, notice.id, supplier(other)))).toBe("BASE_NTC_003");
  });

  test("base-data 22: a script in a notice is gone once it is saved", async () => {
    const { content } = await save(kernel, "SrmBaseNotice", {
      title: "x",
      content: "<p>好</p><script>alert(1)</script>",
      audience: "INTERNAL",
      orgId: await org("BU"),
    });
    expect(content).toBe("<p>好</p>");
  });

  test("a notice rule names only what its event carries, entries of lists aside", async () => {
    const named = (titleCn: string) =>
      save(kernel, "SrmBaseNoticeConfig", {
        eventCode: "NOTICE_PUBLISHED",
        configName: word("规则"),
        channels: ["SITE"],
        titleCn,
        titleEn: "x",
        bodyCn: "<p>${orgName}</p>",
        bodyEn: "<p>${bizNo} ${#supplierIds}${anything}${/supplierIds}</p>",
      });
    expect((await named("${title}")).status).toBe("DRAFT");
    await expect(named("${title}${price}")).rejects.toMatchObject({
      code: "BASE_CFG_001",
      text: ["模板变量price不存在", "Unknown template variable price"],
    });
  });

  test("base-data 13: a letter that asks for a file gets one, and comes back with a later date", async () => {
    const draft = await save(kernel, "SrmBaseNotification", {
      title: "提交检测报告",
      content: "<p>请提交</p>",
      orgId: await org("BU"),
      ackMode: "FILE",
      replyDueDate: ahead(10),
      supplierIds: ["S1"],
    });
    await press(kernel, "SrmBaseNotification", draft.id, "publish");
    const row = (await one<{ id: string; replyDueDate: string }>(
      `select id, "replyDueDate" from "SrmBaseNotificationReceiver" where "notificationId" = $1`,
      draft.id,
    ))!;
    const states = () => kernel.db.query(`select status from "SrmBaseSupplierPending" where "bizId" = $1 order by id`, [row.id]);
    expect(await states()).toEqual([{ status: "OPEN" }]);
    expect(await codeOf(press(kernel, "SrmBaseNotificationReceiver", row.id, "doReply", { content: "好的" }, {}, supplier("S1")))).toBe(
      "TABLE_REQUIRED",
    );
    expect(await codeOf(press(kernel, "SrmBaseNotificationReceiver", row.id, "doReply", { content: "好的" }, {}, supplier("S2")))).toBe(
      "BASE_DATA_404",
    );
    await kernel.db.query(`update "SrmBaseNotificationReceiver" set "ackMode" = 'TEXT' where id = $1`, [row.id]);
    expect((await press(kernel, "SrmBaseNotificationReceiver", row.id, "doReply", { content: "好的" }, {}, supplier("S1"))).ackStatus).toBe(
      "ANSWERED",
    );
    expect(await states()).toEqual([{ status: "HANDLED" }]);
    const back = await press(kernel, "SrmBaseNotificationReceiver", row.id, "doReturn", { opinion: "缺页" });
    expect(back.ackStatus).toBe("RETURNED");
    expect(await states()).toEqual([{ status: "HANDLED" }, { status: "OPEN" }]);
    const later = await one<{ due: boolean }>(
      `select "dueDate" > $2 as due from "SrmBaseSupplierPending" where "bizId" = $1 and status = 'OPEN'`,
      row.id,
      row.replyDueDate,
    );
    expect(later).toEqual({ due: true });
    expect(await codeOf(press(kernel, "SrmBaseNotification", draft.id, "doClose"))).toBe("TABLE_REQUIRED");
    await press(kernel, "SrmBaseNotification", draft.id, "doClose", { closeReason: "不再需要" });
    expect((await states()).at(-1)).toEqual({ status: "WITHDRAWN" });
  });
});
