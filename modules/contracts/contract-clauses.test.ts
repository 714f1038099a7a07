import { describe, expect, test } from "vitest";
import { bindingGaps, standingOf } from "./contract-clauses.ts";

const fallbacks = [
  { seq: 1, text: "四十五日", approvalLevel: "MANAGER" },
  { seq: 2, text: "三十日", approvalLevel: "LEGAL" },
];
const worded = (content: string, editableFlag = "N") => ({ content, originText: "六十日", editableFlag });

describe("contracts 19: how a clause stands to the library", () => {
  test("the library's own text is no deviation, line breaks aside", () =>
    expect(standingOf(worded(" 六十日\n"), fallbacks)).toEqual({ deviationFlag: "N", fallbackSeq: null, deviationLevel: "NONE" }));
  test("a fallback text asks for whom the library names", () => {
    expect(standingOf(worded("四十五日"), fallbacks)).toEqual({ deviationFlag: "Y", fallbackSeq: 1, deviationLevel: "MANAGER" });
    expect(standingOf(worded("三十日", "Y"), fallbacks)).toEqual({ deviationFlag: "Y", fallbackSeq: 2, deviationLevel: "LEGAL" });
  });
  test("any other text asks for legal, unless the template lets it be edited", () => {
    expect(standingOf(worded("七日"), fallbacks)).toMatchObject({ deviationFlag: "Y", deviationLevel: "LEGAL" });
    expect(standingOf(worded("七日", "Y"), fallbacks)).toMatchObject({ deviationFlag: "N", deviationLevel: "NONE" });
  });
  test("a clause that is in no library asks for legal", () =>
    expect(standingOf({ content: "自拟", originText: null, editableFlag: "Y" }, [])).toMatchObject({
      deviationFlag: "Y",
      deviationLevel: "LEGAL",
    }));
});

test("contracts 20: two of a group, or none, and a missing required clause are found", () => {
  const bound = [
    { termsId: "a", bindType: "FIXED", groupCode: null },
    { termsId: "b", bindType: "ALTERNATIVE", groupCode: "X" },
    { termsId: "c", bindType: "ALTERNATIVE", groupCode: "X" },
    { termsId: "d", bindType: "OPTIONAL", groupCode: null },
  ];
  expect(bindingGaps(bound, ["a", "b"])).toEqual({ groups: [], missing: [] });
  expect(bindingGaps(bound, ["a", "b", "c"])).toEqual({ groups: ["X"], missing: [] });
  expect(bindingGaps(bound, ["d", null])).toEqual({ groups: ["X"], missing: ["a"] });
});
