import { describe, expect, test } from "vitest";
import { mul, round } from "#kernel/decimal.ts";
import { Refusal } from "#kernel/refusal.ts";
import { checkAttributes } from "./attributes.ts";
import { goesForward } from "./bill-type-families.ts";
import { templateFaults } from "./config.rules.ts";
import { fitsUnder } from "./district.rules.ts";
import { likeness, plain, score } from "./duplicate.ts";
import { nextWorkingDay } from "./letter.rules.ts";
import { measureLookups } from "./measures.ts";
import { areHours } from "./place.rules.ts";
import { decideProfile, faultOf } from "./profile.ts";
import { coverage, findRate, mustRate, type RateRow } from "./rate.ts";
import { jumpOf } from "./rate.rules.ts";
import { variablesIn } from "./reader.rules.ts";
import { ages, arrivedWithin } from "./ages.ts";
import { dueDay, nodeFaults, partsOf, scheduleOf, summaryOf, type TermNode } from "./schedule.ts";
import { convert } from "./uom.ts";

const codeOf = (work: () => unknown): string => {
  try {
    work();
    return "done";
  } catch (error) {
    return error instanceof Refusal ? error.code : String(error);
  }
};
const node = (nodeSeq: number, nodeType: string, proportion: string, more: Partial<TermNode> = {}): TermNode => ({
  nodeSeq,
  nodeType,
  proportion,
  dueMode: "DAYS_AFTER",
  days: 0,
  months: null,
  dayOfMonth: null,
  ...more,
});

describe("payment schedules", () => {
  const t1 = [node(1, "PREPAY", "30"), node(2, "INVOICE", "70", { days: 60 })];

  test("base-data 1: thirty percent before, the rest sixty days after the invoice", () => {
    expect(summaryOf(t1)).toEqual(["30% 预付 / 70% 票后60天", "30% prepayment / 70% 60 days after invoice"]);
    expect(scheduleOf(t1, "100000.00", 2, { PREPAY: "2024-03-01", INVOICE: "2024-03-20" })).toMatchObject([
      { amount: "30000.00", dueDate: "2024-03-01" },
      { amount: "70000.00", dueDate: "2024-05-19" },
    ]);
  });

  test("base-data 2: what does not come to a hundred is refused with its sum", () => {
    const faults = nodeFaults([1, 2, 3].map((seq) => node(seq, "RECEIPT", "33.33")));
    expect(faults.map((fault) => [fault.code, fault.text[0]])).toEqual([["BASE_TERM_001", "付款比例合计为99.99%，必须等于100%"]]);
    expect(nodeFaults([node(1, "INVOICE", "100", { dueMode: "MONTHS_AFTER", days: null })])[0]?.text[1]).toBe(
      "Row 1: due mode lacks days, months or day",
    );
  });

  test("parts always add up, the last one carries what is left", () => {
    const thirds = ["33.33", "33.33", "33.34"].map((p, i) => node(i + 1, "RECEIPT", p));
    expect(partsOf("10000.00", thirds, 2)).toEqual(["3333.00", "3333.00", "3334.00"]);
    expect(partsOf("100.01", [node(1, "RECEIPT", "50"), node(2, "INVOICE", "50")], 2)).toEqual(["50.01", "50.00"]);
    expect(partsOf("1001", [node(1, "RECEIPT", "50"), node(2, "INVOICE", "50")], 0)).toEqual(["501", "500"]);
  });

  test("due days keep within their month", () => {
    expect(dueDay(node(1, "INVOICE", "100", { dueMode: "MONTHS_AFTER", months: 1 }), "2024-01-31")).toBe("2024-02-29");
    expect(dueDay(node(1, "INVOICE", "100", { dueMode: "MONTHS_AFTER", months: 13 }), "2023-12-31")).toBe("2025-01-31");
    expect(dueDay(node(1, "INVOICE", "100", { dueMode: "MONTH_END", months: 1, days: 0 }), "2024-06-11")).toBe("2024-07-31");
    expect(dueDay(node(1, "INVOICE", "100", { dueMode: "MONTH_END", months: 0, days: 5 }), "2024-02-10")).toBe("2024-03-05");
    const fifteenth = node(1, "INVOICE", "100", { dueMode: "DAY_OF_MONTH", dayOfMonth: 15 });
    expect(dueDay(fifteenth, "2024-03-14")).toBe("2024-03-15");
    expect(dueDay(fifteenth, "2024-03-15")).toBe("2024-04-15");
    expect(dueDay({ ...fifteenth, dayOfMonth: 31 }, "2024-02-01")).toBe("2024-02-29");
    expect(dueDay({ ...fifteenth, days: 30 }, "2024-12-20")).toBe("2025-02-15");
  });

  test("a summary reads like people speak", () => {
    const nodes = [
      node(1, "PREPAY", "30"),
      node(2, "INVOICE", "60", { days: 60 }),
      node(3, "WARRANTY", "10", { dueMode: "MONTHS_AFTER", months: 12, days: null }),
    ];
    expect(summaryOf(nodes)[0]).toBe("30% 预付 / 60% 票后60天 / 10% 质保12月");
  });
});

