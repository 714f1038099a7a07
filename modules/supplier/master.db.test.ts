import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Me } from "#kernel/entity.ts";
import { openKernel, type Kernel } from "#kernel/server/kernel.ts";
import { ship, shipRows } from "#kernel/server/install/ship.ts";
import { modules } from "#modules/index.ts";
import { sides } from "#modules/server.ts";
import { freshDatabase, prepareTemplate } from "../../tests/support/database.ts";
import { shipped } from "../../tests/support/shipped.ts";
import { press, save, someone } from "../../tests/support/kernel.ts";
import { findFor } from "#kernel/server/find/find-for.ts";
import { houseZone } from "#kernel/time.ts";
import { tradeFacts } from "./ask.ts";
import type { ImportRow, ImportSheet } from "./import-columns.ts";
import { SupplierImport } from "./server/import.ts";
import type { Grant, Question } from "./standing.types.ts";
import { tradable } from "./tradable.ts";
import { officeDay } from "../../tests/support/day.ts";

let kernel: Kernel;
let drop: () => Promise<void>;
const clock = { now: () => new Date() };
const system = someone({ audience: "system", userId: "system:test", userName: "system:test" });
let china: string;
let owner: string;
const orgs: Record<string, string> = {};
const categories: Record<string, string> = {};

beforeAll(async () => {
  await prepareTemplate(
    "supplier_master",
    async (url) => {
      const first = await openKernel(modules, url, clock);
      await ship(first, clock.now);
      for (const side of sides) await shipRows(first, side, clock.now);
      await first.close();
    },
    await shipped(),
  );
  const fresh = await freshDatabase("supplier_master");
  kernel = await openKernel(modules, fresh.url, clock);
  drop = fresh.drop;
  china = (await save(kernel, "SrmBaseDistrict", { districtCode: "ZZT", districtName: "试验国", districtLevel: "COUNTRY" }, system)).id;
  owner = (
    await save(
      kernel,
      "BaseUsers",
      { userName: "owner.one", displayName: "Owner", email: "owner@example.com", userType: "INTERNAL" },
      system,
    )
  ).id;
  const group = await save(kernel, "BaseOrganization", { orgCode: "GRP", orgName: "集团", orgType: "GROUP", timeZone: houseZone }, system);
  const ledger = await save(
    kernel,
    "BaseOrganization",
    {
      orgCode: "LED",
      orgName: "账套",
      taxNo: "91330000TEST00001",
      invoiceTitle: "账套",
      address: "试验路",
      orgType: "LEDGER",
      parentOrgId: group.id,
      timeZone: houseZone,
      functionalCurrency: "CNY",
    },
    system,
  );
  for (const code of ["BU1", "BU2"])
    orgs[code] = (
      await save(
        kernel,
        "BaseOrganization",
        { orgCode: code, orgName: code, orgType: "BU", parentOrgId: ledger.id, timeZone: houseZone, functionalCurrency: "CNY" },
        system,
      )
    ).id;
  const category = async (categoryCode: string, categoryName: string, parentId: string | null = null) =>
    (categories[categoryName] = (
      await save(kernel, "SrmBasePurchaseCategory", { categoryCode, categoryName, parentId, purchaseKind: "DIRECT" }, system)
    ).id);
  const metal = await category("T-MET", "金属件");
  await category("T-SHEET", "钣金", metal);
  await category("T-INJ", "注塑");
});
afterAll(async () => {
  await kernel?.close();
  await drop?.();
});

let count = 0;
const body = (more: Record<string, unknown> = {}) => ({
  supplierName: `试验${String.fromCharCode(0x4e00 + ++count * 37)}${String.fromCharCode(0x5e00 + count * 91)}制造厂`,
  supplierNature: "OVERSEAS",
  supplierNameEn: `Trial maker ${count}`,
  taxNo: `TX-${1000 + count}`,
  supplierType: "MANUFACTURER",
  legalPerson: "张三",
  countryId: china,
  registeredAddress: "试验路1号",
  mainProducts: "试验件",
  ownerId: owner,
  ...more,
});
/** A supplier whose file is in force, as registration would bring it. */
async function supplier(more: Record<string, unknown> = {}): Promise<string> {
  const { id } = await save(kernel, "SrmSupInfo", body(more), system);
  await press(kernel, "SrmSupInfo", id, "doEstablish", { docType: "TEST", docId: "t" }, {}, system);
  return id;
}
const quiet = (id: string, action: string, input: Record<string, unknown>) =>
  press(kernel, "SrmSupInfo", id, action, { docType: "TEST", docId: "t1", ...input }, {}, system);
