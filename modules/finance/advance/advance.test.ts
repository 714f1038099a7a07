import { describe, expect, test } from "vitest";
import { add, cmp, sub, sum } from "#kernel/decimal.ts";
import { Book } from "#kernel/ledger-book.ts";
import { deductionLedger } from "../deduction/deduction.ledger.ts";
import { advanceLedger, advanceStatusOf, baseOfUse, leftOf } from "./advance.ledger.ts";
import { capFault, capOf, chosenStage, takenOf, type AdvanceStage } from "./cap.ts";

const counted = (applyAmount: string, more: object = {}) => ({
  applyAmount,
  givenUpAmount: "0",
  collectedAmount: "0",
  carriedOutAmount: "0",
  ...more,
});
const stage = (stageNo: number, more: Partial<AdvanceStage> = {}): AdvanceStage => ({
  id: `S${stageNo}`,
  stageNo,
  stageType: "ADVANCE",
  stageStatus: "TRIGGERED",
  limitAmount: "100",
  appliedAmount: "0",
  deductedAmount: "0",
  ...more,
});
const zero = {
  ...{ paidAmount: "0", paidBase: "0", carriedInAmount: "0", carriedInBase: "0", incomingAmount: "0", carriedOutAmount: "0" },
  ...{ carriedOutBase: "0", writtenOffAmount: "0", writtenOffBase: "0", collectedAmount: "0", collectedBase: "0", reservedAmount: "0" },
  ...{ balance: "0", baseAmount: "0", givenUpAmount: "0", applyNo: "AD1" },
};
const cause = { causeType: "Test", causeId: "T1" } as const;

describe("the limit of advances", () => {
  test("finance 15: 30 % of 226,000.00 is 67,800.00; with 50,000.00 live 20,000.00 is refused and 17,800.00 passes", () => {
    const cap = capOf({ gross: "226000.00", stages: [] }, "30", 2);
    expect(cap).toBe("67800.00");
    const refused = capFault("20000.00", [counted("50000.00")], cap);
    expect(refused && [refused.code, refused.text[1]]).toEqual(["RCN-013", "Advances of 70000 exceed the limit 67800"]);
    expect(capFault("17800.00", [counted("50000.00")], cap)).toBe(false);
  });

  test("what was given up, collected or carried out makes room again", () => {
    expect(takenOf(counted("50", { givenUpAmount: "10", collectedAmount: "5", carriedOutAmount: "15" }))).toBe("20");
  });

  test("the advance stages of a contract win over the percent; one without an amount limits nothing", () => {
    expect(capOf({ gross: "1000", stages: [stage(1), stage(2, { limitAmount: "50" })] }, "30", 2)).toBe("150");
    expect(capOf({ gross: "1000", stages: [stage(1, { limitAmount: null })] }, "30", 2)).toBeNull();
    expect(capOf({ gross: "1000", stages: [stage(1, { stageStatus: "CLOSED" })] }, "30", 2)).toBe("300.00");
  });

  test("the stage named, else the first with room", () => {
    const stages = [stage(1, { appliedAmount: "100" }), stage(2), stage(3, { stageType: "DELIVERY" })];
    expect(chosenStage(stages, null)?.id).toBe("S2");
    expect(chosenStage(stages, 1)?.id).toBe("S1");
    expect(chosenStage(stages, 3)).toBeNull();
  });
});