describe("rates", () => {
  const row = (fromCurrency: string, toCurrency: string, effectiveDate: string, rate: string): RateRow => ({
    id: `${fromCurrency}${toCurrency}${effectiveDate}`,
    fromCurrency,
    toCurrency,
    effectiveDate,
    rate,
  });
  const asked = (from: string, to: string, day: string, through: string | null = "CNY") => ({ from, to, day, staleDays: 31, through });

  test("base-data 3: a rate counts for a month, then it is missing", () => {
    const rows = [row("USD", "CNY", "2024-05-01", "7.10")];
    expect(findRate(rows, asked("USD", "CNY", "2024-05-20"))).toMatchObject({ rate: "7.10000000", path: "DIRECT" });
    expect(codeOf(() => mustRate(rows, asked("USD", "CNY", "2024-06-05")))).toBe("BASE_FX_001");
    expect(codeOf(() => mustRate(rows, asked("USD", "CNY", "2024-04-30")))).toBe("BASE_FX_001");
    expect(findRate([], asked("CNY", "CNY", "2024-06-05"))).toMatchObject({ rate: "1.00000000", path: "SAME", rows: [] });
  });

  test("base-data 4: the other way round when only that is known", () => {
    const rated = findRate([row("CNY", "JPY", "2024-05-01", "20.5")], asked("JPY", "CNY", "2024-05-01"))!;
    expect(rated).toMatchObject({ rate: "0.04878049", path: "INVERSE", rows: [{ pair: "CNY→JPY", inverse: true }] });
    expect(round(mul("100000", rated.exact), 2)).toBe("4878.05");
  });

  test("base-data 5: through the group's currency, unless that is forbidden", () => {
    const rows = [row("EUR", "CNY", "2024-05-01", "7.8"), row("USD", "CNY", "2024-05-01", "7.1")];
    expect(findRate(rows, asked("EUR", "USD", "2024-05-02"))).toMatchObject({ rate: "1.09859155", path: "CROSS" });
    expect(codeOf(() => mustRate(rows, asked("EUR", "USD", "2024-05-02", null)))).toBe("BASE_FX_001");
  });

  test("the newest row counts, coverage tells own, carried and missing days", () => {
    const rows = [row("USD", "CNY", "2024-05-02", "7.1"), row("USD", "CNY", "2024-05-04", "7.2")];
    expect(findRate(rows, asked("USD", "CNY", "2024-05-09"))?.rate).toBe("7.20000000");
    expect(coverage(rows, ["USD", "CNY"], "2024-05-01", "2024-05-05", 31)).toEqual(["MISSING", "OWN", "CARRIED", "OWN", "CARRIED"]);
    expect(jumpOf("8.6", "7.1")).toBe("21.1");
  });
});

