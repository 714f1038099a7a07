import { describe, expect, test } from "vitest";
import { Refusal } from "#kernel/refusal.ts";
import { agreedPrice } from "./contract.gate.ts";
import { stepPassed } from "./exec.ts";
import { ledgerFigures, type LedgerStage } from "./figures.ts";
import { refundOf } from "./refunds.ts";
import { dueDayOf, dueShare, stagePosts, type Held, type Stage, type StageUse } from "./stages.ts";
import { nextStep, partsOf, type BarStage } from "./standing.ts";
import { lastNotice, nextPeriod, renewedUntil } from "./term.rules.ts";

const stage = (more: Partial<Stage> = {}): Stage => ({
  ...({
    id: "S",
    stageNo: 1,
    stageType: "DELIVERY",
    trigger: "RECEIPT",
    percent: "60",
    amount: "67800",
    dueDays: 10,
    dueDate: null,
  } as const),
  ...({
    limitAmount: "67800",
    triggeredAmount: "0",
    appliedAmount: "0",
    paidAmount: "0",
    deductedAmount: "0",
    stageStatus: "WAIT",
  } as const),
  ...more,
});

describe("renewal", () => {
  test.each([
    ["2027-01-31", 1, "2027-02-28"],
    ["2028-01-31", 1, "2028-02-29"],
    ["2027-02-28", 1, "2027-03-31"],
    ["2028-02-29", 12, "2029-02-28"],
    ["2027-04-30", 12, "2028-04-30"],
    ["2027-03-15", 6, "2027-09-15"],
    ["2026-12-31", 2, "2027-02-28"],
  ])("a contract until %s goes on %i months until %s", (expiry, months, until) => expect(renewedUntil(expiry, months)).toBe(until));

  test("a notice counts until so many days before the end, and for its own period alone", () => {
    expect(lastNotice("2027-03-31", 30)).toBe("2027-03-01");
    const doc = { autoRenewFlag: "Y", renewMonths: 12, expiryDate: "2027-03-31", nonRenewFor: null };
    expect(nextPeriod(doc)).toBe("2028-03-31");
    expect(nextPeriod({ ...doc, nonRenewFor: "2027-03-31" })).toBeNull();
    expect(nextPeriod({ ...doc, nonRenewFor: "2028-03-31" })).toBe("2028-03-31");
    expect(nextPeriod({ ...doc, autoRenewFlag: "N" })).toBeNull();
  });
});

describe("what of a stage is due", () => {
  const doc = { amountMode: "SUM", amountIncl: "113000" };
  test("receipts in parts: their share, never more than the stage, never less than what was asked for", () => {
    expect(dueShare(stage(), doc, "56500", 2)).toBe("33900.00");
    expect(dueShare(stage(), doc, "120000", 2)).toBe("67800");
    expect(dueShare(stage({ appliedAmount: "30000", triggeredAmount: "33900" }), doc, "0", 2)).toBe("30000");
  });
  test("a contract without an amount applies the percent to what came in", () =>
    expect(dueShare(stage({ amount: "0" }), { amountMode: "NONE", amountIncl: "0" }, "1000", 2)).toBe("600.00"));
  test("a day off moves to the next working day where the house wants it", () => {
    expect(dueDayOf({ dueDays: 10 }, "2026-11-19", true)).toBe("2026-11-30");
    expect(dueDayOf({ dueDays: 10 }, "2026-11-19", false)).toBe("2026-11-29");
    expect(dueDayOf({ dueDays: null }, "2026-11-19", true)).toBe("2026-11-19");
  });
});

