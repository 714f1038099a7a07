import { describe, expect, test } from "vitest";
import { addDays } from "#kernel/days.ts";
import { agreedAmount, amountLimit, floorTo, openQty, qtyLimit, usedPct } from "./agreement-figures.ts";
import { choosePrice, type Candidate } from "./price-choice.ts";
import { cutBy, statusOn } from "./price-cut.ts";
import { priceKey } from "./price-key.ts";
import { stepFaults, stepPriceFor } from "./steps.ts";

const steps = [
  { id: "a", stepNum: 1, fromQty: "0", toQty: "500", price: "10" },
  { id: "b", stepNum: 2, fromQty: "500", toQty: "1000", price: "9.5" },
  { id: "c", stepNum: 3, fromQty: "1000", toQty: null, price: "9" },
];
const stepped = (stepMode: string) => ({ price: null, stepFlag: "Y", stepMode, steps });

describe("purchasing 17: step price", () => {
  test("by each order the step of its own quantity counts", () => {
    expect(stepPriceFor(stepped("SINGLE"), "500")).toEqual({ price: "9.5", stepPriceId: "b", stepNum: 2 });
    expect(stepPriceFor(stepped("SINGLE"), "499").price).toBe("10");
    expect(stepPriceFor(stepped("SINGLE"), "1000").price).toBe("9");
  });
  test("cumulative steps count what was released before", () => {
    expect(stepPriceFor(stepped("CUMULATIVE"), "200", "800").price).toBe("9");
    expect(stepPriceFor(stepped("CUMULATIVE"), "199", "800").price).toBe("9.5");
    expect(stepPriceFor(stepped("SINGLE"), "200", "800").price).toBe("10");
  });
  test("below the first step the first counts", () => {
    const from50 = { ...stepped("SINGLE"), steps: [{ fromQty: "50", toQty: null, price: "8" }] };
    expect(stepPriceFor(from50, "10").price).toBe("8");
  });
});

describe("steps", () => {
  const faults = (list: readonly (readonly [string, string | null, string])[], moq: string | null = null, mayRise = false) =>
    stepFaults(
      { ...stepped("SINGLE"), moq, steps: list.map(([fromQty, toQty, price]) => ({ fromQty, toQty, price })) },
      "lines[0]",
      mayRise,
    ).map((stepFault) => stepFault.code);
  test("begin at 0 or the MOQ, follow each other and end open", () => {
    expect(
      faults([
        ["0", "500", "10"],
        ["500", null, "9"],
      ]),
    ).toEqual([]);
    expect(
      faults(
        [
          ["50", "500", "10"],
          ["500", null, "9"],
        ],
        "50",
      ),
    ).toEqual([]);
    expect(
      faults([
        ["10", "500", "10"],
        ["500", null, "9"],
      ]),
    ).toEqual(["PUR-2101"]);
    expect(
      faults([
        ["0", "400", "10"],
        ["500", null, "9"],
      ]),
    ).toEqual(["PUR-2101"]);
    expect(
      faults([
        ["0", "600", "10"],
        ["500", null, "9"],
      ]),
    ).toEqual(["PUR-2101"]);
    expect(
      faults([
        ["0", "500", "10"],
        ["500", "900", "9"],
      ]),
    ).toEqual(["PUR-2101"]);
    expect(faults([])).toEqual(["PUR-2101"]);
  });
  test("do not rise unless the bill type allows it", () => {
    expect(
      faults([
        ["0", "500", "9"],
        ["500", null, "10"],
      ]),
    ).toEqual(["PUR-2101"]);
    expect(
      faults(
        [
          ["0", "500", "9"],
          ["500", null, "10"],
        ],
        null,
        true,
      ),
    ).toEqual([]);
  });
});

const offer = (id: string, supplierId: string, more: Partial<Candidate>): Candidate => ({
  id,
  supplierId,
  supplierSiteId: null,
  invOrgId: null,
  sourceGroup: "AGREEMENT",
  sourceNum: `AG-${id}`,
  priority: 1,
  price: "10",
  priceUnit: "1",
  uom: "PCS",
  taxRate: "T13",
  taxPercent: "13",
  taxIncludedFlag: "N",
  stepFlag: "N",
  stepMode: null,
  steps: [],
  startDate: "2026-01-01",
  endDate: "2026-12-31",
  moq: null,
  mpq: null,
  leadTimeDays: null,
  rowQty: "5",
  agreementId: "A",
  agreementLineId: "L",
  cumulativeQty: "0",
  drawable: true,
  leftQty: null,
  leftAmount: null,
  ...more,
});