describe("units", () => {
  const rows = [
    { from: "BOX", to: "EA", rate: "12", own: true },
    { from: "BOX", to: "EA", rate: "10", own: false },
    { from: "T", to: "KG", rate: "1000", own: false },
    { from: "LB", to: "KG", rate: "0.45359237", own: false },
  ];
  test("base-data 6: the item's own conversion beats the general one", () => {
    expect(convert({ qty: "5", from: "BOX", to: "EA", digits: 4 }, rows)).toMatchObject({ qty: "60.0000", path: ["BOX", "EA"] });
  });
  test("backwards, over one unit between, and never over two", () => {
    expect(convert({ qty: "60", from: "EA", to: "BOX", digits: 4 }, rows).qty).toBe("5.0000");
    expect(convert({ qty: "1", from: "T", to: "LB", digits: 4 }, rows)).toMatchObject({
      qty: "2204.6226",
      path: ["T", "KG", "LB"],
      coarse: false,
    });
    expect(convert({ qty: "1", from: "EA", to: "T", digits: 0 }, [{ from: "T", to: "EA", rate: "700", own: true }]).coarse).toBe(false);
    expect(convert({ qty: "300", from: "EA", to: "T", digits: 0 }, [{ from: "T", to: "EA", rate: "700", own: true }]).coarse).toBe(true);
    expect(codeOf(() => convert({ qty: "1", from: "BOX", to: "T", digits: 4 }, rows))).toBe("BASE_UOM_001");
  });
});

describe("parameters", () => {
  const at = (scopeLevel: string, profileValue: string, more: object = {}) => ({
    id: profileValue,
    scopeLevel,
    profileValue,
    orgId: null,
    categoryId: null,
    enabledFlag: "Y",
    ...more,
  });
  test("base-data 15: the nearest value decides and says so", () => {
    const rows = [at("GLOBAL", "5"), at("ORG", "8", { orgId: "BU1" }), at("CATEGORY", "10", { categoryId: "parent" })];
    expect(decideProfile(undefined, rows, ["leaf", "parent"], ["BU1"])).toEqual({
      value: "10",
      decidedBy: { level: "CATEGORY", id: "10" },
    });
    expect(decideProfile(undefined, rows, ["other"], ["BU1"])?.value).toBe("8");
    expect(decideProfile(undefined, rows, ["other"], ["BU2"])).toEqual({ value: "5", decidedBy: { level: "GLOBAL", id: "5" } });
    expect(decideProfile("31", [], [], [])).toEqual({ value: "31", decidedBy: { level: "DEFAULT", id: null } });
    expect(decideProfile(undefined, [], [], [])).toBeNull();
  });
  test("a value must fit its type and bounds", () => {
    const int = { valueType: "INT", minValue: "1", maxValue: "9" };
    expect([faultOf("5", int), faultOf("10", int)?.[1], faultOf("x", int)?.[1]]).toEqual([null, "not above 9", "must be a whole number"]);
    expect(faultOf("yes", { valueType: "YN", minValue: null, maxValue: null })?.[0]).toBe("应为 Y 或 N");
    expect(faultOf("{", { valueType: "JSON", minValue: null, maxValue: null })?.[1]).toBe("is not valid JSON");
  });
});

