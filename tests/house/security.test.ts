import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isNamedTest } from "../support/named-test.ts";

/** docs/security.md is kept as data: each row is one requirement of ASVS 5.0, level 1 or 2. */
const root = join(import.meta.dirname, "..", "..");
const rowPattern = /^\| (\d+\.\d+\.\d+) \| ([12]) \| ([^|]+) \| ([^|]+) \| ([^|]+) \| ([^|]*) \|$/gm;
const rows = [...readFileSync(join(root, "docs", "security.md"), "utf8").matchAll(rowPattern)].map(
  ([, id, level, requirement, state, how, tests]) => ({
    id: id!,
    level: level!,
    requirement: requirement!,
    state: state!,
    how: how!,
    tests: [...tests!.matchAll(/`([^`]+)`/g)].map((found) => found[1]!),
  }),
);

/** The requirements of levels 1 and 2 of each chapter: section and number. */
const sections: Readonly<Record<string, string>> = {
  "1": "1.1 1.2 2.1 2.2 2.3 2.4 2.5 2.6 2.7 2.8 2.9 3.1 3.2 3.3 3.4 3.5 3.6 3.7 3.8 3.9 3.10 3.11 4.1 4.2 4.3 5.1 5.2",
  "2": "1.1 1.2 1.3 2.1 2.2 2.3 3.1 3.2 3.3 3.4 4.1",
  "3": "2.1 2.2 3.1 3.2 3.3 3.4 4.1 4.2 4.3 4.4 4.5 4.6 5.1 5.2 5.3 5.4 5.5 7.1 7.2",
  "4": "1.1 1.2 1.3 2.1 3.1 3.2 4.1 4.2 4.3 4.4",
  "5": "1.1 2.1 2.2 2.3 3.1 3.2 4.1 4.2 4.3",
  "6": "1.1 1.2 1.3 2.1 2.2 2.3 2.4 2.5 2.6 2.7 2.8 2.9 2.10 2.11 2.12 3.1 3.2 3.3 3.4 4.1 4.2 4.3 4.4 5.1 5.2 5.3 5.4 5.5 6.1 6.2 6.3 8.1 8.2 8.3 8.4",
  "7": "1.1 1.2 1.3 2.1 2.2 2.3 2.4 3.1 3.2 4.1 4.2 4.3 4.4 4.5 5.1 5.2 6.1 6.2",
  "8": "1.1 1.2 2.1 2.2 2.3 3.1 4.1",
  "9": "1.1 1.2 1.3 2.1 2.2 2.3 2.4",
  "10": "1.1 1.2 2.1 2.2 3.1 3.2 3.3 3.4 4.1 4.2 4.3 4.4 4.5 4.6 4.7 4.8 4.9 4.10 4.11 5.1 5.2 5.3 5.4 5.5 6.1 6.2 7.1 7.2 7.3",
  "11": "1.1 1.2 2.1 2.2 2.3 3.1 3.2 3.3 4.1 4.2 4.3 4.4 5.1 6.1",
  "12": "1.1 1.2 1.3 2.1 2.2 3.1 3.2 3.3 3.4",
  "13": "1.1 2.1 2.2 2.3 2.4 2.5 3.1 3.2 4.1 4.2 4.3 4.4 4.5",
  "14": "1.1 1.2 2.1 2.2 2.3 2.4 3.1 3.2 3.3",
  "15": "1.1 1.2 1.3 2.1 2.2 2.3 3.1 3.2 3.3 3.4 3.5 3.6 3.7",
  "16": "1.1 2.1 2.2 2.3 2.4 2.5 3.1 3.2 3.3 3.4 4.1 4.2 4.3 5.1 5.2 5.3",
  "17": "1.1 2.1 2.2 2.3 2.4 3.1 3.2",
};

describe("docs/security.md", () => {
  test("states every requirement of levels 1 and 2 once", () => {
    const wanted = Object.entries(sections).flatMap(([chapter, ids]) => ids.split(" ").map((id) => `${chapter}.${id}`));
    expect(rows.map(({ id }) => id)).toEqual(wanted);
    expect(rows.filter(({ state }) => !["met", "partly", "deployment", "not used", "open"].includes(state))).toEqual([]);
  });

  test("names only tests that exist", () => {
    const missing = rows.flatMap(({ id, tests }) => tests.filter((named) => !isNamedTest(named)).map((named) => `${id}: ${named}`));
    expect(missing).toEqual([]);
  });
});
