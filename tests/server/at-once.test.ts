import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Refusal } from "#kernel/refusal.ts";
import { systemMe } from "#kernel/server/access/permit.ts";
import { shift } from "#kernel/time.ts";
import { press, save, someone } from "../support/kernel.ts";
import { from, ManagingWorld, today, type Row } from "../support/managing.ts";

/** Rules of base data and of a supplier's file that say "only one" or "at most so many", broken by two people at the same moment if nothing held them. */

const system = systemMe("test");
const rounds = 6;
let world: ManagingWorld;
const ids: Record<string, string> = {};

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "done",
    (error: Refusal) => error.code ?? String(error),
  );
/** How two who act at the same moment fare, in the order of the alphabet. */
const both = async (current: Promise<unknown>, other: Promise<unknown>): Promise<string[]> =>
  (await Promise.all([codeOf(current), codeOf(other)])).toSorted();
const made = (entity: string, input: object): Promise<Row> => save(world.product.kernel, entity, { ...input }, system);
const saved = (entity: string, input: object): Promise<Row> => save(world.product.kernel, entity, { ...input }, someone());
const does = (entity: string, id: string, action: string, input: object = {}): Promise<Row> =>
  press(world.product.kernel, entity, id, action, { ...input });
/** The same where they meet too seldom: both are held at the door by a lock on these rows, and let in together. */
async function metAtTheDoor(table: string, held: readonly string[], ...acts: readonly (() => Promise<unknown>)[]): Promise<string[]> {
  const begun: Promise<string>[] = [];
  await world.product.kernel.db.tx(async (tx) => {
    await tx.query(`select id from "${table}" where id = any($1) for update`, [held]);
    for (const act of acts) {
      begun.push(codeOf(act()));
      await new Promise((soon) => setTimeout(soon, 300));
    }
  });
  return (await Promise.all(begun)).toSorted();
}
const count = async (sql: string, ...values: unknown[]): Promise<number> => Number((await world.rows(sql, ...values))[0]!["n"]);
const each = async (round: (n: number) => Promise<void>): Promise<void> => {
  for (let n = 1; n <= rounds; n++) await round(n);
};

const template = (templateCode: string) =>
  made("SrmBaseProcessTemplate", {
    templateCode,
    templateName: "路径",
    effectiveFrom: today,
    nodes: [{ nodeSeq: 10, nodeCode: "QUALIFIED", requiredType: "MUST" }],
  });

beforeAll(async () => {
  world = await ManagingWorld.open();
  for (const key of ["north", "south"])
    ids[key] = (await made("BaseOrganization", { orgCode: key, orgName: key, orgType: "BU", functionalCurrency: "CNY" }))["id"];
  ids["yard"] = (await made("BaseOrganization", { orgCode: "yard", orgName: "yard", orgType: "INV", parentOrgId: ids["north"] }))["id"];
});
afterAll(() => world?.product.drop());

