import { describe, expect, test } from "vitest";
import { entity } from "./entity.ts";
import { pick, ref, text } from "./field.ts";
import {
  blankOf,
  bodyOf,
  changesOf,
  fieldAt,
  isSame,
  readAs,
  recompute,
  goesWith,
  titleOf,
  offeredTo,
  withLoosened,
} from "./page-document.ts";
import { line1, order, stored } from "./page-sample.ts";

describe("documents", () => {
  test("a new document has its first values and empty lines", () => {
    expect(blankOf(order)).toMatchObject({ orderType: "STANDARD", status: "DRAFT", lines: [], remark: null });
  });

  test("1.50 is 1.5 and nothing is nothing, but codes are not numbers", () => {
    expect([isSame("1.50", "1.5"), isSame(null, ""), isSame("007", "7"), isSame("1", "2")]).toEqual([true, true, false, false]);
  });

  test("unsaved changes are counted over fields and lines", () => {
    const now = {
      ...stored,
      needBy: "2026-12-01",
      lines: [
        { ...line1, qty: "3" },
        { $key: "new:1", itemId: "i2", qty: "1", price: "1" },
      ],
    };
    expect(changesOf(order, stored, now).map((c) => [c.path, c.kind])).toEqual([
      ["needBy", "field"],
      ["lines[0].qty", "field"],
      ["lines[1]", "added"],
    ]);
    expect(changesOf(order, stored, { ...stored, lines: [] }).map((c) => c.kind)).toEqual(["removed"]);
    expect(changesOf(order, stored, stored)).toEqual([]);
    expect(changesOf(order, null, blankOf(order))).toEqual([]);
  });

  test("only changed fields travel, never computed or companion ones; lines go whole while few", () => {
    const now = {
      ...stored,
      needBy: "2026-12-01",
      supplierName: "x",
      amount: "9",
      lines: [
        { ...line1, qty: "3" },
        { $key: "new:1", itemId: "i2", qty: "1", price: "" },
      ],
    };
    expect(bodyOf(order, stored, now)).toEqual({
      id: "o1",
      versionNum: 3,
      needBy: "2026-12-01",
      lines: [
        { id: "l1", itemId: "i1", qty: "3", price: "1.50" },
        { itemId: "i2", qty: "1", price: null },
      ],
    });
  });

  test("a field fixed at creation is not sent again", () => {
    expect(bodyOf(order, stored, { ...stored, supplierId: "s2" })).toEqual({ id: "o1", versionNum: 3 });
    expect(bodyOf(order, null, { ...blankOf(order), supplierId: "s2" })).toEqual({ supplierId: "s2", orderType: "STANDARD", lines: [] });
  });

  test("many lines travel as a delta", () => {
    const lines = Array.from({ length: 300 }, (_, i) => ({ id: `l${i}`, itemId: "i", qty: "1", price: "1", amount: "1" }));
    const now = { ...stored, lines: [...lines.slice(1, 299), { ...lines[299]!, qty: "2" }] };
    expect(bodyOf(order, { ...stored, lines }, now)["lines"]).toEqual({ changed: [{ id: "l299", qty: "2" }], removed: ["l0"] });
  });

  test("formulas run lines first, and untouched rows stay the same object", () => {
    const line2 = { id: "l2", itemId: "i1", qty: "4", price: "2", amount: "0" };
    const done = recompute(order, { ...stored, lines: [line1, line2] });
    expect([done["amount"], (done["lines"] as unknown[])[0] === line1]).toEqual(["11.00", true]);
    expect(recompute(order, stored)).toBe(stored);
    expect(recompute(order, { ...stored, lines: [{ ...line1, qty: "" }] })["amount"]).toBe("3.00");
  });

  test("titles", () => {
    expect(titleOf(order, stored)).toEqual({ main: "PO1", rest: "" });
  });
});

test("the field behind a path is found through its lines", () => {
  expect(fieldAt(order, "lines[3].qty")?.field.label).toEqual(["数量", "Quantity"]);
  expect(fieldAt(order, "lines[A].B#01m7abcdefghijklmnop].qty")?.key).toBe("qty");
  expect(fieldAt(order, "lines[01m7abcdefghijklmnop].$added")).toBeUndefined();
  expect(fieldAt(order, "needBy")?.key).toBe("needBy");
  expect(fieldAt(order, "lines[0].nothing")).toBeUndefined();
});

test("a row is read in English where its other half is filled", () => {
  const row = { subject: "主题一", subjectEn: "First" };
  expect(readAs(order, row, "EN")["subject"]).toBe("First");
  expect(readAs(order, { ...row, subjectEn: "" }, "EN")["subject"]).toBe("主题一");
  expect(readAs(order, row, "CN")).toBe(row);
});

