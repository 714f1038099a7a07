import { describe, expect, test } from "vitest";
import { alike, matchTexts, piecesOf } from "./text-compare.ts";

describe("texts compared", () => {
  test("Chinese is compared word by word", () => {
    expect(piecesOf("买方应在三十日内付款", "买方应在六十日内付款").filter(({ kind }) => kind !== "same")).toEqual([
      { kind: "gone", text: expect.stringContaining("三十") },
      { kind: "new", text: expect.stringContaining("六十") },
    ]);
    expect(piecesOf("", "新增")).toEqual([{ kind: "new", text: "新增" }]);
    expect(piecesOf("", "")).toEqual([]);
  });

  test("what is equal is found first, then what is alike; the rest came, went or moved", () => {
    const before = ["首部", "付款期限为三十日", "质保期一年", "违约金", "争议提交法院", "保密"];
    const after = ["首部", "保密", "付款期限为六十日", "质保期一年", "违约金", "全新的一条约定"];
    expect(matchTexts(before, after)).toEqual([
      { kind: "same", before: 0, after: 0 },
      { kind: "moved", before: 5, after: 1 },
      { kind: "changed", before: 1, after: 2 },
      { kind: "same", before: 2, after: 3 },
      { kind: "same", before: 3, after: 4 },
      { kind: "removed", before: 4, after: null },
      { kind: "added", before: null, after: 5 },
    ]);
  });

  test("likeness goes from nothing in common to the same text", () => {
    expect([alike("付款", "付款"), alike("付款", "质保"), alike("付", "付款")]).toEqual([1, 0, 0]);
  });

  test("2,000 clauses with 100 edits are compared at once", () => {
    const clause = (i: number, days: number): string => `第${i}条 乙方应在${days}日内完成第${i}项工作，逾期按第${i}号标准承担责任。`;
    const before = Array.from({ length: 2000 }, (_, i) => clause(i, 30));
    const after = before.map((text, i) => (i % 20 === 0 ? clause(i, 45) : text));
    const kinds = Map.groupBy(matchTexts(before, after), ({ kind }) => kind);
    expect([kinds.get("same")?.length, kinds.get("changed")?.length, kinds.size]).toEqual([1900, 100, 2]);
  });
});