const cap = (id: string, action: string, input: Record<string, unknown>) => press(kernel, "SrmSupInfo", id, action, input, {}, system);
const grant = (id: string, ...rows: Grant[]) => quiet(id, "doGrant", { categories: rows });
const find = () => findFor(kernel, someone());
const today = () => officeDay();
const ask = async (question: Question) => {
  const asked = { date: today(), ...question };
  return tradable(await tradeFacts(find(), asked), asked);
};
const statusOf = async (id: string) =>
  (await kernel.db.one<{ s: string | null }>(`select "supStatus" as s from "SrmSupInfo" where id = $1`, [id]))!.s;
const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "done",
    (error) => error.code ?? String(error),
  );
const plus = (days: number) => officeDay(days);

test("a search by organisation finds who may supply it: by a grant of its own or for the whole group", async () => {
  const grant = async (orgId: string | null, categoryStatus: string): Promise<string> => {
    const id = await supplier();
    await quiet(id, "doGrant", { categories: [{ orgId, categoryId: categories["注塑"], categoryStatus }] });
    return id;
  };
  const everywhere = await grant(null, "QUALIFIED");
  const [here, there] = [await grant(orgs["BU1"]!, "QUALIFIED"), await grant(orgs["BU2"]!, "QUALIFIED")];
  const [wishes, nothing] = [await grant(null, "CANDIDATE"), await supplier()];
  const drafted: string = (await save(kernel, "SrmSupInfo", body(), system)).id;
  const all = [everywhere, here, there, wishes, nothing, drafted];
  const found = async (grantedOrgIds: string): Promise<unknown[]> => {
    const { rows } = await kernel.finder.list(kernel.declared.entity("SrmSupInfo"), { grantedOrgIds, ids: all, pageRows: 50 }, someone());
    return rows.map((row) => row["id"]).toSorted();
  };
  expect(await found(orgs["BU1"]!)).toEqual([everywhere, here].toSorted());
  expect(await found(orgs["BU2"]!)).toEqual([everywhere, there].toSorted());
  await quiet(everywhere, "doGrant", { categories: [{ orgId: null, categoryId: categories["注塑"], categoryStatus: "EXITED" }] });
  expect(await found(orgs["BU1"]!)).toEqual([here]);
});