describe("uses of stages", () => {
  const use = (op: StageUse["op"], amount: string, more: Partial<StageUse> = {}): StageUse => ({
    ...{ op, amount, use: "P1", key: "K", stageId: "S", refType: "SrmRcnPaymentApply", refId: "P", refNum: null },
    ...more,
  });
  const moves = (result: ReturnType<typeof stagePosts>) =>
    result instanceof Refusal ? result.code : result.map(({ owner, event, deltas }) => [owner, event, deltas]);

  test("contracts 17: twice 20 000 of 30 000: the second is refused, and says what is left", () => {
    const of = stage({ amount: "30000", limitAmount: "30000" });
    expect(moves(stagePosts(use("RESERVE", "20000"), [of], []))).toEqual([["S", "RESERVE", { APP: "20000" }]]);
    const refused = stagePosts(use("RESERVE", "20000"), [{ ...of, appliedAmount: "20000" }], []) as Refusal;
    expect([refused.code, refused.data]).toEqual(["CCT-060", { left: "10000" }]);
    expect(moves(stagePosts(use("RESERVE", "10000"), [{ ...of, appliedAmount: "20000", deductedAmount: "1" }], []))).toBe("CCT-060");
  });

  test("the advance contained in a request is asked of the ADVANCE stage as far as nobody applied for it", () => {
    const advance = stage({ id: "A", stageType: "ADVANCE", amount: "100", limitAmount: "100", appliedAmount: "40" });
    expect(moves(stagePosts(use("RESERVE", "50", { share: "60" }), [stage(), advance], []))).toEqual([
      ["S", "RESERVE", { APP: "50" }],
      ["A", "RESERVE", { APP: "60" }],
    ]);
    expect(moves(stagePosts(use("RESERVE", "50", { share: "61" }), [stage(), advance], []))).toBe("CCT-060");
  });

  test("what is given back is the unpaid part first; what was collected or carried over gives back what was paid", () => {
    const held: Held[] = [{ owner: "S", applied: "100", paid: "70" }];
    expect(moves(stagePosts(use("CONFIRM", "30"), [stage()], held))).toEqual([["S", "CONFIRM", { PAY: "30" }]]);
    expect(moves(stagePosts(use("CONFIRM", "31"), [stage()], held))).toBe("CCT-060");
    expect(moves(stagePosts(use("UNCONFIRM", "70"), [stage()], held))).toEqual([["S", "RETURN", { PAY: "-70" }]]);
    expect(moves(stagePosts(use("RELEASE", "30"), [stage()], held))).toEqual([["S", "RELEASE", { APP: "-30" }]]);
    expect(moves(stagePosts(use("RELEASE", "50"), [stage()], held))).toEqual([
      ["S", "RETURN", { PAY: "-20" }],
      ["S", "RELEASE", { APP: "-50" }],
    ]);
    expect(moves(stagePosts(use("RELEASE", "101"), [stage()], held))).toBe("CCT-060");
  });

  test("a stage without a limit only counts; a closed one gives nothing", () => {
    expect(moves(stagePosts(use("RESERVE", "9999999"), [stage({ limitAmount: null })], []))).toEqual([
      ["S", "RESERVE", { APP: "9999999" }],
    ]);
    expect(moves(stagePosts(use("RESERVE", "1"), [stage({ limitAmount: null, stageStatus: "CLOSED" })], []))).toBe("CCT-060");
  });
});

test("the price of a step goes by the quantity, on the side of tax that is asked for", () => {
  const item = {
    unitPrice: "10",
    unitPriceIncl: "11.3",
    ladderJson: [
      { fromQty: "0", price: "10" },
      { fromQty: "100", price: "9" },
    ],
  } as never;
  const asked = (qty: string, isTaxIncluded = false) => ({ qty, isTaxIncluded, taxPercent: "13" });
  expect(agreedPrice(item, { taxIncludedFlag: "N" }, asked("99"))).toBe("10");
  expect(agreedPrice(item, { taxIncludedFlag: "N" }, asked("100"))).toBe("9");
  expect(agreedPrice(item, { taxIncludedFlag: "N" }, asked("100", true))).toBe("10.17000000");
});

test("the steps of use are told once, when orders pass them", () => {
  expect(stepPassed("1000", "0", "799.99")).toBeNull();
  expect(stepPassed("1000", "799.99", "800")).toBe(80);
  expect(stepPassed("1000", "700", "1000")).toBe(100);
  expect(stepPassed("1000", "800", "900")).toBeNull();
  expect(stepPassed(null, "0", "900")).toBeNull();
});

