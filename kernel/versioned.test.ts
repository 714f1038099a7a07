import { expect, test } from "vitest";
import { entity } from "./entity.ts";
import { code, int, text } from "./field.ts";
import { composed } from "./revision-diff.ts";
import type { Moment } from "./rule.ts";
import { draftBeside, nextVersionRule, succeeded, versionDifferences } from "./versioned-rule.ts";

const question = entity("TrialQuestion", "试验题目", "Trial question", {
  fields: {
    questionNo: code("题号", "No."),
    wording: text("题目", "Wording"),
    surveyId: text("问卷", "Survey", { computed: true, optional: true }),
  },
  sees: {},
});

const survey = entity("TrialSurvey", "试验问卷", "Trial survey", {
  fields: {
    surveyCode: code("编码", "Code"),
    version: int("版本", "Version", { computed: true, initial: 1 }),
    title: text("标题", "Title"),
    usedCount: int("使用次数", "Used", { computed: true, initial: 0 }),
  },
  lines: { questions: question },
  states: { DRAFT: ["拟定", "Draft"], PUBLISHED: ["已发布", "Published", "done"], ENDED: ["已失效", "Ended", "ended"] },
  versioned: {
    of: ["surveyCode"],
    number: "version",
    next: "doNewVersion",
    open: ["DRAFT"],
    inForce: "PUBLISHED",
    ended: "ENDED",
    changes: ["title"],
    leaves: ["usedCount"],
    lines: { questions: { by: ["questionNo"], called: ["题目", "Question", "questionNo"], changes: ["wording"], leaves: ["surveyId"] } },
  },
  sees: { internal: "all" },
});

const row = (id: string, version: number, status: string, title: string, questions: readonly (readonly [string, string])[]) => ({
  id,
  surveyCode: "Q1",
  version,
  status,
  title,
  usedCount: 7,
  questions: questions.map(([questionNo, wording]) => ({ id: `${id}${questionNo}`, questionNo, wording, surveyId: id })),
});
const first = row("a", 1, "PUBLISHED", "Delivery", [
  ["1", "On time?"],
  ["2", "Complete?"],
]);
const second = row("b", 2, "DRAFT", "Delivery and quality", [
  ["1", "In time?"],
  ["3", "Undamaged?"],
]);
const third = row("c", 3, "DRAFT", "Delivery", [
  ["1", "In time?"],
  ["3", "Unharmed?"],
]);

const next = (versions: readonly object[]) =>
  nextVersionRule(survey).decide(first as never, { versions }, {}, {} as never, { newId: () => "new" } as unknown as Moment);

test("each number stands once and one draft is written at a time", () => {
  expect(survey.unique).toEqual([
    { fields: ["surveyCode", "version"] },
    { fields: ["surveyCode"], while: { status: ["DRAFT"] }, code: "VERSION_DRAFT", text: ["已有草稿", "A draft already exists"] },
  ]);
});

test("the next version is a copy with the next number, without what happened to this one", () => {
  expect(next([first])).toMatchObject({ kind: "make", id: "new", draft: { surveyCode: "Q1", version: 2, title: "Delivery" } });
  const { draft } = next([first]) as unknown as { readonly draft: { readonly questions: readonly object[] } };
  expect(draft).not.toHaveProperty("usedCount");
  expect(draft).not.toHaveProperty("status");
  expect(draft.questions).toEqual([
    { questionNo: "1", wording: "On time?" },
    { questionNo: "2", wording: "Complete?" },
  ]);
});

test("a second draft is refused", () => {
  expect(next([first, second])).toMatchObject({ code: "VERSION_DRAFT" });
  expect(draftBeside(survey, first, [first, second])).toBe(true);
  expect(draftBeside(survey, second, [first, second])).toBe(false);
});

test("the version in force gives way to the one that is published", () => {
  expect(succeeded(survey, second, [first, second])).toMatchObject([{ kind: "set", row: { id: "a" }, patch: { status: "ENDED" } }]);
});

test("each version is compared with the one before it, and any two by all between them", () => {
  const entries = versionDifferences(survey, [third, first, second]).map(([, rows]) => rows);
  expect(entries[1]!.map((difference) => `${difference.where[1]} ${difference.key || (difference.after ? "new" : "gone")}`)).toEqual([
    "Trial survey title",
    "Question 1 wording",
    "Question 3 new",
    "Question 2 gone",
  ]);
  expect(composed(entries).map((difference) => [difference.where[1], difference.after])).toEqual([
    ["Question 1", "In time?"],
    ["Question 3", { questionNo: "3", wording: "Unharmed?" }],
    ["Question 2", null],
  ]);
});
