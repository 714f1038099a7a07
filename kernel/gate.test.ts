import { expect, test } from "vitest";
import { gate, type Complete, type Passage } from "./gate.ts";
import { refuse } from "./refusal.ts";
import type { Find } from "./rule.ts";

interface Asked {
  readonly who: string;
  readonly amount: string;
}
const nobody = {} as Find;
const small = gate<Asked, Asked, number>("small", "小额", "Small amounts", {
  reads: async (_, questions, isFirm) => (isFirm ? 10 : 1000) * Math.sign(questions.length),
  judges: (limit, questions) =>
    questions.map((question): Passage => ({
      refusal: Number(question.amount) > limit ? refuse("OVER", "超限", `Over ${limit}`) : null,
      warnings: [],
    })),
  uses: async (_, uses) => uses.map((use) => ({ kind: "tell", event: "USED", data: { amount: use.amount } })),
});

test("a gate answers every question and says each refusal once; looking locks nothing", async () => {
  const asked = ["5", "20", "30"].map((amount) => ({ who: "A", amount }));
  expect((await small.ask(nobody, asked)).map((refusal) => refusal.text[1])).toEqual(["Over 10"]);
  expect((await small.look(nobody, asked)).map((passage) => passage.refusal)).toEqual([null, null, null]);
  expect(await small.ask(nobody, [])).toEqual([]);
  expect(await small.use(nobody, [asked[0]!])).toEqual([{ kind: "tell", event: "USED", data: { amount: "5" } }]);
});

test("who leaves a part of the question out does not compile, and no gate can be declared with parts to leave out", async () => {
  // @ts-expect-error the amount is missing
  await small.ask(nobody, [{ who: "A" }]);
  type Loose = { readonly who: string; readonly amount?: string };
  type Vague = { readonly who: string; readonly amount: string | undefined };
  const none = (_: never): string => "nothing can be left out";
  // the type of a question with parts to leave out is empty
  expect([none as (of: Complete<Loose>) => string, none as (of: Complete<Vague>) => string]).toHaveLength(2);
});