describe("accounts of a supplier", () => {
  const account = (supplierId: string, name: string) => ({
    userName: name,
    displayName: name,
    email: `${name}@example.com`,
    userType: "SUPPLIER",
    supplierId,
  });
  const filled = async (count: number): Promise<string> => {
    const supplierId = await world.supplier();
    for (let n = 0; n < count; n++) await made("BaseUsers", account(supplierId, `a${n}.${supplierId}`));
    return supplierId;
  };
  const invite = (supplierId: string, name: string) =>
    world.product.kernel.actor.act(
      {
        entity: world.product.kernel.declared.entity("BaseUsers"),
        action: "doInvite",
        targets: [{ input: { supplierId, displayName: name, email: `${name}.${supplierId}@example.com` } }],
      },
      { me: someone(), now: new Date(), requestId: `${name}${supplierId}`, ip: null },
    );

  test("the last place is given once, whether two are invited, made or brought back", async () => {
    for (let n = 0; n < 4; n++) {
      const supplierId = await filled(9);
      expect(await both(invite(supplierId, "one"), invite(supplierId, "other"))).toEqual(["SUP_USER_LIMIT", "done"]);
      const again = await filled(9);
      expect(await both(invite(again, "one"), saved("BaseUsers", account(again, `made.${again}`)))).toEqual(["SUP_USER_LIMIT", "done"]);
    }
  });

  test("the first account of a company is its administrator, and only that", async () => {
    await each(async () => {
      const supplierId = await world.supplier();
      expect(await both(invite(supplierId, "one"), invite(supplierId, "other"))).toEqual(["done", "done"]);
      expect(await count(`select count(*) as n from "BaseUsers" where "supplierId" = $1 and "supAdminFlag" = 'Y'`, supplierId)).toBe(1);
    });
  });

  test("accounts of one workbook count together", async () => {
    const supplierId = await filled(8);
    const { kernel } = world.product;
    const bring = (names: readonly string[]) =>
      kernel.actor.act(
        {
          entity: kernel.declared.entity("BaseUsers"),
          action: "saveOrUpdate",
          targets: names.map((name) => ({ input: account(supplierId, `${name}.${supplierId}`) })),
        },
        { me: someone(), now: new Date(), requestId: names.join(), ip: null },
      );
    expect(await codeOf(bring(["x", "y", "z"]))).toBe("SUP_USER_LIMIT");
    expect(await codeOf(bring(["x", "y"]))).toBe("done");
  });
});

describe("a supplier's file", () => {
  test("supplier 20: of two requests begun at the same moment for one section one is refused", async () => {
    await each(async () => {
      const supplierId = await world.supplier();
      const ask = (legalPerson: string) =>
        saved("SrmSupChangeInfo", {
          supplierId,
          changeReason: "资料更新",
          lines: [{ entityName: "SrmSupInfo", rowId: supplierId, rowAction: "UPDATE", fieldKey: "legalPerson", newValue: legalPerson }],
        });
      expect(await both(ask("新法人"), ask("另一法人"))).toEqual(["SUP_CHG_001", "done"]);
    });
  });

  test("a company is listed once, however many entries are submitted for it", async () => {
    const entry = async (supplierId: string): Promise<string> => {
      const { id } = await made("SrmSlcSupplierBlacklist", {
        direction: "IN",
        supplierId,
        reasonType: "FRAUD",
        reasonDesc: "虚构",
        startDate: today,
        permanentFlag: "Y",
        scope: "GROUP",
      });
      await world.rows(`update "SrmSlcSupplierBlacklist" set "fileIds" = 'proof' where id = $1`, id);
      return id;
    };
    await each(async () => {
      const supplierId = await world.supplier();
      const [value, other] = [await entry(supplierId), await entry(supplierId)];
      const submits = (id: string) => does("SrmSlcSupplierBlacklist", id, "doSubmit");
      expect(await both(submits(value), submits(other))).toEqual(["SLC_BLK_003", "done"]);
    });
    const supplierId = await world.supplier();
    const [value, other] = [await entry(supplierId), await entry(supplierId)];
    await does("SrmSlcSupplierBlacklist", value, "doSubmit");
    expect(await codeOf(does("SrmSlcSupplierBlacklist", other, "doSubmit")), "nor one after the other").toBe("SLC_BLK_003");
  });

  test("entries about one supplier that end at the same moment set it free", async () => {
    await each(async () => {
      const supplierId = await world.supplier();
      const listed = async (more: object): Promise<string> => {
        const { id } = await made("SrmSlcSupplierBlacklist", {
          direction: "IN",
          reasonType: "FRAUD",
          reasonDesc: "虚构",
          startDate: today,
          permanentFlag: "Y",
          scope: "GROUP",
          ...more,
        });
        await world.rows(`update "SrmSlcSupplierBlacklist" set status = 'EFFECTIVE', "effectDate" = $2 where id = $1`, id, today);
        return id;
      };
      const own = await listed({ supplierId });
      const along = await listed({
        supplierId: await world.supplier(),
        related: [{ companyName: "关联方", relationType: "SHAREHOLDER", includeFlag: "Y", supplierId }],
      });
      await world.act("SrmSupInfo", supplierId, "doStanding", { docType: "TEST", docId: own, blacklistFlag: "Y" });
      const ends = (id: string) => world.act("SrmSlcSupplierBlacklist", id, "doExpire");
      expect(await both(ends(own), ends(along))).toEqual(["done", "done"]);
      const [row] = await world.rows(`select "blacklistFlag" from "SrmSupInfo" where id = $1`, supplierId);
      expect(row!["blacklistFlag"]).toBe("N");
    });
  });

  test("two leads of one name are one", async () => {
    await each(async (n) => {
      const lead = () =>
        saved("SrmSlcSupplierLead", { companyName: `同名线索${n}有限公司`, leadSource: "FAIR", categoryIds: [world.ids["sheet"]] });
      expect(await both(lead(), lead())).toEqual(["SUP_LEAD_001", "done"]);
    });
  });

  test("a site that a grant makes gets a code nobody has, also after one was taken out", async () => {
    const supplierId = await world.supplier();
    const [country] = await world.rows(`select id from "SrmBaseDistrict" where "districtLevel" = 'COUNTRY' limit 1`);
    const place = await made("SrmSupLocation", {
      supplierId,
      locationCode: "L1",
      locationType: ["FACTORY"],
      countryId: country!["id"],
      address: "一号路",
    });
    const term = await made("SrmBasePaymentTerm", {
      termCode: "AT1",
      termName: "票后30天",
      applyScope: ["ORDER", "AGREEMENT", "SUPPLIER"],
      nodes: [{ nodeSeq: 1, nodeType: "INVOICE", proportion: "100", dueMode: "DAYS_AFTER", days: 30 }],
    });
    await world.rows(`update "SrmBasePaymentTerm" set status = 'EFFECTIVE' where id = $1`, term["id"]);
    const site = {
      orgId: world.ids["org"],
      locationId: place["id"],
      siteUse: ["PURCHASE"],
      currency: "CNY",
      taxRate: "13",
      termId: term["id"],
    };
    const grants = (sites: readonly object[]) =>
      world.act("SrmSupInfo", supplierId, "doGrant", {
        docType: "TEST",
        docId: "T",
        sites,
        categories: [{ orgId: world.ids["org"], categoryId: world.ids["sheet"], categoryStatus: "QUALIFIED", validTo: from(400) }],
      });
    await grants([site, site]);
    await world.rows(`delete from "SrmSupSite" where "supplierId" = $1 and "siteCode" = 'ST01'`, supplierId);
    await grants([site, site]);
    const codes = await world.rows(`select "siteCode" from "SrmSupSite" where "supplierId" = $1 order by 1`, supplierId);
    expect(codes.map((code) => code["siteCode"])).toEqual(["ST01", "ST02", "ST03"]);
  });
});

