import { expect, test } from "vitest";
import { classesOf, failedRules, hasRun, isCommon, passwordChecks, passwordFloor, sayRules } from "./password.ts";

const broken = (password: string, account = "zhang.wei") => failedRules(password, account, passwordFloor).map((check) => check.rule);

test("a good password keeps every rule", () => {
  for (const good of ["Kiln7!rope", "tR0mbone-Quay", "9Lanterns_at_Dusk", "x".repeat(1) + "Y7$mug*Teal42"])
    expect(broken(good)).toEqual([]);
});

test.each([
  ["Ab1!xyQ", "LENGTH"],
  [`Ab1!${"xQ".repeat(31)}`, "LENGTH"],
  ["Grün9-Apfel", "PRINTABLE"],
  ["onlylowercase", "CLASSES"],
  ["lower7digits", "CLASSES"],
  ["Zhang.Wei#71", "ACCOUNT"],
  ["71#ieW.gnahZ", "ACCOUNT"],
  ["Kaaaa7!rope", "RUN"],
  ["Kiln1234!op", "RUN"],
  ["Kiln4321!op", "RUN"],
  ["aBcD-71-rope", "RUN"],
  ["Qwer-71-lamp", "RUN"],
  ["Kiln-7890-op", "RUN"],
  ["lKjH-71-rope", "RUN"],
  ["P@ssw0rd", "COMMON"],
  ["Password1", "COMMON"],
  ["Admin@135", "COMMON"],
  ["Welcome2026!", "COMMON"],
])("%s breaks %s", (password, rule) => {
  expect(broken(password)).toContain(rule);
});

test("short account names forbid nothing", () => {
  expect(broken("Kiln7!abc-rope", "abc")).toEqual([]);
});

test("classes, runs and common words alone", () => {
  expect(classesOf("aA1!")).toBe(4);
  expect(hasRun("2026")).toBe(false);
  expect(hasRun("/012")).toBe(false);
  expect(hasRun("0123")).toBe(true);
  expect(isCommon("letmeinletmein")).toBe(true);
  expect(isCommon("Kiln7!rope")).toBe(false);
});

test("rules are said in both languages and an empty field keeps none of the visible ones", () => {
  const checks = passwordChecks("", "zhang", { minLength: 12, minClasses: 4 });
  expect(checks.map((c) => c.kept)).toEqual([false, false, false, true, false, false]);
  expect(sayRules(checks.slice(0, 1))).toEqual(["长度12至64位", "12 to 64 characters"]);
});

test("a password without end is judged by its first signs", () => {
  // Quadratic in its length otherwise: digits without end and a letter behind them.
  expect(broken(`${"1".repeat(500_000)}a`)).toContain("LENGTH");
});
