import { describe, expect, test } from "vitest";
import {
  needsComment,
  ownTotal,
  resultOf,
  sectionsOf,
  totalsOf,
  weightFaults,
  type Judge,
  type Judged,
  type Mark,
} from "./inspect-score.ts";

const item = (id: string, maxScore: string, weight: string, more: Partial<Judged> = {}): Judged => ({
  id,
  section: "质量",
  maxScore,
  weight,
  vetoFlag: "N",
  ...more,
});
const judge = (userId: string, weight: string, sections: string | null = null): Judge => ({ userId, sections, weight });
const mark = (userId: string, itemId: string, score: string | null, naFlag = "N"): Mark => ({ userId, itemId, score, naFlag });
const plain = { vetoed: false, passScore: "80", allowConcession: "N", levels: [] as string[] };

const two = [item("1", "10", "50"), item("2", "5", "50")];
const pair = [judge("a", "60"), judge("b", "40")];
const marks = [mark("a", "1", "8"), mark("b", "1", "6"), mark("a", "2", "5"), mark("b", "2", null, "Y")];

describe("the total of an inspection", () => {
  test("supplier 8: two inspectors 60/40, one item not applicable to one of them: 72 % and 100 % make 86.00, which passes at 80", () => {
    const totals = totalsOf(two, pair, marks);
    expect(totals.items).toEqual([
      { itemId: "1", score: "7.2000", rate: "72.00" },
      { itemId: "2", score: "5.0000", rate: "100.00" },
    ]);
    expect(totals.total).toBe("86.00");
    expect(resultOf({ ...plain, total: totals.total })).toBe("PASS");
  });

  test("supplier 10: a veto item with no point fails whatever the total", () => {
    const items = [item("1", "10", "90"), item("2", "10", "10", { vetoFlag: "Y" })];
    const totals = totalsOf(items, [judge("a", "100")], [mark("a", "1", "10"), mark("a", "2", "0")]);
    expect([totals.total, totals.vetoed]).toEqual(["90.00", true]);
    expect(resultOf({ ...plain, ...totals })).toBe("FAIL");
    const half = totalsOf(items, [judge("a", "100")], [mark("a", "1", "10"), mark("a", "2", "0.5")]);
    expect([half.vetoed, resultOf({ ...plain, ...half })]).toEqual([false, "PASS"]);
  });

  test("what applies to nobody does not count, neither above nor below the line", () => {
    const totals = totalsOf(two, pair, [mark("a", "1", "7"), mark("b", "1", "7"), mark("a", "2", null, "Y"), mark("b", "2", null, "Y")]);
    expect([totals.items[1]!.score, totals.total]).toEqual([null, "70.00"]);
    expect(totalsOf(two, pair, []).total).toBeNull();
    expect(resultOf({ ...plain, total: null })).toBeNull();
  });

  test("thirds stay thirds until the end: rounding on the way would miss the line", () => {
    const items = [item("1", "3", "33.3333"), item("2", "3", "33.3333"), item("3", "3", "33.3334")];
    const all = items.flatMap((judged) => [mark("a", judged.id, "1"), mark("b", judged.id, "2"), mark("c", judged.id, "2")]);
    const judges = [judge("a", "33.3333"), judge("b", "33.3333"), judge("c", "33.3334")];
    expect(totalsOf(items, judges, all).total).toBe("55.56");
    const edge = totalsOf(
      [item("1", "8", "100")],
      [judge("a", "50"), judge("b", "50")],
      [mark("a", "1", "6.3996"), mark("b", "1", "6.3996")],
    );
    expect(edge.total, "79.995 is 80.00, half up").toBe("80.00");
  });

  test("sections have a rate of their own, and a judge counts only where named", () => {
    const items = [item("1", "10", "60"), item("2", "10", "40", { section: "交付" })];
    const judges = [judge("a", "100", "质量"), judge("b", "30", "交付"), judge("c", "70", "交付")];
    const totals = totalsOf(items, judges, [mark("a", "1", "9"), mark("a", "2", "0"), mark("b", "2", "5"), mark("c", "2", "10")]);
    expect(totals.sections).toEqual([
      { section: "质量", rate: "90.00", weight: "60" },
      { section: "交付", rate: "85.00", weight: "40" },
    ]);
    expect(totals.total).toBe("88.00");
  });
});

describe("the result", () => {
  test("supplier 9: 86 with a critical or major finding is conditional; a minor one leaves it passed", () => {
    expect(resultOf({ ...plain, total: "86.00", levels: ["CRITICAL"] })).toBe("CONDITIONAL");
    expect(resultOf({ ...plain, total: "86.00", levels: ["MAJOR", "ADVICE"] })).toBe("CONDITIONAL");
    expect(resultOf({ ...plain, total: "86.00", levels: ["MINOR"] })).toBe("PASS");
  });

  test("ten points below the line a concession may be made, where it is allowed", () => {
    const of = (total: string, allowConcession: string) => resultOf({ ...plain, total, allowConcession });
    expect([of("79.99", "Y"), of("70.00", "Y"), of("69.99", "Y"), of("79.99", "N")]).toEqual([
      "CONDITIONAL",
      "CONDITIONAL",
      "FAIL",
      "FAIL",
    ]);
  });
});

describe("weights and comments", () => {
  test("each section's judges and all items together make a hundred", () => {
    expect(weightFaults(pair, two)).toEqual([]);
    expect(weightFaults([judge("a", "60"), judge("b", "30")], two)).toEqual([{ section: "质量", sum: "90" }]);
    expect(weightFaults(pair, [item("1", "10", "50"), item("2", "10", "49.5", { section: "交付" })])).toEqual([
      { section: "", sum: "99.5" },
    ]);
    expect(weightFaults([judge("a", "100", "质量")], [item("1", "10", "100", { section: "交付" })])).toEqual([
      { section: "交付", sum: "0" },
    ]);
  });

  test("sections are told apart by any mark people write", () => {
    expect(sectionsOf("质量, 交付、环保；安全")).toEqual(["质量", "交付", "环保", "安全"]);
    expect(sectionsOf(" ")).toEqual([]);
  });

  test("exactly sixty percent needs no word, less does", () => {
    expect([needsComment("6", "10"), needsComment("5.99", "10"), needsComment("0", "5")]).toEqual([false, true, true]);
  });

  test("a person's own sheet has a total of its own", () => {
    const line = (itemId: string, score: string | null, naFlag: string) => ({ itemId, score, naFlag, maxScore: "10", itemWeight: "50" });
    expect(ownTotal([line("1", "8", "N"), line("2", null, "Y")])).toBe("80.00");
    expect(ownTotal([line("1", null, "N")])).toBeNull();
  });
});
