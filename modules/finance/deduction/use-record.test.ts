import { expect, test } from "vitest";
import { usedBy } from "./use-record.ts";

const posting = (causeNum: string, delta: string, postedAt = "2026-01-01 10:00") =>
  ({ causeType: "Statement", causeKind: ["对账单", "Statement"], causeNum, causeHref: null, postedAt, delta }) as const;

test("the use record says what each document holds and took, and leaves out what was given back", () => {
  const rows = usedBy({
    RES: [posting("ST1", "100"), posting("ST1", "-60"), posting("ST2", "30"), posting("ST2", "-30")],
    USED: [posting("ST1", "60", "2026-01-02 10:00")],
  });
  expect(rows.map(({ num, at, amounts }) => [num, at, amounts])).toEqual([["ST1", "2026-01-02 10:00", { RES: "40", USED: "60" }]]);
});