describe("status", () => {
  test("is told from grants, controls, tracks and papers, and every change of it is kept", async () => {
    const id = await supplier();
    expect(await statusOf(id)).toBe("POTENTIAL");
    await quiet(id, "doStanding", { tracks: 1 });
    expect(await statusOf(id)).toBe("INTRODUCING");
    await grant(id, { orgId: orgs["BU1"]!, categoryId: categories["钣金"]!, categoryStatus: "TRIAL", trialAmountLimit: "1000" });
    expect(await statusOf(id)).toBe("TRIAL");
    await quiet(id, "doStanding", { tracks: -1 });
    await grant(id, { orgId: orgs["BU1"]!, categoryId: categories["钣金"]!, categoryStatus: "QUALIFIED", validTo: plus(300) });
    expect(await statusOf(id)).toBe("QUALIFIED");
    const frozen = await quiet(id, "doControl", {
      add: [{ scopeType: "ALL", blockedOps: ["ORDER"], startDate: today(), controlReason: "QUALITY" }],
    });
    expect(frozen.supStatus).toBe("FROZEN");
    const [control] = await kernel.db.query<{ id: string }>(`select id from "SrmSupControl" where "supplierId" = $1`, [id]);
    await quiet(id, "doControl", { lift: [control!.id] });
    expect(await statusOf(id)).toBe("QUALIFIED");
    await quiet(id, "doStanding", { quitDate: today(), quitScopeAll: "Y" });
    expect(await statusOf(id)).toBe("QUIT");
    await quiet(id, "doStanding", { blacklistFlag: "Y", paymentPolicy: "HOLD_ALL" });
    expect(await statusOf(id)).toBe("BLACKLISTED");
    const logs = await kernel.db.query<{ t: string }>(
      `select "toStatus" as t from "SrmSupStatusLog" where "supplierId" = $1 and "scopeKind" = 'SUPPLIER' order by "changeDate", id`,
      [id],
    );
    expect(logs.map((log) => log.t)).toEqual([
      "POTENTIAL",
      "INTRODUCING",
      "TRIAL",
      "QUALIFIED",
      "FROZEN",
      "QUALIFIED",
      "QUIT",
      "BLACKLISTED",
    ]);
  });

  test("whoever had left is back once something is granted anew", async () => {
    const id = await supplier();
    await quiet(id, "doStanding", { quitDate: today(), quitScopeAll: "Y" });
    await grant(id, { orgId: null, categoryId: categories["注塑"]!, categoryStatus: "CANDIDATE" });
    expect(await statusOf(id)).toBe("QUIT");
    await grant(id, { orgId: null, categoryId: categories["注塑"]!, categoryStatus: "QUALIFIED" });
    expect(await statusOf(id)).toBe("QUALIFIED");
  });

  test("two actions of one document on one supplier see each other's rows", async () => {
    const id = await supplier();
    await quiet(id, "doEstablish", {
      file: {
        categories: [{ orgId: null, categoryId: categories["注塑"]!, categoryStatus: "CANDIDATE" }],
        certificates: [{ certType: "ISO9001", certName: "ISO", validTo: plus(10) }],
      },
    });
    const row = (await kernel.db.one<Record<string, unknown>>(`select "certState", "grantedCategoryIds" from "SrmSupInfo" where id = $1`, [
      id,
    ]))!;
    expect(row).toEqual({ certState: "EXPIRING", grantedCategoryIds: [categories["注塑"]] });
  });
});