describe("what an advance is worth", () => {
  test("100.00 at 7.1234 used as 33.33 three times and 0.01: no cent of base stays behind", () => {
    let row = { ...zero, paidAmount: "100.00", paidBase: "712.34", baseAmount: "712.34" };
    const taken = ["33.33", "33.33", "33.33", "0.01"].map((amount) => {
      const base = baseOfUse(row, amount);
      row = { ...row, writtenOffAmount: add(row.writtenOffAmount, amount), baseAmount: sub(row.baseAmount, base) };
      return base;
    });
    expect(taken).toEqual(["237.42", "237.42", "237.43", "0.07"]);
    expect([leftOf(row), Number(row.baseAmount)]).toEqual(["0.00", 0]);
  });

  test("it is paid by what it got, and closed once nothing is left or reserved", () => {
    const of = (more: object) => advanceStatusOf({ ...zero, status: "APPROVED", applyAmount: "100", ...more });
    expect(of({})).toBe("APPROVED");
    expect(of({ paidAmount: "40", balance: "40" })).toBe("PART_PAID");
    expect(of({ paidAmount: "40", givenUpAmount: "60", balance: "40" })).toBe("PAID");
    expect(of({ carriedInAmount: "100", balance: "100" })).toBe("PAID");
    expect(of({ paidAmount: "100", reservedAmount: "100" })).toBe("PAID");
    expect(of({ paidAmount: "100", writtenOffAmount: "100" })).toBe("CLOSED");
    expect(advanceStatusOf({ ...zero, status: "DRAFT", applyAmount: "100" })).toBeUndefined();
  });
});

/** The same random numbers in every run. */
function randomly(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
}

describe("any order of reserving, using and letting go keeps the balances", () => {
  test("of an advance", () => {
    const random = randomly(7);
    const owner = { ...zero, id: "A", status: "APPROVED", applyAmount: "1000" };
    let [row, moved] = [owner as Record<string, unknown> & { id: string }, 0];
    const moves = [
      ["PAY", (x: string) => ({ PAID: x })],
      ["UNPAY", (x: string) => ({ PAID: `-${x}` })],
      ["RESERVE", (x: string) => ({ RES: x })],
      ["RELEASE", (x: string) => ({ RES: `-${x}` })],
      ["WRITE_OFF", (x: string) => ({ RES: `-${x}`, OFF: x })],
      ["UNAPPLY", (x: string) => ({ RES: x, OFF: `-${x}` })],
      ["COLLECT", (x: string) => ({ RES: `-${x}`, COL: x })],
    ] as const;
    for (let step = 0; step < 2000; step++) {
      const [event, deltas] = moves[Math.floor(random() * moves.length)]!;
      const amount = (random() * 400).toFixed(2);
      const book = new Book(advanceLedger, [row], { orgId: null }).post([{ ...cause, owner: "A", event, deltas: deltas(amount) }]);
      if (book.refusals.length) continue;
      row = book.settled("A") as typeof row;
      moved++;
      const [got, used] = [
        row["paidAmount"] as string,
        sum(["writtenOffAmount", "collectedAmount", "reservedAmount"].map((key) => row[key] as string)),
      ];
      expect(cmp(used, got) <= 0 && cmp(got, "1000") <= 0).toBe(true);
      expect(cmp(row["balance"] as string, sub(got, used))).toBe(0);
    }
    expect(moved).toBeGreaterThan(100);
  });

  test("of a deduction", () => {
    const random = randomly(11);
    let row: Record<string, unknown> & { id: string } = {
      ...{ id: "D", deductNo: "DE1", status: "EFFECTIVE", amountIncl: "100", usedAmount: "0", reservedAmount: "0", balance: "100" },
    };
    for (let step = 0; step < 2000; step++) {
      const amount = (random() * 60).toFixed(2);
      const moves = { RESERVE: { RES: amount }, RELEASE: { RES: `-${amount}` }, CONSUME: { RES: `-${amount}`, USED: amount } } as const;
      const event = (["RESERVE", "RELEASE", "CONSUME"] as const)[Math.floor(random() * 3)]!;
      const book = new Book(deductionLedger, [row], { orgId: null }).post([{ ...cause, owner: "D", event, deltas: moves[event] }]);
      if (book.refusals.length) {
        expect(["RCN-009", "LEDGER_SHORT"]).toContain(book.refusals[0]!.code);
        continue;
      }
      row = book.settled("D") as typeof row;
      const taken = add(row["usedAmount"] as string, row["reservedAmount"] as string);
      expect(cmp(taken, "100") <= 0).toBe(true);
      expect(cmp(row["balance"] as string, sub("100", taken))).toBe(0);
    }
  });
});
