import { describe, expect, test } from "vitest";
import { figuresOf, judgeOf, overCounted, passRate, proposedResult, reaches } from "./judge.ts";

const limits = (lowerLimit: string | null, upperLimit: string | null) => ({ lowerLimit, upperLimit });
const batch = (receivedQty: string | null, okQty: string, concessionQty: string) => ({ receivedQty, okQty, concessionQty });

describe("limits", () => {
  test("a figure within the limits is OK, the limits themselves included", () => {
    expect(judgeOf(limits("9.95", "10.05"), "10.05")).toBe("OK");
    expect(judgeOf(limits("9.95", "10.05"), "9.95")).toBe("OK");
    expect(judgeOf(limits("9.95", "10.05"), "10.0500001")).toBe("NG");
    expect(judgeOf(limits(null, "0.1"), "-3")).toBe("OK");
    expect(judgeOf(limits("50", null), "49.999999")).toBe("NG");
  });
  test("of several figures each must fit", () => {
    expect(judgeOf(limits("1", "2"), "1.1, 1.9；2")).toBe("OK");
    expect(judgeOf(limits("1", "2"), "1.1 2.1")).toBe("NG");
    expect(figuresOf("1.1 / ok")).toBeNull();
  });
  test("without limits or without a figure nobody judges by himself", () => {
    expect(judgeOf(limits(null, null), "5")).toBeNull();
    expect(judgeOf(limits("1", null), "smooth")).toBeNull();
    expect(judgeOf(limits("1", null), null)).toBeNull();
  });
  test("one NG fails the line, all OK pass it, an open one leaves it open", () => {
    expect(proposedResult(["OK", "NG", null])).toBe("FAIL");
    expect(proposedResult(["OK", "OK"])).toBe("PASS");
    expect(proposedResult(["OK", null])).toBeNull();
    expect(proposedResult([])).toBeNull();
  });
});

describe("pass rate", () => {
  test("supplier 12: 470 and 3 of 500 are 94.60 percent, below 95", () => {
    expect(passRate(batch("500", "470", "3"))).toBe("94.6000");
    expect(reaches(batch("500", "470", "3"), "95")).toBe(false);
    expect(reaches(batch("500", "472", "3"), "95")).toBe(true);
  });
  test("no rounding lifts a batch over the line", () => {
    expect(passRate(batch("3000000", "2849999", "0"))).toBe("95.0000");
    expect(reaches(batch("3000000", "2849999", "0"), "95")).toBe(false);
    expect(reaches(batch("3", "2", "0"), "66.6667")).toBe(false);
  });
  test("nothing received has no rate and reaches nothing", () => {
    expect(passRate(batch(null, "0", "0"))).toBeNull();
    expect(reaches(batch("0", "0", "0"), "0")).toBe(false);
  });
  test("more pieces judged than came are noticed", () => {
    expect(overCounted({ ...batch("10", "8", "1"), ngQty: "2" })).toBe(true);
    expect(overCounted({ ...batch("10", "8", "1"), ngQty: "1" })).toBe(false);
  });
});