describe("the judge", () => {
  test("supplier 15: a grant for one unit and category opens that alone", async () => {
    const id = await supplier();
    await grant(id, { orgId: orgs["BU1"]!, categoryId: categories["钣金"]!, categoryStatus: "QUALIFIED", validTo: plus(100) });
    const order = { supplierId: id, op: "ORDER" } as const;
    expect(await ask({ ...order, orgId: orgs["BU1"]!, categoryId: categories["钣金"]! })).toMatchObject({
      ok: true,
      by: { table: "SrmSupCategories" },
    });
    expect(await ask({ ...order, orgId: orgs["BU2"]!, categoryId: categories["钣金"]! })).toMatchObject({ ok: false, code: "SLC_TRD_001" });
    const other = await ask({ ...order, orgId: orgs["BU1"]!, categoryId: categories["注塑"]! });
    expect(other).toMatchObject({ ok: false, code: "SLC_TRD_001" });
    expect(other.text![0]).toBe("供应商在BU1/注塑不允许下单：该组织与品类没有合格或试用资格");
    expect(other.text![1]).toContain("Order not allowed with this supplier in BU1/注塑");
  });

  test("a grant above counts below; the nearest speaks, the unit's own before the group's", async () => {
    const id = await supplier();
    await grant(
      id,
      { orgId: null, categoryId: categories["金属件"]!, categoryStatus: "QUALIFIED" },
      { orgId: orgs["BU2"]!, categoryId: categories["金属件"]!, categoryStatus: "SUSPENDED" },
    );
    const order = { supplierId: id, op: "ORDER", categoryId: categories["钣金"]! } as const;
    expect((await ask({ ...order, orgId: orgs["BU1"]! })).ok).toBe(true);
    expect((await ask({ ...order, orgId: orgs["BU2"]! })).ok).toBe(false);
    expect((await ask({ ...order, op: "DELIVERY", orgId: orgs["BU2"]! })).ok).toBe(true);
  });

  test("supplier 16: a freeze of one category's orders leaves the rest free", async () => {
    const id = await supplier();
    await grant(
      id,
      { orgId: null, categoryId: categories["钣金"]!, categoryStatus: "QUALIFIED" },
      { orgId: null, categoryId: categories["注塑"]!, categoryStatus: "QUALIFIED" },
    );
    await quiet(id, "doControl", {
      add: [{ scopeType: "CATEGORY", categoryId: categories["钣金"], blockedOps: ["ORDER"], startDate: today(), controlReason: "QUALITY" }],
    });
    const of = (op: Question["op"], name: string) => ask({ supplierId: id, op, orgId: orgs["BU1"]!, categoryId: categories[name]! });
    expect(await of("ORDER", "钣金")).toMatchObject({ ok: false, by: { table: "SrmSupControl" } });
    for (const op of ["DELIVERY", "PAYMENT", "STATEMENT"] as const) expect((await of(op, "钣金")).ok).toBe(true);
    expect((await of("ORDER", "注塑")).ok).toBe(true);
    expect(await statusOf(id)).toBe("QUALIFIED");
  });

  test("supplier 18: an expired must certificate warns within its grace and refuses after it", async () => {
    const id = await supplier();
    const rule = await save(
      kernel,
      "SrmSlcQualificationRequire",
      {
        requireCode: "T-ISO",
        requireName: "ISO 9001",
        certType: "ISO9001",
        useAt: ["QUALIFY"],
        expireAction: "BLOCK_ORDER",
        graceDays: 15,
      },
      system,
    );
    await press(kernel, "SrmSlcQualificationRequire", rule.id, "doEnabled", {}, {}, system);
    await grant(id, { orgId: null, categoryId: categories["钣金"]!, categoryStatus: "QUALIFIED" });
    await quiet(id, "doCertify", {
      certificates: [{ certType: "ISO9001", certName: "ISO 9001", validFrom: "2021-07-01", validTo: "2024-06-30" }],
    });
    const on = (date: string) => ask({ supplierId: id, op: "ORDER", orgId: orgs["BU1"]!, categoryId: categories["钣金"]!, date });
    const allowed = await on("2024-07-10");
    expect(allowed).toMatchObject({ ok: true });
    expect(allowed.warnings).toHaveLength(1);
    const refused = await on("2024-07-16");
    expect(refused).toMatchObject({ ok: false, code: "SLC_TRD_002", by: { table: "SrmSupQualification" } });
    expect(refused.text![1]).toContain("expired 16 days ago");
    await press(kernel, "SrmSlcQualificationRequire", rule.id, "doInvalid", {}, {}, system);
  });

  test("the blacklisted are paid by policy, those who quit deliver until their day", async () => {
    const id = await supplier();
    await grant(id, { orgId: null, categoryId: categories["钣金"]!, categoryStatus: "QUALIFIED" });
    await quiet(id, "doStanding", { quitDate: plus(3), quitScopeAll: "Y" });
    const of = async (op: Question["op"], more: Partial<Question> = {}) =>
      (await ask({ supplierId: id, op, categoryId: categories["钣金"]!, ...more })).ok;
    expect([
      await of("ORDER"),
      await of("DELIVERY"),
      await of("DELIVERY", { date: plus(4) }),
      await of("PAYMENT"),
      await of("LOGIN"),
    ]).toEqual([false, true, false, true, true]);
    await quiet(id, "doStanding", { blacklistFlag: "Y", paymentPolicy: "HOLD_ALL" });
    expect([
      await of("SOURCING"),
      await of("STATEMENT"),
      await of("PAYMENT"),
      await of("LOGIN"),
      await of("DELIVERY", { released: true }),
    ]).toEqual([false, true, false, false, true]);
    await quiet(id, "doStanding", { blacklistFlag: "Y", paymentPolicy: "PAY_UNDISPUTED" });
    expect(await of("PAYMENT")).toBe(true);
  });
});

