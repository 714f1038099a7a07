import { describe, expect, test } from "vitest";
import { partsOf, rebound } from "./bound.ts";
import { compareWord } from "./word-compare.ts";
import { HEAD, NEW, textLines, type WordBlock } from "./word.ts";

const values: Readonly<Record<string, string>> = {
  "contract.amountIncl": "113,000.00",
  "supplier.supplierName": "鲸落",
  amountCn: "壹拾壹万",
};
const valueOf = (name: string): string | null => values[name] ?? null;

describe("fields in a text", () => {
  const content = "乙方${supplier.supplierName}，总价${contract.amountIncl}（${amountCn}）。";

  test("a text shows values in place of names", () => {
    expect(
      partsOf(content, valueOf)
        .map(({ text }) => text)
        .join(""),
    ).toBe("乙方鲸落，总价113,000.00（壹拾壹万）。");
    expect(partsOf("${none}", valueOf)).toEqual([{ name: "none", text: "${none}" }]);
  });

  test("words around a field are edited, the field stays", () => {
    expect(rebound(content, valueOf, "乙方鲸落公司，合同总价113,000.00元（壹拾壹万）。")).toEqual({
      content: "乙方${supplier.supplierName}公司，合同总价${contract.amountIncl}元（${amountCn}）。",
      touched: [],
    });
  });

  test("what is typed over a field changes nothing and is told", () => {
    const made = rebound(content, valueOf, "乙方鲸落，总价100,000.00（壹拾壹万）。");
    expect(made.content).toBe(content);
    expect(made.touched).toEqual([{ name: "contract.amountIncl", before: "113,000.00", after: "100,000.00" }]);
  });

  test("a field goes with the words around it, never by itself", () => {
    expect(rebound(content, valueOf, "乙方鲸落。").content).toBe("乙方${supplier.supplierName}。");
    expect(rebound(content, valueOf, "乙方，总价113,000.00（壹拾壹万）。").content).toBe(content);
  });
});

describe("an edited Word file", () => {
  const clause = (id: string, seq: number, title: string, content: string) => ({ id, seq, title, content });
  const doc = {
    contractName: "采购合同",
    headText: "甲乙双方订立合同，总价${contract.amountIncl}。",
    tailText: null,
    clauses: [
      clause("a", 10, "付款", "六十日内付款：${stages}\n逾期付息。"),
      clause("b", 20, "争议", "法院管辖"),
      clause("c", 30, "保密", "三年"),
    ],
    items: [],
    stages: [{ stageName: "预付", percent: "100", amount: "113000.00" }],
  } as never;
  const p = (text: string, heading: number | null = null): WordBlock => ({ kind: "paragraph", text, heading });
  const stages: WordBlock = {
    kind: "table",
    rows: [
      ["序号", "阶段", "比例%", "金额"],
      ["1", "预付", "100", "113000.00"],
    ],
  };
  const sent: readonly WordBlock[] = [
    ...[p("采购合同"), p("甲乙双方订立合同，总价113,000.00。"), p("付款", 0), p("六十日内付款："), stages, p("逾期付息。")],
    ...[p("争议", 0), p("法院管辖"), p("保密", 0), p("三年")],
  ];
  const compared = (blocks: readonly WordBlock[]) => compareWord(doc, valueOf, { blocks, comments: [], sent: null });

  test("as it was sent it has no difference", () => {
    expect(compared(sent)).toEqual({ differences: [], outside: [], comments: [] });
    expect(textLines(doc, valueOf).map(({ glue }) => glue)).toEqual(["", "", "", "", "\n", "", "", "", ""]);
  });

  test("changed, new and removed clauses are told one by one, with fields and tables in their places", () => {
    const blocks = [
      ...[p("采购合同"), p("甲乙双方订立合同，总价100.00。"), p("付款", 0), p("九十日内付款："), stages, p("逾期付息。")],
      ...[p("不可抗力", 0), p("免责"), p("保密", 0), p("五年"), p("终止后继续有效")],
    ];
    const { differences, outside } = compared(blocks);
    const byId = Object.fromEntries(differences.map((row) => [row.clauseId, row]));
    expect(byId[HEAD]).toMatchObject({ content: doc["headText"], touched: [{ before: "113,000.00", after: "100.00" }] });
    expect(byId["a"]).toMatchObject({ title: "付款", content: "九十日内付款：${stages}\n逾期付息。" });
    expect(byId["b"]).toMatchObject({ title: null, content: "" });
    expect(byId["c"]?.content).toContain("终止后继续有效");
    expect(byId[NEW]).toMatchObject({ title: "不可抗力", content: "免责", after: expect.any(String) });
    expect(outside).toEqual([]);
  });
});
