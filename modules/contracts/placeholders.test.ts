import { describe, expect, test } from "vitest";
import { passagesOf } from "./contract-text.ts";
import { filledIn, isKnown, namesIn, placeholderFaults } from "./placeholders.ts";
import { stageShareFault } from "./template.rules.ts";

describe("placeholders", () => {
  test("names are found once each and filled in; a name without a value stays", () => {
    const text = "${contract.contractNum} / ${ supplier.supplierName } / ${contract.contractNum}";
    expect(namesIn(text)).toEqual(["contract.contractNum", "supplier.supplierName"]);
    expect(filledIn(text, (name) => (name === "contract.contractNum" ? "HT-1" : null))).toBe("HT-1 / ${ supplier.supplierName } / HT-1");
  });

  test("what may be named is what the data model has and the supplier may read", () => {
    for (const name of ["contract.amountIncl", "our.taxNo", "supplier.uscc", "trade.incoterm", "amountCn", "items", "stages"])
      expect([name, isKnown(name)]).toEqual([name, true]);
    for (const name of [
      "contract.budget",
      "supplier.riskLight",
      "supplier.legalPersonId",
      "our.erpOrgCode",
      "contract",
      "contract.a.b",
      "",
    ])
      expect([name, isKnown(name)]).toEqual([name, false]);
  });

  test("an unknown name is refused where it stands", () => {
    const [refusal] = placeholderFaults({ headText: "${contract.sum} ${contract.amountIncl}", tailText: null });
    expect(refusal).toMatchObject({ code: "CCT-010", text: ["存在未定义字段：${contract.sum}", "Undefined fields: ${contract.sum}"] });
    expect(refusal!.fieldErrors?.[0]?.path).toBe("headText");
  });
});

test("a contract reads from its opening through numbered clauses to its end", () => {
  const source = { head: "甲方${our.orgName}", clauses: [{ title: "付款", text: "共${amountCn}" }], tail: "  " };
  expect(passagesOf(source, (name) => name.toUpperCase())).toEqual([
    { no: "", title: null, text: "甲方OUR.ORGNAME" },
    { no: "1.", title: "付款", text: "共AMOUNTCN" },
  ]);
});

test("contracts 3: payment stages of 99 % are refused", () => {
  const stages = (...all: string[]) =>
    stageShareFault(
      all.map((percent) => ({ percent })),
      "stages",
    );
  expect(stages("30", "60", "10")).toBe(false);
  expect(stages("33.3333", "33.3333", "33.3334")).toBe(false);
  expect(stages()).toBe(false);
  expect(stages("30", "69")).toMatchObject({
    code: "CCT-020",
    text: ["付款阶段比例合计99%，应为100%", "Payment stages total 99%, must be 100%"],
  });
});
