import { expect, test } from "vitest";
import { changedNumbers, clausesOf, diffClauses, filled, missingVariables, piecesOf } from "./clauses.ts";

const old = "质量协议\n1. 范围：全部供货\n2. 抽检按国标\n3. 退货期限 7 天\n4. 保密";

test("a text parts into its numbered clauses, what stands before them is the preamble", () => {
  expect(clausesOf("序言\n第一条 目的\n说明\n第二条 范围").map((clause) => [clause.no, clause.text])).toEqual([
    ["", "序言"],
    ["第一条", "目的\n说明"],
    ["第二条", "范围"],
  ]);
  expect(clausesOf("1 Scope\n1.1 Goods\n2) Price").map((clause) => clause.no)).toEqual(["1", "1.1", "2"]);
  expect(clausesOf("3.5 mm is no clause number in the middle\n").length).toBe(1);
  expect(clausesOf(null)).toEqual([]);
});

test("one edited clause is the only one that differs, and inside it only what was changed", () => {
  const changes = diffClauses(old, old.replace("7 天", "15 天"));
  expect(changes.map((change) => [change.no, change.kind])).toEqual([
    ["", "same"],
    ["1", "same"],
    ["2", "same"],
    ["3", "changed"],
    ["4", "same"],
  ]);
  expect(changes[3]!.pieces).toEqual([
    { kind: "same", text: "退货期限 " },
    { kind: "gone", text: "7" },
    { kind: "new", text: "15" },
    { kind: "same", text: " 天" },
  ]);
  expect(changedNumbers(changes)).toBe("3");
});

test("clauses may come and go", () => {
  const changes = diffClauses(old, old.replace("\n2. 抽检按国标", "").concat("\n5. 争议提交仲裁"));
  expect(changes.filter((change) => change.kind !== "same").map((change) => [change.no, change.kind])).toEqual([
    ["2", "removed"],
    ["5", "added"],
  ]);
  expect(diffClauses(null, "1. a").map((diffClause) => diffClause.kind)).toEqual(["added"]);
  expect(diffClauses(old, old).every((diffClause) => diffClause.kind === "same")).toBe(true);
});

test("the pieces always give back both texts", () => {
  const pairs = [
    ["The buyer pays in 30 days", "The buyer pays within 45 days of receipt"],
    ["甲方验收", ""],
    ["", "new"],
    ["abcabba", "cbabac"],
  ] as const;
  for (const [a, b] of pairs) {
    const pieces = piecesOf(a, b);
    const side = (skip: "gone" | "new") => pieces.flatMap((piece) => (piece.kind === skip ? [] : piece.text)).join("");
    expect([side("new"), side("gone")]).toEqual([a, b]);
  }
});

test("variables are filled in, and one without a value is named", () => {
  const given = [
    { name: "supplier", value: "Polar Forge" },
    { name: "days", value: null },
  ];
  expect(filled("{{supplier}} pays in {{ days }} days", given)).toBe("Polar Forge pays in {{ days }} days");
  expect(missingVariables("{{supplier}} pays in {{ days }} days", given)).toEqual(["days"]);
});
