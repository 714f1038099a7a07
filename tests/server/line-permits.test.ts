import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { partedLines } from "#kernel/server/access/line-permits.ts";
import { Firm, codeOf, type Who } from "../support/firm.ts";

/** Permits by category are judged on the lines of every document: seen when one is permitted, changed only when all are. */
let firm: Firm;
let boss: Who, buyer: Who;
let sheet: string, deep: string, motor: string, bolt: string;
type Row = Record<string, any>;

const category = async (categoryCode: string, parentId: string | null = null): Promise<string> =>
  (await firm.save("SrmBasePurchaseCategory", { categoryCode, categoryName: categoryCode, purchaseKind: "DIRECT", parentId }))["id"];

beforeAll(async () => {
  firm = await Firm.open();
  [sheet, motor] = [await category("SHEET"), await category("MOTOR")];
  deep = await category("DEEP", sheet);
  const word = { itemName: "BOLT", itemType: "RAW", primaryUom: "EA" };
  bolt = (await firm.save("SrmBaseItem", { ...word, categoryId: motor }))["id"];
  boss = await firm.person("boss", ["FIRM_BUYER"]);
  buyer = await firm.person("buyer", ["FIRM_BUYER"]);
  await firm.save("BaseUserCategoryPermit", { userId: buyer.id, categoryId: sheet });
});
afterAll(() => firm.drop());

const save = async (who: Who, input: Row, id?: string) => firm.act("FirmOrder", id, "saveOrUpdate", input, await who.me());
const order = async (...lines: Row[]) => (await save(boss, { lines }))["id"] as string;
const list = async (who: Who, name = "FirmOrder") => {
  const { rows } = await firm.kernel.finder.list(firm.kernel.declared.entity(name), { pageRows: 0 }, await who.me());
  return rows.map((row) => row["id"] as string);
};
const reads = async (who: Who, id: string) => codeOf(firm.kernel.finder.byId(firm.kernel.declared.entity("FirmOrder"), id, await who.me()));

describe("whoever is limited to some categories", () => {
  test("sees a document when one line is permitted, not one without lines or with a line without category; empty never means everybody", async () => {
    const mixed = await order({ categoryId: deep }, { categoryId: motor });
    const foreign = await order({ categoryId: motor });
    const goods = await order({ itemId: bolt });
    const bare = await order();
    const nameless = await order({ categoryId: sheet }, { price: "1" });
    const all = [mixed, foreign, goods, bare, nameless];
    const [seen, boundless] = [await list(buyer), await list(boss)];
    expect(all.filter((id) => boundless.includes(id))).toEqual(all);
    expect(all.filter((id) => seen.includes(id))).toEqual([mixed]);
    expect(await Promise.all(all.map((id) => reads(buyer, id)))).toEqual(["S", ...Array<string>(4).fill("DATA_NOT_FOUND")]);
  });

  test("reads of the lines by themselves only those of his categories", async () => {
    const id = await order({ categoryId: deep }, { categoryId: motor });
    const { rows } = await firm.kernel.finder.list(
      firm.kernel.declared.entity("FirmOrderLine"),
      { parentId: [id], pageRows: 0 },
      await buyer.me(),
    );
    expect(rows.map((row) => row["categoryId"])).toEqual([deep]);
  });

  test("changes it only when every line is permitted, before and after: no save, no line, no action, no removal", async () => {
    const mixed = await order({ categoryId: sheet }, { categoryId: motor });
    expect(await codeOf(save(buyer, { remark: "cheap" }, mixed))).toBe("PERM_LINE");
    expect(await codeOf(firm.act("FirmOrder", mixed, "doClose", {}, await buyer.me()))).toBe("PERM_LINE");
    expect(await codeOf(firm.act("FirmOrder", mixed, "delete", {}, await buyer.me()))).toBe("PERM_LINE");
    const own = (await save(buyer, { lines: [{ categoryId: deep }] }))["id"];
    expect(await codeOf(save(buyer, { lines: [{ categoryId: deep }, { categoryId: motor }] }, own))).toBe("PERM_LINE");
    const byGoods = await order({ categoryId: sheet }, { itemId: bolt });
    expect(await codeOf(save(buyer, { remark: "cheap" }, byGoods))).toBe("PERM_LINE");
    expect(await codeOf(save(buyer, { lines: [{ price: "3" }] }))).toBe("PERM_LINE");
    expect(await codeOf(save(buyer, {}))).toBe("PERM_LINE");
    expect(await codeOf(save(buyer, { remark: "fine" }, own))).toBe("S");
    expect(await codeOf(firm.act("FirmOrder", own, "doClose", {}, await buyer.me()))).toBe("S");
  });

  test("a category moved in the tree takes and gives at once what is derived from it", async () => {
    const [pumps, under] = [await category("PUMPS"), await category("UNDER")];
    const move = async (newParentId: string) =>
      firm.act("SrmBasePurchaseCategory", under, "move", { newParentId }, { ...(await boss.me()), audience: "system" });
    await move(pumps);
    const id = await order({ categoryId: under });
    const seen = async () => (await list(buyer)).includes(id);
    expect(await seen()).toBe(false);
    await move(sheet);
    expect(await seen()).toBe(true);
    await move(pumps);
    expect(await seen()).toBe(false);
  });
});