describe("refunds", () => {
  const refund = {
    ...{ refundMode: "BY_QTY", stepMode: "ONCE", feeAmount: "50000", refundRatio: "100", targetQty: "10000" },
    ...{ targetAmount: null, deadline: "2027-06-30" },
  };
  const of = (qty: string, today = "2027-01-01", more: object = {}) => refundOf({ ...refund, ...more }, { qty, amount: "0" }, today, 2);
  test("contracts 22: 9 999 pieces are tracked, the next one brings 50 000.00", () => {
    expect(of("9999")).toMatchObject({ refundStatus: "TRACKING", refundAmount: "0.00" });
    expect(of("10000")).toMatchObject({ refundStatus: "REACHED", refundAmount: "50000.00" });
  });
  test("in proportion: what was bought until the deadline is refunded", () => {
    expect(of("2500", "2027-01-01", { stepMode: "LINEAR" })).toMatchObject({ refundStatus: "TRACKING", refundAmount: "12500.00" });
    expect(of("2500", "2027-07-01", { stepMode: "LINEAR" })).toMatchObject({ refundStatus: "REACHED", refundAmount: "12500.00" });
    expect(of("2500", "2027-07-01")).toMatchObject({ refundStatus: "EXPIRED", refundAmount: "0.00" });
  });
  test("by date: due on its day", () => {
    expect(of("0", "2027-06-29", { refundMode: "BY_DATE" })).toMatchObject({ refundStatus: "TRACKING" });
    expect(of("0", "2027-06-30", { refundMode: "BY_DATE", refundRatio: "40" })).toMatchObject({
      refundStatus: "REACHED",
      refundAmount: "20000.00",
    });
  });
});

describe("how a contract stands", () => {
  const bar = (more: Partial<BarStage>): BarStage => ({
    ...{ stageName: "到货", stageNameEn: "Delivery", trigger: "RECEIPT", stageStatus: "WAIT", amount: "100", triggeredAmount: "0" },
    ...{ appliedAmount: "0", paidAmount: "0", deductedAmount: "0", dueDateCalc: null },
    ...more,
  });
  test("the parts of a bar add up to the stage", () =>
    expect(partsOf(bar({ triggeredAmount: "80", appliedAmount: "50", paidAmount: "30", deductedAmount: "5" }))).toEqual({
      ...{ paid: "30", deducted: "5", asked: "20", due: "25", open: "20" },
    }));
  test("what comes next names who has it", () => {
    const doc = { status: "EFFECTIVE", effectiveDate: "2026-01-01", expiryDate: "2026-12-31" };
    expect(nextStep({ ...doc, stages: [bar({})] })[1]).toBe('Next, "Delivery" falls due with receipts; the warehouse receives');
    expect(nextStep({ ...doc, stages: [bar({ triggeredAmount: "10", dueDateCalc: "2026-05-01" })] })[1]).toContain("is due 2026-05-01");
    expect(nextStep({ ...doc, stages: [bar({ triggeredAmount: "10", appliedAmount: "10" })] })[1]).toContain("finance pays");
    expect(nextStep({ ...doc, stages: [bar({ stageStatus: "PAID" })] })[1]).toContain("the owner may complete it");
  });

  const line = (more: Partial<LedgerStage>): LedgerStage => ({
    ...{ stageNo: 1, stageName: "预付", stageType: "ADVANCE", stageStatus: "TRIGGERED", amount: "300", triggeredAmount: "300" },
    ...{ paidAmount: "0", deductedAmount: "0", dueDateCalc: "2026-11-09" },
    ...more,
  });
  test("the figures of the ledger", () => {
    const doc = {
      ...{ id: "C", amountIncl: "1000", rate: "7", overRunPct: "5", amountMode: "SUM", orderedAmount: "400", receivedAmount: "200" },
      ...{ paidAmount: "100", deductedAmount: "0", effectiveDate: "2026-01-01", expiryDate: "2026-12-31", warrantyMonths: 12 },
      ...{ created: "2025-12-01", published: "2025-12-26", signed: "2025-12-31" },
    };
    const stages = [
      line({}),
      line({ stageNo: 2, stageName: "质保", stageType: "WARRANTY", amount: "100", triggeredAmount: "0", dueDateCalc: null }),
    ];
    const found = ledgerFigures(doc, stages, "2026-11-19");
    expect(found).toMatchObject({
      toPay: "200",
      retention: "100",
      executed: "20.00",
      paid: "10.00",
      nextStage: "预付",
      nextDue: "2026-11-09",
    });
    expect(found).toMatchObject({
      overdueDays: 10,
      daysLeft: 42,
      warrantyEnd: "2027-01-01",
      cycleDays: 30,
      signDays: 5,
      baseAmount: "7000.00",
    });
    expect(Number(found.toOrder)).toBe(650);
  });
});
