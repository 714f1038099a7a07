import { describe, expect, test } from "vitest";
import { chosenMark, isTraceable, kindOf, markText, unknownIn, voided } from "./choose.ts";

const mark = (id: string, more: object = {}) => ({ id, audience: "SUPP", orgId: null, supplierId: null, docKind: "ALL", ...more });
const asked = { audience: "SUPP", orgId: "o1", supplierId: "s1", docKind: "SIGNED" } as const;

describe("which watermark is drawn", () => {
  const marks = [
    mark("all"),
    mark("kind", { docKind: "SIGNED" }),
    mark("org", { orgId: "o1" }),
    mark("supplier", { supplierId: "s1" }),
    mark("ours", { audience: "INSIDE" }),
  ];
  test("the narrowest one: supplier before organisation before kind", () => {
    expect(chosenMark(marks, asked)?.id).toBe("supplier");
    expect(chosenMark(marks, { ...asked, supplierId: "s2" })?.id).toBe("org");
    expect(chosenMark(marks, { ...asked, supplierId: "s2", orgId: "o2" })?.id).toBe("kind");
    expect(chosenMark(marks, { ...asked, supplierId: "s2", orgId: "o2", docKind: "DRAFT" })?.id).toBe("all");
    expect(chosenMark(marks, { ...asked, audience: "INSIDE" })?.id).toBe("ours");
    expect(chosenMark([], asked)).toBeNull();
  });
  test("a status is a kind of document", () => {
    expect(["DRAFT", "CONFIRMING", "SIGNING", "EFFECTIVE", "VOIDED"].map(kindOf)).toEqual([
      "DRAFT",
      "CONFIRM",
      "CONFIRM",
      "SIGNED",
      "VOID",
    ]);
  });
});

test("a copy of a voided contract says so, but where a mark of its own says it", () => {
  expect(voided(null, "VOID", "")).toBe("作废 VOID");
  expect(voided({ docKind: "ALL" }, "VOID", "{supplier} {time}")).toBe("作废 VOID {supplier} {time}");
  expect(voided({ docKind: "VOID" }, "VOID", "已作废")).toBe("已作废");
  expect(voided(null, "SIGNED", "{time}")).toBe("{time}");
});

test("patterns name what is known, and a supplier's copy tells whose it is", () => {
  expect(unknownIn("{supplier} {tiem}")).toEqual(["tiem"]);
  expect([isTraceable("{supplier} {time}"), isTraceable("{supplier}")]).toEqual([true, false]);
  const values = { org: "一厂", user: "张", supplier: "甲", time: "2026-11-19 20:00", contractNum: "HT-1" };
  expect(markText("{supplier} {time} {contractNum}", values)).toBe("甲 2026-11-19 20:00 HT-1");
});
