import { expect, test } from "vitest";
import { declare, perProduct } from "./declared.ts";
import { module, type Module } from "./module.ts";
import { Question, type Answer } from "./question.ts";
import type { Find } from "./rule.ts";

const openDocuments = new Question<{ readonly itemId: string }, string>();
const area = (code: string, shape: Partial<Module>): Module => module(code, code, code, { entities: [], ...shape });
const answering = (code: string): Module =>
  area(code, { answers: [openDocuments.answeredBy(async (_, { itemId }) => [`${code} ${itemId}`])] });
const findIn = (modules: readonly Module[], serverAnswers: readonly Answer[] = []): Find =>
  ({ declared: declare(modules, serverAnswers) }) as unknown as Find;
const asked = { itemId: "A" };

test("two products of one process hear the answers of their own modules, in the order of these", async () => {
  const [orders, receipts] = [answering("orders"), answering("receipts")];
  const [large, small, none] = [findIn([orders, receipts]), findIn([receipts]), findIn([])];
  expect(await openDocuments.ask(large, asked)).toEqual(["orders A", "receipts A"]);
  expect(await openDocuments.ask(small, asked)).toEqual(["receipts A"]);
  expect(await openDocuments.ask(none, asked)).toEqual([]);
  expect([large, small, none].map((find) => openDocuments.isAnswered(find))).toEqual([true, true, false]);
});

test("what the server half answers, and what is added later, belongs to one product", async () => {
  const [one, two] = [findIn([], answering("server").answers), findIn([])];
  const remove = two.declared.answers.add(openDocuments.answeredBy(async () => ["added"]));
  expect([await openDocuments.ask(one, asked), await openDocuments.ask(two, asked)]).toEqual([["server A"], ["added"]]);
  remove();
  expect([openDocuments.isAnswered(one), openDocuments.isAnswered(two)]).toEqual([true, false]);
});

test("business parameters are those of the product's modules, each declared once", () => {
  const days = (initial: string): Module =>
    area("days", { profiles: { DAYS: { module: "T", label: ["天数", "Days"], type: "INT", initial } } });
  const [short, long] = [findIn([days("3")]), findIn([days("30")])];
  expect([short, long].map((find) => find.declared.profiles.get("DAYS")?.initial)).toEqual(["3", "30"]);
  expect(() => declare([days("3"), area("more", { profiles: days("4").profiles! })])).toThrow("two modules declare the parameter DAYS");
});

test("what is kept for a product is made once for each", () => {
  let made = 0;
  const count = perProduct(() => (made += 1));
  const [one, two] = [declare([]), declare([])];
  expect([count(one), count(two), count(one)]).toEqual([1, 2, 1]);
});