describe("caps", () => {
  const temporary = { tempFlag: "Y", tempReason: "样品", tempValidTo: plus(60), tempAmountLimit: "50000" };

  test("supplier 22: a temporary cap is never passed, not by two at the same moment", async () => {
    const id = await supplier(temporary);
    expect(await statusOf(id)).toBe("TEMPORARY");
    await cap(id, "reserveCap", { capKind: "TEMP", amount: "42000", key: "PO1" });
    expect(await codeOf(cap(id, "reserveCap", { capKind: "TEMP", amount: "9000", key: "PO2" }))).toBe("SUP_TMP_001");
    const both = await Promise.all(["PO3", "PO4"].map((key) => codeOf(cap(id, "reserveCap", { capKind: "TEMP", amount: "5000", key }))));
    expect(both.toSorted()).toEqual(["SUP_TMP_001", "done"]);
    await cap(id, "reserveCap", { capKind: "TEMP", amount: "42000", key: "PO1" });
    const used = async () =>
      (await kernel.db.one<{ u: string }>(`select "tempUsedAmount"::text as u from "SrmSupInfo" where id = $1`, [id]))!.u;
    expect(await used()).toBe("47000.00");
    for (let i = 0; i < 2; i++) await cap(id, "releaseCap", { key: "PO1" });
    expect(await used()).toBe("5000.00");
    expect(await ask({ supplierId: id, op: "ORDER", amount: "45000.01" })).toMatchObject({ ok: false, code: "SUP_TMP_001" });
    expect(await ask({ supplierId: id, op: "ORDER", amount: "1", date: plus(61) })).toMatchObject({ ok: false, code: "SUP_TMP_002" });
  });

  test("trial limits hold quantity and amount, and take trial orders only", async () => {
    const id = await supplier();
    const place = { orgId: orgs["BU1"]!, categoryId: categories["注塑"]! };
    await grant(id, { ...place, categoryStatus: "TRIAL", trialQtyLimit: "100", trialAmountLimit: "1000", trialValidTo: plus(30) });
    expect(await ask({ supplierId: id, op: "ORDER", ...place })).toMatchObject({ ok: false });
    expect(await ask({ supplierId: id, op: "ORDER", ...place, trial: true, qty: "100" })).toMatchObject({ ok: true });
    await cap(id, "reserveCap", { capKind: "TRIAL", ...place, qty: "80", amount: "500", key: "T1" });
    expect(await codeOf(cap(id, "reserveCap", { capKind: "TRIAL", ...place, qty: "21", key: "T2" }))).toBe("SLC_TRD_001");
    await cap(id, "releaseCap", { key: "T1" });
    expect(await codeOf(cap(id, "reserveCap", { capKind: "TRIAL", ...place, qty: "21", key: "T2" }))).toBe("done");
  });
});

