import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..", "..");

/** What reads the day or the time of the machine the page runs on. */
const machine = /\.toLocale(?:Date|Time)String\(|\.get(?:FullYear|Month|Date|Day|Hours|Minutes)\(\)/;

test("pages take the day from the organisation and the time from the person, never from the machine", () => {
  const files = globSync(["kernel/web/**/*.{ts,tsx}", "modules/**/*.tsx"], { cwd: root }).filter((file) => !file.includes(".test."));
  const wrong = files.flatMap((file) =>
    readFileSync(join(root, file), "utf8")
      .split("\n")
      .flatMap((line, i) => (machine.test(line) ? [`${file}:${i + 1} ${line.trim()}`] : [])),
  );
  expect(files.length).toBeGreaterThan(300);
  expect(wrong).toEqual([]);
});

const outside = globSync(["{kernel,modules,bridges,demo,tests,bench}/**/*.{ts,tsx}", "*.ts"], { cwd: root }).filter(
  (file) => !["kernel/time.ts", "kernel/days.ts", "tests/house/days.test.ts"].includes(file),
);
const found = (files: readonly string[], wrong: RegExp): string[] =>
  files.flatMap((file) =>
    readFileSync(join(root, file), "utf8")
      .split("\n")
      .flatMap((line, i) => (wrong.test(line) ? [`${file}:${i + 1} ${line.trim()}`] : [])),
  );

test("days and hours are counted in kernel/days.ts and kernel/time.ts alone", () => {
  expect(found(outside, /\b(?:86_?400_?000|3_?600_?000|864e5|36e5)\b|\b24 \* 60 \* |\b24 \* hour\b/)).toEqual([]);
  const product = outside.filter((file) => !file.includes(".test."));
  expect(found(product, /\bDate\.UTC\(|\.getUTC(?:FullYear|Month|Date|Day)\(|\.set(?:UTC)?(?:FullYear|Month|Date)\(/)).toEqual([]);
  expect(found(product, /\.toISOString\(\)\.slice\(0, (?:7|10)\)/)).toEqual([]);
});

/** A fact about a country, not the zone of the house. */
const countries = ["modules/setup/data/countries.ts", "modules/setup/steps.test.ts"];

test("the zone of the house is named in kernel/time.ts alone", () => {
  expect(found(outside, /Asia\/Shanghai/).filter((line) => !countries.includes(line.split(":")[0]!))).toEqual([]);
});
