import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "#kernel/server/act/id.ts";
import type { Client } from "../../tests/support/client.ts";
import { from, ManagingWorld, ok, today, type Row } from "../../tests/support/managing.ts";
import { masterPrograms } from "./master.calls.ts";
import { runDue } from "../../tests/support/due.ts";

const changes = "srmServer/v1/srmSupChangeInfoRestful";
const info = "srmServer/v1/srmSupInfoRestful";

let world: ManagingWorld;
let finance: Client;
let chief: Client;
const ids: Record<string, string> = {};

const clockOn = (day: string) => ({ now: () => new Date(`${day}T00:30:00+08:00`) });
/** The programs of a morning, on a clock of that day. */
const morning = async (day: string): Promise<void> => {
  const job = { params: {}, log: () => undefined } as never;
  await runDue(world.product.kernel, "SUP_CHANGE_EFFECT", clockOn(day).now());
  await masterPrograms(world.product.kernel, clockOn(day))["SUP_STANDING_DAY"]!(job);
};
const one = async (sql: string, ...values: unknown[]): Promise<Row> => (await world.rows(sql, ...values))[0]!;
const allowed = async (supplierId: string, op: string, date: string, more: object = {}): Promise<Row> =>
  ok(
    world.people["specialist"]!.call(`${info}/assertTradable`, {
      supplierId,
      op,
      date,
      orgId: world.ids["org"],
      categoryId: world.ids["sheet"],
      ...more,
    }),
  );

beforeAll(async () => {
  world = await ManagingWorld.open();
  for (const [key, responsibility] of [
    ["finance", "FINANCE"],
    ["chief", "FINANCE_MANAGER"],
  ] as const)
    await world.product.person(`ef.${key}`, [responsibility]);
  finance = await world.wearing("ef.finance", "FINANCE");
  chief = await world.wearing("ef.chief", "FINANCE_MANAGER");
  const [country] = await world.rows(`select id from "SrmBaseDistrict" where "districtLevel" = 'COUNTRY' limit 1`);
  ids["country"] = country!["id"];
  ids["bank"] = (
    await world.made("SrmBaseBank", {
      bankCode: "B9",
      bankName: "示例银行",
      bankLevel: "HEAD",
      swiftCode: "EXMPDEFF",
      countryId: ids["country"],
    })
  )["id"];
  ids["tax"] = "T13";
  ids["term"] = (
    await world.made("SrmBasePaymentTerm", { termCode: "T30", termName: "30天", applyScope: ["ORDER", "AGREEMENT", "SUPPLIER"], nodes: [] })
  )["id"];
  await world.rows(`update "SrmBasePaymentTerm" set status = 'EFFECTIVE' where id = $1`, ids["term"]);
});
afterAll(() => world?.product.drop());

describe("a certificate that begins later", () => {
  const certify = (supplierId: string, certificates: object[], day: string | null = null): Promise<Row> =>
    world.act("SrmSupInfo", supplierId, "doCertify", { docType: "TEST", docId: "T", certificates }, day);
  const iso = (certNo: string, validFrom: string, validTo: string) => ({
    certType: "ISO9001",
    certName: "质量体系",
    certNo,
    validFrom,
    validTo,
  });
  const standing = async (supplierId: string): Promise<unknown[]> =>
    (
      await world.rows(`select "certNo", "certStatus" from "SrmSupQualification" where "supplierId" = $1 order by "certNo"`, supplierId)
    ).map((row) => [row["certNo"], row["certStatus"]]);

  beforeAll(async () => {
    const rule = await world.made("SrmSlcQualificationRequire", {
      requireCode: "EF1",
      requireName: "质量体系",
      certType: "ISO9001",
      useAt: ["QUALIFY"],
      mustFlag: "Y",
      expireAction: "BLOCK_ORDER",
      graceDays: 0,
      status: "EFFECTIVE",
    });
    await world.rows(`update "SrmSlcQualificationRequire" set status = 'EFFECTIVE' where id = $1`, rule["id"]);
  });

  test("the one in force counts until the day before, and no day is without", async () => {
    const supplierId = await world.qualified();
    await certify(supplierId, [iso("A-old", from(-300), from(20))]);
    await certify(supplierId, [iso("B-new", from(3), from(400))]);
    expect(await standing(supplierId)).toEqual([
      ["A-old", "EXPIRING"],
      ["B-new", "UPCOMING"],
    ]);
    for (const days of [0, 2, 3, 30]) expect((await allowed(supplierId, "ORDER", from(days)))["ok"], String(days)).toBe(true);
    await morning(from(2));
    expect(await standing(supplierId)).toEqual([
      ["A-old", "EXPIRING"],
      ["B-new", "UPCOMING"],
    ]);
    // The server was off on the day itself: whenever the program runs, and however often, it comes to the same.
    await morning(from(6));
    await morning(from(6));
    expect(await standing(supplierId)).toEqual([
      ["A-old", "REPLACED"],
      ["B-new", "VALID"],
    ]);
    // It was the new one that counted from its day on, before any program had run.
    expect((await allowed(supplierId, "ORDER", from(300)))["ok"]).toBe(true);
  });

  test("days without any are seen by their dates: orders are refused from the end of the old to the beginning of the new", async () => {
    const supplierId = await world.qualified();
    await certify(supplierId, [iso("A-old", from(-300), from(1))]);
    await certify(supplierId, [iso("B-new", from(5), from(400))]);
    const days = [0, 1, 2, 4, 5];
    const answers = await Promise.all(days.map((n) => allowed(supplierId, "ORDER", from(n))));
    expect(answers.map((answer) => [answer["ok"], answer["code"] ?? null])).toEqual([
      [true, null],
      [true, null],
      [false, "SLC_TRD_002"],
      [false, "SLC_TRD_002"],
      [true, null],
    ]);
  });

  test("days moved into the future by a change request make the next certificate, and leave the one in force alone", async () => {
    const supplierId = await world.qualified();
    await certify(supplierId, [iso("A-old", from(-300), from(20))]);
    const { id: rowId } = await one(`select id from "SrmSupQualification" where "supplierId" = $1`, supplierId);
    const line = (fieldKey: string, newValue: unknown) => ({
      entityName: "SrmSupQualification",
      rowId,
      rowAction: "UPDATE",
      fieldKey,
      newValue,
    });
    const specialist = world.people["specialist"]!;
    const change = await ok(
      specialist.call(`${changes}/saveOrUpdate`, {
        supplierId,
        changeReason: "换证",
        lines: [line("certNo", "B-new"), line("validFrom", from(3)), line("validTo", from(400))],
      }),
    );
    await ok(specialist.call(`${changes}/doSubmit`, { id: change["id"] }));
    await ok(world.decides(change["id"]));
    expect(await standing(supplierId)).toEqual([
      ["A-old", "EXPIRING"],
      ["B-new", "UPCOMING"],
    ]);
  });
});