test("a text that repeats a record's name is read as that record's name, words of its own stay", () => {
  const part = entity("T_Part", "件", "Part", {
    fields: { itemId: ref("T_Item", "物料", "Item", { optional: true }), said: text("描述", "Description", { max: 9, repeats: "itemId" }) },
    sees: {},
    title: ["said"],
  });
  const row = { itemId: "I1", itemName: "Bracket", said: "支架" };
  expect(titleOf(part, row, "EN").main).toBe("Bracket");
  expect(titleOf(part, { ...row, itemName: "支架" }, "CN").main).toBe("支架");
  expect(titleOf(part, { ...row, said: "Bracket, red" }, "EN").main, "typed in English").toBe("Bracket, red");
  expect(titleOf(part, { ...row, itemId: null, itemName: null }, "EN").main, "no item behind it").toBe("支架");
});

test("a choice in a title is said by its meaning, and by its code while that is not known", () => {
  const rule = entity("T_Rule", "规则", "Rule", {
    fields: { kind: pick("类型", "Kind", "T_KIND"), days: text("天数", "Days", { max: 9 }) },
    sees: {},
    title: ["kind", "days"],
  });
  const row = { kind: "AMOUNT_USED", days: "80" };
  const known = (lookup: string, code: string): string => (lookup === "T_KIND" && code === "AMOUNT_USED" ? "Amount used" : "");
  expect(titleOf(rule, row, "EN", undefined, known)).toEqual({ main: "Amount used", rest: "80" });
  expect(titleOf(rule, row, "EN", undefined, () => "").main).toBe("AMOUNT_USED");
});

test("a reference within another is chosen from the rows that agree with its own", () => {
  const site = ref("T_Site", "地点", "Site", { within: { supplierId: "supplierId" }, pick: { enabledFlag: "Y" } });
  expect(offeredTo(site, { supplierId: "S1" })).toEqual({ enabledFlag: "Y", supplierId: "S1" });
  expect(offeredTo(site, { supplierId: null }), "nothing said yet").toEqual({ enabledFlag: "Y" });
  expect(offeredTo(site, { supplierId: ["S1", "S2"] }), "a filter for several").toEqual({ enabledFlag: "Y" });
  expect(offeredTo(ref("T_Site", "地点", "Site"), { supplierId: "S1" })).toBeUndefined();
  const gate = ref("T_Gate", "门", "Gate", { within: { orgId: ["plantId", "unitId"] } });
  expect(offeredTo(gate, { plantId: "P", unitId: "U" }), "of either").toEqual({ orgId: ["P", "U"] });
  expect(offeredTo(gate, { plantId: "P" }), "of the only one").toEqual({ orgId: "P" });
  expect(offeredTo(gate, { unitId: "U" }), "the first says whether it is asked").toEqual({});
});

test("what stood within something is let go when that is changed, and stays when it is chosen along or nothing was said before", () => {
  const fields = {
    supplierId: ref("T_Supplier", "供应商", "Supplier"),
    siteId: ref("T_Site", "地点", "Site", { within: { supplierId: "supplierId" } }),
  };
  const row = { supplierId: "S1", siteId: "A", siteCode: "A1", siteName: "Site A" };
  expect(withLoosened(fields, row, { supplierId: "S2" })).toEqual({ supplierId: "S2", siteId: null, siteCode: null, siteName: null });
  expect(withLoosened(fields, row, { supplierId: "S1" })).toEqual({ supplierId: "S1" });
  expect(withLoosened(fields, row, { supplierId: "S2", siteId: "B" })).toEqual({ supplierId: "S2", siteId: "B" });
  expect(withLoosened(fields, { ...row, supplierId: null }, { supplierId: "S2" })).toEqual({ supplierId: "S2" });
  expect(withLoosened(fields, row, { note: "x" })).toEqual({ note: "x" });
});

test("what a choice has to go with is named by its row, else by the document above it where somebody chooses it", () => {
  const plant = ref("T_Org", "工厂", "Plant", { fits: ["receives", "orgId"] });
  const [own, copied] = [ref("T_Org", "组织", "Organisation"), ref("T_Org", "组织", "Organisation", { computed: true })];
  const head = { fields: { orgId: own }, row: { orgId: "HEAD" } };
  expect(goesWith(plant, { fields: { orgId: own }, row: { orgId: "OWN" }, above: head })).toEqual(["receives", "OWN"]);
  expect(goesWith(plant, { fields: { orgId: copied }, row: { orgId: "OLD" }, above: head }), "a copy of it").toEqual(["receives", "HEAD"]);
  expect(goesWith(plant, { fields: {}, row: {}, above: { fields: {}, row: {}, above: head } }), "two above").toEqual(["receives", "HEAD"]);
  expect(goesWith(plant, { fields: { orgId: own }, row: { orgId: null }, above: head }), "not chosen yet").toBeUndefined();
  expect(goesWith(own, head)).toBeUndefined();
});