describe("purchasing 38: price choice", () => {
  const market = (qty: string): Candidate[] => [
    offer("S1-list", "S1", { sourceGroup: "LIST", sourceNum: null, agreementId: null, agreementLineId: null, price: "8", rowQty: qty }),
    offer("S1-agr", "S1", { price: "10", rowQty: qty }),
    offer("S2-agr", "S2", { price: "11.3", taxIncludedFlag: "Y", startDate: "2026-02-01", rowQty: qty }),
    offer("S3-agr", "S3", { price: "29.9", priceUnit: "3", leftQty: "5", rowQty: qty }),
  ];
  test("agreements before the list, the cheapest first, the later start on a draw", () => {
    const { rows } = choosePrice(market("5"), "5");
    expect(rows.map((row) => [row.priceListId, row.priceExcl])).toEqual([
      ["S3-agr", "9.96666667"],
      ["S2-agr", "10.00000000"],
      ["S1-agr", "10.00000000"],
      ["S1-list", "8.00000000"],
    ]);
    expect(rows.map((row) => row.rule)).toEqual(["PRICE", "START", "GROUP", "LAST"]);
  });
  test("an agreement with less left than asked is left out, and said to be", () => {
    const { rows, leftOut } = choosePrice(market("10"), "10");
    expect(rows.map((row) => row.priceListId)).toEqual(["S2-agr", "S1-agr", "S1-list"]);
    expect(leftOut).toMatchObject([{ priceListId: "S3-agr", because: "NOT_ENOUGH" }]);
  });
  test("a price of the asked site hides the supplier's general one of the same group", () => {
    const { rows, leftOut } = choosePrice([...market("5"), offer("S1-site", "S1", { supplierSiteId: "X", price: "12" })], "5");
    expect(rows.map((row) => row.priceListId)).toEqual(["S3-agr", "S2-agr", "S1-site", "S1-list"]);
    expect(leftOut).toMatchObject([{ priceListId: "S1-agr", because: "MORE_SPECIFIC" }]);
  });
  test("where no site is asked, the prices of every site stand side by side", () => {
    const { rows } = choosePrice([offer("general", "S1", {}), offer("site", "S1", { supplierSiteId: "X", price: "12" })], "5", false);
    expect(rows.map((row) => row.priceListId)).toEqual(["general", "site"]);
  });
  test("priority goes before price, and a step is applied before comparing", () => {
    const first = offer("dear", "S4", { price: "20", priority: 1 });
    const second = offer("cheap", "S5", { price: "1", priority: 2 });
    expect(choosePrice([second, first], "5").rows.map((row) => row.priceListId)).toEqual(["dear", "cheap"]);
    const step = offer("step", "S6", { stepFlag: "Y", stepMode: "SINGLE", steps, rowQty: "600" });
    const flat = offer("flat", "S7", { price: "9.6", rowQty: "600" });
    expect(choosePrice([flat, step], "600").rows.map((row) => [row.priceListId, row.price, row.stepNum])).toEqual([
      ["step", "9.5", 2],
      ["flat", "9.6", null],
    ]);
  });
  test("what an amount agreement has left is compared with the money of the asked quantity", () => {
    expect(choosePrice([offer("m", "S1", { price: "10", leftAmount: "49.99" })], "5").rows).toEqual([]);
    expect(choosePrice([offer("m", "S1", { price: "10", leftAmount: "50.00" })], "5").rows).toHaveLength(1);
  });
});