describe("base data", () => {
  test("versions of a path are numbered one after the other, and one of them is in effect", async () => {
    await each(async (n) => {
      const first = await template(`AT${n}`);
      const copy = () => does("SrmBaseProcessTemplate", first["id"], "copy");
      expect(await both(copy(), copy())).toEqual(["done", "done"]);
      const versions = await world.rows(`select id, version from "SrmBaseProcessTemplate" where "templateCode" = $1 order by 2`, `AT${n}`);
      expect(versions.map((version) => version["version"])).toEqual([1, 2, 3]);
      const enable = (at: number) => () => does("SrmBaseProcessTemplate", versions[at]!["id"], "doEnabled");
      const held = versions.slice(1).map((version) => version["id"]);
      expect(await metAtTheDoor("SrmBaseProcessTemplate", held, enable(1), enable(2))).toEqual(["done", "done"]);
      const inEffect = `select count(*) as n from "SrmBaseProcessTemplate" where "templateCode" = $1 and status = 'EFFECTIVE'`;
      expect(await count(inEffect, `AT${n}`)).toBe(1);
    });
  });

  test("a family of bill types has one default for an organisation, and keeps its last one", async () => {
    const type = (billTypeCode: string, orgId: string) =>
      made("SrmBasePurchaseBillType", {
        billCategory: "RETURN",
        billTypeCode,
        billTypeName: billTypeCode,
        defaultFlag: "Y",
        orgIds: [orgId],
      });
    await world.rows(`update "SrmBasePurchaseBillType" set "defaultFlag" = 'N' where "billCategory" = 'RETURN'`);
    await each(async (n) => {
      const [entry, other] = [await type(`N${n}A`, ids["north"]!), await type(`N${n}B`, ids["north"]!)];
      const elsewhere = await type(`S${n}`, ids["south"]!);
      const enable = (row: Row) => does("SrmBasePurchaseBillType", row["id"], "doEnabled");
      expect(await both(enable(entry), enable(other))).toEqual(["BASE_DEF_001", "done"]);
      await enable(elsewhere);
      const [stands] = await world.rows(
        `select id from "SrmBasePurchaseBillType" where id = any($1) and status = 'EFFECTIVE'`,
        [entry, other].map((row) => row["id"]),
      );
      const ends = (id: string) => does("SrmBasePurchaseBillType", id, "doInvalid");
      expect(await both(ends(stands!["id"]), ends(elsewhere["id"]))).toEqual(["BASE_DEF_002", "done"]);
      await world.rows(`update "SrmBasePurchaseBillType" set "defaultFlag" = 'N', status = 'INVALID' where "billCategory" = 'RETURN'`);
    });
  });

  test("defaults of an organisation's relations never overlap, neither saved nor switched on again", async () => {
    const relation = (startDate: string, endDate: string | null) =>
      saved("SrmBaseOrganizationRelation", {
        relationType: "PUR_RECV",
        sourceOrgId: ids["north"],
        targetOrgId: ids["yard"],
        defaultFlag: "Y",
        startDate,
        endDate,
      });
    const old = await relation(from(-30), from(30));
    await does("SrmBaseOrganizationRelation", old["id"], "doInvalid");
    expect(await both(relation(from(-10), from(10)), relation(from(0), from(20)))).toEqual(["BASE_DEF_001", "done"]);
    expect(await codeOf(does("SrmBaseOrganizationRelation", old["id"], "doEnabled"))).toBe("BASE_DEF_001");
    expect(await codeOf(relation(from(40), null))).toBe("done");
  });

  test("a file has one next version", async () => {
    const { id } = await made("SrmBaseCommonFile", { fileTitle: "供应商手册", fileCategory: "MANUAL", orgId: world.ids["org"] });
    await world.rows(`update "SrmBaseCommonFile" set status = 'PUBLISHED', "latestFlag" = 'Y' where id = $1`, id);
    const { kernel } = world.product;
    const clerk = someone({ userId: world.ids["specialist"]! });
    const next = async (version: string) =>
      press(kernel, "SrmBaseCommonFile", id, "newVersion", { version, newFile: await uploaded() }, {}, clerk);
    expect(await both(next("2.0"), next("3.0"))).toEqual(["BASE_FILE_002", "done"]);
  });

  test("an item is not hung in a category that becomes a branch at the same moment", async () => {
    await each(async (n) => {
      const categoryOf = (categoryCode: string, parentId: string | null) =>
        saved("SrmBasePurchaseCategory", {
          categoryCode,
          categoryName: categoryCode,
          purchaseKind: "DIRECT",
          importanceLevel: "ROUTINE",
          parentId,
        });
      const leaf = await categoryOf(`LEAF${n}`, null);
      await world.rows(`update "SrmBasePurchaseCategory" set "usedFlag" = 'Y' where id = $1`, leaf["id"]);
      const item = () =>
        saved("SrmBaseItem", {
          itemCode: `AT-${n}`,
          itemName: `物料${n}`,
          itemType: "RAW",
          primaryUom: "EA",
          categoryId: leaf["id"],
        });
      const twig = () => categoryOf(`TWIG${n}`, leaf["id"]);
      expect(await metAtTheDoor("SrmBasePurchaseCategory", [leaf["id"]], twig, item)).toEqual(["BASE_ITEM_003", "done"]);
    });
  });
});