describe("likeness and form", () => {
  test("spelling does not tell items apart, meaning does", () => {
    expect(plain("内六角 螺栓（M8×20）")).toBe(plain("内六角螺栓 m8x20"));
    const a = { itemName: "轴承", specification: "6204-2RS", manufacturerPartNo: null };
    expect(score(a, { ...a, specification: "6204 2rs" })).toBe(100);
    expect(score(a, { itemName: "电机", specification: "380V", manufacturerPartNo: null })).toBeLessThan(30);
    expect(score({ ...a, manufacturerPartNo: "AB-1" }, { itemName: "x", specification: null, manufacturerPartNo: "ab1" })).toBe(100);
    expect(likeness("", "")).toBe(0);
  });
  test("districts hang one level up, counties of municipalities two", () => {
    expect([
      fitsUnder("COUNTRY", null),
      fitsUnder("COUNTY", "PROVINCE"),
      fitsUnder("CITY", "COUNTRY"),
      fitsUnder("PROVINCE", null),
    ]).toEqual([true, true, false, false]);
  });
  test("documents only go forward", () => {
    expect([goesForward("REQUISITION", "ORDER"), goesForward("ORDER", "REQUISITION"), goesForward("ORDER", "ORDER")]).toEqual([
      true,
      false,
      false,
    ]);
  });
  test("a path ends with the one qualified node", () => {
    const step = (nodeSeq: number, nodeCode: string, requiredType = "MUST") => ({ nodeSeq, nodeCode, requiredType, skipCondition: null });
    expect(templateFaults([step(10, "REGISTER"), step(20, "QUALIFIED")])).toEqual([]);
    expect(templateFaults([step(10, "QUALIFIED"), step(20, "SAMPLE_TRIAL")]).map((templateFault) => templateFault.code)).toEqual([
      "BASE_PTPL_001",
    ]);
    expect(
      templateFaults([step(10, "SAMPLE_TRIAL"), step(20, "REGISTER"), step(30, "QUALIFIED")]).map((templateFault) => templateFault.code),
    ).toEqual(["BASE_PTPL_003"]);
  });
  test("attributes asked of an item are checked, the nearest category's first", () => {
    const entry = { attrCode: "A", attrName: "电压", attrNameEn: "Voltage", attrType: "NUMBER", requiredFlag: "Y", useIn: ["ITEM"] };
    expect(checkAttributes([entry], {}, "ITEM")[0]?.text).toEqual(["属性电压必填", "Attribute Voltage is required"]);
    expect(checkAttributes([entry], { A: "x" }, "ITEM")[0]?.text[1]).toBe("Attribute Voltage must be a number");
    expect(checkAttributes([{ ...entry, requiredFlag: "N" }, entry], {}, "ITEM")).toEqual([]);
    expect(checkAttributes([entry], {}, "INQUIRY")).toEqual([]);
  });
  test("opening hours, variables and the next working day", () => {
    expect([areHours({ mon: [["08:00", "17:00"]] }), areHours({ mon: [["17:00", "08:00"]] }), areHours({ day: [] })]).toEqual([
      true,
      false,
      false,
    ]);
    expect(variablesIn("a ${title} b", "${no}${title}", null)).toEqual(["title", "no"]);
    expect(nextWorkingDay("2026-11-13T02:00:00.000Z")).toBe("2026-11-16T02:00:00.000Z");
  });
  test("currencies know their digits", () => {
    const { values, extras } = measureLookups["CURRENCY"]!;
    expect(Object.keys(values).length).toBeGreaterThan(150);
    expect([extras?.["CNY"], extras?.["JPY"], extras?.["KWD"], values["USD"]]).toEqual([
      { digits: 2 },
      { digits: 0 },
      { digits: 3 },
      ["美元", "US dollar"],
    ]);
    for (const code of Object.keys(measureLookups["UNIT_CONVERSION_RATIO"]!.values))
      for (const unit of code.split(">")) expect(measureLookups["UOM"]!.values).toHaveProperty(unit);
  });
});

test("what waits is shown by how long it has, without a gap and without an overlap", () => {
  const now = Date.parse("2026-03-10T08:00:00.000Z");
  expect(ages.map(([key]) => arrivedWithin(key, now))).toEqual([
    { arrivalDateFrom: "2026-03-09T08:00:00.000Z" },
    { arrivalDateFrom: "2026-03-07T08:00:00.000Z", arrivalDateTo: "2026-03-09T08:00:00.000Z" },
    { arrivalDateFrom: "2026-03-03T08:00:00.000Z", arrivalDateTo: "2026-03-07T08:00:00.000Z" },
    { arrivalDateTo: "2026-03-03T08:00:00.000Z" },
  ]);
  expect(arrivedWithin("", now)).toEqual({});
});