describe("cutting older prices", () => {
  const year = { id: "y", startDate: "2026-01-01", endDate: "2026-12-31" };
  test("purchasing 38: a price inside a yearly one leaves what was before and what comes after", () => {
    expect(cutBy([year], [{ startDate: "2026-04-01", endDate: "2026-04-30" }])).toEqual([
      { row: year, end: "2026-03-31", rests: [{ startDate: "2026-05-01", endDate: "2026-12-31" }] },
    ]);
  });
  test("what is wholly covered is void; what only begins covered goes on as a row of its own", () => {
    expect(cutBy([year], [{ startDate: "2025-06-01", endDate: null }])).toEqual([{ row: year, end: "void", rests: [] }]);
    expect(cutBy([year], [{ startDate: "2025-06-01", endDate: "2026-06-30" }])).toEqual([
      { row: year, end: "void", rests: [{ startDate: "2026-07-01", endDate: "2026-12-31" }] },
    ]);
  });
  test("several newer spans cut one older row; a row that meets none stays", () => {
    const open = { id: "o", startDate: "2026-01-01", endDate: null };
    expect(
      cutBy(
        [open],
        [
          { startDate: "2026-03-01", endDate: "2026-03-31" },
          { startDate: "2026-06-01", endDate: null },
        ],
      ),
    ).toEqual([{ row: open, end: "2026-02-28", rests: [{ startDate: "2026-04-01", endDate: "2026-05-31" }] }]);
    expect(cutBy([year], [{ startDate: "2027-01-01", endDate: null }])).toEqual([]);
  });
  test("touching days do not overlap, one shared day does", () => {
    expect(cutBy([year], [{ startDate: "2026-12-31", endDate: "2026-12-31" }])[0]).toMatchObject({ end: "2026-12-30", rests: [] });
    expect(cutBy([year], [{ startDate: "2026-01-01", endDate: "2026-01-01" }])[0]).toMatchObject({
      end: "void",
      rests: [{ startDate: "2026-01-02", endDate: "2026-12-31" }],
    });
  });
  test("the pieces never overlap and cover exactly the days that were not taken", () => {
    const days = (a: string, b: string): string[] => {
      const out: string[] = [];
      for (let d = a; d <= b; d = addDays(d, 1)) out.push(d);
      return out;
    };
    const old = { startDate: "2026-01-01", endDate: "2026-01-20" };
    for (let from = -3; from <= 22; from++)
      for (let length = 0; length < 25; length += 3) {
        const start = addDays("2026-01-01", from);
        const end = addDays(start, length);
        const [cut] = cutBy([old], [{ startDate: start, endDate: end }]);
        const left = cut
          ? [
              ...(cut.end === "void" ? [] : days(old.startDate, cut.end)),
              ...cut.rests.flatMap((span) => days(span.startDate, span.endDate!)),
            ]
          : days(old.startDate, old.endDate);
        const taken = new Set(days(start, end));
        expect(left).toEqual(days(old.startDate, old.endDate).filter((day) => !taken.has(day)));
      }
  });
  test("the day says whether a price counts", () => {
    expect(["2025-12-31", "2026-01-01", "2026-12-31", "2027-01-01"].map((day) => statusOn(year, day))).toEqual([
      "FUTURE",
      "EFFECTIVE",
      "EFFECTIVE",
      "EXPIRED",
    ]);
  });
});

describe("figures of an agreement", () => {
  const line = { agreeQty: "33", price: "2", priceUnit: "1", occupiedQty: "10", releasedQty: "20", uomDecimals: 0, steps: [] };
  const header = { agreementType: "QTY", overLimitPct: "5", amountLimit: null, occupiedAmount: "0", releasedAmount: "0", lines: [line] };
  test("limits are rounded down to the unit and the cent", () => {
    expect(floorTo("34.65", 0)).toBe("34");
    expect(qtyLimit(header, line)).toBe("34");
    expect(qtyLimit(header, { ...line, uomDecimals: 3 })).toBe("34.650");
    expect(amountLimit({ agreementType: "AMOUNT", amountLimit: "9.99", overLimitPct: "3" })).toBe("10.28");
    expect(openQty(line, header)).toBe("4");
  });
  test("how far it is used and what it is worth", () => {
    expect(usedPct(header)).toBe("88.2353");
    expect(usedPct({ ...header, agreementType: "PRICE" })).toBe("0");
    expect(agreedAmount(header)).toBe("66.00");
  });
});

test("an empty part of the key counts as a value; the words count only without an item", () => {
  const base = { orgId: "O", supplierId: "S", itemId: "I", priceType: "STANDARD", currency: "CNY", uom: "PCS", sourceGroup: "LIST" };
  expect(priceKey({ ...base, itemDesc: "x" })).toBe(priceKey({ ...base, itemDesc: "y" }));
  expect(priceKey(base)).not.toBe(priceKey({ ...base, invOrgId: "W" }));
  expect(priceKey({ ...base, itemId: null, categoryId: "C", itemDesc: "x" })).not.toBe(
    priceKey({ ...base, itemId: null, categoryId: "C", itemDesc: "y" }),
  );
});