const clerk: Me = someone({ userId: "clerk" });
describe("the file", () => {
  test("supplier 3: a blacklisted code makes no file, quick or whole", async () => {
    const entry = await kernel.db.query(
      `insert into "SrmSlcSupplierBlacklist" (id, "createdBy", "creationDate", "lastUpdatedBy", "lastUpdateDate", "versionNum", "blacklistNo", direction, "companyName", uscc, "taxKey", "nameKey", "reasonType", "reasonDesc", "startDate", "permanentFlag", scope, "paymentPolicy", status)
       values ('bl1', 'x', now(), 'x', now(), 1, 'HM1', 'IN', '黑榜', '91350100M000100Y43', '91350100M000100Y43', '黑榜', 'FRAUD', 'x', '2020-01-01', 'Y', 'GROUP', 'HOLD_ALL', 'EFFECTIVE')`,
    );
    expect(entry).toBeDefined();
    const mainland = body({ supplierNature: "MAINLAND", uscc: "91350100M000100Y43", taxNo: null });
    expect(await codeOf(save(kernel, "SrmSupInfo", mainland, clerk))).toBe("SUP_REG_003");
    expect(
      await codeOf(
        save(kernel, "SrmSupInfo", { ...mainland, tempFlag: "Y", tempReason: "x", tempValidTo: plus(10), tempAmountLimit: "1" }, clerk),
      ),
    ).toBe("SUP_REG_003");
    expect(await codeOf(save(kernel, "SrmSupInfo", { ...mainland, uscc: "91350100M000100Y44" }, clerk))).toBe("SUP_REG_001");
  });

  test("one tax number is one supplier however it is written; a like name is asked about", async () => {
    await supplier({ taxNo: "12-345 6789", supplierName: "明月轴承有限公司" });
    expect(await codeOf(save(kernel, "SrmSupInfo", body({ taxNo: "123456789" }), clerk))).toBe("SUP_REG_002");
    expect(await codeOf(save(kernel, "SrmSupInfo", body({ supplierName: "明月轴承股份有限公司" }), clerk))).toBe("CONFIRM_NEEDED");
  });

  test("once in force, guarded fields change by request and free ones at once", async () => {
    const id = await supplier();
    const row = (await kernel.db.one<{ v: number }>(`select "versionNum" as v from "SrmSupInfo" where id = $1`, [id]))!;
    const refused = save(kernel, "SrmSupInfo", { id, versionNum: row.v, supplierName: "改名", legalPersonId: "110101199003070011" }, clerk);
    const line = { entityName: "SrmSupInfo", rowId: id, rowAction: "UPDATE", section: "BASIC", fieldKey: "supplierName", newValue: "改名" };
    // The change request it leads to begins with what was typed, but for what is kept closed.
    await expect(refused).rejects.toMatchObject({ code: "SUP_INF_001", data: { change: { supplierId: id, lines: [line] } } });
    const saved = await save(kernel, "SrmSupInfo", { id, versionNum: row.v, mainProducts: "新产品", remark: "内部" }, clerk);
    expect(saved.mainProducts).toBe("新产品");
    expect(await codeOf(save(kernel, "SrmSupAccount", { supplierId: id, accountName: "x", accountNo: "12345678" }, clerk))).not.toBe(
      "done",
    );
  });

  test("supplier 25: a supplier sees its own file alone, and nothing internal of it", async () => {
    const [mine, other] = [await supplier({ remark: "内部备注" }), await supplier()];
    await save(kernel, "SrmSupContact", { supplierId: mine, contactName: "李四", contactRole: ["SALES"], mobile: "13800001234" }, system);
    const me = someone({ audience: "supplier", supplierId: mine, userId: "su", orgs: [], categories: [], items: [] });
    const e = kernel.declared.entity("SrmSupInfo");
    const own = await kernel.finder.byId(e, mine, me);
    for (const key of ["ownerId", "ownerName", "remark", "riskLight", "nameKey", "blacklistFlag", "supLevel", "paymentHoldFlag"])
      expect(own).not.toHaveProperty(key);
    await expect(kernel.finder.byId(e, other, me)).rejects.toMatchObject({ code: "SUP_AUTH_404" });
    const contacts = await kernel.finder.list(kernel.declared.entity("SrmSupContact"), { pageRows: 10 }, me);
    expect(contacts.rows.map((row) => [row["contactName"], row["mobile"]])).toEqual([["李四", "****1234"]]);
  });

  test("a merged supplier is answered by the one it went into", async () => {
    const [from, into] = [await supplier(), await supplier()];
    await grant(into, { orgId: null, categoryId: categories["钣金"]!, categoryStatus: "QUALIFIED" });
    await quiet(from, "doStanding", { tracks: 1 });
    expect(await codeOf(press(kernel, "SrmSupInfo", from, "doMerge", { targetId: into }, {}, clerk))).toBe("SUP_INF_002");
    await quiet(from, "doStanding", { tracks: -1 });
    const login = { userName: "merged.admin", displayName: "M", email: "m@example.com", userType: "SUPPLIER", supplierId: from };
    const account = await save(kernel, "BaseUsers", login, system);
    await press(kernel, "SrmSupInfo", from, "doMerge", { targetId: into }, {}, clerk);
    expect(await statusOf(from)).toBe("MERGED");
    // Its people go on under the surviving supplier.
    expect(await kernel.db.one(`select "userStatus" as s, "supplierId" as o from "BaseUsers" where id = $1`, [account.id])).toEqual({
      s: "ACTIVE",
      o: into,
    });
    expect((await ask({ supplierId: from, op: "ORDER", categoryId: categories["钣金"]! })).ok).toBe(true);
  });
});