describe("what is switched off while something is hung under it", () => {
  const fares = async (table: string, above: string, add: () => Promise<Row>): Promise<string[]> => {
    const ends = () => does(table, above, "doInvalid");
    return metAtTheDoor(table, [above], add, ends);
  };
  const off = async (table: string, above: string): Promise<string> => {
    await world.rows(`update "${table}" set "enabledFlag" = 'N' where id = $1`, above);
    return above;
  };

  test("a district keeps on while a child comes, and takes none once it is off", async () => {
    const place = (districtCode: string, districtLevel: string, parentId: string | null) =>
      saved("SrmBaseDistrict", { districtCode, districtName: districtCode, districtLevel, parentId });
    await each(async (n) => {
      const land = (await place(`QL${n}`, "COUNTRY", null))["id"];
      expect(await fares("SrmBaseDistrict", land, () => place(`QP${n}`, "PROVINCE", land))).toEqual(["BASE_USED_001", "done"]);
    });
    const closed = await off("SrmBaseDistrict", (await place("QX", "COUNTRY", null))["id"]);
    expect(await codeOf(place("QXP", "PROVINCE", closed))).toBe("BASE_OFF_001");
    const open = (await place("QY", "COUNTRY", null))["id"];
    const below = await off("SrmBaseDistrict", (await place("QYP", "PROVINCE", open))["id"]);
    await off("SrmBaseDistrict", open);
    expect(await codeOf(does("SrmBaseDistrict", below, "doEnabled")), "nor is one switched on again").toBe("BASE_OFF_001");
  });

  test("a bank keeps on while a branch comes, and takes none once it is off", async () => {
    const [china] = await world.rows(`select id from "SrmBaseDistrict" where "districtCode" = 'CN'`);
    const bankOf = (bankCode: string, more: object) =>
      saved("SrmBaseBank", { bankCode, bankName: bankCode, bankLevel: "HEAD", countryId: china!["id"], ...more });
    const branch = (n: number, parentBankId: string) =>
      bankOf(`QB${n}`, { bankLevel: "BRANCH", parentBankId, branchName: `支行${n}`, cnapsCode: String(999_000_000_000 + n) });
    await each(async (n) => {
      const head = (await bankOf(`QB${n}`, {}))["id"];
      expect(await fares("SrmBaseBank", head, () => branch(n, head))).toEqual(["BASE_USED_001", "done"]);
    });
    const closed = await off("SrmBaseBank", (await bankOf("QBX", {}))["id"]);
    expect(await codeOf(branch(99, closed))).toBe("BASE_OFF_001");
    const open = (await bankOf("QBY", {}))["id"];
    const below = await off("SrmBaseBank", (await branch(98, open))["id"]);
    await off("SrmBaseBank", open);
    expect(await codeOf(does("SrmBaseBank", below, "doEnabled")), "nor is one switched on again").toBe("BASE_OFF_001");
  });
});

async function uploaded(): Promise<string> {
  const reply = await world.people["specialist"]!.upload(
    "fileServer/v2/file/upload",
    [{ name: "handbook.txt", bytes: Buffer.from("text") }],
    { functionId: "SrmBaseCommonFile", valueKey: "newFile" },
  );
  return String((reply.data as Row[])[0]!["id"]);
}

test("two colleagues who delegate to each other at the same moment do not close a circle", async () => {
  await each(async (n) => {
    const [anna, bert] = await Promise.all(
      ["anna", "bert"].map(async (name) => {
        const person = { userName: `${name}${n}`, displayName: name, email: `${name}${n}@example.com`, userType: "INTERNAL" };
        return (await made("BaseUsers", person))["id"] as string;
      }),
    );
    const hours = (from: number): string => shift(new Date(), { hours: from }).toISOString();
    const handed = (fromUserId?: string, toUserId?: string) =>
      made("BaseUserAuthorisation", { fromUserId, toUserId, authType: "APPROVAL", startTime: hours(-1), endTime: hours(48) });
    expect(await both(handed(anna, bert), handed(bert, anna))).toEqual(["AUTH_CIRCLE", "done"]);
  });
});