describe("a bank account that counts from a later day", () => {
  const account = (supplierId: string, accountNo: string, more: object = {}): Promise<Row> =>
    world.made("SrmSupAccount", {
      supplierId,
      accountName: "x",
      nameReason: "测试",
      accountNo,
      bankId: ids["bank"],
      currency: "CNY",
      accountUse: "BASIC",
      ...more,
    });
  const site = async (supplierId: string, siteCode: string, accountId: string): Promise<string> => {
    const [location] = await world.rows(`select id from "SrmSupLocation" where "supplierId" = $1`, supplierId);
    const { id } = await world.made("SrmSupSite", {
      supplierId,
      siteCode,
      siteName: siteCode,
      orgId: world.ids["org"],
      locationId: location!["id"],
      siteUse: ["PAY"],
      currency: "CNY",
      taxRate: ids["tax"],
      termId: ids["term"],
      accountId,
    });
    await world.rows(`update "SrmSupSite" set "siteStatus" = 'ACTIVE' where id = $1`, id);
    return id;
  };
  const header = (supplierId: string): Promise<Row> =>
    one(`select "paymentHoldFlag" as hold, "heldSites" as sites from "SrmSupInfo" where id = $1`, supplierId);
  const paid = async (supplierId: string, ...sites: string[]): Promise<unknown[]> =>
    Promise.all(sites.map(async (siteId) => (await allowed(supplierId, "PAYMENT", today, { siteId }))["ok"]));
  /** No site anywhere is ever paid on an account out of use. */
  const astray = (): Promise<Row[]> =>
    world.rows(`select s.id from "SrmSupSite" s join "SrmSupAccount" a on a.id = s."accountId" where a."enabledFlag" = 'N'`);

  async function prepared(): Promise<{ supplierId: string; old: string; other: string; first: string; second: string }> {
    const supplierId = await world.qualified();
    await world.made("SrmSupLocation", {
      supplierId,
      locationCode: "L1",
      locationType: ["FACTORY"],
      countryId: ids["country"],
      address: "一号路",
    });
    await world.made("SrmSupContact", {
      supplierId,
      contactName: "财务",
      contactRole: ["FINANCE"],
      mobile: "13800000002",
      primaryFlag: "Y",
    });
    const number = newId().replaceAll(/\D/g, "").padEnd(8, "7").slice(-8);
    const old = (await account(supplierId, `6222${number}01`))["id"];
    const other = (await account(supplierId, `6222${number}02`))["id"];
    await world.rows(`update "SrmSupAccount" set "verifyStatus" = 'VERIFIED' where "supplierId" = $1`, supplierId);
    return { supplierId, old, other, first: await site(supplierId, "S1", old), second: await site(supplierId, "S2", other) };
  }

  async function requested(supplierId: string, old: string, accountNo: string, effectDate: string | null): Promise<Row> {
    const specialist = world.people["specialist"]!;
    const uploaded = await specialist.upload("fileServer/v2/file/upload", [{ name: "proof.txt", bytes: Buffer.from("letter") }], {
      functionId: "SrmSupChangeInfoLine",
      valueKey: "fileIds",
    });
    const fileIds = String((uploaded.data as Row[])[0]!["id"]);
    const values = { accountName: "x", nameReason: "测试", accountNo, bankId: ids["bank"], currency: "CNY", accountUse: "BASIC" };
    const lines = [
      ...Object.entries(values).map(([fieldKey, newValue], i) => ({
        entityName: "SrmSupAccount",
        rowId: "new1",
        rowAction: "ADD",
        fieldKey,
        newValue,
        ...(i === 0 ? { fileIds } : {}),
      })),
      { entityName: "SrmSupAccount", rowId: old, rowAction: "DISABLE", fieldKey: "enabledFlag", newValue: "N" },
    ];
    const change = await ok(specialist.call(`${changes}/saveOrUpdate`, { supplierId, changeReason: "换账户", effectDate, lines }));
    await ok(specialist.call(`${changes}/doSubmit`, { id: change["id"] }));
    return change;
  }
  const approved = async (change: Row): Promise<void> => {
    await ok(
      finance.call(`${changes}/doVerifyBank`, { id: change["id"], method: "BANK_LETTER", record: "已收到银行函", result: "VERIFIED" }),
    );
    await ok(world.decides(change["id"], "doPass", chief));
  };

  test("payments of the affected sites wait for its day, not for the approval; then the sites are paid there", async () => {
    const { supplierId, old, other, first, second } = await prepared();
    const change = await requested(supplierId, old, "6222000099990001", from(10));
    expect(await header(supplierId)).toEqual({ hold: "Y", sites: 1 });
    expect(await paid(supplierId, first, second)).toEqual([false, true]);
    const told = {
      ok: false,
      messageCn: `地点S1付款冻结：账户变更${change["changeNo"]}核验中`,
      messageEn: `Payments on hold at site S1: account change ${change["changeNo"]} is being verified`,
    };
    expect(await allowed(supplierId, "PAYMENT", today)).toMatchObject(told);
    expect(await allowed(supplierId, "PAYMENT", today, { siteId: first })).toMatchObject(told);

    await approved(change);
    expect((await one(`select status from "SrmSupChangeInfo" where id = $1`, change["id"]))["status"]).toBe("APPROVED");
    expect(await header(supplierId)).toEqual({ hold: "Y", sites: 1 });
    expect(await paid(supplierId, first, second)).toEqual([false, true]);
    await morning(from(9));
    expect(await header(supplierId)).toEqual({ hold: "Y", sites: 1 });
    expect((await one(`select "accountId" from "SrmSupSite" where id = $1`, first))["accountId"]).toBe(old);

    // The server was off for three days.
    await morning(from(13));
    await morning(from(13));
    expect(await header(supplierId)).toEqual({ hold: "N", sites: 0 });
    const now = await world.rows(
      `select s."siteCode", a."enabledFlag", a."verifyStatus", a.id from "SrmSupSite" s join "SrmSupAccount" a on a.id = s."accountId" where s."supplierId" = $1 order by 1`,
      supplierId,
    );
    expect(now.map((row) => [row["siteCode"], row["enabledFlag"], row["verifyStatus"]])).toEqual([
      ["S1", "Y", "VERIFIED"],
      ["S2", "Y", "VERIFIED"],
    ]);
    expect([now[0]!["id"] === old, now[0]!["id"] === other, now[1]!["id"]]).toEqual([false, false, other]);
    expect(await paid(supplierId, first, second)).toEqual([true, true]);
    expect(await astray()).toEqual([]);
  });

  test("without a day of its own it counts at the approval, and payments go on there at once", async () => {
    const { supplierId, old, first, second } = await prepared();
    const change = await requested(supplierId, old, "6222000099990002", null);
    await approved(change);
    expect([await header(supplierId), await paid(supplierId, first, second)]).toEqual([{ hold: "N", sites: 0 }, [true, true]]);
    expect(await astray()).toEqual([]);
  });

  test("an account that sites are paid on is not switched off without one in its place, whatever way it is tried", async () => {
    const { supplierId, old, other, first } = await prepared();
    await world.rows(`update "SrmSupAccount" set currency = 'USD' where id = $1`, other);
    const disabling = {
      docType: "TEST",
      docId: "T",
      changes: [{ entityName: "SrmSupAccount", rowId: old, rowAction: "DISABLE", values: {} }],
    };
    await expect(world.act("SrmSupInfo", supplierId, "doAmend", disabling)).rejects.toMatchObject({ code: "SUP_ACC_009" });
    await expect(world.made("SrmSupAccount", { id: old, enabledFlag: "N" })).rejects.toMatchObject({ code: "SUP_ACC_009" });
    await world.rows(`update "SrmSupAccount" set currency = 'CNY' where id = $1`, other);
    await world.made("SrmSupAccount", { id: old, enabledFlag: "N" });
    expect((await one(`select "accountId" from "SrmSupSite" where id = $1`, first))["accountId"]).toBe(other);
    // Nor is one that is off chosen again.
    await expect(world.made("SrmSupSite", { id: first, accountId: old })).rejects.toMatchObject({
      fieldErrors: [{ path: "accountId", code: "DATA_BARRED" }],
    });
    expect(await astray()).toEqual([]);
  });
});