describe("a workbook of suppliers", () => {
  const row = (sheet: ImportSheet, rowNo: number, values: Record<string, string>): ImportRow => ({ sheet, rowNo, values });
  const company = (key: string, rowNo: number, more: Record<string, string> = {}) =>
    row("suppliers", rowNo, {
      supplierCode: key,
      supplierName: `导入企业${key}号工厂`,
      supplierNameEn: `Import ${key}`,
      supplierNature: "境外企业",
      taxNo: `IMP-${key}`,
      supplierType: "MANUFACTURER",
      country: "ZZT",
      registeredAddress: "试验路",
      mainProducts: "件",
      legalPerson: "李四",
      ownerAccount: "owner.one",
      ...more,
    });
  const contact = (key: string, rowNo: number, more: Record<string, string> = {}) =>
    row("contacts", rowNo, { supplierCode: key, contactName: "王五", contactRole: "销售", mobile: "13800005678", ...more });
  const work = () => new SupplierImport(kernel, clerk, new Date());

  test("supplier 3: a blacklisted code is refused in an import too; the others come in, each whole or not at all", async () => {
    const rows = [
      company("T1", 5, { categories: "T-SHEET" }),
      contact("T1", 5),
      company("T2", 6),
      contact("T2", 6, { mobile: "" }),
      company("T3", 7, { supplierNature: "MAINLAND", uscc: "91350100M000100Y43", taxNo: "" }),
      contact("T9", 8),
    ];
    const { findings } = await work().check(rows);
    expect(findings.map((finding) => [finding.sheet, finding.rowNo, finding.code])).toEqual([
      ["contacts", 6, "TABLE_REQUIRED"],
      ["suppliers", 7, "SUP_REG_003"],
      ["contacts", 8, "IMPORT_NO_SUPPLIER"],
    ]);
    const { done, held } = await work().commit(rows);
    expect([done, held]).toEqual([
      [{ name: "导入企业T1号工厂", outcome: "NEW", changeNo: null }],
      ["导入企业T2号工厂", "导入企业T3号工厂"],
    ]);
    const made = await kernel.db.one<{ id: string; s: string; n: number }>(
      `select s.id, s."supStatus" as s, (select count(*)::int from "SrmSupContact" c where c."supplierId" = s.id and c."primaryFlag" = 'Y') as n from "SrmSupInfo" s where s."supplierName" = $1`,
      ["导入企业T1号工厂"],
    );
    expect(made).toMatchObject({ s: "POTENTIAL", n: 1 });
    const again = await work().check(rows);
    expect([again.findings.filter((finding) => finding.rowNo === 5), again.changes]).toEqual([[], []]);
  });

  test("of a known supplier free fields are updated at once, the others become one request, and the check says which", async () => {
    const bring = () => new SupplierImport(kernel, someone({ userId: owner }), new Date());
    const first = [company("T5", 5), contact("T5", 5)];
    expect((await bring().commit(first)).done).toMatchObject([{ outcome: "NEW" }]);
    expect((await bring().commit(first)).done).toMatchObject([{ outcome: "SAME", changeNo: null }]);
    const { id, code } = (await kernel.db.one<{ id: string; code: string }>(
      `select id, "supplierCode" as code from "SrmSupInfo" where "taxNo" = 'IMP-T5'`,
    ))!;
    const bank = { bankCode: "IMPB", bankName: "导入银行", bankLevel: "HEAD", swiftCode: "IMPTDEFF", countryId: china };
    await save(kernel, "SrmBaseBank", bank, system);
    // Ruling 9: also the account of a company that comes in new is asked for by a request, and is none until it is approved.
    const newcomer = [
      company("T6", 6),
      contact("T6", 6, { mobile: "13800001236" }),
      row("accounts", 6, {
        supplierCode: "T6",
        accountName: "导入企业T6号工厂",
        accountNo: "6222000033334444",
        bank: "IMPB",
        currency: "CNY",
      }),
    ];
    const [brought] = (await bring().commit(newcomer)).done;
    expect([brought!.outcome, typeof brought!.changeNo]).toEqual(["NEW", "string"]);
    const asked = await kernel.db.one(
      `select c."bankFlag" as bank, (select count(*)::int from "SrmSupAccount" a where a."supplierId" = c."supplierId") as accounts from "SrmSupChangeInfo" c where c."changeNo" = $1`,
      [brought!.changeNo],
    );
    expect(asked).toEqual({ bank: "Y", accounts: 0 });
    const rows = [
      company(code, 5, { taxNo: "IMP-T5", supplierName: "导入企业T5号工厂", mainProducts: "新件", supplierType: "贸易商" }),
      contact(code, 5, { email: "wang@example.com" }),
      contact(code, 6, { contactName: "赵六", mobile: "13900001111" }),
      row("accounts", 5, {
        supplierCode: code,
        accountName: "导入企业T5号工厂",
        accountNo: "6222000011112222",
        bank: "IMPB",
        currency: "CNY",
      }),
      row("locations", 5, { supplierCode: code, locationType: "工厂", country: "ZZT", address: "工厂路" }),
    ];
    const { findings, changes } = await bring().check(rows);
    expect(findings).toEqual([]);
    expect(changes.map((change) => [change.sheet, change.rowNo, change.key, change.guard, change.msg])).toEqual([
      ["suppliers", 5, "supplierNameEn", "CRITICAL", "Was Import T5, by change request"],
      ["suppliers", 5, "supplierType", "GUARDED", "Was Manufacturer, by change request"],
      ["suppliers", 5, "mainProducts", "FREE", "Was 件, updated at once"],
      ["contacts", 5, "email", "FREE", "Empty before, updated at once"],
      ["contacts", 6, "contactName", "GUARDED", "New, by change request"],
      ["accounts", 5, "accountName", "CRITICAL", "New, by change request"],
      ["locations", 5, "locationType", "GUARDED", "New, by change request"],
    ]);
    const { done, held } = await bring().commit(rows);
    expect([done, held]).toEqual([[{ name: "导入企业T5号工厂", outcome: "CHANGED", changeNo: expect.stringMatching(/^BG/) }], []]);
    const stored = await kernel.db.one(
      `select s."mainProducts", s."supplierType", c.email, (select count(*)::int from "SrmSupContact" x where x."supplierId" = s.id) as contacts,
         (select count(*)::int from "SrmSupAccount" x where x."supplierId" = s.id) as accounts
       from "SrmSupInfo" s join "SrmSupContact" c on c."supplierId" = s.id where s.id = $1`,
      [id],
    );
    expect(stored).toEqual({ mainProducts: "新件", supplierType: "MANUFACTURER", email: "wang@example.com", contacts: 1, accounts: 0 });
    const request = await kernel.db.query(
      `select status, "changeScope", "bankFlag", "initiatorSide", "initiatorId", sections from "SrmSupChangeInfo" where "supplierId" = $1`,
      [id],
    );
    expect(request).toEqual([
      {
        status: "DRAFT",
        changeScope: "CRITICAL",
        bankFlag: "Y",
        initiatorSide: "INTERNAL",
        initiatorId: owner,
        sections: ["BASIC", "CONTACT", "ACCOUNT", "LOCATION"],
      },
    ]);
    // While that request is open its sections are taken: nothing more of this supplier comes in, not even what is free.
    const later = [company(code, 5, { taxNo: "IMP-T5", supplierName: "导入企业T5号工厂", mainProducts: "又新", supplierType: "代理商" })];
    const held2 = await bring().commit(later);
    expect([held2.done, held2.findings.map((finding) => finding.code)]).toEqual([[], ["SUP_CHG_001"]]);
    expect(await kernel.db.one(`select "mainProducts" as m from "SrmSupInfo" where id = $1`, [id])).toEqual({ m: "新件" });
  });

  test("a row whose tax number and code are of two suppliers, or of a file not yet in force, is held back", async () => {
    const [value, other] = [await supplier({ taxNo: "IMP-TWO" }), await supplier()];
    const { code } = (await kernel.db.one<{ code: string }>(`select "supplierCode" as code from "SrmSupInfo" where id = $1`, [other]))!;
    const draft = await save(kernel, "SrmSupInfo", body({ taxNo: "IMP-DRAFT" }), system);
    expect([value, draft.infoStatus]).toEqual([value, "DRAFT"]);
    const { findings } = await work().check([company(code, 5, { taxNo: "IMP-TWO" }), company("T8", 6, { taxNo: "IMP-DRAFT" })]);
    expect(findings.map((it) => [it.rowNo, it.code])).toEqual([
      [5, "IMPORT_TWO_SUPPLIERS"],
      [6, "SUP_INF_007"],
    ]);
  });
});