describe("whoever is limited to some goods", () => {
  test("sees a document when one line is permitted or names none, and changes it only when every line is", async () => {
    const keeper = await firm.person("keeper", ["FIRM_BUYER"]);
    await firm.save("BaseUserMaterialPermit", { userId: keeper.id, itemId: bolt, permitType: "EXCLUDE" });
    const nut = (await firm.save("SrmBaseItem", { itemName: "NUT", itemType: "RAW", primaryUom: "EA", categoryId: motor }))["id"];
    const [foreign, mixed, own] = [
      await order({ itemId: bolt }),
      await order({ itemId: bolt }, { itemId: nut }),
      await order({ itemId: nut }),
    ];
    const free = await order({ categoryId: motor });
    const seen = await list(keeper);
    expect([foreign, mixed, own, free].filter((id) => seen.includes(id))).toEqual([mixed, own, free]);
    const lines = await firm.kernel.finder.list(
      firm.kernel.declared.entity("FirmOrderLine"),
      { parentId: [mixed], pageRows: 0 },
      await keeper.me(),
    );
    expect(lines.rows.map((row) => row["itemId"])).toEqual([nut]);
    expect(await codeOf(save(keeper, { remark: "cheap" }, mixed))).toBe("PERM_LINE");
    expect(await codeOf(save(keeper, { lines: [{ itemId: bolt }] })), "what he does not see he cannot choose").toBe("FIELD_INVALID");
    expect(await codeOf(save(keeper, { remark: "fine" }, own))).toBe("S");
    expect(await codeOf(save(keeper, { remark: "fine" }, free))).toBe("S");
  });
});

test("every numbered document whose lines name goods or categories is judged so", () => {
  const { declared } = firm.kernel;
  const judged = [...declared.entities.values()].filter((e) => partedLines(declared, e).length > 0).map((e) => e.name);
  expect(judged).toEqual(
    expect.arrayContaining([
      ...["SrmPurRequisitionHeader", "SrmPurProcurementPlan", "SrmPurForecast", "SrmPurAslApply", "SrmPurAslAlteration"],
      ...["SrmPurAgreementHeader", "SrmPurOrderHeader", "SrmPurDeliveryNotice", "SrmPurDeliveryNote", "SrmPurReceive", "SrmPurWriteOff"],
      ...["SrmSlcQualifyHeader", "SrmSlcQualifiedSupplier", "SrmSlcSampleTrial", "SrmSlcBatchTryout", "SrmSlcDailyManage"],
    ]),
  );
  expect(judged).not.toContain("SrmBasePurchaseCategory");
});
